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
	_, err := contract.Terms{Number: " ", Title: "", Date: day(7), Starts: day(7), Ends: day(6)}.Check(standstill)
	var codes []string
	for _, f := range fault.As(err).Fields {
		codes = append(codes, f.Pointer+" "+f.Code)
	}
	want := "/number field.required,/title field.required,/contract_date contract.in_standstill,/starts_on contract.in_standstill,/ends_on contract.ends_before_start"
	if strings.Join(codes, ",") != want {
		t.Error(codes)
	}
	if _, err := (contract.Terms{Number: "K1", Title: "Pumps", Date: day(8), Starts: day(8), Ends: day(8)}).Check(standstill); err != nil {
		t.Error(err)
	}
}
