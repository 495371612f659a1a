package toolset

// DocumentsOutput is the JSON Schema of the documents in a list, with all members.
func DocumentsOutput() []byte { return arrayOf(documentOutput()).JSON() }
