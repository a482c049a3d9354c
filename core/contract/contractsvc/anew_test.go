package contractsvc_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
)

// What somebody says once more takes the place of what was said before, in every part of it: nothing of the old stays behind.
func TestWhatIsSaidAnewTakesItsPlace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	text := func(sql string, args ...any) (out string) {
		t.Helper()
		w.must(w.db.QueryRow(w.ctx, sql, args...).Scan(&out))
		return out
	}
	is := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	day := func(at *time.Time) string { return at.Format(time.DateOnly) }

	one, two, three := w.approver(w.mine.Org, 1, 20), w.approver(w.mine.Org, 2, 21), w.approver(w.mine.Org, 2, 22)
	w.must(w.svc.Delegate(w.ctx, w.admin(), one.User, two.User, days(3)))
	w.must(w.svc.Delegate(w.ctx, w.admin(), one.User, three.User, days(9)))
	is("who stands in", text("SELECT delegate_id || ' ' || until FROM contract_delegate WHERE account_id = $1", one.User), three.User.String()+" "+day(days(9)))

	kind, err := w.svc.CreateCategory(w.ctx, w.mine, contract.Category{Name: "Works", RetentionYears: 7, ReminderDays: []int{30, 90}})
	w.must(err)
	w.must(w.svc.UpdateCategory(w.ctx, w.mine, kind, 1, contract.Category{Name: "Building", RetentionYears: 10, ReminderDays: []int{14}}))
	is("a category", text("SELECT name || ' ' || retention_years || ' ' || reminder_days::text FROM contract_category WHERE id = $1", kind), "Building 10 {14}")

	in := w.beginning("K/1")
	in.Body = body("{supplier} delivers.")
	in.Counterparty = &contractsvc.PartyForm{Party: contract.Party{Name: "Old Wells", Country: "KE", TaxID: "P1", Address: "1 Old Road", Email: "old@wells.example"}}
	id, err := w.svc.Create(w.ctx, w.mine, in)
	w.must(err)
	read, err := w.svc.Contract(w.ctx, w.mine, id)
	w.must(err)
	w.must(w.svc.Update(w.ctx, w.mine, id, int(read.Contract.Version), contractsvc.Form{
		Terms:        contract.Terms{Number: "K/2", Title: "Wells", Description: "Two of them", Date: days(1), Starts: days(2), Ends: days(40)},
		Language:     "fr",
		Category:     &kind,
		Currency:     "USD",
		Value:        "77.5",
		Counterparty: &contractsvc.PartyForm{Party: contract.Party{Name: "New Wells", Country: "UG", TaxID: "P2", Address: "2 New Road", Email: "new@wells.example"}},
		Body:         body("{supplier} digs."),
	}))
	read, err = w.svc.Contract(w.ctx, w.mine, id)
	w.must(err)
	k := read.Contract
	is("its terms", fmt.Sprint(k.Number, " ", k.Title, " ", k.Description, " ", day(k.ContractDate), " ", day(k.StartsOn), " ", day(k.EndsOn)),
		fmt.Sprint("K/2 Wells Two of them ", day(days(1)), " ", day(days(2)), " ", day(days(40))))
	is("its worth", fmt.Sprint(k.Language, " ", k.Currency, " ", k.Value.Short(), " ", *k.ContractCategoryID), "fr USD 77.5 "+kind.String())
	is("its other side", fmt.Sprintf("%+v", read.Counterparty), fmt.Sprintf("%+v", contract.Party{Name: "New Wells", Country: "UG", TaxID: "P2", Address: "2 New Road", Email: "new@wells.example"}))

	last := time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC)
	runs := w.put(w.mine, "In force", contract.Active, noon, &last)
	w.must(w.svc.PutRenewal(w.ctx, w.mine, runs, contractsvc.Renewing{Version: 1, Kind: contract.ByOption, Months: 1, Times: 2, Notice: 3}))
	w.must(w.svc.PutRenewal(w.ctx, w.mine, runs, contractsvc.Renewing{Version: 1, Kind: contract.Automatic, Months: 12, Times: 4, Notice: 30}))
	r, err := w.svc.Renewal(w.ctx, w.mine, runs)
	w.must(err)
	is("how it goes on", fmt.Sprint(r.Kind, " ", r.Months, " ", r.Times, " ", r.NoticeDays), "automatic 12 4 30")

	duty, err := w.svc.AddDuty(w.ctx, w.mine, runs, contract.Duty{Kind: contract.Delivery, Side: contract.Counterparty, Title: "A pump", Due: days(10)})
	w.must(err)
	w.must(w.svc.ChangeDuty(w.ctx, w.mine, duty, 1, contract.Duty{Kind: contract.Reporting, Side: contract.BuyerSide, Title: "A report", Due: days(20)}))
	is("what is due", text("SELECT kind || ' ' || side || ' ' || title || ' ' || due_on FROM contract_milestone WHERE id = $1", duty), "reporting buyer A report "+day(days(20)))
}

// Whoever is asked to sign has as many days as they were given.
func TestARequestStandsForItsDays(t *testing.T) {
	w, ours, theirs := signs(t, 1, 1)
	id := w.toBeSigned("Pumps", noon)
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 2})))
	var ends time.Time
	w.must(w.db.QueryRow(w.ctx, "SELECT expires_at FROM contract_signing WHERE contract_id = $1", id).Scan(&ends))
	if want := noon.AddDate(0, 0, 14); !ends.Equal(want) {
		t.Errorf("until %s, want %s", ends, want)
	}
}
