package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"strings"
)

// randomPage is a random text in a field of a document, and what the site served for it.
type randomPage struct {
	At     bool   `json:"at"`     // enable_at_syntax
	Filter bool   `json:"filter"` // enable_filter
	Field  string `json:"field"`
	Other  string `json:"other"` // the text of another field, before it
	Text   string `json:"text"`
	Served string `json:"served"`
}

const (
	randomPages  = 1_600
	firstRandom  = 100_000 // id of the first document
	randomFields = "longtitle description introtext menutitle content note"
	randomNote   = "note" // a template variable
)

// pieces are what random texts are made of. Words of visitors are q, a letter and z.
var pieces = strings.Split(
	"[[ ]] [! !] [* *] [( )] [+ +] [^ ^] [~ ~] {{ }} [[ ]] [! !] {{ }} [ ] ! { } ; : ` ? & x 12 known none Form? Form "+
		"site_name pagetitle &to=`qaz` &to=`qbz` &amp;to=`qcz` &a=` qaz qbz qcz [[Form?&to=`qaz`]] [!Form?&to=`qbz`!] "+
		"{{none}} [*none*] [+none+]",
	" ")

// others are texts in another field, of which some change what the site does with the rest of its page.
var others = []string{"", "x[!none!]y", "x {{ a", "x [[none]] y"}

// random makes random pages.
func random() (pages []randomPage) {
	source := rand.New(rand.NewPCG(27, 15))
	fields := strings.Fields(randomFields)
	for n := range randomPages {
		p := randomPage{
			At: n%2 == 1, Filter: n/2%2 == 1, Field: fields[source.IntN(len(fields))], Other: others[source.IntN(len(others))],
		}
		for range 2 + source.IntN(8) {
			p.Text += pieces[source.IntN(len(pieces))]
			if source.IntN(6) == 0 {
				p.Text += " "
			}
		}
		pages = append(pages, p)
	}
	return pages
}

// recordRandom fills a site with random pages, and writes down what visitors get, one page a line. A page that the site
// answers with an error is left out.
func (s *site) recordRandom() ([]byte, error) {
	ctx := context.Background()
	pages := random()
	run := func(statement string, values ...any) error {
		_, err := s.db.ExecContext(ctx, strings.ReplaceAll(statement, "#", prefix), values...)
		return err
	}
	var template, tv int64
	for _, made := range []struct {
		id        *int64
		statement string
	}{
		{
			&template,
			"INSERT INTO #site_templates (templatename, content) VALUES ('Random', " +
				"'A[*pagetitle*]B[*longtitle*][*description*][*introtext*][*menutitle*][*" + randomNote + "*][*content*]C')",
		},
		{
			&tv, "INSERT INTO #site_tmplvars (type, name, caption, default_text) VALUES ('text', '" + randomNote + "', '" +
				randomNote + "', '')",
		},
	} {
		result, err := s.db.ExecContext(ctx, strings.ReplaceAll(made.statement, "#", prefix))
		if err != nil {
			return nil, err
		}
		if *made.id, err = result.LastInsertId(); err != nil {
			return nil, err
		}
	}
	if err := run("INSERT INTO #site_tmplvar_templates (tmplvarid, templateid) VALUES (?, ?)", tv, template); err != nil {
		return nil, err
	}
	for n, p := range pages {
		if err := run(
			"INSERT INTO #site_content (id, pagetitle, alias, published, template, cacheable, type, contentType) VALUES (?, "+
				"?, ?, 1, ?, 0, 'document', 'text/html')",
			firstRandom+n, p.Other, fmt.Sprint("random-", n), template); err != nil {
			return nil, err
		}
		column := "UPDATE #site_content SET " + p.Field + " = ? WHERE id = ?"
		if p.Field == randomNote {
			column = fmt.Sprint("INSERT INTO #site_tmplvar_contentvalues (value, contentid, tmplvarid) VALUES (?, ?, ", tv, ")")
		}
		if err := run(column, p.Text, firstRandom+n); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	for turn := range 4 {
		at, filter := turn%2 == 1, turn/2 == 1
		log.Printf("visit random pages with enable_at_syntax %t, enable_filter %t", at, filter)
		for name, on := range map[string]bool{"enable_at_syntax": at, "enable_filter": filter} {
			if err := run("REPLACE INTO #system_settings (setting_name, setting_value) VALUES (?, ?)", name,
				map[bool]string{true: "1", false: "0"}[on]); err != nil {
				return nil, err
			}
		}
		if _, err := s.get("addresses.php?do=clear"); err != nil {
			return nil, err
		}
		for n, p := range pages {
			if p.At != at || p.Filter != filter {
				continue
			}
			var ok bool
			var err error
			if p.Served, ok, err = s.served(fmt.Sprintf("random-%d.html", n)); err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
			if err := encoder.Encode(p); err != nil {
				return nil, err
			}
		}
	}
	return out.Bytes(), nil
}

// served returns the body of a page, and whether the site did not answer with an error.
func (s *site) served(path string) (body string, ok bool, err error) {
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, s.base+path, nil)
	if err != nil {
		return "", false, err
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return "", false, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return string(text), response.StatusCode == http.StatusOK, err
}
