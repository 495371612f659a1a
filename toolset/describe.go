package toolset

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/maypok86/otter/v2"

	"emcp/internal/fault"
	"emcp/toolset/paging"
	"emcp/toolset/schema"
	"emcp/toolset/view"
)

// Values of the argument detail.
const (
	summaryDetail = "summary"
	fullDetail    = "full"
)

const describeTool = "evo.site.describe"

// siteTools are evo.site.*.
func siteTools() []Tool {
	return []Tool{{
		Name: describeTool, Title: "Describe the site",
		Description: "Describe what the site has: templates, TVs with options and values, models, limits. Call it first.",
		brief:       "Describe templates, TVs with options and values, models, limits.",
		Input: schema.Object("",
			schema.Optional("detail", schema.Choice("How much to say of TVs; with template or tv full if absent", summaryDetail,
				fullDetail).InBrief("")),
			schema.Optional("template", schema.Integer("Only this template id", 0, anyID).InBrief("")),
			schema.Optional("template_name", schema.Name("Only templates of this name").InBrief("")),
			schema.Optional("tv", schema.Name("Only this template variable").InBrief("")),
			schema.Idle("refresh", schema.Boolean("With the manager view: forget what emcp keeps of the site, such as pages"))),
		Output: siteOutput(),
		parse:  describe,
	}}
}

type describeInput struct {
	Detail       string        `json:"detail"`
	Template     *schema.Int64 `json:"template"`
	TemplateName string        `json:"template_name"`
	TV           string        `json:"tv"`
	Refresh      bool          `json:"refresh"`
}

// everything reports whether to describe the whole site.
func (in describeInput) everything() bool {
	return in.Template == nil && in.TemplateName == "" && in.TV == ""
}

func (in describeInput) full() bool {
	return in.Detail == fullDetail || in.Detail == "" && !in.everything()
}

// descriptions are the answers of the last minute, by everything that they depend on.
type descriptions = otter.Cache[descriptionKey, siteDescription]

type descriptionKey struct {
	audience view.Audience
	full     bool
	template int64  // negative: all
	name     string // of the template; empty: all
	tv       string // empty: all
}

func (in describeInput) key(of view.Audience) descriptionKey {
	return descriptionKey{of, in.full(), in.Template.Or(-1), in.TemplateName, in.TV}
}

// siteDescription is the JSON text of an answer.
type siteDescription struct {
	text      jsontext.Value
	templates int
}

func (d siteDescription) rows() int { return d.templates }

func (d siteDescription) json() ([]byte, error) { return d.text, nil }

// maxDescriptions bounds the memory that the descriptions of all sites take, in bytes.
const maxDescriptions = 16 << 20

// newDescriptions returns an empty cache. A nil clock is the system's clock.
func newDescriptions(clock otter.Clock) *descriptions {
	return otter.Must(&otter.Options[descriptionKey, siteDescription]{
		MaximumWeight: maxDescriptions,
		Weigher: func(k descriptionKey, d siteDescription) uint32 {
			return uint32(len(k.audience.Sight) + len(k.name) + len(k.tv) + len(d.text)) //nolint:gosec // bounded by max_result_bytes
		},
		ExpiryCalculator: otter.ExpiryCreating[descriptionKey, siteDescription](view.KeptAge),
		Clock:            clock,
	})
}

func describe(arguments jsontext.Value, _ Options) (action, error) {
	var in describeInput
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	if err := checkTemplate(in.Template, in.TemplateName); err != nil {
		return nil, err
	}
	return func(ctx context.Context, c *call) (toolAnswer, error) {
		if in.Refresh {
			if err := c.refresh(ctx); err != nil {
				return nil, err
			}
		}
		d, err := c.shared.descriptions.Get(ctx, in.key(c.Audience), otter.LoaderFunc[descriptionKey, siteDescription](
			func(ctx context.Context, _ descriptionKey) (siteDescription, error) { return c.describe(ctx, in) }))
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, fault.Wrap(fault.QueryTimeout, err,
				"the site takes longer to describe than it allows; ask for one template or tv")
		}
		return d, err
	}, nil
}

// describe returns the description of the site. Callers that ask meanwhile share one reading, so the reading must not
// end when the call that started it ends.
func (c *call) describe(ctx context.Context, in describeInput) (siteDescription, error) {
	ctx, cancel := view.Detached(ctx)
	defer cancel()
	answer, err := c.site(ctx, in)
	if err != nil {
		return siteDescription{}, err
	}
	text, err := json.Marshal(answer, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return siteDescription{}, fmt.Errorf("write the description of the site: %w", err)
	}
	if paging.Sent(text) > c.Options.ResultBytes {
		return siteDescription{}, fault.New(fault.ResultTooLarge,
			"the result has more than %d bytes; ask for the summary, or for one template or tv", c.Options.ResultBytes)
	}
	return siteDescription{text, len(answer.Templates)}, nil
}

// mayRefresh is the permission to empty the cache of a site in Evolution's manager.
const mayRefresh = "empty_cache"

// refresh forgets what is kept of the site, and goes on with a new reading.
func (c *call) refresh(ctx context.Context) (err error) {
	if !c.Caller.Has(mayRefresh) {
		return fault.New(fault.Forbidden,
			"refresh needs a caller with the manager view; the owner of a personal token also needs the permission %s",
			mayRefresh)
	}
	c.DB.Refresh()
	c.Audience.Refreshes = c.DB.Refreshes()
	c.Schema, err = c.DB.Schema(ctx)
	return err
}
