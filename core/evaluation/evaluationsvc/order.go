package evaluationsvc

import (
	"context"
	"math/big"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// order is what the published rules make of a category's bids.
type order struct {
	method    evaluation.Method // empty where bids stand beside each other
	technical map[uuid.UUID]evaluation.Technical
	places    map[uuid.UUID]*place // of the bid as a whole
	lines     []line
}

// line is the place of one bid for one item.
type line struct {
	item, bid uuid.UUID
	rank      int32
	amount    money.Decimal
}

// rulesOf reads the published rules of a category; ok is false where bids stand
// beside each other.
func rulesOf(c sourcing.Case) (r evaluation.Rules, ok bool) {
	p := c.Policy()
	r = evaluation.Rules{
		Method:    evaluation.QCBS,
		Technical: c.TechnicalWeight.Rat(),
		Financial: c.FinancialWeight.Rat(),
		Formula:   c.PriceFormula,
		Direction: p.Best,
		Ties:      p.Ties,
	}
	switch {
	case p.Method == sourcing.Unranked:
		return r, false
	case p.Method == sourcing.BestPrice, c.TechnicalWeight.IsZero():
		r.Method = evaluation.LCS
	case c.FinancialWeight.IsZero():
		r.Method = evaluation.QBS
	}
	return r, true
}

// order puts the bids in their order: as wholes, or item by item.
func (m *model) order() (order, error) {
	out := order{technical: map[uuid.UUID]evaluation.Technical{}, places: map[uuid.UUID]*place{}}
	var bids []evaluation.Bid
	for id, b := range m.bids {
		t, err := m.technical(id)
		if err != nil {
			return out, err
		}
		out.technical[id] = t
		bid := evaluation.Bid{ID: id.String(), Technical: t.Total, Passed: t.Passed, Responsive: t.Passed, Received: b.ReceivedAt.UTC()}
		if b.Price != nil {
			bid.Price = b.Price.Rat()
		}
		bids = append(bids, bid)
	}
	rules, ok := rulesOf(m.category)
	if !ok {
		return out, nil
	}
	out.method = rules.Method
	if m.category.Policy().Selects == sourcing.EachLine {
		return out, m.orderLines(&out, rules, bids)
	}
	result, err := evaluation.Rank(rules, evaluation.Freeze(rules.Direction, bids), bids)
	if err != nil {
		return out, err
	}
	for _, e := range result.Official.Entries {
		p, err := placeOf(rules, e)
		if err != nil {
			return out, err
		}
		out.places[uuid.MustParse(e.Bid)] = p
	}
	for _, left := range result.Official.Left {
		out.places[uuid.MustParse(left.Bid)] = &place{left: left.Reason}
	}
	return out, nil
}

// orderLines orders, for each item, the bids that priced it.
func (m *model) orderLines(out *order, rules evaluation.Rules, bids []evaluation.Bid) error {
	for _, item := range m.items {
		var offers []evaluation.Bid
		amounts := map[string]money.Decimal{}
		for _, b := range bids {
			price, ok := m.prices[key{uuid.MustParse(b.ID), item.ID}]
			if !ok {
				continue
			}
			amounts[b.ID] = price.Times(item.Quantity)
			b.Price = new(big.Rat).Set(amounts[b.ID].Rat())
			offers = append(offers, b)
		}
		result, err := evaluation.Rank(rules, evaluation.Freeze(rules.Direction, offers), offers)
		if err != nil {
			return err
		}
		for _, e := range result.Official.Entries {
			bid := uuid.MustParse(e.Bid)
			out.lines = append(out.lines, line{item: item.ID, bid: bid, rank: int32(e.Place), amount: amounts[e.Bid]})
			out.places[bid] = &place{}
		}
	}
	return nil
}

// putLines stores the places of bids for items anew.
func (m *model) putLines(ctx context.Context, tx pg.Tx, lines []line) error {
	if m.category.Policy().Selects != sourcing.EachLine {
		return nil
	}
	if err := q.ClearLineResults(ctx, tx, m.category.ID, m.category.Buyer); err != nil {
		return err
	}
	for _, l := range lines {
		err := q.InsertLineResult(ctx, tx, evaluationdb.InsertLineResultParams{
			CategoryID:   m.category.ID,
			ItemID:       l.item,
			SubmissionID: l.bid,
			BuyerID:      m.category.Buyer,
			SupplierID:   m.bids[l.bid].SupplierID,
			Rank:         l.rank,
			Amount:       l.amount,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
