// Package toolset is eMCP toolset v1: the tools as data, and the processing of calls. A call is checked against the
// schema of its tool, its arguments become typed values, these are compiled to SQL for the caller's view, and the rows
// become the answer. TOOLSET.md is the contract.
//
// It knows sites, callers and their views. It knows no protocol, so the tools are tested without one.
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
// # Pages of results
//
// Callers of the contract add limit to offset and do not look at has_more. For them a page is complete, or the answer
// is the error 413. A page ends early only for calls with extension arguments, because their callers continue with
// next_cursor.
//
// A cursor holds the sort keys and the id of a page's last row. The next page begins after these, whatever has become
// of the row. A cursor is valid for one list only: an HMAC-SHA256 signs its content, the site, the caller's rights, the
// tool and the other arguments. Cursors are not encrypted, because their caller has just seen what they hold. The key
// is not derived from the DSN; otherwise a cursor would allow offline guessing of the password.
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
//
// # Resolving placeholders
//
// What texts name is read in rounds, for all documents of a call together: a text is resolved with what is known, and
// that tells what is missing. A round takes one statement for fields and one for values. After five rounds, a mark
// stands for what is still missing. Short fields that texts have named once are read together with the texts from then
// on, so most pages need no round. Chunks and settings are read with the first text that has a placeholder, and again
// when they are older than 30 seconds: at most 8 MiB, and 256 Ki characters each. If the database user may not read
// chunks, a mark stands for them, and emcp check reports it.
//
// # Addresses
//
// url follows the rules of Evolution's UrlProcessor (3.x) and DocumentParser (1.4), which agree, as do the defaults of
// both for settings that the database does not have. Where Evolution makes an address that it does not serve itself,
// url is index.php?id=ID: friendly_urls without friendly_alias_urls, and a prefix behind folders. Without a row
// use_alias_path is off, whatever the default says, because the site's listing of addresses reads only the database.
// Several documents with one address all have it as url, although the site serves only the last of them in the order of
// parent and menuindex.
//
// An address does not contain what is hidden from its caller. So where addresses have paths, a page below a draft has
// index.php?id=ID, which a site with seostrict redirects. Below a deleted folder the site begins the path anew, and so
// does emcp; the site's own links show that to everybody. Addresses and paths of a page of results take one statement
// for all documents together, or one per level on servers without WITH RECURSIVE. A statement walks up at most 8
// levels. Links are resolved for at most 2,000 different documents per call.
//
// # Languages
//
// Sections in languages are recognized by what the caller sees of them, and kept for a minute for each view: two
// statements, at most 650 rows with the first 1,000 characters of each text. A third statement reads the values of
// template variables. A search in a language looks for the nearest root among a document and the eight above it. A
// stored list of all documents would become stale, and would be too long for a statement. An alias of two letters
// counts unless the texts contradict it, because it can also mean the IT department.
//
// # Descriptions
//
// evo.site.describe counts all documents and their stored values. On big sites it reads the values of every n-th
// document only (at least 10,000). Of these it takes the 50,000 most frequent, and splits those of fields with several
// choices. Values are read twice: once for counts, ranges and forms, once for the most frequent values. What looks like
// ids is looked up in one more statement, among visible documents only, so that ranges and forms do not depend on what
// is hidden.
//
// Answers are kept for 60 seconds, by rights and arguments, in at most 16 MiB over all sites. Callers that ask
// meanwhile wait for the same reading, which does not end with the call that started it. Errors are not kept.
package toolset
