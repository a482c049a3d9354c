package paymentsvc

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
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

// PayoutDone is the event of fees that were paid out to their buyer; its detail is PaidOut.
const PayoutDone = "payment.payout.done"

// PaidOut is the detail of what happens to a payout.
type PaidOut struct {
	Payout    uuid.UUID    `json:"payout"`
	Code      string       `json:"code"`
	Amount    money.Amount `json:"amount"`
	Reference string       `json:"reference"`
}

// An OwedSum is what is owed to a buyer in one currency.
type OwedSum struct {
	Due   money.Amount // of what has closed
	Later money.Amount // of what is open still: it would tell how many bid
	Asked money.Amount // of what is due, somebody says that it was paid out
}

// An OwedBuyer is a buyer that fees were collected for.
type OwedBuyer struct {
	ID            uuid.UUID
	Name, Country string
	Sums          []OwedSum
	createdAt     time.Time
}

// Owed is one page of the buyers that fees were collected for, with what is owed to each.
func (s *Service) Owed(ctx context.Context, a access.Actor, search, after string, limit int) (page.Of[OwedBuyer], error) {
	none := page.Of[OwedBuyer]{}
	if err := ToDesk.Admit(a); err != nil {
		return none, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, err
	}
	rows, err := q.OwedBuyers(ctx, s.db, c.At, c.ID, pg.Sought(search), int32(limit+1))
	if err != nil {
		return none, err
	}
	out, ids := make([]OwedBuyer, len(rows)), make([]uuid.UUID, len(rows))
	for i, r := range rows {
		out[i], ids[i] = OwedBuyer{ID: r.ID, Name: r.Name, Country: r.Country, createdAt: r.CreatedAt}, r.ID
	}
	sums, err := owedSums(ctx, s.db, ids...)
	for i := range out {
		for _, o := range sums[out[i].ID] {
			out[i].Sums = append(out[i].Sums, o.OwedSum)
		}
	}
	return page.Cut(out, limit, func(b OwedBuyer) page.Cursor { return page.Cursor{At: b.createdAt, ID: b.ID} }), err
}

// An owing is what is owed in a currency, and whether anything of it has closed.
type owing struct {
	OwedSum
	closed bool
}

func owedSums(ctx context.Context, db pg.DB, buyers ...uuid.UUID) (map[uuid.UUID][]owing, error) {
	rows, err := q.OwedSums(ctx, db, buyers)
	out := map[uuid.UUID][]owing{}
	for _, r := range rows {
		out[r.BuyerID] = append(out[r.BuyerID], owing{
			OwedSum: OwedSum{Due: amount(r.Due, r.Currency), Later: amount(r.Later, r.Currency), Asked: amount(r.Asked, r.Currency)},
			closed:  r.Closed,
		})
	}
	return out, err
}

// A PayoutAsk is a transfer that a person made to a buyer.
type PayoutAsk struct {
	Buyer     uuid.UUID
	Amount    money.Amount
	Reference string
	PaidOn    day.Day
	Note      string
	Evidence  uuid.UUID
	Key       string // made by the browser at the click
}

// AskPayout writes down a transfer to a buyer. Above the limit another person says that it is so; below it this one
// has, with a fresh proof of who acts.
func (s *Service) AskPayout(ctx context.Context, a access.Actor, in PayoutAsk) (uuid.UUID, error) {
	if err := mover.Admit(a); err != nil {
		return uuid.Nil, err
	}
	var f fault.Fields
	in.Reference = f.Line("/reference", in.Reference, 100)
	in.Note = f.May("/note", in.Note, mostBack)
	on, err := time.Parse(time.DateOnly, string(in.PaidOn))
	if err != nil {
		f.Add("/paid_on", fault.Required)
	}
	if in.Evidence == uuid.Nil {
		f.Add("/evidence_id", fault.Required)
	}
	if v := in.Amount.Value; v.Sign() <= 0 || !v.Equal(v.RoundTo(int32(in.Amount.Currency.Exponent()))) {
		f.Add("/amount", fault.BadFormat, "expected", "1234.56")
	}
	if err := f.Err(); err != nil {
		return uuid.Nil, err
	}
	if kept, err := q.EvidenceKept(ctx, s.db, in.Evidence, a.Org); err != nil || !kept {
		return uuid.Nil, cmp.Or(err, error(document.Missing.New("")))
	}
	var id uuid.UUID
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		id, err = journal.Once(ctx, tx, a, "payment.payout", in.Key, in, func() (uuid.UUID, error) { return s.writePayout(ctx, tx, a, in, on) })
		return err
	})
	if pg.Constraint(err) == "payment_payout_reference" {
		return uuid.Nil, payment.PayoutTwice.Wrap(err, "")
	}
	return id, err
}

func (s *Service) writePayout(ctx context.Context, tx pg.Tx, a access.Actor, in PayoutAsk, on time.Time) (uuid.UUID, error) {
	if _, err := q.BuyerNamed(ctx, tx, in.Buyer); err != nil {
		return uuid.Nil, notFound(err, payment.PayoutNotFound)
	}
	if err := s.covered(ctx, tx, in.Buyer, in.Amount, true); err != nil {
		return uuid.Nil, err
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return uuid.Nil, err
	}
	if on.After(now.Add(24 * time.Hour)) { // somewhere it is tomorrow already
		return uuid.Nil, fault.Invalid.New("a day to come").At("/paid_on", fault.NotAllowed)
	}
	if known, err := q.PayoutKnown(ctx, tx, in.Buyer, in.Reference); err != nil || known {
		return uuid.Nil, cmp.Or(err, error(payment.PayoutTwice.New("")))
	}
	before, err := q.PaidOutAlone(ctx, tx, in.Buyer, string(in.Amount.Currency), a.User, now.Add(-payment.AloneWithin))
	if err != nil {
		return uuid.Nil, err
	}
	alone := s.desk.Alone.Alone(money.Amount{Value: in.Amount.Value.Add(before), Currency: in.Amount.Currency})
	if alone {
		if err := identity.Proved(a, now); err != nil {
			return uuid.Nil, err
		}
	}
	p := paymentdb.InsertPayoutParams{
		ID:         uuid.Must(uuid.NewV7()),
		BuyerID:    in.Buyer,
		Currency:   string(in.Amount.Currency),
		Amount:     in.Amount.Value,
		Reference:  in.Reference,
		PaidOn:     on,
		Note:       in.Note,
		DocumentID: in.Evidence,
		Alone:      alone,
		AskedBy:    a.User,
		AskedAt:    now,
	}
	if err := insertPayout(ctx, tx, &p); err != nil {
		return uuid.Nil, err
	}
	r, err := q.LockPayout(ctx, tx, p.ID, p.BuyerID)
	if err != nil {
		return uuid.Nil, err
	}
	if err := paidOut(ctx, tx, a, r, "payment.payout.proposed"); err != nil || !alone {
		return p.ID, err
	}
	return p.ID, s.judgePayout(ctx, tx, a, r, true, now)
}

// covered refuses to pay out more than is due to a buyer, under its lock.
func (s *Service) covered(ctx context.Context, tx pg.Tx, buyer uuid.UUID, sum money.Amount, more bool) error {
	if err := q.Lock(ctx, tx, "payment.payout:"+buyer.String()); err != nil {
		return err
	}
	sums, err := owedSums(ctx, tx, buyer)
	if err != nil {
		return err
	}
	left := money.Amount{Value: money.New(0, 0), Currency: sum.Currency}
	for _, o := range sums[buyer] {
		if o.Due.Currency == sum.Currency {
			left.Value = o.Due.Value
			if more {
				left.Value = left.Value.Sub(o.Asked.Value)
			}
		}
	}
	if left.Value.Less(sum.Value) {
		var f fault.Fields
		f.Add("/amount", payment.PayoutTooMuch, "left", left.String())
		return f.Err()
	}
	return nil
}

// insertPayout gives a payout a code that no other has.
func insertPayout(ctx context.Context, tx pg.Tx, p *paymentdb.InsertPayoutParams) error {
	for range 5 {
		var random [8]byte
		_, _ = rand.Read(random[:]) // never fails
		p.Code = payment.PayoutCode(binary.BigEndian.Uint64(random[:]))
		if n, err := q.InsertPayout(ctx, tx, *p); err != nil || n == 1 {
			return err
		}
	}
	return fmt.Errorf("no free code of a payout")
}

// DecidePayout says that a transfer which another person wrote down was made, or that it was not.
func (s *Service) DecidePayout(ctx context.Context, a access.Actor, id uuid.UUID, approve bool) error {
	if err := mover.Admit(a); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		buyer, err := q.PayoutOwner(ctx, tx, id)
		if err != nil {
			return notFound(err, payment.PayoutNotFound)
		}
		if err := q.Lock(ctx, tx, "payment.payout:"+buyer.String()); err != nil {
			return err
		}
		r, err := q.LockPayout(ctx, tx, id, buyer)
		if err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		if r.AskedBy == a.User {
			return payment.SecondPerson.New("")
		}
		if err := identity.Proved(a, now); err != nil {
			return err
		}
		return s.judgePayout(ctx, tx, a, r, approve, now)
	})
}

// judgePayout does what was decided: made, the buyer is owed so much less.
func (s *Service) judgePayout(ctx context.Context, tx pg.Tx, a access.Actor, r paymentdb.LockPayoutRow, approve bool, now time.Time) error {
	if payment.PayoutState(r.Status) != payment.PayoutAsked {
		return payment.PayoutMoved.New("")
	}
	p := paymentdb.DecidePayoutParams{Status: string(payment.PayoutRefused), DecidedBy: &a.User, DecidedAt: &now, ID: r.ID, BuyerID: r.BuyerID}
	if approve {
		p.Status = string(payment.PayoutDone)
	}
	if err := q.DecidePayout(ctx, tx, p); err != nil {
		return err
	}
	if !approve {
		return paidOut(ctx, tx, a, r, "payment.payout.refused")
	}
	if err := s.covered(ctx, tx, r.BuyerID, amount(r.Amount, r.Currency), false); err != nil { // things happen in between
		return err
	}
	part := r.ID.String()
	err := enter(ctx, tx, paymentdb.InsertEntriesParams{Movement: "payout", Currency: r.Currency, At: now}, []moving{
		{entry{account: "buyer:" + r.BuyerID.String(), buyer: &r.BuyerID, amount: r.Amount}, part},
		{entry{account: outgoing, amount: r.Amount.Neg()}, part},
	})
	if err != nil {
		return err
	}
	return paidOut(ctx, tx, a, r, PayoutDone)
}

// paidOut writes the journal entry of a payout.
func paidOut(ctx context.Context, tx pg.Tx, a access.Actor, r paymentdb.LockPayoutRow, action string) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: "company", ObjectID: r.BuyerID, Owner: r.BuyerID,
		Detail: PaidOut{Payout: r.ID, Code: r.Code, Amount: amount(r.Amount, r.Currency), Reference: r.Reference}})
	return err
}

// A PayoutRow is a payout as the operator's desk shows it.
type PayoutRow struct {
	ID, Buyer       uuid.UUID
	Code, BuyerName string
	Amount          money.Amount
	Status          payment.PayoutState
	Reference       string
	PaidOn          time.Time
	Note, Asker     string
	Mine            bool // the reader wrote it down
	AskedAt         time.Time
	Decider         string
	DecidedAt       *time.Time
}

// PayoutFilter narrows the list of payouts; the zero value narrows nothing.
type PayoutFilter struct {
	Statuses []payment.PayoutState
	Asked    day.Span
	Search   string // code, reference or buyer
}

// Payouts is one page of what was paid out, newest first.
func (s *Service) Payouts(ctx context.Context, a access.Actor, f PayoutFilter, after string, limit int) (page.Of[PayoutRow], error) {
	none := page.Of[PayoutRow]{}
	if err := ToDesk.Admit(a); err != nil {
		return none, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, err
	}
	rows, err := q.Payouts(ctx, s.db, paymentdb.PayoutsParams{
		AfterAt:   c.At,
		AfterID:   c.ID,
		Statuses:  closed.Values(f.Statuses...),
		AskedFrom: f.Asked.First,
		AskedTo:   f.Asked.Last,
		Zone:      f.Asked.Zone,
		Search:    pg.Sought(f.Search),
		MaxRows:   int32(limit + 1),
	})
	out := make([]PayoutRow, len(rows))
	for i, r := range rows {
		out[i] = PayoutRow{
			ID:        r.ID,
			Buyer:     r.BuyerID,
			Code:      r.Code,
			BuyerName: r.BuyerName,
			Amount:    amount(r.Amount, r.Currency),
			Status:    payment.PayoutState(r.Status),
			Reference: r.Reference,
			PaidOn:    r.PaidOn,
			Note:      r.Note,
			Asker:     r.Asker,
			Mine:      r.AskedBy == a.User,
			AskedAt:   r.AskedAt,
			Decider:   r.Decider,
			DecidedAt: r.DecidedAt,
		}
	}
	return page.Cut(out, limit, func(r PayoutRow) page.Cursor { return page.Cursor{At: r.AskedAt, ID: r.ID} }), err
}

// PayoutEvidence is the document of a transfer to a buyer.
func (s *Service) PayoutEvidence(ctx context.Context, a access.Actor, id uuid.UUID) (documentsvc.Document, error) {
	if err := ToDesk.Admit(a); err != nil {
		return documentsvc.Document{}, err
	}
	c, _ := page.Parse("")
	rows, err := q.Payouts(ctx, s.db, paymentdb.PayoutsParams{AfterAt: c.At, AfterID: c.ID, Statuses: []string{}, Zone: "UTC", Just: &id, MaxRows: 1})
	if err != nil {
		return documentsvc.Document{}, err
	}
	if len(rows) == 0 {
		return documentsvc.Document{}, document.Missing.New("")
	}
	return s.desk.Documents.Attached(ctx, rows[0].DocumentID)
}

// A MyPayout is what a buyer was paid out.
type MyPayout struct {
	ID        uuid.UUID
	Code      string
	Amount    money.Amount
	Reference string
	PaidOn    time.Time
	DecidedAt time.Time
}

// MyPayouts is one page of what the caller's company was paid out, newest first, and what is due to it. Of what is
// open still nothing is told: it would tell how many bid.
func (s *Service) MyPayouts(ctx context.Context, a access.Actor, after string, limit int) (page.Of[MyPayout], []money.Amount, error) {
	none := page.Of[MyPayout]{}
	if err := ToBuyer.Admit(a); err != nil {
		return none, nil, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return none, nil, err
	}
	rows, err := q.PayoutsOf(ctx, s.db, a.Org, c.At, c.ID, int32(limit+1))
	if err != nil {
		return none, nil, err
	}
	out := make([]MyPayout, len(rows))
	for i, r := range rows {
		out[i] = MyPayout{ID: r.ID, Code: r.Code, Amount: amount(r.Amount, r.Currency), Reference: r.Reference, PaidOn: r.PaidOn, DecidedAt: *r.DecidedAt}
	}
	sums, err := owedSums(ctx, s.db, a.Org)
	due := []money.Amount{}
	for _, o := range sums[a.Org] {
		if o.closed { // a sum of nothing would tell that somebody has paid for what is open
			due = append(due, o.Due)
		}
	}
	return page.Cut(out, limit, func(p MyPayout) page.Cursor { return page.Cursor{At: p.DecidedAt, ID: p.ID} }), due, err
}
