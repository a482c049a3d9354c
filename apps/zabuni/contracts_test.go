package main

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// contracted is a contract of the tenant with its supplier, as it is drafted.
func (h *house) contracted(t *tenant, number string, category *uuid.UUID) uuid.UUID {
	h.Helper()
	a := t.buyer
	text := rich.FromPlain("They agree on " + word(a, "cont")).JSON()
	id, err := h.Contracts.Create(h.ctx, a, contractsvc.Beginning{Form: contractsvc.Form{
		Terms:        contract.Terms{Number: number, Title: "Agreed " + word(a, "cont"), Description: word(a, "cont")},
		Language:     "en",
		Category:     category,
		Currency:     "KES",
		Value:        "250000.00",
		Counterparty: &contractsvc.PartyForm{Company: t.supplier.Org},
		Body:         &text,
	}})
	h.must(err)
	return id
}

// sent is one that was approved and that its supplier reads, with the sum of its text.
func (h *house) sent(t *tenant, number string) (uuid.UUID, string) {
	h.Helper()
	id := h.contracted(t, number, nil)
	h.must(h.Contracts.Submit(h.ctx, t.buyer, id))
	read, err := h.Contracts.Agreement(h.ctx, t.second, id)
	h.must(err)
	h.must(h.Contracts.Approve(h.ctx, t.second, id, read.Sum))
	h.must(h.Contracts.Send(h.ctx, t.buyer, id, read.Sum))
	return id, read.Sum
}

// agreed are the levels of a tenant, a contract that waits for them, one that an approver refused,
// and one whose supplier proposes another text.
func (h *house) agreed(t *tenant) {
	h.Helper()
	a := t.buyer
	category := uuid.MustParse(t.ids["contract_category"])
	levels, err := h.Contracts.Levels(h.ctx, a)
	h.must(err)
	h.must(h.Contracts.SetRules(h.ctx, a, contractsvc.CategoryRules{
		Category: &category,
		Rules:    []contract.Rule{{Currency: "KES", Level: 1, From: decimal("1000"), Everyone: true}, {Currency: "KES", Level: 2, From: decimal("5000000")}},
		Sum:      levels.Rules[0].Sum,
	}))
	until := levels.Today.AddDate(0, 0, 30)
	h.must(h.Contracts.Delegate(h.ctx, a, a.User, t.second.User, &until))
	id := h.contracted(t, "A/1", &category)
	level := func(n int) { // it is held when the contract is submitted, and by nobody from then on
		_, err := pgtest.Do(h.ctx, h.db, "UPDATE account SET approval_level = $2 WHERE id = $1", t.second.User, n)
		h.must(err)
	}
	level(1)
	h.must(h.Contracts.Submit(h.ctx, a, id))
	level(0)
	t.set("waiting_contract", id)
	id = h.contracted(t, "A/2", nil)
	h.must(h.Contracts.Submit(h.ctx, a, id))
	read, err := h.Contracts.Agreement(h.ctx, t.second, id)
	h.must(err)
	h.must(h.Contracts.Refuse(h.ctx, t.second, id, read.Sum, "Because "+word(a, "cont")))
	t.set("refused_contract", id)
	for _, x := range []struct{ number, name string }{{"A/4", "sent"}, {"A/5", "sent_too"}, {"A/6", "sent_paper"}, {"A/7", "sent_fresh"}} {
		id, sum := h.sent(t, x.number)
		t.set(x.name+"_contract", id)
		t.ids[x.name+"_sum"] = sum
	}
	t.set("second", t.second.User)
	t.set("keeper", t.manager.User)
	t.set("salesman", t.supplier.User)
	t.ids["today"] = levels.Today.Format(time.DateOnly)
	id, sum := h.sent(t, "A/3")
	w := word(t.supplier, "prop")
	h.must(h.Contracts.Comment(h.ctx, a, id, contractsvc.Said{Body: "Read " + word(a, "cont")}))
	h.must(h.Contracts.Comment(h.ctx, t.supplier, id, contractsvc.Said{Body: "Said " + w}))
	h.must(h.Contracts.Note(h.ctx, a, id, contractsvc.Said{Body: "Among us " + word(a, "note")}))
	h.must(h.Contracts.ProposeText(h.ctx, t.supplier, id, sum, rich.FromPlain("They agree on "+w).JSON(), "For "+w))
	t.set("proposed_contract", id)
	t.ids["proposed_version"] = "2" // behind the one that was sent
}

// inForce are a contract of the tenant in force, with what is due under it and how it was served,
// and one that is over.
func (h *house) inForce(t *tenant) {
	h.Helper()
	a, w := t.buyer, word(t.buyer, "cont")
	category, file := uuid.MustParse(t.ids["contract_category"]), uuid.MustParse(t.ids["contract_file"])
	now, err := pg.ClockOf(h.ctx, h.db)
	h.must(err)
	on := func(days int) *time.Time {
		d := party.Day(now.In(party.Zone("KE"))).AddDate(0, 0, days)
		return &d
	}
	old := contractsvc.Old{Status: contract.Active, Form: contractsvc.Form{
		Terms:        contract.Terms{Number: "F/1", Title: "Force " + w, Description: w, Starts: on(-100), Ends: on(100)},
		Language:     "en",
		Category:     &category,
		Currency:     "KES",
		Value:        "250000.00",
		Counterparty: &contractsvc.PartyForm{Company: t.supplier.Org},
		File:         file,
	}}
	id, err := h.Contracts.Import(h.ctx, a, old)
	h.must(err)
	t.set("contract_in_force", id)
	_, err = pgtest.Do(h.ctx, h.db, `INSERT INTO contract_sent (contract_id, number, buyer_id, supplier_id, version, sum, sent_by, sent_at)
		SELECT k.id, 1, k.buyer_id, k.supplier_id, v.number, v.sum, v.created_by, v.created_at
		FROM contract k JOIN contract_version v ON v.contract_id = k.id WHERE k.id = $1`, id) // as if its supplier had been sent it here: it has a desk
	h.must(err)
	_, err = pgtest.Do(h.ctx, h.db, `INSERT INTO contract_pack (contract_id, position, buyer_id, kind, document_id, sum, created_at)
		SELECT $1, 1, company_id, 'tender', id, sha256, created_at FROM document WHERE id = $2`, id, file) // as if an award had made it
	h.must(err)
	evidence, err := h.Contracts.BeginEvidence(h.ctx, t.supplier, id, word(t.supplier, "prop")+".pdf", 300)
	h.must(err)
	t.set("contract_evidence", evidence.ID)
	for _, x := range []struct {
		name string
		contract.Duty
	}{
		{"milestone", contract.Duty{Kind: contract.Delivery, Side: contract.BuyerSide, Title: "Pier " + w, Due: on(20)}},
		{"milestone_due", contract.Duty{Kind: contract.Obligation, Side: contract.BuyerSide, Title: "Rope " + w, Due: on(21)}},
		{"milestone_later", contract.Duty{Kind: contract.Consent, Side: contract.BuyerSide, Title: "Paint " + w, Due: on(22)}},
		{"milestone_paid", contract.Duty{Kind: contract.Payment, Side: contract.Counterparty, Title: "Boats " + w, Due: on(30), Amount: "1000.00"}},
		{"milestone_met", contract.Duty{Kind: contract.Reporting, Side: contract.Counterparty, Title: "Report " + w, Due: on(0)}},
	} {
		made, err := h.Contracts.AddDuty(h.ctx, a, id, x.Duty)
		h.must(err)
		t.set(x.name, made)
	}
	h.must(h.Contracts.HandIn(h.ctx, a, uuid.MustParse(t.ids["milestone"]), contractsvc.Evidence{Version: 1, Note: "Done " + w, File: file}))
	met := uuid.MustParse(t.ids["milestone_met"])
	h.must(h.Contracts.HandIn(h.ctx, t.supplier, met, contractsvc.Evidence{Version: 1, Note: "Done " + word(t.supplier, "prop")}))
	h.must(h.Contracts.Judge(h.ctx, a, met, 2, contract.SayMet, "Seen "+w))
	read, err := h.Contracts.Contract(h.ctx, a, id)
	h.must(err)
	h.must(h.Contracts.PutRenewal(h.ctx, a, id, contractsvc.Renewing{Version: int(read.Contract.Version), Kind: contract.ByOption, Months: 12, Times: 2, Notice: 30}))
	read, err = h.Contracts.Contract(h.ctx, a, id)
	h.must(err)
	amends, err := h.Contracts.Amend(h.ctx, a, id, contractsvc.Amending{
		Version: int(read.Contract.Version),
		Ground:  contract.ForScope,
		Title:   "Amended " + w,
		Why:     "Because " + w,
		Value:   "260000.00",
		Ends:    on(120),
	})
	h.must(err)
	t.set("amendment", amends)
	points := 80
	h.must(h.Contracts.Score(h.ctx, a, id, contractsvc.Scoring{From: on(-90), Until: on(0), Weights: contract.Weights{contract.Punctual: 50, contract.Judged: 50}, Judged: &points, Reason: "Served " + word(a, "note")}))
	since := now.Sub(h.now)
	old.Number, old.Ends = "F/4", on(-12)
	h.at(since - 20*day)
	id, err = h.Contracts.Import(h.ctx, a, old)
	h.must(err)
	t.set("expired_contract", id)
	h.at(since)
	_, err = h.Contracts.ExpireDue(h.ctx) // by the calendar
	h.must(err)
	old.Number, old.Status, old.Ends = "F/3", contract.Expired, on(-5)
	_, err = h.Contracts.Import(h.ctx, a, old)
	h.must(err)
	old.Number, old.Status, old.Ends, old.Ended = "F/2", contract.Completed, nil, on(-10)
	id, err = h.Contracts.Import(h.ctx, a, old)
	h.must(err)
	t.set("past_contract", id)
}
