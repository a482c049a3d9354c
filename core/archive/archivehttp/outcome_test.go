package archivehttp

import "testing"

// What is told of a bid first is why it was not opened.
func TestOutcomes(t *testing.T) {
	for _, x := range []struct {
		won, withdrawn, unconfirmed bool
		written                     string
		want                        Outcome
	}{
		{true, false, false, "pass", Won},
		{false, false, false, "pass", Lost},
		{false, false, false, "fail", Failed},
		{false, true, false, "", Withdrawn},
		{false, false, true, "", Unconfirmed},
		{false, true, true, "", Withdrawn},
		{false, false, false, "", NoResult},
	} {
		if got := outcomeOf(x.won, x.withdrawn, x.unconfirmed, x.written); got != x.want {
			t.Errorf("%+v: %s", x, got)
		}
	}
}
