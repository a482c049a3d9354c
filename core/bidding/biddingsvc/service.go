// Package biddingsvc is the use cases of suppliers that take part: drafts sealed
// from the first save, files, submission under the category's lock, receipts,
// withdrawal.
package biddingsvc

import (
	"context"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/internal/biddingdb"
	"zabuni.org/core/entry"
	"zabuni.org/core/entry/entrysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

var q = biddingdb.New()

// Service runs the use cases.
type Service struct {
	db     *pgxpool.Pool
	drafts *seal.Drafts
	notary *seal.Notary
	check  *seal.Verifier
	files  document.Store
	log    Log
	asked  *lru.Cache[published, Criteria]
	Gate   *document.Gate // decides which files come in
	// Documents reads the papers of a company's profile.
	Documents *documentsvc.Service
}

// New returns a Service. drafts opens what suppliers have not submitted yet; it
// can only seal for a category, never open.
func New(db *pgxpool.Pool, drafts *seal.Drafts, notary *seal.Notary, check *seal.Verifier, files document.Store, log Log) *Service {
	asked, err := lru.New[published, Criteria](categoriesKept)
	if err != nil {
		panic(err) // the size is a constant
	}
	return &Service{db: db, drafts: drafts, notary: notary, check: check, files: files, log: log, asked: asked}
}

// tx runs fn as the actor's company: rows of other suppliers' bids do not show
// themselves to it, whatever the query says. It asks by keys: hundreds do at a closing.
func (s *Service) tx(ctx context.Context, a access.Actor, fn func(pg.Tx) error) error {
	return s.in(ctx, a, pg.InPlannedTx, fn)
}

// listing is tx for what somebody filters.
func (s *Service) listing(ctx context.Context, a access.Actor, fn func(pg.Tx) error) error {
	return s.in(ctx, a, pg.InTx, fn)
}

func (s *Service) in(ctx context.Context, a access.Actor, run func(context.Context, pg.DB, func(pg.Tx) error) error, fn func(pg.Tx) error) error {
	if err := a.Be(access.Supplier); err != nil {
		return err
	}
	return run(ctx, s.db, func(tx pg.Tx) error {
		if err := q.ActAs(ctx, tx, a.Org); err != nil {
			return err
		}
		return fn(tx)
	})
}

// company opens the actor's company key, made at the first bid.
func (s *Service) company(ctx context.Context, tx pg.Tx, a access.Actor) (*seal.Company, error) {
	row, err := q.CompanyKey(ctx, tx, a.Org)
	if pg.NoRows(err) {
		k, err := s.drafts.NewCompany(a.Org)
		if err != nil {
			return nil, err
		}
		if err := q.InsertCompanyKey(ctx, tx, a.Org, k.Recipient, k.Wrapped); err != nil {
			return nil, err
		}
		row, err = q.CompanyKey(ctx, tx, a.Org) // another tab may have been first
		if err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	return s.drafts.Unlock(seal.CompanyKey{Company: a.Org, Recipient: row.Recipient, Wrapped: row.Wrapped})
}

// keys opens the actor's company key and the key of one bid's draft; whoever opens
// them closes them.
func (s *Service) keys(ctx context.Context, tx pg.Tx, a access.Actor, p biddingdb.ParticipationRow) (*seal.Company, *seal.Participation, func(), error) {
	company, err := s.company(ctx, tx, a)
	if err != nil {
		return nil, nil, nil, err
	}
	draft, err := company.Participation(p.ID, p.DraftKey)
	if err != nil {
		company.Close()
		return nil, nil, nil, err
	}
	return company, draft, func() { draft.Close(); company.Close() }, nil
}

// Start lets the actor's company take part in a category and returns the bid; a
// second call returns the same one. It raises what entry.Facts.May tells.
func (s *Service) Start(ctx context.Context, a access.Actor, category uuid.UUID) (uuid.UUID, error) {
	var bid uuid.UUID
	err := s.tx(ctx, a, func(tx pg.Tx) error {
		var err error
		if bid, err = q.ParticipationIn(ctx, tx, category, a.Org); err == nil || !pg.NoRows(err) {
			return err
		}
		if err := entrysvc.Hold(ctx, tx, category); err != nil {
			return err
		}
		f, err := entrysvc.One(ctx, tx, a, category)
		if err != nil {
			return err
		}
		if err := f.May(); err != nil {
			return err
		}
		key, err := s.company(ctx, tx, a)
		if err != nil {
			return err
		}
		defer key.Close()
		id := uuid.Must(uuid.NewV7())
		wrapped, p := key.NewParticipation(id)
		p.Close()
		err = q.InsertParticipation(ctx, tx, biddingdb.InsertParticipationParams{
			ID:         id,
			CategoryID: category,
			BuyerID:    f.Buyer,
			SupplierID: a.Org,
			DraftKey:   wrapped,
			Now:        f.Now,
		})
		if err != nil {
			return err
		}
		if bid, err = q.ParticipationIn(ctx, tx, category, a.Org); err != nil || bid != id {
			return err
		}
		return record(ctx, tx, a, "started", id, a.Org, map[string]any{"category_id": category, "buyer_id": f.Buyer})
	})
	return bid, err
}

func record(ctx context.Context, tx pg.Tx, a access.Actor, what string, id, owner uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "bidding.bid." + what, Object: "bid", ObjectID: id, Owner: owner, Detail: detail})
	return err
}

// load reads a bid of the actor's company, with its right.
func load(ctx context.Context, tx pg.Tx, a access.Actor, bid uuid.UUID) (biddingdb.ParticipationRow, error) {
	return mine(a)(q.Participation(ctx, tx, bid, a.Org))
}

func mine(a access.Actor) func(biddingdb.ParticipationRow, error) (biddingdb.ParticipationRow, error) {
	return func(p biddingdb.ParticipationRow, err error) (biddingdb.ParticipationRow, error) {
		if pg.NoRows(err) {
			return p, bidding.BidNotFound.New("")
		}
		if err != nil {
			return p, err
		}
		return p, sourcing.Activity(p.Activity).MayBid(a)
	}
}

// changeable loads a bid whose draft may change now, its category locked against
// closing; now is read under that lock.
func changeable(ctx context.Context, tx pg.Tx, a access.Actor, bid uuid.UUID) (biddingdb.ParticipationRow, time.Time, error) {
	row, err := q.OpenParticipation(ctx, tx, bid, a.Org)
	return open(ctx, tx, a, biddingdb.ParticipationRow(row), err)
}

// locked is changeable for one change of the bid itself at a time.
func locked(ctx context.Context, tx pg.Tx, a access.Actor, bid uuid.UUID) (biddingdb.ParticipationRow, time.Time, error) {
	row, err := q.LockParticipation(ctx, tx, bid, a.Org)
	return open(ctx, tx, a, biddingdb.ParticipationRow(row), err)
}

// standing refuses a bid that is not the actor's, or was taken back.
func standing(a access.Actor, row biddingdb.ParticipationRow, err error) (biddingdb.ParticipationRow, error) {
	p, err := mine(a)(row, err)
	if err == nil && bidding.Status(p.Status) == bidding.StatusWithdrawn {
		err = bidding.Withdrawn.New("")
	}
	return p, err
}

func open(ctx context.Context, tx pg.Tx, a access.Actor, row biddingdb.ParticipationRow, err error) (biddingdb.ParticipationRow, time.Time, error) {
	p, err := standing(a, row, err)
	if err != nil {
		return p, time.Time{}, err
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return p, now, err
	}
	return p, now, phase(p).Open(now)
}

func phase(p biddingdb.ParticipationRow) entry.Phase {
	return entry.Phase{Status: sourcing.Status(p.CategoryStatus), OpensAt: p.OpensAt, ClosesAt: p.ClosesAt}
}

// admitted is locked for a submission, with all that taking part depends on: one
// statement reads it and the clock, after the one that locks.
func admitted(ctx context.Context, tx pg.Tx, a access.Actor, bid uuid.UUID) (biddingdb.ParticipationRow, time.Time, error) {
	row, err := q.LockParticipation(ctx, tx, bid, a.Org)
	p, err := standing(a, biddingdb.ParticipationRow(row), err)
	if err != nil {
		return p, time.Time{}, err
	}
	f, err := entrysvc.One(ctx, tx, a, p.CategoryID)
	if err != nil {
		return p, f.Now, err
	}
	return p, f.Now, f.May()
}
