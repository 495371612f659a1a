package oauth

import (
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"testing"
)

// TestKeysOfClients has keys that take long to check a signature with, and more keys than a client needs.
func TestKeysOfClients(t *testing.T) {
	var written []any
	publish := func(bits uint) {
		n := new(big.Int).Lsh(big.NewInt(1), bits-1)
		n.SetBit(n, 0, 1)
		written = append(written,
			map[string]any{"kty": "RSA", "e": "AQAB", "n": base64.RawURLEncoding.EncodeToString(n.Bytes())})
	}
	publish(376_000)
	publish(8193)
	publish(8192)
	for range 30 {
		publish(2048)
	}
	set, err := json.Marshal(map[string]any{"keys": written})
	if err != nil {
		t.Fatal(err)
	}
	keys, err := (&Server{}).clientKeys(t.Context(), client{keys: clientKeys{set: set}})
	if err != nil || len(keys) != 20 || keys[0].Key().(*rsa.PublicKey).N.BitLen() != 8192 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
}
