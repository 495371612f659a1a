package toolset

import (
	"context"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/jsonout"
	"emcp/toolset/paging"
	"emcp/toolset/schema"
	"emcp/toolset/view"
)

// maxConditions is how many conditions evo.model.list accepts.
const maxConditions = 10

// modelTools are evo.model.*.
func modelTools(o view.Options) []Tool {
	names := make([]string, len(o.Models))
	for i, m := range o.Models {
		names[i] = m.Name
	}
	model := schema.Required("model",
		schema.Choice("Name of the model", names...).
			OrFault(fault.UnknownModel).InBrief("One of site.describe").InDescription())
	condition := schema.Object("",
		schema.Required("field", schema.Name("Name of a field of the model").InBrief("")),
		schema.Required("op", operator()), schema.Optional("value", operand()))
	return []Tool{
		{
			Name: "evo.model.list", Title: "List rows of a model",
			Description: "List rows of a model, filtered, sorted and paged.",
			brief:       "List rows of a model.",
			Input: schema.Object("", append([]schema.Property{
				model,
				schema.Optional("filters", schema.Object("Conditions",
					schema.Optional("where", schema.Array("All must hold", maxConditions,
						condition).InBrief("Conditions; all must hold"))).InBrief("")),
				schema.Optional("order_by", schema.Name("Field to sort by; id if absent").InBrief("A field; id if absent")),
				schema.Optional("order_dir", schema.Choice("Direction of order_by, asc if absent", "asc",
					"desc").InBrief("asc if absent")),
				datesArgument(o),
				document.OmitEmptyArgument(),
			}, paging.Arguments(o, o.ModelOffset)...)...),
			Output: listOutput(modelOutput()),
			parse:  listModel,
		},
		{
			Name: "evo.model.get", Title: "Get a row of a model",
			Description: "Get a row of a model by id; item is null if there is none.",
			brief:       "Get a row of a model by id.",
			Input: schema.Object("", model, schema.Required("id", schema.Integer("Id of the row", 0, anyID).InBrief("")),
				datesArgument(o)),
			Output: getOutput(modelOutput()),
			parse:  getModel,
		},
	}
}

type modelInput struct {
	Model   string       `json:"model"`
	ID      schema.Int64 `json:"id"`
	Filters struct {
		Where []allowlist.ConditionInput `json:"where"`
	} `json:"filters"`
	OrderBy  string `json:"order_by"`
	OrderDir string `json:"order_dir"`
	Dates    string `json:"dates"`
	paging.Input
}

// extended reports whether a call uses arguments that only emcp has.
func (in modelInput) extended() bool { return in.Dates != "" || in.Extended() }

// model returns the model that the arguments name. The schema has checked the name.
func (in modelInput) model(o view.Options) allowlist.Model {
	i := slices.IndexFunc(o.Models, func(m allowlist.Model) bool { return strings.EqualFold(m.Name, in.Model) })
	return o.Models[i]
}

func listModel(arguments jsontext.Value, o view.Options) (action, error) {
	var in modelInput
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	model := in.model(o)
	if _, err := in.parse(model); err != nil {
		return nil, err
	}
	if err := in.Check(); err != nil {
		return nil, err
	}
	return func(ctx context.Context, c *call) (toolAnswer, error) {
		c.Shape.RFC3339 = document.WantsRFC3339(o, in.Dates)
		m, err := c.Model(model)
		if err != nil {
			return nil, err
		}
		list, err := in.parse(m) // parsed again, because the site may lack some of the fields
		if err != nil {
			return nil, err
		}
		p, err := in.Page(c.Site, in.extended())
		if err != nil {
			return nil, err
		}
		l := c.Compiler().List(m, list)
		statement, err := l.Page(p.Compiled())
		if err != nil {
			return nil, err
		}
		records, more, err := c.records(ctx, m, statement, l.Keys(), p.Reading(c.Options))
		if err != nil {
			return nil, err
		}
		records, more = paging.CutToPage(p, records, more)
		if in.OmitEmpty {
			for _, r := range records {
				r.Object = slices.DeleteFunc(r.Object, func(m jsonout.Member) bool { return document.IsEmpty(m.Value) })
			}
		}
		total, err := p.Count(ctx, c.DB, l)
		if err != nil {
			return nil, err
		}
		return listOf(c, p, records, more, total, m.Name, nil)
	}, nil
}

// parse parses the arguments.
func (in modelInput) parse(m allowlist.Model) (query.List, error) {
	var list query.List
	for i, w := range in.Filters.Where {
		condition, err := allowlist.ParseCondition(m, w)
		if err != nil {
			return query.List{}, fault.From(err).At(schema.Index("filters.where", i))
		}
		list.Where = append(list.Where, condition)
	}
	if in.OrderBy != "" {
		field, err := m.ParseField(in.OrderBy)
		if err != nil {
			return query.List{}, fault.From(err).At("order_by")
		}
		list.Field = &field
	}
	list.Dir, _ = allowlist.ParseDirection(in.OrderDir) // the schema has checked the direction
	return list, nil
}

func getModel(arguments jsontext.Value, o view.Options) (action, error) {
	var in modelInput
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	model := in.model(o)
	return func(ctx context.Context, c *call) (toolAnswer, error) {
		c.Shape.RFC3339 = document.WantsRFC3339(o, in.Dates)
		m, err := c.Model(model)
		if err != nil {
			return nil, err
		}
		statement, err := c.Compiler().Get(m, int64(in.ID))
		if err != nil {
			return nil, err
		}
		records, _, err := c.records(ctx, m, statement, 0, paging.AnyRows)
		if err != nil {
			return nil, err
		}
		answer := getAnswer[record]{Meta: c.meta(m.Name)}
		if len(records) > 0 {
			answer.Item = records[0]
		}
		return answer, nil
	}, nil
}

// record is a row of a model in an answer.
type record struct {
	jsonout.Object
	id   int64
	keys []*string // values that its list is sorted by
}

func (r *record) Position() query.Position { return query.Position{Keys: r.keys, ID: r.id} }

func (r *record) AppendJSON(b []byte) ([]byte, error) { return jsonout.AppendValue(b, r.Object) }

// records runs a statement that returns rows of a model, each followed by that many sort keys. Integers become numbers
// in the answer, everything else strings.
func (c *call) records(
	ctx context.Context, m allowlist.Model, s evodb.Statement, keys int, r paging.Reading,
) (records []*record, more bool, err error) {
	return paging.Gather(ctx, c.DB, s, r, func(scan evodb.Scan) (*record, int, error) {
		r := &record{Object: make(jsonout.Object, len(m.Fields)), keys: make([]*string, keys)}
		dest := make([]any, len(m.Fields), len(m.Fields)+keys)
		for i, field := range m.Fields {
			if field.Integer() {
				dest[i] = new(*int64)
			} else {
				dest[i] = new(*string)
			}
			r.Object[i] = jsonout.Member{Name: field.Name(), Value: dest[i]}
		}
		for i := range r.keys {
			dest = append(dest, &r.keys[i])
		}
		if err := scan(dest...); err != nil {
			return nil, 0, err
		}
		size := 0
		for _, d := range dest {
			if text, ok := d.(**string); ok && *text != nil {
				size += len(**text)
				c.Untag(text)
			}
		}
		for i, field := range m.Fields {
			if c.Shape.RFC3339 && field.Time() {
				r.Object[i].Value = document.Moment((*schema.Int64)(*dest[i].(**int64)).Or(0))
			}
		}
		r.id = **dest[0].(**int64) // the first field of every model is its id, which is never NULL
		return r, size, nil
	})
}
