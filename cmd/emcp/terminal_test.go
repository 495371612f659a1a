package main

import (
	"errors"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
)

// terminalRun is emcp with somebody in front of it.
type terminalRun struct {
	cmd    *exec.Cmd
	screen *os.File
	shown  strings.Builder
}

// onTerminal starts emcp beside the site's folder on a terminal of its own.
func (s webSite) onTerminal(t *testing.T, args ...string) *terminalRun {
	t.Helper()
	r := &terminalRun{cmd: exec.CommandContext(t.Context(), binary, args...)}
	r.cmd.Dir = s.folder
	var err error
	if r.screen, err = pty.Start(r.cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.screen.Close() })
	return r
}

// answer waits for a question, the last thing on the screen, and types.
func (r *terminalRun) answer(t *testing.T, question, keys string) {
	t.Helper()
	buffer, before := make([]byte, 1024), r.shown.Len()
	for !strings.HasSuffix(r.shown.String()[before:], question) {
		n, err := r.screen.Read(buffer)
		if err != nil {
			t.Fatalf("%v before %q, the screen has\n%s", err, question, r.shown.String())
		}
		r.shown.Write(buffer[:n])
	}
	if _, err := r.screen.WriteString(keys); err != nil {
		t.Fatal(err)
	}
}

// end waits for the end and returns all that was shown, and the status.
func (r *terminalRun) end(t *testing.T) (string, int) {
	t.Helper()
	// which says that the other end is closed
	if _, err := io.Copy(&r.shown, r.screen); err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	_ = r.cmd.Wait() // its status is looked at
	return strings.ReplaceAll(r.shown.String(), "\r\n", "\n"), r.cmd.ProcessState.ExitCode()
}

const (
	askFolder   = "Folder of the Evolution site: "
	askFile     = "Configuration file [emcp.yaml]: "
	askURL      = "Address of the site for visitors, such as https://www.example.com/: "
	askListen   = "Address to listen on [127.0.0.1:8787]: "
	askPublic   = "Public address for assistants on the web, such as https://www.example.com (empty: none): "
	askWeb      = "Web server with that address: nginx, apache, caddy [nginx]: "
	askRegister = "Let assistants register themselves, which Claude Code and Cursor need; nobody checks the names that " +
		"they give (yes or no) [yes]: "
	askPages = "Let assistants read these pages (yes or no) [yes]: "
	askView  = "What assistants see: public (like visitors) or manager (also drafts, private documents, users) " +
		"[public]: "
	askName = "Name of the first token [owner]: "
)

func TestInitAsks(t *testing.T) {
	s := newWebSite(t, "3.1")
	settings := "settings   " + settingsFile + "\n"

	t.Run("defaults", func(t *testing.T) {
		s := s.copy(t)
		r := s.onTerminal(t, "init")
		r.answer(t, askFolder, "www\n")
		for _, question := range []string{askFile, askURL, askListen, askPublic, askView, askName} {
			r.answer(t, question, "\n")
		}
		shown, status := r.end(t)
		want := askFolder + "www\n" + settings + foundSite + askFile + "\n" + askURL + "\n" + askListen + "\n" + askPublic +
			"\n" + askView + "\n" + noAddress + askName + "\n" +
			written + makeUser + "\n2. " + checkIt + "\n3. " + startIt + "\n4. " + connectIt
		if diff := cmp.Diff(want, s.general(shown)); diff != "" || status != 0 {
			t.Errorf("status %d (-want +got):\n%s", status, diff)
		}
		if diff := cmp.Diff(configured, s.file(t)); diff != "" {
			t.Error(diff)
		}
	})

	t.Run("mistakes", func(t *testing.T) {
		s := s.copy(t)
		s.write(t, "there.yaml", "kept")
		r := s.onTerminal(t, "init", "--name", "Ada")
		var want strings.Builder
		for _, step := range []struct{ question, keys, reaction string }{
			{askFolder, "nowhere\n", "  there is no folder nowhere\n"},
			{askFolder, s.folder + "/www\n", settings + foundSite},
			{askFile, "there.yaml\n", "  there.yaml " + fileExistsMessage + "\n"},
			{askFile, " my site.yaml \n", ""},
			{
				askURL, "www.example.com\n",
				"  sites.main.base_url: \"www.example.com\" is not an address such as https://www.example.com/\n",
			},
			{askURL, "https://www.example.com/\n", ""},
			{askListen, "8787\n", "  listen: \"8787\" is not host:port\n"},
			{askListen, "0.0.0.0:88\n", ""},
			{askPublic, "www.example.com\n",
				"  auth.oauth.builtin.public_url: \"www.example.com\" is not a scheme and a host such as " +
					"https://www.example.com; plain http is for a loopback host only\n"},
			{askPublic, "https://www.example.com/\n", ""},
			{askWeb, "iis\n", "  \"iis\" is not one of nginx, apache, caddy\n"},
			{askWeb, "\n", ""},
			{askRegister, "perhaps\n", "  \"perhaps\" is neither yes nor no\n"},
			{askRegister, "no\n", ""},
			{askView, "all\n", "  \"all\" " + wrongViewMessage + "\n"},
			{askView, "manager\n", ""},
		} {
			r.answer(t, step.question, step.keys)
			want.WriteString(step.question + step.keys + step.reaction)
		}
		shown, status := r.end(t)
		want.WriteString(strings.NewReplacer(
			"Wrote emcp.yaml", "Wrote my site.yaml", "emcp check", "emcp check --config 'my site.yaml'", "emcp serve",
			"emcp serve --config 'my site.yaml'",
			"HOME/emcp.yaml", "HOME/my site.yaml", ":8787", ":88",
		).Replace(written + makeUser + "\n2. " + startIt + "\n3. " + behindNginx + "\n4. " + checkIt + "\n5. " +
			connectPublic))
		if diff := cmp.Diff(strings.ReplaceAll(want.String(), s.folder, "HOME"), s.general(shown)); diff != "" ||
			status != 0 {
			t.Errorf("status %d (-want +got):\n%s", status, diff)
		}
		s.expectFiles(t, "my site.yaml", "there.yaml", "www")
		if kept, err := os.ReadFile(s.folder + "/there.yaml"); err != nil || string(kept) != "kept" {
			t.Errorf("there.yaml has %s, %v", kept, err)
		}
	})

	t.Run("in the site", func(t *testing.T) {
		s := s.copy(t)
		good := httptest.NewServer(website("<p>Chairs</p>"))
		defer good.Close()
		address := good.URL + "/"
		inside := s
		inside.folder += "/www"
		r := inside.onTerminal(t, "init", "--name", "owner", "--listen", "127.0.0.1:8787", "--view", "public", "--base-url",
			address)
		var want strings.Builder
		for _, step := range []struct{ question, keys, reaction string }{
			{"Folder of the Evolution site [.]: ", "\n", settings + foundSite},
			{"Configuration file: ", "\n", "  emcp.yaml " + insideMessage + " (--config)\n"},
			{"Configuration file: ", "core/emcp.yaml\n", "  core/emcp.yaml " + insideMessage + " (--config)\n"},
			{"Configuration file: ", "../emcp.yaml\n", ""},
			{askPublic, "\n", address + pagesMessage + "\n"},
			{askPages, "no\n", ""},
		} {
			r.answer(t, step.question, step.keys)
			want.WriteString(step.question + step.keys + step.reaction)
		}
		shown, status := r.end(t)
		want.WriteString(strings.NewReplacer("Wrote emcp", "Wrote ../emcp", "emcp check", "emcp check --config ../emcp.yaml",
			"emcp serve", "emcp serve --config ../emcp.yaml").
			Replace(written + makeUser + "\n2. " + checkIt + "\n3. " + startIt + "\n4. " + connectIt))
		if diff := cmp.Diff(want.String(), s.general(shown)); diff != "" || status != 0 {
			t.Errorf("status %d (-want +got):\n%s", status, diff)
		}
		atAddress := strings.Replace(configured, "\n\nauth:", "\n    base_url: \""+address+"\"\n\nauth:", 1)
		if diff := cmp.Diff(atAddress, s.file(t)); diff != "" {
			t.Error(diff)
		}
	})

	for key, want := range map[string]string{
		"\x03": "^Cemcp: init: interrupted; no file was written\n", "\x04": "emcp: init: no answer; no file was written\n",
	} {
		s := s.copy(t)
		r := s.onTerminal(t, "init")
		r.answer(t, askFolder, "www\n")
		r.answer(t, askFile, key)
		shown, status := r.end(t)
		if diff := cmp.Diff(askFolder+"www\n"+settings+foundSite+askFile+want, s.general(shown)); diff != "" || status != 1 {
			t.Errorf("key %q, status %d (-want +got):\n%s", key, status, diff)
		}
		s.expectFiles(t, "www")
	}

	t.Run("yes", func(t *testing.T) {
		s := s.copy(t)
		shown, status := s.onTerminal(t, "init", "--yes", "--site", "www").end(t)
		if diff := cmp.Diff(settings+foundSite+noAddress+written+makeUser+"\n2. "+checkIt+"\n3. "+startIt+"\n4. "+connectIt,
			s.general(shown)); diff != "" || status != 0 {
			t.Errorf("status %d (-want +got):\n%s", status, diff)
		}
	})
}
