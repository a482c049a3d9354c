package evaluationsvc_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// oracle is the four baselines of every award once more, out of the rows that bids and
// awards left, with what was known when each was decided. It knows nothing of the rule.
const oracle = `
WITH digits(currency, n) AS (VALUES ('KES', 2), ('UGX', 0), ('TND', 3), ('USD', 2), ('XOF', 0)),
given AS (
    SELECT a.id, a.category_id, a.currency, a.decided_at, c.buyer_id, c.estimate, c.activity IN ('asset_disposal', 'forward_auction') AS sold,
           c.activity LIKE '%auction' AS live, l.amount, l.submission_id, d.n
    FROM award a JOIN award_line l ON l.award_id = a.id JOIN category c ON c.id = a.category_id JOIN digits d ON d.currency = a.currency),
passed AS (SELECT g.id, sum(r.price) AS total, count(*) AS bids FROM given g JOIN bid_result r ON r.category_id = g.category_id
           WHERE r.outcome = 'pass' AND r.price IS NOT NULL GROUP BY g.id),
-- The prices that were paid: of a round where the winner took part in one, else of the bid itself.
spent AS MATERIALIZED (
    SELECT g.id, g.buyer_id, g.currency, g.sold, g.decided_at, g.category_id, x.code, x.classification, lower(x.unit) AS unit, x.position,
           coalesce(later.unit_price, p.unit_price) AS unit_price
    FROM given g JOIN category k ON k.id = g.category_id JOIN item x ON x.category_id = k.id JOIN opened_price p ON p.submission_id = g.submission_id AND p.item_id = x.id
    LEFT JOIN (SELECT c.parent_id, o.supplier_id, y.number, q.unit_price FROM category c JOIN opened_bid o ON o.category_id = c.id JOIN opened_price q ON q.submission_id = o.submission_id
               JOIN item y ON y.id = q.item_id WHERE c.status = 'evaluated' AND c.parent_id IS NOT NULL) later
        ON later.parent_id = k.id AND later.supplier_id = p.supplier_id AND later.number = x.number
    WHERE k.status IN ('awarded', 'complete')),
wanted AS MATERIALIZED (
    SELECT DISTINCT ON (i.id) g.id, i.quantity, g.n, s.unit_price AS last
    FROM given g JOIN item i ON i.category_id = g.category_id LEFT JOIN spent s ON s.buyer_id = g.buyer_id AND s.currency = g.currency AND s.sold = g.sold
        AND s.category_id <> g.category_id AND s.decided_at < g.decided_at AND s.unit = lower(i.unit)
        AND CASE WHEN i.code <> '' THEN s.code = i.code ELSE i.classification <> '' AND s.classification = i.classification END
    ORDER BY i.id, s.decided_at DESC NULLS LAST, s.position),
paid AS (SELECT id, sum(round(quantity * last, n)) AS total, bool_and(last IS NOT NULL) AS whole FROM wanted GROUP BY id),
first AS (SELECT g.id, CASE WHEN g.live THEN (SELECT e.amount FROM auction_event e WHERE e.category_id = g.category_id AND e.kind = 'bid'
                  AND e.seq NOT IN (SELECT v.voids FROM auction_event v WHERE v.category_id = g.category_id AND v.voids IS NOT NULL) ORDER BY e.seq LIMIT 1)
              WHEN EXISTS (SELECT FROM category c WHERE c.parent_id = g.category_id AND c.status = 'evaluated')
              THEN (SELECT o.price FROM opened_bid o WHERE o.submission_id = g.submission_id) END AS total FROM given g),
exact AS (
    SELECT id, 'estimate' AS kind, nullif(estimate, 0) AS total, 1 AS parts FROM given
    UNION ALL SELECT g.id, 'mean', p.total, p.bids FROM given g LEFT JOIN passed p ON p.id = g.id AND p.bids > 1
    UNION ALL SELECT g.id, 'last_paid', CASE WHEN p.whole THEN p.total END, 1 FROM given g LEFT JOIN paid p ON p.id = g.id
    UNION ALL SELECT id, 'before', total, 1 FROM first)
SELECT g.id, e.kind, round(e.total / e.parts, CASE e.kind WHEN 'mean' THEN g.n ELSE 4 END) AS baseline,
       round(CASE WHEN g.sold THEN g.amount * e.parts - e.total ELSE e.total - g.amount * e.parts END * 100 / nullif(e.total, 0), 2) AS percent, g.sold, g.amount
FROM exact e JOIN given g ON g.id = e.id`

// A thousand awards in five currencies, with rounds, rooms, failed bids, standstills and
// what is sold: what is stored is what another reckoning of the rows gives, to the last digit.
func TestSavingsAreWhatAnotherReckoningGives(t *testing.T) {
	t.Parallel()
	const awards = 1000
	w := story.New(t, 0)
	owner := pgtest.As(t, w.DB, "")
	lot := rand.New(rand.NewPCG(7, 14))
	activities := []sourcing.Activity{sourcing.Tender, sourcing.RFQ, sourcing.ReverseAuction, sourcing.ForwardAuction}
	statuses := []sourcing.Status{sourcing.Complete, sourcing.Complete, sourcing.Awarded, sourcing.Notified, sourcing.Cancelled}
	var buyers, suppliers []uuid.UUID
	for range 2 {
		buyers = append(buyers, uuid.Must(uuid.NewV7()))
	}
	for range 4 {
		suppliers = append(suppliers, uuid.Must(uuid.NewV7()))
	}
	w.Must(pg.InTx(t.Context(), owner, func(tx pg.Tx) error {
		do := func(sql string, args ...any) {
			w.Helper()
			_, err := tx.Exec(t.Context(), sql, args...)
			w.Must(err)
		}
		do("SET LOCAL session_replication_role = replica") // rows as they would stand, without their stories
		for n := range awards {
			if n%250 == 100 {
				do("ANALYZE")
			}
			at := story.Noon.Add(time.Duration(n) * time.Minute)
			c := sourcing.Case{Category: sourcing.Category{
				ID:       uuid.Must(uuid.NewV7()),
				Buyer:    buyers[lot.IntN(2)],
				Activity: activities[lot.IntN(len(activities))],
				Currency: []money.Currency{"KES", "UGX", "TND", "USD", "XOF"}[lot.IntN(5)],
				Status:   statuses[lot.IntN(len(statuses))],
			}}
			price := func() money.Decimal { return money.New(lot.Int64N(500000)+1, -int32(c.Currency.Exponent())) }
			if lot.IntN(4) > 0 {
				estimate := price()
				if lot.IntN(8) == 0 {
					estimate = money.Decimal{}
				}
				c.Estimate = &estimate
			}
			category := func(id uuid.UUID, parent *uuid.UUID, status sourcing.Status) {
				round := 0
				if parent != nil {
					round = 1
				}
				do(`INSERT INTO category (id, job_id, buyer_id, activity, parent_id, round, number, reference, name, currency, estimate, opens_at, closes_at, status, created_at)
					VALUES ($1, $1, $2, $3, $4, $5, 1, '', '', $6, $7, $8, $8, $9, $8)`, id, c.Buyer, c.Activity, parent, round, c.Currency, c.Estimate, at, status)
			}
			items := func(category uuid.UUID, like int) (ids []uuid.UUID) {
				of := rand.New(rand.NewPCG(uint64(like), 1))
				for i := range 1 + of.IntN(3) {
					id := uuid.Must(uuid.NewV7())
					code, class := fmt.Sprint("C", of.IntN(3)), fmt.Sprint("CPV:", of.IntN(2))
					if of.IntN(3) == 0 {
						code = ""
					}
					if of.IntN(4) == 0 {
						class = ""
					}
					do(`INSERT INTO item (id, category_id, buyer_id, number, code, description, unit, quantity, classification, position)
						VALUES ($1, $2, $3, $4, $5, '', $6, $7, $8, $9)`, id, category, c.Buyer, fmt.Sprint(i+1), code, []string{"each", "Each", "kg"}[of.IntN(3)],
						money.NewQuantity(1+of.Int64N(9000), -3), class, i)
					ids = append(ids, id)
				}
				return ids
			}
			category(c.ID, nil, c.Status)
			live := c.Policy().Has(sourcing.Live)
			own := items(c.ID, n)
			var winner evaluationsvc.Given
			bids := 1 + lot.IntN(4)
			for i := range bids {
				submission, offered := uuid.Must(uuid.NewV7()), price()
				do(`INSERT INTO opened_bid (submission_id, category_id, buyer_id, supplier_id, opened_at, price, currency, position)
					VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, submission, c.ID, c.Buyer, suppliers[i], at, offered, c.Currency, i)
				if !live {
					for _, id := range own {
						do("INSERT INTO opened_price (submission_id, item_id, buyer_id, supplier_id, unit_price) VALUES ($1, $2, $3, $4, $5)", submission, id, c.Buyer, suppliers[i], price())
					}
				}
				outcome, stands := "pass", price()
				if i > 0 && lot.IntN(3) == 0 {
					outcome = "fail"
				}
				do(`INSERT INTO bid_result (submission_id, category_id, buyer_id, supplier_id, technical, technical_pass, price, outcome, explanation, computed_at)
					VALUES ($1, $2, $3, $4, 0, true, $5, $6, '{}', $7)`, submission, c.ID, c.Buyer, suppliers[i], stands, outcome, at)
				if i == 0 {
					winner = evaluationsvc.Given{Submission: submission, Supplier: suppliers[0], Amount: stands}
				}
			}
			switch {
			case live:
				for seq := range lot.IntN(4) {
					do(`INSERT INTO auction_event (category_id, seq, buyer_id, kind, supplier_id, amount, at, ends_after, extensions, reason, by_id, key)
						VALUES ($1, $2, $3, 'bid', $4, $5, $6, $6, 0, '', $4, '')`, c.ID, seq+1, c.Buyer, suppliers[seq%bids], price(), at)
					if seq == 0 && lot.IntN(3) == 0 {
						do(`INSERT INTO auction_event (category_id, seq, buyer_id, kind, at, ends_after, extensions, reason, voids, by_id, key)
							VALUES ($1, 100, $2, 'bid_void', $3, $3, 0, '', 1, $1, '')`, c.ID, c.Buyer, at)
					}
				}
			case lot.IntN(2) == 0:
				round, status := uuid.Must(uuid.NewV7()), sourcing.Evaluated
				if lot.IntN(3) == 0 {
					status = sourcing.Cancelled
				}
				category(round, &c.ID, status)
				below := items(round, n)
				if lot.IntN(3) > 0 {
					submission := uuid.Must(uuid.NewV7())
					do(`INSERT INTO opened_bid (submission_id, category_id, buyer_id, supplier_id, opened_at, price, currency, position)
						VALUES ($1, $2, $3, $4, $5, $6, $7, 0)`, submission, round, c.Buyer, suppliers[0], at, winner.Amount, c.Currency)
					for _, id := range below {
						do("INSERT INTO opened_price (submission_id, item_id, buyer_id, supplier_id, unit_price) VALUES ($1, $2, $3, $4, $5)", submission, id, c.Buyer, suppliers[0], price())
					}
				}
			}
			award := uuid.Must(uuid.NewV7())
			do("INSERT INTO award (id, category_id, job_id, buyer_id, currency, decided_by, decided_at, standstill_ends) VALUES ($1, $2, $2, $3, $4, $1, $5, $5)",
				award, c.ID, c.Buyer, c.Currency, at)
			do("INSERT INTO award_line (award_id, category_id, buyer_id, position, submission_id, supplier_id, amount) VALUES ($1, $2, $3, 0, $4, $5, $6)",
				award, c.ID, c.Buyer, winner.Submission, winner.Supplier, winner.Amount)
			if err := evaluationsvc.StoreSavings(t.Context(), tx, c, award, []evaluationsvc.Given{winner}); err != nil {
				return err
			}
		}
		return nil
	}))
	count := func(sql string) (n int) {
		w.Helper()
		w.Must(owner.QueryRow(t.Context(), sql).Scan(&n))
		return n
	}
	_, err := owner.Exec(t.Context(), "CREATE TABLE told AS "+oracle)
	w.Must(err)
	const differs = `SELECT count(*) FROM saving s FULL JOIN told o ON o.id = s.award_id AND o.kind = s.kind
		WHERE (s.baseline IS DISTINCT FROM o.baseline OR s.percent IS DISTINCT FROM o.percent OR s.awarded IS DISTINCT FROM o.amount
		   OR s.saved IS DISTINCT FROM CASE WHEN o.sold THEN o.amount - o.baseline ELSE o.baseline - o.amount END)`
	if n := count("SELECT count(*) FROM saving"); n != 4*awards {
		t.Fatalf("%d savings of %d awards", n, awards)
	}
	for kind, least := range map[string]int{"estimate": 500, "mean": 300, "last_paid": 100, "before": 200} {
		if n := count("SELECT count(*) FROM saving WHERE baseline IS NOT NULL AND kind = '" + kind + "'"); n < least {
			t.Errorf("only %d awards have a baseline of kind %s: the lot says little of it", n, kind)
		}
		if n := count(differs + " AND coalesce(s.kind, o.kind) = '" + kind + "'"); n != 0 {
			t.Errorf("%d savings of kind %s are not what the rows give", n, kind)
		}
	}
	// What a baseline came from adds up to it.
	if n := count(`SELECT count(*) FROM saving s JOIN (SELECT award_id, kind, sum(amount) AS total, count(*) AS rows FROM saving_source GROUP BY 1, 2) x USING (award_id, kind)
		WHERE abs(x.total / CASE s.kind WHEN 'mean' THEN x.rows ELSE 1 END - s.baseline) > 0.5`); n != 0 {
		t.Errorf("%d baselines are not what their rows come to", n)
	}
	if n := count("SELECT count(*) FROM saving s WHERE baseline IS NOT NULL AND NOT EXISTS (SELECT FROM saving_source x WHERE x.award_id = s.award_id AND x.kind = s.kind)"); n != 0 {
		t.Errorf("%d baselines came from nothing", n)
	}
}
