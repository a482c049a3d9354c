package tell

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// biddingTold is what is told of bids, to their own people alone.
func (t *Teller) biddingTold() []telling {
	return []telling{
		{biddingsvc.BidSubmitted, t.tellReceived},
		{biddingsvc.BidWithdrawn, t.tellWithdrawn},
	}
}

// tellReceived tells a supplier's people what the signed receipt says.
func (t *Teller) tellReceived(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d biddingsvc.Received
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, d.Buyer, d.Category)
	if err != nil {
		return err
	}
	people, err := t.Identity.CompanyRecipients(ctx, tx, e.Owner)
	if err != nil {
		return err
	}
	n := ofCategory(c, "bid.submitted", mail.BidReceipt, map[string]string{
		"version":     fmt.Sprint(d.Version),
		"received_at": instant(d.ReceivedAt),
	})
	n.Data.Version, n.Data.At, n.Data.Receipt = fmt.Sprint(d.Version), c.In(d.ReceivedAt), d.Receipt
	n.Under = &c.ID
	return t.Notify.Spread(ctx, tx, people, n)
}

// tellWithdrawn tells a supplier's people that somebody has taken their bid back.
func (t *Teller) tellWithdrawn(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d biddingsvc.Withdrawn
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, d.Buyer, d.Category)
	if err != nil {
		return err
	}
	people, err := t.Identity.CompanyRecipients(ctx, tx, e.Owner)
	if err != nil {
		return err
	}
	n := ofCategory(c, "bid.withdrawn", mail.BidWithdrawn, map[string]string{"hours": fmt.Sprint(bidding.ContactHours)})
	n.Data.At, n.Data.Valid = c.In(d.At), bidding.ContactHours*time.Hour
	n.Path, n.Under = withdrawals, &c.ID
	return t.Notify.Spread(ctx, tx, people, n)
}
