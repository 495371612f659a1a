// Package describe describes a site as one caller sees it: the answer of evo.site.describe, the overview that a client
// gets as instructions when it connects, and what all pages of the site have in common.
//
// A description counts all documents and their stored values. On big sites it reads the values of every n-th document
// only (at least 10,000). Of these it takes the 50,000 most frequent, and splits those of fields with several choices.
// Values are read twice: once for counts, ranges and forms, once for the most frequent values. What looks like ids is
// looked up in one more statement, among visible documents only, so that ranges and forms do not depend on what is
// hidden.
//
// Sections are found in the parents of all documents, of at most 200,000; instructions read 20,000 at most, because
// clients do not wait long for them. Titles and addresses are read of the sections that an answer has.
//
// Answers are kept for 60 seconds, by rights and arguments, in at most 16 MiB over all sites. Callers that ask
// meanwhile wait for the same reading, which does not end with the call that started it. Errors are not kept.
//
// The package knows documents and what the caller's view shows of the site. It never decides what is visible, does not
// know which tools a server has, and owns no cache: its callers bring those that several calls share.
package describe
