// Package evodb is the site's database: a small read-only pool, the schema as found in the database, and statements
// with a time limit. The driver and its errors stay inside; errors leave the package as faults.
//
// It knows the tables of Evolution as far as the schema goes. It composes no statements about documents: package query
// does.
//
// # Sessions
//
// Sessions are read-only (SET SESSION TRANSACTION READ ONLY). They have the server's own time limit if it has one:
// max_statement_time on MariaDB, max_execution_time on MySQL from 5.7.8. When a call's time is up or its client is
// gone, the connection is also ended with KILL, because a server notices a closed connection only when it writes. The
// server ends sessions that were idle for 2 minutes, so that the sessions of a broken line do not pile up.
//
// # Accounts
//
// An account that may do more than SELECT is refused (package grants judges it). A database that is down does not keep
// emcp from starting. So SHOW GRANTS is also read with the schema, and while the account has such a privilege, every
// call gets database_unavailable.
//
// # Values
//
// The driver inserts bound values (interpolateParams), which takes one round trip instead of three. Statements are not
// prepared on the server, although that would save time: MariaDB can return wrong rows when a prepared statement with
// NOT EXISTS runs for the second time (MDEV-30073), and NOT EXISTS hides private documents.
//
// # Schema
//
// The schema, the template variables and the names of templates are read at the first call, and again when they are
// older than 30 seconds. A call that names an unknown template variable or template reads them again immediately, but
// at most once a second. So a new one works when it is first asked for, and wrong names cost almost nothing. The table
// prefix is that of the only table whose name ends in site_content.
//
// # Turns
//
// Statements get the max_open_conns connections in the order in which they ask. If the first statement of a tool call
// gets none within 200 ms, the call fails with 503 and Retry-After. Later statements wait until the time of the call is
// up, because a refusal would throw away what the call has cost the database: with a limit for them, 16 clients that
// searched a big site had most calls refused after the expensive statement, and repeated it. A call also fails if the
// server refuses a statement because it or the account has too many connections. Beside the pool there are two more
// connections: one for health probes, and one for KILL.
//
// A connection is free for the next statement only when its own statement has left the server. After KILL, or when the
// connection broke, its statement is looked for in the process list, first after 5 ms, then less and less often, down
// to once a second. Until it is gone from that list, the connection counts as busy; the call does not wait for that.
// Without this rule more statements than max_open_conns could run, because some ignore KILL. While the server cannot be
// asked, the connection counts as busy. If the server refuses connections, it has ended, and its statements with it.
//
// readTimeout and writeTimeout of a DSN are ignored, because they would give up statements that still run.
//
// # Stamp
//
// The stamp of a site (stamp.go) tells whether pages may have changed. It is a hash of all chunks and settings, of the
// last edits of templates, and of those of snippets, plugins and template variables if the account may read them. It is
// at most 30 seconds old.
package evodb
