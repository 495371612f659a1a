// Package paging reads lists page by page and writes pages as JSON: the arguments limit, offset, cursor and
// include_total, how much text a statement may return, and how large an answer may become.
//
// Callers of the contract add limit to offset and do not look at has_more. For them a page is complete, or the answer
// is the fault ResultTooLarge. A page ends early only for calls with extension arguments, because their callers
// continue with next_cursor.
//
// The package knows rows by their JSON and their position in the list. It knows no documents, models or elements.
package paging
