package contractsvc_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
)

// Payments take no more than the value, what is due is handed in by whose it is and judged by the
// buyer, and of two who write at once the second is told.
func TestWhatIsDueUnderAContract(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.put(w.mine, "pumps", contract.Active, noon, days(200)) // worth 1000
	staff := access.Actor{User: uuid.Must(uuid.NewV7()), Org: w.suppliers[0], Type: access.Supplier, Name: "Mosi", Privileges: access.Titles[access.Supplier]}
	other := staff
	other.Org = w.suppliers[1]
	w.account(staff, 7)
	w.wasSent(id)
	pay := func(amount string) contract.Duty {
		return contract.Duty{Kind: contract.Payment, Side: contract.BuyerSide, Title: "Pay", Due: days(30), Amount: amount}
	}
	first, err := w.svc.AddDuty(w.ctx, w.mine, id, pay("600"))
	w.must(err)
	_, err = w.svc.AddDuty(w.ctx, w.mine, id, pay("400.0001"))
	if f := fault.As(err); len(f.Fields) != 1 || f.Fields[0].Code != contract.OverValue || f.Fields[0].Params["left"] != "400" {
		t.Error(err)
	}
	second, err := w.svc.AddDuty(w.ctx, w.mine, id, pay("400"))
	w.must(err)
	w.must(w.svc.Judge(w.ctx, w.mine, second, 1, contract.SayWithdrawn, "Not needed"))
	w.must(w.svc.ChangeDuty(w.ctx, w.mine, first, 1, pay("1000")))
	if err := w.svc.ChangeDuty(w.ctx, w.mine, first, 1, pay("1")); !errors.Is(err, contract.Changed) {
		t.Error(err)
	}
	pumps, err := w.svc.AddDuty(w.ctx, w.mine, id, contract.Duty{Kind: contract.Delivery, Side: contract.Counterparty, Title: "Pumps", Due: days(10)})
	w.must(err)

	for what, x := range map[string]struct {
		err, want error
	}{
		"another supplier":       {w.svc.HandIn(w.ctx, other, pumps, contractsvc.Evidence{Version: 1, Note: "n"}), contract.DutyNotFound},
		"by the buyer":           {w.svc.HandIn(w.ctx, w.mine, pumps, contractsvc.Evidence{Version: 1, Note: "n"}), contract.NotYourDuty},
		"the buyer's own":        {w.svc.HandIn(w.ctx, staff, first, contractsvc.Evidence{Version: 2, Note: "n"}), fault.Forbidden},
		"another buyer":          {w.svc.Judge(w.ctx, w.rival, pumps, 1, contract.SayMet, ""), contract.DutyNotFound},
		"a supplier judges":      {w.svc.Judge(w.ctx, staff, pumps, 1, contract.SayMet, ""), fault.Forbidden},
		"not met before its day": {w.svc.Judge(w.ctx, w.mine, pumps, 1, contract.SayNotMet, "r"), contract.DutyMove},
	} {
		if !errors.Is(x.err, x.want) {
			t.Errorf("%s: %v", what, x.err)
		}
	}
	_, err = w.svc.Duties(w.ctx, other, id)
	if !errors.Is(err, contract.NotFound) {
		t.Error(err)
	}
	w.must(w.svc.HandIn(w.ctx, staff, pumps, contractsvc.Evidence{Version: 1, Note: " Delivered at the gate "}))
	if err := w.svc.Judge(w.ctx, w.mine, pumps, 2, contract.SayReturned, " "); fault.As(err).Code != fault.Invalid.Code {
		t.Error(err)
	}
	w.must(w.svc.Judge(w.ctx, w.mine, pumps, 2, contract.SayReturned, "Two are broken"))
	pgtest.SetClock(t, w.db, noon.AddDate(0, 0, 15))
	w.must(w.svc.HandIn(w.ctx, staff, pumps, contractsvc.Evidence{Version: 3, Note: "Whole ones"}))
	w.must(w.svc.Judge(w.ctx, w.mine, pumps, 4, contract.SayMet, ""))
	all, err := w.svc.Duties(w.ctx, staff, id)
	w.must(err)
	var steps []string
	for _, d := range all.Items {
		if d.ID == pumps {
			for _, x := range d.Steps {
				steps = append(steps, x.Act+" "+x.Note)
			}
		}
	}
	if got := strings.Join(steps, ", "); got != "set , submitted Delivered at the gate, returned Two are broken, submitted Whole ones, met " || all.Left.Value.Sign() != 0 || len(all.Items) != 3 {
		t.Error(got, all.Left)
	}

	// Five days late and returned once: 90 and 50 points, met: 100; people say 80.
	weights := contract.Weights{contract.Punctual: 25, contract.Accepted: 25, contract.Fulfilled: 25, contract.Judged: 25}
	judged := 80
	card := contractsvc.Scoring{From: days(0), Until: days(15), Weights: weights, Judged: &judged, Reason: "Friendly"}
	w.must(w.svc.Score(w.ctx, w.mine, id, card))
	if err := w.svc.Score(w.ctx, w.mine, id, card); !errors.Is(err, contract.CardTaken) {
		t.Error(err)
	}
	_, err = pgtest.Do(w.ctx, w.db, "UPDATE contract_milestone SET due_on = due_on + 100 WHERE id = $1", pumps)
	w.must(err)
	p, err := w.svc.Performance(w.ctx, w.mine, id)
	w.must(err)
	if len(p.Cards) != 1 || p.Cards[0].Score.Short() != "80" || p.Cards[0].Band != contract.Good || p.Cards[0].Marks[0].Points != "90" {
		t.Errorf("%+v", p.Cards)
	}
	bad := contractsvc.Scoring{From: days(2), Until: days(16), Weights: contract.Weights{contract.Judged: 90}}
	var got []string
	for _, f := range fault.As(w.svc.Score(w.ctx, w.mine, id, bad)).Fields {
		got = append(got, f.Pointer+" "+f.Code)
	}
	if strings.Join(got, ", ") != "/until_on contract.in_future, /weights contract.not_hundred" {
		t.Error(got)
	}
	if err := w.svc.Score(w.ctx, w.mine, id, contractsvc.Scoring{From: days(-9), Until: days(-8), Weights: weights}); !errors.Is(err, contract.CardEmpty) {
		t.Error(err)
	}
}

// Each stage before an end is told once, in the zone of the contract, over a leap day and whoever
// begins anew; of those that came before anybody looked the nearest alone.
func TestRemindersOfEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	leap := time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC)
	id := w.put(w.mine, "to the leap day", contract.Active, noon, &leap)
	w.must(w.svc.PutRenewal(w.ctx, w.mine, id, contractsvc.Renewing{Version: 1, Kind: contract.Automatic, Months: 12, Times: 1, Notice: 30}))
	late := time.Date(2028, 1, 5, 0, 0, 0, 0, time.UTC)
	w.put(w.mine, "late", contract.Active, noon, &late)
	told := func() (out []string) {
		rows, err := w.db.Query(w.ctx, `SELECT k.title || ' ' || (e.detail ->> 'about') || ' ' || (e.detail ->> 'on') || ' ' || (e.detail ->> 'days') FROM audit_entry e JOIN contract k ON k.id = e.object_id
			WHERE e.action = 'contract.contract.ending' ORDER BY e.id`)
		w.must(err)
		defer rows.Close()
		for rows.Next() {
			var s string
			w.must(rows.Scan(&s))
			out = append(out, s)
		}
		return out
	}
	// By the hour, from three days before the last month of the old year to the day after the leap day.
	for at := time.Date(2027, 11, 28, 0, 0, 0, 0, time.UTC); at.Before(time.Date(2028, 3, 1, 12, 0, 0, 0, time.UTC)); at = at.Add(7 * time.Hour) {
		pgtest.SetClock(t, w.db, at)
		for range 2 { // another process, or the same one begun anew
			_, err := contractsvc.New(w.db).RemindDue(w.ctx)
			w.must(err)
		}
	}
	want := []string{
		"to the leap day notice 2028-01-30 90",
		"late end 2028-01-05 60",
		"to the leap day end 2028-02-29 90",
		"to the leap day notice 2028-01-30 60",
		"late end 2028-01-05 30",
		"late end 2028-01-05 7",
		"to the leap day end 2028-02-29 60",
		"to the leap day notice 2028-01-30 30",
		"late end 2028-01-05 0",
		"to the leap day notice 2028-01-30 7",
		"to the leap day end 2028-02-29 30",
		"to the leap day notice 2028-01-30 0",
		"to the leap day end 2028-02-29 7",
		"to the leap day end 2028-02-29 0",
	}
	if got := told(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
	// Nobody gave notice: it goes on by itself, once, and then it ends.
	pgtest.SetClock(t, w.db, time.Date(2028, 3, 1, 0, 0, 0, 0, time.UTC))
	for {
		n, err := w.svc.ExpireDue(w.ctx)
		w.must(err)
		if n == 0 {
			break
		}
	}
	var ends time.Time
	w.must(w.db.QueryRow(w.ctx, "SELECT ends_on FROM contract WHERE id = $1", id).Scan(&ends))
	if w.status(id) != "active" || ends.Format(time.DateOnly) != "2029-02-28" {
		t.Error(w.status(id), ends)
	}
	pgtest.SetClock(t, w.db, time.Date(2029, 3, 1, 0, 0, 0, 0, time.UTC))
	_, err := w.svc.ExpireDue(w.ctx)
	w.must(err)
	if w.status(id) != "expired" {
		t.Error(w.status(id))
	}
}

// An option is used with a reason while it lasts; notice ends what would go on, until its day.
func TestRenewalsByPeople(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	last := time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC)
	id := w.put(w.mine, "option", contract.Active, noon, &last)
	if err := w.svc.Renew(w.ctx, w.mine, id, 1, "r"); !errors.Is(err, contract.NoRenewal) {
		t.Error(err)
	}
	var got []string
	for _, f := range fault.As(w.svc.PutRenewal(w.ctx, w.mine, id, contractsvc.Renewing{Version: 1, Kind: contract.ByOption, Notice: 366})).Fields {
		got = append(got, f.Pointer)
	}
	if strings.Join(got, " ") != "/months /notice_days /times" {
		t.Error(got)
	}
	w.must(w.svc.PutRenewal(w.ctx, w.mine, id, contractsvc.Renewing{Version: 1, Kind: contract.ByOption, Months: 1, Times: 1}))
	w.must(w.svc.Renew(w.ctx, w.mine, id, 1, "Still needed"))
	var ends time.Time
	w.must(w.db.QueryRow(w.ctx, "SELECT ends_on FROM contract WHERE id = $1", id).Scan(&ends))
	if ends.Format(time.DateOnly) != "2027-02-28" {
		t.Error(ends)
	}
	// Whoever has not read the new end does not move it again; and there is no option left.
	for version, want := range map[int]error{1: contract.Changed, 2: contract.NoRenewal} {
		if err := w.svc.Renew(w.ctx, w.mine, id, version, "Once more"); !errors.Is(err, want) {
			t.Error(version, err)
		}
	}
	auto := w.put(w.mine, "automatic", contract.Active, noon, days(40))
	w.must(w.svc.PutRenewal(w.ctx, w.mine, auto, contractsvc.Renewing{Version: 1, Kind: contract.Automatic, Months: 12, Times: 3, Notice: 30}))
	pgtest.SetClock(t, w.db, noon.AddDate(0, 0, 11))
	if err := w.svc.Notice(w.ctx, w.mine, auto, 1, "r"); !errors.Is(err, contract.NoRenewal) {
		t.Error("after its day:", err)
	}
	pgtest.SetClock(t, w.db, noon.AddDate(0, 0, 10))
	if err := w.svc.Notice(w.ctx, w.rival, auto, 1, "r"); !errors.Is(err, contract.NotFound) {
		t.Error(err)
	}
	w.must(w.svc.Notice(w.ctx, w.mine, auto, 1, "Too dear"))
	w.refused(w.svc.PutRenewal(w.ctx, w.mine, auto, contractsvc.Renewing{Version: 1, Kind: contract.Automatic, Months: 12, Times: 3, Notice: 30}), contract.Noticed)
	pgtest.SetClock(t, w.db, noon.AddDate(0, 0, 41))
	_, err := w.svc.ExpireDue(w.ctx)
	w.must(err)
	if w.status(auto) != "expired" {
		t.Error(w.status(auto))
	}
}
