package archivesvc

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"

	"github.com/google/uuid"

	"zabuni.org/core/archive"
	"zabuni.org/core/archive/internal/archivedb"
	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
)

// Disposal is where the destruction of a job stands, and who had to do with it.
type Disposal = archivedb.DisposalRow

// A Going is what goes of a job when it is destroyed.
type Going struct {
	Files, Bids, Letters, Bytes int64
	Sum                         [32]byte // of the list
	List                        []archivedb.DisposalListRow
}

func (g Going) gone() []archive.Gone {
	out := make([]archive.Gone, len(g.List))
	for i, r := range g.List {
		out[i] = archive.Gone{Kind: r.Kind, ID: r.ID, Key: r.StoreKey, Size: r.Size, SHA256: r.Sha256}
	}
	return out
}

// A Fate is an archived job with what goes of it and how far that has come.
type Fate struct {
	Head     Head
	Due      bool
	Going    Going
	Disposal *Disposal // the latest; nil where nobody has proposed one
}

func going(ctx context.Context, db pg.DB, owner, job uuid.UUID) (Going, error) {
	var g Going
	rows, err := q.DisposalList(ctx, db, job, owner)
	if err != nil {
		return g, err
	}
	g.List = rows
	for _, r := range rows {
		g.Files++
		g.Bytes += r.Size
		if r.Kind == archive.GoesLetter {
			g.Letters++
		}
	}
	g.Sum = sha256.Sum256([]byte(archive.GoneList(g.gone())))
	g.Bids, err = q.DisposalBids(ctx, db, job, owner)
	return g, err
}

func latest(ctx context.Context, db pg.DB, owner, job uuid.UUID) (*Disposal, error) {
	d, err := q.Disposal(ctx, db, job, owner)
	if pg.NoRows(err) {
		return nil, nil
	}
	return &d, err
}

func stateOf(d *Disposal) archive.Disposing {
	if d == nil {
		return ""
	}
	return archive.Disposing(d.Status)
}

// untouched raises Disposed once the destruction of a job has begun.
func (s *Service) untouched(ctx context.Context, db pg.DB, owner, job uuid.UUID) error {
	d, err := latest(ctx, db, owner, job)
	if err == nil && stateOf(d).Begun() {
		err = archive.Disposed.New("")
	}
	return err
}

// Fate says what would go of a job, and where its destruction stands.
func (s *Service) Fate(ctx context.Context, a access.Actor, job uuid.UUID) (Fate, error) {
	var out Fate
	if err := manages(a); err != nil {
		return out, err
	}
	owner, err := s.OwnerOfJob(ctx, a, job)
	if err != nil {
		return out, err
	}
	if out.Head, err = s.job(ctx, a, owner, job); err != nil {
		return out, err
	}
	if out.Due, err = q.DueOf(ctx, s.db, job, owner); err != nil {
		return out, err
	}
	if out.Disposal, err = latest(ctx, s.db, owner, job); err != nil {
		return out, err
	}
	out.Going, err = going(ctx, s.db, owner, job)
	return out, err
}

// disposable raises NotDue and Held for a job whose years are not over.
func disposable(ctx context.Context, tx pg.Tx, owner, job uuid.UUID) error {
	if _, err := archived(ctx, tx, owner, job); err != nil {
		return err
	}
	due, err := q.DueOf(ctx, tx, job, owner)
	if err == nil && !due {
		err = archive.NotDue.New("")
	}
	if err != nil {
		return err
	}
	return unheld(ctx, tx, owner, job)
}

func unheld(ctx context.Context, tx pg.Tx, owner, job uuid.UUID) error {
	_, err := q.OpenHold(ctx, tx, job, owner)
	if pg.NoRows(err) {
		return nil
	}
	if err == nil {
		err = archive.Held.New("")
	}
	return err
}

// ProposeDisposal proposes that what is kept of a job is destroyed. Seen is the sum of
// the list that the person read. It raises NotDue, Held, Proposed and OtherList.
func (s *Service) ProposeDisposal(ctx context.Context, a access.Actor, job uuid.UUID, reason string, seen []byte) error {
	reason, err := checkReason(reason)
	if err != nil {
		return err
	}
	return s.manage(ctx, a, job, func(tx pg.Tx, owner uuid.UUID) error {
		if err := disposable(ctx, tx, owner, job); err != nil {
			return err
		}
		d, err := latest(ctx, tx, owner, job)
		if err != nil {
			return err
		}
		switch state := stateOf(d); {
		case state.Begun():
			return archive.Disposed.New("")
		case state.Open():
			return archive.Proposed.New("")
		}
		g, err := going(ctx, tx, owner, job)
		if err == nil && !bytes.Equal(seen, g.Sum[:]) {
			err = archive.OtherList.New("")
		}
		if err != nil {
			return err
		}
		err = q.InsertDisposal(ctx, tx, archivedb.InsertDisposalParams{
			ID:         uuid.Must(uuid.NewV7()),
			JobID:      job,
			BuyerID:    owner,
			Reason:     reason,
			Files:      g.Files,
			Bids:       g.Bids,
			Letters:    g.Letters,
			Bytes:      g.Bytes,
			ListSum:    g.Sum[:],
			ProposedBy: a.User,
			Now:        tx.Now,
		})
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, DisposalAsked, owner, job, map[string]any{"reason": reason, "files": g.Files, "bids": g.Bids, "letters": g.Letters, "bytes": g.Bytes})
	})
}

// A Verdict is what somebody decides about a proposal.
type Verdict struct {
	Destroy bool   `json:"destroy"`
	Reason  string `json:"reason"` // why not
	Seen    []byte `json:"-"`      // sum of the list that was read
}

// DecideDisposal decides a proposal: another person than who made it has what is kept
// destroyed, and proves who they are; anybody who keeps the archive may refuse. It raises
// NotProposed, OwnProposal, StepUp, Held and OtherList.
func (s *Service) DecideDisposal(ctx context.Context, a access.Actor, job uuid.UUID, v Verdict) error {
	if !v.Destroy {
		var err error
		if v.Reason, err = checkReason(v.Reason); err != nil {
			return err
		}
	}
	return s.manage(ctx, a, job, func(tx pg.Tx, owner uuid.UUID) error {
		if _, err := archived(ctx, tx, owner, job); err != nil {
			return err
		}
		d, err := latest(ctx, tx, owner, job)
		if err != nil {
			return err
		}
		if stateOf(d) != archive.DisposalProposed {
			return archive.NotProposed.New("")
		}
		status := archive.DisposalRefused
		if v.Destroy {
			status = archive.DisposalApproved
			if d.ProposedBy == a.User {
				return archive.OwnProposal.New("")
			}
			if err := identity.Proved(a, tx.Now); err != nil {
				return err
			}
			if err := disposable(ctx, tx, owner, job); err != nil {
				return err
			}
			g, err := going(ctx, tx, owner, job)
			if err == nil && (!bytes.Equal(v.Seen, g.Sum[:]) || !bytes.Equal(d.ListSum, g.Sum[:])) {
				err = archive.OtherList.New("")
			}
			if err != nil {
				return err
			}
			v.Reason = ""
		}
		err = q.DecideDisposal(ctx, tx, archivedb.DecideDisposalParams{
			Status:    string(status),
			DecidedBy: &a.User,
			Now:       &tx.Now,
			Said:      v.Reason,
			ID:        d.ID,
			BuyerID:   owner,
		})
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, DisposalDecided, owner, job, v)
	})
}

// stop ends a proposal when somebody holds the job; what has begun is not held any more.
func stop(ctx context.Context, tx pg.Tx, owner, job uuid.UUID, why string) error {
	d, err := latest(ctx, tx, owner, job)
	if err != nil || d == nil {
		return err
	}
	switch state := archive.Disposing(d.Status); {
	case state.Begun():
		return archive.Disposed.New("")
	case state.Open():
		return q.StopDisposal(ctx, tx, why, d.ID, owner)
	}
	return nil
}

// Certificate is the signed word that what was kept of a job was destroyed, for whoever
// reads the archive: it is kept for ever.
func (s *Service) Certificate(ctx context.Context, a access.Actor, owner, job uuid.UUID) (name string, data []byte, err error) {
	if err := reads(ctx, s.db, a, owner); err != nil {
		return "", nil, err
	}
	head, err := s.job(ctx, a, owner, job)
	if err != nil {
		return "", nil, err
	}
	d, err := latest(ctx, s.db, owner, job)
	if err == nil && (d == nil || d.Certificate == nil || d.List == nil) {
		err = archive.NoCertificate.New("")
	}
	if err != nil {
		return "", nil, err
	}
	if s.out.Notary == nil {
		return "", nil, fault.Unavailable.New("this process has no key")
	}
	data, err = json.MarshalIndent(seal.Certificate{Format: seal.CertificateFormat, Key: s.out.Notary.Key(), Note: *d.Certificate, List: *d.List}, "", "  ")
	return "certificate-" + BundleName(head)[:len(BundleName(head))-len(".zip")] + ".json", append(data, '\n'), err
}
