// Package publicnet fetches documents from addresses that strangers have chosen. It connects to public addresses only,
// so that nobody can use emcp to explore its own network. The check is made on the address of the connection, after DNS.
// There are no redirects, no proxy, and no port but 443.
package publicnet
