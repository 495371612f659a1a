package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
)

const showUsage = `Usage: emcp show ID|URL [flags]

Prints a page as an assistant reads it: a head with its fields, then its text as Markdown. Only the path of the URL
matters, so the host can be any. With --format page, it prints the text that visitors get from the site.

Exit status: 0 a page, 1 an error.

`

// showPage is emcp show.
func showPage(ctx context.Context, args []string, env environment) (err error) {
	set := flags("show", env)
	describe(set, showUsage)
	from, page := askingFlags(set), ""
	format := set.String("format", "",
		"format of evo.content.get for the text: page, markdown, text or html (default a head and Markdown)")
	if err := parse(set, args, &page); err != nil {
		return err
	}
	if page == "" {
		_, _ = fmt.Fprintln(env.stderr,
			"usage: emcp show ID or emcp show URL, such as emcp show https://www.example.com/contact.html")
		return errUsage
	}
	a, err := from.open(ctx, env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.server.Close()) }()
	if a.settings().ChatGPT {
		return fmt.Errorf("show: the server %q has only the tools search and fetch; name another server with --server",
			a.handle)
	}
	id, err := a.find(ctx, page)
	if err != nil {
		return fmt.Errorf("show: %w", err)
	}
	read := a.read
	if *format != "" {
		read = func(ctx context.Context, id int64) (string, error) { return a.content(ctx, id, *format, env.stderr) }
	}
	text, err := read(ctx, id)
	if err != nil {
		return fmt.Errorf("show: %w", err)
	}
	_, err = io.WriteString(env.stdout, text)
	return err
}

// read returns a page.
func (a *asker) read(ctx context.Context, id int64) (string, error) {
	answer, err := a.ask(ctx, "resources/read", map[string]any{"uri": fmt.Sprintf("evo://%s/content/%d", a.handle, id)})
	if err != nil {
		return "", err
	}
	var result struct{ Contents []struct{ Text string } }
	if err := json.Unmarshal(answer, &result); err != nil || len(result.Contents) != 1 {
		return "", errors.New("the answer has no page")
	}
	return result.Contents[0].Text, nil
}

// content returns the text of a page in a format. It reports to notices what an assistant learns beside the text.
func (a *asker) content(ctx context.Context, id int64, format string, notices io.Writer) (string, error) {
	arguments, err := json.Marshal(map[string]any{"id": id, "fields": []string{"content"}, "format": format})
	if err != nil {
		return "", err
	}
	answer, err := a.call(ctx, getTool, arguments)
	if err != nil {
		return "", err
	}
	var found struct {
		Item *struct {
			Content string
			Page    *struct {
				Served bool
				Reason string
				Status int
			}
			Next int `json:"next_content_offset"`
		}
	}
	if err := json.Unmarshal(answer, &found); err != nil {
		return "", fmt.Errorf("read the answer: %w", err)
	}
	if found.Item == nil {
		return "", errors.New(noSuchPage)
	}
	if p := found.Item.Page; p != nil && !p.Served {
		reason := p.Reason
		if p.Status != 0 {
			reason += " " + strconv.Itoa(p.Status)
		}
		_, _ = fmt.Fprintf(notices, "emcp did not get the page from the site (%s), so this is the stored text.\n", reason)
	}
	if found.Item.Next > 0 {
		_, _ = fmt.Fprintf(notices, "The text goes on; assistants read the rest with content_offset %d.\n", found.Item.Next)
	}
	return found.Item.Content + "\n", nil
}

// getTool is the tool that returns a page.
const getTool = "evo.content.get"

// noSuchPage is the error for a page that is not visible.
const noSuchPage = "no such page is visible in this view; --view manager shows all pages"

// find returns the id of a page: the id itself, or that of the page with the address.
func (a *asker) find(ctx context.Context, page string) (int64, error) {
	if id, err := strconv.ParseInt(page, 10, 64); err == nil {
		return id, nil
	}
	wanted, err := url.Parse(page)
	if err != nil || wanted.Path == "" && wanted.Host == "" {
		return 0, fmt.Errorf("%q is neither the id of a page nor a URL", page)
	}
	arguments, err := json.Marshal(map[string]any{"url": wanted.RequestURI(), "fields": []string{"id"}})
	if err != nil {
		return 0, err
	}
	answer, err := a.call(ctx, getTool, arguments)
	if err != nil {
		return 0, err
	}
	var found struct{ Item *struct{ ID int64 } }
	if err := json.Unmarshal(answer, &found); err != nil {
		return 0, fmt.Errorf("read the answer: %w", err)
	}
	if found.Item == nil {
		return 0, errors.New(noSuchPage)
	}
	return found.Item.ID, nil
}
