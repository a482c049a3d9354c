package app_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// Whichever statement fails of what is done with a room, from its draft to its end,
// nothing of the act is kept.
func TestWhatIsDoneInARoomIsDoneWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := begins(t, 2)
	w.changed = pgtest.Changes(t, w.DB, "auction", "auction_event", "auction_participant", "document", "participation", "submission", "opened_bid", "bid_result", "job", "category", "audit_entry", "outbox")
	ctx, officer, org := t.Context(), w.Officer, w.Officer.Org
	step := money.New(100, 0)
	starts := story.Noon.Add(48 * time.Hour)
	form := auctionsvc.Form{
		Job: sourcing.JobForm{Activity: sourcing.ReverseAuction, Code: "LIVE", Title: "Lorries"},
		Category: sourcing.CategoryForm{
			Currency:    "KES",
			OpensAt:     story.Noon,
			InvitedOnly: true,
			Without:     []sourcing.StepName{"criteria"},
		},
		Rules: auction.Rules{
			Visibility: auction.SeeBestRank,
			Reference:  auction.Leader,
			StepAmount: &step,
			StartsAt:   starts,
			EndsAt:     starts.Add(time.Hour),
			Window:     2 * time.Minute,
			Extend:     2 * time.Minute,
			From:       auction.FromReceipt,
			Trigger:    auction.AnyBid,
		},
	}
	var id uuid.UUID
	w.act("draft", func() (err error) {
		id, err = w.Auctions.Create(ctx, officer, org, form)
		return err
	})
	form.Job.Title = "Heavy lorries"
	w.act("change", func() error { return w.Auctions.Update(ctx, officer, org, id, 1, form) })
	w.Must(only(w.Sourcing.AddItem(ctx, officer, org, id, sourcing.Item{Number: "1", Description: "Lorry", Unit: "each", Quantity: money.NewQuantity(3, 0)})))
	w.Must(only(w.Sourcing.Invite(ctx, officer, org, id, []uuid.UUID{w.Bidders[0].Org, w.Bidders[1].Org})))
	w.act("publish", func() error { return w.Sourcing.Publish(ctx, officer, org, id) })
	w.act("enter", func() error { return w.Auctions.Join(ctx, w.Bidders[0], id) })
	w.Must(w.Auctions.Join(ctx, w.Bidders[1], id))
	w.SetClock(starts.Add(time.Minute))
	for i, who := range w.Bidders {
		w.act("bid", func() error {
			return only(w.Auctions.Place(ctx, who, id, money.New(int64(9000-1000*i), 0), true, fmt.Sprint("the bid of ", i)))
		})
	}
	w.act("bid from a paper", func() error {
		return w.Auctions.Enter(ctx, officer, org, id, auctionsvc.PaperBid{
			Supplier:  w.Bidders[0].Org,
			Amount:    money.New(7500, 0),
			Reason:    "The line is down",
			Name:      "form.pdf",
			Paper:     story.PDF,
			Key:       "from a paper",
			Confirmed: true,
		})
	})
	seen := int64(3)
	for _, d := range []auctionsvc.Deed{
		{Act: auctionsvc.Say},
		{Act: auctionsvc.Pause},
		{Act: auctionsvc.Resume},
		{Act: auctionsvc.Block, Supplier: &w.Bidders[0].Org},
		{Act: auctionsvc.VoidBid, Bid: &seen},
		{Act: auctionsvc.End},
	} {
		desk, err := w.Auctions.Desk(ctx, officer, org, id)
		w.Must(err)
		d.Reason, d.Seen = "A reason", desk.Auction.Seq
		w.act(string(d.Act), func() error { return w.Auctions.Conduct(ctx, officer, org, id, d) })
	}
	w.Must(only(w.Sourcing.CloseDue(ctx)))
	w.act("rank", func() error { return w.Evaluation.Complete(ctx, officer, org, id) })
}
