package metrics

import (
	"context"
	"runtime"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"emcp/evodb"
	"emcp/internal/redisdb"
	"emcp/toolset"
	"emcp/toolset/find"
)

// Sources have figures of their own.
type Sources struct {
	Version     string // of the program
	Databases   []Database
	Redis       *redisdb.Client // nil: there is none
	RedisErrors func() uint64
	Answers     *toolset.Answers
	Indexed     func(*evodb.DB) find.Stats // the indexes of a site
	Sessions    func() (all, streams int)
}

// Database is a site's database, and what its connections are for.
type Database struct {
	Site, Use string
	DB        *evodb.DB
}

// upTime bounds the question whether a database or Redis answers.
const upTime = time.Second

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

var (
	buildInfo      = describe("emcp_build_info", "1, with the version of emcp and of Go.", "version", "go_version")
	databaseUp     = describe("emcp_db_up", "1 if the site's database answers.", "site")
	maxConnections = describe("emcp_db_connections_max", "The most connections to the site's database.", "site", "use")
	connections    = describe("emcp_db_connections", "Connections to the site's database.", "site", "use", "state")
	waits          = describe("emcp_db_waits_total", "Statements that had to wait for a connection.", "site", "use")
	waitTime       = describe("emcp_db_wait_seconds_total", "How long statements waited for connections.", "site", "use")
	redisUp        = describe("emcp_redis_up", "1 if Redis answers.")
	redisErrors    = describe("emcp_redis_errors_total", "Commands that Redis did not carry out.")
	cacheCalls     = describe("emcp_cache_calls_total",
		"Calls by how they got their result: kept, shared with a call that was under way, or run.", "result")
	cacheBytes      = describe("emcp_cache_bytes", "Bytes of the results that are kept.")
	searchDocuments = describe("emcp_search_documents", "Documents in the indexes for searches.", "site")
	searchShortened = describe("emcp_search_shortened_documents",
		"Documents of which the indexes have only the beginning.", "site")
	searchWords = describe("emcp_search_words", "Different words in the indexes.", "site")
	searchBytes = describe("emcp_search_bytes", "Bytes of memory of the indexes.", "site")
	searchAge   = describe("emcp_search_age_seconds",
		"How long ago an index was last compared with the site; absent without an index.", "site")
	sessions      = describe("emcp_sessions", "Sessions with subscriptions or streams.")
	streamsMetric = describe("emcp_streams", "Streams of events that are open.")
)

// Describe names the metrics.
func (s Sources) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		buildInfo, databaseUp, maxConnections, connections, waits, waitTime, cacheCalls, cacheBytes, searchDocuments,
		searchShortened, searchWords, searchBytes, searchAge, sessions, streamsMetric, redisUp, redisErrors,
	} {
		to <- d
	}
}

// Collect asks for the figures.
func (s Sources) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	counter := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, value, labels...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), upTime)
	defer cancel()

	gauge(buildInfo, 1, s.Version, runtime.Version())
	up, redisAnswers := s.answering(ctx)
	for i, d := range s.Databases {
		stats := d.DB.Stats()
		gauge(maxConnections, float64(stats.MaxOpenConnections), d.Site, d.Use)
		gauge(connections, float64(stats.InUse), d.Site, d.Use, "in_use")
		gauge(connections, float64(stats.Idle), d.Site, d.Use, "idle")
		counter(waits, float64(stats.WaitCount), d.Site, d.Use)
		counter(waitTime, stats.WaitDuration.Seconds(), d.Site, d.Use)
		if d.Use == UseCalls {
			gauge(databaseUp, number(up[i]), d.Site)
			indexed := s.Indexed(d.DB)
			gauge(searchDocuments, float64(indexed.Documents), d.Site)
			gauge(searchShortened, float64(indexed.Shortened), d.Site)
			gauge(searchWords, float64(indexed.Words), d.Site)
			gauge(searchBytes, float64(indexed.Bytes), d.Site)
			if !indexed.Looked.IsZero() {
				gauge(searchAge, time.Since(indexed.Looked).Seconds(), d.Site)
			}
		}
	}
	if s.Redis != nil {
		gauge(redisUp, number(redisAnswers))
		counter(redisErrors, float64(s.RedisErrors()))
	}
	answers := s.Answers.Stats()
	counter(cacheCalls, float64(answers.Hits), "kept")
	counter(cacheCalls, float64(answers.Shared), "shared")
	counter(cacheCalls, float64(answers.Runs), "run")
	gauge(cacheBytes, float64(answers.Bytes))
	all, open := s.Sessions()
	gauge(sessions, float64(all))
	gauge(streamsMetric, float64(open))
}

// answering asks all at once, so that one that hangs does not make others look down.
func (s Sources) answering(ctx context.Context) (databases []bool, redis bool) {
	databases = make([]bool, len(s.Databases))
	var asked sync.WaitGroup
	for i, d := range s.Databases {
		if d.Use == UseCalls {
			asked.Go(func() { databases[i] = d.DB.Ping(ctx) == nil })
		}
	}
	if s.Redis != nil {
		asked.Go(func() { redis = redisdb.Up(ctx, s.Redis) })
	}
	asked.Wait()
	return databases, redis
}

// Values of Database.Use.
const (
	UseCalls  = "calls"
	UseTokens = "tokens"
)

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
