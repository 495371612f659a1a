package redact

import (
	"slices"
	"strings"
)

// rank says how surely a name means a secret.
type rank uint8

const (
	none   rank = iota
	weak        // a secret only if the value looks like one: key, auth
	strong      // always a secret: password, secret, token, api_key
)

// words are the words that occur in names of secrets, in lower case. A name is split at every character that is not a
// letter and where a capital follows a small letter: smtpPassword, SMTP_PASSWORD and smtp-password have the same words.
var words = map[string]rank{
	"password": strong, "passwords": strong, "passwd": strong, "passwort": strong, "kennwort": strong, "parol": strong,
	"pwd": strong,
	"pw":  strong, "psw": strong, "pswd": strong, "passphrase": strong, "userpwd": strong, "userpass": strong,
	"userpassword": strong,
	"dbpass":       strong, "dbpasswd": strong, "dbpassword": strong, "mypassword": strong, "smtppass": strong,
	"smtppassword": strong,
	"secret":       strong, "secrets": strong, "clientsecret": strong, "appsecret": strong, "apisecret": strong,
	"token": strong, "tokens": strong, "apitoken": strong, "authtoken": strong, "accesstoken": strong,
	"refreshtoken": strong, "bottoken": strong,
	"apikey": strong, "apikeys": strong, "appkey": strong, "secretkey": strong, "privatekey": strong, "authkey": strong,
	"credential": strong, "credentials": strong, "authorization": strong, "jwt": strong, "bearer": strong,
	// accesskey is also an attribute of HTML
	"key": weak, "keys": weak, "auth": weak, "salt": weak, "hash": weak, "accesskey": weak,
}

// lastWords mean a secret only as the last word of a name: db_pass is one, pass_through is not.
var lastWords = map[string]rank{"pass": strong}

// beforeKey are the words that make a key a secret when they precede it.
var beforeKey = []string{
	"access", "account", "api", "app", "auth", "client", "consumer", "crypt", "encrypt", "encryption", "license",
	"licence", "master", "private",
	"rsa", "secret", "service", "shared", "sign", "signing", "ssh",
}

// lastOfOthers are last words of names that are about a secret but do not hold it: passwordLabel, token_name,
// secret_id.
var lastOfOthers = []string{
	"action", "algo", "algorithm", "caption", "char", "chars", "chunk", "class", "column", "count", "desc", "description",
	"disabled", "enabled", "endpoint", "error",
	"errors", "event", "expire", "expired", "expires", "expiry", "field", "fields", "form", "format", "header", "hint",
	"id", "ids", "label", "lang",
	"len", "length", "lifetime", "link", "max", "message", "min", "mode", "msg", "name", "names", "page", "path",
	"pattern", "placeholder", "prefix",
	"regex", "regexp", "required", "rule", "rules", "separator", "style", "subject", "table", "template", "text",
	"timeout", "title", "tpl", "ttl",
	"type", "uri", "url", "valid",
}

// longestName is the longest name that is judged, in bytes.
const longestName = 64

// rankOf returns the rank of a name.
func rankOf(name string) rank {
	if len(name) > longestName || !mayName(name) {
		return none
	}
	// the capitals of APIkey do not separate its words
	return max(rankOfWords(wordsOf(name)), rankOfWords(wordsOf(strings.ToLower(name))))
}

func rankOfWords(parts []string) rank {
	if len(parts) == 0 || slices.Contains(lastOfOthers, parts[len(parts)-1]) {
		return none
	}
	best := lastWords[parts[len(parts)-1]]
	for i, part := range parts {
		r := words[part]
		if i > 0 && r == weak && strings.HasPrefix(part, "key") && slices.Contains(beforeKey, parts[i-1]) {
			r = strong
		}
		if r == weak && i < len(parts)-1 {
			r = none // a weak word counts only at the end, unlike in key_count
		}
		best = max(best, r)
	}
	return best
}

// speaks reports whether a text is itself the name of a secret, without digits.
func speaks(text string) bool {
	return len(text) <= longestName && !has(text, digits) &&
		slices.ContainsFunc(wordsOf(text), func(part string) bool { return words[part] == strong })
}

// stems are substrings of all words: a name that has none of them is dismissed early.
var stems = []string{
	"pass", "secret", "token", "key", "pw", "auth", "credent", "jwt", "bearer", "psw", "kennwort", "parol", "salt", "hash",
}

// mayName reports whether a name contains one of the stems.
func mayName(name string) bool {
	var buffer [longestName]byte
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		buffer[i] = c
	}
	folded := buffer[:len(name)]
	return slices.ContainsFunc(stems, func(stem string) bool { return strings.Contains(string(folded), stem) })
}

// wordsOf returns the words of a name in lower case, without digits.
func wordsOf(name string) []string {
	var parts []string
	from := -1
	end := func(to int) {
		if from >= 0 {
			parts = append(parts, strings.ToLower(name[from:to]))
		}
		from = -1
	}
	for i := range len(name) {
		switch kindOf(name[i]) {
		case other, number:
			end(i)
			continue
		case capital:
			// A word begins at a capital after a small letter, and at the last of several capitals: apiKEYValue.
			if from >= 0 && (kindOf(name[i-1]) == small || i+1 < len(name) && kindOf(name[i+1]) == small) {
				end(i)
			}
		case small:
		}
		if from < 0 {
			from = i
		}
	}
	end(len(name))
	return parts
}

// NamesSecret reports whether a name, such as that of a variable of the environment, is one of a secret.
func NamesSecret(name string) bool { return rankOf(name) > none }
