package toolset

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/toolset/describe"
	"emcp/toolset/schema"
	"emcp/toolset/view"
)

const describeTool = "evo.site.describe"

// siteTools are evo.site.*.
func siteTools() []Tool {
	return []Tool{{
		Name: describeTool, Title: "Describe the site",
		Description: "Describe what the site has: templates, TVs with options and values, sections, models, limits. " +
			"Call it first.",
		brief:  "Describe templates, TVs with options and values, sections, models, limits.",
		Input:  schema.Object("", describe.Arguments()...),
		Output: answerSchema(describe.Output()),
		parse:  describeSite,
	}}
}

// describer returns a Describer for the call.
func (c *call) describer() describe.Describer { return describe.Describer{Reader: &c.Reader} }

func describeSite(arguments jsontext.Value, _ view.Options) (action, error) {
	var in describe.Input
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	if err := checkTemplate(in.Template, in.TemplateName); err != nil {
		return nil, err
	}
	if err := in.Check(); err != nil {
		return nil, err
	}
	return func(ctx context.Context, c *call) (toolAnswer, error) {
		answer, err := c.describer().Describe(ctx, c.descriptions, in, c.meta(""))
		return siteAnswer(answer), err
	}, nil
}

// siteAnswer is the result of evo.site.describe.
type siteAnswer describe.Answer

func (a siteAnswer) rows() int { return a.Rows }

func (a siteAnswer) json() ([]byte, error) { return a.JSON, nil }
