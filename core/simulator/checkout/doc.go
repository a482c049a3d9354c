//go:build !demo

// Package checkout is empty without the tag demo.
package checkout
