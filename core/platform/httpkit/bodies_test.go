package httpkit

import (
	"net/http"
	"strings"
	"testing"
)

// A large body is let in for its operation alone, by the address as it came.
func TestALargeBodyIsOfItsOperation(t *testing.T) {
	l := bodyOf("buyer", Operation{Method: http.MethodPatch, Path: "/uploads/{id}/parts", MaxBody: 7})
	if l.Max != 7 {
		t.Errorf("it takes %d", l.Max)
	}
	for call, want := range map[string]bool{
		"PATCH /api/buyer/uploads/1/parts":    true,
		"POST /api/buyer/uploads/1/parts":     false,
		"PATCH /api/supplier/uploads/1/parts": false,
		"PATCH /api/buyer/uploads/1/part":     false,
		"PATCH /api/buyer/uploads/1":          false,
		"PATCH /api/buyer/uploads/1/parts/":   false,
		"PATCH /api/buyer/uploads/1/parts/2":  false,
		"PATCH /api/buyer/uploads//parts":     false,
		"PATCH /api/buyer/uploads/../parts":   false,
		"PATCH /api/buyer/uploads/%31/parts":  false,
		"PATCH api/buyer/uploads/1/parts":     false,
		"PATCH ":                              false,
	} {
		method, path, _ := strings.Cut(call, " ")
		if l.Is(method, path) != want {
			t.Errorf("%q: %t", call, !want)
		}
	}
}
