package app_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/publication"
	"zabuni.org/core/sourcing"
)

// isPrivate reports whether a job's buyer keeps it out of the public list.
func isPrivate(w *story.World, job uuid.UUID) bool {
	w.Helper()
	d, err := w.Sourcing.Job(w.Context(), w.Officer, w.Officer.Org, job)
	w.Must(err)
	return d.Private
}

// clock is where the clock of a world stands.
func clock(w *story.World) (now time.Time) {
	w.Helper()
	w.Must(w.DB.QueryRow(w.Context(), "SELECT zabuni.clock()").Scan(&now))
	return now
}

// says has a job say anew what it says already, and whether it is kept out.
func says(w *story.World, job uuid.UUID, private *bool) error {
	w.Helper()
	d, err := w.Sourcing.Job(w.Context(), w.Officer, w.Officer.Org, job)
	w.Must(err)
	form := sourcing.JobForm{Code: d.Code, Title: d.Title, Description: d.Description, Regime: d.Regime, Private: private}
	return w.Sourcing.UpdateJob(w.Context(), w.Officer, w.Officer.Org, job, d.Version, form)
}

// What only the invited could bid for is nobody else's where nobody won it: no release, no page. Where somebody did, it is.
func TestWhatNobodyWonStaysTheInviteds(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	invited := func(code string) *story.Category {
		t.Helper()
		terms := pumps
		terms.Job.Code, terms.InvitedOnly, terms.Invited = code, true, w.Bidders
		terms.Sections, terms.PassMark, terms.Technical, terms.Financial = nil, 0, 0, 100
		terms.Opens = clock(w)
		terms.Closes = terms.Opens.AddDate(0, 0, 2)
		return w.Publish(policyOf(sourcing.RFQ), terms)
	}
	nobody := invited("NOBODY")
	nobody.Close()
	w.React()
	if got := nobody.Status(); got != sourcing.Unsuccessful {
		t.Fatalf("it is %s", got)
	}
	if got := tags(w, nobody.Job); got != "" {
		t.Errorf("%q was published", got)
	}
	_, err := w.Publication.Details(w.Context(), "192.0.2.1", nobody.Job)
	w.Is(err, publication.NotFound)
	won := invited("WON")
	won.Offer(w.Bidders[0], map[string]string{"1": "100"})
	won.Rank()
	won.Award()
	w.React()
	if got := tags(w, won.Job); got != "tender+award" {
		t.Errorf("%q of what was won", got)
	}
}

// What a buyer keeps out stays so when it is copied, and when whoever changes it says nothing of that.
func TestWhatIsKeptOutStaysSo(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	terms := pumps
	terms.Job.Code, terms.Job.Private = "PRIVATE", new(true)
	c := w.Publish(policyOf(sourcing.Tender), terms)
	again, err := w.Sourcing.CopyJob(w.Context(), w.Officer, w.Officer.Org, c.Job, sourcing.CopyForm{Code: "AGAIN", Title: "Once more", OpensAt: story.Noon.AddDate(0, 1, 0)})
	w.Must(err)
	if !isPrivate(w, again) {
		t.Error("the copy of what is kept out is public")
	}
	w.Must(says(w, c.Job, nil))
	w.React()
	if !isPrivate(w, c.Job) || tags(w, c.Job) != "" {
		t.Errorf("it is kept out: %v, and %q was published", isPrivate(w, c.Job), tags(w, c.Job))
	}
}

// A job that is published, of which everybody reads nothing yet, may still be kept out; once something is public it may not,
// not even while that is being written.
func TestWhatIsNotPublicYetMayBeKeptOut(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	ctx := w.Context()
	terms := pumps
	terms.Job.Code, terms.Opens, terms.Closes = "LATER", story.Noon.Add(time.Hour), story.Noon.Add(30*24*time.Hour)
	c := w.Publish(policyOf(sourcing.Tender), terms)
	w.React()
	w.Must(says(w, c.Job, new(true)))
	w.SetClock(terms.Opens)
	_, err := w.Sourcing.OpenDue(ctx)
	w.Must(err)
	w.React()
	if got := tags(w, c.Job); got != "" {
		t.Errorf("%q was published of what is kept out", got)
	}
	w.Must(says(w, c.Job, new(false)))

	wrote, end, done := make(chan struct{}), make(chan struct{}), make(chan error, 2)
	go func() {
		done <- pg.InTx(ctx, w.DB, func(tx pg.Tx) error {
			err := w.Publication.Follow(ctx, tx, journal.Event{Object: "job", ObjectID: c.Job, Owner: w.Officer.Org})
			close(wrote)
			<-end
			return err
		})
	}()
	<-wrote
	kept := make(chan error, 1)
	go func() { kept <- says(w, c.Job, new(true)) }()
	for w.Count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
		select {
		case err := <-kept:
			close(end)
			t.Fatalf("it did not wait: %v", err)
		default:
		}
	}
	close(end)
	w.Must(<-done)
	err = <-kept
	w.Is(err, sourcing.Published)
	if e := fault.As(err); len(e.Fields) != 1 || e.Fields[0].Pointer != "/private" {
		t.Errorf("it names no field: %v", err)
	}
}
