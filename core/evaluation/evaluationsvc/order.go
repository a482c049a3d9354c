package evaluationsvc

import (
	"context"
	"math/big"
	"time"

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
	frozen    map[uuid.UUID]evaluation.Frozen
}

// line is the place of one bid for one item.
type line struct {
	item, bid uuid.UUID
	rank      int32
	amount    money.Decimal
	below     bool // less than the reserve, which only a sale has
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
	out := order{
		technical: map[uuid.UUID]evaluation.Technical{},
		places:    map[uuid.UUID]*place{},
		frozen:    map[uuid.UUID]evaluation.Frozen{},
	}
	var bids []evaluation.Bid
	for id, b := range m.bids {
		t, err := m.technical(id)
		if err != nil {
			return out, err
		}
		out.technical[id] = t
		bid := evaluation.Bid{
			ID:         id.String(),
			Technical:  t.Total,
			Passed:     t.Passed,
			Responsive: t.Passed,
			// Of bids of one instant the first in the room is the earlier.
			Received: b.OfferedAt.UTC().Add(time.Duration(b.BidSeq)),
		}
		if b.Price != nil {
			bid.Price = b.Price.Rat()
		}
		switch gone := m.gone(id); {
		case gone == evaluation.NoBid: // it never had a price: there is no order with it
			bid.Responsive = false
		case t.Passed:
			bid.Out = gone
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
	result, err := evaluation.Rank(rules, m.freeze(&out, m.category.ID, rules, bids), bids)
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
		bid := uuid.MustParse(left.Bid)
		out.places[bid] = &place{left: left.Reason}
		if m.gone(bid) == evaluation.NoBid && left.Reason == evaluation.NotResponsive {
			out.places[bid].left = evaluation.NoBid
		}
	}
	stood(result.Before, func(bid uuid.UUID, s Stood) { out.places[bid].before = &s })
	stood(result.Recomputed, func(bid uuid.UUID, s Stood) { out.places[bid].recomputed = &s })
	return out, nil
}

// stood tells where each bid stands in a ranking that is printed beside the one that counts.
func stood(r *evaluation.Ranking, tell func(uuid.UUID, Stood)) {
	if r == nil {
		return
	}
	for _, e := range r.Entries {
		tell(uuid.MustParse(e.Bid), Stood{Rank: int32(e.Place), Score: e.Score.Shown})
	}
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
			amounts[b.ID] = money.Line(price, item.Quantity, m.category.Currency)
			b.Price = new(big.Rat).Set(amounts[b.ID].Rat())
			offers = append(offers, b)
		}
		result, err := evaluation.Rank(rules, m.freeze(out, item.ID, rules, offers), offers)
		if err != nil {
			return err
		}
		for _, e := range result.Official.Entries {
			bid := uuid.MustParse(e.Bid)
			out.lines = append(out.lines, line{
				item:   item.ID,
				bid:    bid,
				rank:   int32(e.Place),
				amount: amounts[e.Bid],
				below:  item.Reserve != nil && m.prices[key{bid, item.ID}].Less(*item.Reserve),
			})
			out.places[bid] = &place{}
		}
	}
	return nil
}

// freeze is the best price that scores are computed from: it was fixed with the
// first result, and only a round of negotiation moves it.
func (m *model) freeze(out *order, part uuid.UUID, rules evaluation.Rules, bids []evaluation.Bid) evaluation.Frozen {
	f, there := m.frozen[part]
	switch {
	case !there:
		f = evaluation.Freeze(rules.Direction, bids)
	case m.moved:
		f = f.Again(rules.Direction, bids)
	}
	out.frozen[part] = f
	return f
}

// loadFrozen reads the best prices of an earlier result.
func (m *model) loadFrozen(ctx context.Context, tx pg.DB) error {
	rows, err := q.FrozenPrices(ctx, tx, m.category.ID, m.category.Buyer)
	m.frozen = map[uuid.UUID]evaluation.Frozen{}
	for _, r := range rows {
		var f evaluation.Frozen
		if r.Best != nil {
			f.Best = r.Best.Rat()
		}
		for _, id := range r.Basis {
			f.Basis = append(f.Basis, id.String())
		}
		m.frozen[r.Part] = f
	}
	return err
}

// putFrozen stores the best prices of a result with it.
func (m *model) putFrozen(ctx context.Context, tx pg.Tx, frozen map[uuid.UUID]evaluation.Frozen) error {
	for part, f := range frozen {
		put := evaluationdb.PutFrozenPriceParams{
			CategoryID: m.category.ID,
			Part:       part,
			BuyerID:    m.category.Buyer,
			Basis:      []uuid.UUID{},
			At:         tx.Now,
		}
		if f.Best != nil {
			best, err := money.RoundDecimal(f.Best)
			if err != nil {
				return err
			}
			put.Best = &best
		}
		for _, bid := range f.Basis {
			put.Basis = append(put.Basis, uuid.MustParse(bid))
		}
		if err := q.PutFrozenPrice(ctx, tx, put); err != nil {
			return err
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
			BelowReserve: l.below,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
