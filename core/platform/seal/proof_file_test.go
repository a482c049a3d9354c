package seal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

// aProof is of the second of three submissions, whose receipt is the fourth of
// nine entries of the log.
func aProof(t *testing.T) (*Notary, Proof) {
	t.Helper()
	n, err := OpenNotary(t.TempDir(), "zabuni.example.org/log")
	must(t, err)
	category, closed := uuid.New(), time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	var receipts []Receipt
	for i := range 3 {
		receipts = append(receipts, Receipt{
			Submission: uuid.New(),
			Category:   category,
			Supplier:   uuid.New(),
			Version:    int64(i + 1),
			Received:   closed.Add(-time.Hour),
			Parts:      []Part{{Technical, [32]byte{1}, [32]byte{2}}, {Financial, [32]byte{3}, [32]byte{4}}},
			Nonce:      NewNonce(),
		})
	}
	own := receipts[1]
	receipt, err := n.Sign(own)
	must(t, err)
	sum := sha256.Sum256(receipt)
	entry, err := json.Marshal(map[string]any{"object_id": own.Submission, "detail": map[string]string{"receipt_sha256": hex.EncodeToString(sum[:])}})
	must(t, err)
	leaves := make([][]byte, 9)
	for i := range leaves {
		leaves[i] = []byte{byte(i)}
	}
	leaves[3] = entry
	_, hashes, err := Append(0, leaves, Hashes(nil))
	must(t, err)
	head, err := CheckpointAt(9, Hashes(hashes))
	must(t, err)
	checkpoint, err := n.SignCheckpoint(head)
	must(t, err)
	inLog, err := Prove(9, 3, Hashes(hashes))
	must(t, err)
	tree, err := Close(category, closed, receipts)
	must(t, err)
	note, err := n.SignClosing(tree.Closing)
	must(t, err)
	index, counted, err := tree.Prove(own.Submission)
	must(t, err)
	return n, Proof{
		Format:  ProofFormat,
		Key:     n.Key(),
		Receipt: string(receipt),
		Log:     InLog{Entry: string(entry), Index: 3, Checkpoint: string(checkpoint), Proof: HexOf(inLog)},
		Closing: &Counted{Note: string(note), Index: index, Proof: HexOf(counted)},
	}
}

func TestAProofStandsByItself(t *testing.T) {
	t.Parallel()
	n, p := aProof(t)
	data, err := json.Marshal(p)
	must(t, err)
	read, err := ReadProof(data)
	must(t, err)
	v, err := NewVerifier(read.Key)
	must(t, err)
	got, err := v.Proof(read)
	must(t, err)
	if got.Receipt.Version != 2 || got.Checkpoint.Size != 9 || got.Closing == nil || got.Closing.Count != 3 {
		t.Errorf("%+v", got)
	}
	read.Closing = nil
	if got, err = v.Proof(read); err != nil || got.Closing != nil {
		t.Errorf("before the closing: %+v, %v", got, err)
	}

	_, q := aProof(t)
	for name, spoil := range map[string]func(*Proof){
		"another platform's receipt":   func(p *Proof) { p.Receipt = q.Receipt },
		"another receipt's entry":      func(p *Proof) { p.Log = q.Log },
		"another entry of the log":     func(p *Proof) { p.Log.Index = 4 },
		"an entry before the first":    func(p *Proof) { p.Log.Index = -1 },
		"an entry after the last":      func(p *Proof) { p.Log.Index = 9 },
		"no proof of the entry":        func(p *Proof) { p.Log.Proof = nil },
		"a hash too short":             func(p *Proof) { p.Log.Proof = append([]string{"ab"}, p.Log.Proof[1:]...) },
		"a hash that is none":          func(p *Proof) { p.Log.Proof = append([]string{"x"}, p.Log.Proof[1:]...) },
		"another platform's head":      func(p *Proof) { p.Log.Checkpoint = q.Log.Checkpoint },
		"another platform's closing":   func(p *Proof) { p.Closing = q.Closing },
		"another place in the closing": func(p *Proof) { p.Closing.Index = (p.Closing.Index + 1) % 3 },
		"no proof of the closing":      func(p *Proof) { p.Closing.Proof = nil },
	} {
		spoiled := p
		closing := *p.Closing
		spoiled.Closing = &closing
		spoil(&spoiled)
		if _, err := n.Proof(spoiled); err == nil {
			t.Errorf("%s is taken", name)
		}
	}

	// An entry that is in the log and speaks of another receipt.
	for _, entry := range []string{
		strings.Replace(p.Log.Entry, `"receipt_sha256":"`, `"receipt_sha256":"00`, 1),
		`{"object_id":"` + uuid.NewString() + `","detail":{}}`,
		"no JSON",
	} {
		_, hashes, err := Append(0, [][]byte{[]byte(entry)}, Hashes(nil))
		must(t, err)
		head, err := CheckpointAt(1, Hashes(hashes))
		must(t, err)
		checkpoint, err := n.SignCheckpoint(head)
		must(t, err)
		spoiled := p
		spoiled.Log = InLog{Entry: entry, Checkpoint: string(checkpoint)}
		if _, err := n.Proof(spoiled); err == nil {
			t.Errorf("the entry %s is taken", entry)
		}
	}
	for _, text := range []string{"", "[]", `{"format":"zabuni/proof/v2"}`, "null"} {
		if _, err := ReadProof([]byte(text)); err == nil {
			t.Errorf("%q is a proof", text)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The example that programs in other languages are tried on: docs/formats.md says
// how they read it.
func TestTheExampleProofIsSound(t *testing.T) {
	t.Parallel()
	const path = "testdata/proof.json"
	if *update {
		_, p := aProof(t)
		data, err := json.MarshalIndent(p, "", "  ")
		must(t, err)
		must(t, os.WriteFile(path, append(data, '\n'), 0o600))
	}
	data, err := os.ReadFile(path)
	must(t, err)
	p, err := ReadProof(data)
	must(t, err)
	v, err := NewVerifier(p.Key)
	must(t, err)
	if got, err := v.Proof(p); err != nil || got.Closing == nil {
		t.Errorf("%+v %v", got, err)
	}
}

var update = flag.Bool("update", false, "write the example anew")
