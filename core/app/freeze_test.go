package app_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

var complaint = award.Complaint{Reference: "PPARB 12/2026", Reason: "The scores were added wrongly"}

// given is a tender whose award is decided; its contract is not drafted yet.
func given(t *testing.T) (*world, awardsvc.Made) {
	t.Helper()
	w := evaluated(t).ranked()
	best := w.Standing().Results[0].Submission
	w.Is(w.Awards.Freeze(w.Context(), w.Officer, w.Officer.Org, w.ID, complaint), award.NotAwarded)
	w.Must(w.TryRecommend(w.Officer, &best, ""))
	w.Is(w.Awards.Freeze(w.Context(), w.Officer, w.Officer.Org, w.ID, complaint), award.NotAwarded)
	made, err := w.TryAward(w.Second, "en", "key-award-1")
	w.Must(err)
	return w, made
}

// decides ends what stops the award, or lets it go on, as was asked last.
func (w *world) decides(a access.Actor, ends bool) error {
	w.Helper()
	rows, err := w.Awards.Freezes(w.Context(), w.Officer, w.Officer.Org, w.ID)
	w.Must(err)
	seen := time.Time{}
	if rows[0].AskedAt != nil {
		seen = *rows[0].AskedAt
	}
	return w.Awards.DecideEnd(w.Context(), a, w.Officer.Org, w.ID, seen, ends)
}

// approved writes and approves the one contract that follows, and returns who manages it and how to send it.
func (w *world) approved() (id uuid.UUID, send func() error) {
	w.Helper()
	manager := w.Person("buyer", access.Temp, w.Officer.Org)
	list, err := w.Contracts.Contracts(w.Context(), manager, uuid.Nil, contractsvc.Filter{}, "", 10)
	w.Must(err)
	if len(list.Items) != 1 {
		w.Fatalf("%d contracts", len(list.Items))
	}
	id = list.Items[0].ID
	text := `{"type":"doc","content":[{"type":"paragraph","attrs":{"id":"b1"},"content":[{"type":"text","text":"They agree on {value}."}]}]}`
	day := func(d int) *time.Time { v := time.Date(2026, 12, d, 0, 0, 0, 0, time.UTC); return &v }
	terms := contract.Terms{Number: "NKR/2026/7", Title: "Pumps", Date: day(3), Starts: day(3), Ends: day(30)}
	w.Must(w.Contracts.Update(w.Context(), manager, id, 1, contractsvc.Form{Terms: terms, Body: &text}))
	w.Must(w.Contracts.Submit(w.Context(), manager, id))
	stands, err := w.Contracts.Agreement(w.Context(), manager, id)
	w.Must(err)
	w.Must(w.Contracts.Approve(w.Context(), w.Person("buyer", access.Temp, w.Officer.Org), id, stands.Sum))
	return id, func() error { return w.Contracts.Send(w.Context(), manager, id, stands.Sum) }
}

// A complaint that one person enters stops an award at once: its standstill ends without an end, its
// contract is not sent. Two people end it: who asked does not decide, nobody decides what was asked
// anew, and whoever decides proves who they are. Then all of it goes on.
func TestAComplaintStopsAnAwardUntilTwoPeopleEndIt(t *testing.T) {
	t.Parallel()
	w, made := given(t)
	w.React()
	id, send := w.approved()
	ctx, owner := w.Context(), w.Officer.Org
	freeze := func(a access.Actor, c award.Complaint) error { return w.Awards.Freeze(ctx, a, owner, w.ID, c) }
	ask := func(a access.Actor, end award.End, said string) error {
		return w.Awards.AskEnd(ctx, a, owner, w.ID, end, said)
	}

	w.Is(ask(w.Officer, award.Dismissed, "r"), award.NotFrozen)
	w.Is(freeze(w.Officer, award.Complaint{Reason: " "}), fault.Invalid)
	powerless := w.Officer // who does all but award
	powerless.Privileges = slices.DeleteFunc(slices.Clone(powerless.Privileges), func(p access.Privilege) bool { return p == access.AwardJob })
	w.Is(freeze(powerless, complaint), fault.Forbidden)
	clerk := w.Officer // who sees no results
	clerk.Privileges = []access.Privilege{access.ManageCategory}
	_, err := w.Awards.Freezes(ctx, clerk, owner, w.ID)
	w.Is(err, fault.Forbidden)
	stranger := w.Person("buyer", access.Buyer, uuid.Nil)
	w.Is(freeze(stranger, complaint), fault.Forbidden)
	w.Is(w.Awards.Freeze(ctx, stranger, stranger.Org, w.ID, complaint), sourcing.CategoryNotFound)
	w.Must(freeze(w.Officer, complaint))
	w.Is(freeze(w.Second, complaint), award.Frozen)
	w.Is(send(), award.Frozen)
	manager := w.Person("buyer", access.Temp, owner)
	if d, err := w.Contracts.Contract(ctx, manager, id); err != nil || !d.AwardFrozen {
		t.Errorf("%v %v", d.AwardFrozen, err)
	}
	w.SetClock(made.StandstillEnds)
	if n := w.Conclude(); n != 0 {
		t.Errorf("%d standstills ended under a complaint", n)
	}

	w.Is(w.decides(w.Second, true), award.EndNotAsked)
	w.Is(ask(w.Officer, "later", "r"), fault.Invalid)
	w.Is(ask(w.Officer, award.Dismissed, " "), fault.Invalid)
	w.Must(ask(w.Officer, award.Upheld, "A slip"))
	w.Is(ask(w.Second, award.Upheld, "r"), award.EndAsked)
	w.Must(w.decides(w.Officer, false)) // who asked takes it back
	w.Must(ask(w.Officer, award.Dismissed, "The sums are right"))
	w.Is(w.decides(w.Officer, true), award.EndsWithAnother)
	w.Is(w.Awards.DecideEnd(ctx, w.Second, owner, w.ID, made.StandstillEnds.Add(time.Microsecond), true), award.EndNotAsked)
	second := w.Second
	second.Confirmed = made.StandstillEnds.Add(-time.Hour)
	w.Is(w.decides(second, true), fault.StepUp)
	second.Confirmed = made.StandstillEnds
	w.Is(send(), award.Frozen)
	w.Must(w.decides(second, true))
	w.Is(w.decides(second, true), award.NotFrozen)
	if n := w.Conclude(); n != 1 {
		t.Errorf("%d standstills ended after it", n)
	}
	w.Must(send())
	w.Must(freeze(w.Second, complaint)) // another complaint is another one
	rows, err := w.Awards.Freezes(ctx, w.Officer, owner, w.ID)
	w.Must(err)
	if len(rows) != 2 || rows[0].EndedAt != nil || rows[1].EndedAt == nil || *rows[1].Outcome != string(award.Dismissed) || rows[1].Said != "The sums are right" ||
		rows[1].EndedByName == rows[1].AskedByName || rows[1].Reference != complaint.Reference {
		t.Errorf("%+v", rows)
	}
	for action, want := range map[string]int{
		awardsvc.CategoryFrozen: 2, awardsvc.CategoryEndAsked: 2, awardsvc.CategoryEndDenied: 1, awardsvc.CategoryUnfrozen: 1, awardsvc.CategorySetAside: 0,
	} {
		if n := w.Count("SELECT count(*) FROM audit_entry a JOIN outbox o ON o.subject = 'zabuni.' || a.action AND o.payload->>'object_id' = a.object_id::text WHERE a.action = $1 AND a.object_id = $2", action, w.ID); n != want*want {
			t.Errorf("%s: %d, want %d", action, n, want*want)
		}
	}
}

// What was upheld stops an award for good, and before a contract is drafted none is.
func TestAnUpheldComplaintSetsAnAwardAside(t *testing.T) {
	t.Parallel()
	w, made := given(t)
	ctx, owner := w.Context(), w.Officer.Org
	w.Must(w.Awards.Freeze(ctx, w.Second, owner, w.ID, complaint))
	w.React()
	if n := w.Count("SELECT count(*) FROM contract"); n != 0 {
		t.Errorf("%d contracts are drafted", n)
	}
	w.Must(w.Awards.AskEnd(ctx, w.Second, owner, w.ID, award.Upheld, "The board has decided"))
	w.Must(w.decides(w.Officer, true))
	if n := w.Count("SELECT count(*) FROM audit_entry WHERE action = $1", awardsvc.CategorySetAside); n != 1 {
		t.Errorf("%d are set aside", n)
	}
	if c := w.Standing(); c.Status != sourcing.Unsuccessful {
		t.Errorf("the category is %s", c.Status)
	}
	if n := w.Count("SELECT count(*) FROM participation WHERE category_id = $1 AND status = 'winner'", w.ID); n != 0 {
		t.Errorf("%d have won still", n)
	}
	won := w.Standing().Results[0]
	for _, s := range w.Bidders {
		if s.Org != won.Supplier {
			continue
		}
		var bid uuid.UUID
		w.Must(w.DB.QueryRow(ctx, "SELECT id FROM participation WHERE supplier_id = $1", s.Org).Scan(&bid))
		r, err := w.Awards.MyResult(ctx, s, bid)
		if err != nil || r.Winner != "" || r.Outcome != "regret" || r.AwardAmount.Sign() != 0 {
			t.Errorf("the winner reads %q %q %v: %v", r.Winner, r.Outcome, r.AwardAmount, err)
		}
	}
	w.Is(w.Awards.Freeze(ctx, w.Second, owner, w.ID, complaint), award.SetAside)
	w.Is(w.Awards.AskEnd(ctx, w.Second, owner, w.ID, award.Dismissed, "r"), award.NotFrozen)
	w.React()
	w.SetClock(made.StandstillEnds)
	if n := w.Conclude() + w.Count("SELECT count(*) FROM contract"); n != 0 {
		t.Errorf("%d of what is set aside goes on", n)
	}
	manager := w.Person("buyer", access.Temp, owner)
	_, err := w.Contracts.Create(ctx, manager, contractsvc.Beginning{Key: "key-by-hand", Award: made.Award, Supplier: w.Standing().Results[0].Supplier})
	w.Is(err, award.SetAside)
}

// The draft that a complaint held back is made when that has ended, once.
func TestADraftIsMadeWhenAComplaintHasEnded(t *testing.T) {
	t.Parallel()
	w, _ := given(t)
	ctx, owner := w.Context(), w.Officer.Org
	w.Must(w.Awards.Freeze(ctx, w.Officer, owner, w.ID, complaint))
	w.React()
	w.Must(w.Awards.AskEnd(ctx, w.Officer, owner, w.ID, award.Retired, "They have taken it back"))
	w.Must(w.decides(w.Second, true))
	w.React()
	for range 2 {
		if n := w.Count("SELECT count(*) FROM contract"); n != 1 {
			t.Errorf("%d contracts", n)
		}
		w.ReactAgain("contracts")
	}
	_, err := pgtest.Do(ctx, w.DB, "UPDATE contract SET status = 'active'")
	w.Must(err)
	w.Is(w.Awards.Freeze(ctx, w.Officer, owner, w.ID, complaint), award.NotAwarded)
	_, err = pgtest.Do(ctx, w.DB, "UPDATE contract SET status = 'cancelled'") // another follows
	w.Must(err)
	w.Must(w.Awards.Freeze(ctx, w.Officer, owner, w.ID, complaint))
}
