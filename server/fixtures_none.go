//go:build !conformance

package server

// addFixtures adds nothing: only the build for the protocol's conformance suite has fixtures.
func (e *endpoint) addFixtures() {}
