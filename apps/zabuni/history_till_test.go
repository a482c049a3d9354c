package main

import (
	"context"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/google/uuid"

	tale "zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/sourcing"
)

// A counter is a till to which payers also send money by hand; nothing comes to it here.
type (
	prompts = tale.Till
	counter struct{ *prompts }
)

func (counter) Till() payment.Till                 { return payment.Till{Number: "4077001", Currency: "KES"} }
func (counter) Call(context.Context, string) error { return nil }
func (counter) Notice(payment.Message) (payment.Notice, bool, error) {
	return payment.Notice{}, false, nil
}
func (counter) Say(payment.Word) payment.Reply                          { return payment.Reply{} }
func (counter) Came(context.Context, time.Time) ([]payment.Came, error) { return nil, nil }

// aboutMoney are the places where payments are read.
var aboutMoney = regexp.MustCompile(`payment|/cart/|^/live|/category/`)

// What may become of money: it is paid, refused, less than was asked, heard of no more,
// brought with a receipt that pays another order, and sent by somebody unknown; two people
// decide on what lies in suspense, and some of it goes back. Whatever suppliers and the
// desk of payments read on the way is as it was.
func TestWhatMoneyLeavesIsReadAsItWas(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	h := newHistory(t, p, "till")
	h.also = map[string]string{
		"order_number": "SELECT number FROM purchase_order ORDER BY id",
		"cart_code":    "SELECT cart_code FROM purchase_order ORDER BY id",
		"way":          "SELECT 'mpesa'",
	}
	w := h.world
	w.Bidders = append(w.Bidders, w.Person("supplier", access.Supplier, uuid.Nil))
	h.people["s6"] = w.Bidders[5]
	judge := w.Person("operator", access.Operator, h.people["staff"].Org)
	h.people["judge"] = judge
	c := w.Publish(p, endTerms(p))
	who := []string{"staff", "judge", "s1", "s2", "s3", "s4", "s5", "s6"}
	stage := func(title string) {
		t.Helper()
		w.React()
		h.nowOn()
		h.chapter = append(h.chapter, chapter{title: title, looks: h.everything(who, aboutMoney)})
	}
	attempt := func(s access.Actor) (id uuid.UUID) {
		t.Helper()
		h.must(h.owner.QueryRow(h.ctx, "SELECT id FROM payment_attempt WHERE supplier_id = $1 ORDER BY id DESC LIMIT 1", s.Org).Scan(&id))
		return id
	}
	less := money.Amount{Value: money.New(900, 0), Currency: "KES"}
	says := map[string]payment.Result{}
	h.Gateways[payment.Mpesa] = counter{w.Till}
	w.Till.Says = func(ref string) payment.Result { return says[ref] }
	orders := make([]paymentsvc.Order, len(w.Bidders))
	for i, s := range w.Bidders {
		orders[i] = c.Order(s)
		if i >= 4 {
			continue // one pays later, one never
		}
		c.Prompt(s, orders[i])
		says["ws_CO_"+attempt(s).String()] = []payment.Result{
			{Outcome: payment.Paid, Code: "0", Receipt: "SKL1"},
			{Outcome: payment.NotPaid, Reason: payment.ByPayer, Code: "1032"},
			{Outcome: payment.Paid, Code: "0", Receipt: "SKL3", Amount: &less},
			{Outcome: payment.Waiting},
		}[i]
	}
	h.must(h.Payments.Hear(h.ctx, payment.Mpesa, payment.Message{Method: "POST", Token: "nobodys", Body: []byte(`{"Body": 1}`)}, "192.0.2.0/24"))
	stage("asked")
	settle := func() {
		t.Helper()
		_, err := h.Payments.SettleDue(h.ctx)
		h.must(err)
	}
	w.SetClock(tale.Noon.Add(time.Minute))
	settle()
	stage("answered")
	c.Prompt(w.Bidders[4], orders[4])
	says["ws_CO_"+attempt(w.Bidders[4]).String()] = payment.Result{Outcome: payment.Paid, Code: "0", Receipt: "SKL1"}
	w.SetClock(tale.Noon.Add(10 * time.Minute))
	settle()
	stage("waited for")
	propose := func(s access.Actor, act paymentsvc.Act, why string) {
		t.Helper()
		h.must(h.Payments.Propose(h.ctx, h.people["staff"], paymentsvc.Proposal{Attempt: attempt(s), Act: act, Reason: why}))
	}
	slip, err := h.Payments.AddEvidence(h.ctx, h.people["staff"], paymentsvc.File{Name: "slip.pdf", Bytes: []byte("%PDF-1.7\n%%EOF")})
	h.must(err)
	w.Is(h.Payments.Propose(h.ctx, h.people["staff"], paymentsvc.Proposal{Attempt: attempt(w.Bidders[2]), Act: paymentsvc.Match, Reason: "Nearly", Evidence: slip}), payment.NoMatch)
	propose(w.Bidders[2], paymentsvc.Dismiss, "A hundred is missing")
	propose(w.Bidders[4], paymentsvc.Dismiss, "It is another's receipt")
	stage("proposed")
	h.must(h.Payments.Decide(h.ctx, judge, attempt(w.Bidders[2]), true))
	h.must(h.Payments.Decide(h.ctx, judge, attempt(w.Bidders[4]), false))
	c.Prompt(w.Bidders[1], orders[1])
	says["ws_CO_"+attempt(w.Bidders[1]).String()] = payment.Result{Outcome: payment.Paid, Code: "0", Receipt: "SKL2"}
	w.SetClock(tale.Noon.Add(20 * time.Minute))
	settle()
	stage("decided")
	w.SetClock(c.Closes.Add(time.Minute)) // what comes late is found, and pays nothing any more
	says["ws_CO_"+attempt(w.Bidders[3]).String()] = payment.Result{Outcome: payment.Paid, Code: "0", Receipt: "SKL4"}
	settle()
	stage("the end")
	compareKept(t, filepath.Join("testdata", "ends", "till.gz"), h.told())
}
