// Package seal keeps bids unread until their time and proves it afterwards:
// keys wrapped outside the database, sealed drafts and submissions, commitments,
// signed receipts, a transparency log and the root published at closing.
//
// Three capabilities, each a type that needs its own key file, so that a process
// has what its folder lets it read and no more:
//
//   - Drafts (key keys/kek-draft): seals and reads a company's own drafts;
//   - Opener (key keys/kek-opening): the only one that unwraps the private half of
//     a category's key, after closing, with a logged reason;
//   - Notary (key keys/receipt-ed25519): signs receipts, checkpoints, closings.
//
// Sealing for a category needs no key at all, only its announced Recipient.
// Everything here works on bytes; rows and transactions are the caller's.
//
// What it does not stop: who reads the draft key and the database reads that
// supplier's drafts; who reads the opening key and the database reads bids. Keys
// held in strings by library types cannot be wiped; all byte slices are.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"zabuni.org/core/kernel/fault"
)

// Faults of this package.
var (
	TooEarly  = fault.Declare(fault.KindPrecondition, "seal.too_early", "Sealed until the closing time")
	Broken    = fault.Declare(fault.KindInternal, "seal.broken", "A seal does not match what it was made for")
	NotLogged = fault.Declare(fault.KindPrecondition, "seal.not_logged", "The opening is not in the signed log yet")
	BadNote   = fault.Declare(fault.KindInvalid, "seal.bad_note", "The signed document is not genuine")
	Shortened = fault.Declare(fault.KindConflict, "seal.shortened", "A published closing time only moves later")
	BadKey    = fault.Declare(fault.KindInternal, "seal.key", "A sealing key is missing or unsafe")
)

const (
	keySize   = 32
	nonceSize = 12
	tagSize   = 16
)

func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.Read(b) // never fails since Go 1.24: the program ends instead
	return b
}

func gcm(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // only a wrong key length, which is our own mistake
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return aead
}

// sealBytes is AES-256-GCM with a random nonce in front.
func sealBytes(key, plain, aad []byte) []byte {
	out := append(make([]byte, 0, nonceSize+len(plain)+tagSize), randomBytes(nonceSize)...)
	return gcm(key).Seal(out, out, plain, aad)
}

func openBytes(key, sealed, aad []byte) ([]byte, error) {
	if len(sealed) < nonceSize+tagSize {
		return nil, Broken.New("too short to be sealed")
	}
	plain, err := gcm(key).Open(nil, sealed[:nonceSize], sealed[nonceSize:], aad)
	if err != nil {
		return nil, Broken.New("authentication failed")
	}
	return plain, nil
}

// derive makes a key for one purpose out of another key.
func derive(key []byte, purpose string) []byte {
	k, err := hkdf.Key(sha256.New, key, nil, "zabuni/"+purpose, keySize)
	if err != nil {
		panic(err)
	}
	return k
}

// bindTo makes associated data that cannot be read two ways: a kind, then each
// part behind its length.
func bindTo(kind string, parts ...string) []byte {
	b := []byte("zabuni/" + kind + "/v1")
	for _, p := range parts {
		b = binary.BigEndian.AppendUint32(b, uint32(len(p)))
		b = append(b, p...)
	}
	return b
}

// stamp prints an instant with the microseconds that Postgres keeps, in UTC.
func stamp(t time.Time) string {
	return t.UTC().Truncate(time.Microsecond).Format("2006-01-02T15:04:05.000000Z")
}

func parseStamp(s string) (time.Time, error) {
	return time.Parse("2006-01-02T15:04:05.000000Z", s)
}

// An Envelope is a part of a bid with a key of its own: opened at its own time.
type Envelope string

// Envelopes. Others may be named with a to z and underscores.
const (
	Technical Envelope = "technical"
	Financial Envelope = "financial"
	Reserve   Envelope = "reserve" // the least that a thing is sold for; in no bid
)

func (e Envelope) check() error {
	if e == "" || len(e) > 32 || strings.Trim(string(e), "abcdefghijklmnopqrstuvwxyz_") != "" {
		return fmt.Errorf("seal: %q does not name an envelope", string(e))
	}
	return nil
}
