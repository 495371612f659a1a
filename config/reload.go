package config

import (
	"errors"
	"reflect"
	"slices"

	"emcp/internal/loopback"
)

// Over returns the part of c that applies without a restart to a process that was started with another configuration,
// and the changed keys that need one. Sites stay as they were at the start, because listeners, connections and logs are
// opened once. Servers of new sites are left out. It is an error if no server is left, or if everybody could call on an
// address that is not loopback.
func (c *Config) Over(started *Config) (_ *Config, restart []string, err error) {
	if c.Auth.Open != nil && !loopback.Listens(started.Listen) {
		return nil, nil,
			errors.New(
				"auth.modes: none lets everybody call, but emcp listens on an address that is not loopback; restart emcp with " +
					"another listen")
	}
	over := *c
	over.Sites = map[string]Site{}
	for name, next := range c.Sites {
		site, there := started.Sites[name]
		site.BaseURL, site.Pages = next.BaseURL, next.Pages // not opened before a restart
		site.TVTypes, site.Synonyms = next.TVTypes, next.Synonyms
		site.ProductLinks = next.ProductLinks
		if there {
			over.Sites[name] = site
		}
	}
	over.Servers = slices.DeleteFunc(slices.Clone(c.Servers), func(s Server) bool {
		_, there := started.Sites[s.Site]
		return !there
	})
	if len(over.Servers) == 0 {
		return nil, nil, errors.New("servers: emcp was started without the sites of these servers; restart emcp")
	}
	restart = restarts("", reflect.ValueOf(started.written()), reflect.ValueOf(c.written()))
	slices.Sort(restart)
	return &over, restart, nil
}
