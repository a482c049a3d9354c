package evaluationsvc

import (
	"slices"
	"testing"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// What a policy row says of ranking makes rules that rank, in its own direction and
// by its own chain of ties, by whichever part its author gave all to and by each formula
// that an author may publish.
func TestEveryPolicyRowRanksOrSaysThatItDoesNot(t *testing.T) {
	for _, p := range sourcing.Policies {
		for i, c := range []struct {
			technical, financial int64
			want                 evaluation.Method
		}{{70, 30, evaluation.QCBS}, {0, 100, evaluation.LCS}, {100, 0, evaluation.QBS}, {30, 70, evaluation.QCBS}} {
			formula := string(sourcing.PriceFormulas[i%len(sourcing.PriceFormulas)]) // the weighed ones are of each
			r, ok := rulesOf(sourcing.Case{Category: sourcing.Category{
				Activity:        p.Activity,
				TechnicalWeight: money.NewQuantity(c.technical, 0),
				FinancialWeight: money.NewQuantity(c.financial, 0),
				PriceFormula:    formula,
			}})
			if ok != (p.Method != sourcing.Unranked) {
				t.Fatalf("%s: ranked is %v", p.Activity, ok)
			}
			if !ok {
				continue
			}
			want := c.want
			if p.Method == sourcing.BestPrice {
				want = evaluation.LCS
			}
			if r.Formula != formula || r.Technical.Cmp(money.NewQuantity(c.technical, 0).Rat()) != 0 {
				t.Errorf("%s at %d/%d by %s: %s, %s to the technical part", p.Activity, c.technical, c.financial, formula, r.Formula, r.Technical)
			}
			if err := r.Check(); err != nil || r.Method != want || r.Direction != p.Best || !slices.Equal(r.Ties, p.Ties) {
				t.Errorf("%s at %d/%d: %s, %s best, ties by %v, %v", p.Activity, c.technical, c.financial, r.Method, r.Direction, r.Ties, err)
			}
		}
	}
}
