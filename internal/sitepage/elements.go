package sitepage

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// ending names the elements that a start tag ends, and the elements within which it looks for them. It ends the
// innermost one, with everything in it.
type ending struct{ ends, within []atom.Atom }

// endedBy has the start tags before which end tags may be omitted.
var endedBy = func() map[atom.Atom]ending {
	rules := map[atom.Atom]ending{
		atom.Li:       {[]atom.Atom{atom.Li}, []atom.Atom{atom.Ul, atom.Ol, atom.Menu}},
		atom.Dt:       {[]atom.Atom{atom.Dt, atom.Dd}, []atom.Atom{atom.Dl}},
		atom.Dd:       {[]atom.Atom{atom.Dt, atom.Dd}, []atom.Atom{atom.Dl}},
		atom.Option:   {[]atom.Atom{atom.Option}, []atom.Atom{atom.Select, atom.Datalist}},
		atom.Optgroup: {[]atom.Atom{atom.Optgroup, atom.Option}, []atom.Atom{atom.Select}},
		atom.A:        {[]atom.Atom{atom.A}, blocks},
	}
	for _, cell := range []atom.Atom{atom.Td, atom.Th} {
		rules[cell] = ending{[]atom.Atom{atom.Td, atom.Th}, []atom.Atom{atom.Tr, atom.Table}}
	}
	rules[atom.Tr] = ending{[]atom.Atom{atom.Tr, atom.Caption, atom.Colgroup}, []atom.Atom{atom.Table}}
	for _, part := range []atom.Atom{atom.Tbody, atom.Thead, atom.Tfoot} {
		rules[part] = ending{
			[]atom.Atom{atom.Tbody, atom.Thead, atom.Tfoot, atom.Caption, atom.Colgroup}, []atom.Atom{atom.Table},
		}
	}
	for _, block := range blocks {
		if _, ok := rules[block]; !ok {
			rules[block] = ending{ends: []atom.Atom{atom.P}}
		}
	}
	return rules
}()

// blocks are the elements that end a paragraph.
var blocks = []atom.Atom{
	atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Details, atom.Dialog, atom.Dir, atom.Div,
	atom.Dl,
	atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5,
	atom.H6,
	atom.Header, atom.Hgroup, atom.Hr, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Section,
	atom.Summary,
	atom.Table, atom.Ul,
}

// bounds are elements out of which no other tag reaches: a tag in them ends nothing around them. Cells are ended by
// tags of their table.
var bounds = setOf(atom.Table, atom.Button, atom.Object, atom.Marquee, atom.Template, atom.Svg, atom.Math)

var (
	inline = setOf(atom.A, atom.Abbr, atom.B, atom.Big, atom.Cite, atom.Code, atom.Del, atom.Em, atom.Font, atom.I,
		atom.Ins,
		atom.Kbd, atom.Label, atom.Mark, atom.Nobr, atom.Q, atom.S, atom.Samp, atom.Small, atom.Span, atom.Strike,
		atom.Strong,
		atom.Sub, atom.Sup, atom.Tt, atom.U, atom.Var)
	inTable = setOf(atom.Table, atom.Caption, atom.Colgroup, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr, atom.Td, atom.Th)
	inHead  = setOf(atom.Base, atom.Link, atom.Meta, atom.Noscript, atom.Script, atom.Style, atom.Title)
	rawText = setOf(atom.Noscript, atom.Script, atom.Style, atom.Title)
	voids   = setOf(atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link,
		atom.Meta,
		atom.Param, atom.Source, atom.Track, atom.Wbr)
)

func setOf(atoms ...atom.Atom) map[atom.Atom]bool {
	set := map[atom.Atom]bool{}
	for _, a := range atoms {
		set[a] = true
	}
	return set
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }
