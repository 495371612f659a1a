package config

import (
	"maps"
	"net"
	"net/url"
	"regexp"
	"slices"
)

func (m *mistakes) metrics(f fileMetrics) Metrics {
	if _, _, err := net.SplitHostPort(f.Listen); f.Listen != "" && err != nil {
		m.add("metrics.listen: %q is not host:port", f.Listen)
	}
	return Metrics(f)
}

// tracesPath is where collectors take traces (OTLP 1.11, OTLP/HTTP Request).
const tracesPath = "/v1/traces"

var headerPattern = regexp.MustCompile(`^[A-Za-z0-9-]+$`)

func (m *mistakes) tracing(f fileTracing) Tracing {
	t := Tracing{Endpoint: f.Endpoint, SampleRatio: f.SampleRatio, SQLComments: f.SQLComments}
	if f.Endpoint != "" {
		u, err := url.Parse(f.Endpoint)
		switch {
		case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
			m.add("tracing.endpoint: is not an address such as http://127.0.0.1:4318")
		case u.User != nil:
			m.add("tracing.endpoint: contains a user; use the header Authorization in tracing.headers instead")
		case u.Path == "" || u.Path == "/":
			u.Path = tracesPath
			t.Endpoint = u.String()
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Headers)) {
		if !headerPattern.MatchString(name) {
			m.add("tracing.headers: %q is not a valid header name", name)
		}
		if t.Headers == nil {
			t.Headers = map[string]Secret{}
		}
		t.Headers[name] = Secret(f.Headers[name])
	}
	return t
}
