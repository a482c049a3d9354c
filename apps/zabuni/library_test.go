package main

import (
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
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
}
