package main

import (
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/rich"
)

// library is what contracts of a company are written from.
func (h *house) library(t *tenant) {
	h.Helper()
	a := t.buyer
	clause, err := h.Contracts.CreateSection(h.ctx, a, contractsvc.SectionForm{
		Section: contract.Section{
			Code:      "PAY-01",
			Language:  "en",
			Title:     word(a, "clau"),
			Topic:     contract.TopicPayment,
			Mandatory: true,
			Risk:      contract.HighRisk,
			Fallback:  "Or " + word(a, "clau"),
			Guidance:  "Beware of " + word(a, "clau"),
		},
		Body: rich.FromPlain("Pay " + word(a, "clau") + " to {suplier}").JSON(),
	})
	h.must(err)
	template, err := h.Contracts.CreateTemplate(h.ctx, a, contractsvc.TemplateForm{
		Name:        word(a, "ctem"),
		Description: "For " + word(a, "ctem"),
		Language:    "en",
		Parts:       []contractsvc.PartForm{{Section: clause}, {Title: word(a, "ctem"), Body: rich.FromPlain("Of " + word(a, "ctem")).JSON()}},
	})
	h.must(err)
	category, err := h.Contracts.CreateCategory(h.ctx, a, contract.Category{Name: word(a, "ccat"), Template: &template, RetentionYears: 7, ReminderDays: []int{90, 30}})
	h.must(err)
	t.set("clause", clause)
	t.set("contract_template", template)
	t.set("contract_category", category)
	// The platform's own, which no company owns and every operator reaches.
	offered, err := h.Contracts.CreateSection(h.ctx, h.operator, contractsvc.SectionForm{
		Section: contract.Section{Code: "OFF-" + strings.ToUpper(a.Name[:4]), Language: "en", Title: "Offered", Topic: contract.TopicPayment, Risk: contract.LowRisk},
		Body:    rich.FromPlain("Text").JSON(),
	})
	h.must(err)
	form, err := h.Contracts.CreateTemplate(h.ctx, h.operator, contractsvc.TemplateForm{Name: "Offered", Language: "en", Parts: []contractsvc.PartForm{{Section: offered}}})
	h.must(err)
	t.set("platform_clause", offered)
	t.set("platform_template", form)
	h.made(t, category)
}

// made are contracts that a company's people made: by answers, and of a file, with one that is on its way.
func (h *house) made(t *tenant, category uuid.UUID) {
	h.Helper()
	a := t.buyer
	outsider := contractsvc.PartyForm{Party: contract.Party{
		Name:    "Out " + word(a, "cont"),
		Country: "CN",
		TaxID:   word(a, "cont"),
		Address: "Road " + word(a, "cont"),
		Email:   word(a, "cont") + "@example.org",
	}}
	form := contractsvc.Form{
		Terms:        contract.Terms{Number: "M/1", Title: "Made " + word(a, "cont"), Description: word(a, "cont")},
		Language:     "en",
		Category:     &category,
		Currency:     "KES",
		Value:        "250000.00",
		Counterparty: &outsider,
	}
	answers := contract.Answers{Subject: contract.Goods, Risk: contract.HighRisk}
	id, err := h.Contracts.Create(h.ctx, a, contractsvc.Beginning{Answers: &answers, Form: form})
	h.must(err)
	t.set("made_contract", id)
	t.ids["made_block"] = h.id("SELECT block_id FROM contract_block WHERE contract_id = $1 ORDER BY position LIMIT 1", id)
	u, err := h.Contracts.BeginUpload(h.ctx, a, uuid.Nil, word(a, "cont")+".pdf", 500)
	h.must(err)
	t.set("contract_upload", u.ID)
	bytes := paper(word(a, "cont"))
	u, err = h.Contracts.BeginUpload(h.ctx, a, uuid.Nil, word(a, "cont")+".pdf", int64(len(bytes)))
	h.must(err)
	u, err = h.Contracts.Append(h.ctx, a, uuid.Nil, u.ID, 0, bytes)
	h.must(err)
	t.set("contract_file", u.File)
	form.Number, form.File = "M/2", u.File
	id, err = h.Contracts.Create(h.ctx, a, contractsvc.Beginning{Form: form})
	h.must(err)
	t.set("filed_contract", id)
	h.signing(t)
}

// shelves gives both libraries what is out of use and what is in another language or of
// another topic.
func (h *house) shelves() {
	h.Helper()
	for _, a := range []access.Actor{h.tenants[0].buyer, h.operator} {
		var ids []uuid.UUID
		for _, s := range []contract.Section{
			{Code: "OLD-01", Language: "fr", Title: "Passé", Topic: contract.TopicScope, Risk: contract.LowRisk},
			{Code: "NEW-01", Language: "sw", Title: "Mpya", Topic: contract.TopicDelivery, Risk: contract.LowRisk},
		} {
			id, err := h.Contracts.CreateSection(h.ctx, a, contractsvc.SectionForm{Section: s, Body: rich.FromPlain("Text").JSON()})
			h.must(err)
			ids = append(ids, id)
			template, err := h.Contracts.CreateTemplate(h.ctx, a, contractsvc.TemplateForm{Name: s.Title, Language: s.Language, Parts: []contractsvc.PartForm{{Section: id}}})
			h.must(err)
			if s.Code == "OLD-01" {
				h.must(h.Contracts.ArchiveTemplate(h.ctx, a, template, true))
			}
		}
		h.must(h.Contracts.ArchiveSection(h.ctx, a, ids[0], true))
	}
	a := h.tenants[0].buyer
	id, err := h.Contracts.CreateCategory(h.ctx, a, contract.Category{Name: "Passed", RetentionYears: 7})
	h.must(err)
	h.must(h.Contracts.ArchiveCategory(h.ctx, a, id, true))
}
