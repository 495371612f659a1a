package page

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"emcp/evodb"
	"emcp/query"
	"emcp/toolset/tree"
	"emcp/toolset/view"
)

// variables are the values of placeholders in documents, as far as they have been read.
type variables struct {
	*Resolver
	site      *evodb.Templating
	documents map[int64]*variablesOf
	last      bool // whether nothing more will be read
	read      int  // bytes of fields and values so far
}

// maxVariables bounds the fields and values that the texts of a call name, in bytes. A mark replaces what exceeds it.
const maxVariables = 32 << 20

// keep returns a text that has been read. If the texts of the call take too much memory, it
// returns "" and computed is true.
func (v *variables) keep(text string) (kept string, computed bool) {
	if v.read += len(text); v.read > maxVariables {
		v.read -= len(text)
		return "", true
	}
	return text, false
}

func newVariables(r *Resolver, site *evodb.Templating) *variables {
	return &variables{Resolver: r, site: site, documents: map[int64]*variablesOf{}}
}

// document returns the variables of a document.
func (v *variables) document(id int64) *variablesOf {
	d := v.documents[id]
	if d == nil {
		d = &variablesOf{variables: v, id: id, known: map[string]variable{}}
		v.documents[id] = d
	}
	return d
}

// variablesOf are the variables of one document. It implements evotags.Values.
type variablesOf struct {
	*variables
	id      int64
	known   map[string]variable
	along   []string // values of the fields that are read along
	unread  []string // names that are still to be read
	missing bool     // whether the present text needs a name that is unread
}

// variable is a field of a document, or the value of a template variable as the site prints it.
type variable struct {
	text     string // the label of its mark, if it is computed
	computed bool   // by code of the site, or from documents that the caller may not see
}

// Chunk implements evotags.Values.
func (d *variablesOf) Chunk(name string) (string, bool) { return d.site.Chunk(name) }

// Setting implements evotags.Values.
func (d *variablesOf) Setting(name string) (string, bool) {
	return siteSetting(d.Site, d.site, name)
}

func (d *variablesOf) setting(name string) string {
	text, _ := d.site.Setting(name)
	return text
}

// unreadFields are fields of documents that emcp does not read.
var unreadFields = []string{
	"contentType", "richtext", "cacheable", "createdby", "editedby", "deletedon", "deletedby", "publishedby", "privateweb",
	"privatemgr", "content_dispo",
	"hide_from_tree", "haskeywords", "hasmetatags", "templatealias",
}

// Variable implements evotags.Values. A template variable precedes a field of the same name. A template variable that
// the caller may not see does not exist.
func (d *variablesOf) Variable(name string) (string, bool) {
	if v, ok := d.known[name]; ok {
		return v.text, !v.computed
	}
	_, isTV := d.TV(name)
	if at := slices.Index(d.Named, name); !isTV && at >= 0 && at < len(d.along) {
		return printedField(name, d.along[at]), true
	}
	switch {
	case slices.Contains(unreadFields, name) && !isTV:
		return "", false
	case !isTV && !slices.Contains(query.VariableFields, name):
		return "", true
	case d.last:
		return "", false
	}
	if !slices.Contains(d.unread, name) {
		d.unread = append(d.unread, name)
	}
	d.missing = true
	return "", true
}

// load reads the unread names of all documents.
func (v *variables) load(ctx context.Context) error {
	var documents, tvs []int64
	var fields []string
	for _, d := range v.documents {
		if len(d.unread) == 0 {
			continue
		}
		documents = append(documents, d.id)
		for _, name := range d.unread {
			if tv, ok := v.TV(name); ok {
				tvs = append(tvs, tv.ID)
			}
			if slices.Contains(query.VariableFields, name) {
				fields = append(fields, name)
			}
		}
	}
	slices.Sort(documents)
	slices.Sort(tvs)
	slices.Sort(fields)
	tvs, fields = slices.Compact(tvs), slices.Compact(fields)
	v.fields.add(fields)
	if err := v.loadFields(ctx, documents, fields); err != nil {
		return err
	}
	if err := v.loadValues(ctx, documents, tvs); err != nil {
		return err
	}
	for _, id := range documents { // what is still unknown does not exist
		d := v.documents[id]
		for _, name := range d.unread {
			if _, ok := d.known[name]; !ok {
				d.known[name] = variable{}
			}
		}
		d.unread = nil
	}
	return nil
}

func (v *variables) loadFields(ctx context.Context, documents []int64, fields []string) error {
	if len(fields) == 0 {
		return nil
	}
	statement, err := v.Compiler().Variables(documents, fields)
	if err != nil {
		return err
	}
	return v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		texts := make([]string, len(fields))
		row := []any{&id}
		for i := range texts {
			row = append(row, &texts[i])
		}
		if err := scan(row...); err != nil {
			return err
		}
		for i, name := range fields {
			text, computed := v.keep(printedField(name, texts[i]))
			v.documents[id].known[name] = variable{text, computed}
		}
		return nil
	})
}

// printedField returns a field's value as PHP prints it.
func printedField(name, text string) string {
	if name == "hidemenu" && text == "0" { // false is ""
		return ""
	}
	return text
}

// loadValues reads values of template variables. They precede fields of the same name.
func (v *variables) loadValues(ctx context.Context, documents, tvs []int64) error {
	values, err := v.values(ctx, documents, tvs)
	if err != nil {
		return err
	}
	if err := v.bind(ctx, values); err != nil {
		return err
	}
	for _, value := range values {
		v.documents[value.Document].known[value.TV.Name] = value.print()
	}
	return nil
}

// Value is a template variable of a document: its value, or the default if the value is empty.
type Value struct {
	Document           int64
	TV                 evodb.TV
	Text               string
	widget, parameters string
	computed           bool
}

// values reads the values of documents for template variables that the caller may see.
func (v *variables) values(ctx context.Context, documents, tvs []int64) (values []*Value, err error) {
	if len(tvs) == 0 || len(documents) == 0 {
		return nil, nil
	}
	byID := map[int64]evodb.TV{}
	for _, name := range v.Schema.TVNames() {
		if tv, ok := v.TV(name); ok {
			byID[tv.ID] = tv
		}
	}
	statement, err := v.Compiler().VariableValues(documents, tvs, query.MaxVariable)
	if err != nil {
		return nil, err
	}
	err = v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		value := &Value{}
		if err := scan(&value.Document, &id, &value.Text, &value.widget, &value.parameters); err != nil {
			return err
		}
		if value.TV = byID[id]; value.Text == "" {
			value.Text = view.OrEmpty(value.TV.Default)
		}
		value.Text, value.computed = v.keep(value.Text)
		values = append(values, value)
		return nil
	})
	return values, err
}

// bind computes the @-bindings that only read chunks and documents that the caller may see.
func (v *variables) bind(ctx context.Context, values []*Value) error {
	var inherited, referring []*Value
	for _, value := range values {
		text := strings.TrimSpace(value.Text)
		switch argument, binding := "", text; {
		case !query.Binding(text):
		case bound(binding, "@CHUNK", &argument):
			chunk, known := v.site.Chunk(argument)
			value.Text, value.computed = chunk, !known
		case bound(binding, "@INHERIT", &argument):
			value.Text = argument
			inherited = append(inherited, value)
		case bound(binding, "@DOCUMENT", &argument):
			value.Text = argument
			referring = append(referring, value)
		default:
			value.Text, value.computed = "", true
		}
	}
	if err := v.refer(ctx, referring); err != nil {
		return err
	}
	return v.inherit(ctx, inherited)
}

// bound reports whether a text begins with the binding, and stores the argument of the binding.
func bound(text, binding string, argument *string) bool {
	rest, ok := strings.CutPrefix(text, binding)
	*argument = strings.TrimSpace(rest)
	return ok
}

// refer replaces values that are ids of documents by the contents of these documents, or by "" if the caller
// may not see the document.
func (v *variables) refer(ctx context.Context, values []*Value) error {
	texts := map[int64]string{}
	var ids []int64
	for _, value := range values {
		if id, err := strconv.ParseInt(value.Text, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	if len(ids) > 0 {
		statement, err := v.Compiler().Variables(ids, []string{"content"})
		if err != nil {
			return err
		}
		err = v.DB.Query(ctx, statement, func(scan evodb.Scan) error {
			var id int64
			var text string
			err := scan(&id, &text)
			texts[id], _ = v.keep(text)
			v.Shown = append(v.Shown, id)
			return err
		})
		if err != nil {
			return err
		}
	}
	for _, value := range values {
		id, _ := strconv.ParseInt(value.Text, 10, 64) // 0 if it is not an id
		if value.Text = texts[id]; query.Binding(value.Text) {
			value.Text, value.computed = "", true
		}
	}
	return nil
}

// inherit replaces each value by that of the nearest document above that has one. It skips documents that the caller
// may not see. If no document has a value, the text after the binding stays. At the root, however, the site also looks
// at drafts: then only the site knows the value.
func (v *variables) inherit(ctx context.Context, values []*Value) error {
	if len(values) == 0 {
		return nil
	}
	var documents, tvs []int64
	for _, value := range values {
		documents, tvs = append(documents, value.Document), append(tvs, value.TV.ID)
	}
	places, err := tree.PlacesOf(ctx, v.Site, documents)
	if err != nil {
		return err
	}
	var above []int64
	for _, id := range documents {
		chain := places.Above(id)
		above = append(above, chain...)
	}
	slices.Sort(above)
	inherited, err := v.values(ctx, slices.Compact(above), tvs)
	if err != nil {
		return err
	}
	texts := map[inheritable]string{}
	for _, value := range inherited {
		v.Shown = append(v.Shown, value.Document)
		texts[inheritable{value.Document, value.TV.ID}] = value.Text
	}
	for _, value := range values {
		chain := places.Above(value.Document)
		slices.Reverse(chain)
		if found := value.take(chain, texts); !found && len(chain) > 0 && !places.Nodes[chain[len(chain)-1]].Seen {
			value.Text, value.computed = "", true
		}
	}
	return nil
}

// inheritable is a template variable of a document.
type inheritable struct{ document, tv int64 }

// take sets the first value among the documents above, nearest first, and reports whether there is one.
func (v *Value) take(chain []int64, texts map[inheritable]string) bool {
	for _, id := range chain {
		value, argument := texts[inheritable{id, v.TV.ID}], ""
		text := strings.TrimSpace(value)
		if value == "" || bound(text, "@INHERIT", &argument) && argument == "" {
			continue
		}
		v.Text = strings.TrimSpace(strings.ReplaceAll(text, "@INHERIT", ""))
		if query.Binding(v.Text) {
			v.Text, v.computed = "", true
		}
		return true
	}
	return false
}
