package auctionsvc_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// The log of a room as the database keeps it is what the rule decides anew, whatever the host has done meanwhile; while
// the room runs there is none, and a stranger gets none.
func TestTheLogOfARoomIsItsLedger(t *testing.T) {
	t.Parallel()
	r := open(t, 3)
	bid := func(who int, price, key string) {
		t.Helper()
		_, err := r.bid(r.Bidders[who], price, key)
		r.Must(err)
	}
	bid(0, "5000", "one")
	bid(1, "4900", "one")
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.Pause}))
	r.SetClock(r.Starts.Add(10 * time.Minute))
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.Resume}))
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.Say, Supplier: &r.Bidders[0].Org, Reason: "For you alone"}))
	r.SetClock(r.desk().View.EndsAt.Add(-time.Second))
	bid(2, "4000", "one")
	voided := int64(3)
	r.Must(r.conduct(auctionsvc.Deed{Act: auctionsvc.VoidBid, Bid: &voided, Seen: 7}))
	_, err := r.Auctions.Log(r.Context(), r.Officer, r.Officer.Org, r.ID)
	r.Is(err, sourcing.StillMoving)
	r.SetClock(r.desk().View.EndsAt)
	_, err = r.Auctions.CloseDue(r.Context())
	r.Must(err)
	log, err := r.Auctions.Log(r.Context(), r.Officer, r.Officer.Org, r.ID)
	r.Must(err)
	room, err := auction.CheckLog(log, r.Sequencer.Notary.Verifier)
	r.Must(err)
	if room.Auction != r.ID || room.Lines != 11 {
		t.Errorf("%+v\n%s", room, log)
	}
	stranger := r.Person("buyer", access.Buyer, uuid.Nil)
	if _, err := r.Auctions.Log(r.Context(), stranger, r.Officer.Org, r.ID); !errors.Is(err, fault.Forbidden) {
		t.Error(err)
	}
	reads := r.Officer
	reads.Privileges = []access.Privilege{access.ViewReport}
	if _, err := r.Auctions.Log(r.Context(), reads, r.Officer.Org, r.ID); !errors.Is(err, fault.Forbidden) {
		t.Error("who does not host has it: ", err)
	}
}

// A room that was called off, or that has not closed, has no log, and what is kept of its job is kept all the same.
func TestARoomWithoutAnEndHasNoKeptLog(t *testing.T) {
	t.Parallel()
	r := open(t, 1)
	_, err := r.bid(r.Bidders[0], "5000", "one")
	r.Must(err)
	for range 2 {
		log, err := r.Auctions.KeptLog(r.Context(), r.Officer.Org, r.ID)
		if err != nil || log != nil {
			t.Errorf("%q, %v", log, err)
		}
		_, err = pgtest.Do(r.Context(), r.DB, `UPDATE auction SET status = 'cancelled' WHERE category_id = $1 AND status = 'published'`, r.ID)
		r.Must(err)
	}
	log, err := r.Auctions.KeptLog(r.Context(), r.Officer.Org, uuid.New())
	if err != nil || log != nil {
		t.Errorf("of no room: %q, %v", log, err)
	}
}
