package toolset

import (
	"context"
	"slices"

	"emcp/internal/fault"
	"emcp/query"
	"emcp/toolset/schema"
)

// Values of only.
const (
	noDescription = "no_description"
	noImage       = "no_image"
	notInMenu     = "not_in_menu"
	unlinked      = "unlinked"
	brokenLinks   = "broken_links"
	untranslated  = "untranslated"
)

var deficiencies = []string{noDescription, noImage, notInMenu, unlinked, brokenLinks, untranslated}

// onlyArgument is the argument of search for what owners want to know of their sites.
func onlyArgument() schema.Property {
	return schema.Optional("only", schema.Array("What documents must lack", len(deficiencies),
		schema.Choice("", deficiencies...)).InBrief(""))
}

// addOnly adds the conditions of only to a search. lang is the argument of this name.
func (c *call) addOnly(ctx context.Context, s *query.Search, only []string, lang string) error {
	if slices.Contains(only, untranslated) {
		switch {
		case c.Translated == nil:
			return fault.Invalid("only", "%s is for sites with several languages in one document. Here each document "+
				"has one language: compare the lists of the languages' sections", untranslated)
		case lang == "":
			return fault.Invalid("lang", "%s needs lang, the language to look at", untranslated)
		}
		s.Lacks.Translation = c.Lang
	}
	s.Lacks.Description, s.Lacks.Menu = slices.Contains(only, noDescription), slices.Contains(only, notInMenu)
	if slices.Contains(only, noImage) {
		if s.Lacks.Image = c.images(); s.Lacks.Image == nil {
			return fault.Invalid("only", "the site has no template variable of the type image for %s to look at", noImage)
		}
	}
	broken := slices.Contains(only, brokenLinks)
	among, graph, err := c.words.Linked(ctx, slices.Contains(only, unlinked), broken)
	s.Among = among
	if broken {
		c.Additions = append(c.Additions, c.words.ShowBroken(graph))
	}
	return err
}

// images returns the template variables for images that the caller sees, or nil if there are none.
func (c *call) images() *query.Images {
	var images query.Images
	for _, name := range c.TVNames() {
		tv, ok := c.TV(name)
		if !ok || tv.Type != "image" {
			continue
		}
		images.TVs = append(images.TVs, tv.ID)
		if text := c.Compiler().Default(tv.Default); text != nil && *text != "" {
			images.Defaulted = append(images.Defaulted, tv.ID)
		}
	}
	if images.TVs == nil || !c.Schema.HasTable("site_tmplvar_templates") {
		return nil
	}
	slices.Sort(images.TVs)
	slices.Sort(images.Defaulted)
	return &images
}
