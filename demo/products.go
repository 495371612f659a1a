package main

import (
	"strconv"
	"strings"

	"emcp/internal/test/evosite"
)

// templateProduct is the id of the template of products.
const templateProduct = 4

// product is the page of a product.
type product struct {
	page    `yaml:",inline"`
	Price   string // empty: on request
	Stock   string // an element of in-stock, or one of the constants below
	SKU     string
	Order   string // empty: the default
	Colors  string // empty: no choice
	Rating  string // empty: not rated yet
	Care    string // empty: the default
	Weight  string // in grams
	Release string // as Evolution stores dates
	Related []int64
}

const (
	stockDefault = ""     // no value is stored
	stockNull    = "NULL" // a row without text, which means the same to Evolution
)

func addProducts(site *evosite.Site, l language, products []product) {
	for i, p := range products {
		p.Template, p.MenuIndex = templateProduct, int64(i)
		if id, ok := l.add(site, p.page); ok {
			p.addValues(site, id)
			p.addRelated(site, l)
		}
	}
}

func (p product) addValues(site *evosite.Site, document int64) {
	for _, v := range []struct{ tv, value string }{
		{"SKU", p.SKU},
		{"release_date", p.Release},
		{"weight_g", p.Weight},
		{"image", "assets/images/products/" + strings.ToLower(p.SKU) + ".jpg"},
		{"color", p.Colors},
		{"price", p.Price},
		{"order", p.Order},
		{"rating", p.Rating},
		{"care", p.Care},
	} {
		if v.value != "" {
			set(site, v.tv, document, v.value)
		}
	}
	switch p.Stock {
	case stockDefault:
	case stockNull:
		site.Values = append(site.Values, evosite.Value{TV: tvID(site, "in-stock"), Document: document})
	default:
		set(site, "in-stock", document, p.Stock)
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
		set(site, "related", p.ID+l.offset, strings.Join(related, "||"))
	}
}
