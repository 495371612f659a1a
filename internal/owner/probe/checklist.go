package probe

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Checklist is the result of a run with a profile: the requirements of the profile, in its order.
type Checklist struct {
	URL     string   `json:"url"`
	Profile string   `json:"profile"`
	Server  string   `json:"server"` // name and version, as the server gives them
	Checks  []*Check `json:"checks"`
	Notes   []string `json:"notes,omitempty"`
}

// Check is one requirement.
type Check struct {
	Name     string    `json:"name"`
	Verdict  Verdict   `json:"verdict"`
	Seen     string    `json:"seen,omitempty"` // what the server did, or why the requirement was not checked
	Findings []Finding `json:"findings,omitempty"`
	more     int       // findings beyond maxFindings
}

// Possible verdicts of a check.
const (
	Passed    Verdict = "passed"
	Failed    Verdict = "failed"
	Unchecked Verdict = "not checked"
)

// maxFindings bounds the findings of one check.
const maxFindings = 5

// fail adds what is wrong, and what to do.
func (c *Check) fail(what, advice string) {
	c.Verdict = Failed
	if len(c.Findings) == maxFindings {
		c.more++
		c.Seen = fmt.Sprintf("and %d more", c.more)
		return
	}
	c.Findings = append(c.Findings, Finding{what, advice})
}

// leaveUnchecked ends a check without a judgement.
func (c *Check) leaveUnchecked(format string, values ...any) {
	c.Verdict, c.Seen = Unchecked, fmt.Sprintf(format, values...)
}

// conclude ends a check. err is what is wrong, or nil.
func (c *Check) conclude(err error) {
	if err != nil {
		f := findingOf(err)
		c.fail(f.What, f.Why)
	}
}

// Err returns an error if the server fails a check.
func (l *Checklist) Err() error {
	if n := l.count(Failed); n > 0 {
		return fmt.Errorf("%d of %d checks failed", n, len(l.Checks))
	}
	return nil
}

func (l *Checklist) count(v Verdict) (n int) {
	for _, c := range l.Checks {
		if c.Verdict == v {
			n++
		}
	}
	return n
}

// Write writes the checklist for people: a table, then what each failed check found and what to do.
func (l *Checklist) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n", l.URL, strings.TrimPrefix(l.Server+", profile "+l.Profile, ", "))
	var rows strings.Builder
	fmt.Fprintln(&rows, "CHECK\tVERDICT\tSEEN")
	for _, c := range l.Checks {
		fmt.Fprintf(&rows, "%s\t%s\t%s\n", c.Name, c.Verdict, c.Seen)
	}
	if err := writeTable(&b, rows.String()); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n%d passed, %d failed, %d not checked\n", l.count(Passed), l.count(Failed), l.count(Unchecked))
	for _, note := range l.Notes {
		fmt.Fprintf(&b, "%s\n", note)
	}
	for _, c := range l.Checks {
		c.explain(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// explain writes the findings of a failed check. Advice that several findings share stands once, after them.
func (c *Check) explain(b *strings.Builder) {
	if c.Verdict != Failed {
		return
	}
	fmt.Fprintf(b, "\nfailed  %s\n", c.Name)
	for i, f := range c.Findings {
		fmt.Fprintf(b, "        %s\n", f.What)
		if i+1 == len(c.Findings) || c.Findings[i+1].Why != f.Why {
			fmt.Fprintf(b, "        %s\n", f.Why)
		}
	}
}

// member returns a member of a JSON object, or nil.
func member(object any, name string) any {
	members, _ := object.(map[string]any)
	return members[name]
}

// show writes a JSON value on one short line.
func show(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "nothing"
	}
	return clean(string(text))
}
