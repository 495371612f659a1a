package evosite

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// schema has the tables of Evolution CMS that emcp reads. {p} stands for the prefix of their names, {int} and {flag}
// for the integer types of the generation.
//
//go:embed schema.sql
var schema string

// packages has the tables of packages for Evolution CMS, as their own migrations make them: sLang 1.0.14 and 2.x,
// sSeo 1.2, sGallery 1.5, sCommerce 1.3 and sArticles 1.1, with columns for German, English and Ukrainian where the
// forms of the manager add one for each language. Of sSeo, columns that nothing reads are left out. Keys, checks and
// defaults are left out or shortened where MySQL does not have them.
//
//go:embed packages.sql
var packages string

// Options say how the tables of a site are made.
type Options struct {
	Prefix string // of every table name, "evo_" in a standard install
	// Generation is the Evolution release whose schema is used: "3.1" (signed integers, a closure table without
	// indexes) or "3.5" (unsigned integers, indexed closure table, membergroup_access.context).
	Generation string
	// NoTags omits the two tables of the tagging add-on.
	NoTags bool
	// Packages adds the tables of packages.
	Packages bool
	// Items adds those of sCommerce and sArticles only.
	Items bool
	// Plain omits engine, collation and FULLTEXT indexes, for engines that do not support them.
	Plain bool
}

// Create creates the tables of an Evolution site in the current database of db.
func Create(ctx context.Context, db *sql.DB, o Options) error {
	for statement := range strings.SplitSeq(definition(o), ";\n") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%w in %s", err, statement)
		}
	}
	return nil
}

// keys matches indexes that are not unique, of tables with a primary key. Engines of Plain keep them sorted too slowly.
var keys = regexp.MustCompile(`,\n  KEY [^\n]*\)`)

// definition returns the CREATE TABLE statements that o asks for.
func definition(o Options) string {
	integer, flag := "int(11)", "tinyint(4)"
	var closureKeys, templateKey, templateSource, accessContext, passwordValidity string
	if o.Generation == "3.5" {
		// A table is created with all its keys and columns: MariaDB takes ten times as long over a change of a table with a
		// FULLTEXT index as over its creation.
		integer, flag = "int(10) unsigned", "tinyint(1)"
		closureKeys = ",\n  UNIQUE KEY closure_path (ancestor, descendant),\n  KEY closure_descendant (descendant, ancestor)"
		templateKey = ",\n  KEY site_content_template_idx (template)"
		templateSource = ",\n  templatesource varchar(255) NOT NULL DEFAULT ''"
		accessContext = ",\n  context int(10) unsigned NOT NULL DEFAULT 0"
		passwordValidity = ",\n  cachepwd_valid_to timestamp NULL DEFAULT NULL"
	}
	table := "ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci"
	fulltextContent := ",\n  FULLTEXT KEY content_ft_idx (pagetitle, description, content)"
	fulltextValue := ",\n  FULLTEXT KEY content_ft_idx (value)"
	if o.Plain {
		table, fulltextContent, fulltextValue = "", "", ""
	}

	text := schema
	if o.NoTags {
		text, _, _ = strings.Cut(text, "CREATE TABLE {p}tags") // without the last two tables
	}
	const items = "CREATE TABLE {p}s_attribute_category" // the first table of sCommerce
	switch _, others, _ := strings.Cut(packages, items); {
	case o.Packages:
		text += packages
	case o.Items && o.Plain:
		text += keys.ReplaceAllString(items+others, "")
	case o.Items:
		text += items + others
	}
	return strings.NewReplacer(
		"{p}", o.Prefix, "{int}", integer, "{flag}", flag, "{table}", table, "{closure_keys}", closureKeys,
		"{template_key}", templateKey, "{template_source}", templateSource, "{access_context}", accessContext,
		"{password_validity}", passwordValidity,
		"{fulltext_content}", fulltextContent, "{fulltext_value}", fulltextValue,
	).Replace(text)
}

// Load creates the tables and writes the site into them.
func Load(ctx context.Context, db *sql.DB, site *Site, o Options) error {
	if err := Create(ctx, db, o); err != nil {
		return err
	}
	tables := site.tables()
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		if o.NoTags && (name == "tags" || name == "site_content_tags") {
			continue
		}
		rows := batch
		if o.Plain {
			rows = plainBatch
		}
		if err := insert(ctx, db, o.Prefix+name, tables[name], rows); err != nil {
			return fmt.Errorf("fill %s: %w", name, err)
		}
	}
	return nil
}

// tables returns all rows of the site, by table name.
func (s *Site) tables() map[string][]Record {
	tables := maps.Clone(s.Records)
	if tables == nil {
		tables = map[string][]Record{}
	}
	parents := map[int64]int64{}
	for _, d := range s.Documents {
		parents[d.ID] = d.Parent
		tables["site_content"] = append(tables["site_content"], d.record())
	}
	for _, d := range s.Documents {
		passed := map[int64]bool{0: true} // a chain of parents may be circular
		for depth, ancestor := int64(0), d.ID; !passed[ancestor]; depth, ancestor = depth+1, parents[ancestor] {
			passed[ancestor] = true
			tables["site_content_closure"] = append(tables["site_content_closure"],
				Record{"ancestor": ancestor, "descendant": d.ID, "depth": depth})
		}
	}
	for i, tv := range s.TVs {
		tables["site_tmplvars"] = append(tables["site_tmplvars"], Record{
			"id": tv.ID, "name": tv.Name, "caption": tv.Caption, "type": tv.Type, "elements": tv.Elements,
			"default_text": tv.Default, "display": tv.Display, "display_params": tv.DisplayParams, "rank": int64(i),
			"description": tv.Description, "category": tv.Category, "locked": flagOf(tv.Locked),
		})
		for _, template := range tv.Templates {
			tables["site_tmplvar_templates"] = append(tables["site_tmplvar_templates"],
				Record{"tmplvarid": tv.ID, "templateid": template})
		}
	}
	for i, v := range s.Values {
		tables["site_tmplvar_contentvalues"] = append(tables["site_tmplvar_contentvalues"],
			Record{"id": int64(i + 1), "tmplvarid": v.TV, "contentid": v.Document, "value": v.Text})
	}
	words := map[string]int64{}
	for _, tag := range s.Tags {
		if words[tag.Name] == 0 {
			words[tag.Name] = int64(len(words) + 1)
			tables["tags"] = append(tables["tags"], Record{"id": words[tag.Name], "name": tag.Name})
		}
		tables["site_content_tags"] = append(tables["site_content_tags"],
			Record{"doc_id": tag.Document, "tv_id": tag.TV, "tag_id": words[tag.Name]})
	}
	for _, g := range s.DocumentGroups {
		tables["documentgroup_names"] = append(tables["documentgroup_names"], Record{
			"id": g.ID, "name": g.Name, "private_memgroup": flagOf(g.PrivateManager), "private_webgroup": flagOf(g.PrivateWeb),
		})
		for _, member := range g.MemberGroups {
			tables["membergroup_access"] = append(tables["membergroup_access"],
				Record{"membergroup": member, "documentgroup": g.ID})
		}
		for _, document := range g.Documents {
			tables["document_groups"] = append(tables["document_groups"],
				Record{"document_group": g.ID, "document": document})
		}
	}
	return tables
}

func (d Document) record() Record {
	kind := d.Type
	if kind == "" {
		kind = "document"
	}
	return Record{
		"id": d.ID, "parent": d.Parent, "template": d.Template, "menuindex": d.MenuIndex, "type": kind,
		"pagetitle": d.Title, "longtitle": d.LongTitle, "description": d.Description, "menutitle": d.MenuTitle,
		"introtext": d.IntroText, "content": d.Content, "alias": d.Alias,
		"published": flagOf(d.Published), "deleted": flagOf(d.Deleted), "hidemenu": flagOf(d.HideMenu),
		"isfolder": flagOf(d.Folder), "privateweb": flagOf(d.PrivateWeb), "privatemgr": flagOf(d.PrivateManager),
		"createdon": d.CreatedOn, "editedon": d.EditedOn, "pub_date": d.PubDate, "unpub_date": d.UnpubDate,
		"deletedon": d.DeletedOn,
	}
}

func flagOf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Rows per INSERT. With the widest table, batch stays far below MySQL's limit of 65,535 parameters. The engines of
// Plain sort the whole table after each INSERT.
const (
	batch      = 500
	plainBatch = 50_000
)

func insert(ctx context.Context, db *sql.DB, table string, rows []Record, batch int) error {
	for chunk := range slices.Chunk(rows, batch) {
		columns := slices.Sorted(maps.Keys(chunk[0]))
		var args []any
		for _, row := range chunk {
			for _, column := range columns {
				args = append(args, row[column])
			}
		}
		tuple := "(?" + strings.Repeat(",?", len(columns)-1) + ")"
		statement := "INSERT INTO `" + table + "` (`" + strings.Join(columns, "`,`") + "`) VALUES " +
			tuple + strings.Repeat(","+tuple, len(chunk)-1)
		if _, err := db.ExecContext(ctx, statement, args...); err != nil {
			return err
		}
	}
	return nil
}
