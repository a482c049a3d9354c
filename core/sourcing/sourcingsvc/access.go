package sourcingsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// Admit raises CategoryDenied where an administrator has closed a category to a
// person of its buyer. Every read and write of one category asks it.
func Admit(ctx context.Context, db pg.DB, a access.Actor, category uuid.UUID) error {
	if a.Type != access.Buyer {
		return nil
	}
	ok, err := q.Admits(ctx, db, a.User, category)
	if err == nil && !ok {
		err = sourcing.CategoryDenied.New("")
	}
	return err
}

// A Door is what is said of one category for one person: open, closed or nothing.
type Door = sourcingdb.DoorsRow

// doorkeeper admits who looks after people: the buyer's own, or the operator's for the buyer.
func doorkeeper(a access.Actor, owner uuid.UUID) error {
	return a.Serve(owner, access.ManageUser)
}

func person(ctx context.Context, db pg.DB, owner, account uuid.UUID) error {
	_, err := q.BuyerPerson(ctx, db, account, owner)
	if pg.NoRows(err) {
		err = identity.UserNotFound.New("")
	}
	return err
}

// Doors lists a buyer's categories with what is said of each for a person, those
// of which something is said first.
func (s *Service) Doors(ctx context.Context, a access.Actor, owner, account uuid.UUID, search string) ([]Door, error) {
	if err := doorkeeper(a, owner); err != nil {
		return nil, err
	}
	if err := person(ctx, s.db, owner, account); err != nil {
		return nil, err
	}
	return q.Doors(ctx, s.db, account, owner, search)
}

// SetDoor opens or closes a category for a person, or says nothing of it any
// more (nil). A closed door wins over every role; once one is opened, the
// person's other categories are closed. It raises StepUp, UserNotFound and
// CategoryNotFound.
func (s *Service) SetDoor(ctx context.Context, a access.Actor, owner, account, category uuid.UUID, allowed *bool) error {
	if err := doorkeeper(a, owner); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := identity.Proved(a, tx.Now); err != nil {
			return err
		}
		if err := person(ctx, tx, owner, account); err != nil {
			return err
		}
		row, err := q.Category(ctx, tx, category, owner)
		if pg.NoRows(err) {
			return sourcing.CategoryNotFound.New("")
		}
		if err == nil && row.ParentID != nil {
			err = sourcing.IllegalMove.New("the door of a round is that of the category above it")
		}
		if err != nil {
			return err
		}
		if allowed == nil {
			_, err = q.ClearDoor(ctx, tx, account, category, owner)
		} else {
			_, err = q.PutDoor(ctx, tx, account, *allowed, category, owner)
		}
		if err != nil {
			return err
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "identity.account.category_access_set", Object: "account", ObjectID: account, Owner: owner,
			Detail: map[string]any{"category_id": category, "allowed": allowed}})
		return err
	})
}
