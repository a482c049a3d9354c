package evaluation_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/assurance"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/kernel/fault"
)

// dump writes a figure with all that it comes from.
func dump(b *strings.Builder, f evaluation.Figure) {
	for _, l := range f.Lines() {
		f := l.Figure
		if f.Inputs != nil {
			b.WriteString("a line keeps what stands in those below it: ")
		}
		fmt.Fprintf(b, "    %s%s %s = %s %s by %s from %s: %s\n", strings.Repeat("  ", l.Depth), f.Code, f.Of, f.Exact.RatString(), f.Shown,
			f.Formula, f.Source, strings.Join(f.Steps, "; "))
	}
}

func dumpRanking(b *strings.Builder, name string, r *evaluation.Ranking) {
	if r == nil {
		return
	}
	best := "none"
	if r.Best != nil {
		best = r.Best.RatString()
	}
	fmt.Fprintf(b, "  %s, best %s, left %v\n", name, best, r.Left)
	for _, e := range r.Entries {
		fmt.Fprintf(b, "   %d %s by %s%s\n", e.Place, e.Bid, e.DecidedBy, map[bool]string{true: ", shortlisted"}[e.Shortlisted])
		if name == "official" {
			dump(b, e.Score)
		} else {
			fmt.Fprintf(b, "    %s\n", e.Score.Exact.RatString())
		}
	}
}

// ranked are bids in every state that a ranking tells apart: listed against the order
// of their names, so that nothing is in order by chance.
func ranked() []evaluation.Bid {
	failed, silent, dropped := bid("F", "20", "60"), bid("E", "85", "70"), bid("D", "75", "80")
	failed.Passed, silent.Responsive, dropped.Out = false, false, "withdrew"
	also := bid("G", "75", "90")
	also.Out = "withdrew"
	a, b, c := bid("A", "90", "120"), bid("B", "70", "100"), bid("C", "90", "120")
	a.Adjustment = evaluation.Adjustment{Quality: []*big.Rat{rat("0.1"), rat("0.2")}, Denominator: rat("2"), Addition: rat("7")}
	c.Received = noon.Add(-time.Second)
	return []evaluation.Bid{also, failed, silent, dropped, c, b, a}
}

// What every method and formula makes of the same bids, each figure down to where it
// comes from; beside it what it was with those who dropped out, and would be without.
func TestEveryRankingWhole(t *testing.T) {
	t.Parallel()
	terms := evaluation.PriceTerms{Qualification: rat("150"), Upper: rat("200"), Lower: rat("50"), QualityMax: rat("0.5")}
	shares := qcbs("70", "30")
	var b strings.Builder
	for _, m := range []evaluation.Method{evaluation.QCBS, evaluation.LCS, evaluation.FBS, evaluation.QBS, evaluation.CQS} {
		for _, d := range []evaluation.Direction{evaluation.LowestBest, evaluation.HighestBest} {
			for i, f := range evaluation.PriceFormulas {
				if i > 0 && m != evaluation.QCBS && !(m == evaluation.LCS && f.Adjusts) {
					continue // it counts for nothing there
				}
				r := shares
				r.Method, r.Direction, r.Formula, r.Terms, r.Budget, r.Shortlist = m, d, f.Name, terms, rat("100"), 2
				fmt.Fprintf(&b, "=== %s by %s (%s), %s best\n", m, f.Name, f.Text, d)
				bids := ranked()
				res, err := evaluation.Rank(r, evaluation.Freeze(d, bids), bids)
				if err != nil {
					fmt.Fprintf(&b, "  %v\n", err)
					continue
				}
				dumpRanking(&b, "official", &res.Official)
				dumpRanking(&b, "before", res.Before)
				dumpRanking(&b, "recomputed", res.Recomputed)
			}
		}
	}
	golden(t, "rankings.txt", b.String())
}

// The best price is that of who could be ranked at the opening, and stays theirs.
func TestTheBestPriceOfWhoCouldBeRanked(t *testing.T) {
	t.Parallel()
	for d, x := range map[evaluation.Direction][2]string{evaluation.LowestBest: {"80", "79"}, evaluation.HighestBest: {"120", "200"}} {
		bids := append(ranked(), bid("H", "90", ""))
		f := evaluation.Freeze(d, bids)
		if got := strings.Join(f.Basis, ""); got != "ABCDG" || f.Best.RatString() != x[0] {
			t.Errorf("%s: %s of %s", d, f.Best.RatString(), got)
		}
		for i, b := range bids {
			switch b.ID {
			case "A":
				bids[i].Price = rat(x[1])
			case "F", "E": // never counted
				bids[i].Price = map[evaluation.Direction]*big.Rat{evaluation.LowestBest: rat("1"), evaluation.HighestBest: rat("999")}[d]
			case "B":
				bids[i].Price = nil
			}
		}
		again := f.Again(d, bids)
		if got := strings.Join(again.Basis, ""); got != "ABCDG" || again.Best.RatString() != x[1] {
			t.Errorf("%s, after a round: %s of %s", d, again.Best.RatString(), got)
		}
		for i := range bids {
			bids[i].Price = nil
		}
		if again := f.Again(d, bids); again.Best != nil {
			t.Errorf("a best price of none: %s", again.Best)
		}
	}
}

// Rules at the very edge of what can rank, and just beyond it.
func TestRulesAtTheirEdge(t *testing.T) {
	t.Parallel()
	base := func(change func(*evaluation.Rules)) evaluation.Rules {
		r := qcbs("70", "30")
		change(&r)
		return r
	}
	needs := func(formula string, terms evaluation.PriceTerms) evaluation.Rules {
		return base(func(r *evaluation.Rules) { r.Method, r.Formula, r.Terms = evaluation.LCS, formula, terms })
	}
	for name, x := range map[string]struct {
		r    evaluation.Rules
		good bool
	}{
		"all for quality":      {qcbs("100", "0"), true},
		"all for the price":    {qcbs("0", "100"), true},
		"less than nothing":    {qcbs("-1", "101"), false},
		"more than all":        {qcbs("101", "-1"), false},
		"no technical share":   {base(func(r *evaluation.Rules) { r.Technical = nil }), false},
		"no financial share":   {base(func(r *evaluation.Rules) { r.Financial = nil }), false},
		"too little in all":    {qcbs("70", "29"), false},
		"a list of one":        {base(func(r *evaluation.Rules) { r.Method, r.Shortlist = evaluation.CQS, 1 }), true},
		"a list of none":       {base(func(r *evaluation.Rules) { r.Method, r.Shortlist = evaluation.CQS, 0 }), false},
		"no budget":            {base(func(r *evaluation.Rules) { r.Method = evaluation.FBS }), false},
		"a budget of nothing":  {base(func(r *evaluation.Rules) { r.Method, r.Budget = evaluation.FBS, rat("0") }), false},
		"a budget":             {base(func(r *evaluation.Rules) { r.Method, r.Budget = evaluation.FBS, rat("1") }), true},
		"a draw without seed":  {base(func(r *evaluation.Rules) { r.Ties = []evaluation.Tie{evaluation.PublicDraw} }), false},
		"no named criterion":   {base(func(r *evaluation.Rules) { r.Ties = []evaluation.Tie{evaluation.HigherCriterion} }), false},
		"an unknown tie":       {base(func(r *evaluation.Rules) { r.Ties = []evaluation.Tie{"coin"} }), false},
		"no ties at all":       {base(func(r *evaluation.Rules) { r.Ties = []evaluation.Tie{} }), true},
		"an unknown direction": {base(func(r *evaluation.Rules) { r.Direction = "sideways" }), false},
		"an unknown method":    {base(func(r *evaluation.Rules) { r.Method = "lots" }), false},
		"an unknown formula":   {base(func(r *evaluation.Rules) { r.Formula = "x" }), false},
		"prorata to nothing":   {needs("prorata", evaluation.PriceTerms{Qualification: rat("0")}), false},
		"prorata to something": {needs("prorata", evaluation.PriceTerms{Qualification: rat("1")}), true},
		"prorata to whatever":  {needs("prorata", evaluation.PriceTerms{}), false},
		"abs without upper":    {needs("abs", evaluation.PriceTerms{Lower: rat("1")}), false},
		"abs without lower":    {needs("abs", evaluation.PriceTerms{Upper: rat("1")}), false},
		"abs upside down":      {needs("abs", evaluation.PriceTerms{Upper: rat("1"), Lower: rat("1")}), false},
		"abs":                  {needs("abs", evaluation.PriceTerms{Upper: rat("2"), Lower: rat("1")}), true},
		"meat of nothing":      {needs("meat", evaluation.PriceTerms{QualityMax: rat("0")}), true},
		"meat of all":          {needs("meat", evaluation.PriceTerms{QualityMax: rat("1")}), false},
		"meat below nothing":   {needs("meat", evaluation.PriceTerms{QualityMax: rat("-1")}), false},
		"meat of whatever":     {needs("meat", evaluation.PriceTerms{}), false},
	} {
		if err := x.r.Check(); (err == nil) != x.good {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A bid whose price is not open, or that no best price was taken of, has no score by price.
	for name, x := range map[string]struct {
		best  *big.Rat
		price string
	}{"sealed": {rat("1"), ""}, "without a best": {nil, "1"}} {
		_, err := evaluation.Rank(qcbs("70", "30"), evaluation.Frozen{Best: x.best}, []evaluation.Bid{bid("A", "90", x.price)})
		if !errors.Is(err, evaluation.PriceAbsent) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A price of nothing, or less, and a life of nothing cannot be scored.
	score := func(formula, price, denominator string, zero bool) error {
		x := bid("A", "90", price)
		x.Adjustment.Denominator = rat(denominator)
		r := needs(formula, evaluation.PriceTerms{Upper: rat("2"), Lower: rat("1")})
		r.AllowZero = zero
		_, err := evaluation.Rank(r, evaluation.Frozen{Best: rat("1")}, []evaluation.Bid{x})
		return err
	}
	for name, x := range map[string]struct {
		err  error
		good bool
	}{
		"nothing where it may":         {score("q2p", "0", "1", true), true},
		"nothing where nobody said so": {score("q2p", "0", "1", false), false},
		"nothing by shares":            {score("rel", "0", "1", true), false},
		"less than nothing":            {score("q2p", "-1", "1", true), false},
		"a life of nothing":            {score("lcc", "1", "0", true), false},
		"a life":                       {score("lcc", "1", "1", true), true},
	} {
		if (x.err == nil) != x.good {
			t.Errorf("%s: %v", name, x.err)
		}
	}
}

// Everything wrong with technical rules is told at its own place; what is just right is not.
func TestTechnicalRulesAtTheirEdge(t *testing.T) {
	t.Parallel()
	c := func(change func(*evaluation.Criterion)) []evaluation.Section {
		x := criterion("q", evaluation.Manual, "10")
		change(&x)
		return []evaluation.Section{{ID: "one", Criteria: []evaluation.Criterion{x}}}
	}
	bands := func(list ...evaluation.Band) []evaluation.Section {
		return c(func(x *evaluation.Criterion) { x.Kind, x.Bands = evaluation.Number, list })
	}
	options := func(kind evaluation.Kind, list map[string]*big.Rat) []evaluation.Section {
		return c(func(x *evaluation.Criterion) { x.Kind, x.Options = kind, list })
	}
	one := func(id, weight string, criteria ...evaluation.Criterion) evaluation.Section {
		s := evaluation.Section{ID: id, Criteria: criteria}
		if weight != "" {
			s.Weight = rat(weight)
		}
		return s
	}
	q, r := criterion("q", evaluation.Manual, "10"), criterion("r", evaluation.Manual, "10")
	for _, x := range []struct {
		name     string
		sections []evaluation.Section
		want     string
	}{
		{"fine", c(func(*evaluation.Criterion) {}), ""},
		{"no maximum", c(func(x *evaluation.Criterion) { x.Max = nil }), "/sections/0/criteria/0/max"},
		{"a maximum of nothing", c(func(x *evaluation.Criterion) { x.Max = rat("0") }), "/sections/0/criteria/0/max"},
		{"a negative maximum", c(func(x *evaluation.Criterion) { x.Max = rat("-1") }), "/sections/0/criteria/0/max"},
		{"a minimum of all", c(func(x *evaluation.Criterion) { x.Min = rat("10") }), ""},
		{"a minimum beyond", c(func(x *evaluation.Criterion) { x.Min = rat("10.01") }), "/sections/0/criteria/0/min"},
		{"a negative minimum", c(func(x *evaluation.Criterion) { x.Min = rat("-1") }), "/sections/0/criteria/0/min"},
		{"an unknown kind", c(func(x *evaluation.Criterion) { x.Kind = "x" }), "/sections/0/criteria/0/kind"},
		{"no options", options(evaluation.Choice, nil), "/sections/0/criteria/0/options"},
		{"options", options(evaluation.Choice, map[string]*big.Rat{"a": rat("0"), "b": rat("10")}), ""},
		{"an option beyond", options(evaluation.Checkboxes, map[string]*big.Rat{"a": rat("11")}), "/sections/0/criteria/0/options/a"},
		{"an option without marks", options(evaluation.Choice, map[string]*big.Rat{"a": nil}), "/sections/0/criteria/0/options/a"},
		{"a negative option", options(evaluation.Choice, map[string]*big.Rat{"a": rat("-1")}), "/sections/0/criteria/0/options/a"},
		{"neither yes nor no", options(evaluation.YesNo, map[string]*big.Rat{"maybe": rat("1")}), "/sections/0/criteria/0/options/maybe"},
		{"no bands", bands(), "/sections/0/criteria/0/bands"},
		{"bands that touch", bands(evaluation.Band{To: rat("3"), Marks: rat("0")}, evaluation.Band{From: rat("3"), Marks: rat("10")}), ""},
		{"bands with a gap", bands(evaluation.Band{To: rat("3"), Marks: rat("0")}, evaluation.Band{From: rat("4"), Marks: rat("10")}), ""},
		{
			"bands that overlap",
			bands(evaluation.Band{To: rat("3"), Marks: rat("0")}, evaluation.Band{From: rat("2"), Marks: rat("10")}),
			"/sections/0/criteria/0/bands/1",
		},
		{"a band of nothing", bands(evaluation.Band{From: rat("3"), To: rat("3"), Marks: rat("1")}), "/sections/0/criteria/0/bands/0"},
		{
			"an open end inside",
			bands(evaluation.Band{Marks: rat("0")}, evaluation.Band{From: rat("2"), Marks: rat("1")}),
			"/sections/0/criteria/0/bands/0",
		},
		{
			"an open beginning inside",
			bands(evaluation.Band{To: rat("1"), Marks: rat("0")}, evaluation.Band{Marks: rat("1")}),
			"/sections/0/criteria/0/bands/1",
		},
		{"a band beyond", bands(evaluation.Band{Marks: rat("11")}), "/sections/0/criteria/0/bands/0/marks"},
		{"one band for all", bands(evaluation.Band{Marks: rat("1")}), ""},
		{"no criteria", []evaluation.Section{one("one", "")}, "/sections"},
		{"no name", c(func(x *evaluation.Criterion) { x.ID = "" }), "/sections/0/criteria/0/id"},
		{"one name twice", []evaluation.Section{one("one", "", q), one("two", "", q)}, "/sections/1/criteria/0/id"},
		{"weights", []evaluation.Section{one("one", "40", q), one("two", "60", r)}, ""},
		{"a weight of nothing for nothing", []evaluation.Section{one("one", "100", q), one("two", "0")}, ""},
		{"a weight for nothing", []evaluation.Section{one("one", "60", q), one("two", "40")}, "/sections/1/weight"},
		{"no weight for something", []evaluation.Section{one("one", "100", q), one("two", "0", r)}, "/sections/1/weight"},
		{"a negative weight", []evaluation.Section{one("one", "110", q), one("two", "-10")}, "/sections/1/weight"},
		{"weights of less", []evaluation.Section{one("one", "40", q), one("two", "50", r)}, "/sections"},
		{"one weight of two", []evaluation.Section{one("one", "100", q), one("two", "", r)}, "/sections"},
	} {
		var got []string
		if err := evaluation.CheckSections(x.sections); err != nil {
			for _, f := range fault.As(err).Fields {
				got = append(got, f.Pointer)
			}
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != x.want {
			t.Errorf("%s: %q, want %q", x.name, s, x.want)
		}
	}
}

// What scores, signs of a low price and a margin of preference come from, in full.
func TestScoresAndSignsWhole(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	show := func(name string, f evaluation.Figure, err error) {
		fmt.Fprintf(&b, "=== %s: %v\n", name, err)
		if err == nil {
			dump(&b, f)
		}
	}
	boxes := criterion("boxes", evaluation.Checkboxes, "10")
	boxes.Options = map[string]*big.Rat{"a": rat("6"), "b": rat("4"), "c": rat("1")}
	for _, chosen := range []string{"", "b a", "c b a", "a x"} {
		f, err := boxes.Auto(evaluation.Answer{Chosen: strings.Fields(chosen)})
		show("chosen "+chosen, f, err)
	}
	number := criterion("number", evaluation.Number, "10")
	number.Bands = []evaluation.Band{{To: rat("3"), Marks: rat("1")}, {From: rat("3"), To: rat("5"), Marks: rat("5")}, {From: rat("6"), Marks: rat("10")}}
	for _, n := range []string{"-1", "3", "5", "6"} {
		f, err := number.Auto(evaluation.Answer{Number: rat(n)})
		show("number "+n, f, err)
	}
	people := criterion("people", evaluation.Manual, "10")
	mark := func(who, score string) evaluation.Mark { return evaluation.Mark{Evaluator: who, Score: rat(score)} }
	five := []evaluation.Mark{mark("e", "10"), mark("b", "7"), mark("a", "7"), mark("d", "0"), mark("c", "6")}
	for _, how := range []evaluation.Aggregate{evaluation.Mean, evaluation.TrimmedMean, evaluation.Consensus} {
		for _, n := range []int{4, 5} {
			f, err := people.ByPeople(how, five[:n], &evaluation.Agreed{Score: rat("8"), Reason: "They talked"})
			show(fmt.Sprintf("%s of %d", how, n), f, err)
		}
	}
	for _, m := range []evaluation.Mark{mark("a", "-1"), mark("a", "10.1"), {Evaluator: "a"}} {
		f, err := people.ByPeople(evaluation.Mean, []evaluation.Mark{m}, nil)
		show("out of range", f, err)
	}
	least := criterion("least", evaluation.Manual, "10")
	least.Min = rat("5")
	parts := append(sections(), evaluation.Section{ID: "empty"})
	for i := range parts {
		parts[i].Weight = nil // each counts by its marks
	}
	parts[0].Criteria = append(parts[0].Criteria, least)
	edges := []struct{ own, pass string }{{"5", "50"}, {"4.99", "50"}, {"10", "99"}, {"-1", "50"}, {"10.1", "50"}, {"", "50"}}
	for _, x := range edges {
		marks := scores("7", "15", "5")
		if x.own != "" {
			marks["least"] = evaluation.Given("criterion.score", "least", "test", rat(x.own))
		}
		r, err := evaluation.Score("A", parts, marks, rat(x.pass))
		show(fmt.Sprintf("%s of %s, passed %v, below %v, short %v", x.own, x.pass, r.Passed, r.Below, r.Short), r.Total, err)
		untrue := r.Without([]assurance.Failure{{}})
		if fine := r.Without(nil); untrue.Passed || len(untrue.Failed) != 1 || fine.Passed != r.Passed {
			t.Errorf("%s: passed %v as it is, %v when found untrue", x.own, fine.Passed, untrue.Passed)
		}
	}
	for _, n := range []string{"0.123456", "0.1234567"} {
		f, err := people.ByPeople(evaluation.Mean, []evaluation.Mark{mark("a", n)}, nil)
		show("digits of "+n, f, err)
	}
	low := evaluation.LowRule{BelowMean: rat("0.4"), BelowNext: rat("0.3"), BelowEstimate: rat("0.2")}
	for _, x := range []evaluation.LowInput{
		{Bid: "A", Price: rat("50"), Others: []*big.Rat{rat("100"), rat("120")}, Next: rat("90"), Estimate: rat("80")},
		{Bid: "A", Price: rat("50"), Others: []*big.Rat{rat("0")}, Next: rat("0"), Estimate: rat("-1")},
	} {
		for _, s := range evaluation.AbnormallyLow(low, x) {
			show("low "+string(s.Code), s.Share, nil)
		}
		if n := len(evaluation.AbnormallyLow(evaluation.LowRule{}, x)); n != 0 {
			t.Errorf("%d signs without a limit", n)
		}
	}
	preferred := func(id, price, loadable string, favoured bool) evaluation.Preferred {
		return evaluation.Preferred{Bid: id, Price: rat(price), Loadable: rat(loadable), Favoured: favoured}
	}
	bids := []evaluation.Preferred{
		preferred("B1", "100", "50", false), preferred("A1", "106", "0", true), preferred("A2", "105", "0", true),
		preferred("A3", "105", "0", true), preferred("B2", "100", "60", false),
	}
	for _, few := range [][]evaluation.Preferred{bids[:1], bids[1:4], {bids[0], bids[4]}} {
		winner, _ := evaluation.Preference(rat("0.1"), few)
		fmt.Fprintf(&b, "=== preferred of %d: %s\n", len(few), few[winner].Bid)
	}
	winner, loaded := evaluation.Preference(rat("0.1"), bids)
	fmt.Fprintf(&b, "=== preferred: %s\n", bids[winner].Bid)
	for _, f := range loaded {
		dump(&b, f)
	}
	golden(t, "scores.txt", b.String())
}
