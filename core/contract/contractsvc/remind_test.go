package contractsvc_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pgtest"
)

// What is due is told of before its day, on it and once it is late: each stage once, over a leap day,
// whoever looks and however often, and by the days of where the contract is.
func TestWhatIsDueIsToldOfOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.put(w.mine, "pumps", contract.Active, noon, days(900))
	w.wasSent(id)
	on := func(y int, m time.Month, d int) *time.Time { v := time.Date(y, m, d, 0, 0, 0, 0, time.UTC); return &v }
	add := func(title string, due *time.Time) uuid.UUID {
		made, err := w.svc.AddDuty(w.ctx, w.mine, id, contract.Duty{Kind: contract.Delivery, Side: contract.Counterparty, Title: title, Due: due})
		w.must(err)
		return made
	}
	add("leap", on(2028, 2, 29))
	done := add("done", on(2028, 2, 20))
	moved := add("moved", on(2028, 2, 10))
	gone := add("gone", on(2028, 2, 25))
	staff := access.Actor{User: uuid.Must(uuid.NewV7()), Org: w.suppliers[0], Type: access.Supplier, Name: "Mosi", Privileges: access.Titles[access.Supplier]}
	w.account(staff, 7)
	told := func() (out []string) {
		rows, err := w.db.Query(w.ctx, `SELECT (e.detail ->> 'title') || ' ' || (e.detail ->> 'days') || ' ' || to_char(e.at AT TIME ZONE 'Africa/Nairobi', 'MM-DD HH24:MI') FROM audit_entry e
			WHERE e.action = 'contract.milestone.near' ORDER BY e.id`)
		w.must(err)
		defer rows.Close()
		for rows.Next() {
			var s string
			w.must(rows.Scan(&s))
			out = append(out, s)
		}
		return out
	}
	step := 0
	for at := time.Date(2028, 1, 31, 20, 30, 0, 0, time.UTC); at.Before(time.Date(2028, 3, 4, 0, 0, 0, 0, time.UTC)); at = at.Add(time.Hour) {
		pgtest.SetClock(t, w.db, at)
		switch step++; at.Format("01-02 15") {
		case "02-05 09":
			w.must(w.svc.ChangeDuty(w.ctx, w.mine, moved, 1, contract.Duty{Kind: contract.Delivery, Side: contract.Counterparty, Title: "moved", Due: on(2028, 2, 18)}))
		case "02-15 09":
			w.must(w.svc.HandIn(w.ctx, staff, done, contractsvc.Evidence{Version: 1, Note: "There"}))
		case "02-16 09":
			w.must(w.svc.Judge(w.ctx, w.mine, gone, 1, contract.SayWithdrawn, "Not needed"))
		}
		for range 2 { // another process, or the same one begun anew
			_, err := contractsvc.New(w.db).RemindDuties(w.ctx)
			w.must(err)
		}
	}
	// A day begins at midnight in Nairobi, which is three hours before it does in Greenwich; of the hours
	// looked at, each has thirty minutes.
	want := []string{
		"moved 7 02-03 00:30",
		"moved 7 02-11 00:30",
		"done 7 02-13 00:30",
		"moved 0 02-18 00:30",
		"moved -1 02-19 00:30",
		"leap 7 02-22 00:30",
		"leap 0 02-29 00:30",
		"leap -1 03-01 00:30",
	}
	if got := told(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
	// Of one that nobody looked at for weeks the latest stage is told alone, and nothing of a contract that is over.
	late := add("late", on(2028, 3, 10))
	over := w.put(w.mine, "over", contract.Active, noon, days(900))
	_, err := w.svc.AddDuty(w.ctx, w.mine, over, contract.Duty{Kind: contract.Reporting, Side: contract.BuyerSide, Title: "of what is over", Due: on(2028, 3, 10)})
	w.must(err)
	w.becomes(over, contract.Terminated)
	pgtest.SetClock(t, w.db, time.Date(2028, 3, 30, 9, 0, 0, 0, time.UTC))
	_, err = w.svc.RemindDuties(w.ctx)
	w.must(err)
	if got := told(); len(got) != len(want)+1 || !strings.HasPrefix(got[len(got)-1], "late -1 ") {
		t.Errorf("%q of %s", got, late)
	}
}
