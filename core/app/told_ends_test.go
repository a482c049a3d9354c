package app_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/gateway/bank"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// paymentsTold: one order is refused, failed, unanswered, found and paid once more;
// another is paid with a wrong sum.
func paymentsTold(t *testing.T) *chronicle {
	c := begin(t, 1)
	a := c.Bidders[0]
	said := map[string]payment.Result{} // what is not said is still awaited
	c.Till.Says = func(ref string) payment.Result { return said[ref] }
	var order paymentsvc.Order
	checkOut := func(code string) {
		order = c.Publish(tender(func(x *story.Terms) { x.Fee, x.Job.Code = fee, code })).Order(a)
		c.heedless()
	}
	prompt := func(key string) (ref string) {
		in := paymentsvc.Pay{Order: order.ID, Phone: "254712345678", Key: "prompt-" + key}
		_, err := c.Payments.PayByMpesa(c.Context(), a, in)
		c.Must(err)
		refs := c.column("SELECT coalesce(provider_ref, '') FROM payment_attempt ORDER BY created_at DESC, id DESC LIMIT 1")
		return refs[0]
	}
	now := story.Noon
	settle := func(after time.Duration) {
		now = now.Add(after)
		c.SetClock(now)
		_, err := c.Payments.SettleDue(c.Context())
		c.Must(err)
	}
	no, yes := payment.Result{Outcome: payment.NotPaid, Reason: payment.ByPayer, Code: "1032"}, func(receipt string) payment.Result {
		return payment.Result{Outcome: payment.Paid, Code: "0", Receipt: receipt}
	}
	checkOut("T1")
	c.when("a provider refuses to ask", func() {
		c.Till.Refusal = &payment.Refusal{Reason: payment.Busy, Code: "500.001"}
		prompt("one")
		c.Till.Refusal = nil
	})
	var ref, second, third string
	c.when("a payer refuses", func() {
		ref = prompt("two")
		said[ref] = no
		settle(payment.Grace)
	})
	c.when("nobody answers", func() {
		ref = prompt("three")
		settle(payment.Grace)
		settle(payment.Patience)
	})
	c.when("that it came to nothing is heard while the next is awaited", func() {
		second = prompt("four")
		said[ref] = no
		settle(payment.Grace)
	})
	c.when("nobody answers that either", func() { settle(payment.Patience) })
	c.when("it is found after all, while the next is awaited", func() {
		third = prompt("five")
		said[second] = yes("FOUND")
		settle(payment.Grace)
	})
	c.when("the next comes too", func() {
		said[third] = yes("TWICE")
		settle(payment.Grace)
	})
	checkOut("T2")
	c.when("another sum comes than was asked", func() {
		ref = prompt("six")
		r, wrong := yes("WRONG"), money.Amount{Value: money.New(7015, -1), Currency: "KES"}
		r.Amount = &wrong
		said[ref] = r
		settle(payment.Grace)
	})
	clerk := c.Person("operator", access.Operator, uuid.Nil)
	c.heedless()
	c.when("what is missing is asked for", func() {
		o, err := c.Payments.Order(c.Context(), a, order.ID)
		c.Must(err)
		c.Must(c.Payments.Propose(c.Context(), clerk, paymentsvc.Proposal{Attempt: o.Attempt.ID, Act: paymentsvc.AskRest, Reason: "The bank took its charges"}))
	})
	number := c.column("SELECT number FROM purchase_order WHERE status = 'completed' ORDER BY id LIMIT 1")[0]
	judge := c.Person("operator", access.Operator, clerk.Org)
	c.heedless()
	back := func(ends bool) (id uuid.UUID) {
		id, err := c.Payments.AskRefund(c.Context(), clerk, paymentsvc.RefundAsk{Order: number, Ends: ends, Reason: "It was called off"})
		c.Must(err)
		return id
	}
	var refund uuid.UUID
	c.when("a refund is asked for", func() { refund = back(false) })
	c.when("it is refused", func() { c.Must(c.Payments.DecideRefund(c.Context(), judge, refund, false)) })
	refund = back(false)
	c.when("another is approved", func() { c.Must(c.Payments.DecideRefund(c.Context(), judge, refund, true)) })
	proof, err := c.Payments.AddEvidence(c.Context(), clerk, paymentsvc.File{Name: "advice.pdf", Bytes: story.PDF})
	c.Must(err)
	c.when("nothing goes out", func() {
		c.Must(c.Payments.EndRefund(c.Context(), clerk, paymentsvc.RefundEnd{Refund: refund, Why: "The account is closed", Evidence: proof}))
	})
	refund = back(true)
	c.when("one that ends access is approved", func() { c.Must(c.Payments.DecideRefund(c.Context(), judge, refund, true)) })
	c.when("its transfer is made", func() {
		c.Must(c.Payments.EndRefund(c.Context(), clerk, paymentsvc.RefundEnd{Refund: refund, Paid: true, Reference: "FT-1", Evidence: proof}))
	})
	checkOut("T3")
	ref = prompt("seven")
	said[ref] = yes("ASKED")
	settle(payment.Grace)
	c.heedless()
	accounts, err := bank.New(bank.Options{Accounts: "KES|Zabuni|Bank||1180234567|"})
	c.Must(err)
	c.Gateways[payment.Bank] = accounts
	var transferred uuid.UUID
	transfer := func(key string) {
		_, err := c.Payments.PayByBank(c.Context(), a, paymentsvc.Pay{Order: transferred, Key: "transfer-" + key})
		c.Must(err)
	}
	checkOut("T4")
	transferred = order.ID
	transfer("one")
	c.heedless()
	c.when("a transfer is given up", func() {
		_, err := c.Payments.Leave(c.Context(), a, transferred)
		c.Must(err)
	})
	transfer("two")
	c.heedless()
	c.when("no transfer comes in a week", func() {
		c.do(`UPDATE payment_attempt SET created_at = created_at - interval '7 days', next_ask_at = zabuni.clock() WHERE order_id = $1 AND settled_at IS NULL`, transferred)
		settle(0)
	})
	_, err = c.Payments.RemoveFromCart(c.Context(), a, order.Lines[0].Category)
	c.Must(err)
	checkOut("T5")
	desk := &counter{prompts: c.Till}
	c.Gateways[payment.Mpesa] = desk
	c.when("a payer sends money to the paybill by hand, and somebody sends money for nobody", func() {
		desk.comes(order.Number, order.Amount, now)
		desk.comes("HELLO", order.Amount, now)
		c.asksTills()
	})
	c.heedless()
	c.disputed(clerk, judge, proof, func(r payment.Result) {
		said[ref] = r
		c.wake()
		settle(time.Minute)
	}, settle)
	c.heedless()
	c.when("a line of a statement cannot be settled", func() { c.unsettled(clerk) })
	c.when("nor can a line of a paybill, that nobody has imported", func() {
		settle(time.Hour)
		desk.comes("AGAIN", order.Amount, now)
		c.asksTills()
	})
	return c
}

// owner does what only the owner of the schema may.
func (c *chronicle) owner(sql string) {
	_, err := pgtest.As(c.T, c.DB, "").Exec(c.Context(), sql)
	c.Must(err)
}

// wake lets the provider be asked of every payment.
func (c *chronicle) wake() {
	c.owner(`UPDATE payment_attempt SET next_ask_at = zabuni.clock() WHERE provider_ref IS NOT NULL`)
}

// disputed has a payer's bank ask back what was paid: it is lost, and comes again after all. What has closed is paid
// out to its buyer; at last our books are wrong.
func (c *chronicle) disputed(clerk, judge access.Actor, proof uuid.UUID, says func(payment.Result), settle func(time.Duration)) {
	ctx := c.Context()
	c.when("a payer's bank asks it back", func() { says(payment.Result{Outcome: payment.Disputed, Code: "disputed"}) })
	reader := clerk
	reader.Privileges = []access.Privilege{access.ViewReport}
	got, err := c.Payments.Disputes(ctx, reader, paymentsvc.DisputeFilter{}, "", 1)
	c.Must(err)
	id := got.Items[0].ID
	c.when("what it paid for ends", func() {
		c.Must(c.Payments.DecideAccess(ctx, clerk, paymentsvc.DisputeAccess{Dispute: id, Ends: true, Why: "It was taken back"}))
	})
	c.when("it counts again", func() {
		c.Must(c.Payments.DecideAccess(ctx, clerk, paymentsvc.DisputeAccess{Dispute: id, Why: "They will pay"}))
	})
	c.when("its day comes", func() {
		settle(payment.AnswerWithin - payment.RemindBefore)
		_, err := c.Payments.RemindDisputes(ctx)
		c.Must(err)
	})
	c.when("a person says that it is lost", func() {
		c.Must(c.Payments.EndDispute(ctx, clerk, paymentsvc.DisputeEnd{Dispute: id, Why: "The bank said so"}))
	})
	now, err := pg.ClockOf(ctx, c.DB)
	c.Must(err)
	judge.Confirmed = now
	c.when("another agrees", func() { c.Must(c.Payments.DecideDispute(ctx, judge, id, true)) })
	c.when("it comes again after all", func() { says(payment.Result{Outcome: payment.Paid, Code: "0", Receipt: "ASKED"}) })
	settle(60 * 24 * time.Hour)
	_, err = c.Sourcing.CloseDue(ctx)
	c.Must(err)
	c.heedless()
	now, err = pg.ClockOf(ctx, c.DB)
	c.Must(err)
	clerk.Confirmed, judge.Confirmed = now, now
	c.when("a transfer to the buyer is made", func() {
		ask := paymentsvc.PayoutAsk{Buyer: c.Officer.Org, Amount: money.Amount{Value: money.New(1, 0), Currency: "KES"}, Reference: "FT-9", PaidOn: "2026-01-15", Evidence: proof, Key: "payout-of-the-story"}
		_, err := c.Payments.AskPayout(ctx, clerk, ask) // so little that one person is enough
		c.Must(err)
	})
	c.when("our books are wrong", func() {
		c.Must(pg.InTx(ctx, c.DB, func(tx pg.Tx) error {
			const wrong = `INSERT INTO ledger_entry (transfer_id, movement, part, account, supplier_id, order_id, attempt_id, currency, amount, at)
				SELECT $1::uuid, 'fee', 'wrong', x.account, a.supplier_id, a.order_id, a.id, 'KES', x.amount, zabuni.clock()
				FROM payment_attempt a, (VALUES ('provider:mpesa', 1), ('suspense', -1)) x (account, amount) WHERE a.receipt = 'ASKED'`
			if _, err := tx.Exec(ctx, wrong, uuid.Must(uuid.NewV7())); err != nil {
				return err
			}
			_, err := journal.Record(ctx, tx, access.System, journal.Entry{Action: "platform.rows.kept", Object: "log", ObjectID: access.System.User})
			return err
		}))
		_, err := c.Payments.CompareTotals(ctx)
		c.Must(err)
	})
}

// unsettled imports a statement with a line that the database does not let anybody settle.
func (c *chronicle) unsettled(clerk access.Actor) {
	accounts, err := bank.New(bank.Options{Accounts: "KES|Zabuni|Bank||1180234567|"})
	c.Must(err)
	c.Gateways[payment.Bank] = accounts
	file := paymentsvc.File{Name: "a.sta", Bytes: []byte(":20:S\n:25:1180234567\n:28C:1/1\n:60F:C261124KES0,00\n:61:2611241124C5,00NTRFNONREF//R1\n:86:CASH\n:62F:C261124KES5,00\n")}
	plan, err := c.Payments.CheckStatement(c.Context(), clerk, accounts.Accounts()[0].Key(), file)
	c.Must(err)
	c.Must(pg.InTx(c.Context(), c.DB, func(tx pg.Tx) error { return c.Payments.ImportStatement(c.Context(), tx, clerk, plan) }))
	_, err = pgtest.As(c.T, c.DB, "").Exec(c.Context(), `ALTER TABLE statement_line ADD CONSTRAINT unsettled CHECK (status = 'new') NOT VALID`)
	c.Must(err)
	if _, err := c.Payments.SettleLines(c.Context()); err == nil {
		c.Error("it was settled")
	}
}

// takePart has bidders pay; all but the first begin a bid, and of those that are
// submitted the first is withdrawn.
func (w *listening) takePart(x *story.Category, submitted ...access.Actor) {
	w.Helper()
	for _, a := range w.Bidders[:4] {
		x.Pay(a)
	}
	for _, a := range w.Bidders[1:4] {
		x.Bid(a, answers, map[string]string{"1": "1000"})
	}
	for _, a := range submitted {
		x.Submit(a)
	}
	w.Must(x.TryWithdraw(submitted[0], x.Bids[submitted[0].Org], "Our pump was discontinued"))
}

// unsuccessfulTold: a tender with a fee that nobody bids for, a request without one,
// and a registration of suppliers that nobody passes. The fifth bidder is invited to
// each and does nothing.
func unsuccessfulTold(t *testing.T) *chronicle {
	c := begin(t, 5)
	x := c.Publish(tender(func(x *story.Terms) { x.Fee, x.Invited = fee, c.Bidders[4:] }))
	c.takePart(x, c.Bidders[2])
	c.heedless()
	c.when("a tender closes without a bid", x.Close)
	c.SetClock(story.Noon)
	y := c.Publish(policyOf(sourcing.RFQ), story.Terms{Job: sourcing.JobForm{Code: "Q1"}, Items: pumps.Items, Invited: c.Bidders})
	y.Bid(c.Bidders[0], nil, map[string]string{"1": "1000"})
	c.heedless()
	c.when("a request closes without an answer", y.Close)
	c.SetClock(story.Noon.Add(2 * time.Hour)) // a phone may be asked again
	terms := questions
	terms.Job.Code, terms.Fee, terms.Invited = "R1", fee, c.Bidders[4:]
	z := c.Publish(policyOf(sourcing.SupplierRegistration), terms)
	c.takePart(z, c.Bidders[2], c.Bidders[3])
	z.Close()
	z.Open()
	z.Judge()
	c.do("UPDATE bid_result SET outcome = 'fail' WHERE category_id = $1", z.ID)
	c.heedless()
	c.when("nobody passes", func() {
		c.Must(z.TryRecommend(c.Officer, nil, "Nobody meets the criteria"))
		_, err := z.TryAward(c.Second, "en", "award-R1-0000000000")
		c.Must(err)
	})
	return c
}

// Whoever may not hear of something any more does not hear of it because a mail
// system was down: who has left, whose right was taken, whose door was closed.
func TestWhoMayNotHearOfItAnyMoreIsNotWrittenTo(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]struct {
		outcome string
		do      func(w *listening, c *story.Category, who access.Actor)
	}{
		"nothing": {"sent", func(*listening, *story.Category, access.Actor) {}},
		"deactivated": {"left", func(w *listening, _ *story.Category, who access.Actor) {
			w.do("UPDATE account SET status = 'deactivated' WHERE id = $1", who.User)
		}},
		"deleted": {"left", func(w *listening, _ *story.Category, who access.Actor) {
			w.do("UPDATE account SET status = 'deleted', email = '', phone = '', password_hash = NULL WHERE id = $1", who.User)
		}},
		"denied": {"denied", func(w *listening, _ *story.Category, who access.Actor) { w.denies(who, access.OpenBids) }},
		"roles taken": {"denied", func(w *listening, _ *story.Category, who access.Actor) {
			w.do("DELETE FROM account_role WHERE account_id = $1", who.User)
		}},
		"door closed": {"denied", func(w *listening, c *story.Category, who access.Actor) {
			closed := false
			w.Must(w.Sourcing.SetDoor(w.Context(), w.Officer, w.Officer.Org, who.User, c.ID, &closed))
		}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := listen(t, 1)
			c := w.Publish(policyOf(sourcing.Tender), pumps)
			c.Pay(w.Bidders[0])
			c.Bid(w.Bidders[0], answers, map[string]string{"1": "1000"})
			c.Submit(w.Bidders[0])
			c.Close()
			w.heedless()
			w.confirms(c, w.Officer, c.Envelopes()[0])
			w.React()
			change.do(w, c, w.Second)
			w.send()
			var status, outcome string
			w.Must(w.DB.QueryRow(w.Context(), `SELECT d.status, m.outcome FROM mail_delivery d JOIN mail_attempt m ON m.delivery_id = d.id
				WHERE d.account_id = $1 AND d.kind = 'opener_wanted'`, w.Second.User).Scan(&status, &outcome))
			want := map[string]string{"sent": "sent", "left": "suppressed", "denied": "suppressed"}[change.outcome]
			if status != want || outcome != change.outcome {
				t.Errorf("%s, %s; want %s, %s", status, outcome, want, change.outcome)
			}
			got := 0
			for _, m := range w.box {
				if m.To.Email == w.Second.Email {
					got++
				}
			}
			if (got == 1) != (change.outcome == "sent") {
				t.Errorf("%d messages to them", got)
			}
		})
	}
}

// A supplier's people hear of their bid by no right of theirs: of them too, whoever has
// left is not written to.
func TestWhoHasLeftASupplierIsNotWrittenTo(t *testing.T) {
	t.Parallel()
	for what, leave := range map[string]string{
		"deactivated": "UPDATE account SET status = 'deactivated' WHERE id = $1",
		"deleted":     "UPDATE account SET status = 'deleted', email = '', phone = '', password_hash = NULL WHERE id = $1",
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := listen(t, 1)
			c := w.Publish(policyOf(sourcing.Tender), pumps)
			who := w.Bidders[0]
			c.Pay(who)
			c.Bid(who, answers, map[string]string{"1": "1000"})
			w.heedless()
			before := len(w.box)
			c.Submit(who)
			w.React()
			w.do(leave, who.User)
			w.send()
			queued, kept := "SELECT count(*) FROM mail_delivery WHERE account_id = $1 AND kind = 'bid_receipt'", " AND status = 'suppressed'"
			var all, suppressed int
			w.Must(w.DB.QueryRow(w.Context(), queued, who.User).Scan(&all))
			w.Must(w.DB.QueryRow(w.Context(), queued+kept, who.User).Scan(&suppressed))
			if all != 1 || suppressed != 1 {
				t.Errorf("%d receipts were to be mailed, %d were kept back", all, suppressed)
			}
			for _, m := range w.box[before:] {
				if m.To.Email == who.Email {
					t.Errorf("they are written to: %s", m.Subject)
				}
			}
		})
	}
}
