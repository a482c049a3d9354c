//go:build demo

package checkout_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/simulator/checkout"
)

var ways = []payment.Provider{payment.Stripe, payment.PayPal, payment.Chapa, payment.Pesapal, payment.Tingg, payment.DPO, payment.IVeri}

// tellBack are those that tell of money that went back.
var tellBack = []payment.Provider{payment.Stripe, payment.PayPal, payment.Chapa, payment.Pesapal, payment.Tingg}

// What a person does on a page is what the provider answers, and what it sends is read
// by the true client as being of that payment.
func TestEachButtonOfEachWay(t *testing.T) {
	for _, way := range ways {
		for _, x := range []struct {
			button   string
			outcome  payment.Outcome
			amount   string
			messages int
		}{
			{"pay", payment.Paid, "1250.5 USD", 1},
			{"decline", payment.NotPaid, "", 1},
			{"less", payment.Paid, "1249.5 USD", 1},
			{"currency", payment.Paid, "1250.5 EUR", 1},
			{"close", payment.Paid, "1250.5 USD", 1},
			{"twice", payment.Paid, "1250.5 USD", 2},
			{"late", payment.Paid, "1250.5 USD", 1},
			{"never", payment.Paid, "1250.5 USD", 0},
		} {
			t.Run(string(way)+" "+x.button, func(t *testing.T) {
				w := open(t)
				c := w.begin(t, way)
				if r := w.ask(t, way, c); r.Outcome != payment.Waiting {
					t.Fatalf("before anything: %+v", r)
				}
				if err := w.sim.Press(w.sim.Sales()[0].ID, x.button); err != nil {
					t.Fatal(err)
				}
				r := w.ask(t, way, c)
				got := ""
				if r.Amount != nil {
					got = r.Amount.Value.Short() + " " + string(r.Amount.Currency)
				}
				want := strings.Replace(x.amount, "USD", string(c.Amount.Currency), 1)
				if r.Outcome != x.outcome || got != want || (x.outcome == payment.Paid) != (r.Receipt != "") {
					t.Errorf("%+v %s", r, got)
				}
				messages := x.messages
				if way == payment.Chapa {
					messages *= 2 // one in an address, one signed
				}
				if x.button == "late" {
					w.sim.Deliver()
					if n := w.sim.Sales()[0].Messages; n != 0 {
						t.Errorf("%d messages came before their time", n)
					}
					w.advance(checkout.Later)
				}
				heard := w.messages()
				if len(heard) != messages {
					t.Fatalf("%d messages, want %d", len(heard), messages)
				}
				for _, m := range heard {
					hints, err := w.gateways[way].Read(m)
					if err != nil || len(hints) != 1 || hints[0].MerchantRef != c.MerchantRef || hints[0].Ref != "" && hints[0].Ref != c.Ref {
						t.Errorf("%s %s: %+v %v", m.Method, m.Body, hints, err)
					}
				}
			})
		}
	}
}

// Money that goes back is told of, and asked about: what a payer's bank asks back apart from what was given back,
// where the provider tells them apart.
func TestMoneyGoesBack(t *testing.T) {
	for _, way := range tellBack {
		for button, want := range map[string]payment.Outcome{"reverse": payment.Reversed, "dispute": payment.Disputed} {
			w := open(t)
			c := w.begin(t, way)
			id := w.sim.Sales()[0].ID
			if err := w.sim.Press(id, "never"); err != nil {
				t.Fatal(err)
			}
			paid := w.ask(t, way, c)
			c.Receipt = paid.Receipt
			if err := w.sim.Press(id, button); err != nil {
				t.Fatal(way, err)
			}
			if way == payment.Pesapal {
				want = payment.Disputed
			} else if way == payment.Tingg {
				want = payment.Reversed
			}
			if r := w.ask(t, way, c); r.Outcome != want || r.Amount == nil {
				t.Errorf("%s %s: %+v", way, button, r)
			}
			for _, m := range w.messages() {
				hints, err := w.gateways[way].Read(m)
				if err != nil || len(hints) != 1 || m.Method == "POST" && !hints[0].Back || hints[0].MerchantRef != c.MerchantRef && hints[0].Receipt != paid.Receipt {
					t.Errorf("%s %s: %+v %v", way, button, hints, err)
				}
			}
		}
	}
}

// What becomes of a dispute is told of, and asked about, with the day until which it is to be answered.
func TestADisputeEnds(t *testing.T) {
	for _, way := range []payment.Provider{payment.Stripe, payment.PayPal, payment.Chapa, payment.Pesapal} {
		for button, want := range map[string]payment.DisputeState{"win": payment.DisputeWon, "lose": payment.DisputeLost} {
			w := open(t)
			c := w.begin(t, way)
			id := w.sim.Sales()[0].ID
			if err := w.sim.Press(id, "never"); err != nil {
				t.Fatal(err)
			}
			c.Receipt = w.ask(t, way, c).Receipt
			if err := w.sim.Press(id, "dispute"); err != nil {
				t.Fatal(way, err)
			}
			asked := w.ask(t, way, c)
			tells := way == payment.Stripe || way == payment.PayPal
			if tells && (asked.Contest == nil || asked.Contest.Ref == "" || asked.Contest.Cause == "" || asked.Contest.Due.IsZero() || asked.Contest.State != payment.DisputeOpen) {
				t.Errorf("%s: %+v", way, asked.Contest)
			}
			before := w.sim.Sales()[0].Messages
			if err := w.sim.Press(id, button); err != nil {
				t.Fatal(way, err)
			}
			if w.sim.Press(id, button) == nil {
				t.Errorf("%s: a dispute ends twice", way)
			}
			r := w.ask(t, way, c)
			switch {
			case want == payment.DisputeWon && r.Outcome != payment.Paid,
				want == payment.DisputeLost && r.Outcome != payment.Disputed,
				want == payment.DisputeLost && tells && r.Contest.State != want:
				t.Errorf("%s %s: %+v %+v", way, button, r, r.Contest)
			}
			heard := w.messages()[before:]
			if len(heard) == 0 {
				t.Errorf("%s %s: nobody is told", way, button)
			}
			for _, m := range heard {
				hints, err := w.gateways[way].Read(m)
				if err != nil || len(hints) != 1 || hints[0].MerchantRef != c.MerchantRef && hints[0].Receipt != r.Receipt {
					t.Errorf("%s %s: %s %+v %v", way, button, m.Body, hints, err)
				}
			}
		}
	}
}

// What a provider tells of a day is what came less what went back, and nothing of what it takes for itself.
func TestTotalsTellWhatCameAndWentBack(t *testing.T) {
	for _, way := range []payment.Provider{payment.Stripe, payment.PayPal} {
		w := open(t)
		c := w.begin(t, way)
		if err := w.sim.Press(w.sim.Sales()[0].ID, "never"); err != nil {
			t.Fatal(err)
		}
		paid := w.ask(t, way, c)
		c.Receipt = paid.Receipt
		five := money.Amount{Value: money.New(5, 0), Currency: c.Amount.Currency}
		if _, err := w.gateways[way].(paymentsvc.Refunder).Refund(t.Context(), c, payment.Refund{ID: uuid.New(), Code: "RF-1", Amount: five}); err != nil {
			t.Fatal(way, err)
		}
		got, err := w.gateways[way].(paymentsvc.Totaler).Totals(t.Context(), time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
		if err != nil || len(got) != 1 || got[0].Currency != c.Amount.Currency || !got[0].Value.Equal(c.Amount.Value.Sub(five.Value)) {
			t.Errorf("%s: %v of %s less %s, %v", way, got, c.Amount, five, err)
		}
	}
}

// An initiation that was cut off ends in at most one page: found again by repeating it, by our own
// reference, or not at all where nobody saw it.
func TestAnInitiationThatWasCutOff(t *testing.T) {
	for _, way := range ways {
		if way == payment.IVeri { // nobody is called: the payer's browser posts what is written here
			continue
		}
		w := open(t)
		c := w.charge(way)
		w.sim.Next("cut", "")
		_, err := w.gateways[way].Initiate(t.Context(), c)
		var refused *payment.Refusal
		if err == nil || errors.As(err, &refused) {
			t.Fatalf("%s: %v", way, err)
		}
		r := w.ask(t, way, c)
		switch way {
		case payment.Pesapal, payment.DPO:
			if r.Outcome != payment.NotPaid {
				t.Errorf("%s: %+v", way, r)
			}
		case payment.Chapa, payment.Tingg:
			if r.Outcome != payment.Waiting || r.Ref != c.MerchantRef {
				t.Errorf("%s: %+v", way, r)
			}
		default:
			if r.Outcome != payment.Waiting || r.Ref == "" || r.URL == "" || len(w.sim.Sales()) != 1 {
				t.Errorf("%s: %+v, %d pages", way, r, len(w.sim.Sales()))
			}
		}
	}
}

// What is not to the letter what a provider sends proves nothing, and reads as nothing.
func TestMessagesThatProveNothing(t *testing.T) {
	for _, way := range ways {
		w := open(t)
		w.begin(t, way)
		if err := w.sim.Press(w.sim.Sales()[0].ID, "pay"); err != nil {
			t.Fatal(err)
		}
		for _, m := range w.messages() {
			if m.Method != "POST" {
				continue
			}
			with := func(change func(*payment.Message)) payment.Message {
				other := m
				other.Header = map[string][]string{}
				for k, v := range m.Header {
					other.Header[k] = v
				}
				change(&other)
				return other
			}
			bad := map[string]payment.Message{
				"nothing": {Method: "POST"},
				"no JSON": with(func(m *payment.Message) { m.Body = []byte("\x00\xff<xml/>") }),
			}
			switch way {
			case payment.Pesapal:
				bad["another token"] = with(func(m *payment.Message) { m.Token = "guessed" })
				bad["no order"] = with(func(m *payment.Message) { m.Body = []byte(`{"OrderTrackingId":""}`) })
			case payment.Tingg:
				bad["no order"] = with(func(m *payment.Message) { m.Body = []byte(`{"request_status_code":178}`) })
				bad["an amount in words"] = with(func(m *payment.Message) {
					m.Body = []byte(strings.Replace(string(m.Body), `"amount_paid":1250.5`, `"amount_paid":"1,250.50"`, 1))
				})
			case payment.DPO:
				bad["another token"] = with(func(m *payment.Message) { m.Token = "guessed" })
				bad["no order"] = with(func(m *payment.Message) { m.Body = []byte(`<API3G><Result>000</Result></API3G>`) })
				bad["entities"] = with(func(m *payment.Message) {
					m.Body = []byte(strings.Replace(string(m.Body), "<API3G>", `<!DOCTYPE x [<!ENTITY a "aaaa">]><API3G>`, 1))
				})
			case payment.IVeri:
				bad["no order"] = with(func(m *payment.Message) { m.Body = []byte(`Lite_Payment_Card_Status=0`) })
			case payment.PayPal:
				bad["a header twice"] = with(func(m *payment.Message) { m.Header["paypal-transmission-sig"] = []string{"a", "b"} })
				if err := w.gateways[way].(paymentsvc.Prover).Prove(t.Context(), with(func(m *payment.Message) { m.Body = append([]byte(" "), m.Body...) })); err == nil {
					t.Error("an altered message is proved")
				}
			default:
				name := map[payment.Provider]string{payment.Stripe: "stripe-signature", payment.Chapa: "x-chapa-signature"}[way]
				bad["altered"] = with(func(m *payment.Message) { m.Body = append(m.Body[:len(m.Body):len(m.Body)], ' ') })
				bad["unsigned"] = with(func(m *payment.Message) { delete(m.Header, name) })
				bad["signed twice"] = with(func(m *payment.Message) { m.Header[name] = append([]string{"x"}, m.Header[name]...) })
				bad["old"] = with(func(m *payment.Message) {
					m.Header[name] = []string{"t=1600000000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd"}
				})
			}
			for what, m := range bad {
				if hints, err := w.gateways[way].Read(m); err == nil {
					t.Errorf("%s, %s: %+v", way, what, hints)
				}
			}
		}
	}
}

// What a provider does not take is a definite no: nobody is asked about it again.
func TestWhatIsRefused(t *testing.T) {
	for _, way := range ways {
		w := open(t)
		c := w.charge(way)
		c.Amount.Currency = "XOF"
		switch way {
		case payment.Pesapal:
			c.Person.Email = ""
		case payment.DPO: // takes it
			c.Amount.Currency = "ETB"
		case payment.IVeri: // the browser posts it
			continue
		}
		_, err := w.gateways[way].Initiate(t.Context(), c)
		var refused *payment.Refusal
		if !errors.As(err, &refused) || refused.Reason != payment.Refused || len(w.sim.Sales()) != 0 {
			t.Errorf("%s: %v", way, err)
		}
	}
}

// A page that was left takes no money any more, where the provider can end it.
func TestAPageThatIsLeft(t *testing.T) {
	for _, way := range []payment.Provider{payment.Stripe, payment.DPO} {
		w := open(t)
		c := w.begin(t, way)
		if err := w.gateways[way].(paymentsvc.Abandoner).Abandon(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if err := w.sim.Press(w.sim.Sales()[0].ID, "pay"); err == nil {
			t.Errorf("%s: it was paid", way)
		}
		if r := w.ask(t, way, c); r.Outcome != payment.NotPaid {
			t.Errorf("%s: %+v", way, r)
		}
		if err := w.gateways[way].(paymentsvc.Abandoner).Abandon(t.Context(), c); err == nil {
			t.Errorf("%s: what has ended is ended again", way)
		}
	}
}

// Whoever wants to hear what became of the money is told; told no, Tingg gives it back.
func TestWhatBecameOfIt(t *testing.T) {
	for _, way := range []payment.Provider{payment.Tingg, payment.DPO} {
		for credited, want := range map[bool]string{true: "accepted", false: "rejected"} {
			w := open(t)
			c := w.begin(t, way)
			g := w.gateways[way].(paymentsvc.Acknowledger)
			if err := w.sim.Press(w.sim.Sales()[0].ID, "pay"); err != nil {
				t.Fatal(err)
			}
			for range 2 { // it may be told again
				if err := g.Acknowledge(t.Context(), c, credited); err != nil && credited {
					t.Fatalf("%s: %v", way, err)
				}
			}
			outcome := payment.Paid
			if way == payment.DPO && !credited {
				want = "" // a person gives it back
			} else if !credited {
				outcome = payment.Reversed
			}
			if r := w.ask(t, way, c); r.Outcome != outcome || w.sim.Sales()[0].Told != want {
				t.Errorf("%s %t: %+v %q", way, credited, r, w.sim.Sales()[0].Told)
			}
		}
	}
}
