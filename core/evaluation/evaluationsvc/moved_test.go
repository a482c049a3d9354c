package evaluationsvc_test

import (
	"testing"
	"time"

	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// A closing date that was moved past the program, in the category's row or in its
// keys', lets nobody in, moves nobody's closing, closes nothing and opens nothing.
func TestAClosingDateMovedPastTheProgramStopsEverything(t *testing.T) {
	for name, x := range map[string]struct {
		move, back string
		by         time.Duration
	}{
		"later":   {move: `UPDATE category SET closes_at = closes_at + interval '1 hour'`, back: `UPDATE category SET closes_at = closes_at - interval '1 hour'`, by: time.Hour},
		"earlier": {move: `UPDATE category SET closes_at = closes_at - interval '1 minute'`, back: `UPDATE category SET closes_at = closes_at + interval '1 minute'`},
		"the key": {move: `UPDATE category_key SET closes_at = closes_at + interval '1 hour'`,
			back: `UPDATE category_key SET closes_at = closes_at - interval '1 hour'`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := tender(t, 2)
			bids(c, [2]string{"Ten", "100"}, [2]string{"Five", "90"})
			owner := pgtest.As(t, c.DB, "")
			tamper := func(sql string) {
				t.Helper()
				_, err := pgtest.Tamper(t.Context(), owner, sql)
				c.Must(err)
			}

			tamper(x.move)
			_, err := c.TrySubmit(c.Bidders[0], c.Bids[c.Bidders[0].Org], "late")
			c.Is(err, sourcing.ClosingDiffers)
			c.Is(c.Sourcing.Extend(t.Context(), c.Officer, c.Officer.Org, c.ID, c.Closes.Add(48*time.Hour), "More time was asked for"), sourcing.ClosingDiffers)
			c.SetClock(c.Closes.Add(x.by))
			n, err := c.Sourcing.CloseDue(t.Context())
			c.Is(err, sourcing.ClosingDiffers)
			if n != 0 || c.Status() != sourcing.Open {
				t.Errorf("%d closed, the category is %s", n, c.Status())
			}

			tamper(x.back)
			c.Close()
			tamper(x.move)
			c.SetClock(c.Closes.Add(x.by + time.Minute))
			c.Is(c.TryOpen(), sourcing.ClosingDiffers)
		})
	}
}
