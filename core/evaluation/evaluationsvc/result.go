package evaluationsvc

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Explanation is where every figure of a result comes from.
type Explanation struct {
	Technical evaluation.Figure      `json:"technical"`
	Short     []evaluation.Shortfall `json:"short,omitempty"`
	Failed    []assurance.Failure    `json:"failed,omitempty"` // checks
	Score     *evaluation.Figure     `json:"score,omitempty"`
	DecidedBy string                 `json:"decided_by,omitempty"`
	Left      string                 `json:"left,omitempty"` // why it is not ranked
	// Where the bid stood before another dropped out, and where it would stand by the
	// best price of those who remain: neither counts, both are printed.
	Before     *Stood `json:"before,omitempty"`
	Recomputed *Stood `json:"recomputed,omitempty"`
}

// Stood is a bid's place in a ranking that does not count.
type Stood struct {
	Rank  int32  `json:"rank"`
	Score string `json:"score"`
}

// By what a bid failed whose visit did, and who bid nothing in the room.
const (
	VisitFailed = "visit"
	NoBid       = "no_bid"
)

// place is a bid's place in the ranking.
type place struct {
	rank      *int32
	financial *money.Quantity
	combined  *money.Quantity
	score     *evaluation.Figure
	decidedBy string
	left      string

	before, recomputed *Stood
}

// put stores the result of one bid.
func (m *model) put(ctx context.Context, tx pg.Tx, bid uuid.UUID, t evaluation.Technical, at *place) error {
	technical, err := money.RoundQuantity(t.Total.Exact)
	if err != nil {
		return err
	}
	x := Explanation{Technical: t.Total, Short: t.Short, Failed: t.Failed}
	row := evaluationdb.PutResultParams{
		SubmissionID:  bid,
		CategoryID:    m.category.ID,
		BuyerID:       m.category.Buyer,
		SupplierID:    m.bids[bid].SupplierID,
		Technical:     &technical,
		TechnicalPass: t.Passed,
		Price:         m.bids[bid].Price,
		Outcome:       "fail",
		At:            tx.Now,
	}
	if t.Passed {
		row.Outcome = "pass"
	}
	if len(t.Failed) > 0 {
		verdict := string(t.Failed[0].Verdict)
		row.FailedCheck = &verdict
	}
	if why := m.gone(bid); why != "" {
		by := failedBy[why]
		row.Outcome, row.FailedCheck, x.Left = "fail", &by, why
	}
	if at != nil {
		row.Rank, row.FinancialScore, row.Combined = at.rank, at.financial, at.combined
		x.Score, x.DecidedBy, x.Left = at.score, at.decidedBy, at.left
		x.Before, x.Recomputed = at.before, at.recomputed
	}
	if row.Explanation, err = json.Marshal(x); err != nil {
		return err
	}
	return q.PutResult(ctx, tx, row)
}

// judging reports whether the technical part of a category is open and has no
// result that a later envelope relied on.
func judging(c sourcing.Case) bool {
	e, ok := c.Policy().Holding(sourcing.Criteria)
	return ok && c.Status == e.Opens
}

// Complete fixes what can be known of the envelopes that are open: the technical
// results once everybody who judges has finished, and with the last envelope the
// ranking; where prices are live, when their room is closed. It raises Apart, NotOpened,
// NotFinal, Unchecked and StillMoving.
func (s *Service) Complete(ctx context.Context, a access.Actor, owner, id uuid.UUID) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		above, err := sourcingsvc.HoldAbove(ctx, tx, owner, id)
		if err != nil {
			return err
		}
		c, err := sourcingsvc.HoldAs(ctx, tx, a, owner, id, sourcing.ToJudge)
		if err == nil {
			err = openingsvc.Decides(ctx, tx, a, c)
		}
		if err != nil {
			return err
		}
		policy := c.Policy()
		i := slices.IndexFunc(policy.Envelopes, func(e sourcing.Envelope) bool { return e.Opens == c.Status })
		if i < 0 && !ranksRoom(c) {
			return opening.NotOpened.New("category is %s", c.Status)
		}
		m, err := loadModel(ctx, tx, c)
		if err != nil {
			return err
		}
		if policy.Has(sourcing.Live) {
			return s.completeLive(ctx, tx, a, m)
		}
		if judging(c) {
			if err := s.judge(ctx, tx, a, m); err != nil {
				return err
			}
		}
		if !policy.Last(policy.Envelopes[i]) {
			return nil // prices are still to come
		}
		if above == nil {
			return s.rank(ctx, tx, a, m)
		}
		return s.merge(ctx, tx, a, *above, m)
	})
}

// judge fixes the technical result of every bid.
func (s *Service) judge(ctx context.Context, tx pg.Tx, a access.Actor, m model) error {
	if err := m.finished(ctx, tx); err != nil {
		return err
	}
	return m.pass(ctx, tx, a)
}

// pass stores who passed.
func (m *model) pass(ctx context.Context, tx pg.Tx, a access.Actor) error {
	moves := map[uuid.UUID]bidding.Move{}
	passed := 0
	for id, b := range m.bids {
		t, err := m.technical(id)
		if err != nil {
			return err
		}
		if err := m.put(ctx, tx, id, t, nil); err != nil {
			return err
		}
		moves[b.ParticipationID] = bidding.Fail
		if t.Passed {
			moves[b.ParticipationID] = bidding.Pass
			passed++
		}
	}
	if err := biddingsvc.Mark(ctx, tx, m.category.Buyer, moves); err != nil {
		return err
	}
	return record(ctx, tx, a, "technical.completed", m.category, map[string]any{"bids": len(m.bids), "passed": passed})
}

// finished tells whether everybody who judges has: those who score, and where
// nobody does those who check.
func (m *model) finished(ctx context.Context, tx pg.Tx) error {
	switch p := m.category.Policy(); {
	case p.Has(sourcing.Evaluation):
		return allFinal(ctx, tx, m.category)
	case p.Checked():
		return m.checks.Complete(slices.Collect(maps.Keys(m.bids)))
	}
	return nil
}

// allFinal raises NotFinal until everybody who declared no interest has finished,
// and somebody has.
func allFinal(ctx context.Context, tx pg.Tx, c sourcing.Case) error {
	people, err := q.Assignments(ctx, tx, c.ID, c.Buyer)
	if err != nil {
		return err
	}
	finished := 0
	for _, p := range people {
		if p.Interest == nil || *p.Interest != InterestNone {
			continue
		}
		if p.FinalAt == nil {
			return NotFinal.New("%s has not finished", p.Name).With("name", p.Name)
		}
		finished++
	}
	if finished == 0 {
		return NotFinal.New("nobody has evaluated")
	}
	return nil
}

// rank makes the result by the published rules and moves the category on.
func (s *Service) rank(ctx context.Context, tx pg.Tx, a access.Actor, m model) error {
	detail, err := m.place(ctx, tx)
	if err != nil {
		return err
	}
	if _, err := sourcingsvc.Move(ctx, tx, m.category.Category, sourcing.Evaluate, tx.Now); err != nil {
		return err
	}
	return record(ctx, tx, a, "ranking.computed", m.category, detail)
}

// place stores the result by the published rules, and returns what the log keeps of it.
func (m *model) place(ctx context.Context, tx pg.Tx) (map[string]any, error) {
	c := m.category
	results, err := m.order()
	if err != nil {
		return nil, err
	}
	moves := map[uuid.UUID]bidding.Move{}
	ranked := 0
	for id, b := range m.bids {
		at := results.places[id]
		if err := m.put(ctx, tx, id, results.technical[id], at); err != nil {
			return nil, err
		}
		if results.technical[id].Passed && m.gone(id) == "" {
			moves[b.ParticipationID] = bidding.Pass
		} else {
			moves[b.ParticipationID] = bidding.Fail
		}
		if at != nil && at.left == "" {
			ranked++
		}
	}
	if err := biddingsvc.Mark(ctx, tx, c.Buyer, moves); err != nil {
		return nil, err
	}
	for id, b := range m.bids {
		if at := results.places[id]; at != nil && at.left == "" {
			moves[b.ParticipationID] = bidding.Rank
		} else {
			delete(moves, b.ParticipationID)
		}
	}
	if err := biddingsvc.Mark(ctx, tx, c.Buyer, moves); err != nil {
		return nil, err
	}
	if err := m.putLines(ctx, tx, results.lines); err != nil {
		return nil, err
	}
	if err := m.putFrozen(ctx, tx, results.frozen); err != nil {
		return nil, err
	}
	return map[string]any{"method": results.method, "formula": c.PriceFormula, "ranked": ranked}, nil
}

func placeOf(r evaluation.Rules, e evaluation.Entry) (*place, error) {
	rank := int32(e.Place)
	p := &place{rank: &rank, score: &e.Score, decidedBy: e.DecidedBy}
	combined, err := money.RoundQuantity(e.Score.Exact)
	if err != nil {
		return nil, err
	}
	if r.Method != evaluation.LCS { // there the score compared is the price itself
		p.combined = &combined
	}
	for _, in := range e.Score.Inputs {
		if in.Code == "price.points" {
			v, err := money.RoundQuantity(in.Exact)
			if err != nil {
				return nil, err
			}
			p.financial = &v
		}
	}
	return p, nil
}
