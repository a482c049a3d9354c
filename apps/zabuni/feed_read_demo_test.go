//go:build demo && !data

package main

import (
	"encoding/json"
	"testing"
)

// valid reads a package; `make test-data` holds it against the standard's schemas.
func valid(t *testing.T, data []byte) {
	t.Helper()
	if !json.Valid(data) {
		t.Errorf("this is no JSON: %s", data)
	}
}
