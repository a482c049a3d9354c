package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/gateway/bank"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pg"
)

// banked are the ways of paying of a house: accounts at banks.
func (h *house) banked() paymentsvc.Gateways {
	h.Helper()
	accounts, err := bank.New(bank.Options{Accounts: "KES|Zabuni Ltd|KCB Bank|Moi Avenue|118 023 4567|KCBLKENX; USD|Zabuni Ltd|Equity Bank||0042|"})
	h.must(err)
	return paymentsvc.Gateways{payment.Bank: accounts}
}

// bank is a transfer of each tenant's rival with its slip, statements of cash that nobody knows and
// of what went out, and what was proposed about one of its lines.
func (h *house) bank() {
	h.Helper()
	lines := []string{"-350 LEDGER FEE"}
	for i, t := range h.tenants {
		a := t.rival
		x := h.author(t, "FEE", "live", -time.Hour, 48*time.Hour)
		h.exec("UPDATE category SET bid_fee = 700 WHERE id = $1", x.category)
		h.must(h.Sourcing.Publish(h.ctx, t.buyer, t.buyer.Org, x.category))
		_, err := h.Payments.AddToCart(h.ctx, a, x.category)
		h.must(err)
		o, err := h.Payments.Checkout(h.ctx, a, "order-"+x.category.String())
		h.must(err)
		_, err = h.Payments.PayByBank(h.ctx, a, paymentsvc.Pay{Order: o.ID, Key: "transfer-" + x.category.String()})
		h.must(err)
		_, err = h.Payments.AddSlip(h.ctx, a, o.ID, paymentsvc.File{Name: "slip.pdf", Bytes: paper(word(a, "slip"))})
		h.must(err)
		lines = append(lines, fmt.Sprintf("40 CASH %d", i))
		t.ids["slip"] = h.id("SELECT id FROM payment_slip WHERE order_id = $1", o.ID)
	}
	a := h.operator
	for _, x := range []struct {
		account string
		file    []byte
	}{
		{"kes-1180234567", statementOf("1180234567", "KES", 1, 9000, lines...)},
		{"usd-0042", statementOf("0042", "USD", 1, 50, "7 INTEREST")},
	} {
		plan, err := h.Payments.CheckStatement(h.ctx, a, x.account, paymentsvc.File{Name: "bank.sta", Bytes: x.file})
		h.must(err)
		h.must(pg.InTx(h.ctx, h.DB, func(tx pg.Tx) error { return h.Payments.ImportStatement(h.ctx, tx, a, plan) }))
	}
	_, err := h.Payments.SettleLines(h.ctx)
	h.must(err)
	proof, err := h.Payments.AddEvidence(h.ctx, a, paymentsvc.File{Name: "advice.pdf", Bytes: paper("advice")})
	h.must(err)
	for i, t := range h.tenants {
		id := h.id("SELECT id FROM statement_line WHERE narration = $1", fmt.Sprintf("CASH %d", i))
		h.must(h.Payments.Propose(h.ctx, a, paymentsvc.Proposal{Line: uuid.MustParse(id), Act: paymentsvc.Dismiss, Reason: "Cash of nobody", Evidence: proof}))
		t.ids["line"], t.ids["line_code"] = id, h.id("SELECT code FROM statement_line WHERE id = $1", id)
		t.ids["resolution"] = h.id("SELECT id FROM payment_resolution WHERE line_id = $1", id)
	}
	second := h.person("oper", "operator", access.Operator, a.Org)
	h.refunds(a, second, proof)
	h.goesBack(a, second, proof)
}

// refunds give back a part of an order of each tenant, by a transfer. Each tenant's supplier pays for the same and has a
// receipt; its cart is as it was.
func (h *house) refunds(a, second access.Actor, proof uuid.UUID) {
	h.Helper()
	var lines, more []string
	for i, t := range h.tenants {
		payer := h.person([]string{"kapp", "lamb"}[i], "supplier", access.Supplier, uuid.Nil)
		x := h.author(t, "BACK", "live", -time.Hour, 48*time.Hour)
		h.exec("UPDATE category SET bid_fee = 600 WHERE id = $1", x.category)
		h.must(h.Sourcing.Publish(h.ctx, t.buyer, t.buyer.Org, x.category))
		_, err := h.Payments.AddToCart(h.ctx, payer, x.category)
		h.must(err)
		o, err := h.Payments.Checkout(h.ctx, payer, "back-"+x.category.String())
		h.must(err)
		lines = append(lines, "600 EFT "+o.Number)
		cart := uuid.MustParse(t.ids["cart"])
		_, err = h.Payments.RemoveFromCart(h.ctx, t.supplier, cart)
		h.must(err)
		_, err = h.Payments.AddToCart(h.ctx, t.supplier, x.category)
		h.must(err)
		o, err = h.Payments.Checkout(h.ctx, t.supplier, "paper-"+x.category.String())
		h.must(err)
		more = append(more, "600 EFT "+o.Number)
	}
	plan, err := h.Payments.CheckStatement(h.ctx, a, "kes-1180234567", paymentsvc.File{Name: "paid.sta", Bytes: statementOf("1180234567", "KES", 2, 9000, slices.Concat(lines, more)...)})
	h.must(err)
	h.must(pg.InTx(h.ctx, h.DB, func(tx pg.Tx) error { return h.Payments.ImportStatement(h.ctx, tx, a, plan) }))
	_, err = h.Payments.SettleLines(h.ctx)
	h.must(err)
	for i, t := range h.tenants {
		number := strings.TrimPrefix(lines[i], "600 EFT ")
		one := money.New(1, 0)
		category := h.id("SELECT l.category_id FROM order_line l JOIN purchase_order o ON o.id = l.order_id WHERE o.number = $1", number)
		id, err := h.Payments.AskRefund(h.ctx, a, paymentsvc.RefundAsk{Order: number, Reason: "Paid by mistake",
			Parts: []payment.BackPart{{Category: uuid.MustParse(category), Amount: &one}}})
		h.must(err)
		h.must(h.Payments.DecideRefund(h.ctx, second, id, true))
		h.must(h.Payments.EndRefund(h.ctx, a, paymentsvc.RefundEnd{Refund: id, Paid: true, Reference: "FT-1", Evidence: proof}))
		t.ids["refund"] = id.String()
		t.ids["paper"] = h.id("SELECT id FROM payment_paper WHERE supplier_id = $1", t.supplier.Org)
		_, err = h.Payments.AddToCart(h.ctx, t.supplier, uuid.MustParse(t.ids["cart"]))
		h.must(err)
	}
}
