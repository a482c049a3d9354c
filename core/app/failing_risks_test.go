package app_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/party"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/project"
	"zabuni.org/core/sourcing"
)

// The same of a register of risks: from a risk that is entered to the day of its review.
func TestWhatIsSaidOfARiskIsSaidWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := begins(t, 1)
	w.changed = pgtest.Changes(t, w.DB, "risk", "risk_change", "risk_counter", "audit_entry", "outbox")
	ctx, a, s := t.Context(), w.Officer, w.Project
	c := w.Author(policyOf(sourcing.Tender), deep())
	form := project.Form{
		Title:      "The quarry is closed",
		Likelihood: 2,
		Impact:     4,
		Response:   project.Reduce,
		Owner:      a.User,
		Due:        party.Day(c.Closes.AddDate(0, 0, 30)),
		Job:        &c.Job,
		Supplier:   &w.Bidders[0].Org,
	}
	var risk uuid.UUID
	w.act("enter a risk", func() (err error) { risk, err = s.Add(ctx, a, form); return err })
	form.Impact, form.Owner = 5, w.Second.User
	w.act("change a risk", func() error { return s.Change(ctx, a, risk, form, 1) })
	w.act("move a risk", func() error { return s.Move(ctx, a, risk, project.Move{To: project.Treated}, 2) })
	w.SetClock(form.Due.Add(time.Hour))
	w.act("tell of a review", func() error {
		told, err := s.RemindDue(ctx)
		if err == nil && told != 1 {
			t.Errorf("told of %d reviews", told)
		}
		return err
	})
}
