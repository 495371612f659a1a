package upstream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Messages are what a prompt consists of.
type Messages struct {
	Description string // begins with the name of the upstream
	Messages    []PromptMessage
}

// PromptMessage is a message of a prompt.
type PromptMessage struct {
	Role    string         `json:"role"`    // user or assistant
	Content jsontext.Value `json:"content"` // one part of content as MCP has it
}

// Bounds of prompts.
const (
	mostPrompts   = 100
	mostArguments = 20
	mostMessages  = 100
)

// Prompt returns the prompt that is shown under a name.
func (l *List) Prompt(name string) (Prompt, bool) {
	i := slices.IndexFunc(l.Prompts.Used, func(p Prompt) bool { return p.Name == name })
	if i < 0 {
		return Prompt{}, false
	}
	return l.Prompts.Used[i], true
}

// SharesPrompts reports whether the owner has chosen prompts of the upstream.
func (u *Upstream) SharesPrompts() bool { return u.options.Prompts != nil }

// readPrompts reads the list of prompts.
func (u *Upstream) readPrompts(ctx context.Context, l link) (o Offer[Prompt], err error) {
	secrets := u.credentials("")
	err = u.eachListed(ctx, l, "prompts/list", "prompts", func(text jsontext.Value) {
		o.Listed++
		var listed listedPrompt
		if err := json.Unmarshal(text, &listed); err != nil {
			o.Refused = refuse(o.Refused, "", "it is not a prompt as MCP has them")
			return
		}
		if !matches(u.options.Prompts, listed.Name) {
			return // the owner knows
		}
		if secrets.inJSON(text) {
			o.Refused = u.refuseLeak(o.Refused, listed.Name)
			return
		}
		p, reason := u.prompt(listed)
		if slices.ContainsFunc(o.Used, func(other Prompt) bool { return other.Name == p.Name }) {
			reason = "another prompt of the upstream has the same name " + p.Name
		}
		texts := []string{p.Name, p.Title, p.Description}
		for _, a := range p.Arguments {
			texts = append(texts, a.Name, a.Description)
		}
		o.add(p, listed.Name, mostPrompts, reason, texts...)
	})
	return o, err
}

// listedPrompt is a prompt as an upstream lists it.
type listedPrompt struct {
	Name        string           `json:"name"`
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Arguments   []listedArgument `json:"arguments"`
}

type listedArgument struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
}

// prompt returns a prompt as emcp shows it, or the reason why emcp does not use it.
func (u *Upstream) prompt(listed listedPrompt) (p Prompt, reason string) {
	p = Prompt{Name: u.options.Prefix + strings.ReplaceAll(listed.Name, ".", "_"), Upstream: u, remote: listed.Name}
	switch {
	case !remoteName.MatchString(listed.Name):
		return p, "its name has other characters than letters, digits, _ . and -"
	case len(p.Name) > maxName:
		return p, fmt.Sprintf("its name has more than %d characters with the prefix", maxName)
	case len(listed.Arguments) > mostArguments:
		return p, fmt.Sprintf("it has more than %d arguments", mostArguments)
	}
	p.Title, p.Description = u.describe(listed.Title, listed.Description)
	for _, a := range listed.Arguments {
		twice := slices.ContainsFunc(p.Arguments, func(other PromptArgument) bool { return other.Name == a.Name })
		if twice || len(a.Name) > maxName || !remoteName.MatchString(a.Name) {
			return p,
				"the name of an argument is there twice, is too long, or has other characters than letters, digits, _ . and -"
		}
		p.Arguments = append(p.Arguments, PromptArgument{a.Name, cleanLine(a.Description, maxHint), a.Required})
	}
	return p, ""
}

// Get returns the messages of the prompt. personal returns the personal token of the caller, as
// in Call. Errors are faults.
func (p Prompt) Get(
	ctx context.Context, arguments map[string]string, personal func(ctx context.Context) string,
) (Messages, error) {
	params := map[string]any{"name": p.remote}
	if len(arguments) > 0 {
		params["arguments"] = arguments
	}
	o := operation{about: "prompt", method: "prompts/get", params: params, personal: personal}
	return perform(ctx, p.Upstream, o, p.Upstream.readMessages)
}

var errMessages = errors.New("its answer is not the messages of a prompt as MCP has them")

// readMessages reads the result of prompts/get. Members that emcp does not know are left out.
func (u *Upstream) readMessages(text jsontext.Value) (m Messages, err error) {
	var in struct {
		Description string          `json:"description"`
		Messages    []PromptMessage `json:"messages"`
	}
	if json.Unmarshal(text, &in) != nil || in.Messages == nil || len(in.Messages) > mostMessages {
		return m, errMessages
	}
	for i, message := range in.Messages {
		if nesting(message.Content) > maxResultNesting {
			return m, errDeep
		}
		var part contentPart
		if message.Role != "user" && message.Role != "assistant" || json.Unmarshal(message.Content, &part) != nil ||
			!part.valid() {
			return m, errMessages
		}
		if in.Messages[i].Content, err = oneLine(message.Content); err != nil {
			return m, errMessages
		}
	}
	_, m.Description = u.describe("", in.Description)
	m.Messages = in.Messages
	return m, nil
}
