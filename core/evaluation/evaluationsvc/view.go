package evaluationsvc

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// An Evaluator is a person who declared.
type Evaluator struct {
	ID         uuid.UUID
	Name       string
	Interest   opening.Interest
	DeclaredAt *time.Time
	FinalAt    *time.Time
	Scored     int // answers, of all bids
}

// A Bid is an opened bid as the buyer's people see it.
type Bid struct {
	evaluationdb.OpenedBidsRow
	Why    *Explanation
	Scored int                  // answers, by the actor
	Low    []evaluation.LowSign // what makes its price look abnormally low
	Query  *PriceQuery          // what was asked about it
}

// Desk is everything of a category between closing and ranking but content.
type Desk struct {
	sourcing.Case
	Sessions   []openingsvc.Session
	Evaluators []Evaluator
	Bids       []Bid                         // once the technical envelope is open
	Lines      []evaluationdb.LineResultsRow // where a decision chooses item by item
	Withdrawn  []evaluationdb.WithdrawnBidsRow
	Settled    bool   // each of them has its technical result
	Mine       string // the actor's interest; empty before it was declared
	MyFinal    bool
	Apart      bool     // the actor has an interest, or stepped back
	Asks       bool     // the actor declares now
	Withheld   Withheld // why prices or results that are there are not shown
	ToScore    int      // answers of each bid that people score
	Live       Live     // where prices are live, how far their room has come
}

// Desk returns where a category stands. Names appear with the technical opening,
// prices with the financial one; prices and results to whom the table of sights shows them.
func (s *Service) Desk(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Desk, error) {
	c, err := s.admit(ctx, a, owner, id)
	if err != nil {
		return Desk{}, err
	}
	d := Desk{Case: c}
	if d.Sessions, err = openingsvc.Sessions(ctx, s.db, c.Category); err != nil {
		return d, err
	}
	people, err := q.Assignments(ctx, s.db, id, owner)
	if err != nil {
		return d, err
	}
	for _, p := range people {
		e := Evaluator{ID: p.AccountID, Name: p.Name, DeclaredAt: p.DeclaredAt, FinalAt: p.FinalAt}
		if p.Interest != nil {
			e.Interest = opening.Interest(*p.Interest)
		}
		if p.AccountID == a.User {
			d.Mine, d.MyFinal = string(e.Interest), p.FinalAt != nil
		}
		d.Evaluators = append(d.Evaluators, e)
	}
	bids, err := q.OpenedBids(ctx, s.db, id, owner)
	if err != nil {
		return d, err
	}
	if d.Lines, err = q.LineResults(ctx, s.db, id, owner); err != nil {
		return d, err
	}
	by, err := openingsvc.Standing(ctx, s.db, a, c)
	if err != nil {
		return d, err
	}
	d.Apart, d.Asks = by.Apart, by.Waits() && opening.MayDeclare(c.Category) == nil
	d.Settled = !slices.ContainsFunc(bids, func(b evaluationdb.OpenedBidsRow) bool { return b.TechnicalPass == nil })
	if d.Live, err = live(ctx, s.db, c); err != nil {
		return d, err
	}
	if d.Live != "" && judging(c) { // what stands in the room is read there, until it makes a result
		for i := range bids {
			bids[i].Price = nil
		}
	}
	whole := slices.Clone(bids)
	d.withhold(by, a.User, bids)
	for _, b := range bids {
		one := Bid{OpenedBidsRow: b}
		if b.Explanation != nil {
			one.Why = &Explanation{}
			if err := json.Unmarshal(b.Explanation, one.Why); err != nil {
				return d, err
			}
		}
		d.Bids = append(d.Bids, one)
	}
	if len(bids) == 0 {
		return d, nil
	}
	if err := d.priced(ctx, s.db, whole); err != nil {
		return d, err
	}
	if d.Withdrawn, err = q.WithdrawnBids(ctx, s.db, id, owner); err != nil {
		return d, err
	}
	return d, d.progress(ctx, s.db, a.User)
}

// admit reads a category for who conducts it, opens its bids or evaluates them.
func (s *Service) admit(ctx context.Context, a access.Actor, owner, id uuid.UUID) (sourcing.Case, error) {
	return sourcingsvc.LookAs(ctx, s.db, a, owner, id, sourcing.ToJudge, sourcing.ToAuthor, sourcing.ToOpen)
}

// A Cell is one question of one bid on the evaluation sheet.
type Cell struct {
	Value   string
	Files   []evaluationdb.OpenedFilesRow
	Auto    *evaluation.Figure // what the answer scores by itself
	Mine    *money.Quantity    // the actor's mark
	Comment string
}

// Sheet is what an evaluator works on.
type Sheet struct {
	Desk
	Questions []evaluationdb.ScoredQuestionsRow
	Options   []evaluationdb.OptionsRow
	Manual    map[uuid.UUID]bool
	Cells     map[uuid.UUID]map[uuid.UUID]Cell // by bid, by question
}

// Sheet returns the opened technical content with the actor's own marks. Others'
// marks stay hidden. It raises NotDeclared and Recused.
func (s *Service) Sheet(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Sheet, error) {
	var out Sheet
	d, err := s.Desk(ctx, a, owner, id)
	if err != nil {
		return out, err
	}
	out = Sheet{Desk: d, Manual: map[uuid.UUID]bool{}, Cells: map[uuid.UUID]map[uuid.UUID]Cell{}}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := d.Policy().May(a, sourcing.ToJudge); err != nil {
			return err
		}
		if _, err := evaluator(ctx, tx, a, d.Case); err != nil {
			return err
		}
		if len(d.Bids) == 0 {
			return opening.NotOpened.New("")
		}
		m, err := loadModel(ctx, tx, d.Case)
		if err != nil {
			return err
		}
		if out.Questions, err = q.ScoredQuestions(ctx, tx, id, owner); err != nil {
			return err
		}
		if out.Options, err = q.Options(ctx, tx, id, owner); err != nil {
			return err
		}
		files, err := q.OpenedFiles(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		for _, b := range d.Bids {
			cells := map[uuid.UUID]Cell{}
			for _, question := range out.Questions {
				k := key{b.SubmissionID, question.ID}
				c := Cell{Value: m.answers[k]}
				for _, f := range files {
					if f.SubmissionID == b.SubmissionID && f.QuestionID == question.ID {
						c.Files = append(c.Files, f)
					}
				}
				if criterion, ok := m.criteria[question.ID]; ok {
					if criterion.Kind == evaluation.Manual {
						out.Manual[question.ID] = true
						if mark, ok := m.marks[k][a.User]; ok {
							c.Mine, c.Comment = &mark.Value, mark.Comment
						}
					} else {
						f, err := criterion.Auto(m.answer(k))
						if err != nil {
							return err
						}
						c.Auto = &f
					}
				}
				cells[question.ID] = c
			}
			out.Cells[b.SubmissionID] = cells
		}
		return nil
	})
	return out, err
}

// A PriceRow is one opened price.
type PriceRow = evaluationdb.OpenedPricesRow

// Prices returns the opened prices of a category line by line. It raises NotDeclared and
// Recused.
func (s *Service) Prices(ctx context.Context, a access.Actor, owner, id uuid.UUID) ([]PriceRow, error) {
	c, err := sourcingsvc.LookAs(ctx, s.db, a, owner, id, sourcing.ToJudge)
	if err != nil {
		return nil, err
	}
	rows, err := q.OpenedPrices(ctx, s.db, id, owner)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	by, err := openingsvc.Standing(ctx, s.db, a, c)
	switch {
	case err != nil:
		return nil, err
	case by.Apart:
		return nil, Recused.New("")
	case by.Waits():
		return nil, NotDeclared.New("")
	case by.Sees(opening.FieldPrice) != opening.Value: // of a category that came to nothing
		return nil, nil
	}
	return rows, nil
}

// File opens a document of an opened bid for an evaluator or a checker who has declared.
func (s *Service) File(ctx context.Context, a access.Actor, owner, submission, file uuid.UUID) (name, media string, data []byte, err error) {
	row, err := q.OpenedFile(ctx, s.db, submission, file, owner)
	if pg.NoRows(err) {
		return "", "", nil, bidding.FileMissing.New("")
	}
	if err != nil {
		return "", "", nil, err
	}
	c, err := sourcingsvc.LookAs(ctx, s.db, a, owner, row.CategoryID, sourcing.ToJudge)
	if err != nil {
		return "", "", nil, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		err := reader(ctx, tx, a, c, row.QuestionID)
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "file.read", c, map[string]any{"submission_id": submission, "file_id": file})
	})
	if err != nil {
		return "", "", nil, err
	}
	return s.whole(ctx, submission, file, row)
}

// Kept reads a document of an opened bid of a category, for the archive: who may read it
// there, the archive has asked.
func (s *Service) Kept(ctx context.Context, owner, category, submission, file uuid.UUID) (name, media string, data []byte, err error) {
	row, err := s.opened(ctx, owner, category, submission, file)
	if err != nil {
		return "", "", nil, err
	}
	return s.whole(ctx, submission, file, row)
}

// OpenKept is Kept piece by piece; done closes it.
func (s *Service) OpenKept(ctx context.Context, owner, category, submission, file uuid.UUID) (body io.Reader, done func(), err error) {
	row, err := s.opened(ctx, owner, category, submission, file)
	if err != nil {
		return nil, nil, err
	}
	return s.body(ctx, submission, file, row.FileKey, row.StoreKey)
}

func (s *Service) opened(ctx context.Context, owner, category, submission, file uuid.UUID) (evaluationdb.OpenedFileRow, error) {
	row, err := q.OpenedFile(ctx, s.db, submission, file, owner)
	if pg.NoRows(err) || (err == nil && row.CategoryID != category) {
		err = bidding.FileMissing.New("")
	}
	return row, err
}

// whole reads all of a document that was opened.
func (s *Service) whole(ctx context.Context, submission, file uuid.UUID, row evaluationdb.OpenedFileRow) (name, media string, data []byte, err error) {
	body, done, err := s.body(ctx, submission, file, row.FileKey, row.StoreKey)
	if err != nil {
		return "", "", nil, err
	}
	defer done()
	data, err = io.ReadAll(body)
	return row.Name, row.MediaType, data, err
}
