package assurancesvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/assurance/internal/assurancedb"
	"zabuni.org/core/bidding"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// A folder is all that is known of the checks of a category.
type folder struct {
	sourcing.Case
	questions []assurancedb.QuestionsRow
	bids      []assurancedb.BidsRow // once the envelope that holds the answers is open
	book      assurance.Book
}

// Book reads the checks of a category; one whose bids nobody checks has none.
func Book(ctx context.Context, db pg.DB, c sourcing.Case) (assurance.Book, error) {
	f, err := open(ctx, db, c)
	return f.book, err
}

func open(ctx context.Context, db pg.DB, c sourcing.Case) (folder, error) {
	all, err := openAll(ctx, db, c.Buyer, []sourcing.Case{c})
	if err != nil {
		return folder{}, err
	}
	return all[0], nil
}

// openAll reads the checks of several categories of one buyer at once, in their order.
func openAll(ctx context.Context, db pg.DB, buyer uuid.UUID, cases []sourcing.Case) ([]folder, error) {
	out := make([]folder, len(cases))
	at := map[uuid.UUID]*folder{}
	ids := []uuid.UUID{}
	for i, c := range cases {
		out[i] = folder{Case: c, book: assurance.NewBook()}
		if c.Policy().Has(sourcing.Criteria | sourcing.QA) {
			at[c.ID] = &out[i]
			ids = append(ids, c.ID)
		}
	}
	if len(ids) == 0 {
		return out, nil
	}
	questions, err := q.Questions(ctx, db, ids, buyer)
	if err != nil {
		return nil, err
	}
	for _, r := range questions {
		f := at[r.CategoryID]
		f.questions = append(f.questions, r)
		f.book.Questions = append(f.book.Questions, r.ID)
	}
	bids, err := q.Bids(ctx, db, ids, buyer)
	if err != nil {
		return nil, err
	}
	for _, r := range bids {
		f := at[r.CategoryID]
		f.bids = append(f.bids, r)
	}
	return out, fill(ctx, db, buyer, ids, at)
}

// fill reads what was found, by whom, and how much of it is checked again.
func fill(ctx context.Context, db pg.DB, buyer uuid.UUID, ids []uuid.UUID, at map[uuid.UUID]*folder) error {
	checks, err := q.Checks(ctx, db, ids, buyer)
	if err != nil {
		return err
	}
	for _, r := range checks {
		key := assurance.Answer{Submission: r.SubmissionID, Question: r.QuestionID}
		at[r.CategoryID].book.Checks[assurance.Turn(r.Turn)][key] = checkOf(r)
	}
	sheets, err := q.Sheets(ctx, db, ids, buyer)
	if err != nil {
		return err
	}
	for _, r := range sheets {
		at[r.CategoryID].book.Work[assurance.Part{Submission: r.SubmissionID, Turn: assurance.Turn(r.Turn)}] = workOf(r)
	}
	plans, err := q.Plans(ctx, db, ids, buyer)
	for _, r := range plans {
		at[r.CategoryID].book.Sample = assurance.Sample{Percent: int(r.Sample), Version: r.Version}
	}
	for _, f := range at {
		f.book.Drawn = f.book.Sample.Draw(f.ClosingRoot, f.submissions())
	}
	return err
}

func checkOf(r assurancedb.ChecksRow) assurance.Check {
	return assurance.Check{
		Finding:    assurance.Finding{Verdict: assurance.Verdict(r.Verdict), Note: r.Note},
		Submission: r.SubmissionID,
		Question:   r.QuestionID,
		By:         r.CheckedBy,
		ByName:     r.Name,
		At:         r.CheckedAt,
		Version:    r.Version,
	}
}

func workOf(r assurancedb.SheetsRow) assurance.Work {
	out := assurance.Work{Hands: r.Hands, FinishedAt: r.FinishedAt, Version: r.Version}
	if r.Checker != nil {
		out.Checker = *r.Checker
	}
	if r.FinishedBy != nil {
		out.FinishedBy = *r.FinishedBy
	}
	return out
}

// submissions are the opened bids in the order of their receipt.
func (f folder) submissions() []uuid.UUID {
	out := make([]uuid.UUID, len(f.bids))
	for i, b := range f.bids {
		out[i] = b.SubmissionID
	}
	return out
}

// judged reports whether the result of a bid is made: no check changes it then.
func (f folder) judged() bool {
	for _, b := range f.bids {
		if bidding.Status(b.Status) != bidding.StatusOpened {
			return true
		}
	}
	return false
}

// may tells whether the bids can be checked now.
func (f folder) may() error { return assurance.May(f.Category, f.judged()) }

// bid finds an opened bid.
func (f folder) bid(submission uuid.UUID) (assurancedb.BidsRow, bool) {
	for _, b := range f.bids {
		if b.SubmissionID == submission {
			return b, true
		}
	}
	return assurancedb.BidsRow{}, false
}
