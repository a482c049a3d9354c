//go:build demo

package trial_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/gateway/bank"
	"zabuni.org/core/gateway/chapa"
	"zabuni.org/core/gateway/dpo"
	"zabuni.org/core/gateway/iveri"
	"zabuni.org/core/gateway/paypal"
	"zabuni.org/core/gateway/pesapal"
	"zabuni.org/core/gateway/stripe"
	"zabuni.org/core/gateway/tingg"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/simulator/checkout"
)

const account = "KES|Zabuni Ltd|KCB Bank|Moi Avenue|118 023 4567|KCBLKENX"

// everyWay is how many there are.
const everyWay = 9

func init() {
	withTills = func(t tills, to paymentsvc.Gateways) error {
		s := checkout.At(t.Addr)
		var err [8]error
		to[payment.Stripe], err[0] = stripe.New(s.Stripe())
		to[payment.PayPal], err[1] = paypal.New(s.PayPal(time.Now))
		to[payment.Chapa], err[2] = chapa.New(s.Chapa())
		to[payment.Pesapal], err[3] = pesapal.New(s.Pesapal(time.Now))
		to[payment.Tingg], err[4] = tingg.New(s.Tingg(time.Now))
		to[payment.DPO], err[5] = dpo.New(s.DPO(time.Now))
		to[payment.IVeri], err[6] = iveri.New(s.IVeri(time.Now))
		to[payment.Bank], err[7] = bank.New(bank.Options{Accounts: account})
		return errors.Join(err[:]...)
	}
	serveHooks = func(c *crew) error {
		ln, err := net.Listen("tcp", c.Tills.Hooks)
		if err != nil {
			return err
		}
		go func() { _ = http.Serve(ln, http.HandlerFunc(c.hears)) }()
		return nil
	}
	for _, w := range []payment.Provider{payment.Stripe, payment.PayPal, payment.Chapa, payment.Pesapal, payment.Tingg, payment.DPO, payment.IVeri} {
		payers[w] = func(c *crew, ctx context.Context, i int, order uuid.UUID) (*paymentsvc.Order, error) {
			return c.page(ctx, w, i, order)
		}
	}
	payers[payment.Bank] = (*crew).transfer
}

// openTills has the other sides in this process, which nobody kills, and says where crashlings are to hear.
func (h *house) openTills() {
	h.t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	h.must(err)
	hooks := free.Addr().String()
	h.must(free.Close())
	s, err := checkout.Open(checkout.Options{Hooks: "http://" + hooks + "/api/supplier/hooks/"})
	h.must(err)
	h.t.Cleanup(s.Close)
	h.task.Tills = tills{Addr: s.Addr(), Hooks: hooks}
}

// hears takes what a provider sends, as the platform's operation does.
func (c *crew) hears(w http.ResponseWriter, r *http.Request) {
	part := strings.Split(r.URL.Path, "/")
	body, _ := io.ReadAll(r.Body)
	m := payment.Message{Method: r.Method, Header: map[string][]string{}, Query: r.URL.Query(), Body: body, Token: part[len(part)-1]}
	for k, v := range r.Header {
		m.Header[strings.ToLower(k)] = v
	}
	if len(part) < 3 || c.Payments.Hear(r.Context(), payment.Provider(part[len(part)-2]), m, "192.0.2.7") != nil {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

// page is a payer with a browser: most pay, some decline, and of some no word is sent.
func (c *crew) page(ctx context.Context, way payment.Provider, i int, order uuid.UUID) (*paymentsvc.Order, error) {
	o, err := c.Payments.PayByPage(ctx, c.Payers[i], way, paymentsvc.Pay{Order: order, Key: uuid.NewString()})
	if errors.Is(err, payment.UnderWay) || errors.Is(err, payment.OrderDone) { // an answer was cut off
		o, err = c.Payments.Order(ctx, c.Payers[i], order)
	}
	if err != nil {
		return nil, err
	}
	pressed := false
	for payment.Live(o.Status) {
		if o.Next != nil && !pressed {
			if err := press(o); err != nil {
				return nil, err
			}
			pressed = true
		}
		if _, err = c.Payments.SettleDue(ctx); err != nil {
			return nil, err
		}
		if _, err = c.Payments.AcknowledgeDue(ctx); err != nil {
			return nil, err
		}
		if o, err = c.Payments.Order(ctx, c.Payers[i], order); err != nil {
			return nil, err
		}
	}
	if o.Status != payment.Completed {
		return nil, nil
	}
	return &o, nil
}

// press goes to the page of an order and does what its number says.
func press(o paymentsvc.Order) error {
	form := url.Values{}
	for _, f := range o.Next.Fields {
		form.Add(f.Name, f.Value)
	}
	goes := func() (*http.Response, error) { return http.Get(o.Next.URL) }
	if o.Next.Kind == payment.Form {
		goes = func() (*http.Response, error) { return http.PostForm(o.Next.URL, form) }
	}
	res, err := goes()
	if err != nil {
		return err
	}
	_ = res.Body.Close()
	h := fnv.New32a()
	_, _ = h.Write([]byte(o.Attempt.ID.String()))
	do := []string{"pay", "pay", "pay", "twice", "never", "never", "close", "decline"}[h.Sum32()%8]
	stay := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	pressed, err := stay.PostForm(res.Request.URL.String(), url.Values{"do": {do}})
	if err != nil {
		return err
	}
	_ = pressed.Body.Close() // 409: it was pressed before a death
	return nil
}

// transfer is a payer who tells the bank, and an operator who imports what the bank says.
func (c *crew) transfer(ctx context.Context, i int, order uuid.UUID) (*paymentsvc.Order, error) {
	o, err := c.Payments.PayByBank(ctx, c.Payers[i], paymentsvc.Pay{Order: order, Key: uuid.NewString()})
	if errors.Is(err, payment.UnderWay) || errors.Is(err, payment.OrderDone) {
		o, err = c.Payments.Order(ctx, c.Payers[i], order)
	}
	if err != nil || o.Status == payment.Completed {
		return &o, err
	}
	clerk := c.Clerk
	clerk.Confirmed = time.Now().AddDate(100, 0, 0)
	key := payment.Account{Currency: "KES", Number: "118 023 4567"}.Key()
	units := o.Amount.Value.Short()
	file := fmt.Sprintf(":20:S1\n:25:1180234567\n:28C:1/1\n:60F:C261123KES0,00\n:61:2611241124C%s,00NTRFNONREF//%s\n:86:%s\n:62F:C261124KES%s,00\n", units, payment.Bill(o.Number), o.Number, units)
	plan, err := c.Payments.CheckStatement(ctx, clerk, key, paymentsvc.File{Name: "statement.sta", Bytes: []byte(file)})
	if err != nil {
		return nil, err
	}
	for range 2 { // the same file again is nothing new
		err := pg.InTx(ctx, c.db, func(tx pg.Tx) error { return c.Payments.ImportStatement(ctx, tx, clerk, plan) })
		if err != nil && !errors.Is(err, payment.NothingNew) {
			return nil, err
		}
	}
	for {
		if _, err := c.Payments.SettleLines(ctx); err != nil {
			return nil, err
		}
		if o, err = c.Payments.Order(ctx, c.Payers[i], order); err != nil || o.Status == payment.Completed {
			return &o, err
		}
		if !payment.Live(o.Status) {
			return nil, nil
		}
	}
}

// everybodyPays kills while people pay by every way: after so many payments each time, and lets the rest be paid in the end.
func (h *house) everybodyPays(kills, each int) map[string]int {
	h.t.Helper()
	h.openTills()
	h.employ()
	for kill := range kills {
		for n := 0; n < each; {
			if !h.hear() {
				h.t.Fatal("the crashling died by itself: ", h.child.Wait(), h.errors.String())
			}
			if h.said[len(h.said)-1].Kind == "paid" {
				n++
			}
		}
		h.kill([]int{killProgram, killPostgres, killBoth}[kill%3])
	}
	h.retire()
	by := map[string]int{}
	for _, l := range h.said {
		if l.Kind == "paid" {
			by[l.Text]++
		}
	}
	return by
}

// judgePayments holds what is there against what was acknowledged, and the promises of every way against the books.
func (h *house) judgePayments(by map[string]int, least int) {
	h.t.Helper()
	for i, f := range h.verdict() {
		if i == 20 {
			h.t.Fatal("and more")
		}
		h.t.Errorf("%s: %s", f.promise, f.what)
	}
	if len(by) != everyWay {
		h.t.Errorf("paid by %v: the test proves nothing of the others", by)
	}
	for way, n := range by {
		if n < least {
			h.t.Errorf("%d by %s: the test proves little of it", n, way)
		}
	}
	h.t.Logf("%v", by)
}

// Over all nine ways, through kills of the program, of Postgres and of both, with words of providers that are sent twice,
// never, or to a program that is dead: what was acknowledged as paid is paid, once.
func TestNoPaymentOfAnyWayIsLostOrDoubled(t *testing.T) {
	h := newHouse(t, "", 3, 0, everyWay)
	h.judgePayments(h.everybodyPays(6, 25), 3)
}

// A program that books a payment of any way a second time does not pass.
func TestAPaymentOfAnyWayThatIsBookedTwiceIsFound(t *testing.T) {
	h := newHouse(t, creditTwice, 4, 0, everyWay)
	h.everybodyPays(1, 25)
	for _, f := range h.verdict() {
		if f.promise == balanced {
			return
		}
	}
	t.Error("nobody found it")
}
