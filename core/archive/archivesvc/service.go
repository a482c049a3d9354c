// Package archivesvc is the use cases of the archive: how finished jobs enter it, what
// holds them, and who looks at what.
package archivesvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/archive"
	"zabuni.org/core/archive/internal/archivedb"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

var q = archivedb.New()

// Events.
const (
	Entered  = "archive.job.entered"
	HoldSet  = "archive.hold.placed"
	HoldGone = "archive.hold.released"

	DisposalAsked   = "archive.disposal.proposed"
	DisposalDecided = "archive.disposal.decided"
	DisposalBegun   = "archive.disposal.begun"
	DisposalEmptied = "archive.disposal.emptied"
	DisposalEnded   = "archive.disposal.ended"
	FileRead        = "archive.file.read"
)

// Service runs the use cases.
type Service struct {
	db      *pgxpool.Pool
	bids    *evaluationsvc.Service // opened documents
	letters *awardsvc.Service
	out     Outside

	die func(point string) error // tests: a death at a named point
}

// Outside is what a bundle is made of beside what the archive reads itself.
type Outside struct {
	Receipts  *biddingsvc.Service
	Documents *documentsvc.Service
	// Reports gives every report that a job has come to, by its name.
	Reports func(ctx context.Context, owner, job uuid.UUID, each func(name string, data []byte) error) error
	// Room gives the signed log of the room that a category was, nil where it was none or was never closed.
	Room   func(ctx context.Context, owner, category uuid.UUID) ([]byte, error)
	Notary *seal.Notary // nil: this process signs nothing
}

// New returns a Service.
func New(db *pgxpool.Pool, bids *evaluationsvc.Service, letters *awardsvc.Service, out Outside) *Service {
	return &Service{db: db, bids: bids, letters: letters, out: out}
}

// manages admits the operator's people who keep the archive.
func manages(a access.Actor) error { return a.Staff(access.ManageDocuments) }

// ends reads what counts for a job.
func ends(ctx context.Context, db pg.DB, owner, job uuid.UUID) (archivedb.EndsOfRow, archive.Ends, error) {
	row, err := q.EndsOf(ctx, db, archive.Over, archive.Spent, job, owner)
	if pg.NoRows(err) {
		err = archive.NotFound.New("")
	}
	return row, archive.Ends{
		Cancelled:  row.Cancelled,
		Closing:    row.Closing,
		Award:      row.Award,
		Contract:   row.Contract,
		Categories: row.Categories,
		Contracts:  row.Contracts,
		Lists:      row.Lists,
	}, err
}

// enter moves a job into the archive and says until when it is kept.
func enter(ctx context.Context, tx pg.Tx, a access.Actor, owner, job uuid.UUID) error {
	if err := sourcingsvc.ArchiveJob(ctx, tx, owner, job); err != nil {
		return err
	}
	row, e, err := ends(ctx, tx, owner, job)
	if err != nil {
		return err
	}
	if err := e.Ready(); err != nil {
		return err
	}
	zone, err := time.LoadLocation(row.Timezone)
	if err != nil {
		return err
	}
	basis, on, until, ok := e.Term(zone)
	if !ok {
		return archive.Waits.New("nothing of it was published or cancelled")
	}
	var by *uuid.UUID
	if a.User != access.System.User {
		by = &a.User
	}
	err = q.InsertArchived(ctx, tx, archivedb.InsertArchivedParams{
		JobID:      job,
		BuyerID:    owner,
		Now:        tx.Now,
		ArchivedBy: by,
		Basis:      string(basis),
		BasisOn:    on,
		KeepUntil:  until,
	})
	if err != nil {
		return err
	}
	return noted(ctx, tx, a, Entered, owner, job, map[string]any{"basis": basis, "keep_until": until.Format(time.DateOnly)})
}

func noted(ctx context.Context, tx pg.Tx, a access.Actor, action string, owner, job uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: "job", ObjectID: job, Owner: owner, Detail: detail})
	return err
}

// meanwhile is what comes of a job that somebody changes while it is looked at.
var meanwhile = []*fault.Def{archive.Waits, sourcing.IllegalMove}

// batch is how many jobs are archived in one round.
const batch = 50

// EnterDue archives the jobs of which everything has been over for archive.Quiet, and
// returns how many it archived. One that somebody changes meanwhile waits for the next round.
func (s *Service) EnterDue(ctx context.Context) (int, error) {
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return 0, err
	}
	rows, err := q.Finished(ctx, s.db, now.Add(-archive.Quiet), archive.Over, archive.Spent, batch)
	if err != nil {
		return 0, err
	}
	done := 0
	for _, r := range rows {
		err := pg.InTx(ctx, s.db, func(tx pg.Tx) error { return enter(ctx, tx, access.System, r.BuyerID, r.ID) })
		switch {
		case err == nil:
			done++
		case !slices.Contains(meanwhile, fault.As(err).Def):
			return done, err
		}
	}
	return done, nil
}

// Enter archives a job before its month has passed. It raises archive.Waits while
// something of it is not over.
func (s *Service) Enter(ctx context.Context, a access.Actor, job uuid.UUID) error {
	return s.manage(ctx, a, job, func(tx pg.Tx, owner uuid.UUID) error { return enter(ctx, tx, a, owner, job) })
}

// manage runs an act of the operator's people on a job.
func (s *Service) manage(ctx context.Context, a access.Actor, job uuid.UUID, act func(pg.Tx, uuid.UUID) error) error {
	if err := manages(a); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		owner, err := q.OwnerOf(ctx, tx, job)
		if pg.NoRows(err) {
			return archive.NotFound.New("")
		}
		if err != nil {
			return err
		}
		return act(tx, owner)
	})
}

// archived reads an archived job under its lock.
func archived(ctx context.Context, tx pg.Tx, owner, job uuid.UUID) (archivedb.LockArchivedRow, error) {
	row, err := q.LockArchived(ctx, tx, job, owner)
	if pg.NoRows(err) {
		err = archive.NotFound.New("")
	}
	return row, err
}

// checkReason is why somebody holds or releases.
func checkReason(reason string) (string, error) {
	var f fault.Fields
	reason = f.Need("/reason", reason, 1000)
	return reason, f.Err()
}

// A Hold says why somebody holds or releases a job.
type Hold struct {
	Reason string `json:"reason"`
}

// Hold keeps an archived job beyond its years, until another person releases it.
func (s *Service) Hold(ctx context.Context, a access.Actor, job uuid.UUID, reason string) error {
	reason, err := checkReason(reason)
	if err != nil {
		return err
	}
	return s.manage(ctx, a, job, func(tx pg.Tx, owner uuid.UUID) error {
		if _, err := archived(ctx, tx, owner, job); err != nil {
			return err
		}
		if _, err := q.OpenHold(ctx, tx, job, owner); !pg.NoRows(err) {
			if err == nil {
				err = archive.Held.New("")
			}
			return err
		}
		if err := stop(ctx, tx, owner, job, reason); err != nil {
			return err
		}
		err := q.InsertHold(ctx, tx, archivedb.InsertHoldParams{
			ID:       uuid.Must(uuid.NewV7()),
			JobID:    job,
			BuyerID:  owner,
			Reason:   reason,
			PlacedBy: a.User,
			Now:      tx.Now,
		})
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, HoldSet, owner, job, Hold{reason})
	})
}

// Release ends a hold; whoever placed it does not (archive.SamePerson).
func (s *Service) Release(ctx context.Context, a access.Actor, job uuid.UUID, reason string) error {
	reason, err := checkReason(reason)
	if err != nil {
		return err
	}
	return s.manage(ctx, a, job, func(tx pg.Tx, owner uuid.UUID) error {
		if _, err := archived(ctx, tx, owner, job); err != nil {
			return err
		}
		h, err := q.OpenHold(ctx, tx, job, owner)
		if pg.NoRows(err) {
			return archive.NotHeld.New("")
		}
		if err != nil {
			return err
		}
		if h.PlacedBy == a.User {
			return archive.SamePerson.New("")
		}
		if err := q.ReleaseHold(ctx, tx, archivedb.ReleaseHoldParams{ReleasedBy: &a.User, Now: &tx.Now, ReleasedFor: reason, ID: h.ID, BuyerID: owner}); err != nil {
			return err
		}
		return noted(ctx, tx, a, HoldGone, owner, job, Hold{reason})
	})
}
