package server

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"emcp/config"
)

// tlsConfig returns the TLS settings of the listener: 1.2 or newer, a certificate that is read again when its file
// changes, and with a client CA a certificate of the client that it has signed. It is nil where TLS is not configured.
func tlsConfig(c config.TLS, log *slog.Logger) (*tls.Config, error) {
	if c.CertFile == "" {
		return nil, nil
	}
	certificate := &certificate{certFile: c.CertFile, keyFile: c.KeyFile, log: log}
	if _, err := certificate.get(nil); err != nil {
		return nil, fmt.Errorf("tls: %w", err)
	}
	settings := &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: certificate.get}
	if c.ClientCAFile == "" {
		return settings, nil
	}
	text, err := os.ReadFile(c.ClientCAFile)
	if err != nil {
		return nil, fmt.Errorf("tls.client_ca_file: %w", err)
	}
	settings.ClientCAs = x509.NewCertPool()
	if !settings.ClientCAs.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("tls.client_ca_file: %s has no certificate in it", c.ClientCAFile)
	}
	settings.ClientAuth = tls.RequireAndVerifyClientCert
	return settings, nil
}

// certificateAge is how long a certificate is used before its file is looked at again.
const certificateAge = 5 * time.Second

// certificate is the server's certificate as its files have it.
type certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu      sync.Mutex
	loaded  *tls.Certificate
	changed time.Time // of the file that loaded is from
	looked  time.Time
}

// get returns the certificate, read again if its file has changed. While the new files do not fit together, as in the
// middle of a renewal, the old certificate is used on.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.loaded != nil && time.Since(c.looked) < certificateAge {
		return c.loaded, nil
	}
	c.looked = time.Now()
	info, err := os.Stat(c.certFile)
	if err == nil && (c.loaded == nil || !info.ModTime().Equal(c.changed)) {
		var pair tls.Certificate
		if pair, err = tls.LoadX509KeyPair(c.certFile, c.keyFile); err == nil {
			c.loaded, c.changed = &pair, info.ModTime()
		}
	}
	switch {
	case c.loaded == nil:
		return nil, err
	case err != nil:
		c.log.Warn("the new certificate cannot be read; the old one is used on", "error", err)
	}
	return c.loaded, nil
}
