package oauth_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/oauth"
	"emcp/internal/test/snapshot"
)

// expect compares a page with the file of that name in testdata, but for what chance has made.
func expect(t *testing.T, name string, p page) {
	t.Helper()
	text := regexp.MustCompile(`name="(form|grant)" value="[^"]+"`).ReplaceAllString(p.text, `name="$1" value="CHANCE"`)
	text = regexp.MustCompile(`client_id=emcp_client_[A-Za-z0-9_.-]+`).ReplaceAllString(text, "client_id=CLIENT")
	snapshot.Expect(t, name+".html", text)
	protected(t, name, p)
}

var policy = regexp.MustCompile(
	`^default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action ` +
		`'self'( [a-z0-9:/.]+)?$`)

// protected asserts what every page has.
func protected(t *testing.T, name string, p page) {
	t.Helper()
	for header, want := range map[string]string{
		"X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"Cache-Control": "no-store",
	} {
		if got := p.header.Get(header); got != want {
			t.Errorf("%s: %s: %q", name, header, got)
		}
	}
	if got := p.header.Get("Content-Security-Policy"); !policy.MatchString(got) {
		t.Errorf("%s: %q", name, got)
	}
	if wrong := regexp.MustCompile(
		`(?i)<script|<style|\son\w+=|\sstyle=|javascript:|https?://[^ ]*\.(css|js|png)`).FindString(p.text); wrong != "" {
		t.Errorf("%s has %s", name, wrong)
	}
}

// TestPages compares whole pages, in each of the languages.
func TestPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := install(t, registering)
		i.process().Close()
		client := i.register(t)
		path := oauth.AuthorizePath + "?" + i.asks(client).Encode()
		for _, language := range []string{"en", "de", "uk"} {
			b := i.browser(t, "Accept-Language", language+";q=0.9, fr")
			expect(t, "signin-"+language, b.get(path))
			expect(t, "refused-"+language, b.press(b.get(path), path, "signin", "token", "emcp_nobody"))
			expect(t, "consent-"+language, b.signIn(i.asks(client), adasToken))
			b = i.browser(t, "Accept-Language", language)
			expect(t, "consent-member-"+language, b.signIn(i.asks(client), bobsToken))
			i.connect(t, client, bobsToken)
			time.Sleep(time.Minute)
			expect(t, "connections-"+language, b.get(oauth.ConnectionsPath))
			b.press(b.get(oauth.ConnectionsPath), oauth.ConnectionsPath, "revoke", "grant",
				grantOn(t, b.get(oauth.ConnectionsPath)))
			expect(t, "no-connections-"+language, b.get(oauth.ConnectionsPath))
			expect(t, "wrong-"+language, b.get(oauth.AuthorizePath))
		}
	})
}

// TestNamesOfUsers has the owner of a personal token see the own name, and the number where emcp cannot read the name.
func TestNamesOfUsers(t *testing.T) {
	for name, want := range map[string]string{
		"": "2", "Bob": "Bob", "<b>B\u202eob\u200b</b>\n": "&lt;b&gt;Bob&lt;/b&gt;", "\u2800": "2",
	} {
		i := installWithClients(t)
		i.alter(bobsToken, func(s *source) { s.principal.Name = name })
		client := i.client(t, "/claude.json", nil)
		b := i.browser(t)
		want := "<p>Signed in with a personal token of the user <strong><bdi>" + want + "</bdi></strong>.</p>"
		for _, p := range []page{b.signIn(i.asks(client), bobsToken), b.get(oauth.ConnectionsPath)} {
			if !strings.Contains(p.text, want) || strings.Contains(p.text, "@main") {
				t.Errorf("%q: %s", name, p.text)
			}
		}
	}
}

// grantOn returns the id of the first grant on a page.
func grantOn(t *testing.T, p page) string {
	t.Helper()
	found := regexp.MustCompile(`name="grant" value="([^"]+)"`).FindStringSubmatch(p.text)
	if found == nil {
		t.Fatalf("no grant: %s", p.text)
	}
	return found[1]
}

// TestLanguages has what browsers send.
func TestLanguages(t *testing.T) {
	i := install(t)
	for accept, want := range map[string]string{
		"": "en", "de": "de", "de-AT, en;q=0.5": "de", "uk-UA,uk;q=0.9,en;q=0.8": "uk", "fr": "en", "fr, de;q=0.5": "de",
		"en-GB": "en", "*": "en", ";;": "en",
		strings.Repeat("de,", 10_000): "en",
	} {
		if got := i.browser(t, "Accept-Language",
			accept).get(oauth.ConnectionsPath).header.Get("Content-Language"); got != want {
			t.Errorf("%.40q: %s, want %s", accept, got, want)
		}
	}
}

// TestConsentNamesTheClient shows whose the client is, and what it calls itself as text.
func TestConsentNamesTheClient(t *testing.T) {
	i := installWithClients(t)
	for name, test := range map[string]struct{ said, shown string }{
		"script":     {`<script>alert(1)</script>`, `&lt;script&gt;alert(1)&lt;/script&gt;`},
		"attribute":  {`" onload="alert(1)`, `&#34; onload=&#34;alert(1)`},
		"template":   {`{{.Form}}`, `{{.Form}}`},
		"direction":  {"Claude\u202etxt.exe\u2066", `Claudetxt.exe`},
		"lines":      {"Claude\n\n(claude.ai)\t is\u00a0good", `Claude (claude.ai) is good`},
		"not shown":  {"Cl\u200baude\u0000\ufeff", `Claude`},
		"long":       {strings.Repeat("a", 1000), strings.Repeat("a", 100) + "…"},
		"no name":    {"", `A program without a name`},
		"only space": {" \u3000 ", `A program without a name`},
	} {
		client := i.client(t, "/"+strings.ReplaceAll(name, " ", "-"), map[string]any{"client_name": test.said})
		p := i.browser(t).signIn(i.asks(client), adasToken)
		if want := "<strong><bdi>" + test.shown + "</bdi></strong> (<bdi>" + strings.TrimPrefix(i.clients.URL, "https://") +
			"</bdi>)"; !strings.Contains(p.text, want) {
			t.Errorf("%s: %s", name, p.text)
		}
		protected(t, name, page{p.status, p.header, ""})
	}
}

// TestFormTargets lets the form lead to the client's address and nowhere else: browsers apply the
// policy to the redirect as well.
func TestFormTargets(t *testing.T) {
	for redirect, want := range map[string]string{
		"https://claude.ai/api/mcp/auth_callback": "https://claude.ai", "http://127.0.0.1:8123/cb": "http://127.0.0.1:8123",
		"http://[::1]:8123/cb": "http:", "cursor://anysphere.cursor-mcp/oauth/callback": "cursor:",
		"com.example.app:/done": "com.example.app:",
	} {
		i := installWithClients(t) // a document is kept
		client := i.client(t, "/claude.json", map[string]any{"redirect_uris": []string{redirect}})
		p := i.browser(t).signIn(i.asks(client, "redirect_uri", redirect), adasToken)
		if got := p.header.Get("Content-Security-Policy"); !strings.HasSuffix(got, "form-action 'self' "+want) {
			t.Errorf("%s: %s", redirect, got)
		}
		protected(t, redirect, p)
	}
}

// TestConnections ends access from the page: one's own only.
func TestConnections(t *testing.T) {
	i := install(t, registering)
	client := i.register(t)
	adas, bobs := i.connect(t, client, adasToken), i.connect(t, client, bobsToken)
	ada, bob := i.browser(t), i.browser(t)
	ada.signIn(i.asks(client), adasToken)
	bob.press(bob.get(oauth.ConnectionsPath), oauth.ConnectionsPath, "signin", "token", bobsToken)
	adasGrant := grantOn(t, ada.get(oauth.ConnectionsPath))
	bob.press(bob.get(oauth.ConnectionsPath), oauth.ConnectionsPath, "revoke", "grant", adasGrant)
	if who := i.caller(t, adas.Access, "content"); who != isAda {
		t.Errorf("Bob has ended Ada's access: %s", who)
	}
	p := ada.press(ada.get(oauth.ConnectionsPath), oauth.ConnectionsPath, "revoke", "grant", adasGrant)
	if p.status != http.StatusSeeOther || p.header.Get("Location") != oauth.ConnectionsPath {
		t.Errorf("%d %s", p.status, p.header.Get("Location"))
	}
	if who := i.caller(t, adas.Access, "content"); who != "invalid_token" {
		t.Errorf("Ada's access has not ended: %s", who)
	}
	if who := i.caller(t, bobs.Access, "content"); who != "user:2@main manager [mcp:read mcp:call] [content]" {
		t.Errorf("Bob's access has ended: %s", who)
	}
	ada.press(ada.get(oauth.ConnectionsPath), oauth.ConnectionsPath, "signout")
	if p := ada.get(oauth.ConnectionsPath); !strings.Contains(p.text, `value="signin"`) {
		t.Error("Ada is still signed in")
	}
	i.forget(bobsToken)
	if p := bob.get(oauth.ConnectionsPath); !strings.Contains(p.text, `value="signin"`) {
		t.Error("Bob is still signed in without his token")
	}
}

// TestWhoMaySignIn has tokens that are not enough.
func TestWhoMaySignIn(t *testing.T) {
	for name, test := range map[string]struct {
		alter  func(*source)
		server string
		status int
		shown  string
	}{
		"known": {func(*source) {}, "/mcp", 303, ""},
		"expired": {
			func(s *source) { s.refusal = fault.New(fault.InvalidToken, "") }, "/mcp", 403, "has expired or has been revoked",
		},
		"blocked":        {func(s *source) { s.refusal = fault.New(fault.UserBlocked, "") }, "/mcp", 403, "is blocked"},
		"without a role": {func(s *source) { s.refusal = fault.New(fault.UserHasNoRole, "") }, "/mcp", 403, "no role"},
		"without permission": {
			func(s *source) { s.refusal = fault.New(fault.Forbidden, "") }, "/mcp", 403, "may not use emcp",
		},
		"for another server": {func(*source) {}, "/mcp/small", 403, "not for this server"},
		"not to be found": {
			func(s *source) { s.refusal = fault.New(fault.Unavailable, "") }, "/mcp", 503, "cannot answer at the moment",
		},
	} {
		t.Run(name, func(t *testing.T) {
			i := install(t, registering)
			i.alter(bobsToken, test.alter)
			path := oauth.AuthorizePath + "?" + i.asks(i.register(t), "resource", address+test.server).Encode()
			b := i.browser(t)
			p := b.press(b.get(path), path, "signin", "token", " "+bobsToken+"\n")
			if p.status != test.status || !strings.Contains(p.text, test.shown) {
				t.Errorf("%d %s", p.status, p.text)
			}
			if p := b.get(path); strings.Contains(p.text, `value="allow"`) != (test.status == http.StatusSeeOther) {
				t.Errorf("afterwards: %s", p.text)
			}
		})
	}
}

// TestCookie is of the kind that no other host, script or page of another site can use.
func TestCookie(t *testing.T) {
	for issuer, want := range map[string]string{
		address:                 "__Host-emcp=SECRET; Path=/; HttpOnly; Secure; SameSite=Lax",
		"http://127.0.0.1:8787": "emcp=SECRET; Path=/; HttpOnly; SameSite=Lax",
	} {
		i := install(t, func(o *oauth.Options) { o.Issuer = issuer })
		got := i.browser(t).get(oauth.ConnectionsPath).header.Get("Set-Cookie")
		if got = regexp.MustCompile(`=[A-Za-z0-9_-]{43};`).ReplaceAllString(got, "=SECRET;"); got != want {
			t.Errorf("%s: %s", issuer, got)
		}
	}
}

// TestStyle is plain text that every page may use, and has no addresses.
func TestStyle(t *testing.T) {
	p := install(t).browser(t).get(oauth.StylePath)
	if p.status != 200 || p.header.Get("Content-Type") != "text/css; charset=utf-8" || strings.Contains(p.text, "url(") ||
		strings.Contains(p.text, "@import") {
		t.Error(fmt.Sprint(p.status, p.header))
	}
}

// TestWhereTokensComeFrom mentions personal tokens only where they are switched on, in each of the languages.
func TestWhereTokensComeFrom(t *testing.T) {
	for _, test := range []struct {
		tokens, personal bool
		language, shown  string
	}{
		{true, false, "en", "You get a token from the site&#39;s owner. The assistant"},
		{
			true, true, "en",
			"You get a token from the site&#39;s owner, or create a personal one in Evolution&#39;s manager. The assistant",
		},
		{false, true, "en", "Create a personal token in Evolution&#39;s manager; it begins with emcp_. The assistant"},
		{true, false, "de", "Ein Token bekommen Sie vom Inhaber der Website. Der Assistent"},
		{true, false, "uk", "Токен можна отримати у власника сайту. Асистент"},
	} {
		i := install(t, func(o *oauth.Options) { o.Tokens, o.Personal = test.tokens, test.personal })
		if p := i.browser(t, "Accept-Language", test.language).get(oauth.ConnectionsPath); !strings.Contains(p.text,
			`<p id="help">`+test.shown) {
			t.Errorf("tokens %t, personal %t, %s: %s", test.tokens, test.personal, test.language, p.text)
		}
	}
}

// TestWhySignIn says for what somebody signs in: to connect an assistant, or to see which are connected.
func TestWhySignIn(t *testing.T) {
	i := install(t, registering)
	connecting := oauth.AuthorizePath + "?" + i.asks(i.register(t)).Encode()
	for language, want := range map[string][2]string{
		"en": {"To connect an assistant with", "To see which assistants are connected with"},
		"de": {"Um einen Assistenten zu verbinden mit", "Um zu sehen, welche Assistenten verbunden sind mit"},
		"uk": {"Щоб під’єднати асистента до", "Щоб побачити, яких асистентів під’єднано до"},
	} {
		b := i.browser(t, "Accept-Language", language)
		for path, why := range map[string]string{connecting: want[0], oauth.ConnectionsPath: want[1]} {
			for _, p := range []page{b.get(path), b.press(b.get(path), path, "signin", "token", "emcp_nobody")} {
				if !strings.Contains(p.text, "<p>"+why+" <strong><bdi>The &lt;Site&gt;</bdi></strong></p>") {
					t.Errorf("%s %s: %s", language, path, p.text)
				}
			}
		}
	}
}

// TestConsentToWrite says whether a client could change something.
func TestConsentToWrite(t *testing.T) {
	const readsOnly, writes = "It cannot change anything.", "<strong>It can also use tools that change something.</strong>"
	for _, test := range []struct{ scope, shown, not string }{
		{"mcp:read mcp:call", readsOnly, writes}, {"mcp:read mcp:call mcp:write", writes, readsOnly},
	} {
		i := install(t, registering, func(o *oauth.Options) {
			scopes := identity.BuiltinScopes()
			scopes[identity.ScopeWrite] = []string{"tools/call"}
			o.Resources[0].Scopes, _ = identity.ParseScopeMap(scopes)
		})
		i.alter(adasToken, func(s *source) { s.principal.Scopes = append(s.principal.Scopes, identity.ScopeWrite) })
		p := i.browser(t).signIn(i.asks(i.register(t), "scope", test.scope), adasToken)
		if !strings.Contains(p.text, test.shown) || strings.Contains(p.text, test.not) {
			t.Errorf("%s: %s", test.scope, p.text)
		}
	}
}

// TestConsentBeforeTheButtons has what people must know before they allow it above the buttons, and the rest below.
func TestConsentBeforeTheButtons(t *testing.T) {
	i := installWithClients(t, registering)
	host := strings.TrimPrefix(i.clients.URL, "https://")
	for client, known := range map[string]string{
		i.register(t): "Nobody has checked its name.", i.client(t, "/claude.json", nil): "(<bdi>" + host + "</bdi>)",
	} {
		p := i.browser(t).signIn(i.asks(client), adasToken)
		above, below, _ := strings.Cut(p.text, `value="allow"`)
		for _, text := range []string{
			known, "you go on to <strong><bdi>claude.ai</bdi></strong>", "It sees what visitors of the site see.",
			"just connected this assistant yourself",
		} {
			if !strings.Contains(above, text) {
				t.Errorf("%s is not above the buttons: %s", text, p.text)
			}
		}
		if !strings.Contains(below, "Signed in with the token <strong><bdi>ada</bdi></strong>") {
			t.Errorf("below the buttons: %s", below)
		}
	}
}

// TestSightOfConnections lists what each assistant sees: what it was allowed, or less if the token shows less by now.
func TestSightOfConnections(t *testing.T) {
	i := install(t, registering)
	client := i.register(t)
	b := i.browser(t)
	b.press(b.get(oauth.ConnectionsPath), oauth.ConnectionsPath, "signin", "token", adasToken)
	for _, view := range []identity.View{identity.Public, identity.Manager} {
		i.alter(adasToken, func(s *source) { s.principal.View = view })
		i.connect(t, client, adasToken)
	}
	count := func(text string) int { return strings.Count(b.get(oauth.ConnectionsPath).text, "<dd>"+text+"</dd>") }
	if visitors, all := count("what visitors see"), count("what the manager shows"); visitors != 1 || all != 1 {
		t.Errorf("%d see what visitors see, %d what the manager shows", visitors, all)
	}
	i.alter(adasToken, func(s *source) { s.principal.View = identity.Public })
	if visitors := count("what visitors see"); visitors != 2 {
		t.Errorf("%d see what visitors see", visitors)
	}
}
