package main

import (
	"strconv"
	"strings"
	"time"

	"emcp/internal/test/evosite"
)

// product has what the translations of a product share. Its words are in the texts of each language.
type product struct {
	ID, Category    int64
	Price           string // empty: on request
	Stock           string // an element of in-stock, or one of the constants below
	SKU             string
	Order           string // empty: the default
	Colors          string // empty: no choice
	Rating          string // empty: not rated yet
	Care            string // empty: the default
	Weight          int
	Release         string // as Evolution stores dates
	Tags            []string
	Related         []int64
	Draft, Deleted  bool
	Created, Edited time.Time // days
}

const (
	stockDefault = ""     // no value is stored
	stockNull    = "NULL" // a row without text, which means the same to Evolution
)

func addProducts(site *evosite.Site, l language) {
	for i, p := range load[[]product]("products.yaml") {
		d, ok := l.translate(evosite.Document{
			ID: p.ID, Parent: p.Category, Template: templateProduct, MenuIndex: int64(i),
			Published: !p.Draft && !p.Deleted, Deleted: p.Deleted, CreatedOn: morning(p.Created), EditedOn: morning(p.Edited),
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
	set(site, tvSKU, document, p.SKU)
	set(site, tvReleaseDate, document, p.Release)
	set(site, tvWeight, document, strconv.Itoa(p.Weight))
	set(site, tvImage, document, "assets/images/products/"+strings.ToLower(p.SKU)+".jpg")
	if p.Colors != "" {
		set(site, tvColor, document, p.Colors)
	}
	if p.Price != "" {
		set(site, tvPrice, document, p.Price)
	}
	if p.Order != "" {
		set(site, tvOrder, document, p.Order)
	}
	if p.Rating != "" {
		set(site, tvRating, document, p.Rating)
	}
	if p.Care != "" {
		set(site, tvCare, document, p.Care)
	}
	switch p.Stock {
	case stockDefault:
	case stockNull:
		site.Values = append(site.Values, evosite.Value{TV: tvInStock, Document: document})
	default:
		set(site, tvInStock, document, p.Stock)
	}
	tag(site, document, p.Tags...)
}

// addRelated links to the translations of the related products.
func (p product) addRelated(site *evosite.Site, l language) {
	var related []string
	for _, id := range p.Related {
		if _, translated := l.texts[id]; translated {
			related = append(related, strconv.FormatInt(id+l.offset, 10))
		}
	}
	if related != nil {
		set(site, tvRelated, p.ID+l.offset, strings.Join(related, "||"))
	}
}
