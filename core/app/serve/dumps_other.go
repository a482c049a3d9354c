//go:build !(darwin || linux)

package serve

func noDumps() error { return nil }
