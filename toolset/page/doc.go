// Package page reads texts as visitors read them on a page: with placeholders and chunks resolved, and the values of
// template variables as the site prints them. It reads what texts name in rounds, so that many texts take few
// statements.
//
// It knows the tree, because values can be inherited, and nothing of answers. What only the site can compute it marks.
package page
