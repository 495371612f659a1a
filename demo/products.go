package main

import (
	"strconv"
	"strings"

	"emcp/internal/test/evosite"
)

// product has what the translations of a product share. Its words are in the texts of each language.
type product struct {
	id, category    int64
	price           string // empty: on request
	stock           string // an element of in-stock, or one of the constants below
	sku             string
	order           string // empty: the default
	colors          string // empty: no choice
	rating          string // empty: not rated yet
	care            string // empty: the default
	weight          int
	release         string // as Evolution stores dates
	tags            []string
	related         []int64
	draft, deleted  bool
	created, edited int64
}

const (
	stockDefault = ""     // no value is stored
	stockNull    = "NULL" // a row without text, which means the same to Evolution
)

// products are the products of the first four shelves, chosen so that "which products under 200 are in stock?" is a question worth
// asking: 1249.00 is less than 200 as text, 200.00 is not under 200, an availability can be a default, and drafts do not count.
func products() []product {
	return []product{
		{
			id: 10, category: categoryTents, price: "349.00", sku: "MG-T-010", order: "10", colors: "Green||Sand", rating: "4.7",
			weight: 1980, release: "14-03-2025 00:00:00", tags: []string{"3-season", "bestseller"}, related: []int64{13, 22},
			created: day(2025, 3, 3), edited: day(2026, 1, 12),
		},
		{
			id: 11, category: categoryTents, price: "189.00", stock: "In stock", sku: "MG-T-011", order: "20", colors: "Green", rating: "4.4",
			weight: 1140, release: "14-03-2025 00:00:00", tags: []string{"3-season", "ultralight"}, related: []int64{18},
			created: day(2025, 3, 3), edited: day(2025, 11, 20),
		},
		{
			id: 12, category: categoryTents, price: "1249.00", stock: "In stock", sku: "MG-T-012", order: "30", colors: "Orange", rating: "4.9",
			weight: 11400, release: "01-09-2025 00:00:00", tags: []string{"winter", "family"},
			created: day(2025, 8, 18), edited: day(2025, 10, 2),
		},
		{
			id: 13, category: categoryTents, price: "79.50", sku: "MG-T-013", colors: "Green||Sand||Blue", rating: "4.1",
			weight: 520, release: "22-04-2025 00:00:00", tags: []string{"ultralight", "rain"},
			created: day(2025, 4, 9), edited: day(2025, 4, 9),
		},
		{
			id: 14, category: categoryPacks, price: "219.00", stock: "In stock", sku: "MG-P-055", order: "10", colors: "Green||Black", rating: "4.6",
			weight: 1720, release: "05-05-2025 00:00:00", tags: []string{"bestseller", "trekking"}, related: []int64{10, 15},
			created: day(2025, 4, 28), edited: day(2026, 2, 3),
		},
		{
			id: 15, category: categoryPacks, price: "159.00", stock: "Sold out", sku: "MG-P-035", order: "20", colors: "Blue||Black", rating: "4.5",
			weight: 1310, release: "05-05-2025 00:00:00", tags: []string{"trekking"}, related: []int64{14},
			created: day(2025, 4, 28), edited: day(2026, 2, 3),
		},
		{
			id: 16, category: categoryPacks, price: "84.90", sku: "MG-P-022", order: "30", colors: "Green||Orange||Blue", rating: "4.2",
			weight: 640, release: "16-06-2025 00:00:00", tags: []string{"day-trip", "family"},
			created: day(2025, 6, 2), edited: day(2025, 6, 2),
		},
		{
			id: 17, category: categoryPacks, price: "119.00", stock: "Pre-order", sku: "MG-P-080", colors: "Black",
			weight: 1450, release: "01-04-2026 00:00:00", tags: []string{"new", "travel"},
			created: day(2026, 1, 26), edited: day(2026, 1, 26),
		},
		{
			id: 18, category: categoryStoves, price: "54.95", stock: "In stock", sku: "MG-S-001", order: "10", colors: "Orange", rating: "4.8",
			weight: 95, release: "10-02-2025 00:00:00", tags: []string{"ultralight", "bestseller"}, related: []int64{20},
			created: day(2025, 2, 3), edited: day(2025, 12, 1),
		},
		{
			id: 19, category: categoryStoves, price: "199.95", stock: "In stock", sku: "MG-S-002", order: "20", colors: "Green", rating: "4.0",
			weight: 4300, release: "30-06-2025 00:00:00", tags: []string{"family"},
			created: day(2025, 6, 20), edited: day(2025, 6, 20),
		},
		{
			id: 20, category: categoryStoves, price: "32.00", stock: "Sold out", sku: "MG-S-012", colors: "Black", rating: "3.9",
			weight: 240, release: "10-02-2025 00:00:00", tags: []string{"3-season"}, related: []int64{18},
			created: day(2025, 2, 3), edited: day(2025, 12, 22),
		},
		{
			id: 21, category: categoryStoves, price: "200.00", stock: "In stock", sku: "MG-S-020", care: "<p>Brush out the ash when it is cold. Oil the door once a year.</p>", colors: "Black", rating: "4.3",
			weight: 6900, release: "13-10-2025 00:00:00", tags: []string{"winter"},
			created: day(2025, 10, 6), edited: day(2025, 10, 6),
		},
		{
			id: 22, category: categoryLights, price: "45.00", sku: "MG-L-300", order: "20", colors: "Orange||Black", rating: "4.5",
			weight: 78, release: "20-01-2025 00:00:00", tags: []string{"ultralight"}, related: []int64{23},
			created: day(2025, 1, 13), edited: day(2025, 9, 8),
		},
		{
			id: 23, category: categoryLights, price: "89.00", stock: stockNull, sku: "MG-L-600", order: "10", colors: "Black", rating: "4.6",
			weight: 112, release: "03-11-2025 00:00:00", tags: []string{"winter", "bestseller"}, related: []int64{22},
			created: day(2025, 10, 27), edited: day(2025, 11, 3),
		},
		{
			id: 24, category: categoryLights, price: "29.90", stock: "In stock", sku: "MG-L-040", colors: "Sand",
			weight: 190, release: "04-05-2026 00:00:00", tags: []string{"new", "family"}, draft: true,
			created: day(2026, 2, 16), edited: day(2026, 2, 17),
		},
		{
			id: 25, category: categoryLights, stock: "In stock", sku: "MG-L-900", colors: "Black", rating: "4.0",
			weight: 2600, release: "07-07-2025 00:00:00", tags: []string{"travel"},
			created: day(2025, 6, 30), edited: day(2025, 7, 7),
		},
		{
			id: 26, category: categoryLights, price: "19.00", stock: "In stock", sku: "MG-L-150", colors: "Black", rating: "3.2",
			weight: 85, release: "20-01-2025 00:00:00", tags: []string{"ultralight"}, deleted: true,
			created: day(2025, 1, 13), edited: day(2025, 9, 9),
		},
		{
			id: productRental, category: pageTrade, price: "149.00", stock: "In stock", sku: "MG-R-010", colors: "Green",
			weight: 2050, release: "04-08-2025 00:00:00", tags: []string{"3-season"},
			created: day(2025, 7, 28), edited: day(2025, 8, 4),
		},
	}
}

func addProducts(site *evosite.Site, l language) {
	for i, p := range append(products(), shelfProducts()...) {
		d, ok := l.translate(evosite.Document{
			ID: p.id, Parent: p.category, Template: templateProduct, MenuIndex: int64(i),
			Published: !p.draft && !p.deleted, Deleted: p.deleted, CreatedOn: p.created, EditedOn: p.edited,
		})
		if !ok {
			continue
		}
		site.Documents = append(site.Documents, d)
		l.mark(site, d.ID)
		p.addValues(site, d.ID)
		p.addRelated(site, l)
	}
}

func (p product) addValues(site *evosite.Site, document int64) {
	set(site, tvSKU, document, p.sku)
	set(site, tvReleaseDate, document, p.release)
	set(site, tvWeight, document, strconv.Itoa(p.weight))
	set(site, tvImage, document, "assets/images/products/"+strings.ToLower(p.sku)+".jpg")
	if p.colors != "" {
		set(site, tvColor, document, p.colors)
	}
	if p.price != "" {
		set(site, tvPrice, document, p.price)
	}
	if p.order != "" {
		set(site, tvOrder, document, p.order)
	}
	if p.rating != "" {
		set(site, tvRating, document, p.rating)
	}
	if p.care != "" {
		set(site, tvCare, document, p.care)
	}
	switch p.stock {
	case stockDefault:
	case stockNull:
		site.Values = append(site.Values, evosite.Value{TV: tvInStock, Document: document})
	default:
		set(site, tvInStock, document, p.stock)
	}
	tag(site, document, p.tags...)
}

// addRelated links to the translations of the related products.
func (p product) addRelated(site *evosite.Site, l language) {
	var related []string
	for _, id := range p.related {
		if _, translated := l.texts[id]; translated {
			related = append(related, strconv.FormatInt(id+l.offset, 10))
		}
	}
	if related != nil {
		set(site, tvRelated, p.id+l.offset, strings.Join(related, "||"))
	}
}
