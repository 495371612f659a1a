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
	"emcp/internal/outbound"
	"emcp/toolset"
	"emcp/toolset/view"
)

// Limits of fetching pages of a site.
const (
	mostPages   = 5000 // of a site
	listedPages = 100  // read at a time
	pagesTime   = 5 * time.Minute
	pageTime    = 10 * time.Second
	maxPage     = 2 << 20 // bytes of a page that are read
	mostTexts   = 250     // pages whose texts are compared; the format page fetches only a few a second
)

// livePage is a page as emcp returns it.
type livePage struct {
	URL   string `json:"url"`
	ID    int64  `json:"id"`
	Title string `json:"pagetitle"`
	Long  string `json:"longtitle"`
	Type  string `json:"type"`
}

// comparePages fetches pages of the site as a visitor and compares addresses, statuses and titles with what emcp
// returns. With pages switched on, it also compares the texts.
func (s *site) comparePages(ctx context.Context) {
	base := strings.TrimSuffix(cmp.Or(s.config.BaseURL, s.schema.URL()), "/") + "/"
	if base == "/" {
		return // reported as the address
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.more.PagesTime, pagesTime))
	defer cancel()
	tools := toolset.New(s.db, toolset.Options{Options: view.Options{
		ListLimit: listedPages, Depth: 1, ResultTokens: 1 << 20, ResultBytes: 8 << 20, BaseURL: base, Models: s.reads.Models,
		Pages: s.visited,
	}})
	pages, total, err := livePages(ctx, tools)
	if err != nil {
		s.add(warning("pages", "could not be listed: "+fault.Cause(err).Error(),
			"addresses and titles are not compared with the site", "run emcp check --pages again"))
		return
	}
	client := outbound.Client(outbound.Options{Timeout: pageTime, Direct: true})
	var wrong []string
	var texts comparedTexts
	compared, unreachable := 0, 0
	step := (len(pages) + mostTexts - 1) / mostTexts
	for i, page := range pages {
		difference, shown, err := compare(ctx, client, page)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			if unreachable++; unreachable == 3 {
				s.add(warning("pages", fmt.Sprintf("%s could not be fetched: %v", page.URL, cause(err)),
					"addresses and titles are not compared with the site",
					"check sites."+s.name+".base_url, and that this computer can reach the site"))
				return
			}
			continue
		}
		if compared++; difference != "" {
			wrong = append(wrong, page.URL+" "+difference)
		} else if s.visited != nil && i%step == 0 {
			texts.compare(ctx, tools, page, shown)
		}
	}
	cut := ""
	if left := total - compared - unreachable; left > 0 {
		cut = fmt.Sprintf("; %d more were not compared, because that takes longer than %v", left,
			cmp.Or(s.more.PagesTime, pagesTime))
	}
	if len(wrong) == 0 {
		s.add(
			ok("pages",
				fmt.Sprintf("the site serves %d of %d pages with the addresses and titles that emcp returns%s", compared, total,
					cut)))
	} else {
		s.add(
			warning("pages",
				fmt.Sprintf("the site serves %d of %d pages otherwise than emcp returns them%s:\n%s", len(wrong), compared, cut,
					someOf(wrong)),
				"assistants give people addresses that do not open, or titles that they do not find",
				"check sites."+s.name+".base_url; plugins of the site can make addresses by rules that emcp does not know"))
	}
	if s.visited != nil {
		s.add(texts.finding())
	}
}

// livePages returns documents that visitors see, and how many there are, without weblinks, which are redirects.
func livePages(ctx context.Context, tools *toolset.Toolset) (pages []livePage, total int, err error) {
	links := 0
	for cursor := ""; len(pages) < mostPages; {
		answer, err := tools.Call(ctx, visitor, "evo.content.search",
			fmt.Appendf(nil, `{"limit":%d,"fields":["pagetitle","longtitle","type","url"],"include_total":true,"cursor":%q}`,
				listedPages, cursor))
		if err != nil {
			return nil, 0, err
		}
		var list struct {
			Items []livePage
			Next  string `json:"next_cursor"`
			Meta  struct{ Total int }
		}
		if err := json.Unmarshal(answer.JSON, &list); err != nil {
			return nil, 0, err
		}
		for _, page := range list.Items {
			if page.Type == "reference" {
				links++
			} else if len(pages) < mostPages {
				pages = append(pages, page)
			}
		}
		total = list.Meta.Total - links
		if cursor = list.Next; cursor == "" {
			break
		}
	}
	return pages, total, nil
}

// compare fetches a page. It returns how the page differs from emcp's answer, or "" if it does not, and the page as one
// line, or "" if it is not HTML.
func compare(ctx context.Context, client *http.Client, page livePage) (difference, shown string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, page.URL, nil)
	if err != nil {
		return "", "", err
	}
	request.Header.Set("User-Agent", "emcp check")
	response, err := client.Do(request)
	if err != nil {
		return "", "", err
	}
	defer response.Body.Close()
	if location := response.Header.Get("Location"); location != "" {
		return fmt.Sprintf("redirects to %q", location), "", nil
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Sprintf("has the status %d", response.StatusCode), "", nil
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxPage))
	switch {
	case err != nil:
		return "", "", err
	case !strings.HasPrefix(response.Header.Get("Content-Type"), "text/html"):
		return "", "", nil
	}
	text := oneLine(string(body))
	if strings.Contains(text, oneLine(page.Title)) || page.Long != "" && strings.Contains(text, oneLine(page.Long)) {
		return "", text, nil
	}
	return fmt.Sprintf("does not have the title %q", page.Title), text, nil
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
