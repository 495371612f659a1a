package metrics

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"emcp/internal/audit"
	"emcp/internal/fault"
)

// Metrics counts requests, and reads its sources when it is read.
type Metrics struct {
	registry  *prometheus.Registry
	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
	rows      *prometheus.CounterVec
	bytes     *prometheus.CounterVec
	replays   *prometheus.CounterVec
	refusals  *prometheus.CounterVec
	tokens    *prometheus.CounterVec
}

// Names are the labels of a request. They must come from a fixed set. Otherwise callers could
// create any number of series.
type Names struct{ Server, Method, Tool string }

// Names for what has no name, and for what a caller made up.
const (
	None    = "none"
	Unknown = "unknown"
)

// durations are the bounds of the histogram, in seconds. A call may take a minute at most. 0.8 and 1.5 are the budgets
// of TOMO (packaging/prometheus), which a quantile between other bounds would only estimate.
var durations = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, .8, 1, 1.5, 2.5, 5, 10, 60}

// New returns metrics that have counted nothing.
func New(s Sources) *Metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: counter("emcp_requests_total",
			"Requests that have ended, by their code: ok, cancelled or the code of the error.",
			"server", "method", "tool", "code"),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "emcp_request_duration_seconds", Help: "Duration of requests whose message could be read.", Buckets: durations,
		}, []string{"server", "method", "tool"}),
		rows:    counter("emcp_rows_total", "Documents and rows of models in answers.", "server", "tool"),
		bytes:   counter("emcp_answer_bytes_total", "Bytes of answers.", "server", "tool"),
		replays: counter("emcp_replays_total", "Answers of earlier calls with the same idempotency key.", "server"),
		refusals: counter("emcp_rate_limit_refusals_total",
			"Requests over the limit of a caller, or of an address before its caller was known.", "limit"),
		tokens: counter("emcp_task_tokens_total", "Tokens of language models that tasks of groups have cost.", "server",
			"tool"),
	}
	m.registry.MustRegister(
		m.requests, m.durations, m.rows, m.bytes, m.replays, m.refusals, m.tokens, s,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	for _, limit := range []string{limitOfCaller, limitOfAddress} {
		m.refusals.WithLabelValues(limit)
	}
	return m
}

// Values of the label limit.
const (
	limitOfCaller  = "caller"
	limitOfAddress = "address"
)

// Request counts a request that has ended under the names.
func (m *Metrics) Request(r *audit.Record, n Names) {
	code := r.Code
	if _, known := fault.Kinds()[fault.Kind(code)]; !known && code != audit.CodeOK && code != audit.CodeCancelled {
		code = Unknown
	}
	m.requests.WithLabelValues(n.Server, n.Method, n.Tool, code).Inc()
	m.bytes.WithLabelValues(n.Server, n.Tool).Add(float64(r.Bytes))
	if r.Rows > 0 {
		m.rows.WithLabelValues(n.Server, n.Tool).Add(float64(r.Rows))
	}
	if n.Method != None { // other requests were refused at once, or are streams, which are meant to last
		m.durations.WithLabelValues(n.Server, n.Method, n.Tool).Observe(r.Elapsed().Seconds())
	}
	if r.Tokens > 0 {
		m.tokens.WithLabelValues(n.Server, n.Tool).Add(float64(r.Tokens))
	}
	if r.Replayed {
		m.replays.WithLabelValues(n.Server).Inc()
	}
	if code == string(fault.RateLimited) {
		limit := limitOfCaller
		if r.Subject == "" {
			limit = limitOfAddress
		}
		m.refusals.WithLabelValues(limit).Inc()
	}
}

// Handler answers with all metrics as Prometheus reads them.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
