// Package review is emcp audit: it finds the documents of a site that lack something, as visitors see them. It asks the
// tools of assistants, so the owner can ask for the rest in the same way.
package review

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"emcp/allowlist"
	"emcp/config"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/slang"
	"emcp/toolset"
	"emcp/toolset/find"
	"emcp/toolset/view"
)

// Report is what is to be said about a site.
type Report struct {
	Site      string    `json:"site"`      // key of sites
	Documents int64     `json:"documents"` // that visitors see
	Findings  []Finding `json:"findings"`
}

// Finding is the documents that lack one thing.
type Finding struct {
	Name      string     `json:"finding"`
	What      string     `json:"what"`
	Count     int64      `json:"count"`
	Documents []Document `json:"documents"` // the first ones
	// Arguments are those of evo.content.search that finds all of them.
	Arguments json.RawMessage `json:"search"`
}

// Document is a document of a finding.
type Document struct {
	ID      int64    `json:"id"`
	Title   string   `json:"title"`
	URL     string   `json:"url"`
	Expires string   `json:"expires,omitempty"`      // RFC 3339; of documents that expire
	Broken  []string `json:"broken_links,omitempty"` // addresses
}

// question is what a review asks. conditions are arguments of evo.content.search.
type question struct{ name, what, conditions string }

// questions are those about every site.
var questions = []question{
	{"broken_links", "with links that lead to no page", `"only":["broken_links"]`},
	{"not_found", "neither in a menu nor linked from a text", `"only":["not_in_menu","unlinked"]`},
	{"expiring", "that expire within 30 days", `"expires_between":{"from":"now","to":"+30d"}`},
	{"no_description", "without a description", `"only":["no_description"]`},
	{"no_image", "without an image in a template variable", `"only":["no_image"]`},
}

// questionsOf returns the questions about a site.
func questionsOf(ctx context.Context, db *evodb.DB) ([]question, error) {
	schema, err := db.Schema(ctx)
	if err != nil {
		return nil, err
	}
	all := slices.Clone(questions)
	codes := slang.Of(schema).Codes()
	for _, code := range codes[min(1, len(codes)):] { // not the default
		all = append(all, question{"untranslated_" + code, "without a translation into " + code,
			`"only":["untranslated"],"lang":"` + code + `"`})
	}
	return all, nil
}

const (
	// MaxShown is the most documents that a finding shows.
	MaxShown = 100
	// patience is the longest time for one question.
	patience = 2 * time.Minute
	// maxResult is the longest answer, in bytes.
	maxResult = 16 << 20
)

const searchTool = "evo.content.search"

// Site reviews a site of a configuration. Each finding has at most shown documents.
func Site(ctx context.Context, c *config.Config, name string, shown int) (Report, error) {
	site := c.Sites[name]
	db, err := evodb.Open(evodb.Options{
		DSN: site.DSN.Reveal(), Prefix: site.TablePrefix, MaxOpenConns: 2, StatementTimeout: patience, HidesTV: site.HidesTV,
	})
	if err != nil {
		return Report{}, fmt.Errorf("sites.%s.dsn is %w", name, err)
	}
	defer db.Close()
	tools := toolset.New(db, toolset.Options{
		Options: view.Options{
			BaseURL: site.BaseURL, Models: allowlist.Models(), ListLimit: MaxShown, Depth: 1, ResultTokens: maxResult / 4,
			ResultBytes: maxResult,
		},
		Indexes: find.NewIndexes(find.Options{MaxBytes: c.SearchMemory}),
	})
	r := Report{Site: name, Findings: []Finding{}}
	if r.Documents, _, err = search(ctx, tools, "", 0); err != nil {
		return Report{}, err
	}
	asked, err := questionsOf(ctx, db)
	if err != nil {
		return Report{}, err
	}
	for _, q := range asked {
		f := Finding{Name: q.name, What: q.what, Arguments: json.RawMessage(`{` + q.conditions + `,"limit":100}`)}
		f.Count, f.Documents, err = search(ctx, tools, q.conditions+",", shown)
		switch {
		case err == nil:
			r.Findings = append(r.Findings, f)
		case fault.From(err).Field != "only": // otherwise the site has no variable for images
			return Report{}, err
		}
	}
	return r, nil
}

// search returns how many documents meet the conditions, and the first ones.
func search(
	ctx context.Context, tools *toolset.Toolset, conditions string, limit int,
) (total int64, documents []Document, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	visitor := identity.Principal{Subject: "emcp audit", View: identity.Public}
	arguments := fmt.Sprintf(
		`{%s"fields":["pagetitle","url","unpub_date"],"dates":"rfc3339","limit":%d,"include_total":true}`, conditions, limit)
	result, err := tools.Call(ctx, visitor, searchTool, []byte(arguments))
	if err != nil {
		return 0, nil, err
	}
	var answer struct {
		Items []struct {
			ID      int64    `json:"id"`
			Title   string   `json:"pagetitle"`
			URL     string   `json:"url"`
			Expires string   `json:"unpub_date"`
			Broken  []string `json:"broken_links"`
		} `json:"items"`
		Meta struct {
			Total int64 `json:"total"`
		} `json:"meta"`
	}
	if err := json.Unmarshal(result.JSON, &answer); err != nil {
		return 0, nil, fmt.Errorf("read the answer: %w", err)
	}
	documents = []Document{}
	for _, item := range answer.Items {
		documents = append(documents, Document(item))
	}
	return answer.Meta.Total, documents, nil
}
