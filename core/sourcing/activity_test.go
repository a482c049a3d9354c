package sourcing

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

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
		if p.Has(Items) == (p.Method == Unranked) || p.Method == Weighed && !p.Weighs() {
			t.Errorf("%s: method %q has nothing to decide by", p.Activity, p.Method)
		}
		if (p.Method == Unranked) != (p.Selects == AllPassed) || (p.Method == Unranked) != (len(p.Ties) == 0) {
			t.Errorf("%s: %q chooses %q by %v", p.Activity, p.Method, p.Selects, p.Ties)
		}
		if p.Openers < 0 || p.Openers > MaxOpeners {
			t.Errorf("%s: %d openers", p.Activity, p.Openers)
		}
		if p.Optional&^p.Steps != 0 || p.Usually&^p.Optional != 0 {
			t.Errorf("%s: it does without what it has not", p.Activity)
		}
		if p.Has(Letters) == p.Has(Notices) {
			t.Errorf("%s: bidders are told of the result by letters or by notices", p.Activity)
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
	if got := (Criteria | Live).Names(); !slices.Equal(got, []StepName{"criteria", "live"}) {
		t.Error(got)
	}
	if len(stepNames) != 13 || Assets != 1<<(len(stepNames)-1) {
		t.Error("a step has no name")
	}
}

// Every activity's decision makes what people call it by: who buys awards, who sells
// sells, who registers lists, and who judges risks has judged.
func TestWhatADecisionMakes(t *testing.T) {
	want := map[Activity]Result{
		Prequalification:     ResultList,
		ExpressionOfInterest: ResultList,
		Tender:               ResultAward,
		RFQ:                  ResultAward,
		AssetDisposal:        ResultSale,
		SupplierRegistration: ResultList,
		RiskManagement:       ResultAssessment,
		ReverseAuction:       ResultAward,
		ForwardAuction:       ResultSale,
	}
	for _, p := range Policies {
		if p.Result() != want[p.Activity] {
			t.Errorf("the decision on a %s makes %q, not %q", p.Activity, p.Result(), want[p.Activity])
		}
	}
}

// What is sealed is opened, and what is not sealed is priced in the open: nobody's
// content lies in two envelopes or in none.
func TestEverySealedPartHasItsEnvelope(t *testing.T) {
	for _, p := range Policies {
		for _, without := range []Step{0, p.Optional, p.Usually} {
			less := p.Less(without)
			var held Step
			for _, e := range less.Envelopes {
				if held&e.Holds != 0 || e.Holds&^less.Steps != 0 {
					t.Errorf("%s without %v: %s holds %v", p.Activity, without.Names(), e.Name, e.Holds.Names())
				}
				held |= e.Holds
			}
			want := less.Steps & (Criteria | Items)
			if less.Has(Live) {
				want &^= Items
			}
			if held != want {
				t.Errorf("%s without %v: %v is sealed, not %v", p.Activity, without.Names(), held.Names(), want.Names())
			}
		}
	}
}

// A round of negotiation asks for prices alone, and keeps how its category ranks.
func TestARoundAsksForPricesAlone(t *testing.T) {
	for _, p := range Policies {
		if !p.Has(Negotiation) {
			continue
		}
		parent := uuid.New()
		r := (Category{Activity: p.Activity, Parent: &parent}).Policy()
		if r.Has(Criteria) || r.Has(BidFee) || r.Has(Letters) || r.Has(Negotiation) || !r.Has(Items|ByInvitation) {
			t.Errorf("%s: a round has %v", p.Activity, r.Steps.Names())
		}
		if r.Method != p.Method || r.Best != p.Best || len(r.Envelopes) != 1 {
			t.Errorf("%s: a round ranks by %s, %s, %v", p.Activity, r.Method, r.Best, r.EnvelopeNames())
		}
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

// What a category is said to have is what its author's word is kept of; whatever else
// somebody says of it gets the policy's own value.
func TestAFieldIsThereWhereItsAuthorsWordIsKept(t *testing.T) {
	seven, least, group := qty(7), money.New(7, 0), uuid.New()
	for _, p := range Policies {
		for field, x := range map[Field]struct {
			say  func(*CategoryForm)
			kept func(CategoryForm) bool
		}{
			"estimate": {
				func(c *CategoryForm) { c.Estimate = &least },
				func(c CategoryForm) bool { return c.Estimate == &least },
			},
			"invited_only": {
				func(c *CategoryForm) { c.InvitedOnly = false },
				func(c CategoryForm) bool { return !c.InvitedOnly },
			},
			"without": {
				func(c *CategoryForm) { c.Without = p.Optional.Names() },
				func(c CategoryForm) bool { return len(c.Without) > 0 },
			},
			"bid_fee": {
				func(c *CategoryForm) { c.BidFee = least },
				func(c CategoryForm) bool { return c.BidFee.Equal(least) },
			},
			"pass_mark": {
				func(c *CategoryForm) { c.PassMark = seven },
				func(c CategoryForm) bool { return c.PassMark.Equal(seven) },
			},
			"technical_weight": {
				func(c *CategoryForm) { c.TechnicalWeight = seven },
				func(c CategoryForm) bool { return c.TechnicalWeight.Equal(seven) },
			},
			"financial_weight": {
				func(c *CategoryForm) { c.FinancialWeight = seven },
				func(c CategoryForm) bool { return c.FinancialWeight.Equal(seven) },
			},
			"price_formula": {
				func(c *CategoryForm) { c.PriceFormula = "lead_percent" },
				func(c CategoryForm) bool { return c.PriceFormula == "lead_percent" },
			},
			"reserved_for": {
				func(c *CategoryForm) { c.Reserved = &group },
				func(c CategoryForm) bool { return c.Reserved == &group },
			},
			"openers": {
				func(c *CategoryForm) { c.Openers = MaxOpeners },
				func(c CategoryForm) bool { return c.Openers == MaxOpeners },
			},
		} {
			form := CategoryForm{Name: "Pumps", Currency: "KES", OpensAt: noon, ClosesAt: noon.Add(time.Hour), Without: []StepName{}}
			x.say(&form)
			got, err := form.Check(p)
			if err != nil {
				t.Fatalf("%s: %v", p.Activity, err)
			}
			if has := slices.Contains(p.Fields(), field); has != x.kept(got) {
				t.Errorf("%s has the field %s: %v, and keeps what is said of it: %v", p.Activity, field, has, x.kept(got))
			}
		}
	}
	if n := len(Field("").Values()); n != 10 {
		t.Errorf("%d fields", n)
	}
}
