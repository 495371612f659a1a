package method

import (
	"crypto/sha256"
	"sync"
)

// listTexts are the results of tools/list of a service. Servers with equal lists share one text, because a list has
// tens of KB and a process can have hundreds of servers. The zero value is ready for use.
type listTexts struct{ texts sync.Map } // by their sums

// shared returns the text that is kept for all servers with this list.
func (l *listTexts) shared(text []byte) []byte {
	kept, _ := l.texts.LoadOrStore(sha256.Sum256(text), text)
	return kept.([]byte)
}
