package evodb

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Scan reads the current row into dest, which has a destination for each column: *int64, *uint8, *bool,
// *string; or **int64, **bool, **string, which become nil for NULL; or *any, which becomes what the driver
// returned, texts as strings.
type Scan func(dest ...any) error

// row is the current row of a statement.
type row struct {
	columns []string
	values  []driver.Value // texts are valid until the next row is read
}

// quotedValue matches a value that database/sql quotes because it does not fit, for example ("abc") in ([]uint8 ("abc")
// to a int64).
var quotedValue = regexp.MustCompile(`(?s)\(".*"\)`)

// scan is the Scan of the row. Its errors do not contain the value, because content does not belong in a log.
func (r *row) scan(dest ...any) error {
	if len(dest) != len(r.values) {
		return fmt.Errorf("a row has %d columns, not %d", len(r.values), len(dest))
	}
	places := make([]string, countTexts(dest)) // one array for the row, instead of a place for each text
	var short strings.Builder
	short.Grow(r.shortBytes())
	for i, d := range dest {
		var err error
		value := r.values[i]
		switch d := d.(type) {
		case **string:
			if *d = nil; value != nil {
				*d, places = &places[0], places[1:]
				**d, err = textOf(value, &short)
			}
		case *string:
			*d, err = textOf(value, &short)
		case **int64:
			err = point(d, value)
		case **bool:
			err = point(d, value)
		case *int64:
			*d, err = convert[int64](value)
		case *uint8:
			*d, err = convert[uint8](value)
		case *bool:
			*d, err = convert[bool](value)
		case *any:
			*d = value
			if text, ok := value.([]byte); ok {
				*d = string(text)
			}
		default:
			err = fmt.Errorf("%T is no destination", d)
		}
		if err != nil {
			return fmt.Errorf("column %d, %q: %s", i, r.columns[i], quotedValue.ReplaceAllString(err.Error(), "(...)"))
		}
	}
	return nil
}

// countTexts returns how many of the destinations are texts that can be NULL.
func countTexts(dest []any) (n int) {
	for _, d := range dest {
		if _, ok := d.(**string); ok {
			n++
		}
	}
	return n
}

// longestShort bounds the texts that share memory, in bytes. Whoever keeps one of them keeps the others, too.
const longestShort = 256

// shortBytes returns the size of the texts that share memory.
func (r *row) shortBytes() (n int) {
	for _, v := range r.values {
		if text, ok := v.([]byte); ok && len(text) <= longestShort {
			n += len(text)
		}
	}
	return n
}

// textOf returns a value as text. A short one becomes a part of the text in short.
func textOf(value driver.Value, short *strings.Builder) (string, error) {
	text, ok := value.([]byte)
	switch {
	case !ok:
		return convert[string](value)
	case len(text) > longestShort:
		return string(text), nil
	}
	from := short.Len()
	short.Write(text)
	return short.String()[from:], nil
}

// point sets a pointer to a value, or to nil for NULL.
func point[T any](d **T, value driver.Value) (err error) {
	if *d = nil; value != nil {
		*d = new(T)
		**d, err = convert[T](value)
	}
	return err
}

// convert returns a value as database/sql converts it; most are of the type already.
func convert[T any](value driver.Value) (T, error) {
	if v, ok := value.(T); ok {
		return v, nil
	}
	var other sql.Null[T]
	if err := other.Scan(value); err != nil {
		return other.V, err
	}
	if !other.Valid {
		return other.V, errors.New("it is NULL")
	}
	return other.V, nil
}
