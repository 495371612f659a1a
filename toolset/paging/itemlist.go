package paging

import (
	"slices"

	"emcp/toolset/view"
)

// List is the beginning of an answer: its items as JSON. They are written into the answer, so that they are not
// copied or parsed again.
type List struct {
	Text []byte
	ends []int // of the items in the text
	size itemsSize
}

const listBegin = `{"items":[`

// roomForRest is the memory that a list has for what follows its items, in bytes. Most answers need no more.
const roomForRest = RoomForMeta + roomForCursor

// encode returns the list of rows.
func encode[T Row](rows []T) (List, error) {
	list := List{Text: append(make([]byte, 0, roomForRest), listBegin...), ends: make([]int, 0, len(rows))}
	for i, row := range rows {
		var err error
		from := len(list.Text)
		if i > 0 {
			list.Text = append(list.Text, ',')
			from++
		}
		if list.Text, err = row.AppendJSON(list.Text); err != nil {
			return List{}, err
		}
		list.ends = append(list.ends, len(list.Text))
		list.size.add(list.Text[from:])
		if i == 0 { // the others are often as long
			list.Text = slices.Grow(list.Text, min((len(list.Text)-from)*len(rows)*5/4, maxGuess)+roomForRest)
		}
	}
	return list, nil
}

// maxGuess bounds the memory that a list of unknown length gets at once, in bytes.
const maxGuess = 64 << 10

// Len returns the number of items.
func (l List) Len() int { return len(l.ends) }

// drop removes the last item. At least one other must remain.
func (l *List) drop() {
	last := len(l.ends) - 1
	end := l.ends[last-1]
	l.size.remove(l.Text[end+len(","):])
	l.Text, l.ends = l.Text[:end], l.ends[:last]
}

// encodeWithin is encode, but shortens the rows if they and a cursor exceed the budget, as far as they can be
// shortened.
func encodeWithin[T Row](rows []T, b budget, cursor int, shorten func(rows []T, bytes int) error) (List, error) {
	list, err := encode(rows)
	over := list.size.over(b, cursor)
	if err != nil || over <= 0 || shorten == nil {
		return list, err
	}
	if err := shorten(rows, over); err != nil {
		return List{}, err
	}
	return encode(rows)
}

// Encoded is a page as JSON.
type Encoded struct {
	Items List
	Next  string // cursor of the next page; "" on the last page
	More  bool   // whether more rows follow
}

// Encode encodes the rows of a page. If the page may end early and the rows exceed the size that lists aim at, it
// shortens them, and then ends the page early, with at least one row.
func Encode[T Row](
	v *view.Site, p Page, rows []T, more bool, shorten func(rows []T, bytes int) error,
) (Encoded, error) {
	budget := budgetOf(v.Options)
	if p.Whole {
		shorten = nil
	}
	list, err := encodeWithin(rows, budget, roomForCursor, shorten)
	if err != nil {
		return Encoded{}, err
	}
	next := ""
	for {
		last := list.Len() - 1
		if more {
			if next, err = p.CursorAfter(v, list.Len(), rows[last]); err != nil {
				return Encoded{}, err
			}
		}
		if p.Whole || last < 1 || list.size.over(budget, len(next)) <= 0 {
			break
		}
		list.drop()
		more = true
	}
	return Encoded{list, next, more}, nil
}

// Fitting shortens rows that are too large together for an answer, and returns how many of them it has room for: at
// least one.
func Fitting[T Row](o view.Options, rows []T, shorten func(rows []T, bytes int) error) (int, error) {
	budget := budgetOf(o)
	list, err := encodeWithin(rows, budget, 0, shorten)
	if err != nil {
		return 0, err
	}
	for list.Len() > 1 && list.size.over(budget, 0) > 0 {
		list.drop()
	}
	return list.Len(), nil
}
