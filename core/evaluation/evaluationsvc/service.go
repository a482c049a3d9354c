// Package evaluationsvc is the use cases from closing to ranking: opening
// sessions, the opener's work, scores, results.
package evaluationsvc

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

var q = evaluationdb.New()

// Faults of the work between closing and ranking. What the pure rules refuse is
// declared there.
var (
	NotClosed      = fault.Declare(fault.KindConflict, "evaluation.not_closed", "Bids cannot be opened before the category has closed")
	NotOpened      = fault.Declare(fault.KindConflict, "evaluation.not_opened", "The bids of this category have not been opened")
	AlreadyOpened  = fault.Declare(fault.KindConflict, "evaluation.already_opened", "This envelope has been opened already")
	NotDeclared    = fault.Declare(fault.KindForbidden, "evaluation.not_declared", "Declare your interests before you see the bids")
	Recused        = fault.Declare(fault.KindForbidden, "evaluation.recused", "You have declared an interest in this category")
	Final          = fault.Declare(fault.KindConflict, "evaluation.final", "Final scores do not change")
	NotFinal       = fault.Declare(fault.KindPrecondition, "evaluation.not_final", "Some evaluators have not finished")
	RootDiffers    = fault.Declare(fault.KindInternal, "evaluation.root_differs", "The submissions are not those that were there at closing")
	NoOpener       = fault.Declare(fault.KindUnavailable, "evaluation.no_opener", "This process does not hold the opening key")
	NotConfirmed   = fault.Declare(fault.KindPrecondition, "evaluation.not_confirmed", "More people have to confirm the opening")
	TechnicalFirst = fault.Declare(fault.KindPrecondition, "evaluation.technical_first", "Complete the technical evaluation before the prices are opened")
)

// Outside is what the use cases need besides the database.
type Outside struct {
	Opening    *pgxpool.Pool                            // as the opener's role
	Opener     *seal.Opener                             // nil where the opening key is not held
	Elsewhere  func(context.Context, OpenRequest) error // carries it to the process that does; nil where there is none
	Verifier   *seal.Verifier
	Evaluation seal.Keeper // wraps file keys for evaluation
	Log        *journal.Sequencer
	Files      document.Store
}

// Service runs the use cases.
type Service struct {
	db *pgxpool.Pool
	Outside
}

// New returns a Service.
func New(db *pgxpool.Pool, o Outside) *Service { return &Service{db, o} }

// category reads a category of the owner with the actor's right to it.
func category(ctx context.Context, db pg.DB, a access.Actor, owner, id uuid.UUID, p access.Privilege) (evaluationdb.CategoryRow, error) {
	if a.Type != access.Buyer || a.Org != owner {
		return evaluationdb.CategoryRow{}, fault.Forbidden.New("not of this company")
	}
	if err := a.Need(p); err != nil {
		return evaluationdb.CategoryRow{}, err
	}
	c, err := q.Category(ctx, db, id, owner)
	if pg.NoRows(err) {
		err = sourcing.CategoryNotFound.New("")
	}
	if err != nil {
		return c, err
	}
	if err = sourcingsvc.Admit(ctx, db, a, id); err == nil {
		err = partysvc.NeedModule(ctx, db, owner, c.Activity)
	}
	return c, err
}

// lock is category under its lock.
func lock(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID, p access.Privilege) (evaluationdb.CategoryRow, error) {
	if _, err := category(ctx, tx, a, owner, id, p); err != nil {
		return evaluationdb.CategoryRow{}, err
	}
	c, err := q.LockCategory(ctx, tx, id, owner)
	return evaluationdb.CategoryRow(c), err
}

// move takes a category along one edge of its life.
func move(ctx context.Context, tx pg.Tx, c evaluationdb.CategoryRow, m sourcing.Move, f sourcing.Facts) error {
	life := sourcing.Category{Activity: sourcing.Activity(c.Activity), Status: sourcing.Status(c.Status), OpensAt: c.OpensAt, ClosesAt: c.ClosesAt}
	status, err := life.Do(m, f)
	if err != nil {
		return err
	}
	return q.MoveCategory(ctx, tx, string(status), c.ID, c.BuyerID)
}

// stepUp asks for a factor proved within the last minutes.
func stepUp(a access.Actor, tx pg.Tx) error {
	if tx.Now.Sub(a.Confirmed) > identity.StepUpTTL {
		return fault.StepUp.New("last proof at %s", a.Confirmed)
	}
	return nil
}

func record(ctx context.Context, tx pg.Tx, a access.Actor, what string, c evaluationdb.CategoryRow, detail map[string]any) (int64, error) {
	if detail == nil {
		detail = map[string]any{}
	}
	detail["job_id"] = c.JobID
	return journal.Record(ctx, tx, a, journal.Entry{Action: "evaluation." + what, Object: "category", ObjectID: c.ID, Owner: c.BuyerID, Detail: detail})
}

func direction(c evaluationdb.CategoryRow) evaluation.Direction {
	p, _ := sourcing.PolicyOf(sourcing.Activity(c.Activity))
	if p.Best == sourcing.Highest {
		return evaluation.HighestBest
	}
	return evaluation.LowestBest
}

func policy(c evaluationdb.CategoryRow) sourcing.Policy {
	p, _ := sourcing.PolicyOf(sourcing.Activity(c.Activity))
	return p
}
