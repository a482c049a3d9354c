package biddingsvc

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/internal/biddingdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// A Line is one item with the bid's price, as its supplier sees it.
type Line struct {
	ID                              uuid.UUID
	Number, Code, Description, Unit string
	Quantity                        money.Quantity
	UnitPrice                       *money.Decimal
	Last                            *money.Decimal // before this round of negotiation
	Amount                          *money.Decimal
	Remarks                         string
	Version                         int64
	Addendum                        int32 // that added it; 0 where it was there from the start
}

// Idle is what a draft has of something that an addendum took away: it is not submitted.
type Idle struct {
	ID        uuid.UUID
	Label     string // the question, or number and description of the item
	Addendum  int32  // that took it away
	Value     string // as people read it
	UnitPrice *money.Decimal
	Remarks   string
	Files     []File
}

// A File is a document of the bid.
type File struct {
	ID, Question uuid.UUID
	Name, Type   string
	Size         int64
	UploadedAt   time.Time
	Paper        *Paper // of the profile, where it was taken from there
}

// Given is an answer as its supplier sees it.
type Given struct {
	Value   string
	Version int64
}

// A Submission is one version that was received.
type Submission struct {
	ID          uuid.UUID
	Version     int32
	ReceivedAt  time.Time
	Receipt     string
	WithdrawnAt *time.Time
	SetAside    bool // by an addendum that came after it
}

// A Round says of a bid in a negotiation which round it is, and what it improves.
type Round struct {
	Number       int32
	BestAndFinal bool
	Above        uuid.UUID // the category
	Reference    string    // the category's
	Last         *money.Decimal
}

// A Bid is everything its own supplier may see of it.
type Bid struct {
	biddingdb.ParticipationRow
	Criteria
	Answers     map[uuid.UUID]Given
	Lines       []Line
	Idle        []Idle
	Total       *money.Decimal // of the lines that have a price
	Round       *Round         // nil outside of negotiations
	Files       []File
	Progress    bidding.Progress
	Submissions []Submission
	Changed     bool // since the latest submission
	Open        bool // may change now
}

// Bid returns one bid of the actor's company with its drafts opened.
func (s *Service) Bid(ctx context.Context, a access.Actor, id uuid.UUID) (Bid, error) {
	var b Bid
	err := s.tx(ctx, a, func(tx pg.Tx) error {
		b = Bid{Answers: map[uuid.UUID]Given{}}
		var err error
		if b.ParticipationRow, err = load(ctx, tx, a, id); err != nil {
			return err
		}
		p := b.ParticipationRow
		if b.Criteria, err = s.criteria(ctx, tx, p); err != nil {
			return err
		}
		if err := s.open(ctx, tx, a, &b); err != nil {
			return err
		}
		if err := b.round(ctx, tx); err != nil {
			return err
		}
		files, err := q.Files(ctx, tx, p.ID, a.Org)
		if err != nil {
			return err
		}
		for _, f := range files {
			b.Files = append(b.Files, fileOf(f))
		}
		b.idleAnswers()
		state, err := s.state(ctx, tx, p, b.Criteria)
		if err != nil {
			return err
		}
		b.Progress = state.Progress()
		subs, err := q.Submissions(ctx, tx, p.ID, a.Org)
		if err != nil {
			return err
		}
		for _, r := range subs {
			b.Submissions = append(b.Submissions, Submission{r.ID, r.Version, r.ReceivedAt, r.Receipt, r.WithdrawnAt, r.SetAside})
		}
		b.Changed = len(subs) > 0 && p.LastSavedAt != nil && p.LastSavedAt.After(subs[0].ReceivedAt)
		b.Open = bidding.Status(p.Status) != bidding.StatusWithdrawn && phase(p).Open(tx.Now) == nil
		return nil
	})
	return b, err
}

// BidIn returns the bid of the actor's company in a category; nil before it
// takes part.
func (s *Service) BidIn(ctx context.Context, a access.Actor, category uuid.UUID) (*Bid, error) {
	var id uuid.UUID
	err := s.tx(ctx, a, func(tx pg.Tx) error {
		var err error
		id, err = q.ParticipationIn(ctx, tx, category, a.Org)
		return err
	})
	if pg.NoRows(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	b, err := s.Bid(ctx, a, id)
	return &b, err
}

// open reads what lies under the draft's seal.
func (s *Service) open(ctx context.Context, tx pg.Tx, a access.Actor, b *Bid) error {
	if len(b.DraftKey) == 0 {
		return nil // it was bid in a room, and never drafted
	}
	key, err := s.company(ctx, tx, a)
	if err != nil {
		return err
	}
	defer key.Close()
	draft, err := key.Participation(b.ID, b.DraftKey)
	if err != nil {
		return err
	}
	defer draft.Close()
	answers, err := q.Responses(ctx, tx, b.ID, a.Org)
	if err != nil {
		return err
	}
	for _, r := range answers {
		value, err := draft.Open(r.QuestionID, r.Version, r.Sealed)
		if err != nil {
			return err
		}
		b.Answers[r.QuestionID] = Given{string(value), r.Version}
	}
	prices, err := q.PriceResponses(ctx, tx, b.ID, a.Org)
	if err != nil {
		return err
	}
	under := map[uuid.UUID]pricedLine{}
	versions := map[uuid.UUID]int64{}
	for _, r := range prices {
		raw, err := draft.Open(r.ItemID, r.Version, r.Sealed)
		if err != nil {
			return err
		}
		var l pricedLine
		if err := json.Unmarshal(raw, &l); err != nil {
			return err
		}
		under[r.ItemID], versions[r.ItemID] = l, r.Version
	}
	last, err := lastOffer(ctx, tx, b.ParticipationRow)
	if err != nil {
		return err
	}
	var total money.Decimal
	for _, it := range b.Items {
		l := Line{ID: it.ID, Number: it.Number, Code: it.Code, Description: it.Description, Unit: it.Unit, Quantity: it.Quantity,
			Last: last[it.ID], Remarks: under[it.ID].Remarks, Version: versions[it.ID], Addendum: it.Addendum}
		if typed := under[it.ID].UnitPrice; typed != "" {
			price, err := money.ParseDecimal(typed)
			if err != nil {
				return err
			}
			amount := money.Line(price, it.Quantity, money.Currency(b.Currency))
			l.UnitPrice, l.Amount = &price, &amount
			total = total.Add(amount)
		}
		b.Lines = append(b.Lines, l)
	}
	if len(b.Items) > 0 {
		b.Total = &total
	}
	return b.idlePrices(under)
}

// lastOffer is what the bid's company offered last, by the items of a round of
// negotiation; nothing elsewhere.
func lastOffer(ctx context.Context, tx pg.Tx, p biddingdb.ParticipationRow) (map[uuid.UUID]*money.Decimal, error) {
	if p.ParentID == nil {
		return nil, nil
	}
	rows, err := q.LastOffer(ctx, tx, p.SupplierID, p.CategoryID)
	out := map[uuid.UUID]*money.Decimal{}
	for _, r := range rows {
		out[r.ItemID] = &r.UnitPrice
	}
	return out, err
}

// round reads of a bid in a negotiation what it improves.
func (b *Bid) round(ctx context.Context, tx pg.Tx) error {
	if b.ParentID == nil {
		return nil
	}
	r, err := q.Above(ctx, tx, b.CategoryID, b.BuyerID)
	if err != nil {
		return err
	}
	b.Round = &Round{Number: r.Round, BestAndFinal: r.BestAndFinal, Above: r.ID, Reference: r.Reference}
	var last money.Decimal
	for _, l := range b.Lines {
		if l.Last == nil {
			return nil // an item without a price before: there is no sum to improve
		}
		last = last.Add(money.Line(*l.Last, l.Quantity, money.Currency(b.Currency)))
	}
	b.Round.Last = &last
	return nil
}

// improves refuses prices of a round that are worse than the last ones.
func improves(b Bid) error {
	if b.ParentID == nil {
		return nil
	}
	steps := make([]bidding.Step, len(b.Lines))
	for i, l := range b.Lines {
		steps[i] = bidding.Step{Item: l.ID, Number: l.Number, Quantity: l.Quantity, Last: l.Last, Now: l.UnitPrice}
	}
	return bidding.Improve(policyOf(b.ParticipationRow).Best, money.Currency(b.Currency), steps)
}

// BidFilter narrows the list of bids.
type BidFilter struct {
	Ongoing    bool
	Ranked     bool // with a result that its supplier may know
	Activities []sourcing.Activity
	Closes     day.Span // in the zone of each job
	Search     string
}

// A BidRow is a bid in a list.
type BidRow = biddingdb.ListBidsRow

// Bids is one page of the actor's company's bids, newest first.
func (s *Service) Bids(ctx context.Context, a access.Actor, f BidFilter, after string, limit int) (page.Of[BidRow], error) {
	c, err := page.Parse(after)
	if err != nil {
		return page.Of[BidRow]{}, err
	}
	var rows []BidRow
	err = s.listing(ctx, a, func(tx pg.Tx) error {
		rows, err = q.ListBids(ctx, tx, biddingdb.ListBidsParams{
			SupplierID: a.Org,
			AfterAt:    c.At,
			AfterID:    c.ID,
			Ongoing:    f.Ongoing,
			Ranked:     f.Ranked,
			Activities: closed.Values(f.Activities...),
			ClosesFrom: f.Closes.First,
			ClosesTo:   f.Closes.Last,
			Search:     pg.Sought(f.Search),
			MaxRows:    int32(limit + 1),
		})
		return err
	})
	return page.Cut(rows, limit, func(r BidRow) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), err
}

// PaidNotBegun lists what the actor's company has paid for and may still bid for,
// without a bid there: at most fifty, the next to close first.
func (s *Service) PaidNotBegun(ctx context.Context, a access.Actor, activities ...sourcing.Activity) (rows []biddingdb.PaidNotBegunRow, err error) {
	err = s.listing(ctx, a, func(tx pg.Tx) error {
		rows, err = q.PaidNotBegun(ctx, tx, a.Org, closed.Values(activities...))
		return err
	})
	return rows, err
}

// WithdrawalFilter narrows the list of withdrawals; the zero value narrows nothing.
type WithdrawalFilter struct {
	Withdrawn day.Span // in the zone of each job
	Search    string
}

// Withdrawals is one page of the actor's company's withdrawals, newest first.
func (s *Service) Withdrawals(ctx context.Context, a access.Actor, f WithdrawalFilter, after string, limit int) (page.Of[biddingdb.WithdrawalsRow], error) {
	c, err := page.Parse(after)
	if err != nil {
		return page.Of[biddingdb.WithdrawalsRow]{}, err
	}
	var rows []biddingdb.WithdrawalsRow
	err = s.listing(ctx, a, func(tx pg.Tx) error {
		rows, err = q.Withdrawals(ctx, tx, biddingdb.WithdrawalsParams{
			SupplierID:    a.Org,
			AfterAt:       c.At,
			AfterID:       c.ID,
			WithdrawnFrom: f.Withdrawn.First,
			WithdrawnTo:   f.Withdrawn.Last,
			Search:        pg.Sought(f.Search),
			MaxRows:       int32(limit + 1),
		})
		return err
	})
	return page.Cut(rows, limit, func(r biddingdb.WithdrawalsRow) page.Cursor { return page.Cursor{At: r.At, ID: r.ID} }), err
}

// ToCall is a withdrawal as those look at it who call the supplier.
type ToCall = biddingdb.AllWithdrawalsRow

// callers are the operator's people who keep suppliers: they call who has withdrawn,
// so they know who it is, though the bids are still sealed.
var callers = access.Only(access.Operator, access.ManageSupplier)

// AllWithdrawals is one page of the withdrawals from every buyer's categories, newest first.
func (s *Service) AllWithdrawals(ctx context.Context, a access.Actor, f WithdrawalFilter, after string, limit int) (page.Of[ToCall], error) {
	if err := callers.Admit(a); err != nil {
		return page.Of[ToCall]{}, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return page.Of[ToCall]{}, err
	}
	rows, err := q.AllWithdrawals(ctx, s.db, biddingdb.AllWithdrawalsParams{
		AfterAt:       c.At,
		AfterID:       c.ID,
		WithdrawnFrom: f.Withdrawn.First,
		WithdrawnTo:   f.Withdrawn.Last,
		Search:        pg.Sought(f.Search),
		MaxRows:       int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r ToCall) page.Cursor { return page.Cursor{At: r.At, ID: r.ID} }), err
}
