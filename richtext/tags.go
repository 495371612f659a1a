package richtext

import (
	"strconv"
	"strings"
)

// tag is one of Evolution's tags: what stands between its brackets is for the site to execute.
type tag struct{ opens, closes string }

var link = tag{"[~", "~]"}

// tags are the link to a document, snippets with and without cache, chunk, template variable, setting, placeholder and
// timing.
var tags = []tag{
	link, {"[[", "]]"}, {"[!", "!]"}, {"{{", "}}"}, {"[*", "*]"}, {"[(", ")]"}, {"[+", "+]"}, {"[^", "^]"},
}

// brackets are the characters with which a tag begins or ends.
const brackets = "[{~]!}*)+^"

// opening returns the tag that begins at the start of the text, if any.
func opening(text string) (tag, bool) {
	for _, t := range tags {
		if strings.HasPrefix(text, t.opens) {
			return t, true
		}
	}
	return tag{}, false
}

// open is a tag whose end has not come yet.
type open struct {
	tag tag
	at  int // where it begins in the output
}

// replaceTags returns the text with every complete tag replaced by what replace returns, or kept as it is. document is the id
// in a link to a document, else 0. Tags inside a tag are replaced first. Brackets without a counterpart are text; whole is where the first of them that
// could still be closed begins, the end where there is none. It takes one pass, whatever the text.
func replaceTags(text string, replace func(document int64) (text string, keep bool)) (replaced string, whole int) {
	var out []byte
	var stack []open
	waiting := map[string]int{} // closing brackets that would end a tag of the stack
	for i := 0; i < len(text); {
		plain := strings.IndexAny(text[i:], brackets)
		if plain < 0 {
			plain = len(text) - i
		}
		out = append(out, text[i:i+plain]...)
		i += plain
		if i+1 < len(text) {
			if two := text[i : i+2]; waiting[two] > 0 {
				for done := false; !done; stack = stack[:len(stack)-1] {
					top := stack[len(stack)-1]
					waiting[top.tag.closes]--
					if done = top.tag.closes == two; done {
						document := int64(0)
						if top.tag == link {
							document = reference(out[top.at+2:])
						}
						if text, keep := replace(document); keep {
							out = append(out, two...)
						} else {
							out = append(out[:top.at], text...)
						}
					}
				}
				i += 2
				continue
			}
			if t, ok := opening(text[i:]); ok {
				stack = append(stack, open{t, len(out)})
				waiting[t.closes]++
				out = append(out, t.opens...)
				i += 2
				continue
			}
		}
		if i < len(text) {
			out = append(out, text[i])
			i++
		}
	}
	if len(stack) > 0 {
		return string(out), stack[0].at
	}
	return string(out), len(out)
}

// References returns the ids of the documents that link tags in the text name, each once.
func References(text string) []int64 {
	var ids []int64
	seen := map[int64]bool{}
	replaceTags(text, func(document int64) (string, bool) {
		if document > 0 && !seen[document] {
			seen[document] = true
			ids = append(ids, document)
		}
		return "", false
	})
	return ids
}

// maxReference is how long the inside of a link to a document is at most, with white space.
const maxReference = 32

// reference reads the inside of a link tag, 0 where it is no document's id.
func reference(inside []byte) int64 {
	if len(inside) > maxReference {
		return 0
	}
	id, err := strconv.ParseInt(strings.TrimSpace(string(inside)), 10, 64)
	if err != nil {
		return 0
	}
	return max(0, id)
}

// WithoutTags returns a text that is not rich as a visitor may read it: without what the site executes, and otherwise as it is
// stored. Links to a document ([~12~]) stay, because they execute nothing.
func WithoutTags(text string) string {
	if !strings.Contains(text, "[") && !strings.Contains(text, "{{") {
		return text
	}
	text, _ = replaceTags(text, func(document int64) (string, bool) { return "", document > 0 })
	return text
}
