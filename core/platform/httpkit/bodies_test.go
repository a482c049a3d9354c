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

// An address may end with a slash: it is part of it, and no parameter.
func TestALargeBodyMayEndWithASlash(t *testing.T) {
	l := bodyOf("supplier", Operation{Method: http.MethodPost, Path: "/orders/{id}/slips/", MaxBody: 7})
	for path, want := range map[string]bool{
		"/api/supplier/orders/1/slips/":  true,
		"/api/supplier/orders/1/slips":   false,
		"/api/supplier/orders/1/slips//": false,
		"/api/supplier/orders/1/slips/2": false,
		"/api/supplier/orders//slips/":   false,
	} {
		if l.Is(http.MethodPost, path) != want {
			t.Errorf("%q: %t", path, !want)
		}
	}
}
