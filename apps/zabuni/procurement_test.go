package main

import (
	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/procurement"
	"zabuni.org/core/sourcing"
)

// procures is a plan of procurement of the tenant's that is being written, with an item of a department, and one that stands.
func (h *house) procures(t *tenant) {
	h.Helper()
	w := word(t.buyer, "procurement")
	begun := func(title string, department *uuid.UUID) (plan, item uuid.UUID) {
		plan, err := h.Procurement.Draw(h.ctx, t.second, t.buyer.Org, procurement.Form{Year: h.now.Year(), Title: title + " " + w, Regime: "ke-ppada"})
		h.must(err)
		from := h.now.Truncate(day)
		item, err = h.Procurement.AddItem(h.ctx, t.second, t.buyer.Org, plan, procurement.Item{Number: "1", Title: "Boats " + w, DepartmentID: department, Classification: "34522000",
			Activity: sourcing.Tender, Currency: "KES", Estimate: money.New(5_000_000, 0), PublishOn: from, AwardOn: from.AddDate(0, 3, 0), BudgetLine: "Fleet " + w})
		h.must(err)
		return plan, item
	}
	department := uuid.MustParse(t.ids["department"])
	draft, item := begun("Begun", &department)
	t.set("procurement_draft", draft)
	t.set("procurement_item", item)
	stands, planned := begun("Stands", nil)
	h.must(h.Procurement.Step(h.ctx, t.second, t.buyer.Org, stands, procurement.Submitted, "Please", 2))
	h.must(h.Procurement.Step(h.ctx, t.buyer, t.buyer.Org, stands, procurement.Approved, "", 3))
	t.set("procurement", stands)
	t.set("planned_item", planned)
}
