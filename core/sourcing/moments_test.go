package sourcing

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
)

// What the clock makes of a category, of each status, to the microsecond.
func TestWhatTheClockMakesOfACategory(t *testing.T) {
	opens, closes := noon, noon.Add(48*time.Hour)
	dayBefore := closes.Add(-24 * time.Hour)
	const tick = time.Microsecond
	for _, s := range Statuses {
		c := Category{Status: s, OpensAt: opens, ClosesAt: closes}
		for _, x := range []struct {
			now         time.Time
			takes, soon bool
		}{
			{opens.Add(-tick), false, false},
			{opens, true, false},
			{dayBefore.Add(-tick), true, false},
			{dayBefore, true, true},
			{closes.Add(-tick), true, true},
			{closes, false, false},
		} {
			if got, want := c.TakesBids(x.now), x.takes && s == Open; got != want {
				t.Errorf("%s takes bids at %s: %v", s, x.now, got)
			}
			if got, want := c.ClosesSoon(x.now), x.soon && s == Open; got != want {
				t.Errorf("%s closes soon at %s: %v", s, x.now, got)
			}
		}
		for told, want := range map[time.Time]bool{dayBefore.Add(-tick): true, dayBefore: false, closes: false} {
			if got := c.Reminds(told); got != want {
				t.Errorf("who was told of a closing at %s is reminded: %v", told, got)
			}
		}
		_, err := c.Extend(closes.Add(tick), "Rain", opens)
		want := IllegalMove.Code
		if s == Open || s == Approved {
			want = ""
		}
		if got := fault.As(err); (err == nil) != (want == "") || err != nil && got.Code != want {
			t.Errorf("%s is extended: %v", s, err)
		}
	}
}

// facts are all that a policy says of a category, in words.
func facts(p Policy) string {
	var b strings.Builder
	say := func(what string, v any) { fmt.Fprintf(&b, "  %-10s %v\n", what, v) }
	say("steps", p.Steps.Names())
	say("optional", p.Optional.Names())
	for _, e := range p.Envelopes {
		next, _ := p.Next(e.Opens)
		say(e.Name, fmt.Sprintf("%v first %v, last %v, then %q", e.Holds.Names(), p.First(e), p.Last(e), next.Name))
	}
	for _, s := range []Step{Criteria, Items} {
		e, ok := p.Holding(s)
		say("holding", fmt.Sprintf("%v %q %v", s.Names(), e.Name, ok))
	}
	say("method", p.Method)
	technical, financial := p.Weights()
	say("weighs", fmt.Sprintf("%v, else %s to %s", p.Weighs(), technical.Short(), financial.Short()))
	say("judged", fmt.Sprintf("%v, checked %v, points %v", p.Judged(), p.Checked(), p.Points()))
	say("chooses", fmt.Sprintf("%v, %s, below %v", p.Chooses(), p.Result(), p.Below))
	say("fields", p.Fields())
	return b.String()
}

// What each activity has and does, whole and without what it may do without, and as a
// round: all that the engine asks of a policy is one readable file.
func TestPoliciesAreAsPrinted(t *testing.T) {
	var b strings.Builder
	for _, p := range Policies {
		fmt.Fprintf(&b, "%s\n%s", p.Activity, facts(Category{Activity: p.Activity}.Policy()))
		if p.Optional != 0 {
			fmt.Fprintf(&b, "%s without %v\n%s", p.Activity, p.Optional.Names(), facts(Category{Activity: p.Activity, Without: p.Optional}.Policy()))
		}
		if p.Has(Negotiation) {
			round := Category{Activity: p.Activity, Parent: &uuid.UUID{}, Without: p.Optional}.Policy()
			fmt.Fprintf(&b, "%s, a round\n%s", p.Activity, facts(round))
		}
		if other := (Envelope{Name: "none"}); p.First(other) || p.Last(other) {
			t.Errorf("%s opens an envelope that it has not", p.Activity)
		}
	}
	if none := (Policy{}); none.First(Envelope{}) || none.Last(Envelope{}) {
		t.Error("what has no envelopes opens one")
	}
	golden(t, "testdata/policies.golden", b.String())
}

// An entry of a list, as a buyer says it: of whoever is put off the reason is kept and
// the end stays, and no end is set that has come.
func TestWhatAnEntryMayBe(t *testing.T) {
	stood := noon.Add(-time.Hour)
	later, early := noon.Add(time.Microsecond), noon
	for name, x := range map[string]struct {
		form  EntryForm
		want  string
		until *time.Time
	}{
		"of no status":       {EntryForm{Status: "gone", Reason: "x"}, "/status " + fault.NotAllowed, &stood},
		"without end":        {EntryForm{Status: Listed}, "", nil},
		"until later":        {EntryForm{Status: Listed, Until: &later}, "", &later},
		"until now":          {EntryForm{Status: Listed, Until: &early}, "/until " + NotLater, &early},
		"put off, no reason": {EntryForm{Status: Suspended, Until: &later}, "/reason " + fault.Required, &stood},
		"put off":            {EntryForm{Status: Removed, Until: &later, Reason: "x"}, "", &stood},
	} {
		f, err := x.form.Check(noon, &stood)
		if told(err) != x.want || f.Until != x.until {
			t.Errorf("%s: %q until %v, want %q until %v", name, told(err), f.Until, x.want, x.until)
		}
	}
}

// Of a job, by its status: whether it may be changed; and its law is one that there is.
func TestWhatAJobMayBe(t *testing.T) {
	for _, s := range JobStatuses {
		want := slices.Contains([]JobStatus{JobDraft, JobPublished, JobClosed}, s)
		if err := (Job{Status: s}).Editable(); (err == nil) != want {
			t.Errorf("%s may be changed: %v", s, err)
		}
	}
	for _, x := range []struct {
		form         JobForm
		want, regime string
	}{
		{JobForm{Activity: Tender}, "", "private-default"},
		{JobForm{Activity: Tender, Regime: "ke-ppada"}, "", "ke-ppada"},
		{JobForm{Activity: Tender, Regime: "none"}, "/regime " + fault.NotAllowed, "none"},
		{JobForm{Activity: "magic"}, "/activity " + fault.NotAllowed, ""},
	} {
		x.form.Code, x.form.Title = "T", "Water"
		f, err := x.form.Check()
		if told(err) != x.want || f.Regime != x.regime {
			t.Errorf("%+v: %q under %q", x.form, told(err), f.Regime)
		}
	}
}

// Prices that still move keep a category from being recommended, and from nothing else.
func TestOnlyARecommendationWaitsForARound(t *testing.T) {
	for _, s := range Statuses {
		for _, m := range Moves {
			c := Category{Activity: Tender, Status: s, OpensAt: noon.Add(-time.Hour), ClosesAt: noon}
			to, err := c.Do(m, Facts{Now: noon})
			moving, errMoving := c.Do(m, Facts{Now: noon, Unfinished: true})
			if err == nil && m == Recommend {
				if errMoving == nil || fault.As(errMoving).Code != StillMoving.Code {
					t.Errorf("%s from %s: %v", m, s, errMoving)
				}
			} else if to != moving || (err == nil) != (errMoving == nil) {
				t.Errorf("%s from %s waits for a round: %v", m, s, errMoving)
			}
		}
	}
}

// A band begins with its first number and ends before the next one's; who scores an
// answer, and how much it can get, follows from its kind.
func TestWhatAnAnswerCanGet(t *testing.T) {
	for _, x := range []struct {
		lower, upper *int64
		holds        string
	}{{nil, nil, "1 2 3 4 5"}, {new(int64(2)), nil, "2 3 4 5"}, {nil, new(int64(4)), "1 2 3"}, {new(int64(2)), new(int64(4)), "2 3"}} {
		var b Band
		if x.lower != nil {
			b.Lower = ptr(*x.lower)
		}
		if x.upper != nil {
			b.Upper = ptr(*x.upper)
		}
		var holds []string
		for n := int64(1); n <= 5; n++ {
			if b.Holds(qty(n)) {
				holds = append(holds, fmt.Sprint(n))
			}
		}
		if got := strings.Join(holds, " "); got != x.holds {
			t.Errorf("it holds %s, want %s", got, x.holds)
		}
	}
	four := []Option{{Score: ptr(4)}, {Score: ptr(3)}, {}, {Score: ptr(-2)}}
	for name, x := range map[string]struct {
		q        Question
		byPeople bool
		best     string
	}{
		"unscored":        {Question{Response: Text, MaxScore: ptr(9)}, false, "none"},
		"without most":    {Question{Response: Text, Scored: true}, true, "none"},
		"a text":          {Question{Response: Text, Scored: true, MaxScore: ptr(9)}, true, "9"},
		"a number":        {Question{Response: Number, Scored: true, MaxScore: ptr(9)}, true, "9"},
		"in bands":        {Question{Response: Number, Scored: true, MaxScore: ptr(9), Bands: []Band{{Score: qty(2)}, {Score: qty(5)}, {}}}, false, "5"},
		"one of choices":  {Question{Response: Selection, Scored: true, MaxScore: ptr(9), Options: four}, false, "4"},
		"all of choices":  {Question{Response: Checkboxes, Scored: true, MaxScore: ptr(9), Options: four}, false, "7"},
		"no more than":    {Question{Response: Checkboxes, Scored: true, MaxScore: ptr(6), Options: four}, false, "6"},
		"yes or no":       {Question{Response: YesNo, Scored: true, MaxScore: ptr(9)}, false, "0"},
		"choices of none": {Question{Response: Selection, Scored: true, MaxScore: ptr(9)}, false, "0"},
	} {
		best := "none"
		if b := x.q.Best(); b != nil {
			best = b.Short()
		}
		if x.q.ByPeople() != x.byPeople || best != x.best {
			t.Errorf("%s: by people %v, at best %s", name, x.q.ByPeople(), best)
		}
	}
}

// Two activities that differ in nothing else than what they are differ in the hash.
func TestTheActivityShowsInTheHash(t *testing.T) {
	a, b := filled(), filled()
	a.Category.Activity, b.Category.Activity = Prequalification, ExpressionOfInterest
	if string(a.Hash()) == string(b.Hash()) {
		t.Error("one activity passes for another")
	}
}
