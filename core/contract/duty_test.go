package contract_test

import (
	"math/big"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/contract"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

func on(month time.Month, d int) time.Time { return time.Date(2027, month, d, 0, 0, 0, 0, time.UTC) }

// Every verdict on every state: what it leads to, and what it is refused for; nothing is called not
// met before its day is over.
func TestVerdictsInEveryState(t *testing.T) {
	t.Parallel()
	var got []string
	for _, s := range contract.DutyStatus("").Values() {
		for _, v := range contract.Verdict("").Values() {
			if to, err := contract.DutyStatus(s).Judge(contract.Verdict(v), on(1, 1), on(1, 2)); err == nil {
				got = append(got, s+" "+v+" "+string(to))
			} else if fault.As(err).Params["status"] != s || string(to) != s {
				t.Error(s, v, to, err)
			}
		}
	}
	want := `scheduled met met
scheduled partiallyMet partiallyMet
scheduled notMet notMet
scheduled withdrawn withdrawn
submitted met met
submitted partiallyMet partiallyMet
submitted notMet notMet
submitted returned scheduled
submitted withdrawn withdrawn
partiallyMet met met
partiallyMet notMet notMet`
	if strings.Join(got, "\n") != want {
		t.Error(strings.Join(got, "\n"))
	}
	if _, err := contract.Scheduled.Judge(contract.SayNotMet, on(1, 1), on(1, 1)); err == nil {
		t.Error("not met on its very day")
	}
}

// A payment takes what is left of the value and no more, and nothing is due before its contract begins.
func TestWhatMayBeDue(t *testing.T) {
	t.Parallel()
	left := money.Amount{Value: money.New(100, 0), Currency: "KES"}
	starts, due, early, past := on(3, 1), on(3, 5), on(2, 27), on(2, 1)
	for _, x := range []struct {
		want string
		in   contract.Duty
	}{
		{"", contract.Duty{Kind: contract.Payment, Side: contract.BuyerSide, Title: "All", Due: &due, Amount: "100"}},
		{"/amount contract.over_value", contract.Duty{Kind: contract.Payment, Side: contract.BuyerSide, Title: "More", Due: &due, Amount: "100.0001"}},
		{"/amount field.range", contract.Duty{Kind: contract.Payment, Side: contract.BuyerSide, Title: "Less", Due: &due, Amount: "-1"}},
		{"/amount field.required", contract.Duty{Kind: contract.Payment, Side: contract.BuyerSide, Title: "None", Due: &due}},
		{"/amount field.not_allowed", contract.Duty{Kind: contract.Delivery, Side: contract.BuyerSide, Title: "Pumps", Due: &due, Amount: "1"}},
		{"/due_on contract.before_start", contract.Duty{Kind: contract.Delivery, Side: contract.Counterparty, Title: "Pumps", Due: &early}},
		{"/due_on contract.before_start", contract.Duty{Kind: contract.Delivery, Side: contract.Counterparty, Title: "Pumps", Due: &past}},
		{"/kind field.not_allowed, /side field.not_allowed, /title field.required, /due_on field.required", contract.Duty{}},
	} {
		var f fault.Fields
		x.in.Check(&f, &starts, on(2, 15), left)
		var got []string
		for _, p := range f {
			got = append(got, p.Pointer+" "+p.Code)
		}
		if strings.Join(got, ", ") != x.want {
			t.Errorf("%s, want %s", got, x.want)
		}
	}
	var f fault.Fields
	contract.Duty{Kind: contract.Delivery, Side: contract.BuyerSide, Title: "T", Due: &past}.Check(&f, nil, on(2, 15), left)
	if len(f) != 1 || f[0].Code != contract.InPast {
		t.Error(f)
	}
}

// A scorecard is an exact mean; what there was nothing to look at for takes no part, and bands leave
// no gap between them.
func TestScorecards(t *testing.T) {
	t.Parallel()
	even := contract.Weights{contract.Punctual: 40, contract.Accepted: 20, contract.Fulfilled: 20, contract.Judged: 20}
	done := []contract.Done{
		{Status: contract.Met, Due: on(1, 10), Finished: on(1, 9)},
		{Status: contract.Met, Due: on(1, 10), Finished: on(1, 20), Returned: 1},
		{Status: contract.NotMet, Due: on(1, 10), Finished: on(1, 10)},
	}
	judged := 90
	// punctual (100+80+0)/3 = 60, accepted (100+50+100)/3, fulfilled 200/3
	score, marks, err := contract.Card(even, done, &judged)
	if err != nil || score.RatString() != "220/3" && score.Cmp(new(big.Rat).Add(big.NewRat(60*40+90*20, 100), big.NewRat(20*(250+200), 300))) != 0 {
		t.Error(score, marks, err)
	}
	score, marks, err = contract.Card(even, done, nil)
	if want := big.NewRat(60*40*3+20*250+20*200, 3*80); err != nil || score.Cmp(want) != 0 || marks[3].Points != "" || marks[0].Points != "60" || marks[0].Of != 3 {
		t.Error(score, want, marks, err)
	}
	if _, _, err := contract.Card(even, nil, nil); fault.As(err).Code != contract.CardEmpty.Code {
		t.Error(err)
	}
	if score, _, err := contract.Card(even, nil, &judged); err != nil || score.RatString() != "90" {
		t.Error(score, err)
	}
	for points, want := range map[string]contract.Band{"100": contract.Good, "80": contract.Good, "79.9999": contract.Fair, "60": contract.Fair, "59.9999": contract.Poor, "0": contract.Poor} {
		r, _ := new(big.Rat).SetString(points)
		if got := contract.BandOf(r); got != want {
			t.Errorf("%s: %s", points, got)
		}
	}
	for i := 1; i < len(contract.Bands); i++ {
		if contract.Bands[i].Least >= contract.Bands[i-1].Least {
			t.Error("bands overlap")
		}
	}
	if contract.Bands[len(contract.Bands)-1].Least != 0 {
		t.Error("a gap below the last band")
	}
	for want, w := range map[string]contract.Weights{
		"":                              even,
		"/weights contract.not_hundred": {contract.Judged: 99},
		"/weights/punctual field.range": {contract.Punctual: -1, contract.Judged: 101 - 0},
	} {
		var f fault.Fields
		w.Check(&f)
		got := ""
		if len(f) > 0 {
			got = f[0].Pointer + " " + f[0].Code
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
