//go:build pictures

package main

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPictures writes the terminal pictures of docs: what init, check and probe print for the site of the tests. What
// differs from run to run has the value that it would have for an owner, so that the pictures stay as they are.
func TestPictures(t *testing.T) {
	s := newWebSite(t, "3.5")
	site := httptest.NewServer(website("<p>Chairs</p>"))
	defer site.Close()
	r := s.onTerminal(t, "init")
	r.answer(t, askFolder, s.folder+"/www\n")
	for _, step := range [][2]string{
		{askFile}, {askURL, site.URL + "/"}, {askListen}, {askPublic}, {askView}, {askPages}, {askName},
	} {
		r.answer(t, step[0], step[1]+"\n")
	}
	shown, _ := r.end(t)
	token := regexp.MustCompile(`emcp_\w{40}`).FindString(shown)
	draw(t, "init", "$ emcp init", strings.ReplaceAll(s.typical(fold(shown)), site.URL, "https://www.example.com"))

	statements := strings.Join(regexp.MustCompile(`(?m)^    (CREATE|GRANT) .*;$`).FindAllString(shown, -1), "\n")
	if _, err := s.database.DB.ExecContext(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if _, err := s.database.DB.ExecContext(context.Background(), "DROP USER 'emcp'@'127.0.0.1'"); err != nil {
			t.Error(err)
		}
	}()
	s.edit(t, "emcp.yaml", ":8787", ":0") // a port that is free
	stdout, _, _ := emcp(t, "", "check", "--config", filepath.Join(s.folder, "emcp.yaml"))
	draw(t, "check", "$ emcp check", strings.ReplaceAll(s.typical(stdout), site.URL, "https://www.example.com"))

	running := startWith(t, filepath.Join(s.folder, "emcp.yaml"))
	defer running.stop(t)
	const address = "http://127.0.0.1:8787/mcp"
	stdout, stderr, status := emcp(t, "", "probe", running.url+"/mcp", "--token", token)
	if status != 0 {
		t.Fatalf("%s%s", stdout, stderr)
	}
	draw(t, "probe", "$ EMCP_TOKEN=TOKEN emcp probe "+address,
		strings.ReplaceAll(s.typical(stdout), running.url+"/mcp", address))
}

// fold leaves a few of many lines that are alike, and says so.
func fold(text string) string {
	text = regexp.MustCompile(`(?m)((?:^    GRANT .*\n){3})(?:^    GRANT .*\n)+`).ReplaceAllString(text, "$1    ...\n")
	return regexp.MustCompile(`(?s)\nCursor \(.*`).ReplaceAllString(text, "\n...\n")
}

// typical replaces what differs between runs with what an owner could see.
func (s webSite) typical(text string) string {
	return strings.NewReplacer(
		"TOKEN", "emcp_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCd", "PASSWORD", "Emcp-2-abcdefghijklmnopqrstuvwxyz",
		"ADDRESS", "127.0.0.1:3306", "DATABASE", "evolution", "SERVER", "MariaDB 10.11.14", "HOME/www", "/var/www/shop",
		"HOME", "/etc/emcp",
		"EMCP", "/usr/bin/emcp", "127.0.0.1:0", "127.0.0.1:8787",
	).Replace(s.named(text))
}

// Sizes of a picture, in pixels, and its widest line, in characters.
const (
	advance, line, margin = 7.8, 18, 16
	widest                = 118
)

// TestAnswerPicture draws the question and the answer of the README's transcript, whose calls a test of the demo makes.
func TestAnswerPicture(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	dialog := regexp.MustCompile(`(?ms)^(You: .*?)\n\n.*^(Assistant: .*?)\n` + "```").FindSubmatch(readme)
	if dialog == nil {
		t.Fatal("the README has no transcript")
	}
	draw(t, "answer", string(dialog[1]), "\n"+string(dialog[2]))
}

// draw writes a picture of a first line, such as a command, and what follows it. The picture stays as it was where only
// latencies and sizes differ.
func draw(t *testing.T, name, first, rest string) {
	t.Helper()
	lines := append([]string{first}, strings.Split(strings.TrimRight(rest, "\n"), "\n")...)
	columns := 0
	for i, text := range lines {
		if lines[i] = strings.TrimRight(text, " "); utf8.RuneCountInString(text) > widest {
			lines[i] = string([]rune(text)[:widest-1]) + "…"
		}
		columns = max(columns, utf8.RuneCountInString(lines[i]))
	}
	width, height := 2*margin+advance*float64(columns), 2*margin+line*len(lines)
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" viewBox="0 0 %.0f %d" role="img">
<title>%s</title>
<rect width="100%%" height="100%%" rx="8" fill="#1b1f24"/>
<g fill="#d5dbe1" font-family="Menlo, Consolas, 'DejaVu Sans Mono', `+
		`monospace" font-size="13"`+
		` xml:space="preserve" style="white-space: pre">
`, width, height, width, height, escaped(t, strings.TrimPrefix(first, "$ ")))
	for i, text := range lines {
		if text == "" {
			continue
		}
		colour := ""
		if i == 0 {
			colour = ` fill="#8fd18f"`
		}
		fmt.Fprintf(&svg, `<text x="%d" y="%d" textLength="%.1f"%s>%s</text>`+"\n",
			margin, margin+line*i+13, advance*float64(utf8.RuneCountInString(text)), colour, escaped(t, text))
	}
	svg.WriteString("</g>\n</svg>\n")

	file := filepath.Join("..", "..", "docs", name+".svg")
	was, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if unmeasured(string(was)) == unmeasured(svg.String()) {
		return
	}
	if err := os.WriteFile(file, []byte(svg.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
}

// unmeasured takes out of a picture what is measured, and widths, which follow.
func unmeasured(svg string) string {
	svg = regexp.MustCompile(` +\d+\.\d +\d+\.\d +\d+ `).ReplaceAllString(svg, " MS MS BYTES ")
	svg = regexp.MustCompile(`(textLength|width)="[\d.]+"|viewBox="[\d. ]+"`).ReplaceAllString(svg, "")
	return regexp.MustCompile(` {2,}`).ReplaceAllString(svg, " ")
}

func escaped(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("&#39;", "'", "&#34;", `"`).Replace(b.String())
}
