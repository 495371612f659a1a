package upstream

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"sync"
	"time"
)

// maxStderrLine bounds a line of the standard error of a program in the log, in characters.
const maxStderrLine = 200

// processLink speaks MCP with a program over its standard input and output.
type processLink struct {
	*duplex
	command *exec.Cmd
	input   io.WriteCloser
	says    func(line string) // gets the lines of its standard error
	polite  time.Duration     // how long it has to end after its input was closed, and again after SIGTERM

	running sync.WaitGroup
	silent  chan struct{} // closed when the program has closed its output, as it does when it ends
}

// startProcess starts a program without a shell.
func startProcess(o Options, changed func(), says func(line string)) (*processLink, error) {
	p := &processLink{
		duplex:  newDuplex(o, changed),
		command: exec.Command(o.Command[0], o.Command[1:]...), //nolint:gosec // the owner's; close ends it
		says:    says, polite: o.Pauses.End, silent: make(chan struct{}),
	}
	p.command.Env = []string{}
	for name, value := range o.Env {
		p.command.Env = append(p.command.Env, name+"="+value)
	}
	slices.Sort(p.command.Env)
	ownGroup(p.command)
	var err error
	if p.input, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	output, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	failures, err := p.command.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("the program cannot be started: %w", errors.Unwrap(err))
	}
	p.running.Go(func() {
		defer close(p.silent)
		p.read(output)
	})
	p.running.Go(func() { p.readErrors(failures) })
	p.running.Go(func() {
		p.write(func(text []byte) error {
			_, err := p.input.Write(append(text, '\n'))
			return err
		})
	})
	return p, nil
}

// close ends the program: it closes the input, then sends SIGTERM, then SIGKILL, to the program and its children. It
// waits for the program last, so that the signals cannot reach another program with the same id.
func (p *processLink) close() {
	p.end()
	_ = p.input.Close()
	for _, stop := range []func(*exec.Cmd){terminate, kill} {
		timer := time.NewTimer(p.polite)
		select {
		case <-p.silent:
			timer.Stop()
		case <-timer.C:
		}
		stop(p.command)
	}
	_ = p.command.Wait() // how it ended does not matter
	p.running.Wait()
}

// read handles the messages of the program. It ends the connection when the output ends or a line is too long, and then
// discards output, so that the program can end.
func (p *processLink) read(output io.Reader) {
	defer func() { _, _ = io.Copy(io.Discard, output) }()
	defer p.end()
	reader := bufio.NewReaderSize(output, 64<<10)
	for {
		line, err := readLine(reader, maxAnswer)
		if errors.Is(err, errTooMuch) {
			id := skipLine(reader, line)
			if id == nil {
				return
			}
			p.deliverAnswer(message{id: id, failure: errTooMuch})
			continue
		}
		if err != nil || !p.take(line) {
			return
		}
	}
}

// readErrors passes on the beginning of each line of standard error.
func (p *processLink) readErrors(failures io.Reader) {
	reader := bufio.NewReaderSize(failures, 4<<10)
	for {
		line, more, err := reader.ReadLine()
		if err != nil {
			return
		}
		p.says(string(line))
		for more && err == nil {
			_, more, err = reader.ReadLine()
		}
	}
}
