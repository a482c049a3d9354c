package paymenthttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	// PaymentReceipt is a numbered paper about money, printed on demand.
	PaymentReceipt struct {
		ID       uuid.UUID         `json:"id" format:"uuid"`
		Number   string            `json:"number" example:"KE-000017"`
		Kind     payment.PaperKind `json:"kind"`
		Amount   money.Amount      `json:"amount"`
		Tax      *money.Amount     `json:"tax,omitempty" doc:"What of the amount is tax"`
		IssuedAt time.Time         `json:"issued_at"`
	}
	receiptInput struct {
		ID       uuid.UUID       `path:"receipt_id" format:"uuid"`
		Language locale.Language `query:"language" default:"en"`
	}
)

func receiptOf(r paymentsvc.Receipt) PaymentReceipt {
	out := PaymentReceipt{ID: r.ID, Number: r.Number, Kind: r.Kind, Amount: r.Amount, IssuedAt: r.IssuedAt}
	if !r.Tax.Value.IsZero() {
		out.Tax = &r.Tax
	}
	return out
}

// mountReceipts registers the papers of payments at an address.
func mountReceipts(b *httpkit.BFF, guard access.Guard, path string, s *paymentsvc.Service) {
	httpkit.Route(b, guard, httpkit.Operation{ID: "paymentReceipt", Method: http.MethodGet, Path: path, Tag: "payment", Summary: "A receipt or a credit note on paper"},
		func(ctx context.Context, in *receiptInput) (*httpkit.Download, error) {
			name, data, err := s.ReceiptPDF(ctx, httpkit.Actor(ctx), in.ID, string(in.Language))
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(name, "application/pdf", data), nil
		})
}
