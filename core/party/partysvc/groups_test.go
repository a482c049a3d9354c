package partysvc_test

import (
	"testing"
	"time"

	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
)

// A membership ends today at the earliest, whoever sets the day: by the days of the
// company, which in Nairobi begin while UTC has yesterday.
func TestAMembershipEndsTodayAtTheEarliest(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for name, x := range map[string]struct {
		now   time.Time
		today int
	}{
		"by day":         {noon, 0},
		"after midnight": {noon.Add(13 * time.Hour), 1},
	} {
		pgtest.SetClock(t, w.db, x.now)
		group, proof := w.group(t, name), w.put(t, w.mine, "proof", "proof.pdf", "%PDF-1.4 "+name)
		_, err := w.svc.Apply(w.ctx, w.mine, w.mine.Org, group, proof, days(x.today-1))
		at(t, err, "/expires_on", party.ExpiryPast)
		id, err := w.svc.Apply(w.ctx, w.mine, w.mine.Org, group, proof, days(x.today))
		if err != nil {
			t.Fatal(name, err)
		}
		err = w.svc.Decide(w.ctx, w.staff, id, partysvc.Decision{Validate: true, ExpiresOn: days(x.today - 1)})
		at(t, err, "/expires_on", party.ExpiryPast)
		if err := w.svc.Decide(w.ctx, w.staff, id, partysvc.Decision{Validate: true, ExpiresOn: days(x.today)}); err != nil {
			t.Fatal(name, err)
		}
	}
}
