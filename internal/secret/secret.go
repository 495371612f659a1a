// Package secret has a string that cannot be printed by mistake.
package secret

import (
	"fmt"
	"log/slog"
)

// Text is a string that must not be printed, such as a password.
type Text string

const redacted = "redacted"

// Format hides the text, whatever the verb.
func (Text) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(redacted)) }

// String hides the text.
func (Text) String() string { return redacted }

// LogValue hides the text.
func (Text) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText hides the text.
func (Text) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// Reveal returns the text.
func (t Text) Reveal() string { return string(t) }
