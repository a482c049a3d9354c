package biddingsvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/internal/biddingdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
)

// A Paper is a paper of the company's profile, in the version that a file is.
type Paper struct {
	ID        uuid.UUID
	Kind      party.DocumentKind
	ExpiresOn *time.Time // its last day; nil: it does not end
}

func paperOf(id *uuid.UUID, kind *string, expires *time.Time) *Paper {
	if id == nil || kind == nil {
		return nil
	}
	return &Paper{*id, party.DocumentKind(*kind), expires}
}

func fileOf(r biddingdb.FilesRow) File {
	return File{r.ID, r.QuestionID, r.Name, r.MediaType, r.Size, r.UploadedAt, paperOf(r.PaperID, r.Paper, r.ExpiresOn)}
}

// Papers are those of the profile of the actor's company, as they stand now, that an answer to
// the actor's bid may be: of each kind the latest.
func (s *Service) Papers(ctx context.Context, a access.Actor, bid uuid.UUID) ([]partysvc.DocumentVersion, error) {
	var out []partysvc.DocumentVersion
	err := s.tx(ctx, a, func(tx pg.Tx) error {
		if _, err := load(ctx, tx, a, bid); err != nil {
			return err
		}
		var err error
		out, _, err = partysvc.Papers(ctx, tx, a.Org, tx.Now)
		return err
	})
	return out, err
}

// TakePaper answers a question with a paper of the profile: its bytes, sealed anew, become a file of
// the bid, which stays what it is whatever becomes of the profile. It raises PaperGone where another
// version stands by now, and PaperOver for one that holds no more. Taken once more for the same
// question, it is the file that it is already.
func (s *Service) TakePaper(ctx context.Context, a access.Actor, bid, question, paper uuid.UUID) (File, error) {
	var f carriedFile
	// Sealed before the category is locked: a closing does not wait for it.
	err := s.tx(ctx, a, func(tx pg.Tx) error {
		p, err := load(ctx, tx, a, bid)
		if err == nil {
			err = phase(p).Open(tx.Now)
		}
		if err != nil {
			return err
		}
		criteria, err := s.criteria(ctx, tx, p)
		if err != nil {
			return err
		}
		if asked, ok := criteria.byID[question]; !ok || asked.Type != bidding.FileUpload {
			return fault.Invalid.New("").At("/question_id", fault.Unknown)
		}
		stands, err := onProfile(ctx, tx, a, paper)
		if err != nil {
			return err
		}
		company, err := s.company(ctx, tx, a)
		if err != nil {
			return err
		}
		defer company.Close()
		f, err = s.pin(ctx, tx, a.Org, company, question, stands)
		return err
	})
	if err != nil {
		return File{}, err
	}
	err = s.tx(ctx, a, func(tx pg.Tx) error {
		p, now, err := locked(ctx, tx, a, bid)
		if err != nil {
			return err
		}
		if _, err := onProfile(ctx, tx, a, paper); err != nil {
			return err
		}
		there, err := q.Files(ctx, tx, bid, a.Org)
		if err != nil {
			return err
		}
		same := func(r biddingdb.FilesRow) bool {
			return r.QuestionID == question && r.PaperID != nil && *r.PaperID == paper
		}
		if i := slices.IndexFunc(there, same); i >= 0 {
			f.File = fileOf(there[i])
			return nil
		}
		held, err := q.FilesSize(ctx, tx, bid, a.Org)
		if err != nil {
			return err
		}
		if held+f.Size > bidding.MaxFiles {
			return bidding.TooMuch.New("").With("max_mb", bidding.MaxFiles>>20)
		}
		f.UploadedAt = now
		if err := insertFile(ctx, tx, p, now, f); err != nil {
			return err
		}
		if err := q.TouchDraft(ctx, tx, &now, bid, a.Org); err != nil {
			return err
		}
		return record(ctx, tx, a, "file_added", bid, a.Org, f.noted())
	})
	return f.File, err
}

// onProfile is a paper that stands on the profile of the actor's company and holds today.
func onProfile(ctx context.Context, tx pg.Tx, a access.Actor, paper uuid.UUID) (partysvc.DocumentVersion, error) {
	papers, _, err := partysvc.Papers(ctx, tx, a.Org, tx.Now)
	if err != nil {
		return partysvc.DocumentVersion{}, err
	}
	i := slices.IndexFunc(papers, func(d partysvc.DocumentVersion) bool { return d.ID == paper })
	switch {
	case i < 0:
		return partysvc.DocumentVersion{}, bidding.PaperGone.New("").At("/paper_id", bidding.PaperGone.Code)
	case papers[i].State == party.Expired:
		return partysvc.DocumentVersion{}, bidding.PaperOver.New("").At("/paper_id", bidding.PaperOver.Code)
	}
	return papers[i], nil
}

// pin seals a paper of the profile for the actor's bid, as if it were uploaded.
func (s *Service) pin(ctx context.Context, tx pg.Tx, owner uuid.UUID, company *seal.Company, question uuid.UUID, d partysvc.DocumentVersion) (carriedFile, error) {
	doc, err := s.Documents.ReadIn(ctx, tx, owner, d.File)
	if err != nil {
		return carriedFile{}, err
	}
	defer clear(doc.Bytes)
	media, err := s.Gate.Check(ctx, d.Name, doc.Bytes)
	if err != nil {
		return carriedFile{}, err
	}
	out := carriedFile{File: File{
		ID:       uuid.Must(uuid.NewV7()),
		Question: question,
		Name:     d.Name,
		Type:     media,
		Size:     int64(len(doc.Bytes)),
		Paper:    &Paper{d.ID, d.Kind, d.ExpiresOn},
	}}
	out.key, out.sum, err = s.keep(ctx, company, doc.Bytes)
	return out, err
}

func insertFile(ctx context.Context, tx pg.Tx, p biddingdb.ParticipationRow, now time.Time, f carriedFile) error {
	in := biddingdb.InsertFileParams{
		ID:              f.ID,
		ParticipationID: p.ID,
		QuestionID:      f.Question,
		BuyerID:         p.BuyerID,
		SupplierID:      p.SupplierID,
		Name:            f.Name,
		MediaType:       f.Type,
		Size:            f.Size,
		SealedSha256:    f.sum[:],
		StoreKey:        f.key,
		Now:             now,
	}
	if f.Paper != nil {
		in.PaperID = &f.Paper.ID
	}
	return q.InsertFile(ctx, tx, in)
}
