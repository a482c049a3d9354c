package contractsvc_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// follows lets a contract follow an award of its own, and returns that award's category.
func (w *world) follows(id uuid.UUID, supplier uuid.UUID) uuid.UUID {
	w.t.Helper()
	_, category, other := w.awarded(w.mine, sourcing.Tender, fmt.Sprint("Award of ", id), supplier)
	for _, sql := range []string{
		`UPDATE contract SET award_id = NULL WHERE id = $3 AND $1::uuid IS NOT NULL AND $2::uuid IS NOT NULL`,
		`UPDATE contract SET award_id = (SELECT id FROM award WHERE category_id = $2) WHERE id = $1 AND $3::uuid IS NOT NULL`,
	} {
		_, err := pgtest.Do(w.ctx, w.db, sql, id, category, other)
		w.must(err)
	}
	return category
}

func (w *world) complained(category uuid.UUID) {
	w.t.Helper()
	_, err := pgtest.Do(w.ctx, w.db, `INSERT INTO award_freeze (id, award_id, category_id, buyer_id, reason, begun_by, begun_at)
		SELECT gen_random_uuid(), w.id, w.category_id, w.buyer_id, 'r', $2, $3 FROM award w WHERE w.category_id = $1`, category, w.mine.User, noon)
	w.must(err)
}

func (w *world) answered(category uuid.UUID, outcome string, second uuid.UUID) {
	w.t.Helper()
	_, err := pgtest.Do(w.ctx, w.db, `UPDATE award_freeze SET outcome = $5, said = 's', asked_by = $2, asked_at = $4, ended_by = $3, ended_at = $4 WHERE category_id = $1`,
		category, w.mine.User, second, noon, outcome)
	w.must(err)
}

// A contract that all have signed, and that a complaint stops before its first day, holds back neither
// the first day of another nor anybody's reminder. It begins once the complaint has ended; where that was
// upheld it can be given up, and before that it cannot.
func TestWhatAComplaintStopsHoldsBackNothingElse(t *testing.T) {
	w, ours, theirs := signs(t, 1, 1)
	signed := func(title, first string) uuid.UUID {
		id := w.toBeSigned(title, noon)
		_, err := pgtest.Do(w.ctx, w.db, `UPDATE contract SET starts_on = $2::date WHERE id = $1`, id, first)
		w.must(err)
		w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 1})))
		for i, a := range []access.Actor{theirs[0], ours[0]} {
			_, err := w.svc.Sign(w.ctx, a, id, w.shown(a, id), fmt.Sprint("sign-", title, i))
			w.must(err)
		}
		return id
	}
	stopped, aside, free := signed("Stopped", "2026-11-26"), signed("Aside", "2026-11-27"), signed("Free", "2026-11-28")
	first, second := w.follows(stopped, theirs[0].Org), w.follows(aside, theirs[0].Org)
	waits := w.toBeSigned("Waits", noon)
	third := w.follows(waits, theirs[0].Org)
	w.must(w.svc.BeginSigning(w.ctx, w.mine, waits, w.form(waits, map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 2})))
	unsigned := w.toBeSigned("Unsigned", noon)
	w.must(w.svc.BeginSigning(w.ctx, w.mine, unsigned, w.form(unsigned, map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 2})))
	for _, c := range []uuid.UUID{first, second, third} {
		w.complained(c)
	}
	reminded := func(id uuid.UUID) (n int) {
		w.must(w.db.QueryRow(w.ctx, `SELECT count(*) FROM audit_entry WHERE action = 'contract.contract.signing_reminded' AND object_id = $1`, id).Scan(&n))
		return n
	}
	pgtest.SetClock(t, w.db, time.Date(2026, 11, 28, 0, 0, 1, 0, time.UTC))
	w.must(w.svc.SweepSignings(w.ctx))
	w.isNow(stopped, contract.Signing)
	w.isNow(aside, contract.Signing)
	w.isNow(free, contract.Active)
	if a, b := reminded(unsigned), reminded(waits); a != 1 || b != 0 {
		t.Errorf("reminded %d times of what can be signed and %d of what cannot", a, b)
	}
	w.is(w.svc.Cancel(w.ctx, w.mine, aside, "It never begins"), contract.RequestOver)

	w.answered(first, "dismissed", ours[0].User)
	w.answered(second, "upheld", ours[0].User)
	w.must(w.svc.SweepSignings(w.ctx))
	w.isNow(stopped, contract.Active)
	w.isNow(aside, contract.Signing)
	w.must(w.svc.Cancel(w.ctx, w.mine, aside, "It never begins"))
	w.isNow(aside, contract.Cancelled)
	w.is(w.svc.Cancel(w.ctx, w.mine, stopped, "Too late"), contract.IllegalMove)
}

// No signed paper is brought or confirmed while a complaint stops its award, nor is anybody asked to sign.
func TestNoPaperGoesAroundAComplaint(t *testing.T) {
	w, ours, theirs := signs(t, 1, 1)
	brought, later := w.toBeSigned("Brought", noon.AddDate(0, 0, -2)), w.toBeSigned("Later", noon.AddDate(0, 0, -2))
	w.brought(brought, 1, "")
	for _, id := range []uuid.UUID{brought, later} {
		w.complained(w.follows(id, theirs[0].Org))
	}
	w.is(w.svc.DecideScan(w.ctx, ours[0], brought, true, ""), award.Frozen)
	w.is(w.svc.OfferScan(w.ctx, w.mine, later, contractsvc.ScanForm{File: uuid.New(), Number: 1, SignedOn: &noon, ForBuyer: "Asha", ForOther: "Juma"}), award.Frozen)
	w.is(w.svc.BeginSigning(w.ctx, w.mine, later, w.form(later, map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 2})), award.Frozen)
	w.isNow(brought, contract.Sent)
}
