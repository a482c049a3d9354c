//go:build darwin || linux

package serve

import (
	"fmt"
	"syscall"
)

// noDumps keeps the memory of this process, keys and drafts with it, out of any file
// when it dies. What it starts inherits that.
func noDumps() error {
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}); err != nil {
		return fmt.Errorf("core dumps cannot be switched off: %w", err)
	}
	return nil
}
