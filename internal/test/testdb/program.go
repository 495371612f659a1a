package testdb

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// program says how to run a database server.
type program struct {
	path string
	args []string
	env  []string
}

// smallFlags keep a server's data directory small and quick to create. Nothing is flushed to disk: what the server has
// written survives Kill, because the machine runs on. Native asynchronous I/O is off, because it is scarce where many
// servers run, or forbidden.
var smallFlags = []string{
	"--innodb-buffer-pool-size=32M",
	"--loose-innodb-log-file-size=48M", // MySQL 5.6 refuses texts longer than a tenth of its two log files
	"--innodb-use-native-aio=OFF",
	"--innodb-flush-method=nosync",
	"--skip-innodb-doublewrite",
	"--loose-skip-sync-frm", // MySQL from 8 has no such files
	"--skip-performance-schema",
}

// command returns the command that runs p with further flags.
func (p program) command(flags ...string) *exec.Cmd {
	// Ignore option files of the machine; this flag must come first.
	args := append([]string{"--no-defaults"}, smallFlags...)
	args = append(args, p.args...)
	if os.Geteuid() == 0 {
		args = append(args, "--user=root") // servers refuse to run as root otherwise
	}
	cmd := exec.Command(p.path, append(args, flags...)...)
	cmd.Env = append(os.Environ(), p.env...)
	return cmd
}

// installMariaDB fills an empty data directory.
func installMariaDB(data string) (program, error) {
	server, err := findProgram("mariadbd")
	if err != nil {
		return program{}, err
	}
	installer, err := findProgram("mariadb-install-db")
	if err != nil {
		return program{}, err
	}
	install := program{path: installer}.command(
		"--datadir="+data,
		"--tmpdir="+filepath.Dir(data), // with a shared directory, servers that start at once overwrite each other's files
		"--auth-root-authentication-method=normal",
		"--skip-test-db",
		"--force", // even if the machine's name does not resolve
	)
	return program{path: server}, run(install)
}

// installMySQL56 fills an empty data directory.
func installMySQL56(data string) (program, error) {
	dir := os.Getenv("EMCP_TEST_MYSQL56_DIR")
	if dir == "" {
		return program{}, errors.New("EMCP_TEST_MYSQL56_DIR is not set: run `make test-mysql56`, which sets it")
	}
	share := filepath.Join(dir, "share")
	server := program{
		path: filepath.Join(dir, "mysqld"),
		args: []string{"--basedir=" + dir, "--lc-messages-dir=" + share},
		env:  []string{"LD_LIBRARY_PATH=" + dir}, // it brings its own libaio
	}
	tables, err := os.Open(filepath.Join(share, "mysql_system_tables.sql"))
	if err != nil {
		return program{}, err
	}
	defer tables.Close()
	rows, err := os.Open(filepath.Join(share, "mysql_system_tables_data.sql"))
	if err != nil {
		return program{}, err
	}
	defer rows.Close()

	// This does what MySQL's Perl script mysql_install_db does, without the anonymous users.
	if err := os.Mkdir(filepath.Join(data, "mysql"), 0o700); err != nil {
		return program{}, err
	}
	install := server.command("--bootstrap", "--datadir="+data, "--tmpdir="+filepath.Dir(data))
	install.Stdin = io.MultiReader(
		strings.NewReader("USE mysql;\n"), tables, rows,
		strings.NewReader("\nDELETE FROM user WHERE user = '';\n"),
	)
	return server, run(install)
}

// installMySQL fills an empty data directory.
func installMySQL(data string) (program, error) {
	dir := os.Getenv("EMCP_TEST_MYSQL_DIR")
	if dir == "" {
		return program{}, errors.New("EMCP_TEST_MYSQL_DIR is not set: run `make test-mysql`, which sets it")
	}
	server := program{
		path: filepath.Join(dir, "mysqld"),
		args: []string{
			"--basedir=" + filepath.Join(dir, "usr"), "--lc-messages-dir=" + filepath.Join(dir, "usr/share/mysql"),
			"--mysqlx=OFF", "--secure-file-priv=",
		},
	}
	return server, run(server.command("--initialize-insecure", "--datadir="+data, "--tmpdir="+filepath.Dir(data)))
}

// run runs a command and waits for its end.
func run(cmd *exec.Cmd) error {
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", filepath.Base(cmd.Path), err, out)
	}
	return nil
}

// findProgram looks for a server program on the PATH, and in the directories for daemons, which the PATH of an ordinary
// user lacks.
func findProgram(name string) (string, error) {
	for _, file := range []string{name, "/usr/sbin/" + name} {
		if path, err := exec.LookPath(file); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is not installed: run `make test`, which installs it", name)
}
