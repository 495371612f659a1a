package siteconf

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// Go's libraries for .env files follow the rules of shells or of Ruby. A site uses vlucas/phpdotenv, where $ is an
// ordinary character unless { follows it. Any other reader would get some passwords wrong.

var (
	envName   = regexp.MustCompile(`^[A-Za-z0-9_.]+$`)
	reference = regexp.MustCompile(`\$\{[A-Za-z0-9_.]+\}`)
)

// parseEnv reads the lines NAME=value of a .env file. If a name occurs twice, the last value counts.
func parseEnv(source string) (map[string]string, error) {
	env := map[string]string{}
	r := &envReader{
		rest: strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(source, "\ufeff")), line: 1,
	}
	for r.rest != "" {
		line := r.line
		if err := r.entry(env); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	return env, nil
}

// envReader reads a file line by line. A value in double quotes may span several lines.
type envReader struct {
	rest string
	line int
}

// cut returns the text up to the end of the line and moves behind it.
func (r *envReader) cut() string {
	line, rest, _ := strings.Cut(r.rest, "\n")
	r.rest = rest
	r.line++
	return line
}

func (r *envReader) entry(env map[string]string) error {
	head, _, _ := strings.Cut(r.rest, "\n")
	if trimmed := strings.TrimSpace(head); trimmed == "" || trimmed[0] == '#' {
		r.cut()
		return nil
	}
	before, _, assigned := strings.Cut(head, "=")
	key := strings.TrimSpace(before)
	if rest, exported := strings.CutPrefix(key, "export"); exported && rest != strings.TrimSpace(rest) {
		key = strings.TrimSpace(rest)
	}
	if len(key) > 2 && (key[0] == '"' || key[0] == '\'') && key[len(key)-1] == key[0] {
		key = key[1 : len(key)-1]
	}
	if !envName.MatchString(key) {
		return errors.New("expected NAME=value")
	}
	if !assigned {
		r.cut()
		return nil
	}
	r.rest = strings.TrimLeft(r.rest[len(before)+1:], " \t")
	value, err := r.value(env)
	env[key] = value
	return err
}

// value reads the value behind =, up to the end of the line.
func (r *envReader) value(env map[string]string) (string, error) {
	switch {
	case strings.HasPrefix(r.rest, "'"):
		inside, rest, closed := strings.Cut(r.rest[1:], "'")
		if !closed || strings.Contains(inside, "\n") {
			return "", errors.New("a quote is not closed")
		}
		r.rest = rest
		return inside, r.tail()
	case strings.HasPrefix(r.rest, `"`):
		return r.double(env)
	}
	value, _, _ := strings.Cut(r.cut(), "#")
	value = strings.TrimRightFunc(value, unicode.IsSpace)
	if strings.ContainsFunc(value, unicode.IsSpace) {
		return "", errors.New("a value with spaces must be in quotes")
	}
	return expand(value, env), nil
}

// double reads a value in double quotes.
func (r *envReader) double(env map[string]string) (string, error) {
	var out strings.Builder
	for s := r.rest[1:]; s != ""; {
		n := 1
		switch {
		case s[0] == '"':
			r.line += strings.Count(r.rest[:len(r.rest)-len(s)], "\n")
			r.rest = s[1:]
			return out.String(), r.tail()
		case s[0] == '\\' && len(s) > 1:
			i := strings.IndexByte(`"\$fnrtv`, s[1])
			if i < 0 {
				return "", fmt.Errorf(`\%c in double quotes has no meaning`, s[1])
			}
			out.WriteByte("\"\\$\f\n\r\t\v"[i])
			n = 2
		case s[0] == '$':
			if at := reference.FindStringIndex(s); at != nil && at[0] == 0 {
				n = at[1]
			}
			out.WriteString(expand(s[:n], env))
		default:
			out.WriteByte(s[0])
		}
		s = s[n:]
	}
	return "", errors.New("a quote is not closed")
}

// tail skips a comment behind a quoted value.
func (r *envReader) tail() error {
	if rest := strings.TrimSpace(r.cut()); rest != "" && rest[0] != '#' {
		return errors.New("there is text after the closing quote")
	}
	return nil
}

// expand replaces ${NAME} with the value of an earlier name. It leaves unknown names alone.
func expand(value string, env map[string]string) string {
	return reference.ReplaceAllStringFunc(value, func(match string) string {
		if known, ok := env[match[2:len(match)-1]]; ok {
			return known
		}
		return match
	})
}

// environmentText returns the text that PHP's env() makes of a value: words such as true and null have a special
// meaning.
func environmentText(value string) string {
	switch strings.ToLower(value) {
	case "true", "(true)":
		return "1"
	case "false", "(false)", "null", "(null)", "empty", "(empty)":
		return ""
	}
	return value
}
