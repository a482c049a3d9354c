// Package assurancesvc is the use cases of quality assurance: declarations,
// checks, and what evaluation asks of them.
package assurancesvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/assurance/internal/assurancedb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

var q = assurancedb.New()

// Service runs the use cases.
type Service struct{ db pg.DB }

// New returns a Service.
func New(db pg.DB) *Service { return &Service{db} }

// OwnerOfBid returns whose an opened bid is.
func (s *Service) OwnerOfBid(ctx context.Context, a access.Actor, submission uuid.UUID) (uuid.UUID, error) {
	return openingsvc.OwnerOfBid(ctx, s.db, a, submission)
}

// categoryOf finds the category of a bid of the owner.
func categoryOf(ctx context.Context, db pg.DB, owner, submission uuid.UUID) (uuid.UUID, error) {
	id, err := q.CategoryOfBid(ctx, db, submission, owner)
	if pg.NoRows(err) {
		err = fault.NotFound.New("")
	}
	return id, err
}

// Declare states the actor's interests in a category, before anything of its bids is seen.
// Whoever has an interest or stepped back stays away: it raises Recused.
func (s *Service) Declare(ctx context.Context, a access.Actor, owner, id uuid.UUID, interest, text string) error {
	text, err := opening.Declared(interest, text)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := sourcingsvc.HoldAs(ctx, tx, a, owner, id, sourcing.ToJudge)
		if err == nil {
			err = c.Policy().Need(sourcing.Criteria | sourcing.QA)
		}
		if err != nil {
			return err
		}
		return DeclareIn(ctx, tx, a, c, interest, text)
	})
}

// DeclareIn keeps what somebody declared who may work on a held category: on paper or
// on the bidder's premises, it is one declaration.
func DeclareIn(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Case, interest, text string) error {
	n, err := q.Declare(ctx, tx, assurancedb.DeclareParams{
		CategoryID:  c.ID,
		AccountID:   a.User,
		BuyerID:     c.Buyer,
		Interest:    interest,
		Declaration: text,
		Now:         tx.Now,
	})
	if err == nil && n == 0 {
		err = Checker(ctx, tx, a, c)
	}
	if err != nil {
		return err
	}
	return record(ctx, tx, a, "interest.declared", c, map[string]any{"interest": interest})
}

// Interest is what the actor declared in a category; empty before.
func Interest(ctx context.Context, db pg.DB, a access.Actor, c sourcing.Case) (string, error) {
	interest, err := q.Declaration(ctx, db, c.ID, a.User, c.Buyer)
	if pg.NoRows(err) {
		return "", nil
	}
	return interest, err
}

// Checker admits who has declared to have no interest. It raises NotDeclared and Recused.
func Checker(ctx context.Context, db pg.DB, a access.Actor, c sourcing.Case) error {
	interest, err := Interest(ctx, db, a, c)
	switch {
	case err != nil:
		return err
	case interest == "":
		return assurance.NotDeclared.New("")
	case interest != opening.InterestNone:
		return assurance.Recused.New("%s", interest)
	}
	return nil
}

func record(ctx context.Context, tx pg.Tx, a access.Actor, what string, c sourcing.Case, detail map[string]any) error {
	detail["job_id"] = c.Job.ID
	_, err := journal.Record(ctx, tx, a, journal.Entry{
		Action:   "assurance." + what,
		Object:   "category",
		ObjectID: c.ID,
		Owner:    c.Buyer,
		Detail:   detail,
	})
	return err
}
