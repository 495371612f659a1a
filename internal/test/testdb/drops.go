package testdb

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// drops drops databases while the next tests run. One drop may wait up to a second: in MariaDB for the purge of deleted
// rows, where a table has a FULLTEXT index; in MySQL 5.6 a quarter of a second for the statistics of a table.
type drops struct {
	running sync.WaitGroup

	mu   sync.Mutex
	errs []error
}

// start begins to drop the database of a test that has ended.
func (d *drops) start(database *Database, test string) {
	d.running.Go(func() {
		admin := open(database.Server.superuser)
		defer admin.Close()
		if _, err := admin.ExecContext(context.Background(), "DROP DATABASE "+database.Name); err != nil {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.errs = append(d.errs, fmt.Errorf("drop the database of %s: %w", test, err))
		}
	})
}

// wait waits until all databases are dropped, and returns what failed.
func (d *drops) wait() error {
	d.running.Wait()
	return errors.Join(d.errs...)
}
