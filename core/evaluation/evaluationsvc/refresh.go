package evaluationsvc

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Why results are not computed again.
var (
	NoResults = fault.Declare(fault.KindPrecondition, "evaluation.no_results", "There are no results to compute again yet")
	Settled   = fault.Declare(fault.KindConflict, "evaluation.settled", "A decision stands on these results: they do not change any more")
)

// Refreshed tells what came of computing results again, bid by bid.
type Refreshed struct {
	Changed int64 `json:"change"`
	Same    int64 `json:"same"`
}

// errTried undoes what was only tried.
var errTried = errors.New("evaluation: only tried")

// MayRefresh tells whether the actor may have the results of a category computed
// again now. It raises NoResults and Settled.
func (s *Service) MayRefresh(ctx context.Context, a access.Actor, owner, id uuid.UUID) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := sourcingsvc.HoldAs(ctx, tx, a, owner, id, sourcing.ToJudge)
		if err != nil {
			return err
		}
		return refreshable(c)
	})
}

// TryRefresh computes the results of a ranked category again from what is scored,
// checked and opened, and tells what would change. Nothing is written. It raises
// NoResults before there are any, and Settled once a decision stands on them.
func (s *Service) TryRefresh(ctx context.Context, a access.Actor, owner, id uuid.UUID) (out Refreshed, err error) {
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if out, _, _, err = refresh(ctx, tx, a, owner, id); err != nil {
			return err
		}
		return errTried
	})
	if errors.Is(err, errTried) {
		err = nil
	}
	return out, err
}

// Refresh does the same and keeps what changed; it is for who has seen by TryRefresh
// that something does.
func (s *Service) Refresh(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID) error {
	done, c, detail, err := refresh(ctx, tx, a, owner, id)
	if err != nil || done.Changed == 0 {
		return err
	}
	detail["changed"] = done.Changed
	return record(ctx, tx, a, "ranking.refreshed", c, detail)
}

// refresh stores the results of a category anew, and tells how many are others.
func refresh(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID) (out Refreshed, c sourcing.Case, detail map[string]any, err error) {
	c, err = sourcingsvc.HoldAs(ctx, tx, a, owner, id, sourcing.ToJudge)
	if err != nil {
		return out, c, nil, err
	}
	if err := refreshable(c); err != nil {
		return out, c, nil, err
	}
	before, err := sums(ctx, tx, c)
	if err != nil {
		return out, c, nil, err
	}
	m, err := loadModel(ctx, tx, c)
	if err != nil {
		return out, c, nil, err
	}
	if detail, err = m.place(ctx, tx); err != nil {
		return out, c, nil, err
	}
	after, err := sums(ctx, tx, c)
	for bid, sum := range after {
		if before[bid] == sum {
			out.Same++
		} else {
			out.Changed++
		}
	}
	return out, c, detail, err
}

// refreshable tells whether the results of a category may be computed again. Those of
// a round went into the category above it.
func refreshable(c sourcing.Case) error {
	switch c.Status {
	case sourcing.Evaluated:
		if c.Parent == nil {
			return nil
		}
	case sourcing.Recommended, sourcing.Notified, sourcing.Awarded, sourcing.Complete, sourcing.Unsuccessful:
	default:
		return NoResults.New("category is %s", c.Status)
	}
	return Settled.New("category is %s", c.Status)
}

// sums are those of what stands of each bid's result.
func sums(ctx context.Context, tx pg.Tx, c sourcing.Case) (map[uuid.UUID]string, error) {
	rows, err := q.ResultSums(ctx, tx, c.ID, c.Buyer)
	out := map[uuid.UUID]string{}
	for _, r := range rows {
		out[r.SubmissionID] = r.Sum
	}
	return out, err
}
