// Package backup writes everything that an installation keeps into a folder and
// lays it out again: the cluster by the replication protocol, the documents that
// its rows name, and a list of the keys, which are kept elsewhere.
package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"time"

	"filippo.io/age"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pg"
)

// Names inside a backup's folder.
const (
	baseFile      = "base.tar"
	pgManifest    = "backup_manifest"
	documentsFile = "documents.tar"
	manifestFile  = "manifest.json"
	form          = "zabuni-backup/v1"
)

// A Manifest says what a backup holds.
type Manifest struct {
	Form      string            `json:"form"`
	Begun     time.Time         `json:"begun"`
	Ended     time.Time         `json:"ended"`
	Postgres  string            `json:"postgres"`
	From      string            `json:"wal_from"`
	To        string            `json:"wal_to"`
	Documents int               `json:"documents"`
	Missing   []string          `json:"missing_documents,omitempty"` // named by a row and not in the store
	Keys      map[string]string `json:"keys"`                        // fingerprints of the key files, which the backup does not hold
	SealedFor []string          `json:"sealed_for,omitempty"`        // age recipients that can read the files; without any they lie in clear
	Files     map[string]Sum    `json:"files"`                       // as they lie there
}

// A Sum is what a file of the backup is.
type Sum struct {
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// A Source is what is backed up.
type Source struct {
	Replication string // address as a role that may replicate
	DB          pg.DB  // sees every document's row
	Files       document.Store
	Keys        map[string]string // fingerprints by file name
	For         []*age.X25519Recipient
}

// Take writes a backup into a new folder. The documents come after the cluster:
// a document is stored before its row, so every row's document is there.
func Take(ctx context.Context, src Source, dir string) (Manifest, error) {
	m := Manifest{Form: form, Begun: time.Now().UTC(), Keys: src.Keys, Files: map[string]Sum{}}
	if _, err := os.Lstat(dir); err == nil {
		return m, fmt.Errorf("%s is there already", dir)
	}
	for _, to := range src.For {
		m.SealedFor = append(m.SealedFor, to.String())
	}
	part := dir + ".part" // renamed when whole
	if err := os.Mkdir(part, 0o700); err != nil {
		return m, err
	}
	if err := take(ctx, src, part, &m); err != nil {
		return m, errors.Join(err, os.RemoveAll(part))
	}
	return m, os.Rename(part, dir)
}

func take(ctx context.Context, src Source, dir string, m *Manifest) error {
	if err := src.DB.QueryRow(ctx, "SHOW server_version").Scan(&m.Postgres); err != nil {
		return err
	}
	archive, err := create(dir, baseFile, src.For)
	if err != nil {
		return err
	}
	defer archive.abandon()
	list, err := create(dir, pgManifest, src.For)
	if err != nil {
		return err
	}
	defer list.abandon()
	if m.From, m.To, err = base(ctx, src.Replication, archive, list); err != nil {
		return err
	}
	documents, err := create(dir, documentsFile, src.For)
	if err != nil {
		return err
	}
	defer documents.abandon()
	if err := copyDocuments(ctx, src, documents, m); err != nil {
		return err
	}
	for _, f := range []*file{archive, list, documents} {
		if m.Files[f.name], err = f.finish(); err != nil {
			return err
		}
	}
	m.Ended = time.Now().UTC()
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	last, err := create(dir, manifestFile, nil)
	if err != nil {
		return err
	}
	defer last.abandon()
	if _, err := last.Write(append(text, '\n')); err != nil {
		return err
	}
	_, err = last.finish()
	return err
}

// Stored reads the key of every object that a row names: every table's column
// store_key, so that a new table is not forgotten.
func Stored(ctx context.Context, db pg.DB) ([]string, error) {
	rows, err := db.Query(ctx, "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'store_key' ORDER BY 1")
	if err != nil {
		return nil, err
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	seen, err := disposed(ctx, db)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, table := range tables {
		rows, err := db.Query(ctx, "SELECT DISTINCT store_key FROM "+pgx.Identifier{table}.Sanitize()+" WHERE store_key <> ''")
		if err != nil {
			return nil, err
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return nil, err
		}
		for _, key := range found {
			if !seen[key] {
				seen[key] = true
				out = append(out, key)
			}
		}
	}
	return out, nil
}

// disposed are the keys that only files name which were destroyed for good.
func disposed(ctx context.Context, db pg.DB) (map[string]bool, error) {
	rows, err := db.Query(ctx, `SELECT DISTINCT o.store_name FROM disposed_object o JOIN disposal d ON d.id = o.disposal_id WHERE d.status = 'disposed'
		AND NOT EXISTS (SELECT FROM document x WHERE x.store_key = o.store_name AND NOT EXISTS (SELECT FROM disposed_object y WHERE y.object_id = x.id))`)
	if err != nil {
		return nil, err
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[string])
	out := map[string]bool{}
	for _, key := range keys {
		out[key] = true
	}
	return out, err
}

func copyDocuments(ctx context.Context, src Source, to io.Writer, m *Manifest) error {
	stored, err := Stored(ctx, src.DB)
	if err != nil {
		return err
	}
	w := tar.NewWriter(to)
	for _, key := range stored {
		info, err := src.Files.Stat(ctx, key)
		if errors.Is(err, document.Missing) {
			m.Missing = append(m.Missing, key)
			continue
		}
		if err != nil {
			return err
		}
		if err := copyDocument(ctx, src.Files, w, key, info); err != nil {
			return fmt.Errorf("document %s: %w", key, err)
		}
		m.Documents++
	}
	return w.Close()
}

func copyDocument(ctx context.Context, from document.Store, w *tar.Writer, key string, info document.Info) error {
	if err := w.WriteHeader(&tar.Header{Name: key, Mode: 0o600, Size: info.Size, ModTime: info.Written, Format: tar.FormatPAX}); err != nil {
		return err
	}
	r, err := from.Open(ctx, key, 0, -1)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	_, err = io.Copy(w, r)
	return err
}

// A file is sealed where somebody is named to read it, written, summed and synced.
type file struct {
	to     *os.File
	sealed io.WriteCloser // nil: it lies in clear
	name   string
	sum    hash.Hash
	size   int64
}

func create(dir, name string, to []*age.X25519Recipient) (*file, error) {
	under, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	f := &file{to: under, name: name, sum: sha256.New()}
	if err != nil || len(to) == 0 {
		return f, err
	}
	readers := make([]age.Recipient, len(to))
	for i, r := range to {
		readers[i] = r
	}
	f.sealed, err = age.Encrypt(below{f}, readers...)
	return f, err
}

// Write takes what is in the file.
func (f *file) Write(b []byte) (int, error) {
	if f.sealed != nil {
		return f.sealed.Write(b)
	}
	return below{f}.Write(b)
}

// below takes the bytes as they lie there.
type below struct{ f *file }

func (w below) Write(b []byte) (int, error) {
	n, err := w.f.to.Write(b)
	w.f.sum.Write(b[:n])
	w.f.size += int64(n)
	return n, err
}

func (f *file) finish() (Sum, error) {
	var err error
	if f.sealed != nil {
		err = f.sealed.Close()
	}
	return Sum{f.size, hex.EncodeToString(f.sum.Sum(nil))}, errors.Join(err, f.to.Sync(), f.to.Close())
}

func (f *file) abandon() { _ = f.to.Close() }
