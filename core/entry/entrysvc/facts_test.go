package entrysvc_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/entry/entrysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

var update = flag.Bool("update", false, "write the golden file; read the difference before you commit it")

// trade are categories of two buyers in which nearly every fact differs, and what befell
// two suppliers in them: $1 and $2 are the buyers, $3 and $4 the suppliers, $5 a person.
var trade = []string{
	`INSERT INTO job (id, buyer_id, activity, reference, code, title, regime, timezone, status, owner_id, created_at)
	SELECT j.id::uuid, b.id, j.activity, j.id, j.id, 'Supplies', 'private-default', 'Africa/Nairobi', j.status, $5, now()
	FROM (VALUES ('10000000-0000-7000-8000-000000000001', 1, 'tender', 'published'), ('10000000-0000-7000-8000-000000000002', 1, 'rfq', 'published'),
		('10000000-0000-7000-8000-000000000003', 2, 'tender', 'closed'), ('10000000-0000-7000-8000-000000000004', 2, 'tender', 'cancelled')) j (id, buyer, activity, status)
	JOIN (VALUES (1, $1::uuid), (2, $2::uuid)) b (number, id) ON b.number = j.buyer`,
	`INSERT INTO category (id, job_id, buyer_id, activity, without, parent_id, round, number, reference, name, currency, bid_fee, opens_at, closes_at, status, invited_only, created_at)
	SELECT c.id::uuid, j.id, j.buyer_id, j.activity, c.without::text[], c.parent::uuid, (c.parent IS NOT NULL)::int * c.days, c.id, c.id, c.id, 'KES', c.fee,
		'2026-11-20Z'::timestamptz + c.days * interval '1 day', '2026-12-20Z'::timestamptz + c.days * interval '1 day', c.status, c.invited_only, now()
	FROM (VALUES ('20000000-0000-7000-8000-000000000001', 1, '{}', NULL, 5, 1, 'open', false), ('20000000-0000-7000-8000-000000000002', 2, '{}', NULL, 0, 2, 'open', false),
		('20000000-0000-7000-8000-000000000003', 1, '{bid_fee}', NULL, 5, 3, 'closed', true), ('20000000-0000-7000-8000-000000000004', 3, '{}', NULL, 5, 4, 'open', false),
		('20000000-0000-7000-8000-000000000005', 3, '{}', '20000000-0000-7000-8000-000000000004', 5, 5, 'open', true),
		('20000000-0000-7000-8000-000000000006', 4, '{}', '20000000-0000-7000-8000-000000000004', 0, 6, 'draft', false)) c (id, job, without, parent, fee, days, status, invited_only)
	JOIN job j ON j.id = ('10000000-0000-7000-8000-00000000000' || c.job)::uuid`,
	`INSERT INTO invitation (category_id, buyer_id, supplier_id, invited_by, invited_at)
	SELECT c.id, c.buyer_id, s.id, $5, now() FROM category c JOIN (VALUES (2, $3::uuid), (3, $4), (5, $3)) s (number, id)
	ON c.id = ('20000000-0000-7000-8000-00000000000' || s.number)::uuid`,
	`INSERT INTO purchase_order (id, supplier_id, number, cart_code, currency, amount, status, created_by, created_at)
	SELECT o.id::uuid, o.supplier, o.id, o.id, 'KES', 5, o.status, $5, now() FROM (VALUES ('30000000-0000-7000-8000-000000000001', $3::uuid, 'completed'),
		('30000000-0000-7000-8000-000000000002', $4, 'cancelled'), ('30000000-0000-7000-8000-000000000003', $4, 'completed')) o (id, supplier, status)`,
	`INSERT INTO order_line (order_id, category_id, supplier_id, buyer_id, fee)
	SELECT o.id, c.id, o.supplier_id, c.buyer_id, 5 FROM purchase_order o JOIN (VALUES (1, 1), (2, 1), (3, 4)) l (number, category)
	ON o.id = ('30000000-0000-7000-8000-00000000000' || l.number)::uuid JOIN category c ON c.id = ('20000000-0000-7000-8000-00000000000' || l.category)::uuid`,
	`INSERT INTO blacklist_case (id, supplier_id, buyer_id, ground, reason, status, noticed_by, noticed_at, reply_by, decided_at, expires_at)
	VALUES ('40000000-0000-7000-8000-000000000001', $4, $1, 'fraud', 'Forged papers', 'blacklisted', $5, now(), now(), now(), '2027-11-23'),
		('40000000-0000-7000-8000-000000000002', $3, $2, 'fraud', 'Forged papers', 'blacklisted', $5, now(), now(), now(), '2026-11-23 12:00Z')`,
	`INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at)
	VALUES ($2, 'tender', false, $5, now()), ($1, 'rfq', false, $5, now()), ($1, 'tender', true, $5, now())`,
	`UPDATE company SET status = 'deactivated' WHERE id = $4`,
}

// What is read of a supplier's part is of that supplier, of that category, its job and
// its buyer: of all at once what is read of each alone, each fact in its own place.
func TestFactsAreOfWhatWasAsked(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	elsewhere := w.Person("buyer", access.Buyer, uuid.Nil)
	owner := pgtest.As(t, w.DB, "")
	for _, sql := range trade {
		for i, id := range []uuid.UUID{w.Officer.Org, elsewhere.Org, w.Bidders[0].Org, w.Bidders[1].Org, w.Officer.User} {
			sql = strings.ReplaceAll(sql, fmt.Sprint("$", i+1), "'"+id.String()+"'")
		}
		_, err := pgtest.Do(t.Context(), owner, sql)
		w.Must(err)
	}
	var ids []uuid.UUID
	for i := range 6 {
		ids = append(ids, uuid.MustParse(fmt.Sprint("20000000-0000-7000-8000-00000000000", i+1)))
	}
	var b strings.Builder
	for i, a := range w.Bidders {
		a.Privileges = []access.Privilege{access.ManageTender}
		all, err := entrysvc.Of(t.Context(), w.DB, a, append(ids[:6:6], uuid.New())...)
		w.Must(err)
		if len(all) != len(ids) {
			t.Errorf("%d of %d", len(all), len(ids))
		}
		for n, id := range ids {
			alone, err := entrysvc.Of(t.Context(), w.DB, a, id)
			w.Must(err)
			one := alone[id]
			if len(alone) != 1 {
				t.Errorf("%d when one is asked", len(alone))
			}
			told := pgtest.Told(t, w.DB, one)
			if got := pgtest.Told(t, w.DB, all[id]); got != told {
				t.Errorf("among others %s\nalone %s", got, told)
			}
			fmt.Fprintf(&b, "supplier %d, category %d, %s\n  %s\n", i+1, n+1, one.Code(), told)
		}
	}
	const file = "testdata/facts.golden"
	if *update {
		w.Must(os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	w.Must(err)
	if line, is, ought := pgtest.Differ(b.String(), string(want)); line > 0 {
		t.Errorf("line %d of %s is %q, not %q (run with -update and read the difference)", line, file, is, ought)
	}
}

// What is held while somebody decides is what was asked for and nothing else, and it is
// let go of with the transaction.
func TestWhatIsHeldIsWhatWasAsked(t *testing.T) {
	t.Parallel()
	c := sold(t, 0)
	other := c.World.Publish(c.Policy, story.Terms{
		Job: sourcing.JobForm{Code: "T2"},
		Sections: []story.Section{{
			Section:   sourcing.Section{Name: "Papers"},
			Questions: []sourcing.Question{{Prompt: "Licensed?", Response: sourcing.TextBox, Scored: true, MaxScore: story.Points(1)}},
		}},
	})
	owner := pgtest.As(t, c.DB, "")
	held := func(id uuid.UUID) bool {
		t.Helper()
		_, err := owner.Exec(t.Context(), `SELECT FROM category WHERE id = $1 FOR UPDATE NOWAIT`, id)
		return err != nil
	}
	expect := func(when string, own, others bool) {
		t.Helper()
		if got := []bool{held(c.ID), held(other.ID)}; got[0] != own || got[1] != others {
			t.Errorf("%s: %v are held", when, got)
		}
	}
	c.Must(pg.InTx(t.Context(), c.DB, func(tx pg.Tx) error {
		expect("before", false, false)
		err := entrysvc.Hold(t.Context(), tx, c.ID)
		expect("one", true, false)
		return errors.Join(err, entrysvc.Hold(t.Context(), tx, other.ID, c.ID))
	}))
	expect("afterwards", false, false)
}
