package app_test

import (
	"testing"
	"time"

	"zabuni.org/core/app/story"
	"zabuni.org/core/party"
	"zabuni.org/core/sourcing"
)

// What was promised to bidders happens: while its module is off nobody works on a
// category, and the clock goes on with it from its opening to the end of its standstill.
func TestTheClockGoesOnWhileTheModuleIsOff(t *testing.T) {
	t.Parallel()
	for _, activity := range []sourcing.Activity{sourcing.SupplierRegistration, sourcing.Prequalification} {
		t.Run(string(activity), func(t *testing.T) {
			t.Parallel()
			w := listen(t, 1)
			module, _ := party.ModuleOf(string(activity))
			w.do(`INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at)
				VALUES ($1, $2, true, $3, now())`, w.Officer.Org, module.Name, w.Officer.User)
			terms := questions
			terms.Opens, terms.Closes = story.Noon.Add(time.Hour), story.Noon.Add(48*time.Hour)
			c := w.Publish(policyOf(activity), terms)
			does := func(what string, at time.Time, want int, duty func() (int, error)) {
				t.Helper()
				w.do("UPDATE buyer_module SET active = false")
				w.SetClock(at)
				if n, err := duty(); err != nil || n != want {
					t.Errorf("%s: %d, %v", what, n, err)
				}
				w.do("UPDATE buyer_module SET active = true")
			}
			does("opening", terms.Opens, 1, func() (int, error) { return w.Sourcing.OpenDue(w.Context()) })
			c.Bid(w.Bidders[0], map[string]string{"Years in trade": "Ten", "Method": "x", "Licence": "licence.pdf"}, nil)
			c.Submit(w.Bidders[0])
			does("reminding", terms.Closes.Add(-time.Hour), 1, func() (int, error) { return w.Sourcing.RemindDue(w.Context()) })
			does("closing", terms.Closes, 1, func() (int, error) { return w.Sourcing.CloseDue(w.Context()) })
			if c.Policy.Openers == 0 {
				does("opening bids", terms.Closes, 1, func() (int, error) { return w.Openings.OpenDue(w.Context()) })
				return
			}
			c.Open()
			c.Judge(story.Mark{Bidder: w.Bidders[0], Prompt: "Method", Value: "8"})
			made := c.Award()
			does("standing still", made.StandstillEnds.Add(-time.Microsecond), 0, func() (int, error) { return w.Awards.ConcludeDue(w.Context()) })
			does("concluding", made.StandstillEnds, 1, func() (int, error) { return w.Awards.ConcludeDue(w.Context()) })
		})
	}
}
