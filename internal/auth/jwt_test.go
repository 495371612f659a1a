package auth_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"emcp/internal/auth"
	"emcp/internal/fault"
	"emcp/internal/identity"
	key "emcp/internal/secret"
)

// Messages for bearers.
const (
	unreadable  = "the token cannot be read or its signature is not accepted here"
	expired     = "the token has expired; get a new one"
	notYet      = "the token is not valid yet"
	wrongIssuer = "the token is from another issuer"
	lacksClaim  = "the token lacks a required claim, such as exp"
	namesNobody = "the token names no caller: it has neither sub nor user_id"
)

// notNow is a token that nobody can judge.
var notNow = told{Kind: fault.Unavailable, Message: laterMessage}

// secret is that of HS256.
var secret = []byte("0123456789abcdef0123456789abcdef")

// hs256 are the options for Evolution's sApi.
var hs256 = auth.JWTOptions{
	Algorithms: []string{"HS256"}, Secret: key.Text(secret), Leeway: time.Minute, View: identity.Manager,
}

// keyring is what an identity provider signs with.
type keyring struct {
	rsa, otherRSA *rsa.PrivateKey
	ec, ec384     *ecdsa.PrivateKey
	ed            ed25519.PrivateKey
}

var testKeys = sync.OnceValue(func() keyring {
	var k keyring
	var errs [5]error
	k.rsa, errs[0] = rsa.GenerateKey(rand.Reader, 2048)
	k.otherRSA, errs[1] = rsa.GenerateKey(rand.Reader, 2048)
	k.ec, errs[2] = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	k.ec384, errs[3] = ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	_, k.ed, errs[4] = ed25519.GenerateKey(rand.Reader)
	for _, err := range errs {
		if err != nil {
			panic(err)
		}
	}
	return k
})

// object is a JSON object.
type object = map[string]any

var base64url = base64.RawURLEncoding.EncodeToString

// jwk returns the public half of a key as a JSON Web Key with further members.
func jwk(t *testing.T, key crypto.Signer, members object) object {
	t.Helper()
	var public object
	switch k := key.Public().(type) {
	case *rsa.PublicKey:
		public = object{"kty": "RSA", "n": base64url(k.N.Bytes()), "e": "AQAB"}
	case *ecdsa.PublicKey:
		point, err := k.Bytes() // 4, x, y
		if err != nil {
			t.Fatal(err)
		}
		x, y := point[1:1+len(point)/2], point[1+len(point)/2:]
		public = object{"kty": "EC", "crv": k.Params().Name, "x": base64url(x), "y": base64url(y)}
	case ed25519.PublicKey:
		public = object{"kty": "OKP", "crv": "Ed25519", "x": base64url(k)}
	}
	maps.Copy(public, members)
	return public
}

// keySet returns a JWK set.
func keySet(t *testing.T, keys ...object) string {
	t.Helper()
	return marshal(t, object{"keys": keys})
}

func marshal(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// keyFile writes a JWK set to a file.
func keyFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "keys.json")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// provider serves whatever JWK set it has at the moment; without one it fails.
type provider struct {
	url    string
	keys   atomic.Pointer[string]
	served atomic.Int64
}

func startProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		p.served.Add(1)
		text := p.keys.Load()
		if text == nil {
			http.Error(w, "later", http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte(*text))
	}))
	server.Config.SetKeepAlivesEnabled(false) // an open connection would stop the clock of synctest
	server.Start()
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}

func (p *provider) has(keys string) { p.keys.Store(&keys) }

func newJWT(t *testing.T, o auth.JWTOptions) *auth.JWT {
	t.Helper()
	j, err := auth.NewJWT(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(j.Close)
	return j
}

// signed returns a token. header has members beside typ and alg; claims get an exp in an hour unless they have one.
func signed(t *testing.T, algorithm string, key any, header, claims object) string {
	t.Helper()
	all := object{"exp": time.Now().Add(time.Hour).Unix()}
	maps.Copy(all, claims)
	token := jwt.NewWithClaims(jwt.GetSigningMethod(algorithm), jwt.MapClaims(all))
	maps.Copy(token.Header, header)
	text, err := token.SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// bearer is the principal of a token.
func bearer(subject string, scopes ...string) told {
	return told{Principal: identity.Principal{
		Subject: "jwt:" + subject, Scopes: scopes, View: identity.Manager, Servers: []string{"*"},
	}}
}

// ada are the claims of most tokens, isAda is the caller that they name.
var (
	adaClaims = object{"sub": "ada", "scopes": "mcp:read"}
	isAda     = bearer("ada", "mcp:read")
)

// notAda is the fault for a token of Ada's that is signed correctly but not accepted.
func notAda(message string) told {
	return told{identity.Principal{Subject: "jwt:ada"}, fault.InvalidToken, message}
}

func compare(t *testing.T, want, got told) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestJWTClaims(t *testing.T) {
	for name, c := range map[string]struct {
		claims object
		want   told
	}{
		"sub":                  {object{"sub": "ada"}, bearer("ada")},
		"user_id as a number":  {object{"user_id": 7}, bearer("7")},
		"user_id beyond 2^53":  {object{"user_id": int64(9007199254740993)}, bearer("9007199254740993")},
		"user_id as a text":    {object{"user_id": "7"}, bearer("7")},
		"sub before user_id":   {object{"sub": "ada", "user_id": 7}, bearer("ada")},
		"empty sub, user_id":   {object{"sub": "", "user_id": 7}, bearer("7")},
		"no subject":           {object{"scopes": "mcp:read"}, refused(namesNobody)},
		"empty subjects":       {object{"sub": "", "user_id": ""}, refused(namesNobody)},
		"null subjects":        {object{"sub": nil, "user_id": nil}, refused(namesNobody)},
		"user_id as a truth":   {object{"user_id": true}, refused(unreadable)},
		"user_id as an object": {object{"user_id": object{"id": 7}}, refused(unreadable)},
		"scopes as an array": {
			object{"sub": "ada", "scopes": []string{"mcp:read", "mcp:call"}}, bearer("ada", "mcp:read", "mcp:call"),
		},
		"scopes with commas": {
			object{"sub": "ada", "scopes": "mcp:read,mcp:call"}, bearer("ada", "mcp:read", "mcp:call"),
		},
		"scopes with spaces": {
			object{"sub": "ada", "scopes": "mcp:read mcp:call"}, bearer("ada", "mcp:read", "mcp:call"),
		},
		"scopes with both": {
			object{"sub": "ada", "scopes": " mcp:read, mcp:call ,*"}, bearer("ada", "mcp:read", "mcp:call", "*"),
		},
		"one scope":               {object{"sub": "ada", "scopes": "*"}, bearer("ada", "*")},
		"no scopes":               {object{"sub": "ada", "scopes": []string{}}, bearer("ada")},
		"empty scopes":            {object{"sub": "ada", "scopes": ""}, bearer("ada")},
		"null scopes":             {object{"sub": "ada", "scopes": nil}, bearer("ada")},
		"scopes as a number":      {object{"sub": "ada", "scopes": 7}, refused(unreadable)},
		"scopes as an object":     {object{"sub": "ada", "scopes": object{"mcp:read": true}}, refused(unreadable)},
		"array with a number":     {object{"sub": "ada", "scopes": []any{"mcp:read", 7}}, refused(unreadable)},
		"other claims":            {object{"sub": "ada", "role": 1, "view": "manager"}, bearer("ada")},
		"scope":                   {object{"sub": "ada", "scope": "openid mcp:read"}, bearer("ada", "openid", "mcp:read")},
		"scope beside scopes":     {object{"sub": "ada", "scope": "*", "scopes": []string{}}, bearer("ada")},
		"issuer nobody asks for":  {object{"sub": "ada", "iss": "anybody"}, bearer("ada")},
		"audience nobody asks of": {object{"sub": "ada", "aud": []string{"a", "b"}}, bearer("ada")},
	} {
		t.Run(name, func(t *testing.T) {
			compare(t, c.want, present(t, signed(t, "HS256", secret, nil, c.claims), newJWT(t, hs256)))
		})
	}
}

func TestJWTView(t *testing.T) {
	o := hs256
	o.View = identity.Public
	want := isAda
	want.Principal.View = identity.Public
	compare(t, want, present(t, signed(t, "HS256", secret, nil, adaClaims), newJWT(t, o)))
}

func TestJWTTimes(t *testing.T) {
	at := func(d time.Duration) int64 { return time.Now().Add(d).Unix() }
	strict := hs256
	strict.Leeway = 0
	for name, c := range map[string]struct {
		options auth.JWTOptions
		claims  object
		want    told
	}{
		"still valid":            {hs256, object{"exp": at(10 * time.Second)}, isAda},
		"expired within leeway":  {hs256, object{"exp": at(-30 * time.Second)}, isAda},
		"expired beyond leeway":  {hs256, object{"exp": at(-90 * time.Second)}, notAda(expired)},
		"expired without leeway": {strict, object{"exp": at(-30 * time.Second)}, notAda(expired)},
		"expired in 1970":        {hs256, object{"exp": 0}, notAda(expired)},
		"exp missing":            {hs256, object{"exp": nil}, notAda(lacksClaim)},
		"exp as a text":          {hs256, object{"exp": "2100-01-01"}, refused(unreadable)},
		"nbf in the past":        {hs256, object{"nbf": at(-time.Hour)}, isAda},
		"nbf within leeway":      {hs256, object{"nbf": at(30 * time.Second)}, isAda},
		"nbf in the future":      {hs256, object{"nbf": at(90 * time.Second)}, notAda(notYet)},
		"nbf without leeway":     {strict, object{"nbf": at(30 * time.Second)}, notAda(notYet)},
		"nbf as a text":          {hs256, object{"nbf": "soon"}, refused(unreadable)},
		"fractions of a second": {
			hs256, object{"exp": float64(at(time.Minute)) + 0.5, "nbf": float64(at(-time.Minute)) + 0.5}, isAda,
		},
		"expired and not yet":     {hs256, object{"exp": at(-time.Hour), "nbf": at(time.Hour)}, notAda(expired)},
		"expired with no subject": {hs256, object{"exp": at(-time.Hour), "sub": ""}, refused(expired)},
	} {
		t.Run(name, func(t *testing.T) {
			claims := maps.Clone(adaClaims)
			maps.Copy(claims, c.claims)
			compare(t, c.want, present(t, signed(t, "HS256", secret, nil, claims), newJWT(t, c.options)))
		})
	}
	t.Run("no exp at all", func(t *testing.T) {
		token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims(adaClaims)).SignedString(secret)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, notAda(lacksClaim), present(t, token, newJWT(t, hs256)))
	})
}

func TestJWTIssuerAndAudience(t *testing.T) {
	const issuer, audience = "https://login.example.com", "emcp"
	for name, c := range map[string]struct {
		issuer, audience string
		claims           object
		want             told
	}{
		"right":               {issuer, audience, object{"iss": issuer, "aud": audience}, isAda},
		"one of audiences":    {issuer, audience, object{"iss": issuer, "aud": []string{"shop", audience}}, isAda},
		"wrong issuer":        {issuer, "", object{"iss": issuer + "/"}, notAda(wrongIssuer)},
		"issuer in capitals":  {issuer, "", object{"iss": strings.ToUpper(issuer)}, notAda(wrongIssuer)},
		"issuer missing":      {issuer, "", object{"aud": audience}, notAda(lacksClaim)},
		"issuer as an array":  {issuer, "", object{"iss": []string{issuer}}, refused(unreadable)},
		"wrong audience":      {"", audience, object{"aud": "shop"}, notAda(wrongAudienceMessage)},
		"longer audience":     {"", audience, object{"aud": audience + "-test"}, notAda(wrongAudienceMessage)},
		"none of audiences":   {"", audience, object{"aud": []string{"shop", "news"}}, notAda(wrongAudienceMessage)},
		"audience missing":    {"", audience, object{"iss": issuer}, notAda(lacksClaim)},
		"no audiences":        {"", audience, object{"aud": []string{}}, notAda(lacksClaim)},
		"audience as a scope": {"", audience, object{"scopes": audience}, notAda(lacksClaim)},
	} {
		t.Run(name, func(t *testing.T) {
			o := hs256
			o.Issuer, o.Audience = c.issuer, c.audience
			claims := maps.Clone(adaClaims)
			maps.Copy(claims, c.claims)
			compare(t, c.want, present(t, signed(t, "HS256", secret, nil, claims), newJWT(t, o)))
		})
	}
}

// allKeys is a set with a key of each algorithm, and some that fit none of the tokens.
func allKeys(t *testing.T) string {
	t.Helper()
	k := testKeys()
	return keySet(t,
		jwk(t, k.otherRSA, object{"kid": "other"}),
		jwk(t, k.rsa, object{"kid": "rsa", "use": "sig", "alg": "RS256"}),
		jwk(t, k.ec384, object{"kid": "ec384"}),
		jwk(t, k.ec, object{"kid": "ec"}),
		jwk(t, k.ed, object{"kid": "ed", "alg": "EdDSA"}),
	)
}

// public are the options for an identity provider with the keys in a file.
func public(t *testing.T, keys string, algorithms ...string) auth.JWTOptions {
	t.Helper()
	return auth.JWTOptions{
		Algorithms: algorithms, KeyFile: keyFile(t, keys), Leeway: time.Minute, View: identity.Manager,
	}
}

func TestJWTKeySets(t *testing.T) {
	k := testKeys()
	p := startProvider(t)
	p.has(allKeys(t))
	file := public(t, allKeys(t), "RS256", "ES256", "EdDSA")
	url := file
	url.KeyFile, url.KeyURL = "", p.url
	for source, o := range map[string]auth.JWTOptions{"file": file, "url": url} {
		j := newJWT(t, o)
		for _, c := range []struct {
			algorithm, kid string
			key            any
		}{{"RS256", "rsa", k.rsa}, {"ES256", "ec", k.ec}, {"EdDSA", "ed", k.ed}} {
			t.Run(source+" "+c.algorithm, func(t *testing.T) {
				compare(t, isAda, present(t, signed(t, c.algorithm, c.key, object{"kid": c.kid}, adaClaims), j))
				compare(t, isAda, present(t, signed(t, c.algorithm, c.key, nil, adaClaims), j))
			})
		}
	}
	if n := p.served.Load(); n != 1 {
		t.Errorf("the set was fetched %d times", n)
	}
}

// TestJWTBothKinds is a configuration for sApi and an identity provider at once.
func TestJWTBothKinds(t *testing.T) {
	o := public(t, allKeys(t), "HS256", "RS256")
	o.Secret = key.Text(secret)
	j := newJWT(t, o)
	compare(t, isAda, present(t, signed(t, "HS256", secret, nil, adaClaims), j))
	compare(t, isAda, present(t, signed(t, "HS256", secret, object{"kid": "rsa"}, adaClaims), j))
	compare(t, isAda, present(t, signed(t, "RS256", testKeys().rsa, object{"kid": "rsa"}, adaClaims), j))
}

func TestJWTSignatures(t *testing.T) {
	k := testKeys()
	pkix, err := x509.MarshalPKIXPublicKey(k.rsa.Public())
	if err != nil {
		t.Fatal(err)
	}
	pkcs1 := x509.MarshalPKCS1PublicKey(&k.rsa.PublicKey)
	pemOf := func(kind string, der []byte) []byte {
		return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
	}
	everything := public(t, allKeys(t), "HS256", "RS256", "ES256", "EdDSA")
	everything.Secret = key.Text(secret)
	noSecret := public(t, allKeys(t), "RS256")
	only := func(members object) auth.JWTOptions { return public(t, keySet(t, jwk(t, k.rsa, members)), "RS256") }
	shared := public(t,
		keySet(t, object{"kty": "oct", "kid": "oct", "k": base64url([]byte("shared"))}, jwk(t, k.rsa, nil)), "HS256", "RS256")
	shared.Secret = key.Text(secret)
	kid := func(name any) object { return object{"kid": name} }
	for name, c := range map[string]struct {
		options   auth.JWTOptions
		algorithm string
		key       any
		header    object
	}{
		"wrong secret":                      {hs256, "HS256", []byte("fedcba9876543210fedcba9876543210"), nil},
		"empty secret":                      {hs256, "HS256", []byte{}, nil},
		"algorithm of the family":           {hs256, "HS512", secret, nil},
		"algorithm not in the list":         {hs256, "RS256", k.rsa, kid("rsa")},
		"empty secret, HS256 not listed":    {noSecret, "HS256", []byte{}, nil},
		"RS512 not listed":                  {everything, "RS512", k.rsa, nil},
		"PS256 not listed":                  {everything, "PS256", k.rsa, nil},
		"ES384 not listed":                  {everything, "ES384", k.ec384, kid("ec384")},
		"none":                              {everything, "none", jwt.UnsafeAllowNoneSignatureType, nil},
		"none with a key id":                {everything, "none", jwt.UnsafeAllowNoneSignatureType, kid("rsa")},
		"confusion: PKIX PEM":               {everything, "HS256", pemOf("PUBLIC KEY", pkix), nil},
		"confusion: PKIX PEM, key id":       {everything, "HS256", pemOf("PUBLIC KEY", pkix), kid("rsa")},
		"confusion: PKIX DER":               {everything, "HS256", pkix, kid("rsa")},
		"confusion: PKCS 1 PEM":             {everything, "HS256", pemOf("RSA PUBLIC KEY", pkcs1), kid("rsa")},
		"confusion: PKCS 1 DER":             {everything, "HS256", pkcs1, nil},
		"confusion: modulus":                {everything, "HS256", k.rsa.N.Bytes(), kid("rsa")},
		"confusion: modulus as in the JWK":  {everything, "HS256", []byte(base64url(k.rsa.N.Bytes())), kid("rsa")},
		"confusion: Ed25519 key":            {everything, "HS256", []byte(k.ed.Public().(ed25519.PublicKey)), kid("ed")},
		"confusion: JWK set":                {everything, "HS256", []byte(allKeys(t)), nil},
		"confusion, HS256 not listed":       {noSecret, "HS256", pemOf("PUBLIC KEY", pkix), kid("rsa")},
		"key of the set as secret":          {shared, "HS256", []byte("shared"), kid("oct")},
		"key of the set, without key id":    {shared, "HS256", []byte("shared"), nil},
		"another key":                       {only(nil), "RS256", k.otherRSA, nil},
		"another key under the same id":     {only(kid("rsa")), "RS256", k.otherRSA, kid("rsa")},
		"another key of the set":            {everything, "RS256", k.otherRSA, kid("rsa")},
		"unknown key id":                    {everything, "RS256", k.rsa, kid("new")},
		"empty key id":                      {everything, "RS256", k.rsa, kid("")},
		"key id as a number":                {everything, "RS256", k.rsa, kid(1)},
		"RS256 with an EC key's id":         {everything, "RS256", k.rsa, kid("ec")},
		"RS256 with an Ed25519 key's id":    {everything, "RS256", k.rsa, kid("ed")},
		"ES256 with an RSA key's id":        {everything, "ES256", k.ec, kid("rsa")},
		"ES256 with a P-384 key's id":       {everything, "ES256", k.ec, kid("ec384")},
		"EdDSA with an RSA key's id":        {everything, "EdDSA", k.ed, kid("rsa")},
		"RS256 with the secret's key id":    {shared, "RS256", k.rsa, kid("oct")},
		"ES256, the set has none":           {public(t, keySet(t, jwk(t, k.rsa, nil)), "ES256"), "ES256", k.ec, nil},
		"alg of the key differs":            {only(object{"kid": "rsa", "alg": "RS512"}), "RS256", k.rsa, kid("rsa")},
		"alg of the key differs, no key id": {only(object{"alg": "RS512"}), "RS256", k.rsa, nil},
		"key to encrypt":                    {only(object{"kid": "rsa", "use": "enc"}), "RS256", k.rsa, kid("rsa")},
		"key to encrypt, no key id":         {only(object{"use": "enc"}), "RS256", k.rsa, nil},
		// What a token says of its own key counts for nothing.
		"key in the header": {only(nil), "RS256", k.otherRSA, object{"jwk": jwk(t, k.otherRSA, nil)}},
		"keys elsewhere": {
			only(nil), "RS256", k.otherRSA, object{"jku": "http://127.0.0.1:1/keys", "x5u": "http://127.0.0.1:1/keys"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			compare(t, refused(unreadable), present(t, signed(t, c.algorithm, c.key, c.header, adaClaims), newJWT(t, c.options)))
		})
	}
}

// handmade returns a token with a header and claims of any kind, and the right HS256 signature.
func handmade(t *testing.T, header, claims string) string {
	t.Helper()
	text := base64url([]byte(header)) + "." + base64url([]byte(claims))
	signature, err := jwt.SigningMethodHS256.Sign(text, secret)
	if err != nil {
		t.Fatal(err)
	}
	return text + "." + base64url(signature)
}

func TestJWTGarbage(t *testing.T) {
	const header, claims = `{"typ":"JWT","alg":"HS256"}`, `{"sub":"ada","exp":4102444800,"scopes":"mcp:read"}`
	j := newJWT(t, hs256)
	right := handmade(t, header, claims)
	compare(t, isAda, present(t, right, j))
	parts := strings.Split(right, ".")
	forged := base64url([]byte(strings.Replace(claims, "ada", "eve", 1)))
	for name, token := range map[string]string{
		"dots":                   "..",
		"letters":                "a.b.c",
		"blanks inside":          "a b.c d.e f",
		"not base64":             "%%%.%%%.%%%",
		"header only":            parts[0] + "..",
		"no signature":           parts[0] + "." + parts[1] + ".",
		"cut signature":          right[:len(right)-4],
		"longer signature":       right + "AAAA",
		"foreign signature":      parts[0] + "." + parts[1] + "." + strings.Split(handmade(t, header, `{}`), ".")[2],
		"changed claims":         parts[0] + "." + forged + "." + parts[2],
		"header of nothing":      handmade(t, ``, claims),
		"header of no object":    handmade(t, `[]`, claims),
		"null header":            handmade(t, `null`, claims),
		"half a header":          handmade(t, `{"alg":"HS256"`, claims),
		"no algorithm":           handmade(t, `{"typ":"JWT"}`, claims),
		"algorithm as a number":  handmade(t, `{"alg":256}`, claims),
		"algorithm in lowercase": handmade(t, `{"alg":"hs256"}`, claims),
		"unknown algorithm":      handmade(t, `{"alg":"HS1"}`, claims),
		"none":                   handmade(t, `{"alg":"none"}`, claims),
		"None":                   handmade(t, `{"alg":"None"}`, claims),
		"NONE, no signature":     base64url([]byte(`{"alg":"NONE"}`)) + "." + parts[1] + ".",
		"claims of nothing":      handmade(t, header, ``),
		"claims of no object":    handmade(t, header, `[]`),
		"half a claim":           handmade(t, header, `{"sub":"ada"`),
		"two claims":             handmade(t, header, claims+claims),
	} {
		t.Run(name, func(t *testing.T) { compare(t, refused(unreadable), present(t, token, j)) })
	}
	t.Run("null claims", func(t *testing.T) {
		compare(t, refused(lacksClaim), present(t, handmade(t, header, `null`), j))
	})
	for name, token := range map[string]string{
		"two parts": parts[0] + "." + parts[1], "four parts": right + ".", "five parts": "a.b.c.d.e", "one part": "abc",
	} {
		t.Run(name, func(t *testing.T) { compare(t, refused(unknown), present(t, token, j)) })
	}
}

func TestJWTKeyFileMistakes(t *testing.T) {
	broken := jwk(t, testKeys().ec, object{"x": "AAAA"})
	for name, text := range map[string]string{
		"empty":             "",
		"no JSON":           "-----BEGIN PUBLIC KEY-----",
		"no object":         `[]`,
		"no set":            `{"kty":"RSA","n":"AQAB","e":"AQAB"}`,
		"keys of no array":  `{"keys":{}}`,
		"key of no object":  `{"keys":["a"]}`,
		"incomplete key":    `{"keys":[{"kty":"RSA","kid":"a"}]}`,
		"no point of curve": keySet(t, broken),
	} {
		t.Run(name, func(t *testing.T) {
			o := public(t, text, "RS256")
			j, err := auth.NewJWT(o)
			if want := o.KeyFile + " is not a JWK set"; j != nil || err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
	t.Run("no file", func(t *testing.T) {
		o := public(t, "", "RS256")
		o.KeyFile += "x"
		j, err := auth.NewJWT(o)
		if want := "read the key set: open " + o.KeyFile + ": no such file or directory"; j != nil || err == nil ||
			err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	})
}

// TestJWTUnknownKindOfKey has a key beside the right one that emcp does not know what to do with: it is to be ignored
// (RFC 7517, section 5).
func TestJWTUnknownKindOfKey(t *testing.T) {
	set := keySet(t, object{"kty": "AKP", "kid": "new", "alg": "ML-DSA-44", "pub": "AAAA"},
		jwk(t, testKeys().rsa, object{"kid": "rsa"}))
	p := startProvider(t)
	p.has(set)
	o := auth.JWTOptions{Algorithms: []string{"RS256"}, KeyURL: p.url, View: identity.Manager}
	token := signed(t, "RS256", testKeys().rsa, object{"kid": "rsa"}, adaClaims)
	compare(t, isAda, present(t, token, newJWT(t, o)))
	compare(t, isAda, present(t, token, newJWT(t, public(t, set, "RS256"))))
}

// TestJWTKeysChange is an identity provider that changes its key, by a clock that does not wait.
func TestJWTKeysChange(t *testing.T) {
	first, second := object{"kid": "first"}, object{"kid": "second"}
	firstSet, secondSet := keySet(t, jwk(t, testKeys().rsa, first)), keySet(t, jwk(t, testKeys().otherRSA, second))
	p := startProvider(t)
	p.has(firstSet)
	synctest.Test(t, func(t *testing.T) {
		j := newJWT(t, auth.JWTOptions{Algorithms: []string{"RS256"}, KeyURL: p.url, View: identity.Manager})
		byFirst := func() told { return present(t, signed(t, "RS256", testKeys().rsa, first, adaClaims), j) }
		bySecond := func() told { return present(t, signed(t, "RS256", testKeys().otherRSA, second, adaClaims), j) }
		compare(t, isAda, byFirst())
		compare(t, refused(unreadable), bySecond())
		p.has(secondSet)
		time.Sleep(10 * time.Second)
		compare(t, isAda, bySecond())
		compare(t, refused(unreadable), byFirst())
	})
}

// TestJWTKeysAreFetchedEveryHour is that a key that is withdrawn is not accepted for ever.
func TestJWTKeysAreFetchedEveryHour(t *testing.T) {
	for name, header := range map[string]object{"with a key id": {"kid": "rsa"}, "without a key id": nil} {
		t.Run(name, func(t *testing.T) {
			p := startProvider(t)
			p.has(keySet(t, jwk(t, testKeys().rsa, header)))
			synctest.Test(t, func(t *testing.T) {
				j := newJWT(t, auth.JWTOptions{Algorithms: []string{"RS256"}, KeyURL: p.url, View: identity.Manager})
				presented := func() told { return present(t, signed(t, "RS256", testKeys().rsa, header, adaClaims), j) }
				compare(t, isAda, presented())
				p.keys.Store(nil) // away for a while: what is known stays
				time.Sleep(time.Hour + time.Minute)
				compare(t, isAda, presented())
				p.has(keySet(t, jwk(t, testKeys().otherRSA, nil)))
				time.Sleep(time.Hour)
				compare(t, refused(unreadable), presented())
			})
		})
	}
}

// TestJWTUnknownKeyIDsAreNotFetchedEachTime is that tokens that anybody can make up do not flood the provider.
func TestJWTUnknownKeyIDsAreNotFetchedEachTime(t *testing.T) {
	p := startProvider(t)
	p.has(keySet(t, jwk(t, testKeys().rsa, object{"kid": "rsa"})))
	synctest.Test(t, func(t *testing.T) {
		j := newJWT(t, auth.JWTOptions{Algorithms: []string{"RS256"}, KeyURL: p.url, View: identity.Manager})
		for range 100 {
			compare(t, refused(unreadable),
				present(t, signed(t, "RS256", testKeys().otherRSA, object{"kid": rand.Text()}, adaClaims), j))
		}
		if n := p.served.Load(); n > 10 {
			t.Errorf("100 tokens made emcp fetch the set %d times", n)
		}
		compare(t, isAda, present(t, signed(t, "RS256", testKeys().rsa, object{"kid": "rsa"}, adaClaims), j))
	})
}

// TestJWTProviderDown is a provider that does not answer at first, or answers nonsense.
func TestJWTProviderDown(t *testing.T) {
	for name, header := range map[string]object{"with a key id": {"kid": "rsa"}, "without a key id": nil} {
		for _, nonsense := range []string{"", "<html>", `{"keys":[{"kty":"RSA"}]}`} {
			t.Run(name+" "+nonsense, func(t *testing.T) {
				set := keySet(t, jwk(t, testKeys().rsa, header))
				p := startProvider(t)
				if nonsense != "" {
					p.has(nonsense)
				}
				synctest.Test(t, func(t *testing.T) {
					j := newJWT(t, auth.JWTOptions{Algorithms: []string{"RS256"}, KeyURL: p.url, View: identity.Manager})
					if p.served.Load() != 0 {
						t.Error("keys are fetched that nobody needs yet")
					}
					presented := func() told { return present(t, signed(t, "RS256", testKeys().rsa, header, adaClaims), j) }
					compare(t, notNow, presented())
					p.has(set)
					time.Sleep(time.Minute)
					compare(t, isAda, presented())
				})
			})
		}
	}
}

// TestJWTHugeSet is a provider whose answer does not end soon. It is read no further than a
// document of this kind can be.
func TestJWTHugeSet(t *testing.T) {
	p := startProvider(t)
	p.has(strings.Repeat(" ", 257<<10) + keySet(t, jwk(t, testKeys().rsa, nil)))
	o := auth.JWTOptions{Algorithms: []string{"RS256"}, KeyURL: p.url, View: identity.Manager}
	compare(t, notNow, present(t, signed(t, "RS256", testKeys().rsa, nil, adaClaims), newJWT(t, o)))
	if n, err := auth.CountKeys(t.Context(), o); n != 0 || err == nil {
		t.Errorf("%d keys, %v", n, err)
	}
}

// TestJWTClosed fetches no keys any more, but knows those that it has, for requests that still run.
func TestJWTClosed(t *testing.T) {
	p := startProvider(t)
	p.has(keySet(t, jwk(t, testKeys().rsa, nil)))
	synctest.Test(t, func(t *testing.T) {
		j := newJWT(t, auth.JWTOptions{Algorithms: []string{"RS256"}, KeyURL: p.url, View: identity.Manager})
		presented := func() told { return present(t, signed(t, "RS256", testKeys().rsa, nil, adaClaims), j) }
		compare(t, isAda, presented())
		j.Close()
		time.Sleep(24 * time.Hour)
		compare(t, isAda, presented())
		if n := p.served.Load(); n != 1 {
			t.Errorf("fetched %d times", n)
		}
	})
}

// TestJWTEmptySet is a file without a key: no fault of the token.
func TestJWTEmptySet(t *testing.T) {
	j := newJWT(t, public(t, `{"keys":[]}`, "RS256"))
	compare(t, notNow, present(t, signed(t, "RS256", testKeys().rsa, nil, adaClaims), j))
}

// TestJWTFaultsTellNoToken is that what goes to the log has no part of the token in it.
func TestJWTFaultsTellNoToken(t *testing.T) {
	j := newJWT(t, hs256)
	token := signed(t, "HS256", []byte("wrong"), nil, object{"sub": "canary", "note": "canary"})
	for _, token := range []string{token, "canary.canary.canary"} {
		_, err := auth.Gate{Kinds: []auth.Authenticator{j}}.Caller(t.Context(),
			auth.Credentials{Header: headers("Authorization", "Bearer "+token)}, "content")
		f := fault.From(err)
		for _, part := range append(strings.Split(token, "."), "canary") {
			if strings.Contains(f.Error(), part) {
				t.Errorf("%q has %q in it", f.Error(), part)
			}
		}
	}
}
