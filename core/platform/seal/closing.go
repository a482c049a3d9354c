package seal

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

const closingTitle = "zabuni/closing/v1"

// A Closing is what is published when a category closes: after it no submission
// can be added, dropped or exchanged unseen.
type Closing struct {
	Category uuid.UUID
	Closed   time.Time
	Count    int64
	Root     Hash
}

// closingLeaf is a receipt's own text, nonce included: a bidder checks the
// closing with the receipt alone, and nobody else can guess a leaf.
func closingLeaf(r Receipt) []byte { return []byte("zabuni/closing-leaf/v1\n" + r.body()) }

// A ClosingTree proves to each bidder that its submission was counted.
type ClosingTree struct {
	Closing
	order  map[uuid.UUID]int64
	hashes Hashes
}

// Close computes the root over the latest receipts of a category, in the order
// of submission ids, so that the order of rows does not matter.
func Close(category uuid.UUID, closed time.Time, latest []Receipt) (*ClosingTree, error) {
	sorted := slices.Clone(latest)
	slices.SortFunc(sorted, func(a, b Receipt) int { return bytes.Compare(a.Submission[:], b.Submission[:]) })
	t := &ClosingTree{order: make(map[uuid.UUID]int64, len(sorted))}
	leaves := make([][]byte, len(sorted))
	for i, r := range sorted {
		if r.Category != category || !r.Received.Before(closed) {
			return nil, Broken.New("a receipt of another category or after closing")
		}
		if _, twice := t.order[r.Submission]; twice {
			return nil, Broken.New("two receipts of one submission")
		}
		t.order[r.Submission] = int64(i)
		leaves[i] = closingLeaf(r)
	}
	_, hashes, err := Append(0, leaves, Hashes(nil))
	if err != nil {
		return nil, err
	}
	t.hashes = hashes
	cp, err := CheckpointAt(int64(len(leaves)), t.hashes)
	if err != nil {
		return nil, err
	}
	t.Closing = Closing{category, closed, cp.Size, cp.Root}
	return t, nil
}

// Has tells whether a submission was counted.
func (t *ClosingTree) Has(submission uuid.UUID) bool {
	_, ok := t.order[submission]
	return ok
}

// Prove returns where a submission's leaf stands and its proof.
func (t *ClosingTree) Prove(submission uuid.UUID) (index int64, proof []Hash, err error) {
	index, ok := t.order[submission]
	if !ok {
		return 0, nil, Broken.New("not part of the closing")
	}
	proof, err = Prove(t.Count, index, t.hashes)
	return index, proof, err
}

// Includes checks that the receipt's submission is part of the closing.
func (c Closing) Includes(r Receipt, index int64, proof []Hash) error {
	if r.Category != c.Category {
		return BadNote.New("another category's receipt")
	}
	return Checkpoint{c.Count, c.Root}.Includes(index, closingLeaf(r), proof)
}

func (c Closing) text(origin string) string {
	return fmt.Sprintf("%s\nlog %s\ncategory %s\nclosed %s\ncount %d\nroot %x\n",
		closingTitle, origin, c.Category, stamp(c.Closed), c.Count, c.Root[:])
}

// SignClosing signs a closing for publication.
func (n *Notary) SignClosing(c Closing) ([]byte, error) { return n.sign(c.text(n.origin)) }

// Closing reads a genuine closing.
func (v *Verifier) Closing(msg []byte) (Closing, error) {
	text, err := v.open(msg)
	if err != nil {
		return Closing{}, err
	}
	l := readLines(text, closingTitle)
	l.next("log")
	c := Closing{Category: l.uuid("category"), Closed: l.time("closed"), Count: l.int("count")}
	c.Root = l.sum("root")
	if l.err != nil {
		return Closing{}, l.err
	}
	if c.text(v.origin) != text {
		return Closing{}, BadNote.New("another log's closing")
	}
	return c, nil
}
