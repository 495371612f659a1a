// Package richtext converts the rich text of a site, HTML with Evolution's tags in it, into something that an assistant
// can read: Markdown, plain text or clean HTML. It also cuts results, and lists the media and images of a text.
//
// It works in steps. Package evotags resolves placeholders and removes the other tags in the stored text. Then the HTML
// is read tag by tag and written in the requested format. Only the part that the call asked for is kept, so Markdown is
// never cut inside a tag. The package knows nothing of databases, callers and views.
//
// # Linear time and memory
//
// For any text, every step takes linear time and bounded memory, and stops when the caller is gone. A text is read from
// beginning to end, without a tree and without going back. Where the following text matters (whether a table has a
// header, how many backticks are in code), a step looks ahead, and no other look begins before that one ends.
//
// A byte costs 1 to 120 ns in more than 100 shapes of text, among them all that are known to be bad. At 1 MB it costs
// at most 1.8 times what it costs at 10 KB (go test ./richtext -bench Shapes). Tests count steps and allocated bytes
// instead of measuring time. A call with a text of 8 MiB allocates less than 32 MiB, including its answer.
//
// GOMAXPROCS conversions run at a time in a process; others wait. Waiting and converting end with the call; a
// conversion checks that every 64 KiB.
//
// # Bounds
//
//   - A text has 8 MiB and a result 16 Mi characters, and at most 16 bytes for each byte of the text. Behind a bound
//     nothing is shown, as behind a tag without an end, and the answer has truncated.
//   - Nested lists and quotes are indented by at most 24 bytes a line. 40 levels are kept apart; deeper ones stay at
//     that level.
//   - Cells span at most 1,000 columns and 65,534 rows, as in HTML. Spans make at most eight empty cells for each cell
//     of the table, plus 16. Cells are not padded.
//   - An address is written once per link, and left out above 8 KiB.
package richtext
