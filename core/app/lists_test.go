package app_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// registered is a registration that all its bidders have passed.
func (w *listening) registered() *story.Category {
	w.Helper()
	c := w.Publish(policyOf(sourcing.SupplierRegistration), questions)
	for _, a := range w.Bidders {
		c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "x", "Licence": "licence.pdf"}, nil)
		c.Submit(a)
	}
	c.Close()
	c.Open()
	c.Judge()
	c.Award()
	return c
}

// At every instant a list, its count and the invitations out of it say the same of
// who stands on it; who is off it, over, gone or kept out is passed by.
func TestAListItsCountAndItsInvitationsAgree(t *testing.T) {
	t.Parallel()
	w := listen(t, 7)
	stays, ends, suspended, removed := w.Bidders[0], w.Bidders[1], w.Bidders[2], w.Bidders[3]
	restored, gone, out := w.Bidders[4], w.Bidders[5], w.Bidders[6]
	c := w.registered()
	until := c.Closes.Add(24 * time.Hour)
	set := func(a access.Actor, form sourcing.EntryForm) error {
		return w.Sourcing.SetEntry(w.Context(), w.Officer, w.Officer.Org, c.ID, a.Org, form)
	}
	w.Is(set(suspended, sourcing.EntryForm{Status: sourcing.Suspended}), fault.Invalid) // it is told why
	w.Must(set(ends, sourcing.EntryForm{Status: sourcing.Listed, Until: &until}))
	w.Must(set(suspended, sourcing.EntryForm{Status: sourcing.Suspended, Reason: "Its licence is being renewed"}))
	w.Must(set(removed, sourcing.EntryForm{Status: sourcing.Removed, Reason: "It supplies this no more"}))
	w.Must(set(restored, sourcing.EntryForm{Status: sourcing.Suspended, Reason: "By mistake"}))
	w.Must(set(restored, sourcing.EntryForm{Status: sourcing.Listed}))
	w.do("UPDATE company SET status = 'deactivated' WHERE id = $1", gone.Org)
	w.keepOut(out, &w.Officer.Org)

	for _, at := range []struct {
		when           time.Time
		stand, invited []access.Actor
	}{
		{until.Add(-time.Microsecond), []access.Actor{stays, ends, restored, gone, out}, []access.Actor{stays, ends, restored}},
		{until, []access.Actor{stays, restored, gone, out}, []access.Actor{stays, restored}},
	} {
		w.SetClock(at.when)
		entries, err := w.Sourcing.Listed(w.Context(), w.Officer, w.Officer.Org, c.ID)
		w.Must(err)
		var stand []uuid.UUID
		for _, e := range entries {
			if e.Status == sourcing.Listed && !e.Expired {
				stand = append(stand, e.Supplier)
			}
		}
		alike(t, "stand on the list", stand, at.stand)
		lists, err := w.Sourcing.Lists(w.Context(), w.Officer, w.Officer.Org, sourcingsvc.ListFilter{}, "", 10)
		if err != nil || len(lists.Items) != 1 || int(lists.Items[0].Active) != len(stand) || int(lists.Items[0].Entries) != len(w.Bidders) {
			t.Errorf("%d of %d stand on the list, which is counted as %+v, %v", len(stand), len(w.Bidders), lists.Items, err)
		}
		for job, want := range map[uuid.UUID]int{c.Job: 1, uuid.New(): 0} {
			lists, err := w.Sourcing.Lists(w.Context(), w.Officer, w.Officer.Org, sourcingsvc.ListFilter{Job: &job}, "", 10)
			if err != nil || len(lists.Items) != want {
				t.Errorf("of one job: %d lists, not %d, %v", len(lists.Items), want, err)
			}
		}
		next := w.Author(tender(func(x *story.Terms) {
			x.InvitedOnly, x.Job.Code = true, "T"+at.when.Format("150405.000000")
			x.Opens, x.Closes = until.Add(time.Hour), until.Add(48*time.Hour)
		}))
		n, err := w.Sourcing.InviteFromList(w.Context(), w.Officer, w.Officer.Org, next.ID, c.ID)
		if err != nil || n.Added != len(at.invited) || len(n.Passed) != len(w.Bidders)-n.Added {
			t.Errorf("%+v, %v", n, err)
		}
		invited, err := w.Sourcing.Invitations(w.Context(), w.Officer, w.Officer.Org, next.ID, sourcingsvc.InvitedFilter{}, "", 100)
		w.Must(err)
		var who []uuid.UUID
		for _, i := range invited.Items {
			who = append(who, i.Supplier)
		}
		alike(t, "are invited", who, at.invited)
	}
}

// A list is its category's: behind a closed door, while the module is off and where a
// category makes none, nobody reads it, changes it or invites out of it.
func TestAListIsAsOpenAsItsCategory(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	c := w.registered()
	next := w.Author(tender(func(x *story.Terms) {
		x.InvitedOnly, x.Job.Code = true, "T2"
		x.Opens, x.Closes = c.Closes.Add(time.Hour), c.Closes.Add(48*time.Hour)
	}))
	asks := func(what string, list uuid.UUID, works, held int, want *fault.Def) {
		t.Helper()
		_, err := w.Sourcing.Listed(w.Context(), w.Second, w.Second.Org, list)
		w.Is(err, want)
		form := sourcing.EntryForm{Status: sourcing.Suspended, Reason: "Its licence is being renewed"}
		w.Is(w.Sourcing.SetEntry(w.Context(), w.Second, w.Second.Org, list, w.Bidders[0].Org, form), want)
		_, err = w.Sourcing.InviteFromList(w.Context(), w.Second, w.Second.Org, next.ID, list)
		w.Is(err, want)
		lists, err := w.Sourcing.Lists(w.Context(), w.Second, w.Second.Org, sourcingsvc.ListFilter{}, "", 10)
		if err != nil || len(lists.Items) != held {
			t.Errorf("%s: %d lists, %v", what, len(lists.Items), err)
		}
		results, err := w.Awards.Decided(w.Context(), w.Second, w.Second.Org, awardsvc.DecidedFilter{}, "", 10)
		if err != nil || len(results.Items) != held {
			t.Errorf("%s: %d results, %v", what, len(results.Items), err)
		}
		found, err := w.Sourcing.FindCategories(w.Context(), w.Second, "pumps", 10)
		w.Must(err)
		jobs, err := w.Sourcing.FindJobs(w.Context(), w.Second, "pumps", 10)
		w.Must(err)
		if len(found) != held+1 || len(jobs) != works+1 { // the tender as well
			t.Errorf("%s: a search finds %d categories and %d jobs", what, len(found), len(jobs))
		}
	}
	asks("of a tender", next.ID, 1, 1, sourcing.NoList)
	closed := false
	w.Must(w.Sourcing.SetDoor(w.Context(), w.Officer, w.Officer.Org, w.Second.User, c.ID, &closed))
	asks("behind a closed door", c.ID, 1, 0, sourcing.CategoryDenied)
	w.Must(w.Sourcing.SetDoor(w.Context(), w.Officer, w.Officer.Org, w.Second.User, c.ID, nil))
	module, _ := party.ModuleOf(string(c.Policy.Activity))
	w.do(`INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at)
		VALUES ($1, $2, false, $3, now())`, w.Officer.Org, module.Name, w.Officer.User)
	asks("with its module off", c.ID, 0, 0, party.ModuleOff)
}

// How a company stands and until when are two things: who is put off a list after its
// time keeps that end, and comes back with a later one alone.
func TestWhoIsPutOffAfterItsTimeKeepsItsEnd(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	a := w.Bidders[0]
	c := w.registered()
	until := c.Closes.Add(24 * time.Hour)
	entry := func() sourcingsvc.Entry {
		t.Helper()
		entries, err := w.Sourcing.Listed(w.Context(), w.Officer, w.Officer.Org, c.ID)
		if err != nil || len(entries) != 1 {
			t.Fatal(entries, err)
		}
		return entries[0]
	}
	set := func(form sourcing.EntryForm) error {
		return w.Sourcing.SetEntry(w.Context(), w.Officer, w.Officer.Org, c.ID, a.Org, form)
	}
	w.Must(set(sourcing.EntryForm{Status: sourcing.Listed, Until: &until}))
	w.SetClock(until.Add(time.Hour))
	w.Must(set(sourcing.EntryForm{Status: sourcing.Suspended, Reason: "Its licence is being renewed"}))
	if e := entry(); e.Until == nil || !e.Until.Equal(until) || !e.Expired {
		t.Errorf("suspended after its time, it stands until %v, expired %v", e.Until, e.Expired)
	}
	w.Is(set(sourcing.EntryForm{Status: sourcing.Listed, Until: &until}), fault.Invalid)
}

// alike compares companies, in whatever order.
func alike(t *testing.T, what string, got []uuid.UUID, want []access.Actor) {
	t.Helper()
	for _, a := range want {
		if !slices.Contains(got, a.Org) {
			t.Errorf("those who %s lack %s", what, a.Name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d %s, want %d", len(got), what, len(want))
	}
}
