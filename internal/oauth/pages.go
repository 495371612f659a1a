package oauth

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"emcp/internal/fault"
	"emcp/internal/identity"
	"emcp/internal/visible"
)

//go:embed pages
var files embed.FS

// pages are the templates, by name.
var pages = func() map[string]*template.Template {
	all := map[string]*template.Template{}
	for _, name := range []string{"signin", "consent", "connections", "error"} {
		all[name] = template.Must(template.ParseFS(files, "pages/layout.html", "pages/"+name+".html"))
	}
	return all
}()

// style serves the style sheet, the only other file that the pages need.
func style(w http.ResponseWriter, _ *http.Request) {
	text, _ := files.ReadFile("pages/style.css")
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "max-age=3600")
	_, _ = w.Write(text)
}

// visit is a browser's request for a page.
type visit struct {
	s       *Server
	w       http.ResponseWriter
	r       *http.Request
	browser string // secret of the browser
	words   words
	about   Resource // the server that the page is about; the zero one: none
	code    string   // of the error that the page shows; empty: it shows none
	allowed string   // where a form may lead besides this server, as a source of the content security policy
}

// page serves a page to a browser. It accepts forms only from pages of this server.
func (s *Server) page(answer func(*visit) error) Handler {
	return func(w http.ResponseWriter, r *http.Request) Outcome {
		v := &visit{s: s, w: w, r: r, browser: s.browser(r), words: wordsFor(r.Header.Get("Accept-Language"))}
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		err := v.admit()
		if err == nil {
			err = answer(v)
		}
		if err != nil {
			v.fail(err)
		}
		return Outcome{Code: v.code}
	}
}

// admit refuses a form that does not come from a page of this server, and gives a new browser its cookie.
func (v *visit) admit() error {
	if v.r.Method != http.MethodPost {
		if v.browser == "" {
			v.browser = v.s.setBrowserCookie(v.w)
		}
		return nil
	}
	_, err := formOf(v.r)
	if errors.As(err, new(*fault.Error)) {
		return err
	}
	if err != nil || !v.s.fromHere(v.r, v.browser) {
		return fault.New(fault.Forbidden, "%s", v.words.ForeignForm)
	}
	return nil
}

// fail shows an error.
func (v *visit) fail(err error) {
	status, code, message := http.StatusBadRequest, "", ""
	var known *oauthError
	var f *fault.Error
	switch {
	case errors.As(err, &known):
		code, message = known.Code, known.Description
	case errors.As(err, &f) && f.Kind.Class().Party == fault.Caller:
		status, code, message = f.Kind.Class().HTTP, string(f.Kind), f.Message
		if f.RetryAfter > 0 {
			v.w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(f.RetryAfter.Seconds()))))
			message = v.words.TooMany
		}
	case errors.As(err, &f) && f.Logged:
		status, code, message = f.Kind.Class().HTTP, string(f.Kind), v.words.Unavailable
	default:
		v.s.Log.ErrorContext(v.r.Context(), "sign-in failed", "path", v.r.URL.Path, "error", err)
		status, code, message = http.StatusServiceUnavailable, unavailable, v.words.Unavailable
	}
	v.code = code
	v.show(status, "error", v.words.WrongTitle, struct{ Message, Code string }{message, code})
}

// show writes a page.
func (v *visit) show(status int, name, title string, data any) {
	var text bytes.Buffer
	err := pages[name].ExecuteTemplate(&text, "layout", struct {
		Words             words
		Title, Site       string
		Form, Here, Style string
		Data              any
	}{v.words, title, v.about.name(v.r.Context()), formToken(v.browser), v.r.URL.RequestURI(), StylePath, data})
	if err != nil {
		v.s.Log.ErrorContext(v.r.Context(), "a page cannot be made", "page", name, "error", err)
		status = http.StatusInternalServerError
		text.Reset()
	}
	v.protect()
	v.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	v.w.Header().Set("Content-Language", v.words.Language)
	v.w.WriteHeader(status)
	_, _ = v.w.Write(text.Bytes())
}

// protect sets headers that isolate the page: no script, no frame, no referrer, no cache. The only image is the icon of
// the site, which has the same address if the site's web server passes the page on.
func (v *visit) protect() {
	h := v.w.Header()
	policy := "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; " +
		"form-action 'self'"
	if v.allowed != "" {
		policy += " " + v.allowed
	}
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
}

// redirect redirects the browser with GET.
func (v *visit) redirect(address string) error {
	v.protect()
	v.w.Header().Set("Location", address)
	v.w.WriteHeader(http.StatusSeeOther)
	return nil
}

// signInPage asks for a token. problem says why the last token was not accepted.
func (v *visit) signInPage(problem string) error {
	status := http.StatusOK
	if problem != "" {
		status = http.StatusForbidden
		v.code = string(fault.InvalidToken)
	}
	page := struct{ Why, Problem, Help, OpenID, Link string }{
		Why: v.words.ToConnect, Problem: problem, Help: v.words.tokenHelp(v.s.Tokens, v.s.Personal),
	}
	if v.r.URL.Path == ConnectionsPath {
		page.Why = v.words.ToSee
	}
	if v.s.OpenID != nil {
		page.OpenID, page.Link = fmt.Sprintf(v.words.SignInWith, v.s.OpenID.ShownName()), openIDLink(v.r.URL)
	}
	v.show(status, "signin", v.words.SignInTitle, page)
	return nil
}

// name returns the name of a server for people.
func (r Resource) name(ctx context.Context) string {
	if r.Title == nil {
		return r.Handle
	}
	return cmp.Or(r.Title(ctx), r.Handle)
}

// handles returns the handles of all servers.
func (s *Server) handles() []string {
	var all []string
	for _, r := range s.Resources {
		all = append(all, r.Handle)
	}
	return all
}

// person is the signed-in person as pages show it: a name, and how the person signed in.
type person struct{ SignedIn, Person string }

// person returns who has signed in.
func (w words) person(in session, p identity.Principal) person {
	switch in.Source.Kind {
	case Configured:
		return person{w.WithToken, strings.TrimPrefix(p.Subject, "token:")}
	case Personal:
		id, _, _ := strings.Cut(strings.TrimPrefix(p.Subject, "user:"), "@")
		return person{w.WithPersonal, cmp.Or(visible.Line(p.Name), id)}
	}
	return person{w.SignedInAs, cmp.Or(in.Name, p.Subject)} // sessions that were stored long ago have no name
}

// openIDLink returns where the sign-in page at an address sends the browser to sign in at the provider. A link is
// enough: it changes nothing but a cookie, and the policy of the page need not allow forms to lead to the provider.
func openIDLink(page *url.URL) string {
	if page.Path == AuthorizePath {
		return OpenIDPath + "?" + page.RawQuery
	}
	return OpenIDPath
}
