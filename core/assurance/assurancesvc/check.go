package assurancesvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/assurance/internal/assurancedb"
	"zabuni.org/core/bidding"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Rows as the desk shows them.
type (
	Person   = assurancedb.DeclarationsRow
	Question = assurancedb.QuestionsRow
	File     = assurancedb.FilesRow
)

// A Bid is an opened bid with what was checked of it.
type Bid struct {
	Submission, Supplier uuid.UUID
	SupplierName         string
	Position             int32
	Done                 int
	Failures             []assurance.Failure
}

// Desk is where the checks of a category stand.
type Desk struct {
	sourcing.Case
	People    []Person // who declared
	Mine      string   // the actor's interest; empty before it was declared
	Questions []Question
	Bids      []Bid // once the envelope that holds the answers is open
	Open      bool  // checks can be made now
}

// Desk returns where the checks of a category stand: names and numbers, nothing
// of what the bids say.
func (s *Service) Desk(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Desk, error) {
	c, err := sourcingsvc.LookAs(ctx, s.db, a, owner, id, sourcing.ToJudge)
	if err == nil {
		err = c.Policy().Need(sourcing.Criteria | sourcing.QA)
	}
	d := Desk{Case: c}
	if err != nil {
		return d, err
	}
	if d.People, err = q.Declarations(ctx, s.db, id, owner); err != nil {
		return d, err
	}
	if i := slices.IndexFunc(d.People, func(p Person) bool { return p.AccountID == a.User }); i >= 0 {
		d.Mine = d.People[i].Interest
	}
	if d.Questions, err = q.Questions(ctx, s.db, id, owner); err != nil {
		return d, err
	}
	book, err := Book(ctx, s.db, c)
	if err != nil {
		return d, err
	}
	bids, err := q.Bids(ctx, s.db, id, owner)
	d.Open = assurance.May(c.Category, judged(bids)) == nil
	for _, b := range bids {
		d.Bids = append(d.Bids, Bid{
			Submission:   b.SubmissionID,
			Supplier:     b.SupplierID,
			SupplierName: b.SupplierName,
			Position:     b.Position,
			Done:         book.Done(b.SubmissionID),
			Failures:     book.Failures(b.SubmissionID),
		})
	}
	return d, err
}

// A Cell is one answer that is checked.
type Cell struct {
	Question
	Answer string // options by their labels
	Files  []File
	Check  *assurance.Check // nil: not yet
}

// Sheet is one opened bid as it is checked.
type Sheet struct {
	Category     uuid.UUID
	Submission   uuid.UUID
	SupplierName string
	Open         bool // checks can be made now
	Cells        []Cell
}

// Sheet returns what a bid says to the questions that go through quality
// assurance, with the checks. It raises NotDeclared and Recused.
func (s *Service) Sheet(ctx context.Context, a access.Actor, owner, submission uuid.UUID) (Sheet, error) {
	out := Sheet{Submission: submission}
	var err error
	if out.Category, err = categoryOf(ctx, s.db, owner, submission); err != nil {
		return out, err
	}
	c, err := sourcingsvc.LookAs(ctx, s.db, a, owner, out.Category, sourcing.ToJudge)
	if err == nil {
		err = Checker(ctx, s.db, a, c)
	}
	if err != nil {
		return out, err
	}
	bids, err := q.Bids(ctx, s.db, c.ID, owner)
	if err != nil {
		return out, err
	}
	i := slices.IndexFunc(bids, func(b assurancedb.BidsRow) bool { return b.SubmissionID == submission })
	if i < 0 {
		return out, opening.NotOpened.New("category is %s", c.Status)
	}
	out.SupplierName, out.Open = bids[i].SupplierName, assurance.May(c.Category, judged(bids)) == nil
	return out, s.cells(ctx, c, &out)
}

func (s *Service) cells(ctx context.Context, c sourcing.Case, out *Sheet) error {
	questions, err := q.Questions(ctx, s.db, c.ID, c.Buyer)
	if err != nil {
		return err
	}
	options, err := q.Options(ctx, s.db, c.ID, c.Buyer)
	if err != nil {
		return err
	}
	labels := map[string]string{}
	for _, o := range options {
		labels[o.ID.String()] = o.Label
	}
	rows, err := q.Answers(ctx, s.db, out.Submission, c.Buyer)
	if err != nil {
		return err
	}
	answers := map[uuid.UUID]string{}
	for _, r := range rows {
		answers[r.QuestionID] = bidding.Resolve(r.Value, labels)
	}
	files, err := q.Files(ctx, s.db, out.Submission, c.Buyer)
	if err != nil {
		return err
	}
	book, err := Book(ctx, s.db, c)
	for _, r := range questions {
		cell := Cell{Question: r, Answer: answers[r.ID]}
		for _, f := range files {
			if f.QuestionID == r.ID {
				cell.Files = append(cell.Files, f)
			}
		}
		if k, ok := book.Checks[assurance.Answer{Submission: out.Submission, Question: r.ID}]; ok {
			cell.Check = &k
		}
		out.Cells = append(out.Cells, cell)
	}
	return err
}

// Check stores what the actor found of one answer of an opened bid, and returns
// the version that it is then. seen is the version that the actor saw, 0 where
// nobody had checked: where another came first, nothing is overwritten and
// Changed is raised.
func (s *Service) Check(ctx context.Context, a access.Actor, owner, submission, question uuid.UUID,
	f assurance.Finding, seen int32) (int32, error) {
	f, err := f.Normal()
	if err != nil {
		return 0, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		id, err := categoryOf(ctx, tx, owner, submission)
		if err != nil {
			return err
		}
		c, err := sourcingsvc.HoldAs(ctx, tx, a, owner, id, sourcing.ToJudge)
		if err != nil {
			return err
		}
		asked, err := goesThrough(ctx, tx, c, question)
		if err == nil {
			err = Checker(ctx, tx, a, c)
		}
		if err != nil {
			return err
		}
		bid, err := checkable(ctx, tx, c, submission)
		if err == nil && !asked {
			err = assurance.NotAsked.New("")
		}
		if err != nil {
			return err
		}
		return s.put(ctx, tx, a, c, bid, question, f, seen)
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

// checkable finds an opened bid whose answers can be checked now.
func checkable(ctx context.Context, tx pg.Tx, c sourcing.Case, submission uuid.UUID) (assurancedb.BidsRow, error) {
	bids, err := q.Bids(ctx, tx, c.ID, c.Buyer)
	if err == nil {
		err = assurance.May(c.Category, judged(bids))
	}
	if err != nil {
		return assurancedb.BidsRow{}, err
	}
	i := slices.IndexFunc(bids, func(b assurancedb.BidsRow) bool { return b.SubmissionID == submission })
	if i < 0 {
		return assurancedb.BidsRow{}, opening.NotOpened.New("the bid was withdrawn")
	}
	return bids[i], nil
}

func (s *Service) put(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Case, bid assurancedb.BidsRow, question uuid.UUID,
	f assurance.Finding, seen int32) error {
	book, err := Book(ctx, tx, c)
	if err != nil {
		return err
	}
	if book.Checks[assurance.Answer{Submission: bid.SubmissionID, Question: question}].Version != seen {
		return assurance.Changed.New("seen was version %d", seen)
	}
	err = q.PutCheck(ctx, tx, assurancedb.PutCheckParams{
		SubmissionID: bid.SubmissionID,
		QuestionID:   question,
		CategoryID:   c.ID,
		BuyerID:      c.Buyer,
		SupplierID:   bid.SupplierID,
		Verdict:      string(f.Verdict),
		Note:         f.Note,
		CheckedBy:    a.User,
		CheckedAt:    tx.Now,
		Version:      seen + 1,
	})
	if err != nil {
		return err
	}
	return record(ctx, tx, a, "check.made", c, map[string]any{
		"submission_id": bid.SubmissionID,
		"question_id":   question,
		"verdict":       f.Verdict,
		"version":       seen + 1,
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
