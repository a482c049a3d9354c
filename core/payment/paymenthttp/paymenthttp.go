package paymenthttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
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
		Statuses []payment.State `query:"status,explode" enum:"created,pending,processing,completed,failed,expired,cancelled,refund_pending,refunded" maxItems:"20"`
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
	hookInput struct {
		Token   string `path:"token" maxLength:"100"`
		RawBody []byte
	}
	// HookAnswer is what Daraja wants to hear; anything slower or other is sent again.
	HookAnswer struct {
		ResultCode int    `json:"ResultCode"`
		ResultDesc string `json:"ResultDesc"`
	}
)

func (in ListInput) filter(ctx context.Context) paymentsvc.Filter {
	return paymentsvc.Filter{Statuses: in.Statuses, At: httpkit.Days(ctx, in.AtFrom, in.AtTo), Search: in.Search}
}

const largestHook = 64 << 10

// MountSupplier registers the cart, the orders and the payments of a supplier.
func MountSupplier(b *httpkit.BFF, s *paymentsvc.Service) {
	anybody, payer := access.Only(access.Supplier), access.Only(access.Supplier, access.MakePayments)
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
	httpkit.Route(b, access.Anyone, httpkit.Operation{ID: "mpesaCallback", Method: http.MethodPost, Path: "/hooks/mpesa/{token}", Tag: "payment",
		Summary: "What M-Pesa tells of a prompt: kept, and only a reason to ask", MaxBody: largestHook},
		func(ctx context.Context, in *hookInput) (*httpkit.Body[HookAnswer], error) {
			err := s.Hear(ctx, payment.Mpesa, in.Token, in.RawBody, httpkit.From(ctx).Network)
			return httpkit.JSON(HookAnswer{ResultCode: 0, ResultDesc: "Accepted"}, err)
		})
}

// MountOperator registers the operator's lists of payments.
func MountOperator(b *httpkit.BFF, s *paymentsvc.Service) {
	reports := access.Only(access.Operator, access.ViewReport)
	viewers := access.Only(access.Operator, access.ViewPayments)
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
