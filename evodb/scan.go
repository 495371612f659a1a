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
		for _, d := range dest {
			switch d := d.(type) {
			case *int64:
				into = append(into, intoNumber{d})
			case **string:
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

// intoText is where a string goes, or nil for NULL.
type intoText struct{ to **string }

// Scan sets the string.
func (t intoText) Scan(value any) error {
	*t.to = nil
	switch v := value.(type) {
	case nil:
		return nil
	case []byte:
		*t.to = new(string(v))
		return nil
	}
	var other sql.NullString
	if err := other.Scan(value); err != nil {
		return err
	}
	*t.to = &other.String
	return nil
}
