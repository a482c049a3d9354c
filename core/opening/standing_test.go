package opening_test

import (
	"errors"
	"slices"
	"testing"

	"zabuni.org/core/kernel/access"
	. "zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// rights are the acts that somebody of a desk may do in an activity, and nothing else.
func rights(p sourcing.Policy, desk access.UserType, acts ...sourcing.Act) access.Actor {
	a := access.Actor{Type: desk}
	for _, act := range acts {
		if right := p.Right(desk, act); right != "" {
			a.Privileges = append(a.Privileges, right)
		}
	}
	return a
}

var opened = []sourcing.Status{sourcing.TechnicalEvaluation, sourcing.FinancialOpened, sourcing.Evaluated, sourcing.Recommended,
	sourcing.Notified, sourcing.Awarded, sourcing.Complete, sourcing.Unsuccessful}

// In every row of the policies, in every status, for whoever has any of the rights and
// has said anything: what they see of the bids and whether they decide.
func TestWhatEachStandingSees(t *testing.T) {
	all := []sourcing.Act{sourcing.ToOpen, sourcing.ToJudge, sourcing.ToAuthor, sourcing.ToAward, sourcing.ToReport, sourcing.ToTell}
	asked := 0
	for _, p := range sourcing.Policies {
		for _, desk := range []access.UserType{access.Buyer, access.Operator} {
			for _, acts := range [][]sourcing.Act{nil, all, all[:1], all[1:2], all[2:3], all[3:4], all[:2]} {
				a := rights(p, desk, acts...)
				may := func(acts ...sourcing.Act) bool { return p.May(a, acts...) == nil }
				for _, status := range sourcing.Statuses {
					c := sourcing.Category{Activity: p.Activity, Status: status}
					for _, said := range []Said{
						{},
						{Interest: InterestNone},
						{Interest: InterestNone, Final: true},
						{Interest: InterestDeclared},
						{Interest: InterestRecused, Final: true},
						{Checks: InterestNone},
						{Checks: InterestRecused},
						{Interest: InterestNone, Checks: InterestDeclared},
					} {
						s := StandingOf(a, c, said)
						apart := said.Interest == InterestDeclared || said.Interest == InterestRecused ||
							said.Checks == InterestDeclared || said.Checks == InterestRecused
						judge := may(sourcing.ToJudge)
						cleared := judge && said.Interest == InterestNone && !apart
						result := slices.Index(opened, status) > 1
						waits := judge && p.Has(sourcing.Criteria|sourcing.Evaluation) && said.Interest == "" && !apart && !result
						buys := judge || may(sourcing.ToAuthor, sourcing.ToAward, sourcing.ToReport, sourcing.ToTell)
						priced := slices.Index(opened, status) > 0
						awarded := slices.Index(opened, status) > 3
						if waits {
							asked++
						}
						want := map[Field]bool{
							FieldPrice:       priced && !apart && !waits && (buys || may(sourcing.ToOpen)),
							FieldScores:      !apart && !waits && (priced && buys || cleared && said.Final && slices.Contains(opened, status)),
							FieldTechnical:   !apart && (cleared && slices.Contains(opened, status) || awarded && buys),
							FieldWinnerPrice: awarded,
						}
						for f, shown := range want {
							if got := s.Sees(f) == Value; got != shown {
								t.Errorf("%s %s %s with %q, said %+v: %s is shown %v", p.Activity, desk, status, acts, said, f, got)
							}
						}
						if s.Waits() != waits {
							t.Errorf("%s %s %s with %q, said %+v: waits %v", p.Activity, desk, status, acts, said, !waits)
						}
						if err := s.Decides(); errors.Is(err, Apart) != apart || !apart && err != nil {
							t.Errorf("%s %s with %q, said %+v: decides %v", p.Activity, status, acts, said, err)
						}
					}
				}
			}
		}
	}
	if asked == 0 {
		t.Error("nobody waits anywhere")
	}
}

// Who checks sees what bids say as a judge does, and nothing more.
func TestACheckerSeesWhatBidsSay(t *testing.T) {
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	c := sourcing.Category{Activity: p.Activity, Status: sourcing.TechnicalEvaluation}
	s := StandingOf(rights(p, access.Buyer, sourcing.ToJudge), c, Said{Checks: InterestNone})
	if s.Sees(FieldTechnical) == Value || s.AsChecker().Sees(FieldTechnical) != Value || s.AsChecker().Sees(FieldScores) == Value {
		t.Errorf("%s, as a checker %s and %s", s.Sees(FieldTechnical), s.AsChecker().Sees(FieldTechnical), s.AsChecker().Sees(FieldScores))
	}
	s = StandingOf(rights(p, access.Buyer, sourcing.ToJudge), c, Said{Interest: InterestRecused, Checks: InterestNone})
	if s.AsChecker().Sees(FieldTechnical) != Nothing {
		t.Error("who stepped back checks")
	}
}

// Interests are declared from the opening to the result.
func TestWhenInterestsAreDeclared(t *testing.T) {
	for _, status := range sourcing.Statuses {
		want := NotOpened
		switch at := slices.Index(opened, status); {
		case at > 1:
			want = DeclaredLate
		case at >= 0:
			want = nil
		}
		err := MayDeclare(sourcing.Category{Activity: sourcing.Tender, Status: status})
		if want == nil && err != nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %v", status, err)
		}
	}
}
