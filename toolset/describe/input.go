package describe

import (
	"math"

	"emcp/internal/fault"
	"emcp/toolset/schema"
)

// Values of the argument detail.
const (
	summary     = "summary"
	full        = "full"
	outlineOnly = "sections"
	itemsOnly   = "items"
)

// Arguments are the arguments of evo.site.describe.
func Arguments() []schema.Property {
	return []schema.Property{
		schema.Optional("detail",
			schema.Choice("How much of TVs (full with a tv), or only the tree, or items",
				summary, full, outlineOnly, itemsOnly).InBrief("")),
		schema.Optional("template", schema.Integer("Only this template id", 0, math.MaxInt64).InBrief("")),
		schema.Optional("template_name", schema.Name("Only templates of this name").InBrief("")),
		schema.Optional("tv", schema.Name("Only this template variable").InBrief("")),
		schema.Idle("refresh", schema.Boolean("With the manager view: forget what emcp keeps of the site, such as pages")),
	}
}

// Input is the values of the arguments.
type Input struct {
	Detail       string        `json:"detail"`
	Template     *schema.Int64 `json:"template"`
	TemplateName string        `json:"template_name"`
	TV           string        `json:"tv"`
	Refresh      bool          `json:"refresh"`
}

// everything reports whether to describe the whole site.
func (in Input) everything() bool {
	return in.Template == nil && in.TemplateName == "" && in.TV == ""
}

func (in Input) full() bool { return in.Detail == full || in.Detail == "" && !in.everything() }

func (in Input) outlineOnly() bool { return in.Detail == outlineOnly }

func (in Input) itemsOnly() bool { return in.Detail == itemsOnly }

// Check refuses arguments that have no meaning together.
func (in Input) Check() error {
	if (in.outlineOnly() || in.itemsOnly()) && !in.everything() {
		return fault.Invalid("detail", "%s are those of the whole site; leave out template, template_name and tv", in.Detail)
	}
	return nil
}
