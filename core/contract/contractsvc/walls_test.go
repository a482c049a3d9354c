package contractsvc_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
)

// goesTo sends a contract that was recalled to the second supplier instead, and is one of its people.
func (w *world) goesTo(id uuid.UUID, boss access.Actor) access.Actor {
	w.t.Helper()
	d, err := w.svc.Contract(w.ctx, w.mine, id)
	w.must(err)
	in := w.beginning(d.Contract.Number).Form
	in.Counterparty = &contractsvc.PartyForm{Company: w.suppliers[1]}
	w.must(w.svc.Update(w.ctx, w.mine, id, int(d.Contract.Version), in))
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	w.must(w.svc.Approve(w.ctx, boss, id, w.sum(id)))
	w.must(w.svc.Send(w.ctx, w.mine, id, w.sum(id)))
	w.made++
	next := access.Actor{User: uuid.Must(uuid.NewV7()), Org: w.suppliers[1], Type: access.Supplier, Name: "Zuhura", Privileges: access.Titles[access.Supplier]}
	w.account(next, 120+w.made)
	return next
}

// What one supplier proposed and said is not there for the next to whom the contract went instead;
// the buyer reads both.
func TestARivalsWordsAreNotThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, sum, first, boss := w.sent("K/1", "{supplier} delivers in 30 days.")
	d, err := w.svc.SupplierContract(w.ctx, first, id)
	w.must(err)
	w.must(w.svc.Comment(w.ctx, first, id, contractsvc.Said{Body: "Ours"}))
	w.must(w.svc.ProposeText(w.ctx, first, id, sum, edited(w, d.Body, "30 days", "45 days, for our margin"), "Our margin"))
	talk, err := w.svc.Talk(w.ctx, w.mine, id)
	w.must(err)
	w.must(w.svc.Decide(w.ctx, w.mine, id, contractsvc.Decisions{Sum: talk.Sum, Rejected: talk.Redline.Changes(), Reason: "No"}))
	if d, err = w.svc.SupplierContract(w.ctx, first, id); err != nil || len(d.Proposals) != 1 || d.Redline == nil || len(d.Comments) != 1 {
		t.Errorf("its own: %+v %v", d, err)
	}
	w.must(w.svc.Recall(w.ctx, w.mine, id, "Another supplier"))
	second := w.goesTo(id, boss)
	w.refused(one(w.svc.SupplierContract(w.ctx, first, id)), contract.NotFound)
	if d, err = w.svc.SupplierContract(w.ctx, second, id); err != nil || len(d.Proposals) != 0 || d.Redline != nil || len(d.Comments) != 0 {
		t.Errorf("a rival's: %+v %+v %+v %v", d.Proposals, d.Redline, d.Comments, err)
	}
	w.must(w.svc.ProposeText(w.ctx, second, id, d.Sum, edited(w, d.Body, "30 days", "20 days"), "Sooner"))
	if d, err = w.svc.SupplierContract(w.ctx, second, id); err != nil || len(d.Proposals) != 1 || d.Proposals[0].Note != "Sooner" || d.Redline == nil {
		t.Errorf("its own: %+v %v", d.Proposals, err)
	}
	if talk, err = w.svc.Talk(w.ctx, w.mine, id); err != nil || len(talk.Proposals) != 2 || talk.Proposals[0].Note != "Sooner" {
		t.Errorf("the buyer's: %+v %v", talk.Proposals, err)
	}
}

// A request to sign that went to one supplier, its signatures and the paper with them are not there
// for the next to whom the contract went instead, until that is asked itself.
func TestThePaperOfARivalIsNotThere(t *testing.T) {
	w, ours, _ := signs(t, 1, 1)
	id, _, first, boss := w.sent("K/1", "{supplier} delivers.")
	w.hold(first)
	first.Confirmed = ours[0].Confirmed
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, map[uuid.UUID]int{first.User: 1, ours[0].User: 2})))
	_, err := w.svc.Sign(w.ctx, first, id, w.shown(first, id), "k")
	w.must(err)
	w.must(w.svc.Recall(w.ctx, w.mine, id, "Another supplier"))
	second := w.goesTo(id, boss)
	w.hold(second)
	v, err := w.svc.SigningOf(w.ctx, second, id)
	w.must(err)
	if v.Signing != nil || len(v.Signers) != 0 {
		t.Errorf("%+v %+v", v.Signing, v.Signers)
	}
	w.is(one(w.svc.Paper(w.ctx, second, id)), contract.NoRequest)
	w.is(one(w.svc.Certificate(w.ctx, second, id)), contract.NoRequest)
	if v, err = w.svc.SigningOf(w.ctx, w.mine, id); err != nil || v.Signing == nil || len(v.Signers) != 2 {
		t.Errorf("the buyer's: %+v %v", v.Signers, err)
	}
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, map[uuid.UUID]int{second.User: 1, ours[0].User: 2})))
	if v, err = w.svc.SigningOf(w.ctx, second, id); err != nil || v.Signing == nil || !v.MaySign {
		t.Errorf("its own: %+v %v", v, err)
	}
	w.must(one(w.svc.Paper(w.ctx, second, id)))
}

// Whose contract it is beside the buyer reads it once it was sent and never writes it, also where it
// helps that buyer with all others.
func TestTheOperatorDoesNotWriteItsOwnContract(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, _, staff := w.people()
	in := w.beginning("Z/1")
	in.Counterparty = &contractsvc.PartyForm{Company: staff.Org}
	in.Body = body("{supplier} serves {buyer}.")
	id, err := w.svc.Create(w.ctx, w.mine, in)
	w.must(err)
	reads := func() []error {
		_, read := w.svc.Contract(w.ctx, staff, id)
		_, signing := w.svc.SigningOf(w.ctx, staff, id)
		_, paper := w.svc.ContractPaper(w.ctx, staff, id, contract.PDF)
		return []error{read, signing, paper}
	}
	listed := func() int {
		t.Helper()
		l, err := w.svc.Contracts(w.ctx, staff, w.mine.Org, contractsvc.Filter{}, "", 5)
		w.must(err)
		if l.Total != len(l.Items) {
			t.Errorf("%d of %d", len(l.Items), l.Total)
		}
		return l.Total
	}
	for _, err := range reads() {
		w.refused(err, contract.NotFound)
	}
	w.refused(one(w.svc.Agreement(w.ctx, staff, id)), contract.NotFound)
	w.refused(w.svc.Update(w.ctx, staff, id, 1, in.Form), contract.NotFound)
	w.refused(w.svc.Accept(w.ctx, staff, id, "b1"), contract.NotFound)
	if n := listed(); n != 0 {
		t.Errorf("%d are listed", n)
	}
	boss := w.approver(w.mine.Org, 0, 90)
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	w.must(w.svc.Approve(w.ctx, boss, id, w.sum(id)))
	w.refused(one(w.svc.Contract(w.ctx, staff, id)), contract.NotFound)
	w.must(w.svc.Send(w.ctx, w.mine, id, w.sum(id)))
	for _, err := range reads() {
		w.must(err)
	}
	if got, err := w.svc.Agreement(w.ctx, staff, id); err != nil || len(got.Rounds)+len(got.Approvals) != 0 || len(got.Sent) != 1 {
		t.Errorf("%+v %v", got, err)
	}
	w.refused(w.svc.Update(w.ctx, staff, id, 4, in.Form), fault.Forbidden)
	if n := listed(); n != 1 {
		t.Errorf("%d are listed", n)
	}

	ours := in // what they write down themselves stays theirs to write, for the buyer to submit
	ours.Number, ours.Buyer = "Z/2", w.mine.Org
	id, err = w.svc.Create(w.ctx, staff, ours)
	w.must(err)
	w.must(one(w.svc.Contract(w.ctx, staff, id)))
	w.must(w.svc.Update(w.ctx, staff, id, 1, ours.Form))
	if n := listed(); n != 2 {
		t.Errorf("%d are listed", n)
	}
	theirs := w.beginning("Z/3") // a buyer's own draft is not made theirs
	id, err = w.svc.Create(w.ctx, w.mine, theirs)
	w.must(err)
	w.must(w.svc.Update(w.ctx, staff, id, 1, theirs.Form))
	theirs.Counterparty = in.Counterparty
	w.refused(w.svc.Update(w.ctx, staff, id, 2, theirs.Form), fault.Forbidden)
}

// What came of a category that is closed to somebody is in none of their lists and figures and behind
// none of its addresses, and what amends it neither; others of the buyer go on with it.
func TestAClosedDoorClosesItsContracts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, category, id := w.awarded(w.mine, sourcing.Tender, "Pumps", w.suppliers[0])
	w.exec("UPDATE contract SET status = 'active', ends_on = $2 WHERE id = $1", id, days(30))
	duty, err := w.svc.AddDuty(w.ctx, w.mine, id, contract.Duty{Kind: contract.Delivery, Side: contract.Counterparty, Title: "Pumps", Due: days(10)})
	w.must(err)
	d, err := w.svc.Contract(w.ctx, w.mine, id)
	w.must(err)
	amends, err := w.svc.Amend(w.ctx, w.mine, id, contractsvc.Amending{
		Version: int(d.Contract.Version),
		Ground:  contract.ForVolume,
		Title:   "More",
		Why:     "More",
		Value:   d.Contract.Value.String(),
		Ends:    days(40),
	})
	w.must(err)
	out := w.approver(w.mine.Org, 1, 90)
	seen := func(a access.Actor) (listed, counted int) {
		t.Helper()
		l, err := w.svc.Contracts(w.ctx, a, uuid.Nil, contractsvc.Filter{}, "", 9)
		w.must(err)
		if len(l.Items) != l.Total {
			t.Errorf("%d of %d", len(l.Items), l.Total)
		}
		b, err := w.svc.Dashboard(w.ctx, a)
		w.must(err)
		for _, f := range b.Figures {
			counted += f.Contracts
		}
		for _, s := range b.Statuses {
			counted += int(s.Contracts)
		}
		return l.Total, counted + len(b.Approval) + len(b.Waiting) + len(b.Expiring)
	}
	if listed, counted := seen(out); listed != 2 || counted == 0 {
		t.Errorf("before: %d %d", listed, counted)
	}
	w.exec("INSERT INTO category_access (buyer_id, account_id, category_id, allowed) VALUES ($3, $1, $2, false)", out.User, category, w.mine.Org)
	if listed, counted := seen(out); listed != 0 || counted != 0 {
		t.Errorf("behind a door: %d %d", listed, counted)
	}
	if listed, _ := seen(w.mine); listed != 2 {
		t.Errorf("the others: %d", listed)
	}
	for _, x := range []uuid.UUID{id, amends} {
		for i, err := range []error{
			one(w.svc.Contract(w.ctx, out, x)),
			one(w.svc.ContractPaper(w.ctx, out, x, contract.PDF)),
			one(w.svc.Agreement(w.ctx, out, x)),
			one(w.svc.SigningOf(w.ctx, out, x)),
			one(w.svc.Talk(w.ctx, out, x)),
			one(w.svc.Kept(w.ctx, out, x)),
			one(w.svc.Duties(w.ctx, out, x)),
			one(w.svc.Amendments(w.ctx, out, x)),
			one(w.svc.Renewal(w.ctx, out, x)),
			one(w.svc.Performance(w.ctx, out, x)),
			w.svc.Submit(w.ctx, out, x),
			w.svc.Approve(w.ctx, out, x, ""),
			w.svc.Recall(w.ctx, out, x, "r"),
			w.svc.Terminate(w.ctx, out, x, contractsvc.Ending{Version: 2, Reason: "r"}),
			w.svc.Note(w.ctx, out, x, contractsvc.Said{Body: "b"}),
			w.svc.Update(w.ctx, out, x, 1, contractsvc.Form{Terms: contract.Terms{Number: "K", Title: "T"}}),
			w.svc.DecideScan(w.ctx, out, x, true, ""),
		} {
			if !errors.Is(err, contract.NotFound) {
				t.Error(i, err)
			}
		}
	}
	w.refused(w.svc.Judge(w.ctx, out, duty, 1, contract.SayWithdrawn, "r"), contract.DutyNotFound)
	w.must(w.svc.Terminate(w.ctx, w.mine, id, contractsvc.Ending{Version: int(d.Contract.Version), Reason: "r"}))
	for a, want := range map[*access.Actor]int{&out: 0, &w.mine: 1} {
		shelves, err := w.svc.Shelves(w.ctx, *a)
		w.must(err)
		past, err := w.svc.Past(w.ctx, *a, uuid.Nil, contractsvc.PastFilter{}, "", 9)
		w.must(err)
		if len(shelves) != want || len(past.Items) != want {
			t.Errorf("%d shelves, %d over; want %d", len(shelves), len(past.Items), want)
		}
	}
}

// uploaded is a file that contracts of the first buyer may name.
func (w *world) uploaded() uuid.UUID {
	w.t.Helper()
	pdf := []byte("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n")
	u, err := w.svc.BeginUpload(w.ctx, w.mine, uuid.Nil, "c.pdf", int64(len(pdf)))
	w.must(err)
	u, err = w.svc.Append(w.ctx, w.mine, uuid.Nil, u.ID, 0, pdf)
	w.must(err)
	return u.File
}

// A contract that was signed on paper before it was sent binds its supplier, who reads it from then on.
func TestAContractSignedOnPaperIsReadByItsSupplier(t *testing.T) {
	w, ours, theirs := signs(t, 1, 1)
	boss := w.approver(w.mine.Org, 0, 90)
	in := w.beginning("K/1")
	in.Body = body("{supplier} delivers.")
	id, err := w.svc.Create(w.ctx, w.mine, in)
	w.must(err)
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	w.must(w.svc.Approve(w.ctx, boss, id, w.sum(id)))
	w.brought(id, 1, "")
	w.is(one(w.svc.SupplierContract(w.ctx, theirs[0], id)), contract.NotFound)
	w.must(w.svc.DecideScan(w.ctx, ours[0], id, true, ""))
	w.isNow(id, contract.Active)
	d, err := w.svc.SupplierContract(w.ctx, theirs[0], id)
	if err != nil || d.Sum != w.sum(id) {
		t.Errorf("%s %v", d.Sum, err)
	}
	l, err := w.svc.SupplierContracts(w.ctx, theirs[0], contractsvc.Filter{}, "", 5)
	if err != nil || l.Total != 1 || len(l.Items) != 1 {
		t.Errorf("%+v %v", l, err)
	}
	w.must(one(w.svc.SupplierPaper(w.ctx, theirs[0], id, contract.PDF)))
}

// A contract that is a file has no text that the other side could write anew.
func TestNoTextIsProposedForAFile(t *testing.T) {
	w, _, theirs := signs(t, 1, 1)
	boss := w.approver(w.mine.Org, 0, 90)
	in := w.beginning("K/1")
	in.File = w.uploaded()
	id, err := w.svc.Create(w.ctx, w.mine, in)
	w.must(err)
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	w.must(w.svc.Approve(w.ctx, boss, id, w.sum(id)))
	w.must(w.svc.Send(w.ctx, w.mine, id, w.sum(id)))
	w.is(w.svc.ProposeText(w.ctx, theirs[0], id, w.sum(id), *body("mine"), ""), contract.NoText)
	w.isNow(id, contract.Sent)
}
