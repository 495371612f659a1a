package oracle

const toolsetVersion = "1.0"

// page returns the page that the arguments ask for.
func page[T any](all []T, a Arguments) []T {
	first := min(or(a.Offset, 0), int64(len(all)))
	last := min(first+*a.Limit, int64(len(all)))
	return all[first:last]
}

// listMeta is the meta of a page with count items of a list of total items.
func listMeta(a Arguments, count, total int) Object {
	offset := or(a.Offset, 0)
	meta := Object{
		"limit": *a.Limit, "offset": offset, "count": int64(count), "has_more": offset+int64(count) < int64(total),
		"toolsetVersion": toolsetVersion,
	}
	if a.IncludeTotal {
		meta["total"] = int64(total)
	}
	return meta
}
