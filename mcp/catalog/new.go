package catalog

import "slices"

// New returns the catalog of a server.
func New(o Options) *Catalog {
	c := &Catalog{Options: o, AdmitTool: o.Tools.Admit, prompts: slices.Clone(prompts)}
	for _, p := range o.Prompts {
		c.prompts = append(c.prompts, declaredPrompt(p))
	}
	c.groupTools = c.groupToolsByName()
	return c
}
