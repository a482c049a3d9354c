package contractsvc_test

import (
	"strings"
	"testing"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/docx"
)

// Who has proposed a text takes it back while nobody has decided on it: the contract is sent again as it
// was approved, to the byte, and can be answered, signed and decided on as if it had not been.
func TestAProposalIsTakenBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, sum, theirs, boss := w.sent("K/1", "{supplier} delivers in 30 days.")
	read := func() contractsvc.SupplierDetails {
		t.Helper()
		d, err := w.svc.SupplierContract(w.ctx, theirs, id)
		w.must(err)
		return d
	}
	first := read()
	w.refused(w.svc.Withdraw(w.ctx, theirs, id, first.SentVersion), contract.NoProposal)
	w.must(w.svc.ProposeText(w.ctx, theirs, id, sum, edited(w, first.Body, "30 days", "45 days"), "We need time"))
	version := read().Proposals[0].Version
	other, poor := theirs, theirs
	other.Org, poor.Privileges = w.suppliers[1], nil
	for _, x := range []struct {
		as      access.Actor
		version int32
		want    *fault.Def
	}{
		{other, version, contract.NotFound},
		{poor, version, fault.Forbidden},
		{w.mine, version, fault.Forbidden},
		{theirs, version - 1, contract.NoProposal},
		{theirs, version + 1, contract.NoProposal},
	} {
		w.refused(w.svc.Withdraw(w.ctx, x.as, id, x.version), x.want)
	}
	w.stands(id, contract.Negotiating)
	w.must(w.svc.Withdraw(w.ctx, theirs, id, version))
	w.stands(id, contract.Sent)
	w.refused(w.svc.Withdraw(w.ctx, theirs, id, version), contract.NoProposal)
	d := read()
	if p := d.Proposals[0]; d.Sum != sum || d.Body != first.Body || !p.Withdrawn || p.DecidedAt == nil || p.Accepted+p.Rejected != 0 || p.Note != "We need time" {
		t.Errorf("%+v, %s instead of %s", p, d.Sum, sum)
	}
	talk, err := w.svc.Talk(w.ctx, w.mine, id)
	w.must(err)
	if !talk.Proposals[0].Withdrawn {
		t.Errorf("%+v", talk.Proposals[0])
	}
	w.refused(w.svc.Decide(w.ctx, w.mine, id, contractsvc.Decisions{Sum: talk.Sum, Rejected: talk.Redline.Changes(), Reason: "No"}), contract.NoProposal)
	a, err := w.svc.Agreement(w.ctx, w.mine, id)
	w.must(err)
	if *a.Rounds[0].Outcome != string(contract.RoundApproved) {
		t.Errorf("what was approved is %s", *a.Rounds[0].Outcome)
	}

	// Another proposal is one like every other, and is not taken back once it was decided on.
	w.must(w.svc.ProposeText(w.ctx, theirs, id, sum, edited(w, d.Body, "30 days", "60 days"), ""))
	talk, err = w.svc.Talk(w.ctx, w.mine, id)
	w.must(err)
	version = talk.Proposals[0].Version
	w.must(w.svc.Decide(w.ctx, w.mine, id, contractsvc.Decisions{Sum: talk.Sum, Accepted: talk.Redline.Changes(), Reason: "So be it"}))
	if err := w.svc.Withdraw(w.ctx, theirs, id, version); err == nil {
		t.Error("what was decided on is taken back")
	}
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	w.must(w.svc.Approve(w.ctx, boss, id, w.sum(id)))
}

// A rival changes a figure, hides a sign and puts another alphabet's letter in, without a mark: the buyer
// reads each as a difference, by its name.
func TestWhatARivalHidesIsRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, sum, theirs, _ := w.sent("K/1", "The Supplier pays KES 1,500.00 a day of delay.\nThe Buyer may inspect.\nDelivery is in Kisumu.")
	d, err := w.svc.SupplierContract(w.ctx, theirs, id)
	w.must(err)
	text := edited(w, d.Body, "1,500.00", "1,50.000", "inspect", "in\u200bspect", "Kisumu", "Кisumu")
	// A client that marks other words than it changed changes nothing of what is found.
	forged := strings.Replace(text, `"text":"The Supplier`, `"marks":[{"type":"strike"}],"text":"The Supplier`, 1)
	w.must(w.svc.ProposeText(w.ctx, theirs, id, sum, forged, "A word"))
	talk, err := w.svc.Talk(w.ctx, w.mine, id)
	w.must(err)
	var said, odd []string
	for _, l := range talk.Redline.Lines() {
		for _, p := range l.Pieces {
			if p.Kind != "same" {
				said = append(said, string(p.Kind)+" "+strings.TrimSpace(p.Text))
			}
			odd = append(odd, p.Odd...)
		}
	}
	all := strings.Join(said, "|")
	for _, want := range []string{"1,500.00", "1,50.000", "⟨U+200B⟩", "Кisumu"} {
		if !strings.Contains(all, want) {
			t.Errorf("nobody reads %q in %s", want, all)
		}
	}
	for _, a := range []access.Actor{w.mine, theirs} { // and in a word processor
		f, err := w.svc.RedlinePaper(w.ctx, a, id)
		w.must(err)
		if got, err := docx.Waiting(f.Bytes); err != nil || got.Insertions < 3 || got.Deletions < 3 {
			t.Errorf("%+v %v", got, err)
		}
	}
	other := theirs
	other.Org = w.suppliers[1]
	w.refused(one(w.svc.RedlinePaper(w.ctx, other, id)), contract.NotFound)
	w.refused(one(w.svc.RedlinePaper(w.ctx, w.rival, id)), contract.NotFound)
	if signs := strings.Join(odd, "|"); !strings.Contains(signs, "U+200B") || !strings.Contains(signs, "U+041A") {
		t.Errorf("what looks like something else is not named: %s", signs)
	}
}
