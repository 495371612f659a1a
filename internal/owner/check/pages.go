package check

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"strings"
	"time"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/outbound"
	"emcp/toolset"
)

// Limits of fetching pages of a site.
const (
	mostPages    = 50
	pagesTime    = time.Minute
	pageTime     = 10 * time.Second
	maxPage      = 2 << 20 // bytes of a page that are read
	mostReported = 5       // pages that a finding names
)

// livePage is a page as emcp returns it.
type livePage struct {
	URL   string `json:"url"`
	Title string `json:"pagetitle"`
	Long  string `json:"longtitle"`
	Type  string `json:"type"`
}

// comparePages fetches pages of the site as a visitor and compares addresses, statuses and titles with what emcp returns.
func (s *site) comparePages(ctx context.Context) {
	base := strings.TrimSuffix(cmp.Or(s.config.BaseURL, s.schema.URL()), "/") + "/"
	if base == "/" {
		return // reported as the address
	}
	ctx, cancel := context.WithTimeout(ctx, pagesTime)
	defer cancel()
	pages, err := s.livePages(ctx, base)
	if err != nil {
		s.add(warning("pages", "could not be listed: "+fault.Cause(err).Error(), "addresses and titles are not compared with the site", "run emcp check --pages again"))
		return
	}
	client := outbound.Client(outbound.Options{Timeout: pageTime, Direct: true})
	var wrong []string
	compared, unreachable := 0, 0
	for _, page := range pages {
		difference, err := compare(ctx, client, page)
		if err != nil {
			if unreachable++; unreachable == 3 || ctx.Err() != nil {
				s.add(warning("pages", fmt.Sprintf("%s could not be fetched: %v", page.URL, cause(err)), "addresses and titles are not compared with the site",
					"check sites."+s.name+".base_url, and that this computer can reach the site"))
				return
			}
			continue
		}
		if compared++; difference != "" {
			wrong = append(wrong, page.URL+" "+difference)
		}
	}
	if len(wrong) == 0 {
		s.add(ok("pages", fmt.Sprintf("the site serves %d of %d pages with the addresses and titles that emcp returns", compared, len(pages))))
		return
	}
	text := strings.Join(wrong[:min(len(wrong), mostReported)], "\n")
	if len(wrong) > mostReported {
		text += fmt.Sprintf("\nand %d more", len(wrong)-mostReported)
	}
	s.add(warning("pages", fmt.Sprintf("the site serves %d of %d pages otherwise than emcp returns them:\n%s", len(wrong), compared, text),
		"assistants give people addresses that do not open, or titles that they do not find",
		"check sites."+s.name+".base_url; plugins of the site can make addresses by rules that emcp does not know"))
}

// livePages returns documents that visitors see, without weblinks, which are redirects.
func (s *site) livePages(ctx context.Context, base string) ([]livePage, error) {
	tools := toolset.New(s.db, toolset.Options{
		ListLimit: 2 * mostPages, Depth: 1, ResultTokens: 1 << 20, ResultBytes: 8 << 20, BaseURL: base, Models: s.reads.Models,
	})
	visitor := identity.Principal{Subject: "emcp check", View: identity.Public}
	answer, err := tools.Call(ctx, visitor, "evo.content.search",
		fmt.Appendf(nil, `{"limit":%d,"fields":["pagetitle","longtitle","type","url"]}`, 2*mostPages))
	if err != nil {
		return nil, err
	}
	var list struct{ Items []livePage }
	if err := json.Unmarshal(answer.JSON, &list); err != nil {
		return nil, err
	}
	var pages []livePage
	for _, page := range list.Items {
		if page.Type != "reference" && len(pages) < mostPages {
			pages = append(pages, page)
		}
	}
	return pages, nil
}

// compare fetches a page and returns how it differs from emcp's answer, or "" if it does not.
func compare(ctx context.Context, client *http.Client, page livePage) (difference string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, page.URL, nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("User-Agent", "emcp check")
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	if location := response.Header.Get("Location"); location != "" {
		return fmt.Sprintf("redirects to %q", location), nil
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Sprintf("has the status %d", response.StatusCode), nil
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxPage))
	switch {
	case err != nil:
		return "", err
	case !strings.HasPrefix(response.Header.Get("Content-Type"), "text/html"):
		return "", nil
	}
	text := oneLine(string(body))
	if strings.Contains(text, oneLine(page.Title)) || page.Long != "" && strings.Contains(text, oneLine(page.Long)) {
		return "", nil
	}
	return fmt.Sprintf("does not have the title %q", page.Title), nil
}

// oneLine returns a text of HTML with its character references read, and white space as single spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(html.UnescapeString(text)), " ") }

// cause returns an error without the address that http.Client puts before it.
func cause(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}
