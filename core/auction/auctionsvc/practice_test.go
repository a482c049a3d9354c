package auctionsvc_test

import (
	"testing"
	"time"

	"zabuni.org/core/auction"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pgtest"
)

// Somebody practises before an auction begins: by its rules, against robots, in a room of his own, of which the
// auction, its host, a colleague and a rival learn nothing.
func TestAPracticeLeavesNoTrace(t *testing.T) {
	t.Parallel()
	r := published(t, 2)
	a, rival := r.Bidders[0], r.Bidders[1]
	begun := r.Starts.Add(-time.Hour)
	r.SetClock(begun)
	place := func(who access.Actor, price, key string, confirmed bool) error {
		_, err := r.Auctions.PlaceInPractice(r.Context(), who, r.ID, amount(t, price), confirmed, key)
		return err
	}
	before, err := r.Auctions.Practice(r.Context(), a, r.ID)
	r.Must(err)
	if before.Joined || before.May != nil || before.View.Phase != auction.Upcoming {
		t.Fatalf("before it begins: %+v", before)
	}
	r.Is(place(a, "9000", "first", true), auction.NotBegun)
	r.Must(r.Auctions.BeginPractice(r.Context(), a, r.ID))
	r.SetClock(begun.Add(time.Second))
	r.Must(place(a, "9000", "first", true))
	r.Must(place(a, "9000", "first", true))
	r.Is(place(a, "8000", "first", true), auction.KeyReused)
	r.SetClock(begun.Add(3 * time.Minute))
	room, err := r.Auctions.Practice(r.Context(), a, r.ID)
	r.Must(err)
	if !room.Joined || len(room.View.Lines) < 2 || room.View.Own == nil || !room.View.EndsAt.Equal(begun.Add(auction.PracticeLength)) {
		t.Fatalf("after three minutes: %+v", room.View)
	}
	for _, l := range room.View.Lines {
		if !l.Mine && l.Participant != nil && room.Aliases[*l.Participant] == 0 {
			t.Errorf("somebody without an alias: %+v", l)
		}
	}
	r.Is(place(a, "9000", "second", true), auction.TooWeak)
	other, err := r.Auctions.Practice(r.Context(), rival, r.ID)
	r.Must(err)
	if other.Joined || len(other.View.Lines) != 0 {
		t.Errorf("a rival sees %+v", other.View)
	}
	if d := r.desk(); len(d.View.Lines) != 1 || d.Auction.Seq != 1 || len(d.Auction.Marks) != 0 {
		t.Errorf("the host sees %+v", d.View.Lines)
	}
	real, err := r.Auctions.Room(r.Context(), a, r.ID)
	r.Must(err)
	if real.Joined || real.View.Own != nil {
		t.Errorf("the real room has %+v", real.View)
	}
	// Anew: what was before is gone.
	r.Must(r.Auctions.BeginPractice(r.Context(), a, r.ID))
	again, err := r.Auctions.Practice(r.Context(), a, r.ID)
	r.Must(err)
	if again.View.Own != nil || !again.View.EndsAt.After(room.View.EndsAt) {
		t.Errorf("anew: %+v", again.View)
	}
	// Whoever may not bid at all does not practise; nor does anybody once the auction begins.
	_, err = pgtest.Do(r.Context(), r.DB, `UPDATE company SET status = 'deactivated' WHERE id = $1`, rival.Org)
	r.Must(err)
	r.Is(r.Auctions.BeginPractice(r.Context(), rival, r.ID), entry.Inactive)
	r.SetClock(r.Starts)
	r.Is(r.Auctions.BeginPractice(r.Context(), a, r.ID), auction.NoPractice)
	r.Is(place(a, "7000", "third", true), auction.NoPractice)
	over, err := r.Auctions.Practice(r.Context(), a, r.ID)
	r.Must(err)
	r.Is(over.May, auction.NoPractice)
}
