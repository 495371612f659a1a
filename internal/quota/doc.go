// Package quota counts what callers spend in a day, such as tokens of a language model. Days are those of UTC. Counts are
// shared by all servers and survive reloads. They are in Redis if there is one, otherwise in memory until the process ends.
package quota
