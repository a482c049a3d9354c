package contractsvc_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/platform/pgtest"
)

// A contract without a job has its days where its buyer is: what all have signed is in force when its
// first day begins there, and a paper may be signed on that day.
func TestDaysBeginWhereTheBuyerIs(t *testing.T) {
	w, ours, theirs := signs(t, 1, 1)
	id := w.toBeSigned("Pumps", noon)
	other := w.toBeSigned("Pipes", noon)
	late := w.toBeSigned("Wells", noon)
	for _, k := range []uuid.UUID{id, late} {
		w.exec("UPDATE contract SET starts_on = '2026-11-26' WHERE id = $1", k)
	}
	begin := func(id uuid.UUID) {
		w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 2})))
	}
	sign := func(id uuid.UUID, key string) {
		_, err := w.svc.Sign(w.ctx, ours[0], id, w.shown(ours[0], id), key+"-0001")
		w.must(err)
		_, err = w.svc.Sign(w.ctx, theirs[0], id, w.shown(theirs[0], id), key+"-0002")
		w.must(err)
	}
	begin(id)
	begin(late)
	sign(late, "before")
	w.isNow(late, contract.Signing)
	pgtest.SetClock(t, w.db, time.Date(2026, 11, 25, 20, 59, 0, 0, time.UTC)) // a minute to midnight in Nairobi
	w.must(w.svc.SweepSignings(w.ctx))
	w.isNow(late, contract.Signing)
	pgtest.SetClock(t, w.db, time.Date(2026, 11, 25, 21, 14, 0, 0, time.UTC))
	w.must(w.svc.SweepSignings(w.ctx))
	w.isNow(late, contract.Active)
	sign(id, "after")
	w.isNow(id, contract.Active)
	v, err := w.svc.SigningOf(w.ctx, w.mine, id)
	w.must(err)
	d, err := w.svc.Contract(w.ctx, w.mine, id)
	w.must(err)
	if v.Zone().String() != "Africa/Nairobi" || d.Zone().String() != "Africa/Nairobi" {
		t.Errorf("%s, %s", v.Zone(), d.Zone())
	}
	u, err := w.svc.BeginUpload(w.ctx, w.mine, uuid.Nil, "signed.pdf", int64(len(blank)))
	w.must(err)
	u, err = w.svc.Append(w.ctx, w.mine, uuid.Nil, u.ID, 0, blank)
	w.must(err)
	w.must(w.svc.OfferScan(w.ctx, w.mine, other, contractsvc.ScanForm{File: u.File, Number: 1, SignedOn: days(3), ForBuyer: "Asha", ForOther: "Juma"}))

	// What nobody competed for has no standstill: its paper may have been signed before it was written down here.
	lone, _, _, _ := w.sent("K/lone", "{supplier} delivers.")
	u, err = w.svc.BeginUpload(w.ctx, w.mine, uuid.Nil, "lone.pdf", int64(len(blank)))
	w.must(err)
	u, err = w.svc.Append(w.ctx, w.mine, uuid.Nil, u.ID, 0, blank)
	w.must(err)
	w.must(w.svc.OfferScan(w.ctx, w.mine, lone, contractsvc.ScanForm{File: u.File, Number: 1, SignedOn: days(-30), ForBuyer: "Asha", ForOther: "Juma"}))
}

// A stage before an end comes when its day begins where the contract is, hours before it does in UTC.
func TestAStageComesWithTheDayOfItsPlace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ends := time.Date(2026, 12, 30, 0, 0, 0, 0, time.UTC)
	id := w.put(w.mine, "Pumps", contract.Active, noon, &ends)
	for _, x := range []struct {
		at   time.Time
		told int
	}{
		{time.Date(2026, 11, 29, 20, 59, 0, 0, time.UTC), 1}, // that of sixty days before, which is over
		{time.Date(2026, 11, 29, 21, 0, 0, 0, time.UTC), 2},  // midnight in Nairobi, thirty days before
		{time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC), 2},
	} {
		pgtest.SetClock(t, w.db, x.at)
		_, err := w.svc.RemindDue(w.ctx)
		w.must(err)
		var told int
		w.must(w.db.QueryRow(w.ctx, "SELECT count(*) FROM audit_entry WHERE action = $1 AND object_id = $2", contractsvc.ContractEnding, id).Scan(&told))
		if told != x.told {
			t.Errorf("%d are told at %s, want %d", told, x.at, x.told)
		}
	}
}
