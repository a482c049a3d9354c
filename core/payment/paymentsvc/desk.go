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
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// ToDesk is the right of reading the operator's desk of payments.
var ToDesk = access.Only(access.Operator, access.ViewReport, access.ViewPayments)

// A Try is one attempt as the operator's desk shows it.
type Try struct {
	ID, Order, Supplier  uuid.UUID
	Number, SupplierName string
	Provider             payment.Provider
	Payer                string // masked
	MerchantRef          string // of one order's tries only
	ProviderRef          string // likewise
	Receipt              string
	Amount               money.Amount
	Held                 money.Decimal // in suspense; of one order's tries only
	Status               payment.State
	Reason               payment.Reason
	Asked                int32      // how often the provider was
	NextAskAt            *time.Time // nil: not by itself any more
	CreatedAt            time.Time
	SettledAt            *time.Time
}

// Tries is one page of the attempts of every supplier, newest first.
func (s *Service) Tries(ctx context.Context, a access.Actor, f Filter, after string, limit int) (page.Of[Try], error) {
	none := page.Of[Try]{}
	if err := ToDesk.Admit(a); err != nil {
		return none, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, err
	}
	ways := closed.Values(f.Providers...)
	if len(ways) == 0 {
		ways = payment.Provider("").Values()
	}
	p := paymentdb.AttemptsParams{
		AfterAt:     c.At,
		AfterID:     c.ID,
		Providers:   ways,
		Statuses:    closed.Values(f.Statuses...),
		CreatedFrom: f.At.First,
		CreatedTo:   f.At.Last,
		Zone:        f.At.Zone,
		MaxRows:     int32(limit + 1),
	}
	found, err := s.seekAttempts(ctx, f.Search, p)
	if err != nil {
		return none, err
	}
	if found.empty() {
		return page.Of[Try]{Items: []Try{}}, nil
	}
	p.Narrowed, p.Sought, p.Named = found.narrowed, found.rows, found.named
	rows, err := q.Attempts(ctx, s.db, p)
	if err != nil {
		return none, err
	}
	out := make([]Try, len(rows))
	for i, r := range rows {
		out[i] = Try{ID: r.ID, Order: r.OrderID, Supplier: r.SupplierID, Number: r.Number, SupplierName: r.SupplierName, Provider: payment.Provider(r.Provider),
			Payer: payment.Mask(r.Payer), Receipt: r.Receipt, Amount: amount(r.Amount, r.Currency), Status: payment.State(r.Status), Reason: payment.Reason(r.Reason),
			Asked: r.Asked, NextAskAt: r.NextAskAt, CreatedAt: r.CreatedAt, SettledAt: r.SettledAt}
	}
	return page.Cut(out, limit, func(t Try) page.Cursor { return page.Cursor{At: t.CreatedAt, ID: t.ID} }), nil
}

// A WayDay is what a way took today in one currency: as its attempts say, and as the
// ledger does. What a person looks at is in the ledger alone.
type WayDay struct {
	Currency    money.Currency
	Begun, Paid int64
	Amount      money.Decimal // of what was paid
	Held        money.Decimal // by the provider, of today
}

// Today is what a way took since the day began in the actor's zone.
func (s *Service) Today(ctx context.Context, a access.Actor, way payment.Provider) ([]WayDay, error) {
	if err := ToDesk.Admit(a); err != nil {
		return nil, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(a.Zone)
	if err != nil {
		zone = time.UTC
	}
	today := now.In(zone)
	rows, err := q.WayToday(ctx, s.db, string(way), time.Date(today.Year(), today.Month(), today.Day(), 0, 0, 0, 0, zone))
	out := make([]WayDay, len(rows))
	for i, r := range rows {
		out[i] = WayDay{Currency: money.Currency(r.Currency), Begun: r.Begun, Paid: r.Paid, Amount: r.Amount, Held: r.Held}
	}
	return out, err
}

// Ask lets the provider be asked about an attempt now, and not at its next turn.
func (s *Service) Ask(ctx context.Context, a access.Actor, attempt uuid.UUID) error {
	if err := mover.Admit(a); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		of, err := q.AttemptOrder(ctx, tx, attempt)
		if err != nil {
			return notFound(err, payment.OrderNotFound)
		}
		n, err := q.AskAttempt(ctx, tx, attempt)
		if err != nil {
			return err
		}
		if n == 0 {
			return payment.Settled.New("%s", of.Status)
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "payment.attempt.asked", Object: "order", ObjectID: of.OrderID, Owner: of.SupplierID,
			Detail: map[string]any{"attempt": attempt, "number": of.Number}})
		return err
	})
}

// A Story is all that is known of the money of one order.
type Story struct {
	Order, Supplier      uuid.UUID
	Number, SupplierName string
	MadeBy               string
	Amount               money.Amount
	Status               payment.State
	CreatedAt            time.Time
	PaidAt               *time.Time
	Lines                []CartLine
	Tries                []Try
	Messages             []Heard
	Movements            []Movement
	Resolutions          []Resolution
	Slips                []Slip
	BankLines            []StatementLine // that are of it
	Alone                bool            // one person is enough to decide about what is under review
	Refunds              []RefundRow
	Disputes             []DisputeRow
	Disputable           bool // a person may enter that it is disputed
	Receipts             []Receipt
	Fees                 []payment.PaidFee // of a paid order: what of each went back or is asked to
	NoMatch              error             // why what lies in suspense cannot pay the order; nil: it can, or nothing is there
}

// Heard is a message of a provider about one order.
type Heard struct {
	ID                             int64
	Provider                       payment.Provider
	Method, Verdict, Network, Body string
	Times                          int32
	ReceivedAt                     time.Time
}

// A Movement is one line of the ledger.
type Movement struct {
	Kind, Account, Buyer, Category string
	Amount                         money.Amount
	At                             time.Time
}

// A Resolution is what one person proposed to become of money, and another decided.
type Resolution struct {
	ID, Attempt          uuid.UUID
	Number, SupplierName string           // of lists
	Provider             payment.Provider // of lists
	Amount               money.Amount     // of lists
	Line                 string           // code of the line of a statement that it is of; of lists
	Target               string           // number of the order that the money goes to
	Evidence             *uuid.UUID
	Act                  Act
	Reason, Proposer     string
	Mine                 bool // the reader proposed it
	ProposedAt           time.Time
	Decider              string
	DecidedAt            *time.Time
	Approved             *bool
}

// OrderStory is everything of an order, by its number or its id.
func (s *Service) OrderStory(ctx context.Context, a access.Actor, number string) (Story, error) {
	if err := ToDesk.Admit(a); err != nil {
		return Story{}, err
	}
	r, err := q.OrderFacts(ctx, s.db, number)
	if err != nil {
		return Story{}, notFound(err, payment.OrderNotFound)
	}
	o := Order{ID: r.ID, Supplier: r.SupplierID, Number: r.Number, Amount: amount(r.Amount, r.Currency), Status: payment.State(r.Status)}
	if err := s.fill(ctx, s.db, access.Actor{Org: r.SupplierID}, &o); err != nil {
		return Story{}, err
	}
	out := Story{Order: r.ID, Supplier: r.SupplierID, Number: r.Number, SupplierName: r.SupplierName, MadeBy: r.MadeBy, Amount: o.Amount, Status: o.Status,
		CreatedAt: r.CreatedAt, PaidAt: r.PaidAt, Lines: o.Lines}
	tries, err := q.AttemptsOf(ctx, s.db, o.ID)
	if err != nil {
		return out, err
	}
	for _, t := range tries {
		out.Tries = append(out.Tries, Try{ID: t.ID, Order: o.ID, Supplier: o.Supplier, Number: o.Number, Provider: payment.Provider(t.Provider),
			Payer: payment.Mask(t.Payer), MerchantRef: t.MerchantRef, ProviderRef: t.ProviderRef, Receipt: t.Receipt, Amount: amount(t.Amount, t.Currency), Held: t.Held,
			Status: payment.State(t.Status), Reason: payment.Reason(t.Reason), Asked: t.Asked, NextAskAt: t.NextAskAt, CreatedAt: t.CreatedAt, SettledAt: t.SettledAt})
		if payment.State(t.Status) == payment.Review {
			_, out.NoMatch = s.matches(ctx, s.db, &o, t.ID)
			alone, err := s.aloneWithHeld(ctx, s.db, subject{order: &o, try: paymentdb.LockAttemptRow{ID: t.ID}})
			if err != nil {
				return out, err
			}
			out.Alone = alone && s.desk.Alone.Alone(amount(t.Amount, t.Currency))
		}
	}
	if err := s.around(ctx, a, &out); err != nil {
		return out, err
	}
	back, err := q.Refunds(ctx, s.db, newest(paymentdb.RefundsParams{OfOrder: &o.ID}, a.Zone))
	if err != nil {
		return out, err
	}
	out.Refunds = refundRows(a, back)
	if err := s.disputesOf(ctx, a, &out, tries); err != nil {
		return out, err
	}
	if out.Receipts, err = s.receipts(ctx, s.db, o.Supplier, o.ID); err != nil {
		return out, err
	}
	if o.Status == payment.Completed {
		if out.Fees, err = s.paidFees(ctx, s.db, o.ID); err != nil {
			return out, err
		}
	}
	return out, nil
}

// around adds what was told, moved and decided.
func (s *Service) around(ctx context.Context, a access.Actor, out *Story) error {
	heard, err := q.CallbacksOf(ctx, s.db, out.Order)
	if err != nil {
		return err
	}
	for _, c := range heard {
		out.Messages = append(out.Messages, Heard{ID: c.ID, Provider: payment.Provider(c.Provider), Method: c.Method, Verdict: c.Verdict, Network: c.Network, Body: c.Body, Times: c.Times, ReceivedAt: c.ReceivedAt})
	}
	entries, err := q.EntriesOf(ctx, s.db, &out.Order)
	if err != nil {
		return err
	}
	for _, e := range entries {
		out.Movements = append(out.Movements, Movement{Kind: e.Movement, Account: e.Account, Buyer: e.Buyer, Category: e.Category, Amount: amount(e.Amount, e.Currency), At: e.At})
	}
	slips, err := q.SlipsOf(ctx, s.db, out.Order)
	if err != nil {
		return err
	}
	for _, r := range slips {
		out.Slips = append(out.Slips, Slip{ID: r.ID, Name: r.Name, Size: r.Size, AddedAt: r.AddedAt})
	}
	lines, err := q.LinesOfOrder(ctx, s.db, &out.Order)
	if err != nil {
		return err
	}
	for _, l := range lines {
		out.BankLines = append(out.BankLines, StatementLine{Code: l.Code, Day: dayOf(l.Day), Amount: amount(l.Amount, l.Currency), Reference: l.Reference, Payer: l.Payer,
			Narration: l.Narration, Status: payment.LineState(l.Status)})
	}
	decided, err := q.ResolutionsOf(ctx, s.db, &out.Order)
	for _, d := range decided {
		out.Resolutions = append(out.Resolutions, Resolution{ID: d.ID, Attempt: orNil(d.AttemptID), Target: d.Target, Evidence: d.DocumentID, Act: Act(d.Act), Reason: d.Reason, Proposer: d.Proposer, Mine: d.ProposedBy == a.User,
			ProposedAt: d.ProposedAt, Decider: d.Decider, DecidedAt: d.DecidedAt, Approved: d.Approved})
	}
	return err
}

// Resolutions is one page of what was proposed and decided about money under review, newest first.
func (s *Service) Resolutions(ctx context.Context, a access.Actor, acts []Act, at day.Span, search, after string, limit int) (page.Of[Resolution], error) {
	none := page.Of[Resolution]{}
	if err := ToDesk.Admit(a); err != nil {
		return none, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, err
	}
	rows, err := q.Resolutions(ctx, s.db, paymentdb.ResolutionsParams{
		AfterAt:      c.At,
		AfterID:      c.ID,
		Acts:         closed.Values(acts...),
		ProposedFrom: at.First,
		ProposedTo:   at.Last,
		Zone:         at.Zone,
		Search:       pg.Sought(search),
		MaxRows:      int32(limit + 1),
	})
	if err != nil {
		return none, err
	}
	out := make([]Resolution, len(rows))
	for i, r := range rows {
		out[i] = Resolution{ID: r.ID, Number: r.Number, Line: r.Line, SupplierName: r.SupplierName, Provider: payment.Provider(r.Provider), Amount: amount(r.Amount, r.Currency),
			Act: Act(r.Act), Reason: r.Reason, Proposer: r.Proposer, ProposedAt: r.ProposedAt, Decider: r.Decider, DecidedAt: r.DecidedAt, Approved: r.Approved}
	}
	return page.Cut(out, limit, func(r Resolution) page.Cursor { return page.Cursor{At: r.ProposedAt, ID: r.ID} }), nil
}

// A Fee is what came in for one category of a job.
type Fee struct {
	Category                                        uuid.UUID
	Reference, Name                                 string
	Fee                                             money.Amount
	Participants, Paid, Pending, InReview, WentBack int64
	Received                                        money.Amount // of the orders that are paid
	Back                                            money.Amount // of that, owed to the buyer no more
}

// JobFees is what came in for the categories of a job.
type JobFees struct {
	Title, Reference, Buyer string
	Fees                    []Fee
}

// JobFees returns what came in for a job, by category.
func (s *Service) JobFees(ctx context.Context, a access.Actor, job uuid.UUID) (JobFees, error) {
	if err := access.Only(access.Operator, access.ManageJob).Admit(a); err != nil {
		return JobFees{}, err
	}
	j, err := q.JobTitle(ctx, s.db, job)
	if err != nil {
		return JobFees{}, notFound(err, payment.OrderNotFound)
	}
	rows, err := q.JobFees(ctx, s.db, job)
	out := JobFees{Title: j.Title, Reference: j.Reference, Buyer: j.BuyerName, Fees: make([]Fee, len(rows))}
	for i, r := range rows {
		out.Fees[i] = Fee{Category: r.ID, Reference: r.Reference, Name: r.Name, Fee: amount(r.BidFee, r.Currency), Participants: r.Participants, Paid: r.Paid,
			Pending: r.Pending, InReview: r.InReview, WentBack: r.WentBack, Received: amount(r.Amount, r.Currency), Back: amount(r.Amount.Sub(r.Owed), r.Currency)}
	}
	return out, err
}

// A CategoryPayer is who ordered a category, and what became of it.
type CategoryPayer struct {
	Order, Supplier      uuid.UUID
	Number, SupplierName string
	Fee                  money.Amount
	Provider             payment.Provider
	Receipt              string
	Status, Attempt      payment.State
	CreatedAt            time.Time
	PaidAt               *time.Time
}

// CategoryPayers are those of one category, with what it is called.
type CategoryPayers struct {
	page.Of[CategoryPayer]
	Name, Reference, Buyer string
	Job                    uuid.UUID
}

// CategoryPayers is one page of who ordered a category, newest first.
func (s *Service) CategoryPayers(ctx context.Context, a access.Actor, category uuid.UUID, search, after string, limit int) (CategoryPayers, error) {
	var out CategoryPayers
	if err := ToDesk.Admit(a); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	t, err := q.CategoryTitle(ctx, s.db, category)
	if err != nil {
		return out, notFound(err, payment.OrderNotFound)
	}
	rows, err := q.CategoryPayers(ctx, s.db, paymentdb.CategoryPayersParams{CategoryID: category, AfterAt: c.At, AfterID: c.ID, Search: pg.Sought(search), MaxRows: int32(limit + 1)})
	if err != nil {
		return out, err
	}
	list := make([]CategoryPayer, len(rows))
	for i, r := range rows {
		list[i] = CategoryPayer{Order: r.ID, Supplier: r.SupplierID, Number: r.Number, SupplierName: r.SupplierName, Fee: amount(r.Fee, r.Currency), Provider: payment.Provider(r.Provider),
			Receipt: r.Receipt, Status: payment.State(r.Status), Attempt: payment.State(r.Attempt), CreatedAt: r.CreatedAt, PaidAt: r.PaidAt}
	}
	out.Name, out.Reference, out.Buyer, out.Job = t.Name, t.Reference, t.BuyerName, t.JobID
	out.Of = page.Cut(list, limit, func(p CategoryPayer) page.Cursor { return page.Cursor{At: p.CreatedAt, ID: p.Order} })
	return out, nil
}

func orNil(id *uuid.UUID) uuid.UUID {
	if id == nil {
		return uuid.Nil
	}
	return *id
}
