//go:build torture

package app_test

// Five gibibytes: a hundred documents of the size that one may have.
const (
	ofOne     = 52 << 20
	howMany   = 100
	mostGrown = 192 << 20
)

// An archive of papers of 335 megabytes.
const ofPapers = 8
