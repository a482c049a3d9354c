// Package diligencesvc is the use cases of due diligence: what is asked on visits,
// when they are, what was found on them, and what evaluation asks of them.
package diligencesvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/assurance/assurancesvc"
	"zabuni.org/core/diligence"
	"zabuni.org/core/diligence/internal/diligencedb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

var q = diligencedb.New()

// Service runs the use cases.
type Service struct {
	db   pg.DB
	docs *documentsvc.Service // keeps photographs
}

// New returns a Service.
func New(db pg.DB, docs *documentsvc.Service) *Service { return &Service{db, docs} }

// OwnerOfBid returns whose an opened bid is.
func (s *Service) OwnerOfBid(ctx context.Context, a access.Actor, submission uuid.UUID) (uuid.UUID, error) {
	return openingsvc.OwnerOfBid(ctx, s.db, a, submission)
}

func look(ctx context.Context, db pg.DB, a access.Actor, owner, id uuid.UUID) (sourcing.Case, error) {
	c, err := sourcingsvc.LookBought(ctx, db, a, owner, id, party.DueDiligence, sourcing.ToJudge)
	if err == nil {
		err = c.Policy().Need(sourcing.DueDiligence)
	}
	return c, err
}

func hold(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID) (sourcing.Case, error) {
	c, err := sourcingsvc.HoldBought(ctx, tx, a, owner, id, party.DueDiligence, sourcing.ToJudge)
	if err == nil {
		err = c.Policy().Need(sourcing.DueDiligence)
	}
	return c, err
}

// Declare states the actor's interests in a category before anything of a bidder is
// seen; it counts for the checks of papers as well.
func (s *Service) Declare(ctx context.Context, a access.Actor, owner, id uuid.UUID, interest, text string) error {
	text, err := opening.Declared(interest, text)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := hold(ctx, tx, a, owner, id)
		if err != nil {
			return err
		}
		return assurancesvc.DeclareIn(ctx, tx, a, c, interest, text)
	})
}

// A Claim is a question of the published criteria that goes through due diligence.
type Claim = diligencedb.ClaimsRow

// A Question is asked on visits besides.
type Question = diligencedb.QuestionsRow

// A Bid is an opened bid with its visit.
type Bid = diligencedb.BidsRow

// Desk is where the visits of a category stand.
type Desk struct {
	sourcing.Case
	Mine      string // the actor's interest; empty before it was declared
	MayAsk    bool
	Open      bool // visits can be worked on now
	Claims    []Claim
	Questions []Question
	Bids      []Bid // once they are opened
}

// Desk returns where the visits of a category stand.
func (s *Service) Desk(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Desk, error) {
	c, err := look(ctx, s.db, a, owner, id)
	d := Desk{Case: c}
	if err != nil {
		return d, err
	}
	d.MayAsk, d.Open = diligence.MayAsk(c.Category) == nil, diligence.May(c.Category) == nil
	if d.Mine, err = assurancesvc.Interest(ctx, s.db, a, c); err != nil {
		return d, err
	}
	if d.Claims, err = q.Claims(ctx, s.db, nil, id, owner); err != nil {
		return d, err
	}
	if d.Questions, err = q.Questions(ctx, s.db, id, owner); err != nil {
		return d, err
	}
	d.Bids, err = q.Bids(ctx, s.db, id, owner)
	return d, err
}

// Ask adds a question to the visits of a category, or to that of one bid. No bidder
// reads it, and no published criterion changes.
func (s *Service) Ask(ctx context.Context, a access.Actor, owner, id uuid.UUID, submission *uuid.UUID, question diligence.Question) (uuid.UUID, error) {
	question, err := question.Normal()
	if err != nil {
		return uuid.Nil, err
	}
	made := uuid.Must(uuid.NewV7())
	return made, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := hold(ctx, tx, a, owner, id)
		if err == nil {
			err = assurancesvc.Checker(ctx, tx, a, c)
		}
		if err == nil {
			err = diligence.MayAsk(c.Category)
		}
		if err != nil {
			return err
		}
		row := diligencedb.InsertQuestionParams{
			ID:         made,
			CategoryID: id,
			BuyerID:    owner,
			Prompt:     question.Prompt,
			Help:       question.Help,
			Kind:       string(question.Kind),
			AskedBy:    a.User,
			AskedAt:    tx.Now,
		}
		detail := map[string]any{"question_id": made, "prompt": question.Prompt}
		if submission != nil {
			b, err := visitable(ctx, tx, c, *submission)
			if err != nil {
				return err
			}
			row.SupplierID, detail["submission_id"] = &b.SupplierID, *submission
		}
		if err := q.InsertQuestion(ctx, tx, row); err != nil {
			return err
		}
		return record(ctx, tx, a, "question.added", c, detail)
	})
}

// Unask takes a question back that nobody has answered.
func (s *Service) Unask(ctx context.Context, a access.Actor, owner, id, question uuid.UUID) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		at, err := q.Question(ctx, tx, question, owner)
		if pg.NoRows(err) || err == nil && at != id {
			err = fault.NotFound.New("")
		}
		if err != nil {
			return err
		}
		c, err := hold(ctx, tx, a, owner, id)
		if err == nil {
			err = assurancesvc.Checker(ctx, tx, a, c)
		}
		if err == nil {
			err = diligence.MayAsk(c.Category)
		}
		if err != nil {
			return err
		}
		n, err := q.DeleteQuestion(ctx, tx, question, owner)
		if err == nil && n == 0 {
			err = diligence.Answered.New("")
		}
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "question.removed", c, map[string]any{"question_id": question})
	})
}

// visitable finds an opened bid of a held category. It raises Withdrawn and NotOpened.
func visitable(ctx context.Context, tx pg.Tx, c sourcing.Case, submission uuid.UUID) (diligencedb.BidRow, error) {
	b, err := q.Bid(ctx, tx, submission, c.Buyer)
	switch {
	case pg.NoRows(err), err == nil && b.CategoryID != c.ID:
		err = fault.NotFound.New("")
	case err == nil && b.Withdrawn:
		err = diligence.Withdrawn.New("")
	case err == nil && b.OpenedAt == nil:
		err = opening.NotOpened.New("category is %s", c.Status)
	}
	return b, err
}

// Failed are the bids of a category whose visit failed, for whoever makes its results.
func Failed(ctx context.Context, db pg.DB, c sourcing.Case) (map[uuid.UUID]bool, error) {
	out := map[uuid.UUID]bool{}
	if !c.Policy().Has(sourcing.DueDiligence) {
		return out, nil
	}
	rows, err := q.Failed(ctx, db, c.ID, c.Buyer)
	for _, r := range rows {
		out[r.SubmissionID] = true
	}
	return out, err
}

func record(ctx context.Context, tx pg.Tx, a access.Actor, what string, c sourcing.Case, detail map[string]any) error {
	detail["job_id"] = c.Job.ID
	_, err := journal.Record(ctx, tx, a, journal.Entry{
		Action:   "diligence." + what,
		Object:   "category",
		ObjectID: c.ID,
		Owner:    c.Buyer,
		Detail:   detail,
	})
	return err
}

// asked are the questions of one bidder's visit with how each is answered: what is
// claimed in the bid is found to hold or not. What was asked only after everything was
// summed up is not asked of it any more.
func asked(claims []Claim, questions []Question, v visit, supplier uuid.UUID) (ids []uuid.UUID, kinds map[uuid.UUID]diligence.Kind) {
	kinds = map[uuid.UUID]diligence.Kind{}
	for _, c := range claims {
		ids, kinds[c.ID] = append(ids, c.ID), diligence.YesNo
	}
	for _, x := range questions {
		late := v.FoundAt != nil && !slices.Contains([]diligence.Status{diligence.Scheduled, diligence.Conducted}, v.status()) && x.AskedAt.After(*v.FoundAt)
		if late || x.SupplierID != nil && *x.SupplierID != supplier {
			continue
		}
		ids, kinds[x.ID] = append(ids, x.ID), diligence.Kind(x.Kind)
	}
	return ids, kinds
}
