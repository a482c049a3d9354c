package seal

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Keeper holds a key-encryption key that never leaves it. The file keeper is
// below; a key management service or a hardware module can stand in its place.
type Keeper interface {
	// Wrap seals plain so that only Unwrap with the same aad returns it.
	Wrap(plain, aad []byte) ([]byte, error)
	Unwrap(wrapped, aad []byte) ([]byte, error)
}

// Names of the key files inside the keys folder. A process has what its folder
// holds and no more.
const (
	OpeningFile    = "kek-opening"
	DraftFile      = "kek-draft"
	EvaluationFile = "kek-evaluation"
	FactorFile     = "kek-factor"
	ReceiptFile    = "receipt-ed25519"
)

// FileKeeper is a Keeper whose key is a file that only its owner may read.
type FileKeeper struct {
	key     []byte
	purpose string
	created bool
}

// OpeningKeeper loads dir/kek-opening, making it at the first run. Only the
// opener's process may be able to read that file.
func OpeningKeeper(dir string) (*FileKeeper, error) { return fileKeeper(dir, OpeningFile) }

// DraftKeeper loads dir/kek-draft, making it at the first run.
func DraftKeeper(dir string) (*FileKeeper, error) { return fileKeeper(dir, DraftFile) }

// EvaluationKeeper loads dir/kek-evaluation, making it at the first run: it wraps
// the keys of files that an opening has released to evaluators.
func EvaluationKeeper(dir string) (*FileKeeper, error) { return fileKeeper(dir, EvaluationFile) }

// FactorKeeper loads dir/kek-factor, making it at the first run: it seals the
// secrets of authenticator apps.
func FactorKeeper(dir string) (*FileKeeper, error) { return fileKeeper(dir, FactorFile) }

func fileKeeper(dir, name string) (*FileKeeper, error) {
	key, created, err := loadKey(dir, name)
	if err != nil {
		return nil, err
	}
	return &FileKeeper{key: key, purpose: name, created: created}, nil
}

// Created reports whether the key was made just now. Beside a database that
// already holds sealed rows this means that the true key is missing.
func (k *FileKeeper) Created() bool { return k.created }

// Fingerprint names the key without telling it, for logs and for a check at
// start-up against what is stored.
func (k *FileKeeper) Fingerprint() string {
	return hex.EncodeToString(derive(k.key, "fingerprint/"+k.purpose)[:8])
}

// Wrap implements Keeper.
func (k *FileKeeper) Wrap(plain, aad []byte) ([]byte, error) {
	return sealBytes(k.key, plain, k.bind(aad)), nil
}

// Unwrap implements Keeper.
func (k *FileKeeper) Unwrap(wrapped, aad []byte) ([]byte, error) {
	return openBytes(k.key, wrapped, k.bind(aad))
}

// Close wipes the key.
func (k *FileKeeper) Close() { clear(k.key) }

func (k *FileKeeper) bind(aad []byte) []byte { return bindTo(k.purpose, string(aad)) }

// loadKey reads 32 bytes from dir/name. A missing file is made whole or not at
// all: written aside, synced, then linked, so that of two processes starting
// together one makes the key and both use it.
func loadKey(dir, name string) (key []byte, created bool, err error) {
	path := filepath.Join(dir, name)
	key, err = readKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, false, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, false, BadKey.Wrap(err, "keys folder")
	}
	tmp, err := os.CreateTemp(dir, "."+name+"-*") // 0600 by CreateTemp
	if err != nil {
		return nil, false, BadKey.Wrap(err, "%s", name)
	}
	defer os.Remove(tmp.Name())
	fresh := randomBytes(keySize)
	defer clear(fresh)
	text := []byte(base64.StdEncoding.EncodeToString(fresh) + "\n")
	defer clear(text)
	_, err = tmp.Write(text)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return nil, false, BadKey.Wrap(err, "%s", name)
	}
	err = os.Link(tmp.Name(), path)
	switch {
	case err == nil:
		created = true
		if d, err := os.Open(dir); err == nil {
			_ = d.Sync() // the name must outlive a power cut; not every file system can
			d.Close()
		}
	case !errors.Is(err, fs.ErrExist):
		return nil, false, BadKey.Wrap(err, "%s", name)
	}
	key, err = readKey(path)
	return key, created, err
}

func readKey(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, BadKey.Wrap(err, "key file")
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&^0o700 != 0 && !mounted(info, os.Getuid()) {
		return nil, BadKey.New("%s must be a file that only its owner reads (0600)", filepath.Base(path))
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, BadKey.Wrap(err, "key file")
	}
	defer clear(text)
	key, err := base64.StdEncoding.Strict().DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != keySize || subtle.ConstantTimeCompare(key, make([]byte, keySize)) == 1 {
		return nil, BadKey.New("%s does not hold a key", filepath.Base(path))
	}
	return key, nil
}

// sum is the SHA-256 of b.
func sum(b []byte) [32]byte { return sha256.Sum256(b) }
