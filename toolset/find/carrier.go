package find

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"emcp/evodb"
	"emcp/query"
	"emcp/richtext/evotags"
	"emcp/richtext/textmatch"
	"emcp/toolset/page"
	"emcp/toolset/view"
)

// carriers are the chunks and settings of a site in which searches look for words. They are built again when these have
// been read again.
type carriers struct {
	site     *evodb.Templating
	chunks   map[string]*carrier
	settings map[string]*carrier
}

// carrier is a chunk or a setting.
type carrier struct {
	text  string // folded
	names []evotags.Mention
}

// knownCarriers are the carriers built last. The zero value is ready for use.
type knownCarriers struct{ last atomic.Pointer[carriers] }

// carriers returns the carriers for the present chunks and settings.
func (s *Searcher) carriers(site *evodb.Templating) *carriers {
	if known := s.placing.carriers.last.Load(); known != nil && known.site == site {
		return known
	}
	all := &carriers{site, map[string]*carrier{}, map[string]*carrier{}}
	for _, name := range site.Chunks() {
		if text, known := site.Chunk(name); known {
			all.chunks[name] = newCarrier(text)
		}
	}
	for _, name := range site.Settings() {
		if text, known := page.SiteSetting(s.Site, site, name); known {
			all.settings[name] = newCarrier(text)
		}
	}
	s.placing.carriers.last.Store(all)
	return all
}

func newCarrier(text string) *carrier {
	one := &carrier{text: textmatch.Searchable(text)}
	evotags.Mentions(text, func(m evotags.Mention) { one.names = append(one.names, m) })
	return one
}

// Placeholders is what a toolset knows about the placeholders of its site.
type Placeholders struct {
	mentions mentionCache
	carriers knownCarriers
}

// maxPlaceholders is the most placeholders through which a word is searched. Above that, all texts with chunks or
// settings are searched.
const maxPlaceholders = 20

// placeholders returns, for each word, the placeholders in the site's texts that produce the word.
func (s *Searcher) placeholders(ctx context.Context, words []string) (map[string][]query.Placeholder, error) {
	if !s.AsVisitor() {
		return nil, nil
	}
	site, err := s.DB.Templating(ctx)
	if err != nil {
		return nil, err
	}
	search := carrying{Searcher: s, carriers: s.carriers(site), found: map[string][]query.Placeholder{}}
	for _, word := range words {
		search.words = append(search.words, textmatch.Folded(word))
	}
	mentions := s.placing.mentions.get(ctx, s.Site)
	if mentions == nil || mentions.uncounted {
		search.lookEverywhere(words)
	} else {
		for _, begin := range slices.Sorted(maps.Keys(mentions.all)) {
			search.look(words, mentions.all[begin])
		}
	}
	for word, all := range search.found {
		if len(all) > maxPlaceholders {
			search.found[word] = []query.Placeholder{{Begin: "{{"}, {Begin: "[("}, {Begin: "[*"}}
		}
	}
	return search.found, nil
}

// carrying is a search for words in the values of placeholders.
type carrying struct {
	*Searcher
	*carriers
	words []string // folded
	found map[string][]query.Placeholder
}

// lookEverywhere searches all chunks and settings. It is used while the placeholders of the site's texts are not known.
func (s *carrying) lookEverywhere(words []string) {
	for _, name := range slices.Sorted(maps.Keys(s.chunks)) {
		s.look(words, evotags.Mention{Begin: "{{" + name, Name: name, Kind: evotags.ChunkMention})
	}
	for _, name := range slices.Sorted(maps.Keys(s.settings)) {
		s.look(words, evotags.Mention{Begin: "[(" + name, Name: name, Kind: evotags.SettingMention})
	}
}

// look searches the value of a placeholder that occurs in the site's texts.
func (s *carrying) look(words []string, m evotags.Mention) {
	reached := reach{search: s, seen: map[*carrier]bool{}}
	reached.add(m, 0)
	for i, word := range words {
		add := func(tv int64) {
			if all := s.found[word]; !slices.Contains(all, query.Placeholder{Begin: m.Begin, TV: tv}) {
				s.found[word] = append(all, query.Placeholder{Begin: m.Begin, TV: tv})
			}
		}
		holds := func(text string) bool { return strings.Contains(text, s.words[i]) }
		for one := range reached.seen {
			if holds(one.text) {
				add(0)
				break
			}
		}
		for _, tv := range reached.tvs {
			text := view.OrEmpty(tv.Default)
			if query.Binding(text) || evotags.HasPlaceholders(text) || text != "" && holds(textmatch.Searchable(text)) {
				add(0)
			}
			add(tv.ID)
		}
	}
}

// reach is everything that a placeholder can insert into a text.
type reach struct {
	search *carrying
	seen   map[*carrier]bool
	tvs    []evodb.TV
}

// maxReach is how deep chunks in chunks are searched.
const maxReach = 10

// add adds the value of a placeholder, and the placeholders in that value.
func (r *reach) add(m evotags.Mention, depth int) {
	var in map[string]*carrier
	exact := m.Name
	switch m.Kind {
	case evotags.ChunkMention:
		in, exact = r.search.chunks, r.search.site.ChunkName(m.Name)
	case evotags.SettingMention:
		in = r.search.settings
	case evotags.VariableMention:
		r.addVariables(m)
		return
	}
	if !m.Open {
		if one := in[exact]; one != nil {
			r.open(one, depth)
		}
		return
	}
	for name, one := range in {
		if strings.HasPrefix(name, m.Name) {
			r.open(one, depth)
		}
	}
}

func (r *reach) open(one *carrier, depth int) {
	if r.seen[one] || depth == maxReach {
		return
	}
	r.seen[one] = true
	for _, m := range one.names {
		r.add(m, depth+1)
	}
}

// addVariables adds the template variables that the caller may see.
func (r *reach) addVariables(m evotags.Mention) {
	names := []string{m.Name}
	if m.Open {
		names = slices.DeleteFunc(r.search.TVNames(), func(name string) bool { return !strings.HasPrefix(name, m.Name) })
	}
	for _, name := range names {
		tv, ok := r.search.TV(name)
		if ok && !slices.ContainsFunc(r.tvs, func(known evodb.TV) bool { return known.ID == tv.ID }) {
			r.tvs = append(r.tvs, tv)
		}
	}
}
