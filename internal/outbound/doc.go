// Package outbound makes the HTTP clients that emcp connects to other servers with, so that each of them has the same rules:
//
//   - Redirects are not followed, because they could lead a token to a host that nobody has configured.
//   - TLS is 1.2 or newer, headers are at most 64 KiB, and answers are bounded.
//   - Proxies are those of HTTPS_PROXY, HTTP_PROXY and NO_PROXY, as for most programs. There is no key for them: a host that
//     needs a proxy has these variables already. Two clients never use one: pages of the site, which is near, and documents
//     of strangers, because the proxy would connect where emcp refuses to.
package outbound
