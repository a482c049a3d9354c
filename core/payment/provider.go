package payment

import (
	"slices"
	"strings"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
)

// A Provider is a way of paying.
type Provider string

// Ways of paying. Free needs nobody.
const (
	Free  Provider = "free"
	Mpesa Provider = "mpesa"
)

// Values lists the ways that there are.
func (Provider) Values() []string { return closed.Values(Free, Mpesa) }

// A Terms is what a provider takes.
type Terms struct {
	Provider   Provider
	Currencies []money.Currency // none: any
	Whole      bool             // only whole units of the currency
	Least      money.Decimal
	Most       money.Decimal
}

// providers is the table; a new way of paying is a row here and a gateway.
var providers = []Terms{
	{Free, nil, false, money.Decimal{}, money.Decimal{}},
	{Mpesa, []money.Currency{"KES"}, true, money.New(1, 0), money.New(250_000, 0)},
}

// TermsOf returns what a provider takes.
func TermsOf(p Provider) (Terms, bool) {
	for _, t := range providers {
		if t.Provider == p {
			return t, true
		}
	}
	return Terms{}, false
}

// Check says why a provider cannot take an amount.
func (t Terms) Check(a money.Amount) error {
	switch {
	case len(t.Currencies) > 0 && !slices.Contains(t.Currencies, a.Currency):
		return ProviderCurrency.New("%s", a.Currency).With("currency", string(a.Currency))
	case a.Value.Less(t.Least), t.Most.Less(a.Value), t.Whole && !a.Value.RoundTo(0).Equal(a.Value):
		return ProviderLimit.New("%s", a).With("least", t.Least.Short()).With("most", t.Most.Short())
	}
	return nil
}

// Offers lists the ways in which an amount can be paid.
func Offers(a money.Amount) []Provider {
	var out []Provider
	for _, t := range providers {
		if t.Check(a) == nil {
			out = append(out, t.Provider)
		}
	}
	return out
}

// Currencies are those in which somebody takes more than nothing.
func Currencies() []money.Currency {
	var out []money.Currency
	for _, t := range providers {
		out = append(out, t.Currencies...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Phone reads a Kenyan mobile number as people type it, by the rule of every other
// phone, and returns it as M-Pesa takes it: 2547… or 2541…, twelve digits.
func Phone(typed string) (string, error) {
	kenya, _ := geo.Find("KE")
	n, ok := kenya.Phone(typed)
	if !ok || !strings.HasPrefix(n, "2547") && !strings.HasPrefix(n, "2541") {
		return "", fault.Invalid.New("not a number of M-Pesa").At("/phone", MpesaPhone)
	}
	return n, nil
}

// Mask hides the middle of a payer's number: 2547…678.
func Mask(payer string) string {
	signs := []rune(payer)
	if len(signs) < 8 {
		return payer
	}
	return string(signs[:4]) + "…" + string(signs[len(signs)-3:])
}
