// Package completion has answers of language models, as chat completions have them, for tests.
package completion

import (
	"fmt"
	"strings"
)

// Text is an answer with a text. It took 10 tokens.
func Text(text string) string {
	return fmt.Sprintf(`{"choices":[{"message":{"content":%q}}],"usage":{"total_tokens":10}}`, text)
}

// Calls is an answer that asks for calls: pairs of a tool and its arguments. It took 10 tokens.
func Calls(pairs ...string) string {
	var calls []string
	for i := 0; i < len(pairs); i += 2 {
		calls = append(calls,
			fmt.Sprintf(`{"id":"call-%d","type":"function","function":{"name":%q,"arguments":%q}}`, i, pairs[i], pairs[i+1]))
	}
	return `{"choices":[{"message":{"content":null,"tool_calls":[` + strings.Join(calls, ",") +
		`]}}],"usage":{"total_tokens":10}}`
}
