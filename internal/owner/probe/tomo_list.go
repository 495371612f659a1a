package probe

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxDescription is the length of the longest description, in characters (section 2).
const maxDescription = 140

var (
	// toolName is snake_case of at least two words.
	toolName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)+$`)
	// sentenceEnd is an end of a sentence that another one follows. A word before it keeps abbreviations such as e.g. out.
	sentenceEnd = regexp.MustCompile(`[^\s.]{3}["')]?[.!?]\s+\p{Lu}`)
	// draftName is a $schema of draft 7 or later.
	draftName = regexp.MustCompile(`^https?://json-schema\.org/(draft-07|draft/20(19-09|20-12))/schema#?$`)
)

// listTools lists the tools and checks what the list says of them (section 2).
func (r *tomoRun) listTools(ctx context.Context) {
	var listed []tool
	r.check("tools/list", func(c *Check) (err error) {
		if listed, err = r.client.list(ctx, &Step{}, r.dialect); err != nil {
			return err
		}
		if c.Seen = fmt.Sprintf("%d tools", len(listed)); len(listed) == 0 {
			return wrong("It lists no tools, or does not know tools/list.",
				"Register handlers for tools/list and tools/call, and list at least one tool.")
		}
		return nil
	})
	odd := readSchemas(listed)
	for _, t := range listed {
		var meta any
		if t.Meta != nil {
			meta, _ = jsonschema.UnmarshalJSON(bytes.NewReader(t.Meta)) // it is part of a document that was read
		}
		tomo, _ := member(meta, "tomo").(map[string]any)
		r.tools = append(r.tools, tomoTool{tool: t, name: clean(t.Name), meta: tomo})
		r.findForbidden(clean(t.Name)+" declares", []any{t.document, meta})
	}
	r.checkTools("tool names", func(c *Check, t tomoTool) {
		if !toolName.MatchString(t.Name) {
			c.fail(fmt.Sprintf("%q", t.name),
				"Name tools by a verb and a noun in snake_case, such as search_availability or book_ride.")
		}
	})
	r.checkTools("descriptions", checkDescription)
	r.checkTools("input schemas", func(c *Check, t tomoTool) {
		if t.Name == r.tools[0].Name { // the findings of all tools, once
			for _, f := range odd {
				c.fail(f.What, f.Why)
			}
		}
		checkInput(c, t)
	})
	r.checkTools("idempotency_key", func(c *Check, t tomoTool) {
		if t.creates() && member(member(t.document, "properties"), idempotencyKey) == nil {
			c.fail(t.name+" has no argument "+idempotencyKey+".",
				"TOMO sends one with each call that creates something, and repeats the call with it. Declare it as a string.")
		}
	})
	r.checkMeta()
	r.check("tool sets", func(c *Check) error { checkToolSets(c, r.tools); return nil })
}

func checkDescription(c *Check, t tomoTool) {
	const advice = "Describe the tool in one sentence of at most 140 characters; put the rest into the descriptions of " +
		"its arguments."
	text, _ := t.Description.(string)
	switch n := utf8.RuneCountInString(text); {
	case strings.TrimSpace(text) == "":
		c.fail(t.name+" has no description.", advice)
	case n > maxDescription:
		c.fail(fmt.Sprintf("The description of %s has %d characters.", t.name, n), advice)
	case sentenceEnd.MatchString(text) || strings.ContainsAny(text, "\r\n"):
		c.fail("The description of "+t.name+" has several sentences.", advice)
	}
}

// checkInput checks the version of a schema and the names of its required arguments.
func checkInput(c *Check, t tomoTool) {
	if draft := member(t.document, "$schema"); draft != nil {
		if text, _ := draft.(string); !draftName.MatchString(text) {
			c.fail(fmt.Sprintf("The inputSchema of %s has the $schema %s.", t.name, show(draft)),
				"Use JSON Schema of draft 7 or later.")
		}
	}
	required, _ := member(t.document, "required").([]any)
	for _, name := range required {
		if text, _ := name.(string); member(member(t.document, "properties"), text) == nil {
			c.fail(fmt.Sprintf("The inputSchema of %s requires %s and does not describe it.", t.name, show(name)),
				"List each required argument in required, by the name that it has in properties.")
		}
	}
}

// shapes are the tools that an intent needs, by its kind (section 2). The specifications of
// single intents are not public.
var shapes = []struct {
	name  string
	tools []string
}{
	{"listing", []string{"search_availability", "get_listing", "create_booking", "cancel_booking", "modify_booking"}},
	{
		"service",
		[]string{
			"search_providers", "get_provider_detail", "get_available_slots", "book_slot", "cancel_booking", "modify_booking",
		},
	},
	{
		"mobility",
		[]string{
			"get_ride_estimates", "book_ride", "track_ride", "cancel_ride", "update_ride_drop", "rate_ride", "share_trip_status",
		},
	},
	{"order", []string{
		"search_restaurants_and_dishes", "get_restaurant_menu", "get_dish_detail", "compute_cart_total", "place_order",
		"cancel_order", "track_order",
	}},
}

// checkToolSets compares the tools of each intent with the shape that has most of them.
func checkToolSets(c *Check, tools []tomoTool) {
	byIntent := map[string][]string{} // names of tools
	for _, t := range tools {
		if intent, ok := t.meta["intent"].(string); ok {
			byIntent[intent] = append(byIntent[intent], t.Name)
		}
	}
	var seen, unknown []string
	for _, intent := range slices.Sorted(maps.Keys(byIntent)) {
		most, shape, missing := 0, "", []string(nil)
		for _, s := range shapes {
			absent := slices.DeleteFunc(slices.Clone(s.tools),
				func(name string) bool { return slices.Contains(byIntent[intent], name) })
			if have := len(s.tools) - len(absent); have > most {
				most, shape, missing = have, s.name, absent
			}
		}
		switch {
		case most == 0:
			unknown = append(unknown, clean(intent))
		case len(missing) > 0:
			c.fail(fmt.Sprintf("%s has tools of the %s shape and lacks %s.", clean(intent), shape, strings.Join(missing, ", ")),
				"TOMO lists no intent with a part of its tools. Add them, or compare with §3 of the intent's specification if it "+
					"differs.")
		default:
			seen = append(seen, fmt.Sprintf("%s has the %s shape", clean(intent), shape))
		}
	}
	switch {
	case c.Verdict == Failed:
	case len(seen) == 0 && len(unknown) == 0:
		c.leaveUnchecked("no tool names its intent")
	case len(seen) == 0:
		c.leaveUnchecked("no shape has the tools of %s; compare them with §3 of its specification",
			strings.Join(unknown[:min(len(unknown), maxFindings)], ", "))
	default:
		c.Seen = strings.Join(seen[:min(len(seen), maxFindings)], ", ")
	}
}
