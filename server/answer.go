package server

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"log/slog"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/internal/fault"
	"emcp/middleware"
)

type errorResponse struct {
	JSONRPC string         `json:"jsonrpc"`
	ID      jsontext.Value `json:"id"`
	Error   rpcError       `json:"error"`
}

type rpcError struct {
	Code    int       `json:"code"`
	Message string    `json:"message"`
	Data    errorData `json:"data"`
}

type errorData struct {
	Code        fault.Kind `json:"code"`
	Field       string     `json:"field,omitzero"`
	Suggestions []string   `json:"suggestions,omitzero"`
	Retryable   bool       `json:"retryable"`
	TraceID     string     `json:"trace_id,omitzero"`
}

// succeed returns the answer with a result. The id is the client's, digit by digit. Both are JSON already and are not
// read again.
func succeed(id jsontext.Value, result []byte) []byte {
	answer := make([]byte, 0, len(result)+len(id)+len(`{"jsonrpc":"2.0","id":,"result":}`))
	answer = append(answer, `{"jsonrpc":"2.0","id":`...)
	answer = append(answer, id...)
	answer = append(answer, `,"result":`...)
	answer = append(answer, result...)
	return append(answer, '}')
}

// toolResult returns the result of tools/call: what the tool returned, as JSON and as text. Written by hand, because
// encoding/json reads and copies the whole of it three times (a third of a call's time with 20 items).
func toolResult(structured []byte) ([]byte, error) {
	result := []byte(`{"content":[{"type":"text","text":`)
	result, err := jsontext.AppendQuote(result, structured)
	if err != nil {
		return nil, err
	}
	result = append(result, `}],"structuredContent":`...)
	result = append(result, structured...)
	return append(result, '}'), nil
}

// fail returns the answer with a fault. A fault of the server is logged: the caller only learns its trace id.
func fail(ctx context.Context, log *slog.Logger, id jsontext.Value, f *fault.Error) []byte {
	class := f.Kind.Class()
	if class.RPC == fault.Internal.Class().RPC {
		log.ErrorContext(ctx, "call failed", "trace_id", middleware.TraceID(ctx), "error", f.Error())
	}
	if id == nil {
		id = jsontext.Value("null")
	}
	answer, err := json.Marshal(errorResponse{"2.0", id, rpcError{class.RPC, f.Message, errorData{
		Code: f.Kind, Field: f.Field, Suggestions: f.Suggestions, Retryable: class.Retryable, TraceID: middleware.TraceID(ctx),
	}}}, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic(err) // texts and numbers only
	}
	return answer
}

// encode writes a result of mcp-go, whose types are made for encoding/json.
func encode(result any) ([]byte, error) {
	var buffer bytes.Buffer
	e := stdjson.NewEncoder(&buffer)
	e.SetEscapeHTML(false)
	if err := e.Encode(result); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}
