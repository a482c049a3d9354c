package evaluationsvc

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// A bid that failed has no place for any item, whatever it offers: not even where
// its prices lie in the envelope that was judged.
func TestABidThatFailedHasNoPlaceForAnItem(t *testing.T) {
	item, question := uuid.New(), uuid.New()
	passed, failed := uuid.New(), uuid.New()
	m := model{
		category: sourcing.Case{Category: sourcing.Category{
			Activity:        sourcing.AssetDisposal,
			FinancialWeight: money.NewQuantity(100, 0),
			PriceFormula:    string(sourcing.PriceFormulas[0]),
		}},
		bids:   map[uuid.UUID]evaluationdb.OpenedBidsRow{passed: {}, failed: {}},
		items:  []evaluationdb.PricedItemsRow{{ID: item, Quantity: money.NewQuantity(2, 0)}},
		prices: map[key]money.Decimal{{passed, item}: money.New(10, 0), {failed, item}: money.New(90, 0)}, // the highest is best
		checks: assurance.Book{
			Questions: []uuid.UUID{question},
			Checks: map[assurance.Turn]map[assurance.Answer]assurance.Check{assurance.First: {
				{Submission: failed, Question: question}: {Finding: assurance.Finding{Verdict: assurance.Altered, Note: "Another hand"}},
			}},
		},
	}
	got, err := m.order()
	if err != nil {
		t.Fatal(err)
	}
	if len(got.lines) != 1 || got.lines[0].bid != passed || got.lines[0].rank != 1 || !got.lines[0].amount.Equal(money.New(20, 0)) {
		t.Errorf("%+v, want the bid that passed alone, at 20", got.lines)
	}
	if got.places[failed] != nil {
		t.Errorf("the bid that failed has a place: %+v", got.places[failed])
	}
}
