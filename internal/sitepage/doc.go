// Package sitepage fetches pages of a site as a visitor gets them, and finds their main part. Only the site knows what
// its snippets print.
//
// It knows addresses and HTML. It decides nothing about who may see a document: package toolset reads the document
// under the caller's view first, and asks only for that document's own address.
//
// # Fetching
//
// base_url is the owner's choice, so it may be a private address. There are no cookies and no proxy. Redirects are
// followed only within the site: same scheme, host and port, below the same path. An address that web servers often
// show to local requests only, such as /server-status, is not fetched (local.go), because the fetch comes from the
// computer of emcp.
//
// A page has at most 1 MiB unpacked, 60,000 elements and texts, 512 nested elements, 3 redirects, and 10 seconds.
//
// Fetches wait for their turn (turns.go). A site has 4 at a time, 60 at once and then 4 a second. A caller has 3, 40
// and 2 of these, so others always get some, and callers take turns. At most 500 fetches wait, 100 of one caller, for
// at most 10 seconds. Callers without a name are distinguished by address.
//
// # Keeping
//
// A page is kept by address, editedon and the stamp of the site, for at most 10 minutes, because other documents are on
// it too; 16 MiB are kept. A failure is kept for 10 seconds. Calls for the same page share one fetch, which does not
// end with them.
//
// # The tree
//
// The tree is built from the tokens of x/net/html, not by its parser. That follows the standard, in which each
// paragraph gets a copy of all formatting elements that are still open. Today it refuses more than 512 open elements,
// but with 250 of them it still allocates 10 KB for each byte of text. Here an element comes from a tag only, so all
// that a page allocates stays below 32 MiB, with its garbage.
//
// Brackets on a page are text. They are written as character references, so that the conversion does not take them for
// tags of Evolution.
//
// # The main part
//
// The main part of a page is what remains without its frame: header, menus, sidebars and footer. Most templates give
// these elements names that say nothing, so pages are compared (compare.go). A text belongs to the frame if other pages
// have it in the same place: in elements of the same names, ids and classes, four levels up, whatever digits these
// have. Texts of menus count without classes, because menus mark the present page. Breadcrumbs differ on each page, so
// they are known by their class or id.
//
// A page is compared with up to 3 pages of its template in its language and with one of another template. At most 6 are
// fetched for that, in turn with other callers, and only hashes of their texts are kept, for 30 minutes, 8 MiB per
// site. A page that shares less than half of what the others share does not count, such as a form to sign in. With
// fewer than two other pages, or if they are not there in half of the time of a call, the frame is known by element,
// id, class and role (header, footer, nav, sidebar and the like).
//
// Inside the only main element, header and footer belong to the text. A main element without most of the document's
// words does not count. A score for articles, as readability has, took the footer for the text on short pages.
//
// # Whose page it is
//
// A page belongs to its document if it has half of the words of the stored text outside its frame. If the stored text
// has fewer than five words, the page needs the document's title as a heading or as a part of its title, or one of the
// document's longer texts.
package sitepage
