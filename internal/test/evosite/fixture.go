package evosite

// Times of the fixture: 2026-01-01T00:00:00Z in Unix seconds. Documents are created around it. Dates of publication are
// more than a decade away from it, so that the fixture looks the same whenever a test runs.
const (
	fixtureTime = 1_767_225_600
	longAgo     = 946_684_800   // 2000
	farAway     = 2_145_916_800 // 2038, the last year that signed columns can store
)

// Fixture returns a small site with a document for every rule of visibility, order and template variables. Document 2
// is the shop, document 26 a draft with the published page 27 in it, document 5 a folder in the trash.
func Fixture() *Site {
	page := func(id, parent, menuIndex, template int64, title string) Document {
		return Document{
			ID: id, Parent: parent, MenuIndex: menuIndex, Template: template, Title: title,
			Alias: Text("page-" + string(rune('a'+id%26))), Published: true,
			CreatedOn: fixtureTime + 100 - id, EditedOn: fixtureTime + id,
		}
	}
	but := func(d Document, change func(d *Document)) Document {
		change(&d)
		return d
	}
	s := &Site{
		Documents: []Document{
			but(page(1, 0, 0, 1, "Home"), func(d *Document) { d.LongTitle, d.Description = "Welcome", "The first page" }),
			but(page(2, 0, 1, 1, "Shop"), func(d *Document) { d.Folder = true }),
			but(page(3, 0, 2, 1, "Blog"), func(d *Document) { d.Folder = true }),
			but(page(4, 0, 3, 1, "Draft"), func(d *Document) { d.Published = false }),
			but(page(5, 0, 4, 1, "Trash"), func(d *Document) { d.Deleted, d.Folder = true, true }),
			page(10, 2, 0, 2, "Chair"),
			page(11, 2, 1, 2, "Table"),
			page(12, 2, 2, 2, "Lamp"),
			but(page(13, 2, 3, 2, "Sofa, draft"), func(d *Document) { d.Published = false }),
			but(page(14, 2, 4, 2, "Shelf, not in menus"), func(d *Document) { d.HideMenu = true }),
			but(page(15, 2, 5, 2, "Stool, deleted"), func(d *Document) { d.Deleted = true }),
			but(page(16, 2, 6, 2, "Price list for members"), func(d *Document) { d.PrivateWeb = true }),
			but(page(17, 2, 7, 2, "Suppliers"), func(d *Document) { d.PrivateManager = true }),
			page(18, 2, 8, 2, "Contracts, flags out of date"),
			but(page(19, 2, 9, 2, "Not yet"), func(d *Document) { d.PubDate = farAway }),
			but(page(20, 2, 10, 2, "No longer"), func(d *Document) { d.UnpubDate = longAgo }),
			but(page(21, 2, 11, 1, "Outdoor"), func(d *Document) { d.Folder, d.PubDate, d.UnpubDate = true, longAgo, farAway }),
			page(22, 21, 0, 2, "Bench"),
			page(23, 21, 1, 2, "Parasol"),
			but(page(24, 21, 2, 1, "Garden"), func(d *Document) { d.Folder = true }),
			page(25, 24, 0, 2, "Gnome"),
			but(page(26, 2, 12, 1, "Season, draft"), func(d *Document) { d.Published, d.Folder = false, true }),
			page(27, 26, 0, 2, "Sled"),
			but(page(28, 5, 0, 2, "Old stock"), func(d *Document) { d.Deleted = true }),
			but(page(30, 3, 0, 3, "Grüße aus Köln"), func(d *Document) { d.Alias = nil }),
			but(page(31, 3, 1, 3, "Привіт, світе 🌍"), func(d *Document) { d.Description = "日本語" }),
			but(page(32, 3, 1, 3, "Link"), func(d *Document) { d.Type = "reference" }),
		},
		TVs: []TV{
			{ID: 1, Name: "price", Type: "number", Caption: "Price", Default: Text("0"), Templates: []int64{2}},
			{ID: 2, Name: "color", Type: "text", Caption: "Color", Default: Text("none"), Templates: []int64{2}},
			{ID: 3, Name: "in-stock", Type: "checkbox", Caption: "In stock", Templates: []int64{2}},
			{ID: 4, Name: "order", Type: "number", Caption: "Order", Default: Text(""), Templates: []int64{2}},
			{ID: 5, Name: "SKU", Type: "text", Caption: "SKU", Templates: []int64{2}},
			{ID: 6, Name: "topics", Type: "custom_tv", Caption: "Topics", Templates: []int64{2, 3}},
		},
		Values: []Value{
			{1, 10, Text("99.50")}, {1, 11, Text("250")}, {1, 12, Text("19.99")}, {1, 13, Text("900")},
			{1, 14, Text("100 EUR")}, {1, 15, Text("5")}, {1, 16, Text("1")}, {1, 18, Text("2")}, {1, 22, Text("-150")},
			{1, 23, Text("")}, {1, 25, nil}, {1, 27, Text("75")},
			{2, 10, Text("red")}, {2, 11, nil}, {2, 12, Text("Red")}, {2, 13, Text("blue")}, {2, 14, Text("100%_|pure")},
			{2, 22, Text("dark red")},
			{3, 10, Text("1")}, {3, 11, Text("0")}, {3, 22, Text("1")},
			{4, 10, Text("3")}, {4, 11, Text("20")}, {4, 12, Text("100")}, {4, 22, Text("20")},
			{5, 10, Text("A-1:x;y")}, {5, 11, Text("日本")}, {5, 12, Text("a-1:X;Y")},
		},
		Tags: []Tag{
			{6, 10, "wood"}, {6, 10, "indoor"}, {6, 11, "wood"}, {6, 13, "wood"}, {6, 22, "outdoor"}, {5, 12, "wood"},
		},
		DocumentGroups: []DocumentGroup{
			{ID: 1, Name: "Members", PrivateWeb: true, Documents: []int64{16}},
			{ID: 2, Name: "Staff", MemberGroups: []int64{1}, Documents: []int64{17, 18}},
			{ID: 3, Name: "Unused group", Documents: []int64{10}},
		},
		Records: map[string][]Record{
			"membergroup_names": {{"id": 1, "name": "Editors"}},
			"categories":        {{"id": 1, "category": "Shop"}, {"id": 2, "category": "Größen"}},
			"site_templates": {
				{
					"id": 1, "templatename": "Page", "description": "Any page", "category": 0, "locked": 0,
					"content": "SECRET-TEMPLATE",
				},
				{"id": 2, "templatename": "Product", "description": "A product", "category": 1, "locked": 1, "content": ""},
				{"id": 3, "templatename": "Post", "description": "A post", "category": 0, "locked": 0, "content": ""},
			},
			"site_snippets": {
				{
					"id": 1, "name": "DLMenu", "description": "Menus", "category": 1, "snippet": "SECRET-CODE", "disabled": 0,
					"createdon": 5, "editedon": 6,
				},
				{
					"id": 2, "name": "eForm_100%", "description": "Forms", "category": 0, "snippet": "", "disabled": 1, "createdon": 7,
					"editedon": 8,
				},
			},
			"site_plugins": {{"id": 1, "name": "TinyMCE", "description": "Editor", "plugincode": "SECRET-CODE", "disabled": 0}},
			"site_modules": {{"id": 1, "name": "Store", "description": "Orders", "modulecode": "SECRET-CODE", "disabled": 0}},
			"users": {
				{"id": 1, "username": "admin", "password": "SECRET-HASH", "cachepwd": "SECRET-PWD"},
				{"id": 2, "username": "editor", "password": "SECRET-HASH", "cachepwd": ""},
			},
			"user_roles": {
				{"id": 1, "name": "Administrator", "description": "All rights"}, {"id": 2, "name": "Editor", "description": ""},
			},
			"permissions": {
				{"id": 1, "name": "Use eMCP", "key": "emcp", "lang_key": "", "group_id": 1, "disabled": 0},
				{"id": 2, "name": "Logout", "key": "logout", "lang_key": "x", "group_id": nil, "disabled": nil},
			},
			"system_settings": {
				{"setting_name": "site_name", "setting_value": "Fixture"}, {"setting_name": "site_start", "setting_value": "1"},
			},
			"permissions_groups": {{"id": 1, "name": "General", "lang_key": ""}},
			"role_permissions":   {{"id": 1, "permission": "emcp", "role_id": 2}},
			"user_attributes": {
				{
					"id": 1, "internalKey": 1, "fullname": "Ada Admin", "role": 1, "email": "ada@example.com", "phone": "1",
					"mobilephone": "", "blocked": 0, "sessionid": "SECRET-SESSION",
				},
				{
					"id": 2, "internalKey": 2, "fullname": "Eda Editor", "role": 2, "email": "eda@example.com", "phone": "",
					"mobilephone": "2", "blocked": 1, "sessionid": "",
				},
			},
		},
	}
	return s
}
