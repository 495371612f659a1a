package toolset

import "slices"

// itemList is the beginning of an answer: its items as JSON. They are written into the answer, so that they are not
// copied or parsed again.
type itemList struct {
	text []byte
	ends []int // of the items in the text
	size itemsSize
}

const listBegin = `{"items":[`

// roomForRest is the memory that a list has for what follows its items, in bytes. Most answers need no more.
const roomForRest = roomForMeta + roomForCursor

// encode returns the list of rows.
func encode[T listRow](rows []T) (itemList, error) {
	list := itemList{text: append(make([]byte, 0, roomForRest), listBegin...), ends: make([]int, 0, len(rows))}
	for i, row := range rows {
		var err error
		from := len(list.text)
		if i > 0 {
			list.text = append(list.text, ',')
			from++
		}
		if list.text, err = row.appendJSON(list.text); err != nil {
			return itemList{}, err
		}
		list.ends = append(list.ends, len(list.text))
		list.size.add(list.text[from:])
		if i == 0 { // the others are often as long
			list.text = slices.Grow(list.text, min((len(list.text)-from)*len(rows)*5/4, maxGuess)+roomForRest)
		}
	}
	return list, nil
}

// maxGuess bounds the memory that a list of unknown length gets at once, in bytes.
const maxGuess = 64 << 10

func (l itemList) len() int { return len(l.ends) }

// drop removes the last item. Something must remain.
func (l *itemList) drop() {
	last := len(l.ends) - 1
	end := l.ends[last-1]
	l.size.remove(l.text[end+len(","):])
	l.text, l.ends = l.text[:end], l.ends[:last]
}

// encodeWithin is encode, but shortens the rows if they and a cursor exceed the budget, as far as they can be
// shortened.
func encodeWithin[T listRow](rows []T, b itemsBudget, cursor int, shorten func(rows []T, bytes int) error) (itemList, error) {
	list, err := encode(rows)
	over := list.size.over(b, cursor)
	if err != nil || over <= 0 || shorten == nil {
		return list, err
	}
	if err := shorten(rows, over); err != nil {
		return itemList{}, err
	}
	return encode(rows)
}
