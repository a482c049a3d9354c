// Package evaluationsvc is the use cases from opened bids to their ranking:
// declarations, scores, results.
package evaluationsvc

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/platform/sign"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

var q = evaluationdb.New()

// Faults of the work between opening and ranking. What the pure rules refuse is
// declared there.
var (
	NotDeclared = fault.Declare(fault.KindForbidden, "evaluation.not_declared", "Declare your interests before you see the bids")
	Recused     = fault.Declare(fault.KindForbidden, "evaluation.recused", "You have declared an interest in this category")
	Final       = fault.Declare(fault.KindConflict, "evaluation.final", "Final scores do not change")
	NotFinal    = fault.Declare(fault.KindPrecondition, "evaluation.not_final", "Some evaluators have not finished")
)

// Outside is what the use cases need besides the database.
type Outside struct {
	Evaluation seal.Keeper // unwraps the keys of opened files
	Files      document.Store
	Sourcing   *sourcingsvc.Service // begins rounds
	Documents  *documentsvc.Service // keeps reports that people sign
	Signer     *sign.Authority      // signs them; nil: this process does not
	Written    Written
}

// Written writes the report on a category's result as a PDF, with who judged and which of them sign it.
type Written func(ctx context.Context, owner, job, category uuid.UUID, language locale.Language, signers []uuid.UUID) ([]byte, error)

// Service runs the use cases.
type Service struct {
	db *pgxpool.Pool
	Outside
}

// New returns a Service.
func New(db *pgxpool.Pool, o Outside) *Service { return &Service{db, o} }

// OwnerOfFile returns whose an opened document is.
func (s *Service) OwnerOfFile(ctx context.Context, a access.Actor, submission uuid.UUID) (uuid.UUID, error) {
	return openingsvc.OwnerOfBid(ctx, s.db, a, submission)
}

func record(ctx context.Context, tx pg.Tx, a access.Actor, what string, c sourcing.Case, detail map[string]any) error {
	if detail == nil {
		detail = map[string]any{}
	}
	detail["job_id"] = c.Job.ID
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "evaluation." + what, Object: "category", ObjectID: c.ID, Owner: c.Buyer, Detail: detail})
	return err
}
