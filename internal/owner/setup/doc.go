// Package setup is emcp init: it examines a site and its database, writes the first configuration or adds to one, and lists the
// remaining steps. It writes only that file and, if asked, the SQL.
//
// It runs only SELECT and SHOW, and creates no user. The DSN in the file is that of a user whom the printed SQL creates: the
// site's own account can write, and usually cannot create users. The file has passed the parser of emcp serve before it is
// written, and it is written completely or not at all.
package setup
