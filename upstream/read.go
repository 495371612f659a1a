package upstream

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/identity"
)

// read reads the tools of an upstream.
func (u *Upstream) read(ctx context.Context, l link) (*List, error) {
	list := List{room: mostSchemas}
	secrets := u.credentials("")
	err := u.eachListed(ctx, l, "tools/list", "tools", func(text jsontext.Value) {
		list.Listed++
		var listed listedTool
		if err := json.Unmarshal(text, &listed); err != nil {
			list.Refused = refuse(list.Refused, "", "it is not a tool as MCP has them")
			return
		}
		if u.hidden(listed.Name) {
			return // the owner knows
		}
		if secrets.inJSON(text) {
			list.Refused = u.refuseLeak(list.Refused, listed.Name)
			return
		}
		tool, reason := u.tool(listed)
		if reason == "" {
			reason = list.add(tool, listed.InputSchema)
		}
		if reason != "" {
			list.Refused = refuse(list.Refused, listed.Name, reason)
		}
	})
	if err != nil {
		return nil, err
	}
	return &list, nil
}

// eachListed reads all pages of a list and passes each entry to take. The entries are in a member of the result.
func (u *Upstream) eachListed(
	ctx context.Context, l link, method, member string, take func(entry jsontext.Value),
) error {
	cursor, read, seen := "", 0, 0
	for range mostPages {
		params := map[string]any{}
		if cursor != "" {
			params["cursor"] = cursor
		}
		result, err := u.ask(ctx, l, method, params)
		if err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		if read += len(result); read > mostListBytes {
			return fmt.Errorf("%s: the list has more than %d bytes", method, mostListBytes)
		}
		var page map[string]jsontext.Value
		if err := json.Unmarshal(result, &page); err != nil {
			return fmt.Errorf("%s: %w", method, errNotMessage)
		}
		if err := eachEntry(page[member], &seen, take); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		next := page["nextCursor"]
		if next == nil || next.Kind() == 'n' {
			return nil
		}
		if next.Kind() != '"' || json.Unmarshal(next, &cursor) != nil {
			return fmt.Errorf("%s: nextCursor is not a string", method)
		}
		if cursor == "" {
			return nil
		}
	}
	return fmt.Errorf("%s: the list has more than %d pages", method, mostPages)
}

// eachEntry passes the elements of an array to take, and counts them. It parses none of them if there are too many.
func eachEntry(list jsontext.Value, seen *int, take func(entry jsontext.Value)) error {
	switch list.Kind() {
	case 'n':
		return nil
	case '[':
	default:
		return errNotMessage
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(list))
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() != ']' {
		if *seen++; *seen > mostEntries {
			return fmt.Errorf("the list has more than %d entries", mostEntries)
		}
		var entry jsontext.Value
		if entry, err = d.ReadValue(); err == nil {
			take(entry)
		}
	}
	return err
}

// ask sends a request that no caller has made, with the time limit of a call.
func (u *Upstream) ask(ctx context.Context, l link, method string, params any) (jsontext.Value, error) {
	ctx, cancel := context.WithTimeout(ctx, u.options.Timeout)
	defer cancel()
	result, err := l.exchange(ctx, newRequest(method, params))
	return result, u.redacted(err, "")
}

func matches(patterns []identity.Pattern, name string) bool {
	return slices.ContainsFunc(patterns, func(p identity.Pattern) bool { return p.Matches(name) })
}

// hidden reports whether the owner has excluded a tool.
func (u *Upstream) hidden(name string) bool {
	return matches(u.options.Deny, name) || u.options.Allow != nil && !matches(u.options.Allow, name)
}

var remoteName = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

// tool returns a tool as emcp shows it, without its schema, or the reason why emcp does not use it.
func (u *Upstream) tool(listed listedTool) (t Tool, reason string) {
	writes := !listed.Annotations.ReadOnly
	t = Tool{
		Name:     u.options.Prefix + strings.ReplaceAll(listed.Name, ".", "_"),
		Upstream: u, remote: listed.Name, Writes: writes,
		Destructive: writes && (listed.Annotations.Destructive == nil || *listed.Annotations.Destructive),
		OpenWorld:   listed.Annotations.OpenWorld == nil || *listed.Annotations.OpenWorld,
	}
	switch {
	case !remoteName.MatchString(listed.Name):
		return t, "its name has other characters than letters, digits, _ . and -"
	case len(t.Name) > maxName:
		return t, fmt.Sprintf("its name has more than %d characters with the prefix", maxName)
	case listed.Execution.TaskSupport == "required":
		return t, "it can be called only as a task, and emcp has no tasks"
	case writes && !matches(u.options.Write, listed.Name):
		return t, "it does not say that it only reads (readOnlyHint); name it in write if callers with mcp:write may call it"
	}
	title := listed.Title
	if cleanLine(title, maxTitle) == "" {
		title = listed.Annotations.Title
	}
	t.Title, t.Description = u.describe(title, listed.Description)
	return t, ""
}

// listedTool is a tool as an upstream lists it.
type listedTool struct {
	Name        string         `json:"name"`
	Title       string         `json:"title"`
	Description string         `json:"description"`
	InputSchema jsontext.Value `json:"inputSchema"`
	Annotations struct {
		Title       string `json:"title"`
		ReadOnly    bool   `json:"readOnlyHint"`
		Destructive *bool  `json:"destructiveHint"`
		OpenWorld   *bool  `json:"openWorldHint"`
	} `json:"annotations"`
	Execution struct {
		TaskSupport string `json:"taskSupport"`
	} `json:"execution"`
}
