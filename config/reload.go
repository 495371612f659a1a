package config

import (
	"errors"
	"reflect"
	"slices"

	"emcp/internal/loopback"
)

// Over returns c as a process can take it over that was started with another configuration: with the sites as they were started,
// since what is opened once (listeners, connections, logs) stays, and without servers of sites that were not there. It also
// returns the keys of c whose values need a start. The errors are that no server is
// left, and that everybody would be let in on an address at which others arrive.
func (c *Config) Over(started *Config) (_ *Config, restart []string, err error) {
	if c.Auth.Open != nil && !loopback.Listens(started.Listen) {
		return nil, nil, errors.New("auth.modes: none lets everybody call, but emcp listens on an address that is not loopback; restart emcp with another listen")
	}
	over := *c
	over.Sites = map[string]Site{}
	for name, next := range c.Sites {
		site, there := started.Sites[name]
		site.BaseURL = next.BaseURL // is not opened
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
