// Package language recognizes languages by names, codes and texts. It knows the languages of most sites in Europe and
// Asia.
//
// The language of a text is that of its frequent words, or of the letters that only one language has. If two languages are about
// equally likely, the text has no language, and the other marks of a page decide.
package language
