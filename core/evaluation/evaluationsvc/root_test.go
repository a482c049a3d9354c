package evaluationsvc_test

import (
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// What was closed over is what is opened: a bid that vanished, came back or was
// exchanged between closing and opening stops it, and nothing is opened.
func TestNothingIsOpenedThatDiffersFromTheClosing(t *testing.T) {
	for name, tamper := range map[string]string{
		"a bid is hidden":       `UPDATE submission SET withdrawn_at = received_at WHERE supplier_id = $1`,
		"every bid is hidden":   `UPDATE submission SET withdrawn_at = received_at WHERE $1::uuid IS NOT NULL`,
		"a bid is taken out":    `DELETE FROM sealed_envelope WHERE supplier_id = $1 AND envelope = 'technical'`,
		"every bid is out":      `DELETE FROM sealed_envelope WHERE $1::uuid IS NOT NULL`,
		"an older version":      `UPDATE submission SET version = 3 WHERE supplier_id = $1 AND version = 1`,
		"a withdrawn bid again": `UPDATE submission SET withdrawn_at = NULL WHERE supplier_id <> $1`,
		"the root is gone":      `UPDATE category SET closing_root = NULL WHERE $1::uuid IS NOT NULL`,
		"the root is another":   `UPDATE category SET closing_root = sha256(closing_root) WHERE $1::uuid IS NOT NULL`,
		"no key is touched before": `WITH gone AS (UPDATE category_key SET wrapped = '\x00')
			UPDATE category SET closing_root = sha256(closing_root) WHERE $1::uuid IS NOT NULL`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := tender(t, 3)
			bids(c, [2]string{"Ten", "100"}, [2]string{"Five", "90"}, [2]string{"Ten", "80"})
			c.Submit(c.Bidders[0])
			c.Must(c.TryWithdraw(c.Bidders[2], c.Bids[c.Bidders[2].Org], "Our lorry was sold"))
			c.Close()
			done, err := pgtest.Tamper(t.Context(), pgtest.As(t, c.DB, ""), tamper, c.Bidders[0].Org)
			c.Must(err)
			if done.RowsAffected() == 0 {
				t.Fatal("nothing was tampered with")
			}
			c.Is(c.TryOpen(), opening.RootDiffers)
			n := c.Count("SELECT (SELECT count(*) FROM opened_bid) + (SELECT count(*) FROM opened_answer)")
			if n != 0 || c.Status() != sourcing.Opening {
				t.Errorf("%d rows opened, the category is %s", n, c.Status())
			}
		})
	}
}

// The prices are held against the closing once more: what was changed after the answers
// were opened stops them as well, and no price is known.
func TestNoPriceIsOpenedThatDiffersFromTheClosing(t *testing.T) {
	for name, tamper := range map[string]string{
		"a bid is hidden":      `UPDATE submission SET withdrawn_at = received_at WHERE supplier_id = $1`,
		"its price is taken":   `DELETE FROM sealed_envelope WHERE supplier_id = $1 AND envelope = 'financial'`,
		"every price is taken": `DELETE FROM sealed_envelope WHERE $1::uuid IS NOT NULL`,
		"an older version":     `UPDATE submission SET version = 3 WHERE supplier_id = $1 AND version = 1`,
		"the root is gone":     `UPDATE category SET closing_root = NULL WHERE $1::uuid IS NOT NULL`,
		"the root is another":  `UPDATE category SET closing_root = sha256(closing_root) WHERE $1::uuid IS NOT NULL`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := tender(t, 2)
			bids(c, [2]string{"Ten", "100"}, [2]string{"Ten", "90"})
			c.Submit(c.Bidders[0])
			c.Close()
			c.Open()
			c.Judge()
			done, err := pgtest.Tamper(t.Context(), pgtest.As(t, c.DB, ""), tamper, c.Bidders[0].Org)
			c.Must(err)
			if done.RowsAffected() == 0 {
				t.Fatal("nothing was tampered with")
			}
			c.Is(c.TryOpen(), opening.RootDiffers)
			n := c.Count("SELECT (SELECT count(*) FROM opened_price) + (SELECT count(*) FROM opened_bid WHERE priced_at IS NOT NULL)")
			if n != 0 {
				t.Errorf("%d prices opened", n)
			}
		})
	}
}

// Untouched, all that stood at closing is opened.
func TestWhatWasClosedIsOpened(t *testing.T) {
	t.Parallel()
	c := tender(t, 2)
	bids(c, [2]string{"Ten", "100"}, [2]string{"Five", "90"})
	c.Close()
	c.Open()
	if n := len(c.Desk().Bids); n != 2 {
		t.Fatalf("%d bids opened", n)
	}
}

// Who reaches the pass mark and not the minimum of one question has not passed: its
// price stays sealed.
func TestThePriceOfWhoMissesAMinimumStaysSealed(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	terms := oneQuestion()
	terms.Sections[0].Questions[0].MinScore = story.Points(6)
	c := story.New(t, 2).Publish(p, terms)
	bids(c, [2]string{"Ten", "100"}, [2]string{"Five", "90"})
	c.Close()
	c.Open()
	c.Judge()
	c.Open()
	for i, want := range []bool{true, false} {
		var opened bool
		c.Must(c.DB.QueryRow(t.Context(), `SELECT priced_at IS NOT NULL OR EXISTS (SELECT FROM opened_price p WHERE p.submission_id = o.submission_id)
			FROM opened_bid o WHERE o.supplier_id = $1`, c.Bidders[i].Org).Scan(&opened))
		if opened != want {
			t.Errorf("the price of bidder %d is open: %v", i+1, opened)
		}
	}
}
