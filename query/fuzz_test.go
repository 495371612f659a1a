package query_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/query"
	"emcp/tvfilter"
)

// Texts of fuzzed requests are enclosed in marks, so that the SQL has a mark if it contains a text. Numbers have their
// own mark.
const (
	mark       = "zqmark"
	markNumber = "86753090"
)

// choices makes a request of random bytes. Each byte decides the next choice.
type choices struct{ rest []byte }

func (c *choices) next() int {
	if len(c.rest) == 0 {
		return 0
	}
	b := c.rest[0]
	c.rest = c.rest[1:]
	return int(b)
}

func (c *choices) yes() bool { return c.next()%2 == 1 }

func (c *choices) number() int64 { return int64(c.next() - 128) }

func (c *choices) text() string {
	n := min(c.next()%20, len(c.rest))
	text := string(c.rest[:n])
	c.rest = c.rest[n:]
	return mark + text + mark
}

func (c *choices) flag() *bool {
	if c.yes() {
		return new(c.yes())
	}
	return nil
}

func (c *choices) operator() string {
	names := allowlist.OperatorNames()
	return names[c.next()%len(names)]
}

func (c *choices) value() *allowlist.Value {
	switch c.next() % 4 {
	case 0:
		return allowlist.TextValue(c.text())
	case 1:
		return allowlist.TextValue(fmt.Sprint(markNumber, c.next()))
	case 2:
		return allowlist.ListValue(c.text(), c.text(), c.text())
	default:
		return allowlist.ListValue(fmt.Sprint(markNumber, c.next()), fmt.Sprint(markNumber, c.next()))
	}
}

func (c *choices) cast() string {
	return []string{"", "", "UNSIGNED", "SIGNED", fmt.Sprintf("DECIMAL(%d,%d)", c.next(), c.next()), c.text()}[c.next()%6]
}

// lookup accepts every name. Its first byte chooses one of a few variables, so that conditions share them.
func (c *choices) lookup(name string) (tvfilter.TV, error) {
	tv := tvfilter.TV{ID: int64(len(name) % 5)}
	if c.yes() {
		tv.Default = new(c.text())
	}
	return tv, nil
}

func (c *choices) search() query.Search {
	s := query.Search{Published: c.flag(), Deleted: c.flag(), HiddenMenu: c.flag()}
	if c.yes() {
		depth := query.NewDepth(int64(1 + c.next()%3))
		s.Parent, s.Depth = new(c.number()), &depth
	}
	if c.yes() {
		s.Templates = []int64{c.number()}
	}
	for range c.next() % 4 {
		in := tvfilter.FilterInput{TV: c.text(), Op: c.operator(), Value: c.value(), Cast: c.cast(), UseDefault: c.yes()}
		if f, err := tvfilter.ParseFilter(in, c.lookup); err == nil {
			s.Filters = append(s.Filters, f)
		}
	}
	for range c.next() % 4 {
		in := tvfilter.OrderInput{
			TV: c.text(), Dir: []string{"", "asc", "desc", c.text()}[c.next()%4], Cast: c.cast(), UseDefault: c.yes(),
		}
		if o, err := tvfilter.ParseOrder(in, c.lookup); err == nil {
			s.Order.TVs = append(s.Order.TVs, o)
		}
	}
	if c.yes() {
		if tags, err := tvfilter.ParseTags(tvfilter.TagsInput{TV: c.number(), Tags: []string{c.text(), c.text()}}); err ==
			nil {
			s.Tags = &tags
		}
	}
	if c.yes() {
		s.Among = []int64{c.number(), c.number()}[:c.next()%3]
	}
	names := append([]string{"", c.text()}, allowlist.OrderFields...)
	s.Order.Field, _ = allowlist.ParseOrderField(names[c.next()%len(names)])
	s.Order.Dir, _ = allowlist.ParseDirection([]string{"", "desc", c.text()}[c.next()%3])
	if c.yes() {
		s.Order.ByDate = new(allowlist.Direction(c.yes()))
	}
	return s
}

// checkStatement checks what must hold for every statement: one placeholder for each argument, and no text of the
// request.
func checkStatement(t *testing.T, s evodb.Statement) {
	t.Helper()
	if n := strings.Count(s.SQL, "?"); n != len(s.Args) {
		t.Errorf("%d placeholders for %d arguments in %s", n, len(s.Args), s.SQL)
	}
	for _, m := range []string{mark, markNumber} {
		if strings.Contains(s.SQL, m) {
			t.Errorf("a text of the request in %s", s.SQL)
		}
	}
	own := strings.NewReplacer("ESCAPE '|'", "", noBinding, "", withoutNUL, "")
	if strings.ContainsAny(own.Replace(s.SQL), `'"\;#`) || strings.Contains(s.SQL, "--") {
		t.Errorf("a literal, a comment or a second statement in %s", s.SQL)
	}
}

// compiler is the compiler of one of the views, with one of the ways to walk the tree.
func (c *choices) compiler() query.Compiler {
	schema := &evodb.Schema{Prefix: "evo_", Recursive: c.yes()}
	switch c.next() % 3 {
	case 0:
		return query.For(schema, query.Manager())
	case 1:
		groups := make([]int64, c.next()%4)
		for i := range groups {
			groups[i] = c.number()
		}
		return query.For(schema, query.Member(groups, c.yes()))
	}
	return query.For(schema, query.Public(now))
}

// addRandom gives a fuzz target seeds, so that a plain go test makes many different requests.
func addRandom(f *testing.F) {
	random := rand.NewChaCha8([32]byte{})
	for range 200 {
		data := make([]byte, 400)
		_, _ = random.Read(data)
		f.Add(data)
	}
}

func FuzzSearch(f *testing.F) {
	addRandom(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		c := &choices{data}
		compiler, search := c.compiler(), c.search()
		c.checkListing(t, compiler.Search(search))
	})
}

func FuzzCondition(f *testing.F) {
	addRandom(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		c := &choices{data}
		compiler, models := c.compiler(), allowlist.Models()
		m := models[c.next()%len(models)]
		list := query.List{Dir: allowlist.Direction(c.yes())}
		for range c.next() % 5 {
			names := append(m.FieldNames(), c.text())
			in := allowlist.ConditionInput{Field: names[c.next()%len(names)], Op: c.operator(), Value: c.value()}
			if condition, err := allowlist.ParseCondition(m, in); err == nil {
				list.Where = append(list.Where, condition)
			}
			if field, err := m.ParseField(in.Field); err == nil {
				list.Field = &field
			}
		}
		c.checkListing(t, compiler.List(m, list))
	})
}

// checkListing compiles pages of a listing and its count. A position with arbitrary texts must be compiled or refused.
func (c *choices) checkListing(t *testing.T, l query.Listing) {
	t.Helper()
	s, err := l.Page(query.NewPage(int64(c.next()), int64(c.next())))
	if err != nil {
		t.Fatal(err)
	}
	checkStatement(t, s)
	if s, err = l.Count(); err != nil {
		t.Fatal(err)
	}
	checkStatement(t, s)
	p := query.Position{ID: int64(c.next())}
	for range l.Keys() {
		switch c.next() % 3 {
		case 0:
			p.Keys = append(p.Keys, nil)
		case 1:
			p.Keys = append(p.Keys, new(strconv.Itoa(c.next())))
		default:
			p.Keys = append(p.Keys, new(c.text()))
		}
	}
	for _, compile := range []func(query.Page) (evodb.Statement, error){l.Page, ahead(l)} {
		if s, err = compile(query.PageAfter(1, p)); err == nil {
			checkStatement(t, s)
		} else if fault.From(err).Field != "cursor" {
			t.Fatal(err)
		}
	}
	p.Keys = append(p.Keys, nil)
	if _, err = l.Page(query.PageAfter(1, p)); fault.From(err).Field != "cursor" {
		t.Fatalf("a position with a key too many: %v", err)
	}
}

// ahead returns Ahead of a listing, or an empty statement if it has none.
func ahead(l query.Listing) func(query.Page) (evodb.Statement, error) {
	return func(p query.Page) (evodb.Statement, error) {
		s, _, err := l.Ahead(p)
		return s, err
	}
}
