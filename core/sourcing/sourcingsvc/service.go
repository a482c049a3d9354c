// Package sourcingsvc is the use cases of jobs and their categories. Each checks
// the right and the owner, loads with the owner in the query, lets a rule
// decide, and saves with its journal entry in one transaction.
package sourcingsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

var q = sourcingdb.New()

// Keys makes the key pairs to which submissions are sealed. The private halves
// leave it wrapped only, bound to the closing time. It is the opener's.
type Keys interface {
	// Mint also returns the signed announcement of the public half: bids are
	// sealed for announced keys only.
	Mint(category uuid.UUID, e seal.Envelope, closesAt time.Time, sequence int64, now time.Time) (k seal.CategoryKey, announced string, err error)
	Rewrap(k seal.CategoryKey, closesAt time.Time, sequence int64, now time.Time) (seal.CategoryKey, error)
}

// Closing is what becomes of submissions, under the category's lock: the root over them at the
// moment that it closes, with the signed note that publishes it.
type Closing interface {
	Root(ctx context.Context, tx pg.Tx, category uuid.UUID, closedAt time.Time) (root []byte, count int, note string, err error)
	// SetAside keeps what was submitted before an addendum from being counted, until it is confirmed.
	SetAside(ctx context.Context, tx pg.Tx, c sourcing.Category, addendum uuid.UUID) error
}

// Live is what goes on in a category besides its own window, by rules of its own: an
// auction. It acts under the category's lock, in the transaction that moves the category.
type Live interface {
	// Ready tells what keeps it from being published.
	Ready(ctx context.Context, db pg.DB, c sourcing.Content, now time.Time) ([]sourcing.Finding, error)
	// Publish fixes its rules.
	Publish(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Category, now time.Time) error
	// Cancel ends it without a result.
	Cancel(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Category, reason string) error
	// Extend refuses a closing of the category that comes after its beginning.
	Extend(ctx context.Context, tx pg.Tx, c sourcing.Category, to time.Time) error
	// Invites raises sourcing.CategoryClosed once nobody can come any more.
	Invites(ctx context.Context, tx pg.Tx, c sourcing.Category, now time.Time) error
}

// Outside is what the use cases need from other parts of the platform.
type Outside struct {
	Keys    Keys
	Closing Closing
	Live    Live
	Payable func() []money.Currency // in which bid fees can be paid
	Fee     func(money.Amount) bool // whether somebody takes a fee
	// Documents keeps uploaded workbooks.
	Documents *documentsvc.Service
	Gate      *document.Gate // decides which files come in; nil looks for nothing
}

// Service runs the use cases.
type Service struct {
	db    pg.DB
	party *partysvc.Service
	Outside
}

// New returns a Service. Without Keys nothing is published, without Closing nothing
// closes, without Live nothing live is published: all fail with fault.Unavailable.
func New(db pg.DB, party *partysvc.Service, o Outside) *Service { return &Service{db, party, o} }

// OwnerOfJob returns whose a job is: a buyer's own company without asking, for
// an operator the job's. The queries that follow carry it.
func (s *Service) OwnerOfJob(ctx context.Context, a access.Actor, id uuid.UUID) (uuid.UUID, error) {
	if a.Type != access.Operator {
		return a.Org, nil
	}
	owner, err := q.JobOwner(ctx, s.db, id)
	if pg.NoRows(err) {
		err = sourcing.JobNotFound.New("")
	}
	return owner, err
}

// OwnerOfCategory is OwnerOfJob for a category.
func (s *Service) OwnerOfCategory(ctx context.Context, a access.Actor, id uuid.UUID) (uuid.UUID, error) {
	if a.Type != access.Operator {
		return a.Org, Admit(ctx, s.db, a, id)
	}
	owner, err := q.CategoryOwner(ctx, s.db, id)
	if pg.NoRows(err) {
		err = sourcing.CategoryNotFound.New("")
	}
	return owner, err
}

// reach passes on what was loaded of a buyer when the module of its activity is on.
func reach[T any](ctx context.Context, db pg.DB, owner uuid.UUID, activity string, row T, err error, missing *fault.Def) (T, error) {
	if pg.NoRows(err) {
		err = missing.New("")
	}
	if err == nil {
		err = partysvc.NeedModule(ctx, db, owner, activity)
	}
	return row, err
}

func readJob(ctx context.Context, db pg.DB, id, owner uuid.UUID) (sourcingdb.JobRow, error) {
	row, err := q.Job(ctx, db, id, owner)
	return reach(ctx, db, owner, row.Job.Activity, row, err, sourcing.JobNotFound)
}

func readCategory(ctx context.Context, db pg.DB, id, owner uuid.UUID) (sourcingdb.Category, error) {
	row, err := q.Category(ctx, db, id, owner)
	return reach(ctx, db, owner, row.Activity, row, err, sourcing.CategoryNotFound)
}

func lockJob(ctx context.Context, tx pg.Tx, id, owner uuid.UUID) (sourcing.Job, error) {
	row, err := q.LockJob(ctx, tx, id, owner)
	job, err := reach(ctx, tx, owner, row.Activity, row, err, sourcing.JobNotFound)
	return job.Domain(), err
}

func lockCategory(ctx context.Context, tx pg.Tx, id, owner uuid.UUID) (sourcing.Category, error) {
	row, err := q.LockCategory(ctx, tx, id, owner)
	row, err = reach(ctx, tx, owner, row.Activity, row, err, sourcing.CategoryNotFound)
	return row.Domain(), err
}

// lockBoth locks a category and, first as everywhere, its job.
func lockBoth(ctx context.Context, tx pg.Tx, id, owner uuid.UUID) (sourcing.Job, sourcing.Category, error) {
	row, err := readCategory(ctx, tx, id, owner)
	if err != nil {
		return sourcing.Job{}, sourcing.Category{}, err
	}
	job, err := lockJob(ctx, tx, row.JobID, owner)
	if err != nil {
		return job, sourcing.Category{}, err
	}
	c, err := lockCategory(ctx, tx, id, owner)
	return job, c, err
}

// editable locks a category whose terms or criteria somebody is about to change.
func editable(ctx context.Context, tx pg.Tx, a access.Actor, id, owner uuid.UUID, act sourcing.Act) (sourcing.Category, sourcing.Policy, error) {
	c, err := lockCategory(ctx, tx, id, owner)
	if err == nil {
		err = c.Policy().May(a, act)
	}
	if err != nil {
		return c, sourcing.Policy{}, err
	}
	return c, c.Policy(), c.Editable()
}

func record(ctx context.Context, tx pg.Tx, a access.Actor, action, object string, id, owner uuid.UUID, detail any) (int64, error) {
	return journal.Record(ctx, tx, a, journal.Entry{Action: "sourcing." + action, Object: object, ObjectID: id, Owner: owner, Detail: detail})
}

// noted is record for who does not need the entry's number.
func noted(ctx context.Context, tx pg.Tx, a access.Actor, action, object string, id, owner uuid.UUID, detail any) error {
	_, err := record(ctx, tx, a, action, object, id, owner, detail)
	return err
}

// found turns "no row was changed" into missing.
func found(rows int64, err error, missing *fault.Def) error {
	if err == nil && rows == 0 {
		err = missing.New("")
	}
	return err
}

// A List is one page of rows with their count, which stops at CountCap.
type List[T any] struct {
	Items       []T
	Next        string
	Total       int
	TotalCapped bool
}

// CountCap is the highest count that a list tells; more is "1,000+".
const CountCap = 1000

func (l List[T]) counted(n int64) List[T] {
	l.Total, l.TotalCapped = int(n), n > CountCap
	if l.TotalCapped {
		l.Total = CountCap
	}
	return l
}

// payable are the currencies in which bid fees can be paid; none without a word on it.
func (s *Service) payable() []money.Currency {
	if s.Payable == nil {
		return nil
	}
	return s.Payable()
}
