package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sign"
)

// authority signs in the house.
func (h *house) authority() *sign.Authority {
	h.Helper()
	a, err := sign.NewAuthority(bytes.Repeat([]byte{5}, 32), bytes.Repeat([]byte{6}, 32))
	h.must(err)
	return a
}

// signing gives a tenant a contract that one side has signed, and one whose signed paper waits
// for its second person.
func (h *house) signing(t *tenant) {
	h.Helper()
	a := t.buyer
	sent := func(number string) (uuid.UUID, string) {
		text := rich.FromPlain("They agree on " + word(a, "cont")).JSON()
		id, err := h.Contracts.Create(h.ctx, a, contractsvc.Beginning{Form: contractsvc.Form{
			Terms:        contract.Terms{Number: number, Title: "Signed " + word(a, "cont"), Description: word(a, "cont")},
			Language:     "en",
			Currency:     "KES",
			Value:        "250000.00",
			Counterparty: &contractsvc.PartyForm{Company: t.supplier.Org},
			Body:         &text,
		}})
		h.must(err)
		h.must(h.Contracts.Submit(h.ctx, a, id))
		read, err := h.Contracts.Agreement(h.ctx, t.second, id)
		h.must(err)
		h.must(h.Contracts.Approve(h.ctx, t.second, id, read.Sum))
		h.must(h.Contracts.Send(h.ctx, a, id, read.Sum))
		return id, read.Sum
	}
	id, sum := sent("S/1")
	h.must(h.Contracts.BeginSigning(h.ctx, a, id, contractsvc.SigningForm{Sum: sum, Days: 30, Signers: []contractsvc.SignerForm{
		{Account: a.User, Capacity: word(a, "cont"), Turn: 1},
		{Account: t.supplier.User, Capacity: word(a, "cont"), Turn: 2},
	}}))
	paper, err := h.Contracts.Paper(h.ctx, a, id)
	h.must(err)
	shown := sha256.Sum256(paper.Bytes)
	who := a
	who.Confirmed = h.now.Add(1000 * day)
	_, err = h.Contracts.Sign(h.ctx, who, id, hex.EncodeToString(shown[:]), "")
	h.must(err)
	t.set("signed_contract", id)
	now, err := pg.ClockOf(h.ctx, h.db)
	h.must(err)
	y, m, d := now.Date()
	today := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	file := uuid.MustParse(t.ids["contract_file"])
	for _, x := range []struct{ number, name string }{{"S/2", "scanned"}, {"S/3", "scan_back"}, {"S/4", "on_paper"}} {
		id, _ = sent(x.number)
		h.must(h.Contracts.OfferScan(h.ctx, a, id, contractsvc.ScanForm{File: file, Number: 1, SignedOn: &today, ForBuyer: word(a, "cont"), ForOther: word(a, "cont")}))
		t.set(x.name+"_contract", id)
	}
	h.must(h.Contracts.DecideScan(h.ctx, t.manager, id, true, "")) // the last is in force by it
}
