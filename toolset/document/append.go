package document

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/toolset/jsonout"
)

// MarshalJSONTo writes the document.
func (i *Item) MarshalJSONTo(e *jsontext.Encoder) error {
	text, err := i.AppendJSON(nil)
	if err != nil {
		return err
	}
	return e.WriteValue(text)
}

// AppendJSON appends the document as JSON: its fields in their order, then the members that depend on the call. It does
// not use an encoder, which would check each token: a page has hundreds of fields.
func (i *Item) AppendJSON(b []byte) (_ []byte, err error) {
	b = append(b, '{')
	for n, f := range i.shape.fields {
		if n > 0 && (i.shape.Sparse || f.ifAny) && i.isEmpty(f, i.cells[n]) { // the first is the id
			continue
		}
		if n > 0 {
			b = append(b, ',')
		}
		b = append(b, f.key...)
		if b, err = i.appendCell(b, f, i.cells[n]); err != nil {
			return nil, err
		}
	}
	var room [4]jsonout.Member
	for _, m := range i.appendRest(room[:0]) {
		b = append(jsonout.AppendString(append(b, ','), m.Name), ':')
		if values, ok := m.Value.(*tvValues); ok {
			b = values.appendJSON(b)
			continue
		}
		if b, err = jsonout.AppendValue(b, m.Value); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// appendRest appends the members after the fields.
func (i *Item) appendRest(rest jsonout.Object) jsonout.Object {
	if i.seo.NoIndex() {
		rest = append(rest, jsonout.Member{Name: "noindex", Value: true})
	}
	if i.Excerpt != nil {
		rest = append(rest, jsonout.Member{Name: "excerpt", Value: i.Excerpt})
	}
	if len(i.AlsoIn) > 0 {
		rest = append(rest, jsonout.Member{Name: "also_in", Value: i.AlsoIn})
	}
	if i.Broken != nil {
		rest = append(rest, jsonout.Member{Name: "broken_links", Value: i.Broken})
	}
	tvs := i.tvs
	if i.shape.Sparse {
		tvs = tvs.withoutEmpty()
	}
	if tvs != nil {
		rest = append(rest, jsonout.Member{Name: "tvs", Value: tvs})
		if i.amounts != nil {
			rest = append(rest, jsonout.Member{Name: "typed", Value: i.amounts})
		}
		if tvs.defaults != nil {
			rest = append(rest, jsonout.Member{Name: "tv_defaults", Value: tvs.defaults})
		}
		if staff := tvs.staffOnly(); staff != nil {
			rest = append(rest, jsonout.Member{Name: "tv_staff", Value: staff})
		}
	}
	cuts := i.Cuts()
	if i.media.cut() {
		if cuts == nil {
			cuts = jsonout.Object{{Name: "truncated", Value: true}}
		}
		cuts = append(cuts, jsonout.Member{Name: "total_media", Value: i.media.total})
	}
	rest = append(rest, cuts...)
	if i.shape.Listing && i.Dynamic && !i.shape.has("children") && len(i.nearby.children) > 0 {
		rest = append(rest, jsonout.Member{Name: "children", Value: i.nearby.children})
	}
	if i.nearby != nil && i.nearby.more {
		rest = append(rest, jsonout.Member{Name: "more_children", Value: true})
	}
	if i.Dynamic {
		rest = append(rest, jsonout.Member{Name: "dynamic", Value: true})
	}
	if i.page != nil {
		rest = append(rest, jsonout.Member{Name: "page", Value: i.page})
	}
	return rest
}

func (i *Item) appendCell(b []byte, f fieldOfCall, c Cell) ([]byte, error) {
	switch {
	case f.withheld:
		return append(b, "null"...), nil
	case f.Type == allowlist.Link:
		return jsonout.AppendValue(b, linkOf(c))
	case f.Source == allowlist.Tree:
		return jsonout.AppendValue(b, i.Place.Value(f.Name))
	case f.Source == allowlist.Nearby:
		return jsonout.AppendValue(b, i.nearby.member(f.Name))
	case f.Source == allowlist.SearchEngines:
		return jsonout.AppendValue(b, i.seo)
	case f.Type == allowlist.Headings:
		return jsonout.AppendValue(b, i.headings)
	case f.Source == allowlist.Embedded:
		return jsonout.AppendValue(b, i.media.list)
	case f.Type == allowlist.Boolean:
		return strconv.AppendBool(b, c.Number != 0), nil
	case f.Type == allowlist.Moment && i.shape.RFC3339:
		return jsonout.AppendText(b, Moment(c.Number)), nil
	case !f.isText():
		return strconv.AppendInt(b, c.Number, 10), nil
	}
	return jsonout.AppendText(b, c.Text), nil
}

// MarshalJSONTo writes the values.
func (v *tvValues) MarshalJSONTo(e *jsontext.Encoder) error { return e.WriteValue(v.appendJSON(nil)) }

// appendJSON appends the values by name. A value is the typed one if there is one, otherwise the stored string,
// otherwise the default if the call asks for it, otherwise null.
func (v *tvValues) appendJSON(b []byte) []byte {
	b = append(b, '{')
	for n, s := range v.selection {
		if n > 0 {
			b = append(b, ',')
		}
		b = append(jsonout.AppendString(b, s.Name()), ':')
		if v.typed != nil && v.typed[n] != nil {
			b = append(b, v.typed[n]...)
			continue
		}
		b = jsonout.AppendText(b, v.stored[n])
	}
	return append(b, '}')
}
