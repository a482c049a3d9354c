package contractsvc_test

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
)

// blank is a file that is a PDF, and no more.
var blank = []byte("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n")

// brought is a paper that says a version of a contract, as somebody has signed it, and that waits.
func (w *world) brought(id uuid.UUID, version int, reason string) {
	w.t.Helper()
	u, err := w.svc.BeginUpload(w.ctx, w.mine, uuid.Nil, "signed.pdf", int64(len(blank)))
	w.must(err)
	u, err = w.svc.Append(w.ctx, w.mine, uuid.Nil, u.ID, 0, blank)
	w.must(err)
	w.must(w.svc.OfferScan(w.ctx, w.mine, id, contractsvc.ScanForm{File: u.File, Number: version, SignedOn: days(0), ForBuyer: "Asha", ForOther: "Juma", Reason: reason}))
}

// A paper that waits says what was sent when it was brought: with the next act it is void, whoever
// does that, and another can be brought. Who confirms never puts another text in force by it.
func TestAPaperThatWaitsIsVoidWithWhatItSays(t *testing.T) {
	w, ours, _ := signs(t, 1, 1)
	boss := w.approver(w.mine.Org, 0, 90)
	for name, act := range map[string]func(id uuid.UUID, sum string, theirs access.Actor){
		"recalled": func(id uuid.UUID, _ string, _ access.Actor) {
			w.must(w.svc.Recall(w.ctx, w.mine, id, "The price is wrong"))
			d, err := w.svc.Contract(w.ctx, w.mine, id)
			w.must(err)
			in := w.beginning(d.Contract.Number).Form
			in.Value, in.Body = "999999.00", body("{supplier} is paid much more.")
			w.must(w.svc.Update(w.ctx, w.mine, id, int(d.Contract.Version), in))
			w.must(w.svc.Submit(w.ctx, w.mine, id))
			w.must(w.svc.Approve(w.ctx, boss, id, w.sum(id)))
			w.must(w.svc.Send(w.ctx, w.mine, id, w.sum(id)))
		},
		"decided on": func(id uuid.UUID, sum string, theirs access.Actor) {
			d, err := w.svc.SupplierContract(w.ctx, theirs, id)
			w.must(err)
			w.must(w.svc.ProposeText(w.ctx, theirs, id, sum, edited(w, d.Body, "30 days", "45 days"), ""))
			talk, err := w.svc.Talk(w.ctx, w.mine, id)
			w.must(err)
			w.must(w.svc.Decide(w.ctx, w.mine, id, contractsvc.Decisions{Sum: talk.Sum, Rejected: talk.Redline.Changes(), Reason: "No"}))
		},
		"signing": func(id uuid.UUID, _ string, theirs access.Actor) {
			w.hold(theirs)
			w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, map[uuid.UUID]int{ours[0].User: 1, theirs.User: 1})))
			w.must(w.svc.CallOff(w.ctx, w.mine, id, "On paper after all"))
		},
	} {
		id, sum, theirs, _ := w.sent("K/"+name, "{supplier} delivers in 30 days.")
		w.brought(id, 1, "")
		act(id, sum, theirs)
		w.is(w.svc.DecideScan(w.ctx, ours[0], id, true, ""), contract.NoScan)
		w.isNow(id, contract.Sent)
		v, err := w.svc.SigningOf(w.ctx, ours[0], id)
		w.must(err)
		if v.MayConfirm || !v.MayOffer || v.Scan == nil || v.Scan.Outcome == nil || *v.Scan.Outcome != string(contract.ScanVoid) {
			t.Errorf("%s: %+v", name, v.Scan)
		}
		if v.Scan.Number == v.Contract.Contract.TextNumber {
			continue
		}
		w.brought(id, int(v.Contract.Contract.TextNumber), "")
		w.must(w.svc.DecideScan(w.ctx, ours[0], id, true, ""))
	}

	id, _, _, _ := w.sent("K/waits", "{supplier} delivers.")
	w.brought(id, 1, "")
	w.exec("UPDATE contract SET text_number = 2 WHERE id = $1", id) // whatever way was forgotten
	w.is(w.svc.DecideScan(w.ctx, ours[0], id, true, ""), contract.ScanOutdated)
	w.must(w.svc.DecideScan(w.ctx, ours[0], id, false, "Another version"))
}
