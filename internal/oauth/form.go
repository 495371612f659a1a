package oauth

import (
	"errors"
	"mime"
	"net/http"
	"net/url"

	"emcp/internal/fault"
)

// queryOf reads the parameters in the address of a request. None is skipped, as URL.Query would do with
// those that it cannot read.
func queryOf(r *http.Request) (url.Values, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, refuse(invalidRequest, "a parameter in the address cannot be read")
	}
	return query, nil
}

// once returns the value of a parameter, or "" if it is missing. A parameter may not occur twice (RFC 6749, section
// 3.1).
func once(values url.Values, name string) (string, error) {
	all := values[name]
	switch len(all) {
	case 0:
		return "", nil
	case 1:
		return all[0], nil
	}
	return "", refuse(invalidRequest, name+" is there more than once")
}

// read stores the values of parameters in their destinations.
func read(values url.Values, into map[string]*string) error {
	for name, place := range into {
		value, err := once(values, name)
		if err != nil {
			return err
		}
		*place = value
	}
	return nil
}

// formOf reads the body of a request as a form.
func formOf(r *http.Request) (url.Values, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, refuse(invalidRequest, "send a form, application/x-www-form-urlencoded")
	}
	var busy *fault.Error // of the transport, which bounds bodies
	switch err := r.ParseForm(); {
	case errors.As(err, &busy):
		return nil, busy
	case err != nil:
		return nil, refuse(invalidRequest, "the form cannot be read")
	}
	return r.PostForm, nil
}
