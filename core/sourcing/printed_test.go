package sourcing

import (
	"errors"
	"testing"
	"time"

	"zabuni.org/core/kernel/fault"
)

// A title and a name stand in letters of award: a letter that none can show is refused
// where it is typed, and named. What sends no letters takes any.
func TestTitlesThatLettersCanShow(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for activity, want := range map[Activity]string{Tender: "ش", AssetDisposal: ""} {
		policy, _ := PolicyOf(activity)
		category := CategoryForm{Name: "Pumps شركة", Currency: "KES", OpensAt: now, ClosesAt: now.Add(time.Hour), Openers: policy.Openers}
		category.TechnicalWeight, category.FinancialWeight = policy.Weights()
		_, ofJob := JobForm{Activity: activity, Code: "1", Title: "Works شركة"}.Check()
		_, ofCategory := category.Check(policy)
		for pointer, err := range map[string]error{"/title": ofJob, "/name": ofCategory} {
			got := ""
			var e *fault.Error
			if errors.As(err, &e) && len(e.Fields) == 1 && e.Fields[0].Pointer == pointer && e.Fields[0].Code == fault.BadLetter {
				got = e.Fields[0].Params["letter"].(string)
			}
			if got != want || (err == nil) != (want == "") {
				t.Errorf("%s%s: %v", activity, pointer, err)
			}
		}
	}
}
