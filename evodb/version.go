package evodb

import (
	"fmt"
	"strings"
)

// Product names a database server by what VERSION() returns, in common words, such as MariaDB 10.11.6.
func Product(version string) string {
	name := "MySQL"
	if strings.Contains(version, "MariaDB") {
		name, version = "MariaDB", strings.TrimPrefix(version, "5.5.5-") // some servers put it first for old clients
	}
	number, _, _ := strings.Cut(version, "-")
	return name + " " + number
}

// serverVersion is a database server's release.
type serverVersion struct {
	mariaDB             bool
	major, minor, patch int
}

// parseVersion reads what VERSION() returns, such as "10.11.6-MariaDB-0+deb12u1", "5.5.5-10.4.1-MariaDB" (as some
// MariaDB servers call themselves for old clients) or "8.0.36".
func parseVersion(text string) (serverVersion, error) {
	v := serverVersion{mariaDB: strings.Contains(text, "MariaDB")}
	if v.mariaDB {
		text = strings.TrimPrefix(text, "5.5.5-")
	}
	if _, err := fmt.Sscanf(text, "%d.%d.%d", &v.major, &v.minor, &v.patch); err != nil {
		return serverVersion{}, fmt.Errorf("unknown version of the database server: %q", text)
	}
	return v, nil
}

func (v serverVersion) atLeast(major, minor, patch int) bool {
	switch {
	case v.major != major:
		return v.major > major
	case v.minor != minor:
		return v.minor > minor
	}
	return v.patch >= patch
}

// json reports whether the server knows columns of JSON and functions for it.
func (v serverVersion) json() bool {
	if v.mariaDB {
		return v.atLeast(10, 2, 3)
	}
	return v.atLeast(5, 7, 8)
}

// recursive reports whether the server knows WITH RECURSIVE.
func (v serverVersion) recursive() bool {
	if v.mariaDB {
		return v.atLeast(10, 2, 2)
	}
	return v.atLeast(8, 0, 1)
}
