package seal_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"zabuni.org/core/platform/seal"
)

func receipt(n int) seal.Receipt {
	return seal.Receipt{
		Submission: uuid.MustParse(fmt.Sprintf("01936b1e-0000-7000-8000-%012x", n)), Category: category, Supplier: supplier,
		Version: int64(n + 1), Received: noon.Add(-time.Duration(n+1) * time.Second), Nonce: seal.NewNonce(),
		Parts: []seal.Part{
			{Envelope: seal.Technical, Sealed: [32]byte{1, byte(n)}, Commit: [32]byte{2}},
			{Envelope: seal.Financial, Sealed: [32]byte{3}, Commit: [32]byte{4, byte(n)}},
		},
	}
}

func TestReceiptRefusesEveryChangedByte(t *testing.T) {
	h := newHouse(t)
	r := receipt(1)
	msg, err := h.notary.Sign(r)
	check(t, err)
	v, err := seal.NewVerifier(h.notary.Key())
	check(t, err)
	got, err := v.Receipt(msg)
	check(t, err)
	if d := cmp.Diff(r, got); d != "" {
		t.Fatal(d)
	}
	for i := range msg {
		for bit := range 8 {
			bad := bytes.Clone(msg)
			bad[i] ^= 1 << bit
			if _, err := v.Receipt(bad); err == nil {
				t.Fatalf("byte %d bit %d", i, bit)
			}
		}
		if _, err := v.Receipt(append(bytes.Clone(msg[:i]), msg[i+1:]...)); err == nil {
			t.Fatalf("byte %d left out", i)
		}
	}
	for _, bad := range [][]byte{nil, append(bytes.Clone(msg), '\n'), append(bytes.Clone(msg), msg...), bytes.ReplaceAll(msg, []byte("\n"), []byte("\r\n"))} {
		_, err := v.Receipt(bad)
		wants(t, err, seal.BadNote)
	}
	_, err = newHouse(t).notary.Receipt(msg)
	wants(t, err, seal.BadNote)
	// A genuine note of another kind is not a receipt.
	closing, err := h.notary.SignClosing(seal.Closing{Category: category, Closed: noon})
	check(t, err)
	_, err = v.Receipt(closing)
	wants(t, err, seal.BadNote)
	_, err = v.Closing(msg)
	wants(t, err, seal.BadNote)
	_, err = v.Checkpoint(msg)
	wants(t, err, seal.BadNote)
	t.Logf("%d bytes:\n%s", len(msg), msg)
}

func TestNotaryKeepsItsKey(t *testing.T) {
	dir := t.TempDir()
	a, err := seal.OpenNotary(dir, "bids.example/log")
	check(t, err)
	b, err := seal.OpenNotary(dir, "bids.example/log")
	check(t, err)
	if a.Key() != b.Key() || a.Origin() != "bids.example/log" {
		t.Fatal("another key at the second start")
	}
	_, err = seal.OpenNotary(dir, "two words")
	wants(t, err, seal.BadKey)
}

func TestLogShowsEveryRewriting(t *testing.T) {
	h := newHouse(t)
	rapid.Check(t, func(t *rapid.T) {
		leaves := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 20), 1, 70).Draw(t, "leaves")
		var hashes seal.Hashes
		var older seal.Checkpoint
		cut := rapid.IntRange(0, len(leaves)).Draw(t, "cut") // appended in two batches
		for _, batch := range [][2]int{{0, cut}, {cut, len(leaves)}} {
			first, more, err := seal.Append(int64(batch[0]), leaves[batch[0]:batch[1]], hashes)
			check(t, err)
			if first != int64(len(hashes)) {
				t.Fatal("gap in stored hashes")
			}
			hashes = append(hashes, more...)
			if batch[1] == cut {
				older, err = seal.CheckpointAt(int64(cut), hashes)
				check(t, err)
			}
		}
		size := int64(len(leaves))
		cp, err := seal.CheckpointAt(size, hashes)
		check(t, err)
		msg, err := h.notary.SignCheckpoint(cp)
		check(t, err)
		read, err := h.notary.Checkpoint(msg)
		check(t, err)
		if read != cp {
			t.Fatal("checkpoint")
		}
		i := rapid.Int64Range(0, size-1).Draw(t, "index")
		proof, err := seal.Prove(size, i, hashes)
		check(t, err)
		check(t, cp.Includes(i, leaves[i], proof))
		wants(t, cp.Includes(i, append([]byte("x"), leaves[i]...), proof), seal.BadNote)
		wants(t, cp.Includes(size, leaves[i], proof), seal.BadNote)
		growth, err := seal.ProveGrowth(older.Size, size, hashes)
		check(t, err)
		check(t, cp.Continues(older, growth))

		// An insider changes one leaf and rebuilds everything.
		forged := append([][]byte{}, leaves...)
		forged[i] = append([]byte("x"), leaves[i]...)
		_, rebuilt, err := seal.Append(0, forged, seal.Hashes(nil))
		check(t, err)
		after, err := seal.CheckpointAt(size, seal.Hashes(rebuilt))
		check(t, err)
		if after == cp {
			t.Fatal("rewriting unseen")
		}
		if i < older.Size {
			growth, err := seal.ProveGrowth(older.Size, size, seal.Hashes(rebuilt))
			check(t, err)
			wants(t, after.Continues(older, growth), seal.BadNote)
		}
		if older.Size < size && older.Size > 0 {
			wants(t, older.Continues(cp, nil), seal.BadNote)
		}
	})
}

func TestClosingCountsEachBidOnce(t *testing.T) {
	h := newHouse(t)
	for _, n := range []int{0, 1, 2, 7, 33} {
		all := make([]seal.Receipt, n)
		for i := range all {
			all[i] = receipt(i)
		}
		tree, err := seal.Close(category, noon, all)
		check(t, err)
		signed, err := h.notary.SignClosing(tree.Closing)
		check(t, err)
		closing, err := h.notary.Closing(signed)
		check(t, err)
		if closing.Count != int64(n) || closing.Root != tree.Root {
			t.Fatal(closing)
		}
		for i, r := range all {
			index, proof, err := tree.Prove(r.Submission)
			check(t, err)
			check(t, closing.Includes(r, index, proof))
			changed := r
			changed.Parts = append([]seal.Part{}, r.Parts...)
			changed.Parts[1].Commit[5] ^= 1
			wants(t, closing.Includes(changed, index, proof), seal.BadNote)
			late := r
			late.Received = r.Received.Add(time.Microsecond)
			wants(t, closing.Includes(late, index, proof), seal.BadNote)
			// Dropped, exchanged or reordered rows: the first two change the root, order does not.
			without, err := seal.Close(category, noon, append(append([]seal.Receipt{}, all[:i]...), all[i+1:]...))
			check(t, err)
			if without.Root == closing.Root {
				t.Fatal("dropping unseen")
			}
		}
		if n > 1 {
			swapped := append([]seal.Receipt{}, all...)
			swapped[0], swapped[n-1] = swapped[n-1], swapped[0]
			again, err := seal.Close(category, noon, swapped)
			check(t, err)
			if again.Root != closing.Root {
				t.Fatal("the root depends on the order of rows")
			}
			_, err = seal.Close(category, noon, append(swapped, all[0]))
			wants(t, err, seal.Broken)
			_, err = seal.Close(category, all[0].Received, all)
			wants(t, err, seal.Broken)
		}
	}
	tree, err := seal.Close(category, noon, nil)
	check(t, err)
	_, _, err = tree.Prove(supplier)
	wants(t, err, seal.Broken)
}
