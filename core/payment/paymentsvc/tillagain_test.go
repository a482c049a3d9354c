//go:build demo

package paymentsvc_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/simulator/daraja"
)

// A prompt that was paid with another amount is told of by the till as well: one receipt is one money, and lies in suspense once.
func TestAPromptOfAnotherAmountIsExplainedByItsLine(t *testing.T) {
	for name, tillFirst := range map[string]bool{"its word comes first": false, "its line comes first": true} {
		t.Run(name, func(t *testing.T) {
			p := newPaybill(t)
			o := p.asks(p.ctx, false)
			p.presses("less")
			if !tillFirst {
				p.asked(p.ctx)
				p.expect(p.ctx, o.ID, payment.Failed, payment.Review, payment.AmountDiffers)
			}
			p.advance(11 * time.Minute)
			p.pulls()
			p.expect(p.ctx, o.ID, payment.Failed, payment.Review, payment.AmountDiffers)
			p.wayIsEven()
			if n := p.count(`SELECT count(*) FROM payment_attempt WHERE order_id = $1`, o.ID); n != 1 {
				t.Errorf("%d tries", n)
			}
		})
	}
}

// wayIsEven holds that what the till has is what the way has: nothing of a line is booked by half.
func (p *paybill) wayIsEven() {
	p.t.Helper()
	rows := ""
	p.must(p.owner.QueryRow(p.ctx, `SELECT coalesce(string_agg(account || ' ' || movement || ' ' || amount, '; ' ORDER BY at, account), '') FROM ledger_entry WHERE account LIKE 'provider:%' OR account='suspense'`).Scan(&rows))
	if n := p.count(`SELECT count(*) FROM (SELECT FROM ledger_entry WHERE account = 'provider:mpesa' GROUP BY currency HAVING sum(amount) <> 0) x`); n != 0 {
		p.t.Error("the way holds what the till has: " + rows + " lines " + p.lines())
	}
}

// What names an order that takes no money any more is not taken: closed, paid for by another order.
func TestAClosedCategoryIsNotPaidByHand(t *testing.T) {
	p := newPaybill(t)
	c := p.category("1500", "KES")
	o := p.ordered(p.ctx, c)
	p.exec(`UPDATE category SET closes_at = zabuni.clock() - interval '1 minute' WHERE id = $1`, c)
	d, err := p.phones.Send("254701234567", payment.Bill(o.Number), "1500", "send")
	if err == nil || d.Refused != "C2B00012" {
		t.Errorf("%+v %v", d, err)
	}
}

// A program that begins says where it is called, though another asked a moment ago: the till may know another address, or none.
func TestATillIsToldWhereToCallAtTheBeginning(t *testing.T) {
	p := newPaybill(t)
	o := p.ordered(p.ctx, p.category("1500", "KES"))
	phones, err := daraja.Open(daraja.Options{Manual: true, Now: p.clock})
	p.must(err)
	t.Cleanup(phones.Close)
	p.gateways[payment.Mpesa], err = mpesa.New(phones.Client(p.clock))
	p.must(err)
	again := paymentsvc.New(p.db, p.gateways, p.origin, slog.New(slog.DiscardHandler))
	p.must(second(again.AskTills(p.ctx)))
	if d, err := phones.Send("254701234567", payment.Bill(o.Number), "1400", "send"); err == nil || d.Refused != "C2B00013" {
		t.Errorf("what was not asked for is taken: %+v %v", d, err)
	}
}

// A confirmation that no answer of the provider explains keeps nobody from asking what else came.
func TestAConfirmationOfNothingHidesNothing(t *testing.T) {
	p := newPaybill(t)
	o := p.ordered(p.ctx, p.category("1500", "KES"))
	if got := p.sends("send untold", payment.Bill(o.Number), "1500"); got != 303 {
		t.Fatal(got)
	}
	p.advance(40 * time.Minute)
	p.must(p.svc.Hear(p.ctx, payment.Mpesa, message("demonstration-till", []byte(`{"TransID":"FORGED0001","TransAmount":"1500.00","BusinessShortCode":"174379","BillRefNumber":"X","MSISDN":"254701234567"}`)), "203.0.113.9"))
	for range 3 {
		p.pulls()
		p.advance(11 * time.Minute)
	}
	p.expect(p.ctx, o.ID, payment.Completed, payment.Completed, "")
}

// The word on a prompt and its line come at the same moment: what was looked for before is not what is decided by.
func TestALineAndItsPromptAtTheSameMoment(t *testing.T) {
	p := newPaybill(t)
	for range 15 {
		p.actor = p.supplier()
		p.exec(`DELETE FROM rate_limit`)
		o := p.asks(p.ctx, false)
		p.presses("pay")
		done := make(chan error, 3)
		p.must(second(p.svc.AskTills(p.ctx)))
		go func() { done <- second(p.svc.SettleLines(p.ctx)) }()
		go func() { done <- second(p.svc.SettleDue(p.ctx)) }()
		go func() { done <- second(p.svc.SettleDue(p.ctx)) }()
		for range 3 {
			p.must(<-done)
		}
		p.pulls()
		p.expect(p.ctx, o.ID, payment.Completed, payment.Completed, "")
		p.wayIsEven()
	}
	if n := p.count(`SELECT count(*) FROM statement_line WHERE status NOT IN ('matched', 'explained')`); n != 0 {
		t.Errorf("%d lines wait for a person: %s", n, p.lines())
	}
}

// A till takes shillings: an order in another currency is not paid there, whatever its figures.
func TestAnOrderInAnotherCurrencyIsNotPaidByHand(t *testing.T) {
	p := newPaybill(t)
	o := p.ordered(p.ctx, p.category("1500", "USD"))
	if got := p.order(p.ctx, o.ID); got.ByHand != nil {
		t.Errorf("%+v", got.ByHand)
	}
	if d, err := p.phones.Send("254701234567", payment.Bill(o.Number), "1500", "send"); err == nil || d.Refused != "C2B00013" {
		t.Errorf("%+v %v", d, err)
	}
	p.sends("send unasked", payment.Bill(o.Number), "1500")
	p.pulls()
	if got := p.order(p.ctx, o.ID); got.Status != payment.Created || p.lines() != "open" {
		t.Errorf("%s, %s", got.Status, p.lines())
	}
}

// A page that is being paid at another provider is not beside a way to pay by hand, nor is a category that has closed.
func TestWhereNothingIsToldOfPayingByHand(t *testing.T) {
	p := newPaybill(t)
	c := p.category("1500", "KES")
	o := p.ordered(p.ctx, c)
	if p.order(p.ctx, o.ID).ByHand == nil {
		t.Fatal("nobody says how")
	}
	p.begin(p.ctx, payment.Stripe, o.ID)
	if got := p.order(p.ctx, o.ID); got.ByHand != nil {
		t.Error("two ways at once")
	}
	p.must(p.sim.Press(p.sim.Sales()[0].ID, "decline"))
	p.advance(time.Minute)
	p.asked(p.ctx)
	if got := p.order(p.ctx, o.ID); got.Status != payment.Failed || got.ByHand == nil {
		t.Errorf("%s %v", got.Status, got.ByHand)
	}
	p.exec(`UPDATE category SET closes_at = zabuni.clock() - interval '1 minute' WHERE id = $1`, c)
	if p.order(p.ctx, o.ID).ByHand != nil {
		t.Error("who pays now is given it back")
	}
}

// A till breaks off in the middle of what came.
type brokenOff struct{ *mpesa.Client }

func (b brokenOff) Came(ctx context.Context, since time.Time) ([]payment.Came, error) {
	came, err := b.Client.Came(ctx, since)
	return came, errors.Join(err, errors.New("the rest cannot be read"))
}

// What a till told before it broke off is taken, and only once.
func TestWhatATillToldBeforeItBrokeOff(t *testing.T) {
	p := newPaybill(t)
	p.gateways[payment.Mpesa] = brokenOff{p.gateways[payment.Mpesa].(*mpesa.Client)}
	o := p.ordered(p.ctx, p.category("1500", "KES"))
	p.sends("send", payment.Bill(o.Number), "1500")
	for range 3 {
		p.pulls()
		p.advance(11 * time.Minute)
	}
	p.expect(p.ctx, o.ID, payment.Completed, payment.Completed, "")
	if p.lines() != "matched" {
		t.Error(p.lines())
	}
}

// doubled tells everything twice, as pages do that move while they are read.
type doubled struct{ *mpesa.Client }

func (d doubled) Came(ctx context.Context, since time.Time) ([]payment.Came, error) {
	came, err := d.Client.Came(ctx, since)
	return append(came, came...), err
}

// What a till tells twice in one answer came once.
func TestWhatATillTellsTwiceCameOnce(t *testing.T) {
	p := newPaybill(t)
	p.gateways[payment.Mpesa] = doubled{p.gateways[payment.Mpesa].(*mpesa.Client)}
	o := p.ordered(p.ctx, p.category("1500", "KES"))
	p.sends("send", payment.Bill(o.Number), "1500")
	p.sends("send unasked", "NOBODY", "700")
	p.pulls()
	p.expect(p.ctx, o.ID, payment.Completed, payment.Completed, "")
	if p.lines() != "matched open" && p.lines() != "open matched" {
		t.Error(p.lines())
	}
}

// A question whether money may come that cannot be read, or that is about what is paid, is answered with no.
func TestAQuestionOfATillIsAnsweredWithNo(t *testing.T) {
	p := newPaybill(t)
	o := p.ordered(p.ctx, p.category("1500", "KES"))
	asks := func(body string) string {
		t.Helper()
		r, onward, err := p.svc.Reply(p.ctx, payment.Mpesa, message("demonstration-till-asks", []byte(body)))
		if err != nil || onward != "" || r.Type != "application/json" {
			t.Errorf("%+v %q %v", r, onward, err)
		}
		return string(r.Body)
	}
	question := `{"TransID":"RKTQDM7W6S","TransAmount":"1500.00","BusinessShortCode":"174379","BillRefNumber":"` + payment.Bill(o.Number) + `","MSISDN":"254701234567"}`
	if got := asks(question); got != `{"ResultCode":"0","ResultDesc":"Accepted"}` {
		t.Error(got)
	}
	for _, body := range []string{"", "null", "\x00", `{"TransID":"X"}`, "<html>"} {
		if got := asks(body); got != `{"ResultCode":"C2B00012","ResultDesc":"Rejected"}` {
			t.Errorf("%q: %s", body, got)
		}
	}
	next := p.ordered(p.ctx, p.category("100", "KES")) // the cart has both now
	if got := asks(question); got != `{"ResultCode":"C2B00012","ResultDesc":"Rejected"}` {
		t.Errorf("of an order that was replaced: %s", got)
	}
	question = strings.NewReplacer(payment.Bill(o.Number), payment.Bill(next.Number), "1500.00", "1600.00").Replace(question)
	if got := asks(question); got != `{"ResultCode":"0","ResultDesc":"Accepted"}` {
		t.Error(got)
	}
	p.sends("send unasked", payment.Bill(next.Number), "1600")
	p.pulls()
	if got := asks(question); got != `{"ResultCode":"C2B00012","ResultDesc":"Rejected"}` {
		t.Errorf("of an order that is paid: %s", got)
	}
}

// Whoever has a till's secret fills no disk, and hides no payment by it.
func TestATillThatTellsTooMuch(t *testing.T) {
	p := newPaybill(t)
	o := p.ordered(p.ctx, p.category("1500", "KES"))
	p.exec(`SELECT zabuni.take('callback-till:mpesa', 2000, 0.1)`)
	p.exec(`UPDATE rate_limit SET level = 1000000 WHERE bucket = 'callback-till:mpesa'`)
	before := p.count(`SELECT count(*) FROM payment_callback`)
	p.sends("send", payment.Bill(o.Number), "1500")
	if n := p.count(`SELECT count(*) FROM payment_callback`); n != before {
		t.Errorf("%d more are kept", n-before)
	}
	p.advance(11 * time.Minute)
	p.pulls()
	p.expect(p.ctx, o.ID, payment.Completed, payment.Completed, "")
}
