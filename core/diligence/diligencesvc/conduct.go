package diligencesvc

import (
	"context"
	"math"
	"strconv"

	"github.com/google/uuid"

	"zabuni.org/core/assurance/assurancesvc"
	"zabuni.org/core/diligence"
	"zabuni.org/core/diligence/internal/diligencedb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/pg"
)

// A Change is an answer over the version of it that was seen on the device.
type Change struct {
	Question uuid.UUID
	diligence.Answer
	Seen int32
}

// Conducted is what a device sends of a visit, once it has a network.
type Conducted struct {
	Arrival *diligence.Arrival
	Changes []Change
}

// A Conflict is an answer that somebody else gave meanwhile.
type Conflict struct {
	Question    uuid.UUID
	Value, Note string
	Version     int32
}

// A Version is what an answer has now.
type Version struct {
	Question uuid.UUID
	Version  int32
}

// Stored is what became of what a device sent.
type Stored struct {
	Versions  []Version // of what stands now as it was sent
	Conflicts []Conflict
}

// Conduct keeps what was found on a visit. What was sent before and is sent again
// counts once and leaves nothing in the log; over what another has found meanwhile
// nothing is written.
func (s *Service) Conduct(ctx context.Context, a access.Actor, owner, submission uuid.UUID, in Conducted) (Stored, error) {
	var out Stored
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		out = Stored{}
		w, err := begin(ctx, tx, a, owner, submission)
		if err != nil {
			return err
		}
		if _, err := w.v.status().To(diligence.Conducted); err != nil {
			return err
		}
		arrived, err := w.arrive(a, tx, in.Arrival)
		if err != nil {
			return err
		}
		news, err := w.answer(ctx, tx, a, in.Changes, &out)
		if err != nil || news == 0 && !arrived {
			return err
		}
		if arrived || w.v.status() != diligence.Conducted {
			if err := w.put(ctx, tx, diligence.Conducted, w.v.Version); err != nil {
				return err
			}
		}
		return w.note(ctx, tx, a, "visit.conducted", map[string]any{"arrived": arrived, "answers": news})
	})
	return out, err
}

// arrive takes up that somebody has come; whoever came first counts.
func (w *work) arrive(a access.Actor, tx pg.Tx, in *diligence.Arrival) (bool, error) {
	if in == nil || w.v.ArrivedAt != nil {
		return false, nil
	}
	if err := in.Check(tx.Now, *w.bid.OpenedAt); err != nil {
		return false, err
	}
	w.v.ArrivedAt, w.v.ArrivedBy, w.v.Consent = &in.At, &a.User, in.Consent
	if p := in.Position; p != nil {
		latitude, longitude := int32(math.Round(p.Latitude*1e6)), int32(math.Round(p.Longitude*1e6))
		w.v.Latitude, w.v.Longitude = &latitude, &longitude
	}
	return true, nil
}

// answer stores the changes that say something new, and returns how many did.
func (w *work) answer(ctx context.Context, tx pg.Tx, a access.Actor, changes []Change, out *Stored) (int, error) {
	sheet, err := load(ctx, tx, w.c, w.v)
	if err != nil {
		return 0, err
	}
	var f fault.Fields
	news := 0
	for i, c := range changes {
		at := "/answers/" + strconv.Itoa(i)
		kind, ok := sheet.kinds[c.Question]
		if !ok {
			f.Add(at+"/question_id", fault.Unknown)
			continue
		}
		answer := c.Normal(&f, at, kind)
		now := sheet.answers[c.Question]
		switch {
		case len(f) > 0:
		case now.Version > 0 && answer.Same(now.Value, now.Note):
			out.Versions = append(out.Versions, Version{c.Question, now.Version})
		case now.Version != c.Seen:
			out.Conflicts = append(out.Conflicts, Conflict{c.Question, now.Value, now.Note, now.Version})
		default:
			err := q.PutAnswer(ctx, tx, diligencedb.PutAnswerParams{
				SubmissionID: w.v.SubmissionID,
				QuestionID:   c.Question,
				BuyerID:      w.v.BuyerID,
				SupplierID:   w.v.SupplierID,
				Value:        answer.Value,
				Note:         answer.Note,
				AnsweredBy:   a.User,
				AnsweredAt:   answer.At,
				StoredAt:     tx.Now,
				Version:      c.Seen + 1,
			})
			if err != nil {
				return news, err
			}
			out.Versions = append(out.Versions, Version{c.Question, c.Seen + 1})
			news++
		}
	}
	return news, f.Err()
}

// A Photo is a photograph as a device sends it. Its id is the device's, so that one
// that is sent again is the same.
type Photo struct {
	ID, Question uuid.UUID
	Name         string
	Bytes        []byte
}

// AddPhoto keeps a photograph of a question, without what the camera wrote beside it.
func (s *Service) AddPhoto(ctx context.Context, a access.Actor, owner, submission uuid.UUID, p Photo) error {
	clean, media, err := diligence.Photo(p.Bytes)
	if err != nil {
		return err
	}
	var f fault.Fields
	p.Name = f.Line("/name", p.Name, 200)
	if err := f.Err(); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		w, err := begin(ctx, tx, a, owner, submission)
		if err != nil {
			return err
		}
		if was, err := q.Photo(ctx, tx, p.ID, owner); !pg.NoRows(err) {
			if err == nil && was.SubmissionID != submission {
				err = fault.NotFound.New("")
			}
			return err
		}
		if _, err := w.v.status().To(diligence.Conducted); err != nil {
			return err
		}
		sheet, err := load(ctx, tx, w.c, w.v)
		if err != nil {
			return err
		}
		if _, ok := sheet.kinds[p.Question]; !ok {
			return diligence.NotAsked.New("")
		}
		for _, cell := range sheet.Cells {
			if cell.ID == p.Question && len(cell.Photos) >= diligence.MaxPhotos {
				return diligence.Enough.New("").With("max", diligence.MaxPhotos)
			}
		}
		if w.v.status() != diligence.Conducted {
			if err := w.put(ctx, tx, diligence.Conducted, w.v.Version); err != nil {
				return err
			}
		}
		d, err := s.docs.Save(ctx, tx, a, owner, "visit_photo", p.Name, media, clean)
		if err != nil {
			return err
		}
		n, err := q.InsertPhoto(ctx, tx, diligencedb.InsertPhotoParams{
			ID:           p.ID,
			SubmissionID: submission,
			QuestionID:   p.Question,
			BuyerID:      owner,
			SupplierID:   w.v.SupplierID,
			DocumentID:   d.ID,
			Name:         p.Name,
			Size:         int64(len(clean)),
			TakenBy:      a.User,
			StoredAt:     tx.Now,
		})
		if err == nil && n == 0 { // another's photograph has that id
			err = fault.NotFound.New("")
		}
		if err != nil {
			return err
		}
		return w.note(ctx, tx, a, "photo.added", map[string]any{"question_id": p.Question, "photo_id": p.ID})
	})
}

// RemovePhoto takes a photograph back while the visit goes on.
func (s *Service) RemovePhoto(ctx context.Context, a access.Actor, owner, submission, photo uuid.UUID) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if _, err := photoOf(ctx, tx, owner, submission, photo); err != nil {
			return err
		}
		w, err := begin(ctx, tx, a, owner, submission)
		if err == nil {
			_, err = w.v.status().To(diligence.Conducted)
		}
		if err == nil {
			err = q.DeletePhoto(ctx, tx, photo, submission, owner)
		}
		if err != nil {
			return err
		}
		return w.note(ctx, tx, a, "photo.removed", map[string]any{"photo_id": photo})
	})
}

// photoOf finds a photograph of a bidder's visit.
func photoOf(ctx context.Context, db pg.DB, owner, submission, photo uuid.UUID) (diligencedb.PhotoRow, error) {
	row, err := q.Photo(ctx, db, photo, owner)
	if pg.NoRows(err) || err == nil && row.SubmissionID != submission {
		err = document.Missing.New("")
	}
	return row, err
}

// Photo returns a photograph of a visit.
func (s *Service) Photo(ctx context.Context, a access.Actor, owner, submission, photo uuid.UUID) (documentsvc.Document, error) {
	row, err := photoOf(ctx, s.db, owner, submission, photo)
	if err != nil {
		return documentsvc.Document{}, err
	}
	id, err := categoryOf(ctx, s.db, owner, submission)
	if err != nil {
		return documentsvc.Document{}, err
	}
	c, err := look(ctx, s.db, a, owner, id)
	if err == nil {
		err = assurancesvc.Checker(ctx, s.db, a, c)
	}
	if err != nil {
		return documentsvc.Document{}, err
	}
	return s.docs.Read(ctx, owner, row.DocumentID)
}
