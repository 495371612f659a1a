// Package page reads texts as visitors read them on a page: with placeholders and chunks resolved, and the values of
// template variables as the site prints them. It reads what texts name in rounds, so that many texts take few
// statements.
//
// It knows the tree, because values can be inherited, and nothing of answers. What only the site can compute it marks.
//
// It also marks settings that can be secrets: names with pass, pwd, smtp, secret, token, key, salt, hash, auth,
// credential, private, dsn or login; folders of the server; values that look like a key.
//
// A template prints something of its own if it calls a snippet, in its code or in a chunk, that at most half of the
// templates with snippets call. The page of such a document has more than its text.
//
// # Resolving placeholders
//
// What texts name is read in rounds, for all documents of a call together: a text is resolved with what is known, and
// that tells what is missing. A round takes one statement for fields and one for values. After five rounds, a mark
// stands for what is still missing. Short fields that texts have named once are read together with the texts from then
// on, so most pages need no round. Chunks and settings are read with the first text that has a placeholder, and again
// when they are older than 30 seconds: at most 8 MiB, and 256 Ki characters each. If the database user may not read
// chunks, a mark stands for them, and emcp check reports it.
package page
