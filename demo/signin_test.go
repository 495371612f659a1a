package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// signIn connects a client with the demo as its introduction says: with the address and the printed token. It
// returns the access token.
func signIn(t *testing.T, resource, token string) string {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	person := &http.Client{
		Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	send := func(method, address, kind, body string) (text, location string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", kind)
		response, err := person.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		answer, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode >= http.StatusBadRequest {
			t.Fatalf("%s: %d %s", address, response.StatusCode, answer)
		}
		return string(answer), response.Header.Get("Location")
	}
	const form = "application/x-www-form-urlencoded"
	at, err := url.Parse(resource)
	if err != nil {
		t.Fatal(err)
	}
	site := at.Scheme + "://" + at.Host
	var client struct {
		ID string `json:"client_id"`
	}
	registered, _ := send(http.MethodPost, site+"/oauth/register", "application/json",
		`{"redirect_uris":["http://localhost/callback"]}`)
	if err := json.Unmarshal([]byte(registered), &client); err != nil {
		t.Fatal(err)
	}
	// The challenge is the S256 of the verifier below.
	page := site + "/oauth/authorize?" + url.Values{
		"response_type": {"code"}, "client_id": {client.ID}, "redirect_uri": {"http://localhost:7/callback"},
		"resource":       {resource},
		"code_challenge": {"g0tuZ6q412zO9IRkeAUs8HN6MQeXPsGce37J3Rsc8wQ"}, "code_challenge_method": {"S256"},
	}.Encode()
	var location string
	for _, fields := range []url.Values{{"do": {"signin"}, "token": {token}}, {"do": {"allow"}}} {
		text, _ := send(http.MethodGet, page, "", "")
		hidden := regexp.MustCompile(`name="form" value="([^"]+)"`).FindStringSubmatch(text)
		if hidden == nil {
			t.Fatal(text)
		}
		fields.Set("form", hidden[1])
		_, location = send(http.MethodPost, page, form, fields.Encode())
	}
	to, err := url.Parse(location)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Access string `json:"access_token"`
	}
	tokens, _ := send(http.MethodPost, site+"/oauth/token", form, url.Values{
		"grant_type": {"authorization_code"}, "client_id": {client.ID}, "code": {to.Query().Get("code")},
		"redirect_uri": {"http://localhost:7/callback"}, "code_verifier": {"0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"},
	}.Encode())
	if err := json.Unmarshal([]byte(tokens), &got); err != nil || got.Access == "" {
		t.Fatalf("%s: %v", tokens, err)
	}
	person.CloseIdleConnections()
	return got.Access
}
