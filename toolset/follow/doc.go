// Package follow finds out what has changed among the documents that one view of a site shows, or among the items of a
// type. It reads narrow columns only, some documents at a time, and remembers of each what tells a change.
//
// It does not see a change of a text that leaves editedon as it was, nor that of a chunk, a template or a template
// variable. Whoever needs these treats all documents as changed from time to time, and when evodb.DB.Stamp changes.
//
// It knows the rules of what is visible (package query) and nothing of what documents are used for.
package follow
