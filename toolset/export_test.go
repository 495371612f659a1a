package toolset

import "time"

// DocumentsOutput is the JSON Schema of the documents in a list, with all members.
func DocumentsOutput() []byte { return arrayOf(documentOutput()).JSON() }

// SetStep sets what the time of a search is rounded up to.
func (t *Toolset) SetStep(step time.Duration) { t.step = step }
