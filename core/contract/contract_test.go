package contract_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/contract"
	"zabuni.org/core/kernel/fault"
)

var update = flag.Bool("update", false, "write the golden file")

// The whole life of a contract, as a table that a person reads.
func TestLife(t *testing.T) {
	now := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	ended := now.AddDate(0, 0, -3)
	var b strings.Builder
	for _, s := range contract.Statuses {
		for _, m := range contract.Moves {
			if to, err := (contract.Contract{Status: s, NoSignatureBefore: now, Ends: &ended}).Do(m, now); err == nil {
				fmt.Fprintf(&b, "%-16s %-10s %s\n", s, m, to)
			} else if !errors.Is(err, contract.IllegalMove) {
				t.Errorf("%s %s: %v", s, m, err)
			}
		}
	}
	if *update {
		if err := os.WriteFile("testdata/life.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/life.txt")
	if err != nil || string(want) != b.String() {
		t.Errorf("the life differs from testdata/life.txt (%v):\n%s", err, b.String())
	}
}

func TestNobodySignsBeforeTheStandstillEnds(t *testing.T) {
	end := time.Date(2026, 12, 8, 0, 0, 0, 0, time.UTC)
	for _, s := range []contract.Contract{{Status: contract.Sent}, {Status: contract.Signing}} {
		s.NoSignatureBefore = end
		move := contract.BeginSign
		if s.Status == contract.Signing {
			move = contract.Sign
		}
		if _, err := s.Do(move, end.Add(-time.Microsecond)); !errors.Is(err, contract.Standstill) {
			t.Errorf("%s: %v", s.Status, err)
		}
		if _, err := s.Do(move, end); err != nil {
			t.Error(err)
		}
	}
}

func TestTermsTellAllThatIsWrong(t *testing.T) {
	day := func(d int) *time.Time { v := time.Date(2026, 12, d, 0, 0, 0, 0, time.UTC); return &v }
	nairobi := time.FixedZone("EAT", 3*3600)
	standstill := time.Date(2026, 12, 8, 0, 0, 0, 0, nairobi)
	var wrong, none fault.Fields
	contract.Terms{Number: " ", Title: "", Date: day(7), Starts: day(7), Ends: day(6)}.Check(&wrong, standstill)
	var codes []string
	for _, f := range wrong {
		codes = append(codes, f.Pointer+" "+f.Code)
	}
	want := "/number field.required,/title field.required,/contract_date contract.in_standstill,/starts_on contract.in_standstill,/ends_on contract.ends_before_start"
	if strings.Join(codes, ",") != want {
		t.Error(codes)
	}
	contract.Terms{Number: "K1", Title: "Pumps", Date: day(8), Starts: day(8), Ends: day(8)}.Check(&none, standstill)
	contract.Terms{Number: "K1", Title: "Without an award", Date: day(1), Starts: day(1), Ends: day(1)}.Check(&none, time.Time{})
	if len(none) > 0 {
		t.Error(none)
	}
}

// A contract expires when the day after its last has begun to pass, and one without an
// end never does; nothing but signing, on paper too, waits for the standstill.
func TestWhenAContractExpires(t *testing.T) {
	last := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for at, want := range map[time.Duration]contract.Status{-time.Hour: contract.Active, 24 * time.Hour: contract.Active, 24*time.Hour + 1: contract.Expired} {
		to, err := contract.Contract{Status: contract.Active, Ends: &last, NoSignatureBefore: last.AddDate(1, 0, 0)}.Do(contract.Expire, last.Add(at))
		if to != want || (err == nil) != (want == contract.Expired) || err != nil && fault.As(err).Params["status"] != "active" {
			t.Errorf("%s: %s %v", at, to, err)
		}
	}
	if to, err := (contract.Contract{Status: contract.Active}).Do(contract.Expire, last); to != contract.Active || !errors.Is(err, contract.IllegalMove) {
		t.Error(to, err)
	}
	for _, s := range contract.Statuses {
		for _, m := range contract.Moves {
			_, err := contract.Contract{Status: s, NoSignatureBefore: last, Ends: &last}.Do(m, last.Add(-1))
			waits := errors.Is(err, contract.Standstill)
			want := s == contract.Sent && m == contract.BeginSign || s == contract.Signing && m == contract.Sign ||
				m == contract.TakePaper && (s == contract.Approved || s == contract.Sent) ||
				m == contract.Effect && (s == contract.Approved || s == contract.Sent || s == contract.Signing)
			if waits != want || waits && fault.As(err).Params["until"] != last {
				t.Errorf("%s %s: %v", s, m, err)
			}
		}
	}
}

// Terms are taken up to their bounds, with what is left out and what stands alone.
func TestTheBoundsOfTerms(t *testing.T) {
	day := func(d int) *time.Time { v := time.Date(2026, 12, d, 0, 0, 0, 0, time.UTC); return &v }
	free := time.Date(2026, 12, 8, 23, 0, 0, 0, time.UTC)
	long := func(n int) string { return strings.Repeat("é", n) }
	for want, terms := range map[string]contract.Terms{
		"": {Number: long(80), Title: long(200), Description: long(5000), Date: day(8), Starts: day(8), Ends: day(8)},
		"/number field.too_long map[max:80] /title field.too_long map[max:200] /description field.too_long map[max:5000] ": {Number: long(81), Title: long(201), Description: long(5001)},
		"/contract_date contract.in_standstill map[from:08-12-2026] ":                                                      {Number: "K", Title: "T", Date: day(7), Ends: day(1)},
		"/starts_on contract.in_standstill map[from:08-12-2026] ":                                                          {Number: "K", Title: "T", Starts: day(7)},
		"/ends_on contract.ends_before_start map[] ":                                                                       {Number: "K", Title: "T", Starts: day(9), Ends: day(8)},
	} {
		got := ""
		var wrong fault.Fields
		kept := terms.Check(&wrong, free)
		for _, f := range wrong {
			got += fmt.Sprintln(f.Pointer, f.Code, f.Params)
		}
		if got = strings.ReplaceAll(got, "\n", " "); got != want || kept != terms {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if kept := (contract.Terms{Number: " K ", Title: " T ", Description: " D "}).Check(&fault.Fields{}, free); kept != (contract.Terms{Number: "K", Title: "T", Description: "D"}) {
		t.Errorf("%+v", kept)
	}
}

// Each view has the states of its question.
func TestTheStatesOfViews(t *testing.T) {
	for view, want := range map[contract.View]string{
		contract.ForApproval:  "[internal_review]",
		contract.ForSignature: "[approved sent negotiating signing]",
		contract.OnHold:       "[draft internal_review approved sent negotiating signing]",
		contract.Ending:       "[active]",
		"":                    "[]",
	} {
		if got := fmt.Sprint(view.Statuses()); got != want {
			t.Errorf("%s: %s", view, got)
		}
	}
}
