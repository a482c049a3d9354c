package paymentsvc

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pdf"
	"zabuni.org/core/platform/pg"
)

// A Receipt is one numbered paper of an order, as lists name it.
type Receipt struct {
	ID       uuid.UUID
	country  string // in whose series it is
	Number   string
	Kind     payment.PaperKind
	Amount   money.Amount
	Tax      money.Amount
	IssuedAt time.Time
}

// papered is what a paper is issued for.
type papered struct {
	order, supplier uuid.UUID
	number          string     // of the order
	refund          *uuid.UUID // a credit note of it; nil: a receipt
	way             payment.Provider
	reference       string
	currency        money.Currency
	now             time.Time
}

// issue writes the papers of an order or of a refund: one for each country of the buyers whose fees they are.
// It comes last in its transaction, because it holds the countries' numbers until the commit. A refund of what
// no receipt was written for has no credit note.
func (s *Service) issue(ctx context.Context, tx pg.Tx, w papered) ([]string, error) {
	rows, err := q.PaperLines(ctx, tx, w.refund, w.order, w.supplier)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	lines := make([]payment.PaperLine, len(rows))
	for i, r := range rows {
		lines[i] = payment.PaperLine{Category: r.CategoryID, Name: r.Name, Reference: r.Reference, Gross: r.Gross,
			For: payment.Named{Name: r.BuyerName, TaxID: r.TaxID, Address: r.Address, Country: r.Country}}
	}
	c, err := q.PaperParties(ctx, tx, w.supplier)
	if err != nil {
		return nil, err
	}
	var before map[uuid.UUID][]Receipt
	if w.refund != nil {
		if before, err = s.papers(ctx, tx, w.supplier, w.order); err != nil {
			return nil, err
		}
	}
	var numbers []string
	for _, country := range payment.Countries(lines) {
		p := payment.Paper{
			Kind: payment.ReceiptPaper, Order: w.number, At: w.now, Zone: zoneIn(rows, country), Way: w.way, Ref: w.reference, Currency: string(w.currency),
			By:    payment.Named{Name: c.ByName, TaxID: c.ByTaxID, Address: c.ByAddress, Country: c.ByCountry},
			Payer: payment.Named{Name: c.Name, TaxID: c.TaxID, Address: c.Address, Country: c.Country},
			Lines: payment.In(lines, country),
		}
		if w.refund != nil {
			p.Kind = payment.CreditPaper
			for _, b := range before[w.order] {
				if b.Kind == payment.ReceiptPaper && b.country == country {
					p.Of = b.Number
				}
			}
			if p.Of == "" {
				continue
			}
		}
		if err := s.write(ctx, tx, w, country, &p); err != nil {
			return nil, err
		}
		numbers = append(numbers, p.Number)
	}
	return numbers, nil
}

// zoneIn is where the days of a country's paper are counted: by the jobs of its own buyers.
func zoneIn(rows []paymentdb.PaperLinesRow, country string) string {
	i := slices.IndexFunc(rows, func(r paymentdb.PaperLinesRow) bool { return r.Country == country })
	return rows[i].Timezone
}

// write gives a paper its number and keeps it.
func (s *Service) write(ctx context.Context, tx pg.Tx, w papered, country string, p *payment.Paper) error {
	if err := p.Count(s.desk.Taxes); err != nil {
		return err
	}
	blank := "#" + uuid.NewString() // nothing else in the paper is it
	p.Number = blank
	said, err := p.Text()
	if err != nil {
		return err
	}
	p.Number, err = q.IssuePaper(ctx, tx, paymentdb.IssuePaperParams{
		ID:         uuid.Must(uuid.NewV7()),
		Country:    country,
		Kind:       string(p.Kind),
		OrderID:    w.order,
		SupplierID: w.supplier,
		RefundID:   w.refund,
		Currency:   p.Currency,
		Amount:     p.Gross,
		Tax:        p.Tax,
		Said:       said,
		Blank:      blank,
		IssuedAt:   w.now,
	})
	return err
}

// papers are those of orders, oldest first.
func (s *Service) papers(ctx context.Context, db pg.DB, supplier uuid.UUID, orders ...uuid.UUID) (map[uuid.UUID][]Receipt, error) {
	rows, err := q.Papers(ctx, db, supplier, orders)
	out := map[uuid.UUID][]Receipt{}
	for _, r := range rows {
		out[r.OrderID] = append(out[r.OrderID], Receipt{ID: r.ID, country: r.Country, Number: r.Number, Kind: payment.PaperKind(r.Kind),
			Amount: amount(r.Amount, r.Currency), Tax: amount(r.Tax, r.Currency), IssuedAt: r.IssuedAt})
	}
	return out, err
}

// receipts are the papers of one order.
func (s *Service) receipts(ctx context.Context, db pg.DB, supplier, order uuid.UUID) ([]Receipt, error) {
	got, err := s.papers(ctx, db, supplier, order)
	return got[order], err
}

// ReceiptPDF prints a receipt or a credit note of the caller's company, or of any to the operator's desk of payments.
// The same paper gives the same bytes in the same language.
func (s *Service) ReceiptPDF(ctx context.Context, a access.Actor, id uuid.UUID, language string) (string, []byte, error) {
	var said, sum string
	if ToDesk.Admit(a) == nil {
		r, err := q.AnyPaper(ctx, s.db, id)
		if err != nil {
			return "", nil, notFound(err, payment.ReceiptNotFound)
		}
		said, sum = r.Said, r.Sum
	} else {
		if err := supplier(a); err != nil {
			return "", nil, err
		}
		r, err := q.Paper(ctx, s.db, id, a.Org)
		if err != nil {
			return "", nil, notFound(err, payment.ReceiptNotFound)
		}
		said, sum = r.Said, r.Sum
	}
	var p payment.Paper
	if err := json.Unmarshal([]byte(said), &p); err != nil {
		return "", nil, err
	}
	data, err := printed(p, sum, language)
	return p.Number + ".pdf", data, err
}

// printed lays a paper out. Its code holds what a reader of codes compares with what is printed.
func printed(p payment.Paper, sum, language string) ([]byte, error) {
	w := payment.PaperWordsOf(language)
	zone, err := time.LoadLocation(p.Zone)
	if err != nil {
		zone = time.UTC
	}
	digits := int32(money.Exponents()[money.Currency(p.Currency)])
	cash := func(d money.Decimal) string { return p.Currency + " " + d.Print(language, digits) }
	rows := []pdf.Row{{Label: w.Order, Value: p.Order}, {Label: w.Way, Value: w.Ways[p.Way]}}
	if p.Ref != "" {
		rows = append(rows, pdf.Row{Label: w.Reference, Value: p.Ref})
	}
	if p.Of != "" {
		rows = append(rows, pdf.Row{Label: w.Of, Value: p.Of})
	}
	for _, l := range p.Lines {
		what := l.Name + " · " + l.Reference + "\n" + w.For + " " + l.For.Name
		if l.For.TaxID != "" {
			what += " · " + w.TaxID + " " + l.For.TaxID
		}
		value := cash(l.Gross)
		if l.TaxName != "" {
			value += "\n" + l.TaxName + " " + l.Rate + " %: " + cash(l.Tax)
		}
		rows = append(rows, pdf.Row{Label: what, Value: value})
	}
	if !p.Tax.IsZero() {
		rows = append(rows, pdf.Row{Label: w.Net, Value: cash(p.Net)}, pdf.Row{Label: w.Tax, Value: cash(p.Tax)})
	}
	total := w.Total
	if p.Kind == payment.CreditPaper {
		total = w.Back
	}
	rows = append(rows, pdf.Row{Label: total, Value: cash(p.Gross), Strong: true}, pdf.Row{Label: w.Sum, Value: sum})
	return pdf.Letter{
		Language:  language,
		From:      party(p.By, w.TaxID),
		To:        party(p.Payer, w.TaxID),
		Reference: p.Number,
		Date:      p.At.In(zone),
		Subject:   w.Titles[p.Kind],
		Figures:   rows,
		Closing:   w.Note,
		Code:      p.Number + "\n" + p.Order + "\n" + cash(p.Gross) + "\n" + pdf.Day(p.At.In(zone)) + "\nsha256 " + sum,
	}.Render()
}

func party(n payment.Named, taxID string) pdf.Party {
	out := pdf.Party{Name: n.Name}
	if n.Address != "" {
		out.Lines = append(out.Lines, n.Address)
	}
	if n.TaxID != "" {
		out.Lines = append(out.Lines, taxID+" "+n.TaxID)
	}
	return out
}
