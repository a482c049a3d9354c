package opening_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestTwoPeopleOpen(t *testing.T) {
	a, b, c := uuid.MustParse("00000000-0000-0000-0000-00000000000a"), uuid.MustParse("00000000-0000-0000-0000-00000000000b"), uuid.MustParse("00000000-0000-0000-0000-00000000000c")
	said := func(p uuid.UUID, minute int) opening.Confirmation {
		return opening.Confirmation{Person: p, At: noon.Add(time.Duration(minute) * time.Minute), Entitled: true, StepUp: true}
	}
	weak, stranger := said(b, 5), said(c, 5)
	weak.StepUp, stranger.Entitled = false, false
	for name, x := range map[string]struct {
		now  int
		said []opening.Confirmation
		open bool
	}{
		"nobody":             {10, nil, false},
		"one":                {10, []opening.Confirmation{said(a, 5)}, false},
		"one twice":          {10, []opening.Confirmation{said(a, 5), said(a, 6)}, false},
		"two":                {10, []opening.Confirmation{said(a, 5), said(b, 10)}, true},
		"half an hour apart": {30, []opening.Confirmation{said(a, 0), said(b, 30)}, true},
		"too far apart":      {31, []opening.Confirmation{said(a, 0), said(b, 31)}, false},
		"said again in time": {31, []opening.Confirmation{said(a, 0), said(b, 31), said(a, 20)}, true},
		"before closing":     {10, []opening.Confirmation{said(a, -1), said(b, 5)}, false},
		"in the future":      {10, []opening.Confirmation{said(a, 5), said(b, 11)}, false},
		"without step-up":    {10, []opening.Confirmation{said(a, 5), weak}, false},
		"without right":      {10, []opening.Confirmation{said(a, 5), stranger}, false},
		"no person":          {10, []opening.Confirmation{said(a, 5), said(uuid.Nil, 5)}, false},
	} {
		d := (opening.Rule{People: 2, Within: opening.Window}).Decide(noon, noon.Add(time.Duration(x.now)*time.Minute), x.said)
		if d.Open != x.open || d.Open != (d.Missing == 0) {
			t.Errorf("%s: %+v", name, d)
		}
	}
	d := (opening.Rule{People: 2, Within: opening.Window}).Decide(noon, noon.Add(10*time.Minute), []opening.Confirmation{said(b, 7), said(a, 5)})
	if len(d.By) != 2 || d.By[0] != a || !d.Expires.Equal(noon.Add(35*time.Minute)) {
		t.Errorf("%+v", d)
	}
	if (opening.Rule{}).Decide(noon, noon, nil).Open {
		t.Error("an empty rule opens nothing by itself")
	}
	clock := opening.Rule{Clock: true}
	if clock.Decide(noon, noon.Add(-time.Microsecond), nil).Open || !clock.Decide(noon, noon, nil).Open {
		t.Error("the clock opens at the closing instant, not before")
	}
}

// What an activity asks for is asked for, though a row says less.
func TestARowCannotAskForFewerPeople(t *testing.T) {
	for _, p := range sourcing.Policies {
		r := opening.RuleOf(sourcing.Category{Activity: p.Activity})
		if r.People != p.Openers || r.Clock != (p.Openers == 0) {
			t.Errorf("%s: %+v", p.Activity, r)
		}
	}
	if r := opening.RuleOf(sourcing.Category{Activity: sourcing.Tender, Openers: 3}); r.People != 3 {
		t.Errorf("%+v", r)
	}
}
