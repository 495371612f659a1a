// Package query compiles typed requests to SQL. It is the only place that writes SQL for content and models.
// Identifiers come from constants, from the allowlist and from the schema that was found; every value is a bound
// parameter.
//
// It knows the view of a caller, which is part of every statement for every document that the statement touches. It
// runs nothing.
//
// # Views
//
//   - public: published, not deleted, pub_date reached and unpub_date not, privateweb and privatemgr 0, and in no
//     document group that is private or linked to a member group. The groups are checked beside the flags, because the
//     flags go stale when groups change. On Evolution 3 deletedon must be 0, too: a query of Eloquent sets it without
//     deleted, and the site then answers 404. Its manager shows such a document, and so does the manager view. The page
//     that the setting error_page names is not shown, unless it is the start page: at its own address, too, Evolution
//     answers 404. The pages of unauthorized_page and site_unavailable_page are ordinary pages at their addresses, and
//     stay.
//   - manager: not deleted, or in the trash if the call asks for that.
//   - owners of personal access tokens: as manager; with use_udperms 1 a document whose privatemgr is 1 only through a
//     document group (membergroup_access, in Evolution 3.5 of the context manager). Role 1 sees everything.
//
// Rows of SiteTmplvarContentvalue follow the documents. Visitors get the rows of visible documents. The manager view
// gets the rows of all, even of those in the trash or gone; an owner who does not see all documents, of those that the
// manager would show.
//
// Sorting by titles or values works differently on a big site: the list sorts what is stored and then leaves out what
// visitors do not see (100,000 titles: 65 ms of processor time instead of 79). So titles with tags come last in both
// directions.
//
// # Lists
//
// The ids of a page are found and sorted over narrow rows, which are then joined to the full rows, so that both see the
// same moment. The values of up to four template variables come with the page, those of more with a second statement.
// They are joined by their unique key, so that joins never multiply rows. A list asks for one row more than it shows,
// so that has_more costs no statement. Every order ends with the id.
//
// # Trees
//
// Trees are walked over the indexed parent: with WITH RECURSIVE from MariaDB 10.2.2 and MySQL 8, with unrolled joins
// before. A walk reads all documents below its node, and leaves out those that the view does not show only at the end.
// Ancestors are read 8 per statement. The closure table is not used: it has no index in Evolution 3.1, and it may be
// incomplete.
//
// # Linear work
//
// No statement does more than linear work in a text. Statements look at texts with LIKE and LOCATE, and with one
// pattern that is anchored to the beginning of the text (@-bindings). REGEXP_REPLACE takes MariaDB quadratic time and
// ignores KILL: one page of 700 KB kept four connections busy for 9 seconds each. A test searches the statements of
// random calls for anything else.
//
// # Tags
//
// Where texts are compared, counted or sorted by, a text in which a tag of Evolution begins is NULL in the public view,
// like a binding, because SQL cannot remove tags in linear time. A link to a document ([~12~]) does not count as a tag:
// it executes nothing. If the server fails to test a text, the text is NULL too. Both tests together take 0.2 us per
// value.
//
// # Comparing values
//
//   - Casts are compared with CAST(? AS DECIMAL(65,30)), which is exact. A bound string would be compared as floating
//     point.
//   - Dates of template variables are compared as Unix seconds. The formats are recognized by anchored patterns, so a
//     binding is never a date. CAST turns them into seconds, and a day that does not exist into NULL; STR_TO_DATE does
//     not on MariaDB. allowlist.ParseStoredDate is the same rule in Go, and a test compares both. Text that is not a
//     date comes last in both directions, because an assistant that asks for the next event does not want it first.
//   - Numbers as people write them are recognized by the patterns of package quantity. A type that emcp recognized by
//     itself applies only to calls with tv_format or cast: NUMBER, so calls of the contract are unaffected. Types in
//     tv_types apply to all calls.
//   - Integers of models compare with strings as in MySQL: as floating point, with the number at the beginning of the
//     string. This becomes comparisons with integers. Given the string, MySQL rounds it where it uses an index, and
//     finds 3 equal to 2.5.
//   - In patterns, %, _ and the escape character stand for themselves. MySQL 5.6 forgets an escape right behind a
//     wildcard under Unicode collations. So like-l compares the end of the value, and like with a string that begins
//     with such a character uses LOCATE.
//   - Regular expressions must work in three engines: that of MySQL before 8, PCRE in MariaDB, and ICU in MySQL from 8.
//     ICU refuses a [ within brackets that no backslash precedes, and in MySQL before 8 a backslash there stands for
//     itself. So a pattern with such a [ has two forms, or the [ is found by LOCATE. $ also matches before a line break
//     at the end, of which ICU knows more than PCRE; where a whole text must match, it becomes \z, but for MySQL before
//     8.
//
// # Two measured traps
//
// With 100,000 documents on MariaDB 10.11: with bare date columns the server used the index on unpub_date for the
// public view. A page at offset 5,000 took 154 ms; without that index it takes 6 ms. And the server turned EXISTS on
// the document of a value into a join that starts with all documents: 397 ms instead of 1.
package query
