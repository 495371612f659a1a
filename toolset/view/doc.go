// Package view is one site as one caller sees it, for the time of one call: its database and schema, the rules of what
// is visible, its template variables, texts without what the caller must not read, and the cursors of its lists.
//
// It knows nothing of documents, tools and answers, and it never decides by itself what is visible: package query does.
//
// # Cursors
//
// A cursor holds the sort keys and the id of a page's last row. The next page begins after these, whatever has become
// of the row. A cursor is valid for one list only: an HMAC-SHA256 signs its content, the site, the caller's rights, the
// tool and the other arguments. Cursors are not encrypted, because their caller has just seen what they hold. The key
// is not derived from the DSN; otherwise a cursor would allow offline guessing of the password.
package view
