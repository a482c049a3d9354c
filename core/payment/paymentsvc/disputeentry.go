package paymentsvc

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

const (
	// mostClaimant is the longest name of who told of a dispute.
	mostClaimant = 200
	// mostDays is how far the day of a dispute may lie ahead: nobody waits longer for an answer.
	mostDays = 366
)

// A DisputeEntry is a dispute of which only a letter tells.
type DisputeEntry struct {
	Order       string // number or id
	Claimant    string // who told of it
	Cause       string
	ProviderRef string // the name that the letter gives it; may be empty
	Due         day.Day
	Evidence    uuid.UUID // the letter
	Key         string    // made by the browser at the click
}

// EnterDispute writes down a dispute whose provider tells nobody of it. Above the limit another person decides that it
// is so; below it this one has, with a fresh proof of who acts. From then on it is like every other.
func (s *Service) EnterDispute(ctx context.Context, a access.Actor, in DisputeEntry) (uuid.UUID, error) {
	if err := mover.Admit(a); err != nil {
		return uuid.Nil, err
	}
	var f fault.Fields
	in.Claimant = f.Line("/claimant", in.Claimant, mostClaimant)
	in.Cause = f.Need("/cause", in.Cause, mostBack)
	in.ProviderRef = f.MayLine("/provider_ref", in.ProviderRef, mostClaimant)
	zone, err := time.LoadLocation(a.Zone)
	if err != nil {
		zone = time.UTC
	}
	due, err := time.ParseInLocation(time.DateOnly, string(in.Due), zone)
	if err != nil {
		f.Add("/due_on", fault.Required)
	}
	due = due.AddDate(0, 0, 1).Add(-time.Second) // the day is included
	if in.Evidence == uuid.Nil {
		f.Add("/evidence_id", fault.Required)
	}
	if err := f.Err(); err != nil {
		return uuid.Nil, err
	}
	if err := s.keptEvidence(ctx, a, in.Evidence); err != nil {
		return uuid.Nil, err
	}
	var id uuid.UUID
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		id, err = journal.Once(ctx, tx, a, "payment.dispute", in.Key, in, func() (uuid.UUID, error) { return s.writeEntry(ctx, tx, a, in, due) })
		return err
	})
	if pg.Constraint(err) == "payment_dispute_entered" {
		return uuid.Nil, payment.DisputeEntered.Wrap(err, "")
	}
	return id, err
}

// writeEntry writes what a person enters, and opens it where one person is enough.
func (s *Service) writeEntry(ctx context.Context, tx pg.Tx, a access.Actor, in DisputeEntry, due time.Time) (uuid.UUID, error) {
	of, err := q.OrderOwner(ctx, tx, strings.TrimSpace(in.Order))
	if err != nil {
		return uuid.Nil, notFound(err, payment.OrderNotFound)
	}
	if err := lock(ctx, tx, of.SupplierID); err != nil {
		return uuid.Nil, err
	}
	o, err := s.locked(ctx, tx, of.ID, of.SupplierID)
	if err != nil {
		return uuid.Nil, err
	}
	by, err := q.PaidBy(ctx, tx, o.ID, o.Supplier)
	if o.Status != payment.Completed || pg.NoRows(err) || payment.Provider(by.Provider) == payment.Free {
		return uuid.Nil, payment.DisputeNotPaid.New("%s", o.Status).With("number", o.Number)
	}
	if err != nil {
		return uuid.Nil, err
	}
	if payment.TellsOfDisputes(payment.Provider(by.Provider)) {
		return uuid.Nil, payment.DisputeTold.New("%s", by.Provider)
	}
	if gone, err := q.Gone(ctx, tx, by.ID); err != nil || gone {
		return uuid.Nil, cmp.Or(err, error(payment.RefundGone.New("").With("number", o.Number)))
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return uuid.Nil, err
	}
	if due.Before(now) || due.After(now.AddDate(0, 0, mostDays)) {
		return uuid.Nil, fault.Invalid.New("a day that is over, or far away").At("/due_on", payment.DisputeDay)
	}
	p := paymentdb.InsertDisputeParams{
		ID:          uuid.Must(uuid.NewV7()),
		AttemptID:   by.ID,
		OrderID:     o.ID,
		SupplierID:  o.Supplier,
		Provider:    by.Provider,
		Currency:    string(o.Amount.Currency),
		Amount:      o.Amount.Value,
		Status:      string(payment.DisputeWaits),
		ProviderRef: in.ProviderRef,
		Cause:       in.Cause,
		DueAt:       due,
		OpenedAt:    now,
		Claimant:    in.Claimant,
		EnteredBy:   &a.User,
		EntryID:     &in.Evidence,
		EntryAlone:  s.desk.Alone.Alone(o.Amount),
	}
	if p.EntryAlone {
		if err := identity.Proved(a, now); err != nil {
			return uuid.Nil, err
		}
	}
	if err := insertDispute(ctx, tx, &p); err != nil {
		return uuid.Nil, err
	}
	d, err := q.LockDispute(ctx, tx, p.ID, p.SupplierID)
	if err != nil {
		return uuid.Nil, err
	}
	if err := s.disputed(ctx, tx, a, d, "payment.dispute.entered", "", in.Cause); err != nil || !p.EntryAlone {
		return p.ID, err
	}
	t, err := q.LockAttempt(ctx, tx, by.ID, o.Supplier)
	if err != nil {
		return uuid.Nil, err
	}
	return p.ID, s.openEntry(ctx, tx, a, o, t, d, now)
}

// decideEntry opens or refuses what another person entered.
func (s *Service) decideEntry(ctx context.Context, tx pg.Tx, a access.Actor, o *Order, t paymentdb.LockAttemptRow, d paymentdb.LockDisputeRow, approve bool, now time.Time) error {
	if *d.EnteredBy == a.User {
		return payment.SecondPerson.New("")
	}
	if err := identity.Proved(a, now); err != nil {
		return err
	}
	if approve {
		return s.openEntry(ctx, tx, a, o, t, d, now)
	}
	to, err := payment.DisputeState(d.Status).Next("refuse")
	if err != nil {
		return err
	}
	p := paymentdb.DecideEntryParams{Status: string(to), ApprovedBy: &a.User, ApprovedAt: &now, ID: d.ID, SupplierID: d.SupplierID}
	if err := q.DecideEntry(ctx, tx, p); err != nil {
		return err
	}
	return s.disputed(ctx, tx, a, d, "payment.dispute.entry_refused", "", d.Cause)
}

// openEntry takes what a dispute that a person entered asks back, like one that a provider told of.
func (s *Service) openEntry(ctx context.Context, tx pg.Tx, a access.Actor, o *Order, t paymentdb.LockAttemptRow, d paymentdb.LockDisputeRow, now time.Time) error {
	to, err := payment.DisputeState(d.Status).Next("open")
	if err != nil {
		return err
	}
	if gone, err := q.Gone(ctx, tx, t.ID); err != nil || gone { // meanwhile its provider said so after all
		return cmp.Or(err, error(payment.RefundGone.New("").With("number", o.Number)))
	}
	reversal, err := s.reverse(ctx, tx, a, o, t, amount(d.Amount, d.Currency), "disputed", "", now)
	if err != nil {
		return err
	}
	p := paymentdb.DecideEntryParams{Status: string(to), ReversalID: &reversal, ApprovedBy: &a.User, ApprovedAt: &now, ID: d.ID, SupplierID: d.SupplierID}
	if err := q.DecideEntry(ctx, tx, p); err != nil {
		return err
	}
	return s.disputed(ctx, tx, a, d, DisputeOpened, "", "")
}

// disputesOf adds what of an order is disputed, and whether a person may enter that it is.
func (s *Service) disputesOf(ctx context.Context, a access.Actor, out *Story, tries []paymentdb.AttemptsOfRow) error {
	var err error
	if out.Disputes, err = s.disputeRows(ctx, a, firstDisputes(paymentdb.DisputesParams{OfOrder: &out.Order})); err != nil {
		return err
	}
	paid := slices.IndexFunc(tries, func(t paymentdb.AttemptsOfRow) bool { return payment.State(t.Status) == payment.Completed })
	if paid < 0 || out.Status != payment.Completed || payment.TellsOfDisputes(payment.Provider(tries[paid].Provider)) {
		return nil
	}
	waits := slices.ContainsFunc(out.Disputes, func(d DisputeRow) bool { return d.Status == payment.DisputeWaits })
	gone, err := q.Gone(ctx, s.db, tries[paid].ID)
	out.Disputable = !waits && !gone
	return err
}
