package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// AddSite returns the file with one more site, and with a server for it whose handle is the name. The server that was
// first stays first: it answers at the address without a handle. Every line of the file stays. env is that of Load.
func (s Source) AddSite(name string, site DraftSite, env func(string) (string, bool)) (string, error) {
	c, err := s.Load(env)
	if err != nil {
		return "", err
	}
	if !handlePattern.MatchString(name) {
		return "", fmt.Errorf("%q can contain only lower-case letters, digits, - and _, at most 64 characters", name)
	}
	if _, there := c.Sites[name]; there || slices.ContainsFunc(c.written().Servers,
		func(f fileServer) bool { return f.Handle == name }) {
		return "", fmt.Errorf("%s has a site or a server %s already; use another name", s.path, name)
	}
	first := c.Servers[0]
	servers := "- {handle: " + name + ", site: " + name + "}\n"
	if len(c.written().Servers) == 0 {
		servers = fmt.Sprintf(
			"# The first server also answers at the address without its handle.\n- {handle: %s, site: %s}\n", first.Handle,
			scalar(first.Site)) + servers
	}
	text, err := s.add(s.files[0].text, "sites", name+":\n"+indent(2, site.lines()))
	if err != nil {
		return "", err
	}
	if text, err = s.add(text, "servers", servers); err != nil {
		return "", err
	}
	changed, err := including(filepath.Dir(s.path), text).Config(env)
	if err == nil && changed.Servers[0].Handle != first.Handle {
		err = errors.New("servers: an included file has the list; move the list to this file")
	}
	return text, s.explain(err)
}

// AddSignIn returns the file with sign-in at emcp. Every line of the file stays, but lists can get more elements.
func (s Source) AddSignIn(in DraftSignIn, env func(string) (string, bool)) (string, error) {
	c, err := s.Load(env)
	if err != nil {
		return "", err
	}
	if c.Auth.OAuth != nil {
		return "", fmt.Errorf("%s has sign-in already, in auth.oauth", s.path)
	}
	text, err := s.add(s.files[0].text, "auth", in.lines())
	if err != nil {
		return "", err
	}
	hosts := draftHosts(c.Listen, in.PublicURL)
	if c.Security.Hosts != nil {
		hosts = slices.DeleteFunc(hosts[:1], func(host string) bool { return answersTo(host, c.Security.Hosts) })
	}
	if text, err = s.extend(text, "allow_hosts", hosts); err != nil {
		return "", err
	}
	if c.Security.Proxies == nil {
		if text, err = s.extend(text, "trusted_proxies", []string{draftProxy(c.Listen)}); err != nil {
			return "", err
		}
	}
	if c.StateDir == "" && c.Redis.URL == "" {
		text = joinLines(text,
			"\n# The folder where emcp stores who has signed in. It needs no backup.\nstate_dir: "+scalar(in.StateDir)+"\n")
	}
	_, err = including(filepath.Dir(s.path), text).Config(env)
	return text, s.explain(err)
}

// explain returns the error of a changed file.
func (s Source) explain(err error) error {
	if err != nil {
		return fmt.Errorf("%s cannot be changed so:\n%w", s.path, err)
	}
	return nil
}

// add returns the text of the file with lines at the end of one of its sections, which can be absent.
func (s Source) add(text, section, lines string) (string, error) {
	root, err := rootOf(text)
	if err != nil {
		return "", err
	}
	value := valueOf(root, section)
	if value == nil {
		return joinLines(text, "\n"+section+":\n"+indent(2, lines)), nil
	}
	if value.Style&yaml.FlowStyle != 0 || len(value.Content) == 0 {
		return "", fmt.Errorf("%s: emcp can add to %s only where each entry has a line of its own; add this yourself:\n\n%s",
			s.path, section, indent(2, lines))
	}
	all := slices.Collect(strings.Lines(text))
	end := len(all)
	for i := 0; i < len(root.Content); i += 2 {
		if line := root.Content[i].Line - 1; line >= value.Line && line < end {
			end = line
		}
	}
	for strings.TrimSpace(all[end-1]) == "" || strings.HasPrefix(all[end-1], "#") { // belongs to what follows
		end--
	}
	before, after := strings.Join(all[:end], ""), strings.Join(all[end:], "")
	return joinLines(before, indent(value.Column-1, lines)) + after, nil
}

// extend returns the text of the file with more elements in a list of the section security.
func (s Source) extend(text, key string, elements []string) (string, error) {
	root, err := rootOf(text)
	if err != nil || len(elements) == 0 {
		return text, err
	}
	value := root
	for _, name := range []string{"security", key} {
		if value = valueOf(value, name); value == nil {
			return s.add(text, "security", key+": "+list(elements)+"\n")
		}
	}
	all := slices.Collect(strings.Lines(text))
	line := []rune(all[value.Line-1])
	before, after := string(line[:value.Column-1]), string(line[value.Column-1:])
	if value.Style&yaml.FlowStyle != 0 {
		added := strings.TrimSuffix(list(elements), "]")
		if len(value.Content) > 0 {
			added += ", "
		}
		all[value.Line-1] = before + added + strings.TrimPrefix(after, "[")
		return strings.Join(all, ""), nil
	}
	var added strings.Builder
	for _, element := range elements {
		added.WriteString(before + "- " + scalar(element) + "\n")
	}
	all[value.Line-1] = added.String() + all[value.Line-1]
	return strings.Join(all, ""), nil
}

// rootOf returns the keys and values of a file.
func rootOf(text string) (*yaml.Node, error) {
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		return nil, err
	}
	if len(document.Content) == 0 {
		return &yaml.Node{}, nil
	}
	return document.Content[0], nil
}

// joinLines returns the lines of two texts.
func joinLines(before, after string) string {
	if before != "" && !strings.HasSuffix(before, "\n") {
		before += "\n"
	}
	return before + after
}
