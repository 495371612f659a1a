package main

import (
	"strconv"

	"emcp/internal/test/evosite"
)

// Ids of the English sections with news and events.
const (
	pageNews    int64 = 340
	pageEvents  int64 = 359
	pageAnswers int64 = 372
	pageGuides  int64 = 385
)

// journal are the pages of news, events, questions and guides, without their words.
func journal() []evosite.Document {
	documents := []evosite.Document{
		{ID: categorySleeping, Parent: pageShop, Template: templateCategory, MenuIndex: 7, Published: true, CreatedOn: day(2025, 5, 12), EditedOn: day(2025, 5, 19)},
		{ID: categoryClothing, Parent: pageShop, Template: templateCategory, MenuIndex: 9, Published: true, CreatedOn: day(2025, 3, 31), EditedOn: day(2025, 10, 9)},
		{ID: categoryKitchen, Parent: pageShop, Template: templateCategory, MenuIndex: 10, Published: true, CreatedOn: day(2025, 2, 24), EditedOn: day(2025, 11, 24)},
		{ID: categoryRepair, Parent: pageShop, Template: templateCategory, MenuIndex: 14, Published: true, CreatedOn: day(2025, 1, 13), EditedOn: day(2025, 9, 8)},

		{ID: pageNews, Template: templatePage, MenuIndex: 7, Published: true, CreatedOn: day(2025, 1, 15), EditedOn: day(2025, 1, 15)},
		{ID: pageEvents, Template: templatePage, MenuIndex: 8, Published: true, CreatedOn: day(2025, 1, 15), EditedOn: day(2026, 2, 2)},
		{ID: pageAnswers, Parent: pageHelp, Template: templatePage, MenuIndex: 4, Published: true, CreatedOn: day(2025, 1, 20), EditedOn: day(2025, 1, 20)},
		{ID: pageGuides, Template: templatePage, MenuIndex: 9, Published: true, CreatedOn: day(2025, 2, 3), EditedOn: day(2025, 2, 3)},

		{ID: 394, Parent: pageHelp, Template: templatePage, MenuIndex: 5, Published: true, CreatedOn: day(2025, 1, 20), EditedOn: day(2026, 1, 5)},
		{ID: 395, Type: "reference", MenuIndex: 10, Published: true, CreatedOn: day(2025, 8, 22), EditedOn: day(2025, 8, 22)},
		{ID: 396, Parent: pageGuides, Type: "reference", MenuIndex: 20, Published: true, CreatedOn: day(2025, 2, 3), EditedOn: day(2025, 2, 3)},
		{ID: 397, Template: templatePage, MenuIndex: 11, Published: true, CreatedOn: day(2026, 1, 26), EditedOn: day(2026, 2, 16)},
		{ID: 398, Parent: pageTrade, Template: templatePage, Published: true, PrivateWeb: true, CreatedOn: day(2025, 8, 4), EditedOn: day(2026, 1, 12)},
		{ID: 399, Parent: 397, Template: templatePage, Deleted: true, CreatedOn: day(2025, 3, 3), EditedOn: day(2025, 6, 30)},
	}
	for _, n := range news() {
		documents = append(documents, n.document())
	}
	for _, e := range events() {
		documents = append(documents, e.document())
	}
	for i := range int64(12) { // questions and their answers
		asked := day(2025, 1, 20) + i*86400*21
		documents = append(documents, evosite.Document{
			ID: pageAnswers + 1 + i, Parent: pageAnswers, Template: templatePage, MenuIndex: i, Published: true, CreatedOn: asked, EditedOn: asked,
		})
	}
	for i := range int64(8) { // guides, one a month
		written := day(2025, 2, 3) + i*86400*30
		documents = append(documents, evosite.Document{
			ID: pageGuides + 1 + i, Parent: pageGuides, Template: templatePage, MenuIndex: i * 2, Published: true, CreatedOn: written, EditedOn: written + 86400*5,
		})
	}
	return documents
}

// newsItem has what the translations of a news item share.
type newsItem struct {
	id, on         int64  // id, and when it was written
	date           string // as Evolution stores dates
	draft          bool
	shown, expires int64
}

func news() []newsItem {
	return []newsItem{
		{id: 341, on: day(2025, 1, 15), date: "15-01-2025 00:00:00"},
		{id: 342, on: day(2025, 2, 28), date: "28-02-2025 00:00:00"},
		{id: 343, on: day(2025, 3, 14), date: "14-03-2025 00:00:00"},
		{id: 344, on: day(2025, 4, 30), date: "30-04-2025 00:00:00"},
		{id: 345, on: day(2025, 5, 20), date: "20-05-2025 00:00:00"},
		{id: 346, on: day(2025, 6, 11), date: "11-06-2025 00:00:00"},
		{id: 347, on: day(2025, 7, 3), date: "03-07-2025 00:00:00"},
		{id: 348, on: day(2025, 8, 21), date: "21-08-2025 00:00:00"},
		{id: 349, on: day(2025, 9, 1), date: "01-09-2025 00:00:00"},
		{id: 350, on: day(2025, 10, 9), date: "09-10-2025 00:00:00"},
		{id: 351, on: day(2025, 11, 3), date: "03-11-2025 00:00:00"},
		{id: 352, on: day(2025, 12, 1), date: "01-12-2025 00:00:00"},
		{id: 353, on: day(2025, 12, 22), date: "22-12-2025 00:00:00", expires: day(2026, 1, 7)},
		{id: 354, on: day(2026, 1, 19), date: "19-01-2026 00:00:00"},
		{id: 355, on: day(2026, 2, 2), date: "02-02-2026 00:00:00"},
		{id: 356, on: day(2026, 2, 16), date: "16-02-2026 00:00:00"},
		{id: 357, on: day(2026, 2, 24), date: "10-03-2026 00:00:00", draft: true},
		{id: 358, on: day(2026, 2, 25), date: "02-01-2037 00:00:00", shown: day(2037, 1, 2)},
	}
}

func (n newsItem) document() evosite.Document {
	return evosite.Document{
		ID: n.id, Parent: pageNews, Template: templateNews, MenuIndex: n.id - pageNews, Published: !n.draft,
		CreatedOn: n.on, EditedOn: n.on, PubDate: n.shown, UnpubDate: n.expires,
	}
}

// event has what the translations of an event share.
type event struct {
	id        int64
	date, fee string // as Evolution stores dates; in euros
	seats     int    // 0: any number
	private   bool   // for trade customers only
}

func events() []event {
	return []event{
		{id: 360, date: "18-04-2026 10:00:00", fee: "45.00", seats: 8},
		{id: 361, date: "09-05-2026 14:00:00", fee: "0.00"},
		{id: 362, date: "23-05-2026 18:00:00", fee: "12.00", seats: 20},
		{id: 363, date: "13-06-2026 21:00:00", fee: "15.00", seats: 16},
		{id: 364, date: "20-06-2026 13:00:00", fee: "0.00"},
		{id: 365, date: "03-07-2026 16:00:00", fee: "120.00", seats: 10},
		{id: 366, date: "15-08-2026 11:00:00", fee: "25.00", seats: 12},
		{id: 367, date: "12-09-2026 13:00:00", fee: "0.00"},
		{id: 368, date: "10-10-2026 17:00:00", fee: "35.00", seats: 14},
		{id: 369, date: "14-11-2026 10:00:00", fee: "60.00", seats: 6},
		{id: 370, date: "30-01-2027 15:00:00", fee: "95.00", seats: 6},
		{id: 371, date: "25-09-2026 10:00:00", fee: "0.00", seats: 30, private: true},
	}
}

func (e event) document() evosite.Document {
	return evosite.Document{
		ID: e.id, Parent: pageEvents, Template: templateEvent, MenuIndex: (e.id - pageEvents) * 3, Published: true, PrivateWeb: e.private,
		CreatedOn: day(2026, 1, 12), EditedOn: day(2026, 2, 2),
	}
}

// addJournalValues stores the dates of news, and date, fee and seats of events.
func addJournalValues(site *evosite.Site, l language) {
	for _, n := range news() {
		if _, translated := l.texts[n.id]; translated {
			set(site, tvNewsDate, n.id+l.offset, n.date)
		}
	}
	for _, e := range events() {
		if _, translated := l.texts[e.id]; !translated {
			continue
		}
		set(site, tvEventDate, e.id+l.offset, e.date)
		set(site, tvFee, e.id+l.offset, e.fee)
		if e.seats != 0 {
			set(site, tvSeats, e.id+l.offset, strconv.Itoa(e.seats))
		}
	}
}
