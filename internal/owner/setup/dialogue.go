package setup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// dialogue asks the owner, or takes the defaults if nobody can answer.
type dialogue struct {
	ask   bool
	out   io.Writer
	lines func(context.Context) (string, error)
	err   error // of the first output that failed
}

func (d *dialogue) say(text string) {
	if d.err == nil {
		_, d.err = io.WriteString(d.out, text)
	}
}

// lineReader returns a function that reads the next line without its line break. It ends with its context, so that a
// signal ends emcp even if nothing is typed.
func lineReader(in io.Reader) func(context.Context) (string, error) {
	type line struct {
		text string
		err  error
	}
	reader := bufio.NewReader(in)
	return func(ctx context.Context) (string, error) {
		read := make(chan line, 1)
		go func() {
			text, err := reader.ReadString('\n')
			read <- line{text, err}
		}()
		select {
		case <-ctx.Done():
			return "", errors.New("interrupted; no file was written")
		case l := <-read:
			if l.err != nil {
				return "", errors.New("no answer; no file was written")
			}
			return strings.TrimSpace(l.text), nil
		}
	}
}

// askFor returns the given value, the answer to the question, or the default. check validates it; after a wrong answer
// the question is asked again.
func (d *dialogue) askFor(
	ctx context.Context, given, question, byDefault string, check func(string) error,
) (string, error) {
	switch {
	case given != "":
		return given, check(given)
	case !d.ask:
		return byDefault, check(byDefault)
	}
	hint := ""
	if byDefault != "" {
		hint = " [" + byDefault + "]"
	}
	for {
		d.say(question + hint + ": ")
		answer, err := d.lines(ctx)
		if err != nil {
			return "", err
		}
		if answer == "" {
			answer = byDefault
		}
		if err = check(answer); err == nil {
			return answer, nil
		}
		d.say(fmt.Sprintf("  %v\n", err))
	}
}

// confirm asks a question that is answered by yes, the default, or no.
func (d *dialogue) confirm(ctx context.Context, question string) (yes bool, err error) {
	_, err = d.askFor(ctx, "", question+" (yes or no)", "yes", func(answer string) error {
		answer = strings.ToLower(answer)
		if yes = answer == "yes" || answer == "y"; !yes && answer != "no" && answer != "n" {
			return fmt.Errorf("%q is neither yes nor no", answer)
		}
		return nil
	})
	return yes, err
}
