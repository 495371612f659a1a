package evodb

import (
	"database/sql"
	"errors"
	"regexp"
)

// Scan reads the current row into dest, as sql.Rows.Scan does.
type Scan func(dest ...any) error

// quotedValue matches a value that database/sql quotes because it does not fit, for example ("abc") in ([]uint8 ("abc")
// to a int64).
var quotedValue = regexp.MustCompile(`(?s)\(".*"\)`)

// scanner returns the Scan of rows. Its errors do not contain the value, because content does not belong in a log.
func scanner(rows *sql.Rows) Scan {
	var into []any
	return func(dest ...any) error {
		into = into[:0]
		texts := make([]string, countTexts(dest)) // one array for the row, instead of a string each
		for _, d := range dest {
			switch d := d.(type) {
			case *int64:
				into = append(into, intoNumber{d})
			case **string:
				*d, texts = &texts[0], texts[1:]
				into = append(into, intoText{d})
			default:
				into = append(into, d)
			}
		}
		if err := rows.Scan(into...); err != nil {
			return errors.New(quotedValue.ReplaceAllString(err.Error(), "(...)"))
		}
		return nil
	}
}

// countTexts returns how many of the destinations are strings that can be nil.
func countTexts(dest []any) (n int) {
	for _, d := range dest {
		if _, ok := d.(**string); ok {
			n++
		}
	}
	return n
}

// intoNumber is where a whole number goes. database/sql would set it by reflection, and a page has hundreds.
type intoNumber struct{ to *int64 }

// Scan sets the number.
func (n intoNumber) Scan(value any) error {
	if whole, ok := value.(int64); ok {
		*n.to = whole
		return nil
	}
	var other sql.NullInt64
	if err := other.Scan(value); err != nil {
		return err
	}
	if !other.Valid {
		return errors.New("converting NULL to int64 is unsupported")
	}
	*n.to = other.Int64
	return nil
}

// intoText is where a string goes. It points to a place for the string, or to nil for NULL.
type intoText struct{ to **string }

// Scan sets the string.
func (t intoText) Scan(value any) error {
	switch v := value.(type) {
	case nil:
		*t.to = nil
		return nil
	case []byte:
		**t.to = string(v)
		return nil
	}
	var other sql.NullString
	if err := other.Scan(value); err != nil {
		return err
	}
	**t.to = other.String
	return nil
}
