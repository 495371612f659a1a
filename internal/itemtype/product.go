package itemtype

// Products are read as sCommerce keeps them in its versions 1.0.0 to 1.3.2, and at its head of August 2026. Tables and
// columns tell what a site has, not versions, which no table names.
//
// A product is visible if it is published, whatever its categories, availability and prices are. The wholesale prices
// are in the manager's view only.
var product = Type{
	Name: "product", Plural: "products", Package: "sCommerce", Table: "s_products",
	Texts: Texts{Table: "s_product_translates", Key: "tid", Owner: "product", Edited: "updated_at"}, Currency: "currency",
	Delivery: DeliveryMethods, Payment: PaymentMethods,
	Members: []Member{
		{Name: "title", Kind: Line, Search: AsTitle, Column: "pagetitle", Translated: true, Listed: true},
		{Name: "longtitle", Kind: Line, Search: AsHeading, Column: "longtitle", Translated: true},
		{Name: "introtext", Kind: Rich, Search: AsIntro, Column: "introtext", Translated: true},
		{Name: "content", Kind: Rich, Search: AsText, Column: "content", Translated: true},
		{Name: "url", Kind: Address, Listed: true, Related: productCategories},
		{Name: "published", Kind: Flag, Column: Published, Manager: true},
		{Name: "sku", Kind: Line, Search: AsValue, Column: "sku", Listed: true},
		{Name: "gtin", Kind: Line, Search: AsValue, Column: "gtin", Optional: true},
		{Name: "availability", Kind: Choice, Column: "availability", Listed: true,
			Labels: []string{"Not available", "In stock", "On order"}},
		{Name: "mode", Kind: Choice, Column: "mode", Labels: []string{"Simple", "Group"}},
		{Name: "price", Kind: Paid, Column: "price_regular", Special: "price_special", Listed: true},
		{Name: "price_regular", Kind: Money, Column: "price_regular", Listed: true},
		{Name: "price_special", Kind: Money, Column: "price_special"},
		{Name: "price_wholesale", Kind: Money, Column: "price_opt_regular", Manager: true},
		{Name: "price_wholesale_special", Kind: Money, Column: "price_opt_special", Manager: true},
		{Name: "currency", Kind: Line, Column: "currency"},
		{Name: "inventory", Kind: Integer, Column: "inventory"},
		{Name: "weight", Kind: Decimal, Column: "weight"},
		{Name: "width", Kind: Decimal, Column: "width"},
		{Name: "height", Kind: Decimal, Column: "height"},
		{Name: "length", Kind: Decimal, Column: "length"},
		{Name: "volume", Kind: Decimal, Column: "volume"},
		{Name: "categories", Kind: Folders, Search: AsAbove, Listed: true, Related: productCategories},
		{Name: "attributes", Kind: Values, Search: AsValue, Related: Related{
			Table: AttributesOf, Owner: "product", Target: "attribute", Columns: []string{"valueid", "value"},
		}},
		{Name: "modifications", Kind: Variants, Related: Related{
			Table: "s_product_modifications", Owner: "product", Columns: []string{"mode", "mods"},
		}},
		{Name: "relevant", Kind: Items, Column: "relevants"},
		{Name: "similar", Kind: Items, Column: "similar"},
		{Name: "cover", Kind: File, Column: "cover"},
		{Name: "media", Kind: Media},
		{Name: "seo", Kind: SearchEngines},
		{Name: "rating", Kind: Integer, Column: "rating"},
		{Name: "votes", Kind: Votes, Column: "votes"},
		{Name: "reviews", Kind: Count, Related: Related{Table: "s_reviews", Owner: "product", Published: Published}},
		{Name: "updated", Kind: Moment, Column: "updated_at"},
	},
}

// Methods of delivery and payment, of which those with active = 1 are shown. Settings and credentials are never read.
var (
	DeliveryMethods = Table{"s_delivery_methods",
		[]string{"id", "active", "position", "title", "description", "cost", "currency"}}
	PaymentMethods = Table{"s_payment_methods", []string{"id", "active", "position", "title", "description"}}
)

// productCategories are the documents in which a product lies. One of them has the scope Primary.
var productCategories = Related{
	Table: "s_product_category", Owner: "product", Target: "category", Columns: []string{"scope"},
}

// Rules by which sCommerce makes the addresses of products, product.link_rule in its settings: below the catalogue or
// the category. With any other, they are below the start page.
const (
	LinkByCatalog  = "catalog"
	LinkByCategory = "category"
)

// Primary is the scope of the category whose address a product has. On sites with several domains it begins with it.
const Primary = "primary"

// Tables of attributes.
const (
	AttributesOf        = "s_product_attribute_values" // attributes of products
	Attributes          = "s_attributes"
	AttributeTitles     = "s_attribute_translates"
	AttributeValues     = "s_attribute_values" // values to choose from
	AttributeCategories = "s_attribute_category"
)

func attributeTables(codes []string) []Table {
	return []Table{
		{Attributes, []string{"id", Published, "asfilter", "position", "type", Alias}},
		{AttributeTitles, []string{"attribute", Lang, "pagetitle"}},
		{AttributeValues, append([]string{"avid", "attribute", "position", Alias, Base}, codes...)},
		{AttributeCategories, []string{"attribute", "category"}},
	}
}

// AttributeType says how sCommerce keeps the values of an attribute.
type AttributeType int64

// Types of attributes. Others are texts.
const (
	Number      AttributeType = 0
	Checkbox    AttributeType = 1 // 1, or no row
	Select      AttributeType = 3
	Multiselect AttributeType = 4 // a row for each value
	Text        AttributeType = 5 // JSON, a member for each language
	Color       AttributeType = 8
	Custom      AttributeType = 15 // any text
	PriceRange  AttributeType = 16 // shows the price of products as a filter
)

// Chosen reports whether values are ids of AttributeValues.
func (t AttributeType) Chosen() bool { return t == Select || t == Multiselect || t == Color }

// String returns the name of the type in answers.
func (t AttributeType) String() string {
	switch t {
	case Number:
		return "number"
	case Checkbox:
		return "checkbox"
	case Select:
		return "select"
	case Multiselect:
		return "multiselect"
	case Color:
		return "color"
	case PriceRange:
		return "price"
	case Text, Custom:
	}
	return "text"
}
