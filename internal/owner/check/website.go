package check

import (
	"context"
	"strings"

	"emcp/internal/sitepage"
)

// website reports whether the site answers where emcp fetches pages. It fetches the start page.
func (s *site) website(ctx context.Context) {
	if !s.config.Pages {
		return
	}
	base := strings.TrimSuffix(s.config.BaseURL, "/") + "/"
	var err error
	if s.visited, err = sitepage.New(base, "check"); err == nil {
		err = s.visited.Answers(ctx)
	}
	if err == nil {
		s.add(ok("website", base+" answers with a page; the format page returns pages as visitors see them"))
		return
	}
	s.add(warning("website", base+" does not answer with a page: "+err.Error(),
		"the format page returns the stored texts instead of pages",
		"check that this computer can reach the site, and that sites."+s.name+
			".base_url has the scheme and host to which the site does not redirect"))
}
