package journal

import (
	"bytes"
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
)

// An Audit is what recomputing the log found.
type Audit struct {
	Entries, Checkpoints int64
	Unlogged             int64 // entries that wait for the sequencer, which is no difference
}

// Recompute builds the log anew from the audit entries and compares every stored
// hash and every signed head with it, those that were kept elsewhere too; differ
// is told of each that is not so.
func Recompute(ctx context.Context, db pg.DB, v *seal.Verifier, differ func(what string, args ...any), heads ...[]byte) (Audit, error) {
	var out Audit
	var rebuilt seal.Hashes
	err := leaves(ctx, db, func(number int64, l leaf) error {
		if number != out.Entries {
			differ("log: place %d is held by audit entry %d, which says %d", out.Entries, l.entry, number)
		}
		_, fresh, err := seal.Append(out.Entries, [][]byte{l.bytes}, rebuilt)
		rebuilt = append(rebuilt, fresh...)
		out.Entries++
		return err
	})
	if err != nil {
		return out, err
	}
	if err := db.QueryRow(ctx, "SELECT count(*) FROM audit_entry WHERE leaf IS NULL").Scan(&out.Unlogged); err != nil {
		return out, err
	}
	if err := compareHashes(ctx, db, rebuilt, differ); err != nil {
		return out, err
	}
	for _, kept := range heads {
		switch signed, err := v.Checkpoint(kept); {
		case err != nil:
			differ("log: a head that was kept elsewhere: %v", err)
		case signed.Size > out.Entries:
			differ("log: a head that was kept elsewhere has %d entries and the log has %d: it was rolled back", signed.Size, out.Entries)
		default:
			if why := head(v, rebuilt, out.Entries, signed.Size, string(kept)); why != nil {
				differ("log: a head of %d entries that was kept elsewhere: %v", signed.Size, why)
			}
		}
	}
	return out, compareHeads(ctx, db, v, rebuilt, &out, differ)
}

// leaves reads the logged entries in the log's order.
func leaves(ctx context.Context, db pg.DB, each func(number int64, l leaf) error) error {
	const page = 5000
	for after := int64(-1); ; {
		rows, err := db.Query(ctx, selectLeaf+"WHERE leaf > $1 ORDER BY leaf LIMIT $2", after, page)
		if err != nil {
			return err
		}
		found, err := pgx.CollectRows(rows, scanLeaf)
		if err != nil || len(found) == 0 {
			return err
		}
		ids := make([]int64, len(found))
		for i, l := range found {
			ids[i] = l.entry
		}
		if rows, err = db.Query(ctx, "SELECT leaf FROM audit_entry WHERE id = ANY($1) ORDER BY leaf", ids); err != nil {
			return err
		}
		numbers, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		if err != nil {
			return err
		}
		for i, l := range found {
			after = numbers[i]
			if err := each(after, l); err != nil {
				return err
			}
		}
	}
}

func compareHashes(ctx context.Context, db pg.DB, rebuilt seal.Hashes, differ func(string, ...any)) error {
	rows, err := db.Query(ctx, "SELECT position, hash FROM log_hash ORDER BY position")
	if err != nil {
		return err
	}
	var position, expected, wrong int64
	var hash []byte
	first := int64(-1)
	_, err = pgx.ForEachRow(rows, []any{&position, &hash}, func() error {
		if position != expected || position >= int64(len(rebuilt)) || !bytes.Equal(hash, rebuilt[position][:]) {
			if wrong++; first < 0 {
				first = position
			}
		}
		expected = position + 1
		return nil
	})
	if wrong > 0 {
		differ("log: %d stored hashes are not those of the entries, the first at %d", wrong, first)
	}
	if expected != int64(len(rebuilt)) {
		differ("log: %d hashes are stored where the entries make %d", expected, len(rebuilt))
	}
	return err
}

func compareHeads(ctx context.Context, db pg.DB, v *seal.Verifier, rebuilt seal.Hashes, out *Audit, differ func(string, ...any)) error {
	rows, err := db.Query(ctx, "SELECT size, note FROM log_checkpoint ORDER BY size")
	if err != nil {
		return err
	}
	var size, last int64
	var note string
	_, err = pgx.ForEachRow(rows, []any{&size, &note}, func() error {
		out.Checkpoints++
		last = size
		if why := head(v, rebuilt, out.Entries, size, note); why != nil {
			differ("log: checkpoint at %d: %v", size, why)
		}
		return nil
	})
	if err == nil && last != out.Entries {
		differ("log: %d entries are logged and the last signed head covers %d", out.Entries, last)
	}
	return err
}

func head(v *seal.Verifier, rebuilt seal.Hashes, entries, size int64, note string) error {
	signed, err := v.Checkpoint([]byte(note))
	if err != nil {
		return err
	}
	if signed.Size != size || size > entries {
		return fmt.Errorf("it is signed for %d entries and the log has %d", signed.Size, entries)
	}
	made, err := seal.CheckpointAt(size, rebuilt)
	if err != nil {
		return err
	}
	if made.Root != signed.Root {
		return fmt.Errorf("the entries are not those that were signed")
	}
	return nil
}
