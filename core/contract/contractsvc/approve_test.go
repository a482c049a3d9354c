package contractsvc_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
)

// approver is somebody of a company who may approve at a level, with an account and a role.
func (w *world) approver(org uuid.UUID, level, n int) access.Actor {
	w.t.Helper()
	a := access.Actor{User: uuid.Must(uuid.NewV7()), Org: org, Type: access.Temp, Name: "Asha", Privileges: access.Titles[access.Temp]}
	w.account(a, n)
	role := uuid.Must(uuid.NewV7())
	for _, x := range []struct {
		sql  string
		args []any
	}{
		{"UPDATE account SET approval_level = $2 WHERE id = $1", []any{a.User, level}},
		{"INSERT INTO role (id, company_id, user_type, name, created_at) VALUES ($1, $2, 'temp', $3, now())", []any{role, org, fmt.Sprint("role ", n)}},
		{"INSERT INTO role_privilege (role_id, title) VALUES ($1, 'APPROVE_CONTRACT')", []any{role}},
		{"INSERT INTO account_role (account_id, role_id) VALUES ($1, $2)", []any{a.User, role}},
	} {
		_, err := pgtest.Do(w.ctx, w.db, x.sql, x.args...)
		w.must(err)
	}
	return a
}

// submitted is a contract of the first buyer that waits for approval, with the sum of what is read.
func (w *world) submitted(number string) (uuid.UUID, string) {
	w.t.Helper()
	in := w.beginning(number)
	in.Body = body("{supplier} is paid {value}.")
	id, err := w.svc.Create(w.ctx, w.mine, in)
	w.must(err)
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	return id, w.sum(id)
}

func (w *world) sum(id uuid.UUID) string {
	w.t.Helper()
	d, err := w.svc.Agreement(w.ctx, w.mine, id)
	w.must(err)
	return d.Sum
}

func (w *world) admin() access.Actor {
	a := w.mine
	a.Type, a.Privileges = access.Buyer, access.Titles[access.Buyer]
	return a
}

// levels: one of the first level from nothing on, everybody of the second from a thousand on.
func (w *world) levels() {
	w.t.Helper()
	read, err := w.svc.Levels(w.ctx, w.admin())
	w.must(err)
	w.must(w.svc.SetRules(w.ctx, w.admin(), contractsvc.CategoryRules{Sum: read.Rules[0].Sum, Rules: []contract.Rule{
		{Currency: "KES", Level: 1},
		{Currency: "KES", Level: 2, From: money.New(1000, 0), Everyone: true},
	}}))
}

func (w *world) refused(err, want error) {
	w.t.Helper()
	if !errors.Is(err, want) {
		w.t.Errorf("got %v, want %v", err, want)
	}
}

func (w *world) stands(id uuid.UUID, want contract.Status) {
	w.t.Helper()
	d, err := w.svc.Contract(w.ctx, w.mine, id)
	if w.must(err); d.Contract.Status != string(want) {
		w.t.Errorf("%s, want %s", d.Contract.Status, want)
	}
}

// Two levels approve one text in their order; its author never does, whoever stands in for them,
// and a text that was changed meanwhile is not what was read.
func TestLevelsApproveOneText(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, second, third := w.approver(w.mine.Org, 1, 10), w.approver(w.mine.Org, 2, 11), w.approver(w.mine.Org, 2, 12)
	w.levels()
	id, sum := w.submitted("K/1")
	w.refused(w.svc.Approve(w.ctx, w.mine, id, sum), contract.Own)
	w.refused(w.svc.Refuse(w.ctx, w.mine, id, sum, "r"), contract.Own)
	w.refused(w.svc.Approve(w.ctx, second, id, sum), contract.NotYours)
	w.refused(w.svc.Approve(w.ctx, first, id, ""), contract.Stale)
	w.refused(w.svc.Send(w.ctx, w.mine, id, sum), contract.IllegalMove)
	w.must(w.svc.Approve(w.ctx, first, id, sum))
	w.refused(w.svc.Approve(w.ctx, first, id, sum), contract.Decided)
	w.stands(id, contract.Review)

	// refused at the second level: the round is void, the next begins with the first
	w.must(w.svc.Refuse(w.ctx, second, id, sum, " Too dear "))
	w.stands(id, contract.Draft)
	d, err := w.svc.Contract(w.ctx, w.mine, id)
	w.must(err)
	change := contractsvc.Form{Terms: contract.Terms{Number: "K/1", Title: "Pumps"}, Body: body("{supplier} is paid less.")}
	w.must(w.svc.Update(w.ctx, w.mine, id, int(d.Contract.Version), change))
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	now := w.sum(id)
	err = w.svc.Approve(w.ctx, first, id, sum)
	if w.refused(err, contract.Stale); fault.As(err).Params["sum"] != now || now == sum {
		t.Error(fault.As(err).Params)
	}
	w.refused(w.svc.Approve(w.ctx, second, id, now), contract.NotYours)
	w.must(w.svc.Approve(w.ctx, first, id, now))
	w.must(w.svc.Approve(w.ctx, second, id, now))
	w.stands(id, contract.Review) // everybody of the second level
	a, err := w.svc.Agreement(w.ctx, third, id)
	w.must(err)
	if a.Mine != nil || a.Step == nil || a.Step.Level != 2 || len(a.Waits) != 1 || a.Waits[0].ID != third.User || len(a.Rounds) != 2 || *a.Rounds[1].Outcome != "refused" {
		t.Errorf("%+v", a)
	}
	w.must(w.svc.Approve(w.ctx, third, id, now))
	w.stands(id, contract.Approved)
	w.refused(w.svc.Approve(w.ctx, third, id, now), contract.IllegalMove)
	for i, err := range []error{w.svc.Approve(w.ctx, w.rival, id, now), w.svc.Send(w.ctx, w.rival, id, now), w.svc.Recall(w.ctx, w.rival, id, "r"), one(w.svc.Agreement(w.ctx, w.rival, id))} {
		if !errors.Is(err, contract.NotFound) {
			t.Error(i, err)
		}
	}
}

func one(_ any, err error) error { return err }

// A level that nobody holds stops a contract and says so; a delegate approves until the end of
// their day, and a value below the second level needs the first alone.
func TestVacantLevelsAndDelegates(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, stand := w.approver(w.mine.Org, 1, 10), w.approver(w.mine.Org, 5, 11)
	w.levels()
	in := w.beginning("K/1")
	in.Body = body("{supplier} is paid {value}.")
	id, err := w.svc.Create(w.ctx, w.mine, in)
	w.must(err)
	vacant := func(err error) {
		t.Helper()
		if w.refused(err, contract.Vacant); fault.As(err).Params["level"] != 2 {
			t.Error(err)
		}
	}
	vacant(w.svc.Submit(w.ctx, w.mine, id)) // it would wait for ever
	w.stands(id, contract.Draft)
	w.exec("UPDATE account SET approval_level = 2 WHERE id = $1", w.mine.User) // who wrote it does not count
	vacant(w.svc.Submit(w.ctx, w.mine, id))
	high := w.approver(w.mine.Org, 2, 12)
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	sum := w.sum(id)
	w.must(w.svc.Approve(w.ctx, first, id, sum))
	w.exec("UPDATE account SET approval_level = 3 WHERE id = $1", high.User)
	vacant(w.svc.Approve(w.ctx, stand, id, sum))
	w.stands(id, contract.Review)
	w.exec("UPDATE account SET approval_level = 2 WHERE id = $1", high.User)
	admin := w.admin()
	if err := w.svc.Delegate(w.ctx, admin, high.User, w.mine.User, days(0)); fields(err) != "/delegate_id contract.no_approver" {
		t.Error(err)
	}
	if err := w.svc.Delegate(w.ctx, admin, high.User, stand.User, days(-1)); fields(err) != "/until field.range" {
		t.Error(err)
	}
	w.must(w.svc.Delegate(w.ctx, admin, high.User, stand.User, days(0)))
	if err := w.svc.Delegate(w.ctx, admin, first.User, high.User, days(0)); fields(err) != "/delegate_id contract.delegate_chain" {
		t.Error(err)
	}
	if err := w.svc.Delegate(w.ctx, admin, stand.User, first.User, days(0)); fields(err) != "/delegate_id contract.delegate_chain" {
		t.Error(err)
	}
	w.refused(w.svc.Delegate(w.ctx, admin, w.rival.User, stand.User, days(1)), contract.NotFound)
	standsIn := func(want string) {
		t.Helper()
		a, err := w.svc.Agreement(w.ctx, w.mine, id)
		w.must(err)
		if len(a.Waits) != 1 || a.Waits[0].ID != high.User || (a.Waits[0].DelegateID != nil) != (want != "") || a.Waits[0].DelegateName != want {
			t.Errorf("%+v, want %q to stand in", a.Waits, want)
		}
	}
	standsIn("Asha Otieno")
	pgtest.SetClock(t, w.db, noon.AddDate(0, 0, 1))
	w.refused(w.svc.Approve(w.ctx, stand, id, sum), contract.NotYours)
	standsIn("") // nobody is sent to somebody who cannot decide any more
	pgtest.SetClock(t, w.db, noon)
	w.must(w.svc.Approve(w.ctx, stand, id, sum))
	w.stands(id, contract.Approved)
	a, err := w.svc.Agreement(w.ctx, w.mine, id)
	w.must(err)
	if last := a.Approvals[len(a.Approvals)-1]; last.SeatID != high.User || last.AccountID != stand.User {
		t.Errorf("%+v", last)
	}

	in = w.beginning("K/2")
	in.Value, in.Body = "999.99", body("x")
	cheap, err := w.svc.Create(w.ctx, w.mine, in)
	w.must(err)
	w.must(w.svc.Submit(w.ctx, w.mine, cheap))
	w.must(w.svc.Approve(w.ctx, first, cheap, w.sum(cheap)))
	w.stands(cheap, contract.Approved)
}

// Of those who approve at once each counts once, and the last of them frees the contract.
func TestManyApproveAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var all []access.Actor
	for n := range 4 {
		all = append(all, w.approver(w.mine.Org, 2, 10+n))
	}
	first := w.approver(w.mine.Org, 1, 20)
	w.levels()
	id, sum := w.submitted("K/1")
	w.must(w.svc.Approve(w.ctx, first, id, sum))
	var wait sync.WaitGroup
	for _, a := range append(all, all...) {
		wait.Go(func() {
			if err := w.svc.Approve(w.ctx, a, id, sum); err != nil && !errors.Is(err, contract.Decided) && !errors.Is(err, contract.IllegalMove) {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	w.stands(id, contract.Approved)
	if n := w.count("SELECT count(*) FROM contract_approval WHERE contract_id = $1", id); n != 5 {
		t.Error(n, "approvals")
	}
}

// Names are frozen with what is approved; sending asks for that very text, recalling voids all of it.
func TestSendingAndRecalling(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	boss := w.approver(w.mine.Org, 0, 10)
	id, sum := w.submitted("K/1")
	_, err := pgtest.Do(w.ctx, w.db, "UPDATE company SET name = 'Renamed' WHERE id = $1", w.suppliers[0])
	w.must(err)
	w.must(w.svc.Approve(w.ctx, boss, id, sum))
	w.refused(w.svc.Send(w.ctx, w.mine, id, "00"), contract.Stale)
	w.must(w.svc.Send(w.ctx, w.mine, id, sum))
	d, err := w.svc.Contract(w.ctx, w.mine, id)
	if w.must(err); d.Counterparty.Name != "Mwanzo" || d.Sum != sum {
		t.Error(d.Counterparty.Name)
	}
	if err := w.svc.Recall(w.ctx, w.mine, id, " "); fields(err) != "/reason field.required" {
		t.Error(err)
	}
	w.must(w.svc.Recall(w.ctx, w.mine, id, "Not yet"))
	w.stands(id, contract.Draft)
	a, err := w.svc.Agreement(w.ctx, w.mine, id)
	w.must(err)
	if *a.Rounds[0].Outcome != "recalled" || a.Sent[0].RecalledAt == nil || a.Sent[0].Reason != "Not yet" {
		t.Errorf("%+v", a)
	}
	w.must(w.svc.Submit(w.ctx, w.mine, id)) // the renamed company is another text
	w.refused(w.svc.Approve(w.ctx, boss, id, sum), contract.Stale)
	if w.sum(id) == sum {
		t.Error("the new name is not in what is approved")
	}
	poor := w.mine
	poor.Privileges = []access.Privilege{access.ApproveContract}
	w.refused(w.svc.Send(w.ctx, poor, id, sum), fault.Forbidden)
	w.refused(w.svc.Recall(w.ctx, poor, id, "r"), fault.Forbidden)
	staff := access.Actor{User: uuid.Must(uuid.NewV7()), Org: uuid.Must(uuid.NewV7()), Type: access.Operator, Privileges: access.Titles[access.Operator]}
	w.must(partysvc.New(w.db).SetModule(w.ctx, staff, w.mine.Org, party.Contracts, false))
	w.refused(w.svc.Send(w.ctx, w.mine, id, sum), party.ModuleOff)
	w.refused(w.svc.Recall(w.ctx, w.mine, id, "r"), party.ModuleOff)
}

// Of two who set levels at once the second is told; nobody else's are touched.
func TestTwoSetLevels(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.levels()
	admin := w.admin()
	w.refused(w.svc.SetRules(w.ctx, admin, contractsvc.CategoryRules{Sum: "old"}), contract.RulesNew)
	read, err := w.svc.Levels(w.ctx, admin)
	w.must(err)
	other := uuid.New()
	if err := w.svc.SetRules(w.ctx, admin, contractsvc.CategoryRules{Category: &other, Sum: read.Rules[0].Sum}); fields(err) != "/contract_category_id field.unknown" {
		t.Error(err)
	}
	kind, err := w.svc.CreateCategory(w.ctx, w.mine, contract.Category{Name: "Goods", RetentionYears: 7})
	w.must(err)
	none := contractsvc.CategoryRules{Category: &kind}
	rival := w.rival
	rival.Type, rival.Privileges = access.Buyer, access.Titles[access.Buyer]
	theirs, err := w.svc.Levels(w.ctx, rival)
	if w.must(err); len(theirs.Rules[0].Rules) != 0 || len(theirs.People) != 0 {
		t.Errorf("%+v", theirs)
	}
	none.Sum = theirs.Rules[0].Sum // of no rules
	none.Rules = []contract.Rule{{Currency: "KES", Level: 4}}
	w.must(w.svc.SetRules(w.ctx, admin, none))
	if read, err = w.svc.Levels(w.ctx, admin); err != nil || len(read.Rules) != 2 || len(read.Rules[0].Rules) != 2 || len(read.Rules[1].Rules) != 1 {
		t.Errorf("%+v %v", read.Rules, err)
	}
	in := w.beginning("K/1")
	in.Category, in.Body = &kind, body("{supplier} is paid {value}.")
	id, err := w.svc.Create(w.ctx, w.mine, in)
	w.must(err)
	high := w.approver(w.mine.Org, 4, 10) // nobody holds the levels of the company, which are not those of this category
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	w.must(w.svc.Approve(w.ctx, high, id, w.sum(id)))
	w.stands(id, contract.Approved)
	poor := admin
	poor.Privileges = nil
	w.refused(w.svc.SetRules(w.ctx, poor, none), fault.Forbidden)
	w.refused(w.svc.Delegate(w.ctx, poor, admin.User, admin.User, nil), fault.Forbidden)
	w.refused(one(w.svc.Levels(w.ctx, w.mine)), fault.Forbidden)
}
