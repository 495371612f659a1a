// Package words reads a text as a search does: it splits texts into words, folds them, and gives words of one meaning
// one stem.
//
// Each yields the words of a text as forms, which are in lower case and keep their accents. Language.Keys gives the
// keys of a form: forms of the same word have a key in common. A key is a stem without accents and apostrophes.
//
// Stems come from Snowball for its fifteen languages. Snowball has no Ukrainian, for which a table of endings stands
// here. The words of other languages are not stemmed. Neither are words that do not have the letters of their text's
// language, such as a brand in Latin letters on a Ukrainian page.
//
// The package knows nothing of documents, of HTML and of a site. Its times are linear in the length of a text.
package words
