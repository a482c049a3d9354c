package evaluationsvc

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Events of prices that look abnormally low.
const (
	PriceQuestioned = "evaluation.price.questioned" // to its bidder
	PriceExplained  = "evaluation.price.explained"  // by it
)

// PriceFailed is by what a bid failed whose price was not explained.
const PriceFailed = "price"

// A PriceQuery is where a question about a price stands.
type PriceQuery = evaluationdb.PriceQueriesRow

// A Questioned price is what the event tells of it.
type Questioned struct {
	Submission uuid.UUID `json:"submission_id"`
	Supplier   uuid.UUID `json:"supplier_id"`
	Question   string    `json:"question"`
	Due        time.Time `json:"due_at"`
}

// An Explained price is what the event tells of it.
type Explained struct {
	Category   uuid.UUID `json:"category_id"`
	Buyer      uuid.UUID `json:"buyer_id"`
	Submission uuid.UUID `json:"submission_id"`
	AskedBy    uuid.UUID `json:"asked_by"`
}

// lowSigns are what makes prices of opened bids look abnormally low, by bid.
func lowSigns(c sourcing.Case, bids []evaluationdb.OpenedBidsRow) map[string][]evaluation.LowSign {
	if !evaluation.AsksForLow(c.Policy()) {
		return nil
	}
	in := make([]evaluation.LowBid, 0, len(bids))
	for _, b := range bids {
		if b.Price != nil && b.ReadOut != nil && b.TechnicalPass != nil && *b.TechnicalPass {
			in = append(in, evaluation.LowBid{Bid: b.SubmissionID.String(), First: b.ReadOut.Rat(), Price: b.Price.Rat()})
		}
	}
	rule := evaluation.DefaultLowRule
	if c.Estimate == nil || c.Estimate.Sign() == 0 {
		return evaluation.LowSigns(rule, nil, in)
	}
	return evaluation.LowSigns(rule, c.Estimate.Rat(), in)
}

// priceQueries are the questions about prices of a category, by bid.
func priceQueries(ctx context.Context, db pg.DB, c sourcing.Case) (map[uuid.UUID]PriceQuery, error) {
	rows, err := q.PriceQueries(ctx, db, c.ID, c.Buyer)
	out := make(map[uuid.UUID]PriceQuery, len(rows))
	for _, r := range rows {
		out[r.SubmissionID] = r
	}
	return out, err
}

// priced adds to a desk what looks low and what was asked about it, for who sees prices.
func (d *Desk) priced(ctx context.Context, db pg.DB, bids []evaluationdb.OpenedBidsRow) error {
	signs := lowSigns(d.Case, bids)
	asked, err := priceQueries(ctx, db, d.Case)
	for i := range d.Bids {
		b := &d.Bids[i]
		if b.Price == nil || b.TechnicalPass == nil { // withheld
			continue
		}
		b.Low = signs[b.SubmissionID.String()]
		if query, ok := asked[b.SubmissionID]; ok {
			b.Query = &query
		}
	}
	return err
}

// holdPriced holds a category with results for who may ask about its prices and decide.
func holdPriced(ctx context.Context, tx pg.Tx, a access.Actor, owner, submission uuid.UUID) (sourcing.Case, evaluationdb.OpenedBidsRow, []evaluationdb.OpenedBidsRow, error) {
	var own evaluationdb.OpenedBidsRow
	id, err := q.CategoryOfBid(ctx, tx, submission, owner)
	if pg.NoRows(err) {
		err = fault.NotFound.New("")
	}
	if err != nil {
		return sourcing.Case{}, own, nil, err
	}
	c, err := sourcingsvc.HoldAs(ctx, tx, a, owner, id, sourcing.ToJudge)
	if err == nil {
		err = openingsvc.Decides(ctx, tx, a, c)
	}
	if err == nil {
		err = refreshable(c)
	}
	if err != nil {
		return c, own, nil, err
	}
	bids, err := q.OpenedBids(ctx, tx, c.ID, owner)
	for _, b := range bids {
		if b.SubmissionID == submission {
			own = b
		}
	}
	return c, own, bids, err
}

// AskPrice asks a bidder to explain a price that looks abnormally low, once, before
// anybody is recommended. It raises NoResults, Settled, PriceNotLow and PriceAsked.
func (s *Service) AskPrice(ctx context.Context, a access.Actor, owner, submission uuid.UUID, ask evaluation.PriceAsk) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, bid, bids, err := holdPriced(ctx, tx, a, owner, submission)
		if err != nil {
			return err
		}
		signs := lowSigns(c, bids)[submission.String()]
		if len(signs) == 0 {
			return evaluation.PriceNotLow.New("")
		}
		if ask, err = ask.Normal(tx.Now); err != nil {
			return err
		}
		n, err := q.InsertPriceQuery(ctx, tx, evaluationdb.InsertPriceQueryParams{
			SubmissionID: submission,
			CategoryID:   c.ID,
			BuyerID:      owner,
			SupplierID:   bid.SupplierID,
			Question:     ask.Question,
			DueAt:        ask.Due,
			AskedBy:      a.User,
			AskedAt:      tx.Now,
		})
		if err == nil && n == 0 {
			err = evaluation.PriceAsked.New("")
		}
		if err != nil {
			return err
		}
		because := map[string]string{}
		for _, sign := range signs {
			because[string(sign.Code)] = sign.Share.Exact.RatString()
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: PriceQuestioned, Object: "category", ObjectID: c.ID, Owner: owner, Detail: struct {
			Job uuid.UUID `json:"job_id"`
			Questioned
			Because map[string]string `json:"because"`
		}{c.Job.ID, Questioned{Submission: submission, Supplier: bid.SupplierID, Question: ask.Question, Due: ask.Due}, because}})
		return err
	})
}

// DecidePrice decides whether a price was explained, over the version that the actor has
// read. A bid whose price was not is out with its reason, and the results are made anew in
// the same act by the best price of before. It raises PriceWaits while its bidder may
// still say something, PriceDecided and PriceMoved.
func (s *Service) DecidePrice(ctx context.Context, a access.Actor, owner, submission uuid.UUID, outcome evaluation.PriceOutcome, reason string, seen int32) error {
	var f fault.Fields
	reason = f.Need("/reason", reason, 2000)
	if err := f.Err(); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, _, _, err := holdPriced(ctx, tx, a, owner, submission)
		if err != nil {
			return err
		}
		row, err := q.HoldPriceQuery(ctx, tx, submission, owner)
		if pg.NoRows(err) {
			err = evaluation.PriceNotAsked.New("")
		}
		if err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		if err := priceQuery(row.DueAt, row.AnsweredAt, row.Outcome).Decide(outcome, now); err != nil {
			return err
		}
		if row.Version != seen {
			return evaluation.PriceMoved.New("seen was version %d of %d", seen, row.Version)
		}
		err = q.DecidePriceQuery(ctx, tx, evaluationdb.DecidePriceQueryParams{
			Outcome:      string(outcome),
			Reason:       reason,
			DecidedBy:    a.User,
			DecidedAt:    now,
			SubmissionID: submission,
			BuyerID:      owner,
		})
		if err != nil {
			return err
		}
		err = record(ctx, tx, a, "price.decided", c, map[string]any{"submission_id": submission, "outcome": outcome, "reason": reason})
		if err != nil || outcome != evaluation.PriceRejected {
			return err
		}
		m, err := loadModel(ctx, tx, c)
		if err != nil {
			return err
		}
		detail, err := m.place(ctx, tx)
		if err != nil {
			return err
		}
		detail["submission_id"] = submission
		return record(ctx, tx, a, "ranking.remade", c, detail)
	})
}

// priceQuery is a row as the rules know it.
func priceQuery(due time.Time, answered *time.Time, outcome *string) evaluation.PriceQuery {
	p := evaluation.PriceQuery{Due: due, Answered: answered != nil}
	if outcome != nil {
		p.Outcome = evaluation.PriceOutcome(*outcome)
	}
	return p
}

// PricesExplained tells whether these bids can be recommended by their prices: nothing
// that was asked in the category is undecided, and where the regime must ask, who looks
// low was asked. It raises PriceOpen and PriceUnasked with the bidder's name.
func PricesExplained(ctx context.Context, tx pg.Tx, c sourcing.Case, chosen ...uuid.UUID) error {
	if !evaluation.AsksForLow(c.Policy()) {
		return nil
	}
	asked, err := priceQueries(ctx, tx, c)
	if err != nil {
		return err
	}
	bids, err := q.OpenedBids(ctx, tx, c.ID, c.Buyer)
	if err != nil {
		return err
	}
	regime, _ := sourcing.RegimeOf(c.Job.Regime)
	signs := lowSigns(c, bids)
	named := map[uuid.UUID]bool{}
	for _, id := range chosen {
		named[id] = true
	}
	for _, b := range bids {
		var query *evaluation.PriceQuery
		if row, ok := asked[b.SubmissionID]; ok {
			p := priceQuery(row.DueAt, row.AnsweredAt, row.Outcome)
			query = &p
		}
		if err := evaluation.MayWin(query, len(signs[b.SubmissionID.String()]), regime.AsksLow && named[b.SubmissionID]); err != nil {
			return fault.As(err).With("name", b.SupplierName)
		}
	}
	return nil
}

// OwnPriceQuery is a question about a price as its bidder reads it.
type OwnPriceQuery = evaluationdb.MyPriceQueryRow

// ownQuery finds the question about the price of a bid of the actor's company. It raises
// BidNotFound, and PriceNotAsked where nobody asked.
func ownQuery(ctx context.Context, db pg.DB, a access.Actor, bid uuid.UUID) (OwnPriceQuery, error) {
	if err := a.Be(access.Supplier); err != nil {
		return OwnPriceQuery{}, err
	}
	activity, err := q.MyActivity(ctx, db, bid, a.Org)
	if pg.NoRows(err) {
		err = bidding.BidNotFound.New("")
	}
	if err == nil {
		err = sourcing.Activity(activity).MayBid(a)
	}
	if err != nil {
		return OwnPriceQuery{}, err
	}
	row, err := q.MyPriceQuery(ctx, db, bid, a.Org)
	if pg.NoRows(err) {
		err = evaluation.PriceNotAsked.New("")
	}
	return row, err
}

// MyPriceQuery is what a bidder was asked about the price of its bid; nil where nobody
// asked. Whether its bid is out it hears with the results.
func (s *Service) MyPriceQuery(ctx context.Context, a access.Actor, bid uuid.UUID) (*OwnPriceQuery, error) {
	row, err := ownQuery(ctx, s.db, a, bid)
	switch {
	case errors.Is(err, evaluation.PriceNotAsked):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &row, nil
}

// ExplainPrice answers what was asked about a price, or answers it better, until it is
// due or decided. It raises PriceNotAsked, PriceLate and PriceDecided.
func (s *Service) ExplainPrice(ctx context.Context, a access.Actor, bid uuid.UUID, answer string) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		own, err := ownQuery(ctx, tx, a, bid)
		if err != nil {
			return err
		}
		var f fault.Fields
		text := f.Need("/answer", answer, evaluation.MaxExplanation)
		if err := f.Err(); err != nil {
			return err
		}
		row, err := q.HoldMyPriceQuery(ctx, tx, own.SubmissionID, a.Org)
		if err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx) // under the lock
		if err != nil {
			return err
		}
		if err := priceQuery(row.DueAt, row.AnsweredAt, row.Outcome).Explain(now); err != nil {
			return err
		}
		err = q.ExplainPrice(ctx, tx, evaluationdb.ExplainPriceParams{
			Answer:       text,
			AnsweredBy:   a.User,
			AnsweredAt:   now,
			SubmissionID: own.SubmissionID,
			SupplierID:   a.Org,
		})
		if err != nil {
			return err
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: PriceExplained, Object: "bid", ObjectID: bid, Owner: a.Org, Detail: Explained{
			Category:   own.CategoryID,
			Buyer:      own.BuyerID,
			Submission: own.SubmissionID,
			AskedBy:    own.AskedBy,
		}})
		return err
	})
}

// loadRejected reads which bids are out because nobody explained their prices.
func (m *model) loadRejected(ctx context.Context, db pg.DB) error {
	asked, err := priceQueries(ctx, db, m.category)
	m.low = map[uuid.UUID]bool{}
	for id, query := range asked {
		m.low[id] = query.Outcome != nil && evaluation.PriceOutcome(*query.Outcome) == evaluation.PriceRejected
	}
	return err
}

// gone is the code of why a bid has dropped out; empty where it takes part.
func (m *model) gone(bid uuid.UUID) string {
	switch {
	case m.out[bid]:
		return evaluation.VisitFailed
	case m.low[bid]:
		return evaluation.PriceUnexplained
	case m.live == LiveOver && m.bids[bid].Price == nil:
		return evaluation.NoBid
	}
	return ""
}

// failedBy is what a bid is said to have failed by that has dropped out.
var failedBy = map[string]string{evaluation.VisitFailed: VisitFailed, evaluation.PriceUnexplained: PriceFailed, evaluation.NoBid: NoBid}
