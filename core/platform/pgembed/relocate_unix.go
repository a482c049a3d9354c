//go:build darwin || freebsd || linux || netbsd || openbsd

package pgembed

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	relocatedDefault = "/var/lib/zabuni"
	movedSuffix      = ".moved-to"    // a file that names where the cluster now is
	copiedSuffix     = ".before-move" // the cluster as it was
)

// settle decides as whom and where the server runs. Where root must become
// nobody and nobody may not pass the given folders, binaries and data are copied
// to a folder that works, and the log says so. Once moved, a cluster stays moved.
func settle(ctx context.Context, o Options) (identity, Options, error) {
	id, err := choose(ctx, o)
	if err != nil {
		return id, o, err
	}
	if to, err := os.ReadFile(o.DataDir + movedSuffix); err == nil {
		o.DataDir = strings.TrimSpace(string(to))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return id, o, err
	} else if bad := id.passes(o.DataDir); bad != nil {
		if o, err = moveData(id, o, bad); err != nil {
			return id, o, err
		}
	}
	if bad := id.passes(filepath.Join(o.BinDir, "postgres", "x")); bad != nil { // the program's own right to be run counts too
		if o, err = copyBinaries(id, o, bad); err != nil {
			return id, o, err
		}
	}
	return id, o, nil
}

func relocated(id identity, o Options) (string, error) {
	base := o.Relocated
	if base == "" {
		base = relocatedDefault
	}
	if err := mkdir(base, 0o755); err != nil {
		return "", err
	}
	return base, id.passes(filepath.Join(base, "x"))
}

func moveData(id identity, o Options, why error) (Options, error) {
	base, err := relocated(id, o)
	if err != nil {
		return o, fmt.Errorf("%w, and %w", why, err)
	}
	sum := sha256.Sum256([]byte(o.DataDir))
	to := filepath.Join(base, fmt.Sprintf("pg-%x", sum[:6]))
	o.logger().Warn("the database moves to a folder that Postgres may enter", "from", o.DataDir, "to", to, "why", why.Error())
	_, err = os.Stat(filepath.Join(o.DataDir, "PG_VERSION"))
	exists := err == nil
	if exists {
		if _, err := os.Stat(to); err == nil {
			return o, fmt.Errorf("both %s and %s hold a database: remove the one that is not wanted", o.DataDir, to)
		}
		if err := copyTree(o.DataDir, to, 0); err != nil {
			return o, err
		}
	}
	// The note comes before the old folder goes: at every moment exactly one is in force.
	if err := writeFile(o.DataDir+movedSuffix, []byte(to+"\n")); err != nil {
		return o, err
	}
	if exists {
		if err := os.Rename(o.DataDir, o.DataDir+copiedSuffix); err != nil {
			return o, err
		}
	}
	o.DataDir = to
	return o, nil
}

func copyBinaries(id identity, o Options, why error) (Options, error) {
	base, err := relocated(id, o)
	if err != nil {
		return o, fmt.Errorf("%w, and %w", why, err)
	}
	st, err := os.Stat(filepath.Join(o.BinDir, "postgres"))
	if err != nil {
		return o, err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", o.BinDir, st.Size(), st.ModTime().UnixNano()))
	to := filepath.Join(base, fmt.Sprintf("postgres-%x", sum[:6]))
	if !complete(filepath.Join(to, "bin")) {
		o.logger().Warn("the Postgres programs are copied to a folder that Postgres may enter", "from", o.BinDir, "to", to, "why", why.Error())
		if err := copyTree(filepath.Dir(o.BinDir), to, 0o555); err != nil {
			return o, err
		}
	}
	o.BinDir = filepath.Join(to, "bin")
	return o, nil
}

// copyTree copies a folder beside its place and renames it when whole and on
// disk. Folders and programs get the rights in add as well, files their reading part.
func copyTree(from, to string, add fs.FileMode) error {
	fresh := to + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	err := filepath.WalkDir(from, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, p)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		target, mode := filepath.Join(fresh, rel), info.Mode().Perm()
		if d.IsDir() || mode&0o100 != 0 {
			mode |= add
		} else {
			mode |= add & 0o444
		}
		switch {
		case d.IsDir():
			return mkdir(target, mode)
		case info.Mode()&fs.ModeSymlink != 0:
			l, err := os.Readlink(p)
			if err != nil {
				return err
			}
			return os.Symlink(l, target)
		case info.Mode().IsRegular():
			return copyFile(p, target, mode)
		}
		return nil // sockets and the like are made anew
	})
	if err != nil {
		return err
	}
	if err := os.Rename(fresh, to); err != nil {
		return err
	}
	return syncDir(filepath.Dir(to))
}

// mkdir sets the mode whatever the umask is.
func mkdir(path string, mode fs.FileMode) error {
	if err := os.MkdirAll(path, mode); err != nil {
		return err
	}
	return os.Chmod(path, mode)
}

func copyFile(from, to string, mode fs.FileMode) error {
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	w, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	if err == nil {
		err = errors.Join(w.Chmod(mode), w.Sync())
	}
	return errors.Join(err, w.Close())
}

func writeFile(path string, b []byte) error {
	fresh := path + ".new"
	f, err := os.OpenFile(fresh, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}
