package awardsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/internal/awarddb"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// Events of complaints about an award; the object is its category.
const (
	CategoryFrozen    = "award.category.frozen"      // a complaint is reviewed
	CategoryEndAsked  = "award.category.end_asked"   // somebody asks to end that
	CategoryEndDenied = "award.category.end_refused" // another said no: it goes on
	CategoryUnfrozen  = "award.category.unfrozen"    // the award goes on
	CategorySetAside  = "award.category.set_aside"   // it does not
)

// A FreezeRow is one complaint that stopped the award of a category.
type FreezeRow = awarddb.FreezesRow

// Freezes are all complaints that ever stopped the award of a category, the newest first,
// for those who see its results.
func (s *Service) Freezes(ctx context.Context, a access.Actor, owner, id uuid.UUID) ([]FreezeRow, error) {
	if err := decides(a, owner); err != nil {
		return nil, err
	}
	if _, err := category(ctx, s.db, a, owner, id, seesResults...); err != nil {
		return nil, err
	}
	return q.Freezes(ctx, s.db, id, owner)
}

// Freeze stops an award while a complaint is reviewed: from now on nothing is drafted, sent or
// signed on it. It waits for nobody, and its end does. It raises NotAwarded, Frozen and SetAside.
func (s *Service) Freeze(ctx context.Context, a access.Actor, owner, id uuid.UUID, in award.Complaint) error {
	in, err := in.Check()
	if err != nil {
		return err
	}
	return s.frozen(ctx, a, owner, id, func(tx pg.Tx, c Category, f *awarddb.OpenFreezeRow) error {
		switch {
		case f != nil && f.EndedAt != nil:
			return award.SetAside.New("")
		case f != nil:
			return award.Frozen.New("")
		case c.Status != sourcing.Notified && c.Status != sourcing.Awarded:
			return award.NotAwarded.New("category is %s", c.Status)
		}
		w, err := q.Award(ctx, tx, id, owner)
		if pg.NoRows(err) {
			return award.NotAwarded.New("no award")
		}
		if err != nil {
			return err
		}
		bound, err := q.Bound(ctx, tx, w.ID, owner)
		if err != nil {
			return err
		}
		if bound { // that is ended by its own act
			return award.NotAwarded.New("its contracts are in force")
		}
		err = q.InsertFreeze(ctx, tx, awarddb.InsertFreezeParams{
			ID:         uuid.Must(uuid.NewV7()),
			AwardID:    w.ID,
			CategoryID: id,
			BuyerID:    owner,
			Reference:  in.Reference,
			Reason:     in.Reason,
			BegunBy:    a.User,
			BegunAt:    tx.Now,
		})
		if err != nil {
			return err
		}
		return record(ctx, tx, a, CategoryFrozen, "category", id, c, map[string]any{"award_id": w.ID, "reference": in.Reference, "reason": in.Reason})
	})
}

// AskEnd asks to end a freeze: another person decides. It raises NotFrozen and EndAsked.
func (s *Service) AskEnd(ctx context.Context, a access.Actor, owner, id uuid.UUID, outcome award.End, said string) error {
	return s.frozen(ctx, a, owner, id, func(tx pg.Tx, c Category, f *awarddb.OpenFreezeRow) error {
		now, err := reviewed(f)
		if err != nil {
			return err
		}
		outcome, said, err := now.Ask(outcome, said)
		if err != nil {
			return err
		}
		ends := string(outcome)
		if err := q.AskEnd(ctx, tx, awarddb.AskEndParams{ID: f.ID, BuyerID: owner, Outcome: &ends, Said: said, AskedBy: &a.User, AskedAt: &tx.Now}); err != nil {
			return err
		}
		return record(ctx, tx, a, CategoryEndAsked, "category", id, c, map[string]any{"freeze_id": f.ID, "outcome": outcome, "said": said})
	})
}

// DecideEnd ends a freeze as was asked at that moment, or lets it go on. Who asked may take it
// back; only another person ends it. What is upheld ends the category without a result, for good;
// it may be put out again as a copy. It raises StepUp, NotFrozen, EndNotAsked and EndsWithAnother.
func (s *Service) DecideEnd(ctx context.Context, a access.Actor, owner, id uuid.UUID, seen time.Time, ends bool) error {
	return s.frozen(ctx, a, owner, id, func(tx pg.Tx, c Category, f *awarddb.OpenFreezeRow) error {
		now, err := reviewed(f)
		if err != nil {
			return err
		}
		by := a.User
		if !ends {
			by = uuid.Nil // anybody may say that it goes on
		}
		if err := now.Decide(by, seen); err != nil {
			return err
		}
		detail := map[string]any{"freeze_id": f.ID, "outcome": now.Outcome}
		if !ends {
			if err := q.AskEnd(ctx, tx, awarddb.AskEndParams{ID: f.ID, BuyerID: owner}); err != nil {
				return err
			}
			return record(ctx, tx, a, CategoryEndDenied, "category", id, c, detail)
		}
		if err := identity.Proved(a, tx.Now); err != nil {
			return err
		}
		if err := q.EndFreeze(ctx, tx, &a.User, &tx.Now, f.ID, owner); err != nil {
			return err
		}
		action := CategoryUnfrozen
		if now.Outcome == award.Upheld {
			action = CategorySetAside
			if err := c.setAside(ctx, tx, f.AwardID); err != nil {
				return err
			}
		}
		return record(ctx, tx, a, action, "category", id, c, detail)
	})
}

// setAside ends a category whose award is not carried out: it has no result, and nobody has won it.
func (c *Category) setAside(ctx context.Context, tx pg.Tx, id uuid.UUID) error {
	bids, err := q.Winners(ctx, tx, id, c.Buyer)
	if err != nil {
		return err
	}
	moves := map[uuid.UUID]bidding.Move{}
	for _, b := range bids {
		moves[b] = bidding.Annul
	}
	if err := biddingsvc.Mark(ctx, tx, c.Buyer, moves); err != nil {
		return err
	}
	return c.move(ctx, tx, sourcing.SetAside, tx.Now)
}

// frozen runs an act of who awards under the lock of the category, with what stops its award.
func (s *Service) frozen(ctx context.Context, a access.Actor, owner, id uuid.UUID, act func(pg.Tx, Category, *awarddb.OpenFreezeRow) error) error {
	if err := decides(a, owner); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := lock(ctx, tx, a, owner, id, sourcing.ToAward)
		if err != nil {
			return err
		}
		if tx.Now, err = pg.ClockOf(ctx, tx); err != nil {
			return err
		}
		f, err := q.OpenFreeze(ctx, tx, id, owner)
		if pg.NoRows(err) {
			return act(tx, c, nil)
		}
		if err != nil {
			return err
		}
		return act(tx, c, &f)
	})
}

// reviewed is a freeze whose complaint is not decided.
func reviewed(f *awarddb.OpenFreezeRow) (award.Freeze, error) {
	if f == nil || f.EndedAt != nil {
		return award.Freeze{}, award.NotFrozen.New("")
	}
	out := award.Freeze{AskedBy: f.AskedBy, AskedAt: f.AskedAt}
	if f.Outcome != nil {
		out.Outcome = award.End(*f.Outcome)
	}
	return out, nil
}
