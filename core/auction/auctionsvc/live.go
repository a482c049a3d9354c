package auctionsvc

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// An auction is published, called off and extended as every category is: sourcing asks
// here what that means for the live part.
var _ sourcingsvc.Live = (*Service)(nil)

// Ready tells what keeps an auction from being published.
func (s *Service) Ready(ctx context.Context, db pg.DB, c sourcing.Content, now time.Time) ([]sourcing.Finding, error) {
	a, err := read(ctx, db, c.Category.Buyer, c.Category.ID)
	if errors.Is(err, auction.NotFound) {
		return []sourcing.Finding{{Code: auction.LintNoRules, Pointer: "/rules", Blocking: true}}, nil
	}
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(c.Job.Timezone)
	if err != nil {
		zone = time.UTC
	}
	return a.Ready(c, now, zone), nil
}

// Publish fixes the rules, as the first line of the ledger.
func (s *Service) Publish(ctx context.Context, tx pg.Tx, who access.Actor, c sourcing.Category, now time.Time) error {
	a, _, err := hold(ctx, tx, c.Buyer, c.ID)
	if err != nil {
		return err
	}
	if a.Reserve != nil {
		salt := make([]byte, auction.SaltSize)
		if _, err := io.ReadFull(s.Random, salt); err != nil {
			return err
		}
		if err := q.CommitReserve(ctx, tx, salt, a.Commit(salt), a.ID, a.Buyer); err != nil {
			return err
		}
	}
	e := a.Publish(who.User, now)
	return save(ctx, tx, who, "auction.room.published", a, []auction.Event{e}, nil)
}

// Cancel ends it without a result; one that never was published has nothing to end.
func (s *Service) Cancel(ctx context.Context, tx pg.Tx, who access.Actor, c sourcing.Category, reason string) error {
	a, now, err := hold(ctx, tx, c.Buyer, c.ID)
	if errors.Is(err, auction.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	e, err := a.Cancel(auction.Host{By: who.User, Reason: reason}, now)
	if err != nil {
		return err
	}
	return save(ctx, tx, who, "auction.room.cancelled", a, []auction.Event{e}, nil)
}

// Extend refuses a technical window that ends after the live one begins.
func (s *Service) Extend(ctx context.Context, tx pg.Tx, c sourcing.Category, to time.Time) error {
	a, _, err := hold(ctx, tx, c.Buyer, c.ID)
	if err != nil {
		return err
	}
	if to.After(a.StartsAt) {
		return fault.Invalid.New("").At("/closes_at", auction.BeforeClose)
	}
	return nil
}

// Invites raises CategoryClosed once the auction is over.
func (s *Service) Invites(ctx context.Context, tx pg.Tx, c sourcing.Category, now time.Time) error {
	a, err := read(ctx, tx, c.Buyer, c.ID)
	if err != nil {
		return err
	}
	if p := a.Phase(now); p == auction.Over || p == auction.Off {
		return sourcing.CategoryClosed.New("the auction is over")
	}
	return nil
}

// CloseDue writes down of auctions whose end has come that it has, and returns of how
// many. What is late is late before this runs.
func (s *Service) CloseDue(ctx context.Context) (int, error) {
	due, err := q.DueToClose(ctx, s.db)
	if err != nil {
		return 0, err
	}
	closed := 0
	var failed []error
	for _, d := range due {
		did, err := s.closeOne(ctx, d.BuyerID, d.CategoryID)
		if did {
			closed++
		}
		failed = append(failed, err)
	}
	return closed, errors.Join(failed...)
}

func (s *Service) closeOne(ctx context.Context, owner, id uuid.UUID) (did bool, err error) {
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		did = false
		a, now, err := hold(ctx, tx, owner, id)
		if err != nil || a.Phase(now) != auction.Over || a.Status == auction.Ended {
			return err // another process was first, or the end was moved meanwhile
		}
		e, err := a.Close(auction.Host{}, now)
		if err != nil {
			return err
		}
		did = true
		return save(ctx, tx, access.System, "auction.room.closed", a, []auction.Event{e}, nil)
	})
	return did && err == nil, err
}
