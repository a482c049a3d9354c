package evaluation_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"zabuni.org/core/evaluation"
)

var noon = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return r
}

func bid(id, technical, price string) evaluation.Bid {
	b := evaluation.Bid{ID: id, Technical: evaluation.Given("technical.total", id, "test", rat(technical)), Passed: true, Responsive: true, Received: noon}
	if price != "" {
		b.Price = rat(price)
	}
	return b
}

func qcbs(t, f string) evaluation.Rules {
	return evaluation.Rules{Method: evaluation.QCBS, Technical: rat(t), Financial: rat(f), Formula: "rel", Direction: evaluation.LowestBest}
}

func order(r evaluation.Ranking) string {
	var out []string
	for _, e := range r.Entries {
		out = append(out, fmt.Sprintf("%d %s %s %s", e.Place, e.Bid, e.Score.Shown, e.DecidedBy))
	}
	return strings.Join(out, ", ")
}

func mustRank(t interface{ Fatal(...any) }, r evaluation.Rules, bids ...evaluation.Bid) evaluation.Result {
	res, err := evaluation.Rank(r, evaluation.Freeze(r.Direction, bids), bids)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func want(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestRankReversalIsFrozenAndPrinted(t *testing.T) {
	r := qcbs("70", "30")
	a, b, c := bid("A", "92", "120"), bid("B", "86", "100"), bid("C", "70", "71")
	res := mustRank(t, r, a, b, c)
	want(t, order(res.Official), "1 A 82.15 score, 2 B 81.50 score, 3 C 79.00 score")
	if res.Before != nil || res.Recomputed != nil {
		t.Error("nobody dropped out")
	}
	frozen := evaluation.Freeze(r.Direction, []evaluation.Bid{a, b, c})
	c.Out = "disqualified"
	res, err := evaluation.Rank(r, frozen, []evaluation.Bid{a, b, c})
	if err != nil {
		t.Fatal(err)
	}
	want(t, order(res.Official), "1 A 82.15 score, 2 B 81.50 score")
	want(t, order(*res.Before), "1 A 82.15 score, 2 B 81.50 score, 3 C 79.00 score")
	want(t, order(*res.Recomputed), "1 B 90.20 score, 2 A 89.40 score")
	if len(res.Official.Left) != 1 || res.Official.Left[0].Reason != "disqualified" {
		t.Error(res.Official.Left)
	}
}

func TestRoundingMakesNoTie(t *testing.T) {
	res := mustRank(t, qcbs("80", "20"), bid("B", "87.68", "1094899"), bid("A", "85.83", "1013827"))
	want(t, order(res.Official), "1 A 88.66 score, 2 B 88.66 score")
	if res.Official.Entries[0].Score.Exact.Cmp(rat("88.664")) != 0 {
		t.Error(res.Official.Entries[0].Score.Exact)
	}
}

func TestFormulas(t *testing.T) {
	price := func(formula string, d evaluation.Direction, terms evaluation.PriceTerms, bids ...evaluation.Bid) string {
		r := evaluation.Rules{Method: evaluation.QCBS, Technical: rat("0"), Financial: rat("100"), Formula: formula, Direction: d, Terms: terms}
		if f, _ := evaluation.Formula(formula); f.Adjusts {
			r.Method = evaluation.LCS
		}
		return order(mustRank(t, r, bids...).Official)
	}
	low, high := evaluation.LowestBest, evaluation.HighestBest
	none := evaluation.PriceTerms{}
	want(t, price("rel", low, none, bid("A", "0", "100"), bid("B", "0", "120"), bid("C", "0", "400")), "1 A 100.00 score, 2 B 83.33 score, 3 C 25.00 score")
	want(t, price("rel", high, none, bid("A", "0", "100"), bid("B", "0", "400")), "1 B 100.00 score, 2 A 25.00 score")
	want(t, price("lead_percent", low, none, bid("A", "0", "100"), bid("B", "0", "110"), bid("C", "0", "250")), "1 A 100.00 score, 2 B 90.00 score, 3 C 0.00 score")
	want(t, price("lead_percent", high, none, bid("A", "0", "100"), bid("B", "0", "90")), "1 A 100.00 score, 2 B 90.00 score")
	q := evaluation.PriceTerms{Qualification: rat("1000")}
	want(t, price("prorata", low, q, bid("A", "0", "500"), bid("B", "0", "750"), bid("C", "0", "1200")), "1 A 100.00 score, 2 B 50.00 score, 3 C 0.00 score")
	want(t, price("prorata", low, q, bid("A", "0", "1000"), bid("B", "0", "1001")), "1 A 100.00 score, 2 B 0.00 score")
	ul := evaluation.PriceTerms{Upper: rat("200"), Lower: rat("100")}
	want(t, price("abs", low, ul, bid("A", "0", "90"), bid("B", "0", "125"), bid("C", "0", "300")), "1 A 100.00 score, 2 B 75.00 score, 3 C 0.00 score")
	want(t, price("abs", high, ul, bid("A", "0", "90"), bid("B", "0", "125")), "1 B 25.00 score, 2 A 0.00 score")
	a, b := bid("A", "0", "100"), bid("B", "0", "105")
	b.Adjustment.Quality = []*big.Rat{rat("4"), rat("3")}
	want(t, price("q2p", low, none, a, b), "1 B 98.00 score, 2 A 100.00 score")
	a, b = bid("A", "0", "90"), bid("B", "0", "75")
	a.Adjustment.Quality = []*big.Rat{rat("1/10"), rat("1/10")} // coefficient 9/7
	want(t, price("meat", low, evaluation.PriceTerms{QualityMax: rat("3/10")}, a, b), "1 A 70.00 score, 2 B 75.00 score")
	a.Adjustment = evaluation.Adjustment{Denominator: rat("2"), Addition: rat("40")}
	want(t, price("lcc", low, none, a, b), "1 B 75.00 score, 2 A 85.00 score")
}

func TestMethods(t *testing.T) {
	a, b, c := bid("A", "90", "120"), bid("B", "85", "100"), bid("C", "60", "50")
	c.Passed = false
	base := evaluation.Rules{Formula: "rel", Direction: evaluation.LowestBest, Budget: rat("110"), Shortlist: 1}
	for method, expect := range map[evaluation.Method]string{
		evaluation.LCS: "1 B 100.00 score, 2 A 120.00 score",
		evaluation.QBS: "1 A 90.00 score, 2 B 85.00 score",
		evaluation.CQS: "1 A 90.00 score, 2 B 85.00 score",
		evaluation.FBS: "1 B 85.00 score",
	} {
		r := base
		r.Method = method
		res := mustRank(t, r, a, b, c)
		want(t, order(res.Official), expect)
		if method == evaluation.CQS && (!res.Official.Entries[0].Shortlisted || res.Official.Entries[1].Shortlisted) {
			t.Error("shortlist of one")
		}
	}
	// Quality alone needs no price at all.
	a.Price, b.Price = nil, nil
	r := base
	r.Method = evaluation.QBS
	want(t, order(mustRank(t, r, a, b).Official), "1 A 90.00 score, 2 B 85.00 score")
	r.Method = evaluation.LCS
	if _, err := evaluation.Rank(r, evaluation.Frozen{}, []evaluation.Bid{a}); !errors.Is(err, evaluation.PriceAbsent) {
		t.Error(err)
	}
}

func TestTieChain(t *testing.T) {
	r := evaluation.Rules{Method: evaluation.LCS, Formula: "rel", Direction: evaluation.LowestBest}
	a, b := bid("A", "80", "100"), bid("B", "90", "100")
	want(t, order(mustRank(t, r, a, b).Official), "1 B 100.00 score, 2 A 100.00 higher_technical")
	b = bid("B", "80", "100")
	b.Received = noon.Add(-time.Microsecond)
	want(t, order(mustRank(t, r, a, b).Official), "1 B 100.00 score, 2 A 100.00 earlier_receipt")
	b.Received = noon
	want(t, order(mustRank(t, r, b, a).Official), "1 A 100.00 score, 1 B 100.00 equal")
	r.Ties, r.DrawSeed = []evaluation.Tie{evaluation.PublicDraw}, []byte("head of the log")
	res := mustRank(t, r, a, b).Official
	if res.Entries[1].Place != 2 || res.Entries[1].DecidedBy != "public_draw" {
		t.Error(order(res))
	}
	r.Ties, r.Criterion = []evaluation.Tie{evaluation.HigherCriterion}, "experience"
	b.Named = map[string]*big.Rat{"experience": rat("3")}
	want(t, order(mustRank(t, r, a, b).Official), "1 B 100.00 score, 2 A 100.00 higher_criterion")
}

// Each link of the chain decides only what those before it left equal: bids whose
// quality and price differ, and whose scores do not, are told apart by the first.
func TestTheWholeTieChain(t *testing.T) {
	r := qcbs("50", "50")
	r.Formula = "lead_percent" // gives nothing from twice the best price on, whatever the price
	early := noon.Add(-time.Hour)
	at := func(b evaluation.Bid, received time.Time) evaluation.Bid {
		b.Received = received
		return b
	}
	bids := []evaluation.Bid{
		at(bid("cheap", "60", "120"), early), // 30 + 40, before and below the next
		bid("good", "80", "140"),             // 40 + 30
		bid("best", "90", "100"),             // 45 + 50
		at(bid("dear", "40", "300"), early),  // 20 + 0, before the next
		bid("less", "40", "250"),             // 20 + 0
		bid("late", "40", "300"),
		bid("twin", "40", "300"),
	}
	want(t, order(mustRank(t, r, bids...).Official), "1 best 95.00 score, 2 good 70.00 score, 3 cheap 70.00 higher_technical, "+
		"4 less 20.00 score, 5 dear 20.00 better_price, 6 late 20.00 earlier_receipt, 6 twin 20.00 equal")
}

func TestRulesThatCannotRank(t *testing.T) {
	good := qcbs("70", "30")
	for name, edit := range map[string]func(*evaluation.Rules){
		"shares":    func(r *evaluation.Rules) { r.Financial = rat("31") },
		"formula":   func(r *evaluation.Rules) { r.Formula = "cheapest" },
		"adjusting": func(r *evaluation.Rules) { r.Formula = "q2p" },
		"terms":     func(r *evaluation.Rules) { r.Formula = "abs" },
		"inverted": func(r *evaluation.Rules) {
			r.Formula, r.Terms = "abs", evaluation.PriceTerms{Upper: rat("1"), Lower: rat("1")}
		},
		"method":    func(r *evaluation.Rules) { r.Method = "" },
		"direction": func(r *evaluation.Rules) { r.Direction = "" },
		"tie":       func(r *evaluation.Rules) { r.Ties = []evaluation.Tie{"alphabet"} },
		"draw":      func(r *evaluation.Rules) { r.Ties = []evaluation.Tie{evaluation.PublicDraw} },
		"budget":    func(r *evaluation.Rules) { r.Method = evaluation.FBS },
		"shortlist": func(r *evaluation.Rules) { r.Method = evaluation.CQS },
	} {
		r := good
		edit(&r)
		if err := r.Check(); !errors.Is(err, evaluation.BadRules) {
			t.Errorf("%s: %v", name, err)
		}
	}
	free := bid("A", "80", "0")
	if _, err := evaluation.Rank(good, evaluation.Freeze(good.Direction, []evaluation.Bid{free}), []evaluation.Bid{free}); !errors.Is(err, evaluation.PriceZero) {
		t.Error(err)
	}
	good.AllowZero = true // still refused: relative to zero everything is infinitely dear
	if _, err := evaluation.Rank(good, evaluation.Freeze(good.Direction, []evaluation.Bid{free}), []evaluation.Bid{free}); !errors.Is(err, evaluation.PriceZero) {
		t.Error(err)
	}
	good.Formula, good.Terms = "abs", evaluation.PriceTerms{Upper: rat("10"), Lower: rat("0")}
	want(t, order(mustRank(t, good, free).Official), "1 A 86.00 score")
}

func drawBids(t *rapid.T) []evaluation.Bid {
	n := rapid.IntRange(1, 8).Draw(t, "n")
	bids := make([]evaluation.Bid, n)
	for i := range bids {
		b := bid(fmt.Sprintf("%c", 'A'+i), "0", "1")
		b.Technical.Exact = big.NewRat(rapid.Int64Range(0, 12).Draw(t, "t")*25, 3) // few values: many ties
		b.Price = big.NewRat(rapid.Int64Range(1, 12).Draw(t, "price"), 1)
		b.Passed = rapid.IntRange(0, 9).Draw(t, "passed") > 0
		b.Responsive = rapid.IntRange(0, 9).Draw(t, "responsive") > 0
		b.Received = noon.Add(time.Duration(rapid.IntRange(0, 2).Draw(t, "received")))
		if rapid.IntRange(0, 5).Draw(t, "out") == 0 {
			b.Out = "withdrawn"
		}
		bids[i] = b
	}
	return bids
}

func drawRules(t *rapid.T) evaluation.Rules {
	share := rapid.Int64Range(0, 100).Draw(t, "share")
	formulas := []string{"rel", "lead_percent", "prorata", "abs"}
	return evaluation.Rules{
		Method:    rapid.SampledFrom([]evaluation.Method{evaluation.QCBS, evaluation.QBS, evaluation.LCS, evaluation.FBS, evaluation.CQS}).Draw(t, "method"),
		Technical: big.NewRat(share, 1), Financial: big.NewRat(100-share, 1),
		Formula:   rapid.SampledFrom(formulas).Draw(t, "formula"),
		Direction: rapid.SampledFrom([]evaluation.Direction{evaluation.LowestBest, evaluation.HighestBest}).Draw(t, "direction"),
		Terms:     evaluation.PriceTerms{Qualification: rat("9"), Upper: rat("10"), Lower: rat("2")},
		Budget:    rat("8"), Shortlist: 2, DrawSeed: []byte("seed"),
		Ties: rapid.SampledFrom([][]evaluation.Tie{nil, {}, {evaluation.BetterPrice, evaluation.HigherTechnical, evaluation.PublicDraw}}).Draw(t, "ties"),
	}
}

func TestOrderOfRowsDecidesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, bids := drawRules(t), drawBids(t)
		one, err := json.Marshal(mustRank(t, r, bids...))
		if err != nil {
			t.Fatal(err)
		}
		two, err := json.Marshal(mustRank(t, r, rapid.Permutation(bids).Draw(t, "order")...))
		if err != nil || string(one) != string(two) {
			t.Fatalf("%v\n%s\n%s", err, one, two)
		}
	})
}

func TestEveryBidIsRankedOrLeftOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, bids := drawRules(t), drawBids(t)
		res := mustRank(t, r, bids...)
		if len(res.Official.Entries)+len(res.Official.Left) != len(bids) {
			t.Fatal("a bid is missing")
		}
		for i, e := range res.Official.Entries {
			if i > 0 && (e.Place < res.Official.Entries[i-1].Place || e.Place > i+1) {
				t.Fatal("places")
			}
		}
	})
}

// A better offer never has a worse place, with the best price frozen.
func TestMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, bids := drawRules(t), drawBids(t)
		i := rapid.IntRange(0, len(bids)-1).Draw(t, "who")
		frozen := evaluation.Freeze(r.Direction, bids)
		place := func() int {
			res, err := evaluation.Rank(r, frozen, bids)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range res.Official.Entries {
				if e.Bid == bids[i].ID {
					return e.Place
				}
			}
			return 1000
		}
		before := place()
		if rapid.Bool().Draw(t, "technical") {
			bids[i].Technical.Exact = new(big.Rat).Add(bids[i].Technical.Exact, rat("1/3"))
		} else if r.Direction == evaluation.LowestBest {
			bids[i].Price = new(big.Rat).Mul(bids[i].Price, rat("2/3"))
		} else if r.Method != evaluation.FBS { // a budget is for the lowest price
			bids[i].Price = new(big.Rat).Mul(bids[i].Price, rat("4/3"))
		}
		if after := place(); after > before {
			t.Fatalf("place %d became %d", before, after)
		}
	})
}

// A round of negotiation moves the best price among the bids that it was first taken
// from: who dropped out since is still one of them, who never was stays without a say.
func TestARoundTakesTheBestPriceOfTheSameBids(t *testing.T) {
	failed, sealed := bid("F", "10", "1"), bid("S", "70", "")
	failed.Passed = false
	for _, x := range []struct {
		direction        evaluation.Direction
		bad, first, then string
	}{
		{evaluation.LowestBest, "1", "100", "90"},
		{evaluation.HighestBest, "900", "120", "130"},
	} {
		failed.Price = rat(x.bad)
		f := evaluation.Freeze(x.direction, []evaluation.Bid{bid("A", "70", "100"), bid("B", "80", "120"), failed, sealed})
		want(t, fmt.Sprint(f.Best.RatString(), f.Basis), x.first+"[A B]")
		moved := bid("A", "70", x.then)
		moved.Out = "withdrawn"
		late := bid("S", "70", x.bad)
		f = f.Again(x.direction, []evaluation.Bid{moved, bid("B", "80", "120"), failed, late})
		want(t, fmt.Sprint(f.Best.RatString(), f.Basis), x.then+"[A B]")
	}
}
