package evaluationsvc

import (
	"slices"
	"testing"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// What a policy row says of ranking makes rules that rank, in its own direction and
// by its own chain of ties, by whichever part its author gave all to.
func TestEveryPolicyRowRanksOrSaysThatItDoesNot(t *testing.T) {
	for _, p := range sourcing.Policies {
		for _, c := range []struct {
			technical, financial int64
			want                 evaluation.Method
		}{{70, 30, evaluation.QCBS}, {0, 100, evaluation.LCS}, {100, 0, evaluation.QBS}} {
			r, ok := rulesOf(sourcing.Case{Category: sourcing.Category{
				Activity:        p.Activity,
				TechnicalWeight: money.NewQuantity(c.technical, 0),
				FinancialWeight: money.NewQuantity(c.financial, 0),
				PriceFormula:    string(sourcing.PriceFormulas[0]),
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
			if err := r.Check(); err != nil || r.Method != want || r.Direction != p.Best || !slices.Equal(r.Ties, p.Ties) {
				t.Errorf("%s at %d/%d: %s, %s best, ties by %v, %v", p.Activity, c.technical, c.financial, r.Method, r.Direction, r.Ties, err)
			}
		}
	}
}
