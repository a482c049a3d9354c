package assurancesvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/assurance/internal/assurancedb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// work is one check of one bid that somebody is at, under its category's lock.
type work struct {
	folder
	tx   pg.Tx
	a    access.Actor
	part assurance.Part
	bid  assurancedb.BidsRow
}

// on runs fn on a part of a category whose bids can be checked now, for somebody who
// may judge them and whom admit lets in.
func (s *Service) on(ctx context.Context, a access.Actor, owner uuid.UUID, p assurance.Part,
	admit func(pg.Tx, sourcing.Case) error, fn func(work) error) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		id, err := categoryOf(ctx, tx, owner, p.Submission)
		if err != nil {
			return err
		}
		c, err := sourcingsvc.HoldAs(ctx, tx, a, owner, id, sourcing.ToJudge)
		if err == nil {
			err = admit(tx, c)
		}
		if err != nil {
			return err
		}
		f, err := open(ctx, tx, c)
		if err == nil {
			err = f.may()
		}
		if err != nil {
			return err
		}
		bid, ok := f.bid(p.Submission)
		if !ok {
			return opening.NotOpened.New("the bid was withdrawn")
		}
		return fn(work{f, tx, a, p, bid})
	})
}

// Check stores what the actor found of one answer of an opened bid in a turn, and
// returns the version that it is then. seen is the version that the actor saw, 0 where
// nobody had checked: where another came first, nothing is overwritten and Changed is
// raised.
func (s *Service) Check(ctx context.Context, a access.Actor, owner uuid.UUID, p assurance.Part, question uuid.UUID,
	f assurance.Finding, seen int32) (int32, error) {
	f, err := f.Normal()
	if err != nil {
		return 0, err
	}
	var asked bool
	admit := func(tx pg.Tx, c sourcing.Case) (err error) {
		if asked, err = goesThrough(ctx, tx, c, question); err != nil {
			return err
		}
		return Checker(ctx, tx, a, c)
	}
	err = s.on(ctx, a, owner, p, admit, func(w work) error {
		if !asked {
			return assurance.NotAsked.New("")
		}
		if err := w.book.MayCheck(p, a.User); err != nil {
			return err
		}
		if w.book.Checks[p.Turn][assurance.Answer{Submission: p.Submission, Question: question}].Version != seen {
			return assurance.Changed.New("seen was version %d", seen)
		}
		if err := w.find(ctx, question, f, seen+1); err != nil {
			return err
		}
		if w.book.Had(p, a.User) {
			return nil
		}
		return w.put(ctx, func(k *assurance.Work) { k.Hands = append(slices.Clone(k.Hands), a.User) })
	})
	return seen + 1, err
}

// goesThrough reports whether a question of the category goes through quality assurance.
func goesThrough(ctx context.Context, db pg.DB, c sourcing.Case, question uuid.UUID) (bool, error) {
	asked, err := q.GoesThrough(ctx, db, question, c.ID, c.Buyer)
	if pg.NoRows(err) {
		err = fault.NotFound.New("")
	}
	return asked, err
}

// find stores a finding.
func (w work) find(ctx context.Context, question uuid.UUID, f assurance.Finding, version int32) error {
	row := assurancedb.PutCheckParams{
		SubmissionID: w.part.Submission,
		QuestionID:   question,
		CategoryID:   w.ID,
		BuyerID:      w.Buyer,
		SupplierID:   w.bid.SupplierID,
		Verdict:      string(f.Verdict),
		Note:         f.Note,
		CheckedBy:    w.a.User,
		CheckedAt:    w.tx.Now,
		Version:      version,
	}
	var err error
	if w.part.Turn == assurance.First {
		err = q.PutCheck(ctx, w.tx, row)
	} else {
		err = q.PutControl(ctx, w.tx, assurancedb.PutControlParams(row))
	}
	if err != nil {
		return err
	}
	return record(ctx, w.tx, w.a, "check.made", w.Case, map[string]any{
		"submission_id": w.part.Submission,
		"question_id":   question,
		"turn":          w.part.Turn,
		"verdict":       f.Verdict,
		"version":       version,
	})
}

// put stores what is known of the part after a change.
func (w work) put(ctx context.Context, change func(*assurance.Work)) error {
	k := w.book.Work[w.part]
	change(&k)
	return q.PutSheet(ctx, w.tx, assurancedb.PutSheetParams{
		SubmissionID: w.part.Submission,
		Turn:         string(w.part.Turn),
		CategoryID:   w.ID,
		BuyerID:      w.Buyer,
		SupplierID:   w.bid.SupplierID,
		Checker:      some(k.Checker),
		Hands:        append([]uuid.UUID{}, k.Hands...),
		FinishedBy:   some(k.FinishedBy),
		FinishedAt:   k.FinishedAt,
		Version:      k.Version + 1,
	})
}

// some is an identifier that may be none.
func some(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

// Finish says that a part is done: every answer of it is checked. A second check that
// is finished counts in place of the first.
func (s *Service) Finish(ctx context.Context, a access.Actor, owner uuid.UUID, p assurance.Part) error {
	admit := func(tx pg.Tx, c sourcing.Case) error { return Checker(ctx, tx, a, c) }
	return s.on(ctx, a, owner, p, admit, func(w work) error {
		if err := w.book.MayFinish(p, a.User); err != nil {
			return err
		}
		err := w.put(ctx, func(k *assurance.Work) {
			k.FinishedBy, k.FinishedAt = a.User, &w.tx.Now
			if !slices.Contains(k.Hands, a.User) {
				k.Hands = append(slices.Clone(k.Hands), a.User)
			}
		})
		if err != nil {
			return err
		}
		return record(ctx, w.tx, a, "check.finished", w.Case, map[string]any{"submission_id": p.Submission, "turn": p.Turn})
	})
}

// Give gives a part to somebody who has declared to have no interest, or with none
// leaves it to whoever comes first. seen is the version of the part that the actor saw.
func (s *Service) Give(ctx context.Context, a access.Actor, owner uuid.UUID, p assurance.Part, whom uuid.UUID, seen int32) error {
	anybody := func(pg.Tx, sourcing.Case) error { return nil }
	return s.on(ctx, a, owner, p, anybody, func(w work) error {
		if err := w.book.MayGive(p, whom); err != nil {
			return err
		}
		if w.book.Work[p].Version != seen {
			return assurance.Changed.New("seen was version %d", seen)
		}
		if whom != uuid.Nil {
			interest, err := q.Declaration(ctx, w.tx, w.ID, whom, w.Buyer)
			if err != nil && !pg.NoRows(err) {
				return err
			}
			if interest != opening.InterestNone {
				return assurance.NotChecker.New("%s", whom)
			}
		}
		if err := w.put(ctx, func(k *assurance.Work) { k.Checker = whom }); err != nil {
			return err
		}
		return record(ctx, w.tx, a, "check.given", w.Case, map[string]any{
			"submission_id": p.Submission,
			"turn":          p.Turn,
			"checker":       some(whom),
		})
	})
}

// SetSample says how many per cent of a category's bids are checked a second time. seen
// is the version of the sample that the actor saw.
func (s *Service) SetSample(ctx context.Context, a access.Actor, owner, id uuid.UUID, percent int, seen int32) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := sourcingsvc.HoldAs(ctx, tx, a, owner, id, sourcing.ToJudge)
		if err == nil {
			err = c.Policy().Need(sourcing.Criteria | sourcing.QA)
		}
		if err != nil {
			return err
		}
		f, err := open(ctx, tx, c)
		if err == nil {
			err = f.book.Sample.MayDraw(c.Category, f.judged(), percent)
		}
		if err != nil {
			return err
		}
		if f.book.Sample.Version != seen {
			return assurance.Changed.New("seen was version %d", seen)
		}
		err = q.PutPlan(ctx, tx, assurancedb.PutPlanParams{
			CategoryID: id,
			BuyerID:    owner,
			Sample:     int32(percent),
			SetBy:      a.User,
			SetAt:      tx.Now,
			Version:    seen + 1,
		})
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "sample.set", c, map[string]any{"percent": percent, "of": len(f.bids)})
	})
}

// Read admits a checker to a document of an opened bid: that of a question which
// goes through quality assurance.
func Read(ctx context.Context, db pg.DB, a access.Actor, c sourcing.Case, question uuid.UUID) error {
	if err := Checker(ctx, db, a, c); err != nil {
		return err
	}
	asked, err := goesThrough(ctx, db, c, question)
	if err == nil && !asked {
		err = fault.Forbidden.New("the question does not go through quality assurance")
	}
	return err
}
