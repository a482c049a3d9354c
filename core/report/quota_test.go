package report_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/report"
)

var women, youth = uuid.MustParse("01900000-0000-7000-8000-000000001002"), uuid.MustParse("01900000-0000-7000-8000-000000001001")

func percent(s string) money.Decimal {
	d, err := money.ParseDecimal(s)
	if err != nil {
		panic(err)
	}
	return d
}

// The days and the quarters of a financial year, wherever it begins.
func TestAFinancialYearHasItsDaysAndQuarters(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		year, first int
		days        string
		quarters    string // of January to December
	}{
		{2026, 1, "2026-01-01 2026-12-31", "111222333444"},
		{2026, 7, "2026-07-01 2027-06-30", "333444111222"},
		{2027, 3, "2027-03-01 2028-02-29", "441112223334"},
		{2026, 12, "2026-12-01 2027-11-30", "112223334441"},
	} {
		q := report.Quotas{Year: x.year, FirstMonth: x.first}
		first, last := q.Days()
		if got := first.Format("2006-01-02") + " " + last.Format("2006-01-02"); got != x.days {
			t.Errorf("%d from %d: %s, want %s", x.year, x.first, got, x.days)
		}
		var got strings.Builder
		for month := 1; month <= 12; month++ {
			fmt.Fprint(&got, q.Quarter(month))
		}
		if got.String() != x.quarters {
			t.Errorf("%d from %d: %s, want %s", x.year, x.first, got.String(), x.quarters)
		}
	}
}

// What cannot be a share is refused at its field; nothing is no share.
func TestSharesAreChecked(t *testing.T) {
	t.Parallel()
	known := map[uuid.UUID]bool{women: true, youth: true}
	other := uuid.New()
	for name, x := range map[string]struct {
		quotas report.Quotas
		want   string
	}{
		"good":               {report.Quotas{Year: 2026, FirstMonth: 7, Shares: []report.Quota{{nil, percent("30")}, {&women, percent("0.01")}, {&youth, percent("100")}}}, ""},
		"below nothing":      {report.Quotas{Year: 2026, FirstMonth: 7, Shares: []report.Quota{{nil, percent("-1")}}}, "/shares/0/share=field.range"},
		"more than all":      {report.Quotas{Year: 2026, FirstMonth: 7, Shares: []report.Quota{{nil, percent("10")}, {&women, percent("100.01")}}}, "/shares/1/share=field.range"},
		"too fine":           {report.Quotas{Year: 2026, FirstMonth: 7, Shares: []report.Quota{{nil, percent("1.005")}}}, "/shares/0/share=field.range"},
		"a group of nobody":  {report.Quotas{Year: 2026, FirstMonth: 7, Shares: []report.Quota{{&other, percent("10")}}}, "/shares/0/group_id=field.unknown"},
		"one group twice":    {report.Quotas{Year: 2026, FirstMonth: 7, Shares: []report.Quota{{&women, percent("10")}, {&women, percent("11")}}}, "/shares/1/group_id=field.taken"},
		"all together twice": {report.Quotas{Year: 2026, FirstMonth: 7, Shares: []report.Quota{{nil, percent("10")}, {nil, percent("11")}}}, "/shares/1/group_id=field.taken"},
		"no such year":       {report.Quotas{Year: 1999, FirstMonth: 7}, "/year=field.range"},
		"no such month":      {report.Quotas{Year: 2026, FirstMonth: 13}, "/first_month=field.range"},
	} {
		_, err := x.quotas.Check(known)
		if got := fmt.Sprint(err); x.want == "" && err != nil || x.want != "" && !strings.Contains(got, x.want) {
			t.Errorf("%s: %v, want %q", name, err, x.want)
		}
	}
	checked, err := report.Quotas{Year: 2026, FirstMonth: 1, Shares: []report.Quota{{nil, percent("0")}, {&women, percent("5")}}}.Check(known)
	if err != nil || len(checked.Shares) != 1 || checked.Shares[0].Group == nil {
		t.Errorf("a share of nothing stays: %+v %v", checked.Shares, err)
	}
}

func line(f report.QuotaFigure) string {
	out := fmt.Sprintf("%s %d %s:", f.Currency, f.Quarter, f.Awarded.Short())
	for _, g := range f.Groups {
		name := "all"
		if g.Group != nil {
			name = map[uuid.UUID]string{women: "women", youth: "youth"}[*g.Group]
		}
		out += fmt.Sprintf(" %s %s (%s) %s%% of %s %s %s;", name, g.Awarded.Short(), g.Reserved.Short(), g.Share.Short(), g.Quota.Short(), g.Missing.Short(), g.State)
	}
	return out
}

// A year by hand: a company of two groups counts for both and once together, currencies stand apart, and a share that is short by the
// smallest part is never shown as met.
func TestSharesByHand(t *testing.T) {
	t.Parallel()
	q := report.Quotas{Year: 2026, FirstMonth: 7, Shares: []report.Quota{{nil, percent("30")}, {&women, percent("10")}}}
	got := q.Figures([]report.AwardedPart{
		{Currency: "KES", Month: 7, Amount: percent("700.01")},
		{Currency: "KES", Month: 7, Groups: []uuid.UUID{youth, women}, Reserved: &women, Amount: percent("200")},
		{Currency: "KES", Month: 1, Groups: []uuid.UUID{youth}, Reserved: &youth, Amount: percent("99.99")},
		{Currency: "KES", Month: 1, Groups: []uuid.UUID{youth}, Amount: percent("0.001")},
		{Currency: "EUR", Month: 6, Groups: []uuid.UUID{women}, Amount: percent("1")},
	}, []uuid.UUID{youth, women})
	want := []string{
		"EUR 0 1: all 1 (0) 100% of 30 0 met; women 1 (0) 100% of 10 0 met;",
		"EUR 4 1: all 1 (0) 100% of 30 0 met; women 1 (0) 100% of 10 0 met;",
		"KES 0 1000.001: all 299.991 (299.99) 29.99% of 30 0.0093 short; youth 299.991 (99.99) 29.99% of 0 0 none; women 200 (200) 19.99% of 10 0 met;",
		"KES 1 900.01: all 200 (200) 22.22% of 30 70.003 short; youth 200 (0) 22.22% of 0 0 none; women 200 (200) 22.22% of 10 0 met;",
		"KES 3 99.991: all 99.991 (99.99) 100% of 30 0 met; youth 99.991 (99.99) 100% of 0 0 none; women 0 (0) 0% of 10 9.9991 short;",
	}
	if len(got) != len(want) {
		t.Fatalf("%d figures: %+v", len(got), got)
	}
	for i := range want {
		if line(got[i]) != want[i] {
			t.Errorf("%s, want %s", line(got[i]), want[i])
		}
	}
}

// What is missing is never told as nothing, however little it is.
func TestTheLeastThatIsMissing(t *testing.T) {
	t.Parallel()
	q := report.Quotas{Year: 2026, FirstMonth: 7, Shares: []report.Quota{{nil, percent("0.01")}}}
	got := q.Figures([]report.AwardedPart{{Currency: "KES", Month: 7, Amount: money.New(1, -2)}}, nil)[0].Groups[0]
	if got.State != report.QuotaShort || got.Missing.Short() != "0.0001" {
		t.Errorf("%s of 0.000001 is missing, %s", got.Missing.Short(), got.State)
	}
}

// Of any awards: quarters add up to their year, nobody has more than all, and met means that nothing is missing.
func TestSharesOfAnyAwards(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 33))
	sets := [][]uuid.UUID{nil, {women}, {youth}, {women, youth}}
	for range 2000 {
		q := report.Quotas{Year: 2026, FirstMonth: 1 + r.IntN(12), Shares: []report.Quota{{nil, money.New(1+r.Int64N(10_000), -2)}, {&women, money.New(1+r.Int64N(10_000), -2)}}}
		var parts []report.AwardedPart
		for range 1 + r.IntN(9) {
			parts = append(parts, report.AwardedPart{Currency: "KES", Month: 1 + r.IntN(12), Groups: sets[r.IntN(4)], Amount: money.New(1+r.Int64N(1_000_000), -2)})
		}
		figures := q.Figures(parts, []uuid.UUID{women, youth})
		var sum, members money.Decimal
		for _, f := range figures[1:] {
			sum, members = sum.Add(f.Awarded), members.Add(f.Groups[0].Awarded)
		}
		whole := figures[0]
		if whole.Quarter != 0 || !sum.Equal(whole.Awarded) || !members.Equal(whole.Groups[0].Awarded) {
			t.Fatalf("quarters have %s of %s: %+v", sum, whole.Awarded, figures)
		}
		for _, f := range figures {
			for _, g := range f.Groups {
				if f.Awarded.Less(g.Awarded) || g.State == report.QuotaMet && (g.Share.Less(g.Quota) || !g.Missing.IsZero()) || g.State == report.QuotaShort && g.Missing.IsZero() ||
					g.State == report.QuotaShort && g.Quota.Less(g.Share) {
					t.Fatalf("%s", line(f))
				}
			}
		}
	}
}
