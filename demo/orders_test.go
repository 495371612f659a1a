package main

import (
	"slices"
	"testing"
)

// TestOrders asks for the first documents of each order. Documents without a value come last.
func TestOrders(t *testing.T) {
	url, token := startGateway(t)
	for order, want := range map[string][]int64{
		`"parent":300,"order_by":"pagetitle"`:                             {307, 305, 304},
		`"parent":300,"tv_order":[{"tv":"price","cast":"NUMBER"}]`:        {311, 310, 312},
		`"tv_order":[{"tv":"event_date","cast":"DATE"}]`:                  {360, 460, 361},
		`"tv_order":[{"tv":"event_date","cast":"DATETIME","dir":"desc"}]`: {370, 369, 469},
	} {
		text := exchange(t, url, token,
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evo.content.search","arguments":{"limit":3,`+
				order+`}}}`)
		var answer struct {
			Result struct {
				StructuredContent struct{ Items []struct{ ID int64 } }
			}
		}
		decode(t, text, &answer)
		var ids []int64
		for _, item := range answer.Result.StructuredContent.Items {
			ids = append(ids, item.ID)
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%s: %d, want %d", order, ids, want)
		}
	}
}
