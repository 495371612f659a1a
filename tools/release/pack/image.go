package main

import (
	"bytes"
	"encoding/pem"
	"fmt"
	"io"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// writeImage makes the container image of a program, for docker load and podman load: the program and certificates of
// authorities, nothing else.
func (r *release) writeImage(p program) error {
	var content bytes.Buffer
	certificates := file{"etc/ssl/certs/ca-certificates.crt", 0o644, authorities()}
	if err := r.writeTar(&content, certificates, p.file("usr/bin/")); err != nil {
		return err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(content.Bytes())), nil
	})
	if err != nil {
		return err
	}
	image, err := mutate.ConfigFile(empty.Image, &v1.ConfigFile{
		OS:           p.OS,
		Architecture: p.Arch,
		Created:      v1.Time{Time: r.date},
		RootFS:       v1.RootFS{Type: "layers"},
		Config: v1.Config{
			User:         "65532:65532",
			ExposedPorts: map[string]struct{}{"8787/tcp": {}},
			Entrypoint:   []string{"/usr/bin/emcp"},
			Cmd:          []string{"serve", "--config", "/etc/emcp/emcp.yaml"},
		},
	})
	if err != nil {
		return err
	}
	if image, err = mutate.AppendLayers(image, layer); err != nil {
		return err
	}
	tag, err := name.NewTag("emcp:" + r.version)
	if err != nil {
		return err
	}
	return r.create(fmt.Sprintf("emcp_%s_%s_%s.image.tar", r.version, p.OS, p.Arch), func(w io.Writer) error {
		return tarball.Write(tag, image, w)
	})
}

// authorities returns the certificates that Mozilla trusts. A file cannot say that one is trusted for some purposes
// only, so those are left out.
func authorities() []byte {
	var text bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			_ = pem.Encode(&text, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // a buffer takes everything
		}
	}
	return text.Bytes()
}
