// Package slang knows how sLang, a package for Evolution CMS, keeps the translations of documents: in which languages a
// site is, and at which addresses. It reads settings and names of tables, and no texts.
//
// Read from its versions 1.0.0 to 1.0.14 and from the branch 2.x of May 2026. Tables and columns tell what a site has,
// not versions, which no table names.
//
// A document has a row for each language in s_lang_content, which the form of the manager writes for all languages at
// once, also for those that nobody has translated into. Visitors see the whole row if there is one, even its empty
// fields; otherwise the document's own texts, which are those of the default language. emcp differs in one thing: a row
// without a title is no translation, so that callers get the document's own texts instead of an empty page.
package slang

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"emcp/evodb"
)

// Tables of sLang.
const (
	// Contents has the texts of documents by resource and lang.
	Contents = "s_lang_content"
	// Values has the values of template variables by contentid, tmplvarid and lang. sLang has it since 1.0.4.
	Values = "s_lang_tmplvar_contentvalues"
)

// Fields are the fields of documents that are translated, as columns of Contents and of site_content.
var Fields = []string{"pagetitle", "longtitle", "description", "introtext", "content", "menutitle"}

// Columns are those that emcp reads of each table.
var Columns = map[string][]string{
	Contents: append([]string{"resource", "lang", "updated_at"}, Fields...),
	Values:   {"id", "lang", "tmplvarid", "contentid", "value"},
}

// Site is how a site is translated. It is immutable.
type Site struct {
	// Languages are those that visitors can open, the default first.
	Languages []Language
	// TVs are the ids of the template variables that are translated, in order.
	TVs []int64
}

// Language is a language that visitors can open.
type Language struct {
	Code    string // as sLang writes it, such as en: 2 to 4 lower-case letters of ASCII
	Segment string // the first part of paths in this language; empty: none
}

// maxLanguages bounds the languages of a site.
const maxLanguages = 32

// code matches the codes that fit into the tables.
var code = regexp.MustCompile(`^[a-z]{2,4}$`)

// Of returns how a site is translated, or nil if it is not, or if the database user may not read the tables.
func Of(schema *evodb.Schema) *Site {
	if !schema.HasColumns(Contents, Columns[Contents]) {
		return nil
	}
	standard := strings.TrimSpace(schema.Setting("s_lang_default"))
	if standard == "" {
		standard = "uk" // as in sLang
	}
	codes := list(schema.Setting("s_lang_front"))
	if len(codes) == 0 {
		codes = list(schema.Setting("manager_language"))
	}
	s := &Site{}
	segments := segmentsOf(schema.Setting("s_lang_url_map"))
	for _, c := range append([]string{standard}, codes...) {
		if !code.MatchString(c) || s.known(c) || len(s.Languages) == maxLanguages {
			continue
		}
		l := Language{Code: c}
		if c != standard || schema.On("s_lang_default_show") {
			if l.Segment = segments[c]; l.Segment == "" {
				l.Segment = c
			}
		}
		s.Languages = append(s.Languages, l)
	}
	if len(s.Languages) == 0 || s.Languages[0].Code != standard {
		return nil
	}
	if schema.HasColumns(Values, Columns[Values]) {
		for _, id := range list(schema.Setting("s_lang_tvs")) {
			if tv, err := strconv.ParseInt(id, 10, 64); err == nil {
				s.TVs = append(s.TVs, tv)
			}
		}
		slices.Sort(s.TVs)
	}
	return s
}

// list returns the elements of a list with commas.
func list(setting string) []string {
	var all []string
	for element := range strings.SplitSeq(setting, ",") {
		if element = strings.TrimSpace(element); element != "" {
			all = append(all, element)
		}
	}
	return all
}

// outside matches what sLang replaces in a segment.
var outside = regexp.MustCompile(`[^a-z0-9_-]+`)

// segmentsOf returns the parts of paths by the codes of languages, which sLang 2 has.
func segmentsOf(setting string) map[string]string {
	segments := map[string]string{}
	if json.Unmarshal([]byte(setting), &segments) != nil {
		return nil
	}
	for c, segment := range segments {
		segments[c] = strings.Trim(outside.ReplaceAllString(strings.ToLower(segment), "-"), "/-")
	}
	return segments
}

func (s *Site) known(code string) bool {
	return slices.ContainsFunc(s.Languages, func(l Language) bool { return l.Code == code })
}

// Default returns the code of the language in which documents are without a translation. It is empty for nil.
func (s *Site) Default() string {
	if s == nil {
		return ""
	}
	return s.Languages[0].Code
}

// Codes returns the codes of the languages, the default first. A site that is not translated has none.
func (s *Site) Codes() []string {
	if s == nil {
		return nil
	}
	codes := make([]string, len(s.Languages))
	for i, l := range s.Languages {
		codes[i] = l.Code
	}
	return codes
}

// Prefix returns what stands before the paths of documents in a language: en/, or nothing.
func (s *Site) Prefix(code string) string {
	if s != nil {
		for _, l := range s.Languages {
			if l.Code == code && l.Segment != "" {
				return l.Segment + "/"
			}
		}
	}
	return ""
}

// Cut returns the language of a path, and the path without its first part, if that says the language. path begins
// with a slash. Otherwise the language is the default.
func (s *Site) Cut(path string) (code, rest string) {
	if s == nil {
		return "", path
	}
	first, behind, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	for _, l := range s.Languages {
		if l.Segment != "" && l.Segment == first {
			return l.Code, "/" + behind
		}
	}
	return s.Default(), path
}
