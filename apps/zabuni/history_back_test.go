package main

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
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

// aboutGoingBack are the places where disputes, payouts, statements of suppliers and compared totals are read.
var aboutGoingBack = regexp.MustCompile(`^/payments/(disputes|payouts|owed|totals|orders)|payment/(statement|orders)|mypayments/\{|^/live$`)

// Payers' banks ask back what was paid by phone: of one the provider tells its name and day, of the others nothing but
// that the money is gone. One is won by two people, one lost by a person's word and one by the provider's, one waits
// after its day. Of a fourth a letter tells, which a person enters: once for nothing, once it is so. What has closed is paid out: by two people, by one, and not at all. What suppliers, the buyer and the
// desk read of it is as it was.
func TestWhatMoneyGoesBackIsReadAsItWas(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	h := newHistory(t, p, "back")
	h.also = map[string]string{
		"order_number": "SELECT number FROM purchase_order ORDER BY id",
		"dispute_id":   "SELECT id::text FROM payment_dispute ORDER BY id",
		"payout_id":    "SELECT id::text FROM payment_payout ORDER BY id",
	}
	w := h.world
	w.Bidders = append(w.Bidders, w.Person("supplier", access.Supplier, uuid.Nil))
	h.people["s6"] = w.Bidders[5]
	staff, judge := h.people["staff"], w.Person("operator", access.Operator, h.people["staff"].Org)
	h.people["judge"] = judge
	dear := w.Publish(p, endTerms(p))
	terms := endTerms(p)
	terms.Job.Code, terms.Fee = "CHEAP", money.New(200, 0)
	cheap := w.Publish(p, terms)

	who := []string{"staff", "judge", "officer", "s1", "s2", "s6"}
	var said []string
	stage := func(title string) {
		t.Helper()
		w.React()
		h.nowOn()
		h.chapter = append(h.chapter, chapter{title: title, looks: append(said, h.everything(who, aboutGoingBack)...)})
		said = nil
	}
	send := func(who, path string, body any) {
		t.Helper()
		said = append(said, h.sends(who, http.MethodPost, path, body))
	}
	says := map[string]payment.Result{}
	w.Till.Says = func(ref string) payment.Result { return says[ref] }
	orders := make([]paymentsvc.Order, len(w.Bidders))
	hears := func(i int, r payment.Result) { // one at a time: what is heard at once is told in an order drawn by lot
		t.Helper()
		attempt := h.texts("SELECT id::text FROM payment_attempt WHERE order_id = $1", orders[i].ID)
		says["ws_CO_"+attempt[0]] = r
		h.exec("UPDATE payment_attempt SET next_ask_at = zabuni.clock() WHERE order_id = $1", orders[i].ID)
		_, err := h.Payments.SettleDue(h.ctx)
		h.must(err)
	}
	for i, s := range w.Bidders {
		if i == 4 { // a phone is asked five times an hour
			continue
		}
		of, receipt := dear, "SKL"+string(rune('1'+i))
		if i == 5 {
			of, receipt = cheap, "" // a way that tells of none
		}
		orders[i] = of.Order(s)
		of.Prompt(s, orders[i])
		hears(i, payment.Result{Outcome: payment.Paid, Code: "0", Receipt: receipt})
	}
	stage("paid")

	w.SetClock(tale.Noon.Add(time.Hour))
	due := tale.Noon.Add(5 * 24 * time.Hour)
	named := func(s payment.DisputeState) payment.Result {
		return payment.Result{Outcome: payment.Disputed, Code: "disputed", Contest: &payment.Contest{Ref: "du_1", Cause: "fraudulent", Due: due, State: s}}
	}
	hears(0, named(payment.DisputeOpen))
	for _, i := range []int{1, 2, 5} {
		hears(i, payment.Result{Outcome: payment.Disputed, Code: "reversed"})
	}
	stage("asked back")

	dispute := func(i int, step string) string {
		t.Helper()
		return "/payments/disputes/" + h.texts("SELECT id::text FROM payment_dispute WHERE order_id = $1", orders[i].ID)[0] + "/" + step + "/"
	}
	file := paymentsvc.File{Name: "advice.pdf", Bytes: []byte("%PDF-1.7\n%%EOF")}
	proof, err := h.Payments.AddEvidence(h.ctx, staff, file)
	h.must(err)
	came := map[string]any{"won": true, "why": "It came by a transfer", "evidence_id": proof}
	send("staff", dispute(0, "pack"), nil)
	send("staff", dispute(0, "access"), map[string]any{"ends": true, "why": "It was taken back"})
	send("staff", dispute(1, "access"), map[string]any{"ends": true, "why": "It was taken back"})
	send("staff", dispute(1, "access"), map[string]any{"ends": false, "why": "They will pay"})
	send("staff", dispute(1, "answer"), map[string]any{"answer": " "})
	send("staff", dispute(1, "answer"), map[string]any{"answer": "The order, its receipt and the log", "evidence_id": proof})
	send("staff", dispute(1, "end"), map[string]any{"won": true, "why": "It came by a transfer"})
	send("staff", dispute(1, "end"), came)
	send("staff", dispute(1, "decision"), map[string]any{"approve": true})
	send("staff", dispute(5, "end"), map[string]any{"won": false, "why": "So little is not worth it"})
	hears(0, named(payment.DisputeAnswered))
	stage("answered")
	send("judge", dispute(1, "decision"), map[string]any{"approve": false})
	stage("it goes on")
	w.SetClock(tale.Noon.Add(2 * time.Hour))
	h.nowOn()
	send("judge", dispute(1, "end"), came)
	send("staff", dispute(1, "decision"), map[string]any{"approve": true})
	hears(0, named(payment.DisputeLost))
	stage("won and lost")

	letter := func(change ...string) {
		t.Helper()
		in := map[string]any{"claimant": "Safaricom, disputes", "cause": "The payer does not know the payment", "provider_ref": "CB-77", "due_on": due.Format(time.DateOnly), "evidence_id": proof}
		for i := 0; i < len(change); i += 2 {
			in[change[i]] = change[i+1]
		}
		send("staff", "/payments/orders/"+orders[3].Number+"/disputes/", in)
	}
	newest := func(who, step string, body any) {
		t.Helper()
		send(who, "/payments/disputes/"+h.texts("SELECT id::text FROM payment_dispute ORDER BY id DESC LIMIT 1")[0]+"/"+step+"/", body)
	}
	letter("claimant", " ", "cause", "", "due_on", "2020-01-01")
	letter("due_on", "2020-01-01")
	letter()
	letter("cause", "Once more")
	newest("staff", "decision", map[string]any{"approve": true})
	stage("a letter tells of a dispute")
	newest("judge", "decision", map[string]any{"approve": false})
	stage("it is none")
	letter("cause", "Another letter", "provider_ref", "CB-78")
	newest("judge", "decision", map[string]any{"approve": true})
	letter("cause", "What is gone")
	stage("it is one after all")
	newest("staff", "end", came)
	newest("judge", "decision", map[string]any{"approve": true})
	stage("its money came again")

	w.SetClock(dear.Closes.Add(5 * 24 * time.Hour))
	_, err = h.Sourcing.CloseDue(h.ctx)
	h.must(err)
	h.nowOn()
	stage("closed, and nobody has answered")
	if proof, err = h.Payments.AddEvidence(h.ctx, staff, file); err != nil {
		t.Fatal(err)
	}
	pay := func(amount, reference, note string) {
		t.Helper()
		in := map[string]any{"buyer_id": w.Officer.Org, "currency": "KES", "amount": amount, "reference": reference, "paid_on": "2026-11-30", "evidence_id": proof}
		if note != "" {
			in["note"] = note
		}
		send("staff", "/payments/payouts/", in)
	}
	decide := func(reference string, approve bool) {
		t.Helper()
		id := h.texts("SELECT id::text FROM payment_payout WHERE reference = $1", reference)[0]
		send("judge", "/payments/payouts/"+id+"/decision/", map[string]any{"approve": approve})
	}
	pay("900", "FT-1", "By RTGS")
	pay("100", "FT-2", "") // so little that one person is enough
	pay("400", "FT-3", "To the old account")
	decide("FT-3", false)
	pay("500", "FT-4", "")
	pay("500", "FT-4", "Twice")
	pay("9999", "FT-5", "More than is due")
	decide("FT-1", true)
	_, err = h.Payments.CompareTotals(h.ctx)
	h.must(err)
	stage("paid out")
	if got := strings.Join(h.texts("SELECT status FROM payment_dispute ORDER BY id"), " "); got != "lost won open lost refused won" {
		t.Errorf("disputes are %s", got)
	}
	if got := strings.Join(h.texts("SELECT status FROM payment_payout ORDER BY id"), " "); got != "done done refused asked" {
		t.Errorf("payouts are %s", got)
	}
	compareKept(t, filepath.Join("testdata", "ends", "back.gz"), h.told())
}
