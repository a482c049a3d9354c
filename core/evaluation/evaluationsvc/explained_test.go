package evaluationsvc_test

import (
	"slices"
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// What is stored of a bid is what its explanation says, to the last digit that is
// kept; who is not ranked reads why, and the log counts whom it names.
func TestWhatIsStoredIsWhatIsExplained(t *testing.T) {
	t.Parallel()
	terms := oneQuestion()
	terms.PassMark, terms.Technical, terms.Financial = 60, 70, 30
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	c := story.New(t, 4).Publish(p, terms)
	bids(c, [2]string{"Ten", "300"}, [2]string{"Ten", "700"}, [2]string{"Five", "100"}, [2]string{"Ten", "450"})
	c.Close()
	for c.Sealed() {
		c.Open()
		c.Judge()
	}
	keeps := func(what string, kept *money.Quantity, figure evaluation.Figure) {
		t.Helper()
		exact, err := money.RoundQuantity(figure.Exact)
		c.Must(err)
		if kept == nil || !kept.Equal(exact) {
			t.Errorf("%s is kept as %v, explained as %s", what, kept, figure.Exact.RatString())
		}
	}
	ranked := 0
	for _, b := range c.Desk().Bids {
		keeps("technical", b.Technical, b.Why.Technical)
		if b.Rank == nil {
			if b.Why.Left != evaluation.NotPassed || b.Why.Score != nil || b.Combined != nil || b.FinancialScore != nil || b.Price != nil {
				t.Errorf("not ranked, and it says %+v", b)
			}
			continue
		}
		ranked++
		if b.Why.Left != "" || b.Why.Score == nil {
			t.Fatalf("ranked, and it says %+v", b.Why)
		}
		keeps("combined", b.Combined, *b.Why.Score)
		points := slices.IndexFunc(b.Why.Score.Inputs, func(f evaluation.Figure) bool { return f.Code == "price.points" })
		keeps("financial", b.FinancialScore, b.Why.Score.Inputs[points])
	}
	if ranked != 3 {
		t.Fatalf("%d are ranked", ranked)
	}
	const counted = "SELECT (detail ->> $1::text)::int FROM audit_entry WHERE action = $2 AND object_id = $3"
	logged, passed := c.Count(counted, "ranked", "evaluation.ranking.computed", c.ID), c.Count(counted, "passed", "evaluation.technical.completed", c.ID)
	if logged != ranked || passed != ranked {
		t.Errorf("the log counts %d ranked and %d passed, there are %d", logged, passed, ranked)
	}
	const opened = "SELECT (detail ->> 'bids')::int FROM audit_entry WHERE action = 'opening.envelope.opened' AND object_id = $1 AND detail ->> 'envelope' = $2"
	for envelope, want := range map[string]int{"technical": len(c.Bidders), "financial": passed} {
		if n := c.Count(opened, c.ID, envelope); n != want {
			t.Errorf("the log counts %d bids in the %s envelope, %d were opened", n, envelope, want)
		}
	}
}

// Where every answer scores itself somebody still has to have judged: a person
// without an interest, to the end. Who has an interest holds nobody up.
func TestSomebodyHasToHaveJudged(t *testing.T) {
	t.Parallel()
	c := tender(t, 1)
	bids(c, [2]string{"Ten", "100"})
	c.Close()
	c.Open()
	c.Is(c.TryComplete(c.Officer), evaluationsvc.NotFinal)
	for _, interest := range []string{opening.InterestRecused, opening.InterestDeclared} {
		c.Must(c.Evaluation.Declare(c.Context(), c.Second, c.Officer.Org, c.ID, interest, "My brother bids"))
		c.Is(c.TryComplete(c.Officer), evaluationsvc.NotFinal)
	}
	c.Must(c.TryDeclare(c.Officer, opening.InterestNone))
	c.Is(c.TryComplete(c.Officer), evaluationsvc.NotFinal)
	c.Must(c.TryFinish(c.Officer))
	c.Must(c.TryComplete(c.Officer))
}

// What somebody marked before they declared an interest moves no result: the mean is
// of those who finished and have none.
func TestMarksOfWhoHasAnInterestDoNotCount(t *testing.T) {
	t.Parallel()
	terms := oneQuestion()
	terms.Sections[0].Questions = []sourcing.Question{{
		Prompt:     "Method",
		Response:   sourcing.TextBox,
		MustAnswer: true,
		Scored:     true,
		MaxScore:   story.Points(10),
	}}
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	c := story.New(t, 1).Publish(p, terms)
	a := c.Bidders[0]
	c.Pay(a)
	c.Bid(a, map[string]string{"Method": "With care"}, map[string]string{"1": "100"})
	c.Submit(a)
	c.Close()
	c.Open()
	marks := func(value string) evaluationsvc.Mark {
		return evaluationsvc.Mark{Submission: c.Desk().Bids[0].SubmissionID, Question: c.Questions["Method"].ID, Value: value}
	}
	c.Must(c.TryDeclare(c.Second, opening.InterestNone))
	c.Must(c.TryMark(c.Second, marks("2")))
	c.Must(c.TryDeclare(c.Second, opening.InterestRecused))
	c.Must(c.TryDeclare(c.Officer, opening.InterestNone))
	c.Must(c.TryMark(c.Officer, marks("8")))
	c.Must(c.TryFinish(c.Officer))
	c.Must(c.TryComplete(c.Officer))
	if got := c.Desk().Bids[0].Technical; got == nil || got.String() != "80.000000" {
		t.Errorf("marked 8 of 10 and judged %v", got)
	}
}

// Who has an interest or stepped back stays away: the declaration is taken back neither
// before a mark nor after one, and the log tells of nothing that did not happen.
func TestWhoSteppedBackDoesNotComeBack(t *testing.T) {
	t.Parallel()
	c := tender(t, 1)
	bids(c, [2]string{"Ten", "100"})
	c.Close()
	c.Open()
	c.Must(c.TryDeclare(c.Officer, opening.InterestNone))
	for _, out := range []string{opening.InterestRecused, opening.InterestDeclared} {
		c.Must(c.Evaluation.Declare(c.Context(), c.Officer, c.Officer.Org, c.ID, out, "My brother bids"))
		c.Is(c.TryDeclare(c.Officer, opening.InterestNone), evaluationsvc.Recused)
		c.Is(c.TryMark(c.Officer), evaluationsvc.Recused)
		if d := c.Desk(); d.Mine != out {
			t.Errorf("who declared %s has come back as %s", out, d.Mine)
		}
	}
	const declared = "SELECT count(*) FROM audit_entry WHERE action = 'evaluation.interest.declared' AND object_id = $1"
	if n := c.Count(declared, c.ID); n != 3 {
		t.Errorf("the log tells of %d declarations, there were 3", n)
	}
}

// Who has finished marks no more and takes no declaration back, though the others
// still judge.
func TestWhoHasFinishedChangesNothing(t *testing.T) {
	t.Parallel()
	c := tender(t, 1)
	bids(c, [2]string{"Ten", "100"})
	c.Close()
	c.Open()
	c.Must(c.TryDeclare(c.Officer, opening.InterestNone))
	c.Must(c.TryDeclare(c.Second, opening.InterestNone))
	c.Must(c.TryFinish(c.Officer))
	c.Is(c.TryMark(c.Officer), evaluationsvc.Final)
	c.Must(c.TryMark(c.Second))
	c.Is(c.TryDeclare(c.Officer, opening.InterestRecused), evaluationsvc.Final)
	if d := c.Desk(); d.Mine != opening.InterestNone || !d.MyFinal {
		t.Errorf("who has finished declares %q, final %v", d.Mine, d.MyFinal)
	}
}

// Nobody decides alone what several judge: there is no result until the last of those
// who declared no interest has finished, whoever of them finishes first.
func TestAResultWaitsForEveryEvaluator(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]int{"the first to declare": 0, "the last to declare": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := tender(t, 1)
			bids(c, [2]string{"Ten", "100"})
			c.Close()
			c.Open()
			people := []access.Actor{c.Officer, c.Second}
			for _, a := range people {
				c.Must(c.TryDeclare(a, opening.InterestNone))
			}
			c.Must(c.TryFinish(people[first]))
			c.Is(c.TryComplete(c.Officer), evaluationsvc.NotFinal)
			c.Must(c.TryFinish(people[1-first]))
			c.Must(c.TryComplete(c.Officer))
		})
	}
}
