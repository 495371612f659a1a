// Package seed gives tests of random texts and calls their random numbers. They are the same in every run, unless the
// flag -seed says otherwise; make random takes a new seed.
package seed

import (
	"flag"
	"math/rand/v2"
	"testing"
)

var seed = flag.Uint64("seed", 1, "seed of the random texts and calls; make random takes a new one")

// Rand returns random numbers. Each stream has others.
func Rand(t testing.TB, stream uint64) *rand.Rand {
	t.Helper()
	t.Logf("-seed=%d", *seed)
	return rand.New(rand.NewPCG(*seed, stream))
}
