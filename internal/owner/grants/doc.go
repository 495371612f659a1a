// Package grants knows which tables and columns of a site emcp reads. It writes the statements that let a database
// account read only those, and judges an account by its SHOW GRANTS.
//
// An account is refused if it may do more than SELECT on the site's database, on all databases, or in mysql, where
// privileges are stored. An unknown privilege counts as more than SELECT. So do roles and routines, whatever they
// contain, and lines that cannot be parsed. Database names in grants are patterns. Privileges on other databases are
// only a warning: every fresh MariaDB outside Debian lets all accounts write to test, as PUBLIC or, before 10.11, as
// the user without a name. SHOW GRANTS does not list the latter, so emcp check also looks at which databases the
// account sees.
//
// The statements are column by column for all tables, not only for those of users. Snippets and modules have keys in
// their code, and emcp reads that only where a server has elements switched on.
package grants
