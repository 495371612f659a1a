package main

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"

	"github.com/go-sql-driver/mysql"

	"emcp/internal/test/evosite"
)

// prefix is the prefix of the tables.
const prefix = "evo_"

// siteTime is the time at which the site was written, 2026-01-01.
const siteTime = 1_767_225_600

// Load creates the tables of the site in a database and fills them.
func (s *Site) Load(ctx context.Context, db *sql.DB) error {
	if err := evosite.Load(ctx, db, s.small(), evosite.Options{Prefix: prefix, Generation: "3.1"}); err != nil {
		return err
	}
	// A FULLTEXT index takes a tenth of the time if the table is already full.
	indexes := []struct{ table, columns string }{
		{"site_content", "(pagetitle, description, content)"}, {"site_tmplvar_contentvalues", "(value)"},
	}
	for _, index := range indexes {
		if _, err := db.ExecContext(ctx, "ALTER TABLE "+prefix+index.table+" DROP INDEX content_ft_idx"); err != nil {
			return err
		}
	}
	for _, t := range s.tables() {
		if err := fill(ctx, db, t); err != nil {
			return fmt.Errorf("fill %s: %w", t.name, err)
		}
	}
	for _, index := range indexes {
		if _, err := db.ExecContext(ctx, "ALTER TABLE "+prefix+index.table+" ADD FULLTEXT content_ft_idx "+
			index.columns); err != nil {
			return err
		}
	}
	for _, t := range s.tables() {
		if _, err := db.ExecContext(ctx, "ANALYZE TABLE "+prefix+t.name); err != nil {
			return err
		}
	}
	return nil
}

// table is a table, and a function that writes its rows, one per line with tabs between the columns.
type table struct {
	name, columns string
	write         func(w io.Writer) error
}

func (s *Site) tables() []table {
	return []table{
		{
			"site_content",
			"id, parent, menuindex, isfolder, template, published, deleted, privateweb, hidemenu, pagetitle, longtitle, " +
				"description, alias, introtext, content, createdon, editedon, pub_date, unpub_date", s.each(s.document),
		},
		{"site_content_closure", "ancestor, descendant, depth", s.each(s.closure)},
		{"site_tmplvar_contentvalues", "tmplvarid, contentid, value", s.each(s.values)},
		{"document_groups", "document_group, document", s.each(s.groups)},
		{"tags", "id, name", func(w io.Writer) error {
			for i, word := range s.vocabularies[0][:tagCount] {
				if _, err := fmt.Fprintf(w, "%d\t%s\n", i+1, word); err != nil {
					return err
				}
			}
			return nil
		}},
		{"site_content_tags", "doc_id, tv_id, tag_id", s.each(s.tags)},
	}
}

// each writes the rows of every document.
func (s *Site) each(rows func(w io.Writer, id int32) error) func(io.Writer) error {
	return func(w io.Writer) error {
		for id := int32(1); int(id) <= s.Documents; id++ {
			if err := rows(w, id); err != nil {
				return err
			}
		}
		return nil
	}
}

func (s *Site) document(w io.Writer, id int32) error {
	random := s.of(id)
	marks := s.flags(random, id)
	words := s.vocabularies[s.language(id)]
	length := 200 + random.IntN(800)
	if id == s.Big() {
		length = bigBody
	}
	link := strconv.Itoa(1 + random.IntN(s.Documents))
	var published, unpublished int64
	if random.IntN(20) == 0 {
		published = siteTime - random.Int64N(1e7)
		unpublished = siteTime + 1e9
	}
	created := siteTime - int64(s.Documents) + int64(id)
	_, err := fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%s\t%s-%d\t%s\t%s\t%d\t%d\t%d\t%d\n",
		id, s.parents[id], s.positions[id], truth(s.isFolder(id)), s.template(id), truth(marks.published),
		truth(marks.deleted),
		truth(marks.private), truth(random.IntN(10) == 0),
		words.words(random, 3), words.words(random, 5), words.words(random, 8), words.words(random, 1), id,
		words.words(random, 10), words.html(random, length, link), created, created+random.Int64N(1e6), published,
		unpublished)
	return err
}

func (s *Site) closure(w io.Writer, id int32) error {
	for depth, ancestor := 0, id; ancestor != 0; depth, ancestor = depth+1, s.parents[ancestor] {
		if _, err := fmt.Fprintf(w, "%d\t%d\t%d\n", ancestor, id, depth); err != nil {
			return err
		}
	}
	return nil
}

// values writes the values of the document for the template variables of its template. Some are bindings.
func (s *Site) values(w io.Writer, id int32) error {
	random := rand.New(rand.NewPCG(s.Seed+1, uint64(id)))
	for _, tv := range s.templateTVs[s.template(id)] {
		if random.Float64() >= s.Valued && (tv != tvColor || id%5000 != 77) {
			continue
		}
		value := s.value(random, id, tv)
		if random.IntN(500) == 0 && tv >= tvNote {
			value = "@INHERIT"
		}
		if _, err := fmt.Fprintf(w, "%d\t%d\t%s\n", tv, id, value); err != nil {
			return err
		}
	}
	return nil
}

// groups writes the document group of private documents.
func (s *Site) groups(w io.Writer, id int32) error {
	if !s.flags(s.of(id), id).private {
		return nil
	}
	_, err := fmt.Fprintf(w, "1\t%d\n", id)
	return err
}

// tagCount is the number of tags. One document in 20 has one.
const tagCount = 100

func (s *Site) tags(w io.Writer, id int32) error {
	if id%20 != 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "%d\t%d\t%d\n", id, tvTopics, 1+int(id/20)%tagCount)
	return err
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fill writes a table's rows with LOAD DATA from a reader in place of a file.
func fill(ctx context.Context, db *sql.DB, t table) error {
	read, write := io.Pipe()
	mysql.RegisterReaderHandler(t.name, func() io.Reader { return read })
	defer mysql.DeregisterReaderHandler(t.name)
	written := make(chan error, 1)
	go func() {
		buffered := bufio.NewWriterSize(write, 1<<16)
		err := errors.Join(t.write(buffered), buffered.Flush())
		_ = write.CloseWithError(err) // never fails
		written <- err
	}()
	_, err := db.ExecContext(ctx, "LOAD DATA LOCAL INFILE 'Reader::"+t.name+"' INTO TABLE "+prefix+t.name+
		" CHARACTER SET utf8mb4 ("+t.columns+")")
	_ = read.CloseWithError(err) // never fails
	return errors.Join(err, <-written)
}
