package contractsvc_test

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
)

// taken is what lies in the archive of a contract, by name.
func (w *world) taken(id uuid.UUID) map[string]string {
	w.t.Helper()
	f, err := w.svc.Bundle(w.ctx, w.mine, id)
	w.must(err)
	z, err := zip.NewReader(bytes.NewReader(f.Bytes), int64(len(f.Bytes)))
	w.must(err)
	out := map[string]string{}
	for _, x := range z.File {
		r, err := x.Open()
		w.must(err)
		b, err := io.ReadAll(r)
		w.must(err)
		out[x.Name] = string(b)
	}
	return out
}

// What is kept of a contract is what proves it: the paper with its signatures and their certificate,
// or the scan; what both sides said, and what was handed in. Notes of the buyer's people stay with them.
func TestEverythingOfAContractIsTaken(t *testing.T) {
	w, ours, _ := signs(t, 1, 1)
	id, _, theirs, _ := w.sent("K/1", "{supplier} delivers.")
	w.hold(theirs)
	theirs.Confirmed = ours[0].Confirmed
	w.must(w.svc.Comment(w.ctx, theirs, id, contractsvc.Said{Body: "We agree on it"}))
	w.must(w.svc.Note(w.ctx, w.mine, id, contractsvc.Said{Body: "SECRET we would pay more"}))
	w.must(w.svc.BeginSigning(w.ctx, w.mine, id, w.form(id, map[uuid.UUID]int{ours[0].User: 1, theirs.User: 2})))
	for i, a := range []string{"first-0001", "second-001"} {
		who := ours[0]
		if i > 0 {
			who = theirs
		}
		_, err := w.svc.Sign(w.ctx, who, id, w.shown(who, id), a)
		w.must(err)
	}
	w.isNow(id, contract.Active)
	due, err := w.svc.AddDuty(w.ctx, w.mine, id, contract.Duty{Kind: contract.Delivery, Side: contract.BuyerSide, Title: "The site", Due: days(9)})
	w.must(err)
	u, err := w.svc.BeginUpload(w.ctx, w.mine, uuid.Nil, "site/../plan.pdf", int64(len(blank)))
	w.must(err)
	u, err = w.svc.Append(w.ctx, w.mine, uuid.Nil, u.ID, 0, blank)
	w.must(err)
	w.must(w.svc.HandIn(w.ctx, w.mine, due, contractsvc.Evidence{Version: 1, Note: "It is cleared", File: u.File}))
	signed, err := w.svc.Paper(w.ctx, w.mine, id)
	w.must(err)
	certificate, err := w.svc.Certificate(w.ctx, w.mine, id)
	w.must(err)
	in := w.taken(id)
	if in["signed.pdf"] != string(signed.Bytes) || in["certificate.pdf"] != string(certificate.Bytes) || !strings.Contains(in["comments.json"], "We agree on it") ||
		!strings.Contains(in["milestones.json"], "It is cleared") {
		t.Errorf("%d: %s %s", len(in), in["comments.json"], in["milestones.json"])
	}
	evidence := 0
	for name, b := range in {
		if strings.HasPrefix(name, "evidence/") && b == string(blank) && strings.Count(name, "/") == 1 {
			evidence++
		}
		if strings.Contains(b, "SECRET") {
			t.Errorf("%s holds what was said among the buyer's people", name)
		}
		if name != "manifest.sha256" && !strings.Contains(in["manifest.sha256"], "  "+name+"\n") {
			t.Errorf("%s is not in the manifest", name)
		}
	}
	if evidence != 1 {
		t.Errorf("%d files that were handed in", evidence)
	}

	id, _, _, _ = w.sent("K/2", "{supplier} delivers.")
	w.brought(id, 1, "")
	w.must(w.svc.DecideScan(w.ctx, ours[0], id, true, ""))
	in = w.taken(id)
	if _, there := in["signed.pdf"]; there || in["scan/signed.pdf"] != string(blank) || !strings.Contains(in["scan.json"], "Juma") {
		t.Errorf("of a contract on paper: %v", in["scan.json"])
	}
}
