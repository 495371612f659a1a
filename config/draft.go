package config

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"emcp/internal/auth"
	"emcp/internal/identity"
	"emcp/internal/loopback"
)

// Draft is the content of a new configuration for one site.
type Draft struct {
	Listen string
	Site   DraftSite
	Token  string // its name
	Hash   auth.TokenHash
	View   identity.View // of the token and of stdio
	SignIn DraftSignIn   // without PublicURL nobody can sign in
}

// DraftSite is a site of a configuration.
type DraftSite struct {
	DSN         string // ${NAME} in it stands for an environment variable, as in every value
	TablePrefix string
	BaseURL     string   // of the site; can be empty
	Pages       bool     // visitors' assistants can read pages as the site serves them
	HiddenTVs   []string // names of template variables that visitors do not see
	// rule of the addresses of products; empty: the default
	ProductLinks string
}

// DraftSignIn says how people sign in at emcp.
type DraftSignIn struct {
	PublicURL    string // address for assistants on the web, through a web server
	Registration bool   // assistants may introduce themselves
	StateDir     string // stores sign-ins
}

// draft is the template of the file.
var draft = template.Must(template.New("emcp.yaml").Funcs(template.FuncMap{
	"yaml": scalar, "site": DraftSite.lines, "oauth": DraftSignIn.lines, "indent": indent, "list": list,
	"hosts": draftHosts, "proxy": draftProxy,
}).Parse(
	`# The configuration of emcp, written by emcp init. It contains a password: keep it secret.
# emcp check reports errors in it. docs/hosters/configure.md lists all keys with their defaults.

# The address where emcp listens. Only this computer can reach a loopback address such as 127.0.0.1.
# docs/start.md explains access from elsewhere.
listen: {{yaml .Listen}}

sites:
  main:
{{site .Site | indent 4}}
auth:
  # Callers need one of these tokens. emcp token new creates more. The view public shows what visitors of the site see,
  # manager also drafts, private documents and users.
  tokens:
    - {name: {{yaml .Token}}, sha256: {{yaml .Hash.String}}, view: {{yaml .View}}}
{{- if .SignIn.PublicURL}}

{{oauth .SignIn | indent 2}}
# The folder where emcp stores who has signed in. It needs no backup.
state_dir: {{yaml .SignIn.StateDir}}

security:
  # The host names under which emcp answers, and the address of the web server in front of it.
  allow_hosts: {{hosts .Listen .SignIn.PublicURL | list}}
  trusted_proxies: [{{proxy .Listen | yaml}}]
{{- end}}

# Programs that start emcp themselves, such as Claude Desktop, need no token.
stdio: {view: {{yaml .View}}}
`))

// lines returns the keys of a site, without indentation.
func (s DraftSite) lines() string {
	var text strings.Builder
	fmt.Fprintf(&text, "dsn: %s\n", scalar(s.DSN))
	if s.TablePrefix != "" {
		fmt.Fprintf(&text, "table_prefix: %s\n", scalar(s.TablePrefix))
	}
	if s.BaseURL != "" {
		fmt.Fprintf(&text, "base_url: %s\n", scalar(s.BaseURL))
	}
	if s.Pages {
		text.WriteString(
			"# Visitors' assistants can read pages as the site shows them, with what snippets print.\npages: {enabled: true}\n")
	}
	if len(s.HiddenTVs) > 0 {
		text.WriteString(
			"# Template variables that nothing on the site prints. Assistants with the view public do not see them.\n")
		fmt.Fprintf(&text, "hidden_tvs: %s\n", list(s.HiddenTVs))
	}
	if s.ProductLinks != "" {
		fmt.Fprintf(&text, "# As sCommerce makes them: product.link_rule in its settings.\nproduct_links: %s\n",
			scalar(s.ProductLinks))
	}
	return text.String()
}

// lines returns the key oauth, without indentation.
func (s DraftSignIn) lines() string {
	if !s.Registration {
		return fmt.Sprintf(
			"# Assistants on the web need only the public address. People sign in with a token, on a page of emcp.\n"+
				"oauth:\n  builtin: {public_url: %s}\n", scalar(s.PublicURL))
	}
	return fmt.Sprintf(
		`# Assistants on the web need only the public address. People sign in with a token, on a page of emcp. With
# registration, assistants such as Claude Code and Cursor can introduce themselves; nobody has checked their names.
oauth:
  builtin: {public_url: %s, registration: true}
`, scalar(s.PublicURL))
}

// Text returns the file, or the errors that Parse would report for it. env is that of Parse.
func (d Draft) Text(env func(string) (string, bool)) ([]byte, error) {
	var text bytes.Buffer
	if err := draft.Execute(&text, d); err != nil {
		return nil, fmt.Errorf("write the configuration: %w", err)
	}
	if !utf8.Valid(text.Bytes()) {
		return nil, errors.New("a value is not valid UTF-8, which YAML requires")
	}
	_, err := Parse(text.Bytes(), env)
	return text.Bytes(), err
}

// draftHosts returns the host names of emcp: the public one, and that of this computer.
func draftHosts(listen, publicURL string) []string {
	var names []string
	if u, err := url.Parse(publicURL); err == nil && u.Hostname() != "" {
		names = append(names, u.Hostname())
	}
	local := localHost(listen)
	if strings.Contains(local, ":") {
		local = "[" + local + "]"
	}
	if !slices.Contains(names, local) {
		names = append(names, local)
	}
	return names
}

// draftProxy returns the address from which the requests of a web server on this computer come.
func draftProxy(listen string) string {
	if local := localHost(listen); net.ParseIP(local) != nil {
		return local
	}
	return defaultLocal
}

// localHost returns the host name by which programs on this computer call emcp.
func localHost(listen string) string {
	host, _, err := net.SplitHostPort(loopback.Reach(listen))
	if err != nil || host == "" {
		return defaultLocal
	}
	return host
}

const defaultLocal = "127.0.0.1"

// list writes strings as a list on one line.
func list(values []string) string {
	var quoted []string
	for _, value := range values {
		quoted = append(quoted, scalar(value))
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// indent moves lines to the right.
func indent(spaces int, text string) string {
	var moved strings.Builder
	for line := range strings.Lines(text) {
		moved.WriteString(strings.Repeat(" ", spaces) + line)
	}
	return moved.String()
}
