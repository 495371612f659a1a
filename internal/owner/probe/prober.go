package probe

import "errors"

// prober is the state of one run.
type prober struct {
	*client
	options  Options
	report   *Report
	dialect  dialect   // of the tool calls
	modern   bool      // the server speaks 2026-07-28
	agreed   bool      // the server agreed to some revision
	sessions []dialect // that are still open
	silent   int       // steps in a row without an answer
}

// step runs one step. look sends the requests, records the answers in the step, and returns what is wrong.
func (p *prober) step(name string, look func(*Step) error) {
	s := &Step{Name: name, Verdict: OK}
	p.report.Steps = append(p.report.Steps, s)
	if p.silent >= maxSilent {
		s.skip("not tried: the server no longer answers")
		return
	}
	err := look(s)
	if errors.As(err, &unansweredError{}) {
		p.silent++
	} else {
		p.silent = 0
	}
	s.conclude(err)
}

// Limits of a run.
const (
	maxSilent    = 3       // after so many steps in a row without an answer, the remaining steps are skipped
	oversized    = 8 << 20 // size of a request that every server should refuse, in bytes
	unknownTool  = "emcp_probe_no_such_tool"
	unknownToken = "emcp-probe-wrong-token"
)
