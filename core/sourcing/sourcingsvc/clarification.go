package sourcingsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// Events of questions about a category.
const (
	QuestionAsked     = "sourcing.clarification.asked"   // of the supplier's log alone
	QuestionRefused   = "sourcing.clarification.refused" // to its asker
	CategoryClarified = "sourcing.category.clarified"    // detail: Clarified
)

// Clarified names the question that was answered to all.
type Clarified struct {
	Job           uuid.UUID `json:"job_id"`
	Clarification uuid.UUID `json:"clarification_id"`
	Number        int       `json:"number"`
}

// Clarifications are the questions about a category, and until when more are taken.
type Clarifications struct {
	Items []sourcing.Clarification
	Until time.Time
	Why   string // the code of why none is taken now, or not of this reader; empty where one is
}

// regimeOf is under what a job runs.
func regimeOf(code string) sourcing.Regime {
	r, _ := sourcing.RegimeOf(code)
	return r
}

// Ask takes a question about an open category under the id that the browser gave it: sent
// again it counts once, and another is refused. Its entry stands in the log of the asker alone, and nobody else
// learns who asked.
func (s *Service) Ask(ctx context.Context, a access.Actor, category, id uuid.UUID, question string) error {
	question, err := sourcing.CheckAsked(question)
	if err != nil {
		return err
	}
	c, row, err := s.shown(ctx, a, category)
	if err == nil {
		err = c.Activity.MayBid(a)
	}
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		// The same sent twice at once is the same, and many at once are no more than may wait.
		if err := q.LockAsking(ctx, tx, "clarification:"+category.String()+a.Org.String()); err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		asked, err := q.OwnClarification(ctx, tx, id, category, a.Org)
		if err == nil && asked != question {
			return journal.KeyReused.New("another question was asked by it")
		}
		if !pg.NoRows(err) {
			return err // sent again
		}
		if err := c.Asks(regimeOf(row.Regime).AsksUntil(c), now); err != nil {
			return err
		}
		waiting, err := q.WaitingOf(ctx, tx, category, a.Org)
		if err != nil {
			return err
		}
		if waiting >= sourcing.MostWaiting {
			return sourcing.EnoughQuestions.New("").With("max", sourcing.MostWaiting)
		}
		n, err := q.InsertClarification(ctx, tx, sourcingdb.InsertClarificationParams{
			ID:         id,
			CategoryID: category,
			BuyerID:    c.Buyer,
			SupplierID: &a.Org,
			AskedBy:    a.User,
			AskedAt:    now,
			Asked:      question,
		})
		if err := found(n, err, sourcing.ClarificationNotFound); err != nil { // another's has that id
			return err
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{
			Action:   QuestionAsked,
			Object:   "clarification",
			ObjectID: id,
			Owner:    a.Org,
			Detail:   map[string]any{"category_id": category, "reference": c.Reference},
		})
		return err
	})
}

// SupplierClarifications is what all are told of a category, and what the actor's company
// has asked itself.
func (s *Service) SupplierClarifications(ctx context.Context, a access.Actor, category uuid.UUID) (Clarifications, error) {
	var out Clarifications
	c, row, err := s.shown(ctx, a, category)
	if err != nil {
		return out, err
	}
	if out.Until, out.Why, err = s.asks(ctx, c, row.Regime); err != nil {
		return out, err
	}
	if out.Why == "" {
		out.Why = codeOf(c.Activity.MayBid(a))
	}
	rows, err := q.SupplierClarifications(ctx, s.db, a.Org, category)
	for _, r := range rows {
		one := sourcing.Clarification{
			ID:        r.ID,
			Number:    number(r.Number),
			Status:    sourcing.ClarificationStatus(r.Status),
			Own:       r.Own,
			Note:      r.Note,
			AskedAt:   r.AskedAt.UTC(),
			DecidedAt: r.DecidedAt,
		}
		if one.Status == sourcing.Answered { // what stands so far is its author's alone
			one.Question, one.Answer = r.Question, r.Answer
		}
		if one.Own {
			one.Asked, one.Reason = r.Asked, r.Reason
		} else {
			one.AskedAt = time.Time{}
		}
		out.Items = append(out.Items, one)
	}
	return out, err
}

// asks tells until when questions about a category are taken, and why none is now.
func (s *Service) asks(ctx context.Context, c sourcing.Category, regime string) (until time.Time, why string, err error) {
	now, err := pg.ClockOf(ctx, s.db)
	until = regimeOf(regime).AsksUntil(c).UTC()
	return until, codeOf(c.Asks(until, now)), err
}

// codeOf is a refusal as lists tell it.
func codeOf(err error) string {
	if err == nil {
		return ""
	}
	return fault.As(err).Code
}

func number(n *int32) int {
	if n == nil {
		return 0
	}
	return int(*n)
}

func toClarification(r sourcingdb.ClarificationsRow) sourcing.Clarification {
	return sourcing.Clarification{
		ID:        r.ID,
		Number:    number(r.Number),
		Status:    sourcing.ClarificationStatus(r.Status),
		Asked:     r.Asked,
		Question:  r.Question,
		Answer:    r.Answer,
		Reason:    r.Reason,
		AskedAt:   r.AskedAt.UTC(),
		DecidedAt: r.DecidedAt,
		Version:   int(r.Version),
		Note:      r.Note,
	}
}

// Clarifications lists what was asked about a category, what waits first.
func (s *Service) Clarifications(ctx context.Context, a access.Actor, owner, category uuid.UUID) (Clarifications, error) {
	var out Clarifications
	if err := a.Serve(owner, ""); err != nil {
		return out, err
	}
	c, err := Look(ctx, s.db, a, owner, category)
	if err != nil {
		return out, err
	}
	if out.Until, out.Why, err = s.asks(ctx, c.Category, c.Job.Regime); err != nil {
		return out, err
	}
	rows, err := q.Clarifications(ctx, s.db, category, owner)
	for _, r := range rows {
		out.Items = append(out.Items, toClarification(r))
	}
	return out, err
}

// reply locks a question that waits and gives it to fn.
func (s *Service) reply(ctx context.Context, a access.Actor, owner, category, id uuid.UUID, version int, fn func(tx pg.Tx, c sourcing.Case) error) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := Hold(ctx, tx, a, owner, category)
		if err == nil {
			err = c.Policy().May(a, sourcing.ToAuthor)
		}
		if err != nil {
			return err
		}
		row, err := q.LockClarification(ctx, tx, id, category, owner)
		if pg.NoRows(err) {
			err = sourcing.ClarificationNotFound.New("")
		}
		if err == nil {
			err = toClarification(sourcingdb.ClarificationsRow(row)).Waits(version)
		}
		if err != nil {
			return err
		}
		return fn(tx, c)
	})
}

// DraftReply keeps what is to be answered, which nobody else reads yet.
func (s *Service) DraftReply(ctx context.Context, a access.Actor, owner, category, id uuid.UUID, r sourcing.Reply) error {
	r, err := r.CheckDraft()
	if err != nil {
		return err
	}
	return s.reply(ctx, a, owner, category, id, r.Version, func(tx pg.Tx, c sourcing.Case) error {
		if err := q.DraftClarification(ctx, tx, sourcingdb.DraftClarificationParams{
			ID:         id,
			CategoryID: category,
			BuyerID:    owner,
			Question:   r.Question,
			Answer:     r.Answer,
		}); err != nil {
			return err
		}
		return noted(ctx, tx, a, "clarification.drafted", "clarification", id, owner, map[string]any{"category_id": category, "reference": c.Reference})
	})
}

// Reply answers a question to all who take part, at once and for good.
func (s *Service) Reply(ctx context.Context, a access.Actor, owner, category, id uuid.UUID, r sourcing.Reply) error {
	r, err := r.Check()
	if err != nil {
		return err
	}
	return s.reply(ctx, a, owner, category, id, r.Version, func(tx pg.Tx, c sourcing.Case) error {
		n, err := q.AnswerClarification(ctx, tx, sourcingdb.AnswerClarificationParams{
			ID:         id,
			CategoryID: category,
			BuyerID:    owner,
			Question:   r.Question,
			Answer:     r.Answer,
			DecidedBy:  &a.User,
			Now:        &tx.Now,
		})
		if err != nil {
			return err
		}
		_, err = tell(ctx, tx, a, CategoryClarified, c.Category, Clarified{Job: c.Job.ID, Clarification: id, Number: number(n)})
		return err
	})
}

// Note tells all who take part something that nobody has asked, such as the minutes of a meeting:
// it stands among the answers, at once and for good. Sent again under the same id it counts once.
func (s *Service) Note(ctx context.Context, a access.Actor, owner, category, id uuid.UUID, r sourcing.Reply) error {
	r, err := r.Check()
	if err == nil {
		err = a.Serve(owner, "")
	}
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := Hold(ctx, tx, a, owner, category)
		if err == nil {
			err = c.Policy().May(a, sourcing.ToAuthor)
		}
		if err != nil {
			return err
		}
		said, err := q.Note(ctx, tx, id, category, owner)
		if err == nil && (said.Question != r.Question || said.Answer != r.Answer) {
			return journal.KeyReused.New("another note was published by it")
		}
		if !pg.NoRows(err) {
			return err // sent again
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		if err := c.Notes(now); err != nil {
			return err
		}
		n, err := q.InsertNote(ctx, tx, sourcingdb.InsertNoteParams{
			ID:         id,
			CategoryID: category,
			BuyerID:    owner,
			SaidBy:     a.User,
			Now:        now,
			Question:   r.Question,
			Answer:     r.Answer,
		})
		if pg.NoRows(err) {
			err = journal.KeyReused.New("a question has that id")
		}
		if err != nil {
			return err
		}
		_, err = tell(ctx, tx, a, CategoryClarified, c.Category, Clarified{Job: c.Job.ID, Clarification: id, Number: int(n)})
		return err
	})
}

// RefuseQuestion leaves a question without an answer; its asker alone is told why.
func (s *Service) RefuseQuestion(ctx context.Context, a access.Actor, owner, category, id uuid.UUID, version int, reason string) error {
	var f fault.Fields
	reason = f.Need("/reason", reason, 1000)
	if err := f.Err(); err != nil {
		return err
	}
	return s.reply(ctx, a, owner, category, id, version, func(tx pg.Tx, c sourcing.Case) error {
		if err := q.RefuseClarification(ctx, tx, sourcingdb.RefuseClarificationParams{
			ID:         id,
			CategoryID: category,
			BuyerID:    owner,
			Reason:     reason,
			DecidedBy:  &a.User,
			Now:        &tx.Now,
		}); err != nil {
			return err
		}
		return noted(ctx, tx, a, "clarification.refused", "clarification", id, owner,
			map[string]any{"category_id": category, "reference": c.Reference, "reason": reason})
	})
}

// Unanswered is how many questions about a category wait.
func Unanswered(ctx context.Context, db pg.DB, category, owner uuid.UUID) (int, error) {
	n, err := q.Unanswered(ctx, db, category, owner)
	return int(n), err
}

// Question is what people are told of a question.
type Question = sourcingdb.ClarificationAboutRow

// Question returns what is told of a question, for the program itself.
func (s *Service) Question(ctx context.Context, db pg.DB, id uuid.UUID) (Question, error) {
	return q.ClarificationAbout(ctx, db, id)
}
