// Package toolset is eMCP toolset v1: the tools as data, and the processing of calls. A call is checked against the
// schema of its tool, its arguments become typed values, these are compiled to SQL for the caller's view, and the rows
// become the answer. TOOLSET.md is the contract.
//
// It knows sites, callers and their views. It knows no protocol, so the tools are tested without one.
//
// The packages below it have one job each, and say in their package comments how they do it: schema checks arguments;
// view is a site as one caller sees it; tree, page and document read documents; paging makes pages of lists; find
// searches, and follow tells it what has changed; describe describes the site; jsonout writes JSON.
//
// # Tools
//
// The schemas of the tools are the only source. Brief derives the brief list from them, so that it always agrees with
// what is checked. Arguments are read twice: they are checked against the schema, and then decoded into the struct of
// the tool. The check is less than 1 % of a call, and one pass would need a decoder that knows both, which is more code
// than it would replace.
//
// The output schema of evo.content.get has the type of each member of a document, derived from
// allowlist.DocumentFields. Those of the lists refer to it in words: in each of the twelve it would double the whole
// list, and not every client follows references.
//
// # Declared tools
//
// A tool that an owner declares (package bundle) is a Tool like any other, so admission, view, limits, sharing of
// calls, keys and audit apply to it without further code. Each step is a call with the caller of the tool, so no step
// shows what the caller may not see. A tool has five steps at most, and cannot call declared tools, so its cost is
// known.
//
// A declaration is checked when it is loaded, as far as possible, so that the owner learns of a mistake before an
// assistant does. Fixed arguments are checked against the schema. For declared arguments, the bounds and choices of
// both schemas are compared. Only parts of earlier results are checked when the tool is called. Arguments have the
// keywords of JSON Schema that emcp checks; others are refused. A string without maxLength gets a default.
//
// # Sharing
//
// Identical calls that arrive together share one execution, and for cache.ttl (1 second) its result. Identical means
// the same site, server, rights, tool and arguments. An execution ends when the last call that waits for it is gone.
// Errors are not kept.
package toolset
