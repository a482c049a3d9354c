package sourcing

import (
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"zabuni.org/core/kernel/money"
)

func qty(n int64) money.Quantity  { return money.NewQuantity(n, 0) }
func ptr(n int64) *money.Quantity { v := qty(n); return &v }
func id(n byte) uuid.UUID         { return uuid.UUID{15: n} }
func at(n byte) string            { return id(n).String() }
func section(n byte) Section      { return Section{ID: id(n), Name: "Section", Position: int(n)} }

var circumstances = Circumstances{Now: noon, Payable: []money.Currency{"KES"}, Fee: func(a money.Amount) bool {
	return a.Value.RoundTo(0).Equal(a.Value) && !money.New(250_000, 0).Less(a.Value)
}}

// goodTender is a tender that can be published.
func goodTender() Content {
	return Content{
		Job: Job{Regime: "private-default"},
		Category: Category{Activity: Tender, Currency: "KES", BidFee: money.New(1000, 0), OpensAt: noon, ClosesAt: noon.AddDate(0, 0, 14),
			PassMark: qty(70), TechnicalWeight: qty(70), FinancialWeight: qty(30), Openers: 2},
		Sections: []Section{section(1), section(2)},
		Questions: []Question{
			{ID: id(11), Section: id(1), Response: Selection, MustAnswer: true, Scored: true, MaxScore: ptr(10),
				Options: []Option{{Label: "Ten years", Score: ptr(10)}, {Label: "Five years", Score: ptr(5)}, {Label: "None", Score: ptr(0)}}},
			{ID: id(12), Section: id(1), Response: Checkboxes, Scored: true, MaxScore: ptr(6), Options: []Option{{Label: "ISO 9001", Score: ptr(4)}, {Label: "ISO 14001", Score: ptr(4)}}},
			{ID: id(13), Section: id(2), Response: Number, Scored: true, MaxScore: ptr(8), MinScore: ptr(2),
				Bands: []Band{{Upper: ptr(3), Score: qty(0)}, {Lower: ptr(3), Upper: ptr(10), Score: qty(4)}, {Lower: ptr(10), Score: qty(8)}}},
			{ID: id(14), Section: id(2), Response: FileUpload, MustAnswer: true, Scored: true, MaxScore: ptr(5)},
			{ID: id(15), Section: id(2), Response: YesNo, Scored: true, MaxScore: ptr(1), Options: []Option{{Label: "yes", Score: ptr(1)}, {Label: "no", Score: ptr(0)}}},
			{ID: id(16), Section: id(2), Response: Text},
		},
		Items: []Item{{ID: id(21), Number: "1", Unit: "each", Quantity: qty(5)}, {ID: id(22), Number: "2", Unit: "each", Quantity: qty(1)}},
	}
}

func TestAGoodTenderHasNoFindings(t *testing.T) {
	if f := Lint(goodTender(), circumstances); len(f) > 0 {
		t.Fatalf("%+v", f)
	}
}

// Weights make a hundred to the last of their digits, or nothing is published: what
// is nearly a hundred could be opened and never ranked.
func TestWeightsMakeAHundredExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := goodTender()
		parts := func(name string) (first, second money.Quantity) {
			share := rapid.Int64Range(1, 99_999_999).Draw(t, name)
			off := rapid.SampledFrom([]int64{0, 0, 1, -1, 10_000, -10_000, 490_000, -490_000, 1_000_000, -1_000_000}).Draw(t, name+" off")
			return money.NewQuantity(share, -6), money.NewQuantity(100_000_000-share+off, -6)
		}
		c.Category.TechnicalWeight, c.Category.FinancialWeight = parts("technical")
		first, second := parts("section")
		c.Sections[0].Weight, c.Sections[1].Weight = &first, &second
		hundred := new(big.Rat).SetInt64(100)
		exact := func(a, b money.Quantity) bool { return new(big.Rat).Add(a.Rat(), b.Rat()).Cmp(hundred) == 0 }
		found := Lint(c, circumstances)
		for code, right := range map[string]bool{
			LintWeights:        exact(c.Category.TechnicalWeight, c.Category.FinancialWeight),
			LintSectionWeights: exact(first, second),
		} {
			if refused := slices.ContainsFunc(found, func(f Finding) bool { return f.Code == code && f.Blocking }); refused == right {
				t.Fatalf("%s: refused %v: %s and %s, sections %s and %s", code, refused, c.Category.TechnicalWeight, c.Category.FinancialWeight, first, second)
			}
		}
	})
}

func TestLintFindings(t *testing.T) {
	q := func(c *Content, n byte) *Question {
		return &c.Questions[slices.IndexFunc(c.Questions, func(q Question) bool { return q.ID == id(n) })]
	}
	for name, x := range map[string]struct {
		spoil   func(*Content)
		code    string
		pointer string
	}{
		"no sections":     {func(c *Content) { c.Sections, c.Questions = nil, nil }, LintNoSections, "/sections"},
		"section unasked": {func(c *Content) { c.Sections = append(c.Sections, section(3)) }, LintNoQuestions, "/sections/" + at(3)},
		"orphan question": {func(c *Content) { q(c, 16).Section = id(9) }, LintOrphan, "/questions/" + at(16)},
		"sum 90":          {func(c *Content) { c.Category.FinancialWeight = qty(20) }, LintWeights, "/technical_weight"},
		"sum 110":         {func(c *Content) { c.Category.FinancialWeight = qty(40) }, LintWeights, "/technical_weight"},
		"no items":        {func(c *Content) { c.Items = nil }, LintNoItems, "/items"},
		"no quantity":     {func(c *Content) { c.Items[1].Quantity = qty(0) }, LintNoQuantity, "/items/" + at(22) + "/quantity"},
		"no unit":         {func(c *Content) { c.Items[0].Unit = "" }, LintNoUnit, "/items/" + at(21) + "/unit"},
		"idle weight": {func(c *Content) {
			c.Sections = append(c.Sections, section(3))
			c.Sections[2].Weight = ptr(10)
			c.Sections[0].Weight, c.Sections[1].Weight = ptr(50), ptr(40)
			c.Questions[5].Section = id(3)
		}, LintIdleWeight, "/sections/" + at(3) + "/weight"},
		"item twice":         {func(c *Content) { c.Items[1].Number = "1 " }, LintDuplicateItem, "/items/" + at(22) + "/number"},
		"past":               {func(c *Content) { c.Category.ClosesAt = noon }, LintClosesPast, "/closes_at"},
		"closes first":       {func(c *Content) { c.Category.OpensAt = c.Category.ClosesAt }, LintClosesFirst, "/closes_at"},
		"short period":       {func(c *Content) { c.Job.Regime = "ke-ppada" }, LintShortPeriod, "/closes_at"},
		"openers":            {func(c *Content) { c.Category.Openers = 1 }, LintOpeners, "/openers"},
		"fee not payable":    {func(c *Content) { c.Category.Currency = "ETB" }, LintNoPaymentMode, "/bid_fee"},
		"min above max":      {func(c *Content) { q(c, 14).MinScore = ptr(6) }, LintMinAboveMax, "/questions/" + at(14) + "/min_score"},
		"empty selection":    {func(c *Content) { q(c, 11).Options = nil }, LintOptionsMissing, "/questions/" + at(11) + "/options"},
		"empty, unscored":    {func(c *Content) { *q(c, 11) = Question{ID: id(11), Section: id(1), Response: Selection} }, LintOptionsMissing, "/questions/" + at(11) + "/options"},
		"yes without no":     {func(c *Content) { q(c, 15).Options = q(c, 15).Options[:1] }, LintOptionsMissing, "/questions/" + at(15) + "/options"},
		"same option":        {func(c *Content) { q(c, 11).Options[2].Label = "ten years" }, LintOptionsSame, "/questions/" + at(11) + "/options/2/label"},
		"option unscored":    {func(c *Content) { q(c, 11).Options[2].Score = nil }, LintOptionUnscored, "/questions/" + at(11) + "/options/2/score"},
		"option above max":   {func(c *Content) { q(c, 11).Options[2].Score = ptr(11) }, LintOptionScore, "/questions/" + at(11) + "/options/2/score"},
		"best below max":     {func(c *Content) { q(c, 11).MaxScore = ptr(12) }, LintBestBelowMax, "/questions/" + at(11) + "/max_score"},
		"boxes below max":    {func(c *Content) { q(c, 12).MaxScore = ptr(9) }, LintBestBelowMax, "/questions/" + at(12) + "/max_score"},
		"band gap":           {func(c *Content) { q(c, 13).Bands[1].Lower = ptr(4) }, LintBandsGap, "/questions/" + at(13) + "/bands/1/lower"},
		"band overlap":       {func(c *Content) { q(c, 13).Bands[1].Lower = ptr(2) }, LintBandsOverlap, "/questions/" + at(13) + "/bands/1"},
		"band backwards":     {func(c *Content) { q(c, 13).Bands[1].Upper = ptr(3) }, LintBandsOverlap, "/questions/" + at(13) + "/bands/1"},
		"bands have an end":  {func(c *Content) { q(c, 13).Bands[2].Upper = ptr(99) }, LintBandsEnds, "/questions/" + at(13) + "/bands/2"},
		"bands have a start": {func(c *Content) { q(c, 13).Bands[0].Lower = ptr(0) }, LintBandsEnds, "/questions/" + at(13) + "/bands/0"},
		"band above max":     {func(c *Content) { q(c, 13).Bands[2].Score = qty(9) }, LintBandScore, "/questions/" + at(13) + "/bands/2/score"},
		"nothing scored": {func(c *Content) {
			for i := range c.Questions {
				c.Questions[i].Scored = false
			}
		}, LintNothingScored, "/technical_weight"},
		"section weights": {func(c *Content) { c.Sections[0].Weight, c.Sections[1].Weight = ptr(50), ptr(40) }, LintSectionWeights, "/sections"},
		"weight missing":  {func(c *Content) { c.Sections[0].Weight = ptr(100) }, LintWeightless, "/sections/" + at(2) + "/weight"},
		"pass mark": {func(c *Content) {
			q(c, 11).Options[0].Score = ptr(0)
			q(c, 11).Options[1].Score = ptr(0)
			q(c, 12).Scored = false
			q(c, 13).Scored = false
			q(c, 14).Scored = false
		}, LintPassMark, "/pass_mark"},
		"no evaluation": {func(c *Content) { c.Category.Activity = AssetDisposal }, LintScoredNoScoring, "/questions/" + at(11) + "/scored"},
		"no criteria":   {func(c *Content) { c.Category.Activity, c.Category.Without = RFQ, Criteria }, LintNoSuchStep, "/sections"},
		"no prices":     {func(c *Content) { c.Category.Activity = Prequalification }, LintNoSuchStep, "/items"},
	} {
		t.Run(name, func(t *testing.T) {
			c := goodTender()
			x.spoil(&c)
			found := Lint(c, circumstances)
			i := slices.IndexFunc(found, func(f Finding) bool { return f.Code == x.code && f.Pointer == x.pointer })
			if i < 0 || !found[i].Blocking || !blocked(found) {
				t.Fatalf("%+v", found)
			}
		})
	}
}

func TestFindingsThatDoNotBlock(t *testing.T) {
	c := goodTender()
	c.Category.InvitedOnly = true
	c.Category.PassMark, c.Category.TechnicalWeight, c.Category.FinancialWeight = qty(0), qty(0), qty(100)
	found := Lint(c, circumstances)
	if blocked(found) || len(found) != 2 {
		t.Fatalf("%+v", found)
	}
}

func TestFreeFeeNeedsNoPaymentMode(t *testing.T) {
	c := goodTender()
	c.Category.Currency, c.Category.BidFee = "ETB", money.Decimal{}
	if f := Lint(c, circumstances); len(f) > 0 {
		t.Fatalf("%+v", f)
	}
}

// Whoever publishes what the linter lets through, somebody can pass: there are
// answers that reach the pass mark and every minimum.
func TestALintedCategoryCanBePassed(t *testing.T) {
	clean := 0
	rapid.Check(t, func(t *rapid.T) {
		c := drawContent(t)
		if blocked(Lint(c, circumstances)) {
			return
		}
		clean++
		if total, short := bestBid(t, c); short || total.Cmp(c.Category.PassMark.Rat()) < 0 {
			t.Fatalf("the best bid gets %s of %s", total.FloatString(4), c.Category.PassMark)
		}
	})
	if clean < 10 {
		t.Fatalf("only %d clean categories were drawn", clean)
	}
}

// drawContent draws a tender that is sound but for some spoiled places.
func drawContent(t *rapid.T) Content {
	c := goodTender()
	c.Category.PassMark = qty(int64(rapid.IntRange(0, 100).Draw(t, "pass mark")))
	spoilt := func(what string) bool { return rapid.IntRange(0, 60).Draw(t, what) == 0 }
	score := func(what string) *money.Quantity { return ptr(int64(rapid.IntRange(1, 20).Draw(t, what))) }
	c.Sections, c.Questions = nil, nil
	n := byte(rapid.IntRange(1, 4).Draw(t, "sections"))
	weighted := rapid.Bool().Draw(t, "weighted")
	for s := byte(1); s <= n; s++ {
		x := section(s)
		if weighted {
			x.Weight = ptr(100 / int64(n))
			if s == n {
				x.Weight = ptr(100 - 100/int64(n)*int64(n-1))
			}
		}
		c.Sections = append(c.Sections, x)
		for k := range byte(rapid.IntRange(1, 3).Draw(t, "questions")) {
			q := Question{ID: id(10*s + k), Section: x.ID, Response: rapid.SampledFrom(ResponseRules).Draw(t, "type").Type,
				MustAnswer: rapid.Bool().Draw(t, "must"), Scored: k == 0 || rapid.Bool().Draw(t, "scored")}
			rule, _ := RuleOf(q.Response)
			if q.Scored {
				q.MaxScore = score("max")
				if rapid.Bool().Draw(t, "has minimum") {
					q.MinScore = ptr(int64(rapid.IntRange(0, 21).Draw(t, "min")))
				}
			}
			labels := rule.Fixed
			if rule.Options {
				labels = []string{"a", "b", "c"}[:rapid.IntRange(0, 3).Draw(t, "options")]
			}
			for i, l := range labels {
				o := Option{Label: l}
				if q.Scored {
					o.Score = ptr(int64(rapid.IntRange(0, 20).Draw(t, "option score")))
					if i == 0 && !spoilt("best option") {
						o.Score = q.MaxScore
					}
					if q.MaxScore.Less(*o.Score) {
						o.Score = ptr(0)
					}
				}
				q.Options = append(q.Options, o)
			}
			if rule.Bands && q.Scored && rapid.Bool().Draw(t, "bands") {
				edge := ptr(int64(rapid.IntRange(-5, 50).Draw(t, "edge")))
				q.Bands = []Band{{Upper: edge, Score: qty(0)}, {Lower: edge, Score: *q.MaxScore}}
				if spoilt("edge of a band") {
					q.Bands[1].Lower = score("other edge")
				}
			}
			c.Questions = append(c.Questions, q)
		}
	}
	return c
}

// bestBid answers as well as one can and scores it from first principles.
func bestBid(t *rapid.T, c Content) (total *big.Rat, short bool) {
	got, most, all := map[uuid.UUID]*big.Rat{}, map[uuid.UUID]*big.Rat{}, new(big.Rat)
	for _, q := range c.Questions {
		rule, _ := RuleOf(q.Response)
		if rule.Options && len(q.Options) == 0 {
			t.Fatalf("%s cannot be answered", q.ID)
		}
		if !q.Scored {
			continue
		}
		best := new(big.Rat)
		switch {
		case len(q.Bands) > 0:
			for n := int64(-100); n <= 100; n++ {
				hits := 0
				for _, b := range q.Bands {
					if b.Holds(qty(n)) {
						hits++
						if b.Score.Rat().Cmp(best) > 0 {
							best = b.Score.Rat()
						}
					}
				}
				if hits != 1 {
					t.Fatalf("%d falls into %d bands", n, hits)
				}
			}
		case len(q.Options) > 0:
			for _, o := range q.Options {
				if rule.Many {
					best.Add(best, o.Score.Rat())
				} else if o.Score.Rat().Cmp(best) > 0 {
					best = o.Score.Rat()
				}
			}
			if best.Cmp(q.MaxScore.Rat()) > 0 {
				best = q.MaxScore.Rat()
			}
		default:
			best = q.MaxScore.Rat()
		}
		if q.MinScore != nil && best.Cmp(q.MinScore.Rat()) < 0 {
			return best, true
		}
		if got[q.Section] == nil {
			got[q.Section], most[q.Section] = new(big.Rat), new(big.Rat)
		}
		got[q.Section].Add(got[q.Section], best)
		most[q.Section].Add(most[q.Section], q.MaxScore.Rat())
		all.Add(all, q.MaxScore.Rat())
	}
	total = new(big.Rat)
	for _, s := range c.Sections {
		if most[s.ID] == nil {
			continue
		}
		w := new(big.Rat).Mul(big.NewRat(100, 1), new(big.Rat).Quo(most[s.ID], all))
		if s.Weight != nil {
			w = s.Weight.Rat()
		}
		total.Add(total, w.Mul(w, new(big.Rat).Quo(got[s.ID], most[s.ID])))
	}
	return total, false
}

func TestReadPaste(t *testing.T) {
	items, err := ReadPaste("No.\tDescription\tUnit\tQty\r\n1\tCement, 50 kg\tbag\t1,250\r\n\r\n2\t\"Steel\nbars\"\tt\t2.5\t\r\n", "en", 1)
	if err != nil || len(items) != 2 || items[0].Quantity.Short() != "1250" || items[1].Description != "Steel\nbars" || items[1].Number != "2" {
		t.Fatalf("%+v %v", items, err)
	}
	items, err = ReadPaste("Ciment\tsac\t1 250,5\nFer\tt\t3", "fr", 7)
	if err != nil || items[0].Quantity.Short() != "1250.5" || items[1].Number != "8" {
		t.Fatalf("%+v %v", items, err)
	}
	items, err = ReadPaste("A1\tC-9\tPump\teach\t4", "en", 1)
	if err != nil || items[0].Code != "C-9" || items[0].Number != "A1" {
		t.Fatalf("%+v %v", items, err)
	}
	for _, bad := range []string{"", "x", "1\tPump\teach\t4\n2\tHose\tm\tmany", strings.Repeat("a\t", 6) + "1"} {
		if _, err := ReadPaste(bad, "en", 1); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestQuestionShape(t *testing.T) {
	for _, x := range []struct {
		q       Question
		pointer string
	}{
		{Question{Prompt: "", Response: Text}, "/prompt"},
		{Question{Prompt: "x", Response: "essay"}, "/response_type"},
		{Question{Prompt: "x", Response: Text, Options: []Option{{Label: "a"}}}, "/options"},
		{Question{Prompt: "x", Response: Text, Scored: true}, "/max_score"},
		{Question{Prompt: "x", Response: Text, Scored: true, MaxScore: ptr(0)}, "/max_score"},
		{Question{Prompt: "x", Response: Text, Scored: true, MaxScore: ptr(1), Bands: []Band{{}}}, "/bands"},
		{Question{Prompt: "x", Response: YesNo, Scored: true, MaxScore: ptr(1), Options: []Option{{Label: "maybe"}}}, "/options/0/label"},
		{Question{Prompt: "x", Response: Selection, Options: []Option{{Label: " "}}}, "/options/0/label"},
	} {
		_, err := x.q.Check()
		if err == nil || !strings.Contains(err.Error(), x.pointer+"=") {
			t.Errorf("%+v: %v", x.q, err)
		}
	}
	q, err := Question{Prompt: " x ", Response: Number, MaxScore: ptr(4), Bands: []Band{{}}}.Check()
	if err != nil || q.Prompt != "x" || q.MaxScore != nil || q.Bands != nil {
		t.Errorf("%+v %v", q, err)
	}
}

func TestCategoryForm(t *testing.T) {
	good := CategoryForm{Name: "Pumps", Currency: "kes", OpensAt: noon, ClosesAt: noon.Add(time.Hour), TechnicalWeight: qty(40), FinancialWeight: qty(40)}
	tender, _ := PolicyOf(Tender)
	rfq, _ := PolicyOf(RFQ)
	c, err := good.Check(tender)
	if err != nil || c.Currency != "KES" || c.Openers != 2 || c.TechnicalWeight.Short() != "40" {
		t.Fatalf("%+v %v", c, err)
	}
	if c, err = good.Check(rfq); err != nil || c.Openers != 1 || !c.FinancialWeight.Equal(qty(100)) || c.TechnicalWeight.Sign() != 0 {
		t.Errorf("%+v %v", c, err)
	}
	for pointer, spoil := range map[string]func(*CategoryForm){
		"/name": func(c *CategoryForm) { c.Name = "" }, "/currency": func(c *CategoryForm) { c.Currency = "XXX" },
		"/closes_at": func(c *CategoryForm) { c.ClosesAt = c.OpensAt }, "/opens_at": func(c *CategoryForm) { c.OpensAt = time.Time{} },
		"/technical_weight": func(c *CategoryForm) { c.TechnicalWeight = qty(101) }, "/pass_mark": func(c *CategoryForm) { c.PassMark = qty(-1) },
		"/openers": func(c *CategoryForm) { c.Openers = 6 }, "/price_formula": func(c *CategoryForm) { c.PriceFormula = "magic" },
		"/bid_fee": func(c *CategoryForm) { c.BidFee = money.New(-1, 0) },
	} {
		bad := good
		spoil(&bad)
		if _, err := bad.Check(tender); err == nil || !strings.Contains(err.Error(), pointer+"=") {
			t.Errorf("%s: %v", pointer, err)
		}
	}
}

// Where a bid passes by checks alone, something is checked; elsewhere nothing need be.
func TestSomethingIsCheckedWhereChecksDecide(t *testing.T) {
	for _, p := range Policies {
		for _, checked := range []bool{false, true} {
			c := goodTender()
			c.Category.Activity = p.Activity
			c.Questions = []Question{{ID: id(16), Section: id(1), Response: FileUpload, QA: checked}}
			i := slices.IndexFunc(Lint(c, circumstances), func(f Finding) bool { return f.Code == LintNothingChecked && f.Blocking })
			if want := p.Has(QA) && !p.Has(Evaluation) && !checked; want != (i >= 0) {
				t.Errorf("%s, something is checked %v: found %v", p.Activity, checked, i >= 0)
			}
		}
	}
}

// blocked reports whether any of the findings keeps from being published.
func blocked(findings []Finding) bool {
	return slices.ContainsFunc(findings, func(f Finding) bool { return f.Blocking })
}
