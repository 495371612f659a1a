package redact

import "strings"

// charset is a set of ASCII characters.
type charset [256]bool

// chars returns the set of the characters and ranges, such as "a-z", in a text. A hyphen at its end stands for itself.
func chars(text string) *charset {
	var set charset
	for i := 0; i < len(text); i++ {
		if i+2 < len(text) && text[i+1] == '-' {
			for c := text[i]; c <= text[i+2]; c++ {
				set[c] = true
			}
			i += 2
			continue
		}
		set[text[i]] = true
	}
	return &set
}

var (
	spaces   = chars(" \t\r\n")
	digits   = chars("0-9")
	letters  = chars("A-Za-z")
	smalls   = chars("a-z")
	capitals = chars("A-Z")
	upper    = chars("A-Z0-9")
	hex      = chars("0-9a-fA-F")
	padding  = chars("=")
	alnum    = chars("A-Za-z0-9")
	urlSafe  = chars("A-Za-z0-9_-")
	dotted   = chars("A-Za-z0-9_.-")
	base64   = chars("A-Za-z0-9+/_-")
	bearer   = chars("A-Za-z0-9+/_.~=-")
	crypted  = chars("A-Za-z0-9./$,=+-")
	pemText  = chars("A-Za-z0-9+/= \t\r\n\\\"'.:,-")
	login    = chars("!$-&(-.0-;=@-[]-_a-~") // user:password in an address user:password@host
)

// secretShape is the format of the keys of a service.
type secretShape struct {
	prefix string   // case-sensitive
	rest   *charset // characters that may follow
	min    int      // how many must follow at least
	need   need     // required when the prefix also occurs in ordinary words
}

// need says which kinds of characters must occur after the prefix.
type need uint8

const (
	nothing need = iota
	mixed        // a digit and a letter
	varied       // a digit, a small letter and a capital
)

// shapes are the keys that are recognized by their prefix.
var shapes = []secretShape{
	{"AKIA", upper, 16, nothing}, {"ASIA", upper, 16, nothing}, // Amazon
	// Stripe
	{"sk_live_", alnum, 10, nothing}, {"sk_test_", alnum, 10, nothing}, {"rk_live_", alnum, 10, nothing},
	{"rk_test_", alnum, 10, nothing},
	{"whsec_", base64, 16, nothing},
	// GitHub
	{"ghp_", alnum, 20, nothing}, {"gho_", alnum, 20, nothing}, {"ghu_", alnum, 20, nothing}, {"ghs_", alnum, 20, nothing},
	{"ghr_", alnum, 20, nothing},
	{"github_pat_", urlSafe, 20, nothing}, {"glpat-", urlSafe, 16, nothing},
	// Slack
	{"xoxa-", urlSafe, 10, nothing}, {"xoxb-", urlSafe, 10, nothing}, {"xoxe-", urlSafe, 10, nothing},
	{"xoxo-", urlSafe, 10, nothing},
	{"xoxp-", urlSafe, 10, nothing}, {"xoxr-", urlSafe, 10, nothing}, {"xoxs-", urlSafe, 10, nothing},
	{"xapp-", urlSafe, 10, nothing},
	{"hooks.slack.com/services/", base64, 20, nothing},
	{"discord.com/api/webhooks/", base64, 20, nothing}, {"discordapp.com/api/webhooks/", base64, 20, nothing},
	{"AIza", urlSafe, 30, nothing}, {"ya29.", dotted, 20, nothing}, {"GOCSPX-", urlSafe, 20, nothing}, // Google
	{"SG.", dotted, 30, mixed},                                     // SendGrid
	{"sk-", urlSafe, 20, varied},                                   // OpenAI, Anthropic
	{"hf_", alnum, 30, mixed},                                      // Hugging Face
	{"npm_", alnum, 30, mixed},                                     // npm
	{"dop_v1_", alnum, 30, nothing},                                // DigitalOcean
	{"shpat_", alnum, 20, nothing}, {"shpss_", alnum, 20, nothing}, // Shopify
	{"sq0atp-", urlSafe, 20, nothing}, {"sq0csp-", urlSafe, 20, nothing}, {"EAAA", urlSafe, 50, mixed}, // Square
	// Telegram, behind the id of the bot
	{":AA", urlSafe, 30, mixed},
	// personal tokens of eMCP
	{"emcp_", alnum, 40, nothing},
	{"eyJ", bearer, 17, nothing},                                                                  // JWT
	{"Bearer ", bearer, 12, mixed}, {"bearer ", bearer, 12, mixed}, {"Basic ", base64, 12, mixed}, // headers
	{"$2a$", crypted, 50, nothing}, {"$2b$", crypted, 50, nothing}, {"$2y$", crypted, 50, nothing}, // hashes of passwords
	{"$argon2", crypted, 30, nothing}, {"$P$", crypted, 31, nothing}, {"$H$", crypted, 31, nothing},
	{"$apr1$", crypted, 20, nothing},
	{"$5$", crypted, 40, nothing}, {"$6$", crypted, 80, nothing},
}

// findShapes finds keys by their prefix. The characters behind a prefix are read once, but for the last ones: the same
// prefix may begin in them, as in "Bearer abcdefBearer 0123456789ab". Wholly inside, it would have less behind it.
func (f *finder) findShapes() {
	for _, s := range shapes {
		for at := 0; ; {
			i := strings.Index(f.text[at:], s.prefix)
			if i < 0 {
				break
			}
			from := at + i
			to := f.run(s.rest, from+len(s.prefix))
			rest := f.text[from+len(s.prefix) : to]
			at = max(from+len(s.prefix), to-len(s.prefix)+1)
			if len(rest) >= s.min && s.need.met(rest) {
				f.add(from, to)
			}
		}
	}
}

func (n need) met(text string) bool {
	return n == nothing || has(text, digits) && has(text, letters) &&
		(n == mixed || has(text, smalls) && has(text, capitals))
}

// run returns the end of the run of characters of the set that begins at from.
func (f *finder) run(set *charset, from int) int {
	for from < len(f.text) && set[f.text[from]] {
		from++
	}
	return from
}

func has(text string, set *charset) bool {
	for i := range len(text) {
		if set[text[i]] {
			return true
		}
	}
	return false
}

// Limits for keys in hexadecimal digits or base64 that have no known prefix, in characters.
const (
	longHex      = 32 // length of an MD5 sum
	base64Window = 32 // length of a base64 key
	// changes between capitals, small letters and digits in a window; random text has 18, words and paths far fewer
	changing = 9
)

// findRuns finds long hexadecimal numbers, and base64: runs in which some 32 characters are as mixed as random text.
// The run may begin with a path, so what is replaced begins behind the last slash before the mixed part. An escaped
// slash, as in JSON, belongs to the run.
func (f *finder) findRuns() {
	for at := 0; at < len(f.text); {
		if !base64[f.text[at]] {
			at++
			continue
		}
		end := at
		for end < len(f.text) && (base64[f.text[end]] || f.text[end] == '\\' && end+1 < len(f.text) && f.text[end+1] == '/') {
			end++
		}
		if run := f.text[at:end]; len(run) >= base64Window && !uuid(run) {
			rest := end
			if from := randomStart(run); from >= 0 {
				rest = at + strings.LastIndexByte(run[:from], '/') + 1
				f.add(rest, f.run(padding, end))
			}
			f.findHex(at, rest)
		}
		at = end
	}
}

// uuid reports whether a run is a UUID, which identifies something but is no secret.
func uuid(run string) bool {
	if len(run) != 36 {
		return false
	}
	for i := range len(run) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (run[i] == '-') || !dash && !hex[run[i]] {
			return false
		}
	}
	return true
}

// randomStart returns the start of the first window in a run that has a digit and changes as often as random text, or
// -1.
func randomStart(run string) int {
	changes, numbers := 0, 0
	change := func(i int) int { // 1 if the character at i is of another kind than the one before
		a, b := kindOf(run[i-1]), kindOf(run[i])
		if a != b && a != other && b != other {
			return 1
		}
		return 0
	}
	for i := range len(run) {
		if i > 0 {
			changes += change(i)
		}
		if kindOf(run[i]) == number {
			numbers++
		}
		if i >= base64Window {
			if kindOf(run[i-base64Window]) == number {
				numbers--
			}
			changes -= change(i - base64Window + 1)
		}
		if i >= base64Window-1 && changes >= changing && numbers > 0 {
			return i - base64Window + 1
		}
	}
	return -1
}

type kind uint8

const (
	other kind = iota
	small
	capital
	number
)

func kindOf(c byte) kind {
	switch {
	case c >= 'a' && c <= 'z':
		return small
	case c >= 'A' && c <= 'Z':
		return capital
	case c >= '0' && c <= '9':
		return number
	}
	return other
}

// findHex finds long hexadecimal numbers in text[from:to].
func (f *finder) findHex(from, to int) {
	for at := from; at < to; {
		end := at
		for end < to && hex[f.text[end]] {
			end++
		}
		if n := f.text[at:end]; len(n) >= longHex && has(n, digits) && has(n, letters) {
			f.add(at, end)
		}
		at = end + 1
	}
}

// findBlocks finds PEM keys and certificates, from their first line to their last.
func (f *finder) findBlocks() {
	const begin, end, dashes = "-----BEGIN ", "-----END ", "-----"
	ends := true // false once no end is left in the text
	for at := 0; ; {
		i := strings.Index(f.text[at:], begin)
		if i < 0 {
			return
		}
		from := at + i
		body := from + len(begin)
		to := f.run(pemText, body) // used if the end is missing
		at = to
		if ends {
			if j := strings.Index(f.text[body:], end); j >= 0 {
				at = body + j + len(end)
				to = at
				if k := strings.Index(f.text[at:min(len(f.text), at+80)], dashes); k >= 0 {
					at += k // the same dashes may begin another block
					to = at + len(dashes)
				}
			} else {
				ends = false
			}
		}
		f.add(from, to)
	}
}

// longestLogin bounds user:password in an address.
const longestLogin = 512

// findLogins finds passwords in addresses: scheme://user:password@host, and user:password@tcp(host) as Go writes it.
func (f *finder) findLogins() {
	for _, scheme := range []string{"://", `:\/\/`} { // plain, and as escaped in JSON
		for at := 0; ; {
			i := strings.Index(f.text[at:], scheme)
			if i < 0 {
				break
			}
			from := at + i + len(scheme)
			at = from // the run may end in the scheme of another address
			if last := strings.LastIndexByte(f.text[from:f.run(login, from)], '@'); last >= 0 {
				if colon := strings.IndexByte(f.text[from:from+last], ':'); colon >= 0 {
					f.add(from+colon+1, from+last)
				}
			}
		}
	}
	for _, network := range []string{"@tcp(", "@unix(", "@tcp6("} {
		for at := 0; ; {
			i := strings.Index(f.text[at:], network)
			if i < 0 {
				break
			}
			last := at + i
			from := last
			for from > at && last-from < longestLogin && !spaces[f.text[from-1]] && f.text[from-1] != '"' &&
				f.text[from-1] != '\'' {
				from--
			}
			if colon := strings.IndexByte(f.text[from:last], ':'); colon >= 0 {
				f.add(from+colon+1, last)
			}
			at = last + len(network)
		}
	}
}
