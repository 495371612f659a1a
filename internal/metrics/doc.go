// Package metrics counts what emcp does, for Prometheus. It is the one place that names metrics;
// docs/hosters/operate.md says what they mean.
//
// Requests are counted from the same record as the audit line, so that both agree. Labels are handles, methods, tools,
// codes and sites, but no subjects. A name that a caller made up becomes unknown, so that nobody can grow the number of
// series.
package metrics
