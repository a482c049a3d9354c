package payment

import (
	"strings"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
)

// A Provider is a way of paying.
type Provider string

// Ways of paying, by the names that the specification's paths give them. Free needs nobody.
const (
	Free    Provider = "free"
	Mpesa   Provider = "mpesa"
	Stripe  Provider = "stp"
	PayPal  Provider = "pp"
	Chapa   Provider = "cpp"
	Pesapal Provider = "p"
	Tingg   Provider = "c"
	DPO     Provider = "d"
	IVeri   Provider = "iveri"
	Bank    Provider = "bank"
)

// Values lists the ways that there are.
func (Provider) Values() []string {
	return closed.Values(Free, Mpesa, Stripe, PayPal, Chapa, Pesapal, Tingg, DPO, IVeri, Bank)
}

// Phone reads a Kenyan mobile number as people type it, by the rule of every other
// phone, and returns it as M-Pesa takes it: 2547… or 2541…, twelve digits.
func Phone(typed string) (string, error) {
	kenya, _ := geo.Find("KE")
	n, ok := kenya.Phone(typed)
	if !ok || !strings.HasPrefix(n, "2547") && !strings.HasPrefix(n, "2541") {
		var wrong fault.Fields
		wrong.Add("/phone", MpesaPhone, "local", "0722000032", "example", "254722000032")
		return "", wrong.Err()
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
