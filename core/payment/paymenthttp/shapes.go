// Package paymenthttp is the operations of carts, orders and payments.
package paymenthttp

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

type (
	// CartLine is one category that the supplier is about to pay for.
	CartLine struct {
		CategoryID   uuid.UUID         `json:"category_id" format:"uuid"`
		Name         string            `json:"name"`
		Activity     sourcing.Activity `json:"activity"`
		BuyerID      uuid.UUID         `json:"buyer_id" format:"uuid"`
		BuyerName    string            `json:"buyer_name"`
		JobID        uuid.UUID         `json:"job_id" format:"uuid"`
		JobTitle     string            `json:"job_title"`
		JobReference string            `json:"job_reference"`
		Timezone     string            `json:"timezone,omitempty"`
		ClosesAt     time.Time         `json:"closes_at"`
		Fee          money.Amount      `json:"fee"`
		State        string            `json:"state" enum:"payable,paid,refused" doc:"Only payable lines can be paid"`
		Refused      string            `json:"refused,omitempty" doc:"Of a refused line: the code of why I cannot take part"`
	}
	// Cart is everything that the cart's screen shows.
	Cart struct {
		Items     []CartLine         `json:"items"`
		UnderWay  []Order            `json:"under_way" doc:"Orders that are being paid, oldest first: what stands in them is no part of the cart meanwhile"`
		Total     *money.Amount      `json:"total,omitempty" doc:"Absent when the cart is empty or its currencies differ"`
		CartCode  string             `json:"cart_code,omitempty" doc:"Of the order that was made of exactly these lines"`
		Order     *Order             `json:"order,omitempty"`
		Providers []payment.Provider `json:"providers" doc:"Ways in which the total can be paid here"`
	}
	// Attempt is the try that counts: the completed one, else the latest.
	Attempt struct {
		ID        uuid.UUID        `json:"id" format:"uuid"`
		Provider  payment.Provider `json:"provider"`
		Payer     string           `json:"payer,omitempty" doc:"Masked"`
		Receipt   string           `json:"receipt,omitempty"`
		Status    payment.State    `json:"status" enum:"created,pending,processing,completed,failed,expired,review,dismissed"`
		Reason    payment.Reason   `json:"reason,omitempty"`
		CreatedAt time.Time        `json:"created_at"`
		SettledAt *time.Time       `json:"settled_at,omitempty"`
	}
	// Next is where a payer goes.
	Next struct {
		Kind   payment.NextKind `json:"kind"`
		URL    string           `json:"url,omitempty" doc:"Of a redirect or a form"`
		Fields []FormField      `json:"fields,omitempty" doc:"Of a form: what the browser posts, in this order"`
	}
	// FormField is one of a form.
	FormField struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	// Bill is what there is to pay for the link of an order: not what for, and not who owes it.
	Bill struct {
		Payee     string             `json:"payee"`
		Amount    money.Amount       `json:"amount"`
		Status    payment.State      `json:"status" enum:"created,pending,processing,completed,failed,expired,cancelled"`
		Review    bool               `json:"review" doc:"Money came that a person looks at"`
		Provider  payment.Provider   `json:"provider,omitempty" doc:"Of the latest try, where it is one of these"`
		Next      *Next              `json:"next,omitempty"`
		Providers []payment.Provider `json:"providers" doc:"That anybody may pay by, and that take the amount"`
	}
	// Order is a cart as it was checked out, and what became of it.
	Order struct {
		ID        uuid.UUID          `json:"id" format:"uuid"`
		Number    string             `json:"number"`
		CartCode  string             `json:"cart_code"`
		Amount    money.Amount       `json:"amount"`
		Status    payment.State      `json:"status" enum:"created,pending,processing,completed,failed,expired,cancelled"`
		Shown     string             `json:"shown" enum:"Pending,Processing,Completed,Failed" doc:"The status in the specification's words"`
		CreatedAt time.Time          `json:"created_at"`
		PaidAt    *time.Time         `json:"paid_at,omitempty"`
		Lines     []CartLine         `json:"lines"`
		Attempt   *Attempt           `json:"attempt,omitempty"`
		Next      *Next              `json:"next,omitempty" doc:"While a payment is under way: where the payer goes"`
		Transfer  *Transfer          `json:"transfer,omitempty" doc:"While a transfer is awaited: what to tell the bank"`
		ByHand    *ByHand            `json:"by_hand,omitempty" doc:"How it may be paid at a till, without a prompt"`
		Providers []payment.Provider `json:"providers"`
		Back      []GivenBack        `json:"back" doc:"What goes back of it, or went"`
		Receipts  []PaymentReceipt   `json:"receipts" doc:"Its papers, oldest first"`
	}
	// ByHand is how an order is paid at a till.
	ByHand struct {
		Till    string `json:"till" doc:"Its number"`
		Account string `json:"account" doc:"What the payer types as the account"`
	}
	// Payment is one row of a list of payments.
	Payment struct {
		ID           uuid.UUID        `json:"id" format:"uuid"`
		Number       string           `json:"number"`
		Provider     payment.Provider `json:"provider,omitempty" doc:"Absent: nobody tried yet"`
		Reference    string           `json:"reference,omitempty" doc:"The provider's receipt"`
		Purpose      string           `json:"purpose"`
		Lines        int64            `json:"lines"`
		Amount       money.Amount     `json:"amount"`
		Status       payment.State    `json:"status" enum:"created,pending,processing,completed,failed,expired,cancelled"`
		Shown        string           `json:"shown" enum:"Pending,Processing,Completed,Failed"`
		InReview     bool             `json:"in_review"`
		Reason       payment.Reason   `json:"reason,omitempty"`
		CreatedAt    time.Time        `json:"created_at"`
		PaidAt       *time.Time       `json:"paid_at,omitempty"`
		SupplierID   uuid.UUID        `json:"supplier_id" format:"uuid"`
		SupplierName string           `json:"supplier_name,omitempty" doc:"On the operator's desk"`
		Payer        string           `json:"payer,omitempty" doc:"Masked; on the operator's desk"`
		Back         []GivenBack      `json:"back,omitempty" doc:"Of one's own: what goes back of it, or went"`
		Receipts     []PaymentReceipt `json:"receipts,omitempty" doc:"Of one's own: its papers"`
	}
	// Payments is one page of payments.
	Payments struct {
		Items []Payment `json:"items"`
		Next  string    `json:"next,omitempty"`
	}
	// Review is money that a person must look at.
	Review struct {
		AttemptID    uuid.UUID        `json:"attempt_id" format:"uuid"`
		OrderID      uuid.UUID        `json:"order_id" format:"uuid"`
		Number       string           `json:"number"`
		SupplierID   uuid.UUID        `json:"supplier_id" format:"uuid"`
		SupplierName string           `json:"supplier_name"`
		Provider     payment.Provider `json:"provider"`
		Payer        string           `json:"payer"`
		ProviderRef  string           `json:"provider_ref"`
		Receipt      string           `json:"receipt,omitempty"`
		Asked        money.Amount     `json:"asked"`
		Held         money.Amount     `json:"held" doc:"In suspense"`
		Reason       payment.Reason   `json:"reason" enum:"amount_differs,currency_differs,order_paid,order_cancelled,category_closed,receipt_reused"`
		CreatedAt    time.Time        `json:"created_at"`
		SettledAt    *time.Time       `json:"settled_at,omitempty"`
	}
	// Reviews is one page of them.
	Reviews struct {
		Items []Review `json:"items"`
		Next  string   `json:"next,omitempty"`
	}
	// Stray is a callback that belongs to no attempt, or speaks against one that is done.
	Stray struct {
		ID         int64            `json:"id"`
		Provider   payment.Provider `json:"provider"`
		Number     string           `json:"number,omitempty" doc:"Of the order, if there is one"`
		Body       string           `json:"body" doc:"As it came: never a proof of anything"`
		Network    string           `json:"network"`
		Verdict    string           `json:"verdict" enum:"unmatched,contradicts,forged"`
		ReceivedAt time.Time        `json:"received_at"`
	}
	// Strays is one page of them, newest first.
	Strays struct {
		Items []Stray `json:"items"`
	}
)

// stateOf tells whether a line can be paid, and the code of why not.
func stateOf(l payment.Line) (state, refused string) {
	err := l.Check()
	switch {
	case l.Entry.Paid:
		return "paid", ""
	case err != nil:
		return "refused", fault.As(err).Code
	}
	return "payable", ""
}

func cartOf(c paymentsvc.Cart) Cart {
	out := Cart{Items: make([]CartLine, len(c.Lines)), UnderWay: httpkit.Each(c.UnderWay, orderOf), Total: c.Total, Providers: c.Providers}
	for i, l := range c.Lines {
		out.Items[i] = lineOf(l)
	}
	if c.Order != nil {
		o := orderOf(*c.Order)
		out.Order, out.CartCode = &o, o.CartCode
	}
	return out
}

func lineOf(l paymentsvc.CartLine) CartLine {
	state, refused := stateOf(l.Line)
	return CartLine{
		CategoryID:   l.Category,
		Name:         l.Name,
		Activity:     sourcing.Activity(l.Activity),
		BuyerID:      l.Buyer,
		BuyerName:    l.BuyerName,
		JobID:        l.Job,
		JobTitle:     l.JobTitle,
		JobReference: l.JobReference,
		Timezone:     l.JobZone,
		ClosesAt:     l.ClosesAt,
		Fee:          l.Fee,
		State:        state,
		Refused:      refused,
	}
}

func orderOf(o paymentsvc.Order) Order {
	out := Order{ID: o.ID, Number: o.Number, CartCode: o.CartCode, Amount: o.Amount, Status: o.Status, Shown: payment.Shown(o.Status), CreatedAt: o.CreatedAt,
		PaidAt: o.PaidAt, Lines: make([]CartLine, len(o.Lines)), Providers: o.Providers, Back: httpkit.Each(o.Back, givenOf),
		Receipts: httpkit.Each(o.Receipts, receiptOf)}
	for i, l := range o.Lines {
		out.Lines[i] = lineOf(l)
	}
	if t := o.Attempt; t != nil {
		a := Attempt(*t)
		out.Attempt = &a
	}
	out.Next, out.Transfer = nextOf(o.Next), transferOf(o.Transfer)
	if o.ByHand != nil {
		b := ByHand(*o.ByHand)
		out.ByHand = &b
	}
	return out
}

func nextOf(n *payment.Next) *Next {
	if n == nil {
		return nil
	}
	out := &Next{Kind: n.Kind, URL: n.URL}
	for _, f := range n.Fields {
		out.Fields = append(out.Fields, FormField(f))
	}
	return out
}

func billOf(b paymentsvc.Bill) Bill {
	return Bill{
		Payee:     b.Payee,
		Amount:    b.Amount,
		Status:    b.Status,
		Review:    b.Review,
		Provider:  b.Provider,
		Next:      nextOf(b.Next),
		Providers: append([]payment.Provider{}, b.Providers...),
	}
}

func paymentOf(p paymentsvc.Payment) Payment {
	return Payment{ID: p.ID, Number: p.Number, Provider: p.Provider, Reference: p.Receipt, Purpose: p.Purpose, Lines: p.Lines, Amount: p.Amount, Status: p.Status,
		Shown: payment.Shown(p.Status), InReview: p.Attempt == payment.Review, Reason: p.Reason, CreatedAt: p.CreatedAt, PaidAt: p.PaidAt,
		SupplierID: p.Supplier, SupplierName: p.SupplierName, Payer: p.Payer, Back: httpkit.Each(p.Back, givenOf), Receipts: httpkit.Each(p.Receipts, receiptOf)}
}

func reviewOf(r paymentsvc.Review) Review {
	return Review{AttemptID: r.Attempt, OrderID: r.Order, Number: r.Number, SupplierID: r.Supplier, SupplierName: r.SupplierName, Provider: r.Provider, Payer: r.Payer,
		ProviderRef: r.ProviderRef, Receipt: r.Receipt, Asked: r.Asked, Held: money.Amount{Value: r.Held, Currency: r.Asked.Currency}, Reason: r.Reason,
		CreatedAt: r.CreatedAt, SettledAt: r.SettledAt}
}
