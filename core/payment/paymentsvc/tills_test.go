//go:build demo

package paymentsvc_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/simulator/daraja"
)

// A paybill is the till of M-Pesa, with what a person does at its page.
type paybill struct {
	*till
	ctx context.Context
}

func newPaybill(t *testing.T) *paybill {
	t.Helper()
	ctx, x := newTill(t, payment.Mpesa)
	p := &paybill{x, ctx}
	store, err := document.OpenFolder(t.TempDir())
	p.must(err)
	p.svc.With(paymentsvc.Desk{Documents: documentsvc.New(p.db, store)})
	p.pulls() // where messages go is told now
	return p
}

// sends pays by hand, at the simulator's page; the status is what the person reads.
func (p *paybill) sends(do, account, amount string) int {
	p.t.Helper()
	var ctx fasthttp.RequestCtx
	ctx.Request.Header.SetMethod("POST")
	ctx.Request.Header.SetContentType("application/x-www-form-urlencoded")
	ctx.Request.SetBodyString("do=" + strings.ReplaceAll(do, " ", "+") + "&phone=254701234567&account=" + account + "&amount=" + amount)
	p.phones.Handle(&ctx)
	return ctx.Response.StatusCode()
}

// pulls does what the clock asks for.
func (p *paybill) pulls() {
	p.t.Helper()
	_, err := p.svc.AskTills(p.ctx)
	p.must(err)
	for {
		n, err := p.svc.SettleLines(p.ctx)
		if p.must(err); n == 0 {
			break
		}
	}
	p.asked(p.ctx)
	p.booked()
}

// booked holds what is true of the till's books at any moment: it has what came, and whose it is not yet lies in suspense.
func (p *paybill) booked() {
	p.t.Helper()
	p.audit()
	for what, sql := range map[string]string{
		"the till is not its lines": `SELECT count(*) FROM (SELECT FROM statement_line l GROUP BY account HAVING sum(amount)
			<> (SELECT sum(e.amount) FROM ledger_entry e WHERE e.account = 'bank:' || l.account)) x`,
		"a line's suspense is not what its state says": `SELECT count(*) FROM statement_line l
			WHERE coalesce((SELECT -sum(e.amount) FROM ledger_entry e WHERE e.part = l.id::text AND e.attempt_id IS NULL AND e.account = 'suspense'), 0)
				<> CASE WHEN l.status IN ('new', 'open', 'dismissed') THEN l.amount ELSE 0 END`,
		"a way holds what the till has":     `SELECT count(*) FROM (SELECT FROM ledger_entry WHERE account = 'provider:bank' GROUP BY currency HAVING sum(amount) <> 0) x`,
		"a whole phone is kept with a line": `SELECT count(*) FROM statement_line l WHERE l::text ~ '2547\d{8}'`,
	} {
		if n := p.count(sql); n != 0 {
			p.t.Fatalf("%s: %d", what, n)
		}
	}
}

func (p *paybill) lines() string {
	p.t.Helper()
	var s string
	p.must(p.owner.QueryRow(p.ctx, `SELECT coalesce(string_agg(status, ' ' ORDER BY created_at, id), '') FROM statement_line`).Scan(&s))
	return s
}

// What a payer sends to the paybill by hand, with the number of the order as the account, pays the order, whatever is told
// of it, and is credited once.
func TestAnOrderIsPaidByHand(t *testing.T) {
	for do, wait := range map[string]time.Duration{"send": 0, "send twice": 0, "send unasked": 0, "send late": daraja.Later, "send untold": 11 * time.Minute} {
		t.Run(do, func(t *testing.T) {
			p := newPaybill(t)
			o := p.ordered(p.ctx, p.category("1500", "KES"))
			o = p.order(p.ctx, o.ID)
			if o.ByHand == nil || o.ByHand.Till != "174379" || o.ByHand.Account != strings.ReplaceAll(o.Number, "-", "") {
				t.Fatalf("%+v", o.ByHand)
			}
			if got := p.sends(do, o.ByHand.Account, "1500"); got != 303 {
				t.Fatal(got)
			}
			p.pulls()
			if wait > 0 {
				if now := p.order(p.ctx, o.ID); now.Status != payment.Created || p.lines() != "" {
					t.Fatalf("it was known before anybody told or asked: %s, %s", now.Status, p.lines())
				}
				p.advance(wait)
				p.phones.Deliver()
				p.pulls()
			}
			p.expect(p.ctx, o.ID, payment.Completed, payment.Completed, "")
			got := p.order(p.ctx, o.ID)
			if got.Attempt.Provider != payment.Mpesa || got.Attempt.Receipt != p.phones.Deposits()[0].Receipt || got.ByHand != nil {
				t.Errorf("%+v %+v", got.Attempt, got.ByHand)
			}
			for range 3 {
				p.advance(11 * time.Minute)
				p.pulls()
			}
			if p.lines() != "matched" {
				t.Error(p.lines())
			}
			if n := p.count(`SELECT count(*) FROM audit_entry WHERE action = 'payment.till.read'`); n != 1 {
				t.Errorf("%d entries", n)
			}
		})
	}
}

// However a payer types the number on a phone, it is found.
func TestTheAccountAsPayersTypeIt(t *testing.T) {
	p := newPaybill(t)
	o := p.ordered(p.ctx, p.category("700", "KES"))
	typed := strings.ToLower(strings.NewReplacer("0", "O", "1", "l").Replace(strings.TrimPrefix(o.Number, "ZB")))
	if got := p.sends("send", "zb"+strings.ReplaceAll(typed, "-", "+"), "700.00"); got != 303 {
		t.Fatal(got, typed)
	}
	p.pulls()
	p.expect(p.ctx, o.ID, payment.Completed, payment.Completed, "")
}

// What pays nothing is better never taken: a number that nobody has, an order that is paid, another amount.
func TestWhatCouldOnlyBeGivenBackIsNotTaken(t *testing.T) {
	p := newPaybill(t)
	o := p.ordered(p.ctx, p.category("1500", "KES"))
	bill := payment.Bill(o.Number)
	for _, x := range []struct{ account, amount, code string }{{"HELLO", "1500", "C2B00012"}, {bill, "1499", "C2B00013"}, {bill, "1500.50", "C2B00013"}} {
		d, err := p.phones.Send("254701234567", x.account, x.amount, "send")
		if err == nil || d.Refused != x.code {
			t.Errorf("%+v: %+v %v", x, d, err)
		}
	}
	if got := p.sends("send", "HELLO", "1500"); got != 409 { // as a person reads it
		t.Error(got)
	}
	p.sends("send", bill, "1500")
	p.pulls()
	p.expect(p.ctx, o.ID, payment.Completed, payment.Completed, "")
	if d, err := p.phones.Send("254701234567", bill, "1500", "send"); err == nil || d.Refused != "C2B00012" {
		t.Errorf("paid twice: %+v", d)
	}
	if len(p.phones.Deposits()) != 1 {
		t.Error(p.phones.Deposits())
	}
}

// Where the platform was not asked, what names nobody lies on the desk until a person finds whose it is; another amount and
// a second payment of an order are under review there.
func TestWhatNamesNobodyWaitsForAPerson(t *testing.T) {
	p := newPaybill(t)
	clerks := p.clerks(2)
	o := p.ordered(p.ctx, p.category("1500", "KES"))
	bill := payment.Bill(o.Number)
	p.sends("send unasked", "PUMPS", "1500")
	p.sends("send unasked", bill, "1000")
	p.pulls()
	if p.lines() != "open review" {
		t.Fatal(p.lines())
	}
	p.expect(p.ctx, o.ID, payment.Created, payment.Review, payment.AmountDiffers)
	var line, code string
	p.must(p.owner.QueryRow(p.ctx, `SELECT id, code FROM statement_line WHERE status = 'open'`).Scan(&line, &code))
	for i := range clerks {
		clerks[i].Privileges = append(clerks[i].Privileges, "VIEW_REPORT")
	}
	story, err := p.svc.Line(p.ctx, clerks[0], code)
	if err != nil || story.Narration != "PUMPS" || story.File != "M-Pesa 174379" || story.Held.Value.Short() != "1500" || strings.Contains(story.Payer, "254701234567") {
		t.Fatalf("%+v %v", story, err)
	}
	counts := func() paymentsvc.Queues {
		t.Helper()
		n, err := p.svc.Queues(p.ctx, clerks[0])
		p.must(err)
		return n
	}
	if n := counts(); n != (paymentsvc.Queues{Review: 1, Lines: 1}) {
		t.Errorf("%+v wait", n)
	}
	for way, want := range map[payment.Provider]int{payment.Mpesa: 1, payment.Bank: 0} {
		got, err := p.svc.Lines(p.ctx, clerks[0], paymentsvc.LineFilter{Providers: []payment.Provider{way}, Statuses: []payment.LineState{payment.LineOpen}}, "", 10)
		if err != nil || len(got.Items) != want {
			t.Errorf("%s: %d lines, %v", way, len(got.Items), err)
		}
	}
	if _, err := p.svc.Queues(p.ctx, p.actor); err == nil {
		t.Error("a supplier counts them")
	}
	proof, err := p.svc.AddEvidence(p.ctx, clerks[0], paymentsvc.File{Name: "sms.pdf", Bytes: []byte("%PDF-1.7\n%%EOF")})
	p.must(err)
	p.must(p.svc.Propose(p.ctx, clerks[0], paymentsvc.Proposal{Line: uuid.MustParse(line), Act: paymentsvc.Allocate, Target: o.Number, Reason: "The payer's message", Evidence: proof}))
	p.must(p.svc.DecideLine(p.ctx, clerks[1], uuid.MustParse(line), true))
	p.expect(p.ctx, o.ID, payment.Completed, payment.Completed, "")
	if n := counts(); n != (paymentsvc.Queues{Review: 1}) { // what was less than the order costs
		t.Errorf("%+v wait", n)
	}
	p.must(p.svc.Hear(p.ctx, payment.Mpesa, message("guessed", []byte(`{}`)), "203.0.113.9"))
	if n := counts(); n != (paymentsvc.Queues{Review: 1, Messages: 1}) {
		t.Errorf("%+v wait", n)
	}
	p.sends("send unasked", bill, "1500") // once more
	p.pulls()
	if p.lines() != "matched review review" {
		t.Error(p.lines())
	}
	if n := p.count(`SELECT count(*) FROM payment_attempt WHERE provider = 'mpesa' AND reason = 'order_paid' AND status = 'review'`); n != 1 {
		t.Errorf("%d are held", n)
	}
	// What was decided is undone by counter-entries.
	p.must(p.svc.Propose(p.ctx, clerks[0], paymentsvc.Proposal{Line: uuid.MustParse(line), Act: paymentsvc.Undo, Reason: "It was another's"}))
	p.must(p.svc.DecideLine(p.ctx, clerks[1], uuid.MustParse(line), true))
	p.booked()
	if p.lines() != "open review review" {
		t.Error(p.lines())
	}
}

// A prompt and a payment by hand for the same order: each shilling is credited once or lies in suspense, whichever is told of
// first and whatever of it is lost.
func TestAPromptAndAPaymentByHand(t *testing.T) {
	t.Run("what a prompt brought is explained", func(t *testing.T) {
		p := newPaybill(t)
		for _, do := range []string{"pay", "never"} { // with its receipt, and without
			p.actor = p.supplier()
			p.exec(`DELETE FROM rate_limit`)
			o := p.asks(p.ctx, false)
			p.presses(do)
			p.advance(time.Minute)
			p.asked(p.ctx)
			p.expect(p.ctx, o.ID, payment.Completed, payment.Completed, "")
			p.advance(11 * time.Minute)
			p.pulls()
			got := p.order(p.ctx, o.ID)
			if strings.Trim(strings.ReplaceAll(p.lines(), "explained", ""), " ") != "" || p.lines() == "" || got.Attempt.Receipt != p.phones.Prompts()[0].Receipt {
				t.Errorf("%s: %s, receipt %q", do, p.lines(), got.Attempt.Receipt)
			}
			if n := p.count(`SELECT count(*) FROM (SELECT sum(amount) FROM ledger_entry WHERE account = 'provider:mpesa' HAVING sum(amount) <> 0) x`); n != 0 {
				t.Error("the way holds what the till has")
			}
		}
	})
	t.Run("by hand while a prompt waits", func(t *testing.T) {
		p := newPaybill(t)
		o := p.asks(p.ctx, false)
		if p.order(p.ctx, o.ID).ByHand == nil {
			t.Fatal("nobody says how, while the prompt does not come")
		}
		p.sends("send", payment.Bill(o.Number), "20")
		p.pulls()
		p.expect(p.ctx, o.ID, payment.Completed, payment.Completed, "")
		p.presses("pay") // and now the phone as well
		p.advance(11 * time.Minute)
		p.pulls()
		if p.lines() != "matched review" {
			t.Fatal(p.lines())
		}
		if n := p.count(`SELECT count(*) FROM payment_attempt WHERE order_id = $1 AND status = 'review' AND reason = 'order_paid'`, o.ID); n != 1 {
			t.Errorf("%d are held", n)
		}
	})
	t.Run("by hand after a prompt was cancelled", func(t *testing.T) {
		p := newPaybill(t)
		o := p.asks(p.ctx, false)
		p.presses("cancel")
		p.asked(p.ctx)
		p.sends("send", payment.Bill(o.Number), "20")
		p.pulls()
		p.expect(p.ctx, o.ID, payment.Completed, payment.Completed, "")
		if n := p.count(`SELECT count(*) FROM payment_attempt WHERE order_id = $1 AND status = 'failed'`, o.ID); n != 1 {
			t.Error("what was cancelled is not written any more")
		}
	})
}

// Who does not know the till's secret changes nothing and has nobody asked; who knows it has Daraja asked, and nothing is
// paid by that.
func TestForgedConfirmations(t *testing.T) {
	p := newPaybill(t)
	o := p.ordered(p.ctx, p.category("1500", "KES"))
	body := `{"TransactionType":"Pay Bill","TransID":"FORGED0001","TransAmount":"1500.00","BusinessShortCode":"174379","BillRefNumber":"` + payment.Bill(o.Number) + `","MSISDN":"254701234567"}`
	hears := func(token, body string) {
		t.Helper()
		p.must(p.svc.Hear(p.ctx, payment.Mpesa, message(token, []byte(body)), "203.0.113.9"))
	}
	verdicts := func() (s string) {
		p.must(p.owner.QueryRow(p.ctx, `SELECT coalesce(string_agg(verdict, ' ' ORDER BY id), '') FROM payment_callback`).Scan(&s))
		return s
	}
	for _, token := range []string{"", "guessed", "demonstration-til", "demonstration-till2"} {
		hears(token, body)
	}
	if n := p.count(`SELECT count(*) FROM payment_callback WHERE verdict = 'heard' OR receipt <> ''`); n != 0 {
		t.Errorf("%d are taken for messages of the till", n)
	}
	p.exec(`DELETE FROM payment_callback`)
	for _, bad := range []string{"", "null", "[]", `{"TransID":"X"}`, strings.Replace(body, "1500.00", "-5", 1), strings.Replace(body, "1500.00", "1e3", 1),
		strings.Replace(body, "1500.00", "NaN", 1), strings.Replace(body, "174379", "600000", 1), strings.Replace(body, "FORGED0001", strings.Repeat("F", 41), 1), "\x00\xff"} {
		hears("demonstration-till", bad)
	}
	if got := strings.ReplaceAll(verdicts(), "unreadable", ""); strings.TrimSpace(got) != "" {
		t.Error(verdicts())
	}
	hears("demonstration-till", body)
	p.pulls()
	if got := p.order(p.ctx, o.ID); got.Status != payment.Created || p.lines() != "" {
		t.Errorf("%s %s", got.Status, p.lines())
	}
	if n := p.count(`SELECT count(*) FROM payment_callback WHERE body LIKE '%254701234567%'`); n != 0 {
		t.Errorf("%d messages hold a whole phone", n)
	}
}
