package main

import "emcp/internal/test/evosite"

// Ids of the English documents that others refer to.
const (
	homePage       int64 = 1
	pageShop       int64 = 2
	categoryTents  int64 = 3
	categoryPacks  int64 = 4
	categoryStoves int64 = 5
	categoryLights int64 = 6
	productRental  int64 = 27
	pageBlog       int64 = 30
	pageHelp       int64 = 45
	pageNotFound   int64 = 50
	pageOldShop    int64 = 52
	pageTrade      int64 = 60
	pageHandbook   int64 = 61
	pagePress      int64 = 62

	categorySleeping int64 = 300
	categoryClothing int64 = 301
	categoryKitchen  int64 = 302
	categoryRepair   int64 = 303
)

// pages are the first documents of the site except its products, without their texts.
func pages() []evosite.Document {
	return []evosite.Document{
		{ID: homePage, Template: templateHome, MenuIndex: 0, Published: true, CreatedOn: day(2025, 1, 7), EditedOn: day(2026, 2, 20)},

		{ID: pageShop, Template: templatePage, MenuIndex: 1, Published: true, CreatedOn: day(2025, 1, 7), EditedOn: day(2025, 1, 7)},
		{ID: categoryTents, Parent: pageShop, Template: templateCategory, MenuIndex: 0, Published: true, CreatedOn: day(2025, 1, 8), EditedOn: day(2025, 3, 14)},
		{ID: categoryPacks, Parent: pageShop, Template: templateCategory, MenuIndex: 1, Published: true, CreatedOn: day(2025, 1, 8), EditedOn: day(2025, 5, 5)},
		{ID: categoryStoves, Parent: pageShop, Template: templateCategory, MenuIndex: 2, Published: true, CreatedOn: day(2025, 1, 8), EditedOn: day(2025, 2, 10)},
		{ID: categoryLights, Parent: pageShop, Template: templateCategory, MenuIndex: 3, Published: true, CreatedOn: day(2025, 1, 8), EditedOn: day(2025, 1, 20)},
		{ // over: its unpublishing date is past
			ID: 51, Parent: pageShop, Template: templatePage, MenuIndex: 4, Published: true,
			CreatedOn: day(2025, 12, 18), EditedOn: day(2025, 12, 29), PubDate: day(2025, 12, 27), UnpubDate: day(2026, 1, 31),
		},
		{ID: 54, Parent: pageShop, Template: templatePage, MenuIndex: 5, CreatedOn: day(2026, 2, 23), EditedOn: day(2026, 2, 24)},
		{ID: 55, Parent: pageShop, Type: "reference", MenuIndex: 6, Published: true, CreatedOn: day(2025, 5, 6), EditedOn: day(2025, 5, 6)},

		{ID: pageBlog, Template: templateBlog, MenuIndex: 2, Published: true, CreatedOn: day(2025, 1, 9), EditedOn: day(2025, 1, 9)},
		{
			ID: 31, Parent: pageBlog, Template: templatePost, MenuIndex: 0, Published: true,
			CreatedOn: day(2025, 4, 1), EditedOn: day(2025, 4, 2), PubDate: day(2025, 4, 3),
		},
		{ID: 32, Parent: pageBlog, Template: templatePost, MenuIndex: 1, Published: true, CreatedOn: day(2025, 7, 10), EditedOn: day(2025, 7, 10)},
		{
			ID: 33, Parent: pageBlog, Template: templatePost, MenuIndex: 2, Published: true,
			CreatedOn: day(2025, 10, 15), EditedOn: day(2025, 11, 2), PubDate: day(2025, 10, 20),
		},
		{ID: 34, Parent: pageBlog, Template: templatePost, MenuIndex: 3, Published: true, CreatedOn: day(2026, 1, 19), EditedOn: day(2026, 1, 19)},
		{ID: 35, Parent: pageBlog, Template: templatePost, MenuIndex: 4, CreatedOn: day(2026, 2, 24), EditedOn: day(2026, 2, 25)},
		{ // not yet; the columns have 32 bits, so this is about the latest possible time
			ID: 36, Parent: pageBlog, Template: templatePost, MenuIndex: 5, Published: true,
			CreatedOn: day(2026, 2, 26), EditedOn: day(2026, 2, 26), PubDate: day(2037, 1, 1),
		},

		{ID: 40, Template: templatePage, MenuIndex: 3, Published: true, CreatedOn: day(2025, 1, 9), EditedOn: day(2025, 8, 21)},
		{ID: pageHelp, Template: templatePage, MenuIndex: 4, Published: true, CreatedOn: day(2025, 1, 9), EditedOn: day(2025, 1, 9)},
		{ID: 41, Parent: pageHelp, Template: templatePage, MenuIndex: 0, Published: true, CreatedOn: day(2025, 1, 9), EditedOn: day(2025, 12, 4)},
		{ID: 42, Parent: pageHelp, Template: templatePage, MenuIndex: 1, Published: true, CreatedOn: day(2025, 1, 9), EditedOn: day(2026, 1, 5)},
		{ID: 43, Parent: pageHelp, Template: templatePage, MenuIndex: 2, Published: true, CreatedOn: day(2025, 1, 9), EditedOn: day(2025, 6, 11)},
		{ID: 44, Parent: pageHelp, Template: templatePage, MenuIndex: 3, Published: true, CreatedOn: day(2025, 1, 9), EditedOn: day(2025, 1, 9)},

		{ID: pageNotFound, Template: templatePage, MenuIndex: 90, Published: true, HideMenu: true, CreatedOn: day(2025, 1, 9), EditedOn: day(2025, 1, 9)},
		{ID: pageOldShop, Template: templatePage, MenuIndex: 91, Deleted: true, CreatedOn: day(2025, 1, 7), EditedOn: day(2025, 2, 12)},
		{ID: 53, Parent: pageOldShop, Template: templatePage, Deleted: true, CreatedOn: day(2025, 1, 7), EditedOn: day(2025, 2, 12)},

		{ID: pageTrade, Template: templatePage, MenuIndex: 5, Published: true, PrivateWeb: true, CreatedOn: day(2025, 7, 28), EditedOn: day(2025, 8, 4)},
		{
			ID: pageHandbook, Template: templatePage, MenuIndex: 92, Published: true, HideMenu: true, PrivateManager: true,
			CreatedOn: day(2025, 1, 10), EditedOn: day(2025, 9, 30),
		},
		{ID: pagePress, Template: templatePage, MenuIndex: 6, Published: true, CreatedOn: day(2025, 10, 1), EditedOn: day(2025, 10, 1)},
	}
}

func addPages(site *evosite.Site, l language) {
	for _, page := range append(pages(), journal()...) {
		d, ok := l.translate(page)
		if !ok {
			continue
		}
		site.Documents = append(site.Documents, d)
		l.mark(site, d.ID)
		if page.HideMenu {
			set(site, tvNoIndex, d.ID, "1")
		}
		if p, ok := posts()[page.ID]; ok {
			p.addValues(site, d.ID)
		}
	}
}

// post has what the translations of a blog post share.
type post struct {
	author string // empty: the default
	tags   []string
}

func posts() map[int64]post {
	return map[int64]post{
		31: {author: "Ada Fennimore", tags: []string{"how-to", "3-season"}},
		32: {author: "Jonas Brandeis", tags: []string{"trip-report", "family"}},
		33: {tags: []string{"how-to", "winter"}},
		34: {author: "Ada Fennimore", tags: []string{"repair"}},
		35: {author: "Jonas Brandeis", tags: []string{"trip-report", "ultralight"}},
		36: {tags: []string{"news", "new"}},
	}
}

func (p post) addValues(site *evosite.Site, document int64) {
	if p.author != "" {
		set(site, tvAuthor, document, p.author)
	}
	tag(site, document, p.tags...)
}
