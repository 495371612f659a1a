package config

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"emcp/bundle"
)

// maxGroupName bounds the name of a group. With an ending such as _agent it is the name of a tool, which
// has at most 64 characters.
const maxGroupName = 58

// groups reads the groups of tools.
func (m *mistakes) groups(f map[string]fileGroup) map[string]Group {
	groups := map[string]Group{}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		path, entry := join("groups", name), f[name]
		m.title(path, entry.Title)
		if err := bundle.CheckDescription(entry.Description); err != nil {
			m.add("%s.description: %w", path, err)
		}
		if len(entry.Tools) == 0 {
			m.add("%s.tools: name at least one tool, such as evo.content.*", path)
		}
		groups[name] = Group{
			Title: entry.Title, Description: entry.Description, Tools: m.patterns(path+".tools", entry.Tools),
			LLM: m.llm(path+".llm", entry.LLM),
		}
	}
	return groups
}

// TaskTime is the time limit of a task. Many clients do not wait longer than a minute.
const TaskTime = 45 * time.Second

// llm reads the language model of a group.
func (m *mistakes) llm(path string, f fileLLM) *LLM {
	if f.URL == "" {
		if f.Model != "" || f.Key != "" {
			m.add("%s.url: is empty, so that the keys beside it have no effect; set the address of the model", path)
		}
		return nil
	}
	u, err := url.Parse(f.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.Fragment != "" ||
		u.RawQuery != "" {
		m.add("%s.url: must be an http or https address without user, password and query, such as https://api.openai.com/v1",
			path)
	}
	if strings.HasSuffix(strings.TrimRight(f.URL, "/"), "/completions") {
		m.add("%s.url: leave out /chat/completions, which emcp adds", path)
	}
	if f.Model == "" {
		m.add("%s.model: name the model", path)
	}
	if strings.ContainsFunc(f.Key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		m.add("%s.key: has characters that a key cannot have", path)
	}
	return &LLM{
		URL: f.URL, Model: f.Model, Key: Secret(f.Key), Tokens: f.Tokens, PerDay: f.PerDay, Timeout: TaskTime,
		AtATime: f.AtATime,
	}
}

// grouped returns the groups that a server has. The names of their own tools begin with that of the group; they must
// not be those of declared tools, of each other, or of tools that emcp may have one day.
func (m *mistakes) grouped(path string, groups map[string]Group, names []string, declared bundle.Bundle) []string {
	taken := map[string]string{}
	for _, t := range declared.Tools {
		taken[strings.ReplaceAll(t.Name, "-", "_")] = t.Place
	}
	for i, name := range names {
		place := m.element(path+".groups", i)
		if _, ok := groups[name]; !ok {
			m.add("%s: there is no group %q%s", place, name, didYouMean(name, slices.Collect(maps.Keys(groups))))
			continue
		}
		switch plain := strings.ReplaceAll(strings.ToLower(name), "-", "_") + "_"; {
		case bundle.CheckName(name) != nil || len(name) > maxGroupName:
			m.add("%s: a group needs a name of letters, digits, _ and -, with a letter first and at most %d characters", place,
				maxGroupName)
		case strings.HasPrefix(plain, "evo_"):
			m.add("%s: tools that begin with evo are those of emcp; choose another name for the group", place)
		}
		for _, role := range []string{"find", "call", "agent"} {
			tool := name + "_" + role
			plain := strings.ReplaceAll(tool, "-", "_")
			if other, ok := taken[plain]; ok {
				m.add("%s: the group has a tool %s, and so has %s; rename one", place, tool, other)
			}
			taken[plain] = fmt.Sprintf("the group %s", name)
		}
	}
	return names
}
