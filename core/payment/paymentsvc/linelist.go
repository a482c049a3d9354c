package paymentsvc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/payment/statement"
	"zabuni.org/core/platform/pg"
)

// A Statement is one that was imported.
type Statement struct {
	ID                    uuid.UUID
	Account, File, Number string
	Currency              money.Currency
	Format                statement.Format
	First, Last           day.Day
	Opening, Closing      *money.Decimal
	Gap                   bool
	Lines, Known, Refused int32
	Matched, Waiting      int64 // of its lines, by now
	Importer              string
	ImportedAt            time.Time
}

// A StatementFilter narrows a list of statements.
type StatementFilter struct {
	Accounts []string
	At       day.Span
}

// Statements is one page of what was imported, newest first.
func (s *Service) Statements(ctx context.Context, a access.Actor, f StatementFilter, after string, limit int) (page.Of[Statement], error) {
	none := page.Of[Statement]{}
	if err := ToDesk.Admit(a); err != nil {
		return none, err
	}
	var wrong fault.Fields
	for i, key := range f.Accounts {
		if _, err := s.account(key); err != nil {
			wrong.Add(fmt.Sprintf("/query/account/%d", i), fault.Unknown)
		}
	}
	if err := wrong.Err(); err != nil {
		return none, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, err
	}
	rows, err := q.Statements(ctx, s.db, paymentdb.StatementsParams{
		AfterAt:      c.At,
		AfterID:      c.ID,
		Accounts:     closed.Values(f.Accounts...),
		ImportedFrom: f.At.First,
		ImportedTo:   f.At.Last,
		Zone:         f.At.Zone,
		MaxRows:      int32(limit + 1),
	})
	if err != nil {
		return none, err
	}
	out := make([]Statement, len(rows))
	for i, r := range rows {
		out[i] = Statement{
			ID:         r.ID,
			Account:    r.Account,
			File:       r.FileName,
			Number:     r.Number,
			Currency:   money.Currency(r.Currency),
			Format:     statement.Format(r.Format),
			First:      dayOf(r.FirstDay),
			Last:       dayOf(r.LastDay),
			Opening:    r.Opening,
			Closing:    r.Closing,
			Gap:        r.Gap,
			Lines:      r.Lines,
			Known:      r.Known,
			Refused:    r.Refused,
			Matched:    r.Matched,
			Waiting:    r.Waiting,
			Importer:   r.Importer,
			ImportedAt: r.ImportedAt,
		}
	}
	return page.Cut(out, limit, func(s Statement) page.Cursor { return page.Cursor{At: s.ImportedAt, ID: s.ID} }), nil
}

func dayOf(t time.Time) day.Day { return day.Day(t.Format(time.DateOnly)) }

// A StatementLine is one movement that a bank told.
type StatementLine struct {
	ID           uuid.UUID
	Code         string
	Account      string
	Day          day.Day
	Amount       money.Amount
	Reference    string
	Payer        string
	Narration    string
	Reversal     bool
	Status       payment.LineState
	Number       string // of the order that it is of
	Hint         string // of the order that it may be of
	SupplierName string // of either
	CreatedAt    time.Time
}

// A LineFilter narrows a list of lines.
type LineFilter struct {
	Statuses  []payment.LineState
	Providers []payment.Provider // by whose accounts it came
	Statement uuid.UUID
	Days      day.Span
	Search    string
}

// Lines is one page of lines of statements, newest first.
func (s *Service) Lines(ctx context.Context, a access.Actor, f LineFilter, after string, limit int) (page.Of[StatementLine], error) {
	none := page.Of[StatementLine]{}
	if err := ToDesk.Admit(a); err != nil {
		return none, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, err
	}
	p := paymentdb.StatementLinesParams{
		AfterAt:   c.At,
		AfterID:   c.ID,
		Statuses:  closed.Values(f.Statuses...),
		Providers: closed.Values(f.Providers...),
		FirstDay:  f.Days.First,
		LastDay:   f.Days.Last,
		Search:    pg.Sought(f.Search),
		MaxRows:   int32(limit + 1),
	}
	if f.Statement != uuid.Nil {
		p.StatementID = &f.Statement
	}
	rows, err := q.StatementLines(ctx, s.db, p)
	if err != nil {
		return none, err
	}
	out := make([]StatementLine, len(rows))
	for i, r := range rows {
		out[i] = StatementLine{
			ID:           r.ID,
			Code:         r.Code,
			Account:      r.Account,
			Day:          dayOf(r.Day),
			Amount:       amount(r.Amount, r.Currency),
			Reference:    r.Reference,
			Payer:        r.Payer,
			Narration:    r.Narration,
			Reversal:     r.Reversal,
			Status:       payment.LineState(r.Status),
			Number:       r.Number,
			Hint:         r.Hint,
			SupplierName: r.SupplierName,
			CreatedAt:    r.CreatedAt,
		}
	}
	return page.Cut(out, limit, func(l StatementLine) page.Cursor { return page.Cursor{At: l.CreatedAt, ID: l.ID} }), nil
}

// A Candidate is an order that a line may be of, and why.
type Candidate struct {
	Number       string
	SupplierName string
	Amount       money.Amount
	Status       payment.State
	Named        bool // the line names it; else amount, day and name are alike
}

// A LineStory is all that is known of a line.
type LineStory struct {
	StatementLine
	File        string
	Held        money.Amount // that is nobody's yet
	Alone       bool         // one person is enough to decide about it
	SettledAt   *time.Time
	Candidates  []Candidate
	Resolutions []Resolution
}

// Line is one line by its code, with the orders that it may be of.
func (s *Service) Line(ctx context.Context, a access.Actor, code string) (LineStory, error) {
	var out LineStory
	if err := ToDesk.Admit(a); err != nil {
		return out, err
	}
	r, err := q.StatementLine(ctx, s.db, code)
	if err != nil {
		return out, notFound(err, payment.LineNotFound)
	}
	out.StatementLine = StatementLine{
		ID:           r.ID,
		Code:         r.Code,
		Account:      r.Account,
		Day:          dayOf(r.Day),
		Amount:       amount(r.Amount, r.Currency),
		Reference:    r.Reference,
		Payer:        r.Payer,
		Narration:    r.Narration,
		Reversal:     r.Reversal,
		Status:       payment.LineState(r.Status),
		Number:       r.Number,
		Hint:         r.Hint,
		SupplierName: r.SupplierName,
		CreatedAt:    r.CreatedAt,
	}
	out.File, out.Held, out.SettledAt = r.FileName, amount(r.Held, r.Currency), r.SettledAt
	out.Alone = s.desk.Alone.Alone(out.Amount)
	if out.Status == payment.LineOpen {
		if out.Candidates, err = s.candidates(ctx, out.StatementLine, r.Day); err != nil {
			return out, err
		}
	}
	decided, err := q.LineResolutions(ctx, s.db, &r.ID)
	for _, d := range decided {
		out.Resolutions = append(out.Resolutions, Resolution{
			ID:         d.ID,
			Act:        Act(d.Act),
			Target:     d.Target,
			Evidence:   d.DocumentID,
			Reason:     d.Reason,
			Proposer:   d.Proposer,
			Mine:       d.ProposedBy == a.User,
			ProposedAt: d.ProposedAt,
			Decider:    d.Decider,
			DecidedAt:  d.DecidedAt,
			Approved:   d.Approved,
		})
	}
	return out, err
}

// candidates are looked for anew: what was no order yesterday may be one today.
func (s *Service) candidates(ctx context.Context, l StatementLine, on time.Time) ([]Candidate, error) {
	found, err := s.judge(ctx, s.db, []bankLine{{on, l.Amount, l.Account, l.Reference, l.Payer, l.Narration, l.Reversal}})
	if err != nil {
		return nil, err
	}
	var numbers []string
	named := map[string]bool{}
	for _, o := range found[0].named {
		numbers, named[o.Number] = append(numbers, o.Number), true
	}
	if found[0].hint != uuid.Nil && len(numbers) == 0 {
		numbers = append(numbers, found[0].hint.String())
	}
	var out []Candidate
	for _, n := range numbers {
		o, err := q.OrderFacts(ctx, s.db, n)
		if err != nil {
			return nil, err
		}
		out = append(out, Candidate{
			Number:       o.Number,
			SupplierName: o.SupplierName,
			Amount:       amount(o.Amount, o.Currency),
			Status:       payment.State(o.Status),
			Named:        named[o.Number],
		})
	}
	return out, nil
}
