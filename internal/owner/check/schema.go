package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/itemtype"
	"emcp/internal/owner/grants"
	"emcp/internal/sgallery"
	"emcp/internal/slang"
	"emcp/internal/smultisite"
	"emcp/internal/sseo"
	"emcp/query"
)

// columns compares the tables with those of Evolution 3.1 and 3.5.
func (s *site) columns() {
	generation := s.schema.Generation()
	needed, others := grants.Missing(s.schema, s.reads)
	if generation != "3.5" {
		others = withoutColumn(others, s.schema.Prefix+"membergroup_access", "context")
	}
	// Tables with findings of their own are not reported twice.
	s.addOns(others)
	s.elements()
	s.translations(others)
	others = s.without(others, "emcp_tokens", "tags", "site_content_tags", "site_content_closure",
		slang.Contents, slang.Values)
	others = s.packages(others)
	s.items()
	if len(needed) > 0 {
		s.add(failure("schema", "required columns are missing or not readable: "+listOfTables(needed),
			"calls that need them fail",
			"update the site to Evolution 3.1 or newer, or let the account read the columns; "+s.grant(needed)))
	} else {
		s.add(
			ok("schema",
				fmt.Sprintf("tables of Evolution %s with the prefix %q, %d template variables", generation, s.schema.Prefix,
					len(s.schema.TVNames()))))
	}
	if len(others) > 0 {
		s.add(warning("schema", "optional columns are missing or not readable: "+listOfTables(others),
			"answers lack these fields and models",
			"nothing if the site does not use them; otherwise let the account read the columns; "+s.grant(others)))
	}
}

// grant returns the advice to run statements that let the account read what is missing.
func (s *site) grant(missing []grants.Table) string {
	return "run these as the database's administrator (a statement about something that the site does not have fails " +
		"without harm):\n" +
		strings.TrimSpace(grants.Grant(grants.ParseAccount(s.account.Name), s.account.Database, missing))
}

// addOns looks for tables of add-ons, which Evolution itself does not create. missing has the
// tables with missing columns.
func (s *site) addOns(missing []grants.Table) {
	if s.reads.Personal && !s.schema.HasTable("emcp_tokens") {
		s.add(warning("personal tokens", "auth.modes has pat, but the table "+s.schema.Prefix+
			"emcp_tokens is missing or not readable",
			"every personal token is refused",
			"install the PHP package eMCP, or remove pat from auth.modes, or let the account read the table; "+
				s.grant(slices.DeleteFunc(slices.Clone(missing),
					func(t grants.Table) bool { return t.Name != s.schema.Prefix+"emcp_tokens" }))))
	}
	if s.schema.HasTable("tags") && s.schema.HasTable("site_content_tags") {
		s.add(ok("tags", "the tables of tags exist"))
	} else {
		s.add(ok("tags", "the site has no tables of tags, or they are not readable; tags_data is refused"))
	}
}

// translations looks for the package sLang. missing has the tables with missing columns.
func (s *site) translations(missing []grants.Table) {
	translated := slang.Of(s.schema)
	switch {
	case translated != nil && translated.TVs == nil && s.schema.Setting("s_lang_tvs") != "" &&
		!s.schema.HasTable(slang.Values):
		s.add(warning("sLang", "texts are translated into "+strings.Join(translated.Codes(), ", ")+
			", but the translations of template variables are missing or not readable",
			"assistants get their values in the default language",
			"update sLang to 1.0.4 or newer, or let the account read the table; "+
				s.grant(ofTables(missing, s.schema.Prefix+slang.Values))))
	case translated != nil:
		s.add(ok("sLang", "documents are translated into "+strings.Join(translated.Codes(), ", ")))
	case s.schema.Setting("s_lang_config") != "":
		s.add(warning("sLang", "the site has settings of sLang, but its table "+s.schema.Prefix+slang.Contents+
			" is missing or not readable",
			"assistants read documents in the default language only",
			"let the account read the tables, if the site still uses sLang; "+
				s.grant(ofTables(missing, s.schema.Prefix+slang.Contents, s.schema.Prefix+slang.Values))))
	}
}

// packageTables are tables of a package that a site can have.
type packageTables struct {
	name     string
	tables   []string
	optional string                   // a column that only some versions have
	reads    func(*evodb.Schema) bool // whether emcp can read all that it needs
	what     string                   // what assistants get
	lack     string                   // what happens without
}

// packages are the packages that emcp reads, except sLang.
var packages = []packageTables{
	{"sSeo", []string{sseo.Meta}, sseo.DomainKey,
		func(schema *evodb.Schema) bool { return sseo.Has(schema, sseo.Meta) },
		"assistants can read what pages print for search engines", "the field seo of documents is null"},
	{"sSeo", []string{sseo.Redirects}, "",
		func(schema *evodb.Schema) bool { return sseo.Has(schema, sseo.Redirects) },
		"assistants find pages at addresses that redirect to them", "assistants do not find pages at such addresses"},
	{"sGallery", []string{sgallery.Files, sgallery.Texts}, sgallery.Owners[1],
		func(schema *evodb.Schema) bool { return sgallery.Owner(schema) != "" },
		"assistants can read the galleries of documents", "the field media of documents lacks galleries"},
	{"sCommerce", []string{itemtype.DeliveryMethods.Name, itemtype.PaymentMethods.Name}, "",
		func(schema *evodb.Schema) bool {
			return itemtype.DeliveryMethods.In(schema) && itemtype.PaymentMethods.In(schema)
		},
		"assistants can read the ways to deliver and to pay", "assistants do not know the ways to deliver and to pay"},
	{"sMultisite", []string{smultisite.Table}, "", smultisite.Has,
		"addresses have the domain of their document", "all addresses have the main domain"},
}

// packages looks for packages, and returns the tables that are not theirs. missing has the tables with missing columns.
func (s *site) packages(missing []grants.Table) (others []grants.Table) {
	others = missing
	for _, p := range packages {
		var columns []grants.Table
		for _, table := range p.tables {
			name := s.schema.Prefix + table
			columns = append(columns, withoutColumn(ofTables(missing, name), name, p.optional)...)
			others = slices.DeleteFunc(slices.Clone(others), func(t grants.Table) bool { return t.Name == name })
		}
		switch {
		case !s.schema.HasTable(p.tables[0]):
		case p.reads(s.schema):
			s.add(ok(p.name, p.what))
		default:
			s.add(warning(p.name, "columns are missing or not readable: "+listOfTables(columns), p.lack,
				"update "+p.name+", or let the account read the columns; "+s.grant(columns)))
		}
	}
	return others
}

// items looks for packages with items, such as products.
func (s *site) items() {
	readable := itemtype.Of(s.schema)
	for _, t := range itemtype.All() {
		if !s.schema.HasTable(t.Table) {
			continue
		}
		missing := grants.MissingItems(s.schema, t)
		lack := "assistants do not find " + t.Plural
		if slices.ContainsFunc(readable, func(r itemtype.Type) bool { return r.Name == t.Name }) {
			lack = t.Plural + " lack what these tables have"
		}
		switch {
		case !s.schema.JSON:
			s.add(warning(t.Package, "the database server does not know JSON", lack,
				"use MariaDB 10.2.3 or MySQL 5.7.8, or newer"))
		case len(missing) > 0:
			s.add(warning(t.Package, "columns are missing or not readable: "+listOfTables(missing), lack,
				"update "+t.Package+", or let the account read the columns; "+s.grant(missing)))
		case t.Currency != "": // with addresses by a rule
			s.add(ok(t.Package, "assistants can read "+t.Plural+", whose addresses follow the rule "+s.config.ProductLinks+
				" (product_links)"))
		default:
			s.add(ok(t.Package, "assistants can read "+t.Plural))
		}
	}
}

// ofTables returns the tables of these names.
func ofTables(tables []grants.Table, names ...string) []grants.Table {
	return slices.DeleteFunc(slices.Clone(tables), func(t grants.Table) bool { return !slices.Contains(names, t.Name) })
}

// elements looks for the columns that evo.elements.* read.
func (s *site) elements() {
	if !s.reads.Elements {
		return
	}
	missing := grants.MissingElements(s.schema)
	if len(missing) == 0 {
		s.add(ok("elements", "the account can read the code of elements"))
		return
	}
	s.add(warning("elements", "servers[].elements is on, but columns are missing or not readable: "+listOfTables(missing),
		"evo.elements.* fail for the types of these tables",
		"let the account read the columns, or set servers[].elements: false; "+s.grant(missing)))
}

// without leaves out those of the named tables that the site does not have at all. The names have no prefix.
func (s *site) without(tables []grants.Table, names ...string) []grants.Table {
	return slices.DeleteFunc(tables, func(t grants.Table) bool {
		name := strings.TrimPrefix(t.Name, s.schema.Prefix)
		return slices.Contains(names, name) && !s.schema.HasTable(name)
	})
}

// listOfTables returns columns as table (column, column).
func listOfTables(tables []grants.Table) string {
	texts := make([]string, len(tables))
	for i, t := range tables {
		texts[i] = t.Name + " (" + strings.Join(t.Columns, ", ") + ")"
	}
	return strings.Join(texts, ", ")
}

// withoutColumn leaves a column out.
func withoutColumn(tables []grants.Table, table, column string) []grants.Table {
	var rest []grants.Table
	for _, t := range tables {
		if t.Name == table {
			t.Columns = slices.DeleteFunc(slices.Clone(t.Columns), func(c string) bool { return c == column })
		}
		if len(t.Columns) > 0 {
			rest = append(rest, t)
		}
	}
	return rest
}

// address looks for what stands before the addresses of documents.
func (s *site) address() {
	setting := s.schema.URL()
	switch {
	case s.config.BaseURL != "":
		s.add(ok("address", "addresses of documents begin with "+s.config.BaseURL))
	case setting != "":
		s.add(ok("address", "addresses of documents begin with the site's setting site_url, "+setting))
	default:
		s.add(
			warning("address", "neither sites."+s.name+".base_url nor the site's setting site_url has the address of the site",
				"addresses of documents, links and images in answers begin with /, so nobody can open them",
				"set sites."+s.name+".base_url to the address that visitors use, such as https://www.example.com/"))
	}
}

// closure compares the closure table with the parents of the documents.
func (s *site) closure(ctx context.Context) {
	if !s.schema.HasColumn("site_content_closure", "ancestor") ||
		!s.schema.HasColumn("site_content_closure", "descendant") {
		s.add(ok("closure", "the closure table is missing or not readable; emcp does not need it"))
		return
	}
	parents, written, err := s.readClosure(ctx)
	if err != nil {
		s.add(warning("closure", "could not be read: "+fault.Cause(err).Error(),
			"emcp itself does not need the closure table", "run emcp check again"))
		return
	}
	missing := 0
	for id := range parents {
		passed := map[int64]bool{0: true} // parents may run in a circle
		for ancestor := id; !passed[ancestor]; ancestor = parents[ancestor] {
			passed[ancestor] = true
			pair := [2]int64{ancestor, id}
			if _, there := parents[ancestor]; there && !written[pair] {
				missing++
			}
			delete(written, pair)
		}
	}
	if missing == 0 && len(written) == 0 {
		s.add(ok("closure", "the closure table agrees with the parents of all documents"))
		return
	}
	s.add(warning("closure", fmt.Sprintf("the closure table lacks %d rows and has %d wrong rows", missing, len(written)),
		"emcp is not affected, but snippets of the site and the PHP package eMCP use the table and miss documents",
		"rebuild it: save the moved or imported documents again in the manager"))
}

// readClosure returns the parent of each document, and the pairs of ancestor and descendant in the closure table.
func (s *site) readClosure(ctx context.Context) (parents map[int64]int64, written map[[2]int64]bool, err error) {
	parents, written = map[int64]int64{}, map[[2]int64]bool{}
	if err := s.pairs(ctx, query.Parents, func(id, parent int64) { parents[id] = parent }); err != nil {
		return nil, nil, err
	}
	err = s.pairs(ctx, query.Closure, func(ancestor, descendant int64) { written[[2]int64{ancestor, descendant}] = true })
	return parents, written, err
}

// pairs runs a statement that returns two integers.
func (s *site) pairs(
	ctx context.Context, compile func(*evodb.Schema) (evodb.Statement, error), each func(a, b int64),
) error {
	statement, err := compile(s.schema)
	if err != nil {
		return err
	}
	return s.db.Query(ctx, statement, func(scan evodb.Scan) error {
		var a, b int64
		err := scan(&a, &b)
		each(a, b)
		return err
	})
}

// hiddenTVs lists the template variables that hidden_tvs hides, and the patterns that hide nothing.
func (s *site) hiddenTVs() {
	names := slices.Sorted(slices.Values(s.schema.TVNames()))
	var hidden, idle []string
	for _, name := range names {
		if s.config.HidesTV(name) {
			hidden = append(hidden, name)
		}
	}
	for _, p := range s.config.HiddenTVs {
		if !slices.ContainsFunc(names, p.Matches) {
			idle = append(idle, p.String())
		}
	}
	if len(hidden) > 0 {
		s.add(ok("hidden variables", "visitors' assistants do not see the template variables "+strings.Join(hidden, ", ")))
	}
	if len(idle) > 0 {
		s.add(warning("hidden variables", "no template variable matches these patterns of sites."+s.name+".hidden_tvs: "+
			strings.Join(idle, ", "),
			"a misspelled pattern hides nothing, and visitors' assistants see the variable that was meant",
			"correct the pattern, or remove it; evo.site.describe lists the variables that assistants see"))
	}
}

// bindings looks for template variables that Evolution computes.
func (s *site) bindings(ctx context.Context) {
	var names []string
	for _, name := range s.schema.TVNames() {
		if slices.ContainsFunc(s.schema.TVs(name),
			func(tv evodb.TV) bool { return tv.Default != nil && query.Binding(*tv.Default) }) {
			names = append(names, name)
		}
	}
	statement, err := query.StoredBindings(s.schema)
	if err == nil {
		err = s.db.Query(ctx, statement, func(scan evodb.Scan) error {
			var name string
			err := scan(&name)
			names = append(names, name)
			return err
		})
	}
	if err != nil {
		s.add(warning("@-bindings", "could not be read: "+fault.Cause(err).Error(), "emcp does not execute them",
			"run emcp check again"))
		return
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) == 0 {
		s.add(ok("@-bindings", "no template variable has one"))
		return
	}
	s.add(warning("@-bindings", "template variables with @-bindings: "+strings.Join(names, ", "),
		"emcp does not execute them: visitors of the site see their result, but callers with the public view get null",
		"store plain values where assistants need these variables"))
}
