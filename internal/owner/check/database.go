package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"emcp/allowlist"
	"emcp/evodb"
	"emcp/internal/fault"
	"emcp/internal/owner/grants"
)

// examine examines the site's database. It reports whether that was possible.
func (s *site) examine(ctx context.Context) bool {
	s.website(ctx)
	exemplary := s.bundles()
	options := evodb.Options{
		DSN: s.config.DSN.Reveal(), Prefix: s.config.TablePrefix, MaxOpenConns: 2, StatementTimeout: patience,
		HidesTV: s.config.HidesTV,
	}
	var err error
	if s.db, err = evodb.Open(options); err != nil {
		s.add(failure("database", "sites."+s.name+".dsn is "+err.Error(), "emcp does not start", "write dsn in that form"))
		return false
	}
	defer s.db.Close()
	if s.account, err = s.db.Account(ctx); err != nil {
		s.add(unreachableDatabase(err))
		return false
	}
	s.add(ok("database", fmt.Sprintf("%s answers; the account is %s", evodb.Product(s.account.Version), s.account.Name)))
	s.timeLimit(ctx, options)
	if s.schema, err = s.db.Schema(ctx); err != nil {
		s.privileges()
		s.add(failure("schema", fault.Cause(err).Error(), "emcp can answer no call for this site",
			"set sites."+s.name+".dsn to the database of an Evolution site, and table_prefix if several sites share it; "+
				"check that the account may read its tables"))
		return true
	}
	s.privileges()
	s.anonymous(ctx)
	s.sensitive()
	s.columns()
	s.address()
	s.search(ctx)
	s.closure(ctx)
	if s.more.Pages {
		s.comparePages(ctx)
	}
	s.hiddenTVs()
	s.unprinted(ctx)
	s.bindings(ctx)
	for _, server := range exemplary {
		s.examples(ctx, server)
	}
	return true
}

// unreachableDatabase returns the finding on a database that emcp cannot connect to.
func unreachableDatabase(err error) Finding {
	do := "check that the database server runs and listens at the address in dsn"
	switch evodb.RefusalOf(err) {
	case evodb.LoginRefused:
		do = "check that user and password in dsn are right, and that the user may connect from this computer; emcp init " +
			"prints the statements that create a user"
	case evodb.DatabaseRefused:
		do = "check that the database in dsn exists, and that the user may read tables in it"
	}
	return failure("database", fault.Cause(err).Error(),
		"emcp can answer no call for this site, and nothing else of it could be checked", do)
}

// timeLimit tests whether statements that take too long are ended.
func (s *site) timeLimit(ctx context.Context, options evodb.Options) {
	const why = "slow statements would slow down the site"
	limit, err := evodb.TryLimit(ctx, options)
	switch {
	case err != nil:
		s.add(failure("time limit", "could not be tested: "+fault.Cause(err).Error(), why,
			"run emcp check again; if that does not help, read the database server's log"))
	case limit == evodb.ByServer:
		s.add(ok("time limit", "the server ends statements that take too long"))
	case limit == evodb.ByKill:
		s.add(warning("time limit", "the server does not end statements that take too long; emcp ends them with KILL",
			"if emcp dies, its statements keep running", "if you can, upgrade to MariaDB 10.1 or MySQL 5.7.8, or later"))
	default:
		s.add(failure("time limit", "neither the server nor emcp's KILL ends statements that take too long", why,
			"check that no proxy between emcp and the server drops SET SESSION or KILL"))
	}
}

// privileges checks what the account may do beyond reading.
func (s *site) privileges() {
	granted, err := grants.Parse(s.account.Grants)
	if err != nil {
		s.wide(err.Error())
		return
	}
	own, public := granted.Own(), granted.Public()
	elsewhere := granted.Elsewhere(s.account.Database)
	if wider := own.Wider(s.account.Database); !wider.Empty() {
		s.wide("the account may do more than read: " + strings.Join(wider.Texts(), ", "))
	}
	if wider := public.Wider(s.account.Database); !wider.Empty() {
		s.widePublic(wider)
	}
	switch {
	case !granted.Wider(s.account.Database).Empty():
	case !elsewhere.Writing().Empty():
		s.add(ok("grants", "the account can only read the site"))
	default:
		s.add(ok("grants", "the account can only read"))
	}
	s.elsewhere(elsewhere)
}

// widePublic adds the finding on privileges that every account has and that are too wide for emcp's. A separate
// account would have them too.
func (s *site) widePublic(wider grants.Grants) {
	f := failure("grants", "every account of the server may do more than read the site: "+
		strings.Join(wider.Texts(), ", "),
		"emcp does not serve with such an account, because an error in emcp could change the site or the whole server",
		"run as the database's administrator (or, if nobody can, set sites."+s.name+".allow_wide_grants: true):\n"+
			strings.TrimSpace(wider.Revoke(grants.PUBLIC)))
	if s.config.AllowWideGrants {
		f.Level, f.Why = Warning, "an error in emcp could change the site or the whole server; sites."+s.name+
			".allow_wide_grants allows it"
		f.Do = "run as the database's administrator:\n" + strings.TrimSpace(wider.Revoke(grants.PUBLIC))
	}
	s.add(f)
}

// elsewhere adds findings on other databases that the account can use.
func (s *site) elsewhere(elsewhere grants.Grants) {
	if own := elsewhere.Own(); !own.Empty() {
		s.add(warning("grants", "the account can use other databases too: "+strings.Join(own.Texts(), ", "),
			"emcp does not need them; an attacker who takes over the account gets them",
			"give emcp an account for this database alone"))
	}
	if public := elsewhere.Public(); !public.Empty() {
		s.add(warning("grants", "every account of the server can use other databases: "+strings.Join(public.Targets(), ", "),
			"emcp does not need them; an attacker who takes over the account could fill the server's disk there",
			"if no program needs them, run as the database's administrator:\n"+strings.TrimSpace(public.Revoke(grants.PUBLIC))))
	}
}

// anonymous looks for databases that the account sees although SHOW GRANTS does not list them. Before MariaDB 10.11,
// every account has the privileges of the user without a name.
func (s *site) anonymous(ctx context.Context) {
	granted, err := grants.Parse(s.account.Grants)
	if err != nil {
		return // reported already
	}
	var seen []string
	err = s.db.Query(ctx, evodb.Statement{
		SQL: "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME NOT IN ('information_schema', " +
			"'performance_schema') ORDER BY 1 LIMIT 100",
	}, func(scan evodb.Scan) error {
		var name string
		err := scan(&name)
		if err == nil && !strings.EqualFold(name, s.account.Database) && !granted.Mentions(name) {
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

// wide adds the finding on an account that may do too much. It may be the site's own account, so its privileges are
// left alone and the advice is to create another account.
func (s *site) wide(what string) {
	f := failure("grants", what,
		"emcp does not serve with such an account, because an error in emcp could change the site or the whole server",
		"create a separate account for emcp and put it into dsn (or, if nobody can, set sites."+s.name+
			".allow_wide_grants: true)")
	if s.config.AllowWideGrants {
		f.Level, f.Why = Warning, "an error in emcp could change the site or the whole server; sites."+s.name+
			".allow_wide_grants allows it"
		f.Do = "create a separate account for emcp and put it into dsn"
	}
	if s.schema != nil {
		own := grants.Account{User: "emcp", Host: grants.ParseAccount(s.account.Name).Host}
		if own == grants.ParseAccount(s.account.Name) {
			own.User = "emcp_reader"
		}
		f.Do += ":\n" +
			strings.TrimSpace(grants.Create(own, "choose a password", s.account.Database, grants.Needed(s.schema, s.reads)))
	}
	s.add(f)
}

// sensitive looks for columns that emcp never reads, and that its account should not be able to read.
func (s *site) sensitive() {
	granted, err := grants.Parse(s.account.Grants)
	if err != nil {
		return // reported already
	}
	var readable []string
	for _, table := range s.schema.Tables() {
		for _, column := range s.schema.Columns(table) {
			if allowlist.Sensitive(column) && granted.Reads(s.account.Database, s.schema.Prefix+table, column) {
				readable = append(readable, s.schema.Prefix+table+"."+column)
			}
		}
	}
	slices.Sort(readable) // columns come in the order of the server
	if len(readable) == 0 {
		s.add(ok("sensitive columns", "the account cannot read passwords and sessions"))
		return
	}
	f := warning("sensitive columns", "the account can read "+strings.Join(readable, ", "),
		"emcp never reads them; an attacker who takes over the account could take over the site's users",
		"create a separate account for emcp")
	if granted.Wider(s.account.Database).Empty() {
		a := grants.ParseAccount(s.account.Name)
		f.Do = "run as the database's administrator:\n" +
			strings.TrimSpace(granted.Own().Revoke(a.String())+
				grants.Grant(a, s.account.Database, grants.Needed(s.schema, s.reads)))
	}
	s.add(f)
}
