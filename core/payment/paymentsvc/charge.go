package paymentsvc

import (
	"net/url"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
)

// hooks is where providers bring their messages, below the way and a token.
const hooks = "/api/supplier/hooks/"

// asked is an attempt as it is written: everything that a charge follows from, so
// that a repeated initiation is the same to the letter.
type asked struct {
	attempt, order             uuid.UUID
	way                        payment.Provider
	token, number, merchantRef string
	ref, receipt, payer        string
	amount                     money.Amount
	at                         time.Time
	visitor                    string // code of the order, where somebody without an account pays
}

func (s *Service) charge(t asked) payment.Charge {
	terms, _ := payment.TermsOf(t.way)
	back, left := s.returns(t)
	return payment.Charge{
		Attempt:     t.attempt,
		Number:      t.number,
		MerchantRef: t.merchantRef,
		Ref:         t.ref,
		Receipt:     t.receipt,
		Amount:      t.amount,
		Payer:       t.payer,
		Until:       t.at.Add(terms.Patience).Truncate(time.Second),
		CallbackURL: s.origin + hooks + string(t.way) + "/" + t.token,
		AccountURL:  s.origin + hooks + string(t.way) + "/",
		ReturnURL:   back,
		CancelURL:   left,
	}
}

// returns is where a browser comes back to: the rows that the specification has
// for a way, else the result's own.
func (s *Service) returns(t asked) (back, left string) {
	cards := s.origin + "/supplier/payment/cards/"
	of := "?" + url.Values{"order": {t.order.String()}}.Encode()
	left = cards + string(t.way) + of
	if t.visitor != "" { // who has no account comes back to where it came from
		here := cards + string(t.way) + "/" + url.PathEscape(t.visitor)
		return here, here
	}
	switch t.way {
	case payment.DPO:
		return cards + "d/return/processing", left
	case payment.Chapa:
		return cards + "cpp/return/processing/" + url.PathEscape(t.merchantRef) + "/", left
	case payment.PayPal:
		return cards + "pp/return/processing", left
	}
	return cards + "re/success" + of, left
}

func (s *Service) chargeOf(d paymentdb.ClaimDueRow) payment.Charge {
	return s.charge(asked{
		attempt:     d.ID,
		order:       d.OrderID,
		way:         payment.Provider(d.Provider),
		token:       d.Token,
		number:      d.Number,
		merchantRef: d.MerchantRef,
		ref:         orEmpty(d.ProviderRef),
		receipt:     orEmpty(d.Receipt),
		payer:       d.Payer,
		amount:      amount(d.Amount, d.Currency),
		at:          d.CreatedAt,
	})
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
