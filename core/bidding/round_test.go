package bidding

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// A line may be improved or kept, in the direction in which prices are better, and
// what was offered is not left out.
func TestARoundImprovesOrKeeps(t *testing.T) {
	price := func(s string) *money.Decimal {
		if s == "" {
			return nil
		}
		d, err := money.ParseDecimal(s)
		if err != nil {
			t.Fatal(err)
		}
		return &d
	}
	for _, x := range []struct {
		best       sourcing.Direction
		last, next [2]string
		want       []string
	}{
		{sourcing.Lowest, [2]string{"10", "20"}, [2]string{"10", "20"}, nil},
		{sourcing.Lowest, [2]string{"10", "20"}, [2]string{"9.9999", "20"}, nil},
		{sourcing.Lowest, [2]string{"10", "20"}, [2]string{"1", "20.0001"}, []string{WorseLine}},
		{sourcing.Lowest, [2]string{"10", "20"}, [2]string{"11", "21"}, []string{WorseLine, WorseLine, WorseTotal}},
		{sourcing.Lowest, [2]string{"10", ""}, [2]string{"10", "1"}, []string{WorseTotal}},
		{sourcing.Lowest, [2]string{"10", "20"}, [2]string{"10", ""}, []string{LineGone}},
		{sourcing.Highest, [2]string{"10", "20"}, [2]string{"10", "21"}, nil},
		{sourcing.Highest, [2]string{"10", ""}, [2]string{"10", "1"}, nil},
		{sourcing.Highest, [2]string{"10", "20"}, [2]string{"9.9999", "30"}, []string{WorseLine}},
		{sourcing.Highest, [2]string{"10", "20"}, [2]string{"10", ""}, []string{LineGone, WorseTotal}},
	} {
		steps := make([]Step, 2)
		for i := range steps {
			steps[i] = Step{Item: uuid.New(), Number: "1", Quantity: money.NewQuantity(2, 0), Last: price(x.last[i]), Now: price(x.next[i])}
		}
		err := Improve(x.best, "KES", steps)
		if (err == nil) != (x.want == nil) {
			t.Errorf("%+v: %v", x, err)
			continue
		}
		if err == nil {
			continue
		}
		got := fault.As(err).Fields
		if len(got) != len(x.want) {
			t.Errorf("%+v: %+v", x, got)
			continue
		}
		for i := range got {
			if got[i].Code != x.want[i] {
				t.Errorf("%+v: %+v", x, got)
			}
		}
	}
}
