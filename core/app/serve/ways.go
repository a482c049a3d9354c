package serve

import (
	"context"
	"time"

	"zabuni.org/core/config"
	"zabuni.org/core/gateway/bank"
	"zabuni.org/core/gateway/chapa"
	"zabuni.org/core/gateway/dpo"
	"zabuni.org/core/gateway/iveri"
	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/gateway/paypal"
	"zabuni.org/core/gateway/pesapal"
	"zabuni.org/core/gateway/stripe"
	"zabuni.org/core/gateway/tingg"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// A Way is one way of paying as the settings have it.
type Way struct {
	Provider payment.Provider
	Name     string // of the doctor
	Begun    bool   // somebody has set some of it
	Complete bool
	Base     string
	Settings string // that belong together
	Open     func() (Opened, error)
}

// Opened is a gateway whose account can be tried.
type Opened interface {
	paymentsvc.Gateway
	Login(ctx context.Context) error
}

// Ways lists every way of paying that needs a provider: one that is not set up is
// offered nowhere.
func Ways(s config.Settings, now func() time.Time) []Way {
	s.Mpesa.Now, s.PayPal.Now, s.Pesapal.Now = now, now, now
	s.Tingg.Now, s.DPO.Now, s.IVeri.Now = now, now, now
	return []Way{
		{
			Provider: payment.Mpesa,
			Name:     "mpesa",
			Begun:    s.Mpesa.Begun(),
			Complete: s.Mpesa.Complete(),
			Base:     s.Mpesa.BaseURL,
			Settings: "MPESA_KEY, MPESA_SECRET, MPESA_SHORTCODE and MPESA_PASSKEY",
			Open:     func() (Opened, error) { return mpesa.New(s.Mpesa) },
		},
		{
			Provider: payment.Stripe,
			Name:     "stripe",
			Begun:    s.Stripe.Begun(),
			Complete: s.Stripe.Complete(),
			Base:     s.Stripe.BaseURL,
			Settings: "STRIPE_SECRET and STRIPE_HOOK_SECRET",
			Open:     func() (Opened, error) { return stripe.New(s.Stripe) },
		},
		{
			Provider: payment.PayPal,
			Name:     "paypal",
			Begun:    s.PayPal.Begun(),
			Complete: s.PayPal.Complete(),
			Base:     s.PayPal.BaseURL,
			Settings: "PAYPAL_ID, PAYPAL_SECRET and PAYPAL_WEBHOOK",
			Open:     func() (Opened, error) { return paypal.New(s.PayPal) },
		},
		{
			Provider: payment.Chapa,
			Name:     "chapa",
			Begun:    s.Chapa.Begun(),
			Complete: s.Chapa.Complete(),
			Base:     s.Chapa.BaseURL,
			Settings: "CHAPA_SECRET and CHAPA_HOOK_SECRET",
			Open:     func() (Opened, error) { return chapa.New(s.Chapa) },
		},
		{
			Provider: payment.Pesapal,
			Name:     "pesapal",
			Begun:    s.Pesapal.Begun(),
			Complete: s.Pesapal.Complete(),
			Base:     s.Pesapal.BaseURL,
			Settings: "PESAPAL_KEY and PESAPAL_SECRET",
			Open:     func() (Opened, error) { return pesapal.New(s.Pesapal) },
		},
		{
			Provider: payment.Tingg,
			Name:     "tingg",
			Begun:    s.Tingg.Begun(),
			Complete: s.Tingg.Complete(),
			Base:     s.Tingg.BaseURL,
			Settings: "TINGG_KEY, TINGG_ID, TINGG_SECRET and TINGG_SERVICE",
			Open:     func() (Opened, error) { return tingg.New(s.Tingg) },
		},
		{
			Provider: payment.DPO,
			Name:     "dpo",
			Begun:    s.DPO.Begun(),
			Complete: s.DPO.Complete(),
			Base:     s.DPO.BaseURL,
			Settings: "DPO_COMPANY, DPO_SERVICE and DPO_HOOK_SECRET",
			Open:     func() (Opened, error) { return dpo.New(s.DPO) },
		},
		{
			Provider: payment.IVeri,
			Name:     "iveri",
			Begun:    s.IVeri.Begun(),
			Complete: s.IVeri.Complete(),
			Base:     s.IVeri.BaseURL,
			Settings: "IVERI_APPLICATION and IVERI_SECRET",
			Open:     func() (Opened, error) { return iveri.New(s.IVeri) },
		},
		{
			Provider: payment.Bank,
			Name:     "bank",
			Begun:    s.Bank.Begun(),
			Complete: s.Bank.Complete(),
			Settings: "BANK_ACCOUNTS",
			Open:     func() (Opened, error) { return bank.New(s.Bank) },
		},
	}
}

// Gateways opens the ways whose settings are there.
func Gateways(s config.Settings, now func() time.Time) (paymentsvc.Gateways, error) {
	out := paymentsvc.Gateways{}
	for _, w := range Ways(s, now) {
		if !w.Complete {
			continue
		}
		g, err := w.Open()
		if err != nil {
			return nil, err
		}
		out[w.Provider] = g
	}
	return out, nil
}
