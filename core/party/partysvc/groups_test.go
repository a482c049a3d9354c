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

// Whoever validates a membership may say an earlier day than was applied for: by that day the company is reminded.
func TestAMembershipIsRemindedOfByTheDayThatWasDecided(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for name, x := range map[string]struct{ asked, decided, want *time.Time }{
		"an earlier day":    {days(400), days(30), days(30)},
		"no day of its own": {days(30), nil, days(30)},
	} {
		pgtest.SetClock(t, w.db, noon)
		id, err := w.svc.Apply(w.ctx, w.mine, w.mine.Org, w.group(t, name), w.put(t, w.mine, "proof", "proof.pdf", "%PDF-1.4 "+name), x.asked)
		if err == nil {
			err = w.svc.Decide(w.ctx, w.staff, id, partysvc.Decision{Validate: true, ExpiresOn: x.decided})
		}
		if err != nil {
			t.Fatal(name, err)
		}
		pgtest.SetClock(t, w.db, noon.AddDate(0, 0, 29))
		if _, err := w.svc.RemindDue(w.ctx); err != nil {
			t.Fatal(name, err)
		}
		var on string
		err = w.db.QueryRow(w.ctx, "SELECT coalesce(max(detail ->> 'expires_on'), '') FROM audit_entry WHERE action = $1 AND object_id = $2", partysvc.GroupExpiring, id).Scan(&on)
		if want := x.want.Format(time.DateOnly); err != nil || on != want {
			t.Errorf("%s: it is reminded of %q, want %s: %v", name, on, want, err)
		}
	}
}
