// Package toolset is eMCP toolset v1: the tools as data, and the processing of calls. A call is checked against the
// schema of its tool, its arguments become typed values, these are compiled to SQL for the caller's view, and the rows
// become the answer. TOOLSET.md is the contract.
//
// It knows sites, callers and their views. It knows no protocol, so the tools are tested without one.
//
// The packages below it have one job each, and say in their package comments how they do it: schema checks arguments;
// view is a site as one caller sees it; tree, page and document read documents; paging makes pages of lists; find
// searches; describe describes the site; jsonout writes JSON.
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
//
// # Search
//
// One statement finds the hits; later statements read only what the page needs. The first statement looks at the
// documents that the view shows. For each hit it returns one number per word: the texts that contain what all forms of
// the word begin with. Rank and order are computed from these numbers, so that cursors stay valid and all servers
// agree. If another order is asked for, the server sorts the ids of the hits.
//
//   - The 50,000 best hits are kept, 32 bytes each. Then the rows of the page are read by id, under the view again.
//   - Whether a word is whole is decided in Go, because SQL knows no words: of the first 200 hits, in the order of the
//     list, and only as far as the page needs. Until then a hit counts as if all its words were whole. So its rank only
//     falls, every page continues the same order, and beyond 200 hits the order is that of the statement.
//   - The texts read for that make the excerpts, too, up to 1 MiB. meta.words stops at 20, because counting further
//     would mean to read every text with the word.
//   - Nearest words come from a list of at most 20,000 words of what the caller's view shows. It is made when a word
//     has no document, from 3,000 documents and 2,000 characters of each text. It is kept for a minute, 16 MiB for all
//     views of all sites.
//   - A search in one language evaluates the words in the others as well, and keeps their 1,000 best hits for also_in.
//     At most 10 hits for each hit and language are decided for that.
//   - Whether a content is long is its stored length. So the order can show that a source has more than 30,000 bytes.
//
// # Visitors can search what they can read
//
// The server finds words in the source of rich texts. Whether a visitor can read them there is decided with the same
// conversion to plain text that makes the excerpts. Otherwise a caller could guess a snippet's parameters letter by
// letter. A call decides about 8 MiB of text, and of each text the first million characters. A word beyond that counts
// as absent. The answer does not say how much was read, because that would reveal words in tags.
//
// A word that only a tag has costs the text of its document, which is read and then dropped. So the time told which
// parameters a tag has: such a search took 1.58 times as long as one for a word that nothing has (45 documents, median
// of 1,000). Therefore the time of a search by visitors is rounded up to multiples of 10 ms; the ratio is 1.00 then
// (pace.go).
//
// # Words in placeholders
//
// A search finds pages by words that a placeholder puts there. Looking into every page for that would make each search
// slow. So a list of the placeholders that the texts of the site contain is kept.
//
//   - The first search reads all texts with a placeholder, at most 64 MiB, 10,000 documents per statement. Every 30
//     seconds, the next search reads those that were edited since. Once an hour all are read again, because a change in
//     the database need not change editedon. A search waits for this at most one second. Until then, it runs as if
//     texts named all chunks and settings.
//   - The words are looked up in memory, in the chunks, settings and defaults that the names can reach. If one has a
//     word, the statement also looks for texts with its name, at most 20 names per word, and asks the FULLTEXT index
//     first. For a template variable it also looks at the values. Then the text is resolved and looked at. A phrase
//     that begins in the text and ends in a placeholder is not found.
package toolset
