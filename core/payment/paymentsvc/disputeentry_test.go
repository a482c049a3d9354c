//go:build demo

package paymentsvc_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// letter is a dispute of an order as a letter tells of it.
func (p *pages) letter(o paymentsvc.Order) paymentsvc.DisputeEntry {
	return paymentsvc.DisputeEntry{
		Order:       o.Number,
		Claimant:    "Disputes desk of the acquirer",
		Cause:       "The cardholder does not know the payment",
		ProviderRef: "CB-77",
		Due:         day.Day(time.Now().AddDate(0, 0, 5).UTC().Format(time.DateOnly)),
		Evidence:    p.evidence(),
		Key:         uuid.NewString(),
	}
}

// A dispute of which only a letter tells moves nothing before a second person has said that it is one; from then on the
// books follow it like every other, and that its provider still calls the payment paid wins nothing back.
func TestADisputeIsEnteredByHand(t *testing.T) {
	for _, way := range []payment.Provider{payment.Tingg, payment.DPO, payment.IVeri} {
		t.Run(string(way), func(t *testing.T) {
			ctx, p := paged(t)
			o, _, _ := p.boughtBy(ctx, way)
			held := p.heldOf(ctx, way)
			p.svc.With(paymentsvc.Desk{})
			clerks := p.clerks(2)
			one, two := clerks[0], clerks[1]
			one.Privileges = append(one.Privileges, access.ViewReport)
			if got := p.desk(ctx, o); !got.Disputable || len(got.Disputes) != 0 {
				t.Errorf("%+v", got)
			}
			in := p.letter(o)
			id, err := p.svc.EnterDispute(ctx, one, in)
			p.must(err)
			if again, err := p.svc.EnterDispute(ctx, one, in); again != id || err != nil {
				t.Error(again, err)
			}
			if _, err := p.svc.EnterDispute(ctx, two, p.letter(o)); !errors.Is(err, payment.DisputeEntered) {
				t.Error(err)
			}
			d, err := p.svc.Dispute(ctx, one, id)
			p.must(err)
			if d.Status != payment.DisputeWaits || !d.ByHand || !d.Mine || !d.EntryFile || d.Enterer == "" || d.Claimant != in.Claimant || d.Cause != in.Cause || d.ProviderRef != "CB-77" || d.Late || d.Lines[0].Open {
				t.Errorf("%+v", d)
			}
			if got := p.heldOf(ctx, way); got != held || p.logged("payment.attempt.reversed") != 0 || p.logged("payment.dispute.opened") != 0 {
				t.Errorf("what waits moves money: %s", got)
			}
			for _, err := range []error{
				p.svc.AnswerDispute(ctx, one, paymentsvc.DisputeAnswer{Dispute: id, Text: "x"}),
				p.svc.EndDispute(ctx, one, paymentsvc.DisputeEnd{Dispute: id, Why: "x"}),
				p.svc.DecideAccess(ctx, one, paymentsvc.DisputeAccess{Dispute: id, Ends: true, Why: "x"}),
			} {
				if !errors.Is(err, payment.DisputeMoved) {
					t.Error(err)
				}
			}
			if err := p.svc.DecideDispute(ctx, one, id, true); !errors.Is(err, payment.SecondPerson) {
				t.Error(err)
			}
			p.must(p.svc.DecideDispute(ctx, two, id, true))
			if err := p.svc.DecideDispute(ctx, two, id, true); !errors.Is(err, payment.DisputeAsked) {
				t.Error(err)
			}
			if n := p.logged("payment.attempt.reversed") + 10*p.logged("payment.dispute.opened"); n != 11 {
				t.Errorf("%d", n)
			}
			if _, err := p.svc.AskRefund(ctx, one, paymentsvc.RefundAsk{Order: o.Number, Reason: "x", Key: uuid.NewString()}); !errors.Is(err, payment.RefundGone) {
				t.Errorf("what is gone is given back: %v", err)
			}
			if _, err := p.svc.EnterDispute(ctx, two, p.letter(o)); !errors.Is(err, payment.RefundGone) {
				t.Error(err)
			}
			if got := p.desk(ctx, o); got.Disputable || len(got.Disputes) != 1 || got.Disputes[0].Code != d.Code {
				t.Errorf("%+v", got.Disputes)
			}
			for range 2 { // its provider says that it is paid, as ever
				if got := p.heldOf(ctx, way); got != "0.00" {
					t.Errorf("the provider's yes wins it back: %s", got)
				}
			}
			p.dispute(ctx, payment.DisputeOpen, 1)
			p.must(p.svc.AnswerDispute(ctx, one, paymentsvc.DisputeAnswer{Dispute: id, Text: "The order, its receipt and the log"}))
			if n := p.count(`SELECT count(*) FROM payment_attempt WHERE next_ask_at IS NOT NULL`); n != 0 {
				t.Error("a provider that knows of nothing is asked daily")
			}
			p.must(p.svc.EndDispute(ctx, two, paymentsvc.DisputeEnd{Dispute: id, Won: true, Why: "It came by a transfer", Evidence: in.Evidence}))
			p.must(p.svc.DecideDispute(ctx, one, id, true))
			if got := p.heldOf(ctx, way); got != held {
				t.Errorf("won back, %s of %s", got, held)
			}
			if got := p.owes(o.Lines[0].Category); got != "20.50" {
				t.Errorf("its buyer is owed %s", got)
			}
			_, err = p.svc.EnterDispute(ctx, one, p.letter(o)) // once more
			p.must(err)
			p.audit()
		})
	}
}

// desk is an order as the operator's desk reads it.
func (p *pages) desk(ctx context.Context, o paymentsvc.Order) paymentsvc.Story {
	p.t.Helper()
	got, err := p.svc.OrderStory(ctx, p.reader(), o.Number)
	p.must(err)
	return got
}

// What the second person does not believe never happened; it may be entered anew, and the letter stays.
func TestWhatWasEnteredIsRefused(t *testing.T) {
	ctx, p := paged(t)
	o, x, _ := p.boughtBy(ctx, payment.DPO)
	p.svc.With(paymentsvc.Desk{})
	clerks := p.clerks(2)
	id, err := p.svc.EnterDispute(ctx, clerks[0], p.letter(o))
	p.must(err)
	p.must(p.svc.DecideDispute(ctx, clerks[1], id, false))
	d, err := p.svc.Dispute(ctx, p.reader(), id)
	p.must(err)
	if d.Status != payment.DisputeRefused || d.Approver == "" || d.ApprovedAt == nil || d.EndedAt != nil || d.Late {
		t.Errorf("%+v", d)
	}
	if got := p.owes(x); got != "20.50" || p.logged("payment.dispute.entry_refused") != 1 {
		t.Errorf("its buyer is owed %s", got)
	}
	p.must(p.svc.EndDispute(ctx, clerks[0], paymentsvc.DisputeEnd{Dispute: p.opened(ctx, clerks, o), Why: "It is so"}))
	p.audit()
}

// opened enters a dispute that another person says is one.
func (p *pages) opened(ctx context.Context, clerks []access.Actor, o paymentsvc.Order) uuid.UUID {
	p.t.Helper()
	id, err := p.svc.EnterDispute(ctx, clerks[0], p.letter(o))
	p.must(err)
	p.must(p.svc.DecideDispute(ctx, clerks[1], id, true))
	return id
}

// Below the limit one person is enough, with a fresh proof of who acts.
func TestASmallDisputeIsEnteredByOne(t *testing.T) {
	ctx, p := paged(t)
	o, x, _ := p.boughtBy(ctx, payment.IVeri)
	p.svc.With(paymentsvc.Desk{Alone: payment.Limits{"USD": money.New(1000, 0)}})
	stale := p.clerks(1)[0]
	stale.Confirmed = time.Time{}
	if _, err := p.svc.EnterDispute(ctx, stale, p.letter(o)); !errors.Is(err, fault.StepUp) {
		t.Error(err)
	}
	id, err := p.svc.EnterDispute(ctx, p.clerks(1)[0], p.letter(o))
	p.must(err)
	if got := p.dispute(ctx, payment.DisputeOpen, 1); got != id || p.owes(x) != "0.00" {
		t.Errorf("its buyer is owed %s", p.owes(x))
	}
	p.audit()
}

// What is entered names its fields when they are wrong, and only of ways that tell of none.
func TestWhatCannotBeEntered(t *testing.T) {
	ctx, p := paged(t)
	o, _, _ := p.boughtBy(ctx, payment.DPO)
	one := p.clerks(1)[0]
	_, err := p.svc.EnterDispute(ctx, one, paymentsvc.DisputeEntry{Order: o.Number, Key: uuid.NewString()})
	for _, pointer := range []string{"/claimant", "/cause", "/due_on", "/evidence_id"} {
		if !at(err, pointer) {
			t.Errorf("%s: %v", pointer, err)
		}
	}
	for _, days := range []int{-2, 400} {
		in := p.letter(o)
		in.Due = day.Day(time.Now().AddDate(0, 0, days).UTC().Format(time.DateOnly))
		if _, err := p.svc.EnterDispute(ctx, one, in); !at(err, "/due_on") {
			t.Errorf("%d days: %v", days, err)
		}
	}
	if _, err := p.svc.EnterDispute(ctx, p.reader(), p.letter(o)); !errors.Is(err, fault.Forbidden) {
		t.Error(err)
	}
	in := p.letter(o)
	in.Order = "ZB-XXXX-XXXX"
	if _, err := p.svc.EnterDispute(ctx, one, in); !errors.Is(err, payment.OrderNotFound) {
		t.Error(err)
	}
	if _, err := p.svc.EnterDispute(ctx, one, p.letter(p.ordered(ctx, p.category("20.50", "USD")))); !errors.Is(err, payment.DisputeNotPaid) {
		t.Error(err)
	}
	told, _, _ := p.boughtBy(ctx, payment.Stripe)
	if _, err := p.svc.EnterDispute(ctx, one, p.letter(told)); !errors.Is(err, payment.DisputeTold) || p.desk(ctx, told).Disputable {
		t.Error(err)
	}
	var ways []string
	for _, w := range payment.Provider("").Values() {
		if !payment.TellsOfDisputes(payment.Provider(w)) {
			ways = append(ways, w)
		}
	}
	if slices.Sort(ways); strings.Join(ways, " ") != "c d iveri mpesa" {
		t.Error(ways)
	}
}

// One that waits for its second person is told of again before its day, like one that waits for its answer.
func TestAnEnteredDisputeIsToldOfAgain(t *testing.T) {
	ctx, p := paged(t)
	o, _, _ := p.boughtBy(ctx, payment.DPO)
	p.svc.With(paymentsvc.Desk{})
	_, err := p.svc.EnterDispute(ctx, p.clerks(1)[0], p.letter(o))
	p.must(err)
	for _, want := range []int{0, 1, 0} {
		n, err := p.svc.RemindDisputes(ctx)
		p.must(err)
		if n != want {
			t.Errorf("%d, want %d", n, want)
		}
		p.advance(4 * 24 * time.Hour)
	}
}
