package app_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	kept "zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// keepers are two of the operator's people who keep the archive.
func keepers(w *story.World) (a, b access.Actor) {
	return w.Person("operator", access.Operator, uuid.Nil), w.Person("operator", access.Operator, uuid.Nil)
}

// entered is how many jobs the calendar archives.
func entered(w *story.World) int {
	w.Helper()
	n, err := w.Archive.EnterDue(w.Context())
	w.Must(err)
	return n
}

// In every activity a job that has come to its end enters the archive by the calendar, a
// month after the last of it and not before, and is kept for seven years.
func TestEveryActivityComesIntoTheArchive(t *testing.T) {
	t.Parallel()
	for _, p := range sourcing.Policies {
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := story.New(t, 1)
			terms := pumps
			c := w.Publish(p, terms)
			a := w.Bidders[0]
			c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "By hand", "Licence": "licence.pdf"}, map[string]string{"1": "5"})
			c.Submit(a)
			c.Close()
			if !p.Has(sourcing.Live) {
				c.Open()
			}
			w.Must(w.Sourcing.CancelJob(w.Context(), w.Officer, w.Officer.Org, c.Job, "The project ended"))
			var ended time.Time
			w.Must(w.DB.QueryRow(w.Context(), "SELECT cancelled_at FROM job WHERE id = $1", c.Job).Scan(&ended))
			w.SetClock(ended.Add(kept.Quiet))
			if n := entered(w); n != 0 {
				t.Fatalf("%d jobs are archived before a month has passed", n)
			}
			w.SetClock(ended.Add(kept.Quiet + time.Second))
			if n, again := entered(w), entered(w); n != 1 || again != 0 {
				t.Fatalf("archived %d times, and %d times again", n, again)
			}
			var status, basis, until string
			const sql = `SELECT j.status, x.basis, x.keep_until::text FROM archived_job x JOIN job j ON j.id = x.job_id WHERE j.id = $1`
			w.Must(w.DB.QueryRow(w.Context(), sql, c.Job).Scan(&status, &basis, &until))
			nairobi, err := time.LoadLocation("Africa/Nairobi")
			w.Must(err)
			want := ended.In(nairobi).AddDate(kept.Years, 0, 0).Format(time.DateOnly)
			if status != "archived" || basis != "cancelled" || until != want {
				t.Errorf("%s by %s until %s, not %s", status, basis, until, want)
			}
			// What is archived does not change any more.
			w.Is(w.Sourcing.CancelJob(w.Context(), w.Officer, w.Officer.Org, c.Job, "again"), sourcing.IllegalMove)

			jobs, err := w.Archive.Jobs(w.Context(), w.Officer, w.Officer.Org, archivesvc.Filter{}, "", 10)
			w.Must(err)
			if len(jobs.Items) != 1 || jobs.Items[0].ID != c.Job {
				t.Fatalf("the archive has %+v", jobs.Items)
			}
			_, own, err := w.Archive.OwnBids(w.Context(), a, w.Officer.Org, "", "", 10)
			w.Must(err)
			if len(own.Items) != 1 || own.Items[0].ID != c.ID {
				t.Fatalf("the bidder finds %+v", own.Items)
			}
		})
	}
}

// Whatever of a job came last holds it for a month: its closing, its award, the end of its contract, its cancelling.
func TestWhateverCameLastHoldsAJobForAMonth(t *testing.T) {
	t.Parallel()
	last := story.Noon.AddDate(2, 0, 0)
	for name, x := range map[string]struct {
		set   string
		early time.Duration // before the month is over, and still too soon
	}{
		"closing":   {"UPDATE category SET closes_at = $2 WHERE job_id = $1", time.Second},
		"award":     {"UPDATE award SET decided_at = $2 WHERE job_id = $1", time.Second},
		"contract":  {"UPDATE contract SET ends_on = $2 WHERE award_id IN (SELECT id FROM award WHERE job_id = $1)", 24 * time.Hour}, // a day, wherever it is
		"cancelled": {"UPDATE job SET cancelled_at = $2 WHERE id = $1", time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := story.New(t, 1)
			c := w.Publish(policyOf(sourcing.Tender), pumps)
			c.Bid(w.Bidders[0], map[string]string{"Years in trade": "Ten", "Method": "By hand", "Licence": "l.pdf"}, map[string]string{"1": "5"})
			c.Submit(w.Bidders[0])
			c.Close()
			judged(c, story.Mark{Bidder: w.Bidders[0], Prompt: "Method", Value: "8"})
			c.Recommend()
			w.SetClock(c.Award().StandstillEnds)
			w.Conclude()
			w.React()
			_, err := pgtest.Do(w.Context(), w.DB, "UPDATE contract SET status = 'completed', ends_on = $2 WHERE buyer_id = $1", w.Officer.Org, story.Noon.AddDate(1, 0, 0))
			w.Must(err)
			tag, err := pgtest.Tamper(w.Context(), pgtest.As(t, w.DB, ""), x.set, c.Job, last)
			w.Must(err)
			if tag.RowsAffected() != 1 {
				t.Fatalf("%d rows", tag.RowsAffected())
			}
			w.SetClock(last.Add(kept.Quiet - x.early))
			if n := entered(w); n != 0 {
				t.Error("it is archived before a month has passed")
			}
			w.SetClock(last.Add(kept.Quiet + x.early))
			if n := entered(w); n != 1 {
				t.Errorf("%d jobs are archived after a month", n)
			}
		})
	}
}

// judged opens and judges all that a category has.
func judged(c *story.Category, marks ...story.Mark) {
	for c.Sealed() {
		c.Open()
		c.Judge(marks...)
	}
}

// failed is a tender of two bids of which none is chosen: both are opened, and both
// bidders get a letter.
func failed(w *story.World, drafting ...access.Actor) *story.Category {
	w.Helper()
	c := w.Publish(policyOf(sourcing.Tender), pumps)
	for i, a := range w.Bidders {
		c.Bid(a, map[string]string{"Years in trade": "Five", "Method": "By hand", "Licence": fmt.Sprintf("licence-%d.pdf", i)}, map[string]string{"1": fmt.Sprint(5 + i)})
		c.Submit(a)
	}
	for _, a := range drafting {
		c.Bid(a, map[string]string{"Method": "By machine"}, map[string]string{"1": "4"})
	}
	c.Close()
	marks := []story.Mark{}
	for _, a := range w.Bidders {
		marks = append(marks, story.Mark{Bidder: a, Prompt: "Method", Value: "0"})
	}
	judged(c, marks...)
	w.Must(c.TryRecommend(w.Officer, nil, "Nobody meets the criteria"))
	_, err := c.TryAward(w.Second, "en", "k")
	w.Must(err)
	return c
}

// A document leaves the archive whole, for those who may take it, and that it left is
// written down; nobody finds what is another's, or takes it without the right.
func TestWhatTheArchiveGivesOut(t *testing.T) {
	t.Parallel()
	w := listen(t, 2)
	one, two := keepers(w.World)
	c := failed(w.World)
	stranger := w.Person("buyer", access.Buyer, uuid.Nil)
	ctx, owner := w.Context(), w.Officer.Org
	first, second := w.Bidders[0], w.Bidders[1]

	_, err := w.Archive.Bidders(ctx, w.Officer, owner, c.ID)
	w.Is(err, kept.NotFound) // not archived yet
	w.Must(w.Archive.Enter(ctx, one, c.Job))
	w.Is(w.Archive.Enter(ctx, two, c.Job), sourcing.IllegalMove)

	all, err := w.Archive.Bidders(ctx, w.Officer, owner, c.ID)
	w.Must(err)
	if len(all.Bidders) != 2 || all.Bidders[0].Files != 1 || all.Bidders[0].Version != 1 {
		t.Fatalf("%+v", all.Bidders)
	}
	papers, err := w.Archive.Papers(ctx, w.Officer, owner, c.ID, first.Org)
	w.Must(err)
	byKind := map[string]archivesvc.Paper{}
	for _, p := range papers.Papers {
		byKind[p.Kind] = p
	}
	if len(papers.Papers) != 2 || byKind["answer"].Name != "licence-0.pdf" || byKind["letter"].About == "" {
		t.Fatalf("%+v", papers.Papers)
	}
	take := func(a access.Actor, owner, supplier, id uuid.UUID) ([]byte, error) {
		_, _, data, err := w.Archive.Paper(ctx, a, owner, c.ID, supplier, id)
		return data, err
	}
	data, err := take(w.Officer, owner, first.Org, byKind["answer"].ID)
	w.Must(err)
	if !bytes.Equal(data, story.PDF) {
		t.Errorf("the document has %d bytes", len(data))
	}
	data, err = take(w.Officer, owner, first.Org, byKind["letter"].ID)
	w.Must(err)
	if !bytes.HasPrefix(data, []byte("%PDF-")) {
		t.Errorf("the letter has %d bytes", len(data))
	}
	if n := w.Count("SELECT count(*) FROM audit_entry WHERE action = 'archive.file.read'"); n != 2 {
		t.Errorf("%d documents taken, by the log", n)
	}
	_, err = take(w.Officer, owner, second.Org, byKind["answer"].ID) // of another bidder
	w.Is(err, kept.NoPaper)
	_, err = take(stranger, stranger.Org, first.Org, byKind["answer"].ID)
	w.Is(err, kept.NotFound)
	_, err = take(stranger, owner, first.Org, byKind["answer"].ID)
	w.Is(err, fault.Forbidden)
	clerk := w.Officer
	clerk.Privileges = []access.Privilege{access.ManageJob, access.EvaluateBids}
	_, err = take(clerk, owner, first.Org, byKind["answer"].ID)
	w.Is(err, fault.Forbidden)
	// The operator's people read what bids say while the buyer has them do its work.
	_, err = take(one, owner, first.Org, byKind["answer"].ID)
	w.Is(err, party.ServiceOff)

	mine, err := w.Archive.OwnPapers(ctx, first, c.ID)
	w.Must(err)
	if len(mine.Papers) != 2 || mine.Papers[0].Name != "licence-0.pdf" {
		t.Errorf("the bidder finds %+v", mine.Papers)
	}
	for name, look := range map[string]func() error{
		"the other's buyer": func() error { _, _, err := w.Archive.OwnBids(ctx, stranger, owner, "", "", 9); return err },
		"a buyer of it all": func() error { _, err := w.Archive.Buyers(ctx, w.Officer, "", "", 9); return err },
		"a bidder of holds": func() error { return w.Archive.Hold(ctx, first, c.Job, "Why not") },
		"a buyer of entry":  func() error { return w.Archive.Enter(ctx, w.Officer, c.Job) },
	} {
		if fault.As(look()).Kind != fault.KindForbidden {
			t.Errorf("%s: %v", name, look())
		}
	}
}

// While the module is off a buyer finds nothing, its bidders do.
func TestTheArchiveOfAModuleThatIsOff(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	one, _ := keepers(w.World)
	c := failed(w.World)
	w.Must(w.Archive.Enter(w.Context(), one, c.Job))
	w.Must(w.Party.SetModule(w.Context(), one, w.Officer.Org, archivesvc.Module, false))
	_, err := w.Archive.Jobs(w.Context(), w.Officer, w.Officer.Org, archivesvc.Filter{}, "", 10)
	w.Is(err, party.ModuleOff)
	_, err = w.Archive.Papers(w.Context(), w.Officer, w.Officer.Org, c.ID, w.Bidders[0].Org)
	w.Is(err, party.ModuleOff)
	own, err := w.Archive.Companies(w.Context(), w.Bidders[0], "", "", 10)
	w.Must(err)
	if len(own.Items) != 1 {
		t.Errorf("the bidder finds %d buyers", len(own.Items))
	}
}

// What is not over keeps a job out of the archive, by the calendar and by hand, and is told.
func TestWhatKeepsAJobOutOfTheArchive(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]struct {
		of   sourcing.Activity
		lack archivesvc.Managed
		end  string // how it is over one day
	}{
		"contracts": {sourcing.Tender, archivesvc.Managed{Contracts: 1}, "UPDATE contract SET status = 'completed', ends_on = '2027-05-31' WHERE buyer_id = $1"},
		"lists":     {sourcing.Prequalification, archivesvc.Managed{Lists: 1}, "UPDATE list_entry SET status = 'removed' WHERE buyer_id = $1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := story.New(t, 1)
			one, _ := keepers(w)
			c := w.Publish(policyOf(begin.of), pumps)
			c.Bid(w.Bidders[0], map[string]string{"Years in trade": "Ten", "Method": "By hand", "Licence": "l.pdf"}, map[string]string{"1": "5"})
			c.Submit(w.Bidders[0])
			managed := func() archivesvc.Managed {
				list, err := w.Archive.Managed(w.Context(), one, archivesvc.Filter{}, "", 10)
				w.Must(err)
				if len(list.Items) != 1 {
					t.Fatalf("%d jobs are on their way", len(list.Items))
				}
				return list.Items[0]
			}
			c.Close()
			if m := managed(); m.Categories != 1 {
				t.Errorf("%d categories are not over", m.Categories)
			}
			err := w.Archive.Enter(w.Context(), one, c.Job)
			w.Is(err, kept.Waits)
			judged(c, story.Mark{Bidder: w.Bidders[0], Prompt: "Method", Value: "8"})
			c.Recommend()
			c.Award()
			w.SetClock(story.Noon.AddDate(1, 0, 0))
			w.Conclude()
			w.React()
			if m := managed(); m.Categories != 0 || m.Contracts != begin.lack.Contracts || m.Lists != begin.lack.Lists || archivesvc.StateOf(m) != kept.Waiting {
				t.Errorf("%d categories, %d contracts, %d lists are not over", m.Categories, m.Contracts, m.Lists)
			}
			w.Is(w.Archive.Enter(w.Context(), one, c.Job), kept.Waits)
			if n := entered(w); n != 0 {
				t.Errorf("%d archived", n)
			}
			_, err = pgtest.Do(w.Context(), w.DB, begin.end, w.Officer.Org)
			w.Must(err)
			if s := archivesvc.StateOf(managed()); s != kept.Ready {
				t.Errorf("over, it is %s", s)
			}
			if n := entered(w); n != 1 {
				t.Errorf("%d archived once it is over", n)
			}
			if s := archivesvc.StateOf(managed()); s != kept.Kept {
				t.Errorf("archived, it is %s", s)
			}
		})
	}
}

// A hold is one at a time, and another person ends it.
func TestHoldsTakeTwo(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	one, two := keepers(w.World)
	c := failed(w.World)
	ctx := w.Context()
	w.Is(w.Archive.Hold(ctx, one, c.Job, "A court asks"), kept.NotFound)
	w.Must(w.Archive.Enter(ctx, one, c.Job))
	w.Is(w.Archive.Hold(ctx, one, c.Job, " "), fault.Invalid)
	w.Is(w.Archive.Release(ctx, two, c.Job, "Nobody held it"), kept.NotHeld)
	w.Must(w.Archive.Hold(ctx, one, c.Job, "A court asks"))
	w.Is(w.Archive.Hold(ctx, two, c.Job, "Another court"), kept.Held)
	w.Is(w.Archive.Release(ctx, one, c.Job, "It is over"), kept.SamePerson)
	w.Must(w.Archive.Release(ctx, two, c.Job, "It is over"))
	w.Is(w.Archive.Release(ctx, two, c.Job, "Again"), kept.NotHeld)
	contents, err := w.Archive.Contents(ctx, one, w.Officer.Org, c.Job)
	w.Must(err)
	if len(contents.Holds) != 1 || contents.Holds[0].Reason != "A court asks" || contents.Holds[0].ReleasedFor != "It is over" {
		t.Errorf("%+v", contents.Holds)
	}
	shown, err := w.Archive.Contents(ctx, w.Officer, w.Officer.Org, c.Job)
	w.Must(err)
	if len(shown.Holds) != 0 {
		t.Error("a buyer reads why the operator held its job")
	}
}
