package boq_test

import (
	"fmt"
	"testing"

	"github.com/xuri/excelize/v2"

	"zabuni.org/core/boq"
)

// What a workbook holds is what stands once it was taken over, whatever stood before: a
// price that is given, kept, changed or cleared, and a remark likewise. Whoever clears
// a cell is told so as a change.
func TestWhatAWorkbookHoldsIsWhatStands(t *testing.T) {
	type kept struct{ price, remarks string }
	var befores, cells []kept
	var lines []boq.Line
	for _, price := range []string{"", "5.0000", "7.0000"} {
		for _, remarks := range []string{"", "soon", "later"} {
			for _, to := range []string{"", "5.0000", "7.0000"} {
				for _, says := range []string{"", "soon", "later"} {
					l := line(fmt.Sprint("l", len(lines)), "Pump", "2")
					if price != "" {
						l = priced(l, int64(price[0]-'0'), 0)
					}
					l.Remarks = remarks
					lines = append(lines, l)
					befores, cells = append(befores, kept{price, remarks}), append(cells, kept{to, says})
				}
			}
		}
	}
	tpl := template(lines...)
	book := edit(t, written(t, tpl), func(x *excelize.File) {
		for i, c := range cells {
			var price any
			if c.price != "" {
				price = int(c.price[0] - '0')
			}
			set(t, x, fmt.Sprint("G", i+2), price)
			set(t, x, fmt.Sprint("I", i+2), c.remarks)
		}
	})
	r, err := boq.Read(book, tpl)
	if err != nil || r.Blocking {
		t.Fatal(codes(r), err)
	}
	after, told := append([]kept(nil), befores...), map[string]bool{}
	for _, ch := range r.Changes {
		var i int
		if _, err := fmt.Sscanf(ch.Line, "l%d", &i); err != nil || told[ch.Line] {
			t.Fatalf("%s changes twice, or is no line: %v", ch.Line, err)
		}
		told[ch.Line] = true
		if was := befores[i].price; (ch.Before == nil) != (was == "") || ch.Before != nil && ch.Before.String() != was {
			t.Errorf("%s had %q, the change says %v", ch.Line, was, ch.Before)
		}
		after[i].price = ""
		if ch.After != nil {
			after[i].price = ch.After.String()
		}
		if ch.Remarks != nil {
			after[i].remarks = *ch.Remarks
		}
	}
	unpriced := 0
	for i, want := range cells {
		id := fmt.Sprint("l", i)
		if after[i] != want {
			t.Errorf("%s: %q in the workbook over %q leaves %q", id, want, befores[i], after[i])
		}
		if told[id] != (befores[i] != want) {
			t.Errorf("%s: %q over %q is told as a change: %v", id, want, befores[i], told[id])
		}
		if want.price == "" {
			unpriced++
		}
	}
	if r.Unpriced != unpriced || r.Matched != len(lines)-unpriced {
		t.Errorf("%d unpriced and %d matched of %d, %d have no price", r.Unpriced, r.Matched, len(lines), unpriced)
	}
}
