package sourcing_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// An addendum comes while a category takes bids, and nowhere where what is asked has to stay.
func TestWhatCanBeAmended(t *testing.T) {
	opens := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	of := func(change func(*sourcing.Category)) sourcing.Category {
		c := sourcing.Category{Activity: sourcing.Tender, Status: sourcing.Open, OpensAt: opens, ClosesAt: opens.Add(72 * time.Hour)}
		change(&c)
		return c
	}
	parent := uuid.New()
	for name, x := range map[string]struct {
		c   sourcing.Category
		at  time.Time
		may bool
	}{
		"open":             {of(func(*sourcing.Category) {}), opens, true},
		"before it opens":  {of(func(*sourcing.Category) {}), opens.Add(-time.Microsecond), false},
		"in its last word": {of(func(*sourcing.Category) {}), opens.Add(72*time.Hour - time.Microsecond), true},
		"at its closing":   {of(func(*sourcing.Category) {}), opens.Add(72 * time.Hour), false},
		"a draft":          {of(func(c *sourcing.Category) { c.Status = sourcing.Draft }), opens, false},
		"closed":           {of(func(c *sourcing.Category) { c.Status = sourcing.Closed }), opens, false},
		"a round":          {of(func(c *sourcing.Category) { c.Parent = &parent }), opens, false},
		"an auction":       {of(func(c *sourcing.Category) { c.Activity = sourcing.ReverseAuction }), opens, false},
	} {
		if err := x.c.Amends(x.at); (err == nil) != x.may || err != nil && !errors.Is(err, sourcing.NoAddendum) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := of(func(*sourcing.Category) {}).EarliestClosing(opens.Add(time.Hour)); !got.Equal(opens.Add(25*time.Hour + time.Minute)) {
		t.Errorf("a third of three days after nine it may close at %s", got)
	}
}

// Each thing that reads otherwise is a change, in order; what stays is none, and nothing is named twice.
func TestWhatAnAddendumChanges(t *testing.T) {
	now := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	item, question := uuid.New(), uuid.New()
	c := sourcing.Content{
		Category:  sourcing.Category{Instructions: "Read", OpensAt: now, ClosesAt: now.Add(72 * time.Hour)},
		Items:     []sourcing.Item{{ID: item, Number: "1", Description: "Pump", Unit: "each", Quantity: money.NewQuantity(4, 0)}},
		Questions: []sourcing.Question{{ID: question, Prompt: "Years", Help: "In trade", MustAnswer: true, Scored: true}},
	}
	instructions := "Read twice"
	form := sourcing.AddendumForm{
		Title: "T", Text: "Because", Instructions: &instructions,
		Items:     []sourcing.ItemChange{{ID: item, Description: "Pump", Unit: "set", Quantity: money.NewQuantity(5, 0)}},
		Questions: []sourcing.QuestionChange{{ID: question, Prompt: "Years", Help: "", MustAnswer: false}},
	}
	var f fault.Fields
	is, got := c.Amend(&f, form, now)
	if err := f.Err(); err != nil {
		t.Fatal(err)
	}
	want := []sourcing.Change{
		{Part: sourcing.ChangedInstructions, Was: "Read", Is: "Read twice"},
		{Part: sourcing.ChangedUnit, Object: item, Label: "1", Was: "each", Is: "set"},
		{Part: sourcing.ChangedQuantity, Object: item, Label: "1", Was: c.Items[0].Quantity.String(), Is: is.Items[0].Quantity.String()},
		{Part: sourcing.ChangedHelp, Object: question, Label: "Years", Was: "In trade", Is: ""},
		{Part: sourcing.ChangedMust, Object: question, Label: "Years", Was: "true", Is: "false"},
	}
	if len(got.Changes) != len(want) {
		t.Fatalf("%+v", got.Changes)
	}
	for i := range want {
		if got.Changes[i] != want[i] {
			t.Errorf("%+v, want %+v", got.Changes[i], want[i])
		}
	}
	if is.Questions[0].MustAnswer || !is.Questions[0].Scored || c.Questions[0].Help == "" || c.Items[0].Unit != "each" {
		t.Errorf("%+v of %+v", is.Questions[0], c.Questions[0])
	}
	// What is too soon is told on the clocks of the job, as it is typed.
	late := c
	late.Job.Timezone = "Africa/Nairobi"
	f = nil
	late.Amend(&f, form, now.Add(60*time.Hour))
	if len(f) != 1 || f[0].Code != sourcing.ClosesTooSoon || f[0].Params["from"] != "23-11-2026 23:01" {
		t.Errorf("too soon: %+v", f)
	}
	twice := form
	twice.Items = append(twice.Items, twice.Items[0])
	f = nil
	c.Amend(&f, twice, now)
	if len(f) != 1 || f[0].Pointer != "/items/1/id" || f[0].Code != fault.Unknown {
		t.Errorf("named twice: %+v", f)
	}
	f = nil
	if _, same := c.Amend(&f, sourcing.AddendumForm{Title: "T", Text: "Only said"}, now.Add(71*time.Hour)); len(f) > 0 || same.Touches() {
		t.Errorf("what changes nothing leaves its time: %+v %+v", f, same)
	}
}
