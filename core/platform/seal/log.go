package seal

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// Hash is a hash of the log's Merkle tree (RFC 6962).
type Hash = tlog.Hash

// A HashReader gives stored hashes by their index; the database has one, tests
// use Hashes.
type HashReader = tlog.HashReader

// Hashes is a HashReader in memory: closing trees and tests.
type Hashes []Hash

// ReadHashes implements HashReader.
func (h Hashes) ReadHashes(indexes []int64) ([]Hash, error) {
	out := make([]Hash, len(indexes))
	for i, x := range indexes {
		if x < 0 || x >= int64(len(h)) {
			return nil, fmt.Errorf("seal: no hash %d", x)
		}
		out[i] = h[x]
	}
	return out, nil
}

// Append adds leaves behind the size that a log has and returns the hashes to
// store, the first at index first, the rest following it. The caller holds the
// log's lock and stores leaves and hashes in one transaction.
func Append(size int64, leaves [][]byte, stored HashReader) (first int64, hashes []Hash, err error) {
	first = tlog.StoredHashCount(size)
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]Hash, error) {
		return readBoth(indexes, first, hashes, stored)
	})
	for i, leaf := range leaves {
		more, err := tlog.StoredHashes(size+int64(i), leaf, reader)
		if err != nil {
			return 0, nil, err
		}
		hashes = append(hashes, more...)
	}
	return first, hashes, nil
}

// readBoth reads old hashes from the store, in one call, and new ones from memory.
func readBoth(indexes []int64, first int64, fresh []Hash, stored HashReader) ([]Hash, error) {
	out := make([]Hash, len(indexes))
	var old []int64
	var at []int
	for i, x := range indexes {
		if x >= first {
			out[i] = fresh[x-first]
			continue
		}
		old, at = append(old, x), append(at, i)
	}
	if len(old) == 0 {
		return out, nil
	}
	got, err := stored.ReadHashes(old)
	if err != nil {
		return nil, err
	}
	for i, h := range got {
		out[at[i]] = h
	}
	return out, nil
}

// A Checkpoint is the state of the log at a size (C2SP tlog-checkpoint).
type Checkpoint struct {
	Size int64
	Root Hash
}

// CheckpointAt computes the log's state at size.
func CheckpointAt(size int64, stored HashReader) (Checkpoint, error) {
	root, err := tlog.TreeHash(size, stored)
	return Checkpoint{size, root}, err
}

func (c Checkpoint) text(origin string) string {
	return origin + "\n" + strconv.FormatInt(c.Size, 10) + "\n" + base64.StdEncoding.EncodeToString(c.Root[:]) + "\n"
}

// SignCheckpoint signs the log's state.
func (n *Notary) SignCheckpoint(c Checkpoint) ([]byte, error) { return n.sign(c.text(n.origin)) }

// Checkpoint reads a genuine checkpoint.
func (v *Verifier) Checkpoint(msg []byte) (Checkpoint, error) {
	text, err := v.open(msg)
	if err != nil {
		return Checkpoint{}, err
	}
	part := strings.Split(text, "\n")
	if len(part) != 4 {
		return Checkpoint{}, BadNote.New("not a checkpoint")
	}
	var c Checkpoint
	if c.Size, err = strconv.ParseInt(part[1], 10, 64); err != nil || c.Size < 0 {
		return Checkpoint{}, BadNote.New("not a checkpoint")
	}
	if c.Root, err = tlog.ParseHash(part[2]); err != nil {
		return Checkpoint{}, BadNote.Wrap(err, "not a checkpoint")
	}
	if c.text(v.origin) != text {
		return Checkpoint{}, BadNote.New("another log's checkpoint")
	}
	return c, nil
}

// Prove makes the proof that leaf index is in the log of that size.
func Prove(size, index int64, stored HashReader) ([]Hash, error) {
	return tlog.ProveRecord(size, index, stored)
}

// Includes checks the proof that leaf stands at index.
func (c Checkpoint) Includes(index int64, leaf []byte, proof []Hash) error {
	if index < 0 || index >= c.Size {
		return BadNote.New("the log ends before entry %d", index)
	}
	if err := tlog.CheckRecord(proof, c.Size, c.Root, index, tlog.RecordHash(leaf)); err != nil {
		return BadNote.Wrap(err, "entry %d", index)
	}
	return nil
}

// ProveGrowth makes the proof that the log of size newer begins with the log of
// size older.
func ProveGrowth(older, newer int64, stored HashReader) ([]Hash, error) {
	if older == 0 {
		return nil, nil // nothing is the beginning of everything
	}
	return tlog.ProveTree(newer, older, stored)
}

// Continues checks that c only added to older: nothing before it was changed.
func (c Checkpoint) Continues(older Checkpoint, proof []Hash) error {
	if older.Size == 0 {
		return nil
	}
	if older.Size > c.Size {
		return BadNote.New("the log shrank from %d to %d", older.Size, c.Size)
	}
	if err := tlog.CheckTree(proof, c.Size, c.Root, older.Size, older.Root); err != nil {
		return BadNote.Wrap(err, "the log was rewritten")
	}
	return nil
}
