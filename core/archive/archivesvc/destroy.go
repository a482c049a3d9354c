package archivesvc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/archive"
	"zabuni.org/core/archive/internal/archivedb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
)

// DisposeDue destroys what was decided, and returns how many jobs it came to the end of.
// It goes on where it was interrupted: the list is written first, then keys and contents
// go out of the rows, then the bytes out of the store, and the certificate is last.
func (s *Service) DisposeDue(ctx context.Context) (int, error) {
	rows, err := q.DisposalsWaiting(ctx, s.db, batch)
	if err != nil || s.out.Notary == nil {
		return 0, err
	}
	done := 0
	for _, r := range rows {
		ended, err := s.destroy(ctx, r)
		if err != nil {
			return done, err
		}
		if ended {
			done++
		}
	}
	return done, nil
}

// destroy does all that is left to do of one disposal.
func (s *Service) destroy(ctx context.Context, r archivedb.DisposalsWaitingRow) (bool, error) {
	for _, step := range []func(context.Context, archivedb.DisposalsWaitingRow) (bool, error){s.begin, s.empty} {
		if on, err := step(ctx, r); err != nil || !on {
			return false, err
		}
	}
	objects, err := q.DisposedObjects(ctx, s.db, r.ID, r.BuyerID)
	if err != nil {
		return false, err
	}
	var stay []uuid.UUID
	for _, o := range objects {
		gone, err := s.out.Documents.Destroy(ctx, o.StoreName)
		if err != nil {
			return false, err
		}
		if !gone {
			stay = append(stay, o.ObjectID)
		}
		if err := s.dies("destroyed"); err != nil {
			return false, err
		}
	}
	return s.certify(ctx, r, objects, stay)
}

// locked reads a disposal under the lock of its job.
func locked(ctx context.Context, tx pg.Tx, r archivedb.DisposalsWaitingRow) (Disposal, error) {
	if _, err := archived(ctx, tx, r.BuyerID, r.JobID); err != nil {
		return Disposal{}, err
	}
	return q.Disposal(ctx, tx, r.JobID, r.BuyerID)
}

// begin writes down what goes. From then on there is no way back; until then a hold, or
// a list that has become another one, stops it.
func (s *Service) begin(ctx context.Context, r archivedb.DisposalsWaitingRow) (on bool, err error) {
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		on = false
		d, err := locked(ctx, tx, r)
		if err != nil || d.ID != r.ID || archive.Disposing(d.Status) != archive.DisposalApproved {
			on = err == nil && d.ID == r.ID && archive.Disposing(d.Status) == archive.DisposalDestroying
			return err
		}
		if err := q.BeginAlone(ctx, tx, "disposal of "+r.BuyerID.String()); err != nil {
			return err
		}
		g, err := going(ctx, tx, r.BuyerID, r.JobID)
		if err != nil {
			return err
		}
		if string(g.Sum[:]) != string(d.ListSum) {
			// Nobody said why: that it was the list is told in each language.
			if err := q.StopDisposal(ctx, tx, "", d.ID, r.BuyerID); err != nil {
				return err
			}
			return noted(ctx, tx, access.System, DisposalDecided, r.BuyerID, r.JobID, Verdict{Reason: "list"})
		}
		if err := unheld(ctx, tx, r.BuyerID, r.JobID); err != nil {
			return err
		}
		in := archivedb.InsertDisposedParams{DisposalID: d.ID, BuyerID: r.BuyerID}
		for _, f := range g.gone() {
			in.Ids, in.Kinds, in.Names = append(in.Ids, f.ID), append(in.Kinds, f.Kind), append(in.Names, f.Key)
			in.Sizes, in.Sums = append(in.Sizes, f.Size), append(in.Sums, hex.EncodeToString(f.SHA256))
		}
		if err := q.InsertDisposed(ctx, tx, in); err != nil {
			return err
		}
		if err := q.BeginDisposal(ctx, tx, &tx.Now, d.ID, r.BuyerID); err != nil {
			return err
		}
		on = true
		if err := noted(ctx, tx, access.System, DisposalBegun, r.BuyerID, r.JobID, map[string]any{"disposal_id": d.ID, "files": g.Files}); err != nil {
			return err
		}
		return s.dies("beginning")
	})
	if err != nil || !on {
		return false, err
	}
	return true, s.dies("begun")
}

// empty takes keys and contents out of the rows.
func (s *Service) empty(ctx context.Context, r archivedb.DisposalsWaitingRow) (bool, error) {
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		d, err := locked(ctx, tx, r)
		if err != nil || d.EmptiedAt != nil {
			return err
		}
		if err := q.Empty(ctx, tx, &tx.Now, d.ID, r.BuyerID); err != nil {
			return err
		}
		if err := noted(ctx, tx, access.System, DisposalEmptied, r.BuyerID, r.JobID, map[string]any{"disposal_id": d.ID}); err != nil {
			return err
		}
		return s.dies("emptying")
	})
	if err != nil {
		return false, err
	}
	return true, s.dies("emptied")
}

// An Ended disposal is what is told of it.
type Ended struct {
	Disposal uuid.UUID `json:"disposal_id"`
	Files    int64     `json:"files"`
	Shared   int64     `json:"shared"`
}

// certify signs that it was done, after it was, unless another program has. What stays are the files whose bytes others have as well at
// this moment: once one that stayed is nobody else's any more, its bytes go with the next round, before anything is signed.
func (s *Service) certify(ctx context.Context, r archivedb.DisposalsWaitingRow, objects []archivedb.DisposedObjectsRow, stay []uuid.UUID) (ended bool, err error) {
	files := make([]archive.Gone, len(objects))
	for i, o := range objects {
		files[i] = archive.Gone{Kind: o.Kind, ID: o.ObjectID, Size: o.Size, SHA256: o.Sha256}
	}
	list := archive.GoneList(files)
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		ended = false
		d, err := locked(ctx, tx, r)
		if err != nil || archive.Disposing(d.Status) == archive.DisposalDone {
			return err
		}
		if archive.Disposing(d.Status) != archive.DisposalDestroying || d.EmptiedAt == nil || d.DecidedBy == nil || d.DecidedAt == nil {
			return fault.Internal.New("disposal %s is %s", d.ID, d.Status)
		}
		shared, err := q.DisposedShared(ctx, tx, d.ID, r.BuyerID)
		if err != nil {
			return err
		}
		for _, id := range stay {
			if !slices.Contains(shared, id) {
				return nil
			}
		}
		head, err := q.Job(ctx, tx, r.JobID, r.BuyerID)
		if err != nil {
			return err
		}
		note, err := s.out.Notary.SignDisposal(seal.Disposal{
			ID:        d.ID,
			Job:       r.JobID,
			Buyer:     r.BuyerID,
			KeptUntil: head.KeepUntil.Format(time.DateOnly),
			Basis:     head.Basis + " " + head.BasisOn.Format(time.DateOnly),
			Proposed:  seal.Witness{ID: d.ProposedBy, At: d.ProposedAt, Name: d.ProposedName},
			Decided:   seal.Witness{ID: *d.DecidedBy, At: *d.DecidedAt, Name: d.DecidedName},
			Destroyed: tx.Now,
			Files:     d.Files,
			Bytes:     d.Bytes,
			Shared:    int64(len(shared)),
			Bids:      d.Bids,
			Letters:   d.Letters,
			List:      sha256.Sum256([]byte(list)),
		})
		if err != nil {
			return err
		}
		text := string(note)
		err = q.EndDisposal(ctx, tx, archivedb.EndDisposalParams{Now: &tx.Now, Certificate: &text, List: &list, ID: d.ID, BuyerID: r.BuyerID})
		if err != nil {
			return err
		}
		if err := noted(ctx, tx, access.System, DisposalEnded, r.BuyerID, r.JobID, Ended{d.ID, d.Files, int64(len(shared))}); err != nil {
			return err
		}
		ended = true
		return s.dies("certifying")
	})
	if err != nil || !ended {
		return false, err
	}
	return true, s.dies("certified")
}

func (s *Service) dies(point string) error {
	if s.die == nil {
		return nil
	}
	return s.die(point)
}

// Concerned are the suppliers of an archived job, for who tells them, and what it is called.
func (s *Service) Concerned(ctx context.Context, db pg.DB, owner, job uuid.UUID) (Head, []uuid.UUID, error) {
	head, err := q.Job(ctx, db, job, owner)
	if err != nil {
		return head, nil, err
	}
	suppliers, err := q.Concerned(ctx, db, job, owner)
	return head, suppliers, err
}
