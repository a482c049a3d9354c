package serve

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/config"
	"zabuni.org/core/platform/pdf"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/platform/sign"
)

// LogOrigin names the platform's transparency log in every signed note.
const LogOrigin = "zabuni.org/log"

// keys are what a part holds; what its folder does not have is nil.
type keys struct {
	token    ed25519.PrivateKey
	mail     []byte
	opening  *seal.FileKeeper
	drafts   *seal.Drafts
	notary   *seal.Notary
	verifier *seal.Verifier
	eval     seal.Keeper
	factors  seal.Keeper
	ca, tsa  []byte // of signatures
}

// openKeys reads the part's keys, or makes those that it makes. Fresh keys beside
// rows that older ones sealed mean that the old ones are lost: better no start
// than a platform that cannot open what it received.
func openKeys(ctx context.Context, dir string, part Part, db *pgxpool.Pool) (k keys, err error) {
	sealedBefore := map[string]string{
		seal.OpeningFile:    "SELECT EXISTS (SELECT FROM category_key)",
		seal.DraftFile:      "SELECT EXISTS (SELECT FROM company_key)",
		seal.EvaluationFile: "SELECT EXISTS (SELECT FROM opened_file)",
		seal.ReceiptFile:    "SELECT EXISTS (SELECT FROM log_checkpoint)",
		seal.FactorFile:     "SELECT EXISTS (SELECT FROM authenticator)",
		SignKey:             "SELECT EXISTS (SELECT FROM contract_signature)",
		StampKey:            "SELECT EXISTS (SELECT FROM contract_signature)",
	}
	err = k.load(dir, part, func(name string) (lost bool, err error) {
		if query := sealedBefore[name]; query != "" {
			err = db.QueryRow(ctx, query).Scan(&lost)
		}
		return lost, err
	})
	if err != nil {
		return k, err
	}
	return k, CheckNotary(ctx, db, k.verifier)
}

// CheckNotary fails where the log was signed by another key than the one here.
func CheckNotary(ctx context.Context, db pg.DB, v *seal.Verifier) error {
	var note string
	err := db.QueryRow(ctx, "SELECT note FROM log_checkpoint ORDER BY size DESC LIMIT 1").Scan(&note)
	if pg.NoRows(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := v.Checkpoint([]byte(note)); err != nil {
		return fmt.Errorf("the keys here are another installation's: its log does not verify: %w", err)
	}
	return nil
}

// load goes through the key files one by one.
func (k *keys) load(dir string, part Part, lost func(name string) (bool, error)) error {
	for _, name := range KeyNames() {
		if name == seal.OpeningFile && !part.Opens {
			continue // though the file be there: this process shall not have it
		}
		_, err := os.Stat(filepath.Join(dir, name))
		switch missing := errors.Is(err, fs.ErrNotExist); {
		case err != nil && !missing:
			return err
		case missing && slices.Contains(part.Makes, name):
			gone, err := lost(name)
			if err != nil {
				return err
			}
			if gone {
				return fmt.Errorf("keys in %s are missing: restore %s from its backup, what it sealed cannot be opened without it", dir, name)
			}
		case missing && slices.Contains(part.Requires, name):
			return fmt.Errorf("%s needs the key %s in %s: zabuni migrate makes the keys of a new installation", part.Name, name, dir)
		case missing:
			continue
		}
		if err := k.take(dir, name); err != nil {
			return err
		}
	}
	return k.check(dir, part)
}

// Fingerprint names a key file's content without telling it.
func Fingerprint(name string, content []byte) string {
	mac := hmac.New(sha256.New, content)
	mac.Write([]byte("zabuni/fingerprint/" + name))
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

// Verifier reads the public key of the log, which the notary's own key has in it.
func Verifier(dir string) (*seal.Verifier, error) {
	text, err := os.ReadFile(filepath.Join(dir, VerifierFile))
	if errors.Is(err, fs.ErrNotExist) {
		if _, none := os.Stat(filepath.Join(dir, seal.ReceiptFile)); none == nil {
			n, err := seal.OpenNotary(dir, LogOrigin)
			if err != nil {
				return nil, err
			}
			return n.Verifier, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the public key of the log: %w", err)
	}
	return seal.NewVerifier(strings.TrimSpace(string(text)))
}

// check sees to the public half of the notary's key.
func (k *keys) check(dir string, part Part) error {
	path := filepath.Join(dir, VerifierFile)
	if k.notary == nil {
		var err error
		if k.verifier, err = Verifier(dir); err != nil {
			return fmt.Errorf("%s: %w", part.Name, err)
		}
	} else {
		k.verifier = k.notary.Verifier
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && len(part.Makes) > 0 {
			if err := os.WriteFile(path, []byte(k.verifier.Key()+"\n"), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

func (k *keys) take(dir, name string) error {
	var err error
	switch name {
	case TokenKey:
		var seed []byte
		if seed, err = seedOf(dir, name); err == nil {
			k.token = ed25519.NewKeyFromSeed(seed)
		}
	case MailKey:
		k.mail, err = seedOf(dir, name)
	case SignKey:
		k.ca, err = seedOf(dir, name)
	case StampKey:
		k.tsa, err = seedOf(dir, name)
	case seal.OpeningFile:
		k.opening, err = seal.OpeningKeeper(dir)
	case seal.ReceiptFile:
		k.notary, err = seal.OpenNotary(dir, LogOrigin)
	case seal.DraftFile:
		var f *seal.FileKeeper
		if f, err = seal.DraftKeeper(dir); err == nil {
			k.drafts = seal.NewDrafts(f)
		}
	case seal.FactorFile:
		var f *seal.FileKeeper
		if f, err = seal.FactorKeeper(dir); err == nil {
			k.factors = f
		}
	case seal.EvaluationFile:
		var f *seal.FileKeeper
		if f, err = seal.EvaluationKeeper(dir); err == nil {
			k.eval = f
		}
	}
	return err
}

// signer is the authority of signatures, where this part has its keys.
func (k *keys) signer(s config.Settings) (*sign.Authority, error) {
	if k.ca == nil || k.tsa == nil {
		return nil, nil
	}
	a, err := sign.NewAuthority(k.ca, k.tsa)
	if err != nil || s.TSA.URL == "" {
		return a, err
	}
	root, err := sign.ReadCertificate(s.TSA.Root)
	if err != nil {
		return nil, err
	}
	return a.With(sign.Service{URL: s.TSA.URL}, root), nil
}

// signing is the authority of an installation whose keys lie in a folder.
func signing(s config.Settings) (*sign.Authority, error) {
	var k keys
	for _, name := range []string{SignKey, StampKey} {
		if _, err := os.Stat(filepath.Join(s.Keys, name)); err != nil {
			return nil, err
		}
		if err := k.take(s.Keys, name); err != nil {
			return nil, err
		}
	}
	return k.signer(s)
}

// Roots are what signatures in contracts lead to.
func Roots(s config.Settings) ([]*x509.Certificate, error) {
	a, err := signing(s)
	if err != nil {
		return nil, err
	}
	return a.Roots(), nil
}

// TrySigning signs a paper that nobody keeps, and says when its token was given.
func TrySigning(ctx context.Context, s config.Settings) (time.Time, error) {
	a, err := signing(s)
	if err != nil {
		return time.Time{}, err
	}
	now := time.Now()
	b, err := pdf.Paper{Title: "Trial", At: now}.Render()
	if err != nil {
		return now, err
	}
	if b, err = a.Sign(ctx, b, sign.Act{Name: "Trial", At: now}); err != nil {
		return now, err
	}
	got, err := sign.Verify(b, a.Roots()...)
	if err != nil {
		return now, err
	}
	return got[0].Stamped, nil
}

// seedOf reads a 32-byte key by its name, or makes it at the first run.
func seedOf(dir, name string) ([]byte, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, name)
	seed, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		fresh := make([]byte, ed25519.SeedSize)
		if _, err := rand.Read(fresh); err != nil {
			return nil, err
		}
		if err := linkNew(path, fresh); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		seed, err = os.ReadFile(path) // of two first starts one made it and both use it
	}
	if err != nil {
		return nil, err
	}
	if len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%s is not a key", path)
	}
	return seed, nil
}

// linkNew makes a file whole or not at all, and never in another's place.
func linkNew(path string, content []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*") // 0600 by CreateTemp
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp.Name()) }()
	_, err = tmp.Write(content)
	if err := errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Link(tmp.Name(), path)
}
