package find

import (
	"slices"

	"emcp/internal/itemtype"
)

// The index has documents and items, which are of different kinds. Each has a number, which is made of its kind and its
// id; a document's is its id. The index of a translated site has each once for each of its languages: under its number
// in the default language, and under a variant, made of the number and the language, in the others.

// documentKind is the kind of documents.
const documentKind uint8 = 0

// kindOfType returns the kind of the items of a type.
func kindOfType(t itemtype.Type) uint8 {
	return uint8(slices.Index(itemtype.Names(), t.Name) + 1) //nolint:gosec // there are few types
}

// idBits and languageBits are how many bits ids and places of languages have at most.
const idBits, languageBits = 40, 8

// numberOf returns the number of a document or item.
func numberOf(kind uint8, id int64) int64 { return id | int64(kind)<<(idBits+languageBits) }

// kindOf returns the kind of a number or variant.
func kindOf(number int64) uint8 { return uint8(number >> (idBits + languageBits)) }

// idOf returns the id of a number or variant.
func idOf(number int64) int64 { return number & (1<<idBits - 1) }

// variantOf returns the variant of a number in a language, by the place of the language in slang.Site.Languages.
func variantOf(number int64, language int) int64 { return number | int64(language)<<idBits }

// withoutLanguage returns the number of a variant.
func withoutLanguage(variant int64) int64 { return numberOf(kindOf(variant), idOf(variant)) }

// isTranslation reports whether a variant is not that of the default language.
func isTranslation(variant int64) bool { return variant != withoutLanguage(variant) }

// isDocument reports whether a variant is a document in the default language.
func isDocument(variant int64) bool { return variant == idOf(variant) }
