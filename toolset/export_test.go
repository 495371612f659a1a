package toolset

import "emcp/toolset/schema"

// DocumentsOutput is the JSON Schema of the documents in a list, with all members.
func DocumentsOutput() []byte { return schema.ArrayOf(documentOutput()).JSON() }
