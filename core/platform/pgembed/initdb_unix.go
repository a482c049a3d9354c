//go:build darwin || freebsd || linux || netbsd || openbsd

package pgembed

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// environment keeps the caller's locale, time zone and PG* variables out of the server.
func environment() []string {
	return []string{"LC_ALL=C", "TZ=UTC", "PATH=/usr/bin:/bin", "HOME=/nonexistent"}
}

// initialise makes the cluster where there is none and reports whether it did.
func initialise(ctx context.Context, id identity, o Options) (bool, error) {
	major, err := binaryMajor(ctx, id, o.BinDir)
	if err != nil {
		return false, err
	}
	if major < Major {
		return false, fmt.Errorf("%s holds Postgres %d; %d or newer is needed", o.BinDir, major, Major)
	}
	b, err := os.ReadFile(filepath.Join(o.DataDir, "PG_VERSION"))
	switch {
	case err == nil:
		if n, err := strconv.Atoi(strings.TrimSpace(string(b))); err != nil || n != major {
			return false, &VersionError{o.DataDir, n, major}
		}
		return false, id.own(o.DataDir)
	case !errors.Is(err, fs.ErrNotExist):
		return false, err
	}
	fresh := o.DataDir + ".new" // renamed when whole: a half-made cluster never looks made
	if err := os.RemoveAll(fresh); err != nil {
		return false, err
	}
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return false, err
	}
	if err := id.own(fresh); err != nil {
		return false, err
	}
	// The builtin provider sorts and folds the same everywhere; lc_ctype is named
	// too because pg_trgm asks the C library what a letter is.
	args := []string{
		"-D", fresh, "-U", SuperUser, "-A", "trust", "-E", "UTF8", "--no-instructions",
		"--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--lc-ctype=C.UTF-8",
	}
	if o.Fast {
		args = append(args, "--no-sync")
	}
	if out, err := id.command(ctx, filepath.Join(o.BinDir, "initdb"), args...).CombinedOutput(); err != nil {
		return false, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	if err := os.Rename(fresh, o.DataDir); err != nil {
		return false, err
	}
	return true, syncDir(filepath.Dir(o.DataDir))
}

// binaryMajor asks the binary, which also shows that its libraries are there.
func binaryMajor(ctx context.Context, id identity, binDir string) (int, error) {
	c := id.command(ctx, filepath.Join(binDir, "postgres"), "--version")
	out, err := c.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%s: %w: %s", c.Path, err, out)
	}
	fields := strings.Fields(string(out)) // postgres (PostgreSQL) 18.4
	if len(fields) == 0 {
		return 0, fmt.Errorf("%s --version says nothing", c.Path)
	}
	number, _, _ := strings.Cut(fields[len(fields)-1], ".")
	n, err := strconv.Atoi(number)
	if err != nil {
		return 0, fmt.Errorf("%s --version: %q", c.Path, out)
	}
	return n, nil
}

// command runs bin as the identity, in a process group of its own: a terminal's
// ^C is ours to hand on, after the program has drained.
func (id identity) command(ctx context.Context, bin string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, bin, args...)
	c.Dir, c.Env = "/", environment()
	c.SysProcAttr = id.attributes()
	return c
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	return d.Sync()
}
