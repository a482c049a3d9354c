package seal_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"zabuni.org/core/platform/seal"
)

// signer signs any text with the key of a house's notary, as a faulty release could.
func (h house) signer(t *testing.T) note.Signer {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(h.dir, seal.ReceiptFile))
	check(t, err)
	seed, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	check(t, err)
	v, err := note.NewVerifier(h.notary.Key())
	check(t, err)
	const ed25519 = 1
	key := base64.StdEncoding.EncodeToString(append([]byte{ed25519}, seed...))
	s, err := note.NewSigner(fmt.Sprintf("PRIVATE+KEY+%s+%08x+%s", v.Name(), v.KeyHash(), key))
	check(t, err)
	return s
}

// A note is read whole or refused, though the signature is ours: one that ends early,
// lacks a line or has one twice says nothing.
func TestASignedNoteIsReadWholeOrRefused(t *testing.T) {
	h := newHouse(t)
	signer := h.signer(t)
	key, err := h.opener.Mint(category, seal.Technical, noon, 7, noon.Add(-1))
	check(t, err)
	// Each reads a note and signs anew what it read of it.
	kinds := map[string]func([]byte) ([]byte, error){
		"receipt": func(msg []byte) ([]byte, error) {
			r, err := h.notary.Receipt(msg)
			return signed(r, err, h.notary.Sign)
		},
		"checkpoint": func(msg []byte) ([]byte, error) {
			c, err := h.notary.Checkpoint(msg)
			return signed(c, err, h.notary.SignCheckpoint)
		},
		"closing": func(msg []byte) ([]byte, error) {
			c, err := h.notary.Closing(msg)
			return signed(c, err, h.notary.SignClosing)
		},
		"announcement": func(msg []byte) ([]byte, error) {
			k := key
			r, id, err := h.notary.Recipient(msg, category, seal.Technical)
			if err == nil {
				k.Recipient, k.Key = r.String(), id
			}
			return signed(k, err, h.notary.Announce)
		},
	}
	genuine := map[string][]byte{}
	genuine["receipt"], err = h.notary.Sign(receipt(1))
	check(t, err)
	genuine["checkpoint"], err = h.notary.SignCheckpoint(seal.Checkpoint{Size: 3, Root: seal.Hash{1}})
	check(t, err)
	genuine["closing"], err = h.notary.SignClosing(seal.Closing{Category: category, Closed: noon, Count: 2, Root: seal.Hash{2}})
	check(t, err)
	genuine["announcement"], err = h.notary.Announce(key)
	check(t, err)
	for kind, read := range kinds {
		again, err := read(genuine[kind])
		check(t, err)
		if !bytes.Equal(again, genuine[kind]) {
			t.Errorf("%s: %s", kind, again)
		}
		text, _, _ := strings.Cut(string(genuine[kind]), "\n\n")
		lines := strings.Split(text, "\n")
		for n := range lines {
			for what, some := range map[string][][]string{
				"cut":      {lines[:n]},
				"left out": {lines[:n], lines[n+1:]},
				"twice":    {lines[:n+1], lines[n:]},
			} {
				changed := ""
				for _, part := range some {
					for _, line := range part {
						changed += line + "\n"
					}
				}
				if changed == "" {
					continue // no note has no text
				}
				msg, err := note.Sign(&note.Note{Text: changed}, signer)
				check(t, err)
				again, err := read(msg)
				if !errors.Is(err, seal.BadNote) && !bytes.Equal(again, msg) {
					t.Errorf("%s, line %d %s: %v, read as %q", kind, n, what, err, again)
				}
			}
		}
	}
}

// signed signs what was read, where it could be read.
func signed[T any](read T, err error, sign func(T) ([]byte, error)) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return sign(read)
}
