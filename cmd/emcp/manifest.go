package main

import (
	"encoding/json"
	"errors"
	"slices"

	"emcp/bundle"
)

// manifest maps intents of TOMO to the tools of a server that serve them.
type manifest struct {
	Intents []manifestIntent `json:"intents"`
}

type manifestIntent struct {
	Intent  string         `json:"intent"`
	Version string         `json:"intent_version"`
	Tools   []manifestTool `json:"tools"`
}

// manifestTool is a tool with what it declares for TOMO.
type manifestTool struct {
	Name     string               `json:"name"`
	Role     string               `json:"tool_role"`
	Widget   string               `json:"result_widget"`
	Signals  json.RawMessage      `json:"ttbs_signals"`
	Area     json.RawMessage      `json:"service_area"`
	Band     string               `json:"pricing_band"`
	Prices   *bundle.PricingRange `json:"pricing_range,omitempty"`
	Callback string               `json:"completion_callback"`
}

// manifestOf returns the manifest of a list of tools, with intents in the order of their first tools. Tools that
// declare nothing for TOMO are left out. The list has no ranges of prices; they are in the declarations.
func manifestOf(tools json.RawMessage, declarations []bundle.Tool) (manifest, error) {
	var list []struct {
		Name string
		Meta struct {
			TOMO *struct {
				manifestTool

				Intent  string `json:"intent"`
				Version string `json:"intent_version"`
			} `json:"tomo"`
		} `json:"_meta"`
	}
	if err := json.Unmarshal(tools, &list); err != nil {
		return manifest{}, err
	}
	var m manifest
	for _, tool := range list {
		declared := tool.Meta.TOMO
		if declared == nil {
			continue
		}
		i := slices.IndexFunc(m.Intents, func(known manifestIntent) bool { return known.Intent == declared.Intent })
		if i < 0 {
			i = len(m.Intents)
			m.Intents = append(m.Intents, manifestIntent{Intent: declared.Intent, Version: declared.Version})
		}
		declared.Name = tool.Name
		if i := slices.IndexFunc(declarations, func(d bundle.Tool) bool { return d.Name == tool.Name }); i >= 0 {
			declared.Prices = declarations[i].PricingRange
		}
		m.Intents[i].Tools = append(m.Intents[i].Tools, declared.manifestTool)
	}
	if m.Intents == nil {
		return m, errors.New("no tool of the server has meta.tomo; docs/hosters/tomo.md explains it")
	}
	return m, nil
}
