package opening_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	. "zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

var allSettings = func() (out []Settings) {
	for i := range 8 {
		out = append(out, Settings{CountBeforeClose: i&1 > 0, ReadOut: i&2 > 0, EstimateOpen: i&4 > 0})
	}
	return out
}()

// everywhere walks the whole product space.
func everywhere(f func(s Settings, role Role, rel Relation, phase int, field Field, sight Sight)) {
	for _, s := range allSettings {
		for _, role := range Roles {
			for _, rel := range Relations {
				for i, phase := range Phases {
					for _, field := range Fields {
						f(s, role, rel, i, field, Visible(s, role, rel, phase, field))
					}
				}
			}
		}
	}
}

func TestVisibilityTable(t *testing.T) {
	var b strings.Builder
	for _, s := range []Settings{{}, {true, true, true}} {
		fmt.Fprintf(&b, "count before close %v, read out %v, estimate open %v\n", s.CountBeforeClose, s.ReadOut, s.EstimateOpen)
		for _, role := range Roles {
			for _, rel := range Relations {
				for _, field := range Fields {
					var cells []string
					some := false
					for _, phase := range Phases {
						v := Visible(s, role, rel, phase, field)
						some = some || v != Nothing
						cells = append(cells, string(v))
					}
					if some {
						fmt.Fprintf(&b, "%-10s %-10s %-12s %s\n", role, rel, field, strings.Join(cells, " "))
					}
				}
			}
		}
	}
	want, err := os.ReadFile("testdata/visible.txt")
	if err != nil || b.String() != string(want) {
		t.Errorf("the table of sights has changed (%v): read the difference, then write testdata/visible.txt\n%s", err, b.String())
	}
}

func TestNoPriceBeforeItsOpening(t *testing.T) {
	everywhere(func(s Settings, role Role, rel Relation, phase int, field Field, sight Sight) {
		own := role == RoleSupplier && rel == Own
		where := fmt.Sprint(s, role, rel, Phases[phase], field, sight)
		switch {
		case sight == Value && field == FieldPrice && !own && Phases[phase] != FinancialOpened && Phases[phase] != Awarded:
			t.Error("price", where)
		case sight != Nothing && !own && phase < 2 && field != FieldEstimate && field != FieldCount:
			t.Error("something before closing", where)
		case sight != Nothing && field == FieldCount && phase < 2 && !(s.CountBeforeClose && phase == 1 && rel == Own && (role == RoleBuyer || role == RoleOperator)):
			t.Error("count before closing", where)
		case sight != Nothing && role == RolePublic && Phases[phase] != Awarded:
			t.Error("public before award", where)
		case sight != Nothing && role == RoleEvaluator && !strings.Contains("cleared finalised", string(rel)) && field != FieldCount && field != FieldWinnerPrice:
			t.Error("evaluator without declaration", where)
		case sight != Nothing && role == RoleSupplier && rel != Own && (field == FieldTechnical || field == FieldScores || field == FieldEstimate):
			t.Error("a rival's work", where)
		case sight == Value && field == FieldScores && role == RoleEvaluator && rel != Finalised && phase < 4:
			t.Error("scores before one's own are final", where)
		}
	})
}

func TestRightsOnlyGrowAndOperatorIsTheBuyer(t *testing.T) {
	weight := map[Sight]int{Nothing: 0, Exists: 1, Value: 2}
	everywhere(func(s Settings, role Role, rel Relation, phase int, field Field, sight Sight) {
		if phase > 0 && weight[sight] < weight[Visible(s, role, rel, Phases[phase-1], field)] {
			t.Error("lost", role, rel, Phases[phase], field)
		}
		if role == RoleOperator && sight != Visible(s, RoleBuyer, rel, Phases[phase], field) {
			t.Error("operator", rel, Phases[phase], field)
		}
	})
	if Visible(Settings{}, "root", Own, Awarded, FieldPrice) != Nothing || Visible(Settings{}, RoleBuyer, Own, "later", FieldPrice) != Nothing {
		t.Error("what is not in the table is not seen")
	}
}

// A status is as far as what it stands for: nothing is told of an opening or of an
// award before it, and a category that comes to nothing tells no bid.
func TestAStatusIsAsFarAsItsSights(t *testing.T) {
	want := map[sourcing.Status]Phase{
		sourcing.Draft:               Draft,
		sourcing.Hidden:              Draft,
		sourcing.NotApproved:         Draft,
		sourcing.Approved:            Submitted,
		sourcing.Open:                Submitted,
		sourcing.Closed:              Closed,
		sourcing.Opening:             Closed,
		sourcing.TechnicalEvaluation: TechnicalOpened,
		sourcing.FinancialOpened:     FinancialOpened,
		sourcing.Evaluated:           FinancialOpened,
		sourcing.Recommended:         FinancialOpened,
		sourcing.Notified:            Awarded,
		sourcing.Awarded:             Awarded,
		sourcing.Complete:            Awarded,
		sourcing.Unsuccessful:        Awarded,
		sourcing.Cancelled:           Closed,
		sourcing.Withdrawn:           Draft,
	}
	for _, s := range sourcing.Statuses {
		if phase, known := want[s]; !known || PhaseOf(s) != phase {
			t.Errorf("%s is as far as %q, want %q", s, PhaseOf(s), phase)
		}
	}
}
