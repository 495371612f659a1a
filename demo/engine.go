package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log"
	"net"

	gms "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"
	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/go-sql-driver/mysql"
	"github.com/sirupsen/logrus"

	"emcp/internal/test/evosite"
)

// Engine is a MySQL-compatible server inside this process. Its only database holds a site, in memory.
//
// It answers emcp almost like MySQL, with these differences: the cast of a text that is only partly a number (12abc is
// 0 and not 12); the cast of a decimal to an integer, which rounds; COALESCE, which compares texts byte by byte
// whatever their collation is. It has no READ ONLY sessions; its user can only read.
type Engine struct {
	// DSN is that of a user who may read the site and nothing else, for the Go MySQL driver.
	DSN string

	engine *gms.Engine
	server *server.Server
}

// Names in the engine. Passwords are random.
const (
	databaseName = "evolution"
	ownerName    = "owner"
	readerName   = "emcp"
)

// Start starts an engine on a free port of the loopback interface and fills it with the site.
func Start(ctx context.Context, site *evosite.Site) (_ *Engine, err error) {
	// The engine logs to the global loggers.
	logrus.SetOutput(io.Discard)
	log.SetOutput(io.Discard)

	database := memory.NewDatabase(databaseName)
	database.EnablePrimaryKeyIndexes()
	// The collation of an Evolution site; the engine's own default is binary.
	if err := database.SetCollation(gmssql.NewEmptyContext(), gmssql.Collation_utf8mb4_unicode_520_ci); err != nil {
		return nil, err
	}
	provider := memory.NewDBProvider(database)
	e := &Engine{engine: gms.NewDefault(provider)}

	owner := mysql.NewConfig()
	owner.User, owner.Passwd, owner.Net, owner.DBName = ownerName, rand.Text(), "tcp", databaseName
	accounts := e.engine.Analyzer.Catalog.MySQLDb
	accounts.SetPersister(&mysql_db.NoopPersister{}) // accounts exist as long as the process
	editor := accounts.Editor()
	accounts.AddSuperUser(editor, owner.User, "localhost", owner.Passwd)
	editor.Close()

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the engine: %w", err)
	}
	owner.Addr = listener.Addr().String()
	e.server, err = server.NewServer(server.Config{Listener: listener}, e.engine, gmssql.NewContext,
		memory.NewSessionBuilder(provider), nil)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start the engine: %w", err), listener.Close())
	}
	go e.server.Start() //nolint:errcheck // ends with Close and has no error
	defer func() {
		if err != nil {
			err = errors.Join(err, e.Close())
		}
	}()
	reader := owner.Clone()
	reader.User, reader.Passwd = readerName, rand.Text()
	e.DSN = reader.FormatDSN()
	return e, fill(ctx, owner, reader, site)
}

// Close ends the server; the site is gone with it.
func (e *Engine) Close() error {
	err := e.server.Close()
	if stop := e.engine.Close(); !errors.Is(stop, context.Canceled) { // which only says that its threads have ended
		err = errors.Join(err, stop)
	}
	return err
}

// fill writes the site into the database and makes the account of the reader.
func fill(ctx context.Context, owner, reader *mysql.Config, site *evosite.Site) error {
	owner.InterpolateParams = true
	connector, err := mysql.NewConnector(owner)
	if err != nil {
		return err
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	// Plain, because the engine refuses other conditions on columns with a FULLTEXT index.
	o := evosite.Options{Prefix: "evo_", Generation: "3.5", Plain: true, Items: true}
	if err := evosite.Load(ctx, db, site, o); err != nil {
		return fmt.Errorf("fill the engine: %w", err)
	}
	for _, statement := range []string{
		fmt.Sprintf("CREATE USER '%s'@'localhost' IDENTIFIED BY '%s'", reader.User, reader.Passwd),
		fmt.Sprintf("GRANT SELECT ON %s.* TO '%s'@'localhost'", databaseName, reader.User),
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("make the engine's reader: %w", err)
		}
	}
	return nil
}
