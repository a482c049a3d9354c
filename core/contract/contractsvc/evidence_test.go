package contractsvc_test

import (
	"bytes"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
)

// A supplier hands a file in beside what it has done; the buyer reads it. Nobody else's file is named for
// it, it is no file that a contract could be, and nobody else goes on with it.
func TestASupplierShowsWhatItHasDone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.stores()
	w.svc.Gate = &document.Gate{}
	id := w.put(w.mine, "pumps", contract.Active, noon, days(200))
	w.wasSent(id)
	staff := access.Actor{User: uuid.Must(uuid.NewV7()), Org: w.suppliers[0], Type: access.Supplier, Name: "Mosi", Privileges: access.Titles[access.Supplier]}
	w.account(staff, 7)
	other, poor := staff, staff
	other.Org, poor.Privileges = w.suppliers[1], nil
	pdf := []byte("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n")
	duty, err := w.svc.AddDuty(w.ctx, w.mine, id, contract.Duty{Kind: contract.Delivery, Side: contract.Counterparty, Title: "Pumps", Due: days(10)})
	w.must(err)

	w.refused(one(w.svc.BeginEvidence(w.ctx, other, id, "note.pdf", 9)), contract.NotFound)
	w.refused(one(w.svc.BeginEvidence(w.ctx, poor, id, "note.pdf", 9)), fault.Forbidden)
	w.refused(one(w.svc.BeginEvidence(w.ctx, w.mine, id, "note.pdf", 9)), fault.Forbidden)
	if err := one(w.svc.BeginEvidence(w.ctx, staff, id, "note.exe", 0)); fields(err) != "/size field.range, /name contract.only_papers" {
		t.Error(fields(err))
	}
	u, err := w.svc.BeginEvidence(w.ctx, staff, id, "note.pdf", int64(len(pdf)))
	w.must(err)
	w.refused(one(w.svc.Append(w.ctx, other, uuid.Nil, u.ID, 0, pdf)), document.Missing)
	w.refused(one(w.svc.Append(w.ctx, w.mine, uuid.Nil, u.ID, 0, pdf)), document.Missing)
	w.must(one(w.svc.Append(w.ctx, staff, uuid.Nil, u.ID, 0, pdf[:10])))
	if at, err := w.svc.UploadStatus(w.ctx, staff, uuid.Nil, u.ID); err != nil || at.Received != 10 {
		t.Errorf("%+v %v", at, err)
	}
	u, err = w.svc.Append(w.ctx, staff, uuid.Nil, u.ID, 10, pdf[10:])
	w.must(err)

	ours, err := w.svc.BeginUpload(w.ctx, w.mine, uuid.Nil, "ours.pdf", int64(len(pdf)))
	w.must(err)
	ours, err = w.svc.Append(w.ctx, w.mine, uuid.Nil, ours.ID, 0, pdf)
	w.must(err)
	for _, file := range []uuid.UUID{ours.File, uuid.New()} {
		if err := w.svc.HandIn(w.ctx, staff, duty, contractsvc.Evidence{Version: 1, Note: "n", File: file}); fields(err) != "/file_id contract.file_unknown" {
			t.Error(err)
		}
	}
	in := w.beginning("K/9")
	in.File = u.File
	if _, err := w.svc.Create(w.ctx, w.mine, in); fields(err) != "/file_id contract.file_unknown" {
		t.Error("a supplier's file becomes the buyer's contract:", err)
	}
	w.must(w.svc.HandIn(w.ctx, staff, duty, contractsvc.Evidence{Version: 1, Note: "Delivered", File: u.File}))
	for _, a := range []access.Actor{w.mine, staff} {
		f, err := w.svc.DutyFile(w.ctx, a, id, duty, 2)
		if w.must(err); f.Name != "note.pdf" || !bytes.Equal(f.Bytes, pdf) {
			t.Errorf("%s", f.Name)
		}
	}
	w.refused(one(w.svc.DutyFile(w.ctx, other, id, duty, 2)), contract.NotFound)
}
