package siteconf

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Settings say how a site connects to its database.
type Settings struct {
	Files    []string // where the settings were found, relative to the site's folder
	Network  string   // "tcp" or "unix"
	Address  string   // host:port, or the path of a socket
	Database string
	User     string
	Password string
	Prefix   string // of table names; may be empty
}

// Files with the database settings, relative to the site's folder.
const (
	envFile     = "core/custom/.env"
	currentFile = "core/config/database/connections/default.php" // Evolution 2 and 3
	oldFile     = "manager/includes/config.inc.php"              // Evolution 1
)

// IsSite reports whether a folder contains a file with the database settings of a site.
func IsSite(dir string) bool {
	return slices.ContainsFunc([]string{currentFile, envFile, oldFile}, func(file string) bool {
		_, err := os.Stat(filepath.Join(dir, file))
		return err == nil
	})
}

// Read returns the database settings of the site in a folder. Its errors name the files and settings that it looked
// for, but never a value.
func Read(dir string) (Settings, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return Settings{}, fmt.Errorf("there is no folder %s", dir)
	}
	var files []string
	env, err := readEnv(dir)
	if err != nil {
		return Settings{}, err
	}
	if env != nil {
		files = append(files, envFile)
	}
	var found map[string]phpLiteral
	switch source, err := read(dir, currentFile); {
	case err == nil:
		files = append(files, currentFile)
		found, err = current(source, env)
		if err != nil {
			return Settings{}, fmt.Errorf("%s: %w", currentFile, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return Settings{}, err
	case env["DB_DATABASE"] != "":
		found = fromEnv(env)
	default:
		if source, err = read(dir, oldFile); errors.Is(err, fs.ErrNotExist) {
			return Settings{}, fmt.Errorf("%s is not the folder of an Evolution site: %s, %s and %s are all missing", dir,
				envFile, currentFile, oldFile)
		} else if err != nil {
			return Settings{}, err
		}
		files = []string{oldFile}
		if found, err = old(source); err != nil {
			return Settings{}, fmt.Errorf("%s: %w", oldFile, err)
		}
	}
	s, err := settings(found)
	if err != nil {
		return Settings{}, fmt.Errorf("%s: %w", strings.Join(files, ", "), err)
	}
	s.Files = files
	return s, nil
}

// maxFile bounds how much of a file is read, in bytes. Real settings files have a few kilobytes.
const maxFile = 1 << 20

func read(dir, file string) (string, error) {
	f, err := os.Open(filepath.Join(dir, file)) //nolint:gosec // the folder is the operator's
	if err != nil {
		return "", err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(content) > maxFile {
		err = fmt.Errorf("%s has more than 1 MiB, so it is not a settings file", file)
	}
	return string(content), err
}

// readEnv reads the site's .env file. It returns nil if there is none.
func readEnv(dir string) (map[string]string, error) {
	source, err := read(dir, envFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	env, err := parseEnv(source)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", envFile, err)
	}
	return env, nil
}

// current reads the array in the settings file of Evolution 2 and 3.
func current(source string, env map[string]string) (map[string]phpLiteral, error) {
	s, err := parsePHP(source, env)
	if err != nil {
		return nil, err
	}
	if s.returned == nil || s.returned.items == nil || s.returned.unknown {
		return nil,
			errors.New("does not return an array that emcp can read without running the file; name the database with --dsn")
	}
	return s.returned.items, nil
}

// fromEnv builds the array from the variables that the site's own file would read.
func fromEnv(env map[string]string) map[string]phpLiteral {
	found := map[string]phpLiteral{}
	for key, name := range map[string]string{
		"driver": "DB_TYPE", "host": "DB_HOST", "port": "DB_PORT", "database": "DB_DATABASE", "username": "DB_USERNAME",
		"password": "DB_PASSWORD", "unix_socket": "DB_SOCKET", "prefix": "DB_PREFIX",
	} {
		found[key] = phpLiteral{text: environmentText(env[name])}
	}
	return found
}

// old reads the variables in the settings file of Evolution 1.
func old(source string) (map[string]phpLiteral, error) {
	s, err := parsePHP(source, nil)
	if err != nil {
		return nil, err
	}
	found := map[string]phpLiteral{}
	for key, name := range map[string]string{
		"driver": "database_type", "host": "database_server", "database": "dbase", "username": "database_user",
		"password": "database_password", "prefix": "table_prefix",
	} {
		if v, ok := s.variables[name]; ok {
			found[key] = v
		}
	}
	database := found["database"]
	database.text = strings.Trim(database.text, "`")
	found["database"] = database
	return found, nil
}

// shopFile has the settings of the package sCommerce.
const shopFile = "core/custom/config/seiger/settings/sCommerce.php"

// ProductLinks returns the rule by which the shop of a site makes the addresses of products. It is "" if the settings
// of sCommerce do not name one, or if it cannot be read without running them.
func ProductLinks(dir string) string {
	source, err := read(dir, shopFile)
	if err != nil {
		return ""
	}
	s, err := parsePHP(source, nil)
	if err != nil || s.returned == nil {
		return ""
	}
	rule := s.returned.items["product"].items["link_rule"].text
	if !slices.Contains([]string{"root", "catalog", "category"}, rule) {
		return ""
	}
	return rule
}

// settings converts an array as Evolution 3 keeps it, whatever its source.
func settings(found map[string]phpLiteral) (Settings, error) {
	var missing []error
	known := func(key string) string {
		v := found[key]
		if v.unknown || v.items != nil {
			missing = append(missing,
				fmt.Errorf("line %d: %s is not a plain string or env(...), and emcp does not run the file", v.line, key))
		}
		return v.text
	}
	s := Settings{
		Database: known("database"), User: known("username"), Password: known("password"), Prefix: known("prefix"),
	}
	host, port, socket := known("host"), known("port"), known("unix_socket")
	driver := known("driver")
	if len(missing) > 0 {
		return Settings{}, errors.Join(append(missing, errors.New("name the database with --dsn"))...)
	}
	if !slices.Contains([]string{"", "mysql", "mysqli", "mariadb"}, driver) {
		return Settings{}, fmt.Errorf("the site's database is of the kind %q; emcp reads MySQL and MariaDB", driver)
	}
	if s.Database == "" || s.User == "" {
		return Settings{}, errors.New("has no database name, or no user; name the database with --dsn")
	}
	s.Network, s.Address = networkAddress(host, port, socket)
	return s, nil
}

// sockets are the default socket paths of local MySQL and MariaDB servers: Debian, Red Hat, others.
var sockets = []string{"/run/mysqld/mysqld.sock", "/var/lib/mysql/mysql.sock", "/tmp/mysql.sock"}

const defaultPort = "3306"

// networkAddress returns where PHP would connect to. For PHP, localhost means the local socket, whatever the port.
func networkAddress(host, port, socket string) (network, address string) {
	if name, tail, found := strings.Cut(host, ":"); found && strings.Count(host, ":") == 1 {
		host = name
		if strings.HasPrefix(tail, "/") {
			socket = tail
		} else {
			port = tail
		}
	}
	if port == "" {
		port = defaultPort
	}
	if socket == "" && (host == "localhost" || host == "") {
		for _, usual := range sockets {
			if _, err := os.Stat(usual); err == nil {
				socket = usual
				break
			}
		}
		host = "127.0.0.1"
	}
	if socket != "" {
		return "unix", socket
	}
	return "tcp", net.JoinHostPort(strings.Trim(host, "[]"), port)
}
