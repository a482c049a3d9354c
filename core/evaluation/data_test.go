//go:build data

package evaluation_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"zabuni.org/core/evaluation"
)

// The vectors others wrote, from the folder that ZABUNI_DATA names.
func TestVectors(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(os.Getenv("ZABUNI_DATA"), "vectors", "vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		ALP struct {
			Cases []struct {
				Initial, Final []json.Number
				Reasons        []int
			}
		} `json:"alp_prozorro"`
		Meat struct {
			Maxima      []json.Number `json:"feature_maxima"`
			Parameters  []json.Number
			Coefficient string
		} `json:"meat_prozorro"`
		Dojo struct {
			Lead struct{ Bids, Scores map[string]json.Number } `json:"percentage_of_leading"`
			Pro  struct {
				Qualification json.Number
				Bids, Scores  map[string]json.Number
			} `json:"pro_rata"`
		} `json:"price_score_marketdojo"`
		Reversal struct {
			Bids map[string][]json.Number
			C    struct {
				Winner string
				Scores map[string]string
			} `json:"with_C"`
			NoC struct {
				Winner string
				Scores map[string]string
			} `json:"without_C"`
		} `json:"rank_reversal"`
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.ALP.Cases) == 0 || len(v.Reversal.Bids) != 3 {
		t.Fatal("vectors are missing")
	}
	for i, c := range v.ALP.Cases {
		in := evaluation.LowInput{Price: rat(c.Final[0].String()), Next: rat(c.Final[1].String())}
		for _, o := range c.Initial[1:] {
			in.Others = append(in.Others, rat(o.String()))
		}
		got := []int{}
		for _, s := range evaluation.AbnormallyLow(evaluation.DefaultLowRule, in) {
			got = append(got, map[string]int{"below_mean": 0, "below_next": 1}[string(s.Code)])
		}
		if fmt.Sprint(got) != fmt.Sprint(c.Reasons) {
			t.Errorf("case %d: %v want %v", i, got, c.Reasons)
		}
	}
	points := func(formula string, terms evaluation.PriceTerms, bids, scores map[string]json.Number) {
		r := qcbs("0", "100")
		r.Formula, r.Terms = formula, terms
		var list []evaluation.Bid
		for id, p := range bids {
			list = append(list, bid(id, "0", p.String()))
		}
		for _, e := range mustRank(t, r, list...).Official.Entries {
			if e.Score.Exact.Cmp(rat(scores[e.Bid].String())) != 0 {
				t.Error(formula, e.Bid, e.Score.Exact)
			}
		}
	}
	points("lead_percent", evaluation.PriceTerms{}, v.Dojo.Lead.Bids, v.Dojo.Lead.Scores)
	points("prorata", evaluation.PriceTerms{Qualification: rat(v.Dojo.Pro.Qualification.String())}, v.Dojo.Pro.Bids, v.Dojo.Pro.Scores)

	top := rat("0")
	for _, m := range v.Meat.Maxima {
		top.Add(top, rat(m.String()))
	}
	b := bid("A", "0", "1")
	for _, p := range v.Meat.Parameters {
		b.Adjustment.Quality = append(b.Adjustment.Quality, rat(p.String()))
	}
	r := evaluation.Rules{Method: evaluation.LCS, Formula: "meat", Direction: evaluation.LowestBest, Terms: evaluation.PriceTerms{QualityMax: top}}
	coefficient := rat(v.Meat.Coefficient)
	if got := mustRank(t, r, b).Official.Entries[0].Score.Exact; got.Cmp(coefficient.Inv(coefficient)) != 0 {
		t.Error("meat", got)
	}

	for _, side := range []struct {
		without string
		scores  map[string]string
	}{{"", v.Reversal.C.Scores}, {"C", v.Reversal.NoC.Scores}} {
		var list []evaluation.Bid
		for id, tf := range v.Reversal.Bids {
			if id != side.without {
				list = append(list, bid(id, tf[0].String(), tf[1].String()))
			}
		}
		for _, e := range mustRank(t, qcbs("70", "30"), list...).Official.Entries {
			if e.Score.Exact.Cmp(rat(side.scores[e.Bid])) != 0 {
				t.Error("reversal", e.Bid, e.Score.Exact)
			}
		}
	}
}
