package evaluationsvc_test

import (
	"encoding/json"
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/sourcing"
)

// everyKind asks one question of each kind that earns marks by itself, in two sections
// of unlike weight, one that people score, and one that nobody does.
func everyKind() story.Terms {
	p := story.Points
	terms := oneQuestion()
	terms.Sections = []story.Section{
		{Section: sourcing.Section{Name: "Yard", Weight: p(75)}, Questions: []sourcing.Question{
			{Prompt: "Cranes", Response: sourcing.Number, MustAnswer: true, Scored: true, MaxScore: p(10), MinScore: p(5),
				Bands: []sourcing.Band{{Upper: p(2), Score: *p(2)}, {Lower: p(2), Upper: p(5), Score: *p(6)}, {Lower: p(5), Score: *p(10)}}},
			{Prompt: "Wood", Response: sourcing.Selection, MustAnswer: true, Scored: true, MaxScore: p(5),
				Options: []sourcing.Option{{Label: "Oak", Score: p(5)}, {Label: "Pine", Score: p(2)}}},
			{Prompt: "Paint", Response: sourcing.Selection, Options: []sourcing.Option{{Label: "Red"}, {Label: "Blue"}}},
		}},
		{Section: sourcing.Section{Name: "Hands", Weight: p(25)}, Questions: []sourcing.Question{
			{Prompt: "Tools", Response: sourcing.Checkboxes, MustAnswer: true, Scored: true, MaxScore: p(6),
				Options: []sourcing.Option{{Label: "Saw", Score: p(1)}, {Label: "Adze", Score: p(2)}, {Label: "Plane", Score: p(3)}}},
			{Prompt: "Method", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: p(4)},
		}},
	}
	return terms
}

// Every kind of answer earns the marks that its author set, from the least of a band to
// the sum of what was ticked; sections count by their weights, and who is below the
// least of one question does not pass, whatever the sum.
func TestEveryKindOfAnswerEarnsItsMarks(t *testing.T) {
	t.Parallel()
	bidders := []struct {
		cranes, wood string
		tools        []string
		method       string // as people score it
		technical    string
		pass         bool
	}{
		{"5", "Oak", []string{"Saw", "Adze", "Plane"}, "4", "100", true},
		{"4.9", "Pine", []string{"Saw", "Plane"}, "3", "57.5", true},  // 75 * 8/15 + 25 * 7/10
		{"2", "Oak", []string{"Adze"}, "0.5", "61.25", true},          // 75 * 11/15 + 25 * 2.5/10
		{"2", "Pine", []string{"Saw"}, "2.9999", "49.99975", false},   // 75 * 8/15 + 25 * 3.9999/10
		{"2", "Pine", []string{"Saw"}, "3", "50", true},               // the pass mark itself
		{"1.9", "Oak", []string{"Adze", "Plane"}, "4", "57.5", false}, // 75 * 7/15 + 25 * 9/10, and too few cranes
	}
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	c := story.New(t, len(bidders)).Publish(p, everyKind())
	var marks []story.Mark
	for i, b := range bidders {
		a := c.Bidders[i]
		c.Pay(a)
		c.Bid(a, map[string]string{"Cranes": b.cranes, "Wood": b.wood, "Paint": "Red", "Method": "By hand"}, map[string]string{"1": "100"})
		tick(c, a, b.tools)
		c.Submit(a)
		marks = append(marks, story.Mark{Bidder: a, Prompt: "Method", Value: b.method})
	}
	c.Close()
	c.Open()
	c.Judge(marks...)
	for i, b := range bidders {
		found := false
		for _, bid := range c.Desk().Bids {
			if bid.SupplierID != c.Bidders[i].Org {
				continue
			}
			found = true
			if bid.Technical == nil || bid.Technical.Short() != b.technical || bid.TechnicalPass == nil || *bid.TechnicalPass != b.pass {
				t.Errorf("bid %d has %v and passes %v, not %s and %t", i+1, bid.Technical, bid.TechnicalPass, b.technical, b.pass)
			}
		}
		if !found {
			t.Errorf("bid %d is not on the desk", i+1)
		}
	}
}

// tick answers the tools.
func tick(c *story.Category, a access.Actor, labels []string) {
	c.Helper()
	var chosen []string
	for _, label := range labels {
		chosen = append(chosen, c.Option("Tools", label).String())
	}
	raw, err := json.Marshal(chosen)
	c.Must(err)
	_, err = c.TrySave(a, c.Bids[a.Org], biddingsvc.Changes{Answers: []biddingsvc.Answer{{Question: c.Questions["Tools"].ID, Value: string(raw)}}})
	c.Must(err)
}
