package evotags

import "strings"

// Mention is the name of a placeholder that occurs in a text.
type Mention struct {
	Begin string // as written, from the opening bracket to the end of the name
	Name  string
	Kind  MentionKind
	// Open means that another placeholder follows this beginning of the name: the full name may be any with this
	// beginning.
	Open bool
}

// MentionKind is a kind of Mention.
type MentionKind uint8

// Kinds of mentions.
const (
	ChunkMention MentionKind = iota
	SettingMention
	VariableMention
)

// maxMention is the longest name, in bytes, together with its brackets.
const maxMention = 128

// Mentions calls found for every placeholder in a text, even if it has no end. The time is linear in the length of the
// text.
func Mentions(text string, found func(Mention)) {
	for {
		i := strings.IndexAny(text, "[{")
		if i < 0 || i+2 >= len(text) {
			return
		}
		text = text[i:]
		var m Mention
		ends := ""
		switch text[:2] {
		case "{{":
			m.Kind, ends = ChunkMention, "?:&}\n[{"
		case "[(":
			m.Kind, ends = SettingMention, ":)\n[{"
		case "[*":
			m.Kind, ends = VariableMention, ":*@\n[{"
		default:
			text = text[1:]
			continue
		}
		name := text[2:min(len(text), maxMention)]
		end := strings.IndexAny(name, ends)
		if end >= 0 {
			m.Open = name[end] == '[' || name[end] == '{'
			name = name[:end]
		}
		if m.Name = strings.TrimPrefix(strings.TrimSpace(name), "#"); end >= 0 && (m.Name != "" || m.Open) {
			m.Begin = strings.TrimRight(text[:2+len(name)], " \t\r\n")
			found(m)
		}
		text = text[2:]
	}
}
