package toolset

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"emcp/allowlist"
	"emcp/internal/fault"
	"emcp/query"
	"emcp/toolset/document"
	"emcp/toolset/find"
	"emcp/toolset/jsonout"
	"emcp/toolset/paging"
	"emcp/toolset/schema"
	"emcp/toolset/view"
)

// chatGPTTools are search and fetch, the only tools that ChatGPT's connectors and its deep research call
// (https://platform.openai.com/docs/mcp). Their arguments and answers are OpenAI's.
func chatGPTTools() []Tool {
	list := schema.ArrayOf(schema.Object("",
		schema.Required("id", schema.OneOf("string")), schema.Required("title", schema.OneOf("string")),
		schema.Required("url", schema.OneOf("string"))))
	return []Tool{
		{
			Name: "search", Title: "Search the site", Description: "Find pages of the site by words, the best hits first.",
			Input:     schema.Object("", schema.Required("query", schema.Text("Words to find", maxText))),
			Output:    schema.Object("", schema.Required("results", list)),
			documents: true,
			parse:     searchSite,
		}, {
			Name: "fetch", Title: "Read a page", Description: "Get the whole text of a page that search has found, as Markdown.",
			Input: schema.Object("", schema.Required("id", schema.Name("id of a result of search"))),
			Output: schema.Object("", schema.Required("id", schema.OneOf("string")),
				schema.Required("title", schema.OneOf("string")), schema.Required("text", schema.OneOf("string")),
				schema.Required("url", schema.OneOf("string")), schema.Required("metadata", schema.OneOf("object"))),
			documents: true,
			parse:     fetchPage,
		},
	}
}

// searchAnswer is the answer of search.
type searchAnswer struct {
	Results []searchResult `json:"results"`
}

type searchResult struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"`
}

func (f searchAnswer) rows() int             { return len(f.Results) }
func (f searchAnswer) json() ([]byte, error) { return json.Marshal(f, jsontext.AllowInvalidUTF8(true)) }

// maxResults is how many results search returns.
const maxResults = 20

func searchSite(arguments jsontext.Value, _ view.Options) (action, error) {
	var in struct {
		Query string `json:"query"`
	}
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	fields := strings.Fields(in.Query) // queries can be whole sentences
	words, err := allowlist.ParseWords(strings.Join(fields[:min(len(fields), allowlist.MaxWords)], " "))
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, c *call) (toolAnswer, error) {
		c.Shape = document.ShapeInput{Fields: []string{"pagetitle", "url"}}.Shape(document.ListLength, c.Options)
		hits, err := c.words.Find(ctx, find.Words{Words: words}, c.words.Documents(query.Search{}))
		if err != nil {
			return nil, err
		}
		rows, _, err := hits.Page(ctx, paging.Page{Limit: maxResults})
		if err != nil {
			return nil, err
		}
		items := find.DocumentsOf(rows)
		if err := c.Complete(ctx, items, nil); err != nil {
			return nil, err
		}
		f := searchAnswer{Results: []searchResult{}}
		for _, i := range items {
			f.Results = append(f.Results, searchResult{strconv.FormatInt(i.ID, 10), i.Text("pagetitle"), i.Place.URL})
		}
		return f, nil
	}, nil
}

// fetchAnswer is the answer of fetch.
type fetchAnswer struct {
	ID       string         `json:"id"`
	Title    string         `json:"title"`
	Text     string         `json:"text"`
	URL      string         `json:"url"`
	Metadata jsonout.Object `json:"metadata"`
}

func (f fetchAnswer) rows() int             { return 1 }
func (f fetchAnswer) json() ([]byte, error) { return json.Marshal(f, jsontext.AllowInvalidUTF8(true)) }

func fetchPage(arguments jsontext.Value, _ view.Options) (action, error) {
	var in struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(arguments, &in); err != nil {
		return nil, err
	}
	unknown := fault.Invalid("id", "there is no page with this id; use the id of a result of search")
	id, err := strconv.ParseInt(in.ID, 10, 64)
	if err != nil {
		return nil, unknown
	}
	return func(ctx context.Context, c *call) (toolAnswer, error) {
		c.Shape = document.ShapeInput{Fields: []string{
			"pagetitle", "longtitle", "description", "introtext", "content", "editedon", "template_name", "url", "path",
		}}.Shape(document.MaxLength, c.Options)
		items, _, err := c.ByID(ctx, []int64{id}, nil, paging.AnyRows)
		if err != nil {
			return nil, err
		}
		if len(items) == 0 {
			return nil, unknown
		}
		values, err := c.TemplateValues(ctx, id)
		if err != nil {
			return nil, err
		}
		return newFetchAnswer(items[0], values), nil
	}, nil
}

func newFetchAnswer(i *document.Item, values jsonout.Object) fetchAnswer {
	f := fetchAnswer{ID: strconv.FormatInt(i.ID, 10), Title: i.Text("pagetitle"), URL: i.Place.URL}
	var texts, lines []string
	for _, m := range values {
		lines = append(lines, fmt.Sprintf("%s: %s", m.Name, m.Value))
	}
	if lines != nil {
		texts = append(texts, strings.Join(lines, "\n"))
	}
	for _, name := range []string{"introtext", "content"} {
		if text := i.Text(name); text != "" {
			texts = append(texts, text)
		}
	}
	f.Text = strings.Join(texts, "\n\n")
	for _, name := range []string{"longtitle", "description", "template_name"} {
		if text := i.Text(name); text != "" {
			f.Metadata = append(f.Metadata, jsonout.Member{Name: name, Value: text})
		}
	}
	if len(i.Place.Path) > 0 {
		f.Metadata = append(f.Metadata, jsonout.Member{Name: "path", Value: strings.Join(i.Place.Path, " / ")})
	}
	if edited := document.Moment(i.Cell("editedon").Number); edited != nil {
		f.Metadata = append(f.Metadata, jsonout.Member{Name: "edited", Value: edited})
	}
	f.Metadata = append(f.Metadata, i.Cuts()...)
	if i.Dynamic {
		f.Metadata = append(f.Metadata, jsonout.Member{Name: "dynamic", Value: true})
	}
	return f
}
