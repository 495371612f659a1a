package catalog

// Tools that show the same as resources. A server that denies one does not have its resources.
const (
	DocumentTool = "evo.content.get"
	RootsTool    = "evo.content.root_tree"
	SearchTool   = "evo.content.search"
	SiteTool     = "evo.site.describe"
	ListTool     = "evo.model.list"
	RowTool      = "evo.model.get"
	ItemTool     = "evo.items.get"
	ItemsTool    = "evo.items.list"
)

// ArgumentKind says what an argument of a prompt or a variable of a resource template stands for.
type ArgumentKind uint8

// The kinds of arguments.
const (
	FreeText ArgumentKind = iota
	DocumentID
	TemplateID
	TVName
	ModelName
	ItemType
	ItemID
	ServerHandle
)
