//go:build darwin || freebsd || linux || netbsd || openbsd

package pgembed

import (
	"os"
	"path/filepath"
)

// Running returns the address of the database of that name in a cluster that
// another program runs, and whether one does.
func Running(dataDir, name string) (string, bool) {
	dataDir, err := filepath.Abs(dataDir)
	if err != nil {
		return "", false
	}
	for _, base := range []string{os.TempDir(), "/tmp", "/var/tmp"} {
		dir := socketPath(base, dataDir)
		if st, err := os.Stat(filepath.Join(dir, ".s.PGSQL.5432")); err == nil && st.Mode()&os.ModeSocket != 0 {
			return dsn(dir, name), true
		}
	}
	return "", false
}
