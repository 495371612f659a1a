// Package middleware has the HTTP concerns that do not depend on MCP, one per file, and one place that writes their
// errors (errors.go). Package server has their order.
package middleware
