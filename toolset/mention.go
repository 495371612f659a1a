package toolset

import (
	"context"
	"sync"
	"time"

	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/query"
	"emcp/richtext"
)

// A search for words has to find pages where a word stands in a chunk, a setting or a value that a placeholder puts there. To look into
// every page for that would make each search slow, so it is known which placeholders the site's texts name at all. As a rule these are few.

// Bounds of the reading of texts for their placeholders.
const (
	mentionAge    = 30 * time.Second // after which it is looked for texts that have been edited
	mentionsAge   = time.Hour        // after which all texts are read again
	mentionWait   = time.Second      // how long a search waits for a reading
	mentionTime   = 2 * time.Minute  // how long a reading takes at most
	mentionRange  = 10_000           // ids a statement
	mentionLength = 200_000          // characters of a text
	maxMentioning = 64 << 20         // bytes of texts with placeholders
	maxMentions   = 5_000
)

// mentionCache are the placeholders that the texts of a site name. The zero value is ready for use.
type mentionCache struct {
	mu      sync.Mutex
	known   *mentioned
	reading chan struct{} // is closed when the reading that goes on has ended; nil: none
}

// mentioned is what is known at a time. It is immutable.
type mentioned struct {
	all       map[string]richtext.Mention // by Begin
	uncounted bool                        // there are more
	edited    int64                       // of the newest document
	read      time.Time                   // the last time
	whole     time.Time                   // the last time that all texts were read
}

// get returns what is known; nil where nothing is yet.
func (m *mentionCache) get(ctx context.Context, c *call) *mentioned {
	m.mu.Lock()
	if m.known != nil && time.Since(m.known.read) < mentionAge {
		defer m.mu.Unlock()
		return m.known
	}
	if m.reading == nil {
		m.reading = make(chan struct{})
		go m.refresh(context.WithoutCancel(ctx), c.db, query.For(c.schema, query.Manager()), m.known)
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

// refresh reads what is not known. When it cannot, the next search tries again.
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

// readMentions reads the texts that were edited since what is known, or all.
func readMentions(ctx context.Context, db *evodb.DB, compiler query.Compiler, known *mentioned) (*mentioned, error) {
	next := &mentioned{all: map[string]richtext.Mention{}, read: time.Now(), whole: time.Now()}
	since := int64(0)
	if known != nil && time.Since(known.whole) < mentionsAge {
		for begin, mention := range known.all {
			next.all[begin] = mention
		}
		next.uncounted, next.whole, since = known.uncounted, known.whole, known.edited-1 // in whole seconds
	}
	statement, err := compiler.LastDocument()
	if err != nil {
		return nil, err
	}
	var last int64
	if err := db.Query(ctx, statement, func(scan evodb.Scan) error { return scan(&last, &next.edited) }); err != nil {
		return nil, err
	}
	size := 0
	for from := int64(1); from <= last && !next.uncounted; from += mentionRange {
		statement, err := compiler.Mentioning(from, from+mentionRange-1, since, mentionLength)
		if err != nil {
			return nil, err
		}
		err = db.Query(ctx, statement, func(scan evodb.Scan) error {
			var intro, content string
			if err := scan(&intro, &content); err != nil {
				return err
			}
			size += len(intro) + len(content)
			next.add(intro)
			next.add(content)
			if next.uncounted = next.uncounted || size > maxMentioning; next.uncounted {
				return errFull
			}
			return ctx.Err()
		})
		if err != nil && !next.uncounted {
			return nil, err
		}
	}
	return next, nil
}

// add notes the placeholders of a text.
func (m *mentioned) add(text string) {
	richtext.Mentions(text, func(mention richtext.Mention) {
		if _, known := m.all[mention.Begin]; known && !mention.Open || m.uncounted {
			return
		}
		m.all[mention.Begin] = mention
		m.uncounted = len(m.all) > maxMentions
	})
}
