// Package ratelimit counts requests. A caller may send as many requests in a time as the limit allows, all at once or spread:
// a bucket holds the requests of that time and fills evenly.
//
// With Redis, processes count together. While Redis does not answer, each process counts for itself. No request waits longer
// than 250 ms for Redis. After such a wait, no request asks Redis for 0.5 seconds; then one finds out whether it answers
// again (package redisdb). Keys in Redis begin with rate:emcp:.
package ratelimit
