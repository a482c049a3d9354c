package evaluationsvc_test

import (
	"testing"

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
