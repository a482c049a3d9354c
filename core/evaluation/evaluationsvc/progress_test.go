package evaluationsvc_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// essays are terms with two texts that people score and a choice that scores itself.
func essays() story.Terms {
	terms := oneQuestion()
	terms.Sections[0].Questions = append(terms.Sections[0].Questions[:1],
		sourcing.Question{Prompt: "Method", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: story.Points(10)},
		sourcing.Question{Prompt: "Staff", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: story.Points(20)},
	)
	return terms
}

// opened is a tender with two bids, its first envelope open.
func opened(t *testing.T) *story.Category {
	t.Helper()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	c := story.New(t, 2).Publish(p, essays())
	for i, price := range []string{"700", "300"} {
		a := c.Bidders[i]
		c.Pay(a)
		c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "With care", "Staff": "Five"}, map[string]string{"1": price})
		c.Submit(a)
	}
	c.Close()
	c.Open()
	return c
}

func mark(c *story.Category, bidder access.Actor, prompt, value, comment string) evaluationsvc.Mark {
	return evaluationsvc.Mark{Submission: c.Submission(bidder), Question: c.Questions[prompt].ID, Value: value, Comment: comment}
}

// People mark what people score, of a bid of the category, between nothing and all that
// there is for it. One mark that may not be refuses all that come with it, at its place.
func TestAMarkIsOneOfWhatPeopleScore(t *testing.T) {
	t.Parallel()
	c := opened(t)
	a := c.Bidders[0]
	c.Must(c.TryDeclare(c.Officer, opening.InterestNone))
	best := func(prompt string) string { return c.Questions[prompt].MaxScore.Short() }
	foreign := mark(c, a, "Method", "1", "")
	foreign.Submission = uuid.New()
	good := mark(c, a, "Staff", best("Staff"), "")
	for name, x := range map[string]struct {
		mark evaluationsvc.Mark
		code string
	}{
		"what scores itself":  {mark(c, a, "Years in trade", best("Years in trade"), ""), fault.Unknown},
		"no bid of it":        {foreign, fault.Unknown},
		"no number":           {mark(c, a, "Method", "good", ""), fault.BadFormat},
		"less than nothing":   {mark(c, a, "Method", "-0.01", ""), fault.OutOfRange},
		"a bit more than all": {mark(c, a, "Method", best("Method")+".000001", ""), fault.OutOfRange},
		"the most of another": {mark(c, a, "Method", best("Staff"), ""), fault.OutOfRange},
	} {
		err := c.TryMark(c.Officer, good, x.mark)
		f := fault.As(err)
		if err == nil || len(f.Fields) != 1 || f.Fields[0].Pointer != "/marks/1/value" || f.Fields[0].Code != x.code {
			t.Errorf("%s: %v", name, err)
		}
		if n := c.Count("SELECT count(*) FROM score"); n != 0 {
			t.Errorf("%s: %d marks are stored", name, n)
		}
	}
	for _, value := range []string{"0", best("Method")} {
		c.Must(c.TryMark(c.Officer, good, mark(c, a, "Method", value, "")))
	}
	for _, bidder := range c.Bidders {
		c.Must(c.TryMark(c.Officer, mark(c, bidder, "Method", "8", ""), mark(c, bidder, "Staff", "8", "")))
	}
	c.Must(c.TryFinish(c.Officer))
	c.Must(c.TryComplete(c.Officer)) // the prices of who passed may be opened by it: nobody marks any more
	c.Must(c.TryDeclare(c.Second, opening.InterestNone))
	c.Open()
	c.Is(c.TryMark(c.Second, good), evaluationsvc.Final)
}

// Everybody sees how far each person is, and of the bids how far they are themselves: of
// what people score and not of what scores itself.
func TestProgressIsCountedByPersonAndBid(t *testing.T) {
	t.Parallel()
	c := opened(t)
	first, second := c.Bidders[0], c.Bidders[1]
	c.Must(c.TryDeclare(c.Officer, opening.InterestNone))
	c.Must(c.TryDeclare(c.Second, opening.InterestNone))
	c.Must(c.TryMark(c.Officer, mark(c, first, "Method", "8", ""), mark(c, first, "Staff", "11", ""), mark(c, second, "Staff", "3", "")))
	c.Must(c.TryMark(c.Officer, mark(c, first, "Method", "9", "")))
	c.Must(c.TryMark(c.Second, mark(c, second, "Method", "2", "")))
	seen := func(a access.Actor, ofFirst, ofSecond int) {
		t.Helper()
		d, err := c.TryDesk(a)
		c.Must(err)
		if d.ToScore != 2 {
			t.Errorf("%d answers are scored by people", d.ToScore)
		}
		for _, b := range d.Bids {
			want := ofFirst
			if b.SubmissionID == c.Submission(second) {
				want = ofSecond
			}
			if b.Scored != want {
				t.Errorf("%s is scored %d times by who looks, want %d", b.SupplierName, b.Scored, want)
			}
		}
		for _, e := range d.Evaluators {
			want := 3
			if e.ID == c.Second.User {
				want = 1
			}
			if e.Scored != want {
				t.Errorf("%s has scored %d answers, want %d", e.Name, e.Scored, want)
			}
		}
	}
	seen(c.Officer, 2, 1)
	seen(c.Second, 0, 1)
}

// The words behind the figures: what was asked for who works on the bids, remarks once a
// result is made of them, of who counts, and for who may evaluate without an interest.
func TestFiguresHaveTheirWords(t *testing.T) {
	t.Parallel()
	c := opened(t)
	first, second := c.Bidders[0], c.Bidders[1]
	origins := func(a access.Actor) evaluationsvc.Origins {
		t.Helper()
		o, err := c.Evaluation.Origins(c.Context(), a, c.Officer.Org, c.ID)
		c.Must(err)
		if len(o.Questions) != 3 || o.Questions[1].Prompt != "Method" || o.Questions[1].CountsToName != "Experience" || len(o.Options) != 2 {
			t.Fatalf("asked were %+v of %+v", o.Questions, o.Options)
		}
		return o
	}
	c.Must(c.TryDeclare(c.Second, opening.InterestNone))
	c.Must(c.TryMark(c.Second, mark(c, first, "Method", "1", "Of who steps back")))
	c.Must(c.TryDeclare(c.Second, opening.InterestRecused))
	c.Must(c.TryDeclare(c.Officer, opening.InterestNone))
	for _, b := range c.Bidders {
		c.Must(c.TryMark(c.Officer, mark(c, b, "Method", "8", ""), mark(c, b, "Staff", "11", "")))
	}
	c.Must(c.TryMark(c.Officer, mark(c, second, "Staff", "19", "Five masters of their trade")))
	c.Must(c.TryFinish(c.Officer))
	if n := len(origins(c.Officer).Remarks); n != 0 {
		t.Errorf("%d remarks are told before a result is made of them", n)
	}
	c.Must(c.TryComplete(c.Officer))

	told := origins(c.Officer).Remarks
	if len(told) != 1 || told[0].Comment != "Five masters of their trade" || told[0].EvaluatorID != c.Officer.User ||
		told[0].SubmissionID != c.Submission(second) || told[0].QuestionID != c.Questions["Staff"].ID {
		t.Errorf("remarks are %+v", told)
	}
	if n := len(origins(c.Second).Remarks); n != 0 {
		t.Errorf("who stepped back reads %d remarks", n)
	}
	opener := c.Officer
	opener.Privileges = []access.Privilege{access.OpenBids}
	if n := len(origins(opener).Remarks); n != 0 {
		t.Errorf("who only opens reads %d remarks", n)
	}

	// With the result there, whoever decides reads the figures; remarks are among judges.
	c.Open()
	c.Judge()
	decides := c.Person("buyer", access.Buyer, c.Officer.Org)
	decides.Privileges = slices.DeleteFunc(slices.Clone(decides.Privileges), func(p access.Privilege) bool { return p == access.EvaluateBids })
	desk, err := c.TryDesk(decides)
	c.Must(err)
	if len(desk.Bids) == 0 || desk.Bids[0].Technical == nil {
		t.Errorf("who decides reads no scores: %+v", desk.Bids)
	}
	if n := len(origins(decides).Remarks); n != 0 {
		t.Errorf("who decides and judges nothing reads %d remarks", n)
	}
	if n := len(origins(c.Officer).Remarks); n != 1 {
		t.Errorf("who judged reads %d remarks", n)
	}
}

// The words behind a round's figures are those of the category in which its bidders were judged,
// and what was read out at an opening stays, whatever a round makes of the price.
func TestARoundHasTheWordsOfWhatItRenews(t *testing.T) {
	t.Parallel()
	c := opened(t)
	var marks []story.Mark
	for _, b := range c.Bidders {
		marks = append(marks, story.Mark{Bidder: b, Prompt: "Method", Value: "8"}, story.Mark{Bidder: b, Prompt: "Staff", Value: "11"})
	}
	c.Judge(marks...)
	c.Open()
	c.Judge()
	round := c.Negotiate(false, c.Bidders[0])
	round.Offer(c.Bidders[0], map[string]string{"1": "250"})
	round.Rank()
	o, err := c.Evaluation.Origins(c.Context(), c.Officer, c.Officer.Org, round.ID)
	c.Must(err)
	if len(o.Questions) != 3 {
		t.Errorf("the round knows %d questions of those above it", len(o.Questions))
	}
	for _, b := range c.Desk().Bids {
		if b.SubmissionID != c.Submission(c.Bidders[0]) {
			continue
		}
		if b.ReadOut.Short() != "700" || b.Price.Short() != "250" {
			t.Errorf("%s was read out, and %s stands", b.ReadOut, b.Price)
		}
	}
}
