package payment_test

import (
	"testing"

	"zabuni.org/core/payment"
)

func TestWhatIsVeiled(t *testing.T) {
	for text, want := range map[string]string{
		`{"MSISDN":"254701234567","amount":1500}`:                       `{"MSISDN":"2547…567","amount":1500}`,
		`{"Name":"PhoneNumber","Value":254701234567}`:                   `{"Name":"PhoneNumber","Value":2547…567}`,
		`<CustomerPhone>+256 772 123 456</CustomerPhone>`:               `<CustomerPhone>+2567…456</CustomerPhone>`,
		`Ecom_Payment_Card_Number=4242********4242&Lite_Order_Amount=9`: `Ecom_Payment_Card_Number=…&Lite_Order_Amount=9`,
		`Ecom_Payment_Card_ExpDate_Month=02&x=1`:                        `Ecom_Payment_Card_ExpDate_Month=…&x=1`,
		`{"note":"4242 4242-4242 4242"}`:                                `{"note":"…4242"}`,
		`{"pan":"5555555555554444"}`:                                    `{"pan":"…"}`,
		`{"cvv":"123"}`:                                                 `{"cvv":"…"}`,
		`{"ref":"4242424242424241"}`:                                    `{"ref":"4242424242424241"}`, // no card: its check digit is wrong
		`{"at":"20191219102115","amount":"1250.50","id":"ws_CO_12345"}`: `{"at":"20191219102115","amount":"1250.50","id":"ws_CO_12345"}`,
		`{"company":"ZB-7K2M-9QX4-1","span":"4"}`:                       `{"company":"ZB-7K2M-9QX4-1","span":"4"}`,
	} {
		if got := payment.Veil(text); got != want {
			t.Errorf("%s is kept as %s", text, got)
		}
	}
}
