//go:build demo

package paymentsvc_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/payment/statement"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pg"
)

// What to tell the bank is told; the statement alone says that it came.
func TestAnOrderIsPaidByATransfer(t *testing.T) {
	ctx, b := withBank(t)
	o := b.transferring(ctx, "2500")
	if o.Status != payment.Processing || o.Transfer == nil || o.Transfer.Account.Number != "118 023 4567" || o.Next.Kind != payment.Transfer {
		t.Fatalf("%+v", o)
	}
	if until := o.Transfer.Until; until.Before(time.Now().Add(6*24*time.Hour)) || until.After(time.Now().Add(8*24*time.Hour)) {
		t.Errorf("held until %s", until)
	}
	b.settle(ctx) // nobody is asked, and nothing changes
	b.expect(ctx, o.ID, payment.Processing, payment.Processing, "")
	p := b.imported(ctx, mt940(1, "2500 "+strings.ToLower(strings.ReplaceAll(o.Number, "-", ""))+" fees", "-10 LEDGER FEE"))
	if n := p.Counts(); n["match"] != 1 || n["out"] != 1 || p.Gap {
		t.Errorf("%+v", n)
	}
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	if got := b.order(ctx, o.ID); got.Transfer != nil || !strings.HasPrefix(got.Attempt.Receipt, "ST-") {
		t.Errorf("%+v", got.Attempt)
	}
	if b.states() != "matched out" {
		t.Error(b.states())
	}
	got, err := b.svc.Statements(ctx, b.two, paymentsvc.StatementFilter{}, "", 20)
	if err != nil || len(got.Items) != 1 || got.Items[0].Lines != 2 || got.Items[0].Matched != 1 || got.Items[0].Closing.Short() != "3490" {
		t.Errorf("%+v %v", got, err)
	}
}

// The same file, one that overlaps, and the same lines in another format leave each line once,
// however many are imported at the same moment.
func TestALineIsImportedOnce(t *testing.T) {
	ctx, b := withBank(t)
	o := b.transferring(ctx, "700")
	file := mt940(1, "700 "+o.Number, "300 CASH")
	b.imported(ctx, file)
	_, err := b.take(ctx, file)
	is(t, err, payment.NothingNew)
	p := b.imported(ctx, mt940(2, "700 F1-0|"+o.Number, "300 F1-1|CASH", "45 MORE"))
	if n := p.Counts(); n["known"] != 2 || n["open"] != 1 || !strings.Contains(b.states(), "matched") {
		t.Errorf("%+v %s", n, b.states())
	}
	camt := `<Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>1180234567</Id></Othr></Id><Ccy>KES</Ccy></Acct><Ntry><Amt Ccy="KES">700</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-24</Dt></BookgDt><AcctSvcrRef>F1-0</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt></Document>`
	for _, day := range []string{"2026-11-24", "2026-11-27"} { // banks book the same again on another day
		_, err = b.take(ctx, []byte(strings.ReplaceAll(camt, "2026-11-24", day)))
		is(t, err, payment.NothingNew)
	}

	var plan paymentsvc.Plan
	plan, err = b.svc.CheckStatement(ctx, b.one, kesAccount, paymentsvc.File{Name: "x.sta", Bytes: mt940(3, "11 A", "12 B")})
	if err != nil {
		t.Fatal(err)
	}
	var at sync.WaitGroup
	done := make([]error, 4)
	for i := range done {
		at.Go(func() {
			done[i] = pg.InTx(ctx, b.db, func(tx pg.Tx) error { return b.svc.ImportStatement(ctx, tx, b.one, plan) })
		})
	}
	at.Wait()
	good := 0
	for _, err := range done {
		if err == nil {
			good++
		} else if !errors.Is(err, payment.NothingNew) {
			t.Error(err)
		}
	}
	if n := b.count(`SELECT count(*) FROM statement_line`); good != 1 || n != 5 {
		t.Errorf("%d imported it, %d lines", good, n)
	}
	var settling sync.WaitGroup
	for range 4 {
		settling.Go(func() {
			if _, err := b.svc.SettleLines(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	settling.Wait()
	b.balanced()
}

// What is not exact is a person's: another amount, a second time, two numbers, no number.
func TestWhatIsNotExactIsAPersons(t *testing.T) {
	ctx, b := withBank(t)
	less := b.transferring(ctx, "500")
	b.another()
	twice := b.transferring(ctx, "600")
	b.another()
	named := b.transferring(ctx, "800")
	b.exec(`UPDATE company SET name = 'Jamii Supplies Limited' WHERE id = $1`, b.actor.Org)
	b.exec(`UPDATE purchase_order SET created_at = '2026-11-24 08:00Z' WHERE id = $1`, named.ID)
	p := b.imported(ctx, mt940(1, "499 "+less.Number, "600 "+twice.Number, "601 "+twice.Number, "800 SALARY JAMII SUPPLIES", "800 FROM SOMEBODY", "9 "+less.Number+" "+twice.Number))
	if n := p.Counts(); n["review"] != 2 || n["match"] != 1 || n["suggest"] != 2 || n["open"] != 1 {
		t.Errorf("%+v", n)
	}
	if got := b.states(); got != "review matched review open open open" {
		t.Errorf("%q", got)
	}
	l := b.line(ctx, payment.LineOpen)
	lines, err := b.svc.Lines(ctx, b.two, paymentsvc.LineFilter{Search: "SALARY"}, "", 20)
	if err != nil || len(lines.Items) != 1 || lines.Items[0].Hint != named.Number {
		t.Errorf("%+v %v", lines, err)
	}
	one, err := b.svc.Line(ctx, b.two, lines.Items[0].Code)
	if err != nil || one.Held.Value.Short() != "800" || len(one.Candidates) != 1 || one.Candidates[0].Number != named.Number {
		t.Errorf("%+v %v", one, err)
	}

	// Without a document nothing is let to pay. Two people let it pay the order that it could be of.
	is(t, b.propose(ctx, paymentsvc.Proposal{Line: lines.Items[0].ID, Act: paymentsvc.Allocate}), fault.Invalid)
	is(t, b.propose(ctx, paymentsvc.Proposal{Line: lines.Items[0].ID, Act: paymentsvc.Allocate, Target: "ZB-0000-0000"}), fault.Invalid)
	give := paymentsvc.Proposal{Line: lines.Items[0].ID, Act: paymentsvc.Allocate, Target: named.Number, Reason: "Looked at"}
	is(t, b.svc.Propose(ctx, b.one, give), fault.Invalid)
	b.must(b.propose(ctx, give))
	is(t, b.propose(ctx, give), payment.Proposed)
	is(t, b.svc.DecideLine(ctx, b.one, give.Line, true), payment.SecondPerson)
	stale := b.two
	stale.Confirmed = time.Now().Add(-time.Hour)
	is(t, b.svc.DecideLine(ctx, stale, give.Line, true), fault.StepUp)
	b.must(b.svc.DecideLine(ctx, b.two, give.Line, true))
	b.balanced()
	b.expect(ctx, named.ID, payment.Completed, payment.Completed, "")
	is(t, b.propose(ctx, give), payment.LineDone)

	// The other is nobody's, and that is undone again.
	b.must(b.propose(ctx, paymentsvc.Proposal{Line: l.ID, Act: paymentsvc.Dismiss}))
	b.must(b.svc.DecideLine(ctx, b.two, l.ID, false))
	b.must(b.propose(ctx, paymentsvc.Proposal{Line: l.ID, Act: paymentsvc.Dismiss}))
	b.must(b.svc.DecideLine(ctx, b.two, l.ID, true))
	b.balanced()
	b.must(b.propose(ctx, paymentsvc.Proposal{Line: l.ID, Act: paymentsvc.Undo}))
	b.must(b.svc.DecideLine(ctx, b.two, l.ID, true))
	b.balanced()
	is(t, b.propose(ctx, paymentsvc.Proposal{Line: l.ID, Act: paymentsvc.Undo}), payment.NotUndone)
}

// What came in parts pays its order together; what is missing is asked for.
func TestTheRestIsAskedFor(t *testing.T) {
	ctx, b := withBank(t)
	o := b.transferring(ctx, "500")
	b.imported(ctx, mt940(1, "300 "+o.Number))
	b.expect(ctx, o.ID, payment.Failed, payment.Review, payment.AmountDiffers)
	first := b.order(ctx, o.ID).Attempt.ID
	is(t, b.propose(ctx, paymentsvc.Proposal{Attempt: first, Act: paymentsvc.Match}), payment.NoMatch)
	b.must(b.propose(ctx, paymentsvc.Proposal{Attempt: first, Act: paymentsvc.AskRest})) // moves nothing: one person does
	if n := b.count(`SELECT count(*) FROM outbox WHERE subject = 'zabuni.payment.rest.asked' AND payload::text LIKE '%200%'`); n != 1 {
		t.Errorf("%d were asked", n)
	}
	b.imported(ctx, mt940(2, "200 the rest of "+o.Number))
	is(t, b.propose(ctx, paymentsvc.Proposal{Attempt: first, Act: paymentsvc.AskRest}), payment.NothingMissing)
	b.must(b.propose(ctx, paymentsvc.Proposal{Attempt: first, Act: paymentsvc.Match}))
	b.must(b.svc.Decide(ctx, b.two, first, true))
	b.balanced()
	if got := b.order(ctx, o.ID); got.Status != payment.Completed {
		t.Errorf("%s", got.Status)
	}
	if n := b.count(`SELECT count(*) FROM payment_attempt WHERE order_id = $1 AND status = 'completed'`, o.ID); n != 1 {
		t.Errorf("%d completed", n)
	}
}

// Money that came for one order and pays another is booked once.
func TestMoneyOfOneOrderPaysAnother(t *testing.T) {
	ctx, b := withBank(t)
	wrong := b.transferring(ctx, "500")
	b.another()
	right := b.ordered(ctx, b.category("450", "KES")) // nobody has tried to pay it
	b.imported(ctx, mt940(1, "450 "+wrong.Number))
	line := b.line(ctx, payment.LineReview)
	var attempt uuid.UUID
	if err := b.owner.QueryRow(ctx, `SELECT attempt_id FROM statement_line`).Scan(&attempt); err != nil {
		t.Fatal(err)
	}
	give := paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Allocate, Target: right.Number}
	b.must(b.propose(ctx, give))
	b.must(b.svc.Decide(ctx, b.two, attempt, true))
	b.balanced()
	b.expect(ctx, right.ID, payment.Completed, payment.Completed, "")
	is(t, b.propose(ctx, give), payment.NotInReview)

	// Undone, it is nobody's again, and the order's completion has its counter-entry beside it.
	b.must(b.propose(ctx, paymentsvc.Proposal{Line: line.ID, Act: paymentsvc.Undo}))
	b.must(b.svc.DecideLine(ctx, b.two, line.ID, true))
	b.balanced()
	if n := b.count(`SELECT count(*) FROM payment_reversal WHERE kind = 'undone' AND order_id = $1`, right.ID); n != 1 || b.states() != "open" {
		t.Errorf("%d undone, %s", n, b.states())
	}
	if n := b.count(`SELECT count(*) FROM ledger_entry WHERE account LIKE 'buyer:%' GROUP BY account HAVING sum(amount) = 0`); n != 2 {
		t.Errorf("the buyer keeps something: %d", n)
	}
}

// What the bank takes back goes back from where it was booked, once.
func TestTheBankTakesALineBack(t *testing.T) {
	ctx, b := withBank(t)
	o := b.transferring(ctx, "500")
	b.imported(ctx, mt940(1, "500 "+o.Number))
	b.imported(ctx, mt940(2, "-500 REVERSAL "+o.Number, "-40 REVERSAL OF SOMETHING"))
	if b.states() != "matched matched open" {
		t.Error(b.states())
	}
	if n := b.count(`SELECT count(*) FROM payment_reversal WHERE kind = 'reversed' AND amount = 500`); n != 1 {
		t.Errorf("%d reversals", n)
	}
	is(t, b.propose(ctx, paymentsvc.Proposal{Line: b.line(ctx, payment.LineOpen).ID, Act: paymentsvc.Allocate, Target: o.Number}), payment.LineOutgoing)
	came, err := b.svc.Lines(ctx, b.one, paymentsvc.LineFilter{Search: "F1-0"}, "", 20)
	b.must(err)
	if len(came.Items) != 1 {
		t.Fatalf("%+v", came.Items)
	}
	b.must(b.propose(ctx, paymentsvc.Proposal{Line: came.Items[0].ID, Act: paymentsvc.Undo}))
	is(t, b.svc.DecideLine(ctx, b.two, came.Items[0].ID, true), payment.NotUndone) // what the bank has is not there to be taken back
	b.balanced()
}

// Shillings that name an order of dollars are a person's to look at, and pay nothing.
func TestALineOfAnotherCurrencyPaysNothing(t *testing.T) {
	ctx, b := withBank(t)
	o := b.ordered(ctx, b.category("500", "USD"))
	b.imported(ctx, mt940(1, "500 "+o.Number))
	if got := b.states(); got != "open" {
		t.Error(got)
	}
	if got := b.order(ctx, o.ID); got.Attempt != nil || got.Status != payment.Created {
		t.Errorf("%s %+v", got.Status, got.Attempt)
	}
}

// The money of a payment by another way is known by its receipt when it reaches the account.
func TestALineBringsTheMoneyOfAnotherWay(t *testing.T) {
	ctx, b := withBank(t)
	o, c := b.paying(ctx, b.category("900", "KES"))
	b.mpesa.says(ref(c), payment.Result{Outcome: payment.Paid, Code: "0", Receipt: "SKJ7XAMPLE9"})
	b.settle(ctx)
	b.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	p := b.imported(ctx, mt940(1, "899 MPESA SKJ7XAMPLE9", "900 MPESA SKJ7XAMPLE9 "+o.Number, "900 MPESA SKJ7XAMPLE9"))
	if n := p.Counts(); n["explain"] != 1 || n["open"] != 2 { // another amount is other money
		t.Errorf("%+v", n)
	}
	if n := b.count(`SELECT count(*) FROM ledger_entry WHERE account = 'provider:mpesa' GROUP BY account HAVING sum(amount) = 0`); n != 2 {
		t.Errorf("M-Pesa holds it still: %d", n)
	}
	if p := b.imported(ctx, mt940(2, "900 MPESA SKJ7XAMPLE9 AGAIN")); p.Counts()["open"] != 1 { // its money has come already
		t.Errorf("%+v", p.Counts())
	}
	l := b.line(ctx, payment.LineExplained)
	b.must(b.propose(ctx, paymentsvc.Proposal{Line: l.ID, Act: paymentsvc.Undo}))
	b.must(b.svc.DecideLine(ctx, b.two, l.ID, true))
	b.balanced()
}

// Money pays no order of another currency, whoever says so.
func TestALineIsNotAllocatedToAnotherCurrency(t *testing.T) {
	ctx, b := withBank(t)
	o := b.ordered(ctx, b.category("500", "USD"))
	b.imported(ctx, mt940(1, "500 CASH"))
	l := b.line(ctx, payment.LineOpen)
	is(t, b.propose(ctx, paymentsvc.Proposal{Line: l.ID, Act: paymentsvc.Allocate, Target: o.Number}), payment.OrderCurrency)
	if got := b.order(ctx, o.ID); got.Status != payment.Created {
		t.Error(got.Status)
	}
}

// Which column is which is asked once for an account, and what is wrong with a file is told.
func TestAStatementAsATable(t *testing.T) {
	ctx, b := withBank(t)
	o := b.transferring(ctx, "500")
	file := paymentsvc.File{Name: "kcb.csv", Bytes: []byte("Date,Details,Credit,Debit\n01/02/2026," + o.Number + ",500.00,\n01/02/2026,x,abc,\n")}
	p, err := b.svc.CheckStatement(ctx, b.one, kesAccount, file)
	if err != nil || len(p.Head) != 3 || p.Guess.In != 3 || p.Guess.Days != "" || len(p.Lines) != 0 {
		t.Fatalf("%+v %v", p, err)
	}
	_, err = b.svc.PlanOf(ctx, b.one, kesAccount, p.Upload)
	is(t, err, statement.NeedLayout)
	p.Guess.Days = statement.DMY
	p, err = b.svc.LayOut(ctx, b.one, kesAccount, p.Upload, p.Guess)
	if n := p.Counts(); err != nil || n["match"] != 1 || n["refuse"] != 1 {
		t.Fatalf("%+v %v", n, err)
	}
	looked := errors.New("only what it would write is looked at")
	err = pg.InTx(ctx, b.db, func(tx pg.Tx) error {
		if err := b.svc.ImportStatement(ctx, tx, b.one, p); err != nil {
			return err
		}
		var lines, refused int
		if err := tx.QueryRow(ctx, `SELECT lines, refused FROM bank_statement`).Scan(&lines, &refused); err != nil || lines != 1 || refused != 1 {
			t.Errorf("%d lines, %d refused: %v", lines, refused, err)
		}
		return looked
	})
	if !errors.Is(err, looked) {
		t.Fatal(err)
	}
	again, err := b.svc.CheckStatement(ctx, b.two, kesAccount, file)
	if err != nil || again.Head != nil || again.Layout.Days != statement.DMY {
		t.Errorf("%+v %v", again, err)
	}
	for want, f := range map[*fault.Def]paymentsvc.File{
		statement.OtherBank:  {Name: "a.sta", Bytes: []byte(strings.Replace(string(mt940(1, "5 x")), "1180234567", "9990234567", 1))},
		statement.OtherMoney: {Name: "a.sta", Bytes: []byte(strings.ReplaceAll(string(mt940(1, "5 x")), "KES", "USD"))},
		statement.Sum:        {Name: "a.sta", Bytes: []byte(strings.Replace(string(mt940(1, "5 x")), ":62F:C261124KES1005", ":62F:C261124KES1006", 1))},
	} {
		_, err := b.svc.CheckStatement(ctx, b.one, kesAccount, f)
		is(t, err, want)
	}
	_, err = b.svc.CheckStatement(ctx, b.one, "usd-1", file)
	is(t, err, payment.AccountNotFound)
	reader := b.two
	reader.Privileges = []access.Privilege{access.ViewReport}
	_, err = b.svc.CheckStatement(ctx, reader, kesAccount, file)
	is(t, err, fault.Forbidden)

	b.imported(ctx, mt940(1, "5 x"))
	next := strings.Replace(string(mt940(2, "6 y")), ":60F:C261123KES1000", ":60F:C261124KES1007", 1)
	p, err = b.svc.CheckStatement(ctx, b.one, kesAccount, paymentsvc.File{Name: "n.sta", Bytes: []byte(strings.Replace(next, "KES1006", "KES1013", 1))})
	if err != nil || !p.Gap {
		t.Errorf("the gap is not told: %v", err)
	}
}

// What a payer shows of a transfer is kept for who looks for it.
func TestSlips(t *testing.T) {
	ctx, b := withBank(t)
	o := b.transferring(ctx, "500")
	pdf := paymentsvc.File{Name: "slip.pdf", Bytes: []byte("%PDF-1.7\n%%EOF")}
	got, err := b.svc.AddSlip(ctx, b.actor, o.ID, pdf)
	if err != nil || len(got.Transfer.Slips) != 1 || got.Status != payment.Processing {
		t.Fatalf("%+v %v", got, err)
	}
	d, err := b.svc.Slip(ctx, b.two, got.Transfer.Slips[0].ID)
	if err != nil || string(d.Bytes) != string(pdf.Bytes) {
		t.Error(err)
	}
	for want, f := range map[*fault.Def]paymentsvc.File{
		document.TypeRefused: {Name: "slip.zip", Bytes: []byte("PK\x05\x06" + strings.Repeat("\x00", 18))},
		document.TooLarge:    {Name: "slip.pdf", Bytes: make([]byte, paymentsvc.MaxSlip+1)},
	} {
		_, err := b.svc.AddSlip(ctx, b.actor, o.ID, f)
		is(t, err, want)
	}
	for range paymentsvc.MaxSlips - 1 {
		_, err = b.svc.AddSlip(ctx, b.actor, o.ID, pdf)
		b.must(err)
	}
	_, err = b.svc.AddSlip(ctx, b.actor, o.ID, pdf)
	is(t, err, payment.SlipsFull)
	stranger := b.supplier()
	_, err = b.svc.AddSlip(ctx, stranger, o.ID, pdf)
	is(t, err, payment.OrderNotFound)
}

// A line that cannot be settled is told of once, keeps nobody from the others, and is tried again.
func TestALineThatCannotBeSettled(t *testing.T) {
	ctx, b := withBank(t)
	o := b.transferring(ctx, "500")
	if _, err := b.owner.Exec(ctx, `ALTER TABLE statement_line ADD CONSTRAINT broken CHECK (status <> 'open')`); err != nil {
		t.Fatal(err)
	}
	_, err := b.take(ctx, mt940(1, "7 CASH", "500 "+o.Number))
	b.must(err)
	failed := func() int {
		return b.count(`SELECT count(*) FROM audit_entry WHERE action = 'payment.line.failed' AND detail->>'importer' = $1`, b.one.User.String())
	}
	if _, err := b.svc.SettleLines(ctx); err == nil || failed() != 1 || b.states() != "new matched" {
		t.Fatalf("%v, told %d times, %s", err, failed(), b.states())
	}
	if n, err := b.svc.SettleLines(ctx); n != 0 || err != nil { // it is put off
		t.Errorf("%d %v", n, err)
	}
	b.advance(6 * time.Minute)
	if _, err := b.svc.SettleLines(ctx); err == nil || failed() != 1 {
		t.Errorf("%v, told %d times", err, failed())
	}
	if _, err := b.owner.Exec(ctx, `ALTER TABLE statement_line DROP CONSTRAINT broken`); err != nil {
		t.Fatal(err)
	}
	b.advance(6 * time.Minute)
	if _, err := b.svc.SettleLines(ctx); err != nil || b.states() != "open matched" {
		t.Errorf("%v %s", err, b.states())
	}
	b.balanced()
}

// Below the limit one person decides, with a fresh proof.
func TestBelowTheLimitOnePersonDecides(t *testing.T) {
	ctx, b := withBank(t)
	o := b.transferring(ctx, "500")
	b.imported(ctx, mt940(1, "499 "+o.Number, "100 NOBODY"))
	b.svc.With(paymentsvc.Desk{Alone: payment.Limits{"KES": o.Amount.Value}})
	stale := b.one
	stale.Confirmed = time.Now().Add(-time.Hour)
	dismiss := paymentsvc.Proposal{Line: b.line(ctx, payment.LineOpen).ID, Act: paymentsvc.Dismiss, Reason: "Nobody's"}
	is(t, b.svc.Propose(ctx, stale, dismiss), fault.StepUp)
	b.must(b.svc.Propose(ctx, b.one, dismiss))
	if b.states() != "review dismissed" {
		t.Error(b.states())
	}
	b.balanced()
}
