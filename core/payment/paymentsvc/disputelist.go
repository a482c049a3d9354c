package paymentsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/pg"
)

// A DisputeRow is a dispute as the operator's desk shows it.
type DisputeRow struct {
	ID, Order, Attempt, Supplier uuid.UUID
	Code, Number, SupplierName   string
	Provider                     payment.Provider
	Amount                       money.Amount
	Status                       payment.DisputeState
	ProviderRef, Cause           string
	DueAt, OpenedAt              time.Time
	Late                         bool // its day is over, and nobody has answered it
	Answerer, Answer             string
	AnsweredAt                   *time.Time
	AnswerFile                   bool
	EndAs                        payment.DisputeState // what a person says became of it
	Ender, EndWhy                string
	EndAt                        *time.Time
	EndFile                      bool
	Mine                         bool // the reader said so, or entered it
	Decider                      string
	EndedAt                      *time.Time
	ByHand                       bool // a person entered it
	Claimant, Enterer            string
	EntryFile                    bool
	Approver                     string
	ApprovedAt                   *time.Time
	Alone                        bool          // one person is enough to say what became of it
	Lines                        []DisputeLine // of one dispute only
}

// A DisputeLine is what a disputed order had paid for.
type DisputeLine struct {
	Category    uuid.UUID
	Name, Buyer string
	Fee         money.Amount
	ClosesAt    time.Time
	Open        bool // a person may let it count as paid for no more
	Ends        bool // it does not
}

// DisputeFilter narrows the list of disputes; the zero value narrows nothing.
type DisputeFilter struct {
	Statuses  []payment.DisputeState
	Providers []payment.Provider
	Opened    day.Span
	Search    string // code, order number, the provider's name of it, or supplier
}

// Disputes is one page of what payers' banks ask back, newest first.
func (s *Service) Disputes(ctx context.Context, a access.Actor, f DisputeFilter, after string, limit int) (page.Of[DisputeRow], error) {
	none := page.Of[DisputeRow]{}
	if err := ToDesk.Admit(a); err != nil {
		return none, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, err
	}
	rows, err := s.disputeRows(ctx, a, paymentdb.DisputesParams{
		AfterAt:    c.At,
		AfterID:    c.ID,
		Statuses:   closed.Values(f.Statuses...),
		Providers:  closed.Values(f.Providers...),
		OpenedFrom: f.Opened.First,
		OpenedTo:   f.Opened.Last,
		Zone:       f.Opened.Zone,
		Search:     pg.Sought(f.Search),
		MaxRows:    int32(limit + 1),
	})
	if err != nil {
		return none, err
	}
	return page.Cut(rows, limit, func(r DisputeRow) page.Cursor { return page.Cursor{At: r.OpenedAt, ID: r.ID} }), nil
}

// Dispute is one of them with what its order had paid for.
func (s *Service) Dispute(ctx context.Context, a access.Actor, id uuid.UUID) (DisputeRow, error) {
	if err := ToDesk.Admit(a); err != nil {
		return DisputeRow{}, err
	}
	rows, err := s.disputeRows(ctx, a, firstDisputes(paymentdb.DisputesParams{Just: &id}))
	if err != nil {
		return DisputeRow{}, err
	}
	if len(rows) == 0 {
		return DisputeRow{}, payment.DisputeNotFound.New("")
	}
	out := rows[0]
	lines, err := q.DisputeLines(ctx, s.db, id, out.Order)
	for _, l := range lines {
		out.Lines = append(out.Lines, DisputeLine{
			Category: l.CategoryID,
			Name:     l.Name,
			Buyer:    l.BuyerName,
			Fee:      money.Amount{Value: l.Fee, Currency: out.Amount.Currency},
			ClosesAt: l.ClosesAt.UTC(),
			Open:     l.StillOpen && out.Status.Took(),
			Ends:     l.Ends,
		})
	}
	return out, err
}

// firstDisputes is a page of the list from its beginning.
func firstDisputes(p paymentdb.DisputesParams) paymentdb.DisputesParams {
	c, _ := page.Parse("")
	p.AfterAt, p.AfterID, p.Zone, p.MaxRows = c.At, c.ID, "UTC", 100
	p.Statuses, p.Providers = []string{}, []string{} // none: all
	return p
}

func (s *Service) disputeRows(ctx context.Context, a access.Actor, p paymentdb.DisputesParams) ([]DisputeRow, error) {
	rows, err := q.Disputes(ctx, s.db, p)
	if err != nil {
		return nil, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	out := make([]DisputeRow, len(rows))
	for i, r := range rows {
		out[i] = DisputeRow{
			ID:           r.ID,
			Order:        r.OrderID,
			Attempt:      r.AttemptID,
			Supplier:     r.SupplierID,
			Code:         r.Code,
			Number:       r.Number,
			SupplierName: r.SupplierName,
			Provider:     payment.Provider(r.Provider),
			Amount:       amount(r.Amount, r.Currency),
			Status:       payment.DisputeState(r.Status),
			ProviderRef:  r.ProviderRef,
			Cause:        r.Cause,
			DueAt:        r.DueAt.UTC(),
			OpenedAt:     r.OpenedAt,
			Late:         unanswered(payment.DisputeState(r.Status)) && now.After(r.DueAt),
			Answerer:     r.Answerer,
			Answer:       r.Answer,
			AnsweredAt:   r.AnsweredAt,
			AnswerFile:   r.AnswerID != nil,
			EndAs:        payment.DisputeState(r.EndAs),
			Ender:        r.Ender,
			EndWhy:       r.EndWhy,
			EndAt:        r.EndAt,
			EndFile:      r.EndID != nil,
			Mine:         mineToJudge(r, a),
			Decider:      r.Decider,
			EndedAt:      r.EndedAt,
			ByHand:       r.EnteredBy != nil,
			Claimant:     r.Claimant,
			Enterer:      r.Enterer,
			EntryFile:    r.EntryID != nil,
			Approver:     r.Approver,
			ApprovedAt:   r.ApprovedAt,
			Alone:        s.desk.Alone.Alone(amount(r.Amount, r.Currency)),
		}
	}
	return out, err
}

// unanswered reports whether a dispute still waits for its answer, whether or not a second person has said that it is one.
func unanswered(s payment.DisputeState) bool {
	return s == payment.DisputeOpen || s == payment.DisputeWaits
}

// mineToJudge reports whether what waits for a second person was said by whoever reads.
func mineToJudge(r paymentdb.DisputesRow, a access.Actor) bool {
	by := r.EndBy
	if payment.DisputeState(r.Status) == payment.DisputeWaits {
		by = r.EnteredBy
	}
	return by != nil && *by == a.User
}

// A DisputePaper says which document of a dispute.
type DisputePaper string

// Documents of a dispute.
const (
	PaperOfEntry  DisputePaper = "entry"  // the letter that tells of it
	PaperOfAnswer DisputePaper = "answer" // what was sent
	PaperOfEnd    DisputePaper = "end"    // that the money came back
)

// DisputeFile is a document of a dispute.
func (s *Service) DisputeFile(ctx context.Context, a access.Actor, id uuid.UUID, of DisputePaper) (documentsvc.Document, error) {
	if err := ToDesk.Admit(a); err != nil {
		return documentsvc.Document{}, err
	}
	rows, err := q.Disputes(ctx, s.db, firstDisputes(paymentdb.DisputesParams{Just: &id}))
	if err != nil {
		return documentsvc.Document{}, err
	}
	if len(rows) == 0 {
		return documentsvc.Document{}, document.Missing.New("")
	}
	file := map[DisputePaper]*uuid.UUID{PaperOfEntry: rows[0].EntryID, PaperOfAnswer: rows[0].AnswerID, PaperOfEnd: rows[0].EndID}[of]
	if file == nil {
		return documentsvc.Document{}, document.Missing.New("")
	}
	return s.desk.Documents.Attached(ctx, *file)
}
