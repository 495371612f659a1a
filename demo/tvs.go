package main

import "emcp/internal/test/evosite"

// Ids of the template variables.
const (
	tvPrice int64 = iota + 1
	tvInStock
	tvSKU
	tvOrder
	tvColor
	tvRating
	tvImage
	tvLang
	tvReleaseDate
	tvCare
	tvWeight
	tvTags // not 11: the engine takes the key (13, 11, 11) of site_content_tags for (131, 11, 1)
	tvNoIndex
	tvAuthor
	tvRelated
	tvNewsDate
	tvEventDate
	tvFee
	tvSeats
)

func templateVariables() []evosite.TV {
	everywhere := []int64{templateHome, templatePage, templateCategory, templateProduct, templateBlog, templatePost, templateNews, templateEvent}
	ofProducts := []int64{templateProduct}
	return []evosite.TV{
		{ID: tvPrice, Name: "price", Caption: "Price in euros", Type: "number", Templates: ofProducts},
		{
			ID: tvInStock, Name: "in-stock", Caption: "Availability", Type: "listbox",
			Elements: "In stock||Sold out||Pre-order", Default: evosite.Text("In stock"), Templates: ofProducts,
		},
		{ID: tvSKU, Name: "SKU", Caption: "Article number", Type: "text", Templates: ofProducts},
		{
			ID: tvOrder, Name: "order", Caption: "Place in lists, lowest first", Type: "number",
			Default: evosite.Text("100"), Templates: []int64{templateCategory, templateProduct},
		},
		{
			ID: tvColor, Name: "color", Caption: "Colors", Type: "checkbox",
			Elements: "Green||Orange||Sand||Blue||Black", Templates: ofProducts,
		},
		{ID: tvRating, Name: "rating", Caption: "Average rating, 1 to 5", Type: "number", Templates: ofProducts},
		{
			ID: tvImage, Name: "image", Caption: "Picture", Type: "image",
			Default:   evosite.Text("assets/images/placeholder.jpg"),
			Templates: []int64{templateCategory, templateProduct, templatePost},
		},
		{
			ID: tvLang, Name: "lang", Caption: "Language", Type: "dropdown",
			Elements: "English==en||Deutsch==de||Українська==uk", Default: evosite.Text("en"), Templates: everywhere,
		},
		{ID: tvReleaseDate, Name: "release_date", Caption: "On sale since", Type: "date", Templates: ofProducts},
		{
			ID: tvCare, Name: "care", Caption: "Care instructions", Type: "richtext",
			Default: evosite.Text("<p>Wipe clean, let it dry, store it loosely.</p>"), Templates: ofProducts,
		},
		{ID: tvWeight, Name: "weight_g", Caption: "Weight in grams", Type: "number", Templates: ofProducts},
		{
			ID: tvTags, Name: "tags", Caption: "Tags", Type: "custom_tv:tags",
			Templates: []int64{templateProduct, templatePost},
		},
		{
			ID: tvNoIndex, Name: "noindex", Caption: "Search engines", Type: "checkbox",
			Elements: "Hide this page==1", Default: evosite.Text(""), Templates: everywhere,
		},
		{
			ID: tvAuthor, Name: "author", Caption: "Author", Type: "text",
			Default: evosite.Text("The Mossgate team"), Templates: []int64{templatePost},
		},
		{
			ID: tvRelated, Name: "related", Caption: "Goes well with", Type: "listbox-multiple",
			Elements:  "@SELECT pagetitle, id FROM [+PREFIX+]site_content WHERE template = 4 ORDER BY pagetitle",
			Templates: []int64{templateProduct, templatePost},
		},
		{ID: tvNewsDate, Name: "news_date", Caption: "Date of the news", Type: "date", Templates: []int64{templateNews}},
		{ID: tvEventDate, Name: "event_date", Caption: "Begins", Type: "date", Templates: []int64{templateEvent}},
		{ID: tvFee, Name: "fee", Caption: "Fee in euros, 0.00 is free", Type: "number", Templates: []int64{templateEvent}},
		{ID: tvSeats, Name: "seats", Caption: "Number of seats, empty: no limit", Type: "number", Templates: []int64{templateEvent}},
	}
}
