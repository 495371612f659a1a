package evodb

import (
	"errors"

	"github.com/go-sql-driver/mysql"
)

// Login has the parts of a DSN: how to reach a database, and as whom.
type Login struct {
	User, Password string
	Network        string // "tcp" or "unix"
	Address        string // host:port, or the path of a socket
	Database       string
}

// ParseLogin splits a DSN into its parts. It drops the options.
func ParseLogin(dsn string) (Login, error) {
	config, err := parseDSN(dsn)
	if err != nil {
		return Login{}, err
	}
	return Login{config.User, config.Passwd, config.Net, config.Addr, config.DBName}, nil
}

// DSN returns the DSN of the login. Some names cannot occur in a DSN, such as users with a colon.
func (l Login) DSN() (string, error) {
	config := mysql.NewConfig()
	config.User, config.Passwd, config.Net, config.Addr, config.DBName = l.User, l.Password, l.Network, l.Address,
		l.Database
	dsn := config.FormatDSN()
	if again, err := ParseLogin(dsn); err != nil || again != l {
		return "", errors.New("a DSN cannot contain these names of a user, an address and a database")
	}
	return dsn, nil
}

// parseDSN reads a DSN that names a database.
func parseDSN(dsn string) (*mysql.Config, error) {
	config, err := mysql.ParseDSN(dsn)
	if err != nil || config.DBName == "" {
		// The driver's own message can contain parts of the DSN, such as the password.
		return nil, errors.New("not of the form user:password@tcp(host:port)/database")
	}
	return config, nil
}
