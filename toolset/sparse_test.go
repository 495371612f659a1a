package toolset_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"emcp/internal/identity"
	"emcp/internal/test/evosite"
	"emcp/toolset"
)

// TestOmitEmpty asks for documents and rows without the members that have no value.
func TestOmitEmpty(t *testing.T) {
	onEveryGeneration(t, readable(), func(t *testing.T, tools *toolset.Toolset) {
		for _, c := range []struct {
			who                   identity.Principal
			tool, arguments, want string
		}{
			// alias is NULL, 0 of dates is no value, other numbers and flags are.
			{public, "content.get", `{"id":30,"omit_empty":true}`,
				`{"id":30,"parent":3,"pagetitle":"Grüße aus Köln","published":1,"deleted":0,"hidemenu":false,"menuindex":0,` +
					`"template":3,"createdon":1767225670,"editedon":1767225630,"isfolder":0,"type":"document"}`},
			{public, "content.get",
				`{"id":1,"omit_empty":true,"fields":["path","path_ids","link","previous","next","children","children_count",` +
					`"menutitle","url","pub_date"]}`,
				`{"id":1,"menutitle":"Start","children_count":0,"url":"/","next":{"id":2,"pagetitle":"Shop"}}`},
			{public, "content.get", `{"id":11,"omit_empty":true,"fields":["id"],"with_tvs":["price","color:d","SKU","order"]}`,
				`{"id":11,"tvs":{"price":"250","color":"none","SKU":"日本","order":"20"}}`},
			{public, "content.get", `{"id":23,"omit_empty":true,"fields":["id"],"with_tvs":["price","color"]}`, `{"id":23}`},
			{public, "content.get", `{"id":23,"omit_empty":true,"fields":["id"],"with_tvs":["*"]}`,
				`{"id":23,"tvs":{"color":"none","details":"<b>none</b>"},"tv_defaults":["color","details"]}`},
			{public, "content.get", `{"id":23,"omit_empty":false,"fields":["alias","link"],"with_tvs":["price","color"]}`,
				`{"id":23,"alias":"page-x","link":null,"tvs":{"price":"","color":null}}`},
			{public, "content.children",
				`{"id":24,"limit":5,"omit_empty":true,"dates":"rfc3339","fields":["longtitle","pub_date","createdon"]}`,
				`[{"id":25,"createdon":"2026-01-01T00:01:15Z"}]`},
			{manager, "model.list", `{"model":"Permissions","limit":5,"omit_empty":true}`,
				`[{"id":1,"name":"Use eMCP","key":"emcp","group_id":1,"disabled":0},{"id":2,"name":"Logout","key":"logout",` +
					`"lang_key":"x"}]`},
		} {
			got := callTool(t, tools, c.who, "evo."+c.tool, c.arguments)
			got = strings.TrimPrefix(strings.TrimPrefix(got, `{"item":`), `{"items":`)
			got, _, _ = strings.Cut(got, `,"meta":`)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s %s (-want +got):\n%s", c.tool, c.arguments, diff)
			}
		}
	})
}

// TestOmitEmptyWithheld has a server whose callers may not read names of templates: they are null, and so left out.
func TestOmitEmptyWithheld(t *testing.T) {
	_, d := openDatabase(t, evosite.Fixture(), standard)
	withheld := bounds()
	withheld.Models = nil
	got := callTool(t, toolset.New(database(t, d.DSN), withheld), public, "evo.content.get",
		`{"id":1,"omit_empty":true,"fields":["template_name"]}`)
	if want := `{"item":{"id":1},"meta":{"toolsetVersion":"1.0"}}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
