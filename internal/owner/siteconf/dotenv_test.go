package siteconf

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEnv(t *testing.T) {
	got, err := parseEnv(
		"\ufeff# comment\r\n\r\nA=1\n B = two \nexport C='x # $A ${A} \\n'\n\"D\"=\"a\\tb\n${A} $A \\$A\\\\ \\\"\" # " +
			"behind\n" +
			"E=\nF=#x\nG=a#b\nH=p$A\\n'\"\nI=${A}${NO}\nA=3\nJ\nexportK=k")
	want := map[string]string{
		"A": "3", "B": "two", "C": `x # $A ${A} \n`, "D": "a\tb\n1 $A $A\\ \"", "E": "", "F": "", "G": "a", "H": `p$A\n'"`,
		"I": "1${NO}", "exportK": "k",
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	for source, want := range map[string]string{
		"A=1\n=2":         "line 2: expected NAME=value",
		"A B=2":           "line 1: expected NAME=value",
		"A='x":            "line 1: a quote is not closed",
		"A=1\nB=\"x\ny":   "line 2: a quote is not closed",
		"A=\"x\ny\"\nB='": "line 3: a quote is not closed",
		`A="\q"`:          `line 1: \q in double quotes has no meaning`,
		"A=x y":           "line 1: " + quotesMessage,
		"A='x' y":         "line 1: there is text after the closing quote",
	} {
		if _, err := parseEnv(source); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", source, err, want)
		}
	}
}

// FuzzEnv searches for files that make the reader panic or loop, and for values that do not survive.
func FuzzEnv(f *testing.F) {
	f.Add("A=\"b\\n${A}\" # c\nexport 'D'='e'\nF=g", "it's \\ \"$x\" ${A} #")
	f.Fuzz(func(t *testing.T, source, password string) {
		_, _ = parseEnv(source)
		password = strings.ReplaceAll(password, "\r", "")
		env, err := parseEnv(`A="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`).Replace(password) + "\"\nB=b")
		if err != nil || env["A"] != password || env["B"] != "b" {
			t.Errorf("%q is %q, %v", password, env["A"], err)
		}
	})
}
