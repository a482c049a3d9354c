package evaluationsvc

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// Explanation is where every figure of a result comes from.
type Explanation struct {
	Technical evaluation.Figure      `json:"technical"`
	Short     []evaluation.Shortfall `json:"short,omitempty"`
	Score     *evaluation.Figure     `json:"score,omitempty"`
	DecidedBy string                 `json:"decided_by,omitempty"`
	Left      string                 `json:"left,omitempty"` // why it is not ranked
}

// place is a bid's place in the ranking.
type place struct {
	rank      *int32
	financial *money.Quantity
	combined  *money.Quantity
	score     *evaluation.Figure
	decidedBy string
	left      string
}

// put stores the result of one bid.
func (m *model) put(ctx context.Context, tx pg.Tx, bid uuid.UUID, t evaluation.Technical, at *place) error {
	technical, err := money.RoundQuantity(t.Total.Exact)
	if err != nil {
		return err
	}
	x := Explanation{Technical: t.Total, Short: t.Short}
	row := evaluationdb.PutResultParams{SubmissionID: bid, CategoryID: m.category.ID, BuyerID: m.category.BuyerID, SupplierID: m.bids[bid].SupplierID,
		Technical: &technical, TechnicalPass: t.Passed, Price: m.bids[bid].Price, Outcome: "fail", At: tx.Now}
	if t.Passed {
		row.Outcome = "pass"
	}
	if at != nil {
		row.Rank, row.FinancialScore, row.Combined = at.rank, at.financial, at.combined
		x.Score, x.DecidedBy, x.Left = at.score, at.decidedBy, at.left
	}
	if row.Explanation, err = json.Marshal(x); err != nil {
		return err
	}
	return q.PutResult(ctx, tx, row)
}

// CompleteFinancial ranks the bids whose prices were opened.
func (s *Service) CompleteFinancial(ctx context.Context, a access.Actor, owner, id uuid.UUID) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := lock(ctx, tx, a, owner, id, access.EvaluateBids)
		if err != nil {
			return err
		}
		if c.Status != string(sourcing.FinancialOpened) {
			return NotOpened.New("category is %s", c.Status)
		}
		return s.rank(ctx, tx, a, c)
	})
}

// rank computes the ranking by the published rules and moves the category on.
func (s *Service) rank(ctx context.Context, tx pg.Tx, a access.Actor, c evaluationdb.CategoryRow) error {
	m, err := loadModel(ctx, tx, c)
	if err != nil {
		return err
	}
	rules := rulesOf(c)
	var bids []evaluation.Bid
	technical := map[string]evaluation.Technical{}
	for id, b := range m.bids {
		t, err := m.technical(id)
		if err != nil {
			return err
		}
		technical[id.String()] = t
		bid := evaluation.Bid{ID: id.String(), Technical: t.Total, Passed: t.Passed, Responsive: t.Passed, Received: b.ReceivedAt.UTC()}
		if b.Price != nil {
			bid.Price = b.Price.Rat()
		}
		bids = append(bids, bid)
	}
	places := map[string]*place{}
	if policy(c).Method != sourcing.Unranked {
		if places, err = placesOf(rules, bids); err != nil {
			return err
		}
	}
	ranked := 0
	for id := range m.bids {
		if err := m.put(ctx, tx, id, technical[id.String()], places[id.String()]); err != nil {
			return err
		}
		if p := places[id.String()]; p != nil && p.rank != nil {
			ranked++
			if err := q.MoveParticipation(ctx, tx, "ranked", m.bids[id].ParticipationID, c.BuyerID); err != nil {
				return err
			}
		}
	}
	if err := move(ctx, tx, c, sourcing.Evaluate, sourcing.Facts{Now: tx.Now, AnythingOpened: true}); err != nil {
		return err
	}
	_, err = record(ctx, tx, a, "ranking.computed", c, map[string]any{"method": rules.Method, "formula": rules.Formula, "ranked": ranked})
	return err
}

// rulesOf reads the published rules of a category: the method of its activity, and
// where the author weighs quality and cost but gives all to one of them, that one.
func rulesOf(c evaluationdb.CategoryRow) evaluation.Rules {
	r := evaluation.Rules{
		Method:    evaluation.Method(policy(c).Method),
		Technical: c.TechnicalWeight.Rat(),
		Financial: c.FinancialWeight.Rat(),
		Formula:   c.PriceFormula,
		Direction: direction(c),
	}
	switch {
	case r.Method == evaluation.QCBS && c.FinancialWeight.IsZero():
		r.Method = evaluation.QBS
	case r.Method == evaluation.QCBS && c.TechnicalWeight.IsZero():
		r.Method = evaluation.LCS
	}
	return r
}

// placesOf ranks bids by the rules.
func placesOf(r evaluation.Rules, bids []evaluation.Bid) (map[string]*place, error) {
	result, err := evaluation.Rank(r, evaluation.Freeze(r.Direction, bids), bids)
	if err != nil {
		return nil, err
	}
	places := map[string]*place{}
	for _, e := range result.Official.Entries {
		if places[e.Bid], err = placeOf(r, e); err != nil {
			return nil, err
		}
	}
	for _, left := range result.Official.Left {
		places[left.Bid] = &place{left: left.Reason}
	}
	return places, nil
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
