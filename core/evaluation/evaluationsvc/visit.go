package evaluationsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/diligence"
	"zabuni.org/core/diligence/diligencesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// DecideVisit ends a bidder's visit and returns the version that it has then. A bid
// whose visit failed is out with its reason, and what stood by then of the results of
// its category is made anew in the same act: by the best price of before, so that
// nobody's leaving turns the order of the others around.
func (s *Service) DecideVisit(ctx context.Context, a access.Actor, owner, submission uuid.UUID, d diligence.Decision, seen int32) (int32, error) {
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		done, err := diligencesvc.Decide(ctx, tx, a, owner, submission, d, seen)
		if err != nil || !done.Moved {
			return err
		}
		m, err := loadModel(ctx, tx, done.Case)
		if err != nil {
			return err
		}
		switch {
		case done.Case.Status == sourcing.Evaluated:
			detail, err := m.place(ctx, tx)
			if err != nil {
				return err
			}
			detail["submission_id"] = submission
			return record(ctx, tx, a, "ranking.remade", m.category, detail)
		case judging(done.Case) && m.judged():
			return m.pass(ctx, tx, a)
		}
		return nil // its result is still to be made
	})
	return seen + 1, err
}

// judged reports whether the technical results were made.
func (m *model) judged() bool {
	for _, b := range m.bids {
		if b.Outcome != nil {
			return true
		}
	}
	return false
}
