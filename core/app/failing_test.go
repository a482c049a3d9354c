package app_test

import (
	"io"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/app/story"
	"zabuni.org/core/assurance"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/outbox"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// A fragile world is one in which every statement of an act fails once.
type fragile struct {
	*story.World
	db      *pgtest.Failing
	changed func() bool
	quiet   func() // no transaction of a failed try stands open any more
	failed  int
}

// begins makes such a world.
func begins(t *testing.T, bidders int) *fragile {
	t.Helper()
	db := &pgtest.Failing{}
	w := story.NewSeen(t, bidders, db)
	return &fragile{World: w, db: db, quiet: pgtest.Quiet(t, w.DB),
		changed: pgtest.Changes(t, w.DB, append([]string{"outbox", "notification", "mail_delivery", "contract", "asset", "asset_photo", "attachment", "reserve", "document", "task"}, written...)...)}
}

// act does something once for each of its statements, of which another one fails each
// time: whoever acts hears of it, and nothing is kept. At last it is done.
func (w *fragile) act(name string, do func() error) {
	w.Helper()
	w.goesOn(name, func() error {
		w.changed()
		err := do()
		if err != nil && w.changed() {
			w.Errorf("%s: something is kept though it failed: %v", name, err)
		}
		return err
	})
}

// goesOn is act for what is done in steps, each of which is kept though a later one
// fails: asked for again, it goes on from there.
func (w *fragile) goesOn(name string, do func() error) {
	w.Helper()
	for n := 1; ; n++ {
		w.db.Arm(n)
		err := do()
		sql := w.db.Disarm()
		if sql == "" {
			w.Must(err)
			if w.failed += n - 1; n == 1 {
				w.Errorf("%s asks nothing of the database", name)
			}
			return
		}
		if err == nil {
			w.Fatalf("%s succeeds though this failed: %s", name, sql)
		}
		w.quiet()
	}
}

func only[T any](_ T, err error) error { return err }

// Whichever statement of an act fails, nothing of the act is kept and whoever acts is
// told: from a draft to an award.
func TestAnActIsDoneWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := begins(t, 3)
	ctx := t.Context()
	c := w.Author(policyOf(sourcing.Tender), deep())
	first, second, last := w.Bidders[0], w.Bidders[1], w.Bidders[2]
	officer, org := w.Officer, w.Officer.Org
	w.act("invite", func() error { return only(c.TryInvite(officer, first)) })
	w.act("publish", func() error { return c.TryPublish(officer) })
	w.act("extend", func() error {
		return w.Sourcing.Extend(ctx, officer, org, c.ID, c.Closes.Add(time.Hour), "More time was asked for")
	})
	c.Closes = c.Closes.Add(time.Hour)

	w.act("add to the cart", func() error { return only(w.Payments.AddToCart(ctx, first, c.ID)) })
	w.act("take out of the cart", func() error { return only(w.Payments.RemoveFromCart(ctx, first, c.ID)) })
	w.Must(only(w.Payments.AddToCart(ctx, first, c.ID)))
	var order paymentsvc.Order
	w.goesOn("check out", func() (err error) {
		order, err = w.Payments.Checkout(ctx, first, "checkout-of-the-first")
		return err
	})
	c.Prompt(first, order)
	w.settle()
	c.Pay(second)
	c.Pay(last)
	w.refunds(order)

	w.act("start", func() error { return only(c.TryStart(first)) })
	answers := map[string]string{"Years in trade": "Ten", "Method": "By hand", "Licence": "licence.pdf"}
	prices := map[string]string{"1": "1200", "2": "3"}
	bid := c.Bid(first, answers, prices)
	w.act("save", func() error {
		return only(c.TrySave(first, bid, biddingsvc.Changes{
			Answers: []biddingsvc.Answer{{Question: c.Questions["Method"].ID, Value: "By machine", Version: 1}},
			Prices:  []biddingsvc.Price{{Item: c.Items["1"], UnitPrice: "1100", Version: 1}},
		}))
	})
	w.act("begin an upload", func() error {
		return only(c.TryUpload(first, bid, c.Questions["Licence"].ID, "new.pdf", len(story.PDF)))
	})
	upload, err := c.TryUpload(first, bid, c.Questions["Licence"].ID, "newer.pdf", len(story.PDF))
	w.Must(err)
	w.act("send a part", func() error { return only(c.TryAppend(first, upload.ID, 0, story.PDF)) })
	w.act("submit", func() error { return only(c.TrySubmit(first, bid, "submit-of-the-first")) })
	for _, a := range []access.Actor{second, last} {
		c.Bid(a, answers, map[string]string{"1": "4000", "2": "3"})
		c.Submit(a)
	}
	w.act("withdraw", func() error { return c.TryWithdraw(last, c.Bids[last.Org], "The pump is made no more") })

	w.SetClock(c.Closes)
	w.act("close", func() error { return only(w.Sourcing.CloseDue(ctx)) })
	w.act("the first word", func() error { return only(c.TryConfirm(officer, seal.Technical)) })
	w.goesOn("the last word", func() error { return only(c.TryConfirm(w.Second, seal.Technical)) })
	w.act("sign", func() error { return c.TrySign(officer, seal.Technical) })
	w.act("lock", func() error { return c.TrySign(w.Second, seal.Technical) })

	w.act("declare", func() error { return c.TryDeclare(officer, evaluationsvc.InterestNone) })
	marks := []evaluationsvc.Mark{}
	for _, a := range []access.Actor{first, second} {
		marks = append(marks, evaluationsvc.Mark{Submission: c.Submission(a), Question: c.Questions["Method"].ID, Value: "8"})
	}
	papers := evaluationsvc.Papers{Owner: org, Category: c.ID, Section: c.Questions["Licence"].Section}
	w.act("take an archive", func() error {
		return only(w.Evaluation.Archive(ctx, officer, papers, io.Discard, func(int64, int64) error { return nil }))
	})
	w.act("ask for an archive", func() error { return only(w.StartPapers(ctx, officer, papers)) })
	w.act("mark", func() error { return c.TryMark(officer, marks...) })
	w.act("finish", func() error { return c.TryFinish(officer) })
	w.act("declare as a checker", func() error { return c.TryDeclareChecker(w.Second, opening.InterestNone) })
	twice := map[assurance.Turn]assurance.Part{}
	for _, turn := range []assurance.Turn{assurance.First, assurance.Second} {
		twice[turn] = c.Part(first, turn)
	}
	valid, licence := assurance.Finding{Verdict: assurance.Valid}, c.Questions["Licence"].ID
	checks := w.Assurance
	w.act("sample", func() error { return c.TrySample(w.Second, 100, 0) })
	w.act("give a check", func() error { return checks.Give(ctx, w.Second, org, twice[assurance.First], w.Second.User, 0) })
	w.act("check", func() error { return only(checks.Check(ctx, w.Second, org, twice[assurance.First], licence, valid, 0)) })
	c.CheckRest()
	w.act("finish a check", func() error { return checks.Finish(ctx, w.Second, org, twice[assurance.First]) })
	w.Must(c.TryDeclareChecker(officer, opening.InterestNone))
	w.act("check again", func() error { return only(checks.Check(ctx, officer, org, twice[assurance.Second], licence, valid, 0)) })
	w.act("finish the second check", func() error { return checks.Finish(ctx, officer, org, twice[assurance.Second]) })
	w.act("complete", func() error { return c.TryComplete(officer) })
	w.Must(only(c.TryConfirm(officer, seal.Financial)))
	w.goesOn("the last word for the prices", func() error { return only(c.TryConfirm(w.Second, seal.Financial)) })
	w.act("rank", func() error { return c.TryComplete(officer) })
	low := c.Submission(first)
	w.act("ask about a price", func() error {
		due := c.Closes.AddDate(0, 0, 9)
		return w.Evaluation.AskPrice(ctx, officer, org, low, evaluation.PriceAsk{Question: "How?", Due: due})
	})
	w.act("explain a price", func() error { return w.Evaluation.ExplainPrice(ctx, first, bid, "By machine") })
	w.act("leave a bid out for its price", func() error {
		return w.Evaluation.DecidePrice(ctx, officer, org, low, evaluation.PriceRejected, "The machine is not there", 2)
	})
	best := c.Submission(second)
	w.act("recommend", func() error { return c.TryRecommend(officer, &best, "") })
	seen := c.Recommended()
	w.act("award", func() error { return only(w.Awards.Award(ctx, w.Second, org, c.ID, seen, "en", "award-of-the-pumps")) })
	if t.Logf("%d statements failed", w.failed); w.failed < 400 {
		t.Errorf("only %d statements failed", w.failed)
	}
	w.told()
}

// What a thing is besides, and its reserve: from a photograph to the sale.
func TestASaleIsDoneWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := begins(t, 2)
	ctx, officer, org := t.Context(), w.Officer, w.Officer.Org
	c := w.Author(policyOf(sourcing.AssetDisposal), things)
	item, photo := c.Items["1"], sourcingsvc.Photo{ID: uuid.New(), Name: "coach.png", Bytes: dot(t)}
	w.act("say what a thing is", func() error {
		x := things.Items[0]
		x.ID, x.Asset = item, &sourcing.Asset{Condition: sourcing.Worn, Location: "Track 7"}
		return w.Sourcing.UpdateItem(ctx, officer, org, c.ID, x)
	})
	w.act("add a photograph", func() error { return w.Sourcing.AddPhoto(ctx, officer, org, c.ID, item, photo) })
	w.act("take it away", func() error { return w.Sourcing.RemovePhoto(ctx, officer, org, c.ID, item, photo.ID) })
	attachment := uuid.New()
	w.act("add a file", func() error {
		return w.Sourcing.AddAttachment(ctx, officer, org, c.ID, attachment, "terms.pdf", story.PDF)
	})
	w.act("take that away", func() error { return w.Sourcing.RemoveAttachment(ctx, officer, org, c.ID, attachment) })
	w.act("seal the first reserve", func() error { return reserve(c, officer, "1", "70", "") })
	w.act("seal another", func() error { return reserve(c, officer, "1", "90", "") })
	w.Must(reserve(c, officer, "2", "5", ""))
	w.act("remove a reserve", func() error { return w.Sourcing.RemoveReserve(ctx, officer, org, c.ID, c.Items["2"]) })
	w.act("copy it", func() error { return only(w.Sourcing.Duplicate(ctx, officer, org, c.ID, nil)) })
	w.act("publish", func() error { return c.TryPublish(officer) })
	c.Closes = c.Closes.Add(time.Hour)
	w.act("extend", func() error {
		return w.Sourcing.Extend(ctx, officer, org, c.ID, c.Closes, "More people want to look at them")
	})
	for i, price := range []string{"91", "89.99"} {
		c.Bid(w.Bidders[i], nil, map[string]string{"1": price, "2": "5", "3": "40"})
		c.Submit(w.Bidders[i])
	}
	c.Close()
	prices := c.Envelopes()[0]
	w.Must(only(c.TryConfirm(officer, prices)))
	w.goesOn("open the prices and the reserves", func() error { return only(c.TryConfirm(w.Second, prices)) })
	if r := asset(c, "1").Reserve; r.Opened == nil {
		t.Error("the reserve is not opened")
	}
	w.Must(c.TrySign(officer, prices))
	w.Must(c.TrySign(w.Second, prices))
	w.act("rank", func() error { return c.TryComplete(officer) })
	w.act("recommend", func() error { return c.TryRecommend(officer, nil, "") })
	seen := c.Recommended()
	w.act("sell", func() error { return only(w.Awards.Award(ctx, w.Second, org, c.ID, seen, "en", "sale-of-the-coaches")) })
}

// settle is the act of hearing what became of a prompt: that it was asked for is kept.
func (w *fragile) settle() {
	w.Helper()
	all, owner := w.changed, pgtest.As(w.T, w.DB, "")
	w.changed = pgtest.Changes(w.T, w.DB, "purchase_order", "ledger_entry", "cart_item", "audit_entry", "outbox")
	w.act("settle", func() error {
		w.Must(only(owner.Exec(w.Context(), "UPDATE payment_attempt SET next_ask_at = zabuni.clock() WHERE next_ask_at IS NOT NULL")))
		return only(w.Payments.SettleDue(w.Context()))
	})
	w.changed = all
}

// refunds are the acts of giving a part of an order back; what it paid for stays open.
func (w *fragile) refunds(order paymentsvc.Order) {
	w.Helper()
	ctx := w.Context()
	one := w.Person("operator", access.Operator, uuid.Nil)
	two := w.Person("operator", access.Operator, one.Org)
	sum := money.New(1, 0)
	in := paymentsvc.RefundAsk{Order: order.Number, Reason: "Too much was asked", Parts: []payment.BackPart{{Category: order.Lines[0].Category, Amount: &sum}}}
	var id uuid.UUID
	w.act("ask for a refund", func() (err error) {
		id, err = w.Payments.AskRefund(ctx, one, in)
		return err
	})
	var asked string
	w.Must(pgtest.As(w.T, w.DB, "").QueryRow(ctx, "SELECT status FROM payment_refund WHERE id = $1", id).Scan(&asked))
	if asked == "asked" {
		w.act("approve it", func() error { return w.Payments.DecideRefund(ctx, two, id, true) })
	}
	proof, err := w.Payments.AddEvidence(ctx, one, paymentsvc.File{Name: "advice.pdf", Bytes: story.PDF})
	w.Must(err)
	w.act("say that it went out", func() error {
		return w.Payments.EndRefund(ctx, one, paymentsvc.RefundEnd{Refund: id, Paid: true, Reference: "FT-1", Evidence: proof})
	})
}

// told has everybody react to what happened so far, once for each kind of event, with
// every statement of a reaction failing: what is told is told whole.
func (w *fragile) told() {
	w.Helper()
	w.failed = 0
	seen := map[string]bool{}
	for {
		rows, err := w.DB.Query(w.Context(), "SELECT subject, payload FROM outbox ORDER BY id")
		w.Must(err)
		events, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (e outbox.Event, err error) { return e, r.Scan(&e.Subject, &e.Payload) })
		w.Must(err)
		before := len(seen)
		for _, e := range events {
			for _, r := range w.Reactions() {
				name := r.Name + " of " + e.Subject
				if seen[name] || !r.Hears(e.Subject) || r.Name == "live" || r.Name == "figures" { // which ask no database
					continue
				}
				seen[name] = true
				w.act(name, func() error {
					return pg.InTx(w.Context(), w.DB, func(tx pg.Tx) error { return r.Do(w.Context(), tx, e.Payload) })
				})
			}
		}
		if len(seen) == before {
			break
		}
	}
	if w.Logf("%d statements of reactions failed", w.failed); w.failed < 100 {
		w.Errorf("only %d statements of reactions failed", w.failed)
	}
}
