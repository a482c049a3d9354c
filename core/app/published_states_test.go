package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/award"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/publication"
	"zabuni.org/core/publication/publicationsvc"
	"zabuni.org/core/sourcing"
)

// stands is where a tender stands for everybody: as its page and as its list say it.
func stands(w *story.World, job uuid.UUID, want publication.State, closes time.Time) {
	w.Helper()
	w.React()
	d, err := w.Publication.Details(w.Context(), "192.0.2.1", job)
	w.Must(err)
	if d.State != want || !d.ClosesAt.Equal(closes) {
		w.Errorf("it is %s and closes %v, want %s and %v", d.State, d.ClosesAt, want, closes)
	}
	list, err := w.Publication.List(w.Context(), "192.0.2.1", publicationsvc.Filter{States: []publication.State{want}}, "", 100)
	w.Must(err)
	for _, x := range list.Items {
		if x.Job == job && x.State == want && x.ClosesAt.Equal(closes) {
			return
		}
	}
	w.Errorf("the list of what is %s has it not as its page has: %+v", want, list.Items)
}

// tenderOf is the tender of a job in all that was released of it.
func tenderOf(w *story.World, job uuid.UUID) map[string]any {
	w.Helper()
	return replayed(w, job)["tender"].(map[string]any)
}

// beside drafts another category like one in the same job.
func beside(c *story.Category, name string, closes time.Time) *story.Category {
	c.Helper()
	ctx, org := c.Context(), c.Officer.Org
	d, err := c.Sourcing.Category(ctx, c.Officer, org, c.ID)
	c.Must(err)
	form := d.Content.Category.Form()
	form.Number, form.Name, form.ClosesAt = "", name, closes
	out := *c
	out.ID, err = c.Sourcing.CreateCategory(ctx, c.Officer, org, c.Job, form)
	c.Must(err)
	c.Must(c.Sourcing.InsertContent(ctx, c.Officer, org, out.ID, d.Content))
	d, err = c.Sourcing.Category(ctx, c.Officer, org, out.ID)
	c.Must(err)
	out.Closes, out.Bids, out.Items = closes, map[uuid.UUID]uuid.UUID{}, map[string]uuid.UUID{}
	out.Questions = map[string]sourcing.Question{}
	for _, q := range d.Content.Questions {
		out.Questions[q.Prompt] = q
	}
	for _, i := range d.Content.Items {
		out.Items[i.Number] = i.ID
	}
	return &out
}

// A tender is open as long as one of its lots takes bids, whatever was awarded of the others. Lots that were called off have no
// closing that counts, each lot tells its own, and who bids for two of them is one bidder.
func TestATenderOfSeveralLots(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	days := func(n int) time.Time { return story.Noon.AddDate(0, 0, n) }
	terms := pumps
	terms.Sections = []story.Section{{Section: sourcing.Section{Name: "Work"}, Questions: []sourcing.Question{
		{Prompt: "Method", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: story.Points(10)}}}}
	first := w.Author(policyOf(sourcing.Tender), terms)
	second, third := beside(first, "Taps", days(10)), beside(first, "Pipes", days(20))
	for _, c := range []*story.Category{first, second, third} {
		w.Must(c.TryPublish(w.Officer))
	}
	stands(w, first.Job, publication.Open, days(20))
	offers := func(c *story.Category, bidders ...access.Actor) {
		t.Helper()
		for i, a := range bidders {
			c.Bid(a, map[string]string{"Method": "By hand"}, map[string]string{"1": fmt.Sprint(100 + i)})
			c.Submit(a)
		}
	}
	given := func(c *story.Category, bidders ...access.Actor) {
		t.Helper()
		c.Close()
		var marks []story.Mark
		for _, a := range bidders {
			marks = append(marks, story.Mark{Bidder: a, Prompt: "Method", Value: "9"})
		}
		judged(c, marks...)
		c.Award()
	}
	offers(first, w.Bidders...)
	offers(second, w.Bidders[0])
	given(first, w.Bidders...)
	stands(w, first.Job, publication.Open, days(20))
	w.Must(w.Sourcing.CancelCategory(w.Context(), w.Officer, w.Officer.Org, third.ID, "Too many pipes"))
	stands(w, first.Job, publication.Open, days(10))
	tender := tenderOf(w, first.Job)
	if got := tender["tenderPeriod"].(map[string]any)["endDate"]; got != days(10).Format(time.RFC3339) {
		t.Errorf("the feed says that all of it closes %v", got)
	}
	for i, want := range []time.Time{first.Closes, days(10), days(20)} {
		lot := tender["lots"].([]any)[i].(map[string]any)
		if got := fmt.Sprint(lot["tenderPeriod"]); !strings.Contains(got, want.Format(time.RFC3339)) {
			t.Errorf("the feed says of lot %d: %s, want %v", i, got, want)
		}
	}
	given(second, w.Bidders[0])
	stands(w, first.Job, publication.Awarded, days(10))
	if got := tenderOf(w, first.Job)["numberOfTenderers"]; got != 2. {
		t.Errorf("%v bidders of two with three bids", got)
	}
}

// A room that runs is open, whenever its papers were due, and one that is over is judged.
func TestARoomThatRunsIsOpen(t *testing.T) {
	t.Parallel()
	for _, p := range sourcing.Policies {
		if !p.Has(sourcing.Live) || !p.Listed || p.Has(sourcing.ByInvitation) {
			continue
		}
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := story.New(t, 2)
			c := w.Publish(p, pumps)
			stands(w, c.Job, publication.Open, c.Closes)
			w.SetClock(c.Closes)
			stands(w, c.Job, publication.Judged, c.Closes)
			c.Begin()
			var ends time.Time
			w.Must(w.DB.QueryRow(w.Context(), "SELECT ends_at FROM auction WHERE category_id = $1", c.ID).Scan(&ends))
			stands(w, c.Job, publication.Open, ends)
			w.SetClock(ends)
			stands(w, c.Job, publication.Judged, ends)
		})
	}
}

// A complaint keeps an award from being final in public as well, after its standstill, until it has ended.
func TestAComplaintIsSeenOfAnAward(t *testing.T) {
	t.Parallel()
	w, made := given(t)
	ctx := w.Context()
	status := func(want string) {
		t.Helper()
		w.React()
		d, err := w.Publication.Details(ctx, "192.0.2.1", w.Job)
		w.Must(err)
		if len(d.Awards) != 1 || d.Awards[0].Status != want {
			t.Errorf("%+v, want one that is %s", d.Awards, want)
		}
	}
	status("pending")
	w.SetClock(made.StandstillEnds)
	w.Conclude()
	status("active")
	before := tags(w.World, w.Job)
	w.Must(w.Awards.Freeze(ctx, w.Officer, w.Officer.Org, w.ID, complaint))
	status("pending")
	w.Must(w.Awards.AskEnd(ctx, w.Officer, w.Officer.Org, w.ID, award.Dismissed, "The sums are right"))
	status("pending")
	second := w.Second
	second.Confirmed = made.StandstillEnds
	w.Must(w.decides(second, true))
	status("active")
	if got, want := tags(w.World, w.Job), before+" awardUpdate awardUpdate"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What was called off before its closing tells when, and has not closed.
func TestWhatWasCalledOffHasNotClosed(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	c := w.Publish(policyOf(sourcing.Tender), pumps)
	w.React()
	at := story.Noon.Add(3 * time.Hour)
	w.SetClock(at)
	w.Must(w.Sourcing.CancelJob(w.Context(), w.Officer, w.Officer.Org, c.Job, "No money"))
	stands(w, c.Job, publication.Ended, c.Closes)
	var off *time.Time
	w.Must(w.DB.QueryRow(w.Context(), "SELECT cancelled_at FROM publication WHERE job_id = $1", c.Job).Scan(&off))
	if off == nil || !off.Equal(at) {
		t.Errorf("it was called off %v, want %v", off, at)
	}
}

// What leads to a list and to no award is completed when it has, and not ended without a result.
func TestWhatLeadsToAListIsCompleted(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	c := w.Publish(policyOf(sourcing.Prequalification), pumps)
	c.Bid(w.Bidders[0], map[string]string{"Years in trade": "Ten", "Method": "By hand", "Licence": "licence.pdf"}, nil)
	c.Submit(w.Bidders[0])
	c.Close()
	judged(c, story.Mark{Bidder: w.Bidders[0], Prompt: "Method", Value: "10"})
	made := c.Award()
	stands(w, c.Job, publication.Judged, c.Closes)
	w.SetClock(made.StandstillEnds)
	w.Conclude()
	stands(w, c.Job, "completed", c.Closes)
}

// A category that is kept for a group names it to everybody. A closing that was moved is told with a moment that programs read,
// and the last page of the feed says where it goes on.
func TestWhatTheFeedTells(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
	group := uuid.New()
	_, err := pgtest.Do(ctx, w.DB, "INSERT INTO special_group (id, name, created_at) VALUES ($1, 'Owned by women of the county', zabuni.clock())", group)
	w.Must(err)
	c := w.Author(policyOf(sourcing.Tender), pumps)
	d, err := w.Sourcing.Category(ctx, officer, org, c.ID)
	w.Must(err)
	form := d.Content.Category.Form()
	form.Reserved = &group
	w.Must(w.Sourcing.UpdateCategory(ctx, officer, org, c.ID, d.Content.Category.Version, form))
	w.Must(c.TryPublish(officer))
	to := c.Closes.Add(24 * time.Hour)
	w.Must(w.Sourcing.Extend(ctx, officer, org, c.ID, to, "A holiday"))
	w.React()
	tender := tenderOf(w, c.Job)
	lot := tender["lots"].([]any)[0].(map[string]any)
	if got := fmt.Sprint(lot["otherRequirements"]); got != "map[reservedParticipation:[Owned by women of the county]]" {
		t.Errorf("it is kept for %s", got)
	}
	change := tender["amendments"].([]any)[0].(map[string]any)
	if got, want := change["description"], "Bids close at "+to.Format(time.RFC3339); got != want {
		t.Errorf("the feed says %q, want %q", got, want)
	}
	page, err := w.Publication.Feed(ctx, "192.0.2.1", 0)
	w.Must(err)
	var read struct {
		Links    map[string]string
		Releases []json.RawMessage
	}
	w.Must(json.Unmarshal(page, &read))
	if on := fmt.Sprintf("/ocds/releases?after=%d", len(read.Releases)); len(read.Links) != 1 || !strings.HasSuffix(read.Links["later"], on) {
		t.Errorf("it goes on at %v, want %s", read.Links, on)
	}
	if _, err := w.Publication.Feed(ctx, "192.0.2.1", int64(len(read.Releases))); !errors.Is(err, publication.NoMore) {
		t.Errorf("after the last page: %v", err)
	}
}
