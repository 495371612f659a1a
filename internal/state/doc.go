// Package state keeps what must outlive a request: in Redis if configured, for several processes; otherwise in one file in
// state_dir; otherwise in memory, and a restart forgets all of it.
//
// The file is a bbolt database, which is consistent at any time; back it up while emcp is stopped. It contains the secrets that
// sign tokens. All of it is read at the start. A damaged file is an error that says what to do, then and later; it never ends
// the process, and nothing more is written to it.
package state
