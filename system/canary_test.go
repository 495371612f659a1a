package system_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	stdjson "encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"emcp/config"
	"emcp/internal/auth"
	"emcp/internal/test/evosite"
	"emcp/internal/test/oracle"
	. "emcp/internal/test/servertest"
	"emcp/internal/test/testdb"
	"emcp/server"
)

// The site of these tests has a canary in every column of every table: a text, number or time that occurs nowhere else.
// Each canary has an audience: the views that may see it. The columns that make the site work, such as the flags of
// documents, are listed here. All other columns are found in the database itself, so that none can be forgotten.
//
// For each view there is a second site, which differs in everything that the view must not see: other canaries, more
// and fewer hidden rows, other reasons to hide them. Every answer must be the same on both sites, byte for byte.

// audience is a set of views.
type audience uint8

const (
	asVisitor audience = 1 << iota
	asManager          // a token with the manager view
	asAdmin            // the owner of a personal token with role 1
	asStaff            // one in document group 2, who may edit users
	asAuthor           // one in no group, without permissions
	asAuditor          // one in document group 3, who may edit roles

	nobody   audience = 0
	users             = asManager | asAdmin | asStaff | asAuthor | asAuditor // of the site's manager
	everyone          = asVisitor | users
	masters           = asManager | asAdmin // who see everything that anybody sees
)

// watchers are the views, with the tokens that give them.
var watchers = []struct {
	name  string
	view  audience
	token string
	user  int64 // owner of a personal token, also its role's and token's id
	group int64 // document group
}{
	{"visitor", asVisitor, "visitor", 0, 0},
	{"manager", asManager, "manager", 0, 0},
	{"administrator", asAdmin, tokenOf('A'), 1, 0},
	{"staff", asStaff, tokenOf('S'), 2, 2},
	{"author", asAuthor, tokenOf('W'), 3, 0},
	{"auditor", asAuditor, tokenOf('R'), 4, 3},
}

func tokenOf(letter rune) string { return "emcp_" + strings.Repeat(string(letter), 40) }

// canarySettings is the configuration. The server small refuses some results because of their size.
const canarySettings = `
sites:
  main:
    {dsn: "${DSN}", max_open_conns: 4, statement_timeout: 30s, allow_wide_grants: true, hidden_tvs: [Purchase_*, "*_X"]}
servers:
  - {handle: content, site: main}
  - {handle: small, site: main, limits: {max_result_bytes: 3500}}
  - {handle: grouped, site: main, groups: [pages]}
groups: {pages: {description: Pages., tools: [evo.*]}}
rate_limit: {enabled: false}
cache: {ttl: 0s}
logging: {level: debug}
auth:
  modes: [token, pat]
  tokens:
    - {name: visitor, sha256: "${visitor}"}
    - {name: manager, sha256: "${manager}", view: manager}
`

// canarySecret describes a canary.
type canarySecret struct {
	place    string // table, row and column
	audience audience
	served   bool // whether those in the audience find it in answers
}

// canaries are the canaries of all sites of a test, by their text.
type canaries map[string]canarySecret

// canary is a value that contains a canary.
type canary struct {
	format   string // of fmt, for the canary
	audience audience
}

// canaryColumn is a column of the database. length is the length of its texts, in characters; 0 is any length.
type canaryColumn struct {
	name, kind string
	length     int
}

// canarySite is a site that is being made.
type canarySite struct {
	unlike  audience // the view that must not notice how this site differs from the first one; nobody: it is the first
	columns map[string][]canaryColumn
	records map[string][]evosite.Record
	known   canaries
	hidden  map[string][]string // canaries that unlike must not see, by table and column; of the first site: all
}

// servedSecrets are the columns in answers, by table.
var servedSecrets = func() map[string][]string {
	tables := map[string][]string{"site_content": {
		"id", "parent", "pagetitle", "longtitle", "description", "alias", "published", "deleted", "hidemenu", "menuindex",
		"template", "createdon", "editedon", "pub_date", "unpub_date", "isfolder", "type",
		"menutitle", "introtext", "content", "link_attributes", "publishedon", "searchable",
	}}
	for _, name := range oracle.Models() {
		for _, field := range oracle.Fields(name) {
			tables[modelTables[name]] = append(tables[modelTables[name]], strings.TrimSuffix(field, "#"))
		}
	}
	return tables
}()

var modelTables = map[string]string{
	"SiteTemplate": "site_templates", "SiteTmplvar": "site_tmplvars",
	"SiteTmplvarContentvalue": "site_tmplvar_contentvalues",
	"SiteSnippet":             "site_snippets", "SitePlugin": "site_plugins", "SiteModule": "site_modules",
	"Category": "categories",
	"User":     "users", "UserAttribute": "user_attributes", "UserRole": "user_roles", "Permissions": "permissions",
	"PermissionsGroups": "permissions_groups", "RolePermissions": "role_permissions",
}

// modelAudience returns the views that may see a model.
func modelAudience(name string) audience {
	switch name {
	case "User", "UserAttribute":
		return masters | asStaff
	case "UserRole", "Permissions", "PermissionsGroups", "RolePermissions":
		return masters | asAuditor
	case "SiteSnippet", "SitePlugin", "SiteModule", "Category":
		return users
	}
	return everyone
}

// number returns a number that depends only on the words.
func number(words ...any) uint64 {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%q", words)))
	return binary.BigEndian.Uint64(sum[:])
}

// differs reports whether the site differs from the first one in what the audience sees.
func (s *canarySite) differs(a audience) bool { return s.unlike&a == 0 && s.unlike != nobody }

// chance returns true in one of n cases, and only where the site may differ.
func (s *canarySite) chance(a audience, n uint64, words ...any) bool {
	return s.differs(a) && number(append(words, s.unlike)...)%n == 0
}

// generate returns the canary of a column.
func (s *canarySite) generate(table string, key any, c canaryColumn, a audience, isServed bool, format string) any {
	generation := any("first")
	if s.differs(a) {
		generation = s.unlike
	}
	n := number(table, key, c.name, generation)
	var text string
	var value any
	switch c.kind {
	case "tinyint": // too small for texts that differ from all others, but not too small to differ
		return int64(n % 2)
	case "int", "bigint", "smallint":
		value = int64(1_100_000_000 + n%800_000_000)
		text = fmt.Sprint(value)
	case "timestamp", "datetime":
		text = fmt.Sprintf("2031-%02d-%02d %02d:%02d:%02d", 1+n%12, 1+n>>8%28, n>>16%24, n>>24%60, n>>32%60)
		value = text
	case "varchar", "char", "text", "mediumtext", "longtext":
		text = "zqq" + hex.EncodeToString(binary.BigEndian.AppendUint64(nil, n))[:9]
		value = text
		if format != "" {
			value = fmt.Sprintf(format, text)
		}
		if strings.HasSuffix(c.kind, "text") && s.differs(a) {
			value = value.(string) + strings.Repeat(" "+text, 300) // more than a result of the server small may have
		}
	default:
		panic("a column of the kind " + c.kind)
	}
	place := fmt.Sprintf("%s %v %s", table, key, c.name)
	if other, ok := s.known[text]; ok && other.place != place {
		panic(fmt.Sprintf("%s is the canary of %s and of %s", text, other.place, place))
	}
	s.known[text] = canarySecret{place, a, isServed}
	if s.unlike&a == 0 {
		s.hidden[table+"."+c.name] = append(s.hidden[table+"."+c.name], text)
	}
	return value
}

// add adds a row that the audience may see. given are the columns that make the site work; the others get canaries.
// Where the site may differ, it leaves out some rows.
func (s *canarySite) add(table string, key any, a audience, given evosite.Record) {
	if s.chance(a, 4, "drop", table, key) {
		return
	}
	s.must(table, key, a, given)
}

// must is like add, but never leaves out the row.
func (s *canarySite) must(table string, key any, a audience, given evosite.Record) {
	record := evosite.Record{}
	for _, c := range s.columns[table] {
		isServed := slices.Contains(servedSecrets[table], c.name)
		switch value := given[c.name].(type) {
		case nil:
			if _, isNull := given[c.name]; isNull {
				record[c.name] = nil
				continue
			}
			of := a
			if !isServed {
				of = nobody
			}
			record[c.name] = s.withTag(table, key, c, of, s.generate(table, key, c, of, isServed, ""))
		case canary:
			record[c.name] = s.withTag(table, key, c, value.audience,
				s.generate(table, key, c, value.audience, isServed, value.format))
		default:
			record[c.name] = value
		}
	}
	s.records[table] = append(s.records[table], record)
}

// withTag appends a tag that contains a canary to a third of the texts that visitors see. Visitors do not see the tag.
func (s *canarySite) withTag(table string, key any, c canaryColumn, a audience, value any) any {
	text, isText := value.(string)
	named := table == "site_tmplvars" && c.name == "name"
	rich := table == "site_content" && (c.name == "introtext" || c.name == "content")
	n := number("tagged", table, key, c.name)
	if !isText || a&asVisitor == 0 || named || rich || c.kind == "timestamp" || c.length > 0 && c.length < 45 || n%3 != 0 {
		return value
	}
	format := evolutionTags[n>>8%uint64(len(evolutionTags))]
	if c.length > 0 && c.length < 100 {
		format = "{{%s}}"
	}
	inside := s.generate(table, key, canaryColumn{name: c.name + " tag", kind: "varchar"}, a&users, true, "")
	if s.differs(a & users) {
		inside = fmt.Sprint(inside, " ", inside)
	}
	return text + " " + fmt.Sprintf(format, inside)
}

// Times that are the same on all sites.
const (
	longPast  = 946_684_800
	farFuture = 2_145_916_800
)

// canaryDocument is a document and who may see it.
type canaryDocument struct {
	id, parent int64
	audience   audience
	hide       string // why others do not see it
	groups     []int64
}

var canaryDocuments = []canaryDocument{
	{1, 0, everyone, "", nil},
	{2, 0, everyone, "", nil},
	{3, 0, everyone, "", nil},
	{10, 2, everyone, "", nil},
	{11, 2, everyone, "", []int64{4}}, // which restricts nothing
	{12, 2, everyone, "", nil},
	{13, 2, users, "draft", nil},
	{14, 2, users, "deleted", nil},
	{15, 2, users, "future", nil},
	{16, 2, users, "expired", nil},
	{17, 2, users, "privateweb", []int64{1}},
	{18, 2, masters | asStaff, "privatemgr", []int64{2}},
	{19, 2, masters | asAuditor, "privatemgr", []int64{3}},
	{20, 2, masters, "privatemgr", nil},
	{21, 2, users, "", []int64{2}}, // by the group alone, as the flags of 22 and 23 are out of date
	{22, 2, users, "", []int64{1}},
	{23, 2, users, "", []int64{3}},
	{24, 2, users, "draft", nil},
	{25, 24, everyone, "", nil}, // below a folder that visitors do not see
	{26, 2, masters | asStaff, "privatemgr", []int64{2}},
	{27, 26, everyone, "", nil}, // below a folder that most do not see
	{28, 2, masters | asStaff, "deleted privatemgr", []int64{2}},
	{29, 0, users, "deleted", nil},
	{30, 29, users, "deleted", nil},
	{31, 3, everyone, "", nil},
	{32, 31, everyone, "", nil},
	{33, 32, users, "draft", nil},
	{34, 33, users, "draft", nil},
	{35, 26, masters | asStaff | asAuditor, "draft privatemgr", []int64{2, 3}},
	{36, 0, users, "deleted draft", nil},
	{37, 3, masters | asStaff | asAuditor, "privatemgr", []int64{2, 3}},
	{38, 2, users, "trashed", nil},
	{39, 38, everyone, "", nil}, // below a folder that visitors do not see
}

// bridge reports whether a view that does not see the document sees another below it. Then it is no secret where the
// document lies: walks go through it, and its children have its id as parent. Nor is it a secret whether it is deleted:
// the addresses in links that the site shows to every visitor contain the alias of a draft, but begin below a deleted
// document. Everything else about it is secret.
func (d canaryDocument) bridge() bool {
	return slices.ContainsFunc(canaryDocuments,
		func(below canaryDocument) bool { return below.parent == d.id && below.audience&^d.audience != 0 })
}

// state returns the columns that decide who sees a document.
func (d canaryDocument) state() evosite.Record {
	r := evosite.Record{
		"id": d.id, "parent": d.parent, "published": 1, "deleted": 0, "deletedon": 0, "pub_date": 0, "unpub_date": 0,
		"privateweb": 0, "privatemgr": 0, "menuindex": d.id % 10,
	}
	if d.id%3 != 0 { // others are not HTML
		r["contentType"] = "text/html"
	}
	for _, reason := range strings.Fields(d.hide) {
		switch reason {
		case "draft":
			r["published"] = 0
		case "future":
			r["pub_date"] = farFuture
		case "expired":
			r["unpub_date"] = longPast
		case "trashed": // by a query of Eloquent, which leaves deleted as it is
			r["deletedon"] = longPast
		default:
			r[reason] = 1
		}
	}
	return r
}

// reasons are all reasons to hide a document from visitors.
var reasons = []string{"draft", "deleted", "future", "expired", "privateweb", "privatemgr", "draft privateweb",
	"deleted future", "trashed"}

// inTrash reports whether a document with these reasons is deleted, in either of Evolution's two ways.
func inTrash(reasons string) bool {
	return strings.Contains(reasons, "deleted") || strings.Contains(reasons, "trashed")
}

func (s *canarySite) addDocuments() {
	documents := slices.Clone(canaryDocuments)
	for i := range int64(9) { // more that the view does not see
		d := canaryDocument{id: 60 + i, parent: []int64{0, 2, 3, 10, 24, 26, 31, 61, 62}[i], audience: users, hide: "draft"}
		if s.unlike != asVisitor {
			d.audience, d.hide = masters, "privatemgr"
		}
		if s.unlike != nobody && s.unlike&masters == 0 {
			documents = append(documents, d)
		}
	}
	for _, d := range documents {
		n := number("document", d.id, s.unlike)
		if s.differs(d.audience) {
			// A different document, hidden for another reason. Only a bridge stays where it is.
			if !d.bridge() {
				d.parent = []int64{d.parent, 0, 2, 3, 31}[n%5]
			}
			ways := reasons
			if d.bridge() {
				ways = slices.DeleteFunc(slices.Clone(reasons),
					func(reason string) bool { return inTrash(reason) != inTrash(d.hide) })
			}
			d.hide = ways[n>>8%uint64(len(ways))]
			if s.unlike != asVisitor {
				d.hide = "privatemgr " + d.hide
			}
		}
		state := d.state()
		if s.differs(d.audience) {
			state["menuindex"] = n >> 16 % 10
		}
		if s.unlike&users != 0 {
			state["privateweb"] = n >> 24 % 2 // not visible to the manager
		}
		if s.unlike&masters != 0 {
			state["privatemgr"] = n >> 25 % 2
		}
		if d.bridge() {
			s.must("site_content", d.id, d.audience, state)
		} else {
			s.add("site_content", d.id, d.audience, state)
		}
		s.addTags(d)
		s.addToGroups(d)
	}
}

// evolutionTags are tags with a canary. Visitors do not see them, because the site executes them.
var evolutionTags = []string{
	"[[Form? &to=`%s`]]", "[!Form? &to=`%s`!]", "{{%s}}", "[*%s*]", "[(%s)]", "[+%s+]", "[^%s^]", "[~%s~]",
	"[[a? &b=`{{c? &d=`[*%s*]`}}`]]", "[!a? &b=`[[c? &d=`%s`]]` &e=`[+f+]`!]",
	"[[a? &b=`[[c? &d=`[[e? &f=`[[%s]]`]]`]]`]]",
	`<a href="[[link? &id=` + "`%s`" + `]]">link</a>`,
}

// canaryPlaceholders are in the texts that visitors see. They resolve the chunk shown and the setting footer; the
// others are disabled, secret, or not for visitors. Views that see more get the texts as stored.
const canaryPlaceholders = "<p>{{shown? &from=`[(footer)]`}} {{off}} [(smtppw)] [(mail_key)] [*password*] " +
	"[*purchase_price*] [*sessionid:ifempty=`{{off}}`*] " +
	"{{off:ifempty=`[[a]]`}}</p><figure><img src=\"{{off}}.jpg\" alt=\"[(footer)] {{off}}\"><a " +
	"href=\"[(smtppw)].pdf\">[+from+]</a><figcaption>{{shown}} [*password*]</figcaption></figure>"

// addPlaceholders adds the chunks and settings that canaryPlaceholders name.
func (s *canarySite) addPlaceholders() {
	text := func(table, name, of string, a audience) string {
		value, _ := s.generate(table, name, canaryColumn{name: of, kind: "varchar"}, a, a != nobody, "").(string)
		return value
	}
	s.must("site_htmlsnippets", "shown", nobody, evosite.Record{
		"id": 10, "name": "shown", "disabled": 0,
		"snippet": text("site_htmlsnippets", "shown", "snippet", asVisitor) + " [+from+]",
	})
	s.must("site_htmlsnippets", "off", nobody, evosite.Record{
		"id": 11, "name": "off", "disabled": 1, "snippet": text("site_htmlsnippets", "off", "snippet", nobody),
	})
	for name, a := range map[string]audience{"footer": asVisitor, "smtppw": nobody, "mail_key": nobody} {
		s.must("system_settings", name, nobody,
			evosite.Record{"setting_name": name, "setting_value": text("system_settings", name, "setting_value", a)})
	}
}

// addTags appends tags to the rich texts of a document, after the canaries that everybody sees. A tag that is never
// closed is text.
func (s *canarySite) addTags(d canaryDocument) {
	rows := s.records["site_content"]
	if len(rows) == 0 || rows[len(rows)-1]["id"] != d.id || d.audience&asVisitor == 0 {
		return
	}
	row := rows[len(rows)-1]
	for i, name := range []string{"introtext", "content"} {
		inside := s.generate("site_content", d.id, canaryColumn{name: name + " tag", kind: "varchar"}, d.audience&users,
			true, "")
		if s.differs(d.audience & users) {
			inside = strings.Repeat(fmt.Sprint(inside, " "), 20)
		}
		tag := fmt.Sprintf(evolutionTags[(int(d.id)+5*i)%len(evolutionTags)], inside)
		row[name] = fmt.Sprintf("<p>return %s of %s</p>%s", row[name], tag, canaryPlaceholders)
		if d.id == 12 {
			row[name] = fmt.Sprint(row[name], "[[Form? &to=`",
				s.generate("site_content", d.id, canaryColumn{name: name + " never closed", kind: "varchar"}, d.audience, true, ""))
		}
	}
}

// addToGroups puts a document in its groups where they decide about the view, and otherwise in arbitrary ones.
func (s *canarySite) addToGroups(d canaryDocument) {
	add := func(group int64) {
		key := group*1000 + d.id
		s.must("document_groups", key, nobody, evosite.Record{"id": key, "document_group": group, "document": d.id})
	}
	own := int64(0)
	for _, w := range watchers {
		if w.view == s.unlike {
			own = w.group
		}
	}
	for _, group := range d.groups {
		switch {
		case s.unlike == nobody, s.unlike == asVisitor && !s.differs(d.audience), group == own && own != 0:
			add(group)
		case number("group", d.id, group, s.unlike)%2 == 0:
			add(group + 10)
		}
	}
	for _, group := range []int64{21, 22} {
		// These groups restrict documents, so no document that visitors see is in them.
		if s.unlike != nobody && (s.unlike != asVisitor || s.differs(d.audience)) &&
			number("group", d.id, group, s.unlike)%3 == 0 {
			add(group)
		}
	}
}

// canaryTV is a template variable and who may see it.
type canaryTV struct {
	id       int64
	name     string // %s is a canary
	audience audience
	group    int64 // which it is restricted to; 0: none
	value    string
	initial  string // default and elements
}

// hiddenTV is a variable that the owner hides from visitors. The second site for visitors does not have it.
const hiddenTV = 20

var canaryTVs = []canaryTV{
	{11, "color", everyone, 0, "%s", "%s"},
	{12, "in-stock", everyone, 0, "%s text %[1]s", "%s"},
	{13, "computed", everyone, 0, "%s", "@EVAL return '%s';"}, // defaults and elements are bindings
	{14, "partly", everyone, 0, " @select '%s'", "%s"},        // values are
	{15, "%s", masters | asStaff, 2, "%s", "%s"},
	{16, "%s", masters | asAuditor, 3, "%s", "%s"},
	{17, "%s", masters, 9, "%s", "%s"},
	{18, "topics", everyone, 0, "%s", "%s"},
	{19, "Access_Token", nobody, 0, "%s", "%s"},        // a sensitive name of the contract
	{hiddenTV, "purchase_price", users, 0, "%s", "%s"}, // both are hidden by hidden_tvs
	{21, "%s_x", users, 0, "%s", "%s"},
}

// except removes visitors from the audience of a binding.
func except(a audience, format string) audience {
	if strings.HasPrefix(strings.TrimSpace(format), "@") {
		return a &^ asVisitor
	}
	return a
}

func (s *canarySite) addTVs() {
	tvs := slices.Clone(canaryTVs)
	// more that the view does not see, before and behind the others
	if s.unlike&(asVisitor|asStaff|asAuthor|asAuditor) != 0 {
		tvs = append(tvs, canaryTV{5, "%s", masters, 21, "%s", "%s"},
			canaryTV{75, "%s", masters, 22, "@FILE %s", "@CHUNK %s"})
	}
	for _, tv := range tvs {
		if tv.id == hiddenTV && s.unlike == asVisitor {
			continue
		}
		id := tv.id
		if s.differs(tv.audience) && id > 10 {
			id += 30
		}
		var name any = tv.name
		if strings.Contains(tv.name, "%s") {
			name = canary{tv.name, tv.audience}
		}
		initial := canary{tv.initial, except(tv.audience, tv.initial)}
		given := evosite.Record{"id": id, "name": name, "default_text": initial, "elements": initial}
		switch tv.id {
		case 5, 12, 15, 16, hiddenTV:
			given["type"] = "image"
		case 13, 14, 17, 19, 75:
			given["type"] = "file"
		}
		if s.chance(initial.audience, 2, "null", id) && !s.differs(tv.audience) {
			given["default_text"], given["elements"] = nil, nil // instead of a binding
		}
		s.must("site_tmplvars", id, tv.audience, given)
		if tv.group != 0 {
			s.must("site_tmplvar_access", id, nobody, evosite.Record{"id": id, "tmplvarid": id, "documentgroup": tv.group})
		}
		for _, d := range s.records["site_content"] {
			s.addValue(tv, id, d["id"].(int64))
		}
	}
}

// documentAudience returns the views that may see a document of the site.
func (s *canarySite) documentAudience(id int64) audience {
	for _, d := range canaryDocuments {
		if d.id == id {
			return d.audience
		}
	}
	if s.unlike == asVisitor {
		return users
	}
	return masters
}

// addValue adds the value of a document for a variable: every other document has one, and some values have tags.
func (s *canarySite) addValue(tv canaryTV, id, document int64) {
	a := tv.audience & s.documentAudience(document)
	key := id*1000 + document
	if (tv.id+document)%3 != 0 && tv.id != 18 {
		value := canary{tv.value, except(a, tv.value)}
		given := evosite.Record{"id": key, "tmplvarid": id, "contentid": document, "value": value}
		if s.chance(value.audience, 3, "null", key) && !s.differs(a) {
			given["value"] = nil
		}
		s.add("site_tmplvar_contentvalues", key, a, given)
	}
	if (tv.id == 18 || tv.id == hiddenTV || tv.group != 0) && (document+tv.id)%2 == 0 {
		tag := int64(number("tag", key)%8) + 1
		if s.differs(a) {
			tag = int64(number("tag", key, s.unlike)%12) + 1
		}
		s.add("site_content_tags", key, a, evosite.Record{"doc_id": document, "tv_id": id, "tag_id": tag})
	}
}

// addOthers fills the tables other than those of documents and variables.
func (s *canarySite) addOthers() {
	for id := range int64(12) {
		given := evosite.Record{"id": id + 1}
		if id < 8 {
			given["name"] = fmt.Sprint("tag", id+1)
		}
		s.must("tags", id+1, nobody, given)
	}
	for _, name := range oracle.Models() {
		switch name {
		case "SiteTmplvar", "SiteTmplvarContentvalue", "User", "UserAttribute", "RolePermissions":
			continue
		}
		for id := range int64(4) {
			s.add(modelTables[name], id+1, modelAudience(name), evosite.Record{"id": id + 1})
		}
	}
	for id := range int64(4) {
		s.add("site_htmlsnippets", id+1, nobody, evosite.Record{"id": id + 1})
	}
	s.addPeople()
	for id, group := range map[int64]evosite.Record{
		1: {"private_memgroup": 0, "private_webgroup": 1}, 2: {"private_memgroup": 0, "private_webgroup": 0},
		3: {"private_memgroup": 1, "private_webgroup": 0}, 4: {"private_memgroup": 0, "private_webgroup": 0},
		21: {"private_memgroup": 1, "private_webgroup": 1}, 22: {"private_memgroup": 0, "private_webgroup": 1},
	} {
		group["id"] = id
		s.must("documentgroup_names", id, nobody, group)
		s.must("membergroup_names", id, nobody, evosite.Record{"id": id})
	}
	access := func(id, members, documents, context int64) {
		s.must("membergroup_access", id, nobody,
			evosite.Record{"id": id, "membergroup": members, "documentgroup": documents, "context": context})
	}
	access(1, 2, 2, 0)
	access(2, 3, 3, 0)
	access(3, 3, 2, 1) // for visitors, not in the manager
	access(4, 7, 9, 0)
	if s.unlike != nobody {
		access(5, 7, 21, 0)
		access(6, 8, 22, 0)
		access(7, 8, 2, 0)
	}
	s.must("system_settings", "use_udperms", nobody, evosite.Record{"setting_name": "use_udperms", "setting_value": "1"})
	name := s.generate("system_settings", "site_name", canaryColumn{name: "setting_value", kind: "varchar"}, everyone,
		true, "")
	s.must("system_settings", "site_name", nobody, evosite.Record{
		"setting_name":  "site_name",
		"setting_value": s.withTag("system_settings", "the name", canaryColumn{name: "setting_value"}, everyone, name),
	})
	for _, name := range []string{"friendly_urls", "use_alias_path"} {
		s.must("system_settings", name, nobody, evosite.Record{"setting_name": name, "setting_value": "1"})
	}
	for i := range 5 {
		s.add("system_settings", i, nobody, evosite.Record{})
	}
	s.addPlaceholders()
	// emcp uses nothing of these tables, so their columns may hold anything.
	for i := range int64(10) {
		s.add("site_content_closure", i, nobody, evosite.Record{
			"closure_id": i + 1, "ancestor": 1 + number("up", i, s.unlike)%40, "descendant": 1 + number("down", i, s.unlike)%40,
			"depth": 1,
		})
		s.add("site_tmplvar_templates", i, nobody,
			evosite.Record{"tmplvarid": i, "templateid": 1 + number("template", i, s.unlike)%40})
	}
}

// addPeople adds the owners of the tokens, and other users.
func (s *canarySite) addPeople() {
	person := func(id, role int64, given evosite.Record) {
		a := modelAudience("User")
		add := s.add
		if role != 0 {
			add = s.must
		}
		if s.chance(a, 4, "person", id) && role == 0 {
			return
		}
		add("users", id, a, evosite.Record{"id": id})
		attributes := evosite.Record{"id": id + 100, "internalKey": id}
		maps.Copy(attributes, given)
		add("user_attributes", id, a, attributes)
	}
	for _, w := range watchers {
		if w.user == 0 {
			continue
		}
		person(w.user, w.user, evosite.Record{"role": w.user, "blocked": 0, "blockeduntil": 0, "blockedafter": 0})
		s.must("emcp_tokens", w.user, nobody, evosite.Record{
			"id": w.user, "user_id": w.user, "token_hash": auth.HashToken(w.token).String(), "scopes": `["mcp:read","mcp:call"]`,
			"expires_at": nil, "revoked_at": nil,
		})
		if w.group != 0 {
			s.must("member_groups", w.user, nobody, evosite.Record{"id": w.user, "user_group": w.group, "member": w.user})
		}
	}
	for id := range int64(4) {
		person(50+id, 0, nil)
		s.add("emcp_tokens", 50+id, nobody, evosite.Record{"id": 50 + id})
		s.add("member_groups", 50+id, nobody,
			evosite.Record{"id": 50 + id, "user_group": 2 + number("member", id, s.unlike)%2, "member": 50 + id})
	}
	id := int64(0)
	permission := func(role int64, text any) {
		id++
		s.must("role_permissions", id, modelAudience("RolePermissions"),
			evosite.Record{"id": id, "role_id": role, "permission": text})
	}
	for role, permissions := range [][]string{2: {"emcp", "edit_user"}, 3: {"emcp"}, 4: {"emcp", "edit_role"}} {
		for _, text := range permissions {
			permission(int64(role), text)
		}
	}
	for range 3 {
		permission(9, canary{"%s", modelAudience("RolePermissions")})
	}
	if s.differs(modelAudience("RolePermissions")) {
		permission(9, canary{"%s", masters | asAuditor})
		permission(8, "edit_role") // of a role that is not the caller's
	}
}

// canaryOptions make the tables of the release with the most columns.
var canaryOptions = evosite.Options{Prefix: "evo_", Generation: "3.5"}

// columnsOfSite returns the columns of every table.
func columnsOfSite(t testing.TB) map[string][]canaryColumn {
	t.Helper()
	d := testdb.Open(t)
	if err := evosite.Create(t.Context(), d.DB, canaryOptions); err != nil {
		t.Fatal(err)
	}
	rows, err := d.DB.QueryContext(t.Context(),
		"SELECT table_name, column_name, data_type, IF(character_maximum_length < 1000, character_maximum_length, 0)"+
			" FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns := map[string][]canaryColumn{}
	for rows.Next() {
		var table string
		var c canaryColumn
		var length *int
		if err := rows.Scan(&table, &c.name, &c.kind, &length); err != nil {
			t.Fatal(err)
		}
		if length != nil {
			c.length = *length
		}
		table = strings.TrimPrefix(table, canaryOptions.Prefix)
		columns[table] = append(columns[table], c)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return columns
}

// makeSite makes the site that differs from the first one in what a view must not see; for nobody it makes the first
// one.
func makeSite(t testing.TB, columns map[string][]canaryColumn, known canaries, unlike audience) *canarySite {
	t.Helper()
	s := &canarySite{
		unlike: unlike, columns: columns, records: map[string][]evosite.Record{}, known: known, hidden: map[string][]string{},
	}
	s.addDocuments()
	s.addTVs()
	s.addOthers()
	for table := range columns {
		if len(s.records[table]) == 0 {
			t.Fatalf("the table %s has no rows", table)
		}
	}
	return s
}

// LoadFixture writes the site into a database of its own.
func (s *canarySite) load(t testing.TB) *testdb.Database {
	t.Helper()
	d := testdb.Open(t)
	s.loadInto(t, d)
	return d
}

func (s *canarySite) loadInto(t testing.TB, d *testdb.Database) {
	t.Helper()
	if err := evosite.Load(t.Context(), d.DB, &evosite.Site{Records: s.records}, canaryOptions); err != nil {
		t.Fatal(err)
	}
}

// gateway is a server in front of a site, with everything that it writes to its logs.
type gateway struct {
	config  *config.Config
	handler http.Handler
	logs    *Log
}

// newGateway starts a server with the configuration; the texts in place of ${...} are the DSN and hashes of tokens.
func newGateway(t testing.TB, dsn string) *gateway {
	t.Helper()
	return newGatewayWith(t, canarySettings, dsn)
}

// newGatewayWith is newGateway with other settings.
func newGatewayWith(t testing.TB, settings, dsn string) *gateway {
	t.Helper()
	c, err := config.Parse([]byte(settings), func(name string) (string, bool) {
		if name == "DSN" {
			return dsn, true
		}
		return auth.HashToken(name).String(), true
	})
	if err != nil {
		t.Fatal(err)
	}
	logs := &Log{}
	log := slog.New(slog.NewJSONHandler(logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s, err := server.New(c, server.Options{Version: "1.2.3", Log: log, Requests: logs})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &gateway{c, s.Handler(), logs}
}

// ask sends a request and returns the whole answer.
func (g *gateway) ask(token string, q question) string { return readable(g.send(token, q)) }

func (g *gateway) send(token string, q question) string {
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "http://127.0.0.1"+q.path,
		strings.NewReader(q.body))
	r.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + token},
		"X-Trace-Id": {"trace-1"}, "Mcp-Session-Id": {token}}
	if q.key != "" {
		r.Header.Set("Idempotency-Key", q.key)
	}
	w := httptest.NewRecorder()
	g.handler.ServeHTTP(w, r)
	var header bytes.Buffer
	if err := w.Result().Header.Write(&header); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%d\n%s\n%s", w.Code, header.String(), w.Body)
}

// cursor finds the cursor of an answer. In the text of a result its quotes are escaped.
var cursor = regexp.MustCompile(`(next_?[cC]ursor\\?":\\?")([\w-]+)`)

var offsetPattern = regexp.MustCompile(`,"offset":\d+`)

// readable replaces the cursors of an answer by their content, without the MAC, which looks random.
func readable(answer string) string {
	return cursor.ReplaceAllStringFunc(answer, func(found string) string {
		parts := cursor.FindStringSubmatch(found)
		sealed, err := base64.RawURLEncoding.DecodeString(parts[2])
		if err != nil {
			panic(err)
		}
		return parts[1] + string(sealed[sha256.Size:])
	})
}

// behind returns the question for the page after an answer, if there is one.
func (q question) behind(answer string) (question, bool) {
	found := cursor.FindStringSubmatch(answer)
	if found == nil {
		return question{}, false
	}
	q.body = offsetPattern.ReplaceAllString(q.body, "")
	q.body = strings.Replace(q.body, `"arguments":{`, `"arguments":{"cursor":"`+found[2]+`",`, 1)
	q.body = strings.Replace(q.body, `"params":{}`, `"params":{"cursor":"`+found[2]+`"}`, 1)
	return q, true
}

// question is a request.
type question struct{ path, body, key string }

// questions collects them.
type questions struct {
	all  []question
	seen map[question]bool
}

func (q *questions) add(x question) {
	if !q.seen[x] {
		q.seen[x] = true
		q.all = append(q.all, x)
	}
}

// call adds a call of a tool.
func (q *questions) call(tool string, a oracle.Arguments) {
	arguments, err := stdjson.Marshal(a)
	if err != nil {
		panic(err)
	}
	q.raw("/mcp/content", tool, string(arguments))
}

func (q *questions) raw(path, tool, arguments string) {
	q.add(question{path: path,
		body: fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool,
			arguments)})
}

// bait are texts to filter by: canaries of both sites that the view must not see, and parts of them.
type bait struct {
	known  canaries
	view   audience
	hidden []map[string][]string // of each site, by place
	all    []string              // any texts, for places that have none
}

func newBait(view audience, sites ...*canarySite) *bait {
	b := &bait{known: sites[0].known, view: view}
	for _, s := range sites {
		places := map[string][]string{}
		for place, texts := range s.hidden {
			for _, text := range texts {
				if s.known[text].audience&view == 0 {
					places[place] = append(places[place], text)
				}
			}
		}
		b.hidden = append(b.hidden, places)
		for _, place := range []string{
			"users.password", "site_content.content", "site_snippets.snippet", "site_content.pagetitle",
			"site_tmplvar_contentvalues.value",
		} {
			b.all = append(b.all, places[place]...)
		}
	}
	return b
}

// texts returns the canaries of a place, one for each site.
func (b *bait) texts(place string) []string {
	var texts []string
	for i, places := range b.hidden {
		if some := places[place]; len(some) > 0 {
			texts = append(texts, some[number(place, i)%uint64(len(some))])
		}
	}
	if len(texts) == 0 {
		texts = b.all[:1]
	}
	return texts
}

// numbers is like texts, for a place that has numbers.
func (b *bait) numbers(place string) []string {
	var numbers []string
	for _, text := range b.texts(place) {
		if _, err := strconv.Atoi(text); err == nil {
			numbers = append(numbers, text)
		}
	}
	if len(numbers) == 0 {
		numbers = []string{"1200000000"}
	}
	return numbers
}

// condition is an operator with its value.
type condition struct {
	op    string
	value any
}

// conditions are all operators, with canaries of a place and with parts of them.
func conditions(texts []string, parts bool) []condition {
	all := []condition{{"null", nil}, {"!null", nil}}
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
		for _, op := range []string{"=", "!=", "<", "<=", ">", ">="} {
			if i == 0 || op == "=" || op == "<" {
				all = append(all, condition{op, text})
			}
		}
		if parts {
			all = append(all, condition{"like", text[3:7]}, condition{"like-r", text[:5]},
				condition{"like-l", text[len(text)-4:]})
		} else {
			all = append(all, condition{"like-r", text[:4]})
		}
	}
	return append(all, condition{"in", list}, condition{"not_in", list})
}

func (c condition) onTV(tv, cast string, useDefault bool) oracle.TVFilter {
	return oracle.TVFilter{TV: tv, Op: c.op, Value: c.value, Cast: cast, UseDefault: useDefault}
}

var (
	hundred    = new(int64(100))
	directions = []string{"asc", "desc"}
)

// questionsOf returns the calls that a view makes on both sites.
func questionsOf(b *bait, sites []*canarySite) []question {
	q := &questions{seen: map[question]bool{}}
	for _, method := range []string{"initialize", "ping", "tools/list"} {
		if method != "initialize" { // whose session id is random
			q.add(question{path: "/mcp/content", body: `{"jsonrpc":"2.0","id":1,"method":"` + method + `"}`})
		}
	}
	var ids []int64 // of documents, also of those that are not there
	for id := range int64(80) {
		if id <= 3 || id >= 10 && id <= 38 || id >= 60 && id <= 68 || id == 79 {
			ids = append(ids, id)
		}
	}
	b.askDocuments(q, ids)
	b.askTVs(q, sites)
	b.askSearches(q)
	b.askTexts(q, ids)
	b.askWords(q)
	b.askModels(q)
	b.askInTags(q)
	b.askErrors(q)
	askDescriptions(q)
	askGroups(q, ids)
	b.askResources(q, ids)
	return q.all
}

// askAll returns the answers, each with that of the next page.
func askAll(g *gateway, token string, asked []question) []string {
	answers := make([]string, len(asked))
	for i, q := range asked {
		answer := g.send(token, q)
		answers[i] = readable(answer)
		if next, more := q.behind(answer); more {
			answers[i] += "\n" + g.ask(token, next)
		}
	}
	return answers
}

var treeTools = []string{
	"descendants", "ancestors", "children", "siblings", "neighbors", "prev_siblings", "next_siblings", "children_range",
	"siblings_range",
}

// askDocuments walks from every document.
func (b *bait) askDocuments(q *questions, ids []int64) {
	tvs := []string{"color", "in-stock:d", "computed:d", "partly"}
	for _, id := range ids {
		q.call("evo.content.get", oracle.Arguments{ID: &id, WithTVs: tvs})
		q.call("evo.content.search", oracle.Arguments{Parent: &id, Limit: hundred})
		for _, trash := range []bool{true, false} {
			q.call("evo.content.search", oracle.Arguments{Parent: &id, Depth: new(int64(2)), Deleted: &trash, Limit: hundred})
		}
		for _, tool := range treeTools {
			a := oracle.Arguments{ID: &id, Limit: hundred}
			if tool == "descendants" {
				a.Depth = new(int64(6))
			}
			if strings.HasSuffix(tool, "_range") {
				a.From, a.To = new(int64(1)), new(int64(8))
			}
			q.call("evo.content."+tool, a)
		}
	}
	for depth := range int64(7) {
		q.call("evo.content.root_tree", oracle.Arguments{Depth: &depth, Limit: hundred, WithTVs: tvs})
	}
	// Page by page, beyond the end.
	for offset := range int64(40) {
		a := oracle.Arguments{Limit: new(int64(1)), Offset: &offset}
		q.call("evo.content.search", a)
		if offset < 30 {
			a.Depth = new(int64(6))
			q.call("evo.content.root_tree", a)
			a.ID = new(int64(2))
			q.call("evo.content.descendants", a)
		}
		if offset < 15 {
			a.Depth = nil
			q.call("evo.content.children", a)
			a.ID = new(int64(12))
			q.call("evo.content.siblings", a)
			q.call("evo.content.ancestors", a)
			a.From = new(int64(0))
			q.call("evo.content.siblings_range", a)
			q.call("evo.content.search",
				oracle.Arguments{Limit: new(int64(2)), Offset: &offset, TVOrder: []oracle.TVOrder{{TV: "color", Dir: "desc"}}})
			q.call("evo.model.list",
				oracle.Arguments{Model: "SiteTmplvarContentvalue", Limit: new(int64(3)), Offset: new(offset * 3), OrderBy: "value"})
		}
	}
	for _, offset := range []int64{0, 5000} {
		for _, limit := range []int64{1, 100} {
			q.call("evo.content.search", oracle.Arguments{Limit: &limit, Offset: &offset})
			q.call("evo.model.list", oracle.Arguments{Model: "SiteTmplvar", Limit: &limit, Offset: &offset})
		}
	}
}

// askResources reads every document, subscribes to it, and completes what the view must not know.
func (b *bait) askResources(q *questions, ids []int64) {
	add := func(server, method, params string) {
		q.add(question{path: "/mcp/" + server,
			body: `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`})
	}
	complete := func(argument, value string) {
		add("content", "completion/complete", fmt.Sprintf(
			`{"ref":{"type":"ref/prompt","name":%q},"argument":{"name":%q,"value":%q}}`,
			map[string]string{"section": "audit-section", "tv": "find-content", "model": "find-content"}[argument], argument,
			value))
	}
	for _, server := range []string{"content", "small"} {
		add(server, "resources/list", "{}")
		for id := range 7 {
			add(server, "resources/read", fmt.Sprintf(`{"uri":"evo://%s/template/%d"}`, server, id))
		}
		for _, id := range ids {
			uri := fmt.Sprintf(`{"uri":"evo://%s/content/%d"}`, server, id)
			add(server, "resources/read", uri)
			add(server, "resources/subscribe", uri)
		}
	}
	// no resources
	q.raw("/mcp/content", "evo.content.search", `{"deleted":true,"fields":["introtext","content"],"limit":100}`)
	for _, code := range []string{"en", "de", "uk", "fr", "zq"} {
		q.raw("/mcp/content", "evo.content.search",
			fmt.Sprintf(`{"lang":%q,"fields":["lang","pagetitle"],"limit":100}`, code))
		q.raw("/mcp/content", "evo.content.search", fmt.Sprintf(`{"lang":%q,"query":"zqq","limit":100}`, code))
		q.raw("/mcp/content", "evo.content.search",
			fmt.Sprintf(`{"lang":%q,"query":"zqq return","match":"all","limit":100}`, code))
	}
	q.raw("/mcp/content", "evo.content.search", `{"fields":["lang"],"limit":100}`)
	for _, by := range []string{"template", "parent", "year"} {
		for _, deleted := range []string{"", `"deleted":true,`, `"query":"zqq",`} {
			q.raw("/mcp/content", "evo.content.search", `{`+deleted+`"count_by":"`+by+`","limit":100}`)
		}
	}
	q.raw("/mcp/content", "evo.content.get",
		`{"ids":[`+strings.Join(strings.Fields(strings.Trim(fmt.Sprint(ids[:min(50, len(ids))]), "[]")), ",")+
			`],"with_tvs":["color:d"]}`)
	for _, argument := range []string{"section", "tv", "model"} {
		complete(argument, "")
		complete(argument, "e")
		complete(argument, "purch")
	}
	for _, place := range []string{"site_content.pagetitle", "site_content.pagetitle tag", "site_content.content",
		"site_tmplvars.name"} {
		for _, text := range b.texts(place) {
			for _, part := range []string{text, text[:5], text[3:7]} {
				complete("section", part)
				complete("tv", part)
			}
		}
	}
	for _, id := range ids {
		complete("section", strconv.FormatInt(id, 10))
	}
}

// askTVs names variables in every place: those that the view sees, those that it does not see, and some that do not
// exist.
func (b *bait) askTVs(q *questions, sites []*canarySite) {
	names := []string{"color", "in-stock", "computed", "partly", "topics", "purchase_price"}
	for _, text := range b.texts("site_tmplvars.name") {
		names = append(names, text, text[:len(text)-1], text+"x", text+"_x")
	}
	ofFirst := regexp.MustCompile("^site_tmplvars [12]. name$")
	for _, s := range sites { // of others than this view, too
		for text := range maps.Keys(b.known) {
			if place := b.known[text].place; ofFirst.MatchString(place) &&
				slices.Contains(s.hidden["site_tmplvars.name"], text) {
				names = append(names, text, text+"_x")
			}
		}
	}
	slices.Sort(names)
	baits := b.texts("site_tmplvar_contentvalues.value")
	for _, tv := range slices.Compact(names) {
		q.raw("/mcp/content", "evo.site.describe", fmt.Sprintf(`{"tv":%q}`, tv))
		q.raw("/mcp/content", "evo.content.search", fmt.Sprintf(`{"limit":100,"count_by":%q}`, "tv:"+tv))
		q.raw("/mcp/content", "evo.content.search", fmt.Sprintf(`{"limit":100,"count_by":%q}`, "tv:"+tv+":d"))
		q.call("evo.content.search", oracle.Arguments{WithTVs: []string{tv, tv + ":d"}, Limit: hundred})
		q.call("evo.content.search", oracle.Arguments{WithTVs: []string{tv + ":d"}, Deleted: new(true), Limit: hundred})
		// the answers are all alike
		if secret, ok := b.known[tv]; strings.HasPrefix(tv, "zq") && (!ok || secret.audience&b.view == 0) {
			q.call("evo.content.search", oracle.Arguments{TVOrder: []oracle.TVOrder{{TV: tv}}, Limit: hundred})
			q.call("evo.content.search",
				oracle.Arguments{TVFilters: []oracle.TVFilter{condition{"!null", nil}.onTV(tv, "", true)}, Limit: hundred})
			q.call("evo.content.get", oracle.Arguments{ID: new(int64(10)), WithTVs: []string{tv}})
			continue
		}
		for _, dir := range directions {
			for _, cast := range []string{"", "DECIMAL(20,5)"} {
				for _, useDefault := range []bool{false, true} {
					q.call("evo.content.search",
						oracle.Arguments{TVOrder: []oracle.TVOrder{{TV: tv, Dir: dir, Cast: cast, UseDefault: useDefault}},
							Limit: hundred})
				}
			}
		}
		for _, useDefault := range []bool{false, true} {
			texts := slices.Clone(baits)
			if useDefault {
				texts = b.texts("site_tmplvars.default_text")
			}
			for _, c := range conditions(texts, true) {
				q.call("evo.content.search",
					oracle.Arguments{TVFilters: []oracle.TVFilter{c.onTV(tv, "", useDefault)}, Limit: hundred})
			}
			for _, cast := range []string{"UNSIGNED", "SIGNED", "DECIMAL(20,5)"} {
				for _, op := range []string{"=", "!=", "<", "<=", ">", ">="} {
					c := condition{op, "0"}
					q.call("evo.content.search",
						oracle.Arguments{TVFilters: []oracle.TVFilter{c.onTV(tv, cast, useDefault)}, Limit: hundred})
				}
			}
		}
	}
	b.askDates(q, slices.Compact(names))
	var tags []string
	for tag := range 12 {
		tags = append(tags, fmt.Sprint("tag", tag+1))
	}
	for _, id := range []int64{5, 10, 11, 14, 15, 16, 17, 18, hiddenTV, 21, 45, 46, 47, 48, 51, 75, 79} {
		q.call("evo.content.search", oracle.Arguments{TagsData: &oracle.TagsData{TV: id, Tags: tags}, Limit: hundred})
		if id == 18 {
			for _, tag := range append(tags, b.texts("tags.name")...) {
				q.call("evo.content.search",
					oracle.Arguments{TagsData: &oracle.TagsData{TV: id, Tags: []string{tag}}, Limit: hundred})
			}
		}
	}
}

// askDates reads and compares every variable as a date, as a number and by its type, and searches for documents by
// date.
func (b *bait) askDates(q *questions, tvs []string) {
	search := func(arguments string) { q.raw("/mcp/content", "evo.content.search", `{"limit":100,`+arguments+`}`) }
	for _, tv := range tvs {
		search(fmt.Sprintf(`"with_tvs":[%q],"dates":"rfc3339"`, tv+":d"))
		search(fmt.Sprintf(`"with_tvs":[%q],"tv_format":"typed"`, tv+":d"))
		search(fmt.Sprintf(`"with_tvs":[%q],"expand":[%q]`, tv+":d", tv))
		search(fmt.Sprintf(`"tv_order":[{"tv":%q,"cast":"NUMBER","use_default":true}]`, tv))
		search(fmt.Sprintf(`"tv_filters":[{"tv":%q,"op":"<","value":1000000000,"cast":"NUMBER"}]`, tv))
		for _, cast := range []string{"DATE", "DATETIME"} {
			search(fmt.Sprintf(`"tv_order":[{"tv":%q,"cast":%q,"use_default":true}]`, tv, cast))
			search(fmt.Sprintf(`"tv_filters":[{"tv":%q,"op":">","value":"1000-01-01","cast":%q}]`, tv, cast))
		}
	}
	for _, dates := range []string{"created_between", "edited_between", "published_between", "expires_between"} {
		for _, period := range []string{`{"from":"-1000y"}`, `{"to":"+1000y"}`, `{"from":"-1w","to":"now"}`} {
			search(fmt.Sprintf(`%q:%s`, dates, period))
			search(fmt.Sprintf(`%q:%s,"deleted":true,"query":"zqq"`, dates, period))
		}
	}
	for _, only := range []string{"no_description", "no_image", "not_in_menu", "unlinked", "broken_links"} {
		search(fmt.Sprintf(`"only":[%q]`, only))
		search(fmt.Sprintf(`"only":[%q],"query":"zqq","fields":["id","content","path","url"]`, only))
	}
	for _, name := range oracle.Models() {
		q.raw("/mcp/content", "evo.model.list", fmt.Sprintf(`{"model":%q,"limit":100,"dates":"rfc3339"}`, name))
	}
}

// askSearches searches by every property of a document.
func (b *bait) askSearches(q *questions) {
	flags := []*bool{nil, new(true), new(false)}
	for _, published := range flags {
		for _, deleted := range flags {
			for _, hidden := range flags {
				q.call("evo.content.search",
					oracle.Arguments{Published: published, Deleted: deleted, HideMenu: hidden, Limit: hundred})
			}
			for _, field := range []string{"id", "pagetitle", "menuindex", "createdon", "pub_date"} {
				for _, dir := range directions {
					q.call("evo.content.search", oracle.Arguments{
						Published: published, Deleted: deleted, OrderBy: field, OrderDir: dir, Limit: hundred,
						WithTVs: []string{"in-stock"},
					})
				}
			}
		}
	}
	for _, dir := range directions {
		q.call("evo.content.search", oracle.Arguments{OrderByDate: dir, Limit: hundred})
	}
	for _, text := range b.numbers("site_content.template") {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			panic(err)
		}
		q.call("evo.content.search", oracle.Arguments{Template: &n, Limit: hundred})
		q.call("evo.content.search", oracle.Arguments{Template: &n, Deleted: new(true), Limit: hundred})
	}
	for _, place := range []string{"site_templates.templatename", "site_templates.templatename tag",
		"site_templates.description"} {
		for _, text := range b.texts(place) {
			for _, name := range []string{text, text[:5], "{{" + text + "}}", "zqq"} {
				q.raw("/mcp/content", "evo.content.search", fmt.Sprintf(`{"template_name":%q,"limit":100}`, name))
				q.raw("/mcp/content", "evo.content.search",
					fmt.Sprintf(`{"template_name":%q,"query":"zqq","deleted":true,"limit":100}`, name))
				q.raw("/mcp/content", "evo.site.describe", fmt.Sprintf(`{"template_name":%q}`, name))
			}
		}
	}
}

// everyField are all members that a document can have.
var everyField = slices.Concat(oracle.ContractFields, oracle.ExtensionFields, []string{"url"})

// askTexts asks for all members of documents, in every format, and also for texts that are cut.
func (b *bait) askTexts(q *questions, ids []int64) {
	for i, format := range []string{"markdown", "text", "html"} {
		for _, id := range ids {
			if b.view&asVisitor != 0 || format == "html" || id%3 == int64(i) {
				q.call("evo.content.get", oracle.Arguments{ID: &id, Fields: everyField, Format: format})
			}
		}
		few := slices.DeleteFunc(slices.Clone(everyField), func(name string) bool { return name == "content" })
		for tool, a := range map[string]oracle.Arguments{
			"search":      {Limit: hundred, IncludeTotal: true},
			"root_tree":   {Limit: hundred, Depth: new(int64(6)), IncludeTotal: true},
			"children":    {ID: new(int64(2)), Limit: new(int64(7))},
			"ancestors":   {ID: new(int64(32)), Limit: hundred, IncludeTotal: true},
			"descendants": {ID: new(int64(3)), Limit: new(int64(2)), Depth: new(int64(6)), IncludeTotal: true},
			"siblings":    {ID: new(int64(10)), Limit: hundred, Dates: "rfc3339", IncludeTotal: true},
		} {
			a.Format, a.Fields = format, everyField
			q.call("evo.content."+tool, a)
			a.Fields = few
			q.call("evo.content."+tool, a)
		}
		for _, id := range ids {
			q.raw("/mcp/content", "evo.content.get",
				fmt.Sprintf(`{"id":%d,"fields":["path_ids","previous","next","children"],"with_tvs":["*"],"format":%q}`, id,
					format))
		}
		for _, id := range ids {
			q.raw("/mcp/content", "evo.content.get", fmt.Sprintf(`{"id":%d,"fields":["media"],"format":%q}`, id, format))
		}
		for _, limit := range []int{1, 5, 100} {
			q.raw("/mcp/small", "evo.content.search",
				fmt.Sprintf(`{"limit":%d,"fields":["media","content"],"format":%q}`, limit, format))
			q.raw("/mcp/content", "evo.content.search",
				fmt.Sprintf(`{"limit":%d,"deleted":true,"fields":["media"],"format":%q}`, limit, format))
		}
		for _, id := range ids {
			q.raw("/mcp/content", "evo.content.get",
				fmt.Sprintf(`{"id":%d,"omit_empty":true,"with_tvs":["*"],"format":%q}`, id, format))
		}
		q.raw("/mcp/content", "evo.model.list", `{"model":"SiteTmplvarContentvalue","limit":100,"omit_empty":true}`)
		for _, trash := range []bool{true, false} {
			q.raw("/mcp/content", "evo.content.search",
				fmt.Sprintf(`{"deleted":%t,"limit":100,"fields":["previous","next","children"],"with_tvs":["*"],"format":%q}`,
					trash, format))
		}
		for _, cut := range []string{`"max_chars":1`, `"max_chars":30`, `"max_chars":45`,
			`"max_chars":30,"content_offset":15`, `"content_offset":40`} {
			for _, id := range []int64{10, 12, 25} {
				q.raw("/mcp/content", "evo.content.get",
					fmt.Sprintf(`{"id":%d,"fields":["introtext","content"],"format":%q,%s}`, id, format, cut))
			}
		}
		for _, limit := range []int{1, 3, 10, 100} {
			q.raw("/mcp/small", "evo.content.search",
				fmt.Sprintf(`{"limit":%d,"fields":["introtext","content"],"format":%q}`, limit, format))
		}
	}
	for _, trash := range []bool{true, false} {
		q.call("evo.content.search",
			oracle.Arguments{Deleted: &trash, Limit: new(int64(9)), Fields: everyField, Format: "html", IncludeTotal: true})
	}
	for _, name := range oracle.Models() {
		q.call("evo.model.list", oracle.Arguments{Model: name, Limit: new(int64(2)), IncludeTotal: true})
	}
}

// askWords searches for words: for canaries that the view must not see, for parts of them, and for the words around
// them. It searches for everything inside of tags, so that a caller could not learn it letter by letter.
func (b *bait) askWords(q *questions) {
	words := []string{"return", "zqq", "form", "link", "href", "text", "select", "eval", `"return zqq"`, "[[", "%", "<p>"}
	for _, place := range []string{
		"site_content.pagetitle", "site_content.longtitle", "site_content.menutitle", "site_content.alias",
		"site_content.description",
		"site_content.introtext", "site_content.content", "site_content.introtext tag", "site_content.content tag",
		"site_content.link_attributes", "site_tmplvar_contentvalues.value", "site_tmplvars.default_text", "users.password",
	} {
		for _, text := range b.texts(place) {
			// the last has a nearest word
			words = append(words, text, text[:5], text[3:7], "return "+text, text[:len(text)-1]+"x")
		}
	}
	for i, places := range b.hidden {
		for _, place := range []string{
			"site_content.introtext tag", "site_content.content tag", "site_content.pagetitle tag", "site_content.longtitle tag",
			"site_content.menutitle tag", "site_content.description tag", "site_content.alias tag",
			"site_tmplvar_contentvalues.value tag",
		} {
			for j, text := range places[place] {
				words = append(words, text)
				for n := 3; i == 0 && j%8 == 0 && n < len(text); n++ {
					words = append(words, text[:n])
				}
			}
		}
	}
	for i, word := range words {
		a := oracle.Arguments{Query: word, Limit: hundred, Fields: []string{"pagetitle"}, IncludeTotal: true}
		q.call("evo.content.search", a)
		switch i % 4 {
		case 0:
			a.QueryTVs = []string{"color", "in-stock", "computed", "partly"}
		case 1:
			a.Fields, a.Format, a.Limit = everyField, "html", new(int64(4))
		case 2:
			a.OrderBy, a.OrderDir, a.Limit, a.Match = "pagetitle", "desc", new(int64(3)), "all"
		case 3:
			a.Deleted, a.QueryTVs = new(true), []string{"partly"}
		}
		q.call("evo.content.search", a)
	}
	for _, tv := range append(b.texts("site_tmplvars.name"), "color", "partly", "computed", "purchase_price") {
		for _, text := range append(b.texts("site_tmplvar_contentvalues.value"), "zqq", "select", "return") {
			q.call("evo.content.search",
				oracle.Arguments{Query: text, QueryTVs: []string{tv}, Limit: new(int64(5)), IncludeTotal: true})
		}
	}
	for _, limit := range []int{1, 3, 10, 100} {
		q.raw("/mcp/small", "evo.content.search",
			fmt.Sprintf(`{"limit":%d,"query":"return zqq","query_tvs":["partly","color"]}`, limit))
	}
}

// askModels lists and gets the rows of every model, by every field, operator and order.
func (b *bait) askModels(q *questions) {
	for _, name := range oracle.Models() {
		if modelAudience(name)&b.view == 0 {
			q.call("evo.model.list", oracle.Arguments{Model: name, Limit: hundred})
		}
		for _, field := range oracle.Fields(name) {
			column, isInteger := strings.CutSuffix(field, "#")
			place := modelTables[name] + "." + column
			texts := b.texts(place)
			if isInteger {
				texts = b.numbers(place)
			}
			if modelAudience(name)&b.view == 0 { // one is enough for what is forbidden
				q.call("evo.model.list", listWhere(name, column, condition{"=", texts[0]}))
				continue
			}
			for _, c := range conditions(texts, !isInteger) {
				q.call("evo.model.list", listWhere(name, column, c))
			}
			for _, dir := range directions {
				q.call("evo.model.list", oracle.Arguments{Model: name, OrderBy: column, OrderDir: dir, Limit: hundred})
			}
		}
		rows := []int64{0, 1, 2, 3, 4, 5, 6, 50, 51, 52, 101, 102, 103, 104, 150}
		switch name {
		case "SiteTmplvar":
			rows = nil
			for id := range int64(80) {
				rows = append(rows, id)
			}
		case "SiteTmplvarContentvalue":
			rows = nil
			for _, tv := range []int64{11, 13, 14, 15, 16, 17, hiddenTV, 21, 45, 46, 47, 51} {
				for _, document := range []int64{10, 11, 13, 18, 19, 20, 21, 25, 27, 60, 61} {
					rows = append(rows, tv*1000+document)
				}
			}
		}
		for _, id := range rows {
			q.call("evo.model.get", oracle.Arguments{Model: name, ID: &id})
		}
		for _, path := range []string{"", "/1", "/11010", "/102"} {
			q.add(question{path: "/mcp/content",
				body: RequestWith("resources/read", fmt.Sprintf(`{"uri":"evo://content/model/%s%s"}`, name, path))})
		}
	}
}

// askInTags searches for what is inside of tags, letter by letter, with every condition on every text that visitors can
// name.
func (b *bait) askInTags(q *questions) {
	letters := func(place string, ask func(condition)) {
		for i, text := range b.texts(place) {
			for n := 3; n < len(text); n++ {
				ask(condition{"like", text[:n]})
				if i == 0 {
					ask(condition{"like-l", text[n:] + "]]"})
					ask(condition{"<", "[[Form? &to=`" + text[:n]})
				}
			}
		}
		for _, c := range conditions(b.texts(place), true) {
			ask(c)
		}
	}
	for _, name := range oracle.Models() {
		for _, field := range oracle.Fields(name) {
			place := modelTables[name] + "." + field + " tag"
			if modelAudience(name)&b.view == 0 || len(b.hidden[0][place]) == 0 {
				continue
			}
			letters(place, func(c condition) { q.call("evo.model.list", listWhere(name, field, c)) })
		}
	}
	for _, tv := range []string{"color", "in-stock", "topics"} {
		for place, useDefault := range map[string]bool{"site_tmplvar_contentvalues.value tag": false,
			"site_tmplvars.default_text tag": true} {
			letters(place, func(c condition) {
				q.call("evo.content.search",
					oracle.Arguments{TVFilters: []oracle.TVFilter{c.onTV(tv, "", useDefault)}, Limit: new(int64(2)),
						IncludeTotal: true})
			})
		}
	}
	for _, text := range b.texts("site_content.pagetitle tag") {
		q.call("evo.content.search",
			oracle.Arguments{Query: "zqq " + text[:5], OrderBy: "pagetitle", Limit: new(int64(1)), IncludeTotal: true})
	}
}

func listWhere(name, field string, c condition) oracle.Arguments {
	return oracle.Arguments{Model: name, Limit: hundred,
		Filters: &oracle.Filters{Where: []oracle.Condition{{Field: field, Op: c.op, Value: c.value}}}}
}

// askDescriptions describes the site and every template.
func askDescriptions(q *questions) {
	for _, path := range []string{"/mcp/content", "/mcp/small"} {
		for _, arguments := range []string{`{}`, `{"detail":"full"}`} {
			q.raw(path, "evo.site.describe", arguments)
		}
	}
	for id := range 20 {
		q.raw("/mcp/content", "evo.site.describe", fmt.Sprintf(`{"template":%d}`, id))
	}
}

// askGroups calls tools through a group.
func askGroups(q *questions, ids []int64) {
	for _, arguments := range []string{`{}`, `{"words":"search"}`, `{"words":"zqq"}`} {
		q.raw("/mcp/grouped", "pages_find", arguments)
	}
	for _, id := range ids {
		q.raw("/mcp/grouped", "pages_call",
			fmt.Sprintf(`{"tool":"evo.content.get","arguments":{"id":%d,"fields":["content"],"with_tvs":["*"]}}`, id))
	}
	for _, arguments := range []string{`{"limit":100,"fields":["lang"]}`, `{"limit":100,"deleted":true}`,
		`{"limit":100,"wrong":1}`} {
		q.raw("/mcp/grouped", "pages_call", `{"tool":"evo.content.search","arguments":`+arguments+`}`)
	}
}

// askErrors makes calls that are wrong, or whose results are too large.
func (b *bait) askErrors(q *questions) {
	for _, name := range []string{"password", "cachepwd", "verified_key", "refresh_token", "access_token", "sessionid",
		"content", "snippet", "role"} {
		for _, m := range []string{"User", "UserAttribute", "SiteSnippet", "SiteTemplate"} {
			q.call("evo.model.list", listWhere(m, name, condition{"like-r", b.texts("users.password")[0][:4]}))
			q.call("evo.model.list", oracle.Arguments{Model: m, OrderBy: name, Limit: hundred})
		}
	}
	hidden := b.texts("site_content.pagetitle")[0]
	for _, arguments := range []string{
		`{"limit":1,"order_by":"content"}`, `{"limit":1,"order_by":"(SELECT password FROM evo_users)"}`,
		`{"limit":1,"tv_filters":[{"tv":"color' OR 1=1 -- ","op":"null"}]}`,
		`{"limit":1,"tv_filters":[{"tv":"color","op":"=","value":"x' OR pagetitle = '` + hidden + `"}]}`,
		`{"limit":1,"tv_filters":[{"tv":"color","op":"like","value":"%"}]}`,
		`{"limit":1,"tv_filters":[{"tv":"color","op":"like-r","value":"zq%"}]}`,
		`{"limit":1,"tv_filters":[{"tv":"color","op":"<","value":1,"cast":"CHAR"}]}`,
		`{"limit":101}`, `{"limit":0}`, `{"limit":1,"offset":5001}`, `{}`, `{"limit":1,"with_tvs":["x"]}`,
		`{"limit":1,"with_tvs":["colour"]}`,
	} {
		q.raw("/mcp/content", "evo.content.search", arguments)
	}
	q.raw("/mcp/content", "evo.content.searchs", `{}`)
	q.raw("/mcp/content", "evo.model.list", `{"model":"SystemSetting","limit":1}`)
	q.raw("/mcp/nothing", "evo.content.search", `{"limit":1}`)
	q.raw("/mcp/content/dispatch", "evo.content.search", `{"limit":100,"with_tvs":["color"]}`)
	// Whether a result is too large must not depend on what is not in it.
	for _, limit := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 100} {
		q.raw("/mcp/small", "evo.content.search", fmt.Sprintf(`{"limit":%d}`, limit))
		q.raw("/mcp/small", "evo.content.search",
			fmt.Sprintf(`{"limit":%d,"with_tvs":["computed:d","partly","color"]}`, limit))
		q.raw("/mcp/small", "evo.content.children", fmt.Sprintf(`{"id":2,"limit":%d,"with_tvs":["partly"]}`, limit))
		q.raw("/mcp/small", "evo.model.list", fmt.Sprintf(`{"model":"SiteTmplvar","limit":%d}`, limit))
		q.raw("/mcp/small", "evo.model.list",
			fmt.Sprintf(`{"model":"SiteTmplvarContentvalue","limit":%d,"order_by":"value"}`, limit))
		q.raw("/mcp/small", "evo.model.list", fmt.Sprintf(`{"model":"SiteTemplate","limit":%d}`, limit))
	}
}

// canariesIn returns everything in a text that looks like a canary, even if it is cut off. It reads hundreds of
// megabytes, for which a regular expression would be too slow.
func canariesIn(text string) []string {
	var all []string
	isHex := func(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' }
	isTime := func(c byte) bool { return '0' <= c && c <= '9' || c == '-' || c == ':' || c == ' ' }
	for _, kind := range []struct {
		start   string
		belongs func(byte) bool
	}{{"zqq", isHex}, {"2031-", isTime}} {
		for rest := text; ; {
			_, behind, found := strings.Cut(rest, kind.start)
			if !found {
				break
			}
			n := 0
			for n < len(behind) && kind.belongs(behind[n]) {
				n++
			}
			all = append(all, strings.TrimSpace(kind.start+behind[:n]))
			rest = behind
		}
	}
	digits := 0
	for i := range len(text) + 1 {
		if i < len(text) && '0' <= text[i] && text[i] <= '9' {
			digits++
			continue
		}
		if digits >= 10 {
			all = append(all, text[i-digits:i])
		}
		digits = 0
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// isPart reports whether a text is the first part of a canary that the view may see, as a search splits words.
func (k canaries) isPart(text string, view audience) bool {
	for canary, s := range k {
		if s.audience&view != 0 && wordParts.FindString(canary) == text {
			return true
		}
	}
	return false
}

// expectNoCanary fails for canaries that the view must not see, and notes those that it may see.
func (k canaries) expectNoCanary(t *testing.T, view audience, what, text string, seen map[string]bool) {
	t.Helper()
	failures := 0
	for _, found := range canariesIn(text) {
		s, known := k[found]
		switch {
		case known && s.audience&view != 0:
			if seen != nil {
				seen[found] = true
			}
		case known && failures < maxFailures:
			failures++
			t.Errorf("%s: %s of %s is in %s", what, found, s.place, around(text, found))
		case !known && k.isPart(found, view): // a word that meta.nearest takes
		case !known && failures < maxFailures && (found[0] == 'z' || strings.HasPrefix(found, "2031-")):
			failures++
			t.Errorf("%s: %s, a part of a canary, is in %s", what, found, around(text, found))
		}
	}
}

// withoutWords returns an answer without the words of its query, which are names of members in meta.words and
// meta.nearest.
func withoutWords(body, answer string) string {
	var asked struct {
		Params struct {
			Arguments struct {
				Query string `json:"query"`
			} `json:"arguments"`
		} `json:"params"`
	}
	if err := stdjson.Unmarshal([]byte(body), &asked); err != nil {
		return answer
	}
	query := strings.ToLower(asked.Params.Arguments.Query)
	for _, word := range slices.Concat(strings.Fields(query), []string{strings.Trim(query, `"`)},
		wordParts.FindAllString(query, -1)) {
		answer = strings.NewReplacer(`"`+word+`":`, `"":`, `\"`+word+`\":`, `\"\":`).Replace(answer)
	}
	return answer
}

// wordParts matches the parts of a word of letters and digits that a search looks for.
var wordParts = regexp.MustCompile(`[a-z]+|[0-9]+`)

// around returns the surroundings of a text in a longer one.
func around(text, found string) string {
	at := strings.Index(text, found)
	return text[max(0, at-300):min(len(text), at+300)]
}

// maxFailures is how many failures of a view are reported.
const maxFailures = 5

// TestCanaries asks every question in every view, on the first site and on the one that must look the same to the view.
func TestCanaries(t *testing.T) {
	columns, known := columnsOfSite(t), canaries{}
	first := makeSite(t, columns, known, nobody)
	database := first.load(t)
	for _, w := range watchers {
		t.Run(w.name, func(t *testing.T) {
			second := makeSite(t, columns, known, w.view)
			one, other := newGateway(t, database.DSN), newGateway(t, second.load(t).DSN)
			asked := questionsOf(newBait(w.view, first, second), []*canarySite{first, second})
			seen := map[string]bool{}
			var answers, same []string
			var both sync.WaitGroup
			both.Go(func() { answers = askAll(one, w.token, asked) })
			both.Go(func() { same = askAll(other, w.token, asked) })
			both.Wait()
			failures := 0
			for i, q := range asked {
				before := t.Failed()
				known.expectNoCanary(t, w.view, q.path+" "+q.body, withoutWords(q.body, answers[i]), seen)
				if answers[i] != same[i] {
					t.Errorf("%s %s: the answer depends on what is hidden (-one site +other):\n%s", q.path, q.body,
						cmp.Diff(answers[i], same[i]))
				}
				if t.Failed() && !before {
					failures++
				}
				if failures == maxFailures {
					t.Fatal("too many failures")
				}
			}
			for _, g := range []*gateway{one, other} {
				known.expectNoCanary(t, nobody, "the log", g.logs.String(), nil)
			}
			expectAllServed(t, w.view, first, seen)
			expectUnlike(t, w.view, one, other, asked)
			t.Logf("%d questions, %d canaries seen", len(asked), len(seen))
		})
	}
	t.Logf("%d canaries", len(known))
}

// expectAllServed checks the test itself: the view has seen everything that it may see. So canaries do arrive where
// nothing stops them, and the questions reach every field.
func expectAllServed(t *testing.T, view audience, s *canarySite, seen map[string]bool) {
	t.Helper()
	missing := 0
	for _, texts := range s.hidden {
		for _, text := range texts {
			if secret := s.known[text]; secret.served && secret.audience&view != 0 && !seen[text] {
				missing++
				if missing <= 10 {
					t.Errorf("nothing returned the %s of %s, which the view may see", text, secret.place)
				}
			}
		}
	}
	if missing > 10 {
		t.Errorf("%d canaries are missing in all", missing)
	}
}

// expectUnlike checks the test itself: to views that see more, the sites differ.
func expectUnlike(t *testing.T, view audience, one, other *gateway, asked []question) {
	t.Helper()
	if view&masters != 0 {
		return // nobody sees more
	}
	different, n := 0, 0
	for i := 0; i < len(asked); i += 10 {
		n++
		if one.ask("manager", asked[i]) != other.ask("manager", asked[i]) {
			different++
		}
	}
	if different < n/4 {
		t.Errorf("a manager sees a difference in %d of %d answers", different, n)
	}
}

// TestHiddenFolders walks into folders that a view does not see, and past them. The documents in them are for
// everybody.
func TestHiddenFolders(t *testing.T) {
	known := canaries{}
	g := newGateway(t, makeSite(t, columnsOfSite(t), known, nobody).load(t).DSN)
	title := func(document int64) string {
		for text, secret := range known {
			if secret.place == fmt.Sprintf("site_content %d pagetitle", document) {
				return text
			}
		}
		panic("no such document")
	}
	for _, w := range watchers {
		for folder, inside := range map[int64]int64{24: 25, 26: 27} {
			var sees bool
			for _, d := range canaryDocuments {
				sees = sees || d.id == folder && d.audience&w.view != 0
			}
			expect := func(tool, arguments string, folderIsFound, insideIsFound bool) {
				t.Helper()
				q := &questions{seen: map[question]bool{}}
				q.raw("/mcp/content", "evo.content."+tool, arguments)
				answer := g.ask(w.token, q.all[0])
				if found := [2]bool{strings.Contains(answer, title(folder)),
					strings.Contains(answer, title(inside))}; found != [2]bool{folderIsFound, insideIsFound} {
					t.Errorf("%s, %s %s: documents %d and %d: %v in %s", w.name, tool, arguments, folder, inside, found, answer)
				}
			}
			// Into the folder.
			expect("children", fmt.Sprintf(`{"id":%d,"limit":100}`, folder), false, true)
			expect("children_range", fmt.Sprintf(`{"id":%d,"limit":100,"from":0}`, folder), false, true)
			expect("descendants", fmt.Sprintf(`{"id":%d,"limit":100,"depth":6}`, folder), false, true)
			expect("search", fmt.Sprintf(`{"parent":%d,"limit":100}`, folder), false, true)
			// Through it.
			expect("descendants", `{"id":2,"limit":100,"depth":6}`, sees, true)
			expect("descendants", `{"id":2,"limit":100}`, sees, false)
			expect("root_tree", `{"limit":100,"depth":6}`, sees, true)
			expect("root_tree", `{"limit":100}`, sees, false)
			expect("search", `{"parent":2,"limit":100}`, sees, true)
			expect("search", `{"parent":0,"depth":6,"limit":100}`, sees, true)
			expect("ancestors", fmt.Sprintf(`{"id":%d,"limit":100}`, inside), sees, false)
			expect("get", fmt.Sprintf(`{"id":%d,"fields":["pagetitle","path"]}`, inside), sees, true)
			// The folder itself.
			expect("get", fmt.Sprintf(`{"id":%d}`, folder), sees, false)
		}
	}
}

// TestKeysKeepViewsApart sends one call with one idempotency key in every view. No view gets the answer of another.
func TestKeysKeepViewsApart(t *testing.T) {
	known := canaries{}
	g := newGateway(t, makeSite(t, columnsOfSite(t), known, nobody).load(t).DSN)
	q := &questions{seen: map[question]bool{}}
	for _, path := range []string{"/mcp/content", "/mcp/content/dispatch"} {
		q.raw(path, "evo.content.search", `{"limit":100,"with_tvs":["computed:d","partly"]}`)
		q.raw(path, "evo.content.search", `{"limit":100,"deleted":true}`)
		q.raw(path, "evo.model.list", `{"limit":100,"model":"SiteTmplvar"}`)
		q.raw(path, "evo.model.list", `{"limit":100,"model":"User"}`)
		q.raw(path, "evo.model.list", `{"limit":100,"model":"RolePermissions"}`)
	}
	fresh := map[string]string{}
	for i, w := range watchers {
		for n, x := range q.all {
			x.key = fmt.Sprintf("fresh-%d-%d", i, n)
			fresh[fmt.Sprint(w.name, n)] = strings.ReplaceAll(g.ask(w.token, x), x.key, "KEY")
		}
	}
	for range 2 { // the second time all are replayed, each to its own caller
		for i := range watchers {
			w := watchers[(i+1)%len(watchers)] // the manager first, visitors last
			for n, x := range q.all {
				x.key = fmt.Sprintf("shared-%d", n)
				answer := strings.ReplaceAll(g.ask(w.token, x), x.key, "KEY")
				known.expectNoCanary(t, w.view, w.name+" "+x.body, withoutWords(x.body, answer), nil)
				answer = strings.NewReplacer("Idempotency-Replayed: true\r\n", "", `"reused":true`,
					`"reused":false`).Replace(answer)
				if want := fresh[fmt.Sprint(w.name, n)]; answer != want {
					t.Errorf("%s %s: with a key that others use, too (-without +with):\n%s", w.name, x.body, cmp.Diff(want, answer))
				}
			}
		}
	}
}

// TestCursorsKeepViewsApart uses the cursors of every view in all other views, which have other rights, and for other
// lists.
func TestCursorsKeepViewsApart(t *testing.T) {
	g := newGateway(t, makeSite(t, columnsOfSite(t), canaries{}, nobody).load(t).DSN)
	q := &questions{seen: map[question]bool{}}
	one := new(int64(1))
	q.call("evo.content.search", oracle.Arguments{Limit: one})
	q.call("evo.content.search", oracle.Arguments{Limit: one, Query: "zqq"})
	q.call("evo.content.search", oracle.Arguments{Limit: one, Query: "zqq", QueryTVs: []string{"color"}})
	q.call("evo.content.search", oracle.Arguments{Limit: one, TVOrder: []oracle.TVOrder{{TV: "partly", Dir: "desc"}}})
	q.call("evo.content.children", oracle.Arguments{ID: new(int64(2)), Limit: one})
	q.call("evo.content.siblings", oracle.Arguments{ID: new(int64(10)), Limit: one})
	q.call("evo.model.list", oracle.Arguments{Model: "SiteTmplvar", Limit: one})
	for _, owner := range watchers {
		for i, x := range q.all {
			next, more := x.behind(g.send(owner.token, x))
			if !more {
				t.Fatalf("%s %s has no second page", owner.name, x.body)
			}
			for _, w := range watchers {
				answer := g.ask(w.token, next)
				refused := strings.Contains(answer, `"code":"invalid_params"`) && strings.Contains(answer, `"field":"cursor"`)
				same := w.view == owner.view || (w.view|owner.view)&^masters == 0 // who both see everything
				if refused == same {
					t.Errorf("%s with a cursor of %s: %s\n%s", w.name, owner.name, next.body, answer)
				}
			}
			found := cursor.FindStringSubmatch(g.send(owner.token, x))[2]
			for j, y := range q.all {
				if i == j {
					continue
				}
				y.body = strings.Replace(y.body, `"arguments":{`, `"arguments":{"cursor":"`+found+`",`, 1)
				if answer := g.ask(owner.token, y); !strings.Contains(answer, `"field":"cursor"`) {
					t.Errorf("%s with the cursor of %s: %s\n%s", owner.name, x.body, y.body, answer)
				}
			}
		}
	}
}

// TestCanariesInFailures damages the site so that statements, or the reading of their rows, fail. No canary reaches
// callers or logs.
func TestCanariesInFailures(t *testing.T) {
	columns, known := columnsOfSite(t), canaries{}
	first := makeSite(t, columns, known, nobody)
	d := first.load(t)
	g := newGateway(t, d.DSN)
	begin := time.Now()
	q := &questions{seen: map[question]bool{}}
	for _, name := range oracle.Models() {
		q.call("evo.model.list", oracle.Arguments{Model: name, Limit: hundred})
		q.call("evo.model.get", oracle.Arguments{Model: name, ID: new(int64(1))})
	}
	q.call("evo.content.search", oracle.Arguments{WithTVs: []string{"color", "computed:d"}, Limit: hundred})
	q.call("evo.content.search",
		oracle.Arguments{Limit: hundred, TVOrder: []oracle.TVOrder{{TV: "color", Cast: "SIGNED"}}})
	q.call("evo.content.ancestors", oracle.Arguments{ID: new(int64(32)), Limit: hundred})
	q.call("evo.content.root_tree", oracle.Arguments{Limit: hundred, Depth: new(int64(6))})
	for _, damage := range []string{
		// Texts where the gateway reads integers.
		"ALTER TABLE evo_site_content MODIFY template varchar(255), MODIFY createdon varchar(255)",
		"UPDATE evo_site_content SET template = LEFT(content, 255), createdon = LEFT(introtext, 255)",
		"ALTER TABLE evo_site_snippets MODIFY category varchar(255)", "UPDATE evo_site_snippets SET category = snippet",
		"ALTER TABLE evo_site_tmplvars MODIFY `rank` varchar(255)", "UPDATE evo_site_tmplvars SET `rank` = default_text",
		"ALTER TABLE evo_user_attributes MODIFY lastlogin varchar(255)",
		"UPDATE evo_user_attributes SET lastlogin = sessionid",
		// Missing columns and tables.
		"ALTER TABLE evo_site_templates CHANGE description zq_gone varchar(255)",
		"ALTER TABLE evo_users CHANGE username password2 varchar(100)",
		"DROP TABLE evo_site_plugins", "RENAME TABLE evo_site_tmplvar_contentvalues TO evo_gone",
		"ALTER TABLE evo_document_groups CHANGE document gone int", "DROP TABLE evo_role_permissions",
		"DROP TABLE evo_site_tmplvars",
	} {
		if _, err := d.DB.ExecContext(t.Context(), damage); err != nil {
			t.Fatalf("%v in %s", err, damage)
		}
		failed := 0
		for _, w := range watchers {
			for i, answer := range askAll(g, w.token, q.all) {
				known.expectNoCanary(t, w.view, fmt.Sprintf("after %s, %s %s", damage, w.name, q.all[i].body),
					withoutWords(q.all[i].body, answer), nil)
				// The second code is that of a schema that emcp has read since and cannot use.
				if strings.Contains(answer, `"code":"internal"`) || strings.Contains(answer, `"code":"database_unavailable"`) {
					failed++
				}
			}
		}
		// After 30 seconds emcp reads the schema again, and does without what is gone. A busy machine is that slow.
		if failed == 0 && !strings.HasPrefix(damage, "ALTER") && time.Since(begin) < 30*time.Second {
			t.Errorf("after %s nothing fails", damage)
		}
	}
	// Words of the database have the name of this one in them, which is random.
	known.expectNoCanary(t, nobody, "the log", strings.ReplaceAll(g.logs.String(), d.Name, ""), nil)
}

// TestCanariesInInstructions compares the instructions of two sites that differ in what the view must not see. Both
// have a document for members, because visitors are told whether there is any.
func TestCanariesInInstructions(t *testing.T) {
	columns, known := columnsOfSite(t), canaries{}
	load := func(unlike audience) string {
		d := makeSite(t, columns, known, unlike).load(t)
		for _, statement := range []string{
			"INSERT INTO evo_site_content (id, published, privateweb, privatemgr, deleted) VALUES (9999, 1, 1, 0, 0)",
			"INSERT INTO evo_document_groups (document_group, document) VALUES (1, 9999)",
		} {
			if _, err := d.DB.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		return d.DSN
	}
	database := load(nobody)
	for _, w := range watchers {
		t.Run(w.name, func(t *testing.T) {
			one, other := newGateway(t, database), newGateway(t, load(w.view))
			q := question{path: "/mcp/content", body: Initialize("2025-11-25")}
			told := func(g *gateway) string {
				_, answer, _ := strings.Cut(g.ask(w.token, q), "\n\n")
				return answer
			}
			answer := told(one)
			known.expectNoCanary(t, w.view, "initialize", answer, map[string]bool{})
			Equal(t, answer, told(other), "the instructions depend on what is hidden (-one site +other)")
		})
	}
}
