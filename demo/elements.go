package main

import "emcp/internal/test/evosite"

// Ids of the templates.
const (
	templateHome int64 = iota + 1
	templatePage
	templateCategory
	templateProduct
	templateBlog
	templatePost
	templateNews
	templateEvent
)

// Ids of the categories, which sort the elements in the manager.
const (
	elementsDesign int64 = iota + 1
	elementsShop
	elementsBlog
	elementsTools
)

// elements are templates, chunks, snippets, plugins and modules.
func elements() map[string][]evosite.Record {
	return map[string][]evosite.Record{
		"categories": {
			{"id": elementsDesign, "category": "Design"},
			{"id": elementsShop, "category": "Shop"},
			{"id": elementsBlog, "category": "Blog"},
			{"id": elementsTools, "category": "Tools"},
		},
		"site_templates": {
			template(templateHome, "Home", "Front page of a language", elementsDesign, "<main>[[DLMenu]] [*content*]</main> {{footer}}"),
			template(templatePage, "Page", "A page of text", elementsDesign, "<main><h1>[*pagetitle*]</h1> [*content*]</main> {{footer}}"),
			template(templateCategory, "Category", "A list of products", elementsShop, "<main><h1>[*pagetitle*]</h1> [[DocLister? &tvList=`price,in-stock`]]</main> {{footer}}"),
			template(templateProduct, "Product", "One product", elementsShop, "<main><h1>[*pagetitle*]</h1> <p>[*price*] €</p> [*content*] [*care*]</main> {{footer}}"),
			template(templateBlog, "Blog", "The list of posts", elementsBlog, "<main><h1>[*pagetitle*]</h1> [!DocLister? &display=`10` &paginate=`pages`!]</main> {{footer}}"),
			template(templatePost, "Blog post", "One post", elementsBlog, "<article><h1>[*pagetitle*]</h1> <p>[*author*]</p> [*content*]</article> {{footer}}"),
			template(templateNews, "News", "One piece of news", elementsBlog, "<article><h1>[*pagetitle*]</h1> <p>[*news_date*]</p> [*content*]</article> {{footer}}"),
			template(templateEvent, "Event", "A course, a walk or an open day", elementsBlog, "<main><h1>[*pagetitle*]</h1> <p>[*event_date*], [*fee*] €</p> [*content*]</main> {{footer}}"),
		},
		"site_htmlsnippets": {
			chunk(1, "newsletter", "Invitation to the newsletter", "<p>Four letters a year: <a href=\"[~41~]\">write to us</a>.</p>"),
			chunk(2, "team", "Who works here", "<p>Petra, Ada, Jonas, Iryna, Marek, Sofia and Tom.</p>"),
			chunk(3, "footer", "Bottom of every page", "<footer>Mossgate Outdoor, 4 Dyer's Lane, Mossgate</footer>"),
			chunk(4, "hours", "Opening hours, in English", openingHours("Workshop", "Telephone", "Thursday", "Saturday", "Monday to Friday", "Closed on Sundays and public holidays.")),
			chunk(5, "hours-de", "Opening hours, in German", openingHours("Werkstatt", "Telefon", "Donnerstag", "Samstag", "Montag bis Freitag", "An Sonn- und Feiertagen geschlossen.")),
			chunk(6, "hours-uk", "Opening hours, in Ukrainian", openingHours("Майстерня", "Телефон", "четвер", "субота", "понеділок – п'ятниця", "У неділю та свята зачинено.")),
		},
		"site_snippets": {
			snippet(1, "DLMenu", "Builds menus from the document tree", elementsDesign, false),
			snippet(2, "DocLister", "Lists documents", elementsDesign, false),
			snippet(3, "Breadcrumbs", "The way from the front page to here", elementsDesign, false),
			snippet(4, "FormLister", "Sends the contact form", elementsTools, false),
			snippet(5, "OldCart", "The cart of the old shop", elementsShop, true),
		},
		"site_plugins": {
			plugin(1, "TinyMCE5", "Editor for richtext fields", elementsTools, false),
			plugin(2, "TagSaver", "Keeps the tables of tags", elementsBlog, false),
			plugin(3, "PageSpeedNotes", "Was never finished", elementsTools, true),
		},
		"site_modules": {
			module(1, "Stock list", "Availability of all products on one page", elementsShop),
			module(2, "Redirects", "Old addresses and where they lead", elementsTools),
		},
	}
}

func template(id int64, name, description string, category int64, content string) evosite.Record {
	return evosite.Record{
		"id": id, "templatename": name, "description": description, "category": category, "content": content,
		"icon": "", "editor_type": 0, "locked": 0, "createdon": day(2025, 1, 7), "editedon": day(2025, 5, 12),
	}
}

func chunk(id int64, name, description, content string) evosite.Record {
	return evosite.Record{
		"id": id, "name": name, "description": description, "category": elementsDesign, "snippet": content, "disabled": 0,
		"locked": 0, "createdon": day(2025, 1, 7), "editedon": day(2025, 1, 7),
	}
}

// openingHours is the table of opening hours in the words of a language.
func openingHours(workshop, telephone, thursday, saturday, weekdays, closed string) string {
	return "<table><tr><th>" + workshop + "</th><th></th></tr><tr><td>" + thursday + "</td><td>14:00–18:00</td></tr><tr><td>" + saturday +
		"</td><td>10:00–13:00</td></tr><tr><th>" + telephone + "</th><th></th></tr><tr><td>" + weekdays + "</td><td>9:00–12:00</td></tr></table><p>" +
		closed + "</p>"
}

func snippet(id int64, name, description string, category int64, disabled bool) evosite.Record {
	return evosite.Record{
		"id": id, "name": name, "description": description, "category": category, "disabled": disabled,
		"snippet": "return require MODX_BASE_PATH . 'assets/snippets/" + name + "/snippet.php';",
		"locked":  0, "createdon": day(2025, 1, 7), "editedon": day(2025, 1, 7),
	}
}

func plugin(id int64, name, description string, category int64, disabled bool) evosite.Record {
	return evosite.Record{
		"id": id, "name": name, "description": description, "category": category, "disabled": disabled,
		"plugincode": "require MODX_BASE_PATH . 'assets/plugins/" + name + "/plugin.php';",
		"locked":     0, "createdon": day(2025, 1, 7), "editedon": day(2025, 1, 7),
	}
}

func module(id int64, name, description string, category int64) evosite.Record {
	return evosite.Record{
		"id": id, "name": name, "description": description, "category": category, "disabled": 0,
		"createdon": day(2025, 2, 3), "editedon": day(2025, 2, 3),
	}
}
