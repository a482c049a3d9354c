package seal_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"zabuni.org/core/platform/seal"
)

var (
	noon     = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	category = uuid.MustParse("01936b1e-0000-7000-8000-000000000001")
	supplier = uuid.MustParse("01936b1e-0000-7000-8000-000000000002")
	part     = uuid.MustParse("01936b1e-0000-7000-8000-000000000003")
)

// house is one installation: all keys in one folder, as `make run` has them.
type house struct {
	dir    string
	opener *seal.Opener
	drafts *seal.Drafts
	notary *seal.Notary
}

func newHouse(t testing.TB) house {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "keys")
	opening, err := seal.OpeningKeeper(dir)
	check(t, err)
	draft, err := seal.DraftKeeper(dir)
	check(t, err)
	notary, err := seal.OpenNotary(dir, "bids.example/log")
	check(t, err)
	return house{dir, seal.NewOpener(opening, notary.Verifier), seal.NewDrafts(draft), notary}
}

type fataler interface {
	Helper()
	Fatal(...any)
}

func check(t fataler, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wants(t fataler, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatal("got", err, "want", want)
	}
}

// evidence logs an opening among other entries.
func (h house) evidence(t fataler, k seal.CategoryKey) seal.Evidence {
	leaves := [][]byte{[]byte("published"), []byte("closed"), []byte("opened key " + k.Key.String()), []byte("more")}
	_, hashes, err := seal.Append(0, leaves, seal.Hashes(nil))
	check(t, err)
	cp, err := seal.CheckpointAt(4, seal.Hashes(hashes))
	check(t, err)
	signed, err := h.notary.SignCheckpoint(cp)
	check(t, err)
	proof, err := seal.Prove(4, 2, seal.Hashes(hashes))
	check(t, err)
	return seal.Evidence{Checkpoint: signed, Index: 2, Entry: leaves[2], Proof: proof}
}

func TestKeyFilesAreMadeOnceAndGuarded(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "keys")
	prints := make([]string, 16)
	made := 0
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range prints {
		wg.Go(func() {
			k, err := seal.OpeningKeeper(dir)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
				return
			}
			prints[i] = k.Fingerprint()
			if k.Created() {
				made++
			}
		})
	}
	wg.Wait()
	for _, p := range prints {
		if p != prints[0] {
			t.Fatal("two keys were made")
		}
	}
	if made != 1 {
		t.Fatal("made", made)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) != 0 {
		t.Fatal("left behind", left)
	}
	path := filepath.Join(dir, "kek-opening")
	info, err := os.Stat(path)
	check(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Fatal(info.Mode())
	}
	check(t, os.Chmod(path, 0o640))
	_, err = seal.OpeningKeeper(dir)
	wants(t, err, seal.BadKey)
	check(t, os.Chmod(path, 0o600))
	for _, bad := range []string{"", "AAAA\n", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"} {
		check(t, os.WriteFile(path, []byte(bad), 0o600))
		_, err = seal.OpeningKeeper(dir)
		wants(t, err, seal.BadKey)
	}
}

func TestCategoryKeyOpensOnlyAtItsTimeWithEvidence(t *testing.T) {
	h := newHouse(t)
	k, err := h.opener.Mint(category, seal.Financial, noon, 7, noon.Add(-time.Hour))
	check(t, err)
	ev := h.evidence(t, k)

	_, err = h.opener.Open(k, noon.Add(-time.Microsecond), ev)
	wants(t, err, seal.TooEarly)
	_, err = h.opener.Open(k, noon, ev)
	check(t, err)

	// Someone edits the row: an earlier date, or any other part of the binding.
	for name, edit := range map[string]func(*seal.CategoryKey){
		"closes_at": func(k *seal.CategoryKey) { k.ClosesAt = noon.Add(-time.Hour) },
		"category":  func(k *seal.CategoryKey) { k.Category = supplier },
		"envelope":  func(k *seal.CategoryKey) { k.Envelope = seal.Technical },
		"sequence":  func(k *seal.CategoryKey) { k.Sequence++ },
		"wrapped":   func(k *seal.CategoryKey) { k.Wrapped = append([]byte{}, k.Wrapped...); k.Wrapped[20] ^= 1 },
		"recipient": func(k *seal.CategoryKey) {
			other, err := h.opener.Mint(category, seal.Financial, noon, 7, noon.Add(-time.Hour))
			check(t, err)
			k.Recipient = other.Recipient
		},
	} {
		t.Run(name, func(t *testing.T) {
			planted := k
			edit(&planted)
			_, err := h.opener.Open(planted, noon, ev)
			wants(t, err, seal.Broken)
		})
	}

	// No entry, another key's entry, an unsigned or foreign log: nothing opens.
	other := newHouse(t)
	for name, bad := range map[string]seal.Evidence{
		"none":    {},
		"unnamed": {Checkpoint: ev.Checkpoint, Index: 1, Entry: []byte("closed"), Proof: ev.Proof},
		"invented": {Checkpoint: ev.Checkpoint, Index: 2,
			Entry: append([]byte("x"), ev.Entry...), Proof: ev.Proof},
		"foreign": other.evidence(t, k),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := h.opener.Open(k, noon, bad)
			wants(t, err, seal.NotLogged)
		})
	}

	// Another installation's key, and the draft key of this one, open nothing.
	_, err = other.opener.Open(k, noon, other.evidence(t, k))
	wants(t, err, seal.Broken)
	draft, err := seal.DraftKeeper(h.dir)
	check(t, err)
	_, err = seal.NewOpener(draft, h.notary.Verifier).Open(k, noon, ev)
	wants(t, err, seal.Broken)
}

func TestExtensionMovesTheSeal(t *testing.T) {
	h := newHouse(t)
	before := noon.Add(-time.Hour)
	k, err := h.opener.Mint(category, seal.Technical, noon, 7, before)
	check(t, err)
	later, err := h.opener.Rewrap(k, noon.Add(24*time.Hour), 8, before)
	check(t, err)
	if later.Recipient != k.Recipient || later.Key != k.Key {
		t.Fatal("what was sealed before the extension must still open")
	}
	_, err = h.opener.Open(later, noon, h.evidence(t, later))
	wants(t, err, seal.TooEarly)
	planted := later
	planted.ClosesAt = k.ClosesAt // the old date put back by hand
	_, err = h.opener.Open(planted, noon, h.evidence(t, k))
	wants(t, err, seal.Broken)
	_, err = h.opener.Open(later, noon.Add(24*time.Hour), h.evidence(t, later))
	check(t, err)

	_, err = h.opener.Rewrap(later, noon, 9, before)
	wants(t, err, seal.Shortened)
	_, err = h.opener.Rewrap(later, noon.Add(48*time.Hour), 8, before)
	wants(t, err, seal.Shortened)
	_, err = h.opener.Rewrap(planted, noon.Add(48*time.Hour), 9, before)
	wants(t, err, seal.Broken)
	_, err = h.opener.Mint(category, seal.Technical, before, 1, before)
	wants(t, err, seal.Shortened)
	if _, err = h.opener.Mint(category, "Fin 1", noon, 1, before); err == nil {
		t.Fatal("bad envelope name")
	}
}

func TestDraftAnswers(t *testing.T) {
	h := newHouse(t)
	row, err := h.drafts.NewCompany(supplier)
	check(t, err)
	company, err := h.drafts.Unlock(row)
	check(t, err)
	wrapped, p := company.NewParticipation(part)
	again, err := company.Participation(part, wrapped)
	check(t, err)
	rapid.Check(t, func(t *rapid.T) {
		q := uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "question"))
		version := rapid.Int64().Draw(t, "version")
		value := rapid.SliceOfN(rapid.Byte(), 0, 5000).Draw(t, "value")
		sealed := p.Seal(q, version, value)
		if (len(sealed)-28)%1024 != 0 {
			t.Fatal("length tells the answer's length")
		}
		got, err := again.Open(q, version, sealed)
		if err != nil || !bytes.Equal(got, value) {
			t.Fatal(err)
		}
		_, err = again.Open(q, version+1, sealed)
		wants(t, err, seal.Broken)
		q[rapid.IntRange(0, 15).Draw(t, "byte")] ^= 1
		_, err = again.Open(q, version, sealed)
		wants(t, err, seal.Broken)
	})
	// Another participation, another company, a swapped row: nothing opens.
	_, other := company.NewParticipation(supplier)
	_, err = other.Open(part, 1, p.Seal(part, 1, []byte("12")))
	wants(t, err, seal.Broken)
	_, err = company.Participation(supplier, wrapped)
	wants(t, err, seal.Broken)
	stolen := row
	stolen.Company = part
	_, err = h.drafts.Unlock(stolen)
	wants(t, err, seal.Broken)
	row2, err := h.drafts.NewCompany(part)
	check(t, err)
	company2, err := h.drafts.Unlock(row2)
	check(t, err)
	_, err = company2.Participation(part, wrapped)
	wants(t, err, seal.Broken)
	if company.SameFile([32]byte{1}) != company.SameFile([32]byte{1}) || company.SameFile([32]byte{1}) == company2.SameFile([32]byte{1}) {
		t.Fatal("equal files meet within a company only")
	}
	row.Recipient = row2.Recipient
	_, err = h.drafts.Unlock(row)
	wants(t, err, seal.Broken)
}

// The whole way of a bid: announced key, sealed file and manifest, receipt,
// closing, opening.
func TestABidFromDraftToOpening(t *testing.T) {
	h := newHouse(t)
	k, err := h.opener.Mint(category, seal.Financial, noon, 7, noon.Add(-time.Hour))
	check(t, err)
	announced, err := h.notary.Announce(k)
	check(t, err)
	public, keyID, err := h.notary.Recipient(announced, category, seal.Financial)
	check(t, err)
	if keyID != k.Key || public.String() != k.Recipient {
		t.Fatal("announcement")
	}
	_, _, err = h.notary.Recipient(announced, category, seal.Technical)
	wants(t, err, seal.BadNote)
	_, _, err = h.notary.Recipient(announced, supplier, seal.Financial)
	wants(t, err, seal.BadNote)

	row, err := h.drafts.NewCompany(supplier)
	check(t, err)
	company, err := h.drafts.Unlock(row)
	check(t, err)
	plain := bytes.Repeat([]byte("unit price 1234.50 "), 10000)
	var body bytes.Buffer
	w, err := seal.SealBody(&body, company.Recipient())
	check(t, err)
	_, err = w.Write(plain)
	check(t, err)
	check(t, w.Close())
	if bytes.Contains(body.Bytes(), []byte("1234.50")) {
		t.Fatal("readable")
	}
	fileKey, err := company.FileKey(body.Bytes()[:min(seal.HeadSize, body.Len())])
	check(t, err)
	ref := seal.FileRef{Participation: part, Envelope: seal.Financial, Body: [32]byte{9}}
	wrap, err := seal.WrapFileKey(public, ref, fileKey)
	check(t, err)

	manifest, err := seal.Canonical(map[string]any{"total": "1234.50", "lines": 3, "é<": true})
	check(t, err)
	if string(manifest) != `{"lines":3,"total":"1234.50","é<":true}` {
		t.Fatal(string(manifest))
	}
	if _, err := seal.Canonical(map[string]any{"total": 1234.5}); err == nil {
		t.Fatal("a fraction has no one form")
	}
	cipher, promise, err := seal.SealSubmission(seal.Financial, manifest, public, company.Recipient())
	check(t, err)
	own, err := company.Submission(cipher, promise)
	check(t, err)
	if !bytes.Equal(own, manifest) {
		t.Fatal("own copy")
	}

	open, err := h.opener.Open(k, noon, h.evidence(t, k))
	check(t, err)
	got, err := open.Submission(cipher, promise)
	check(t, err)
	if !bytes.Equal(got, manifest) {
		t.Fatal("opened")
	}
	fk, err := open.FileKey(wrap, ref)
	check(t, err)
	r, err := seal.OpenBody(bytes.NewReader(body.Bytes()), fk)
	check(t, err)
	file, err := io.ReadAll(r)
	check(t, err)
	if !bytes.Equal(file, plain) {
		t.Fatal("file")
	}

	moved := ref
	moved.Participation = supplier
	_, err = open.FileKey(wrap, moved)
	wants(t, err, seal.Broken)
	for i := 0; i < len(cipher); i += 7 {
		bad := bytes.Clone(cipher)
		bad[i] ^= 0x20
		_, err := open.Submission(bad, promise)
		wants(t, err, seal.Broken)
	}
	lie := promise
	lie.Commit[0] ^= 1
	_, err = open.Submission(cipher, lie)
	wants(t, err, seal.Broken)
}

// How well prices compress would tell how alike they are, so sizes are rounded;
// and nobody can make the opener unpack without end.
func TestSealedManifestSizes(t *testing.T) {
	h := newHouse(t)
	row, err := h.drafts.NewCompany(supplier)
	check(t, err)
	company, err := h.drafts.Unlock(row)
	check(t, err)
	size := func(manifest []byte) int {
		cipher, promise, err := seal.SealSubmission(seal.Financial, manifest, company.Recipient(), company.Recipient())
		check(t, err)
		got, err := company.Submission(cipher, promise)
		check(t, err)
		if !bytes.Equal(got, manifest) {
			t.Fatal("another manifest")
		}
		return len(cipher)
	}
	if a, b := size([]byte(`{"a":"100.00","b":"100.00"}`)), size([]byte(`{"a":"173.25","b":"98.4071"}`)); a != b {
		t.Fatalf("%d and %d bytes", a, b)
	}
	if plain := bytes.Repeat([]byte(`{"answer":"We have done this for years."}`), 1000); size(plain) > len(plain)/4 {
		t.Fatal("not packed")
	}
	const largest = 64 << 20
	size(make([]byte, largest)) // what 5000 lines with their remarks may come to is read again
	cipher, promise, err := seal.SealSubmission(seal.Financial, make([]byte, largest+1), company.Recipient(), company.Recipient())
	check(t, err)
	_, err = company.Submission(cipher, promise)
	wants(t, err, seal.Broken)
}

// Whatever a bid holds, its sealed bytes are whole blocks: the sizes of two bids differ
// by some of these or not at all, and the last one is never told from a full one.
func TestSealedSizesAreWholeBlocks(t *testing.T) {
	h := newHouse(t)
	row, err := h.drafts.NewCompany(supplier)
	check(t, err)
	company, err := h.drafts.Unlock(row)
	check(t, err)
	const block = 512
	noise := make([]byte, 0, 2*block)
	for i := range 2 * block / sha256.Size {
		sum := sha256.Sum256([]byte{byte(i)})
		noise = append(noise, sum[:]...)
	}
	sizes := map[int]bool{}
	for n := 0; n <= len(noise); n += 5 { // what packs badly, and beside it what packs well
		for _, manifest := range [][]byte{noise[:n], bytes.Repeat([]byte("7"), n)} {
			cipher, _, err := seal.SealSubmission(seal.Financial, manifest, company.Recipient(), company.Recipient())
			check(t, err)
			sizes[len(cipher)] = true
		}
	}
	got := slices.Sorted(maps.Keys(sizes))
	if len(got) < 3 {
		t.Fatalf("manifests up to %d bytes are sealed in %d", len(noise), got)
	}
	for i, n := range got[1:] {
		if n-got[i] != block {
			t.Fatalf("sealed sizes tell what lies in them: %d", got)
		}
	}
}
