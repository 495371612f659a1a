package find

import (
	"context"
	"sync"
	"time"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/query"
	"emcp/richtext/evotags"
	"emcp/toolset/paging"
	"emcp/toolset/view"
)

// A search for words must find pages in which a placeholder inserts the word from a chunk, a setting or a value.
// Resolving every page for that would make every search slow. So emcp keeps a list of the placeholders in all texts of
// the site, which is usually short.

// Limits of reading texts for their placeholders.
const (
	mentionAge    = 30 * time.Second // after which a search looks for edited texts
	mentionsAge   = time.Hour        // after which all texts are read again
	mentionWait   = time.Second      // longest wait of a search for a reading
	mentionTime   = 2 * time.Minute  // longest reading
	mentionRange  = 10_000           // documents per statement
	mentionLength = 200_000          // characters per text
	maxMentioning = 64 << 20         // bytes of all texts with placeholders
	maxMentions   = 5_000
)

// mentionCache keeps the placeholders in the texts of a site. The zero value is ready for use.
type mentionCache struct {
	mu      sync.Mutex
	known   *mentioned
	reading chan struct{} // closed when the current reading ends; nil: none is running
}

// mentioned is the result of a reading. It is immutable.
type mentioned struct {
	all       map[string]evotags.Mention // by Begin
	uncounted bool                       // the list is incomplete
	edited    int64                      // latest editedon of all documents
	read      time.Time                  // time of the last reading
	whole     time.Time                  // time of the last reading of all texts
}

// get returns the result of the last reading, or nil before the first has ended.
func (m *mentionCache) get(ctx context.Context, c *view.Site) *mentioned {
	m.mu.Lock()
	if m.known != nil && time.Since(m.known.read) < mentionAge {
		defer m.mu.Unlock()
		return m.known
	}
	if m.reading == nil {
		m.reading = make(chan struct{})
		go m.refresh(context.WithoutCancel(ctx), c.DB, query.For(c.Schema, query.Manager()), m.known)
	}
	reading := m.reading
	m.mu.Unlock()
	wait := time.NewTimer(mentionWait)
	defer wait.Stop()
	select {
	case <-reading:
	case <-wait.C:
	case <-ctx.Done():
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known
}

// refresh reads what has changed. If it fails, the next search tries again.
func (m *mentionCache) refresh(ctx context.Context, db *evodb.DB, compiler query.Compiler, known *mentioned) {
	ctx, cancel := context.WithTimeout(ctx, mentionTime)
	defer cancel()
	var next *mentioned
	err := func() (err error) {
		defer fault.Recovered(&err)
		next, err = readMentions(ctx, db, compiler, known)
		return err
	}()
	m.mu.Lock()
	defer m.mu.Unlock()
	if err == nil {
		m.known = next
	}
	close(m.reading)
	m.reading = nil
}

// readMentions reads the texts that were edited since the known result, or all texts.
func readMentions(
	ctx context.Context, db *evodb.DB, compiler query.Compiler, known *mentioned,
) (_ *mentioned, err error) {
	next := &mentioned{all: map[string]evotags.Mention{}, read: time.Now(), whole: time.Now()}
	since := int64(0)
	if known != nil && time.Since(known.whole) < mentionsAge {
		for begin, mention := range known.all {
			next.all[begin] = mention
		}
		next.uncounted, next.whole, since = known.uncounted, known.whole, known.edited-1 // in whole seconds
	}
	if next.edited, err = readNumber(ctx, db)(compiler.LastEdit()); err != nil {
		return nil, err
	}
	size := 0
	for from := int64(1); !next.uncounted; { // in steps of documents, because ids can have wide gaps
		last, err := readNumber(ctx, db)(compiler.LastOf(from, mentionRange))
		if err != nil || last == 0 {
			return next, err
		}
		statement, err := compiler.Mentioning(from, last, since, mentionLength)
		if err != nil {
			return nil, err
		}
		from = last + 1
		err = db.Query(ctx, statement, func(scan evodb.Scan) error {
			var intro, content string
			if err := scan(&intro, &content); err != nil {
				return err
			}
			size += len(intro) + len(content)
			next.add(intro)
			next.add(content)
			if next.uncounted = next.uncounted || size > maxMentioning; next.uncounted {
				return paging.ErrFull
			}
			return ctx.Err()
		})
		if err != nil && !next.uncounted {
			return nil, err
		}
	}
	return next, nil
}

// readNumber runs a statement that returns a number.
func readNumber(ctx context.Context, db *evodb.DB) func(evodb.Statement, error) (int64, error) {
	return func(statement evodb.Statement, err error) (n int64, _ error) {
		if err != nil {
			return 0, err
		}
		return n, db.Query(ctx, statement, func(scan evodb.Scan) error { return scan(&n) })
	}
}

// add adds the placeholders of a text.
func (m *mentioned) add(text string) {
	evotags.Mentions(text, func(mention evotags.Mention) {
		if _, known := m.all[mention.Begin]; known && !mention.Open || m.uncounted {
			return
		}
		m.all[mention.Begin] = mention
		m.uncounted = len(m.all) > maxMentions
	})
}
