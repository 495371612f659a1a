package toolset

import (
	"context"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"emcp/query"
	"emcp/richtext"
	"emcp/toolset/document"
	"emcp/toolset/paging"
	"emcp/toolset/schema"
	"emcp/toolset/view"
	"emcp/tvfilter"
)

// contentTools are evo.content.*.
func contentTools(o view.Options) []Tool {
	id := schema.Required("id", schema.Integer("Document id", 0, anyID).InBrief(""))
	withTVs := schema.Array("TVs; name:d: or the default; *: all", o.WithTVs, schema.Name("")).
		InBrief("TVs; name:d: the default where a document has no value; *: all")
	fields := schema.Array("Members; absent: up to type", len(document.AllFields),
		schema.Choice("", document.FieldNames()...).InDescription()).
		InBrief("Members to return, for hits pagetitle, url; absent: many that few calls need. Also " +
			strings.Join(document.RequestedNames(), ", "))
	pages, counted := paging.Arguments(o, o.ContentOffset), paging.CountArguments(o, o.ContentOffset)
	look := slices.Concat([]schema.Property{
		schema.Optional("format", schema.Choice("Of texts; markdown if absent",
			richtext.Formats...).InBrief("")),
		schema.Optional("max_chars", schema.Integer("Characters of a rich text", 1,
			document.MaxLength).InBrief("")),
		datesArgument(o),
		document.OmitEmptyArgument(),
	}, document.TypeArguments(o))
	lang := schema.Optional("lang", schema.Name("Of texts").InBrief(""))
	shown := append([]schema.Property{schema.Optional("with_tvs", withTVs), schema.Optional("fields", fields)}, look...)
	if o.Pages != nil { // only get has pages
		look = slices.Clone(look)
		look[0] = schema.Optional("format",
			schema.Choice("Of introtext, content and rich-text TVs; page: content as visitors see the page; markdown if absent",
				append(slices.Clone(richtext.Formats), document.PageFormat)...).
				InBrief("page: content as visitors see it"))
	}
	depth := func(description, brief string, low int64) schema.Property {
		return schema.Optional("depth", schema.Integer(description, low, o.Depth).InBrief(brief))
	}
	noDepth := schema.Idle("depth", schema.Integer("No effect here", 0, o.Depth))
	from := schema.Required("from", schema.Integer("Lowest menuindex", 0, anyID).InBrief(""))
	to := schema.Optional("to", schema.Integer("Highest menuindex; absent: no bound", 0, anyID).InBrief(""))

	list := func(name, title, description string, compile compileList, own ...schema.Property) Tool {
		return Tool{
			Name: "evo.content." + name, Title: title, Description: description,
			Input:     schema.Object("", slices.Concat(own, shown, []schema.Property{lang}, pages)...),
			Output:    listOutput(listedOutput()),
			documents: true,
			besides:   name != "descendants",
			parse:     compile.parse,
		}
	}
	return []Tool{
		{
			Name: "evo.content.search", Title: "Search documents",
			Description: "Find documents by words, place in the tree, state, template, template variables (TVs) and tags, " +
				"sorted and paged.",
			brief:     "Find documents by words, place, template, template variables (TVs) and tags.",
			Input:     schema.Object("", slices.Concat(searchArguments(o), shown, counted)...),
			Output:    listOutput(listedOutput()),
			documents: true,
			parse:     searchDocuments,
		},
		{
			Name: "evo.content.get", Title: "Get a document",
			Description: "Get one document by id or url, or several by ids, on request with text (fields: content) and TVs; " +
				"item is null if there is none.",
			brief: "Get documents by one of id, ids and url; text with fields: content.",
			Input: schema.Object("", slices.Concat([]schema.Property{
				schema.Optional("id", schema.Integer("Document id; give exactly one of id, ids and url", 0, anyID).InBrief("")),
				schema.Optional("ids", schema.Array("Documents to get, instead of id; gives items", maxIDs,
					schema.Integer("", 0, anyID)).InBrief("Gives items")),
				schema.Optional("url", schema.Text("Address or path of a document, such as /contact.html",
					maxURL).InBrief("Address or path")),
				schema.Optional("with_tvs", withTVs), schema.Optional("fields", fields),
			}, look, []schema.Property{
				schema.Optional("content_offset", schema.Integer("Where to continue content, in characters", 0, anyID).InBrief("")),
				schema.Optional("section", schema.Text("Heading: content is only the part below it", maxSection).
					InBrief("Heading: only the part below it")),
				schema.Optional("lang", schema.Name("Language of the texts, such as de, if the site is translated").
					InBrief("Of the texts, if the site is translated")),
			})...),
			Output:    documentsOutput(documentOutput()),
			documents: true,
			parse:     getDocument,
		},
		list("root_tree", "Top of the tree",
			"List the documents at the root and those below.",
			func(c query.Compiler, in listInput) query.Listing {
				return c.RootTree(in.Depth.Or(1))
			}, depth("Levels below the root documents; 0: only these; 1 if absent", "0: only these; 1 if absent", 0)),
		list("descendants", "Documents below",
			"List the documents below a document, down to depth levels.",
			func(c query.Compiler, in listInput) query.Listing {
				return c.Descendants(int64(in.ID), query.NewDepth(in.Depth.Or(1)))
			}, id, depth("Levels below the document, 1 if absent", "1 if absent", 1)),
		{
			Name: "evo.content.ancestors", Title: "Documents above",
			Description: "List the documents above a document, the root first.",
			Input: schema.Object("", slices.Concat([]schema.Property{id,
				depth("Nearest levels to return; absent: all", "All if absent", 1), lang}, shown, pages)...),
			Output:    listOutput(listedOutput()),
			documents: true,
			besides:   true,
			parse:     ancestors,
		},
		list("children", "Children", "List the children of a document in menu order.",
			func(c query.Compiler, in listInput) query.Listing {
				return c.Children(int64(in.ID))
			}, id, noDepth),
		list("siblings", "Siblings", "List the siblings of a document in menu order.",
			func(c query.Compiler, in listInput) query.Listing {
				return c.Siblings(int64(in.ID))
			}, id, noDepth),
		list("neighbors", "Neighbors", "List siblings with a menuindex one less or more.",
			func(c query.Compiler, in listInput) query.Listing {
				return c.Neighbors(int64(in.ID))
			}, id, noDepth),
		list("prev_siblings", "Previous siblings", "List the siblings before a document, the nearest first.",
			func(c query.Compiler, in listInput) query.Listing {
				return c.PrevSiblings(int64(in.ID))
			}, id, noDepth),
		list("next_siblings", "Next siblings", "List the siblings after a document, the nearest first.",
			func(c query.Compiler, in listInput) query.Listing {
				return c.NextSiblings(int64(in.ID))
			}, id, noDepth),
		list("children_range", "Children in a range", "List the children in a range of menuindex.",
			func(c query.Compiler, in listInput) query.Listing {
				return c.ChildrenRange(int64(in.ID), in.menuRange())
			}, id, noDepth, from, to),
		list("siblings_range", "Siblings in a range", "List the siblings in a range of menuindex.",
			func(c query.Compiler, in listInput) query.Listing {
				return c.SiblingsRange(int64(in.ID), in.menuRange())
			}, id, noDepth, from, to),
	}
}

// compileList compiles the listing of a list tool.
type compileList func(c query.Compiler, in listInput) query.Listing

func (compile compileList) parse(arguments jsontext.Value, _ view.Options) (action, error) {
	return parseList(arguments, document.ListLength,
		func(ctx context.Context, c *call, in listInput, selection []tvfilter.Selection) (toolAnswer, error) {
			return c.list(ctx, compile(c.ItemCompiler(), in), in, selection)
		})
}
