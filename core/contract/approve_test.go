package contract_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

func kes(v int64) money.Amount { return money.Amount{Value: money.New(v, 0), Currency: "KES"} }

// Which levels a value needs, to the unit; what the rule says nothing of is not taken for small.
func TestTheLevelsOfAValue(t *testing.T) {
	rules := []contract.Rule{
		{Currency: "KES", Level: 1},
		{Currency: "KES", Level: 3, From: money.New(1000, 0), Everyone: true},
		{Currency: "USD", Level: 2, From: money.New(50, 0)},
	}
	for want, got := range map[string][]contract.Step{
		"[{0 false}]":                    contract.Needed(nil, kes(5)),
		"[{1 false}]":                    contract.Needed(rules, kes(999)),
		"[{1 false} {3 true}]":           contract.Needed(rules, kes(1000)),
		"[{0 false}] ":                   contract.Needed(rules, money.Amount{Value: money.New(49, 0), Currency: "USD"}),
		"[{2 false}]":                    contract.Needed(rules, money.Amount{Value: money.New(50, 0), Currency: "USD"}),
		"[{1 false} {2 false} {3 true}]": contract.Needed(rules, money.Amount{Value: money.New(1, 0), Currency: "ETB"}),
	} {
		if fmt.Sprint(got) != trimmed(want) {
			t.Errorf("got %v, want %s", got, want)
		}
	}
}

func trimmed(s string) string {
	for len(s) > 0 && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}

func TestWhatIsWrongWithLevels(t *testing.T) {
	var f fault.Fields
	contract.CheckRules(&f, func(i int) string { return fmt.Sprint("/", i) }, []contract.Rule{
		{Currency: "KES", Level: 1, From: money.New(10, 0)},
		{Currency: "KES", Level: 2, From: money.New(9, 0)},
		{Currency: "KES", Level: 1, From: money.New(10, 0)},
		{Currency: "XXQ", Level: 21, From: money.New(-1, 0)},
		{Currency: "USD", Level: 2, From: money.New(9, 0)},
	})
	got := ""
	for _, x := range f {
		got += x.Pointer + " " + x.Code + ", "
	}
	if got != "/1/from contract.levels_unordered, /2/level field.taken, /3/currency field.not_allowed, /3/level field.range, /3/from field.range, " {
		t.Error(got)
	}
}

// Who may decide at each point of a round of two levels.
func TestWhoDecidesWhen(t *testing.T) {
	author, one, two, high, stand := uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New()
	r := contract.Round{
		Sum:     []byte{1, 2},
		Steps:   []contract.Step{{Level: 1, Everyone: true}, {Level: 2}},
		Authors: []uuid.UUID{author},
		Seats:   []contract.Seat{{Account: author, Level: 1, Delegate: stand}, {Account: one, Level: 1}, {Account: two, Level: 1, Delegate: stand}, {Account: high, Level: 2, Delegate: one}},
	}
	refused := func(who uuid.UUID, want error) {
		t.Helper()
		if _, err := r.MayDecide(who); !errors.Is(err, want) {
			t.Error(err)
		}
	}
	approve := func(who uuid.UUID, seats int) {
		t.Helper()
		mine, err := r.MayDecide(who)
		if err != nil || len(mine) != seats {
			t.Fatal(mine, err)
		}
		step, _ := r.Next()
		for _, s := range mine {
			r.Approvals = append(r.Approvals, contract.Approval{Seat: s.Account, By: who, Level: step.Level})
		}
	}
	refused(author, contract.Own)
	refused(high, contract.NotYours)
	approve(one, 1)
	refused(one, contract.Decided)
	if s, ok := r.Next(); !ok || s.Level != 1 || len(r.Waits()) != 1 {
		t.Error("a level passed before everybody had approved")
	}
	approve(stand, 1) // for two; not for the author
	refused(two, contract.NotYours)
	refused(one, contract.Decided) // stands in for the second level, and has decided on the first
	approve(high, 1)
	if _, ok := r.Next(); ok {
		t.Error("more than two levels")
	}
	refused(high, contract.NoRound)
	r = contract.Round{Steps: []contract.Step{{Level: 4}}, Authors: []uuid.UUID{author}, Seats: []contract.Seat{{Account: author, Level: 4}, {Account: one, Level: 3}}}
	refused(one, contract.Vacant)
	if r.Passed(contract.Step{Level: 4, Everyone: true}) || r.Passed(contract.Step{Level: 4}) {
		t.Error("a vacant level passed by itself")
	}
	r.Sum = []byte{9}
	if err := r.Reads(hex.EncodeToString([]byte{8})); !errors.Is(err, contract.Stale) || fault.As(err).Params["sum"] != "09" {
		t.Error(err)
	}
	if r.Reads("09") != nil {
		t.Error("the very text is refused")
	}
}
