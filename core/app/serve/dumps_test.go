//go:build darwin || linux

package serve

import (
	"syscall"
	"testing"
)

func TestNoMemoryIsWrittenWhenAProgramDies(t *testing.T) {
	if err := noDumps(); err != nil {
		t.Fatal(err)
	}
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_CORE, &l); err != nil || l.Cur != 0 || l.Max != 0 {
		t.Errorf("%+v %v", l, err)
	}
}
