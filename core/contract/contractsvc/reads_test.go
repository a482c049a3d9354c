package contractsvc_test

import (
	"strings"
	"testing"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/rich"
)

// plain is what somebody reads in a text.
func (w *world) plain(text string) string {
	w.t.Helper()
	n, err := rich.Stored(text)
	w.must(err)
	return n.Plain()
}

// A last day that moves stands beside the text, which stays as it was signed, on both desks.
func TestARenewalChangesNoWordOfTheText(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, _, theirs, boss := w.sent("K/1", "{supplier} delivers.")
	w.must(w.svc.Recall(w.ctx, w.mine, id, "A day is missing"))
	d, err := w.svc.Contract(w.ctx, w.mine, id)
	w.must(err)
	in := w.beginning("K/1").Form
	in.Starts, in.Ends, in.Body = days(0), days(30), body("{supplier} delivers until {ends_on}.")
	w.must(w.svc.Update(w.ctx, w.mine, id, int(d.Contract.Version), in))
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	sum := w.sum(id)
	w.must(w.svc.Approve(w.ctx, boss, id, sum))
	w.must(w.svc.Send(w.ctx, w.mine, id, sum))
	w.exec("UPDATE contract SET status = 'active' WHERE id = $1", id)
	w.must(w.svc.PutRenewal(w.ctx, w.mine, id, contractsvc.Renewing{Version: w.version(id), Kind: contract.ByOption, Months: 12, Times: 1}))
	w.must(w.svc.Renew(w.ctx, w.mine, id, w.version(id), "Still needed"))
	want := "Mwanzo delivers until " + days(30).Format("02-01-2006") + "."
	if d, err = w.svc.Contract(w.ctx, w.mine, id); err != nil || w.plain(d.Reads) != want || d.Sum != sum || d.Contract.EndsOn.Year() != days(30).Year()+1 {
		t.Errorf("%s until %s: %v", w.plain(d.Reads), d.Contract.EndsOn, err)
	}
	other, err := w.svc.SupplierContract(w.ctx, theirs, id)
	if err != nil || w.plain(string(other.Content.Text)) != want || other.Sum != sum || !other.Contract.EndsOn.Equal(*d.Contract.EndsOn) {
		t.Errorf("%s until %s: %v", w.plain(string(other.Content.Text)), other.Contract.EndsOn, err)
	}
}

// What the other side proposes is its proposal until somebody has decided on it: the contract reads
// as it was sent, on both desks.
func TestAProposalIsNotTheText(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, sum, theirs, _ := w.sent("K/1", "The buyer pays within sixty days.")
	d, err := w.svc.SupplierContract(w.ctx, theirs, id)
	w.must(err)
	w.must(w.svc.ProposeText(w.ctx, theirs, id, sum, edited(w, d.Body, "sixty", "thirty"), ""))
	read := func(want string) {
		t.Helper()
		k, err := w.svc.Contract(w.ctx, w.mine, id)
		w.must(err)
		if !strings.Contains(w.plain(k.Reads), want) || !strings.Contains(w.plain(k.Body), want) || (k.Sum == sum) != (want == "sixty") {
			t.Errorf("%q instead of %s", w.plain(k.Reads), want)
		}
	}
	read("sixty")
	talk, err := w.svc.Talk(w.ctx, w.mine, id)
	w.must(err)
	w.must(w.svc.Decide(w.ctx, w.mine, id, contractsvc.Decisions{Sum: talk.Sum, Accepted: talk.Redline.Changes(), Reason: "Yes"}))
	read("thirty")
}
