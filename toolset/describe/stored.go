package describe

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/internal/quantity"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/view"
)

// documentIDs is the value of values_are if the values name documents.
const documentIDs = "document ids"

// unlisted are the types of template variables whose values are never lists, even if they contain separators.
var unlisted = []string{view.DateType, "number", "image", "file", "richtext", "htmlarea", "url", "email"}

// isDate reports whether values are dates.
func (tv *variable) isDate() bool { return tv.kind == view.DateType }

// isNumber reports whether values are numbers.
func (tv *variable) isNumber() bool {
	return tv.kind == "number" || tv.quantity != nil && !view.IsChoice(tv.kind) && !tv.isDate()
}

// storedKinds sorts template variables by what their values can be.
func storedKinds(tvs []*variable) query.StoredKinds {
	var kinds query.StoredKinds
	for _, tv := range tvs {
		switch {
		case tv.isDate():
			kinds.Dates = append(kinds.Dates, tv.id)
		case tv.isNumber():
			number := cmp.Or(tv.quantity, quantity.Plain)
			i := slices.IndexFunc(kinds.Numbers, func(n query.StoredNumbers) bool { return n.Type == number })
			if i < 0 {
				i, kinds.Numbers = len(kinds.Numbers), append(kinds.Numbers, query.StoredNumbers{Type: number})
			}
			kinds.Numbers[i].TVs = append(kinds.Numbers[i].TVs, tv.id)
		case !view.IsChoice(tv.kind) && !slices.Contains(unlisted, tv.kind):
			kinds.Texts = append(kinds.Texts, tv.id)
		}
	}
	return kinds
}

// storedForms are the forms in which visible documents store the values of a template variable.
type storedForms struct {
	documents map[string]int64 // by form
	ids       []int64          // of one value
	separator string           // between them
}

// only reports whether all values have one of the forms.
func (f storedForms) only(forms ...string) bool {
	for form, documents := range f.documents {
		if documents > 0 && !slices.Contains(forms, form) {
			return false
		}
	}
	return true
}

// mostly reports whether at least half of the texts have a form.
func (f storedForms) mostly(form string) bool {
	n := f.documents
	return n[form] > 0 && 2*n[form] >= n[query.FormBars]+n[query.FormCommas]+n[query.FormText]
}

// countForms adds to template variables how many visible documents of the sample store a value, and what these values
// are. It returns the forms of values by the id of the variable. tvs must not be empty.
func (d Describer) countForms(
	ctx context.Context, tvs []*variable, sample query.Sample,
) (map[int64]*storedForms, error) {
	byID, forms := map[int64]*variable{}, map[int64]*storedForms{}
	var ids []int64
	for _, tv := range tvs {
		ids = append(ids, tv.id)
		byID[tv.id], forms[tv.id] = tv, &storedForms{documents: map[string]int64{}}
	}
	statement, err := d.Compiler().TVUse(ids, storedKinds(tvs), sample)
	if err != nil {
		return nil, err
	}
	err = d.DB.Query(ctx, statement, func(scan evodb.Scan) (err error) {
		var id, documents int64
		var form string
		var low, high, example *string
		if err := scan(&id, &form, &documents, &low, &high, &example); err != nil {
			return err
		}
		tv, f := byID[id], forms[id]
		tv.documents += documents
		f.documents[form] += documents
		if form == query.FormIDs {
			f.ids, f.separator = document.NamedIDs(example), separatorIn(*example)
		}
		for _, amount := range []*string{low, high} {
			if amount != nil && err == nil {
				err = tv.widen(*amount)
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for id, tv := range byID {
		tv.setFormats(*forms[id])
	}
	return forms, d.countDefaults(ctx, tvs, sample)
}

// countDefaults widens the ranges of template variables to their defaults, where documents have them for a value.
func (d Describer) countDefaults(ctx context.Context, tvs []*variable, sample query.Sample) error {
	var ids []int64
	for _, tv := range tvs {
		if tv.defaultAmount() != "" {
			ids = append(ids, tv.id)
		}
	}
	if ids == nil {
		return nil
	}
	statement, err := d.Compiler().TVsMissing(ids, sample)
	if err != nil {
		return err
	}
	return d.DB.Query(ctx, statement, func(scan evodb.Scan) error {
		var id int64
		if err := scan(&id); err != nil {
			return err
		}
		tv := tvs[slices.IndexFunc(tvs, func(tv *variable) bool { return tv.id == id })]
		return tv.widen(tv.defaultAmount())
	})
}

// defaultAmount returns the number or the time (in Unix seconds) that is the default, or "".
func (tv *variable) defaultAmount() string {
	switch {
	case tv.fallback == nil:
	case tv.isDate():
		if at, ok := allowlist.ParseStoredDate(*tv.fallback); ok {
			return strconv.FormatInt(at, 10)
		}
	case tv.isNumber():
		number, _ := cmp.Or(tv.quantity, quantity.Plain).Parse(*tv.fallback)
		return number
	}
	return ""
}

// separatorIn returns what stands between the ids in a value.
func separatorIn(ids string) string {
	if strings.Contains(ids, view.Separator) {
		return view.Separator
	}
	return ","
}

// widen makes the range include an amount of SQL: a number, or a time in Unix seconds.
func (tv *variable) widen(amount string) error {
	n, ok := new(big.Rat).SetString(amount)
	if !ok {
		return fmt.Errorf("%q is not a number", amount)
	}
	if tv.lowest == nil || n.Cmp(tv.lowest) < 0 {
		tv.lowest = n
	}
	if tv.highest == nil || n.Cmp(tv.highest) > 0 {
		tv.highest = n
	}
	tv.Range = &valueRange{tv.shownAmount(tv.lowest), tv.shownAmount(tv.highest)}
	return nil
}

// shownAmount returns a time as RFC 3339, or a number without trailing zeros.
func (tv *variable) shownAmount(n *big.Rat) jsontext.Value {
	if tv.isDate() {
		return jsontext.Value(strconv.Quote(timeOf(n)))
	}
	const decimals = 10 // as query and quantity have them
	return jsontext.Value(strings.TrimSuffix(strings.TrimRight(n.FloatString(decimals), "0"), "."))
}

// timeOf returns Unix seconds as RFC 3339.
func timeOf(seconds *big.Rat) string { return document.FormatTime(seconds.Num().Int64()) }

// setFormats says how to read values in these forms.
func (tv *variable) setFormats(f storedForms) {
	switch {
	case view.Chosen[tv.kind]:
		tv.Separator = view.Separator
	case f.mostly(query.FormBars):
		tv.Separator = view.Separator
	case f.mostly(query.FormCommas):
		tv.Separator = ","
	}
	if !tv.isDate() {
		return
	}
	n := f.documents
	for form, documents := range n {
		if form != query.FormText && documents > 0 {
			tv.DateFormats = append(tv.DateFormats, form)
		}
	}
	slices.SortFunc(tv.DateFormats, func(a, b string) int { return cmp.Or(cmp.Compare(n[b], n[a]), cmp.Compare(a, b)) })
}

// maxLookedUp is how many ids of documents a description looks up.
const maxLookedUp = 1000

// findIDs finds the template variables whose values are ids of documents, and marks them so instead of listing the ids
// as values. It takes a variable for one of these if it has several values that look like ids, and at least half of
// them are ids of visible documents.
func (d Describer) findIDs(ctx context.Context, tvs []*variable, forms map[int64]*storedForms) error {
	named := map[int64][]int64{}
	var all []int64
	for _, tv := range tvs {
		ids := forms[tv.id].ids
		if view.IsChoice(tv.kind) {
			ids = tv.chosenIDs()
		} else if !forms[tv.id].only(query.FormIDs, query.FormID) {
			continue
		}
		slices.Sort(ids)
		if ids = slices.Compact(ids); len(ids) > 1 && len(all)+len(ids) <= maxLookedUp {
			named[tv.id], all = ids, append(all, ids...)
		}
	}
	if len(all) == 0 {
		return nil
	}
	states, err := view.States(ctx, d.DB, []identity.Principal{d.Caller}, all)
	if err != nil {
		return err
	}
	for _, tv := range tvs {
		ids, seen := named[tv.id], 0
		for _, id := range ids {
			if states[0][id].Visible {
				seen++
			}
		}
		if seen == 0 || 2*seen < len(ids) {
			continue
		}
		tv.ValuesAre, tv.Values = documentIDs, nil
		if !view.IsChoice(tv.kind) {
			tv.Separator = forms[tv.id].separator
		}
	}
	return nil
}

// chosenIDs returns the most frequent values of a choice as ids. It returns nil if a value is not an id, or if the
// options are written down.
func (tv *variable) chosenIDs() (ids []int64) {
	if tv.offered != nil {
		return nil
	}
	for _, v := range tv.Values {
		if v.Value == "" {
			continue
		}
		id, err := strconv.ParseInt(v.Value, 10, 64)
		if err != nil || id <= 0 {
			return nil
		}
		ids = append(ids, id)
	}
	return ids
}

// countDocuments counts the visible documents of the sample for template variables and their values.
func (d Describer) countDocuments(ctx context.Context, tvs []*variable, sample query.Sample) error {
	if len(tvs) == 0 {
		return nil
	}
	forms, err := d.countForms(ctx, tvs, sample)
	if err != nil {
		return err
	}
	if err := d.countChoices(ctx, tvs, sample); err != nil {
		return err
	}
	if err := d.findIDs(ctx, tvs, forms); err != nil {
		return err
	}
	for _, tv := range tvs {
		tv.setDocuments(d.Caller.View)
	}
	return nil
}

// setDocuments sets how many documents have a value. It stays unknown if visitors see none: the view hides values that
// the site computes, and also how many of them there are.
func (tv *variable) setDocuments(view identity.View) {
	if tv.documents == 0 && view == identity.Public {
		tv.Values = nil
		return
	}
	tv.Documents = &tv.documents
}
