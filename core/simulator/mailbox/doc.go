//go:build !demo

// Package mailbox is empty without the tag demo.
package mailbox
