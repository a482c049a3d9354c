package journal

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
)

// Sequencer gives audit entries their places in the transparency log and signs
// its heads. Any number may run; one at a time works.
type Sequencer struct {
	DB     *pgxpool.Pool
	Notary *seal.Notary
}

// A Logged is an audit entry in the log, with what proves it.
type Logged struct {
	Index      int64
	Leaf       []byte
	Checkpoint []byte // signed
	Proof      []seal.Hash
}

const (
	sequencerLock = 7340 // advisory: one sequencer at a time
	batch         = 2000
)

// leafEntry is the form in which an audit entry lies in the log; its fields and
// their order are part of every proof.
type leafEntry struct {
	ID        int64           `json:"id"`
	At        string          `json:"at"`
	ActorID   uuid.UUID       `json:"actor_id"`
	ActorName string          `json:"actor_name,omitempty"` // of entries that have an act
	ActorType string          `json:"actor_type"`
	CompanyID *uuid.UUID      `json:"company_id"`
	Action    string          `json:"action"`
	Object    string          `json:"object"`
	ObjectID  uuid.UUID       `json:"object_id"`
	Detail    json.RawMessage `json:"detail"`
	Rows      string          `json:"rows,omitempty"` // sum over what became of the rows that the act changed; the first entry of an act has it
}

// The rows of an act are summed in the order in which they changed. They belong to
// the act's first entry; acts are younger than the log, and earlier entries have none.
const selectLeaf = `SELECT id, at, actor_id, CASE WHEN act IS NULL THEN '' ELSE actor_name END, actor_type, company_id, action, object, object_id, detail,
	CASE WHEN act IS NULL OR EXISTS (SELECT FROM audit_entry b WHERE b.act = a.act AND b.id < a.id) THEN '' ELSE coalesce(
		(SELECT encode(sha256(convert_to(string_agg(concat_ws(E'\t', w.id, w.name, w.shape, coalesce(encode(w.sum, 'hex'), '-'), to_json(w.key)),
			E'\n' ORDER BY w.id), 'UTF8')), 'hex') FROM witness w WHERE w.act = a.act), '') END
	FROM audit_entry a `

type leaf struct {
	entry int64
	bytes []byte
}

func scanLeaf(row pgx.CollectableRow) (leaf, error) {
	var e leafEntry
	var at time.Time
	if err := row.Scan(&e.ID, &at, &e.ActorID, &e.ActorName, &e.ActorType, &e.CompanyID, &e.Action, &e.Object, &e.ObjectID, &e.Detail, &e.Rows); err != nil {
		return leaf{}, err
	}
	e.At = at.UTC().Format("2006-01-02T15:04:05.000000Z")
	raw, err := json.Marshal(e)
	return leaf{e.ID, raw}, err
}

// Once logs what has been committed since the last time and signs a new head
// when there was news. It returns the log's size.
func (s *Sequencer) Once(ctx context.Context) (int64, error) {
	var size int64
	err := pg.InTx(ctx, s.DB, func(tx pg.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", sequencerLock); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, "SELECT coalesce(max(leaf) + 1, 0) FROM audit_entry").Scan(&size); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, selectLeaf+"WHERE leaf IS NULL ORDER BY id LIMIT $1", batch)
		if err != nil {
			return err
		}
		found, err := pgx.CollectRows(rows, scanLeaf)
		if err != nil || len(found) == 0 {
			return err
		}
		entries, leaves := make([]int64, len(found)), make([][]byte, len(found))
		for i, l := range found {
			entries[i], leaves[i] = l.entry, l.bytes
		}
		// By their numbers: since they were read, others may have been committed, before them too.
		if _, err := tx.Exec(ctx, `UPDATE audit_entry a SET leaf = $1::bigint - 1 + n.place
			FROM unnest($2::bigint[]) WITH ORDINALITY n(id, place) WHERE a.id = n.id`, size, entries); err != nil {
			return err
		}
		stored := hashes{ctx, tx}
		first, fresh, err := seal.Append(size, leaves, stored)
		if err != nil {
			return err
		}
		_, err = tx.CopyFrom(ctx, pgx.Identifier{"log_hash"}, []string{"position", "hash"}, pgx.CopyFromSlice(len(fresh), func(i int) ([]any, error) {
			return []any{first + int64(i), fresh[i][:]}, nil
		}))
		if err != nil {
			return err
		}
		size += int64(len(leaves))
		head, err := seal.CheckpointAt(size, stored)
		if err != nil {
			return err
		}
		note, err := s.Notary.SignCheckpoint(head)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "INSERT INTO log_checkpoint (size, note, created_at) VALUES ($1, $2, $3)", size, string(note), tx.Now)
		return err
	})
	return size, err
}

// Prove logs up to now and returns the proof of one audit entry.
func (s *Sequencer) Prove(ctx context.Context, entry int64) (Logged, error) {
	if _, err := s.Once(ctx); err != nil {
		return Logged{}, err
	}
	var l Logged
	var size int64
	var note string
	err := s.DB.QueryRow(ctx, "SELECT a.leaf, c.size, c.note FROM audit_entry a CROSS JOIN LATERAL (SELECT size, note FROM log_checkpoint WHERE size > a.leaf ORDER BY size LIMIT 1) c WHERE a.id = $1", entry).
		Scan(&l.Index, &size, &note)
	if err != nil {
		return l, err
	}
	l.Checkpoint = []byte(note)
	rows, err := s.DB.Query(ctx, selectLeaf+"WHERE id = $1", entry)
	if err != nil {
		return l, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanLeaf)
	if err != nil {
		return l, err
	}
	l.Leaf = found.bytes
	l.Proof, err = seal.Prove(size, l.Index, hashes{ctx, s.DB})
	return l, err
}

// Head is the newest signed head.
func (s *Sequencer) Head(ctx context.Context) ([]byte, error) {
	_, note, err := newest(ctx, s.DB)
	return note, err
}

// Growth is the newest signed head with the proof that its log begins with the
// log of size from.
func (s *Sequencer) Growth(ctx context.Context, from int64) ([]byte, []seal.Hash, error) {
	size, note, err := newest(ctx, s.DB)
	if err != nil {
		return nil, nil, err
	}
	if from > size {
		return nil, nil, fault.Invalid.New("the log has %d entries", size).At("/from", fault.OutOfRange)
	}
	proof, err := seal.ProveGrowth(from, size, hashes{ctx, s.DB})
	return note, proof, err
}

func newest(ctx context.Context, db pg.DB) (size int64, note []byte, err error) {
	var text string
	err = db.QueryRow(ctx, "SELECT size, note FROM log_checkpoint ORDER BY size DESC LIMIT 1").Scan(&size, &text)
	if pg.NoRows(err) {
		err = fault.NotFound.New("nothing has been logged yet")
	}
	return size, []byte(text), err
}

// hashes reads the log's stored hashes.
type hashes struct {
	ctx context.Context
	db  interface {
		Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	}
}

// ReadHashes implements seal.HashReader.
func (h hashes) ReadHashes(indexes []int64) ([]seal.Hash, error) {
	rows, err := h.db.Query(h.ctx, "SELECT position, hash FROM log_hash WHERE position = ANY($1)", indexes)
	if err != nil {
		return nil, err
	}
	found := map[int64]seal.Hash{}
	var position int64
	var raw []byte
	if _, err := pgx.ForEachRow(rows, []any{&position, &raw}, func() error { found[position] = seal.Hash(raw); return nil }); err != nil {
		return nil, err
	}
	out := make([]seal.Hash, len(indexes))
	for i, at := range indexes {
		hash, ok := found[at]
		if !ok {
			return nil, seal.BadNote.New("the log has no hash at %d", at)
		}
		out[i] = hash
	}
	return out, nil
}
