package assurancesvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/assurance/internal/assurancedb"
	"zabuni.org/core/bidding"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// A File is a document that answers a question.
type File = assurancedb.FilesRow

// A Cell is one answer that is checked.
type Cell struct {
	Question
	Answer  string // options by their labels
	Files   []File
	Version int32            // of the check of this turn, 0: nobody has checked
	Check   *assurance.Check // of this turn, where there is one that the actor may read
	Other   *assurance.Check // of the other turn, once both stand beside each other
}

// Sheet is one opened bid as it is checked in a turn.
type Sheet struct {
	sourcing.Case
	Submission   uuid.UUID
	Turn         assurance.Turn
	Supplier     uuid.UUID
	SupplierName string
	Open         bool  // checks can be made now
	Barred       error // why not by the actor; nil where they may
	Finished     bool
	Hidden       bool // what others found is, until the second check is finished
	Settled      bool // both checks stand beside each other
	Work         assurance.Work
	Cells        []Cell
}

// Sheet returns what a bid says to the questions that go through quality assurance,
// with the checks of a turn. What the other turn found is told once the second check
// is finished. It raises NotDeclared and Recused, and of a second check that is not
// finished why it is not the actor's to make.
func (s *Service) Sheet(ctx context.Context, a access.Actor, owner, submission uuid.UUID, turn assurance.Turn) (Sheet, error) {
	out := Sheet{Submission: submission, Turn: turn}
	id, err := categoryOf(ctx, s.db, owner, submission)
	if err != nil {
		return out, err
	}
	c, err := sourcingsvc.LookAs(ctx, s.db, a, owner, id, sourcing.ToJudge)
	if err == nil {
		err = Checker(ctx, s.db, a, c)
	}
	if err != nil {
		return out, err
	}
	f, err := open(ctx, s.db, c)
	if err != nil {
		return out, err
	}
	bid, ok := f.bid(submission)
	if !ok {
		return out, opening.NotOpened.New("category is %s", c.Status)
	}
	part := assurance.Part{Submission: submission, Turn: turn}
	out.Case, out.Supplier, out.SupplierName, out.Open = c, bid.SupplierID, bid.SupplierName, f.may() == nil
	out.Work, out.Barred = f.book.Work[part], f.book.MayCheck(part, a.User)
	out.Finished = f.book.Finished(submission, turn)
	out.Settled = f.book.Finished(submission, assurance.Second)
	out.Hidden = !f.book.Sees(part, a.User)
	if turn == assurance.Second && out.Barred != nil && !out.Settled {
		return out, out.Barred
	}
	return out, s.cells(ctx, f, &out)
}

// cells reads what the bid says, with what was found of it.
func (s *Service) cells(ctx context.Context, f folder, out *Sheet) error {
	options, err := q.Options(ctx, s.db, f.ID, f.Buyer)
	if err != nil {
		return err
	}
	labels := map[string]string{}
	for _, o := range options {
		labels[o.ID.String()] = o.Label
	}
	rows, err := q.Answers(ctx, s.db, out.Submission, f.Buyer)
	if err != nil {
		return err
	}
	answers := map[uuid.UUID]string{}
	for _, r := range rows {
		answers[r.QuestionID] = bidding.Resolve(r.Value, labels)
	}
	files, err := q.Files(ctx, s.db, out.Submission, f.Buyer)
	if err != nil {
		return err
	}
	for _, r := range f.questions {
		cell := Cell{Question: r, Answer: answers[r.ID]}
		for _, file := range files {
			if file.QuestionID == r.ID {
				cell.Files = append(cell.Files, file)
			}
		}
		key := assurance.Answer{Submission: out.Submission, Question: r.ID}
		if k, ok := f.book.Checks[out.Turn][key]; ok {
			cell.Version = k.Version
			if !out.Hidden {
				cell.Check = &k
			}
		}
		if k, ok := f.book.Checks[out.Turn.Other()][key]; ok && out.Settled {
			cell.Other = &k
		}
		out.Cells = append(out.Cells, cell)
	}
	return nil
}
