package seal_test

import (
	"bytes"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/platform/seal"
)

// Whatever somebody brings as a receipt, a checkpoint, a closing or the
// announcement of a key: what is taken for genuine is what we have signed, to the byte.
func FuzzNote(f *testing.F) {
	h := newHouse(f)
	genuine := map[string]bool{}
	add := func(msg []byte, err error) {
		check(f, err)
		genuine[string(msg)] = true
		f.Add(msg)
	}
	key, err := h.opener.Mint(category, seal.Technical, noon, 7, noon.Add(-1))
	check(f, err)
	add(h.notary.Sign(receipt(1)))
	add(h.notary.Sign(seal.Receipt{Submission: category, Category: category, Supplier: supplier, Received: noon}))
	add(h.notary.SignCheckpoint(seal.Checkpoint{Size: 3, Root: seal.Hash{1}}))
	add(h.notary.SignClosing(seal.Closing{Category: category, Closed: noon, Count: 2, Root: seal.Hash{2}}))
	add(h.notary.Announce(key))
	foreign := newHouse(f)
	other, err := foreign.notary.Sign(receipt(1))
	check(f, err)
	f.Add(other)
	f.Add([]byte("zabuni/receipt/v1\nlog bids.example/log\n\n\u2014 bids.example/log AAAA\n"))
	v, err := seal.NewVerifier(h.notary.Key())
	check(f, err)
	f.Fuzz(func(t *testing.T, msg []byte) {
		_, isReceipt := v.Receipt(msg)
		_, isCheckpoint := v.Checkpoint(msg)
		_, isClosing := v.Closing(msg)
		_, _, isKey := v.Recipient(msg, category, seal.Technical)
		taken := 0
		for _, err := range []error{isReceipt, isCheckpoint, isClosing, isKey} {
			if err == nil {
				taken++
			}
		}
		if taken > 1 || taken == 1 && !genuine[string(msg)] {
			t.Fatalf("%q is taken for genuine, as %d kinds", msg, taken)
		}
	})
}

// A published verifier's key is one, or is refused.
func FuzzVerifierKey(f *testing.F) {
	h := newHouse(f)
	f.Add(h.notary.Key())
	f.Add("bids.example/log+00000000+AQ==")
	msg, err := h.notary.Sign(receipt(1))
	check(f, err)
	f.Fuzz(func(t *testing.T, key string) {
		v, err := seal.NewVerifier(key)
		if err != nil {
			return
		}
		if _, err := v.Receipt(msg); err == nil && v.Origin() != h.notary.Origin() {
			t.Fatalf("%q opens a receipt of another log", key)
		}
	})
}

// What is sealed opens as it was, and not at all once a byte of it, or what it
// was sealed for, is another.
func FuzzSeal(f *testing.F) {
	h := newHouse(f)
	row, err := h.drafts.NewCompany(supplier)
	check(f, err)
	company, err := h.drafts.Unlock(row)
	check(f, err)
	_, draft := company.NewParticipation(part)
	f.Add([]byte(nil), uint16(0), byte(1))
	f.Add([]byte(`{"answers":[]}`), uint16(40), byte(0x80))
	f.Add(bytes.Repeat([]byte("x"), 1021), uint16(1100), byte(4))
	f.Fuzz(func(t *testing.T, value []byte, at uint16, flip byte) {
		question := uuid.UUID{9}
		sealed := draft.Seal(question, 1, value)
		got, err := draft.Open(question, 1, sealed)
		check(t, err)
		cipher, promised, err := seal.SealSubmission(seal.Technical, value, company.Recipient(), company.Recipient())
		check(t, err)
		manifest, err := company.Submission(cipher, promised)
		check(t, err)
		if !bytes.Equal(got, value) || !bytes.Equal(manifest, value) {
			t.Fatalf("%q opens as %q and %q", value, got, manifest)
		}
		if _, err := draft.Open(question, 2, sealed); err == nil {
			t.Fatal("an answer opens as another version")
		}
		if flip == 0 {
			return
		}
		sealed[int(at)%len(sealed)] ^= flip
		if _, err := draft.Open(question, 1, sealed); err == nil {
			t.Fatalf("a changed answer opens: byte %d", int(at)%len(sealed))
		}
		cipher[int(at)%len(cipher)] ^= flip
		if _, err := company.Submission(cipher, promised); err == nil {
			t.Fatalf("a changed submission opens: byte %d", int(at)%len(cipher))
		}
	})
}
