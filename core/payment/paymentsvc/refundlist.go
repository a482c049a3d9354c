package paymentsvc

import (
	"context"
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
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// A RefundRow is a refund as the operator's desk shows it.
type RefundRow struct {
	ID, Supplier                  uuid.UUID
	Batch                         *uuid.UUID
	Code, Number, SupplierName    string
	JobTitle                      string // of a batch
	Provider                      payment.Provider
	ByHand                        bool
	Amount                        money.Amount
	Status                        payment.RefundState
	Reason, Asker                 string
	Mine                          bool // the reader asked for it
	AskedAt                       time.Time
	Decider                       string
	DecidedAt, SentAt, FinishedAt *time.Time
	Finisher                      string // empty: the provider said so
	Reference, ProviderRef, Why   string
	Evidence                      bool
	Lines                         []RefundLine // of one refund only
	Together                      []JobBack    // of one refund only: what waits for the same decision
}

// A RefundLine is one fee of a refund.
type RefundLine struct {
	Category uuid.UUID
	Name     string
	Amount   money.Amount
	Ends     bool // it counts as paid for no more
}

// RefundFilter narrows the list of refunds; the zero value narrows nothing.
type RefundFilter struct {
	Statuses  []payment.RefundState
	Providers []payment.Provider
	Asked     day.Span
	Search    string // code, order number or supplier
}

// Refunds is one page of what is given back, newest first.
func (s *Service) Refunds(ctx context.Context, a access.Actor, f RefundFilter, after string, limit int) (page.Of[RefundRow], error) {
	none := page.Of[RefundRow]{}
	if err := ToDesk.Admit(a); err != nil {
		return none, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, err
	}
	rows, err := q.Refunds(ctx, s.db, paymentdb.RefundsParams{
		AfterAt:   c.At,
		AfterID:   c.ID,
		Statuses:  closed.Values(f.Statuses...),
		Providers: closed.Values(f.Providers...),
		AskedFrom: f.Asked.First,
		AskedTo:   f.Asked.Last,
		Zone:      f.Asked.Zone,
		Search:    pg.Sought(f.Search),
		MaxRows:   int32(limit + 1),
	})
	if err != nil {
		return none, err
	}
	return page.Cut(refundRows(a, rows), limit, func(r RefundRow) page.Cursor { return page.Cursor{At: r.AskedAt, ID: r.ID} }), nil
}

// Refund is one refund with its fees.
func (s *Service) Refund(ctx context.Context, a access.Actor, id uuid.UUID) (RefundRow, error) {
	if err := ToDesk.Admit(a); err != nil {
		return RefundRow{}, err
	}
	rows, err := q.Refunds(ctx, s.db, newest(paymentdb.RefundsParams{Just: &id}, a.Zone))
	if err != nil {
		return RefundRow{}, err
	}
	if len(rows) == 0 {
		return RefundRow{}, payment.RefundNotFound.New("")
	}
	out := refundRows(a, rows)[0]
	lines, err := q.BackLines(ctx, s.db, id, out.Supplier)
	for _, l := range lines {
		out.Lines = append(out.Lines, RefundLine{Category: l.CategoryID, Name: l.Name, Amount: money.Amount{Value: l.Amount, Currency: out.Amount.Currency}, Ends: l.Ends})
	}
	if err != nil || out.Batch == nil {
		return out, err
	}
	waiting, err := q.BatchSums(ctx, s.db, out.Batch)
	for _, w := range waiting {
		out.Together = append(out.Together, JobBack{Currency: money.Currency(w.Currency), Orders: w.Orders, Suppliers: w.Suppliers, Amount: w.Amount})
	}
	return out, err
}

// newest is a page of the list from its beginning.
func newest(p paymentdb.RefundsParams, zone string) paymentdb.RefundsParams {
	c, _ := page.Parse("")
	p.AfterAt, p.AfterID, p.Zone, p.MaxRows = c.At, c.ID, zone, 100
	p.Statuses, p.Providers = []string{}, []string{} // none: all
	if p.Zone == "" {
		p.Zone = "UTC"
	}
	return p
}

func refundRows(a access.Actor, rows []paymentdb.RefundsRow) []RefundRow {
	out := make([]RefundRow, len(rows))
	for i, r := range rows {
		out[i] = RefundRow{
			ID:           r.ID,
			Supplier:     r.SupplierID,
			Batch:        r.BatchID,
			Code:         r.Code,
			Number:       r.Number,
			SupplierName: r.SupplierName,
			JobTitle:     r.JobTitle,
			Provider:     payment.Provider(r.Provider),
			ByHand:       r.ByHand,
			Amount:       amount(r.Amount, r.Currency),
			Status:       payment.RefundState(r.Status),
			Reason:       r.Reason,
			Asker:        r.Asker,
			Mine:         r.AskedBy == a.User,
			AskedAt:      r.AskedAt,
			Decider:      r.Decider,
			DecidedAt:    r.DecidedAt,
			SentAt:       r.SentAt,
			FinishedAt:   r.FinishedAt,
			Finisher:     r.Finisher,
			Reference:    r.Reference,
			ProviderRef:  r.ProviderRef,
			Why:          r.Why,
			Evidence:     r.DocumentID != nil,
		}
	}
	return out
}

// RefundEvidence is the document that a person ended a refund with.
func (s *Service) RefundEvidence(ctx context.Context, a access.Actor, id uuid.UUID) (documentsvc.Document, error) {
	if err := ToDesk.Admit(a); err != nil {
		return documentsvc.Document{}, err
	}
	rows, err := q.Refunds(ctx, s.db, newest(paymentdb.RefundsParams{Just: &id}, a.Zone))
	if err != nil {
		return documentsvc.Document{}, err
	}
	if len(rows) == 0 || rows[0].DocumentID == nil {
		return documentsvc.Document{}, document.Missing.New("")
	}
	return s.desk.Documents.Attached(ctx, *rows[0].DocumentID)
}

// A GivenBack is a refund as its supplier sees it.
type GivenBack struct {
	ID         uuid.UUID
	Code       string
	Purpose    string // the names of the categories
	Amount     money.Amount
	ByHand     bool // by a transfer of a bank
	Status     payment.RefundState
	DecidedAt  time.Time
	FinishedAt *time.Time
	Reference  string
}

// givenBack is what goes back, or went, of a supplier's orders.
func (s *Service) givenBack(ctx context.Context, db pg.DB, supplier uuid.UUID, orders ...uuid.UUID) (map[uuid.UUID][]GivenBack, error) {
	rows, err := q.MyRefunds(ctx, db, supplier, orders)
	out := make(map[uuid.UUID][]GivenBack, len(rows))
	for _, r := range rows {
		out[r.OrderID] = append(out[r.OrderID], GivenBack{
			ID:         r.ID,
			Code:       r.Code,
			Purpose:    r.Purpose,
			Amount:     amount(r.Amount, r.Currency),
			ByHand:     r.ByHand,
			Status:     payment.RefundState(r.Status),
			DecidedAt:  *r.DecidedAt,
			FinishedAt: r.FinishedAt,
			Reference:  r.Reference,
		})
	}
	return out, err
}

// A JobBack is what would go back of what was cancelled of a job.
type JobBack struct {
	Currency          money.Currency
	Orders, Suppliers int64
	Amount            money.Decimal
	Alone             bool // one person is enough
}

// JobRefund says what a batch for a cancelled job would give back, before it is asked for.
func (s *Service) JobRefund(ctx context.Context, a access.Actor, job uuid.UUID) ([]JobBack, error) {
	if err := ToDesk.Admit(a); err != nil {
		return nil, err
	}
	if _, err := q.JobOwner(ctx, s.db, job); err != nil {
		return nil, notFound(err, payment.OrderNotFound)
	}
	return s.jobSums(ctx, s.db, job)
}

func (s *Service) jobSums(ctx context.Context, db pg.DB, job uuid.UUID) ([]JobBack, error) {
	rows, err := q.CancelledSums(ctx, db, job)
	out := make([]JobBack, len(rows))
	for i, r := range rows {
		out[i] = JobBack{
			Currency:  money.Currency(r.Currency),
			Orders:    r.Orders,
			Suppliers: r.Suppliers,
			Amount:    r.Amount,
			Alone:     s.desk.Alone.Alone(amount(r.Amount, r.Currency)),
		}
	}
	return out, err
}

// AskJobRefund asks in one act that all fees of what was cancelled of a job be given back, and returns how
// many orders there are. All of it is decided at once.
func (s *Service) AskJobRefund(ctx context.Context, a access.Actor, job uuid.UUID, reason, key string) (int, error) {
	if err := mover.Admit(a); err != nil {
		return 0, err
	}
	var f fault.Fields
	if reason = f.Need("/reason", reason, mostBack); f.Err() != nil {
		return 0, f.Err()
	}
	var n int
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) (err error) {
		n, err = journal.Once(ctx, tx, a, "payment.refund_job", key, []any{job, reason}, func() (int, error) { return s.jobRefund(ctx, tx, a, job, reason) })
		return err
	})
	return n, err
}

func (s *Service) jobRefund(ctx context.Context, tx pg.Tx, a access.Actor, job uuid.UUID, reason string) (int, error) {
	of, err := q.JobOwner(ctx, tx, job)
	if err != nil {
		return 0, notFound(err, payment.OrderNotFound)
	}
	gone, err := q.CancelledOf(ctx, tx, job)
	if err != nil {
		return 0, err
	}
	if len(gone) == 0 {
		return 0, payment.JobGoesOn.New("")
	}
	orders, err := q.CancelledOrders(ctx, tx, job)
	if err != nil {
		return 0, err
	}
	if len(orders) == 0 {
		return 0, payment.RefundNothing.New("")
	}
	cancelled := make(map[uuid.UUID]bool, len(gone))
	for _, id := range gone {
		cancelled[id] = true
	}
	batch := uuid.Must(uuid.NewV7())
	if err := q.InsertRefundBatch(ctx, tx, paymentdb.InsertRefundBatchParams{ID: batch, JobID: job, BuyerID: of.BuyerID, AskedBy: a.User, AskedAt: tx.Now}); err != nil {
		return 0, err
	}
	for _, o := range orders { // in the order of suppliers, as their locks are taken everywhere
		if err := lock(ctx, tx, o.SupplierID); err != nil {
			return 0, err
		}
	}
	sums, err := s.jobSums(ctx, tx, job) // under the locks
	if err != nil {
		return 0, err
	}
	alone := true
	for _, sum := range sums {
		alone = alone && sum.Alone
	}
	for _, o := range orders {
		fees, err := s.paidFees(ctx, tx, o.OrderID)
		if err != nil {
			return 0, err
		}
		var parts []payment.BackPart
		for _, f := range fees {
			if cancelled[f.Category] && f.Back.Less(f.Fee) {
				parts = append(parts, payment.BackPart{Category: f.Category})
			}
		}
		b, err := s.giving(ctx, tx, o.OrderID, o.SupplierID, parts)
		if err != nil {
			return 0, err
		}
		if _, err := s.writeRefund(ctx, tx, a, b, RefundAsk{Ends: true, Reason: reason}, &batch, alone); err != nil {
			return 0, err
		}
	}
	_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "payment.refund.batched", Object: "job", ObjectID: job, Owner: of.BuyerID,
		Detail: map[string]any{"batch": batch, "orders": len(orders), "why": reason}})
	return len(orders), err
}
