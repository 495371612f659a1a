// Package siteconf finds out how an Evolution CMS site connects to its database. It reads the site's files as text and
// never runs them. If a value can only be known by running them, it returns an error.
//
// It has a small reader of PHP's literals and env(), and one of .env files. The libraries for .env follow Ruby, where pa$word in
// a value is a reference. In phpdotenv, which sites use, $ stands for itself unless { follows. With these libraries some
// passwords would be wrong.
package siteconf
