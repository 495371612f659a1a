// Package watch finds out which documents of a site have changed, for clients that subscribe to them. It knows callers
// and documents; it never sends anything: subscribers take their changes.
//
// While somebody subscribes, two statements every 5 seconds look at the site, whatever the number of subscribers. The
// first reads editedon of all documents in question and, for each view among the subscribers, whether the view shows
// them. editedon has whole seconds, so a second change within the same second goes unnoticed. If a statement fails, the
// next one finds what changed meanwhile.
//
// The second statement reads, for each view, how many documents it shows directly below these documents, and the ids of
// the 50 newest. It must look at all documents there, so it rests on big sites: a round looks at no more than 50,000
// documents on average, counted once for each view. With 100,000 documents and one view it runs every 15 seconds.
// Documents that appear behind the 50 newest are only counted. If another one disappears at the same time, they go
// unnoticed.
package watch
