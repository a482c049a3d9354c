package evaluation_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/kernel/fault"
)

var update = flag.Bool("update", false, "write the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s changed; look at it, then run with -update:\n%s", name, got)
	}
}

func criterion(id string, kind evaluation.Kind, top string) evaluation.Criterion {
	return evaluation.Criterion{ID: id, Kind: kind, Max: rat(top)}
}

func TestAutomaticScores(t *testing.T) {
	choice := criterion("q", evaluation.Choice, "10")
	choice.Options = map[string]*big.Rat{"a": rat("10"), "b": rat("2.5")}
	boxes := criterion("q", evaluation.Checkboxes, "10")
	boxes.Options = map[string]*big.Rat{"a": rat("6"), "b": rat("6"), "c": rat("1")}
	yes := criterion("q", evaluation.YesNo, "5")
	yes.Options = map[string]*big.Rat{"yes": rat("5"), "no": rat("0")}
	bands := criterion("q", evaluation.Number, "10")
	bands.Bands = []evaluation.Band{{To: rat("3"), Marks: rat("0")}, {From: rat("3"), To: rat("5"), Marks: rat("5")}, {From: rat("5"), Marks: rat("10")}}
	for i, c := range []struct {
		c    evaluation.Criterion
		a    evaluation.Answer
		want string
	}{
		{choice, evaluation.Answer{Chosen: []string{"b"}}, "2.50"}, {choice, evaluation.Answer{}, "0.00"},
		{boxes, evaluation.Answer{Chosen: []string{"c", "a"}}, "7.00"}, {boxes, evaluation.Answer{Chosen: []string{"a", "b"}}, "10.00"},
		{boxes, evaluation.Answer{Chosen: []string{"a", "a"}}, "6.00"},
		{yes, evaluation.Answer{Chosen: []string{"yes"}}, "5.00"}, {yes, evaluation.Answer{Chosen: []string{"no"}}, "0.00"},
		{bands, evaluation.Answer{Number: rat("2.999999")}, "0.00"}, {bands, evaluation.Answer{Number: rat("3")}, "5.00"},
		{bands, evaluation.Answer{Number: rat("5")}, "10.00"}, {bands, evaluation.Answer{}, "0.00"},
	} {
		var f fault.Fields
		if c.c.Check("", &f); len(f) > 0 {
			t.Error(i, f)
		}
		got, err := c.c.Auto(c.a)
		if err != nil || got.Shown != c.want || got.Formula != "auto."+string(c.c.Kind) {
			t.Error(i, got.Shown, c.want, err)
		}
	}
	if _, err := choice.Auto(evaluation.Answer{Chosen: []string{"a", "b"}}); !errors.Is(err, evaluation.ScoreRange) {
		t.Error(err)
	}
	if _, err := boxes.Auto(evaluation.Answer{Chosen: []string{"z"}}); !errors.Is(err, evaluation.ScoreRange) {
		t.Error(err)
	}
}

func TestScoresByPeople(t *testing.T) {
	c := criterion("q", evaluation.Manual, "10")
	marks := func(scores ...string) (out []evaluation.Mark) {
		for i, s := range scores {
			out = append(out, evaluation.Mark{Evaluator: fmt.Sprint("e", i), Score: rat(s)})
		}
		return out
	}
	for _, x := range []struct {
		how    evaluation.Aggregate
		marks  []evaluation.Mark
		agreed *evaluation.Agreed
		want   string
		err    error
	}{
		{evaluation.Mean, marks("7", "8", "8"), nil, "7.67", nil},
		{evaluation.TrimmedMean, marks("0", "10", "8", "7", "9"), nil, "8.00", nil},
		{evaluation.TrimmedMean, marks("0", "10", "8", "7"), nil, "6.25", nil},
		{evaluation.Consensus, marks("2", "9"), &evaluation.Agreed{Score: rat("6"), Reason: "Two of three references hold"}, "6.00", nil},
		{evaluation.Consensus, marks("2", "9"), &evaluation.Agreed{Score: rat("6")}, "", evaluation.NeedsReason},
		{evaluation.Consensus, marks("2", "9"), nil, "", evaluation.Unscored},
		{evaluation.Mean, nil, nil, "", evaluation.Unscored},
		{evaluation.Mean, marks("11"), nil, "", evaluation.ScoreRange},
		{evaluation.Mean, []evaluation.Mark{{Evaluator: "e"}}, nil, "", evaluation.ScoreRange},
		{evaluation.Mean, []evaluation.Mark{{"e", rat("1")}, {"e", rat("2")}}, nil, "", evaluation.BadRules},
		{"median", marks("1"), nil, "", evaluation.BadRules},
	} {
		got, err := c.ByPeople(x.how, x.marks, x.agreed)
		if x.err != nil && !errors.Is(err, x.err) || x.err == nil && (err != nil || got.Shown != x.want || len(got.Inputs) != len(x.marks)) {
			t.Error(x.how, got.Shown, err, x.want, x.err)
		}
	}
}

func sections() []evaluation.Section {
	low := criterion("b", evaluation.Manual, "20")
	low.Min = rat("10")
	return []evaluation.Section{
		{ID: "one", Weight: rat("40"), Criteria: []evaluation.Criterion{criterion("a", evaluation.Manual, "10")}},
		{ID: "two", Weight: rat("60"), Criteria: []evaluation.Criterion{low, criterion("c", evaluation.Manual, "10")}},
	}
}

func scores(a, b, c string) map[string]evaluation.Figure {
	out := map[string]evaluation.Figure{}
	for id, s := range map[string]string{"a": a, "b": b, "c": c} {
		out[id] = evaluation.Given("criterion.score", id, "test", rat(s))
	}
	return out
}

func TestTechnicalScoreAndMinima(t *testing.T) {
	got, err := evaluation.Score("bid", sections(), scores("7", "10", "5"), rat("58"))
	if err != nil || got.Total.Exact.Cmp(rat("58")) != 0 || !got.Passed { // 28 + 30
		t.Error(got.Total.Exact, got.Passed, err)
	}
	got, err = evaluation.Score("bid", sections(), scores("10", "9.99", "10"), rat("58"))
	if err != nil || got.Passed || got.Below || len(got.Short) != 1 || got.Short[0].Criterion != "b" {
		t.Error("a minimum stands beside the pass mark", got, err)
	}
	got, _ = evaluation.Score("bid", sections(), scores("7", "10", "5"), rat("58.0001"))
	if got.Passed || !got.Below {
		t.Error("below the mark")
	}
	missing := scores("7", "10", "5")
	delete(missing, "c")
	if _, err := evaluation.Score("bid", sections(), missing, nil); !errors.Is(err, evaluation.Unscored) || fault.As(err).Fields[0].Pointer != "/c" {
		t.Error(err)
	}
	if _, err := evaluation.Score("bid", sections(), scores("7", "21", "5"), nil); !errors.Is(err, evaluation.ScoreRange) {
		t.Error(err)
	}
	plain := sections()
	plain[0].Weight, plain[1].Weight = nil, nil
	got, err = evaluation.Score("bid", plain, scores("5", "20", "5"), nil)
	if err != nil || got.Total.Exact.Cmp(rat("75")) != 0 { // 30 of 40
		t.Error(got.Total.Exact, err)
	}
	for name, edit := range map[string]func([]evaluation.Section){
		"sum":     func(s []evaluation.Section) { s[0].Weight = rat("39") },
		"half":    func(s []evaluation.Section) { s[0].Weight = nil },
		"twice":   func(s []evaluation.Section) { s[0].Criteria[0].ID = "b" },
		"no max":  func(s []evaluation.Section) { s[0].Criteria[0].Max = nil },
		"options": func(s []evaluation.Section) { s[0].Criteria[0].Kind = evaluation.Choice },
		"bands": func(s []evaluation.Section) {
			s[0].Criteria[0].Kind = evaluation.Number
			s[0].Criteria[0].Bands = []evaluation.Band{{From: rat("1"), To: rat("5"), Marks: rat("1")}, {From: rat("4"), Marks: rat("2")}}
		},
	} {
		s := sections()
		edit(s)
		if err := evaluation.CheckSections(s); !errors.Is(err, fault.Invalid) {
			t.Error(name, err)
		}
	}
}

func TestTechnicalIsMonotoneAndBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := func(top int64, name string) *big.Rat { return big.NewRat(rapid.Int64Range(0, top*4).Draw(t, name), 4) }
		s := map[string]evaluation.Figure{"a": {Exact: n(10, "a")}, "b": {Exact: n(20, "b")}, "c": {Exact: n(9, "c")}}
		low, err := evaluation.Score("bid", sections(), s, rat("50"))
		if err != nil {
			t.Fatal(err)
		}
		s["c"] = evaluation.Figure{Exact: new(big.Rat).Add(s["c"].Exact, rat("1"))}
		high, _ := evaluation.Score("bid", sections(), s, rat("50"))
		if high.Total.Exact.Cmp(low.Total.Exact) <= 0 || (low.Passed && !high.Passed) ||
			low.Total.Exact.Sign() < 0 || high.Total.Exact.Cmp(rat("100")) > 0 {
			t.Fatal(low, high)
		}
	})
}

// Every figure of a ranking opens down to what was published or answered.
func TestEveryFigureHasItsOrigin(t *testing.T) {
	a, b := bid("A", "0", "120"), bid("B", "0", "100")
	for i, x := range []*evaluation.Bid{&a, &b} {
		tech, err := evaluation.Score(x.ID, sections(), scores(fmt.Sprint(7+i), "15", "5"), rat("50"))
		if err != nil {
			t.Fatal(err)
		}
		x.Technical, x.Passed = tech.Total, tech.Passed
	}
	res := mustRank(t, qcbs("70", "30"), a, b)
	var text strings.Builder
	for _, l := range res.Official.Entries[1].Score.Lines() {
		f := l.Figure
		fmt.Fprintf(&text, "%s%s %s = %s", strings.Repeat("  ", l.Depth), f.Code, f.Of, f.Shown)
		if f.Formula != "" {
			fmt.Fprintf(&text, " by %s", f.Formula)
		}
		if f.Source != "" {
			fmt.Fprintf(&text, " from %s", f.Source)
		}
		if len(f.Steps) > 0 {
			fmt.Fprintf(&text, ": %s", strings.Join(f.Steps, "; "))
		}
		text.WriteByte('\n')
	}
	golden(t, "explanation.txt", text.String())
	raw, err := json.Marshal(res.Official.Entries[1].Score)
	if err != nil {
		t.Fatal(err)
	}
	var back evaluation.Figure
	if err := json.Unmarshal(raw, &back); err != nil || back.Exact.Cmp(res.Official.Entries[1].Score.Exact) != 0 {
		t.Error("a stored explanation must read back exactly", err)
	}
}

func TestAbnormallyLow(t *testing.T) {
	for i, c := range []struct {
		price, next string
		others      []string
		want        string
	}{ // 40 per cent below the others' mean, 30 below the next, both reached exactly or just not
		{"500", "1000", []string{"1000", "1000"}, "below_mean below_next"},
		{"600", "857.14", []string{"1000", "1000"}, "below_mean"},
		{"600", "857.14", []string{"999.99", "1000"}, ""},
		{"700", "1000", []string{"1000", "900"}, "below_next"},
		{"700.01", "1000", []string{"1000", "900"}, ""},
		{"10", "", nil, ""},
	} {
		in := evaluation.LowInput{Bid: "A", Price: rat(c.price)}
		for _, o := range c.others {
			in.Others = append(in.Others, rat(o))
		}
		if c.next != "" {
			in.Next = rat(c.next)
		}
		var got []string
		for _, s := range evaluation.AbnormallyLow(evaluation.DefaultLowRule, in) {
			got = append(got, string(s.Code))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%d: %v want %s", i, got, c.want)
		}
	}
	signs := evaluation.AbnormallyLow(evaluation.LowRule{BelowEstimate: rat("1/5")}, evaluation.LowInput{Price: rat("80"), Estimate: rat("100")})
	if len(signs) != 1 || signs[0].Share.Shown != "0.20" {
		t.Error(signs)
	}
}

func TestPreference(t *testing.T) {
	p := func(favoured bool, price string) evaluation.Preferred {
		return evaluation.Preferred{Price: rat(price), Loadable: rat(price), Favoured: favoured}
	}
	for i, c := range []struct {
		bids []evaluation.Preferred
		want int
	}{
		{nil, -1}, {[]evaluation.Preferred{p(false, "9"), p(false, "8")}, 1}, {[]evaluation.Preferred{p(true, "9")}, 0},
		{[]evaluation.Preferred{p(false, "100"), p(true, "115"), p(true, "120")}, 1},
		{[]evaluation.Preferred{p(false, "100"), p(true, "115.01")}, 0},
	} {
		if got, _ := evaluation.Preference(rat("0.15"), c.bids); got != c.want {
			t.Error(i, got)
		}
	}
	// B's load is on what may be loaded only; the winner of B is the lowest unloaded.
	x, y := p(false, "100"), p(false, "99")
	x.Loadable = rat("10")
	if got, _ := evaluation.Preference(rat("0.15"), []evaluation.Preferred{p(true, "110"), x, y}); got != 2 {
		t.Error(got)
	}
}
