package oracle_test

import (
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"emcp/internal/test/oracle"
	"emcp/internal/test/seed"
	"emcp/internal/test/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

// special are texts on which a comparison or a CAST could go wrong.
var special = []string{
	"", " ", "  ", "a", "A", "a ", " a", "a  b", "ab", "aB", "a!", "a_", "a%", "%", "_", "|", "\\", "\\%", "%_|\\", "'", "\"",
	"abc", "0", "00", "+0", "5", "05", "+5", "-5", " 5", "5 ", "  -5x", "12abc", "abc12", "100 EUR", "1,5", "1 2", "0x10",
	"3.7", "3.5", "2.5", "-2.5", "-3.5", "-3.7", "3.", ".5", "-.5", "+.5", ".", "-", "+", "--5", "+-5", "- 5", "-x", "-.",
	"1e2", "1e2x", "1E-1", "1e", "1e+", "5.6e1", "-1e3", "1.005", "1.015", "-1.005", "2.675", "0.005", "0.0049", "99.995", "00012.50",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
	"18446744073709551615", "18446744073709551616", "99999999999999999999", "-99999999999999999999",
	"99999.5", "99999999.99", "99999999.995", "-99999999.995", "123456789012345678901234567890",
}

// texts are the special texts and random ones.
func texts(t *testing.T) []string {
	random := seed.Rand(t, 0)
	all := append([]string(nil), special...)
	for range 100 {
		var text strings.Builder
		for range random.IntN(5) {
			text.WriteByte(byte(' ' + random.IntN('~'-' '+1)))
		}
		// MySQL 5.6 and MariaDB disagree about negative zero.
		if !strings.HasPrefix(strings.TrimLeft(text.String(), " "), "-") {
			all = append(all, text.String())
		}
	}
	return all
}

// fill creates a table t with the texts, in a database with the collation of Evolution.
func fill(t *testing.T, texts []string) *testdb.Database {
	d := testdb.Open(t)
	if _, err := d.DB.ExecContext(t.Context(), "CREATE TABLE t (id int PRIMARY KEY, v mediumtext) "+
		"DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci"); err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if _, err := d.DB.ExecContext(t.Context(), "INSERT INTO t VALUES (?, ?)", i, text); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func TestTextsCompareAsInTheDatabase(t *testing.T) {
	all := texts(t)
	// No pattern here has an escaped % after a %: MySQL 5.6 reads it wrongly and takes '%x' LIKE '%!%' ESCAPE '!' for
	// true.
	part := "REPLACE(REPLACE(REPLACE(b.v, '!', '!!'), '%', '!%'), '_', '!_')"
	rows, err := fill(t, all).DB.QueryContext(t.Context(), "SELECT a.id, b.id, IF(a.v = b.v, 0, IF(a.v < b.v, -1, 1)), "+
		"LOCATE(b.v, a.v) > 0, RIGHT(a.v, CHAR_LENGTH(b.v)) LIKE "+part+" ESCAPE '!', "+
		"a.v LIKE CONCAT("+part+", '%') ESCAPE '!' FROM t a, t b")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var a, b, order int
		var contains, ends, starts bool
		if err := rows.Scan(&a, &b, &order, &contains, &ends, &starts); err != nil {
			t.Fatal(err)
		}
		if got := oracle.Compare(all[a], all[b]); got != order {
			t.Errorf("Compare(%q, %q) = %d, the database says %d", all[a], all[b], got, order)
		}
		for op, want := range map[string]bool{"like": contains, "like-l": ends, "like-r": starts} {
			if got := oracle.Like(op, all[a], all[b]); got != want {
				t.Errorf("Like(%s, %q, %q) = %t, the database says %t", op, all[a], all[b], got, want)
			}
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestNumbersAreCastAsInTheDatabase(t *testing.T) {
	all := texts(t)
	d := fill(t, all)
	for _, cast := range []string{
		"UNSIGNED", "SIGNED", "DECIMAL(10,2)", "DECIMAL(1,0)", "DECIMAL(5,0)", "DECIMAL(3,3)", "DECIMAL(20,1)", "DECIMAL(65,30)",
	} {
		rows, err := d.DB.QueryContext(t.Context(), fmt.Sprintf("SELECT id, CONCAT(CAST(v AS %s)) FROM t", cast))
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var id int
			var text string
			if err := rows.Scan(&id, &text); err != nil {
				t.Fatal(err)
			}
			want, _ := new(big.Rat).SetString(text)
			if got := oracle.Cast(all[id], cast); got.Cmp(want) != 0 {
				t.Errorf("Cast(%q, %s) = %s, the database says %s", all[id], cast, got.FloatString(30), text)
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestIntegersCompareWithTextsAsInTheDatabase(t *testing.T) {
	all := append(texts(t), "1e400", "-1e400", "price", " 12 ", "5.0", "4.9999", "2147483646.5")
	d := fill(t, nil)
	integers := []int64{-2147483648, -5, -3, -1, 0, 1, 2, 3, 5, 12, 100, 2147483646, 2147483647}
	// The column has no index: with one, the server sometimes rounds the text to an integer, and 3 equals '2.5'.
	for _, definition := range []string{"int", "bigint", "int unsigned"} {
		for _, statement := range []string{"DROP TABLE IF EXISTS i", "CREATE TABLE i (n " + definition + ")"} {
			if _, err := d.DB.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		for _, n := range integers {
			if _, err := d.DB.ExecContext(t.Context(), "INSERT IGNORE INTO i VALUES (?)", n); err != nil {
				t.Fatal(err)
			}
		}
		for _, text := range all {
			for op, holds := range map[string]func(c int) bool{
				"= ?":  func(c int) bool { return c == 0 },
				"!= ?": func(c int) bool { return c != 0 }, "< ?": func(c int) bool { return c < 0 },
				"<= ?": func(c int) bool { return c <= 0 }, "> ?": func(c int) bool { return c > 0 },
				">= ?":     func(c int) bool { return c >= 0 },
				"IN (?,?)": func(c int) bool { return c == 0 }, "NOT IN (?,?)": func(c int) bool { return c != 0 },
			} {
				args := []any{text}
				if strings.Contains(op, "IN") {
					args = append(args, text)
				}
				rows, err := d.DB.QueryContext(t.Context(), "SELECT a.n, b.n IS NOT NULL FROM i AS a LEFT JOIN (SELECT n FROM i WHERE n "+op+") AS b ON b.n = a.n", args...)
				if err != nil {
					t.Fatal(err)
				}
				for rows.Next() {
					var n int64
					var got bool
					if err := rows.Scan(&n, &got); err != nil {
						t.Fatal(err)
					}
					if want := holds(oracle.CompareInteger(n, text)); got != want {
						t.Errorf("%s: %d %s with %q is %t, the oracle says %t", definition, n, op, text, got, want)
					}
				}
				if err := rows.Close(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
