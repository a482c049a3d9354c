package paymentsvc

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/payment/statement"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
)

// statementUpload is the kind of document of a statement.
const statementUpload = "bank_statement"

// A Checked is a line of a file with what an import would do with it.
type Checked struct {
	statement.Line
	Verdict payment.Verdict
	Code    string // of a line that cannot be read
	Text    string // likewise
	Number  string // of the order that it is, or may be, of
}

// A Plan is what importing a file would do; nothing is done before it is confirmed.
type Plan struct {
	Upload   uuid.UUID
	Account  payment.Account
	Name     string
	Format   statement.Format
	Lines    []Checked
	Refused  []statement.Refused
	Gap      bool              // it does not begin where the one before it ended
	Layout   *statement.Layout // of a table
	Head     [][]string        // the first rows of a table whose columns nobody has named yet
	Guess    statement.Layout  // what they could be
	First    day.Day
	Last     day.Day
	Opening  *money.Decimal
	Closing  *money.Decimal
	all      []statement.Statement
	currency money.Currency
}

// Counts are the lines by verdict; every verdict is there.
func (p Plan) Counts() map[string]int64 {
	n := map[string]int64{}
	for _, v := range payment.Verdict("").Values() {
		n[v] = 0
	}
	for _, l := range p.Lines {
		n[string(l.Verdict)]++
	}
	return n
}

// shownRows of a table are enough to see which column is which.
const shownRows = 12

// CheckStatement keeps an uploaded file and tells what importing it would do.
func (s *Service) CheckStatement(ctx context.Context, a access.Actor, account string, f File) (Plan, error) {
	p, err := s.readStatement(ctx, a, account, f, nil)
	if err != nil {
		return p, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		d, err := s.desk.Documents.Save(ctx, tx, a, a.Org, statementUpload, f.Name, "application/octet-stream", f.Bytes)
		if err != nil {
			return err
		}
		p.Upload = d.ID
		return noted(ctx, tx, a, "payment.statement.uploaded", "document", d.ID, map[string]any{"account": account, "size": len(f.Bytes)})
	})
	return p, err
}

// LayOut says which column of an account's tables is which, keeps it for the next one, and
// tells what importing the file would do.
func (s *Service) LayOut(ctx context.Context, a access.Actor, account string, upload uuid.UUID, l statement.Layout) (Plan, error) {
	f, err := s.uploaded(ctx, a, upload)
	if err != nil {
		return Plan{}, err
	}
	p, err := s.readStatement(ctx, a, account, f, &l)
	if err != nil {
		return p, err
	}
	p.Upload = upload
	return p, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		err := q.SaveLayout(ctx, tx, paymentdb.SaveLayoutParams{
			Account:   account,
			Head:      int32(l.Head),
			OnDay:     int32(l.Day),
			Amount:    int32(l.Amount),
			CameIn:    int32(l.In),
			WentOut:   int32(l.Out),
			Reference: int32(l.Reference),
			Narration: int32(l.Narration),
			More:      int32(l.More),
			Payer:     int32(l.Payer),
			Balance:   int32(l.Balance),
			Days:      string(l.Days),
			Comma:     l.Comma,
			SavedBy:   a.User,
			SavedAt:   tx.Now,
		})
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, "payment.layout.saved", "document", upload, map[string]any{"account": account})
	})
}

// PlanOf reads an upload again, for carrying it out.
func (s *Service) PlanOf(ctx context.Context, a access.Actor, account string, upload uuid.UUID) (Plan, error) {
	f, err := s.uploaded(ctx, a, upload)
	if err != nil {
		return Plan{}, err
	}
	p, err := s.readStatement(ctx, a, account, f, nil)
	p.Upload = upload
	if err == nil && p.Head != nil {
		err = statement.NeedLayout.New("")
	}
	return p, err
}

func (s *Service) uploaded(ctx context.Context, a access.Actor, upload uuid.UUID) (File, error) {
	if err := mover.Admit(a); err != nil {
		return File{}, err
	}
	d, err := s.desk.Documents.Read(ctx, a.Org, upload)
	if err != nil && fault.As(err).Kind == fault.KindNotFound {
		err = sheet.NotFound.Wrap(err, "")
	}
	return File{Name: d.Name, Bytes: d.Bytes}, err
}

// readStatement reads a file of an account. Without a layout the one that is kept counts; where
// there is none the plan says what is to be asked.
func (s *Service) readStatement(ctx context.Context, a access.Actor, account string, f File, layout *statement.Layout) (Plan, error) {
	p := Plan{Name: f.Name, Format: statement.FormatOf(f.Bytes)}
	if err := mover.Admit(a); err != nil {
		return p, err
	}
	var err error
	if p.Account, err = s.account(account); err != nil {
		return p, err
	}
	p.currency = p.Account.Currency
	var all []statement.Statement
	if p.Format == statement.Table {
		rows, err := statement.Rows(f.Bytes)
		if err != nil {
			return p, err
		}
		if layout == nil {
			if layout, err = s.layout(ctx, account); err != nil {
				return p, err
			}
		}
		if layout == nil || layout.Check(statement.Width(rows)) != nil && p.Layout == nil && layout.Head == 0 {
			p.Head, p.Guess = rows[:min(len(rows), shownRows)], statement.Guess(rows)
			return p, nil
		}
		p.Layout = layout
		if all, err = statement.ReadTable(rows, layout); err != nil { // a workbook is opened once
			return p, err
		}
	} else if all, err = statement.Read(f.Bytes, nil); err != nil {
		return p, err
	}
	if p.all, err = statement.Of(all, p.Account.Number, p.currency); err != nil {
		return p, err
	}
	return p, s.plan(ctx, s.db, &p)
}

func (s *Service) layout(ctx context.Context, account string) (*statement.Layout, error) {
	r, err := q.Layout(ctx, s.db, account)
	if pg.NoRows(err) {
		return nil, nil
	}
	return &statement.Layout{
		Head:      int(r.Head),
		Day:       int(r.OnDay),
		Amount:    int(r.Amount),
		In:        int(r.CameIn),
		Out:       int(r.WentOut),
		Reference: int(r.Reference),
		Narration: int(r.Narration),
		More:      int(r.More),
		Payer:     int(r.Payer),
		Balance:   int(r.Balance),
		Days:      statement.DayOrder(r.Days),
		Comma:     r.Comma,
	}, err
}

func dateOf(d day.Day) time.Time {
	t, _ := time.Parse(time.DateOnly, string(d))
	return t
}

// fresh parts the lines of statements into new ones and known ones.
func (s *Service) fresh(ctx context.Context, db pg.DB, account string, all []statement.Statement) ([]statement.Fresh, []statement.Line, error) {
	var lines []statement.Line
	for _, one := range all {
		lines = append(lines, one.Lines...)
	}
	if len(lines) == 0 {
		return nil, nil, nil
	}
	first, last := lines[0].Day, lines[0].Day
	refs := make([]string, len(lines))
	for i, l := range lines {
		first, last, refs[i] = min(first, l.Day), max(last, l.Day), l.Reference
	}
	rows, err := q.LinesBetween(ctx, db, account, dateOf(first), dateOf(last))
	if err != nil {
		return nil, nil, err
	}
	seen := make([]statement.Seen, len(rows), len(rows)+len(refs))
	have := make(map[string]bool, len(rows))
	for i, r := range rows {
		seen[i] = statement.SeenOf(day.Day(r.Day.Format(time.DateOnly)), r.Amount, r.Reference, r.Payer, r.Narration, r.Sum)
		have[r.Reference] = true
	}
	elsewhere, err := q.ReferencesKnown(ctx, db, account, refs)
	if err != nil {
		return nil, nil, err
	}
	for _, ref := range elsewhere { // the same line on another day: banks book again
		if !have[ref] {
			seen = append(seen, statement.Seen{Reference: ref})
		}
	}
	fresh, known := statement.New(lines, seen)
	return fresh, known, nil
}

// sort says which lines of a plan are new, and what its statements cover.
func (s *Service) sort(ctx context.Context, db pg.DB, p *Plan) (fresh []statement.Fresh, known []statement.Line, err error) {
	p.First, p.Last, p.Refused = "", "", nil
	for _, one := range p.all {
		if err := one.Check(); err != nil {
			return nil, nil, err
		}
		p.Refused = append(p.Refused, one.Refused...)
		if p.First == "" || one.First != "" && one.First < p.First {
			p.First, p.Opening = one.First, one.Opening
		}
		if one.Last >= p.Last {
			p.Last, p.Closing = one.Last, one.Closing
		}
	}
	if fresh, known, err = s.fresh(ctx, db, p.Account.Key(), p.all); err != nil || p.Opening == nil || p.First == "" {
		return fresh, known, err
	}
	before, err := q.BalanceBefore(ctx, db, p.Account.Key(), dateOf(p.First))
	if err != nil && !pg.NoRows(err) {
		return nil, nil, err
	}
	p.Gap = err == nil && before != nil && len(fresh) > 0 && len(known) == 0 && !before.Equal(*p.Opening)
	return fresh, known, nil
}

// plan says what would become of each line.
func (s *Service) plan(ctx context.Context, db pg.DB, p *Plan) error {
	fresh, known, err := s.sort(ctx, db, p)
	if err != nil {
		return err
	}
	lines := make([]bankLine, len(fresh))
	for i, l := range fresh {
		lines[i] = lineOf(l.Line, p.currency)
	}
	found, err := s.judge(ctx, db, lines)
	if err != nil {
		return err
	}
	p.Lines = nil
	for i, l := range fresh {
		c := Checked{Line: l.Line, Verdict: found[i].verdict}
		if len(found[i].named) == 1 {
			c.Number = found[i].named[0].Number
		}
		p.Lines = append(p.Lines, c)
	}
	for _, l := range known {
		p.Lines = append(p.Lines, Checked{Line: l, Verdict: payment.Known})
	}
	for _, r := range p.Refused {
		p.Lines = append(p.Lines, Checked{Line: statement.Line{Row: r.Row}, Verdict: payment.ToRefuse, Code: r.Code, Text: r.Text})
	}
	slices.SortStableFunc(p.Lines, func(x, y Checked) int { return cmp.Compare(x.Row, y.Row) })
	return nil
}

func lineOf(l statement.Line, currency money.Currency) bankLine {
	return bankLine{
		day:       dateOf(l.Day),
		amount:    money.Amount{Value: l.Amount, Currency: currency},
		reference: l.Reference,
		payer:     l.Payer,
		narration: l.Narration,
		reversal:  l.Reversal,
	}
}

// ImportStatement writes the lines of a file that are new, each once, and books their money as
// nobody's yet. What becomes of each is decided one by one afterwards. It is called in the
// transaction that ends the task.
func (s *Service) ImportStatement(ctx context.Context, tx pg.Tx, a access.Actor, p Plan) error {
	if err := mover.Admit(a); err != nil {
		return err
	}
	account := p.Account.Key()
	if err := q.Lock(ctx, tx, "payment.account:"+account); err != nil {
		return err
	}
	fresh, known, err := s.sort(ctx, tx, &p) // what is known is decided under the lock
	if err != nil {
		return err
	}
	if len(fresh) == 0 {
		return payment.NothingNew.New("")
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return err
	}
	id := uuid.Must(uuid.NewV7())
	err = q.InsertStatement(ctx, tx, paymentdb.InsertStatementParams{
		ID:         id,
		Account:    account,
		Currency:   string(p.currency),
		DocumentID: &p.Upload,
		FileName:   p.Name,
		Format:     string(p.Format),
		Number:     p.all[0].Number,
		FirstDay:   dateOf(p.First),
		LastDay:    dateOf(p.Last),
		Opening:    p.Opening,
		Closing:    p.Closing,
		Gap:        p.Gap,
		Lines:      int32(len(fresh)),
		Known:      int32(len(known)),
		Refused:    int32(len(p.Refused)),
		ImportedBy: &a.User,
		ImportedAt: now,
	})
	if err != nil {
		return err
	}
	if err := bookLines(ctx, tx, id, account, string(p.currency), fresh, now); err != nil {
		return err
	}
	return noted(ctx, tx, a, "payment.statement.imported", "statement", id, map[string]any{"account": account, "file": p.Name, "lines": len(fresh), "known": len(known)})
}
