package main

import (
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"emcp/internal/test/provider"
	"emcp/internal/test/testdb"
	"emcp/internal/test/wait"
)

// replicas are two running programs with one Redis behind one address.
type replicas struct {
	t      *testing.T
	url    string // of both
	config string // path
	mu     sync.Mutex
	each   []served
	next   atomic.Int64 // whose turn it is
}

// startReplicas starts both. more are further keys of auth.oauth.builtin, for the address of both.
func startReplicas(t *testing.T, tokenLine string, more func(url string) string) *replicas {
	t.Helper()
	r := &replicas{t: t}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		r.mu.Lock()
		to, err := url.Parse(r.each[r.next.Load()%2].url)
		r.mu.Unlock()
		if err != nil {
			t.Error(err)
			return
		}
		(&httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(to)
			p.Out.Host = p.In.Host
		}}).ServeHTTP(w, request)
	}))
	t.Cleanup(front.Close)
	r.url = front.URL
	r.config = configuration(t,
		"listen: 127.0.0.1:0\nsites: {main: {dsn: \"u:p@tcp(127.0.0.1:1)/d\"}}\nrate_limit: {enabled: false} # for "+
			"waiting\nredis: {url: \""+testdb.StartRedis(t).URL+"\"}\n"+
			"auth:\n  oauth: {builtin: {public_url: \""+r.url+"\", registration: true"+more(r.url)+"}}\n  tokens:\n"+tokenLine)
	r.start()
	return r
}

func (r *replicas) start() {
	r.t.Helper()
	each := []served{startWith(r.t, r.config), startWith(r.t, r.config)}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.each = each
}

// at sends what follows to one of the two.
func (r *replicas) at(n int) *replicas {
	r.next.Store(int64(n))
	return r
}

// caller returns the status of a call with an access token.
func (r *replicas) caller(n int, token string) int {
	r.t.Helper()
	status, _ := r.each[n].post(r.t, token, initialize)
	return status
}

// ended waits until both refuse a token.
func (r *replicas) ended(token string) {
	r.t.Helper()
	wait.Until(r.t, 5*time.Second, "both to refuse the token", func() bool {
		return r.caller(0, token) == http.StatusUnauthorized && r.caller(1, token) == http.StatusUnauthorized
	})
}

// person is somebody with a browser and an assistant.
type person struct {
	*replicas
	client http.Client
	id     string // of the assistant
}

// newPerson registers an assistant at the first.
func (r *replicas) newPerson() *person {
	r.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		r.t.Fatal(err)
	}
	p := &person{
		replicas: r,
		client: http.Client{
			Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	_, text, _ := p.at(0).send(&p.client, http.MethodPost, "/oauth/register", "application/json",
		`{"redirect_uris": ["https://assistant.example/back"]}`)
	p.id = p.decode(text)["client_id"]
	return p
}

// send sends a request to the address of both.
func (r *replicas) send(client *http.Client, method, path, kind, body string) (status int, text, location string) {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), method, r.url+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	response, err := client.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return response.StatusCode, string(answer), response.Header.Get("Location")
}

// decode reads the strings of a JSON object.
func (r *replicas) decode(text string) map[string]string {
	r.t.Helper()
	var members map[string]any
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		r.t.Fatalf("%s: %v", text, err)
	}
	found := map[string]string{}
	for name, value := range members {
		if text, ok := value.(string); ok {
			found[name] = text
		}
	}
	return found
}

// asks is where the assistant sends the browser. Its verifier is 43 times "v".
func (p *person) asks() string {
	const challenge = "7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM"
	return "/oauth/authorize?" + url.Values{
		"response_type": {"code"}, "client_id": {p.id}, "redirect_uri": {"https://assistant.example/back"}, "state": {"s"},
		"code_challenge": {challenge}, "code_challenge_method": {"S256"}, "resource": {p.url + "/mcp"},
	}.Encode()
}

// page opens a page, and press presses one of its buttons.
func (p *person) page(n int, path string) string {
	p.t.Helper()
	status, text, _ := p.at(n).send(&p.client, http.MethodGet, path, "", "")
	if status != http.StatusOK {
		p.t.Fatalf("%s: %d %s", path, status, text)
	}
	return text
}

func (p *person) press(n int, page, path, button, token string) (location string) {
	p.t.Helper()
	form := regexp.MustCompile(`name="form" value="([^"]+)"`).FindStringSubmatch(page)
	if form == nil {
		p.t.Fatal(page)
	}
	body := url.Values{"form": {form[1]}, "do": {button}, "token": {token}}.Encode()
	status, text, location := p.at(n).send(&p.client, http.MethodPost, path, "application/x-www-form-urlencoded", body)
	if status != http.StatusSeeOther {
		p.t.Fatalf("%s: %d %s", button, status, text)
	}
	return location
}

// code signs in with a token, each step at the other of the two, and allows the access.
func (p *person) code(token string) string {
	p.t.Helper()
	path := p.asks()
	p.press(0, p.page(1, path), path, "signin", token)
	return p.allow()
}

// allow allows the access, signed in.
func (p *person) allow() string {
	p.t.Helper()
	to, err := url.Parse(p.press(0, p.page(1, p.asks()), p.asks(), "allow", ""))
	if err != nil {
		p.t.Fatal(err)
	}
	return to.Query().Get("code")
}

// post sends a form to an endpoint of one of the two, and returns the status and the members of the answer.
func (p *person) post(n int, path string, pairs ...string) (int, map[string]string) {
	p.t.Helper()
	form := url.Values{"client_id": {p.id}}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	response, err := http.PostForm(p.each[n].url+path, form) //nolint:noctx // as clients do
	if err != nil {
		p.t.Error(err)
		return 0, nil
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Error(err)
	}
	return response.StatusCode, p.decode(string(text))
}

func (p *person) exchange(n int, code string) (int, map[string]string) {
	p.t.Helper()
	return p.post(n, "/oauth/token", "grant_type", "authorization_code", "code", code, "redirect_uri",
		"https://assistant.example/back", "code_verifier", strings.Repeat("v", 43))
}

func (p *person) refresh(n int, token string) (int, map[string]string) {
	p.t.Helper()
	return p.post(n, "/oauth/token", "grant_type", "refresh_token", "refresh_token", token)
}

// connect goes the whole way.
func (p *person) connect(token string) map[string]string {
	p.t.Helper()
	status, tokens := p.exchange(0, p.code(token))
	if status != http.StatusOK {
		p.t.Fatal(status, tokens)
	}
	return tokens
}

// TestSignInOverReplicas has each step at another of two programs: what one of them has done, the other knows.
func TestSignInOverReplicas(t *testing.T) {
	token, line := newTokenLine(t)
	r := startReplicas(t, line, func(string) string { return "" })
	p := r.newPerson()

	first := p.connect(token)
	for n := range 2 {
		if got := p.caller(n, first["access_token"]); got != http.StatusOK {
			t.Errorf("a token of the first at %d: %d", n, got)
		}
	}
	status, second := p.refresh(1, first["refresh_token"])
	if got := p.caller(0, second["access_token"]); status != http.StatusOK || got != http.StatusOK {
		t.Errorf("refreshed at the second: %d %v, at the first %d", status, second, got)
	}
	if status, got := p.refresh(0, first["refresh_token"]); status != http.StatusBadRequest ||
		got["error"] != "invalid_grant" {
		t.Errorf("a refresh token that the other has seen: %d %v", status, got)
	}
	if status, got := p.refresh(1, second["refresh_token"]); status != http.StatusBadRequest ||
		got["error"] != "invalid_grant" {
		t.Errorf("after a reuse: %d %v", status, got)
	}
	p.ended(second["access_token"])

	code := p.allow()
	_, third := p.exchange(1, code)
	if status, got := p.exchange(0, code); status != http.StatusBadRequest || got["error"] != "invalid_grant" {
		t.Errorf("a code that the other has seen: %d %v", status, got)
	}
	p.ended(third["access_token"])

	fourth := p.connect(token)
	if status, got := p.post(0, "/oauth/revoke", "token", fourth["refresh_token"]); status != http.StatusOK {
		t.Errorf("revoking: %d %v", status, got)
	}
	if status, got := p.refresh(1, fourth["refresh_token"]); got["error"] != "invalid_grant" {
		t.Errorf("revoked at the other: %d %v", status, got)
	}
	p.ended(fourth["access_token"])
}

// TestReplicasAtTheSameTime uses one code, and one refresh token, at both programs at once: one gets through at most,
// and the reuse ends the access.
func TestReplicasAtTheSameTime(t *testing.T) {
	token, line := newTokenLine(t)
	p := startReplicas(t, line, func(string) string { return "" }).newPerson()
	atOnce := func(use func(n int) (int, map[string]string)) (good []map[string]string) {
		var all sync.WaitGroup
		var mu sync.Mutex
		for i := range 8 {
			all.Go(func() {
				if status, got := use(i % 2); status == http.StatusOK {
					mu.Lock()
					defer mu.Unlock()
					good = append(good, got)
				}
			})
		}
		all.Wait()
		return good
	}
	code := p.code(token)
	// none if another use came before its end
	first := atOnce(func(n int) (int, map[string]string) { return p.exchange(n, code) })
	if len(first) > 1 {
		t.Errorf("%d uses of one code", len(first))
	}
	for _, got := range first {
		p.ended(got["access_token"])
	}
	tokens := p.connect(token)
	good := atOnce(func(n int) (int, map[string]string) { return p.refresh(n, tokens["refresh_token"]) })
	if len(good) != 1 {
		t.Fatalf("%d uses of one refresh token", len(good))
	}
	p.ended(good[0]["access_token"])
}

// TestReplicasRestart stops both programs and starts them again: nobody has to sign in again.
func TestReplicasRestart(t *testing.T) {
	token, line := newTokenLine(t)
	r := startReplicas(t, line, func(string) string { return "" })
	p := r.newPerson()
	tokens := p.connect(token)
	for _, replica := range r.each {
		if _, status := replica.stop(t); status != 0 {
			t.Errorf("status %d", status)
		}
	}
	r.start()
	for n := range 2 {
		if got := p.caller(n, tokens["access_token"]); got != http.StatusOK {
			t.Errorf("the access token at %d: %d", n, got)
		}
	}
	if status, got := p.refresh(1, tokens["refresh_token"]); status != http.StatusOK {
		t.Errorf("the refresh token: %d %v", status, got)
	}
	if page := p.page(0, "/oauth/connections"); !strings.Contains(page, `value="revoke"`) {
		t.Errorf("the browser: %s", page)
	}
}

// TestReplicasAndProvider has people sign in with an account: they leave from one program and come back to the other. A
// reload of both ends what the configuration no longer gives.
func TestReplicasAndProvider(t *testing.T) {
	_, line := newTokenLine(t)
	var office *provider.Provider
	r := startReplicas(t, line, func(url string) string {
		office = provider.Start(t, url+"/oauth/callback")
		return ", openid: {name: Office, issuer: \"" + office.URL + "\", client_id: \"" + provider.ClientID +
			"\", client_secret: \"" + provider.ClientSecret +
			"\", map: [{claim: email, value: ada@example.com}]}"
	})
	office.SignIn(map[string]any{"sub": "4711", "email": "ada@example.com", "email_verified": true})
	p := r.newPerson()
	link := regexp.MustCompile(`href="(/oauth/openid\?[^"]+)"`).FindStringSubmatch(p.page(0, p.asks()))
	if link == nil {
		t.Fatal("no link to the provider")
	}
	_, _, away := p.at(0).send(&p.client, http.MethodGet, html.UnescapeString(link[1]), "", "")
	status, text, location := p.at(1).send(&p.client, http.MethodGet, office.Browse(t, away).RequestURI(), "", "")
	if status != http.StatusSeeOther || location != p.asks() {
		t.Fatalf("%d %s %s", status, location, text)
	}
	_, tokens := p.exchange(1, p.allow())
	for n := range 2 {
		if got := p.caller(n, tokens["access_token"]); got != http.StatusOK {
			t.Errorf("at %d: %d", n, got)
		}
	}
	written, err := os.ReadFile(r.config)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(r.config, []byte(strings.Replace(string(written), "ada@example.com", "bob@example.com", 1)),
		0o600); err != nil {
		t.Fatal(err)
	}
	for _, replica := range r.each {
		replica.Signal(t, syscall.SIGHUP)
	}
	wait.Until(t, 5*time.Second, "both to refuse the token", func() bool {
		return p.caller(0, tokens["access_token"]) == http.StatusForbidden &&
			p.caller(1, tokens["access_token"]) == http.StatusForbidden
	})
	if status, got := p.refresh(0, tokens["refresh_token"]); got["error"] != "invalid_grant" {
		t.Errorf("%d %v", status, got)
	}
}
