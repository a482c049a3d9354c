package main

import (
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// aboutTransfers are the places where transfers and statements are read.
var aboutTransfers = regexp.MustCompile(`^/payments/(accounts|statements|lines|refunds|receipts|review|resolutions|attempts/|orders|\{)|payment/orders|payment/receipts|mypayments/\{|^/live$`)

// sends is what somebody does at an address, with the answer.
func (h *history) sends(who, method, path string, body any) string {
	h.Helper()
	p, app := h.as(who)
	a := h.send(p, app, method, path, body)
	title := fmt.Sprintf("%s sends %s %s: %d %s", who, method, path, a.status, a.code)
	if !strings.Contains(a.kind, "json") {
		return title
	}
	return title + "\n" + a.body
}

// statementOf writes a statement as a bank does: opening and closing balance, and lines of amount, words.
func statementOf(account, currency string, number int, opening int64, lines ...string) []byte {
	var s strings.Builder
	fmt.Fprintf(&s, ":20:S%d\n:25:%s\n:28C:%d/1\n:60F:C261123%s%d,00\n", number, account, number, currency, opening)
	for i, l := range lines {
		var value int64
		first, words, _ := strings.Cut(l, " ")
		fmt.Sscan(first, &value)
		opening += value
		mark := "C"
		switch {
		case strings.HasPrefix(words, "REVERSAL"):
			mark, value = "RC", -value
		case value < 0:
			mark, value = "D", -value
		}
		fmt.Fprintf(&s, ":61:2611231123%s%d,00NTRFNONREF//F%d-%d\n", mark, value, number, i)
		if words != "" {
			fmt.Fprintf(&s, ":86:%s\n", words)
		}
	}
	fmt.Fprintf(&s, ":62F:C261123%s%d,00\n", currency, opening)
	return []byte(s.String())
}

// Suppliers pay by their banks: exactly, too little, without the number, for two at once, after the
// money of somebody else. Statements come as a bank writes them and as tables, one after the other
// and with one missing between; two people decide about the lines, one about what is little. What the
// payers and the desk read of it, and what a check of each file says, is as it was.
func TestWhatBanksTellIsReadAsItWas(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	h := newHistory(t, p, "bank")
	h.also = map[string]string{
		"order_number":  "SELECT number FROM purchase_order ORDER BY id",
		"cart_code":     "SELECT cart_code FROM purchase_order ORDER BY id",
		"line_code":     "SELECT code FROM statement_line ORDER BY id",
		"attempt_id":    "SELECT id::text FROM payment_attempt ORDER BY id",
		"resolution_id": "SELECT id::text FROM payment_resolution ORDER BY id",
		"refund_id":     "SELECT id::text FROM payment_refund ORDER BY id",
		"receipt_id":    "SELECT id::text FROM payment_paper ORDER BY id",
		"way":           "SELECT 'bank'",
	}
	w := h.world
	w.Bidders = append(w.Bidders, w.Person("supplier", access.Supplier, uuid.Nil))
	h.people["s6"] = w.Bidders[5]
	judge := w.Person("operator", access.Operator, h.people["staff"].Org)
	h.people["judge"] = judge
	h.exec("UPDATE company SET name = 'Jamii Supplies Limited' WHERE id = $1", w.Bidders[2].Org)

	dear := w.Publish(p, endTerms(p))
	terms := endTerms(p)
	terms.Job.Code, terms.Fee = "CHEAP", money.New(200, 0)
	cheap := w.Publish(p, terms)
	who := []string{"staff", "judge", "s1", "s2", "s3", "s6"}
	var said []string
	stage := func(title string) {
		t.Helper()
		w.React()
		h.nowOn()
		h.chapter = append(h.chapter, chapter{title: title, looks: append(said, h.everything(who, aboutTransfers)...)})
		said = nil
	}
	each := func(path string, names []string) {
		t.Helper()
		for _, name := range names {
			said = append(said, h.read("staff", strings.Replace(path, "{}", name, 1)))
		}
	}
	send := func(who, method, path string, body any) {
		t.Helper()
		said = append(said, h.sends(who, method, path, body))
	}
	orders := make([]paymentsvc.Order, len(w.Bidders))
	for i, s := range w.Bidders {
		of := dear
		if i == 5 {
			of = cheap
		}
		orders[i] = of.Order(s)
		if i < 3 || i == 5 {
			_, err := h.Payments.PayByBank(h.ctx, s, paymentsvc.Pay{Order: orders[i].ID, Key: "by bank " + orders[i].ID.String()})
			h.must(err)
		}
	}
	of := func(i int) string { return orders[i].Number }
	slip := []byte("%PDF-1.7\n%%EOF")
	send("s1", http.MethodPost, "/supplier/payment/orders/"+orders[0].ID.String()+"/slips/?file_name=slip.pdf", slip)
	stage("what to tell the bank")

	const kes, usd = "kes-1180234567", "usd-0042"
	take := func(account, name string, file []byte) paymentsvc.Plan {
		t.Helper()
		send("staff", http.MethodPost, "/payments/statements/"+account+"/check/?file_name="+url.QueryEscape(name), file)
		plan, err := h.Payments.CheckStatement(h.ctx, h.people["staff"], account, paymentsvc.File{Name: name, Bytes: file})
		h.must(err)
		return plan
	}
	taken := func(account string, plan paymentsvc.Plan) {
		t.Helper()
		plan, err := h.Payments.PlanOf(h.ctx, h.people["staff"], account, plan.Upload)
		h.must(err)
		h.must(pg.InTx(h.ctx, h.DB, func(tx pg.Tx) error { return h.Payments.ImportStatement(h.ctx, tx, h.people["staff"], plan) }))
	}
	settle := func() {
		t.Helper()
		_, err := h.Payments.SettleLines(h.ctx)
		h.must(err)
	}
	taken(kes, take(kes, "first.sta", statementOf("118 023 4567", "KES", 1, 5000,
		"1000 EFT "+of(0), "900 RTGS "+of(1), "1000 TRANSFER JAMII SUPPLIES", "250 CASH", "-350 LEDGER FEE", "20 "+of(1)+" "+of(2), "77", "150 "+of(5))))
	stage("imported")
	settle()
	stage("looked at")

	taken(kes, take(kes, "third.sta", statementOf("1180234567", "KES", 3, 9999, "-1000 REVERSAL "+of(0), "12 CASH")))
	table := []byte("Date,Details,Credit,Debit,Payer\n01/11/2026," + of(3) + ",1000.00,,Simba\n02/11/2026,x,abc,,\n03/11/2026,CHEQUE,40.00,,\n")
	plan := take(kes, "kcb.csv", table)
	columns := map[string]any{"layout": map[string]any{"head": 1, "day": 1, "amount": 0, "in": 3, "out": 4, "reference": 0, "narration": 2, "more": 0, "payer": 5, "balance": 0, "days": "dmy", "comma": false}}
	send("staff", http.MethodPut, "/payments/statements/"+kes+"/uploads/"+plan.Upload.String()+"/layout/", columns)
	taken(kes, plan)
	plan = take(usd, "usd.csv", []byte("Date;Details;Amount;Reference\n2026-11-20;FEES;1.250,50;R1\n2026-11-21;CHARGE;-1.250,50;R2\n"))
	columns = map[string]any{"layout": map[string]any{"head": 1, "day": 1, "amount": 3, "in": 0, "out": 0, "reference": 4, "narration": 2, "more": 0, "payer": 0, "balance": 0, "days": "ymd", "comma": true}}
	send("staff", http.MethodPut, "/payments/statements/"+usd+"/uploads/"+plan.Upload.String()+"/layout/", columns)
	taken(usd, plan)
	settle()
	each("/payments/lines/{}/", h.texts("SELECT code FROM statement_line ORDER BY id"))
	each("/payments/orders/{}/", []string{of(5)})
	stage("a statement is missing, and tables")

	line := func(words string) (id string) {
		t.Helper()
		h.must(h.owner.QueryRow(h.ctx, "SELECT id::text FROM statement_line WHERE narration = $1", words).Scan(&id))
		return id
	}
	var less uuid.UUID
	h.must(h.owner.QueryRow(h.ctx, "SELECT attempt_id FROM statement_line WHERE narration = $1", "RTGS "+of(1)).Scan(&less))
	proof, err := h.Payments.AddEvidence(h.ctx, h.people["staff"], paymentsvc.File{Name: "advice.pdf", Bytes: slip})
	h.must(err)
	propose := func(words, act, number string) {
		t.Helper()
		in := map[string]any{"act": act, "reason": "Looked at"}
		if number != "" {
			in["order_number"], in["evidence_id"] = number, proof
		}
		send("staff", http.MethodPost, "/payments/lines/"+line(words)+"/proposal/", in)
	}
	propose("TRANSFER JAMII SUPPLIES", "allocate", of(2))
	propose("CASH", "dismiss", "")
	h.must(h.Payments.Propose(h.ctx, h.people["staff"], paymentsvc.Proposal{Attempt: less, Act: paymentsvc.AskRest, Reason: "A hundred is missing"}))
	stage("proposed")
	send("judge", http.MethodPost, "/payments/lines/"+line("TRANSFER JAMII SUPPLIES")+"/decision/", map[string]any{"approve": true})
	stage("decided")

	refund := func() (id string) {
		t.Helper()
		h.must(h.owner.QueryRow(h.ctx, "SELECT id::text FROM payment_refund ORDER BY id DESC LIMIT 1").Scan(&id))
		return id
	}
	ask := func(i int, ends bool, amount string) {
		t.Helper()
		in := map[string]any{"reason": "It was called off", "ends": ends}
		if amount != "" {
			in["lines"] = []any{map[string]any{"category_id": orders[i].Lines[0].Category, "amount": amount}}
		}
		send("staff", http.MethodPost, "/payments/orders/"+of(i)+"/refunds/", in)
	}
	refunds := func() { each("/payments/refunds/{}/", h.texts("SELECT id::text FROM payment_refund ORDER BY id")) }
	ask(2, true, "")
	refunds()
	stage("a refund waits")
	send("judge", http.MethodPost, "/payments/refunds/"+refund()+"/decision/", map[string]any{"approve": true})
	stage("a refund is owed")
	send("staff", http.MethodPost, "/payments/refunds/"+refund()+"/end/", map[string]any{"paid": true, "reference": "FT-77", "evidence_id": proof})
	ask(3, false, "600.50")
	send("judge", http.MethodPost, "/payments/refunds/"+refund()+"/decision/", map[string]any{"approve": false})
	ask(3, false, "100.25")
	send("staff", http.MethodPost, "/payments/refunds/"+refund()+"/end/", map[string]any{"paid": false, "why": "The account is closed", "evidence_id": proof})
	ask(3, false, "9999")
	refunds()
	each("/payments/orders/{}/", []string{of(3)})
	said = append(said, h.read("s3", "/supplier/mypayments/"))
	stage("the end")
	if got := h.texts("SELECT DISTINCT status FROM statement_line ORDER BY status"); strings.Join(got, " ") != "dismissed matched open out review" {
		t.Errorf("lines are %v", got)
	}
	if n := h.texts("SELECT id::text FROM purchase_order WHERE status = 'completed'"); len(n) != 3 {
		t.Errorf("%d orders are paid", len(n))
	}
	compareKept(t, filepath.Join("testdata", "ends", "bank.gz"), h.told())
}
