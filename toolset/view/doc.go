// Package view is one site as one caller sees it, for the time of one call: its database and schema, the rules of what
// is visible, its template variables, texts without what the caller must not read, and the cursors of its lists.
//
// It knows nothing of documents, tools and answers, and it never decides by itself what is visible: package query does.
package view
