package toolset

import (
	"time"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/query"
	"emcp/toolset/schema"
)

// periods are the arguments of search for the times at which documents were created, edited and published, and at which
// they expire.
func periods() []schema.Property {
	between := func(argument, what, brief string) schema.Property {
		return schema.Optional(argument, schema.Object("Only "+what+" in this time",
			schema.Optional("from", schema.Text("A date, or -30d", schema.MaxName)),
			schema.Optional("to", schema.Text("Included", schema.MaxName))).FoldedInto(brief))
	}
	return []schema.Property{
		between("created_between", "created", "{from,to}: date or -30d"),
		between("edited_between", "edited last", ""),
		between("published_between", "published", ""),
		between("expires_between", "expiring", ""),
	}
}

// periodsInput are the values of these arguments.
type periodsInput struct {
	Created   *periodInput `json:"created_between"`
	Edited    *periodInput `json:"edited_between"`
	Published *periodInput `json:"published_between"`
	Expires   *periodInput `json:"expires_between"`
}

type periodInput struct {
	From *string `json:"from"`
	To   *string `json:"to"`
}

// none reports whether a call has none of these arguments.
func (in periodsInput) none() bool { return in == periodsInput{} }

// parse parses the arguments. Relative times count from now.
func (in periodsInput) parse() (dates query.Dates, err error) {
	now := time.Now()
	for _, of := range []struct {
		argument string
		in       *periodInput
		to       **query.Period
	}{
		{"created_between", in.Created, &dates.Created},
		{"edited_between", in.Edited, &dates.Edited},
		{"published_between", in.Published, &dates.Published},
		{"expires_between", in.Expires, &dates.Expires},
	} {
		if *of.to, err = of.in.parse(of.argument, now); err != nil {
			return dates, err
		}
	}
	return dates, nil
}

func (in *periodInput) parse(path string, now time.Time) (*query.Period, error) {
	if in == nil {
		return nil, nil
	}
	if in.From == nil && in.To == nil {
		return nil, fault.Invalid(path, "%s needs from, to or both", path)
	}
	var period query.Period
	if in.From != nil {
		at, ok := allowlist.ParseTime(*in.From, now, allowlist.UnknownOrder)
		if !ok {
			return nil, wrongTime(path + ".from")
		}
		period.From = new(at.First())
	}
	if in.To != nil {
		at, ok := allowlist.ParseTime(*in.To, now, allowlist.UnknownOrder)
		if !ok {
			return nil, wrongTime(path + ".to")
		}
		period.To = new(at.Last())
	}
	if period.From != nil && period.To != nil && *period.To < *period.From {
		return nil, fault.Invalid(path+".to", "%s.to must not be before %[1]s.from", path)
	}
	return &period, nil
}

func wrongTime(path string) error {
	return fault.Invalid(path,
		"%s must be a time such as 2026-01-31 or 2026-01-31T12:00:00Z, or relative such as -30d (h, d, w, m, y)", path)
}
