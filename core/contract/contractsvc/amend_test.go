package contractsvc_test

import (
	"errors"
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

// An amendment goes all the ways of a first text; what it says its contract says once it is signed,
// beside a renewal that came meanwhile. All of them together stay within a quarter of the first value.
func TestAContractIsAmended(t *testing.T) {
	t.Parallel()
	w, ours, theirs := signs(t, 1, 1)
	boss := w.approver(w.mine.Org, 0, 90)
	w.made += w.made % 2
	id := w.put(w.mine, "pumps", contract.Active, noon, days(200)) // of the first supplier
	_, err := pgtest.Do(w.ctx, w.db, "UPDATE contract SET value = 1000 WHERE id = $1", id)
	w.must(err)
	wants := func(value string, ends *time.Time) contractsvc.Amending {
		return contractsvc.Amending{Version: w.version(id), Ground: contract.ForVolume, Title: "More pumps", Why: "The wells are deep", Value: value, Ends: ends}
	}
	refused := func(in contractsvc.Amending, want string) {
		t.Helper()
		_, err := w.svc.Amend(w.ctx, w.mine, id, in)
		var got []string
		for _, f := range fault.As(err).Fields {
			got = append(got, f.Pointer+" "+f.Code)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%v instead of %s", err, want)
		}
	}
	refused(contractsvc.Amending{Version: w.version(id), Ground: "whim"}, "/description field.required, /ends_on field.required, /ground field.not_allowed, /title field.required, /value field.required")
	refused(wants("1250.01", days(200)), "/value contract.over_cap")
	refused(wants("749.99", days(200)), "/value contract.over_cap")
	refused(wants("1100", days(-1)), "/ends_on contract.in_past")
	_, err = w.svc.Amend(w.ctx, w.rival, id, wants("1100", days(200)))
	w.is(err, contract.NotFound)
	_, err = w.svc.Amend(w.ctx, theirs[0], id, wants("1100", days(200)))
	w.is(err, fault.Forbidden)
	stale := wants("1100", days(200))
	stale.Version--
	_, err = w.svc.Amend(w.ctx, w.mine, id, stale)
	w.is(err, contract.Changed)

	more, err := w.svc.Amend(w.ctx, w.mine, id, wants("1200", days(230)))
	w.must(err)
	_, err = w.svc.Amend(w.ctx, w.mine, id, wants("1100", days(200)))
	w.is(err, contract.AmendmentOpen)
	w.is(w.svc.Submit(w.ctx, w.mine, more), contract.NoText)
	form := func(value string, with uuid.UUID) error {
		in := contractsvc.Form{Terms: contract.Terms{Number: "N/0/A1", Title: "More pumps", Description: "The wells are deep", Ends: days(230)},
			Currency: "KES", Value: value, Counterparty: &contractsvc.PartyForm{Company: with}, Body: body("The value is {value}.")}
		return w.svc.Update(w.ctx, w.mine, more, w.version(more), in)
	}
	if err := form("1300", w.suppliers[1]); fields(err) != "/counterparty/company_id contract.from_contract, /value contract.over_cap" {
		t.Error(err)
	}
	w.must(form("1200", w.suppliers[0]))
	w.must(w.svc.Submit(w.ctx, w.mine, more))
	sum := w.sum(more)
	w.must(w.svc.Approve(w.ctx, boss, more, sum))
	w.must(w.svc.Send(w.ctx, w.mine, more, sum))
	w.must(w.svc.PutRenewal(w.ctx, w.mine, id, contractsvc.Renewing{Version: w.version(id), Kind: contract.ByOption, Months: 1, Times: 1}))
	w.must(w.svc.BeginSigning(w.ctx, w.mine, more, w.form(more, map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 2})))
	for i, a := range []access.Actor{ours[0], theirs[0]} {
		got, err := w.svc.Sign(w.ctx, a, more, w.shown(a, more), "")
		w.must(err)
		if want := []contract.Status{contract.Signing, contract.Effective}[i]; got.Status != want {
			t.Errorf("it is %s instead of %s", got.Status, want)
		}
	}
	k, err := w.svc.Contract(w.ctx, w.mine, id)
	w.must(err)
	if got := k.Contract.Value.Short() + " " + k.Contract.EndsOn.Format(time.DateOnly) + " " + k.Contract.Status; got != "1200 2027-07-11 active" {
		t.Error(got)
	}
	for _, a := range []access.Actor{w.mine, theirs[0]} {
		all, err := w.svc.Amendments(w.ctx, a, more)
		w.must(err)
		if all.Of == nil || all.Of.Contract.ID != id {
			t.Errorf("%+v", all.Of)
		}
	}
	all, err := w.svc.Amendments(w.ctx, w.mine, id)
	w.must(err)
	if all.First.Short() != "1000" || all.Least.Short() != "750" || all.Most.Short() != "1250" || len(all.Items) != 1 || all.Items[0].EffectiveAt == nil {
		t.Errorf("%+v", all)
	}
	if _, err := w.svc.Amendments(w.ctx, w.rival, id); !errors.Is(err, contract.NotFound) {
		t.Error(err)
	}
	w.is(w.svc.Cancel(w.ctx, w.mine, more, "No"), contract.IllegalMove)
	_, err = w.svc.AddDuty(w.ctx, w.mine, more, contract.Duty{Kind: contract.Delivery, Side: contract.Counterparty, Title: "Pumps", Due: days(10)})
	w.is(err, contract.NotInForce)

	// The second moves on from there, and only by what the first has left; days alone are always free.
	refused(wants("1250.01", days(230)), "/value contract.over_cap")
	second, err := w.svc.Amend(w.ctx, w.mine, id, wants("1250", days(230)))
	w.must(err)
	w.must(w.svc.Cancel(w.ctx, w.mine, second, "The wells are dry"))
	third, err := w.svc.Amend(w.ctx, w.mine, id, wants("1200", days(260)))
	w.must(err)
	w.must(w.svc.Complete(w.ctx, w.mine, id, contractsvc.Ending{Version: w.version(id), Reason: "Done"}))
	err = w.svc.Update(w.ctx, w.mine, third, w.version(third), contractsvc.Form{Terms: contract.Terms{Number: "N/0/A3", Title: "Later", Description: "d", Ends: days(260)}, Body: body("Later.")})
	w.is(err, contract.NotInForce)
}

// version is that of a contract as it stands.
func (w *world) version(id uuid.UUID) (n int) {
	w.t.Helper()
	w.must(w.db.QueryRow(w.ctx, "SELECT version FROM contract WHERE id = $1", id).Scan(&n))
	return n
}
