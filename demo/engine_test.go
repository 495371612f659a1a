package main

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
)

// Ids that the statements use.
const (
	tvPrice        = 1
	tvInStock      = 2
	tvOrder        = 4
	tvTags         = 12
	templatePost   = 6
	pageShop       = 2
	categoryTents  = 3
	categoryLights = 6
)

// visible is the condition for documents c that a visitor of the site sees. It has two places for the time.
const visible = `c.deleted = 0 AND c.published = 1 AND c.privateweb = 0 AND c.privatemgr = 0
	AND c.pub_date <= ? AND (c.unpub_date = 0 OR c.unpub_date > ?)
	AND NOT EXISTS (SELECT 1 FROM evo_document_groups AS g
		LEFT JOIN evo_documentgroup_names AS n ON n.id = g.document_group
		LEFT JOIN evo_membergroup_access AS a ON a.documentgroup = g.document_group
		WHERE g.document = c.id AND (n.private_memgroup = 1 OR n.private_webgroup = 1 OR a.id IS NOT NULL))`

// descendants are the rows that both walks down the tree return.
var descendants = []string{
	"6 | 2 | Lights",
	"55 | 2 | Bestseller: Heron 2",
	"300 | 2 | Sleeping bags and mats",
	"301 | 2 | Clothing",
	"302 | 2 | Camp kitchen",
	"303 | 2 | Repair and spares",
	"10 | 3 | Heron 2",
	"11 | 3 | Wren 1",
	"12 | 3 | Goose Expedition 6",
	"13 | 3 | Sparrow Tarp",
	"14 | 4 | Ridge 55",
	"15 | 4 | Ridge 35",
}

// TestStatements runs the kinds of statements that emcp sends.
func TestStatements(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC).Unix()
	db := openEngine(t)
	for _, test := range []struct {
		name      string
		statement string
		args      []any
		want      []string
	}{
		{
			name: "a page found by ids first, filtered and sorted by template variables",
			statement: `SELECT c.id, c.pagetitle, page.k1 FROM (
				SELECT c.id AS id, CAST(v1.value AS DECIMAL(10,2)) AS k1 FROM evo_site_content AS c
				INNER JOIN evo_site_tmplvar_contentvalues AS v1 ON v1.tmplvarid = ? AND v1.contentid = c.id
				LEFT JOIN evo_site_tmplvar_contentvalues AS v2 ON v2.tmplvarid = ? AND v2.contentid = c.id
				WHERE ` + visible + ` AND c.id < 100
				AND CAST(v1.value AS DECIMAL(10,2)) < CAST(? AS DECIMAL(65,30)) AND COALESCE(v2.value, ?) = ?
				ORDER BY k1 DESC, id ASC LIMIT 5 OFFSET 1
				) AS page INNER JOIN evo_site_content AS c ON c.id = page.id ORDER BY page.k1 DESC, page.id ASC`,
			args: []any{tvPrice, tvInStock, now, now, "200", "In stock", "In stock"},
			want: []string{
				"11 | Wren 1 | 189.00",
				"23 | Glow 600 | 89.00",
				"16 | Day Lark 22 | 84.90",
				"13 | Sparrow Tarp | 79.50",
				"18 | Ember | 54.95",
			},
		},
		{
			name: "a default compared under the collation of the value",
			statement: `SELECT c.id FROM evo_site_content AS c
				LEFT JOIN evo_site_tmplvar_contentvalues AS v ON v.tmplvarid = ? AND v.contentid = c.id
				WHERE c.parent = ? AND IFNULL(v.value, ?) = ? ORDER BY c.id`,
			args: []any{tvInStock, categoryTents, "In stock", "IN STOCK"},
			want: []string{
				"10",
				"11",
				"12",
				"13",
			},
		},
		{
			name: "numbers compared as text",
			statement: `SELECT v.contentid, v.value FROM evo_site_tmplvar_contentvalues AS v
				WHERE v.tmplvarid = ? AND v.contentid < 100 AND v.value < ? ORDER BY v.value, v.contentid`,
			args: []any{tvPrice, "200"},
			want: []string{
				"17 | 119.00",
				"12 | 1249.00",
				"27 | 149.00",
				"15 | 159.00",
				"11 | 189.00",
				"26 | 19.00",
				"19 | 199.95",
			},
		},
		{
			name: "casts to integers",
			statement: `SELECT c.id, CAST(COALESCE(v.value, ?) AS SIGNED) AS k1, ` +
				`CAST(v.value AS UNSIGNED) FROM evo_site_content AS c
				LEFT JOIN evo_site_tmplvar_contentvalues AS v ON v.tmplvarid = ? AND v.contentid = c.id
				WHERE c.parent = ? ORDER BY k1, id`,
			args: []any{"100", tvOrder, categoryLights},
			want: []string{
				"23 | 10 | 10",
				"22 | 20 | 20",
				"24 | 100 | NULL",
				"25 | 100 | NULL",
				"26 | 100 | NULL",
			},
		},
		{
			name: "null and not null",
			statement: `SELECT c.id, v.id IS NULL FROM evo_site_content AS c
				LEFT JOIN evo_site_tmplvar_contentvalues AS v ON v.tmplvarid = ? AND v.contentid = c.id
				WHERE c.template = ? AND c.id < 100 AND v.value IS NULL ORDER BY c.id`,
			args: []any{tvInStock, templateProduct},
			want: []string{
				"10 | 1",
				"13 | 1",
				"16 | 1",
				"22 | 1",
				"23 | 0",
			},
		},
		{
			name: "in and not in",
			statement: `SELECT v.contentid, v.value FROM evo_site_tmplvar_contentvalues AS v
				WHERE v.tmplvarid = ? AND v.contentid < 200 AND v.value IN (?,?) AND v.value NOT IN (?) ORDER BY v.contentid`,
			args: []any{tvInStock, "sold out", "PRE-ORDER", "in stock"},
			want: []string{
				"15 | Sold out",
				"17 | Pre-order",
				"20 | Sold out",
				"115 | Sold out",
			},
		},
		{
			name: "like with wildcards taken literally",
			statement: `SELECT v.contentid, v.value LIKE ? ESCAPE '|', v.value LIKE ? ESCAPE '|' FROM ` +
				`evo_site_tmplvar_contentvalues AS v
				WHERE v.tmplvarid = ? AND v.contentid < 100 AND v.value LIKE ? ESCAPE '|' ORDER BY v.contentid`,
			args: []any{"%|_order", "pre%", tvInStock, "%ORDER"},
			want: []string{"17 | 0 | 1"},
		},
		{
			name: "order by date",
			statement: `SELECT c.id, c.pagetitle FROM (
				SELECT c.id AS id, IF(c.pub_date > 0, c.pub_date, c.createdon) AS k1 FROM evo_site_content AS c
				WHERE ` + visible + ` AND c.template = ? AND c.id < 100 ORDER BY k1 DESC, id ASC LIMIT 20
				) AS page INNER JOIN evo_site_content AS c ON c.id = page.id ORDER BY page.k1 DESC, page.id ASC`,
			args: []any{now, now, templatePost},
			want: []string{
				"34 | Mending a tent pole",
				"33 | Sleeping warm at minus ten",
				"32 | Three days along the Moss River",
				"31 | How to pitch a tent in the rain",
			},
		},
		{
			name: "a walk down the tree, recursive",
			statement: `WITH RECURSIVE walk (id, level) AS (
				SELECT c.id, 1 FROM evo_site_content AS c WHERE c.parent = ? AND c.id <> ? AND ` + visible + `
				AND EXISTS (SELECT 1 FROM evo_site_content AS n WHERE n.id = ? AND n.deleted = 0)
				UNION ALL
				SELECT c.id, w.level + 1 FROM walk AS w INNER JOIN evo_site_content AS c ON c.parent = w.id
				WHERE w.level < ? AND c.id <> ? AND ` + visible + `)
				SELECT c.id, c.parent, c.pagetitle FROM (
				SELECT c.id AS id, c.parent AS k1, c.menuindex AS k2 FROM evo_site_content AS c INNER JOIN walk AS w ON w.id = c.id
				ORDER BY k1, k2, id LIMIT 12 OFFSET 3
				) AS page INNER JOIN evo_site_content AS c ON c.id = page.id ORDER BY page.k1, page.k2, page.id`,
			args: []any{pageShop, pageShop, now, now, pageShop, 2, pageShop, now, now},
			want: descendants,
		},
		{
			name: "a walk down the tree, unrolled",
			statement: `SELECT c.id, c.parent, c.pagetitle FROM (
				SELECT c.id AS id, c.parent AS k1, c.menuindex AS k2 FROM evo_site_content AS c INNER JOIN (
				SELECT s1.id FROM evo_site_content AS s1 WHERE s1.parent = ? AND s1.deleted = 0
				UNION ALL
				SELECT s2.id FROM evo_site_content AS s1 INNER JOIN evo_site_content AS s2 ON s2.parent = s1.id
				WHERE s1.parent = ? AND s1.deleted = 0 AND s2.deleted = 0
				) AS w ON w.id = c.id WHERE ` + visible + ` ORDER BY k1, k2, id LIMIT 12 OFFSET 3
				) AS page INNER JOIN evo_site_content AS c ON c.id = page.id ORDER BY page.k1, page.k2, page.id`,
			args: []any{pageShop, pageShop, now, now},
			want: descendants,
		},
		{
			name: "ancestors, one row",
			statement: `SELECT a1.id, a2.id, a3.id, a4.id, a5.id, a6.id, a7.id, a8.id FROM evo_site_content AS a0
				LEFT JOIN evo_site_content AS a1 ON a1.id = a0.parent AND a1.deleted = 0
				LEFT JOIN evo_site_content AS a2 ON a2.id = a1.parent AND a2.deleted = 0
				LEFT JOIN evo_site_content AS a3 ON a3.id = a2.parent AND a3.deleted = 0
				LEFT JOIN evo_site_content AS a4 ON a4.id = a3.parent AND a4.deleted = 0
				LEFT JOIN evo_site_content AS a5 ON a5.id = a4.parent AND a5.deleted = 0
				LEFT JOIN evo_site_content AS a6 ON a6.id = a5.parent AND a6.deleted = 0
				LEFT JOIN evo_site_content AS a7 ON a7.id = a6.parent AND a7.deleted = 0
				LEFT JOIN evo_site_content AS a8 ON a8.id = a7.parent AND a8.deleted = 0
				WHERE a0.id = ? AND a0.deleted = 0`,
			args: []any{110},
			want: []string{"103 | 102 | 101 | NULL | NULL | NULL | NULL | NULL"},
		},
		{
			name: "neighbors",
			statement: `SELECT c.id, c.pagetitle FROM evo_site_content AS c
				INNER JOIN evo_site_content AS n ON n.parent = c.parent AND n.id <> c.id
				WHERE n.id = ? AND (c.menuindex + 1 = n.menuindex OR c.menuindex = n.menuindex + 1) ORDER BY c.menuindex, c.id`,
			args: []any{15},
			want: []string{
				"14 | Ridge 55",
				"16 | Day Lark 22",
			},
		},
		{
			name: "what only a document group or a private flag hides",
			statement: `SELECT c.id, c.pagetitle FROM evo_site_content AS c
				WHERE c.deleted = 0 AND c.published = 1 AND c.pub_date <= ? AND (c.unpub_date = 0 OR c.unpub_date > ?)
				AND NOT (` + visible + `) ORDER BY c.id`,
			args: []any{now, now, now, now},
			want: []string{
				"27 | Heron 2 Fleet",
				"60 | For trade customers",
				"61 | Handbook for editors",
				"62 | Press",
				"371 | Trade day",
				"398 | Price list for trade",
			},
		},
		{
			name: "any of some tags",
			statement: `SELECT c.id, c.pagetitle FROM evo_site_content AS c
				WHERE ` + visible + ` AND EXISTS (SELECT 1 FROM evo_site_content_tags AS ct
				INNER JOIN evo_tags AS tg ON tg.id = ct.tag_id
				WHERE ct.doc_id = c.id AND ct.tv_id = ? AND tg.name IN (?,?)) ORDER BY c.id`,
			args: []any{now, now, tvTags, "Winter", "how-to"},
			want: []string{
				"12 | Goose Expedition 6",
				"21 | Forge",
				"23 | Glow 600",
				"31 | How to pitch a tent in the rain",
				"33 | Sleeping warm at minus ten",
				"112 | Goose Expedition 6",
				"121 | Forge",
				"123 | Glow 600",
				"131 | Ein Zelt im Regen aufbauen",
				"133 | Warm schlafen bei minus zehn Grad",
				"223 | Glow 600",
				"306 | Eagle Owl -30",
				"310 | Plank",
				"316 | Thrush leggings",
				"317 | Magpie hat",
				"318 | Mole gloves",
				"321 | Badger jacket",
				"406 | Eagle Owl -30",
				"410 | Plank",
				"416 | Thrush Leggings",
				"417 | Magpie Mütze",
				"418 | Mole Handschuhe",
				"421 | Badger Jacke",
				"510 | Килимок Plank",
				"517 | Шапка Magpie",
				"521 | Пухова куртка Badger",
			},
		},
		{
			name:      "words in texts",
			statement: `SELECT c.id, c.introtext FROM evo_site_content AS c WHERE c.content LIKE ? ESCAPE '|' ORDER BY c.id`,
			args:      []any{"%farberei%"},
			want:      []string{"140 | Sieben Leute, neun Nähmaschinen, ein Fluss.", "494 | Zehn Minuten zu Fuß vom Bahnhof."},
		},
		{
			name: "values of a page's documents",
			statement: `SELECT v.contentid, v.tmplvarid, v.value FROM evo_site_tmplvar_contentvalues AS v
				WHERE v.tmplvarid IN (?,?) AND v.contentid IN (?,?) ORDER BY v.contentid, v.tmplvarid`,
			args: []any{tvPrice, tvInStock, 22, 23},
			want: []string{
				"22 | 1 | 45.00",
				"23 | 1 | 89.00",
				"23 | 2 | NULL",
			},
		},
		{
			name: "a model",
			statement: "SELECT c.`id`, c.`name`, c.`key`, c.`group_id` FROM (SELECT c.id AS id, c.`name` AS k1 FROM " +
				"`evo_permissions` AS c WHERE c.`group_id` >= ? ORDER BY k1 DESC, id LIMIT 2) AS page" +
				" INNER JOIN `evo_permissions` AS c ON c.id = page.id ORDER BY page.k1 DESC, page.id",
			args: []any{1},
			want: []string{
				"2 | View documents | view_document | 2",
				"1 | Use the manager | frames | 1",
			},
		},
		{
			name: "tables with a prefix",
			statement: `SELECT table_name FROM information_schema.tables
				WHERE table_schema = DATABASE() AND table_name LIKE '%site|_content' ESCAPE '|'`,
			want: []string{"evo_site_content"},
		},
		{
			name: "columns",
			statement: `SELECT table_name, column_name FROM information_schema.columns
				WHERE table_schema = DATABASE() AND LEFT(table_name, ?) = ? ORDER BY ordinal_position`,
			args: []any{8, "evo_tags"},
			want: []string{
				"evo_tags | id",
				"evo_tags | name",
			},
		},
		{
			name: "indexes",
			statement: `SELECT index_name, seq_in_index, column_name, non_unique FROM information_schema.statistics
				WHERE table_schema = DATABASE() AND table_name = ? ORDER BY index_name, seq_in_index`,
			args: []any{"evo_site_content_closure"},
			want: []string{
				"closure_descendant | 1 | descendant | 1",
				"closure_descendant | 2 | ancestor | 1",
				"closure_path | 1 | ancestor | 0",
				"closure_path | 2 | descendant | 0",
				"PRIMARY | 1 | closure_id | 0",
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := query(t, db, test.statement, test.args...); !slices.Equal(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

// TestSession sets up a session as emcp does and reads the settings back.
func TestSession(t *testing.T) {
	conn, err := openEngine(t).Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, statement := range []string{"SET SESSION TRANSACTION READ ONLY", "SET SESSION max_execution_time = 3000"} {
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	got := query(t, conn,
		"SELECT CONNECTION_ID() > 0, VERSION(), @@session.transaction_read_only, @@session.max_execution_time, DATABASE()")
	if want := []string{"1 | 8.0.31 | 1 | 3000 | evolution"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestReaderOnlyReads tries statements that the account of the gateway must not be able to run.
func TestReaderOnlyReads(t *testing.T) {
	db := openEngine(t)
	for _, statement := range []string{
		"INSERT INTO evo_tags (name) VALUES ('more')",
		"UPDATE evo_tags SET name = 'changed'",
		"DELETE FROM evo_tags",
		"DROP TABLE evo_tags",
		"CREATE TABLE evo_more (id int)",
		"CREATE USER 'more'@'localhost'",
	} {
		_, err := db.ExecContext(t.Context(), statement)
		if want := "Error 1105 (HY000): command denied to user 'emcp'@'localhost'"; fmt.Sprint(err) != want {
			t.Errorf("%s: got %v, want %s", statement, err, want)
		}
	}
}

// openEngine starts an engine with the sample site and opens it as its reader.
func openEngine(t *testing.T) *sql.DB {
	t.Helper()
	engine, err := Start(t.Context(), Site())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := engine.Close(); err != nil {
			t.Error(err)
		}
	})
	config, err := mysql.ParseDSN(engine.DSN)
	if err != nil {
		t.Fatal(err)
	}
	config.InterpolateParams = true
	if err := config.Apply(mysql.Charset("utf8mb4", "")); err != nil {
		t.Fatal(err)
	}
	connector, err := mysql.NewConnector(config)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	t.Cleanup(func() { db.Close() })
	return db
}

// query returns the rows of an answer, their values separated by bars.
func query(t *testing.T, db interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}, statement string, args ...any,
) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), statement, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var answer []string
	for rows.Next() {
		values := make([]sql.NullString, len(columns))
		into := make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		texts := make([]string, len(columns))
		for i, v := range values {
			texts[i] = "NULL"
			if v.Valid {
				texts[i] = v.String
			}
		}
		answer = append(answer, strings.Join(texts, " | "))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return answer
}
