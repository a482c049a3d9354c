//go:build demo

package paymentsvc_test

import (
	"bytes"
	"context"
	"errors"
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

// over is a category whose fee is due to its buyer.
func (b *bundle) over(category uuid.UUID) {
	b.exec(`UPDATE category SET closed_at = zabuni.clock(), closes_at = zabuni.clock() - interval '1 minute', status = 'closed' WHERE id = $1`, category)
}

// payingOut writes down a transfer to the buyer of the tests.
func (b *bundle) payingOut(ctx context.Context, a access.Actor, units int64, reference string) (uuid.UUID, error) {
	return b.svc.AskPayout(ctx, a, paymentsvc.PayoutAsk{Buyer: b.buyer, Amount: money.Amount{Value: money.New(units, 0), Currency: "KES"}, Reference: reference, PaidOn: "2026-01-15",
		Evidence: b.evidence(), Key: uuid.NewString()})
}

// reads is somebody of the buyer who reads what it was paid out.
func (b *bundle) reads() access.Actor {
	return access.Actor{User: uuid.New(), Session: uuid.New(), Type: access.Buyer, Org: b.buyer, Privileges: []access.Privilege{access.ViewReport}}
}

// Whoever says alone that money went out, and whoever says it second, proves afresh who acts; of a document of another
// company, and of a day to come, nobody says so.
func TestWhoSaysThatMoneyWentOutProvesIt(t *testing.T) {
	ctx, b := setup(t)
	b.limited()
	x := b.category("500", "KES")
	b.bought(ctx, x)
	b.over(x)
	clerks := b.clerks(2)
	one, two := clerks[0], clerks[1]
	one.Confirmed, two.Confirmed = time.Time{}, time.Time{}
	is(t, errOf(b.payingOut(ctx, one, 50, "FT-1")), fault.StepUp)
	id, err := b.payingOut(ctx, one, 150, "FT-1")
	b.must(err)
	is(t, b.svc.DecidePayout(ctx, two, id, true), fault.StepUp)
	proof := b.evidence()
	b.exec(`UPDATE document SET company_id = $2 WHERE id = $1`, proof, b.actor.Org)
	in := paymentsvc.PayoutAsk{Buyer: b.buyer, Amount: money.Amount{Value: money.New(150, 0), Currency: "KES"}, Reference: "FT-2", PaidOn: "2026-01-15", Evidence: proof}
	if _, err := b.svc.AskPayout(ctx, one, in); fault.As(err) == nil || fault.As(err).Code != "document.missing" {
		t.Errorf("by a document of another company: %v", err)
	}
	for days, refused := range map[int]bool{0: false, 3: true} {
		on := day.Day(time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly))
		in := paymentsvc.PayoutAsk{Buyer: b.buyer, Amount: in.Amount, Reference: "FT " + string(on), PaidOn: on, Evidence: b.evidence()}
		if _, err := b.svc.AskPayout(ctx, one, in); at(err, "/paid_on") != refused {
			t.Errorf("%s: %v", on, err)
		}
	}
	if n := b.count(`SELECT count(*) FROM ledger_entry WHERE movement = 'payout'`); n != 0 {
		t.Errorf("%d entries", n)
	}
}

// What went back meanwhile is not paid out, though it was due when somebody said so.
func TestAPayoutIsCoveredWhenItIsDecided(t *testing.T) {
	ctx, b := setup(t)
	b.limited()
	x := b.category("500", "KES")
	o := b.bought(ctx, x)
	b.over(x)
	clerks := b.clerks(2)
	id, err := b.payingOut(ctx, clerks[0], 450, "FT-1")
	b.must(err)
	b.back(ctx, clerks[0], o, false, part(x, 80))
	if err := b.svc.DecidePayout(ctx, clerks[1], id, true); !at(err, "/amount") {
		t.Errorf("more than is due is paid out: %v", err)
	}
	b.must(b.svc.DecidePayout(ctx, clerks[1], id, false))
	is(t, b.svc.DecidePayout(ctx, clerks[1], id, true), payment.PayoutMoved)
}

// Parts that one person pays out in a day count together, and a reference in other letters is the same transfer.
func TestPayoutsInParts(t *testing.T) {
	ctx, b := setup(t)
	b.limited()
	x := b.category("500", "KES")
	b.bought(ctx, x)
	b.over(x)
	clerks := b.clerks(2)
	one, two := clerks[0], clerks[1]
	for i, s := range []struct {
		by    access.Actor
		units int64
		want  string
	}{{one, 60, "done"}, {one, 40, "done"}, {one, 1, "asked"}, {two, 70, "done"}} {
		id, err := b.payingOut(ctx, s.by, s.units, "FT-"+string(rune('A'+i)))
		b.must(err)
		if n := b.count(`SELECT count(*) FROM payment_payout WHERE id = $1 AND status = $2`, id, s.want); n != 1 {
			t.Errorf("%d shillings are not %s", s.units, s.want)
		}
	}
	is(t, errOf(b.payingOut(ctx, one, 1, "ft-a")), payment.PayoutTwice)
	b.advance(payment.AloneWithin + time.Minute)
	id, err := b.payingOut(ctx, one, 30, "FT-E")
	b.must(err)
	if n := b.count(`SELECT count(*) FROM payment_payout WHERE id = $1 AND status = 'done'`, id); n != 1 {
		t.Error("what was decided a day ago counts still")
	}
	// What goes out by a transfer lies where the line of the bank's statement meets it.
	if n := b.count(`SELECT coalesce(-sum(amount), 0)::int FROM ledger_entry WHERE movement = 'payout' AND account = 'outgoing'`); n != 200 {
		t.Errorf("%d went out", n)
	}
	b.audit()
}

// A buyer reads its own payouts once they are done, and what is due of what has closed or was called off. Of what is open
// it reads nothing: not even a sum of nothing, which would tell that somebody has paid.
func TestABuyerReadsItsOwnPayouts(t *testing.T) {
	ctx, b := setup(t)
	b.limited()
	x := b.category("500", "KES")
	b.bought(ctx, x)
	mine := b.reads()
	due := func(want string) {
		t.Helper()
		_, sums, err := b.svc.MyPayouts(ctx, mine, "", 10)
		b.must(err)
		got := ""
		for _, s := range sums {
			got += s.Value.Short()
		}
		if got != want {
			t.Errorf("due is %q, want %q", got, want)
		}
	}
	due("")
	b.exec(`UPDATE category SET status = 'cancelled' WHERE id = $1`, x)
	due("500")
	one := b.clerks(1)[0]
	_, err := b.payingOut(ctx, one, 50, "FT-1")
	b.must(err)
	_, err = b.payingOut(ctx, one, 200, "FT-2")
	b.must(err)
	due("450")
	got, _, err := b.svc.MyPayouts(ctx, mine, "", 10)
	b.must(err)
	if len(got.Items) != 1 || got.Items[0].Reference != "FT-1" {
		t.Errorf("what waits is told: %+v", got.Items)
	}
	other := mine
	other.Org = b.company("buyer")
	if got, sums, err := b.svc.MyPayouts(ctx, other, "", 10); err != nil || len(got.Items)+len(sums) != 0 {
		t.Errorf("another reads it: %+v %v %v", got.Items, sums, err)
	}
	for _, a := range []access.Actor{b.actor, one, {User: uuid.New(), Type: access.Buyer, Org: b.buyer}} {
		if _, _, err := b.svc.MyPayouts(ctx, a, "", 10); !errors.Is(err, fault.Forbidden) {
			t.Errorf("%s: %v", a.Type, err)
		}
	}
}

// The document of a payout, of an answer and of an end is that one and no other.
func TestDocumentsOfWhatWasSaid(t *testing.T) {
	ctx, b := withBank(t)
	b.svc.With(paymentsvc.Desk{Documents: b.documents})
	x := b.category("500", "KES")
	b.bought(ctx, x)
	b.over(x)
	keep := func(text string) (uuid.UUID, []byte) {
		body := []byte("%PDF-1.7\n%" + text + "\n%%EOF")
		id, err := b.svc.AddEvidence(ctx, b.one, paymentsvc.File{Name: text + ".pdf", Bytes: body})
		b.must(err)
		return id, body
	}
	bodies, ids := map[uuid.UUID][]byte{}, []uuid.UUID{}
	for _, reference := range []string{"FT-1", "FT-2"} {
		proof, body := keep(reference)
		id, err := b.svc.AskPayout(ctx, b.one, paymentsvc.PayoutAsk{Buyer: b.buyer, Amount: money.Amount{Value: money.New(100, 0), Currency: "KES"}, Reference: reference, PaidOn: "2026-01-15",
			Evidence: proof, Key: uuid.NewString()})
		b.must(err)
		bodies[id], ids = body, append(ids, id)
	}
	for _, id := range ids {
		if d, err := b.svc.PayoutEvidence(ctx, b.one, id); err != nil || !bytes.Equal(d.Bytes, bodies[id]) {
			t.Errorf("another document: %s %v", d.Name, err)
		}
	}
	if _, err := b.svc.PayoutEvidence(ctx, b.actor, ids[0]); !errors.Is(err, fault.Forbidden) {
		t.Error(err)
	}
	o, c := b.paying(ctx, b.category("90", "KES"))
	b.mpesa.says(ref(c), yes)
	b.settle(ctx)
	b.mpesa.says(ref(c), payment.Result{Outcome: payment.Disputed, Code: "back"})
	b.exec(`UPDATE payment_attempt SET next_ask_at = zabuni.clock() WHERE id = $1`, c.Attempt)
	b.must(errOf(b.svc.SettleDue(ctx)))
	all, err := b.svc.Disputes(ctx, b.one, paymentsvc.DisputeFilter{Search: o.Number}, "", 10)
	b.must(err)
	id := all.Items[0].ID
	answer, said := keep("answer")
	end, ended := keep("end")
	b.must(b.svc.AnswerDispute(ctx, b.one, paymentsvc.DisputeAnswer{Dispute: id, Text: "All of it", Evidence: answer}))
	b.must(b.svc.EndDispute(ctx, b.one, paymentsvc.DisputeEnd{Dispute: id, Won: true, Why: "It came", Evidence: end}))
	for of, want := range map[paymentsvc.DisputePaper][]byte{paymentsvc.PaperOfAnswer: said, paymentsvc.PaperOfEnd: ended} {
		if d, err := b.svc.DisputeFile(ctx, b.one, id, of); err != nil || !bytes.Equal(d.Bytes, want) {
			t.Errorf("of the %s: %s %v", of, d.Name, err)
		}
	}
}
