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

// tlsConfig returns the TLS settings of the listener: 1.2 or newer, and a certificate that is read again when its file
// changes. With a client CA, clients need a certificate signed by it, or can have one. The settings are nil if TLS is
// not configured.
func tlsConfig(c config.TLS, log *slog.Logger) (*tls.Config, error) {
	if c.CertFile == "" {
		return nil, nil
	}
	served := &servedCertificate{certFile: c.CertFile, keyFile: c.KeyFile, log: log}
	if _, err := served.get(nil); err != nil {
		return nil, fmt.Errorf("tls: %w", err)
	}
	settings := &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: served.get}
	if c.ClientCAFile == "" {
		return settings, nil
	}
	text, err := os.ReadFile(c.ClientCAFile)
	if err != nil {
		return nil, fmt.Errorf("tls.client_ca_file: %w", err)
	}
	settings.ClientCAs = x509.NewCertPool()
	if !settings.ClientCAs.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("tls.client_ca_file: %s contains no certificate", c.ClientCAFile)
	}
	settings.ClientAuth = tls.RequireAndVerifyClientCert
	if c.ClientOptional {
		settings.ClientAuth = tls.VerifyClientCertIfGiven
	}
	return settings, nil
}

// certificateAge is how often the file of the certificate is checked for changes.
const certificateAge = 5 * time.Second

// servedCertificate is the certificate of the server, in step with its files.
type servedCertificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu      sync.Mutex
	loaded  *tls.Certificate
	changed time.Time // of the file that loaded is from
	looked  time.Time
}

// get returns the certificate, and reads it again if its file has changed. While the new files do not fit together, as
// in the middle of a renewal, the old certificate stays in use.
func (c *servedCertificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.loaded != nil && time.Since(c.looked) < certificateAge {
		return c.loaded, nil
	}
	c.looked = time.Now()
	err := c.load()
	if c.loaded == nil {
		return nil, err
	}
	if err != nil {
		c.log.Warn("the new certificate cannot be read; the old one stays in use", "error", err)
	}
	return c.loaded, nil
}

// load reads the certificate if its file has changed.
func (c *servedCertificate) load() error {
	info, err := os.Stat(c.certFile)
	if err != nil {
		return err
	}
	if c.loaded != nil && info.ModTime().Equal(c.changed) {
		return nil
	}
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return err
	}
	c.loaded, c.changed = &pair, info.ModTime()
	return nil
}
