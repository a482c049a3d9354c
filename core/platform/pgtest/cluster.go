package pgtest

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"zabuni.org/core/platform/pgembed"
)

const (
	folderPrefix = "zabuni-test-"
	settled      = time.Minute // a younger folder may belong to a start that has not locked it yet
	filesPrefix  = "zabuni-files-"
	forgotten    = 24 * time.Hour // no test takes as long
)

// Dir is a test's folder beside its database, which goes with it: like the cluster it lies in
// memory where there is room, for nobody asks of it what a power cut leaves. What is to be
// found on a disk is for t.TempDir.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp(place(), filesPrefix)
	if err != nil {
		t.Fatal("pgtest: ", err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error("pgtest: ", err)
		}
	})
	return dir
}

// Cluster starts a throw-away cluster: nothing in it survives a power cut. stop
// ends it and removes it; a process that dies takes it along, and the folder
// goes at the next Sweep.
func Cluster(ctx context.Context) (dsn string, stop func(), err error) {
	bin, err := pgembed.Find(".")
	if err != nil {
		return "", nil, err
	}
	Sweep()
	dir, err := os.MkdirTemp(place(), folderPrefix)
	if err != nil {
		return "", nil, err
	}
	data := filepath.Join(dir, "pg")
	remove := func() { _, _ = pgembed.Discard(data); _ = os.RemoveAll(dir) }
	// open to pass: where user namespaces are forbidden, root's server runs as nobody
	if err := os.Chmod(dir, 0o711); err != nil {
		remove()
		return "", nil, err
	}
	s, err := pgembed.Start(ctx, pgembed.Options{BinDir: bin, DataDir: data, Fast: true})
	if err != nil {
		remove()
		return "", nil, err
	}
	return s.DSN, func() {
		_ = s.Stop(context.Background())
		remove()
	}, nil
}

// Sweep removes what clusters left whose program was killed.
func Sweep() {
	var old []string
	for _, where := range []string{os.TempDir(), place()} {
		if found, err := filepath.Glob(filepath.Join(where, folderPrefix+"*")); err == nil && where != "" {
			old = append(old, found...)
		}
	}
	for _, dir := range old {
		st, err := os.Stat(dir)
		if err != nil || time.Since(st.ModTime()) < settled {
			continue
		}
		if gone, err := pgembed.Discard(filepath.Join(dir, "pg")); gone && err == nil {
			_ = os.RemoveAll(dir)
		}
	}
	left, _ := filepath.Glob(filepath.Join(cmp.Or(place(), os.TempDir()), filesPrefix+"*"))
	for _, dir := range left {
		if st, err := os.Stat(dir); err == nil && time.Since(st.ModTime()) > forgotten {
			_ = os.RemoveAll(dir)
		}
	}
}
