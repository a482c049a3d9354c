package evaluation_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
)

// Each bid is measured against the first prices of the others and the next price that
// stands; the estimate counts for everybody.
func TestLowSignsOfEachBid(t *testing.T) {
	bids := []evaluation.LowBid{
		{Bid: "low", First: rat("60"), Price: rat("50")},
		{Bid: "next", First: rat("100"), Price: rat("80")},
		{Bid: "high", First: rat("110"), Price: rat("110")},
	}
	told := func(estimate string) string {
		signs := evaluation.LowSigns(evaluation.DefaultLowRule, nil, bids)
		if estimate != "" {
			signs = evaluation.LowSigns(evaluation.DefaultLowRule, rat(estimate), bids)
		}
		var out []string
		for bid, list := range signs {
			for _, s := range list {
				out = append(out, bid+" "+string(s.Code)+" "+s.PerCent().FloatString(2)+" of "+s.Against.FloatString(2))
			}
		}
		slices.Sort(out)
		return strings.Join(out, "; ")
	}
	if got, want := told(""), "low below_mean 52.38 of 105.00; low below_next 37.50 of 80.00"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got, want := told("133.33"), "low below_estimate 62.50 of 133.33; low below_mean 52.38 of 105.00; low below_next 37.50 of 80.00"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	bids = bids[:1]
	if got := told(""); got != "" {
		t.Errorf("a bid alone is low: %s", got)
	}
}

func TestWhoseLowPricesAreAsked(t *testing.T) {
	var asked []string
	for _, p := range sourcing.Policies {
		if evaluation.AsksForLow(p) {
			asked = append(asked, string(p.Activity))
		}
	}
	if got := strings.Join(asked, " "); got != "tender rfq" {
		t.Errorf("prices are asked about in %s", got)
	}
}

func TestAQuestionAboutAPrice(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	due := now.Add(time.Hour)
	for _, c := range []struct {
		name             string
		q                evaluation.PriceQuery
		at               time.Time
		explain          error
		accepted, reject error
	}{
		{"asked", evaluation.PriceQuery{Due: due}, now, nil, nil, evaluation.PriceWaits},
		{"just before", evaluation.PriceQuery{Due: due}, due.Add(-time.Microsecond), nil, nil, evaluation.PriceWaits},
		{"due", evaluation.PriceQuery{Due: due}, due, evaluation.PriceLate, nil, nil},
		{"answered", evaluation.PriceQuery{Due: due, Answered: true}, now, nil, nil, nil},
		{"decided", evaluation.PriceQuery{Due: due, Answered: true, Outcome: evaluation.PriceAccepted}, now,
			evaluation.PriceDecided, evaluation.PriceDecided, evaluation.PriceDecided},
	} {
		for what, pair := range map[string][2]error{
			"explain": {c.q.Explain(c.at), c.explain},
			"accept":  {c.q.Decide(evaluation.PriceAccepted, c.at), c.accepted},
			"reject":  {c.q.Decide(evaluation.PriceRejected, c.at), c.reject},
		} {
			if got, want := pair[0], pair[1]; want == nil && got != nil || want != nil && !errors.Is(got, want) {
				t.Errorf("%s: to %s gives %v, want %v", c.name, what, got, want)
			}
		}
	}
}

func TestWhenAPriceIsExplained(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		question string
		due      time.Time
		fields   string
	}{
		{" Why? ", now.Add(time.Second), ""},
		{"Why?", now.AddDate(0, 0, 60), ""},
		{"Why?", now, "/due_at evaluation.due_within"},
		{"Why?", now.AddDate(0, 0, 60).Add(time.Second), "/due_at evaluation.due_within"},
		{"", now.Add(time.Hour), "/question field.required"},
		{strings.Repeat("é", 2001), time.Time{}, "/due_at evaluation.due_within; /question field.too_long"},
	} {
		got, err := evaluation.PriceAsk{Question: c.question, Due: c.due}.Normal(now)
		var fields []string
		if err != nil {
			for _, f := range fault.As(err).Fields {
				fields = append(fields, f.Pointer+" "+f.Code)
			}
		}
		slices.Sort(fields)
		if told := strings.Join(fields, "; "); told != c.fields {
			t.Errorf("%.10q due %s: %s, want %s", c.question, c.due, told, c.fields)
		}
		if err == nil && got.Question != "Why?" {
			t.Errorf("kept as %q", got.Question)
		}
	}
}

func TestWhoMayWinByItsPrice(t *testing.T) {
	open := &evaluation.PriceQuery{}
	done := &evaluation.PriceQuery{Outcome: evaluation.PriceAccepted}
	for _, c := range []struct {
		q     *evaluation.PriceQuery
		signs int
		must  bool
		want  error
	}{
		{nil, 0, true, nil},
		{nil, 1, false, nil},
		{nil, 1, true, evaluation.PriceUnasked},
		{open, 1, false, evaluation.PriceOpen},
		{open, 1, true, evaluation.PriceOpen},
		{done, 1, true, nil},
	} {
		if got := evaluation.MayWin(c.q, c.signs, c.must); c.want == nil && got != nil || c.want != nil && !errors.Is(got, c.want) {
			t.Errorf("%+v: %v, want %v", c, got, c.want)
		}
	}
}
