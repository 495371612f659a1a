package sitepage

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// Answers returns nil if the site answers with its start page, otherwise a *Failure.
func (s *Site) Answers(ctx context.Context) error {
	if isLocal(s.base) {
		return &Failure{Reason: Local}
	}
	ctx, cancel := context.WithTimeout(ctx, s.time)
	defer cancel()
	if _, _, failure := s.fetch(ctx, s.base); failure != nil {
		return failure
	}
	return nil
}

// fetch returns a page, and its address after redirects.
func (s *Site) fetch(ctx context.Context, u *url.URL) (*html.Node, *url.URL, *Failure) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, nil, &Failure{Reason: Outside}
	}
	request.Header.Set("Accept", "text/html, application/xhtml+xml;q=0.9")
	request.Header.Set("User-Agent", s.agent)
	response, err := s.client.Do(request)
	if err != nil {
		return nil, nil, failureOf(err)
	}
	defer response.Body.Close()
	kind := response.Header.Get("Content-Type")
	media, _, _ := mime.ParseMediaType(kind)
	switch {
	case response.StatusCode != http.StatusOK:
		return nil, nil, &Failure{BadStatus, response.StatusCode}
	case media != "text/html" && media != "application/xhtml+xml":
		return nil, nil, &Failure{Reason: NotHTML}
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxPage+1)) // the transport decompresses it while it is read
	switch {
	case err != nil:
		return nil, nil, failureOf(err)
	case len(body) > maxPage:
		return nil, nil, &Failure{Reason: TooLarge}
	}
	text, err := charset.NewReader(bytes.NewReader(body), kind)
	if err != nil {
		return nil, nil, failureOf(err)
	}
	doc, err := parse(ctx, text)
	switch {
	case errors.Is(err, errTooMuch):
		return nil, nil, &Failure{Reason: TooLarge}
	case err != nil:
		return nil, nil, failureOf(err)
	}
	return doc, response.Request.URL, nil
}

// failureOf returns the Failure for the error of a fetch.
func failureOf(err error) *Failure {
	var network net.Error
	switch {
	case errors.Is(err, errRedirect):
		return &Failure{Reason: Redirected}
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return &Failure{Reason: TimedOut}
	}
	return &Failure{Reason: Unreachable}
}
