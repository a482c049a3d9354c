package paymentsvc

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pg"
)

// suspense holds what came and belongs to no order yet.
const suspense = "suspense"

// An entry is one credit of a movement; book writes its other side.
type entry struct {
	account         string
	buyer, category *uuid.UUID
	amount          money.Decimal
}

// credits are the fees of an order, each to the buyer that it is for and by its
// category, so that the balance of a job can be read.
func credits(o *Order) []entry {
	var out []entry
	for _, l := range o.Lines {
		if l.Fee.Value.IsZero() {
			continue
		}
		out = append(out, entry{
			account:  "buyer:" + l.Buyer.String(),
			buyer:    &l.Buyer,
			category: &l.Category,
			amount:   l.Fee.Value,
		})
	}
	return out
}

// book writes one movement: what the provider holds for us, against credits.
func book(ctx context.Context, tx pg.Tx, o *Order, t paymentdb.LockAttemptRow, movement string, total money.Amount, credits []entry, now time.Time) error {
	return transfer(ctx, tx, o, t, movement, string(total.Currency), entry{account: "provider:" + t.Provider, amount: total.Value}, credits, now)
}

// transfer writes a debit and its credits; the database refuses one that does not sum to zero.
func transfer(ctx context.Context, tx pg.Tx, o *Order, t paymentdb.LockAttemptRow, movement, currency string, debit entry, credits []entry, now time.Time) error {
	return transferPart(ctx, tx, o, t, movement, "", money.Currency(currency), debit, credits, now)
}

// transferPart does the same for one of several movements of a kind; a credit of a category is a part by that.
func transferPart(ctx context.Context, tx pg.Tx, o *Order, t paymentdb.LockAttemptRow, movement, of string, currency money.Currency, debit entry, credits []entry, now time.Time) error {
	lines := []moving{{part: of, entry: debit}}
	for _, c := range credits {
		c.amount = c.amount.Neg()
		m := moving{part: of, entry: c}
		if c.category != nil {
			m.part = c.category.String()
		}
		lines = append(lines, m)
	}
	return enter(ctx, tx, paymentdb.InsertEntriesParams{Movement: movement, SupplierID: &o.Supplier, OrderID: &o.ID, AttemptID: &t.ID, Currency: string(currency), At: now}, lines)
}

// enter writes what moves in one statement, with what all of it has in common.
func enter(ctx context.Context, tx pg.Tx, p paymentdb.InsertEntriesParams, moved []moving) error {
	p.TransferID = uuid.Must(uuid.NewV7())
	for _, m := range moved {
		p.Parts, p.Accounts, p.Amounts = append(p.Parts, m.part), append(p.Accounts, m.account), append(p.Amounts, m.amount)
		p.Buyers, p.Categories = append(p.Buyers, orNil(m.buyer)), append(p.Categories, orNil(m.category))
	}
	return q.InsertEntries(ctx, tx, p)
}

// clearing moves the money of a line of a statement between suspense, where it came to, and the bank
// as a way of paying, from where its attempt books it: so each attempt is booked like every other.
func clearing(ctx context.Context, tx pg.Tx, line uuid.UUID, movement, against string, a money.Amount, now time.Time) error {
	part := line.String()
	return enter(ctx, tx, paymentdb.InsertEntriesParams{Movement: movement, Currency: string(a.Currency), At: now},
		[]moving{{entry{account: suspense, amount: a.Value}, part}, {entry{account: against, amount: a.Value.Neg()}, part}})
}

// takeBack writes that a provider took money back: from where it was booked, if it
// was all of it, else from suspense, where a person looks at it. The order stays
// completed, and what was unlocked stays open until a person decides.
func (s *Service) takeBack(ctx context.Context, tx pg.Tx, o *Order, t paymentdb.LockAttemptRow, gone money.Amount, r payment.Result, now time.Time) error {
	kind := "reversed"
	if r.Outcome == payment.Disputed {
		kind = "disputed"
	}
	reversal, err := s.reverse(ctx, tx, access.System, o, t, gone, kind, r.Code, now)
	if err != nil {
		return err
	}
	p := paymentdb.SetAttemptParams{Status: t.Status, Reason: t.Reason, SettledAt: t.SettledAt, ID: t.ID, SupplierID: o.Supplier}
	if kind == "disputed" {
		next := now.Add(payment.AskDispute)
		p.NextAskAt = &next
	}
	if err := q.SetAttempt(ctx, tx, p); err != nil || kind != "disputed" {
		return err
	}
	return s.openDispute(ctx, tx, o, t, reversal, gone, r, now)
}

// reverse writes and books that money of a payment is gone.
func (s *Service) reverse(ctx context.Context, tx pg.Tx, a access.Actor, o *Order, t paymentdb.LockAttemptRow, gone money.Amount, kind, code string, now time.Time) (uuid.UUID, error) {
	before, err := q.Rounds(ctx, tx, t.ID)
	if err != nil {
		return uuid.Nil, err
	}
	reversal := uuid.Must(uuid.NewV7())
	err = q.InsertReversal(ctx, tx, paymentdb.InsertReversalParams{
		ID:         reversal,
		AttemptID:  t.ID,
		OrderID:    o.ID,
		SupplierID: o.Supplier,
		Kind:       kind,
		Currency:   string(gone.Currency),
		Amount:     gone.Value,
		Code:       code,
		At:         now,
	})
	if err != nil {
		return uuid.Nil, err
	}
	against := []entry{{account: suspense, amount: gone.Value}}
	fees, err := s.paidFees(ctx, tx, o.ID)
	if err != nil {
		return uuid.Nil, err
	}
	untouched := !slices.ContainsFunc(fees, func(f payment.PaidFee) bool { return f.Back.Sign() > 0 })
	if payment.State(t.Status) == payment.Completed && same(gone, o.Amount) && untouched {
		against = credits(o)
	}
	moved := []moving{{part: nth("", before), entry: entry{account: "provider:" + t.Provider, amount: gone.Value.Neg()}}}
	for _, e := range against {
		part := ""
		if e.category != nil {
			part = e.category.String()
		}
		moved = append(moved, moving{part: nth(part, before), entry: e})
	}
	if err := moveOf(ctx, tx, t, "reversal", string(gone.Currency), moved, now); err != nil {
		return uuid.Nil, err
	}
	return reversal, record(ctx, tx, a, AttemptReversed, o.ID, o.Supplier, Reversal{
		Attempt: t.ID,
		Number:  o.Number,
		Kind:    kind,
		Amount:  gone,
		Code:    code,
	})
}

// nth is a part of a movement that there may be more than one of.
func nth(part string, before int64) string {
	if before == 0 {
		return part
	}
	return part + "#" + strconv.FormatInt(before+1, 10)
}
