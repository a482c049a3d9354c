package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"

	"zabuni.org/core/platform/document"
)

// Read reads a backup's manifest and compares every file with its sum.
func Read(dir string) (Manifest, error) {
	var m Manifest
	text, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil {
		return m, fmt.Errorf("not a whole backup: %w", err)
	}
	if err := json.Unmarshal(text, &m); err != nil || m.Form != form {
		return m, fmt.Errorf("%s is not a manifest of %s", manifestFile, form)
	}
	for _, name := range []string{baseFile, pgManifest, documentsFile} {
		want, ok := m.Files[name]
		if !ok {
			return m, fmt.Errorf("the manifest does not list %s", name)
		}
		if err := compare(filepath.Join(dir, name), want); err != nil {
			return m, err
		}
	}
	return m, nil
}

func compare(path string, want Sum) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	if err != nil {
		return err
	}
	if n != want.Size || hex.EncodeToString(sum.Sum(nil)) != want.SHA256 {
		return fmt.Errorf("%s is not the file that was written: its sum differs", filepath.Base(path))
	}
	return nil
}

// Restore lays a backup out: the cluster in a folder that is empty or not there,
// the documents through open, which is called when that folder is known to be
// free. Nothing is written before every sum has been compared, and of a sealed one
// before an identity is known to open it.
func Restore(ctx context.Context, dir, cluster string, by []age.Identity, open func() (document.Store, error)) (Manifest, error) {
	if err := free(cluster); err != nil {
		return Manifest{}, err
	}
	m, err := Read(dir)
	if err != nil {
		return m, err
	}
	if len(m.SealedFor) == 0 {
		by = nil
	} else if err := opens(dir, m, by); err != nil {
		return m, err
	}
	part := cluster + ".part" // renamed when whole: a half-laid cluster never looks made
	if err := os.RemoveAll(part); err != nil {
		return m, err
	}
	if err := os.MkdirAll(part, 0o700); err != nil {
		return m, err
	}
	if err := unpack(filepath.Join(dir, baseFile), by, func(h *tar.Header, r io.Reader) error { return lay(part, h, r) }); err != nil {
		return m, errors.Join(err, os.RemoveAll(part))
	}
	store, err := open()
	if err != nil {
		return m, errors.Join(err, os.RemoveAll(part))
	}
	if closing, ok := store.(io.Closer); ok {
		defer func() { _ = closing.Close() }()
	}
	err = unpack(filepath.Join(dir, documentsFile), by, func(h *tar.Header, r io.Reader) error {
		if err := store.Put(ctx, h.Name, r, h.Size); err != nil && !errors.Is(err, document.ErrExists) {
			return fmt.Errorf("document %s: %w", h.Name, err)
		}
		return nil
	})
	if err != nil {
		return m, errors.Join(err, os.RemoveAll(part))
	}
	if err := os.Remove(cluster); err != nil && !errors.Is(err, fs.ErrNotExist) { // empty, as was seen
		return m, err
	}
	return m, os.Rename(part, cluster)
}

func free(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty: a backup is restored into an empty folder only", dir)
	}
	return nil
}

// opens fails unless one of the identities reads the backup.
func opens(dir string, m Manifest, by []age.Identity) error {
	if len(by) == 0 {
		return fmt.Errorf("the backup is sealed for %s: BACKUP_IDENTITY must name the file with what opens it", strings.Join(m.SealedFor, ", "))
	}
	f, err := os.Open(filepath.Join(dir, baseFile))
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if _, err := age.Decrypt(f, by...); err != nil {
		return fmt.Errorf("the backup is sealed for %s, and BACKUP_IDENTITY opens none of them: %w", strings.Join(m.SealedFor, ", "), err)
	}
	return nil
}

// unpack goes through an archive, which is sealed where there is somebody to read it.
func unpack(path string, by []age.Identity, each func(*tar.Header, io.Reader) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	var clear io.Reader = f
	if by != nil {
		if clear, err = age.Decrypt(f, by...); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
	}
	for r := tar.NewReader(clear); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
		if err := each(h, r); err != nil {
			return err
		}
	}
}

// lay writes one entry below root, synced.
func lay(root string, h *tar.Header, r io.Reader) error {
	if !filepath.IsLocal(h.Name) {
		return fmt.Errorf("%q leads out of the backup", h.Name)
	}
	path := filepath.Join(root, h.Name)
	switch h.Typeflag {
	case tar.TypeDir:
		return os.MkdirAll(path, 0o700)
	case tar.TypeReg:
	default:
		return fmt.Errorf("%q is neither a file nor a folder", h.Name)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Sync(), f.Close())
}
