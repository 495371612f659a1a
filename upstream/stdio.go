package upstream

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/time/rate"
)

// Bounds of a program.
const (
	// politeTime is how long a program has to end after its input has, and again after it was asked to.
	politeTime = time.Second
	// unaskedPerSecond and unaskedAtOnce bound the lines that answer nothing, such as notifications.
	unaskedPerSecond, unaskedAtOnce = 100, 1000
	// maxStderrLine bounds a line of the standard error of a program in the log, in characters.
	maxStderrLine = 200
	// waitingWrites is how many messages wait until the program reads them.
	waitingWrites = 2 * callsAtATime
)

// processLink speaks MCP with a program over its standard input and output.
type processLink struct {
	name    string
	command *exec.Cmd
	input   io.WriteCloser
	changed func()
	log     *slog.Logger
	says    func(line string) // gets the lines of its standard error

	writes  chan []byte
	running sync.WaitGroup
	once    sync.Once
	over    chan struct{} // closed when the program must not be used any more
	silent  chan struct{} // closed when the program has closed its output, as it does when it ends

	mu      sync.Mutex
	waiting map[int64]chan message
}

// startProcess starts a program without a shell.
func startProcess(o Options, changed func(), says func(line string)) (*processLink, error) {
	p := &processLink{
		name: o.Name, command: exec.Command(o.Command[0], o.Command[1:]...), changed: changed, log: o.Log, says: says, //nolint:gosec // the owner's; close ends it
		writes: make(chan []byte, waitingWrites), over: make(chan struct{}), silent: make(chan struct{}), waiting: map[int64]chan message{},
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
	p.running.Go(p.write)
	return p, nil
}

func (p *processLink) ended() <-chan struct{} { return p.over }

func (p *processLink) end() { p.once.Do(func() { close(p.over) }) }

func (p *processLink) greeted(string, bool) {}

// close ends the program: first its input, then with a signal that it can handle, then with one that it cannot. Its children end with
// it. Only then is its id free for other programs.
func (p *processLink) close() {
	p.end()
	_ = p.input.Close()
	for _, stop := range []func(*exec.Cmd){terminate, kill} {
		timer := time.NewTimer(politeTime)
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

func (p *processLink) exchange(ctx context.Context, r request) (jsontext.Value, error) {
	text, err := r.text()
	if err != nil {
		return nil, err
	}
	answer := make(chan message, 1)
	p.mu.Lock()
	p.waiting[r.id] = answer
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.waiting, r.id)
		p.mu.Unlock()
	}()
	if err := p.send(ctx, text); err != nil {
		return nil, err
	}
	select {
	case m := <-answer:
		return m.outcome()
	case <-ctx.Done():
		if r.method != initializeMethod {
			p.offer(r.cancelled())
		}
		return nil, ctx.Err()
	case <-p.over:
		return nil, errEnded
	}
}

// offer queues a message for the program if it reads what it gets.
func (p *processLink) offer(text []byte) {
	select {
	case p.writes <- append(text, '\n'):
	default:
	}
}

func (p *processLink) notify(ctx context.Context, method string) error {
	return p.send(ctx, notification(method))
}

// send queues a message for the program.
func (p *processLink) send(ctx context.Context, text []byte) error {
	select {
	case <-p.over:
		return fmt.Errorf("%w: %w", errNotSent, errEnded)
	default:
	}
	select {
	case p.writes <- append(text, '\n'):
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", errNotSent, ctx.Err())
	case <-p.over:
		return fmt.Errorf("%w: %w", errNotSent, errEnded)
	}
}

// write writes what is queued. A program that does not read stops it until close.
func (p *processLink) write() {
	for {
		select {
		case <-p.over:
			return
		case text := <-p.writes:
			if _, err := p.input.Write(text); err != nil {
				p.end()
				return
			}
		}
	}
}

// read passes the messages of the program on. It ends the connection when the output ends or has too much in it, and then reads on, so
// that the program can end.
func (p *processLink) read(output io.Reader) {
	defer func() { _, _ = io.Copy(io.Discard, output) }()
	defer p.end()
	reader := bufio.NewReaderSize(output, 64<<10)
	unasked := rate.NewLimiter(unaskedPerSecond, unaskedAtOnce)
	for {
		line, err := readLine(reader, maxAnswer)
		if errors.Is(err, errTooMuch) {
			id := skipLine(reader, line)
			if id == nil {
				return
			}
			p.give(message{id: id, failure: errTooMuch})
			continue
		}
		if err != nil {
			return
		}
		if !p.take(line) && !unasked.Allow() {
			p.log.Warn("an upstream sends too much that nobody asked for; it is started again", "upstream", p.name)
			return
		}
		select {
		case <-p.over:
			return
		default:
		}
	}
}

// take handles a line of the program. It reports whether the line answers a request.
func (p *processLink) take(line []byte) bool {
	m, err := parse(line)
	if err != nil {
		return false
	}
	if reply := m.reply(); reply != nil {
		p.offer(reply)
		return false
	}
	if m.changes() {
		p.changed()
		return false
	}
	return p.give(m)
}

// give passes a message to the request that it answers, and reports whether there is one.
func (p *processLink) give(m message) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, answer := range p.waiting {
		if m.answers(id) {
			delete(p.waiting, id)
			answer <- m
			return true
		}
	}
	return false
}

// readErrors passes the beginnings of the lines of the program's standard error on.
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
