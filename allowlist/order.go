package allowlist

// Direction is the direction of an order.
type Direction bool

// Directions, and their wire names with ParseDirection.
const (
	Ascending  Direction = false
	Descending Direction = true
)

// ParseDirection returns the direction of asc, desc or an empty text, which is asc.
func ParseDirection(text string) (d Direction, ok bool) {
	return text == "desc", text == "" || text == "asc" || text == "desc"
}

// OrderField is a column of documents to sort by. The zero value is none; others come from ParseOrderField.
type OrderField struct{ column string }

// EditedOrder sorts by the time of the last edit, which the contract does not sort by.
var EditedOrder = OrderField{"editedon"}

// Column returns the name of the column; empty if there is none.
func (f OrderField) Column() string { return f.column }

// OrderFields are the names that ParseOrderField knows: those of the document fields that sort.
var OrderFields = orderFields()

func orderFields() []string {
	var names []string
	for _, f := range documentFields {
		if f.Sorts {
			names = append(names, f.Name)
		}
	}
	return names
}

// ParseOrderField returns the field of that name, the zero value for an empty one.
func ParseOrderField(name string) (f OrderField, ok bool) {
	for _, known := range OrderFields {
		if name == known {
			return OrderField{known}, true
		}
	}
	return OrderField{}, name == ""
}
