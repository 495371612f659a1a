package check

import (
	"context"
	"fmt"
	"strings"
	"time"

	"emcp/allowlist"
	"emcp/config"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/owner/grants"
)

// site is a site that is looked at, and what has been found out about it.
type site struct {
	name     string
	config   config.Site
	reads    grants.Reads
	db       *evodb.DB
	account  evodb.Account
	schema   *evodb.Schema
	findings []Finding
}

// patience bounds every statement of a check, which may take longer than those of calls.
const patience = 30 * time.Second

// reads says what the servers of a site let callers read.
func reads(c *config.Config, name string) grants.Reads {
	r := grants.Reads{Personal: c.Auth.Personal != nil}
	for _, server := range c.Servers {
		if server.Site == name {
			r.Models = server.Models // the same for all servers
			r.Elements = r.Elements || server.Elements
		}
	}
	return r
}

func (s *site) add(f Finding) {
	f.Site = s.name
	s.findings = append(s.findings, f)
}

// look looks at the site's database. It reports whether that could be done.
func (s *site) look(ctx context.Context) bool {
	options := evodb.Options{DSN: s.config.DSN.Reveal(), Prefix: s.config.TablePrefix, MaxOpenConns: 2, StatementTimeout: patience}
	var err error
	if s.db, err = evodb.Open(options); err != nil {
		s.add(failure("database", "sites."+s.name+".dsn is "+err.Error(), "emcp does not start", "write dsn in that form"))
		return false
	}
	defer s.db.Close()
	if s.account, err = s.db.Account(ctx); err != nil {
		s.add(unreachable(err))
		return false
	}
	s.add(ok("database", fmt.Sprintf("%s answers, to %s", evodb.Product(s.account.Version), s.account.Name)))
	s.timeLimit(ctx, options)
	if s.schema, err = s.db.Schema(ctx); err != nil {
		s.privileges()
		s.add(failure("schema", fault.Cause(err).Error(), "no call about the site can be answered",
			"name in sites."+s.name+".dsn the database of an Evolution site, and set table_prefix where several sites share it; "+
				"see that the account may read its tables"))
		return true
	}
	s.privileges()
	s.anonymous(ctx)
	s.sensitive()
	s.columns()
	s.indexes()
	s.closure(ctx)
	s.bindings(ctx)
	return true
}

// unreachable says what to do about a database that emcp does not get into.
func unreachable(err error) Finding {
	do := "see that the database server runs, and that it listens at the address in dsn"
	switch evodb.RefusalOf(err) {
	case evodb.LoginRefused:
		do = "see that user and password in dsn are right, and that the user may connect from here; emcp init prints the statements that make one"
	case evodb.DatabaseRefused:
		do = "see that the database in dsn is there, and that the user may read tables in it"
	}
	return failure("database", fault.Cause(err).Error(), "no call about the site can be answered, and nothing of it could be checked", do)
}

// timeLimit tries whether statements that take too long are ended.
func (s *site) timeLimit(ctx context.Context, options evodb.Options) {
	const why = "slow statements would take away the server's time from the site"
	limit, err := evodb.TryLimit(ctx, options)
	switch {
	case err != nil:
		s.add(failure("time limit", "could not be tried: "+fault.Cause(err).Error(), why, "run emcp check again; if that does not help, see the database server's log"))
	case limit == evodb.ByServer:
		s.add(ok("time limit", "the server ends statements that take too long"))
	case limit == evodb.ByKill:
		s.add(warning("time limit", "the server does not end statements that take too long by itself; emcp does, with KILL",
			"a statement whose emcp has died runs on", "if you can, take MariaDB from 10.1 or MySQL from 5.7.8"))
	default:
		s.add(failure("time limit", "neither the server nor emcp's KILL ends statements that take too long", why,
			"see that no proxy between emcp and the server drops SET SESSION and KILL"))
	}
}

// privileges looks at what the account may do beyond reading.
func (s *site) privileges() {
	given, err := grants.Parse(s.account.Grants)
	if err != nil {
		s.wide(err.Error())
		return
	}
	own, public := given.Own(), given.Public()
	elsewhere := given.Elsewhere(s.account.Database)
	if wider := own.Wider(s.account.Database); !wider.Empty() {
		s.wide("the account may do more than read: " + strings.Join(wider.Texts(), ", "))
	}
	if wider := public.Wider(s.account.Database); !wider.Empty() {
		s.widePublic(wider)
	}
	switch {
	case !given.Wider(s.account.Database).Empty():
	case !elsewhere.Writing().Empty():
		s.add(ok("grants", "the account can only read the site"))
	default:
		s.add(ok("grants", "the account can only read"))
	}
	s.elsewhere(elsewhere)
}

// widePublic adds the finding on privileges of all accounts that are too much for the one of emcp. An account of its own would
// have them as well.
func (s *site) widePublic(wider grants.Grants) {
	f := failure("grants", "every account of the server may do more than read the site: "+strings.Join(wider.Texts(), ", "),
		"emcp does not serve with such an account: an error in it could change the site, or the whole server",
		"set sites."+s.name+".allow_wide_grants: true, or, better, run as the database's administrator:\n"+strings.TrimSpace(wider.Revoke(grants.PUBLIC)))
	if s.config.AllowWideGrants {
		f.Level, f.Why = Warning, "an error in emcp could change the site, or the whole server; sites."+s.name+".allow_wide_grants allows it"
		f.Do = "run as the database's administrator:\n" + strings.TrimSpace(wider.Revoke(grants.PUBLIC))
	}
	s.add(f)
}

// elsewhere adds findings on other databases that the account can use.
func (s *site) elsewhere(elsewhere grants.Grants) {
	if own := elsewhere.Own(); !own.Empty() {
		s.add(warning("grants", "the account can use other databases too: "+strings.Join(own.Texts(), ", "),
			"emcp does not need them; an attacker who takes over the account gets them", "give emcp an account for this database alone"))
	}
	if public := elsewhere.Public(); !public.Empty() {
		s.add(warning("grants", "every account of the server can use other databases: "+strings.Join(public.Targets(), ", "),
			"emcp does not need them; an attacker who takes over the account could fill the server's disk there",
			"if no program needs them, run as the database's administrator:\n"+strings.TrimSpace(public.Revoke(grants.PUBLIC))))
	}
}

// anonymous looks for databases that the account sees although SHOW GRANTS does not name them: before MariaDB 10.11, servers give
// them to every account by privileges of the user without a name.
func (s *site) anonymous(ctx context.Context) {
	given, err := grants.Parse(s.account.Grants)
	if err != nil {
		return // reported already
	}
	var seen []string
	err = s.db.Query(ctx, evodb.Statement{
		SQL: "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME NOT IN ('information_schema', 'performance_schema') ORDER BY 1 LIMIT 100",
	}, func(scan evodb.Scan) error {
		var name string
		err := scan(&name)
		if err == nil && !strings.EqualFold(name, s.account.Database) && !given.Mentions(name) {
			seen = append(seen, name)
		}
		return err
	})
	if err == nil && len(seen) > 0 {
		s.add(warning("grants", "every account of the server can use other databases: "+strings.Join(seen, ", "),
			"emcp does not need them; an attacker who takes over the account could fill the server's disk there",
			"if no program needs them, run mysql_secure_installation, or as the database's administrator:\n"+
				"DELETE FROM mysql.db WHERE User = '';\nFLUSH PRIVILEGES;"))
	}
}

// wide adds the finding on an account that may do too much: the account may be that of the site itself, so that its
// privileges are best left alone.
func (s *site) wide(what string) {
	f := failure("grants", what, "emcp does not serve with such an account: an error in it could change the site, or the whole server",
		"set sites."+s.name+".allow_wide_grants: true, or, better, make an account of its own for emcp and put it into dsn")
	if s.config.AllowWideGrants {
		f.Level, f.Why = Warning, "an error in emcp could change the site, or the whole server; sites."+s.name+".allow_wide_grants allows it"
		f.Do = "make an account of its own for emcp and put it into dsn"
	}
	if s.schema != nil {
		own := grants.Account{User: "emcp", Host: grants.ParseAccount(s.account.Name).Host}
		if own == grants.ParseAccount(s.account.Name) {
			own.User = "emcp_reader"
		}
		f.Do += ":\n" + strings.TrimSpace(grants.Create(own, "choose a password", s.account.Database, grants.Needed(s.schema, s.reads)))
	}
	s.add(f)
}

// sensitive looks for columns that emcp never reads, and that an account of its own should not be able to.
func (s *site) sensitive() {
	given, err := grants.Parse(s.account.Grants)
	if err != nil {
		return // said already
	}
	var readable []string
	for _, table := range s.schema.Tables() {
		for _, column := range s.schema.Columns(table) {
			if allowlist.Sensitive(column) && given.Reads(s.account.Database, s.schema.Prefix+table, column) {
				readable = append(readable, s.schema.Prefix+table+"."+column)
			}
		}
	}
	if len(readable) == 0 {
		s.add(ok("sensitive columns", "the account cannot read passwords and sessions"))
		return
	}
	f := warning("sensitive columns", "the account can read "+strings.Join(readable, ", "),
		"emcp never reads them; who takes over the account could take over the site's users", "make an account of its own for emcp")
	if given.Wider(s.account.Database).Empty() {
		a := grants.ParseAccount(s.account.Name)
		f.Do = "run as the database's administrator:\n" + strings.TrimSpace(given.Own().Revoke(a.String())+grants.Grant(a, s.account.Database, grants.Needed(s.schema, s.reads)))
	}
	s.add(f)
}
