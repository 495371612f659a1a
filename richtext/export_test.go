package richtext

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"emcp/richtext/steps"
)

// Limits that tests compare with.
const (
	MaxInput  = steps.MaxInput
	MaxOutput = maxOutput
	Chunk     = steps.Chunk
)

// Steps converts a text and returns how many bytes were read and written.
func Steps(ctx context.Context, text string, o Options) (Part, int) {
	c := steps.New(ctx)
	p := convert(c, text, o)
	return p, c.Total()
}

// Tokens returns the tokens of HTML: texts, <name attribute="value"> and </name>.
func Tokens(ctx context.Context, html string) []string {
	s := scanner{steps: steps.New(ctx), html: []byte(html)}
	var tokens []string
	text := ""
	for s.next() {
		t := &s.token
		if t.kind == textToken {
			text += string(t.text)
			continue
		}
		if text != "" {
			tokens, text = append(tokens, text), ""
		}
		var written strings.Builder
		written.WriteString(map[tokenKind]string{startToken: "<", endToken: "</"}[t.kind] + lower(t.name))
		seen := map[string]bool{}
		for a := (attributes{t.attributes}); t.kind == startToken; {
			name, value, ok := a.read()
			if !ok {
				break
			}
			if key := lower(name); !seen[key] {
				seen[key] = true
				fmt.Fprintf(&written, " %s=%q", key, decoded(value))
			}
		}
		tokens = append(tokens, written.String()+">")
	}
	if text != "" {
		tokens = append(tokens, text)
	}
	return tokens
}

func lower(name []byte) string {
	name = bytes.Clone(name)
	for i, c := range name {
		if 'A' <= c && c <= 'Z' {
			name[i] |= 0x20
		}
	}
	return string(name)
}

// decoded returns the value of an attribute.
func decoded(value []byte) string {
	var out strings.Builder
	known := references{}
	for len(value) > 0 {
		r := entityReference{}
		if value[0] == '&' {
			r = known.decode(value, true)
		}
		switch {
		case r.size == 0:
			out.WriteByte(value[0])
			value = value[1:]
			continue
		case r.second != 0:
			out.WriteString(string([]rune{r.first, r.second}))
		default:
			out.WriteRune(r.first)
		}
		value = value[r.size:]
	}
	return out.String()
}
