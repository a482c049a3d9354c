package contractsvc_test

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// What waits for approval its author takes back while nobody has approved it; others ask for a refusal.
func TestAnAuthorTakesBackWhatWasSubmitted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, second := w.approver(w.mine.Org, 1, 10), w.approver(w.mine.Org, 2, 11)
	w.levels()
	id, sum := w.submitted("K/1")
	colleague := access.Actor{User: uuid.Must(uuid.NewV7()), Org: w.mine.Org, Type: access.Temp, Name: "Bakari", Privileges: access.Titles[access.Temp]}
	w.account(colleague, 12)
	w.refused(w.svc.Recall(w.ctx, colleague, id, "Mine is better"), contract.OnlyHand)
	w.refused(w.svc.Recall(w.ctx, w.rival, id, "r"), contract.NotFound)
	if err := w.svc.Recall(w.ctx, w.mine, id, " "); fields(err) != "/reason field.required" {
		t.Error(err)
	}
	w.must(w.svc.Recall(w.ctx, w.mine, id, "The price is wrong"))
	w.stands(id, contract.Draft)
	a, err := w.svc.Agreement(w.ctx, w.mine, id)
	w.must(err)
	if len(a.Rounds) != 1 || a.Rounds[0].Outcome == nil || *a.Rounds[0].Outcome != string(contract.RoundRecalled) {
		t.Errorf("%+v", a.Rounds)
	}
	w.refused(w.svc.Approve(w.ctx, first, id, sum), contract.IllegalMove)
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	sum = w.sum(id)
	w.must(w.svc.Approve(w.ctx, first, id, sum))
	w.refused(w.svc.Recall(w.ctx, w.mine, id, "Too late"), contract.Begun)
	w.must(w.svc.Approve(w.ctx, second, id, sum))
	w.stands(id, contract.Approved)
}

// A contract that was taken into the archive was never sent: none of its addresses knows it for the company
// that it names.
func TestWhatWasNeverSentIsNotThere(t *testing.T) {
	w, _, theirs := signs(t, 1, 1)
	id := w.put(w.mine, "old", contract.Active, noon, days(200))
	made, err := w.svc.AddDuty(w.ctx, w.mine, id, contract.Duty{Kind: contract.Delivery, Side: contract.Counterparty, Title: "Pumps", Due: days(10)})
	w.must(err)
	for _, err := range []error{
		one(w.svc.SupplierContract(w.ctx, theirs[0], id)),
		one(w.svc.SigningOf(w.ctx, theirs[0], id)),
		one(w.svc.ScanFile(w.ctx, theirs[0], id)),
		one(w.svc.Duties(w.ctx, theirs[0], id)),
		one(w.svc.Amendments(w.ctx, theirs[0], id)),
		w.svc.Comment(w.ctx, theirs[0], id, contractsvc.Said{Body: "Mine?"}),
	} {
		w.is(err, contract.NotFound)
	}
	w.is(w.svc.HandIn(w.ctx, theirs[0], made, contractsvc.Evidence{Version: 1, Note: "n"}), contract.DutyNotFound)
	w.must(w.svc.HandIn(w.ctx, w.mine, made, contractsvc.Evidence{Version: 1, Note: "They have no desk"}))
}

// Who is bound by a signed paper has it; one that waits, or was refused, is the buyer's own.
func TestWhoIsBoundByAPaperHasIt(t *testing.T) {
	w, ours, _ := signs(t, 1, 1)
	id, _, theirs, _ := w.sent("K/1", "{supplier} delivers.")
	w.brought(id, 1, "")
	unseen := func() {
		t.Helper()
		v, err := w.svc.SigningOf(w.ctx, theirs, id)
		w.must(err)
		if v.Scan != nil {
			t.Errorf("%+v", v.Scan)
		}
		w.is(one(w.svc.ScanFile(w.ctx, theirs, id)), contract.NoScan)
	}
	unseen()
	w.must(w.svc.DecideScan(w.ctx, ours[0], id, false, "A page is missing"))
	unseen()
	w.brought(id, 1, "")
	w.must(w.svc.DecideScan(w.ctx, ours[0], id, true, ""))
	f, err := w.svc.ScanFile(w.ctx, theirs, id)
	if w.must(err); string(f.Bytes) != string(blank) {
		t.Error(f.Name)
	}
	other := theirs
	other.Org = w.suppliers[1]
	w.is(one(w.svc.ScanFile(w.ctx, other, id)), contract.NotFound)
	w.must(w.svc.Terminate(w.ctx, w.mine, id, contractsvc.Ending{Version: w.version(id), Reason: "The well is dry"}))
	d, err := w.svc.SupplierContract(w.ctx, theirs, id)
	if w.must(err); d.End == nil || d.End.Reason != "The well is dry" || d.End.EndedOn.IsZero() {
		t.Errorf("%+v", d.End)
	}
}

// Of a winner another contract is made once one was given up; the award makes none by itself.
func TestAContractAfterOneThatWasGivenUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, category, id := w.awarded(w.mine, sourcing.Tender, "Pumps", w.suppliers[0])
	var award uuid.UUID
	w.must(w.db.QueryRow(w.ctx, "SELECT award_id FROM contract WHERE id = $1", id).Scan(&award))
	begin := func(number string) (uuid.UUID, error) {
		in := w.beginning(number)
		in.Award, in.Supplier, in.Counterparty, in.Value, in.Currency, in.Date = award, w.suppliers[0], nil, "", "", nil
		in.Body = body("{supplier} delivers.")
		return w.svc.Create(w.ctx, w.mine, in)
	}
	if _, err := begin("K/1"); fields(err) != "/award_id field.unknown" {
		t.Error(err)
	}
	w.must(w.svc.Cancel(w.ctx, w.mine, id, "The wrong form"))
	w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
		n, err := w.svc.DraftFromAward(w.ctx, tx, w.mine.Org, category)
		if n != 0 {
			t.Error(n, "by itself")
		}
		return err
	}))
	again, err := begin("K/2")
	w.must(err)
	if again == id {
		t.Error("it is the same")
	}
	if _, err := begin("K/4"); fields(err) != "/award_id field.unknown" {
		t.Error(err)
	}
	_, l, err := w.svc.SuppliersOfCategory(w.ctx, w.mine, category)
	if err != nil || len(l) != 1 {
		t.Errorf("%+v %v", l, err)
	}
}

// An amendment that all have signed is given up where its contract is over before its first day.
func TestAnAmendmentOfWhatIsOverLapses(t *testing.T) {
	w, ours, theirs := signs(t, 1, 1)
	boss := w.approver(w.mine.Org, 0, 90)
	id := w.put(w.mine, "pumps", contract.Active, noon, days(200))
	more, err := w.svc.Amend(w.ctx, w.mine, id, contractsvc.Amending{Version: 1, Ground: contract.ForVolume, Title: "More", Why: "Deep wells", Value: "1100", Ends: days(230)})
	w.must(err)
	in := contractsvc.Form{Terms: contract.Terms{Number: "N/A1", Title: "More", Description: "Deep wells", Starts: days(60), Ends: days(230)},
		Currency: "KES", Value: "1100", Counterparty: &contractsvc.PartyForm{Company: w.suppliers[0]}, Body: body("The value is {value}.")}
	w.must(w.svc.Update(w.ctx, w.mine, more, w.version(more), in))
	w.must(w.svc.Submit(w.ctx, w.mine, more))
	w.must(w.svc.Approve(w.ctx, boss, more, w.sum(more)))
	w.must(w.svc.Send(w.ctx, w.mine, more, w.sum(more)))
	w.must(w.svc.BeginSigning(w.ctx, w.mine, more, w.form(more, map[uuid.UUID]int{ours[0].User: 1, theirs[0].User: 2})))
	for _, a := range []access.Actor{ours[0], theirs[0]} {
		_, err := w.svc.Sign(w.ctx, a, more, w.shown(a, more), "")
		w.must(err)
	}
	w.must(w.svc.SweepSignings(w.ctx))
	w.isNow(more, contract.Signing) // its day lies ahead
	w.must(w.svc.Terminate(w.ctx, w.mine, id, contractsvc.Ending{Version: w.version(id), Reason: "The well is dry"}))
	for range 2 {
		w.must(w.svc.SweepSignings(w.ctx))
		w.isNow(more, contract.Cancelled)
	}
	if n := w.count("SELECT count(*) FROM audit_entry WHERE object_id = $1 AND action = $2", more, contractsvc.ContractLapsed); n != 1 {
		t.Error(n, "times")
	}
}

// Who sends a form again, because its answer was lost, has done it once; another form of the same key is refused.
func TestAFormThatIsSentAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := w.beginning("K/again")
	in.Body, in.Key = body("{supplier} delivers."), "one-form-of-a-contract"
	id, err := w.svc.Create(w.ctx, w.mine, in)
	w.must(err)
	again, err := w.svc.Create(w.ctx, w.mine, in)
	if w.must(err); again != id {
		t.Error("another contract")
	}
	in.Number = "K/other"
	w.refused(one(w.svc.Create(w.ctx, w.mine, in)), journal.KeyReused)

	said, _, theirs, _ := w.sent("K/said", "{supplier} delivers.")
	for _, a := range []access.Actor{theirs, w.mine} {
		for range 2 {
			w.must(w.svc.Comment(w.ctx, a, said, contractsvc.Said{Body: "Sixty days", Key: "one-comment"}))
		}
	}
	for range 2 {
		w.must(w.svc.Note(w.ctx, w.mine, said, contractsvc.Said{Body: "Forty", Key: "one-comment"}))
	}
	for sql, want := range map[string]int{
		"SELECT count(*) FROM contract_comment WHERE contract_id = $1":                                                       2,
		"SELECT count(*) FROM contract_note WHERE contract_id = $1":                                                          1,
		"SELECT count(*) FROM audit_entry WHERE object_id = $1 AND action = 'contract.contract.commented'":                   2,
		"SELECT count(*) FROM contract_comment c WHERE contract_id = $1 AND body = 'Sixty days' AND c.side = 'counterparty'": 1,
	} {
		if n := w.count(sql, said); n != want {
			t.Errorf("%s: %d", sql, n)
		}
	}
	w.must(w.svc.Comment(w.ctx, theirs, said, contractsvc.Said{Body: "Sixty days", Key: "another-comment"}))
	if n := w.count("SELECT count(*) FROM contract_comment WHERE contract_id = $1", said); n != 3 {
		t.Error(n)
	}
}
