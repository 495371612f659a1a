package check

import (
	"time"

	"emcp/config"
	"emcp/evodb"
	"emcp/internal/identity"
	"emcp/internal/owner/grants"
	"emcp/internal/owner/siteconf"
	"emcp/internal/sitepage"
)

// More selects additional checks.
type More struct {
	Pages bool // fetches pages of each site, which takes up to 5 minutes
	// PagesTime limits fetching pages of each site; 0: 5 minutes.
	PagesTime time.Duration
	Folder    string // of a site, whose code is searched for template variables that nothing prints; empty: none
}

// site is a site under examination, with its findings.
type site struct {
	name         string
	config       config.Site
	reads        grants.Reads
	searchMemory int64           // bytes for the texts of all sites
	servers      []config.Server // of the site
	more         More
	own          *siteconf.Settings // in the folder that the owner named; nil: none
	db           *evodb.DB
	account      evodb.Account
	schema       *evodb.Schema
	visited      *sitepage.Site // site whose pages declared tools can request; nil: none
	findings     []Finding
}

// reads returns what callers can read through the servers of a site.
func reads(c *config.Config, name string) grants.Reads {
	r := grants.Reads{Personal: c.Auth.Personal != nil}
	for _, server := range c.Servers {
		if server.Site == name {
			r.Models = server.Models // the same for all servers
			r.Elements = r.Elements || server.Elements
		}
	}
	return r
}

func (s *site) add(f Finding) {
	f.Site = s.name
	s.findings = append(s.findings, f)
}

// patience is the time limit of each statement of a check. It is longer than that of calls.
const patience = 30 * time.Second

// visitor is the caller by whom pages are read.
var visitor = identity.Principal{Subject: "emcp check", View: identity.Public}
