package toolset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/tracing"
	"emcp/toolset/document"
	"emcp/toolset/find"
	"emcp/toolset/page"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

// Extensions are the additions to the contract that every toolset has, by the names of arguments and tools.
var Extensions = []string{
	"fields", "format", "max_chars", "content_offset", "section", "dates", "ids", "url", "omit_empty", "cursor",
	"include_total", "query", "query_tvs", "match", "types", "lang", "count_by", "created_between", "edited_between",
	"published_between", "expires_between", "only", "order_by_edited", "template_name",
	"tv_format", "expand",
	"evo.site.describe",
}

// Options say which tools a toolset serves, how it reads the site, and what it shares.
type Options struct {
	view.Options

	Deny     []identity.Pattern // tools that are not served
	Only     []identity.Pattern // the only tools that are served; nil: all
	ChatGPT  bool               // serve only search and fetch
	Elements bool               // serve evo.elements.*, too
	Declared []Declared         // tools of the owner, served in addition, whatever Only and ChatGPT say

	Answers *Answers      // lets calls share results; nil: every call runs
	Shared  *Shared       // what this toolset shares with others; nil: nothing
	Indexes *find.Indexes // of what callers see of the site; nil: this toolset has its own
}

// Toolset is the tools of one server over one site.
type Toolset struct {
	db      *evodb.DB
	options Options
	tools   []Tool            // the served ones
	names   map[string]string // contract names by underscored name, including denied tools
	digest  string

	shared   *Shared
	indexes  *find.Indexes
	fields   *page.Fields
	printing *page.Printing
	name     atomic.Pointer[knownName]
}

// knownName is the converted name of the site for one version of the schema.
type knownName struct {
	schema *evodb.Schema
	name   string
}

// Names returns the names of all tools that a server can have.
func Names() []string {
	var names []string
	for _, tool := range slices.Concat(contentTools(view.Options{}), modelTools(view.Options{}), siteTools(),
		elementTools(view.Options{}), itemTools(view.Options{}), chatGPTTools()) {
		names = append(names, tool.Name)
	}
	return names
}

// New returns the toolset over a site.
func New(db *evodb.DB, o Options) *Toolset {
	t := &Toolset{
		db: db, options: o, names: map[string]string{}, shared: o.Shared, indexes: o.Indexes,
		fields: &page.Fields{}, printing: &page.Printing{},
	}
	if t.shared == nil {
		t.shared = NewShared()
	}
	if t.indexes == nil {
		t.indexes = find.NewIndexes(find.Options{})
	}
	t.tools = t.shared.ownTools(o.Options, o.ChatGPT, o.Elements)
	for i, d := range o.Declared { // first, because the owner has chosen their words
		t.tools = slices.Insert(t.tools, i, d.tool(t.run))
	}
	for _, tool := range t.tools {
		t.names[Underscored(tool.Name)] = tool.Name
	}
	t.tools = slices.DeleteFunc(t.tools, func(tool Tool) bool { return t.switchedOff(tool.Name) })
	t.digest = digest(db.Name(), t.tools, o)
	return t
}

// Tools returns the tools that the site has, in the order of the contract. Until the site has been read, these are the
// tools that every site has.
func (t *Toolset) Tools() []Tool {
	last := t.db.LastSchema()
	return slices.DeleteFunc(slices.Clone(t.tools),
		func(tool Tool) bool { return tool.has != nil && (last == nil || !tool.has(last)) })
}

// Await reads the site, if it has not been read yet, because it decides which tools there are. It waits for the
// database until ctx ends.
func (t *Toolset) Await(ctx context.Context) {
	if t.db.LastSchema() == nil {
		_, _ = t.db.Schema(ctx) // without it, there are the tools that every site has
	}
}

// Varies reports whether the tools depend on the caller or on the site.
func (t *Toolset) Varies() bool {
	return slices.ContainsFunc(t.Tools(), func(tool Tool) bool { return tool.needs != nil || tool.has != nil })
}

// Extensions returns what this toolset adds to the contract.
func (t *Toolset) Extensions() []string {
	extensions := slices.Clone(Extensions)
	if t.options.Elements {
		for _, tool := range elementTools(t.options.Options) {
			extensions = append(extensions, tool.Name)
		}
	}
	for _, tool := range t.Tools() {
		if tool.has != nil {
			extensions = append(extensions, tool.Name)
		}
	}
	return extensions
}

// Digest returns the same string for toolsets with the same site, tools, models and limits.
func (t *Toolset) Digest() string { return t.digest }

func digest(site string, tools []Tool, o Options) string {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%q\n", site)
	for _, tool := range tools {
		_, _ = fmt.Fprintf(h, "%s %s\n", tool.Name, tool.Input.JSON())
	}
	for _, m := range o.Models {
		_, _ = fmt.Fprintf(h, "%s %q %t\n", m.Name, m.FieldNames(), m.Internal)
	}
	for _, d := range o.Declared {
		_, _ = fmt.Fprintf(h, "%s\n", d.Source)
	}
	for _, name := range slices.Sorted(maps.Keys(o.TVTypes)) {
		_, _ = fmt.Fprintf(h, "%q %s %q\n", name, o.TVTypes[name].Currency(), o.TVTypes[name].Unit())
	}
	_, _ = fmt.Fprintln(h, o.ListLimit, o.ContentOffset, o.ModelOffset, o.Depth, o.ResultTokens, o.ResultBytes, o.BaseURL,
		o.Server, o.RFC3339, o.ProductLinks)
	return hex.EncodeToString(h.Sum(nil))
}

// Call runs a tool for a caller. arguments is the JSON text of the arguments, which must have unique names and valid
// UTF-8; empty means no arguments. Errors are faults. The result returned with an error says what the error shows of
// the site.
func (t *Toolset) Call(
	ctx context.Context, caller identity.Principal, name string, arguments jsontext.Value,
) (Result, error) {
	tool, err := t.find(name)
	if err != nil {
		return nothingShown, err
	}
	result, err := t.run(ctx, caller, tool, arguments)
	return result, tool.coded(err)
}

// run is Call for an existing tool.
func (t *Toolset) run(
	ctx context.Context, caller identity.Principal, tool Tool, arguments jsontext.Value,
) (Result, error) {
	if len(arguments) == 0 {
		arguments = noArguments
	}
	if err := tool.Input.Check(arguments); err != nil {
		return nothingShown, err
	}
	run, err := tool.parse(arguments, t.options.Options)
	if err != nil {
		return nothingShown, err
	}
	if arguments, err = view.CanonicalArguments(arguments); err != nil {
		return Result{}, err
	}
	execute := func(ctx context.Context) (Result, error) { return t.execute(ctx, caller, tool, arguments, run) }
	if t.options.Answers == nil {
		return execute(ctx)
	}
	return t.options.Answers.get(ctx, t.answerKey(caller, tool.Name, arguments), execute)
}

// answerKey hashes everything that the result of a call depends on. arguments must be canonical.
func (t *Toolset) answerKey(caller identity.Principal, tool string, arguments jsontext.Value) answerKey {
	return sha256.Sum256(append(view.QuotedWords(t.digest, caller.Sight(), strconv.FormatBool(caller.Revised),
		strconv.FormatUint(t.db.Refreshes(), 10), tool), arguments...))
}

// execute runs a call whose arguments are parsed.
func (t *Toolset) execute(
	ctx context.Context, caller identity.Principal, tool Tool, arguments jsontext.Value, run action,
) (_ Result, err error) {
	ctx, span := tracing.Start(ctx, "execute "+tool.Name)
	defer func() { span.End(err) }()
	c, err := t.begin(ctx, caller, tool.Name, arguments)
	if err != nil {
		return Result{}, err
	}
	return t.finish(ctx, c, tool, run)
}

// finish runs a prepared call and writes its answer.
func (t *Toolset) finish(ctx context.Context, c *call, tool Tool, run action) (Result, error) {
	answer, err := run(ctx, c)
	if err != nil {
		return Result{shown: shownSet{known: true, schema: c.Schema}}, err
	}
	result, err := answer.json()
	if err != nil {
		return Result{}, fmt.Errorf("write the result of %s: %w", tool.Name, err)
	}
	if paging.Sent(result) > t.options.ResultBytes {
		return Result{}, paging.TooLarge(t.options.ResultBytes)
	}
	return Result{result, answer.rows(), c.shows(tool)}, nil
}

// noArguments are the arguments of readings that do not come from a tool.
var noArguments = jsontext.Value("{}")

// begin prepares a call. Its cursors are valid only for this name, of a tool or another list, and for these arguments,
// which must be canonical.
func (t *Toolset) begin(
	ctx context.Context, caller identity.Principal, name string, arguments jsontext.Value,
) (*call, error) {
	schema, err := t.db.Schema(ctx)
	v := view.New(t.db, schema, caller, t.options.Options, t.audienceOf(caller),
		view.CursorScope{Name: name, Arguments: arguments})
	read := document.Reader{Resolver: page.NewResolver(v, t.fields), Languages: t.shared.spoken, Printing: t.printing}
	c := &call{Reader: read, descriptions: t.shared.descriptions}
	c.words = find.NewSearcher(&c.Reader, t.indexes)
	return c, err
}

// audienceOf returns the audience of a caller.
func (t *Toolset) audienceOf(caller identity.Principal) view.Audience {
	return view.AudienceOf(t, t.db, caller)
}

// Admit returns nil if the tool exists, a ToolDenied fault if it is denied, and an UnknownTool fault if it does not
// exist.
func (t *Toolset) Admit(name string) error {
	if t.switchedOff(name) {
		return fault.New(fault.ToolDenied, "this tool is switched off on this server; tools/list returns the available tools")
	}
	_, err := t.find(name)
	return err
}

// Canonical returns a tool's name in the contract for either of its names. It returns other names unchanged.
func (t *Toolset) Canonical(name string) string {
	if dotted, ok := t.names[name]; ok {
		return dotted
	}
	return name
}

// switchedOff reports whether a tool, named with dots or underscores, is switched off: it is denied, or it exists but
// is not among the tools that this server serves.
func (t *Toolset) switchedOff(name string) bool {
	name = t.Canonical(name)
	matches := func(p identity.Pattern) bool { return p.Matches(name) }
	switch {
	case slices.ContainsFunc(t.options.Deny, matches):
		return true
	case t.names[Underscored(name)] != name, slices.ContainsFunc(t.options.Declared,
		func(d Declared) bool { return d.Name == name }):
		return false
	}
	return t.options.Only != nil && !slices.ContainsFunc(t.options.Only, matches)
}

func (t *Toolset) find(name string) (Tool, error) {
	canonical := t.Canonical(name)
	last := t.db.LastSchema()
	for _, tool := range t.tools {
		if tool.Name == canonical && (tool.has == nil || last == nil || tool.has(last)) {
			return tool, nil
		}
	}
	var names []string
	for _, tool := range t.Tools() {
		if tool.needs == nil { // tools with needs are not suggested, because not everybody may know them
			names = append(names, tool.Name)
		}
	}
	f := noTool()
	f.Suggestions = fault.Nearest(name, names)
	return Tool{}, f
}

func noTool() *fault.Error {
	return fault.New(fault.UnknownTool, "there is no tool of this name; tools/list returns the tools")
}
