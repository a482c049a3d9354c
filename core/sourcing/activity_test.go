package sourcing

import (
	"slices"
	"testing"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
)

func TestPoliciesAreWhole(t *testing.T) {
	if len(Policies) != 9 {
		t.Fatalf("%d activities", len(Policies))
	}
	prefixes := map[string]bool{}
	for _, p := range Policies {
		if prefixes[p.Prefix] {
			t.Errorf("%s: prefix %s is taken", p.Activity, p.Prefix)
		}
		prefixes[p.Prefix] = true
		if _, ok := RegimeOf(p.Regime); !ok {
			t.Errorf("%s: unknown regime %s", p.Activity, p.Regime)
		}
		if p.Has(Items) != (p.Best != NoPrice) {
			t.Errorf("%s: items and the best price do not agree", p.Activity)
		}
		if p.Has(Items) != (p.Method == QCBS || p.Method == LCS) || p.Weighs() && !p.Has(Criteria|Evaluation) {
			t.Errorf("%s: method %q has nothing to decide by", p.Activity, p.Method)
		}
		if p.Openers < 1 || p.Openers > MaxOpeners {
			t.Errorf("%s: %d openers", p.Activity, p.Openers)
		}
		if !slices.Contains(access.Titles[access.Supplier], p.Supplier) {
			t.Errorf("%s: no supplier can hold %q", p.Activity, p.Supplier)
		}
		all := access.Actor{Type: access.Supplier, Privileges: access.Titles[access.Supplier]}
		others := access.Actor{Type: access.Supplier, Privileges: slices.DeleteFunc(slices.Clone(all.Privileges), func(x access.Privilege) bool { return x == p.Supplier })}
		if p.Activity.MayBid(all) != nil || p.Activity.MayBid(others) == nil {
			t.Errorf("%s: the right to bid is not %s", p.Activity, p.Supplier)
		}
		technical, financial := p.Weights()
		if sum := technical.Add(financial); p.Has(Evaluation) && !p.Weighs() && !sum.Equal(money.NewQuantity(100, 0)) {
			t.Errorf("%s: fixed weights add up to %s", p.Activity, sum)
		}
	}
	if Activity("raffle").MayBid(access.Actor{Privileges: access.Titles[access.Supplier]}) == nil {
		t.Error("what is no activity takes bids")
	}
	if got := Policies[2].Reference(2026, 81); got != "ZB/TN/2026/0081" {
		t.Error(got)
	}
	if got := (Criteria | Live).Names(); !slices.Equal(got, []string{"criteria", "live"}) {
		t.Error(got)
	}
	if len(stepNames) != 11 || Live != 1<<(len(stepNames)-1) {
		t.Error("a step has no name")
	}
}

func TestRegimes(t *testing.T) {
	for _, c := range []struct {
		code     string
		activity Activity
		days     int
	}{{"private-default", Tender, 0}, {"ke-ppada", RFQ, 7}, {"ke-ppada", Prequalification, 14}, {"ke-ppada", Tender, 21}} {
		r, ok := RegimeOf(c.code)
		if !ok || r.MinOpenDays(c.activity) != c.days {
			t.Errorf("%s %s: %d days", c.code, c.activity, r.MinOpenDays(c.activity))
		}
	}
	if r, _ := RegimeOf("ke-ppada"); r.StandstillDays != 14 || r.Arithmetic != Reject {
		t.Error("standstill or arithmetic of ke-ppada")
	}
}
