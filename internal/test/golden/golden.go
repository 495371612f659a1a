// Package golden contains a recorded site of Evolution CMS: its rows, and what its own front end served to visitors.
// Tests compare emcp's answers with it. Command record writes the recording.
package golden

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"emcp/internal/test/evosite"
)

// Base replaces the address of the site in the recording.
const Base = "https://www.example.com/"

// Site is a recorded site.
type Site struct {
	Tables map[string][]Row `json:"tables"` // by name without prefix
	Visits []Visit          `json:"visits"` // one for each of Settings; only the first has the bodies of the pages
}

// Row is a row of a table, with the columns in the order of Tables. nil is NULL.
type Row []*string

// Visit is what visitors got under certain settings.
type Visit struct {
	Settings map[string]string `json:"settings"`
	Pages    []Page            `json:"pages"` // ordered by id
}

// Page is what a visitor got at the address of a document. Redirects were not followed.
type Page struct {
	ID       int64  `json:"id"`
	Made     string `json:"made"` // the address that the site makes for the document, relative to Base, not encoded
	URL      string `json:"-"`
	Status   int    `json:"status"`          // status at Made
	Plain    int    `json:"plain,omitempty"` // status at index.php?id=ID, if the status at Made is 301 or 404
	Location string `json:"location,omitempty"`
	Type     string `json:"type,omitempty"` // of the body
	Body     string `json:"body,omitempty"`
}

// Tables are the recorded tables with their columns.
var Tables = map[string][]string{
	"site_content": {
		"id", "type", "contentType", "pagetitle", "longtitle", "description", "alias", "link_attributes", "published",
		"pub_date", "unpub_date", "parent",
		"isfolder", "introtext", "content", "template", "menuindex", "searchable", "createdon", "editedon", "deleted",
		"deletedon", "publishedon", "menutitle",
		"privateweb", "privatemgr", "hidemenu", "alias_visible",
	},
	"site_templates": {"id", "templatename", "content"},
	"site_tmplvars": {
		"id", "type", "name", "caption", "elements", "display", "display_params", "default_text",
	},
	"site_tmplvar_templates":     {"tmplvarid", "templateid"},
	"site_tmplvar_contentvalues": {"id", "tmplvarid", "contentid", "value"},
	"site_htmlsnippets":          {"id", "name", "snippet", "disabled"},
	"system_settings":            {"setting_name", "setting_value"},
	"documentgroup_names":        {"id", "name", "private_memgroup", "private_webgroup"},
	"document_groups":            {"document_group", "document"},
	"membergroup_names":          {"id", "name"},
	"membergroup_access":         {"membergroup", "documentgroup"},
}

// Varied are the settings that differ between visits. Others stay as they were installed.
var Varied = []string{
	"friendly_urls", "friendly_alias_urls", "friendly_url_prefix", "friendly_url_suffix", "use_alias_path", "make_folders",
	"seostrict",
}

// Addressed is the last of the documents that demonstrate the rules of addresses. All visits but the first end with it.
const Addressed = 80

// Settings are the settings of each visit. The site's database lacks the settings that a visit does not name. Evolution
// 3.1.6 does not work without friendly_urls, nor with friendly_urls and without use_alias_path.
var Settings = []map[string]string{
	// the settings of the installer
	{"friendly_urls": "1", "friendly_alias_urls": "1", "use_alias_path": "1", "seostrict": "1"},
	{"friendly_urls": "1", "friendly_alias_urls": "1", "use_alias_path": "1", "seostrict": "0"},
	{"friendly_urls": "1", "use_alias_path": "1", "make_folders": "1", "seostrict": "1", "friendly_url_suffix": ".htm"},
	{"friendly_urls": "1", "use_alias_path": "1", "make_folders": "1", "seostrict": "1", "friendly_url_suffix": ""},
	{"friendly_urls": "1", "use_alias_path": "1", "seostrict": "1", "friendly_url_suffix": "/"},
	{"friendly_urls": "1", "use_alias_path": "0", "seostrict": "1"},
	{"friendly_urls": "1", "use_alias_path": "1", "friendly_url_prefix": "p-"},
	{"friendly_urls": "1", "use_alias_path": "0", "friendly_url_prefix": "p-", "seostrict": "1"},
	{"friendly_urls": "1", "friendly_alias_urls": "0", "use_alias_path": "1"},
	{"friendly_urls": "0"},
}

//go:embed site.json
var recorded []byte

// Read returns the recorded site.
func Read() (*Site, error) {
	var s Site
	err := json.Unmarshal(recorded, &s)
	return &s, err
}

// Text returns the recording as text, with one row or page per line.
func (s *Site) Text() ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(s)
	// Begin a line with every row and page.
	lines := strings.NewReplacer(`],["`, "],\n[\"", `},{"id":`, "},\n{\"id\":", `"pages":[`,
		"\"pages\":[\n").Replace(text.String())
	return []byte(lines), err
}

// Evosite returns the site for a database, with the settings of a visit.
func (s *Site) Evosite(v Visit) *evosite.Site {
	site := &evosite.Site{Records: map[string][]evosite.Record{}}
	for table, rows := range s.Tables {
		for _, row := range rows {
			record := evosite.Record{}
			for i, column := range Tables[table] {
				record[column] = row[i]
			}
			if name, ok := record["setting_name"].(*string); !ok || !slices.Contains(Varied, *name) {
				site.Records[table] = append(site.Records[table], record)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v.Settings)) {
		site.Records["system_settings"] = append(site.Records["system_settings"],
			evosite.Record{"setting_name": name, "setting_value": v.Settings[name]})
	}
	return site
}
