//go:build demo

// Package checkout is the other side of Stripe, PayPal, Chapa, Pesapal, Tingg, DPO and
// iVeri in a demonstration: it speaks their wire on this machine, and has pages on which a
// person pays, declines, leaves, pays something else, or goes away. A build without
// the tag demo has none of it.
package checkout

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"zabuni.org/core/gateway/chapa"
	"zabuni.org/core/gateway/dpo"
	"zabuni.org/core/gateway/iveri"
	"zabuni.org/core/gateway/paypal"
	"zabuni.org/core/gateway/pesapal"
	"zabuni.org/core/gateway/stripe"
	"zabuni.org/core/gateway/tingg"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// Options say whom it calls.
type Options struct {
	Hooks string           // where messages of a whole account go: https://…/api/supplier/hooks/
	Now   func() time.Time // a clock that can be moved; nil: the machine's
}

// Later is how late a late message is.
const Later = 3 * time.Second

const (
	secret          = "demonstration-secret"
	hookSecret      = "demonstration-hook"
	callbackTimeout = 10 * time.Second
	kept            = 500
)

// A Sale is one page.
type Sale struct {
	ID          string           `json:"id"`
	Way         payment.Provider `json:"way"`
	MerchantRef string           `json:"merchant_ref"`
	Asked       money.Amount     `json:"asked"`
	Paid        money.Amount     `json:"paid"`
	State       string           `json:"state"` // open, agreed, paid, declined, cancelled, expired, reversed, disputed
	Receipt     string           `json:"receipt,omitempty"`
	At          time.Time        `json:"at"`
	Messages    int              `json:"messages"`       // delivered
	Due         *time.Time       `json:"due,omitempty"`  // when a message of it is sent that is late
	Told        string           `json:"told,omitempty"` // what we said became of it: accepted, rejected

	Backs   []Back `json:"backs,omitempty"`   // what was given back of it
	Contest string `json:"contest,omitempty"` // of a dispute: open, lost, won

	key, back, left, hook string
	moves                 []move
}

// A move is what went through a provider's own books.
type move struct {
	at     time.Time
	kind   string // charge, refund, dispute, dispute_reversal
	amount money.Amount
}

// moved writes one down.
func (x *Sale) moved(kind string, a money.Amount, back bool) {
	if back {
		a.Value = a.Value.Neg()
	}
	x.moves = append(x.moves, move{time.Now(), kind, a})
}

// A Back is a refund.
type Back struct {
	ID, Key, Mark string // ours by which it is known again, and found
	Amount        money.Amount
	Done          bool
}

// returned sums what was given back of a page.
func (x *Sale) returned() money.Decimal {
	sum := money.New(0, 0)
	for _, b := range x.Backs {
		if b.Done {
			sum = sum.Add(b.Amount.Value)
		}
	}
	return sum
}

// rest is what of a page was not given back: no bank asks more back.
func (x *Sale) rest() money.Amount {
	return money.Amount{Value: x.Paid.Value.Sub(x.returned()), Currency: x.Paid.Currency}
}

// giveBack is a refund of a page: the same key gives the same one again. It reports false where more
// would go back than was paid.
func (s *Simulator) giveBack(x *Sale, key, mark string, a money.Amount, done bool) (Back, bool) {
	for _, b := range x.Backs {
		if b.Key == key {
			return b, true
		}
	}
	promised := money.New(0, 0)
	for _, b := range x.Backs {
		promised = promised.Add(b.Amount.Value)
	}
	if x.State != "paid" || a.Currency != x.Paid.Currency || x.Paid.Value.Less(promised.Add(a.Value)) {
		return Back{}, false
	}
	x.moved("refund", a, true)
	b := Back{ID: "re_" + random(8), Key: key, Mark: mark, Amount: a, Done: done}
	x.Backs = append(x.Backs, b)
	return b, true
}

// cutRefund reports whether the answer to a refund is to be cut off.
func (s *Simulator) cutRefund() bool {
	if s.next != "cut refund" {
		return false
	}
	s.next = ""
	return true
}

// A Simulator is all of these providers on one port.
type Simulator struct {
	o      Options
	addr   string
	server *http.Server
	posts  sync.WaitGroup

	mu     sync.Mutex
	sales  []*Sale // oldest first
	ipns   map[string]string
	sent   map[string]string // PayPal's messages: the body by its transmission
	next   string            // what becomes of the next initiation: "", before, cut
	nextOf string            // the order that it is of; empty: any
	closed bool
}

// Open starts it on a free port of this machine.
func Open(o Options) (*Simulator, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("checkout: %w", err)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Simulator{o: o, addr: ln.Addr().String(), ipns: map[string]string{}, sent: map[string]string{}}
	mux := http.NewServeMux()
	s.stripe(mux)
	s.paypal(mux)
	s.chapa(mux)
	s.pesapal(mux)
	s.tingg(mux)
	s.dpo(mux)
	s.iveri(mux)
	s.refunds(mux)
	s.disputes(mux)
	s.totals(mux)
	mux.HandleFunc("GET /page/{id}", s.page)
	mux.HandleFunc("POST /page/{id}", s.press)
	s.server = &http.Server{Handler: mux, ReadTimeout: callbackTimeout}
	go func() { _ = s.server.Serve(ln) }()
	return s, nil
}

// Addr is where it listens.
func (s *Simulator) Addr() string { return s.addr }

// At names one that another process has opened, for the settings that reach it.
func At(addr string) *Simulator { return &Simulator{addr: addr} }

func (s *Simulator) base(way payment.Provider) string {
	return "http://" + s.addr + "/" + string(way)
}

// Stripe is the settings that reach it.
func (s *Simulator) Stripe() stripe.Options {
	// Stripe's library wants the whole host.
	return stripe.Options{BaseURL: "http://" + s.addr, Secret: secret, Hook: hookSecret}
}

// PayPal is the settings that reach it.
func (s *Simulator) PayPal(now func() time.Time) paypal.Options {
	return paypal.Options{BaseURL: s.base(payment.PayPal), ID: "demonstration", Secret: secret, Webhook: hookSecret, Now: now}
}

// Chapa is the settings that reach it.
func (s *Simulator) Chapa() chapa.Options {
	return chapa.Options{BaseURL: s.base(payment.Chapa), Secret: secret, Hook: hookSecret}
}

// Pesapal is the settings that reach it.
func (s *Simulator) Pesapal(now func() time.Time) pesapal.Options {
	return pesapal.Options{BaseURL: s.base(payment.Pesapal), Key: "demonstration", Secret: secret, Now: now}
}

// Tingg is the settings that reach it.
func (s *Simulator) Tingg(now func() time.Time) tingg.Options {
	return tingg.Options{BaseURL: s.base(payment.Tingg), Key: hookSecret, ID: "demonstration", Secret: secret, Service: "ZABUNI", Now: now}
}

// DPO is the settings that reach it.
func (s *Simulator) DPO(now func() time.Time) dpo.Options {
	return dpo.Options{BaseURL: s.base(payment.DPO), Company: secret, Service: "3854", Hook: hookSecret, Now: now}
}

// IVeri is the settings that reach it.
func (s *Simulator) IVeri(now func() time.Time) iveri.Options {
	_, port, _ := net.SplitHostPort(s.addr)
	// Browsers post here: from another site, as in life.
	return iveri.Options{BaseURL: "http://localhost:" + port + "/" + string(payment.IVeri), Application: application, Secret: secret, Now: now}
}

// Close ends it; messages under way are waited for.
func (s *Simulator) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	_ = s.server.Close()
	s.posts.Wait()
}

// Sales lists the pages, newest first.
func (s *Simulator) Sales() []Sale {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Sale, 0, len(s.sales))
	for _, sale := range slices.Backward(s.sales) {
		out = append(out, *sale)
	}
	return out
}

// Next says what becomes of the next initiation, of any order or of one: "before" is paid
// before it is answered, "cut" is made and never answered.
func (s *Simulator) Next(what, of string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next, s.nextOf = what, of
}

func (s *Simulator) find(match func(*Sale) bool) *Sale {
	for _, sale := range slices.Backward(s.sales) {
		if match(sale) {
			return sale
		}
	}
	return nil
}

// named finds a page by its own name.
func (s *Simulator) named(way payment.Provider, id string) *Sale {
	return s.find(func(x *Sale) bool { return x.Way == way && x.ID == id })
}

// open makes a page, or finds the one that the same key made. It reports false
// where the answer is to be cut off.
func (s *Simulator) open(sale Sale) (*Sale, bool) {
	s.mu.Lock()
	if sale.key != "" {
		if old := s.find(func(x *Sale) bool { return x.Way == sale.Way && x.key == sale.key }); old != nil {
			s.mu.Unlock()
			return old, true
		}
	}
	sale.At, sale.State = time.Now().UTC(), "open"
	made := &sale
	s.sales = append(s.sales, made)
	if len(s.sales) > kept {
		s.sales = slices.Clone(s.sales[len(s.sales)-kept:])
	}
	what := ""
	if strings.HasPrefix(sale.MerchantRef, s.nextOf) {
		what, s.next = s.next, ""
	}
	s.mu.Unlock()
	switch what {
	case "before":
		_ = s.Press(made.ID, "pay")
	case "cut":
		return made, false
	}
	return made, true
}

func (s *Simulator) pageOf(sale *Sale) string {
	_, port, _ := net.SplitHostPort(s.addr)
	return "http://localhost:" + port + "/page/" + sale.ID // another site than the platform's, as in life
}

// errNotOpen is raised where a button has no effect any more.
var errNotOpen = errors.New("this payment is not open any more")

// Buttons are what a person can do on a page.
var Buttons = []string{"pay", "decline", "cancel", "less", "currency", "close", "twice", "late", "never", "reverse", "dispute", "win", "lose"}

// pressed are the states that a button needs, where it needs another than an open page.
var pressed = map[string]string{"reverse": "paid", "dispute": "paid", "win": "disputed", "lose": "disputed"}

// Press does what a button says, and sends the messages of it.
func (s *Simulator) Press(id, button string) error {
	s.mu.Lock()
	sale := s.find(func(x *Sale) bool { return x.ID == id })
	if sale == nil || s.closed || !slices.Contains(Buttons, button) {
		s.mu.Unlock()
		return errNotOpen
	}
	if needs := pressed[button]; needs == "" && sale.State != "open" || needs != "" && sale.State != needs || needs == "disputed" && sale.Contest != "open" {
		s.mu.Unlock()
		return errNotOpen
	}
	if sale.State == "open" {
		sale.Paid = sale.Asked
	}
	times := 1
	switch button {
	case "decline":
		sale.State = "declined"
	case "cancel":
		sale.State, times = "cancelled", 0
	case "reverse":
		sale.State = "reversed"
		sale.moved("refund", sale.Paid, true)
	case "dispute":
		sale.State, sale.Contest = "disputed", "open"
		sale.moved("dispute", sale.rest(), true)
	case "win":
		sale.State, sale.Contest = "paid", "won"
		sale.moved("dispute_reversal", sale.rest(), false)
	case "lose":
		sale.Contest = "lost"
	case "less":
		sale.Paid.Value = sale.Asked.Value.Sub(money.New(1, 0))
		s.take(sale)
	case "currency":
		sale.Paid.Currency = "EUR"
		s.take(sale)
	default:
		s.take(sale)
	}
	switch button {
	case "twice":
		times = 2
	case "never":
		times = 0
	case "late":
		due := s.o.Now().Add(Later)
		sale.Due, times = &due, 0
		time.AfterFunc(Later, s.Deliver)
	}
	s.mu.Unlock()
	for range times {
		s.tell(sale)
	}
	return nil
}

// Deliver sends the messages whose time has come. Who moves the clock on calls it; else it calls itself.
func (s *Simulator) Deliver() {
	s.mu.Lock()
	var due []*Sale
	for _, sale := range s.sales {
		if sale.Due != nil && !s.closed && !s.o.Now().Before(*sale.Due) {
			due, sale.Due = append(due, sale), nil
		}
	}
	s.posts.Add(len(due))
	s.mu.Unlock()
	for _, sale := range due {
		s.tell(sale)
		s.posts.Done()
	}
}

// take has the money; at PayPal the payer only agrees, and we take it.
func (s *Simulator) take(sale *Sale) {
	sale.State, sale.Receipt = "paid", receipt(sale.Way)
	if sale.Way == payment.PayPal {
		sale.State = "agreed"
		return
	}
	sale.moved("charge", sale.Paid, false)
}

func receipt(way payment.Provider) string {
	if way == payment.Stripe {
		return "pi_" + random(12)
	}
	return strings.ToUpper(random(8))
}

// tell sends the messages that a provider sends of what a page is now.
func (s *Simulator) tell(sale *Sale) {
	s.mu.Lock()
	now := *sale
	s.mu.Unlock()
	s.told(sale, map[payment.Provider]func(Sale) []message{
		payment.Stripe: stripeTells, payment.PayPal: s.paypalTells, payment.Chapa: chapaTells, payment.Pesapal: pesapalTells,
		payment.Tingg: tinggTells, payment.DPO: s.dpoTells, payment.IVeri: iveriTells,
	}[now.Way](now))
}

// told sends messages of a page.
func (s *Simulator) told(sale *Sale, messages []message) {
	for _, m := range messages {
		if m.url == "" {
			m.url = s.o.Hooks + string(sale.Way) + "/account"
		}
		if m.send() == nil {
			s.mu.Lock()
			sale.Messages++
			s.mu.Unlock()
		}
	}
}

// A message is one call of a provider.
type message struct {
	method, url string
	body        []byte
	header      map[string]string
}

func (m message) send() error {
	req, err := http.NewRequest(m.method, m.url, strings.NewReader(string(m.body)))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	for k, v := range m.header {
		req.Header.Set(k, v)
	}
	c := http.Client{Timeout: callbackTimeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := c.Do(req)
	if err != nil {
		return err
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK && res.StatusCode != http.StatusSeeOther { // a form is sent on
		return fmt.Errorf("a message was answered %d", res.StatusCode)
	}
	return nil
}

type object map[string]any

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func encode(v any) []byte {
	raw, _ := json.Marshal(v)
	return raw
}

func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// cut breaks a connection without an answer.
func cut() { panic(http.ErrAbortHandler) }

func parse(value, currency string) (money.Amount, error) {
	v, err := money.ParseDecimal(value)
	return money.Amount{Value: v, Currency: money.Currency(strings.ToUpper(currency))}, err
}
