package story

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// What follows is each use case once. Those that a test may want to see refused
// are called Try and return their error.

func (c *Category) draft(job sourcing.JobForm, form sourcing.CategoryForm) {
	c.Helper()
	var err error
	if c.Policy.Has(sourcing.Live) {
		c.auction(job, form)
		return
	}
	c.Job, err = c.Sourcing.CreateJob(c.Context(), c.Officer, c.Officer.Org, job)
	c.Must(err)
	c.ID, err = c.Sourcing.CreateCategory(c.Context(), c.Officer, c.Officer.Org, c.Job, form)
	c.Must(err)
}

// auction drafts what goes on live after the category has closed: an hour of bids, each a
// hundred better than the best, that move the end by two minutes in its last two.
func (c *Category) auction(job sourcing.JobForm, form sourcing.CategoryForm) {
	c.Helper()
	step := money.New(100, 0)
	starts := form.ClosesAt.Add(24 * time.Hour)
	var err error
	c.ID, err = c.Auctions.Create(c.Context(), c.Officer, c.Officer.Org, auctionsvc.Form{
		Job:      job,
		Category: form,
		Rules: auction.Rules{
			Visibility: auction.SeeBestRank,
			Reference:  auction.Leader,
			StepAmount: &step,
			StartsAt:   starts,
			EndsAt:     starts.Add(time.Hour),
			Window:     2 * time.Minute,
			Extend:     2 * time.Minute,
			From:       auction.FromReceipt,
			Trigger:    auction.AnyBid,
		},
	})
	c.Must(err)
	details, err := c.Sourcing.Category(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	c.Job = details.Job.ID
}

func (c *Category) createSection(s sourcing.Section) uuid.UUID {
	c.Helper()
	id, err := c.Sourcing.CreateSection(c.Context(), c.Officer, c.Officer.Org, c.ID, s)
	c.Must(err)
	return id
}

func (c *Category) saveQuestion(q sourcing.Question) {
	c.Helper()
	_, err := c.Sourcing.SaveQuestion(c.Context(), c.Officer, c.Officer.Org, c.ID, q)
	c.Must(err)
}

func (c *Category) addItem(i sourcing.Item) uuid.UUID {
	c.Helper()
	id, err := c.Sourcing.AddItem(c.Context(), c.Officer, c.Officer.Org, c.ID, i)
	c.Must(err)
	return id
}

// own reads what the category itself has of its activity's policy.
func (c *Category) own() {
	c.Helper()
	details, err := c.Sourcing.Category(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	c.Policy, c.Closes = details.Category.Policy(), details.Category.ClosesAt // a room without papers closes as it opens
}

// asked reads what the category asks, with the ids that it got.
func (c *Category) asked() {
	c.Helper()
	details, err := c.Sourcing.Category(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	for _, q := range details.Questions {
		c.Questions[q.Prompt] = q
	}
	for _, i := range details.Items {
		c.Items[i.Number] = i.ID
	}
}

// TryPublish makes the category public.
func (c *Category) TryPublish(a access.Actor) error {
	return c.Sourcing.Publish(c.Context(), a, c.Officer.Org, c.ID)
}

// TryInvite invites suppliers and returns how many were not invited before.
func (c *Category) TryInvite(a access.Actor, suppliers ...access.Actor) (int, error) {
	var ids []uuid.UUID
	for _, s := range suppliers {
		ids = append(ids, s.Org)
	}
	sent, err := c.Sourcing.Invite(c.Context(), a, c.Officer.Org, c.ID, ids)
	return sent.Added, err
}

// Status is where the category stands.
func (c *Category) Status() sourcing.Status {
	c.Helper()
	details, err := c.Sourcing.Category(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	return details.Category.Status
}

// Pay buys the category for a supplier where its activity sells it: cart, order,
// and the provider's word where there is a fee.
func (c *Category) Pay(a access.Actor) {
	c.Helper()
	if !c.Policy.Has(sourcing.BidFee) {
		return
	}
	if order := c.Order(a); !order.Amount.Value.IsZero() {
		c.Prompt(a, order)
		c.Settle()
	}
}

// Prompt asks a phone for the money of an order.
func (c *Category) Prompt(a access.Actor, order paymentsvc.Order) {
	c.Helper()
	in := paymentsvc.Pay{Order: order.ID, Phone: "254712345678", Key: "pay-" + order.ID.String()}
	_, err := c.Payments.PayByMpesa(c.Context(), a, in)
	c.Must(err)
}

// Settle hears from the provider what became of the prompts.
func (c *Category) Settle() {
	c.Helper()
	c.pass(payment.Grace)
	_, err := c.Payments.SettleDue(c.Context())
	c.Must(err)
}

// Order puts the category into a supplier's cart and checks out.
func (c *Category) Order(a access.Actor) paymentsvc.Order {
	c.Helper()
	_, err := c.Payments.AddToCart(c.Context(), a, c.ID)
	c.Must(err)
	order, err := c.Payments.Checkout(c.Context(), a, "checkout-"+a.Org.String()+c.ID.String())
	c.Must(err)
	return order
}

// TryStart begins a supplier's bid.
func (c *Category) TryStart(a access.Actor) (uuid.UUID, error) {
	return c.Bidding.Start(c.Context(), a, c.ID)
}

// TrySave saves changes of a bid.
func (c *Category) TrySave(a access.Actor, bid uuid.UUID, changes biddingsvc.Changes) (biddingsvc.Saved, error) {
	return c.Bidding.Save(c.Context(), a, bid, changes)
}

// TrySubmit submits a bid.
func (c *Category) TrySubmit(a access.Actor, bid uuid.UUID, key string) (biddingsvc.Submission, error) {
	return c.Bidding.Submit(c.Context(), a, bid, key)
}

// TryWithdraw takes a bid back.
func (c *Category) TryWithdraw(a access.Actor, bid uuid.UUID, reason string) error {
	return c.Bidding.Withdraw(c.Context(), a, bid, reason)
}

// TryUpload begins the upload of a file that answers a question.
func (c *Category) TryUpload(a access.Actor, bid, question uuid.UUID, name string, size int) (biddingsvc.Upload, error) {
	return c.Bidding.BeginUpload(c.Context(), a, bid, question, name, int64(size))
}

// TryAppend sends a part of a file.
func (c *Category) TryAppend(a access.Actor, upload uuid.UUID, at int64, part []byte) (biddingsvc.Upload, error) {
	return c.Bidding.Append(c.Context(), a, upload, at, part)
}

// PDF is a small document, for questions that want a file.
var PDF = []byte("%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n")

// Bid begins a supplier's bid and saves its answers, by what the questions ask,
// and its unit prices, by the items' numbers. A question that wants a file gets
// one of the name that is its answer. What the category does not ask is left out.
func (c *Category) Bid(a access.Actor, answers, prices map[string]string) uuid.UUID {
	c.Helper()
	bid, err := c.TryStart(a)
	c.Must(err)
	c.Bids[a.Org] = bid
	var changes biddingsvc.Changes
	for prompt, value := range answers {
		q, ok := c.Questions[prompt]
		if !ok {
			continue
		}
		switch rule, _ := sourcing.RuleOf(q.Response); {
		case q.Response == sourcing.FileUpload:
			c.upload(a, bid, q.ID, value)
			continue
		case rule.Options:
			value = c.Option(prompt, value).String()
		}
		changes.Answers = append(changes.Answers, biddingsvc.Answer{Question: q.ID, Value: value})
	}
	if !c.Policy.Priced() {
		prices = nil
	}
	for number, price := range prices {
		if id, ok := c.Items[number]; ok {
			changes.Prices = append(changes.Prices, biddingsvc.Price{Item: id, UnitPrice: price, Remarks: "delivered"})
		}
	}
	_, err = c.TrySave(a, bid, changes)
	c.Must(err)
	return bid
}

func (c *Category) upload(a access.Actor, bid, question uuid.UUID, name string) {
	c.Helper()
	u, err := c.TryUpload(a, bid, question, name, len(PDF))
	c.Must(err)
	u, err = c.TryAppend(a, u.ID, 0, PDF)
	c.Must(err)
	if !u.Done {
		c.Fatalf("%s has not arrived", name)
	}
}

// Submit submits a supplier's bid, a minute after what was before it.
func (c *Category) Submit(a access.Actor) biddingsvc.Submission {
	c.Helper()
	c.pass(time.Minute)
	c.submitted++
	s, err := c.TrySubmit(a, c.Bids[a.Org], fmt.Sprintf("submit-%d-%s", c.submitted, c.Bids[a.Org]))
	c.Must(err)
	return s
}

// pass lets time pass.
func (c *Category) pass(d time.Duration) {
	c.Helper()
	c.SetClock(c.now().Add(d))
}

// now is where the clock stands.
func (c *Category) now() (now time.Time) {
	c.Helper()
	c.Must(c.DB.QueryRow(c.Context(), "SELECT zabuni.clock()").Scan(&now))
	return now
}

// Close lets the closing time come.
func (c *Category) Close() {
	c.Helper()
	c.SetClock(c.Closes)
	n, err := c.Sourcing.CloseDue(c.Context())
	if err != nil || n != 1 {
		c.Fatalf("%d categories closed, %v", n, err)
	}
}

// TryConfirm gives a person's word that an envelope shall be opened.
func (c *Category) TryConfirm(a access.Actor, e seal.Envelope) (openingsvc.Decision, error) {
	return c.Openings.Confirm(c.Context(), a, c.Officer.Org, c.ID, e)
}

// TrySign puts a person's name under the minutes of an opening.
func (c *Category) TrySign(a access.Actor, e seal.Envelope) error {
	return c.Openings.SignMinutes(c.Context(), a, c.Officer.Org, c.ID, e)
}

// TryOpen opens the next envelope with as many people as it takes, who then sign.
func (c *Category) TryOpen() error {
	c.Helper()
	e := c.Envelopes()[c.opened]
	people := c.committee(opening.RuleOf(c.Desk().Category).People)
	if len(people) == 0 {
		n, err := c.Openings.OpenDue(c.Context())
		if err == nil && n != 1 {
			c.Fatalf("the clock opened %d categories", n)
		}
		c.opened++
		return err
	}
	for i, a := range people {
		d, err := c.TryConfirm(a, e)
		if err != nil {
			return err
		}
		if d.Opened != (i == len(people)-1) {
			c.Fatalf("the %s envelope, person %d of %d: %+v", e, i+1, len(people), d)
		}
	}
	c.opened++
	for _, a := range people {
		c.Must(c.TrySign(a, e))
	}
	return nil
}

// Open is TryOpen that must succeed.
func (c *Category) Open() {
	c.Helper()
	c.Must(c.TryOpen())
}

// TryDesk is where the category stands between closing and ranking.
func (c *Category) TryDesk(a access.Actor) (evaluationsvc.Desk, error) {
	return c.Evaluation.Desk(c.Context(), a, c.Officer.Org, c.ID)
}

// Desk is TryDesk for who may see it.
func (c *Category) Desk() evaluationsvc.Desk {
	c.Helper()
	d, err := c.TryDesk(c.Officer)
	c.Must(err)
	return d
}

// TryDeclare states a person's interests.
func (c *Category) TryDeclare(a access.Actor, interest string) error {
	return c.Evaluation.Declare(c.Context(), a, c.Officer.Org, c.ID, interest, "")
}

// TrySheet is what an evaluator works on.
func (c *Category) TrySheet(a access.Actor) (evaluationsvc.Sheet, error) {
	return c.Evaluation.Sheet(c.Context(), a, c.Officer.Org, c.ID)
}

// TryMark stores a person's marks.
func (c *Category) TryMark(a access.Actor, marks ...evaluationsvc.Mark) error {
	return c.Evaluation.PutMarks(c.Context(), a, c.Officer.Org, c.ID, marks)
}

// TryFinish makes a person's marks final.
func (c *Category) TryFinish(a access.Actor) error {
	return c.Evaluation.Finish(c.Context(), a, c.Officer.Org, c.ID)
}

// TryComplete fixes the results of what is open.
func (c *Category) TryComplete(a access.Actor) error {
	return c.Evaluation.Complete(c.Context(), a, c.Officer.Org, c.ID)
}

// A Mark is what an evaluator gives to a company's answer.
type Mark struct {
	Bidder        access.Actor
	Prompt, Value string
}

// TryNegotiate begins a round with the bidders of some submissions.
func (c *Category) TryNegotiate(a access.Actor, form sourcing.RoundForm, submissions ...uuid.UUID) (uuid.UUID, error) {
	return c.Evaluation.Negotiate(c.Context(), a, c.Officer.Org, c.ID, evaluationsvc.Negotiation{RoundForm: form, Submissions: submissions})
}

// Judge fixes the results of the envelope that was opened last: an evaluator
// declares, marks and finishes first where the activity scores answers, and what
// nobody has checked is found valid where it has them checked.
func (c *Category) Judge(marks ...Mark) {
	c.Helper()
	e := c.Policy.Envelopes[c.opened-1]
	if e.Holds&sourcing.Criteria != 0 && c.Policy.Has(sourcing.Evaluation) {
		c.Must(c.TryDeclare(c.Officer, evaluationsvc.InterestNone))
		var put []evaluationsvc.Mark
		for _, m := range marks {
			put = append(put, evaluationsvc.Mark{Submission: c.Submission(m.Bidder), Question: c.Questions[m.Prompt].ID, Value: m.Value})
		}
		if len(put) > 0 {
			c.Must(c.TryMark(c.Officer, put...))
		}
		c.Must(c.TryFinish(c.Officer))
	}
	if e.Holds&sourcing.Criteria != 0 && c.Policy.Has(sourcing.QA) {
		c.CheckRest()
	}
	c.Must(c.TryComplete(c.Officer))
}

// Submission is a company's opened bid.
func (c *Category) Submission(a access.Actor) uuid.UUID {
	c.Helper()
	for _, b := range c.Desk().Bids {
		if b.SupplierID == a.Org {
			return b.SubmissionID
		}
	}
	c.Fatalf("no opened bid of %s", a.Name)
	return uuid.Nil
}

// TryStanding is everything of the decision.
func (c *Category) TryStanding(a access.Actor) (awardsvc.Standing, error) {
	return c.Awards.Standing(c.Context(), a, c.Officer.Org, c.ID)
}

// Standing is TryStanding for who may see it.
func (c *Category) Standing() awardsvc.Standing {
	c.Helper()
	s, err := c.TryStanding(c.Officer)
	c.Must(err)
	return s
}

// TryRecommend proposes who gets the category; nobody in particular where all who
// passed do.
func (c *Category) TryRecommend(a access.Actor, submission *uuid.UUID, reason string) error {
	var chosen []award.Choice
	if submission != nil {
		chosen = []award.Choice{{Submission: *submission}}
	}
	return c.Awards.Recommend(c.Context(), a, c.Officer.Org, c.ID, chosen, reason)
}

// TryAward decides as is recommended now.
func (c *Category) TryAward(a access.Actor, language, key string) (awardsvc.Made, error) {
	c.Helper()
	return c.Awards.Award(c.Context(), a, c.Officer.Org, c.ID, c.Recommended(), language, key)
}

// Recommended is when what is recommended now was, or no time at all.
func (c *Category) Recommended() (at time.Time) {
	c.Helper()
	const sql = "SELECT coalesce(max(recommended_at), '0001-01-01Z') FROM recommendation WHERE category_id = $1"
	c.Must(c.DB.QueryRow(c.Context(), sql, c.ID).Scan(&at))
	return at
}

// TryPreview is a letter as it would be issued, with its PDF where that is asked for.
func (c *Category) TryPreview(a access.Actor, supplier uuid.UUID, k award.Kind, language string, pdf bool) (awardsvc.Preview, error) {
	return c.Awards.Preview(c.Context(), a, c.Officer.Org, c.ID, supplier, k, language, pdf)
}

// TrySend issues letters beside the decision.
func (c *Category) TrySend(a access.Actor, k award.Kind, suppliers []uuid.UUID, language, key string) (int, error) {
	return c.Awards.Send(c.Context(), a, c.Officer.Org, c.ID, k, suppliers, language, key)
}

// Conclude ends the standstills that are over and returns how many it ended.
func (w *World) Conclude() int {
	w.Helper()
	n, err := w.Awards.ConcludeDue(w.Context())
	w.Must(err)
	return n
}

// Recommend proposes the best-ranked bid, or all who passed where the activity has
// no single winner.
func (c *Category) Recommend() {
	c.Helper()
	var best *uuid.UUID
	if c.Policy.Selects == sourcing.OneBid {
		for _, r := range c.Standing().Results {
			if r.Rank != nil && *r.Rank == 1 {
				best = &r.Submission
			}
		}
		if best == nil {
			c.Fatal("nobody is ranked first")
		}
	}
	c.Must(c.TryRecommend(c.Officer, best, ""))
}

// Award gives the category to whom Recommend proposes.
func (c *Category) Award() awardsvc.Made {
	c.Helper()
	c.Recommend()
	made, err := c.TryAward(c.Second, "en", "award-"+strings.ReplaceAll(c.ID.String(), "-", ""))
	c.Must(err)
	return made
}
