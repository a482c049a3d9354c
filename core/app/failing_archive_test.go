package app_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	kept "zabuni.org/core/archive"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// The same of the archive: a job that enters it by hand and one by the calendar, a hold
// and its end, and a document that is taken.
func TestWhatIsArchivedIsArchivedWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := begins(t, 1)
	w.changed = pgtest.Changes(t, w.DB, "job", "archived_job", "archive_hold", "audit_entry", "outbox")
	ctx, owner, s := t.Context(), w.Officer.Org, w.Archive
	one, two := keepers(w.World)
	off := func(code string) (uuid.UUID, time.Time) {
		terms := deep()
		terms.Job.Code = code
		c := w.Publish(policyOf(sourcing.Tender), terms)
		w.Must(w.Sourcing.CancelJob(ctx, w.Officer, owner, c.Job, "The budget was withdrawn"))
		return c.Job, c.Closes
	}
	first, _ := off("A1")
	_, closes := off("A2")
	w.act("archive a job", func() error { return s.Enter(ctx, one, first) })
	w.act("hold a job", func() error { return s.Hold(ctx, one, first, "A court asks") })
	w.act("release a job", func() error { return s.Release(ctx, two, first, "It is over") })
	w.SetClock(closes.Add(2 * kept.Quiet))
	w.act("archive by the calendar", func() error {
		n, err := s.EnterDue(ctx)
		if err == nil && n != 1 {
			t.Errorf("%d archived", n)
		}
		return err
	})
}
