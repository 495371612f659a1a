package auth

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	"emcp/internal/identity"
)

// TestVerifiedTokens takes the secret away from the checker, so that it can accept only what it has kept.
func TestVerifiedTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const key = "a secret of at least 32 characters"
		j, err := NewJWT(JWTOptions{Algorithms: []string{hs256}, Secret: key, Leeway: 30 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		token := func(subject string, exp time.Duration) string {
			claims := jwt.MapClaims{"sub": subject, "exp": time.Now().Add(exp).Unix()}
			text, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(key))
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		ada := identity.Principal{Subject: "jwt:ada", Servers: []string{identity.AllServers}}
		expect := func(token string, want error) {
			t.Helper()
			caller, err := j.Authenticate(t.Context(), token, "")
			if !errors.Is(err, want) || want == nil && !cmp.Equal(caller, ada) {
				t.Errorf("%+v, %v, want %v", caller, err, want)
			}
		}
		withoutSecret := func(run func()) {
			j.secret = "another secret of 32 characters..."
			run()
			j.secret = key
		}

		long := token("ada", time.Hour)
		withoutSecret(func() { expect(long, jwt.ErrTokenSignatureInvalid) })
		expect(long, nil)
		time.Sleep(verifiedAge - 1)
		withoutSecret(func() { expect(long, nil) })
		time.Sleep(time.Nanosecond)
		withoutSecret(func() { expect(long, jwt.ErrTokenSignatureInvalid) })

		short := token("ada", -29*time.Second) // which the leeway allows for another second
		time.Sleep(time.Second / 2)
		expect(short, nil)
		time.Sleep(time.Second/2 - 1)
		expect(short, nil)
		time.Sleep(time.Nanosecond)
		expect(short, jwt.ErrTokenExpired)

		for n := range 2*maxVerified + 1 {
			if _, err := j.Authenticate(t.Context(), token(fmt.Sprint("user ", n), time.Hour), ""); err != nil {
				t.Fatal(err)
			}
			if len(j.known.all) > maxVerified {
				t.Fatalf("%d tokens are kept", len(j.known.all))
			}
		}
	})
}
