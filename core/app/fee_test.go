package app_test

import (
	"errors"
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// A fee that no way of paying takes keeps a category from being published: nobody
// could take part in it.
func TestAFeeThatNobodyTakesIsNotPublished(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	delete(w.Gateways, payment.Bank) // an account takes every amount
	c := w.Author(policyOf(sourcing.Tender), deep())
	for _, fee := range []string{"0.4", "10.5", "250001", "250000.01"} {
		if _, err := pgtest.Do(t.Context(), w.DB, `UPDATE category SET bid_fee = $2::text::numeric WHERE id = $1`, c.ID, fee); err != nil {
			t.Fatal(err)
		}
		var e *fault.Error
		if err := c.TryPublish(w.Officer); !errors.As(err, &e) || len(e.Fields) != 1 || e.Fields[0].Code != sourcing.LintFee || e.Fields[0].Pointer != "/bid_fee" {
			t.Errorf("a fee of %s: %v", fee, err)
		}
	}
	if _, err := pgtest.Do(t.Context(), w.DB, `UPDATE category SET bid_fee = 250000 WHERE id = $1`, c.ID); err != nil {
		t.Fatal(err)
	}
	if err := c.TryPublish(w.Officer); err != nil {
		t.Errorf("a fee that can be paid: %v", err)
	}
}
