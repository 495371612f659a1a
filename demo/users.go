package main

import (
	"time"

	"emcp/internal/test/evosite"
)

// Ids of the roles.
const (
	roleAdministrator int64 = iota + 1
	roleEditor
	roleShopkeeper
)

// Ids of the member groups, which link users to document groups.
const (
	membersTrade int64 = iota + 1
	membersEditors
	membersPress
)

// documentGroups restrict documents in each possible way. The last one restricts nothing.
func documentGroups() []evosite.DocumentGroup {
	return []evosite.DocumentGroup{
		{ID: 1, Name: "Trade customers", PrivateWeb: true, MemberGroups: []int64{membersTrade}, Documents: []int64{pageTrade, productRental, 371, 398}},
		{ID: 2, Name: "Editors only", PrivateManager: true, MemberGroups: []int64{membersEditors}, Documents: []int64{pageHandbook}},
		{ID: 3, Name: "Press", MemberGroups: []int64{membersPress}, Documents: []int64{pagePress}},
		{ID: 4, Name: "Seen in spring 2025", Documents: []int64{10, 11, 110, 111}},
	}
}

// addUsers adds users, none of them a real person, and their rights.
func addUsers(site *evosite.Site) {
	r := site.Records
	r["membergroup_names"] = []evosite.Record{
		{"id": membersTrade, "name": "Trade"},
		{"id": membersEditors, "name": "Editors"},
		{"id": membersPress, "name": "Press"},
	}
	r["user_roles"] = []evosite.Record{
		{"id": roleAdministrator, "name": "Administrator", "description": "May do everything"},
		{"id": roleEditor, "name": "Editor", "description": "Writes pages and posts"},
		{"id": roleShopkeeper, "name": "Shopkeeper", "description": "Keeps prices and availability"},
	}
	r["permissions_groups"] = []evosite.Record{
		{"id": 1, "name": "General", "lang_key": "page_data_general"},
		{"id": 2, "name": "Documents", "lang_key": "role_content_management"},
	}
	r["permissions"] = []evosite.Record{
		{"id": 1, "name": "Use the manager", "key": "frames", "lang_key": "role_frames", "group_id": 1, "disabled": 1},
		{"id": 2, "name": "View documents", "key": "view_document", "lang_key": "role_view_docdata", "group_id": 2, "disabled": 0},
		{"id": 3, "name": "Edit documents", "key": "edit_document", "lang_key": "role_edit_doc", "group_id": 2, "disabled": 0},
		{"id": 4, "name": "Publish documents", "key": "publish_document", "lang_key": "role_publish_doc", "group_id": 2, "disabled": 0},
		{"id": 5, "name": "Use MCP", "key": "emcp", "lang_key": "", "group_id": 1, "disabled": 0},
	}
	for _, role := range []struct {
		id          int64
		permissions []string
	}{
		{roleEditor, []string{"frames", "view_document", "edit_document", "publish_document", "emcp"}},
		{roleShopkeeper, []string{"frames", "view_document", "edit_document"}},
	} {
		for _, permission := range role.permissions {
			r["role_permissions"] = append(r["role_permissions"], evosite.Record{
				"id": int64(len(r["role_permissions"]) + 1), "role_id": role.id, "permission": permission,
			})
		}
	}
	addUser(r, user{id: 1, login: "admin", name: "Petra Mossgate", role: roleAdministrator, email: "petra@mossgate.example", logins: 412})
	addUser(r, user{id: 2, login: "ada", name: "Ada Fennimore", role: roleEditor, email: "ada@mossgate.example", logins: 187, group: membersEditors})
	addUser(r, user{id: 3, login: "jonas", name: "Jonas Brandeis", role: roleEditor, email: "jonas@mossgate.example", logins: 96, group: membersEditors})
	addUser(r, user{id: 4, login: "shop", name: "Iryna Kovalchenko", role: roleShopkeeper, email: "shop@mossgate.example", logins: 233})
	addUser(r, user{id: 5, login: "huts", name: "Alpenrose Huts", email: "office@alpenrose.example", logins: 8, group: membersTrade})
	addUser(r, user{id: 6, login: "former", name: "Former Colleague", role: roleEditor, email: "former@mossgate.example", logins: 54, blocked: true})
}

type user struct {
	id          int64
	login, name string
	role        int64 // 0: visitors of the site with an account
	email       string
	logins      int64
	group       int64 // 0: none
	blocked     bool
}

func addUser(r map[string][]evosite.Record, u user) {
	r["users"] = append(r["users"], evosite.Record{
		// Not the hash of anything, so nobody can log in.
		"id": u.id, "username": u.login, "password": "no-password",
	})
	r["user_attributes"] = append(r["user_attributes"], evosite.Record{
		"id": u.id, "internalKey": u.id, "fullname": u.name, "role": u.role, "email": u.email, "phone": "", "mobilephone": "",
		"blocked": u.blocked, "logincount": u.logins, "lastlogin": day(2026, time.February, int(u.id)), "failedlogincount": 0,
		"createdon": day(2025, 1, 7), "editedon": day(2025, 1, 7),
	})
	if u.group != 0 {
		r["member_groups"] = append(r["member_groups"], evosite.Record{
			"id": int64(len(r["member_groups"]) + 1), "user_group": u.group, "member": u.id,
		})
	}
}
