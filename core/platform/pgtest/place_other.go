//go:build !linux

package pgtest

func place() string { return "" } // the usual folder for what is temporary
