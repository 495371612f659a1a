package check

import (
	"context"
	"fmt"
	"time"

	"emcp/internal/fault"
	"emcp/toolset"
	"emcp/toolset/find"
	"emcp/toolset/view"
)

// searchTime is the longest reading of a site's texts.
const searchTime = time.Minute

// search reads what visitors see, as the first search does.
func (s *site) search(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	indexes := find.NewIndexes(find.Options{MaxBytes: s.searchMemory})
	tools := toolset.New(s.db, toolset.Options{Options: view.Options{Models: s.reads.Models}, Indexes: indexes})
	if err := tools.Prepare(ctx, visitor); err != nil {
		s.add(warning("search", "the texts of the site could not be read: "+fault.Cause(err).Error(),
			"searches for words do not answer until they are read",
			"correct what is reported of grants and schema, and run emcp check again; a busy database needs more time"))
		return
	}
	stats := tools.Indexed()
	what := fmt.Sprintf("%d documents that visitors see, %d words, %.1f MiB of memory", stats.Documents,
		stats.Words, float64(stats.Bytes)/(1<<20))
	if stats.Shortened == 0 {
		s.add(ok("search", what))
		return
	}
	s.add(warning("search", what+fmt.Sprintf("; of %d only the beginning", stats.Shortened),
		"searches do not find words at the end of long texts", "raise search.max_memory"))
}
