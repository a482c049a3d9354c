package paymentsvc

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity/peoplesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pdf"
	"zabuni.org/core/platform/pg"
)

// logged is an entry of the log as the pack holds it.
type logged struct {
	ID     int64           `json:"id"`
	At     time.Time       `json:"at"`
	Actor  string          `json:"actor"`
	Type   string          `json:"actor_type"`
	Action string          `json:"action"`
	Detail json.RawMessage `json:"detail"`
}

// DisputePack is what speaks for us: the order, its receipts and the entries of the log, in one archive. That
// it was taken is written down.
func (s *Service) DisputePack(ctx context.Context, a access.Actor, id uuid.UUID, language string) (string, []byte, error) {
	d, err := s.Dispute(ctx, a, id)
	if err != nil {
		return "", nil, err
	}
	tries, err := q.AttemptsOf(ctx, s.db, d.Order)
	if err != nil {
		return "", nil, err
	}
	entries, err := q.OrderLog(ctx, s.db, d.Order)
	if err != nil {
		return "", nil, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return "", nil, err
	}
	zone, err := time.LoadLocation(a.Zone)
	if err != nil {
		zone = time.UTC
	}
	paper, err := evidence(d, tries, entries, language, now.In(zone))
	if err != nil {
		return "", nil, err
	}
	said := make([]logged, len(entries))
	for i, e := range entries {
		said[i] = logged{e.ID, e.At.UTC(), e.ActorName, e.ActorType, e.Action, json.RawMessage(e.Detail)}
	}
	raw, err := json.MarshalIndent(said, "", "  ")
	if err != nil {
		return "", nil, err
	}
	receipts, err := s.receipts(ctx, s.db, d.Supplier, d.Order)
	if err != nil {
		return "", nil, err
	}
	files := []File{{Name: "evidence.pdf", Bytes: paper}, {Name: "log.json", Bytes: raw}}
	for _, r := range receipts {
		name, data, err := s.ReceiptPDF(ctx, a, r.ID, language)
		if err != nil {
			return "", nil, err
		}
		files = append(files, File{Name: "receipts/" + name, Bytes: data})
	}
	data, err := packed(files, now)
	if err != nil {
		return "", nil, err
	}
	return d.Code + ".zip", data, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		r, err := q.LockDispute(ctx, tx, d.ID, d.Supplier)
		if err != nil {
			return err
		}
		return s.disputed(ctx, tx, a, r, "payment.dispute.packed", "", "")
	})
}

// packed puts files into one archive.
func packed(files []File, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: at.UTC()})
		if err != nil {
			return nil, err
		}
		if _, err := io.Copy(w, bytes.NewReader(f.Bytes)); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return out.Bytes(), err
}

// evidence prints what is known of a disputed order, in a language and the zone of a moment.
func evidence(d DisputeRow, tries []paymentdb.AttemptsOfRow, entries []paymentdb.OrderLogRow, language string, now time.Time) ([]byte, error) {
	w := payment.PackWordsOf(language)
	ways := payment.PaperWordsOf(language).Ways
	at := func(t time.Time) string { return t.In(now.Location()).Format("2006-01-02 15:04") }
	cash := func(a money.Amount) string { return a.Print(language) }
	facts := pdf.Table{Title: w.Facts, Columns: []string{w.Label, w.Value}, Rows: [][]string{
		{w.Order, d.Number}, {w.Payer, d.SupplierName}, {w.Amount, cash(d.Amount)}, {w.Way, ways[d.Provider]},
		{w.ProviderR, d.ProviderRef}, {w.Cause, d.Cause}, {w.Opened, at(d.OpenedAt)}, {w.Due, at(d.DueAt)},
	}}
	if d.ByHand {
		facts.Rows = append(facts.Rows, []string{w.Claimant, d.Claimant})
	}
	fees := pdf.Table{Title: w.Fees, Columns: []string{w.Category, w.Buyer, w.Closes, w.Fee}}
	for _, l := range d.Lines {
		fees.Rows = append(fees.Rows, []string{l.Name, l.Buyer, at(l.ClosesAt), cash(l.Fee)})
	}
	begun := pdf.Table{Title: w.Tries, Columns: []string{w.At, w.Way, w.Amount, w.State, w.Reference, w.Receipt}}
	for _, t := range tries {
		begun.Rows = append(begun.Rows, []string{at(t.CreatedAt), ways[payment.Provider(t.Provider)], cash(amount(t.Amount, t.Currency)), w.States[payment.State(t.Status)], t.MerchantRef, t.Receipt})
	}
	happened := pdf.Table{Title: w.Log, Columns: []string{w.At, w.Who, w.What}}
	for _, e := range entries {
		happened.Rows = append(happened.Rows, []string{at(e.At), e.ActorName, peoplesvc.Said(language, e.Action)})
	}
	return pdf.Report{
		Language: language,
		By:       pdf.Party{Name: d.SupplierName, Lines: []string{d.Number, w.Note}},
		Title:    w.Title + " " + d.Code,
		At:       now,
		Footer:   d.Code + " · " + d.Number,
		Tables:   []pdf.Table{facts, fees, begun, happened},
	}.Render()
}
