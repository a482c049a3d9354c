//go:build demo

package paymentsvc_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/document"
)

// at reports whether an error names a field.
func at(err error, pointer string) bool {
	f := fault.As(err)
	return f != nil && slices.ContainsFunc(f.Fields, func(x fault.Field) bool { return x.Pointer == pointer })
}

// contested is an order that was paid by a way, and whose payer's bank asks the money back.
func (p *pages) contested(ctx context.Context, way payment.Provider) (paymentsvc.Order, uuid.UUID) {
	p.t.Helper()
	o, _, _ := p.boughtBy(ctx, way)
	p.press("dispute")
	p.heard(ctx)
	return o, p.dispute(ctx, payment.DisputeOpen, 1)
}

// heard asks the providers.
func (p *pages) heard(ctx context.Context) {
	p.t.Helper()
	_, err := p.svc.SettleDue(ctx)
	p.must(err)
}

// dispute is the newest one, which is in a state.
func (p *pages) dispute(ctx context.Context, state payment.DisputeState, n int) uuid.UUID {
	p.t.Helper()
	got, err := p.svc.Disputes(ctx, p.reader(), paymentsvc.DisputeFilter{}, "", 10)
	p.must(err)
	if len(got.Items) != n || got.Items[0].Status != state {
		p.t.Fatalf("%+v", got.Items)
	}
	return got.Items[0].ID
}

func (p *pages) logged(action string) int {
	return p.count(`SELECT count(*) FROM audit_entry WHERE action = $1`, action)
}

// What a payer's bank asks back is a task with a day; the books follow it there and back, as often as it happens.
func TestADisputeIsATaskThatMayBeWon(t *testing.T) {
	for _, way := range []payment.Provider{payment.Stripe, payment.PayPal, payment.Chapa, payment.Pesapal} {
		t.Run(string(way), func(t *testing.T) {
			ctx, p := paged(t)
			before := p.heldOf(ctx, way)
			o, id := p.contested(ctx, way)
			if got := p.heldOf(ctx, way); got != before {
				t.Errorf("the provider holds %s", got)
			}
			d, err := p.svc.Dispute(ctx, p.reader(), id)
			p.must(err)
			if !strings.HasPrefix(d.Code, "DP-") || d.Number != o.Number || d.Amount.String() != o.Amount.String() || d.Cause == "" || !d.DueAt.After(d.OpenedAt) || len(d.Lines) != 2 || !d.Lines[0].Open || d.Late {
				t.Errorf("%+v", d)
			}
			if got := p.order(ctx, o.ID); got.Status != payment.Completed || !p.paid(ctx, o.Lines[0].Category) {
				t.Errorf("what it paid for changed by itself: %s", got.Status)
			}
			if _, err := p.svc.AskRefund(ctx, p.clerks(1)[0], paymentsvc.RefundAsk{Order: o.Number, Reason: "x", Key: uuid.NewString()}); !errors.Is(err, payment.RefundGone) {
				t.Errorf("what is gone is given back: %v", err)
			}
			p.heard(ctx) // nothing new
			p.press("win")
			p.heard(ctx)
			if got := p.dispute(ctx, payment.DisputeWon, 1); got != id {
				t.Error(got)
			}
			for range 2 { // once
				p.exec(`UPDATE payment_attempt SET next_ask_at = zabuni.clock() - interval '1 second'`)
				p.heard(ctx)
			}
			if n := p.count(`SELECT count(*) FROM ledger_entry WHERE movement = 'reversal_won'`); n != 3 {
				t.Errorf("%d entries win it back", n)
			}
			if got := p.owes(o.Lines[0].Category); got != "20.50" {
				t.Errorf("its buyer is owed %s", got)
			}
			if n := p.logged("payment.dispute.opened") + 10*p.logged("payment.dispute.won"); n != 11 {
				t.Errorf("%d", n)
			}
			p.audit()
			p.press("dispute") // once more
			p.heard(ctx)
			second := p.dispute(ctx, payment.DisputeOpen, 2)
			if got := p.owes(o.Lines[0].Category); second == id || got != "0.00" {
				t.Errorf("its buyer is owed %s", got)
			}
			p.audit()
		})
	}
}

// What is lost stays gone, also by the provider's own word.
func TestADisputeThatIsLost(t *testing.T) {
	ctx, p := paged(t)
	o, id := p.contested(ctx, payment.Stripe)
	p.press("lose")
	p.heard(ctx)
	if got := p.dispute(ctx, payment.DisputeLost, 1); got != id {
		t.Error(got)
	}
	if got := p.owes(o.Lines[0].Category); got != "0.00" || p.logged("payment.dispute.lost") != 1 {
		t.Errorf("its buyer is owed %s", got)
	}
	if n := p.count(`SELECT count(*) FROM payment_attempt WHERE next_ask_at IS NOT NULL`); n != 0 {
		t.Errorf("%d are asked about still", n)
	}
	p.audit()
}

// Who answers, and what a person says became of a dispute, is written down; above the limit two people say so.
func TestPeopleAnswerAndEndADispute(t *testing.T) {
	ctx, p := paged(t)
	o, id := p.contested(ctx, payment.Chapa)
	p.svc.With(paymentsvc.Desk{})
	clerks := p.clerks(2)
	one, two := clerks[0], clerks[1]
	proof := p.evidence()
	ends := func(a access.Actor, won bool, why string, evidence uuid.UUID) error {
		return p.svc.EndDispute(ctx, a, paymentsvc.DisputeEnd{Dispute: id, Won: won, Why: why, Evidence: evidence})
	}
	answers := func(a access.Actor, said string) error {
		return p.svc.AnswerDispute(ctx, a, paymentsvc.DisputeAnswer{Dispute: id, Text: said, Evidence: proof})
	}
	if err := answers(one, " "); !at(err, "/answer") {
		t.Error(err)
	}
	if err := errors.Join(answers(p.reader(), "x"), ends(p.reader(), false, "x", uuid.Nil), p.svc.DecideDispute(ctx, p.reader(), id, true)); !errors.Is(err, fault.Forbidden) {
		t.Error(err)
	}
	p.must(answers(one, "The order, its receipt and the log"))
	d, err := p.svc.Dispute(ctx, p.reader(), id)
	p.must(err)
	if d.Status != payment.DisputeAnswered || d.Answer == "" || d.Answerer == "" || !d.AnswerFile {
		t.Errorf("%+v", d)
	}
	if err := ends(one, true, "", uuid.Nil); !at(err, "/why") || !at(err, "/evidence_id") {
		t.Error(err)
	}
	if err := p.svc.DecideDispute(ctx, two, id, true); !errors.Is(err, payment.DisputeAsked) {
		t.Error(err)
	}
	p.must(ends(one, true, "It came by a transfer", proof))
	if err := ends(two, false, "It did not", uuid.Nil); !errors.Is(err, payment.DisputeProposed) {
		t.Error(err)
	}
	if err := p.svc.DecideDispute(ctx, one, id, true); !errors.Is(err, payment.SecondPerson) {
		t.Error(err)
	}
	p.must(p.svc.DecideDispute(ctx, two, id, false))
	if got := p.owes(o.Lines[0].Category); got != "0.00" {
		t.Errorf("what was refused moves money: %s", got)
	}
	p.must(ends(two, true, "It came by a transfer", proof))
	p.must(p.svc.DecideDispute(ctx, one, id, true))
	if got := p.owes(o.Lines[0].Category); got != "20.50" {
		t.Errorf("its buyer is owed %s", got)
	}
	if err := answers(one, "Once more"); !errors.Is(err, payment.DisputeMoved) {
		t.Error(err)
	}
	p.audit()
}

// One that is lost may come again after all: another person decides on that as well, and proves who acts.
func TestWhatWasLostComesAgainByTwo(t *testing.T) {
	ctx, p := paged(t)
	o, id := p.contested(ctx, payment.Chapa)
	p.svc.With(paymentsvc.Desk{})
	clerks := p.clerks(2)
	one, two := clerks[0], clerks[1]
	says := func(a access.Actor, won bool) error {
		return p.svc.EndDispute(ctx, a, paymentsvc.DisputeEnd{Dispute: id, Won: won, Why: "By the bank's letter", Evidence: p.evidence()})
	}
	p.must(says(one, false))
	unproved := two
	unproved.Confirmed = time.Time{}
	is(t, p.svc.DecideDispute(ctx, unproved, id, true), fault.StepUp)
	p.must(p.svc.DecideDispute(ctx, two, id, true))
	p.must(says(one, true))
	is(t, says(two, true), payment.DisputeProposed)
	is(t, p.svc.DecideDispute(ctx, one, id, true), payment.SecondPerson)
	if got := p.owes(o.Lines[0].Category); got != "0.00" {
		t.Errorf("its buyer is owed %s", got)
	}
	p.must(p.svc.DecideDispute(ctx, two, id, true))
	if got := p.owes(o.Lines[0].Category); got != "20.50" {
		t.Errorf("its buyer is owed %s", got)
	}
	p.audit()
}

// Below the limit one person ends a dispute, with a fresh proof; a document of another company proves nothing.
func TestOnePersonEndsADisputeOverLittle(t *testing.T) {
	ctx, p := paged(t)
	_, id := p.contested(ctx, payment.Chapa) // up to 1000 dollars one is enough
	one := p.clerks(1)[0]
	unproved := one
	unproved.Confirmed = time.Time{}
	is(t, p.svc.EndDispute(ctx, unproved, paymentsvc.DisputeEnd{Dispute: id, Why: "x"}), fault.StepUp)
	foreign := p.evidence()
	p.exec(`UPDATE document SET company_id = $2 WHERE id = $1`, foreign, p.actor.Org)
	for _, err := range []error{
		p.svc.AnswerDispute(ctx, one, paymentsvc.DisputeAnswer{Dispute: id, Text: "x", Evidence: foreign}),
		p.svc.EndDispute(ctx, one, paymentsvc.DisputeEnd{Dispute: id, Won: true, Why: "x", Evidence: foreign}),
	} {
		is(t, err, document.Missing)
	}
	p.must(p.svc.EndDispute(ctx, one, paymentsvc.DisputeEnd{Dispute: id, Why: "By the bank's letter"}))
	p.dispute(ctx, payment.DisputeLost, 1)
}

// A dispute is found by its code, by its order and by the provider's name of it, which has signs of its own.
func TestADisputeIsFound(t *testing.T) {
	ctx, p := paged(t)
	o, id := p.contested(ctx, payment.Stripe)
	d, err := p.svc.Dispute(ctx, p.reader(), id)
	p.must(err)
	for _, typed := range []string{d.Code, o.Number, d.ProviderRef} {
		if got, err := p.svc.Disputes(ctx, p.reader(), paymentsvc.DisputeFilter{Search: typed}, "", 10); err != nil || len(got.Items) != 1 {
			t.Errorf("%s finds %d: %v", typed, len(got.Items), err)
		}
	}
	receipt := p.order(ctx, o.ID).Attempt.Receipt
	if got, _, err := p.svc.Statement(ctx, p.actor, paymentsvc.MoneyFilter{Search: receipt}, "", 10); err != nil || len(got.Items) != 2 {
		t.Errorf("%s finds %d in the statement: %v", receipt, len(got.Items), err)
	}
	mine, err := p.svc.MyPayments(ctx, p.actor, paymentsvc.Filter{Search: receipt}, "", 10)
	p.must(err)
	desk, err := p.svc.Payments(ctx, access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Privileges: access.Titles[access.Operator]}, paymentsvc.Filter{Search: receipt}, "", 10)
	p.must(err)
	if len(mine.Items) != 1 || len(desk.Items) != 1 {
		t.Errorf("%s finds %d of mine and %d of all", receipt, len(mine.Items), len(desk.Items))
	}
}

// What a disputed order had paid for ends only by a person's word, while it is open, and counts again once it is won.
func TestAccessEndsByAPersonsWord(t *testing.T) {
	ctx, p := paged(t)
	o, id := p.contested(ctx, payment.PayPal)
	one := p.clerks(1)[0]
	access := func(ends bool) error {
		return p.svc.DecideAccess(ctx, one, paymentsvc.DisputeAccess{Dispute: id, Ends: ends, Why: "It was taken back"})
	}
	x, y := o.Lines[0].Category, o.Lines[1].Category
	p.exec(`UPDATE category SET closes_at = zabuni.clock() - interval '1 minute' WHERE id = $1`, y)
	p.must(access(true))
	if p.paid(ctx, x) || !p.paid(ctx, y) {
		t.Error("what is open ends, what has closed stays")
	}
	if err := access(true); !errors.Is(err, payment.DisputeClosed) {
		t.Error(err)
	}
	p.must(access(false))
	if !p.paid(ctx, x) {
		t.Error("it counts no more")
	}
	p.must(access(true))
	p.press("win")
	p.heard(ctx)
	if !p.paid(ctx, x) || p.logged("payment.dispute.restored") != 2 {
		t.Error("what was won back does not count")
	}
	if err := access(true); !errors.Is(err, payment.DisputeMoved) {
		t.Error(err)
	}
	if err := p.svc.DecideAccess(ctx, one, paymentsvc.DisputeAccess{Dispute: id}); !at(err, "/why") {
		t.Error(err)
	}
	p.audit()
}

// The pack holds the order, its receipts and the log, in every language; that it was taken is written down.
func TestThePackOfADispute(t *testing.T) {
	ctx, p := paged(t)
	_, id := p.contested(ctx, payment.Stripe)
	one := p.reader()
	for _, language := range locale.Language("").Values() {
		name, data, err := p.svc.DisputePack(ctx, one, id, language)
		p.must(err)
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		p.must(err)
		names := map[string]int{}
		for _, f := range z.File {
			part, _, _ := strings.Cut(f.Name, "/")
			names[part]++
		}
		if !strings.HasPrefix(name, "DP-") || names["evidence.pdf"] != 1 || names["log.json"] != 1 || names["receipts"] != 1 {
			t.Errorf("%s %s: %v", language, name, names)
		}
	}
	if n := p.logged("payment.dispute.packed"); n != len(locale.Language("").Values()) {
		t.Errorf("%d", n)
	}
	if _, _, err := p.svc.DisputePack(ctx, p.actor, id, "en"); !errors.Is(err, fault.Forbidden) {
		t.Error(err)
	}
}

// Whoever waits too long is reminded once; what is answered reminds nobody.
func TestAnUnansweredDisputeIsToldOfAgain(t *testing.T) {
	ctx, p := paged(t)
	p.contested(ctx, payment.Pesapal)
	for _, want := range []int{0, 1, 0} {
		n, err := p.svc.RemindDisputes(ctx)
		p.must(err)
		if n != want || p.logged("payment.dispute.due") > 1 {
			t.Errorf("%d, want %d", n, want)
		}
		p.advance(payment.AnswerWithin - payment.RemindBefore + time.Hour)
	}
	d, err := p.svc.Dispute(ctx, p.reader(), p.dispute(ctx, payment.DisputeOpen, 1))
	p.must(err)
	if !d.Late {
		t.Error("its day is over")
	}
}

// Each of several is told of.
func TestEveryUnansweredDisputeIsToldOf(t *testing.T) {
	ctx, p := paged(t)
	p.contested(ctx, payment.Pesapal)
	p.boughtBy(ctx, payment.Chapa)
	p.press("dispute")
	p.heard(ctx)
	p.advance(payment.AnswerWithin - payment.RemindBefore + time.Hour)
	n, err := p.svc.RemindDisputes(ctx)
	p.must(err)
	if n != 2 || p.logged("payment.dispute.due") != 2 {
		t.Errorf("%d, %d are told of", n, p.logged("payment.dispute.due"))
	}
}

// A provider that says another day, or gives more time, is believed: by that day we answer, and are reminded.
func TestAProviderMovesTheDayOfADispute(t *testing.T) {
	ctx, p := paged(t)
	_, id := p.contested(ctx, payment.Stripe)
	said, err := p.svc.Dispute(ctx, p.reader(), id)
	p.must(err)
	p.exec(`UPDATE payment_dispute SET due_at = due_at - interval '2 days'`) // what it had said before
	for range 2 {
		p.exec(`UPDATE payment_attempt SET next_ask_at = zabuni.clock() - interval '1 second'`)
		p.heard(ctx)
		d, err := p.svc.Dispute(ctx, p.reader(), id)
		p.must(err)
		if !d.DueAt.Equal(said.DueAt) || p.logged("payment.dispute.heard") != 1 {
			t.Errorf("due at %s, want %s; told %d times", d.DueAt, said.DueAt, p.logged("payment.dispute.heard"))
		}
	}
}
