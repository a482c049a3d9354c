package contractsvc_test

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
)

// Whoever declines leads back into a negotiation that goes on: the other side proposes, the buyer
// sends the same again or takes it back, and what was agreed on anew is signed.
func TestAfterADeclineItGoesOn(t *testing.T) {
	w, ours, _ := signs(t, 1, 1)
	declined := func(number string) (uuid.UUID, string, access.Actor, access.Actor) {
		id, sum, theirs, boss := w.sent(number, "{supplier} delivers in 30 days.")
		w.hold(theirs)
		w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, map[uuid.UUID]int{ours[0].User: 1, theirs.User: 1})))
		w.must(w.svc.Decline(w.ctx, theirs, id, "Thirty days are too few"))
		w.stands(id, contract.Negotiating)
		return id, sum, theirs, boss
	}

	id, sum, theirs, boss := declined("K/proposed")
	d, err := w.svc.SupplierContract(w.ctx, theirs, id)
	w.must(err)
	text := edited(w, d.Body, "30 days", "45 days")
	w.must(w.svc.ProposeText(w.ctx, theirs, id, sum, text, "Like this"))
	w.stands(id, contract.Negotiating)
	for _, err := range []error{ // a proposal that waits is decided on first
		w.svc.ProposeText(w.ctx, theirs, id, w.sum(id), text, ""),
		w.svc.Recall(w.ctx, w.mine, id, "r"),
		w.svc.Send(w.ctx, w.mine, id, w.sum(id)),
	} {
		w.refused(err, contract.IllegalMove)
	}
	talk, err := w.svc.Talk(w.ctx, w.mine, id)
	w.must(err)
	w.must(w.svc.Decide(w.ctx, w.mine, id, contractsvc.Decisions{Sum: talk.Sum, Accepted: talk.Redline.Changes(), Reason: "Yes"}))
	w.must(w.svc.Submit(w.ctx, w.mine, id))
	w.must(w.svc.Approve(w.ctx, boss, id, w.sum(id)))
	w.must(w.svc.Send(w.ctx, w.mine, id, w.sum(id)))
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, map[uuid.UUID]int{ours[0].User: 1, theirs.User: 1})))

	id, _, theirs, _ = declined("K/recalled")
	w.must(w.svc.Recall(w.ctx, w.mine, id, "We write it anew"))
	w.stands(id, contract.Draft)
	w.refused(one(w.svc.SupplierContract(w.ctx, theirs, id)), contract.NotFound)

	id, sum, theirs, _ = declined("K/sent")
	w.refused(w.svc.Send(w.ctx, w.mine, id, "00"), contract.Stale)
	w.must(w.svc.Send(w.ctx, w.mine, id, sum))
	w.stands(id, contract.Sent)
	if d, err = w.svc.SupplierContract(w.ctx, theirs, id); err != nil || d.Sum != sum {
		t.Errorf("%s %v", d.Sum, err)
	}
}
