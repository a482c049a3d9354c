package reportsvc

import (
	"context"
	"time"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/report"
	"zabuni.org/core/sourcing"
)

// AskedStatement is a statement that somebody wants as a file.
type AskedStatement struct {
	Filter   paymentsvc.MoneyFilter
	Format   report.Format
	Language locale.Language
}

// ExportStatement is what came from the caller's company and went back, as a workbook or a PDF, in the language and the
// zone of whoever takes it; that it was taken is written down.
func (s *Service) ExportStatement(ctx context.Context, a access.Actor, in AskedStatement) ([]byte, error) {
	all, sums, err := paymentsvc.StatementOf(ctx, s.db, a, in.Filter, "", sheet.MostRows)
	if err == nil {
		err = sheet.Whole(all.Next != "")
	}
	if err != nil {
		return nil, err
	}
	name, err := q.CompanyNamed(ctx, s.db, a.Org)
	if err != nil {
		return nil, err
	}
	book, err := s.moneyBook(ctx, a, string(in.Language), name)
	if err != nil {
		return nil, err
	}
	zone := book.At.Location()
	w := report.WordsOf(string(in.Language))
	ways := payment.PaperWordsOf(string(in.Language)).Ways
	book.Title = w.Sheets["statement"]
	held := report.Table{Title: w.Sheets["totals"], Columns: headsOf(w, "currency", "opening", "came_in", "went_out", "closing")}
	for _, m := range sums {
		held.Rows = append(held.Rows, cells{report.Text(string(m.Currency)), report.Amount(&m.Opening), report.Amount(&m.Came), report.Amount(&m.Went), report.Amount(&m.Closing)})
	}
	moved := report.Table{Title: w.Sheets["statement"], Columns: headsOf(w, "at", "order", "movement", "way", "payment_reference", "category", "currency", "sum", "balance")}
	for _, m := range all.Items {
		moved.Rows = append(moved.Rows, cells{report.Moment(&m.At, zone), report.Text(m.Number), report.Text(w.Values["moved_"+m.Kind]), report.Text(ways[m.Provider]), report.Text(m.Reference),
			report.Text(m.Purpose), report.Text(string(m.Amount.Currency)), report.Amount(&m.Amount.Value), report.Amount(&m.Balance.Value)})
	}
	book.Tables = []report.Table{held, moved}
	return s.taken(ctx, a, book, in.Format, "report.statement.exported", len(all.Items))
}

// ExportBuyerFees is the list of a buyer's fees as a workbook: figures only of what has closed, as the list has them.
func (s *Service) ExportBuyerFees(ctx context.Context, a access.Actor, activities []sourcing.Activity, search string, language locale.Language) ([]byte, error) {
	all, sums, err := paymentsvc.FeesOf(ctx, s.db, a, activities, search, "", sheet.MostRows)
	if err == nil {
		err = sheet.Whole(all.Next != "")
	}
	if err != nil {
		return nil, err
	}
	name, err := q.CompanyNamed(ctx, s.db, a.Org)
	if err != nil {
		return nil, err
	}
	book, err := s.moneyBook(ctx, a, string(language), name)
	if err != nil {
		return nil, err
	}
	w := report.WordsOf(string(language))
	book.Title = w.Sheets["fees"]
	rows := report.Table{Title: w.Sheets["fees"], Columns: headsOf(w, "reference", "category", "activity", "closes", "currency", "fee", "payments", "came_in", "went_out")}
	for _, f := range all.Items {
		zone, err := time.LoadLocation(f.Zone)
		if err != nil {
			zone = time.UTC
		}
		row := cells{report.Text(f.Reference), report.Text(f.Name), report.Text(w.Values[string(f.Activity)]), report.Moment(&f.ClosesAt, zone), report.Text(string(f.Fee.Currency)), report.Amount(&f.Fee.Value)}
		if f.Told {
			row = append(row, report.Count(int(f.Paid)), report.Amount(&f.Received.Value), report.Amount(&f.Back.Value))
		} else {
			row = append(row, report.Text(w.Values["told_later"]), report.Text(""), report.Text(""))
		}
		rows.Rows = append(rows.Rows, row)
	}
	held := report.Table{Title: w.Sheets["totals"], Columns: headsOf(w, "currency", "payments", "came_in", "went_out")}
	for _, t := range sums {
		held.Rows = append(held.Rows, cells{report.Text(string(t.Received.Currency)), report.Count(int(t.Paid)), report.Amount(&t.Received.Value), report.Amount(&t.Back.Value)})
	}
	book.Tables = []report.Table{rows, held}
	return s.taken(ctx, a, book, report.Workbook, "report.fees.exported", len(all.Items))
}

// moneyBook is an empty file for whoever takes it.
func (s *Service) moneyBook(ctx context.Context, a access.Actor, language, name string) (report.Book, error) {
	now, err := pg.ClockOf(ctx, s.db)
	zone, wrong := time.LoadLocation(a.Zone)
	if wrong != nil {
		zone = time.UTC
	}
	return report.Book{Language: language, Buyer: name, At: now.In(zone)}, err
}

// taken writes a file, and that it was taken.
func (s *Service) taken(ctx context.Context, a access.Actor, book report.Book, format report.Format, action string, rows int) ([]byte, error) {
	write := book.Workbook
	if format == report.PDF {
		write = book.PDF
	}
	data, err := write()
	if err != nil {
		return nil, err
	}
	return data, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: "company", ObjectID: a.Org, Owner: a.Org,
			Detail: map[string]any{"format": format, "rows": rows}})
		return err
	})
}

func headsOf(w report.Words, keys ...string) []string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = w.Columns[k]
	}
	return out
}
