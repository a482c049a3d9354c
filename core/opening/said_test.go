package opening_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// Whoever has an interest says which; nobody declares what is no declaration.
func TestWhatADeclarationMayBe(t *testing.T) {
	long := strings.Repeat("é", 2000)
	for _, x := range []struct{ interest, text, kept, at, code string }{
		{opening.InterestNone, " ", "", "", ""},
		{opening.InterestNone, " of old ", "of old", "", ""},
		{opening.InterestRecused, "", "", "", ""},
		{opening.InterestDeclared, " my brother ", "my brother", "", ""},
		{opening.InterestDeclared, long, long, "", ""},
		{opening.InterestDeclared, long + "é", "", "/declaration", fault.TooLong},
		{opening.InterestDeclared, " ", "", "/declaration", fault.Required},
		{"some", "", "", "/interest", fault.NotAllowed},
	} {
		kept, err := opening.Declared(x.interest, x.text)
		f := fault.As(err)
		if x.code == "" && (err != nil || kept != x.kept) || x.code != "" && (len(f.Fields) != 1 || f.Fields[0].Pointer != x.at || f.Fields[0].Code != x.code) {
			t.Errorf("%s %.20q: %.20q, %v", x.interest, x.text, kept, err)
		}
	}
}

// Of people who speak in the same instant each counts, in one order; of one person's
// words the last does, in whatever order they are read.
func TestWhoCountsAndUntilWhen(t *testing.T) {
	a, b := uuid.UUID{15: 1}, uuid.UUID{15: 2}
	said := func(p uuid.UUID, minute int) opening.Confirmation {
		return opening.Confirmation{Person: p, At: noon.Add(time.Duration(minute) * time.Minute), Entitled: true, StepUp: true}
	}
	rule := opening.Rule{People: 2, Within: opening.Window}
	at := noon.Add(20 * time.Minute)
	for name, x := range map[string]struct {
		said    []opening.Confirmation
		by      []uuid.UUID
		expires int
	}{
		"at once":               {[]opening.Confirmation{said(b, 5), said(a, 5)}, []uuid.UUID{a, b}, 35},
		"the later is later":    {[]opening.Confirmation{said(a, 6), said(b, 5)}, []uuid.UUID{b, a}, 35},
		"again, in their order": {[]opening.Confirmation{said(a, 5), said(a, 9), said(b, 7)}, []uuid.UUID{b, a}, 37},
		"again, read backwards": {[]opening.Confirmation{said(a, 9), said(a, 5), said(b, 7)}, []uuid.UUID{b, a}, 37},
	} {
		d := rule.Decide(noon, at, x.said)
		if !d.Open || d.Missing != 0 || len(d.By) != 2 || d.By[0] != x.by[0] || d.By[1] != x.by[1] || !d.Expires.Equal(noon.Add(time.Duration(x.expires)*time.Minute)) {
			t.Errorf("%s: %+v", name, d)
		}
	}
	if d := rule.Decide(noon, at, nil); d.Missing != 2 || !d.Expires.IsZero() || d.By != nil {
		t.Errorf("nobody: %+v", d)
	}
	if d := rule.Decide(noon, at, []opening.Confirmation{said(a, 5)}); d.Missing != 1 || !d.Expires.Equal(noon.Add(35*time.Minute)) {
		t.Errorf("one: %+v", d)
	}
	if d := rule.Decide(noon, at, []opening.Confirmation{said(a, 5), said(b, 6), said(uuid.UUID{15: 3}, 7)}); !d.Open || d.Missing != 0 || len(d.By) != 3 {
		t.Errorf("one more than needed: %+v", d)
	}
	if d := (opening.Rule{}).Decide(noon, at, nil); d.Missing != 1 {
		t.Errorf("a rule of nobody: %+v", d)
	}
	for openers, want := range map[int]int{0: 2, 1: 2, 2: 2, 3: 3} {
		if r := opening.RuleOf(sourcing.Category{Activity: sourcing.Tender, Openers: openers}); r.People != want || r.Within != opening.Window || r.Clock {
			t.Errorf("a tender that asks for %d: %+v", openers, r)
		}
	}
}

// Where sights are asked, each status of a category has its phase.
func TestPhaseOfEachStatus(t *testing.T) {
	want := map[sourcing.Status]opening.Phase{
		sourcing.Draft:               opening.Draft,
		sourcing.Hidden:              opening.Draft,
		sourcing.NotApproved:         opening.Draft,
		sourcing.Withdrawn:           opening.Draft,
		sourcing.Approved:            opening.Submitted,
		sourcing.Open:                opening.Submitted,
		sourcing.Closed:              opening.Closed,
		sourcing.Opening:             opening.Closed,
		sourcing.Cancelled:           opening.Closed,
		sourcing.TechnicalEvaluation: opening.TechnicalOpened,
		sourcing.FinancialOpened:     opening.FinancialOpened,
		sourcing.Evaluated:           opening.FinancialOpened,
		sourcing.Recommended:         opening.FinancialOpened,
		sourcing.Notified:            opening.Awarded,
		sourcing.Awarded:             opening.Awarded,
		sourcing.Complete:            opening.Awarded,
		sourcing.Unsuccessful:        opening.Awarded,
	}
	for _, s := range sourcing.Statuses {
		if got := opening.PhaseOf(s); got != want[s] {
			t.Errorf("%s is %s, want %s", s, got, want[s])
		}
	}
}
