package statement_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"zabuni.org/core/payment/statement"
)

// seenOf is a file as it lies in the books.
func seenOf(all []statement.Statement) (out []statement.Seen) {
	for _, s := range all {
		for _, l := range s.Lines {
			out = append(out, statement.SeenOf(l.Day, l.Amount, l.Reference, l.Payer, l.Narration, l.Sum()))
		}
	}
	return out
}

func read(t *testing.T, file string, l *statement.Layout) []statement.Statement {
	t.Helper()
	all, err := statement.Read([]byte(file), l)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A line is one line, in whatever format and file it comes again.
func TestALineIsOneLine(t *testing.T) {
	layout := &statement.Layout{Head: 1, Day: 1, Amount: 2, Narration: 3, Reference: 4, Days: statement.YMD}
	table := "D,A,N,R\n2026-11-24,2500.50,ZB7K2M9QX0 BID FEES,\n2026-11-24,-150,LEDGER FEE,\n2026-11-24,-500,REVERSAL OF FT26320Z9,\n"
	alike := "D,A,N,R\n2026-11-24,100,CASH DEPOSIT,\n2026-11-24,100,CASH DEPOSIT,\n"
	for name, c := range map[string]struct {
		before, after string
		fresh         int
	}{
		"the same file":                        {mt, mt, 0},
		"MT940 and CAMT.053":                   {mt, camt, 0},
		"CAMT.053 and MT940":                   {camt, mt, 0},
		"MT940 and a table without references": {mt, table, 0},
		"a table and MT940":                    {table, mt, 0},
		"a file that goes on":                  {table, table + "2026-11-24,-500,REVERSAL OF FT26320Z9,\n2026-11-25,9,NEW,\n", 2},
		"two alike in one file":                {"D,A,N,R\n", alike, 2},
		"one of two alike was there":           {"D,A,N,R\n2026-11-24,100,CASH DEPOSIT,\n", alike, 1},
		"two alike again":                      {alike, alike, 0},
		"other references, the same words":     {"D,A,N,R\n2026-11-24,100,CASH DEPOSIT,A1\n", "D,A,N,R\n2026-11-24,100,CASH DEPOSIT,A2\n", 1},
		"a reference on another day":           {"D,A,N,R\n2026-11-24,100,X,A1\n", "D,A,N,R\n2026-11-25,100,X,A1\n", 0},
		"another amount":                       {"D,A,N,R\n2026-11-24,100,CASH DEPOSIT,\n", "D,A,N,R\n2026-11-24,101,CASH DEPOSIT,\n", 1},
	} {
		var before []statement.Seen
		if c.before != "D,A,N,R\n" {
			before = seenOf(read(t, c.before, layout))
		}
		var lines []statement.Line
		for _, s := range read(t, c.after, layout) {
			lines = append(lines, s.Lines...)
		}
		fresh, known := statement.New(lines, before)
		if len(fresh) != c.fresh || len(known) != len(lines)-c.fresh {
			t.Errorf("%s: %d new, %d known", name, len(fresh), len(known))
		}
	}
}

// However a file overlaps with what was imported, importing it leaves each line once.
func TestOverlappingFilesLeaveEachLineOnce(t *testing.T) {
	layout := &statement.Layout{Head: 1, Day: 1, Amount: 2, Narration: 3, Reference: 4, Days: statement.YMD}
	rapid.Check(t, func(rt *rapid.T) {
		rows := rapid.SliceOfN(rapid.SampledFrom([]string{"2026-11-24,100,CASH,", "2026-11-24,100,CASH,R1", "2026-11-25,100,CASH,", "2026-11-25,-3,FEE,"}), 1, 12).Draw(rt, "rows")
		from := rapid.IntRange(0, len(rows)-1).Draw(rt, "from")
		until := rapid.IntRange(1, len(rows)).Draw(rt, "until")
		all := read(t, "D,A,N,R\n"+strings.Join(rows, "\n"), layout)[0].Lines
		first, _ := statement.New(all[:until], nil)
		var seen []statement.Seen
		for _, f := range first {
			seen = append(seen, statement.SeenOf(f.Day, f.Amount, f.Reference, f.Payer, f.Narration, f.Sum()))
		}
		whole, _ := statement.New(all, nil)
		rest, _ := statement.New(all, seen)
		if len(first)+len(rest) != len(whole) {
			rt.Fatalf("%d and %d of %d", len(first), len(rest), len(whole))
		}
		again, _ := statement.New(all[from:], append(seen, func() (more []statement.Seen) {
			for _, f := range rest {
				more = append(more, statement.SeenOf(f.Day, f.Amount, f.Reference, f.Payer, f.Narration, f.Sum()))
			}
			return more
		}()...))
		if len(again) != 0 {
			rt.Fatalf("%d are new", len(again))
		}
	})
}
