package probe

import (
	"fmt"
	"strings"
	"time"
)

// judgeLatency compares the latencies of a tool with the targets for its kind.
func judgeLatency(c *Check, t tomoTool, times []time.Duration) error {
	kind := toolKinds[t.kind()]
	switch {
	case len(times) == 0:
		c.leaveUnchecked("no call returned a result")
		return nil
	case kind.p50 == 0:
		c.leaveUnchecked("the specification has no targets for such tools")
		return nil
	}
	var over []string
	var seen []string
	for _, of := range []struct {
		name   string
		rank   float64
		target float64
	}{{"p50", 50, kind.p50}, {"p95", 95, kind.p95}, {"p99", 99, kind.p99}} {
		took := percentile(times, of.rank)
		seen = append(seen, fmt.Sprintf("%s %.1f ms", of.name, took))
		if took > of.target {
			over = append(over, fmt.Sprintf("%s is %.1f ms, the target %.0f ms", of.name, took, of.target))
		}
	}
	c.Seen = fmt.Sprintf("%s of %d calls", strings.Join(seen, ", "), len(times))
	if over != nil {
		return wrong(strings.Join(over, "; ")+".",
			"TOMO drops a server whose p95 is above twice the target for 5 minutes. Look at the calls behind the tool; "+
				"measure again with --repeat 20.")
	}
	return nil
}
