package toolset

import (
	"time"

	"emcp/toolset/schema"
)

// DocumentsOutput is the JSON Schema of the documents in a list, with all members.
func DocumentsOutput() []byte { return schema.ArrayOf(documentOutput()).JSON() }

// SetStep sets what the time of a search is rounded up to.
func (t *Toolset) SetStep(step time.Duration) { t.step = step }
