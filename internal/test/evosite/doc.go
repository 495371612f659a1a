// Package evosite describes an Evolution CMS site in plain Go and writes it into a database: the tables as Evolution
// 3.1 and 3.5 create them, and their rows. Tests, demo and benchmarks build their sites with it.
package evosite
