// Package middleware has the HTTP concerns that do not depend on MCP, one per file, and one place that writes their
// errors (errors.go). Package server has their order.
//
// The address of a request is that of its connection. If that is a trusted proxy, it is the last address in
// X-Forwarded-For that is not one. Limits count a /64 network of IPv6 as one address.
package middleware
