package biddingsvc_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
)

// What a draft does not take is told all at once, each at its place, and nothing of it
// is saved.
func TestWhatADraftDoesNotTakeIsToldAtItsPlace(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	c := story.New(t, 1).Publish(p, story.Terms{
		Technical: 50,
		Financial: 50,
		Sections: []story.Section{{
			Section:   sourcing.Section{Name: "Standing"},
			Questions: []sourcing.Question{{Prompt: "Licensed?", Response: sourcing.YesNo}, {Prompt: "Method", Response: sourcing.TextBox, Scored: true, MaxScore: story.Points(1)}},
		}},
		Items: []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)}},
	})
	a := c.Bidders[0]
	bid, err := c.TryStart(a)
	c.Must(err)
	item, licensed, method := c.Items["1"], c.Questions["Licensed?"].ID, c.Questions["Method"].ID
	long := strings.Repeat("x", bidding.MaxRemarks+1)
	_, err = c.TrySave(a, bid, biddingsvc.Changes{
		Answers: []biddingsvc.Answer{{Question: method, Value: "By hand"}, {Question: licensed, Value: "maybe"}, {Question: item, Value: "yes"}},
	})
	faults(t, err, "/answers/1/value "+fault.NotAllowed, "/answers/2/value "+fault.Unknown)
	_, err = c.TrySave(a, bid, biddingsvc.Changes{Prices: []biddingsvc.Price{
		{Item: item, UnitPrice: "-0.0001"},
		{Item: item, UnitPrice: "ten"},
		{Item: licensed, UnitPrice: "1"},
		{Item: uuid.New(), UnitPrice: "x"},
		{Item: item, UnitPrice: "1", Remarks: long},
	}})
	faults(t, err, "/prices/0/unit_price "+fault.BadFormat, "/prices/1/unit_price "+fault.BadFormat, "/prices/2/item_id "+fault.Unknown,
		"/prices/3/item_id "+fault.Unknown, "/prices/4/remarks "+fault.TooLong)
	if n := c.Count("SELECT (SELECT count(*) FROM response) + (SELECT count(*) FROM price_response)"); n != 0 {
		t.Errorf("%d of it are saved", n)
	}
	many := make([]biddingsvc.Answer, 600)
	_, err = c.TrySave(a, bid, biddingsvc.Changes{Answers: many, Prices: make([]biddingsvc.Price, 401)})
	if !errors.Is(err, fault.TooLarge) {
		t.Errorf("1001 changes: %v", err)
	}
	_, err = c.TrySave(a, bid, biddingsvc.Changes{Answers: many, Prices: make([]biddingsvc.Price, 400)})
	if !errors.Is(err, fault.Invalid) {
		t.Errorf("1000 changes: %v", err)
	}

	// Nothing is a price, and no price is no answer; what changed elsewhere comes back.
	saved, err := c.TrySave(a, bid, biddingsvc.Changes{
		Answers: []biddingsvc.Answer{{Question: method, Value: " By hand "}},
		Prices:  []biddingsvc.Price{{Item: item, UnitPrice: "0", Remarks: " free "}},
	})
	c.Must(err)
	if saved.Versions[method] != 1 || saved.Versions[item] != 1 || len(saved.Conflicts) != 0 || saved.Progress.Percent != 100 || !saved.At.Equal(story.Noon) {
		t.Errorf("%+v", saved)
	}
	saved, err = c.TrySave(a, bid, biddingsvc.Changes{
		Answers: []biddingsvc.Answer{{Question: method, Value: "By machine"}, {Question: licensed, Value: "yes"}},
		Prices:  []biddingsvc.Price{{Item: item, Remarks: "later", Version: 7}},
	})
	c.Must(err)
	if len(saved.Versions) != 1 || saved.Versions[licensed] != 1 || !slices.Equal(saved.Conflicts, []uuid.UUID{method, item}) {
		t.Errorf("%+v", saved)
	}
	saved, err = c.TrySave(a, bid, biddingsvc.Changes{Prices: []biddingsvc.Price{{Item: item, Remarks: "later", Version: 1}}})
	c.Must(err)
	if saved.Versions[item] != 2 || saved.Progress.Done != 0 || saved.Progress.Total != 1 {
		t.Errorf("%+v", saved)
	}
}

// faults expects these fields at fault, and no others.
func faults(t *testing.T, err error, want ...string) {
	t.Helper()
	var got []string
	if err != nil {
		for _, f := range fault.As(err).Fields {
			got = append(got, f.Pointer+" "+f.Code)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
