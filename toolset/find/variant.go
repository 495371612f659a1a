package find

// The index of a translated site has a document once for each of its languages: under its own id in the default
// language, and under a number made of the id and the language in the others.

// idBits is how many bits ids of documents have at most.
const idBits = 40

// variantOf returns the number of a document in a language, by the place of the language in slang.Site.Languages.
func variantOf(document int64, language int) int64 { return document | int64(language)<<idBits }

// documentOf returns the document of a variant.
func documentOf(variant int64) int64 { return variant & (1<<idBits - 1) }

// isTranslation reports whether a variant is not that of the default language.
func isTranslation(variant int64) bool { return variant>>idBits > 0 }
