package toolset

import (
	"slices"

	"emcp/evodb"
)

// Result is what a call returns.
type Result struct {
	JSON  []byte // an object; of declared tools that return a text, a string
	Rows  int    // number of documents, rows of a model or templates in it
	shown shownSet
}

// shownSet is what the result of a call shows of the site.
type shownSet struct {
	known bool // false: it shows something else as well, or too many documents to record
	// ids of the items, and of documents whose titles or addresses occur in them, in ascending order
	documents []int64
	schema    *evodb.Schema // schema by which the call was answered; nil: none
}

// nothingShown is the result of a call that fails before it reads the site.
var nothingShown = Result{shown: shownSet{known: true}}

// maxShown bounds the documents recorded for a result, because a page can have thousands of links.
const maxShown = 1000

// shows returns what the answer of a tool shows of the site.
func (c *call) shows(tool Tool) shownSet {
	slices.Sort(c.Shown)
	documents := slices.Compact(c.Shown)
	return shownSet{tool.documents && !c.Uncertain && len(documents) <= maxShown, documents, c.Schema}
}
