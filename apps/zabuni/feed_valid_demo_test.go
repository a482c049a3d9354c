//go:build demo && data

package main

import (
	"os"
	"testing"

	"zabuni.org/core/ocds/ocdstest"
)

// valid holds a package against the standard's schemas.
func valid(t *testing.T, data []byte) {
	t.Helper()
	ocdstest.Valid(t, os.Getenv("ZABUNI_DATA"), data)
}
