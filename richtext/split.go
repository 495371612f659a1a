package richtext

import (
	"bytes"
	"regexp"
)

// Calls that begin in one field of a document and end in another: the site joins all fields on its page before it looks for
// tags, so visitors see neither half. Only a parameter shows that brackets without a counterpart are half a call.
var (
	begunCall   = regexp.MustCompile("(?:\\[\\[|\\[!|\\{\\{)[^\\[\\]{}`]{1,200}?&(?:amp;)?[\\w.-]+=\\s*`")
	endedCall   = regexp.MustCompile("^(?s:.*)`\\s*(?:\\]\\]|!\\]|\\}\\})")
	valueOfCall = regexp.MustCompile("&(?:amp;)?[\\w.-]+=\\s*`")
)

// withoutBegunCall drops a call that begins in a text and does not end there. The complete tags of the text are replaced.
func withoutBegunCall(text []byte) []byte {
	if bytes.IndexByte(text, '`') < 0 { // nearly all texts
		return text
	}
	if begun := begunCall.FindIndex(text); begun != nil {
		return text[:begun[0]]
	}
	return text
}

// withoutHalves also drops a call that has begun before the text. Rich texts keep it, because of some only the beginning is
// read, and it must read like that of the whole.
func withoutHalves(text []byte) []byte {
	text = withoutBegunCall(text)
	if bytes.IndexByte(text, '`') < 0 {
		return text
	}
	if ended := endedCall.Find(text); bytes.Count(ended, []byte("`"))%2 == 1 || valueOfCall.Match(ended) {
		text = text[len(ended):]
	}
	return text
}
