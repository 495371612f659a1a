package server

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"emcp/internal/oauth"
)

//go:embed pages
var pageFiles embed.FS

// welcomePages has the page in each of the languages of the sign-in, by code.
var welcomePages = func() map[string]*template.Template {
	all := map[string]*template.Template{}
	for _, language := range []string{"en", "de", "uk"} {
		all[language] = template.Must(template.ParseFS(pageFiles, "pages/welcome.html", "pages/welcome."+language+".html"))
	}
	return all
}()

// welcomeStyle is in the page, because without sign-in emcp serves no other file.
const welcomeStyle = template.CSS(
	"body{margin:0;font:1.1rem/1.5 system-ui,sans-serif}main{max-width:36rem;margin:3rem auto;padding:0 " +
		"1rem}h1{font-size:1.6rem}h2{font-size:1.2rem}")

// welcomePolicy lets a browser apply that style and load nothing.
var welcomePolicy = func() string {
	sum := sha256.Sum256([]byte(welcomeStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}()

// browses reports whether a GET request comes from a person with a browser: it asks for HTML and not for a stream of
// events.
func browses(c echo.Context) bool {
	accepted := strings.ToLower(strings.Join(c.Request().Header.Values("Accept"), ","))
	return strings.Contains(accepted, "text/html") && !strings.Contains(accepted, eventStream)
}

// welcome answers browsers with a page in their language that says what the address is for. It is the same for every
// server, also for one that does not exist, so that it tells strangers nothing.
func (f *front) welcome(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !browses(c) || f.asksForSocket(c) {
			return next(c)
		}
		var page bytes.Buffer
		language := oauth.LanguageFor(c.Request().Header.Get("Accept-Language"))
		if err := welcomePages[language].ExecuteTemplate(&page, "welcome.html", struct {
			Language                   string
			Style                      template.CSS
			SignIn, Connections, Token bool
		}{language, welcomeStyle, f.config.Auth.OAuth != nil, f.oauth != nil, f.gate.Open == nil}); err != nil {
			return err
		}
		header := c.Response().Header()
		header.Set("Content-Security-Policy", welcomePolicy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cache-Control", "no-store")
		header.Set("Content-Language", language)
		header.Add("Vary", "Accept, Accept-Language")
		return c.HTMLBlob(http.StatusOK, page.Bytes())
	}
}
