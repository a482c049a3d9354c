//go:build darwin || freebsd || netbsd || openbsd

package pgembed

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// An identity says as whom the server runs; here always as the caller.
type identity struct {
	kind string
	uid  int
}

func choose(context.Context, Options) (identity, error) {
	if os.Getuid() == 0 {
		return identity{}, errors.New("Postgres does not run as root: run as another user or set DATABASE_URL")
	}
	return identity{"plain", os.Getuid()}, nil
}

// attributes: without a parent-death signal an orphan is found at the next start.
func (identity) attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func (identity) passes(string) error { return nil }

func (identity) own(string) error { return nil }

func serves(pid int, dataDir string) bool {
	out, err := exec.Command("ps", "-ww", "-o", "args=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && strings.Contains(string(out), "postgres -D "+dataDir)
}
