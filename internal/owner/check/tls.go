package check

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"time"

	"emcp/config"
)

// soon is how long before its end a certificate or a token is reported.
const soon = 14 * 24 * time.Hour

// certificate checks the listener's own certificate.
func certificate(c config.TLS) Finding {
	pair, err := tls.LoadX509KeyPair(c.CertFile, c.KeyFile)
	if err != nil {
		return failure("tls", err.Error(), "emcp does not start",
			advice(err,
				"set tls.cert_file and tls.key_file to PEM files with a certificate and its key, which emcp's user can read"))
	}
	return term("tls", c.CertFile, pair.Leaf, "clients refuse to connect")
}

// certificates checks the files of the listener's certificates.
func certificates(c config.TLS) []Finding {
	if c.CertFile == "" {
		return nil
	}
	findings := []Finding{certificate(c)}
	if c.ClientCAFile == "" {
		return findings
	}
	text, err := os.ReadFile(c.ClientCAFile)
	if err != nil {
		return append(findings,
			failure("tls.client_ca_file", err.Error(), "emcp does not start",
				advice(err, "set it to a file that emcp's user can read")))
	}
	found := false
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if authority, err := x509.ParseCertificate(block.Bytes); err == nil && block.Type == "CERTIFICATE" {
			found = true
			findings = append(findings,
				term("tls.client_ca_file", c.ClientCAFile, authority, "clients with certificates that it signed are refused"))
		}
	}
	if !found {
		findings = append(findings,
			failure("tls.client_ca_file", c.ClientCAFile+" contains no certificate", "emcp does not start",
				"set it to a PEM file with the certificate of the authority that signs client certificates"))
	}
	return findings
}

// term checks when a certificate is valid.
func term(subject, file string, c *x509.Certificate, why string) Finding {
	now := time.Now()
	end := c.NotAfter.UTC().Format(time.DateOnly)
	switch {
	case now.Before(c.NotBefore):
		return failure(subject, fmt.Sprintf("%s is valid only from %s", file, c.NotBefore.UTC().Format(time.DateOnly)), why,
			"check the computer's clock, or use another certificate")
	case now.After(c.NotAfter):
		return failure(subject, fmt.Sprintf("%s expired on %s", file, end), why,
			"renew it; emcp loads the new file without a restart")
	case now.Add(soon).After(c.NotAfter):
		return warning(subject, fmt.Sprintf("%s expires on %s", file, end), "after that, "+why,
			"renew it; emcp loads the new file without a restart")
	}
	return ok(subject, fmt.Sprintf("%s is valid until %s", file, end))
}
