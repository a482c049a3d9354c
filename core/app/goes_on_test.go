package app_test

import (
	"testing"
	"time"

	"zabuni.org/core/app/story"
	"zabuni.org/core/sourcing"
)

// What is live goes on after its papers are in: its job stays published, and whoever is
// invited then is told. Everything else is over with its closing.
func TestWhatIsLiveGoesOnAfterItsClosing(t *testing.T) {
	t.Parallel()
	for _, p := range sourcing.Policies {
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := story.New(t, 2)
			terms := lorries
			terms.Invited, terms.InvitedOnly = w.Bidders[:1], p.Has(sourcing.Live)
			c := w.Publish(p, terms)
			bidder, late := w.Bidders[0], w.Bidders[1]
			c.Pay(bidder)
			c.Bid(bidder, map[string]string{"Licensed?": "yes", "Years in trade": "Ten"}, map[string]string{"1": "200"})
			c.Submit(bidder)
			w.SetClock(c.Closes)
			if _, err := c.TryInvite(w.Officer, late); p.Has(sourcing.Live) {
				w.Must(err) // before the closer has come by
			} else {
				w.Is(err, sourcing.CategoryClosed)
			}
			c.Close()
			job, err := w.Sourcing.Job(w.Context(), w.Officer, w.Officer.Org, c.Job)
			w.Must(err)
			if (job.Status == sourcing.JobPublished) != p.Has(sourcing.Live) {
				t.Errorf("its job is %s", job.Status)
			}
			told := w.Told(late)
			if (len(told) > 0) != p.Has(sourcing.Live) {
				t.Errorf("who came late was told %v", told)
			}
			third := w.Person("supplier", bidder.Type, [16]byte{})
			_, err = c.TryInvite(w.Officer, third)
			if !p.Has(sourcing.Live) {
				w.Is(err, sourcing.CategoryClosed)
				return
			}
			w.Must(err)
			w.Must(w.Sourcing.CancelCategory(w.Context(), w.Officer, w.Officer.Org, c.ID, "Nothing is bought"))
			w.SetClock(c.Closes.Add(time.Hour))
			_, err = c.TryInvite(w.Officer, w.Person("supplier", bidder.Type, [16]byte{}))
			w.Is(err, sourcing.CategoryClosed)
		})
	}
}
