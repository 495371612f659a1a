package servertest

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"emcp/internal/test/evosite"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

// Fixture returns a database with the fixture's site.
func Fixture(t testing.TB) *testdb.Database {
	t.Helper()
	d := testdb.Open(t)
	LoadFixture(t, d)
	return d
}

// LoadFixture writes the fixture's site into an empty database.
func LoadFixture(t testing.TB, d *testdb.Database) {
	t.Helper()
	options := evosite.Options{Prefix: "evo_", Generation: "3.5"}
	if err := evosite.Load(t.Context(), d.DB, evosite.Fixture(), options); err != nil {
		t.Fatal(err)
	}
}

// Execute runs a statement that changes the site.
func Execute(t testing.TB, d *testdb.Database, statement string, args ...any) {
	t.Helper()
	if _, err := d.DB.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// LockDocuments makes every statement over documents wait until the returned function is called.
func LockDocuments(t testing.TB, d *testdb.Database) (unlock func()) {
	t.Helper()
	return d.Lock(t, "evo_site_content")
}

// WaitingStatements returns how many statements wait for the lock.
func WaitingStatements(t testing.TB, d *testdb.Database) int {
	t.Helper()
	var n int
	err := d.DB.QueryRowContext(t.Context(),
		"SELECT COUNT(*) FROM information_schema.processlist WHERE db = ? AND state LIKE 'Waiting for table%'",
		d.Name).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// AwaitStatements waits until so many statements wait for the lock.
func AwaitStatements(t testing.TB, d *testdb.Database, n int) {
	t.Helper()
	wait.Until(t, 10*time.Second, "the statements are on the server", func() bool {
		return WaitingStatements(t, d) == n
	})
}

// AwaitEnd waits until no statement waits for the lock, for a second at most.
func AwaitEnd(t testing.TB, d *testdb.Database) {
	t.Helper()
	wait.Until(t, time.Second, "the statement has ended on the server", func() bool {
		return WaitingStatements(t, d) == 0
	})
}

// CallAndLeave sends GetHome with these headers. The documents must be locked: it closes the connection when the call's
// statement waits for them, so the client gets no answer.
func CallAndLeave(t *testing.T, d *testdb.Database, url string, headers ...string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(GetHome))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer full"}}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	ended := make(chan error, 1)
	go func() {
		response, err := http.DefaultClient.Do(r)
		if err == nil {
			response.Body.Close()
		}
		ended <- err
	}()
	AwaitStatements(t, d, 1)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the client was answered: %v", err)
	}
}

// RenameHome gives the home page another title, so that an answer shows when it was made.
func RenameHome(t testing.TB, d *testdb.Database, title string) {
	t.Helper()
	Execute(t, d, "UPDATE evo_site_content SET pagetitle = ? WHERE id = 1", title)
}

// EditDocument changes a document and the time of its last change.
func EditDocument(t *testing.T, d *testdb.Database, id int) {
	t.Helper()
	Execute(t, d, "UPDATE evo_site_content SET editedon = editedon + 1 WHERE id = ?", id)
}
