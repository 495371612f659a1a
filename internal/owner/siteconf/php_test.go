package siteconf

import (
	"strings"
	"testing"
)

// TestExpressions shows which PHP is understood, and which remains unknown.
func TestExpressions(t *testing.T) {
	const unknown = "(unknown)"
	env := map[string]string{"A": "from env", "YES": "true", "NO": "(null)"}
	for expression, want := range map[string]string{
		`'a'`:           "a",
		`'it\'s \n \\'`: `it's \n \`,
		`"a\tb\n\"\\\$x \101\x42\u{1F600} \q \xZ \u{zz} \u{110000000}"`: "a\tb\n\"\\$x AB😀 \\q \\xZ \\u{zz} \\u{110000000}",
		`"cost $5 and $ {x}"`:             "cost $5 and $ {x}",
		`"$name"`:                         unknown,
		`"{$name}"`:                       unknown,
		`"${name}"`:                       unknown,
		`3306`:                            "3306",
		`true`:                            "1",
		`NULL`:                            "",
		`'a' . 'b' /* c */ . "c"`:         "abc",
		`'a' . X`:                         unknown,
		`'a' . ['b']`:                     unknown,
		`('a')`:                           "a",
		`(string) 'a'`:                    "a",
		`(int)(string)env('A')`:           "from env",
		`-1`:                              unknown,
		`'a' ?: 'b'`:                      unknown,
		`X`:                               unknown,
		`__DIR__ . '/x'`:                  unknown,
		`env('A', 'b')`:                   "from env",
		`\env('A', 'b')`:                  "from env",
		`ENV("A")`:                        "from env",
		`env('B', 'b')`:                   "b",
		`env('B', env('A', 'c'))`:         "from env",
		`env('B')`:                        "",
		`env('YES')`:                      "1",
		`env('NO', 'x')`:                  "",
		`env($b, 'x')`:                    unknown,
		`env('B', $x)`:                    unknown,
		`getenv('A')`:                     unknown,
		`trim('a')`:                       unknown,
		`$x`:                              unknown,
		`function () { return 'a'; }`:     unknown,
		"<<<X\n 'a'\n  X":                 unknown,
		"'a' // 'b'\n":                    "a",
		"'a' # 'b'\n":                     "a",
		`match (true) { default => 'a' }`: unknown,
		`new X('a', ['b' => "c"])`:        unknown,
		`A::B['x']->y('z')`:               unknown,
		strings.Repeat("(", 48) + "'a'" + strings.Repeat(")", 48): "a",
	} {
		s, err := parsePHP("<?php\nreturn ['before' => 1, 'key' => "+expression+", 'after' => 'yes'];", env)
		if err != nil || s.returned == nil || s.returned.items["after"].text != "yes" {
			t.Errorf("%s: %+v, %v", expression, s.returned, err)
			continue
		}
		got := s.returned.items["key"]
		if got.unknown {
			got.text = unknown
		}
		if got.text != want {
			t.Errorf("%s is %q, want %q", expression, got.text, want)
		}
	}
	for source, want := range map[string]string{
		"<?php /* a":                            "line 1: a comment without end",
		"<?php\n\n$a = \"b;":                    "line 3: a string without end",
		"<?php $a = <<<X\nb\n":                  "line 1: a string without end",
		"<?php $a = " + strings.Repeat("(", 51): "arrays or calls are nested too deep",
	} {
		if _, err := parsePHP(source, nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", source, err, want)
		}
	}
}

// TestAssignments shows which assignments count.
func TestAssignments(t *testing.T) {
	for source, want := range map[string]phpLiteral{
		"<?php $a = 'x';":           {text: "x"},
		"<?php $a = 'x'; $a = 'y';": {text: "y"},
		"text $a = 'z' <?php $a = 'x' ?> $a = 'y'; <? $b = 'z';": {text: "x"},
		"<?php $a = 'x'; // ?> $a = 'y'; ":                       {text: "x"},
		"<?php $a = 'x'; $a .= 'y';":                             {unknown: true},
		"<?php if (1) { $a = 'x'; }":                             {text: "x", unknown: true},
		"<?php if (1) $a = 'x';":                                 {text: "x", unknown: true},
		"<?php if (1): $b = 'y'; $a = 'x'; endif;":               {text: "x", unknown: true},
		"<?php if (1) { $b = 'y'; } $a = 'x';":                   {text: "x"},
		"<?php if (1): $b = 'y'; endif; $a = 'x';":               {text: "x"},
		"<?php if (1) $b = 'y'; $a = 'x';":                       {text: "x"},
		"<?php function f($b = 'c') { return 1; } $a = 'x';":     {text: "x"},
		"<?php $f = function () { $a = 'y'; }; $a = 'x';":        {text: "x"},
	} {
		s, err := parsePHP(source, nil)
		got := s.variables["a"]
		if err != nil || got.text != want.text || got.unknown != want.unknown {
			t.Errorf("%s: %+v, %v", source, got, err)
		}
	}
}

// FuzzPHP searches for files that make the parser panic or loop, and for strings that do not survive.
func FuzzPHP(f *testing.F) {
	f.Add("<?php return ['a' => env('B', \"c\\x41\"), 'd' => <<<X\nX\n];", "it's \\ \"$x\" ?>")
	f.Add("<?php if (1): $a .= (string) 'x' . Y::Z[1]; endif; /* */ # ?>", "\\'")
	f.Fuzz(func(t *testing.T, source, password string) {
		_, _ = parsePHP(source, map[string]string{"B": "b"})
		single := "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(password) + "'"
		double := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`).Replace(password) + `"`
		for _, literal := range []string{single, double} {
			s, err := parsePHP("<?php return ['x' => "+literal+"];", nil)
			if err != nil || s.returned == nil || s.returned.items["x"].text != password || s.returned.items["x"].unknown {
				t.Errorf("%s is %+v, %v", literal, s.returned, err)
			}
		}
	})
}
