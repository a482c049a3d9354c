package entrysvc_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pgtest"
)

// What a supplier does while the closing holds the category waits for it, and is
// late then: by the clock under the lock, not by the one at which it began.
func TestWhoComesDuringTheClosingWaitsAndIsLate(t *testing.T) {
	t.Parallel()
	c := sold(t, 7)
	sql := as(c)
	type door struct {
		name string
		act  func() error
	}
	var doors []door
	lead := func(name string, to func(a access.Actor) func() error) { // what leads up to it, and the act
		sql(`DELETE FROM rate_limit`) // one phone pays for all
		doors = append(doors, door{name, to(c.Bidders[len(doors)])})
	}
	key := func() string { return "key-" + uuid.NewString() }
	answers := map[string]string{"Licensed?": "yes"}
	begun := func(a access.Actor) uuid.UUID {
		c.Pay(a)
		return c.Bid(a, answers, nil)
	}
	lead("checkout", func(a access.Actor) func() error {
		_, err := c.Payments.AddToCart(c.Context(), a, c.ID)
		c.Must(err)
		return func() error { _, err := c.Payments.Checkout(c.Context(), a, key()); return err }
	})
	lead("pay", func(a access.Actor) func() error {
		pay := paymentsvc.Pay{Order: c.Order(a).ID, Phone: "254712345678", Key: key()}
		return func() error { _, err := c.Payments.PayByMpesa(c.Context(), a, pay); return err }
	})
	lead("start", func(a access.Actor) func() error {
		c.Pay(a)
		return func() error { _, err := c.TryStart(a); return err }
	})
	lead("save", func(a access.Actor) func() error {
		bid := begun(a)
		return func() error { _, err := c.TrySave(a, bid, biddingsvc.Changes{}); return err }
	})
	lead("upload", func(a access.Actor) func() error {
		bid := begun(a)
		return func() error {
			_, err := c.TryUpload(a, bid, c.Questions["Licensed?"].ID, "licence.pdf", 10)
			return err
		}
	})
	lead("submit", func(a access.Actor) func() error {
		bid := begun(a)
		return func() error { _, err := c.TrySubmit(a, bid, key()); return err }
	})
	lead("withdraw", func(a access.Actor) func() error {
		bid := begun(a)
		c.Submit(a)
		return func() error { return c.TryWithdraw(a, bid, "Too late") }
	})
	type told struct {
		door string
		err  error
	}
	owner := pgtest.As(c.T, c.DB, "")
	closing, err := owner.Begin(c.Context())
	c.Must(err)
	defer func() { _ = closing.Rollback(c.Context()) }()
	_, err = closing.Exec(c.Context(), `SELECT FROM category WHERE id = $1 FOR UPDATE`, c.ID)
	c.Must(err)
	heard := make(chan told, len(doors))
	for _, d := range doors {
		go func() { heard <- told{d.name, d.act()} }()
	}
	for waiting := 0; waiting < len(doors); {
		select {
		case was := <-heard:
			t.Fatalf("%s did not wait for the closing: %v", was.door, was.err)
		default:
		}
		c.Must(owner.QueryRow(c.Context(), `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting))
	}
	c.SetClock(c.Closes)
	c.Must(closing.Commit(c.Context()))
	for range doors {
		was := <-heard
		if was.err == nil {
			t.Errorf("%s came in after the closing", was.door)
			continue
		}
		if !errors.Is(was.err, entry.Closed) {
			t.Errorf("%s: %v", was.door, was.err)
		}
	}
}
