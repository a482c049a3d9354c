package auction

import (
	"testing"
	"time"

	"github.com/google/uuid"
)

// A host may end what is open or on hold at any instant: the row must still be one that the database takes, with its
// end after its start and not after its last end, and nothing can be bid from then on.
func TestAHostEndsAtAnyInstant(t *testing.T) {
	h := Host{By: bidder(99), Reason: "because"}
	for name, c := range map[string]struct{ paused, ends time.Duration }{
		"in its first instant":        {-1, 0},
		"in the middle":               {-1, time.Minute},
		"in its last instant":         {-1, time.Hour - time.Microsecond},
		"paused in its first instant": {0, 0},
		"in a pause":                  {time.Minute, 2 * time.Minute},
		"in a pause after its end":    {time.Minute, 70 * time.Minute},
		"in a pause of a day":         {time.Minute, 24 * time.Hour},
	} {
		a := reverse()
		if c.paused >= 0 {
			if _, err := a.Pause(h, ten.Add(c.paused)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		at := ten.Add(c.ends)
		e, err := a.Close(h, at)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !a.StartsAt.Before(a.EndsAt) || a.HardEnd.Before(a.EndsAt) || a.PausedAt != nil || a.Status != Ended {
			t.Errorf("%s: %s to %s, at last %s, %s", name, a.StartsAt, a.EndsAt, a.HardEnd, a.Status)
		}
		if !e.At.Equal(at) || !e.EndsAfter.Equal(a.EndsAt) || a.EndsAt.Sub(at) > time.Microsecond || a.EndsAt.Before(at) {
			t.Errorf("%s: written at %s, with the end at %s", name, e.At, e.EndsAfter)
		}
		if _, err := a.Apply(Bid{Participant: bidder(0), Amount: amount("100")}, nil, at); err == nil {
			t.Errorf("%s: a bid stands after it", name)
		}
	}
	a := reverse()
	if _, err := a.Close(Host{}, ten.Add(time.Minute)); err == nil || a.Status == Ended {
		t.Error("nobody ended what is open")
	}
	if _, err := a.Close(Host{By: uuid.Nil}, ten.Add(time.Hour)); err != nil || !a.EndsAt.Equal(ten.Add(time.Hour)) {
		t.Errorf("its end has come: %v, %s", err, a.EndsAt)
	}
}
