//go:build !demo

// Package daraja is empty without the tag demo.
package daraja
