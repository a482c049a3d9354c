package verify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/seal"
)

type submission struct {
	ID, Category, Supplier uuid.UUID
	Version                int64
	Received               time.Time
	Receipt                string
	Nonce                  []byte
	Withdrawn              bool
	Logged                 *string // sum of the receipt in its audit entry
	Disposed               bool    // with its job, after its years
}

// receipts compares each signed receipt with its row, its audit entry and the
// envelopes that it was given for.
func (c *checker) receipts(ctx context.Context) error {
	rows, err := c.db.Query(ctx, `SELECT s.id, s.category_id, s.supplier_id, s.version::bigint, s.received_at, s.receipt, s.receipt_nonce, s.withdrawn_at IS NOT NULL,
		(SELECT a.detail ->> 'receipt_sha256' FROM audit_entry a WHERE a.id = s.log_index AND a.object_id = s.id),
		EXISTS (SELECT FROM disposal d JOIN category c ON c.job_id = d.job_id WHERE c.id = s.category_id AND d.emptied_at IS NOT NULL) FROM submission s WHERE NOT s.from_room ORDER BY s.id`)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[submission])
	if err != nil {
		return err
	}
	for _, s := range list {
		c.Submissions++
		if err := c.receipt(ctx, s); err != nil {
			return err
		}
	}
	return c.fromRooms(ctx)
}

// fromRooms asks of each version without a receipt for the room that it stands for: a closed one, which its bidder had
// entered, and whose taking is what its audit entry says. Nothing was sealed for it.
func (c *checker) fromRooms(ctx context.Context) error {
	rows, err := c.db.Query(ctx, `SELECT s.id FROM submission s WHERE s.from_room AND (
		NOT EXISTS (SELECT FROM auction r JOIN auction_participant p ON p.category_id = r.category_id WHERE r.category_id = s.category_id
		            AND r.status = 'closed' AND p.supplier_id = s.supplier_id AND p.joined_at = s.received_at)
		OR NOT EXISTS (SELECT FROM audit_entry a WHERE a.id = s.log_index AND a.object_id = s.category_id AND a.action = 'evaluation.room.taken')
		OR EXISTS (SELECT FROM sealed_envelope e WHERE e.submission_id = s.id)) ORDER BY s.id`)
	if err != nil {
		return err
	}
	var id uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		c.differ("submission %s: no room has what it stands for", id)
		return nil
	})
	return err
}

func (c *checker) receipt(ctx context.Context, s submission) error {
	r, err := c.v.Receipt([]byte(s.Receipt))
	if err != nil {
		c.differ("submission %s: receipt: %v", s.ID, err)
		return nil
	}
	if r.Submission != s.ID || r.Category != s.Category || r.Supplier != s.Supplier || r.Version != s.Version ||
		!r.Received.Equal(s.Received) || !bytes.Equal(r.Nonce[:], s.Nonce) {
		c.differ("submission %s: its row is not what the receipt says", s.ID)
	}
	sum := sha256.Sum256([]byte(s.Receipt))
	if s.Logged == nil || *s.Logged != hex.EncodeToString(sum[:]) {
		c.differ("submission %s: its receipt is not the one in the log", s.ID)
	}
	return c.envelopes(ctx, s, r)
}

func (c *checker) envelopes(ctx context.Context, s submission, r seal.Receipt) error {
	rows, err := c.db.Query(ctx, "SELECT envelope, sealed, sealed_sha256, commitment FROM sealed_envelope WHERE submission_id = $1", s.ID)
	if err != nil {
		return err
	}
	promised := map[seal.Envelope]seal.Part{}
	for _, p := range r.Parts {
		promised[p.Envelope] = p
	}
	var name string
	var sealed, sum, commitment []byte
	_, err = pgx.ForEachRow(rows, []any{&name, &sealed, &sum, &commitment}, func() error {
		c.Envelopes++
		p, ok := promised[seal.Envelope(name)]
		delete(promised, seal.Envelope(name))
		made := sha256.Sum256(sealed)
		switch {
		case !ok:
			c.differ("submission %s: the %s envelope is not in the receipt", s.ID, name)
		case !bytes.Equal(sum, p.Sealed[:]) || !bytes.Equal(commitment, p.Commit[:]):
			c.differ("submission %s: the %s envelope's row is not what the receipt says", s.ID, name)
		case sealed == nil && s.Withdrawn:
			c.Withdrawn++
		case sealed == nil && s.Disposed:
		case made != p.Sealed:
			c.differ("submission %s: the %s envelope's sealed bytes are not those of the receipt", s.ID, name)
		}
		return nil
	})
	for e := range promised {
		c.differ("submission %s: the %s envelope of the receipt is gone", s.ID, e)
	}
	return err
}

type closing struct {
	ID     uuid.UUID
	Closed time.Time
	Root   []byte
	Count  int64
	Note   string
}

// closings recomputes the root of every closed category from the latest receipts
// and compares it with the published note.
func (c *checker) closings(ctx context.Context) error {
	rows, err := c.db.Query(ctx, `SELECT id, closed_at, closing_root, closing_count::bigint, coalesce(closing_note, '') FROM category
		WHERE closing_root IS NOT NULL AND closed_at IS NOT NULL ORDER BY id`)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[closing])
	if err != nil {
		return err
	}
	for _, k := range list {
		c.Closings++
		if err := c.closing(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) closing(ctx context.Context, k closing) error {
	rows, err := c.db.Query(ctx, `SELECT DISTINCT ON (participation_id) receipt FROM submission
		WHERE category_id = $1 AND (withdrawn_at IS NULL OR withdrawn_at >= $2) AND set_aside_by IS NULL AND NOT from_room ORDER BY participation_id, version DESC`, k.ID, k.Closed)
	if err != nil {
		return err
	}
	texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	var receipts []seal.Receipt
	for _, t := range texts {
		r, err := c.v.Receipt([]byte(t))
		if err != nil {
			continue // told with its submission
		}
		receipts = append(receipts, r)
	}
	tree, err := seal.Close(k.ID, k.Closed.UTC(), receipts)
	if err != nil {
		c.differ("category %s: %v", k.ID, err)
		return nil
	}
	if !bytes.Equal(tree.Root[:], k.Root) || tree.Count != k.Count {
		c.differ("category %s: its submissions are not those that were there at closing", k.ID)
	}
	signed, err := c.v.Closing([]byte(k.Note))
	switch {
	case err != nil:
		c.differ("category %s: closing: %v", k.ID, err)
	case signed.Category != k.ID || signed.Count != k.Count || !bytes.Equal(signed.Root[:], k.Root) || !signed.Closed.Equal(k.Closed):
		c.differ("category %s: its row is not what the closing says", k.ID)
	}
	return nil
}

// keys checks that bids are sealed for announced keys.
func (c *checker) keys(ctx context.Context) error {
	rows, err := c.db.Query(ctx, "SELECT id, category_id, envelope, recipient, announced FROM category_key ORDER BY id")
	if err != nil {
		return err
	}
	var id, category uuid.UUID
	var envelope, recipient, announced string
	_, err = pgx.ForEachRow(rows, []any{&id, &category, &envelope, &recipient, &announced}, func() error {
		c.Keys++
		signed, key, err := c.v.Recipient([]byte(announced), category, seal.Envelope(envelope))
		if err != nil || key != id || signed.String() != recipient {
			c.differ("category %s: the %s key is not the announced one", category, envelope)
		}
		return nil
	})
	return err
}
