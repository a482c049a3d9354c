package awardhttp

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/award/internal/awarddb"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// Of every activity the answer says what was decided in all: as much as its lines say
// together, nothing where nothing is priced, and one bid where one was chosen as a whole.
func TestADecisionIsTheSumOfItsLines(t *testing.T) {
	price := func(n int64) *money.Decimal { d := money.New(n, 0); return &d }
	for _, p := range sourcing.Policies {
		for want, amounts := range map[string][]*money.Decimal{
			"":    {nil, nil},
			"70":  {price(70)},
			"273": {price(70), nil, price(200), price(3)},
		} {
			d := awardsvc.Decision{AwardRow: awarddb.AwardRow{ID: uuid.New()}}
			r := awardsvc.Recommendation{}
			for _, amount := range amounts {
				bid, item := uuid.New(), uuid.New()
				d.Lines = append(d.Lines, awarddb.AwardLinesRow{SubmissionID: bid, ItemID: &item, Amount: amount})
				r.Lines = append(r.Lines, awarddb.RecommendationLinesRow{SubmissionID: bid, ItemID: &item})
			}
			s := awardsvc.Standing{Award: &d, Recommendation: &r}
			s.Activity = p.Activity
			got := standingOf(s)
			if total := got.Award.Amount; (total == nil) != (want == "") || total != nil && total.Short() != want {
				t.Errorf("%s: %v in all, want %q", p.Activity, total, want)
			}
			whole := p.Selects == sourcing.OneBid
			if (got.Award.SubmissionID != nil) != whole || (got.Recommendation.SubmissionID != nil) != whole {
				t.Errorf("%s chooses %s: bids %v and %v as a whole", p.Activity, p.Selects, got.Recommendation.SubmissionID, got.Award.SubmissionID)
			}
			for i, l := range got.Award.Lines {
				from, proposed := d.Lines[i], got.Recommendation.Lines[i]
				if l.SubmissionID != from.SubmissionID || l.ItemID != from.ItemID || l.Amount != from.Amount ||
					proposed.SubmissionID != l.SubmissionID {
					t.Errorf("%s: line %d is %+v, proposed %+v", p.Activity, i, l, proposed)
				}
			}
		}
	}
}
