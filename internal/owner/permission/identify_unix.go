//go:build unix

package permission

import (
	"io/fs"
	"os"
	"os/user"
	"slices"
	"strconv"
	"syscall"
)

// identify adds the owner of the file and the user who asks.
func (o *obstacle) identify(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	groups, _ := os.Getgroups() // empty if they cannot be read
	switch {
	case int(stat.Uid) == os.Geteuid():
		o.class = itself
	case slices.Contains(append(groups, os.Getegid()), int(stat.Gid)):
		o.class = member
	}
	o.owner, o.group = userName(int(stat.Uid)), groupName(int(stat.Gid))
	o.asker, o.askersGroup = userName(os.Geteuid()), groupName(os.Getegid())
	return true
}

// userName returns the name of a user, or the number if there is no name.
func userName(id int) string {
	number := strconv.Itoa(id)
	if u, err := user.LookupId(number); err == nil {
		return u.Username
	}
	return number
}

// groupName returns the name of a group, or the number if there is no name.
func groupName(id int) string {
	number := strconv.Itoa(id)
	if g, err := user.LookupGroupId(number); err == nil {
		return g.Name
	}
	return number
}
