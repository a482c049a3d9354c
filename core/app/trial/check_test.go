package trial_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/platform/seal"
)

// A finding is one broken promise.
type finding struct{ promise, what string }

// Promises that findings name.
const (
	kept     = "what was acknowledged is there"
	once     = "nothing happened twice"
	whole    = "nothing is there by half"
	balanced = "the ledger sums to zero, with one credit an order"
	told     = "every audit entry is an event, once"
	proved   = "the log continues"
	served   = "no client was refused what it may"
)

// checker compares what crashlings said with what the database holds.
type checker struct {
	*site
	ctx      context.Context
	owner    *pgxpool.Pool
	task     task
	said     []line
	findings []finding
}

func (c *checker) find(promise, format string, args ...any) {
	c.findings = append(c.findings, finding{promise, fmt.Sprintf(format, args...)})
}

// run checks everything; an error means that it could not.
func (c *checker) run() error {
	for _, l := range c.said {
		if l.Kind == "wrong" {
			c.find(served, "%s", l.Text)
		}
	}
	for _, part := range []func() error{c.submissions, c.receipts, c.drafts, c.payments, c.events, c.log, c.counts} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// submissions holds every acknowledgement against the row that its key made.
func (c *checker) submissions() error {
	rows, err := c.owner.Query(c.ctx, `SELECT i.key, i.response, s.version, s.receipt
		FROM idempotency i LEFT JOIN submission s ON s.id = (i.response->>'ID')::uuid WHERE i.operation = 'bidding.submit'`)
	if err != nil {
		return err
	}
	type made struct {
		response biddingsvc.Submission
		receipt  string
	}
	stored := map[string]made{}
	var key string
	var raw []byte
	var version *int64
	var receipt *string
	_, err = pgx.ForEachRow(rows, []any{&key, &raw, &version, &receipt}, func() error {
		m := made{}
		if version == nil || json.Unmarshal(raw, &m.response) != nil || *version != int64(m.response.Version) {
			c.find(whole, "key %s answered %s, and no such submission is there", key, raw)
			return nil
		}
		m.receipt = *receipt
		stored[key] = m
		return nil
	})
	if err != nil {
		return err
	}
	acknowledged := map[string]bool{}
	for _, l := range c.said {
		if l.Kind != "submitted" {
			continue
		}
		acknowledged[l.Key] = true
		m, ok := stored[l.Key]
		switch {
		case !ok:
			c.find(kept, "the submission of key %s is lost", l.Key)
		case l.Receipt != "" && (m.response.ID != l.ID || m.receipt != l.Receipt || int64(m.response.Version) != l.Version):
			c.find(kept, "key %s was answered with version %d, and %d is there", l.Key, l.Version, m.response.Version)
		}
	}
	var n int
	if err := c.owner.QueryRow(c.ctx, "SELECT count(*) FROM submission").Scan(&n); err != nil {
		return err
	}
	// Every key was asked until it was answered, so there are as many as answers.
	if n > len(acknowledged) {
		c.find(once, "%d submissions of %d keys", n, len(acknowledged))
	}
	return nil
}

// receipts verifies the receipt of every submission against its envelopes.
func (c *checker) receipts() error {
	rows, err := c.owner.Query(c.ctx, `SELECT s.id, s.category_id, s.supplier_id, s.version, s.receipt,
		array_agg(e.envelope ORDER BY e.envelope), array_agg(e.sealed ORDER BY e.envelope)
		FROM submission s LEFT JOIN sealed_envelope e ON e.submission_id = s.id GROUP BY s.id`)
	if err != nil {
		return err
	}
	var id, category, supplier uuid.UUID
	var version int64
	var receipt string
	var names []*string
	var bodies [][]byte
	_, err = pgx.ForEachRow(rows, []any{&id, &category, &supplier, &version, &receipt, &names, &bodies}, func() error {
		r, err := c.Verifier.Receipt([]byte(receipt))
		if err != nil || r.Submission != id || r.Category != category || r.Supplier != supplier || r.Version != version {
			c.find(whole, "the receipt of %s does not verify: %v", id, err)
			return nil
		}
		sums := map[seal.Envelope][32]byte{}
		for i, n := range names {
			if n != nil {
				sums[seal.Envelope(*n)] = sha256.Sum256(bodies[i])
			}
		}
		for _, p := range r.Parts {
			if sums[p.Envelope] != p.Sealed {
				c.find(whole, "the %s envelope of %s is not the one of its receipt", p.Envelope, id)
			}
		}
		if len(r.Parts) != 2 || len(sums) != 2 {
			c.find(whole, "submission %s has %d envelopes", id, len(sums))
		}
		return nil
	})
	return err
}

// drafts opens every draft: its price is its version's number.
func (c *checker) drafts() error {
	latest := map[int]int64{}
	for _, l := range c.said {
		if l.Kind == "saved" {
			latest[l.Who] = max(latest[l.Who], l.Version)
		}
	}
	for i, b := range c.task.Bidders {
		now, err := c.Bidding.Bid(c.ctx, b.Actor, b.Bid)
		if err != nil {
			return err
		}
		at := now.Lines[0]
		if at.Version < latest[i] {
			c.find(kept, "draft %d stands at version %d after %d was acknowledged", i, at.Version, latest[i])
		}
		if at.UnitPrice == nil || at.UnitPrice.Short() != fmt.Sprint(at.Version) {
			c.find(whole, "draft %d holds %v in version %d", i, at.UnitPrice, at.Version)
		}
	}
	return nil
}

// payments holds every acknowledged order against the books.
func (c *checker) payments() error {
	rows, err := c.owner.Query(c.ctx, `SELECT o.id, o.status,
		(SELECT count(*) FROM payment_attempt a WHERE a.order_id = o.id AND a.status = 'completed'),
		(SELECT count(*) FROM audit_entry e WHERE e.object_id = o.id AND e.action = 'payment.order.completed'),
		coalesce((SELECT -sum(l.amount) FROM ledger_entry l WHERE l.order_id = o.id AND l.account LIKE 'buyer:%'), 0) = o.amount
		FROM purchase_order o`)
	if err != nil {
		return err
	}
	paid := map[uuid.UUID]bool{}
	var id uuid.UUID
	var status string
	var attempts, completions int
	var exact bool
	_, err = pgx.ForEachRow(rows, []any{&id, &status, &attempts, &completions, &exact}, func() error {
		done := status == "completed"
		paid[id] = done
		want := 0
		if done {
			want = 1
		}
		if attempts != want || completions != want {
			c.find(once, "order %s is %s with %d completed attempts and %d completions", id, status, attempts, completions)
		}
		if done != exact {
			c.find(balanced, "order %s is %s, and its credit is exact: %t", id, status, exact)
		}
		return nil
	})
	for _, l := range c.said {
		if l.Kind == "paid" && !paid[l.ID] {
			c.find(kept, "order %s was acknowledged as paid", l.Key)
		}
	}
	return err
}

// counts are questions to the tables whose answer must be zero.
func (c *checker) counts() error {
	for _, x := range []struct{ promise, what, sql string }{
		{once, "versions of a bid that are not 1, 2, 3 …", `SELECT count(*) FROM (SELECT FROM submission s JOIN participation p ON p.id = s.participation_id
			GROUP BY p.id HAVING count(DISTINCT s.version) <> count(*) OR max(s.version) <> count(*) OR p.latest_version <> count(*)) x`},
		{whole, "submissions without their audit entry", `SELECT count(*) FROM submission s WHERE NOT EXISTS
			(SELECT FROM audit_entry e WHERE e.id = s.log_index AND e.object_id = s.id AND e.action = 'bidding.bid.submitted')`},
		{whole, "audit entries without their submission", `SELECT count(*) FROM audit_entry e WHERE action = 'bidding.bid.submitted'
			AND NOT EXISTS (SELECT FROM submission s WHERE s.id = e.object_id AND s.log_index = e.id)`},
		{whole, "submissions without the key of their file", `SELECT count(*) FROM submission s WHERE NOT EXISTS (SELECT FROM sealed_file f WHERE f.submission_id = s.id)`},
		{balanced, "transfers that do not sum to zero", `SELECT count(*) FROM (SELECT FROM ledger_entry GROUP BY transfer_id, currency HAVING sum(amount) <> 0) x`},
		{balanced, "the sum of the ledger", `SELECT count(*) FROM (SELECT sum(amount) AS s FROM ledger_entry) x WHERE s <> 0`},
		{balanced, "orders credited twice", `SELECT count(*) FROM (SELECT FROM ledger_entry WHERE amount < 0 AND account LIKE 'buyer:%' GROUP BY order_id, account, category_id HAVING count(*) > 1) x`},
		{once, "categories paid twice by a supplier", `SELECT count(*) FROM (SELECT FROM order_line l JOIN purchase_order o ON o.id = l.order_id
			WHERE o.status = 'completed' GROUP BY l.supplier_id, l.category_id HAVING count(*) > 1) x`},
		{whole, "parked messages", `SELECT count(*) FROM parked_message`},
	} {
		var n int
		if err := c.owner.QueryRow(c.ctx, x.sql).Scan(&n); err != nil {
			return fmt.Errorf("%s: %w", x.what, err)
		}
		if n != 0 {
			c.find(x.promise, "%s: %d", x.what, n)
		}
	}
	return nil
}
