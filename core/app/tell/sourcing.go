package tell

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// sourcingTold is what is told of a category.
func (t *Teller) sourcingTold() []telling {
	return []telling{
		{sourcingsvc.CategoryClosed, t.tellWithdrawals},
		{sourcingsvc.QuestionAsked, t.tellAsked},
		{sourcingsvc.QuestionRefused, t.tellUnanswered},
		{sourcingsvc.CategoryClosing, t.tellWaiting},
	}
}

// sourcingRounds is what is told of it to many suppliers.
func (t *Teller) sourcingRounds() []round {
	return []round{
		{"invitation", sourcingsvc.SuppliersInvited, t.tellInvited},
		{"invitation on opening", sourcingsvc.CategoryOpened, t.tellInvited},
		{"negotiation", sourcingsvc.RoundOpened, t.tellRound},
		{"publication", sourcingsvc.CategoryOpened, t.tellFitting},
		{"renewal", sourcingsvc.CategoryOpened, t.tellRenewal},
		{"extension", sourcingsvc.CategoryExtended, t.tellExtended},
		{"addendum", sourcingsvc.CategoryAmended, t.tellAmended},
		{"closing soon", sourcingsvc.CategoryClosing, t.tellClosing},
		{"clarification", sourcingsvc.CategoryClarified, t.tellAnswered},
		{"cancellation", sourcingsvc.CategoryCancelled, t.tellCancelled},
		{"no_bid", sourcingsvc.CategoryFailed, t.tellUnsuccessful},
	}
}

// ofCategory is news of a category. Moments are told in the zone of its job.
func ofCategory(c sourcingsvc.About, kind string, by mail.Kind, more map[string]string) notifysvc.News {
	params := map[string]string{
		"company":   c.BuyerName,
		"category":  c.Name,
		"reference": c.Reference,
		"closes_at": instant(c.ClosesAt),
		"zone":      c.Zone,
	}
	maps.Copy(params, more)
	return notifysvc.News{
		Kind:   kind,
		Params: params,
		Path:   categoryAt(c.ID),
		Mail:   by,
		Data: mail.Data{
			Company:   c.BuyerName,
			Title:     c.JobTitle,
			Reference: c.Reference,
			Category:  c.Name,
			At:        c.ClosesAt,
		},
	}
}

// instant is a moment as a sentence of the app takes it.
func instant(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// toEach gives the same news to companies.
func toEach(companies []uuid.UUID, n notifysvc.News) []notifysvc.Tidings {
	out := make([]notifysvc.Tidings, len(companies))
	for i, c := range companies {
		out[i] = notifysvc.Tidings{Company: c, News: n}
	}
	return out
}

// tellInvited tells invited suppliers once the category can be seen, whether they
// were invited before that or after.
func (t *Teller) tellInvited(ctx context.Context, tx pg.Tx, e journal.Event, _ uuid.UUID) ([]notifysvc.Tidings, error) {
	to, err := t.Sourcing.Newcomers(ctx, tx, e.Owner, e.ObjectID, notifysvc.Batch)
	if err != nil || len(to) == 0 {
		return nil, err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, e.ObjectID)
	return toEach(to, ofCategory(c, "category.invited", mail.Invitation, nil)), err
}

// tellRound asks the chosen bidders of a round of negotiation for their prices.
func (t *Teller) tellRound(ctx context.Context, tx pg.Tx, e journal.Event, _ uuid.UUID) ([]notifysvc.Tidings, error) {
	to, err := t.Sourcing.Newcomers(ctx, tx, e.Owner, e.ObjectID, notifysvc.Batch)
	if err != nil || len(to) == 0 {
		return nil, err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, e.ObjectID)
	kind, by := "category.round", mail.Round
	if c.BestAndFinal {
		kind, by = "category.final_round", mail.FinalRound
	}
	return toEach(to, ofCategory(c, kind, by, nil)), err
}

// tellFitting tells suppliers of the kind of supply of a category that is open
// for everybody.
func (t *Teller) tellFitting(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID) ([]notifysvc.Tidings, error) {
	to, err := t.Sourcing.Fitting(ctx, tx, e.Owner, e.ObjectID, after, notifysvc.Batch)
	if err != nil || len(to) == 0 {
		return nil, err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, e.ObjectID)
	return toEach(to, ofCategory(c, "category.published", mail.Publication, nil)), err
}

// concerned are the next suppliers that a category concerns, each with its news;
// what gives none is not told.
func (t *Teller) concerned(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID,
	of func(sourcingsvc.About, biddingsvc.Concerned) notifysvc.News,
) ([]notifysvc.Tidings, error) {
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return nil, err
	}
	who, err := t.Bidding.Concerned(ctx, tx, e.ObjectID, after, notifysvc.Batch)
	out := make([]notifysvc.Tidings, len(who))
	for i, w := range who {
		out[i] = notifysvc.Tidings{Company: w.SupplierID, News: of(c, w)}
	}
	return out, err
}

// tellExtended tells everybody concerned the old and the new time, and why.
func (t *Teller) tellExtended(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID) ([]notifysvc.Tidings, error) {
	var d sourcingsvc.Extension
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return nil, err
	}
	return t.concerned(ctx, tx, e, after, func(c sourcingsvc.About, _ biddingsvc.Concerned) notifysvc.News {
		n := ofCategory(c, "category.extended", mail.Extension, map[string]string{
			"was_at":    instant(d.From),
			"closes_at": instant(d.To),
			"reason":    d.Reason,
		})
		n.Data.Was, n.Data.At, n.Data.Reason = c.In(d.From), c.In(d.To), d.Reason
		return n
	})
}

// tellCancelled tells everybody concerned why, and who has paid what becomes of
// the fee.
func (t *Teller) tellCancelled(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID) ([]notifysvc.Tidings, error) {
	var d sourcingsvc.Cancellation
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return nil, err
	}
	return t.concerned(ctx, tx, e, after, func(c sourcingsvc.About, who biddingsvc.Concerned) notifysvc.News {
		kind, by := "category.cancelled", mail.Cancellation
		if who.FeeOrder != "" {
			kind, by = "category.cancelled_fee", mail.CancellationFee
		}
		n := ofCategory(c, kind, by, map[string]string{"reason": d.Reason, "number": who.FeeOrder})
		n.Data.Reason, n.Data.Number = d.Reason, who.FeeOrder
		n.Path = afterEnd(c, who)
		return n
	})
}

// afterEnd is where the news of an end leads: what was never begun cannot be looked
// at any more.
func afterEnd(c sourcingsvc.About, who biddingsvc.Concerned) string {
	switch {
	case who.FeeOrder != "":
		return payments
	case !who.Began:
		return openJobs
	}
	return categoryAt(c.ID)
}

// tellUnsuccessful tells who took part in what has ended without a result and hears
// of it in no other way: who began a bid, or paid for one. A bid that stands has its
// own result, in a letter or a notice.
func (t *Teller) tellUnsuccessful(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID) ([]notifysvc.Tidings, error) {
	return t.concerned(ctx, tx, e, after, func(c sourcingsvc.About, who biddingsvc.Concerned) notifysvc.News {
		if who.Stands || !who.Began && !who.Paid {
			return notifysvc.News{}
		}
		kind, by := "category.unsuccessful", mail.Unsuccessful
		if who.FeeOrder != "" {
			kind, by = "category.unsuccessful_fee", mail.UnsuccessfulFee
		}
		n := ofCategory(c, kind, by, map[string]string{"number": who.FeeOrder})
		n.Data.Number, n.Path = who.FeeOrder, afterEnd(c, who)
		return n
	})
}

// tellAmended tells everybody concerned of an addendum, and whose bid has to be confirmed that
// it does not count before.
func (t *Teller) tellAmended(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID) ([]notifysvc.Tidings, error) {
	var d sourcingsvc.Amended
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return nil, err
	}
	x, err := t.Sourcing.AddendumNews(ctx, tx, d.Addendum)
	if err != nil {
		return nil, err
	}
	return t.concerned(ctx, tx, e, after, func(c sourcingsvc.About, who biddingsvc.Concerned) notifysvc.News {
		kind, by := "addendum.issued", mail.Addendum
		if who.Confirms && x.Touches {
			kind, by = "addendum.confirm", mail.AddendumConfirm
		}
		n := ofCategory(c, kind, by, map[string]string{"number": fmt.Sprint(x.Number), "subject": x.Title})
		n.Data.Number, n.Data.Subject, n.Data.Text, n.Under = fmt.Sprint(x.Number), x.Title, x.Body, &c.ID
		return n
	})
}

// tellClosing reminds who takes part and has not submitted, or not confirmed since an addendum. Who has is not
// reminded: nobody can tell by the mails of others who that is, until it closes.
func (t *Teller) tellClosing(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID) ([]notifysvc.Tidings, error) {
	var d sourcingsvc.Deadline
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return nil, err
	}
	return t.concerned(ctx, tx, e, after, func(c sourcingsvc.About, who biddingsvc.Concerned) notifysvc.News {
		late := c.Status != sourcing.Open || !tx.Now.Before(c.ClosesAt) || !c.ClosesAt.Equal(d.ClosesAt) // told too late, or moved since
		if late || who.Submitted && !who.Confirms || !who.Began && !who.Paid {
			return notifysvc.News{}
		}
		n := ofCategory(c, "category.closing", mail.ClosingSoon, nil)
		n.Under = &c.ID
		return n
	})
}

// tellWithdrawals tells the buyer's people who open bids how many were withdrawn,
// which nobody knew before the closing; who, the opening tells.
func (t *Teller) tellWithdrawals(ctx context.Context, tx pg.Tx, e journal.Event) error {
	count, err := t.Bidding.CountWithdrawals(ctx, tx, e.ObjectID)
	if err != nil || count == 0 {
		return err
	}
	c, err := t.Sourcing.Announcement(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	people, err := t.Identity.Holders(ctx, tx, e.Owner, c.OpenedBy(), &e.ObjectID)
	if err != nil {
		return err
	}
	n := ofCategory(c, "bids.withdrawn", mail.BidsWithdrawn, map[string]string{"bids": fmt.Sprint(count)})
	n.Data.Count, n.Path = fmt.Sprint(count), openingAt(c.ID)
	return t.Notify.Spread(ctx, tx, people, n)
}
