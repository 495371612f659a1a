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
package page
