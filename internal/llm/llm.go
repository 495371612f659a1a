package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/outbound"
	"emcp/internal/secret"
)

// Reasons why a model has not answered. The errors of this package are for the log; they have neither the key nor
// what the endpoint has sent.
var (
	// ErrUnavailable says that the endpoint cannot be reached, has too much to do, or fails. It may answer later.
	ErrUnavailable = errors.New("the language model does not answer")
	// ErrRefused says that the endpoint refuses the request, such as for a wrong key or model.
	ErrRefused = errors.New("the language model refuses the request")
	// ErrAnswer says that the answer is not one that emcp uses.
	ErrAnswer = errors.New("the answer of the language model cannot be used")
)

// maxAnswer bounds an answer of the endpoint, in bytes.
const maxAnswer = 1 << 20

// idle is how many connections are kept for the next request of a task.
const idle = 2

// Options say where a model is.
type Options struct {
	URL   string // before /chat/completions, such as https://api.openai.com/v1
	Model string
	Key   secret.Text // empty: none
}

// Model is a language model.
type Model struct {
	options Options
	client  *http.Client
}

// New returns a model without connecting to it.
func New(o Options) *Model {
	o.URL = strings.TrimRight(o.URL, "/")
	return &Model{o, outbound.Client(outbound.Options{Idle: idle})}
}

// Role is who has written a message.
type Role string

// The roles.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	FromTool  Role = "tool" // the result of a call
)

// Message is a part of the conversation with a model.
type Message struct {
	Role    Role   `json:"role"`
	Content string `json:"content"`
	Calls   []Call `json:"tool_calls,omitzero"`   // of Assistant
	CallID  string `json:"tool_call_id,omitzero"` // of FromTool: the call whose result it is
}

// Call is a call of a tool that a model asks for.
type Call struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"`
	Function Function `json:"function"`
}

// Function is what a call calls. Both are as the model has written them.
type Function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // should be the JSON of an object
}

// Tool is a tool that a model may ask for.
type Tool struct {
	Name        string // letters, digits, _ and -, at most 64
	Description string
	Parameters  jsontext.Value // JSON Schema of an object
}

// Reply is what a model has answered.
type Reply struct {
	Message Message
	Tokens  int // of the request and the answer; about, if the endpoint does not count them
}

// bytesPerToken is how many bytes a token has, about.
const bytesPerToken = 4

// Estimate returns about how many tokens a request costs, without its answer.
func Estimate(messages []Message, tools []Tool) int {
	size := 0
	for _, m := range messages {
		size += len(m.Content) + len(m.CallID)
		for _, c := range m.Calls {
			size += len(c.ID) + len(c.Function.Name) + len(c.Function.Arguments)
		}
	}
	for _, t := range tools {
		size += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	return size / bytesPerToken
}

// Complete asks the model for the next message. It may ask for calls of tools only with calls.
func (m *Model) Complete(ctx context.Context, messages []Message, tools []Tool, calls bool) (r Reply, err error) {
	type function struct {
		Name        string         `json:"name"`
		Description string         `json:"description"`
		Parameters  jsontext.Value `json:"parameters"`
	}
	type tool struct {
		Type     string   `json:"type"`
		Function function `json:"function"`
	}
	in := struct {
		Model    string    `json:"model"`
		Messages []Message `json:"messages"`
		Tools    []tool    `json:"tools,omitzero"`
		Choice   string    `json:"tool_choice,omitzero"`
	}{Model: m.options.Model, Messages: messages}
	for _, t := range tools {
		in.Tools = append(in.Tools, tool{"function", function(t)})
	}
	if !calls && len(tools) > 0 {
		in.Choice = "none"
	}
	body, err := json.Marshal(in, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return r, fmt.Errorf("write a request for the language model: %w", err)
	}
	text, err := m.exchange(ctx, http.MethodPost, "/chat/completions", body)
	if err != nil {
		return r, err
	}
	return m.read(text, Estimate(messages, tools))
}

// maxTokens bounds what an endpoint says that a request has cost.
const maxTokens = 1 << 30

// read reads the answer to a request that has cost about that many tokens.
func (m *Model) read(text []byte, estimate int) (r Reply, err error) {
	var out struct {
		Choices []struct {
			Message struct {
				Content *string `json:"content"`
				Calls   []Call  `json:"tool_calls"`
			} `json:"message"`
		} `json:"choices"`
		Usage struct {
			Total int64 `json:"total_tokens"`
		} `json:"usage"`
	}
	switch err := json.Unmarshal(text, &out, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)); {
	case err != nil:
		return r, fmt.Errorf("%w: it is not a chat completion in JSON", ErrAnswer)
	case len(out.Choices) == 0:
		return r, fmt.Errorf("%w: it has no choices", ErrAnswer)
	case m.options.Key != "" && bytes.Contains(text, []byte(m.options.Key.Reveal())):
		return r, fmt.Errorf("%w: it has the key in it", ErrAnswer)
	}
	message := out.Choices[0].Message
	r.Message = Message{Role: Assistant, Calls: message.Calls}
	if message.Content != nil {
		r.Message.Content = *message.Content
	}
	for i := range r.Message.Calls {
		r.Message.Calls[i].Type = "function"
	}
	if r.Tokens = int(min(max(out.Usage.Total, 0), maxTokens)); r.Tokens == 0 {
		r.Tokens = estimate + len(text)/bytesPerToken
	}
	return r, nil
}

// Models returns the names of the models that the endpoint has.
func (m *Model) Models(ctx context.Context) ([]string, error) {
	text, err := m.exchange(ctx, http.MethodGet, "/models", nil)
	if err != nil {
		return nil, err
	}
	var out struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if json.Unmarshal(text, &out, jsontext.AllowInvalidUTF8(true)) != nil || out.Data == nil {
		return nil, fmt.Errorf("%w: it is not a list of models", ErrAnswer)
	}
	var names []string
	for _, model := range out.Data {
		names = append(names, model.ID)
	}
	return names, nil
}

// exchange sends a request and returns the answer. A cancelled context is returned as its error.
func (m *Model) exchange(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, m.options.URL+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%w: the address is wrong", ErrRefused)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "emcp")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if key := m.options.Key.Reveal(); key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	response, err := m.client.Do(request)
	if err != nil {
		return nil, failed(ctx, "it could not be reached")
	}
	defer func() { _ = response.Body.Close() }()
	switch status := response.StatusCode; {
	case status == http.StatusTooManyRequests || status == http.StatusRequestTimeout ||
		status >= http.StatusInternalServerError:
		return nil, fmt.Errorf("%w: status %d", ErrUnavailable, status)
	case status != http.StatusOK:
		return nil, fmt.Errorf("%w: status %d", ErrRefused, status)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, failed(ctx, "its answer broke off")
	case len(text) > maxAnswer:
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrAnswer, maxAnswer)
	}
	return text, nil
}

// failed returns the error of an exchange that has ended without an answer.
func failed(ctx context.Context, why string) error {
	switch {
	case errors.Is(context.Cause(ctx), context.Canceled):
		return context.Canceled // nobody waits
	case ctx.Err() != nil:
		return fmt.Errorf("%w in time", ErrUnavailable)
	}
	return fmt.Errorf("%w: %s", ErrUnavailable, why)
}
