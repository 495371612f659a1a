package toolset

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/bundle"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/toolset/schema"
	"emcp/toolset/view"
)

// Declared is a declared tool whose steps have been checked against the tools that they call.
type Declared struct {
	bundle.Tool

	input *schema.Schema
	calls []Tool // the tool of each step
}

// runTool runs a tool for a caller.
type runTool func(ctx context.Context, caller identity.Principal, tool Tool, arguments jsontext.Value) (Result, error)

// tool returns the declared tool as one of a toolset, which runs the tools that it calls.
func (d Declared) tool(run runTool) Tool {
	return Tool{
		Name: d.Name, Title: d.Title, Description: d.Description, Input: d.input, Meta: d.Meta, declared: true,
		codes:     d.Codes,
		documents: !slices.ContainsFunc(d.calls, func(tool Tool) bool { return !tool.documents }),
		parse: func(arguments jsontext.Value, _ view.Options) (action, error) {
			values := bundle.Values{Arguments: map[string]jsontext.Value{}, Results: map[string]jsontext.Value{},
				Now: time.Now()}
			err := bundle.EachMember(arguments, func(name string, value jsontext.Value) error {
				values.Arguments[name] = value
				return nil
			})
			return func(ctx context.Context, c *call) (toolAnswer, error) { return d.runSteps(ctx, c, run, values) }, err
		},
	}
}

// runSteps calls the tools of a declared tool. If a step needs something that an earlier result lacks, it is
// skipped and has no result.
func (d Declared) runSteps(ctx context.Context, c *call, run runTool, values bundle.Values) (toolAnswer, error) {
	answer := declaredAnswer{text: jsontext.Value("{}")}
	for i, step := range d.Steps {
		var result Result // of a step that is skipped: empty
		if step.With.Ready(values) {
			arguments, _ := step.With.Fill(values)
			var err error
			if result, err = run(ctx, c.Caller, d.calls[i], arguments); err != nil {
				return nil, explained(err, step, values)
			}
			c.absorb(result)
		}
		if result.Rows == 0 && step.NotFound != "" {
			return nil, fault.New(fault.NothingFound, "%s", step.NotFound)
		}
		answer.found += result.Rows
		values.Last = result.JSON
		if step.Name != "" && result.JSON != nil {
			values.Results[step.Name] = result.JSON
		}
	}
	switch {
	case d.Result != nil:
		answer.text = d.Result.Show(values)
	case values.Last != nil:
		answer.text = values.Last
	}
	if d.IsText() && answer.text.Kind() != '"' { // no line of the text has a value
		answer.text = jsontext.Value(`""`)
	}
	return answer, nil
}

// explained returns the error of a step. If an argument of the called tool is wrong, the error names the declared
// argument that the value came from. If the declaration itself has the value, the message names its place instead.
func explained(err error, step bundle.Step, values bundle.Values) error {
	f := *fault.From(err)
	answers := "the tool " + step.Tool + ", which this one calls, answers: "
	if f.Field == "" {
		f.Message = answers + f.Message
		return &f
	}
	if argument := step.With.ArgumentAt(f.Field, values); argument != "" {
		// The message names the argument of the called tool, so it mentions the declared name only as an ordinary word.
		f.Field, f.Message = argument, argument+": "+answers+f.Message
		return &f
	}
	refusal := fault.Error{Field: f.Field, Message: f.Message}
	f.Field, f.Message = "", answers+refusal.Told()
	return &f
}

// coded returns a copy of the error with the code that the owner declared for it. Calls can share an error, so the
// original stays unchanged.
func (t Tool) coded(err error) error {
	codes := map[fault.Kind]string{fault.InvalidParams: t.codes.InvalidParams, fault.NothingFound: t.codes.NothingFound}
	var f *fault.Error
	if !errors.As(err, &f) || codes[f.Kind] == "" {
		return err
	}
	coded := *f
	coded.Own = codes[f.Kind]
	return &coded
}

// absorb records what the result of a step shows of the site.
func (c *call) absorb(r Result) {
	c.Shown = append(c.Shown, r.shown.documents...)
	c.Uncertain = c.Uncertain || !r.shown.known
}

// declaredAnswer is the answer of a declared tool.
type declaredAnswer struct {
	text  jsontext.Value
	found int // rows of all steps
}

func (a declaredAnswer) rows() int { return a.found }

func (a declaredAnswer) json() ([]byte, error) { return a.text, nil }
