package redact

// Mark replaces every secret.
const Mark = "[redacted]"

// span is a part of a text, in bytes.
type span struct{ from, to int }

// finder collects the parts of a text that must be replaced.
type finder struct {
	text      string
	found     []span
	expressed int    // expressions have been read up to here
	comments  []span // comments that expressions have skipped, in the order of the text
	commented int    // expressions in such comments have been read up to here
	quote     byte   // opened last and still open; 0 outside of quotes
}

func (f *finder) add(from, to int) {
	if from < to {
		f.found = append(f.found, span{from, to})
	}
}
