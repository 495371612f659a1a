package probe

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Limits for a server's list of tools.
const (
	maxPages = 50
	maxTools = 500
)

// tool is an entry of tools/list.
type tool struct {
	Name         string          `json:"name"`
	Description  any             `json:"description"` // a string in a correct list
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema"`
	Annotations  struct {
		ReadOnly *bool `json:"readOnlyHint"`
	} `json:"annotations"`
	Meta      json.RawMessage `json:"_meta"`
	Execution struct {
		TaskSupport string `json:"taskSupport"`
	} `json:"execution"`
	document      any // the input schema
	input, output *compiledSchema
}

// readOnly reports whether the tool claims to change nothing.
func (t tool) readOnly() bool { return t.Annotations.ReadOnly != nil && *t.Annotations.ReadOnly }

// tools lists the tools and calls each of them.
func (p *prober) tools(ctx context.Context) {
	if !p.agreed {
		return
	}
	var listed []tool
	p.step("tools/list", func(s *Step) error {
		for range p.options.Repeat {
			var err error
			if listed, err = p.list(ctx, s, p.dialect); err != nil {
				return err
			}
		}
		s.Note = fmt.Sprintf("%d tools", len(listed))
		return nil
	})
	p.report.last().wrong(readSchemas(listed)...)
	if p.modern && !p.dialect.modern {
		p.step("tools/list "+stateless, func(s *Step) error {
			again, err := p.list(ctx, s, dialect{version: stateless, modern: true})
			s.Note = fmt.Sprintf("%d tools", len(again))
			if err != nil {
				return err
			}
			if len(again) != len(listed) {
				return wrong(fmt.Sprintf("It lists %d tools here, and %d to clients of %s.", len(again), len(listed),
					p.dialect.version),
					"What an assistant can do should not depend on the revision that its client speaks.")
			}
			return nil
		})
	}
	for _, t := range listed {
		p.step("call "+clean(t.Name), func(s *Step) error { return p.try(ctx, s, t) })
	}
}

// list reads all pages of tools/list.
func (c *client) list(ctx context.Context, s *Step, d dialect) ([]tool, error) {
	var all []tool
	names, cursors := map[string]bool{}, map[string]bool{}
	params := map[string]any{}
	s.Bytes = 0
	for range maxPages {
		read := s.Bytes
		a, r, err := c.call(ctx, d, "tools/list", params)
		s.saw(a, r)
		s.Bytes += read
		if err != nil {
			return nil, err
		}
		if r.code == codeNoMethod {
			return nil, nil // a server without tools
		}
		if r.code != 0 {
			return nil, wrong("It refuses tools/list: "+r.message, "Assistants see no tools.")
		}
		var page struct {
			Tools      []tool `json:"tools"`
			NextCursor string `json:"nextCursor"`
		}
		if err := json.Unmarshal(r.result, &page); err != nil || page.Tools == nil {
			return nil, wrong("The result of tools/list has no list of tools.", "Assistants see no tools.")
		}
		for _, t := range page.Tools {
			if t.Name == "" || names[t.Name] {
				return nil, wrong(fmt.Sprintf("It lists the tool %q twice, or one without a name.", clean(t.Name)),
					"Clients refuse the whole list, or call another tool than the assistant means.")
			}
			names[t.Name] = true
		}
		if all = append(all, page.Tools...); len(all) > maxTools {
			return nil, wrong(fmt.Sprintf("It lists more than %d tools; this program calls none of them.", maxTools),
				"No assistant can choose among so many. Their descriptions alone fill its context.")
		}
		if page.NextCursor == "" {
			return all, nil
		}
		if cursors[page.NextCursor] {
			return nil, wrong("tools/list loops: it returns the same nextCursor twice.",
				"Clients that read all pages never end.")
		}
		cursors[page.NextCursor] = true
		params = map[string]any{"cursor": page.NextCursor}
	}
	return nil, wrong(fmt.Sprintf("tools/list has more than %d pages.", maxPages),
		"Clients read them all before the first call; make the pages larger.")
}

// readSchemas compiles the schemas of the tools and returns what is wrong with them.
func readSchemas(tools []tool) []Finding {
	var findings []Finding
	for i := range tools {
		t := &tools[i]
		var err error
		if t.document, t.input, err = parseSchema(t.InputSchema, forInput); err != nil {
			findings = append(findings,
				Finding{fmt.Sprintf("The inputSchema of %s cannot be used: %s.", clean(t.Name), clean(reasonOf(err))),
					"Assistants make arguments by it; some clients refuse the whole list because of one."})
			t.input = nil
		} else if o, _ := t.document.(map[string]any); o["type"] != "object" {
			findings = append(findings,
				Finding{fmt.Sprintf(`The inputSchema of %s does not have "type": "object".`, clean(t.Name)),
					"MCP wants it; some clients refuse the whole list because of one."})
		}
		if t.OutputSchema == nil {
			continue
		}
		if _, t.output, err = parseSchema(t.OutputSchema); err != nil {
			findings = append(findings,
				Finding{fmt.Sprintf("The outputSchema of %s cannot be used: %s.", clean(t.Name), clean(reasonOf(err))),
					"Clients check results by it and refuse them all."})
			t.output = nil
		}
	}
	return findings
}

// try calls a tool with arguments made from its schema.
func (p *prober) try(ctx context.Context, s *Step, t tool) error {
	switch {
	case !t.readOnly() && !p.options.All:
		s.skip("not called: it does not claim to be read-only (--all calls it)")
		return nil
	case t.Execution.TaskSupport == "required":
		s.skip("not called: it runs only as a task")
		return nil
	case t.input == nil:
		s.skip("not called: its schema cannot be used")
		return nil
	}
	made, err := t.input.arguments()
	if err != nil {
		s.skip("not called: " + err.Error())
		return nil //nolint:nilerr // not the server's mistake
	}
	repeat := p.options.Repeat
	if !t.readOnly() {
		repeat = 1 // the tool may change something
	}
	for range repeat {
		a, r, err := p.call(ctx, p.dialect, "tools/call", map[string]any{"name": t.Name, "arguments": made})
		s.saw(a, r)
		switch denied := a.status >= 400 && a.status < 500 && a.status != http.StatusUnauthorized &&
			a.status != http.StatusTooManyRequests; {
		case denied && r.code == 0 && json.Valid(a.body):
			s.Note = fmt.Sprintf("refused with HTTP %d", a.status)
			continue
		case err != nil:
			return err
		}
		if err := t.judge(s, r); err != nil {
			return err
		}
	}
	return nil
}

// judge checks the answer to a call.
func (t tool) judge(s *Step, r rpc) error {
	switch r.code {
	case 0:
	case codeInternal, codeParse, codeInvalidRequest:
		return wrong(fmt.Sprintf("It fails on arguments that its schema allows (%d): %s", r.code, r.message),
			"Assistants cannot correct a call that follows the schema. The server's log has the reason.")
	case codeNoMethod:
		return wrong("It is listed, but unknown when called: "+r.message, "Assistants choose it, and fail.")
	default:
		s.Note = "refuses the made-up arguments: " + r.message
		return nil
	}
	var result struct {
		Content    []struct{ Type string } `json:"content"`
		Structured json.RawMessage         `json:"structuredContent"`
		IsError    bool                    `json:"isError"`
	}
	if err := json.Unmarshal(r.result, &result); err != nil || result.Content == nil {
		return wrong("The result has no list of content.", "Clients show the assistant the content, and there is none.")
	}
	for _, c := range result.Content {
		if c.Type == "" {
			return wrong("A part of content has no type.", "Clients refuse the result.")
		}
	}
	if result.IsError {
		s.Note = "the tool reports an error, as tools may with made-up arguments"
		return nil
	}
	if t.output == nil {
		return nil
	}
	if result.Structured == nil {
		return wrong("The tool has an outputSchema, but the result has no structuredContent.", "Clients refuse the result.")
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(result.Structured)))
	if err == nil {
		err = t.output.validate(value)
	}
	if err != nil {
		return wrong("structuredContent does not match the tool's outputSchema: "+clean(reasonOf(err))+".",
			"Clients that check it refuse the result.")
	}
	return nil
}
