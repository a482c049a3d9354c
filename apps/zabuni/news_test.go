package main

import (
	"time"

	"github.com/google/uuid"
)

// news is a tender to which everything happens that people are told of: it is new
// to suppliers of its kind, it is moved, closes soon, loses a bid and is cancelled.
func (h *house) news(t *tenant) {
	h.Helper()
	a, owner := t.buyer, t.buyer.Org
	x := h.author(t, "NEWS", "live", -time.Hour, 9*time.Hour)
	h.must(h.Sourcing.Publish(h.ctx, a, owner, x.category))
	_, err := h.Sourcing.Invite(h.ctx, a, owner, x.category, []uuid.UUID{t.rival.Org})
	h.must(err)
	h.react()
	bid, _ := h.bid(t.supplier, x, "draf", "779")
	_, err = h.Bidding.Submit(h.ctx, t.supplier, bid, "submit-"+bid.String())
	h.must(err)
	h.must(h.Bidding.Withdraw(h.ctx, t.supplier, bid, "Because of "+word(t.supplier, "quit")))
	h.bid(t.rival, x, "draf", "780")
	_, err = h.Sourcing.RemindDue(h.ctx)
	h.must(err)
	h.react()
	h.must(h.Sourcing.Extend(h.ctx, a, owner, x.category, h.now.Add(10*time.Hour), "Moved for "+word(a, "live")))
	h.must(h.Sourcing.CancelCategory(h.ctx, a, owner, x.category, "Ended for "+word(a, "live")))
}
