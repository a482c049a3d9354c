//go:build !torture

package app_test

// A small share of what torture has a bundle of.
const (
	ofOne     = 40 << 20
	howMany   = 3
	mostGrown = 32 << 20
)

// Half of them.
const ofPapers = 4
