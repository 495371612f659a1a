package main

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/go-sql-driver/mysql"
)

// openDriver opens the database as emcp does, but uses the driver directly.
func openDriver(dsn string) (*sql.DB, error) {
	config, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	config.InterpolateParams = true
	config.Params = map[string]string{
		"tx_read_only": "1", "max_statement_time": strconv.Itoa(int(statementTimeout.Seconds())),
	}
	connector, err := mysql.NewConnector(config)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(8)
	db.SetMaxIdleConns(8)
	return db, nil
}

// runner runs statements and writes their rows as JSON, the least work of any gateway.
type runner struct {
	db  *sql.DB
	out bytes.Buffer
}

func (r *runner) run(ctx context.Context, statements []string) error {
	for _, statement := range statements {
		if err := r.rows(ctx, statement); err != nil {
			return fmt.Errorf("%w in %s", err, statement)
		}
	}
	return nil
}

func (r *runner) rows(ctx context.Context, statement string) error {
	rows, err := r.db.QueryContext(ctx, statement)
	if err != nil {
		return err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	cells := make([]sql.RawBytes, len(names))
	dest := make([]any, len(names))
	for i := range cells {
		dest[i] = &cells[i]
	}
	e := jsontext.NewEncoder(&r.out, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if err := e.WriteToken(jsontext.BeginArray); err != nil {
		return err
	}
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		if err := writeRow(e, names, cells); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return e.WriteToken(jsontext.EndArray)
}

func writeRow(e *jsontext.Encoder, names []string, cells []sql.RawBytes) error {
	if err := e.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for i, name := range names {
		if err := e.WriteToken(jsontext.String(name)); err != nil {
			return err
		}
		if err := e.WriteToken(jsontext.String(string(cells[i]))); err != nil {
			return err
		}
	}
	return e.WriteToken(jsontext.EndObject)
}
