package find

import "emcp/toolset/view"

// maxKept bounds the texts that a search keeps for excerpts, in bytes.
const maxKept = 1 << 20

// keptTexts are what visitors read in the documents that a search has decided about, by id. Excerpts are made of them,
// so that no text is read and converted twice.
type keptTexts struct {
	texts map[int64]*readTexts
	size  int
}

// readTexts are the texts of a document that an excerpt can be made of.
type readTexts struct {
	content, intro, description, long, menu string
}

// of returns the texts of a document if they are known.
func (k *keptTexts) of(id int64) (*readTexts, bool) {
	if k == nil {
		return nil, false
	}
	texts, ok := k.texts[id]
	return texts, ok
}

// begin keeps the short texts of a document. What it returns is to be called with the rich ones.
func (k *keptTexts) begin(t *documentTexts) keeper {
	if k.texts == nil {
		k.texts = map[int64]*readTexts{}
	}
	k.texts[t.id] = &readTexts{description: view.OrEmpty(t.description), long: view.OrEmpty(t.long),
		menu: view.OrEmpty(t.menu)}
	return keeper{k, t.id}
}

// keeper keeps the rich texts of a document. The zero value keeps nothing.
type keeper struct {
	kept *keptTexts
	id   int64
}

func (k keeper) intro(text string) {
	if k.add(text) {
		k.kept.texts[k.id].intro = text
	}
}

func (k keeper) content(text string) {
	if k.add(text) {
		k.kept.texts[k.id].content = text
	}
}

// add reports whether the text is kept. A document of which not all is kept is dropped.
func (k keeper) add(text string) bool {
	if k.kept == nil {
		return false
	}
	if _, ok := k.kept.texts[k.id]; !ok {
		return false
	}
	if k.kept.size += len(text); k.kept.size <= maxKept && len(text) <= excerptRead {
		return true
	}
	delete(k.kept.texts, k.id)
	return false
}
