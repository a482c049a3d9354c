package seal_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"io"
	"testing"
	"time"

	"golang.org/x/crypto/chacha20poly1305"

	"github.com/google/uuid"

	"zabuni.org/core/platform/seal"
)

// Each benchmark stands beside the bare cipher that it cannot beat.

func BenchmarkAnswer(b *testing.B) {
	h := newHouse(b)
	row, _ := h.drafts.NewCompany(supplier)
	company, _ := h.drafts.Unlock(row)
	_, p := company.NewParticipation(part)
	value := make([]byte, 1000)
	b.Run("sealed", func(b *testing.B) {
		b.SetBytes(1024)
		for b.Loop() {
			p.Seal(uuid.Nil, 1, value)
		}
	})
	b.Run("bare-aes-gcm", func(b *testing.B) {
		block, _ := aes.NewCipher(make([]byte, 32))
		g, _ := cipher.NewGCM(block)
		padded := make([]byte, 1024)
		b.SetBytes(1024)
		for b.Loop() {
			g.Seal(nil, padded[:12], padded, nil)
		}
	})
}

func BenchmarkFile8M(b *testing.B) {
	h := newHouse(b)
	row, _ := h.drafts.NewCompany(supplier)
	company, _ := h.drafts.Unlock(row)
	plain := make([]byte, 8<<20)
	b.Run("sealed", func(b *testing.B) {
		b.SetBytes(int64(len(plain)))
		for b.Loop() {
			w, _ := seal.SealBody(io.Discard, company.Recipient())
			w.Write(plain)
			w.Close()
		}
	})
	b.Run("bare-chacha20poly1305", func(b *testing.B) {
		g, _ := chacha20poly1305.New(make([]byte, 32))
		nonce, out := make([]byte, 12), make([]byte, 0, 65536+16)
		b.SetBytes(int64(len(plain)))
		for b.Loop() {
			for at := 0; at < len(plain); at += 65536 {
				g.Seal(out, nonce, plain[at:at+65536], nil)
			}
		}
	})
}

func BenchmarkSubmit(b *testing.B) {
	h := newHouse(b)
	row, _ := h.drafts.NewCompany(supplier)
	company, _ := h.drafts.Unlock(row)
	k, _ := h.opener.Mint(category, seal.Financial, noon, 1, noon.Add(-time.Hour))
	public, _ := seal.ParseRecipient(k.Recipient)
	manifest := bytes.Repeat([]byte("x"), 4096)
	b.Run("manifest-4K", func(b *testing.B) {
		for b.Loop() {
			seal.SealSubmission(seal.Financial, manifest, public, company.Recipient())
		}
	})
	b.Run("file-key", func(b *testing.B) {
		for b.Loop() {
			seal.WrapFileKey(public, seal.FileRef{}, manifest[:16])
		}
	})
	b.Run("receipt", func(b *testing.B) {
		r := receipt(1)
		for b.Loop() {
			h.notary.Sign(r)
		}
	})
	open, _ := h.opener.Open(k, noon, h.evidence(b, k))
	wrap, _ := seal.WrapFileKey(public, seal.FileRef{}, manifest[:16])
	b.Run("open-file-key", func(b *testing.B) {
		for b.Loop() {
			open.FileKey(wrap, seal.FileRef{})
		}
	})
}
