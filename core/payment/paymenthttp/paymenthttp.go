package paymenthttp

import (
	"context"
	"net/http"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/find"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	nothing  struct{}
	addInput struct {
		Body struct {
			CategoryID uuid.UUID `json:"category_id" format:"uuid"`
		}
	}
	categoryInput struct {
		ID uuid.UUID `path:"category_id" format:"uuid"`
	}
	checkoutInput struct {
		Key string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true" doc:"Made by the browser at the click"`
	}
	mpesaInput struct {
		Key  string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true" doc:"Made by the browser at the click"`
		Body struct {
			OrderID uuid.UUID `json:"order_id" format:"uuid"`
			Phone   string    `json:"phone" minLength:"1" maxLength:"30" example:"254701234567"`
		}
	}
	orderInput struct {
		ID uuid.UUID `path:"order_id" format:"uuid"`
	}
	// ListInput is exported because the fields of an embedded input are read only then.
	ListInput struct {
		Statuses []payment.State `query:"status,explode" enum:"created,pending,processing,completed,failed,expired,cancelled" maxItems:"20"`
		AtFrom   day.Day         `query:"at_from" doc:"When it was paid, or else made"`
		AtTo     day.Day         `query:"at_to"`
		Search   string          `query:"search" maxLength:"100" doc:"Order number or receipt; supplier on the operator's desk"`
		After    string          `query:"after" maxLength:"200"`
		Limit    int             `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	deskInput struct {
		ListInput
		Providers []payment.Provider `query:"provider,explode" maxItems:"20"`
	}
	reviewsInput struct {
		Providers   []payment.Provider `query:"provider,explode" maxItems:"20"`
		CreatedFrom day.Day            `query:"created_from"`
		CreatedTo   day.Day            `query:"created_to"`
		Search      string             `query:"search" maxLength:"100" doc:"Order number, receipt or supplier"`
		After       string             `query:"after" maxLength:"200"`
		Limit       int                `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	straysInput struct {
		Before int64 `query:"before" minimum:"0" doc:"Id of the last one seen"`
		Limit  int   `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	cardInput struct {
		Way  payment.Provider `path:"way"`
		Key  string           `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true" doc:"Made by the browser at the click"`
		Body struct {
			OrderID uuid.UUID `json:"order_id" format:"uuid"`
		}
	}
	returnInput struct {
		Way  payment.Provider `path:"way"`
		Body struct {
			OrderID *uuid.UUID `json:"order_id,omitempty" format:"uuid"`
			Ref     string     `json:"ref,omitempty" maxLength:"200" doc:"What the page gave back: our reference, or its own; absent: of the order"`
		}
	}
	// HookInput is exported because the fields of an embedded input are read only then.
	HookInput struct {
		httpkit.Incoming
		Way   payment.Hook `path:"way"`
		Token string       `path:"token" maxLength:"100"`
	}
	hookBody struct {
		HookInput
		RawBody []byte
	}
	billInput struct {
		Code string `path:"cart_code" maxLength:"100" doc:"What the link of an order ends with"`
	}
	payBillInput struct {
		Code string           `path:"cart_code" maxLength:"100"`
		Way  payment.Provider `path:"way"`
		Key  string           `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true" doc:"Made by the browser at the click"`
		Body struct {
			Phone string `json:"phone,omitempty" maxLength:"30" doc:"Of who pays; some ways insist on one"`
		}
	}
	proposeInput struct {
		ID   uuid.UUID `path:"attempt_id" format:"uuid"`
		Body struct {
			Act         paymentsvc.Act `json:"act" enum:"match,allocate,ask,dismiss"`
			OrderNumber string         `json:"order_number,omitempty" maxLength:"40" doc:"Of the other order that the money pays"`
			Reason      string         `json:"reason" maxLength:"2000" doc:"Why; kept with who and when"`
			EvidenceID  *uuid.UUID     `json:"evidence_id,omitempty" format:"uuid"`
		}
	}
	decideInput struct {
		ID   uuid.UUID `path:"attempt_id" format:"uuid"`
		Body struct {
			Approve bool `json:"approve" doc:"False: what was proposed is refused, and something else may be proposed"`
		}
	}
)

func (in HookInput) message(method string, body []byte) payment.Message {
	return payment.Message{
		Method: method,
		Header: in.Header,
		Query:  in.Query,
		Body:   body,
		Token:  in.Token,
	}
}

func (in ListInput) filter(ctx context.Context) paymentsvc.Filter {
	return paymentsvc.Filter{Statuses: in.Statuses, At: httpkit.Days(ctx, in.AtFrom, in.AtTo), Search: in.Search}
}

const largestHook = 64 << 10

// MountSupplier registers the cart, the orders and the payments of a supplier.
func MountSupplier(b *httpkit.BFF, s *paymentsvc.Service) {
	anybody, payer := access.Only(access.Supplier), access.Only(access.Supplier, access.MakePayments)
	mountStatement(b, s)
	b.Offer(payments(anybody, s.MyPayments))
	httpkit.Route(b, anybody, httpkit.Operation{ID: "cart", Method: http.MethodGet, Path: "/supplier/cart/", Tag: "payment", Summary: "My cart"},
		func(ctx context.Context, _ *nothing) (*httpkit.Body[Cart], error) {
			c, err := s.Cart(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(cartOf(c), err)
		})
	httpkit.Route(b, anybody, httpkit.Operation{ID: "addToCart", Method: http.MethodPost, Path: "/supplier/cart/", Tag: "payment", Summary: "Put a category into my cart"},
		func(ctx context.Context, in *addInput) (*httpkit.Body[Cart], error) {
			c, err := s.AddToCart(ctx, httpkit.Actor(ctx), in.Body.CategoryID)
			return httpkit.JSON(cartOf(c), err)
		})
	httpkit.Route(b, anybody, httpkit.Operation{ID: "removeFromCart", Method: http.MethodDelete, Path: "/supplier/cart/{category_id}/", Tag: "payment", Summary: "Take a category out of my cart", Status: http.StatusOK},
		func(ctx context.Context, in *categoryInput) (*httpkit.Body[Cart], error) {
			c, err := s.RemoveFromCart(ctx, httpkit.Actor(ctx), in.ID)
			return httpkit.JSON(cartOf(c), err)
		})
	httpkit.Route(b, payer, httpkit.Operation{ID: "checkout", Method: http.MethodPost, Path: "/supplier/cart/checkout/", Tag: "payment", Summary: "Make an order of my cart"},
		func(ctx context.Context, in *checkoutInput) (*httpkit.Body[Order], error) {
			o, err := s.Checkout(ctx, httpkit.Actor(ctx), in.Key)
			return httpkit.JSON(orderOf(o), err)
		})
	httpkit.Route(b, payer, httpkit.Operation{ID: "payByMpesa", Method: http.MethodPost, Path: "/supplier/payment/mpesa/", Tag: "payment", Summary: "Send an M-Pesa prompt for an order"},
		func(ctx context.Context, in *mpesaInput) (*httpkit.Body[Order], error) {
			o, err := s.PayByMpesa(ctx, httpkit.Actor(ctx), paymentsvc.Pay{Order: in.Body.OrderID, Phone: in.Body.Phone, Key: in.Key})
			return httpkit.JSON(orderOf(o), err)
		})
	httpkit.Route(b, payer, httpkit.Operation{ID: "order", Method: http.MethodGet, Path: "/supplier/payment/orders/{order_id}/", Tag: "payment", Summary: "One of my orders, as it stands"},
		func(ctx context.Context, in *orderInput) (*httpkit.Body[Order], error) {
			o, err := s.Order(ctx, httpkit.Actor(ctx), in.ID)
			return httpkit.JSON(orderOf(o), err)
		})
	httpkit.Route(b, anybody, httpkit.Operation{ID: "myPayments", Method: http.MethodGet, Path: "/supplier/mypayments/", Tag: "payment", Summary: "My payments"},
		func(ctx context.Context, in *ListInput) (*httpkit.Body[Payments], error) {
			p, err := s.MyPayments(ctx, httpkit.Actor(ctx), in.filter(ctx), in.After, in.Limit)
			return httpkit.JSON(paymentsOf(p), err)
		})
	httpkit.Route(b, payer, httpkit.Operation{ID: "payByPage", Method: http.MethodPost, Path: "/supplier/payment/cards/{way}/", Tag: "payment", Summary: "Begin a payment at a provider's page"},
		func(ctx context.Context, in *cardInput) (*httpkit.Body[Order], error) {
			o, err := s.PayByPage(ctx, httpkit.Actor(ctx), in.Way, paymentsvc.Pay{Order: in.Body.OrderID, Key: in.Key})
			return httpkit.JSON(orderOf(o), err)
		})
	httpkit.Route(b, payer, httpkit.Operation{ID: "payReturned", Method: http.MethodPost, Path: "/supplier/payment/returns/{way}/", Tag: "payment",
		Summary: "I am back from a provider's page: ask what became of it", Status: http.StatusOK},
		func(ctx context.Context, in *returnInput) (*httpkit.Body[Order], error) {
			var order uuid.UUID
			if in.Body.OrderID != nil {
				order = *in.Body.OrderID
			}
			o, err := s.Returned(ctx, httpkit.Actor(ctx), in.Way, order, in.Body.Ref)
			return httpkit.JSON(orderOf(o), err)
		})
	httpkit.Route(b, payer, httpkit.Operation{ID: "leavePayment", Method: http.MethodPost, Path: "/supplier/payment/orders/{order_id}/leave/", Tag: "payment",
		Summary: "Leave the page of an order, to choose another way", Status: http.StatusOK},
		func(ctx context.Context, in *orderInput) (*httpkit.Body[Order], error) {
			o, err := s.Leave(ctx, httpkit.Actor(ctx), in.ID)
			return httpkit.JSON(orderOf(o), err)
		})
	mountBills(b, s)
	mountTransfers(b, s)
	mountReceipts(b, anybody, "/supplier/payment/receipts/{receipt_id}/pdf/", s)
	hear := func(ctx context.Context, way payment.Provider, m payment.Message) (*httpkit.Onward, error) {
		if err := s.Hear(ctx, way, m, httpkit.From(ctx).Network); err != nil {
			return nil, err
		}
		r, onward, err := s.Reply(ctx, way, m)
		if onward != "" {
			return httpkit.SeeOther(onward), err
		}
		return httpkit.SayOnward(r.Type, r.Body), err
	}
	httpkit.Route(b, access.Anyone, httpkit.Operation{ID: "paymentCallback", Method: http.MethodPost, Path: "/hooks/{way}/{token}", Tag: "payment",
		Summary: "What a provider tells of a payment: kept, and only a reason to ask", MaxBody: largestHook},
		func(ctx context.Context, in *hookBody) (*httpkit.Onward, error) {
			return hear(ctx, in.Way.Way(), in.message(http.MethodPost, in.RawBody))
		})
	httpkit.Route(b, access.Anyone, httpkit.Operation{ID: "paymentCallbackByAddress", Method: http.MethodGet, Path: "/hooks/{way}/{token}", Tag: "payment",
		Summary: "The same in an address"},
		func(ctx context.Context, in *HookInput) (*httpkit.Onward, error) {
			if !slices.Contains(s.Ways(), payment.Provider(in.Way)) { // nothing is read here: a page that is not there
				return nil, fault.NotFound.New("%s", in.Way)
			}
			return hear(ctx, in.Way.Way(), in.message(http.MethodGet, nil))
		})
}

// mountBills registers what whoever has the link of an order may do, without an account.
func mountBills(b *httpkit.BFF, s *paymentsvc.Service) {
	httpkit.Route(b, access.Anyone, httpkit.Operation{ID: "bill", Method: http.MethodGet, Path: "/payment/carts/{cart_code}/", Tag: "payment",
		Summary: "What there is to pay for the link of an order"},
		func(ctx context.Context, in *billInput) (*httpkit.Body[Bill], error) {
			v, err := s.Bill(ctx, in.Code, httpkit.From(ctx).Network)
			return httpkit.JSON(billOf(v), err)
		})
	httpkit.Route(b, access.Anyone, httpkit.Operation{ID: "payBill", Method: http.MethodPost, Path: "/payment/carts/{cart_code}/{way}/", Tag: "payment",
		Summary: "Begin a payment at a provider's page for the link of an order"},
		func(ctx context.Context, in *payBillInput) (*httpkit.Body[Bill], error) {
			v, err := s.PayBill(ctx, in.Way, paymentsvc.Visitor{Code: in.Code, Network: httpkit.From(ctx).Network, Phone: in.Body.Phone, Key: in.Key})
			return httpkit.JSON(billOf(v), err)
		})
}

// MountOperator registers the operator's lists of payments.
func MountOperator(b *httpkit.BFF, s *paymentsvc.Service) {
	reports, viewers := paymentsvc.ToDesk, paymentsvc.ToDesk
	mountDesk(b, s)
	mountStatements(b, s)
	mountRefunds(b, s)
	mountDisputes(b, s)
	mountPayouts(b, s)
	mountReceipts(b, viewers, "/payments/receipts/{receipt_id}/pdf/", s)
	b.Offer(payments(viewers, s.Payments))
	httpkit.Route(b, viewers, httpkit.Operation{ID: "payments", Method: http.MethodGet, Path: "/payments/", Tag: "payment", Summary: "Payments of every supplier"},
		func(ctx context.Context, in *deskInput) (*httpkit.Body[Payments], error) {
			f := in.filter(ctx)
			f.Providers = in.Providers
			p, err := s.Payments(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			return httpkit.JSON(paymentsOf(p), err)
		})
	httpkit.Route(b, reports, httpkit.Operation{ID: "paymentsInReview", Method: http.MethodGet, Path: "/payments/review/", Tag: "payment", Summary: "Money that a person must look at"},
		func(ctx context.Context, in *reviewsInput) (*httpkit.Body[Reviews], error) {
			got, err := s.InReview(ctx, httpkit.Actor(ctx), paymentsvc.Filter{
				Providers: in.Providers,
				At:        httpkit.Days(ctx, in.CreatedFrom, in.CreatedTo),
				Search:    in.Search,
			}, in.After, in.Limit)
			out := Reviews{Items: make([]Review, len(got.Items)), Next: got.Next}
			for i, r := range got.Items {
				out.Items[i] = reviewOf(r)
			}
			return httpkit.JSON(out, err)
		})
	movers := access.Only(access.Operator, access.ManagePayments)
	httpkit.Route(b, movers, httpkit.Operation{ID: "proposePayment", Method: http.MethodPost, Path: "/payments/review/{attempt_id}/", Tag: "payment",
		Summary: "Propose what becomes of money under review", Status: http.StatusNoContent},
		func(ctx context.Context, in *proposeInput) (*nothing, error) {
			p := paymentsvc.Proposal{Attempt: in.ID, Act: in.Body.Act, Target: in.Body.OrderNumber, Reason: in.Body.Reason}
			if in.Body.EvidenceID != nil {
				p.Evidence = *in.Body.EvidenceID
			}
			return &nothing{}, s.Propose(ctx, httpkit.Actor(ctx), p)
		})
	httpkit.Route(b, movers, httpkit.Operation{ID: "decidePayment", Method: http.MethodPost, Path: "/payments/review/{attempt_id}/decision/", Tag: "payment",
		Summary: "Approve or refuse what another person proposed", Status: http.StatusNoContent},
		func(ctx context.Context, in *decideInput) (*nothing, error) {
			return &nothing{}, s.Decide(ctx, httpkit.Actor(ctx), in.ID, in.Body.Approve)
		})
	httpkit.Route(b, reports, httpkit.Operation{ID: "strayCallbacks", Method: http.MethodGet, Path: "/payments/callbacks/", Tag: "payment", Summary: "Callbacks that belong to no payment or contradict one"},
		func(ctx context.Context, in *straysInput) (*httpkit.Body[Strays], error) {
			got, err := s.Strays(ctx, httpkit.Actor(ctx), in.Before, in.Limit)
			out := Strays{Items: make([]Stray, len(got))}
			for i, r := range got {
				out.Items[i] = Stray(r)
			}
			return httpkit.JSON(out, err)
		})
}

// payments offers orders to a desk's search, by number and receipt.
func payments(guard access.Guard, list func(context.Context, access.Actor, paymentsvc.Filter, string, int) (page.Of[paymentsvc.Payment], error)) find.Source {
	return find.Source{Guard: guard, Find: func(ctx context.Context, a access.Actor, words string, limit int) ([]find.Hit, error) {
		got, err := list(ctx, a, paymentsvc.Filter{Search: words}, "", limit)
		return find.Each(got.Items, err, func(r paymentsvc.Payment) find.Hit {
			return find.Hit{
				Kind:      find.Payment,
				ID:        r.ID,
				Name:      r.Purpose,
				Reference: r.Number,
				Of:        r.SupplierName,
			}
		})
	}}
}

func paymentsOf(p page.Of[paymentsvc.Payment]) Payments {
	out := Payments{Items: make([]Payment, len(p.Items)), Next: p.Next}
	for i, r := range p.Items {
		out.Items[i] = paymentOf(r)
	}
	return out
}
