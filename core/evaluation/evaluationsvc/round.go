package evaluationsvc

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// A Negotiation is how a buyer begins a round: with whom, until when.
type Negotiation struct {
	sourcing.RoundForm
	Submissions []uuid.UUID // of ranked bids
}

// Negotiate begins a round of negotiation with chosen ranked bidders of an evaluated
// category and returns the round, a category of its own. Every other bid is refused
// by its place in the form. It raises what Category.NewRound tells.
func (s *Service) Negotiate(ctx context.Context, a access.Actor, owner, id uuid.UUID, form Negotiation) (uuid.UUID, error) {
	var round uuid.UUID
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := sourcingsvc.HoldToNegotiate(ctx, tx, a, owner, id)
		if err != nil {
			return err
		}
		if err := c.Policy().Need(sourcing.Negotiation); err != nil {
			return err
		}
		if err := openingsvc.Decides(ctx, tx, a, c); err != nil {
			return err
		}
		bids, err := q.OpenedBids(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		var f fault.Fields
		if len(form.Submissions) == 0 {
			f.Add("/submission_ids", fault.Required)
		}
		var chosen []uuid.UUID
		for i, submission := range form.Submissions {
			at := fmt.Sprintf("/submission_ids/%d", i)
			n := slices.IndexFunc(bids, func(b evaluationdb.OpenedBidsRow) bool { return b.SubmissionID == submission })
			switch {
			case n < 0:
				f.Add(at, fault.Unknown)
			case !ranked(bids[n]):
				f.Add(at, evaluation.NotRanked.Code, "name", bids[n].SupplierName)
			default:
				chosen = append(chosen, bids[n].SupplierID)
			}
		}
		if err := f.Err(); err != nil {
			return err
		}
		slices.SortFunc(chosen, func(x, y uuid.UUID) int { return slices.Compare(x[:], y[:]) })
		round, err = s.Sourcing.BeginRound(ctx, tx, a, c, form.RoundForm, slices.Compact(chosen))
		return err
	})
	return round, err
}

// ranked reports whether a bid has a place, for the whole or for an item.
func ranked(b evaluationdb.OpenedBidsRow) bool {
	return b.Outcome != nil && *b.Outcome == "pass" && b.Price != nil
}

// Rounds are the negotiations of a category, for who works on its bids.
func (s *Service) Rounds(ctx context.Context, a access.Actor, owner, id uuid.UUID) ([]sourcingsvc.Round, error) {
	c, err := s.admit(ctx, a, owner, id)
	if err != nil {
		return nil, err
	}
	if err := c.Policy().Need(sourcing.Negotiation); err != nil {
		return nil, err
	}
	return sourcingsvc.Rounds(ctx, s.db, owner, id)
}

// bidOf is the bid of a company.
func (m *model) bidOf(supplier uuid.UUID) uuid.UUID {
	for id, b := range m.bids {
		if b.SupplierID == supplier {
			return id
		}
	}
	return uuid.Nil
}

// merge ranks a round by the technical results that its bidders have, and then the
// category above it by what everybody offers now: who did not take part, or took
// its bid back, by its last valid price.
func (s *Service) merge(ctx context.Context, tx pg.Tx, a access.Actor, above sourcing.Case, round model) error {
	before, err := loadModel(ctx, tx, above)
	if err != nil {
		return err
	}
	round.above = &before
	for id, b := range round.bids {
		of := before.bidOf(b.SupplierID)
		round.out[id], round.low[id] = before.out[of], before.low[of]
	}
	if err := s.rank(ctx, tx, a, round); err != nil {
		return err
	}
	after, err := loadModel(ctx, tx, above)
	if err != nil {
		return err
	}
	after.moved = true
	detail, err := after.place(ctx, tx)
	if err != nil {
		return err
	}
	detail["round_id"], detail["round"] = round.category.ID, round.category.Round
	return record(ctx, tx, a, "round.merged", above, detail)
}
