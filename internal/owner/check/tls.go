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

// soon is how long before its end a certificate or a token is a finding.
const soon = 14 * 24 * time.Hour

// certificates looks at the files of the listener's certificates.
func certificates(c config.TLS) []Finding {
	if c.CertFile == "" {
		return nil
	}
	var findings []Finding
	pair, err := tls.LoadX509KeyPair(c.CertFile, c.KeyFile)
	if err != nil {
		findings = append(findings, failure("tls", err.Error(), "emcp does not start",
			advice(err, "name in tls the files of a certificate and of its key, PEM, that emcp's user may read")))
	} else {
		findings = append(findings, term("tls", c.CertFile, pair.Leaf, "clients refuse to connect"))
	}
	if c.ClientCAFile == "" {
		return findings
	}
	text, err := os.ReadFile(c.ClientCAFile)
	if err != nil {
		return append(findings, failure("tls.client_ca_file", err.Error(), "emcp does not start", advice(err, "name a file that emcp's user may read")))
	}
	found := false
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if authority, err := x509.ParseCertificate(block.Bytes); err == nil && block.Type == "CERTIFICATE" {
			found = true
			findings = append(findings, term("tls.client_ca_file", c.ClientCAFile, authority, "clients whose certificate it has signed are refused"))
		}
	}
	if !found {
		findings = append(findings, failure("tls.client_ca_file", c.ClientCAFile+" has no certificate in it", "emcp does not start", "name a file with the certificate of who signs those of clients, PEM"))
	}
	return findings
}

// term looks at when a certificate is good.
func term(subject, file string, c *x509.Certificate, why string) Finding {
	now := time.Now()
	end := c.NotAfter.UTC().Format(time.DateOnly)
	switch {
	case now.Before(c.NotBefore):
		return failure(subject, fmt.Sprintf("%s begins to be good only on %s", file, c.NotBefore.UTC().Format(time.DateOnly)), why, "see that the computer's clock is right, or take another certificate")
	case now.After(c.NotAfter):
		return failure(subject, fmt.Sprintf("%s has expired on %s", file, end), why, "renew it; emcp notices a new file by itself")
	case now.Add(soon).After(c.NotAfter):
		return warning(subject, fmt.Sprintf("%s expires on %s", file, end), "from then on "+why, "renew it; emcp notices a new file by itself")
	}
	return ok(subject, fmt.Sprintf("%s is good until %s", file, end))
}
