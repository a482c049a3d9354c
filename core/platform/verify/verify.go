// Package verify recomputes everything that the platform promises to keep
// unchanged: the log, the receipts and what they were given for, the closings,
// the announced keys, the stored documents. It changes nothing.
package verify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
)

// A Report is what was looked at and what differs.
type Report struct {
	journal.Audit
	Submissions, Envelopes, Withdrawn int
	Closings, Keys, Documents         int
	Disposed, Disposals               int   // files that were destroyed with a certificate, and the certificates
	Signatures                        int   // in the papers of contracts
	Rows                              int64 // kept ones, each compared with what the log says of it
	Differences                       []string
}

// Lines says the report to a person.
func (r Report) Lines() []string {
	lines := []string{
		fmt.Sprintf("log          %d entries, %d signed heads, %d not logged yet", r.Entries, r.Checkpoints, r.Unlogged),
		fmt.Sprintf("submissions  %d receipts, %d sealed envelopes, %d returned unopened", r.Submissions, r.Envelopes, r.Withdrawn),
		fmt.Sprintf("closings     %d, announced keys %d", r.Closings, r.Keys),
		fmt.Sprintf("documents    %d, %d disposed of with %d certificates", r.Documents, r.Disposed, r.Disposals),
		fmt.Sprintf("signatures   %d in contracts", r.Signatures),
		fmt.Sprintf("rows         %d as the log left them", r.Rows),
	}
	for _, d := range r.Differences {
		lines = append(lines, "DIFFERS      "+d)
	}
	if len(r.Differences) == 0 {
		lines = append(lines, "everything is as it was signed")
	}
	return lines
}

// checker gathers a report over one snapshot of the database.
type checker struct {
	Report
	db    pg.DB
	v     *seal.Verifier
	files document.Store
}

func (c *checker) differ(format string, args ...any) {
	c.Differences = append(c.Differences, fmt.Sprintf(format, args...))
}

// All looks at everything, in one snapshot of the database, which must be
// reached as a role that sees sealed envelopes. An error means that it could not
// look; what differs is in the report. Heads are those of the log that somebody
// kept elsewhere: the log must still begin with each of them.
func All(ctx context.Context, db pg.DB, v *seal.Verifier, files document.Store, heads ...[]byte) (Report, error) {
	tx, err := db.Begin(ctx)
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = tx.Rollback(ctx) }()
	if _, err := tx.Exec(ctx, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"); err != nil {
		return Report{}, err
	}
	return In(ctx, tx, v, files, heads...)
}

// In is All in a transaction that somebody holds.
func In(ctx context.Context, tx pg.DB, v *seal.Verifier, files document.Store, heads ...[]byte) (Report, error) {
	c := &checker{db: tx, v: v, files: files}
	var err error
	if c.Audit, err = journal.Recompute(ctx, tx, v, c.differ, heads...); err != nil {
		return c.Report, err
	}
	for _, look := range []func(context.Context) error{c.receipts, c.closings, c.keys, c.allRows, c.standing, c.documents, c.disposals} {
		if err := look(ctx); err != nil {
			return c.Report, err
		}
	}
	return c.Report, nil
}

// documents compares every stored object with the sum in its row.
func (c *checker) documents(ctx context.Context) error {
	rows, err := c.db.Query(ctx, `SELECT 'document', id::text, store_key, sha256 FROM document WHERE NOT EXISTS (SELECT FROM disposed_object o WHERE o.object_id = document.id)
		UNION ALL SELECT 'bid file', id::text, store_key, sealed_sha256 FROM bid_file WHERE NOT EXISTS (SELECT FROM disposed_object o WHERE o.object_id = bid_file.id) ORDER BY 1, 2`)
	if err != nil {
		return err
	}
	type stored struct {
		Kind, ID, Key string
		Sum           []byte
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[stored])
	if err != nil {
		return err
	}
	for _, d := range list {
		c.Documents++
		sum, err := c.sum(ctx, d.Key)
		switch {
		case errors.Is(err, document.Missing):
			c.differ("%s %s: it is not in the store", d.Kind, d.ID)
		case err != nil:
			return fmt.Errorf("%s %s: %w", d.Kind, d.ID, err)
		case !bytes.Equal(sum, d.Sum):
			c.differ("%s %s: its bytes have the sum %s and were stored as %s", d.Kind, d.ID, hex.EncodeToString(sum), hex.EncodeToString(d.Sum))
		}
	}
	return nil
}

func (c *checker) sum(ctx context.Context, key string) ([]byte, error) {
	r, err := c.files.Open(ctx, key, 0, -1)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	sum := sha256.New()
	_, err = io.Copy(sum, r)
	return sum.Sum(nil), err
}
