//go:build demo

package paymentsvc_test

import (
	"context"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/gateway/mpesa"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/simulator/checkout"
	"zabuni.org/core/simulator/daraja"
)

// An end is what an order has become.
type end struct {
	order, attempt payment.State
	reason         payment.Reason
	back           string // how its money went back
}

var (
	paidFor  = end{order: payment.Completed, attempt: payment.Completed}
	waitsFor = end{order: payment.Processing, attempt: payment.Processing}
)

// A story is one button of a provider's page: how the order stands once the platform has acted on all that it was told, and
// how it ends after the time in which it asks by itself.
type story struct {
	button     string
	told, ends end
	returns    string // where the browser comes back to: success, start; empty: nowhere
}

var stories = []story{
	{"pay", paidFor, paidFor, "success"},
	{"twice", paidFor, paidFor, "success"},
	{"close", paidFor, paidFor, ""},
	{"late", waitsFor, paidFor, "success"},
	{"never", waitsFor, paidFor, "success"},
	{"before", paidFor, paidFor, ""},
	{"decline", end{payment.Failed, payment.Failed, payment.Refused, ""}, end{payment.Failed, payment.Failed, payment.Refused, ""}, "start"},
	{"cancel", waitsFor, end{payment.Failed, payment.Failed, payment.ByPayer, ""}, "start"},
	{"less", end{payment.Failed, payment.Review, payment.AmountDiffers, ""}, end{payment.Failed, payment.Review, payment.AmountDiffers, ""}, "success"},
	{"currency", end{payment.Failed, payment.Review, payment.CurrencyDiffers, ""}, end{payment.Failed, payment.Review, payment.CurrencyDiffers, ""}, "success"},
	{"reverse", end{payment.Completed, payment.Completed, "", "reversed"}, end{payment.Completed, payment.Completed, "", "reversed"}, "success"},
}

// of is the story as one way tells it.
func (s story) of(way payment.Provider) (story, bool) {
	unpaid := func(reason payment.Reason) end { return end{payment.Failed, payment.Failed, reason, ""} }
	switch {
	case way == payment.Mpesa && (s.button == "currency" || s.button == "close"):
		return s, false // it takes shillings alone, and a phone has no browser
	case way == payment.IVeri && s.button == "before":
		return s, false // nobody is called: the browser posts what is written here
	case way == payment.Mpesa && s.button == "decline":
		s.told, s.ends = unpaid(payment.WrongPIN), unpaid(payment.WrongPIN)
	case way == payment.Mpesa && s.button == "cancel": // a phone says so
		s.told = unpaid(payment.ByPayer)
	case way == payment.Tingg && s.button == "decline": // a request is open until it ends, whatever the payer's bank says
		s.told, s.ends = unpaid(payment.TimedOut), unpaid(payment.TimedOut)
	case s.button == "cancel" && (way == payment.Stripe || way == payment.Tingg): // its page is left, and stays open
		s.ends = end{payment.Expired, payment.Expired, payment.TimedOut, ""}
	case s.button == "cancel" && (way == payment.Pesapal || way == payment.IVeri): // it has one word for no
		s.ends = unpaid(payment.Refused)
	case s.button == "reverse" && slices.Contains([]payment.Provider{payment.Mpesa, payment.DPO, payment.IVeri}, way): // a letter tells of it
		s.told, s.ends = paidFor, paidFor
	case s.button == "reverse" && way == payment.Pesapal: // it has one word for what was given and what was taken back
		s.told.back, s.ends.back = "disputed", "disputed"
	}
	if way == payment.Mpesa {
		s.returns = ""
	}
	return s, true
}

// A till is a simulator as a payer sees it.
type till struct {
	*pages
	phones *daraja.Simulator
	way    payment.Provider
	page   string // where the payer's browser is
}

func newTill(t *testing.T, way payment.Provider) (context.Context, *till) {
	ctx, p := paged(t)
	x := &till{pages: p, way: way}
	var err error
	x.phones, err = daraja.Open(daraja.Options{Manual: true, Now: p.clock})
	p.must(err)
	t.Cleanup(x.phones.Close)
	p.gateways[payment.Mpesa], err = mpesa.New(x.phones.Client(p.clock))
	p.must(err)
	return ctx, x
}

// asks begins a payment, with a browser at the provider's page.
func (x *till) asks(ctx context.Context, before bool) paymentsvc.Order {
	x.t.Helper()
	amount, currency := fee(x.way, "20")
	if x.way == payment.Mpesa {
		currency = "KES"
	}
	o := x.ordered(ctx, x.category(amount, currency))
	if before {
		x.sim.Next("before", "")
		x.phones.Next("before")
	}
	if x.way == payment.Mpesa {
		_, err := x.pay(ctx, o.ID)
		x.must(err)
		return o
	}
	if o = x.begin(ctx, x.way, o.ID); o.Next == nil || before {
		return o
	}
	form := url.Values{}
	for _, f := range o.Next.Fields {
		form.Add(f.Name, f.Value)
	}
	res, err := http.PostForm(o.Next.URL, form)
	if o.Next.Kind == payment.Redirect {
		res, err = http.Get(o.Next.URL)
	}
	x.must(err)
	body, _ := io.ReadAll(res.Body)
	_ = res.Body.Close()
	x.page = res.Request.URL.String()
	for _, b := range checkout.Buttons { // what a person can do stands there
		if open := !slices.Contains([]string{"reverse", "dispute", "win", "lose"}, b); open && !strings.Contains(string(body), `value="`+b+`"`) {
			x.t.Errorf("%s: the page has no %q", x.way, b)
		}
	}
	return o
}

// presses a button where a person finds it, and returns where the browser is sent.
func (x *till) presses(button string) string {
	x.t.Helper()
	var handle func(*fasthttp.RequestCtx)
	form := url.Values{"do": {button}}
	switch {
	case x.way == payment.Mpesa:
		form.Set("ref", x.phones.Prompts()[0].Ref)
		handle = x.phones.Handle
	case button == "reverse": // there is no page any more
		form.Set("id", x.sim.Sales()[0].ID)
		handle = x.sim.Handle
	default:
		c := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		res, err := c.PostForm(x.page, form)
		x.must(err)
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode != http.StatusSeeOther && res.StatusCode != http.StatusOK {
			x.t.Fatalf("%s %s: %d %s", x.way, button, res.StatusCode, body)
		}
		if x.way == payment.IVeri && strings.Contains(string(body), "<form") { // the browser takes it on
			return x.origin + "/supplier/payment/cards/re/success"
		}
		return res.Header.Get("Location")
	}
	var ctx fasthttp.RequestCtx
	ctx.Request.Header.SetMethod("POST")
	ctx.Request.Header.SetContentType("application/x-www-form-urlencoded")
	ctx.Request.SetBodyString(form.Encode())
	if handle(&ctx); ctx.Response.StatusCode() != http.StatusSeeOther {
		x.t.Fatalf("%s %s: %d %s", x.way, button, ctx.Response.StatusCode(), ctx.Response.Body())
	}
	return ""
}

// stands holds an order against what it should be.
func (x *till) stands(ctx context.Context, when string, o paymentsvc.Order, want end) {
	x.t.Helper()
	got := x.order(ctx, o.ID)
	have := end{order: got.Status, attempt: got.Attempt.Status, reason: got.Attempt.Reason}
	x.must(x.owner.QueryRow(ctx, `SELECT coalesce(max(kind), '') FROM payment_reversal WHERE order_id = $1`, o.ID).Scan(&have.back))
	if have != want {
		x.t.Errorf("%s: %+v, want %+v", when, have, want)
	}
	x.audit()
}

// Each button of each way that has one drives its whole story, pressed where a person presses it: what the platform makes of
// the words that come is what it makes of their absence an hour later, and nothing is credited twice or kept by half.
func TestEachButtonOfEachWayDrivesItsStory(t *testing.T) {
	for _, way := range append(slices.Clone(allPages), payment.Mpesa) {
		for _, row := range stories {
			s, told := row.of(way)
			if !told {
				continue
			}
			t.Run(string(way)+" "+s.button, func(t *testing.T) {
				ctx, x := newTill(t, way)
				o := x.asks(ctx, s.button == "before")
				at := ""
				switch s.button {
				case "before":
				case "reverse":
					at = x.presses("pay")
					x.asked(ctx)
					x.stands(ctx, "paid", o, paidFor)
					x.presses("reverse")
				default:
					at = x.presses(s.button)
				}
				where := map[string]string{"success": "/supplier/payment/cards/re/success", "start": "/supplier/payment/cards/" + string(way)}[s.returns]
				if way == payment.IVeri && s.returns != "" { // whatever it brought, the order's own page says how it stands
					where = "/supplier/payment/cards/re/success"
				}
				if back := strings.TrimPrefix(at, x.origin); (where == "") != (back == "") || !strings.HasPrefix(back, where) && !strings.Contains(back, "/return/processing") {
					t.Errorf("back to %q, want %q", back, where)
				}
				x.asked(ctx)
				x.stands(ctx, "told", o, s.told)
				if s.button == "late" {
					x.advance(checkout.Later)
					x.sim.Deliver()
					x.phones.Deliver()
					x.asked(ctx)
					x.stands(ctx, "late", o, s.ends)
				}
				for range 20 {
					x.advance(10 * time.Minute)
					x.asked(ctx)
				}
				x.stands(ctx, "in the end", o, s.ends)
			})
		}
	}
}

// asked puts the questions whose time has come.
func (x *till) asked(ctx context.Context) {
	x.t.Helper()
	for {
		n, err := x.svc.SettleDue(ctx)
		if x.must(err); n == 0 {
			return
		}
	}
}

// Every button that a simulator has is in the table, or is one that another test presses.
func TestEveryButtonHasItsStory(t *testing.T) {
	told := map[string]bool{"dispute": true, "win": true, "lose": true} // TestADisputeIsWon and its like
	for _, s := range stories {
		told[s.button] = true
	}
	has := slices.Clone(checkout.Buttons)
	for _, b := range daraja.Buttons {
		has = append(has, b.Do)
	}
	for _, b := range has {
		if !told[b] {
			t.Errorf("nobody presses %q", b)
		}
	}
	if len(told) != len(checkout.Buttons)+1 { // "before" is pressed in the list
		t.Errorf("%v of %v", slices.Sorted(maps.Keys(told)), checkout.Buttons)
	}
}

// A transfer has no page: what a payer does is a line of a statement, or the lack of one.
func TestEachWayOfTransferringDrivesItsStory(t *testing.T) {
	for button, x := range map[string]struct {
		lines [][]string // of one statement after another; %s is the number of the order
		want  end
	}{
		"pay":      {[][]string{{"20 A|%s"}}, paidFor},
		"twice":    {[][]string{{"20 A|%s"}, {"20 A|%s", "20 B|NOBODY"}}, paidFor}, // a later statement has it again
		"less":     {[][]string{{"19 A|%s"}}, end{payment.Failed, payment.Review, payment.AmountDiffers, ""}},
		"parts":    {[][]string{{"12 A|%s"}, {"8 B|%s"}}, end{payment.Failed, payment.Review, payment.AmountDiffers, ""}}, // a person puts them together
		"never":    {nil, end{payment.Expired, payment.Expired, payment.TimedOut, ""}},
		"late":     {[][]string{nil, {"20 A|%s"}}, paidFor},
		"before":   {[][]string{{"20 A|%s"}}, paidFor},
		"reversed": {[][]string{{"20 A|%s"}, {"-20 REVERSAL %s"}}, end{payment.Completed, payment.Completed, "", "reversed"}},
	} {
		t.Run(button, func(t *testing.T) {
			ctx, b := withBank(t)
			var o paymentsvc.Order
			if button == "before" { // nobody has said that it will be a transfer
				o = b.ordered(ctx, b.category("20", "KES"))
			} else {
				o = b.transferring(ctx, "20")
			}
			for i, lines := range x.lines {
				if lines == nil { // the order is held no more, and the money comes after all
					b.advance(8 * 24 * time.Hour)
					_, err := b.svc.SettleDue(ctx)
					b.must(err)
					b.expect(ctx, o.ID, payment.Expired, payment.Expired, payment.TimedOut)
					continue
				}
				for j := range lines {
					lines[j] = strings.Replace(lines[j], "%s", o.Number, 1)
				}
				b.imported(ctx, mt940(i+1, lines...))
			}
			if x.lines == nil {
				b.advance(8 * 24 * time.Hour)
				_, err := b.svc.SettleDue(ctx)
				b.must(err)
			}
			b.expect(ctx, o.ID, x.want.order, x.want.attempt, x.want.reason)
			var back string
			b.must(b.owner.QueryRow(ctx, `SELECT coalesce(max(kind), '') FROM payment_reversal WHERE order_id = $1`, o.ID).Scan(&back))
			if back != x.want.back {
				t.Errorf("it went back as %q, want %q", back, x.want.back)
			}
			b.balanced()
		})
	}
}
