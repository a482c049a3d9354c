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
	Shared bool // something has the same bytes that was not disposed of, or not to its end yet
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
		EXISTS (SELECT FROM document x WHERE x.store_key = o.store_name AND NOT EXISTS (
			SELECT FROM disposed_object y JOIN disposal z ON z.id = y.disposal_id WHERE y.object_id = x.id AND z.status = 'disposed'))
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

// left is what a disposal empties in the rows of a job, as the database does it (zabuni.dispose), kind by kind.
const left = `WITH cats AS (SELECT id FROM category WHERE job_id = $1), subs AS (SELECT id FROM submission WHERE category_id IN (SELECT id FROM cats)),
	parts AS (SELECT id FROM participation WHERE category_id IN (SELECT id FROM cats)), letters AS (SELECT id FROM letter WHERE category_id IN (SELECT id FROM cats)),
	firsts AS (SELECT k.id FROM contract k JOIN award a ON a.id = k.award_id WHERE a.job_id = $1),
	deals AS (SELECT id FROM firsts UNION SELECT contract_id FROM contract_amendment WHERE amends_id IN (SELECT id FROM firsts))
	SELECT kind, n FROM (
	SELECT 'keys of categories' AS kind, count(*) AS n FROM category_key WHERE category_id IN (SELECT id FROM cats) AND wrapped <> ''
	UNION ALL SELECT 'keys of drafts', count(*) FROM participation WHERE id IN (SELECT id FROM parts) AND draft_key <> ''
	UNION ALL SELECT 'keys of sealed files', count(*) FROM sealed_file WHERE submission_id IN (SELECT id FROM subs) AND wrapped IS NOT NULL
	UNION ALL SELECT 'keys of opened files', count(*) FROM opened_file WHERE submission_id IN (SELECT id FROM subs) AND file_key <> ''
	UNION ALL SELECT 'envelopes', count(*) FROM sealed_envelope WHERE submission_id IN (SELECT id FROM subs) AND sealed IS NOT NULL
	UNION ALL SELECT 'drafted answers', count(*) FROM response WHERE participation_id IN (SELECT id FROM parts)
	UNION ALL SELECT 'drafted prices', count(*) FROM price_response WHERE participation_id IN (SELECT id FROM parts)
	UNION ALL SELECT 'uploads', count(*) FROM upload WHERE participation_id IN (SELECT id FROM parts)
	UNION ALL SELECT 'opened answers', count(*) FROM opened_answer WHERE submission_id IN (SELECT id FROM subs)
	UNION ALL SELECT 'opened prices', count(*) FROM opened_price WHERE submission_id IN (SELECT id FROM subs)
	UNION ALL SELECT 'explanations of prices', count(*) FROM price_query WHERE submission_id IN (SELECT id FROM subs) AND answer <> ''
	UNION ALL SELECT 'comments of judges', count(*) FROM score WHERE submission_id IN (SELECT id FROM subs) AND comment <> ''
	UNION ALL SELECT 'figures of letters', count(*) FROM letter_figure WHERE letter_id IN (SELECT id FROM letters)
	UNION ALL SELECT 'letters', count(*) FROM letter WHERE id IN (SELECT id FROM letters) AND subject || body || closing || footer || signature <> ''
	UNION ALL SELECT 'reserves', count(*) FROM reserve r JOIN item i ON i.id = r.item_id WHERE i.category_id IN (SELECT id FROM cats) AND r.sealed <> ''
	UNION ALL SELECT 'texts of contracts', count(*) FROM contract_version WHERE contract_id IN (SELECT id FROM deals) AND (body <> '' OR content <> '')
	UNION ALL SELECT 'comments on contracts', count(*) FROM contract_comment WHERE contract_id IN (SELECT id FROM deals) AND body <> ''
	UNION ALL SELECT 'notes on contracts', count(*) FROM contract_note WHERE contract_id IN (SELECT id FROM deals) AND body <> '') x WHERE n > 0`

// emptied tells keys and contents that stand in the rows of a job again, or were never taken out.
func (c *checker) emptied(ctx context.Context, d disposal) error {
	rows, err := c.db.Query(ctx, left, d.Job)
	if err != nil {
		return err
	}
	kind, n := "", 0
	_, err = pgx.ForEachRow(rows, []any{&kind, &n}, func() error {
		c.differ("disposal %s: %s of the job are there: %d", d.ID, kind, n)
		return nil
	})
	return err
}
