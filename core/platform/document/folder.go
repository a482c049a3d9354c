package document

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

const (
	pending   = "pending" // files on their way in
	forgotten = 24 * time.Hour
)

// A Folder is a Store in a folder of a disk that syncs.
type Folder struct{ root *os.Root }

var _ Store = (*Folder)(nil)

// OpenFolder makes the folder where there is none, and removes what writers left
// in it that died a day ago or earlier.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{root}
	if err := f.prepare(); err != nil {
		return nil, errors.Join(fmt.Errorf("documents in %s: %w", dir, err), root.Close())
	}
	return f, nil
}

// prepare makes all shards at once, so that a file's folder is on disk before the file.
func (f *Folder) prepare() error {
	names := []string{pending}
	for i := range 256 {
		names = append(names, fmt.Sprintf("%02x", i))
	}
	for _, name := range names {
		if err := f.root.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	if err := f.sync("."); err != nil {
		return err
	}
	entries, err := fs.ReadDir(f.root.FS(), pending)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > forgotten {
			if err := f.root.Remove(filepath.Join(pending, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// Close lets go of the folder.
func (f *Folder) Close() error { return f.root.Close() }

func path(key string) (string, error) {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(fmt.Sprintf("%02x", sum[0]), key), checkKey(key)
}

// Put writes beside, syncs, and links: a link, unlike a rename, fails where the
// name is taken, and a name never has half of its bytes.
func (f *Folder) Put(ctx context.Context, key string, r io.Reader, size int64) (err error) {
	to, err := path(key)
	if err != nil {
		return err
	}
	if _, err := f.root.Lstat(to); err == nil {
		return ErrExists
	}
	fresh := filepath.Join(pending, rand.Text())
	w, err := f.root.OpenFile(fresh, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.root.Remove(fresh)) }()
	_, err = io.Copy(w, &exactly{&cancellable{ctx, r}, size})
	if err == nil {
		err = w.Sync()
	}
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	if err := f.root.Link(fresh, to); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return ErrExists
		}
		return err
	}
	return f.sync(filepath.Dir(to))
}

func (f *Folder) sync(dir string) error {
	d, err := f.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

type section struct {
	io.Reader
	io.Closer
}

// Open implements Store.
func (f *Folder) Open(_ context.Context, key string, offset, length int64) (io.ReadCloser, error) {
	p, err := path(key)
	if err != nil {
		return nil, err
	}
	file, err := f.root.Open(p)
	if err != nil {
		return nil, missing(err)
	}
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if length < 0 {
		return file, nil
	}
	return section{io.LimitReader(file, length), file}, nil
}

// Stat implements Store.
func (f *Folder) Stat(_ context.Context, key string) (Info, error) {
	p, err := path(key)
	if err != nil {
		return Info{}, err
	}
	st, err := f.root.Stat(p)
	if err != nil {
		return Info{}, missing(err)
	}
	return Info{st.Size(), st.ModTime().UTC()}, nil
}

// Delete implements Store.
func (f *Folder) Delete(_ context.Context, key string) error {
	p, err := path(key)
	if err != nil {
		return err
	}
	if err := f.root.Remove(p); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	return f.sync(filepath.Dir(p))
}

func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return Missing.Wrap(err, "")
	}
	return err
}

// cancellable stops a long copy when nobody waits for it.
type cancellable struct {
	ctx context.Context
	r   io.Reader
}

func (c *cancellable) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

// Ready implements Store.
func (f *Folder) Ready(context.Context) error {
	_, err := f.root.Stat(pending)
	return err
}
