// Package quantity reads amounts of money and measures as people write them: 45,00 €, 1.234,50, 250 g. Its patterns also make the
// SQL that recognizes them, and a test compares both. Only texts of at most 64 characters are examined.
package quantity
