package main

import (
	"fmt"
	"math"
	"strings"
)

// target is a goal with the measured value.
type target struct {
	name, measured string
	met            bool
}

// Bounds of the targets.
const (
	shareOfDriver = 0.90
	cachedTimes   = 4
	maxResident   = 192 << 20 // with the index of 100,000 documents
)

// targets judges a run.
func (d data) targets() []target {
	s := d.middle()
	page := s.of(pageCase)
	share := s.turn(emcpName).Share
	cached := with(s.Cached, 16).PerSecond / with(page.Gateway, 16).PerSecond
	all := []target{
		{
			targetCase + ", 16 clients, cache off: at least 90 % of the bare driver's throughput",
			fmt.Sprintf("%.0f %%", 100*share), share >= shareOfDriver,
		},
		{
			pageCase + ", 16 clients: at least 4 times the throughput with the cache on", number(cached) + " times",
			cached >= cachedTimes,
		},
		{
			"less than 192 MiB of resident memory after " + grouped(int64(d.Soak.Calls)) + " calls",
			fmt.Sprintf("%d MiB, at most %d", d.Soak.Resident>>20, d.Soak.Most>>20), d.Soak.Resident < maxResident,
		},
	}
	documents := grouped(int64(s.Documents))
	for _, limit := range []struct {
		name string
		ms   float64
	}{
		{"every call's median", float64(quick.Milliseconds())},
		{"owners' questions of the whole site", float64(ofOwner.Milliseconds())},
		{"order by a template variable without a filter", float64(tvOrder.Milliseconds())},
	} {
		all = append(all, within(s, limit.ms, fmt.Sprintf("%s documents: %s under %.0f ms", documents, limit.name, limit.ms)))
	}
	if t, measured := s.chunks(); measured {
		all = append(all, t)
	}
	all = append(append(all, slowerThanNotes(s), d.growth()), d.Agency.targets()...)
	return append(all, d.Hanging.targets()...)
}

// within judges the medians of the calls that have a limit.
func within(s siteResult, limit float64, name string) target {
	var over []string
	highest := 0.0
	for _, c := range s.Cases {
		if c.Limit != limit {
			continue
		}
		p50 := with(c.Gateway, 1).P50
		highest = max(highest, p50)
		if p50 >= limit {
			over = append(over, fmt.Sprintf("%s %s", c.Name, number(p50)))
		}
	}
	if len(over) == 0 {
		return target{name, "at most " + number(highest) + " ms", true}
	}
	return target{name, "all but " + strings.Join(over, "; ") + " ms", false}
}

// slowerThanNotes judges whether a call takes longer than the SQL of the PHP package behind net/http.
func slowerThanNotes(s siteResult) target {
	var slower []string
	for _, c := range s.Cases {
		if c.Notes != nil && with(c.Gateway, 1).P50 > c.Notes.P50 {
			slower = append(slower,
				fmt.Sprintf("%s %s instead of %s", c.Name, number(with(c.Gateway, 1).P50), number(c.Notes.P50)))
		}
	}
	t := target{
		name: "no call slower than the SQL of the PHP package behind net/http", measured: "none", met: len(slower) == 0,
	}
	if !t.met {
		t.measured = "all but " + strings.Join(slower, "; ") + " ms"
	}
	return t
}

// growth judges calls that read a part of the site. On a bigger site they may take longer only by the depth of its
// indexes: the logarithm of the number of documents.
func (d data) growth() target {
	small, big := d.Sites[0], d.Sites[len(d.Sites)-1]
	allowed := math.Log(float64(big.Documents)) / math.Log(float64(small.Documents))
	var faster []string
	for _, c := range small.Cases {
		before, after := with(c.Gateway, 1).P50, with(big.of(c.Name).Gateway, 1).P50
		if c.Local && after > before*allowed*noise {
			faster = append(faster, fmt.Sprintf("%s %s to %s", c.Name, number(before), number(after)))
		}
	}
	t := target{
		name: fmt.Sprintf(
			"from %s to %s documents, the time of get, tree and pages by id grows at most with the logarithm (%.1f times)",
			grouped(int64(small.Documents)), grouped(int64(big.Documents)), allowed),
		measured: "all", met: len(faster) == 0,
	}
	if !t.met {
		t.measured = "all but " + strings.Join(faster, "; ") + " ms"
	}
	return t
}

// noise is the ratio by which two measurements of the same call can differ on a busy machine.
const noise = 1.25
