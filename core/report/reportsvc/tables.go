package reportsvc

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/report"
	"zabuni.org/core/report/internal/reportdb"
	"zabuni.org/core/sourcing"
)

// A writer gathers the tables of one report.
type writer struct {
	covered
	ctx        context.Context
	db         pg.DB
	words      report.Words
	zone       *time.Location
	asked      Asked
	categories []uuid.UUID
	tables     []report.Table
}

// tables are the parts of each report, one query each.
var tables = map[report.Name][]func(*writer) error{
	report.Invitations:    {invitations},
	report.Payments:       {payments},
	report.Participants:   {participants},
	report.Opening:        {sessions, bids, withdrawals},
	report.Responses:      {responses},
	report.Supplier:       {answers},
	report.QA:             {checks},
	report.Technical:      {technical, marks},
	report.Prices:         {prices, totals},
	report.Ranking:        {ranking, lines},
	report.Negotiation:    {rounds},
	report.Evaluation:     {sessions, bids, ranking, lines, marks, awards},
	report.List:           {entries},
	report.SupplierGroups: {groups},
	report.RoomRules:      {roomRules},
	report.Room:           {standing, gains, events},
}

type (
	cells   = []report.Cell
	columns = []string
)

// put adds a table whose title and headings are words; every row begins with its category.
func put[R any](w *writer, title string, heads columns, rows []R, err error, of func(R) (reference, category string, row cells)) error {
	t := report.Table{Title: w.words.Sheets[title], Columns: columns{w.words.Columns["reference"], w.words.Columns["category"]}}
	for _, h := range heads {
		t.Columns = append(t.Columns, w.words.Columns[h])
	}
	for _, r := range rows {
		reference, category, row := of(r)
		t.Rows = append(t.Rows, append(cells{report.Text(reference), report.Text(category)}, row...))
	}
	w.tables = append(w.tables, t)
	return err
}

func (w *writer) at(at *time.Time) report.Cell    { return report.Moment(at, w.zone) }
func (w *writer) moment(at time.Time) report.Cell { return report.Moment(&at, w.zone) }
func (w *writer) word(value string) report.Cell   { return report.Text(w.words.Values[value]) }
func (w *writer) yes(is bool) report.Cell {
	return w.word(map[bool]string{true: "yes", false: "no"}[is])
}
func (w *writer) outcome(passed bool) report.Cell {
	return w.word(map[bool]string{true: "pass", false: "fail"}[passed])
}
func (w *writer) currency(of *string) report.Cell {
	if of == nil {
		return report.Cell{}
	}
	return report.Text(*of)
}

// supplier is a name, or the words that it may not be told yet.
func (w *writer) supplier(name string) report.Cell {
	if name == "" {
		return w.word("unnamed")
	}
	return report.Text(name)
}

func invitations(w *writer) error {
	rows, err := q.ReportedInvitations(w.ctx, w.db, w.categories, w.owner)
	return put(w, "invitations", columns{"supplier", "country", "invited", "invited_by", "viewed"}, rows, err,
		func(r reportdb.ReportedInvitationsRow) (string, string, cells) {
			return r.Reference, r.Name, cells{report.Text(r.Supplier), report.Text(r.Country), w.moment(r.InvitedAt), report.Text(r.InvitedBy), w.at(r.ViewedAt)}
		})
}

func payments(w *writer) error {
	rows, err := q.ReportedPayments(w.ctx, w.db, w.named, w.categories, w.owner)
	return put(w, "payments", columns{"supplier", "order", "fee", "currency", "paid"}, rows, err,
		func(r reportdb.ReportedPaymentsRow) (string, string, cells) {
			return r.Reference, r.Name, cells{w.supplier(r.Supplier), report.Text(r.OrderNumber), report.Amount(&r.Fee), report.Text(r.Currency), w.moment(r.PaidAt)}
		})
}

func participants(w *writer) error {
	rows, err := q.ReportedParticipants(w.ctx, w.db, w.named, w.categories, w.owner)
	return put(w, "participants", columns{"supplier", "country", "email", "phone", "joined", "submitted"}, rows, err,
		func(r reportdb.ReportedParticipantsRow) (string, string, cells) {
			if !r.Named {
				return r.Reference, r.Name, cells{w.supplier(""), {}, {}, {}, {}, {}}
			}
			return r.Reference, r.Name, cells{report.Text(r.Supplier), report.Text(r.Country), report.Text(r.Email), report.Text(r.Phone), w.moment(r.PaidAt),
				w.yes(r.Submitted)}
		})
}

// committee tells who judged, and whether each signs: who has left does not.
func committee(signers []uuid.UUID) func(*writer) error {
	return func(w *writer) error {
		rows, err := q.ReportedCommittee(w.ctx, w.db, w.categories, w.owner)
		return put(w, "committee", columns{"person", "company", "at", "signs"}, rows, err,
			func(r reportdb.ReportedCommitteeRow) (string, string, cells) {
				return r.Reference, r.Name, cells{report.Text(r.Person), report.Text(r.Company), w.moment(r.At), w.yes(slices.Contains(signers, r.AccountID))}
			})
	}
}

func sessions(w *writer) error {
	rows, err := q.ReportedSessions(w.ctx, w.db, w.categories, w.owner)
	return put(w, "sessions", columns{"envelope", "opened", "person", "confirmed", "signed"}, rows, err,
		func(r reportdb.ReportedSessionsRow) (string, string, cells) {
			return r.Reference, r.Name, cells{w.word(r.Envelope), w.at(r.OpenedAt), report.Text(r.Person), w.at(r.At), w.at(r.SignedAt)}
		})
}

func bids(w *writer) error {
	rows, err := q.ReportedBids(w.ctx, w.db, w.categories, w.owner)
	return put(w, "bids", columns{"position", "supplier", "version", "received", "read_out", "currency"}, rows, err,
		func(r reportdb.ReportedBidsRow) (string, string, cells) {
			return r.Reference, r.Name, cells{report.Count(int(r.Position)), report.Text(r.Supplier), report.Count(int(r.Version)), w.moment(r.ReceivedAt),
				report.Amount(r.Price), w.currency(r.Currency)}
		})
}

func withdrawals(w *writer) error {
	rows, err := q.ReportedWithdrawals(w.ctx, w.db, w.categories, w.owner)
	return put(w, "withdrawals", columns{"supplier", "at", "reason"}, rows, err,
		func(r reportdb.ReportedWithdrawalsRow) (string, string, cells) {
			return r.Reference, r.Name, cells{report.Text(r.Supplier), w.moment(r.At), report.Text(r.Reason)}
		})
}

func checks(w *writer) error {
	rows, err := q.ReportedChecks(w.ctx, w.db, w.categories, w.owner)
	return put(w, "checks", columns{"supplier", "question", "turn", "verdict", "note", "person", "at"}, rows, err,
		func(r reportdb.ReportedChecksRow) (string, string, cells) {
			return r.Reference, r.Name, cells{report.Text(r.Supplier), report.Text(r.Prompt), w.word(r.Turn), w.word(r.Verdict), report.Text(r.Note),
				report.Text(r.Person), w.moment(r.CheckedAt)}
		})
}

func technical(w *writer) error {
	rows, err := q.ReportedResults(w.ctx, w.db, w.categories, w.owner)
	return put(w, "technical", columns{"supplier", "technical", "outcome", "failed_check"}, rows, err,
		func(r reportdb.ReportedResultsRow) (string, string, cells) {
			return r.Reference, r.Name, cells{report.Text(r.Supplier), report.Number(r.Technical), w.outcome(r.TechnicalPass), w.word(r.FailedCheck)}
		})
}

func marks(w *writer) error {
	rows, err := q.ReportedMarks(w.ctx, w.db, w.categories, w.owner)
	return put(w, "marks", columns{"supplier", "section", "question", "max", "evaluator", "score", "comment"}, rows, err,
		func(r reportdb.ReportedMarksRow) (string, string, cells) {
			by := report.Text(r.Evaluator)
			if r.Automatic {
				by = w.word("automatic")
			}
			return r.Reference, r.Name, cells{report.Text(r.Supplier), report.Text(r.Section), report.Text(r.Prompt), report.Number(r.MaxScore), by, report.Number(r.Value),
				report.Text(r.Comment)}
		})
}

func ranking(w *writer) error {
	rows, err := q.ReportedResults(w.ctx, w.db, w.categories, w.owner)
	return put(w, "ranking", columns{"rank", "supplier", "outcome", "technical", "price", "currency", "financial", "combined"}, rows, err,
		func(r reportdb.ReportedResultsRow) (string, string, cells) {
			rank := report.Cell{}
			if r.Rank != nil {
				rank = report.Count(int(*r.Rank))
			}
			return r.Reference, r.Name, cells{rank, report.Text(r.Supplier), w.outcome(r.Outcome == "pass"), report.Number(r.Technical), report.Amount(r.Price),
				w.currency(r.Currency), report.Number(r.FinancialScore), report.Number(r.Combined)}
		})
}

func lines(w *writer) error {
	rows, err := q.ReportedLines(w.ctx, w.db, w.categories, w.owner)
	if len(rows) == 0 {
		return err
	}
	return put(w, "lines", columns{"number", "item", "rank", "supplier", "price", "currency"}, rows, err,
		func(r reportdb.ReportedLinesRow) (string, string, cells) {
			return r.Reference, r.Name, cells{report.Text(r.Number), report.Text(r.Description), report.Count(int(r.Rank)), report.Text(r.Supplier), report.Amount(&r.Amount),
				report.Text(r.Currency)}
		})
}

func totals(w *writer) error {
	rows, err := q.ReportedTotals(w.ctx, w.db, w.categories, w.owner)
	return put(w, "totals", columns{"supplier", "read_out", "price", "currency"}, rows, err,
		func(r reportdb.ReportedTotalsRow) (string, string, cells) {
			return r.Reference, r.Name, cells{report.Text(r.Supplier), report.Amount(r.ReadOut), report.Amount(r.Price), report.Text(r.Currency)}
		})
}

func awards(w *writer) error {
	rows, err := q.ReportedAwards(w.ctx, w.db, w.categories, w.owner)
	return put(w, "awards", columns{"supplier", "number", "item", "price", "currency", "person", "at", "standstill", "reason"}, rows, err,
		func(r reportdb.ReportedAwardsRow) (string, string, cells) {
			return r.Reference, r.Name, cells{report.Text(r.Supplier), report.Text(r.Number), report.Text(r.Description), report.Amount(r.Amount), report.Text(r.Currency),
				report.Text(r.Person), w.moment(r.DecidedAt), w.moment(r.StandstillEnds), report.Text(r.Reason)}
		})
}

func entries(w *writer) error {
	rows, err := q.ReportedEntries(w.ctx, w.db, w.categories, w.owner)
	return put(w, "entries", columns{"supplier", "country", "state", "since", "until", "reason"}, rows, err,
		func(r reportdb.ReportedEntriesRow) (string, string, cells) {
			return r.Reference, r.Name, cells{report.Text(r.Supplier), report.Text(r.Country), w.word(r.Status), w.moment(r.ListedAt), w.at(r.ListedUntil), report.Text(r.Reason)}
		})
}

// rounds shows how each bidder's price came down: what was opened, round by round, and
// what that is less than at first.
func rounds(w *writer) error {
	rows, err := q.ReportedRounds(w.ctx, w.db, w.categories, w.owner, report.Priced())
	var first money.Decimal
	return put(w, "rounds", columns{"supplier", "round", "price", "currency", "less", "less_percent"}, rows, err,
		func(r reportdb.ReportedRoundsRow) (string, string, cells) {
			if r.Round == 0 {
				first = r.Price
			}
			less, percent := new(big.Rat).Sub(first.Rat(), r.Price.Rat()), ""
			if first.Rat().Sign() > 0 {
				percent = new(big.Rat).Quo(new(big.Rat).Mul(less, big.NewRat(100, 1)), first.Rat()).FloatString(2)
			}
			return r.Reference, r.Name, cells{report.Text(r.Supplier), report.Count(int(r.Round)), report.Amount(&r.Price), report.Text(r.Currency),
				report.Number(less.FloatString(2)), report.Number(percent)}
		})
}

// prices is a grid for each category: its items down, its bidders across.
func prices(w *writer) error {
	rows, err := q.ReportedPrices(w.ctx, w.db, w.categories, w.owner)
	var t *report.Table
	var category, item uuid.UUID
	column := map[uuid.UUID]int{}
	const fixed = 4
	for _, r := range rows {
		if t == nil || r.CategoryID != category {
			w.tables = append(w.tables, report.Table{
				Title:   r.Reference + " " + r.Name,
				Columns: columns{w.words.Columns["number"], w.words.Columns["item"], w.words.Columns["unit"], w.words.Columns["quantity"]},
			})
			t, category, item = &w.tables[len(w.tables)-1], r.CategoryID, uuid.Nil
			clear(column)
			for _, other := range rows {
				if _, there := column[other.SubmissionID]; !there && other.CategoryID == category {
					column[other.SubmissionID] = len(t.Columns)
					t.Columns = append(t.Columns, other.Supplier+" ("+other.Currency+")")
				}
			}
		}
		if r.ItemID != item {
			item = r.ItemID
			row := make(cells, len(t.Columns))
			copy(row, cells{report.Text(r.Number), report.Text(r.Description), report.Text(r.Unit), report.Number(r.Quantity)})
			t.Rows = append(t.Rows, row)
		}
		t.Rows[len(t.Rows)-1][column[r.SubmissionID]] = report.Amount(&r.UnitPrice)
	}
	return err
}

// given is what bids answer, by submission and question: words, options by their labels,
// documents by their names.
func (w *writer) given() (map[[2]uuid.UUID]string, error) {
	options, err := q.ReportedOptions(w.ctx, w.db, w.categories, w.owner)
	if err != nil {
		return nil, err
	}
	labels := make(map[string]string, len(options))
	for _, o := range options {
		labels[o.ID.String()] = o.Label
	}
	questions := append([]uuid.UUID{}, w.asked.Questions...)
	said, err := q.ReportedAnswers(w.ctx, w.db, w.categories, w.owner, questions, w.asked.Supplier)
	if err != nil {
		return nil, err
	}
	out := make(map[[2]uuid.UUID]string, len(said))
	for _, r := range said {
		out[[2]uuid.UUID{r.SubmissionID, r.QuestionID}] = w.said(sourcing.ResponseType(r.ResponseType), bidding.Resolve(r.Value, labels))
	}
	papers, err := q.ReportedFiles(w.ctx, w.db, w.categories, w.owner, questions, w.asked.Supplier)
	for _, r := range papers {
		out[[2]uuid.UUID{r.SubmissionID, r.QuestionID}] = r.Names
	}
	return out, err
}

// said is an answer as the reader's language has it: what bidders choose without an option of the author is stored as a word of ours.
func (w *writer) said(asked sourcing.ResponseType, value string) string {
	words := map[string]string{"yes": "yes", "no": "no", "true": "yes", "false": "no"}
	switch asked {
	case sourcing.TrueFalse:
		words = map[string]string{"true": "true", "false": "false"}
	case sourcing.Boolean, sourcing.YesNo:
	default:
		return value
	}
	return cmp.Or(w.words.Values[words[value]], value)
}

// responses is a table for each category: its bidders down, the chosen questions across.
func responses(w *writer) error {
	given, err := w.given()
	if err != nil {
		return err
	}
	questions, err := q.ReportedQuestions(w.ctx, w.db, w.categories, w.owner)
	if err != nil {
		return err
	}
	bidders, err := q.ReportedBids(w.ctx, w.db, w.categories, w.owner)
	chosen := map[uuid.UUID]bool{}
	for _, id := range w.asked.Questions {
		chosen[id] = true
	}
	for _, c := range w.all {
		t := report.Table{Title: c.Reference + " " + c.Name, Columns: columns{w.words.Columns["supplier"]}}
		var across []uuid.UUID
		for _, one := range questions {
			if one.CategoryID == c.ID && chosen[one.ID] {
				across = append(across, one.ID)
				t.Columns = append(t.Columns, one.Section+": "+one.Prompt)
			}
		}
		if len(across) == 0 {
			continue
		}
		for _, b := range bidders {
			if b.Reference != c.Reference {
				continue
			}
			row := cells{report.Text(b.Supplier)}
			for _, id := range across {
				row = append(row, report.Text(given[[2]uuid.UUID{b.SubmissionID, id}]))
			}
			t.Rows = append(t.Rows, row)
		}
		w.tables = append(w.tables, t)
	}
	return err
}

// answers is what one supplier answered: each section of each category.
func answers(w *writer) error {
	given, err := w.given()
	if err != nil {
		return err
	}
	questions, err := q.ReportedQuestions(w.ctx, w.db, w.categories, w.owner)
	if err != nil {
		return err
	}
	bidders, err := q.ReportedBids(w.ctx, w.db, w.categories, w.owner)
	for _, b := range bidders {
		if w.asked.Supplier == nil || b.SupplierID != *w.asked.Supplier {
			continue
		}
		t := report.Table{Title: b.Supplier + ": " + b.Reference + " " + b.Name, Columns: columns{w.words.Columns["section"], w.words.Columns["question"], w.words.Columns["answer"]}}
		for _, one := range questions {
			if one.Reference == b.Reference {
				t.Rows = append(t.Rows, cells{report.Text(one.Section), report.Text(one.Prompt), report.Text(given[[2]uuid.UUID{b.SubmissionID, one.ID}])})
			}
		}
		w.tables = append(w.tables, t)
	}
	return err
}

// groups are the suppliers of a category as people speak of them at its close: who could
// have taken part, who did, and how they fared. Prices are never among it.
func groups(w *writer) error {
	asked, err := q.ReportedInvitations(w.ctx, w.db, w.categories, w.owner)
	err = put(w, "potential", columns{"supplier", "country", "invited"}, asked, err, func(r reportdb.ReportedInvitationsRow) (string, string, cells) {
		return r.Reference, r.Name, cells{report.Text(r.Supplier), report.Text(r.Country), w.moment(r.InvitedAt)}
	})
	if err != nil {
		return err
	}
	paid, err := q.ReportedParticipants(w.ctx, w.db, w.named, w.categories, w.owner)
	err = put(w, "paid", columns{"supplier", "country", "joined"}, paid, err, func(r reportdb.ReportedParticipantsRow) (string, string, cells) {
		return r.Reference, r.Name, cells{report.Text(r.Supplier), report.Text(r.Country), w.moment(r.PaidAt)}
	})
	if err != nil {
		return err
	}
	results, err := q.ReportedResults(w.ctx, w.db, w.scored, w.owner)
	if err != nil {
		return err
	}
	slices.SortStableFunc(results, func(a, b reportdb.ReportedResultsRow) int {
		return cmp.Or(cmp.Compare(a.Reference, b.Reference), cmp.Compare(a.Supplier, b.Supplier))
	})
	for _, group := range []string{"responsive", "non_responsive"} {
		of := slices.DeleteFunc(slices.Clone(results), func(r reportdb.ReportedResultsRow) bool { return (r.Outcome == "pass") != (group == "responsive") })
		err = put(w, group, columns{"supplier"}, of, err, func(r reportdb.ReportedResultsRow) (string, string, cells) {
			return r.Reference, r.Name, cells{report.Text(r.Supplier)}
		})
	}
	return err
}
