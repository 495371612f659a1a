// Package llm asks a language model, at an endpoint for chat completions as OpenAI defined it and many servers have it.
//
// It sends one request and reads one answer of at most 1 MiB, without redirects and retries. What the endpoint sends is never
// part of an error, and an answer with the key in it is not used. Tokens are those that the endpoint counts, otherwise 4 bytes
// each. No request limits the length of its answer, because models differ in the name of that parameter and refuse the other.
package llm
