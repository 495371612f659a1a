package richtext

import (
	"html"
	"strings"
)

// Mention is a placeholder that a text names.
type Mention struct {
	Begin string // as it stands in the text, from its brackets to the end of its name
	Name  string
	Kind  MentionKind
	// Open says that another placeholder follows the beginning of its name, so that it can be any with this beginning.
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

// maxMention is how long a name is at most, in bytes, with what stands before it.
const maxMention = 128

// Mentions calls found for the placeholders in a text, also for those that do not end, in time linear in its length.
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

// Folded returns a text as Finder compares it.
func Folded(text string) string { return flat(text) }

// Searchable returns source of a rich text in which folded words can be looked for: as it is, and with its character references read.
func Searchable(source string) string {
	if plain := html.UnescapeString(source); plain != source {
		source += "\n" + plain
	}
	return flat(source)
}
