package seal

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"filippo.io/age"
	"github.com/google/uuid"
)

// A Recipient can be sealed for; it opens nothing.
type Recipient struct{ r *age.X25519Recipient }

// ParseRecipient reads age1....
func ParseRecipient(s string) (Recipient, error) {
	r, err := age.ParseX25519Recipient(s)
	if err != nil {
		return Recipient{}, Broken.Wrap(err, "recipient")
	}
	return Recipient{r}, nil
}

func (r Recipient) String() string { return r.r.String() }

// A Part is what a receipt promises of one sealed envelope.
type Part struct {
	Envelope Envelope
	Sealed   [32]byte // SHA-256 of the sealed bytes
	Commit   [32]byte // SHA-256 of salt and manifest; the salt lies inside the seal
}

const (
	saltSize = 32
	// Sealed sizes are rounded up, so that how well prices compress tells nothing.
	sealedBlock = 512
	// A manifest that unpacks to more is a bomb, not a bid.
	maxManifest = 64 << 20
)

// SealSubmission seals the manifest of one envelope for the category, and a bid's for
// the company itself, and commits to it. Prices are easily guessed, so the
// commitment is salted. Under the seal lie the salt, the manifest in gzip and
// zeros up to a full block: what is written at the deadline and kept for years is
// a third of the manifest.
func SealSubmission(e Envelope, manifest []byte, to ...Recipient) (cipher []byte, p Part, err error) {
	if err := e.check(); err != nil {
		return nil, Part{}, err
	}
	salt := randomBytes(saltSize)
	packed, err := pack(salt, manifest)
	if err != nil {
		return nil, Part{}, err
	}
	defer clear(packed)
	readers := make([]age.Recipient, len(to))
	for i, r := range to {
		readers[i] = r.r
	}
	cipher, err = encrypt(packed, readers...)
	return cipher, Part{e, sum(cipher), commitment(salt, manifest)}, err
}

// openSubmission also returns the salt: whoever is given both can check the commitment.
func openSubmission(cipher []byte, p Part, id age.Identity) (manifest, salt []byte, err error) {
	if sum(cipher) != p.Sealed {
		return nil, nil, Broken.New("the sealed bytes are not those of the receipt")
	}
	plain, err := decrypt(cipher, id)
	if err != nil {
		return nil, nil, err
	}
	defer clear(plain)
	if len(plain) < saltSize {
		return nil, nil, Broken.New("a manifest without its salt")
	}
	if manifest, err = unpack(plain[saltSize:]); err != nil {
		return nil, nil, Broken.Wrap(err, "manifest")
	}
	if commitment(plain[:saltSize], manifest) != p.Commit {
		return nil, nil, Broken.New("the manifest does not match its commitment")
	}
	return manifest, bytes.Clone(plain[:saltSize]), nil
}

func commitment(salt, manifest []byte) [32]byte {
	h := sha256.New()
	h.Write(salt)
	h.Write(manifest)
	return [32]byte(h.Sum(nil))
}

func pack(salt, manifest []byte) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, len(manifest)/2+sealedBlock))
	b.Write(salt)
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	w.Reset(b)
	_, err := w.Write(manifest)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	b.Write(make([]byte, (sealedBlock-b.Len()%sealedBlock)%sealedBlock))
	return b.Bytes(), nil
}

var packers = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	return w
}}

func unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	r.Multistream(false) // what follows is padding
	manifest, err := io.ReadAll(io.LimitReader(r, maxManifest+1))
	if err == nil && len(manifest) > maxManifest {
		err = errors.New("too large")
	}
	return manifest, err
}

func encrypt(plain []byte, to ...age.Recipient) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(len(plain) + 512 + len(plain)/4096)
	w, err := age.Encrypt(&b, to...)
	if err == nil {
		if _, err = w.Write(plain); err == nil {
			err = w.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return b.Bytes(), nil
}

// HeadSize is how many first bytes of a sealed body surely hold its header.
const HeadSize = 4096

// SealBody seals a file for its company while it is read; close the writer.
func SealBody(dst io.Writer, company Recipient) (io.WriteCloser, error) {
	return age.Encrypt(dst, company.r)
}

// OpenBody reads a sealed file with its file key.
func OpenBody(src io.Reader, fileKey []byte) (io.Reader, error) {
	r, err := age.Decrypt(src, age.NewInjectedFileKeyIdentity(fileKey))
	if err != nil {
		return nil, Broken.Wrap(err, "body")
	}
	return r, nil
}

// A FileRef says which file of which participation a wrapped file key is for.
type FileRef struct {
	Participation uuid.UUID
	Envelope      Envelope
	Body          [32]byte // SHA-256 of the sealed body
}

func (f FileRef) digest() [32]byte {
	return sum(bindTo("file-key", f.Participation.String(), string(f.Envelope), string(f.Body[:])))
}

// WrapFileKey seals a file's key for the category: the body stays as it is, so
// that submitting many large files takes no longer than submitting small ones.
func WrapFileKey(category Recipient, f FileRef, fileKey []byte) ([]byte, error) {
	d := f.digest()
	plain := append(d[:], fileKey...)
	defer clear(plain)
	return encrypt(plain, category.r)
}

func unwrapFileKey(wrap []byte, f FileRef, id age.Identity) ([]byte, error) {
	plain, err := decrypt(wrap, id)
	if err != nil {
		return nil, err
	}
	defer clear(plain)
	d := f.digest()
	if len(plain) != sha256.Size+16 || subtle.ConstantTimeCompare(plain[:sha256.Size], d[:]) != 1 {
		return nil, Broken.New("the key is for another file")
	}
	return bytes.Clone(plain[sha256.Size:]), nil
}

// Canonical is JSON with one form only: keys sorted, no idle space, whole numbers
// (an amount is a string). What is committed to must be the same bytes for ever.
func Canonical(v any) ([]byte, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var tree any
	if err := dec.Decode(&tree); err != nil {
		return nil, err
	}
	if err := wholeNumbers(tree); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(tree); err != nil { // maps are printed with sorted keys
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func wholeNumbers(v any) error {
	switch v := v.(type) {
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return fmt.Errorf("seal: %s in a canonical document must be a string", v)
		}
	case []any:
		for _, e := range v {
			if err := wholeNumbers(e); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, e := range v {
			if err := wholeNumbers(e); err != nil {
				return err
			}
		}
	}
	return nil
}
