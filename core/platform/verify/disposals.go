package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/seal"
)

type disposal struct {
	ID, Job    uuid.UUID
	Done       bool
	Note, List string
}

type disposed struct {
	ID     uuid.UUID
	Kind   string
	Key    string
	Line   string
	Shared bool // something that was not disposed of has the same bytes
}

// disposals checks that each certificate says what its rows say, and that what was
// destroyed is gone: where it is still there, the certificate is not true.
func (c *checker) disposals(ctx context.Context) error {
	rows, err := c.db.Query(ctx, `SELECT id, job_id, status = 'disposed', coalesce(certificate, ''), coalesce(list, '') FROM disposal
		WHERE status IN ('destroying', 'disposed') ORDER BY id`)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[disposal])
	if err != nil {
		return err
	}
	for _, d := range list {
		if err := c.disposal(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) disposal(ctx context.Context, d disposal) error {
	rows, err := c.db.Query(ctx, `SELECT o.object_id, o.kind, o.store_name, format('%s %s %s %s', o.kind, o.object_id, encode(o.sha256, 'hex'), o.size),
		EXISTS (SELECT FROM document x WHERE x.store_key = o.store_name AND NOT EXISTS (SELECT FROM disposed_object y WHERE y.object_id = x.id))
		FROM disposed_object o WHERE o.disposal_id = $1 ORDER BY o.kind, o.object_id`, d.ID)
	if err != nil {
		return err
	}
	objects, err := pgx.CollectRows(rows, pgx.RowToStructByPos[disposed])
	if err != nil || !d.Done { // what is still being destroyed may be there or not
		c.Disposed += len(objects)
		return err
	}
	c.Disposals++
	var said strings.Builder
	for _, o := range objects {
		c.Disposed++
		said.WriteString(o.Line + "\n")
		if o.Shared {
			continue
		}
		switch _, err := c.files.Stat(ctx, o.Key); {
		case errors.Is(err, document.Missing):
		case err != nil:
			return fmt.Errorf("%s %s: %w", o.Kind, o.ID, err)
		default:
			c.differ("disposal %s: %s %s is still in the store", d.ID, o.Kind, o.ID)
		}
	}
	signed, err := c.v.Certificate(seal.Certificate{Note: d.Note, List: d.List})
	switch {
	case err != nil:
		c.differ("disposal %s: certificate: %v", d.ID, err)
	case signed.ID != d.ID || signed.Job != d.Job || d.List != said.String():
		c.differ("disposal %s: its rows are not what the certificate says", d.ID)
	}
	return c.emptied(ctx, d)
}

// emptied tells keys and contents that stand in the rows of a job again.
func (c *checker) emptied(ctx context.Context, d disposal) error {
	var left int
	err := c.db.QueryRow(ctx, `SELECT (SELECT count(*) FROM category_key k JOIN category c ON c.id = k.category_id WHERE c.job_id = $1 AND k.wrapped <> '')
		+ (SELECT count(*) FROM submission s JOIN category c ON c.id = s.category_id JOIN sealed_envelope e ON e.submission_id = s.id WHERE c.job_id = $1 AND e.sealed IS NOT NULL)
		+ (SELECT count(*) FROM submission s JOIN category c ON c.id = s.category_id JOIN opened_file f ON f.submission_id = s.id WHERE c.job_id = $1 AND f.file_key <> '')`, d.Job).Scan(&left)
	if left > 0 {
		c.differ("disposal %s: %d keys or envelopes of the job are there again", d.ID, left)
	}
	return err
}
