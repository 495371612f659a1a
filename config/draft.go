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

	"go.yaml.in/yaml/v3"

	"emcp/internal/auth"
	"emcp/internal/identity"
	"emcp/internal/loopback"
)

// Draft is the content of a new configuration for one site.
type Draft struct {
	Listen      string
	DSN         string // ${NAME} in it stands for an environment variable, as in every value
	TablePrefix string
	BaseURL     string   // of the site; can be empty
	HiddenTVs   []string // names of template variables that visitors do not see
	Token       string   // its name
	Hash        auth.TokenHash
	View        identity.View // of the token and of stdio
	PublicURL   string        // address for assistants on the web, through a web server; empty: none, and nobody can sign in
	StateDir    string        // stores sign-ins; only with PublicURL
}

// draft is the file of a Draft. Its values are written as YAML.
var draft = template.Must(template.New("emcp.yaml").Funcs(template.FuncMap{"yaml": scalar}).Parse(
	`# The configuration of emcp, written by emcp init. It contains a password: keep it secret.
# emcp check reports errors in it. docs/configure.md lists all keys with their defaults.

# The address where emcp listens. Only this computer can reach a loopback address such as 127.0.0.1; docs/access.md
# explains access from elsewhere.
listen: {{yaml .Listen}}

sites:
  main:
    dsn: {{yaml .DSN}}
{{- if .TablePrefix}}
    table_prefix: {{yaml .TablePrefix}}
{{- end}}
{{- if .BaseURL}}
    base_url: {{yaml .BaseURL}}
{{- end}}
{{- if .HiddenTVs}}
    # Template variables that nothing on the site prints. Assistants with the view public do not see them.
    hidden_tvs: [{{range $i, $name := .HiddenTVs}}{{if $i}}, {{end}}{{yaml $name}}{{end}}]
{{- end}}

auth:
  # Callers need one of these tokens. emcp token new creates more. The view public shows what visitors of the site see,
  # manager also drafts, private documents and users.
  tokens:
    - {name: {{yaml .Token}}, sha256: {{yaml .Hash.String}}, view: {{yaml .View}}}
{{- if .PublicURL}}

  # Assistants on the web need only the public address. People sign in with a token, on a page of emcp.
  oauth:
    builtin: {public_url: {{yaml .PublicURL}}}

# The folder where emcp stores who has signed in. It needs no backup.
state_dir: {{yaml .StateDir}}

security:
  # The host names under which emcp answers, and the address of the web server in front of it.
  allow_hosts: [{{range $i, $name := .Hosts}}{{if $i}}, {{end}}{{yaml $name}}{{end}}]
  trusted_proxies: [{{yaml .Proxy}}]
{{- end}}

# Programs that start emcp themselves, such as Claude Desktop, need no token.
stdio: {view: {{yaml .View}}}
`))

// Text returns the file, or the errors that Parse would report for it. env is that of Parse.
func (d Draft) Text(env func(string) (string, bool)) ([]byte, error) {
	values := []string{d.Listen, d.DSN, d.TablePrefix, d.BaseURL, d.Token, d.PublicURL, d.StateDir}
	for _, value := range append(values, d.HiddenTVs...) {
		if !utf8.ValidString(value) {
			return nil, errors.New("a value is not valid UTF-8, which YAML requires")
		}
	}
	var text bytes.Buffer
	if err := draft.Execute(&text, d); err != nil {
		return nil, fmt.Errorf("write the configuration: %w", err)
	}
	_, err := Parse(text.Bytes(), env)
	return text.Bytes(), err
}

// Hosts returns the host names of emcp: the public one, and that of this computer.
func (d Draft) Hosts() []string {
	var names []string
	if u, err := url.Parse(d.PublicURL); err == nil && u.Hostname() != "" {
		names = append(names, u.Hostname())
	}
	local := d.local()
	if strings.Contains(local, ":") {
		local = "[" + local + "]"
	}
	if !slices.Contains(names, local) {
		names = append(names, local)
	}
	return names
}

// Proxy returns the address to which a web server on this computer passes requests on.
func (d Draft) Proxy() string {
	if local := d.local(); net.ParseIP(local) != nil {
		return local
	}
	return defaultLocal
}

// local returns the host name by which programs on this computer call emcp.
func (d Draft) local() string {
	host, _, err := net.SplitHostPort(loopback.Reach(d.Listen))
	if err != nil || host == "" {
		return defaultLocal
	}
	return host
}

const defaultLocal = "127.0.0.1"

// scalar quotes a string for YAML.
func scalar(value any) (string, error) {
	text, err := yaml.Marshal(&yaml.Node{Kind: yaml.ScalarNode, Style: yaml.DoubleQuotedStyle, Tag: "!!str", Value: fmt.Sprint(value)})
	return strings.TrimSuffix(string(text), "\n"), err
}
