package biddingsvc

import (
	"bytes"
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/boq"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
)

// Template writes the workbook in which a bidder prices the items: what is
// priced now is in it.
func (s *Service) Template(ctx context.Context, a access.Actor, bid uuid.UUID, language string) (name string, data []byte, err error) {
	b, err := s.Bid(ctx, a, bid)
	if err != nil {
		return "", nil, err
	}
	if len(b.Items) == 0 {
		return "", nil, bidding.NoFinancial.New("")
	}
	var out bytes.Buffer
	err = boq.Write(&out, templateOf(b, language))
	return "rfq-items.xlsx", out.Bytes(), err
}

func templateOf(b Bid, language string) boq.Template {
	t := boq.Template{Language: language, Title: b.CategoryName, Reference: b.Reference, Currency: money.Currency(b.Currency)}
	for _, l := range b.Lines {
		t.Lines = append(t.Lines, boq.Line{ID: l.ID.String(), Code: l.Code, Description: l.Description, Unit: l.Unit, Quantity: l.Quantity,
			Price: l.UnitPrice, Remarks: l.Remarks, Added: int(l.Addendum)})
	}
	for _, it := range b.Gone.Items {
		t.Gone = append(t.Gone, it.ID.String())
	}
	return t
}

// ReadTemplate tells what a filled workbook would change; nothing is stored. The
// language decides what a price that was typed as text means: 1,250.
func (s *Service) ReadTemplate(ctx context.Context, a access.Actor, bid uuid.UUID, data []byte, language string) (boq.Report, error) {
	b, err := s.Bid(ctx, a, bid)
	if err != nil {
		return boq.Report{}, err
	}
	if len(b.Items) == 0 {
		return boq.Report{}, bidding.NoFinancial.New("")
	}
	return boq.Read(data, templateOf(b, language))
}

// TakeTemplate stores what a filled workbook changes, after its difference was
// confirmed. A report that blocks stores nothing.
func (s *Service) TakeTemplate(ctx context.Context, a access.Actor, bid uuid.UUID, data []byte, language string) (boq.Report, Saved, error) {
	b, err := s.Bid(ctx, a, bid)
	if err != nil {
		return boq.Report{}, Saved{}, err
	}
	if len(b.Items) == 0 {
		return boq.Report{}, Saved{}, bidding.NoFinancial.New("")
	}
	report, err := boq.Read(data, templateOf(b, language))
	if err != nil || report.Blocking {
		return report, Saved{}, err
	}
	lines := map[string]Line{}
	for _, l := range b.Lines {
		lines[l.ID.String()] = l
	}
	var all Saved
	for start := 0; start < len(report.Changes); start += maxChanges {
		var c Changes
		for _, ch := range report.Changes[start:min(start+maxChanges, len(report.Changes))] {
			l := lines[ch.Line]
			p := Price{Item: l.ID, Version: l.Version, Remarks: l.Remarks}
			if ch.After != nil {
				p.UnitPrice = ch.After.String()
			}
			if ch.Remarks != nil {
				p.Remarks = *ch.Remarks
			}
			c.Prices = append(c.Prices, p)
		}
		if all, err = s.Save(ctx, a, bid, c); err != nil {
			return report, all, err
		}
	}
	return report, all, nil
}

// Blank is the workbook without what the bidder has entered: it may lie outside
// the draft's seal. Written tells how many lines are in it.
func (s *Service) Blank(ctx context.Context, a access.Actor, bid uuid.UUID, language string, written func(done, total int) error) ([]byte, error) {
	b, err := s.Bid(ctx, a, bid)
	if err != nil {
		return nil, err
	}
	if len(b.Items) == 0 {
		return nil, bidding.NoFinancial.New("")
	}
	t := templateOf(b, language)
	for i := range t.Lines {
		t.Lines[i].Price, t.Lines[i].Remarks = nil, ""
	}
	t.Written = written
	var out bytes.Buffer
	err = boq.Write(&out, t)
	return out.Bytes(), err
}

// Corrections is the uploaded workbook with a column that says what to correct.
// It holds the prices that were uploaded, so it is answered and never kept.
func (s *Service) Corrections(ctx context.Context, a access.Actor, bid uuid.UUID, data []byte, language string) (string, []byte, error) {
	b, err := s.Bid(ctx, a, bid)
	if err != nil {
		return "", nil, err
	}
	if len(b.Items) == 0 {
		return "", nil, bidding.NoFinancial.New("")
	}
	t := templateOf(b, language)
	report, err := boq.Read(data, t)
	if err != nil {
		return "", nil, err
	}
	var out bytes.Buffer
	err = boq.WriteErrors(&out, t, report, boq.Say(language))
	return "rfq-items-to-correct.xlsx", out.Bytes(), err
}
