package paymentsvc

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/payment/statement"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// A Receiver has a till to which payers send money by hand, naming an order. What it tells unasked wakes our own question;
// what it answers are lines like those of a bank's statement, and are matched as those are.
type Receiver interface {
	// Till is where the money goes; without a number there is none.
	Till() payment.Till
	// Call tells the provider where its messages go.
	Call(ctx context.Context, base string) error
	// Notice reads a message of the till; ours is false for every other.
	Notice(m payment.Message) (n payment.Notice, ours bool, err error)
	// Say answers whether money may come.
	Say(payment.Word) payment.Reply
	// Came asks what came since a moment.
	Came(ctx context.Context, since time.Time) ([]payment.Came, error)
}

// receiver is the till of a way, if it has one.
func (s *Service) receiver(way payment.Provider) (Receiver, bool) {
	r, ok := s.gateways[way].(Receiver)
	return r, ok && r.Till().Number != ""
}

// ByHand is how an order is paid at a till.
type ByHand struct {
	Till    string // its number
	Account string // what the payer types as the account
}

// byHand is how an order is paid at the till of M-Pesa, where that can be.
func (s *Service) byHand(o *Order) *ByHand {
	r, ok := s.receiver(payment.Mpesa)
	if !ok || !slices.Contains(o.Providers, payment.Mpesa) || payment.Live(o.Status) && o.Attempt != nil && o.Attempt.Provider != payment.Mpesa || payable(o) != nil && !payment.Live(o.Status) {
		return nil
	}
	var f payment.Facts
	if wants(&f, o); !f.LinesTake {
		return nil
	}
	return &ByHand{Till: r.Till().Number, Account: payment.Bill(o.Number)}
}

// noticed keeps what a till tells of money. It decides nothing: it wakes the question what came.
func (s *Service) noticed(ctx context.Context, n payment.Notice, in paymentdb.InsertCallbackParams, unread bool) error {
	in.Verdict = heard
	if unread {
		in.Verdict = unreadable
	} else if !n.Asks {
		currency := string(n.Amount.Currency)
		in.Receipt, in.Currency, in.Amount = n.Receipt, &currency, &n.Amount.Value
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if over, err := full(ctx, tx, "callback-till:"+in.Provider, perTill); err != nil || over {
			return err // what came is asked for all the same
		}
		return keep(ctx, tx, in)
	})
}

// mayCome answers whether a payer's money may come: what could only be given back is better never taken.
func (s *Service) mayCome(ctx context.Context, n payment.Notice) (payment.Word, error) {
	named, err := q.OrdersNumbered(ctx, s.db, payment.NumbersIn(n.Bill))
	switch {
	case err != nil:
		return "", err
	case len(named) != 1 || !payment.Order.Can(payment.State(named[0].Status), "pay"):
		return payment.NobodysBill, nil
	case !same(amount(named[0].Amount, named[0].Currency), n.Amount):
		return payment.AnotherPrice, nil
	}
	o := Order{ID: named[0].ID, Supplier: named[0].SupplierID, Amount: n.Amount}
	if err := s.fill(ctx, s.db, access.Actor{Org: o.Supplier}, &o); err != nil {
		return "", err
	}
	var f payment.Facts
	if wants(&f, &o); f.LinesPaid || !f.LinesTake {
		return payment.NobodysBill, nil
	}
	return payment.MayCome, nil
}

// How often a till is asked what came: soon after it told of something, and else now and then, because a message may be lost.
var (
	woken   = journal.Limit{Burst: 3, Per: 10 * time.Second}
	unwoken = journal.Limit{Burst: 1, Per: 10 * time.Minute}
	// Whoever has a till's secret fills no disk.
	perTill = journal.Limit{Burst: 2000, Per: 100 * time.Millisecond}
)

const (
	tillTimeout = 30 * time.Second
	// tillPast is how far back a till is asked of that told nothing.
	tillPast = 48 * time.Hour
	// tillSlack is by how much its clock and ours may differ.
	tillSlack = 15 * time.Minute
)

// AskTills asks each till what came, where that is due, and returns how many lines were new.
func (s *Service) AskTills(ctx context.Context) (int, error) {
	total := 0
	var failed []error
	for _, way := range slices.Sorted(maps.Keys(s.gateways)) {
		r, ok := s.receiver(way)
		if !ok {
			continue
		}
		n, err := s.askTill(ctx, way, r)
		total += n
		failed = append(failed, err)
	}
	return total, errors.Join(failed...)
}

func (s *Service) askTill(ctx context.Context, way payment.Provider, r Receiver) (int, error) {
	told, cancel := context.WithTimeout(ctx, tillTimeout)
	defer cancel()
	// At its beginning a program says where it is called, whenever another has asked last: it may be found elsewhere by now.
	_, known := s.called.LoadOrStore(way, true)
	if !known {
		s.call(told, way, r)
	}
	account := r.Till().Key(way)
	limit, bucket := unwoken, "till:"+account
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return 0, err
	}
	since := now.Add(-tillPast)
	full, err := journal.Full(ctx, s.db, bucket, limit) // asked every second: nothing is written for a no
	if err != nil {
		return 0, err
	}
	if full { // what was told last hides nothing that nobody told of: all is asked for first, whenever that is due
		limit, bucket = woken, "till-woken:"+account
		if since, err = q.Unpulled(ctx, s.db, string(way), account); pg.NoRows(err) {
			return 0, nil
		} else if err != nil {
			return 0, err
		}
		if full, err = journal.Full(ctx, s.db, bucket, limit); err != nil || full {
			return 0, err
		}
	}
	if err := journal.Take(ctx, s.db, bucket, limit); err != nil {
		if errors.Is(err, fault.TooMany) {
			return 0, nil
		}
		return 0, err
	}
	if known {
		s.call(told, way, r)
	}
	came, err := r.Came(told, since.Add(-tillSlack))
	if err != nil {
		s.log.Warn("payment till not asked", "provider", string(way), "error", err.Error())
	}
	n := 0
	if len(came) > 0 { // also what was told before it broke off
		err = pg.InTx(ctx, s.db, func(tx pg.Tx) (err error) {
			n, err = s.receive(ctx, tx, way, r.Till(), came)
			return err
		})
		return n, err
	}
	return 0, nil
}

// call tells a till where it finds us. Daraja refuses addresses that hold the name of its product.
func (s *Service) call(ctx context.Context, way payment.Provider, r Receiver) {
	if err := r.Call(ctx, s.origin+"/api/supplier/hooks/"+payment.PaybillHook+"/"); err != nil {
		s.log.Warn("payment till not called", "provider", string(way), "error", err.Error())
	}
}

// receive writes what came to a till that is not written yet, as lines that nobody has looked at.
func (s *Service) receive(ctx context.Context, tx pg.Tx, way payment.Provider, till payment.Till, came []payment.Came) (int, error) {
	account := till.Key(way)
	if err := q.Lock(ctx, tx, "payment.account:"+account); err != nil {
		return 0, err
	}
	receipts := make([]string, len(came))
	for i, c := range came {
		receipts[i] = c.Receipt
	}
	known, err := q.ReferencesKnown(ctx, tx, account, receipts)
	if err != nil {
		return 0, err
	}
	var fresh []statement.Fresh
	var first, last day.Day
	for _, c := range came {
		if slices.Contains(known, c.Receipt) || c.Amount.Currency != till.Currency {
			continue
		}
		known = append(known, c.Receipt)
		on := day.Day(c.At.Format(time.DateOnly))
		first, last = min(first, on), max(last, on)
		if len(fresh) == 0 {
			first = on
		}
		fresh = append(fresh, statement.Fresh{Line: statement.Line{
			Row:       len(fresh) + 1,
			Day:       on,
			Amount:    c.Amount.Value,
			Reference: c.Receipt,
			Payer:     clean(c.Payer),
			Narration: clean(c.Bill),
		}})
	}
	if len(fresh) == 0 {
		return 0, nil
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return 0, err
	}
	id := uuid.Must(uuid.NewV7())
	err = q.InsertStatement(ctx, tx, paymentdb.InsertStatementParams{
		ID:         id,
		Account:    account,
		Currency:   string(till.Currency),
		FileName:   "M-Pesa " + till.Number,
		Format:     "paybill",
		FirstDay:   dateOf(first),
		LastDay:    dateOf(last),
		Lines:      int32(len(fresh)),
		Known:      int32(len(came) - len(fresh)),
		ImportedAt: now,
	})
	if err != nil {
		return 0, err
	}
	if err := bookLines(ctx, tx, id, account, string(till.Currency), fresh, now); err != nil {
		return 0, err
	}
	return len(fresh), noted(ctx, tx, access.System, "payment.till.read", "statement", id, map[string]any{"account": account, "lines": len(fresh)})
}

// clean is what a payer typed, without what is no text and without a number of theirs that we have no reason to keep.
func clean(typed string) string { return payment.Veil(text([]byte(typed))) }

// confirmed is a line of a till whose payment was confirmed already, without its receipt: its prompt's callback was lost.
func (s *Service) confirmed(ctx context.Context, tx pg.Tx, l *paymentdb.LockLineRow, o paymentdb.OrdersNumberedRow, now time.Time) (bool, error) {
	way := payment.WayOf(l.Account)
	if err := lock(ctx, tx, o.SupplierID); err != nil {
		return false, err
	}
	r, err := q.Unreceipted(ctx, tx, o.ID, string(way), l.Amount, l.Currency)
	if pg.NoRows(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if _, err := q.AdoptReceipt(ctx, tx, &l.Reference, r.ID); err != nil {
		return false, fmt.Errorf("receipt of a line: %w", err)
	}
	return true, s.explained(ctx, tx, l, paymentdb.PaidWithRow(r), now)
}

// bookLines writes the lines of a statement, and their money as nobody's yet.
func bookLines(ctx context.Context, tx pg.Tx, id uuid.UUID, account, currency string, fresh []statement.Fresh, now time.Time) error {
	if err := insertLines(ctx, tx, id, account, currency, fresh, now); err != nil {
		return err
	}
	return q.BookStatement(ctx, tx, now, id)
}

func insertLines(ctx context.Context, tx pg.Tx, id uuid.UUID, account, currency string, fresh []statement.Fresh, now time.Time) error {
	in := paymentdb.InsertStatementLinesParams{StatementID: id, Account: account, Currency: currency, CreatedAt: now}
	for _, l := range fresh {
		var random [8]byte
		_, _ = rand.Read(random[:]) // never fails
		status := payment.LineNew
		if l.Amount.Sign() < 0 && !l.Reversal {
			status = payment.LineOut
		}
		in.Ids = append(in.Ids, uuid.Must(uuid.NewV7()))
		in.Codes = append(in.Codes, payment.LineCode(binary.BigEndian.Uint64(random[:])))
		in.Places = append(in.Places, int32(l.Row))
		in.Days = append(in.Days, dateOf(l.Day))
		in.Amounts = append(in.Amounts, l.Amount)
		in.Refs = append(in.Refs, l.Reference)
		in.Payers = append(in.Payers, l.Payer)
		in.Narrations = append(in.Narrations, l.Narration)
		in.Sums = append(in.Sums, l.Sum())
		in.Agains = append(in.Agains, int32(l.Again))
		in.Reversals = append(in.Reversals, l.Reversal)
		in.Statuses = append(in.Statuses, string(status))
	}
	return q.InsertStatementLines(ctx, tx, in)
}
