package sourcing

import (
	"errors"
	"testing"
	"time"
)

// Questions are taken until so many days before the closing, and never less than half of the period.
func TestQuestionsAreTakenUntilThereIsTimeToAnswer(t *testing.T) {
	opens := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	for _, x := range []struct {
		days   int
		period time.Duration
		want   time.Duration // from the opening
	}{
		{1, 240 * time.Hour, 216 * time.Hour},
		{3, 240 * time.Hour, 168 * time.Hour},
		{0, 240 * time.Hour, 240 * time.Hour},
		{3, 144 * time.Hour, 72 * time.Hour},
		{3, 48 * time.Hour, 24 * time.Hour},
		{1, time.Hour, 30 * time.Minute},
	} {
		c := Category{OpensAt: opens, ClosesAt: opens.Add(x.period), Status: Open}
		until := Regime{AnswerDays: x.days}.AsksUntil(c)
		if got := until.Sub(opens); got != x.want {
			t.Errorf("%d days of %s: taken for %s, wanted %s", x.days, x.period, got, x.want)
		}
		for at, want := range map[time.Time]error{
			opens.Add(-time.Second): NoMoreQuestions,
			opens:                   nil,
			until.Add(-time.Second): nil,
			until:                   NoMoreQuestions,
		} {
			if err := c.Asks(until, at); !errors.Is(err, want) {
				t.Errorf("%d days of %s, at %s: %v, wanted %v", x.days, x.period, at, err, want)
			}
		}
		c.Status = Approved
		if err := c.Asks(until, opens); !errors.Is(err, NoQuestionsYet) {
			t.Errorf("before it is published: %v", err)
		}
		c.Status = Cancelled
		if err := c.Asks(until, opens); !errors.Is(err, NoMoreQuestions) {
			t.Errorf("of what is cancelled: %v", err)
		}
	}
}
