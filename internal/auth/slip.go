package auth

import "strings"

// Slip says what was copied along with a token that nobody has, or in its place, and what to do; empty if nothing looks
// like that. It repeats nothing of the token.
func Slip(token string) string {
	scheme, _, twice := strings.Cut(token, " ")
	switch first, last := firstAndLast(token); {
	case strings.ContainsAny(first+last, "\"'`“”„‘’«»"):
		return "there are quotes around the token; send it without them"
	case twice && strings.EqualFold(scheme, "Bearer"):
		return "the word Bearer stands before the token twice; send it once"
	case strings.ContainsAny(first, "<[{(") && strings.ContainsAny(last, ">]})"):
		return "there are brackets around the token; send it without them"
	case strings.EqualFold(strings.TrimPrefix(strings.ToUpper(token), "YOUR_"), "TOKEN"), strings.HasPrefix(token, "$"):
		return "this is the name of a token; put the token itself in its place"
	}
	return ""
}

// firstAndLast returns the first and the last character of a text.
func firstAndLast(text string) (first, last string) {
	all := []rune(text)
	if len(all) == 0 {
		return "", ""
	}
	return string(all[:1]), string(all[len(all)-1:])
}
