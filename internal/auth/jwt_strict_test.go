package auth_test

import "testing"

// TestJWTNames has tokens that are signed well and whose JSON two readers could read differently: names are compared
// with their case, and a name that stands twice in an object, at any level, makes the token unreadable.
func TestJWTNames(t *testing.T) {
	const (
		header = `{"alg":"HS256","typ":"JWT"}`
		ends   = `,"exp":4102444800}`
	)
	for name, c := range map[string]struct {
		header, claims string
		want           told
	}{
		"scopes in capitals beside scopes": {header, `{"sub":"ada","scopes":[],"SCOPES":["*"]` + ends, bearer("ada")},
		"scopes in capitals":               {header, `{"sub":"ada","SCOPES":["*"]` + ends, bearer("ada")},
		"scope in capitals":                {header, `{"sub":"ada","Scope":"*"` + ends, bearer("ada")},
		"sub in capitals beside sub":       {header, `{"sub":"ada","SUB":"eve"` + ends, bearer("ada")},
		"sub in capitals":                  {header, `{"Sub":"eve"` + ends, refused(namesNobody)},
		"sub with a long s":                {header, `{"ſub":"eve"` + ends, refused(namesNobody)},
		"user_id in capitals":              {header, `{"USER_ID":1` + ends, refused(namesNobody)},
		"exp in capitals":                  {header, `{"sub":"ada","EXP":4102444800}`, notAda(lacksClaim)},
		"exp in capitals beside exp":       {header, `{"sub":"ada","exp":1,"EXP":4102444800}`, notAda(expired)},
		"nbf in capitals":                  {header, `{"sub":"ada","nbf":4102444000,"NBF":1` + ends, notAda(notYet)},
		"scopes twice":                     {header, `{"sub":"ada","scopes":[],"scopes":["*"]` + ends, refused(unreadable)},
		"scopes twice, alike": {
			header, `{"sub":"ada","scopes":["*"],"scopes":["*"]` + ends, refused(unreadable),
		},
		"scopes twice, escaped": {
			header, `{"sub":"ada","scopes":[],"sc\u006fpes":["*"]` + ends, refused(unreadable),
		},
		"exp twice":           {header, `{"sub":"ada","exp":1` + ends, refused(unreadable)},
		"another claim twice": {header, `{"sub":"ada","role":1,"role":2` + ends, refused(unreadable)},
		"a name twice within a claim": {
			header, `{"sub":"ada","act":{"sub":"eve","sub":"bob"}` + ends, refused(unreadable),
		},
		"a name twice within an array": {
			header, `{"sub":"ada","act":[[{"sub":"eve","sub":"bob"}]]` + ends, refused(unreadable),
		},
		"a name once in two objects": {
			header, `{"sub":"ada","act":[{"sub":"eve"},{"sub":"bob"}]` + ends, bearer("ada"),
		},
		"invalid UTF-8":    {header, "{\"sub\":\"ad\xff\"" + ends, refused(unreadable)},
		"half a surrogate": {header, `{"sub":"ad\ud800"` + ends, refused(unreadable)},
		"alg in capitals":  {`{"ALG":"HS256"}`, `{"sub":"ada"` + ends, refused(unreadable)},
		"alg twice":        {`{"alg":"none","alg":"HS256"}`, `{"sub":"ada"` + ends, refused(unreadable)},
		"alg twice, alike": {`{"alg":"HS256","alg":"HS256"}`, `{"sub":"ada"` + ends, refused(unreadable)},
		"kid twice": {
			`{"alg":"HS256","kid":"a","kid":"b"}`, `{"sub":"ada"` + ends, refused(unreadable),
		},
		"a name twice within the header": {
			`{"alg":"HS256","jwk":{"kty":"a","kty":"b"}}`, `{"sub":"ada"` + ends, refused(unreadable),
		},
		"invalid UTF-8 in the header": {
			"{\"alg\":\"HS256\",\"kid\":\"\xff\"}", `{"sub":"ada"` + ends, refused(unreadable),
		},
		"other members of the header": {
			`{"alg":"HS256","ALG":"none","x":{"alg":"none"}}`, `{"sub":"ada"` + ends, bearer("ada"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			compare(t, c.want, present(t, handmade(t, c.header, c.claims), newJWT(t, hs256)))
		})
	}
}
