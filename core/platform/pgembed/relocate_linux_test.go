package pgembed

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// On a host without user namespaces root must become nobody, who may not enter
// a closed folder: the cluster moves, says so, and stays moved.
func TestRelocationKeepsTheRows(t *testing.T) {
	open, err := os.MkdirTemp("/tmp", "zabuni-open-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(open) })
	if err := os.Chmod(open, 0o755); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	o := Options{
		DataDir: filepath.Join(t.TempDir(), "pg"), Relocated: filepath.Join(open, "lib"),
		Logger: slog.New(slog.NewTextHandler(&said, nil)),
	}
	s := start(t, o)
	c := connect(t, s)
	if _, err := c.Exec(t.Context(), "CREATE TABLE kept AS SELECT 42 AS n"); err != nil {
		t.Fatal(err)
	}
	_ = s.Stop(t.Context())

	o.noUserNS = true
	for _, round := range []string{"moves", "stays moved"} {
		s = start(t, o)
		if os.Getuid() != 0 { // anybody else runs it in place, as himself
			if s.Identity != "plain" || s.DataDir != o.DataDir {
				t.Fatalf("%s: %s in %s", round, s.Identity, s.DataDir)
			}
		} else {
			if s.Identity != "nobody" || !strings.HasPrefix(s.DataDir, o.Relocated) {
				t.Fatalf("%s: %s in %s", round, s.Identity, s.DataDir)
			}
			if !strings.Contains(said.String(), "the database moves") {
				t.Fatalf("%s in silence: %s", round, said.String())
			}
		}
		if n := one[int](t, connect(t, s), "SELECT n FROM kept"); n != 42 {
			t.Fatal(n)
		}
		_ = s.Stop(t.Context())
	}
	// with user namespaces again, the moved cluster is the one in force
	o.noUserNS = false
	s = start(t, o)
	if n := one[int](t, connect(t, s), "SELECT n FROM kept"); n != 42 {
		t.Fatal(n)
	}
}

func TestPassesAsTheKernelDecides(t *testing.T) {
	base, err := os.MkdirTemp("/tmp", "zabuni-pass-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	uid, gid := nobody()
	id := identity{kind: "nobody", uid: uid, gid: gid}
	for _, tc := range []struct {
		mode os.FileMode
		ok   bool
	}{{0o755, true}, {0o711, true}, {0o701, true}, {0o700, false}, {0o750, false}, {0o644, false}} {
		if err := os.Chmod(base, tc.mode); err != nil {
			t.Fatal(err)
		}
		err := id.passes(filepath.Join(base, "pg"))
		var closed *NotTraversableError
		if (err == nil) != tc.ok || err != nil && !errors.As(err, &closed) {
			t.Errorf("%o: %v", tc.mode, err)
		}
	}
}
