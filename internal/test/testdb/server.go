package testdb

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/go-sql-driver/mysql"

	"emcp/internal/test/process"
)

// Server is a database server.
type Server struct {
	// Addr is the server's TCP address on the loopback interface.
	Addr string

	superuser *mysql.Config
	dir       string // folder for everything that the server writes
	program   program
	flags     []string         // additional flags, which override those of a test's server
	process   *process.Process // nil if the server is not ours
}

// Run starts a server for a program that is not a test, such as a benchmark. The program must end it with Remove. flags
// are further command-line arguments of the server.
func Run(flags ...string) (*Server, error) { return newServer(os.TempDir(), flags...) }

// DSN returns the superuser's DSN for a database, or for no database if the name is empty.
func (s *Server) DSN(database string) string {
	config := s.superuser.Clone()
	config.DBName = database
	return config.FormatDSN()
}

// StartServer starts a server for one test, which may stop and restart it. The server and its data are removed at the
// end of the test.
func StartServer(t testing.TB) *Server {
	t.Helper()
	s, err := newServer(testDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Remove)
	return s
}

// Stop shuts the server down and waits for its end.
func (s *Server) Stop() { s.process.Stop() }

// Kill ends the server as a crash would. Committed data is kept.
func (s *Server) Kill() { s.process.Kill() }

// Freeze suspends the server until Thaw: it keeps its connections but answers nothing.
func (s *Server) Freeze(t testing.TB) { t.Helper(); s.process.Signal(t, syscall.SIGSTOP) }

// Thaw resumes a frozen server.
func (s *Server) Thaw(t testing.TB) { t.Helper(); s.process.Signal(t, syscall.SIGCONT) }

// Start starts a stopped or killed server again, with the same address and data.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
}

// memoryDir is a file system in memory, where Linux has one.
const memoryDir = "/dev/shm"

// roomInMemory is how much must be free there: a server of tests takes up to 200 MB.
const roomInMemory = 2 << 30

// testDir returns where servers of tests keep their data. In memory a site is made in 20 ms, on a disk in 200 or more:
// its tables are a hundred files.
func testDir() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(memoryDir, &fs); err != nil || fs.Bavail*uint64(fs.Bsize) < roomInMemory {
		return os.TempDir()
	}
	return memoryDir
}

// newServer starts a server with an empty data directory in the directory parent.
func newServer(parent string, flags ...string) (_ *Server, err error) {
	dir, err := os.MkdirTemp(parent, "emcp-testdb-")
	if err != nil {
		return nil, err
	}
	s := &Server{superuser: mysql.NewConfig(), dir: dir, flags: flags}
	defer func() {
		if err != nil {
			s.Remove()
		}
	}()
	if s.Addr, err = freeAddr(); err != nil {
		return nil, err
	}
	s.superuser.User = "root"
	s.superuser.Passwd = rand.Text()
	s.superuser.Net = "tcp"
	s.superuser.Addr = s.Addr

	// The server runs this at every start, before it listens. With a password of its own, a test notices if it reaches
	// another test's server by mistake.
	grant := "GRANT ALL ON *.* TO 'root'@'127.0.0.1' IDENTIFIED BY '%s' WITH GRANT OPTION;\n"
	product := os.Getenv("EMCP_TEST_SERVER")
	if product == "mysql" {
		grant = "CREATE USER IF NOT EXISTS 'root'@'127.0.0.1' IDENTIFIED BY '%s';\nGRANT ALL ON *.* TO 'root'@'127.0.0.1' " +
			"WITH GRANT OPTION;\n"
	}
	if err := os.WriteFile(s.path("init.sql"), fmt.Appendf(nil, grant, s.superuser.Passwd), 0o600); err != nil {
		return nil, err
	}
	if err := os.Mkdir(s.path("data"), 0o700); err != nil {
		return nil, err
	}
	switch product {
	case "", "mariadb":
		s.program, err = installMariaDB(s.path("data"))
	case "mysql56":
		s.program, err = installMySQL56(s.path("data"))
	case "mysql":
		s.program, err = installMySQL(s.path("data"))
	default:
		err = fmt.Errorf("EMCP_TEST_SERVER=%s is not mariadb, mysql or mysql56", product)
	}
	if err != nil {
		return nil, err
	}
	return s, s.start()
}

// existingServer returns a server that runs already.
func existingServer(dsn string) (*Server, error) {
	config, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, fmt.Errorf("EMCP_TEST_DSN: %w", err)
	}
	return &Server{Addr: config.Addr, superuser: config}, nil
}

// start starts the server on its data directory and waits until it answers.
func (s *Server) start() error {
	_, port, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return err
	}
	flags := []string{
		"--datadir=" + s.path("data"),
		"--tmpdir=" + s.dir,
		"--socket=" + s.path("socket"),
		"--pid-file=" + s.path("pid"),
		"--init-file=" + s.path("init.sql"),
		"--bind-address=127.0.0.1",
		"--port=" + port,
		"--skip-name-resolve",
		"--skip-log-bin",
		"--max-allowed-packet=32M", // MySQL 5.6's default is 4 MiB, and documents of tests have up to 8
		"--character-set-server=utf8mb4",
		"--collation-server=utf8mb4_unicode_520_ci",
		// If somebody leaves a transaction open, tests fail instead of hanging.
		"--lock-wait-timeout=30",
		// Written but not flushed at commit: fast, and the data survives Kill.
		"--innodb-flush-log-at-trx-commit=2",
	}
	cmd := s.program.command(append(flags, s.flags...)...)
	db := open(s.superuser)
	defer db.Close()
	s.process, err = startProcess(cmd, s.path("log"), db.PingContext)
	return err
}

// Remove ends the server and deletes its data, if they are ours.
func (s *Server) Remove() {
	if s.process != nil {
		s.process.Kill()
	}
	if s.dir != "" {
		os.RemoveAll(s.dir)
	}
}

func (s *Server) path(name string) string { return filepath.Join(s.dir, name) }
