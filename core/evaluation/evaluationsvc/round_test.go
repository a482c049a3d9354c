package evaluationsvc_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

// pumps are terms of a tender at 70 to 30 with two items, and of a request for quotations.
var pumps = story.Terms{
	PassMark:  50,
	Technical: 70,
	Financial: 30,
	Sections: []story.Section{{
		Section: sourcing.Section{Name: "Standing"},
		Questions: []sourcing.Question{{
			Prompt:   "Make",
			Response: sourcing.Selection,
			Scored:   true,
			MaxScore: story.Points(100),
			Options: []sourcing.Option{
				{Label: "ninety", Score: story.Points(90)},
				{Label: "seventy", Score: story.Points(70)},
				{Label: "all", Score: story.Points(100)},
				{Label: "none", Score: story.Points(0)},
			},
		}},
	}},
	Items: []sourcing.Item{
		{Number: "1", Description: "Pump", Unit: "each", Quantity: money.NewQuantity(1, 0)},
		{Number: "2", Description: "Pipe", Unit: "m", Quantity: money.NewQuantity(10, 0)},
	},
}

// bidder is one who bids of a make for two prices.
type bidder struct{ make, first, second string }

// evaluated is a category of an activity with a result.
func evaluated(t *testing.T, activity sourcing.Activity, bidders ...bidder) *story.Category {
	t.Helper()
	return evaluatedBy(t, activity, pumps, bidders...)
}

// evaluatedBy is the same under terms.
func evaluatedBy(t *testing.T, activity sourcing.Activity, terms story.Terms, bidders ...bidder) *story.Category {
	t.Helper()
	p, _ := sourcing.PolicyOf(activity)
	w := story.New(t, len(bidders)+1)
	terms.Invited = w.Bidders[:len(bidders)]
	c := w.Publish(p, terms)
	for i, b := range bidders {
		c.Pay(w.Bidders[i])
		c.Bid(w.Bidders[i], map[string]string{"Make": b.make}, map[string]string{"1": b.first, "2": b.second})
		c.Submit(w.Bidders[i])
	}
	c.Rank()
	return c
}

// ranking is who stands where, with how many points, at which price.
func ranking(c *story.Category) string {
	c.Helper()
	d := c.Desk()
	d.Bids = slices.DeleteFunc(d.Bids, func(b evaluationsvc.Bid) bool { return b.Rank == nil })
	slices.SortFunc(d.Bids, func(a, b evaluationsvc.Bid) int { return int(*a.Rank - *b.Rank) })
	var out []string
	for _, b := range d.Bids {
		i := slices.IndexFunc(c.Bidders, func(a access.Actor) bool { return a.Org == b.SupplierID })
		points := ""
		if b.Combined != nil {
			points = " " + money.RoundRat(b.Combined.Rat(), 2)
		}
		out = append(out, fmt.Sprintf("%d%s at %s", i+1, points, b.Price.Short()))
	}
	return strings.Join(out, ", ")
}

func ranks(t *testing.T, c *story.Category, want string) {
	t.Helper()
	if got := ranking(c); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// Two rounds of a tender: the technical result of who negotiates is kept, so that 90
// points at 3,996 beat 70 points at 3,992; who was not asked, did not answer or took
// its bid back stands by the price it had.
func TestARoundKeepsWhatWasJudged(t *testing.T) {
	t.Parallel()
	c := evaluated(t, sourcing.Tender, bidder{"ninety", "4000", "10"}, bidder{"seventy", "3900", "10"}, bidder{"all", "8000", "10"})
	ranks(t, c, "1 92.27 at 4100, 3 84.81 at 8100, 2 79.00 at 4000")
	r := c.Negotiate(false, c.Bidders[0], c.Bidders[1])
	if job := c.Count("SELECT count(*) FROM job WHERE status = 'published'"); job != 0 {
		t.Error("a round publishes its job again")
	}
	r.Offer(c.Bidders[0], map[string]string{"1": "3946", "2": "5"})
	bid, err := c.Bidding.BidIn(t.Context(), c.Bidders[0], r.ID)
	c.Must(err)
	if n := bid.Round; n == nil || n.Number != 1 || n.BestAndFinal || n.Above != c.ID || n.Reference+"-R1" != bid.Reference || n.Last.Short() != "4100" {
		t.Errorf("the bid in a round says that it improves %+v", n)
	}
	if before, err := c.Bidding.BidIn(t.Context(), c.Bidders[0], c.ID); err != nil || before.Round != nil {
		t.Errorf("the bid before it is a round as well: %+v, %v", before.Round, err)
	}
	r.Offer(c.Bidders[1], map[string]string{"1": "3892", "2": "10"})
	r.Rank()
	ranks(t, r, "1 92.97 at 3996, 2 79.00 at 3992")
	ranks(t, c, "1 92.97 at 3996, 3 84.79 at 8100, 2 79.00 at 3992")
	if r.Status() != sourcing.Evaluated || c.Status() != sourcing.Evaluated {
		t.Errorf("the round is %s, its category %s", r.Status(), c.Status())
	}

	last := c.Negotiate(true, c.Bidders[0], c.Bidders[1], c.Bidders[2])
	last.Offer(c.Bidders[0], map[string]string{"1": "3946", "2": "5"})
	last.Offer(c.Bidders[2], map[string]string{"1": "4000", "2": "0"})
	last.Must(last.TryWithdraw(c.Bidders[0], last.Bids[c.Bidders[0].Org], "a mistake"))
	last.Bid(c.Bidders[1], nil, map[string]string{"1": "3895", "2": "10"})
	_, err = last.TrySubmit(c.Bidders[1], last.Bids[c.Bidders[1].Org], "worse-than-before")
	last.Is(err, bidding.Worse) // than in the round before, though better than at first
	lower := biddingsvc.Changes{Prices: []biddingsvc.Price{{Item: last.Items["1"], UnitPrice: "3880", Version: 1}}}
	_, err = last.TrySave(c.Bidders[1], last.Bids[c.Bidders[1].Org], lower)
	last.Must(err)
	last.Submit(c.Bidders[1])
	last.Rank()
	ranks(t, last, "3 99.85 at 4000, 2 79.00 at 3980")
	ranks(t, c, "3 99.85 at 4000, 1 92.88 at 3996, 2 79.00 at 3980")

	list, err := c.Evaluation.Rounds(c.Context(), c.Officer, c.Officer.Org, c.ID)
	c.Must(err)
	if len(list) != 2 || list[0].Round != 1 || list[0].Invited != 2 || list[0].BestAndFinal || list[1].ID != last.ID || list[1].Invited != 3 || !list[1].BestAndFinal {
		t.Errorf("%+v", list)
	}
	decided, err := c.Awards.Decided(c.Context(), c.Officer, c.Officer.Org, awardsvc.DecidedFilter{}, "", 10)
	c.Must(err)
	figures, err := c.Reports.Figures(c.Context(), c.Officer, 12, nil)
	c.Must(err)
	waits := slices.DeleteFunc(figures.Waiting, func(w reportsvc.Waits) bool { return w.Kind != "recommendation" })
	if len(decided.Items) != 1 || len(waits) != 1 || waits[0].ID != c.ID {
		t.Errorf("a round waits for a decision of its own: %+v, %+v", decided.Items, waits)
	}

	_, err = c.TryNegotiate(c.Officer, sourcing.RoundForm{ClosesAt: last.Closes.Add(time.Hour)}, c.Submission(c.Bidders[0]))
	c.Is(err, sourcing.FinalRound)
	c.Award()
	c.React()
	s := c.Standing()
	if len(s.Award.Lines) != 1 || s.Award.Lines[0].Amount.Short() != "4000" || s.Award.Lines[0].SupplierID != c.Bidders[2].Org {
		t.Errorf("%+v", s.Award.Lines)
	}
	if n := c.Count("SELECT count(*) FROM contract"); n != 1 {
		t.Errorf("%d contracts", n)
	}
	if n := c.Count("SELECT count(*) FROM letter"); n != 3 {
		t.Errorf("%d letters", n)
	}
}

// A request for quotations: each line is improved or kept, and refused by its name
// where it is not; a round that nobody answers leaves everything as it was.
func TestAQuotationIsNegotiated(t *testing.T) {
	t.Parallel()
	c := evaluated(t, sourcing.RFQ, bidder{first: "100", second: "10"}, bidder{first: "150", second: "10"})
	ranks(t, c, "1 at 200, 2 at 250")
	r := c.Negotiate(false, c.Bidders[0], c.Bidders[1])
	for _, a := range c.Bidders[:2] {
		if got := c.Told(a); !slices.Contains(got, "inbox category.round") || !slices.Contains(got, "mail round") {
			t.Errorf("told %v", got)
		}
	}
	_, err := r.TryStart(c.Bidders[2])
	r.Is(err, sourcing.NotInvited)

	r.Bid(c.Bidders[1], nil, map[string]string{"1": "90", "2": "10.0001"})
	bid := r.Bids[c.Bidders[1].Org]
	_, err = r.TrySubmit(c.Bidders[1], bid, "worse-0001")
	r.Is(err, bidding.Worse)
	if f := fault.As(err).Fields; len(f) != 1 || f[0].Pointer != "/prices/"+r.Items["2"].String() || f[0].Code != bidding.WorseLine || f[0].Params["number"] != "2" {
		t.Errorf("%+v", f)
	}
	seen, err := c.App.Bidding.Bid(c.Context(), c.Bidders[1], bid)
	c.Must(err)
	for i, want := range []string{"150", "10"} {
		if got := seen.Lines[i].Last; got == nil || got.Short() != want {
			t.Errorf("line %d was offered at %v before, not %s", i+1, got, want)
		}
	}
	_, err = r.TrySave(c.Bidders[1], bid, biddingsvc.Changes{Prices: []biddingsvc.Price{{Item: r.Items["2"], UnitPrice: "10", Version: 1}}})
	r.Must(err)
	r.Submit(c.Bidders[1])
	r.Rank()
	ranks(t, r, "2 at 190")
	ranks(t, c, "2 at 190, 1 at 200")

	silent := c.Negotiate(true, c.Bidders[0])
	if got := c.Told(c.Bidders[0]); !slices.Contains(got, "inbox category.final_round") || !slices.Contains(got, "mail final_round") {
		t.Errorf("told %v", got)
	}
	if slices.Contains(c.Told(c.Bidders[1]), "mail final_round") {
		t.Error("who was not asked is told of the round")
	}
	silent.Close()
	if got := silent.Status(); got != sourcing.Unsuccessful {
		t.Errorf("a round that nobody answered is %s", got)
	}
	ranks(t, c, "2 at 190, 1 at 200")
	c.Award()
	c.React()
	if n := c.Count("SELECT count(*) FROM contract WHERE value = 190"); n != 1 {
		t.Errorf("%d contracts at the price of the round", n)
	}
}

// What a round must not be, and what must not be done with one.
func TestARoundIsRefused(t *testing.T) {
	t.Parallel()
	c := evaluated(t, sourcing.Tender, bidder{"ninety", "4000", "10"}, bidder{"none", "1", "1"})
	good, failed := c.Submission(c.Bidders[0]), c.Submission(c.Bidders[1])
	soon := sourcing.RoundForm{ClosesAt: c.Closes.Add(time.Hour)}
	less := c.Officer
	less.Privileges = slices.DeleteFunc(slices.Clone(less.Privileges), func(p access.Privilege) bool { return p == access.ManageCategory })
	for _, x := range []struct {
		name    string
		who     access.Actor
		form    sourcing.RoundForm
		of      []uuid.UUID
		want    *fault.Def
		pointer string
		code    string
	}{
		{"nobody", c.Officer, soon, nil, fault.Invalid, "/submission_ids", fault.Required},
		{"no bid of the category", c.Officer, soon, []uuid.UUID{uuid.New()}, fault.Invalid, "/submission_ids/0", fault.Unknown},
		{"who failed", c.Officer, soon, []uuid.UUID{good, failed}, fault.Invalid, "/submission_ids/1", evaluation.NotRanked.Code},
		{"a closing that is past", c.Officer, sourcing.RoundForm{ClosesAt: c.Closes}, []uuid.UUID{good}, fault.Invalid, "/closes_at", sourcing.LintClosesPast},
		{"by who may not", less, soon, []uuid.UUID{good}, fault.Forbidden, "", ""},
		{"by staff of the operator", c.Person("operator", access.Operator, uuid.Nil), soon, []uuid.UUID{good}, fault.Forbidden, "", ""},
		{"by a bidder", c.Bidders[0], soon, []uuid.UUID{good}, fault.Forbidden, "", ""},
	} {
		_, err := c.TryNegotiate(x.who, x.form, x.of...)
		if !errors.Is(err, x.want) {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		if f := fault.As(err).Fields; x.pointer != "" && (len(f) != 1 || f[0].Pointer != x.pointer || f[0].Code != x.code) {
			t.Errorf("%s: %+v", x.name, f)
		}
	}
	active := func(status string) {
		_, err := pgtest.Do(t.Context(), pgtest.As(t, c.DB, ""), "UPDATE company SET status = $1 WHERE id = $2", status, c.Bidders[0].Org)
		c.Must(err)
	}
	active("deactivated") // who cannot bid any more is not asked to
	_, err := c.TryNegotiate(c.Officer, soon, good)
	if f := fault.As(err); f == nil || len(f.Fields) != 1 || f.Fields[0].Pointer != "/submission_ids" {
		t.Errorf("a company that is gone: %v", err)
	}
	active("active")
	r := c.Negotiate(false, c.Bidders[0])
	_, err = c.TryNegotiate(c.Officer, soon, good)
	c.Is(err, sourcing.StillMoving)
	c.Is(c.TryRecommend(c.Officer, &good, ""), sourcing.StillMoving)
	_, err = r.TryNegotiate(r.Officer, soon, good)
	c.Is(err, sourcing.NoSuchStep)
	c.Is(r.TryRecommend(r.Officer, &good, ""), award.DecidedAbove)
	_, err = r.TryInvite(r.Officer, c.Bidders[1])
	c.Is(err, sourcing.IllegalMove)
	_, err = c.App.Sourcing.Duplicate(c.Context(), c.Officer, c.Officer.Org, r.ID, nil)
	c.Is(err, sourcing.IllegalMove)
	item := sourcing.Item{Number: "3", Description: "Valve", Unit: "each", Quantity: money.NewQuantity(1, 0)}
	_, err = c.App.Sourcing.AddItem(c.Context(), c.Officer, c.Officer.Org, r.ID, item)
	c.Is(err, sourcing.Published)
	c.Is(c.App.Sourcing.DeleteItem(c.Context(), c.Officer, c.Officer.Org, r.ID, r.Items["1"]), sourcing.Published)
	_, err = r.TryStart(c.Bidders[1])
	c.Is(err, sourcing.NotInvited)

	closed := false
	c.Must(c.App.Sourcing.SetDoor(c.Context(), c.Officer, c.Officer.Org, c.Second.User, c.ID, &closed))
	_, err = r.TryDesk(c.Second)
	c.Is(err, sourcing.CategoryDenied)
	c.Is(c.App.Sourcing.SetDoor(c.Context(), c.Officer, c.Officer.Org, c.Second.User, r.ID, nil), sourcing.IllegalMove)

	// A round that is called off leaves the category as it was; one that runs when the
	// category ends is called off with it.
	c.Must(c.App.Sourcing.CancelCategory(c.Context(), c.Officer, c.Officer.Org, r.ID, "too soon"))
	again := c.Negotiate(false, c.Bidders[0])
	c.Must(c.App.Sourcing.CancelCategory(c.Context(), c.Officer, c.Officer.Org, c.ID, "no money"))
	if c.Status() != sourcing.Cancelled || again.Status() != sourcing.Cancelled {
		t.Errorf("the category is %s, its round %s", c.Status(), again.Status())
	}
}

// The best price is that of the first result, whoever drops out afterwards: a later
// round moves the scores by prices alone.
func TestTheBestPriceIsFrozen(t *testing.T) {
	t.Parallel()
	c := evaluated(t, sourcing.Tender, bidder{"ninety", "3900", "10"}, bidder{"seventy", "7900", "10"}, bidder{"all", "1900", "10"})
	ranks(t, c, "3 100.00 at 2000, 1 78.00 at 4000, 2 56.50 at 8000")
	if n := c.Count("SELECT count(*) FROM frozen_price WHERE category_id = $1 AND part = $1 AND best = 2000 AND cardinality(basis) = 3", c.ID); n != 1 {
		t.Fatal("the best price is not stored with the result")
	}
	// The cheapest is found out after the result.
	_, err := pgtest.Do(c.Context(), c.DB, `UPDATE opened_answer a SET value = $1 FROM opened_bid o
		WHERE o.submission_id = a.submission_id AND o.supplier_id = $2`, c.Option("Make", "none").String(), c.Bidders[2].Org)
	c.Must(err)
	r := c.Negotiate(false, c.Bidders[1])
	r.Offer(c.Bidders[1], map[string]string{"1": "3900", "2": "10"})
	r.Rank()
	ranks(t, r, "2 79.00 at 4000")
	ranks(t, c, "1 78.00 at 4000, 2 64.00 at 4000")
}

// What a round asks for counts from its result on: while it is closed, opened and
// judged everybody stands above by the price that stood before, and after it was
// called off for good.
func TestARoundCountsFromItsResultOn(t *testing.T) {
	t.Parallel()
	c := evaluated(t, sourcing.Tender, bidder{"ninety", "4000", "10"}, bidder{"seventy", "3900", "10"})
	before := ranking(c)
	r := c.Negotiate(false, c.Bidders[1])
	r.Offer(c.Bidders[1], map[string]string{"1": "100", "2": "10"})
	ranks(t, c, before)
	r.Close()
	ranks(t, c, before)
	r.Open()
	ranks(t, c, before)
	c.Must(c.App.Sourcing.CancelCategory(c.Context(), c.Officer, c.Officer.Org, r.ID, "not in the budget"))
	ranks(t, c, before)
	r = c.Negotiate(false, c.Bidders[1])
	r.Offer(c.Bidders[1], map[string]string{"1": "3800", "2": "10"}) // better than at first is enough
	r.Rank()
	ranks(t, c, "1 91.54 at 4100, 2 79.00 at 3900")
}
