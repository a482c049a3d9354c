//go:build demo

package paymentsvc_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/gateway/bank"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/pg"
)

const (
	chaosOrders = 500
	chaosStep   = 15 * time.Second // between two rounds of questions
	// settledWithin is how long money that one source knows of may wait; a step more, because rounds are counted.
	settledWithin = time.Minute + chaosStep
)

// sale is one order in the chaos, with what its payer did.
type sale struct {
	order  paymentsvc.Order
	way    payment.Provider
	page   string         // of the simulator
	charge payment.Charge // of a prompt
	begun  time.Duration
	does   string
	done   time.Duration // when the payer did it
	heard  time.Duration // when the first message or line of it came; zero: none
	ended  time.Duration
}

// posted is a message on its way.
type posted struct {
	way payment.Provider
	m   payment.Message
}

type chaos struct {
	*pages
	ctx                       context.Context
	r                         *rand.Rand
	now                       time.Duration
	clerk                     access.Actor
	sales                     []*sale
	mail                      []posted // what providers have just sent
	late                      []posted // what arrives after what was sent later
	lines                     []string // of the next statement
	taken                     int      // statements
	store                     string   // where files are kept
	dropped, doubled, delayed int
}

// Whatever providers say late, twice, in another order or never, over all ways at once, nobody comes back from a page and
// many pages are just left: no order is stuck, each is settled within a minute of the first source that knows, none is
// credited twice, and the books sum to nothing at every step. What was sent with it besides is nowhere afterwards.
func TestChaosOverAllWays(t *testing.T) {
	ctx, p := paged(t)
	c := &chaos{pages: p, ctx: ctx, r: rand.New(rand.NewPCG(2026, 11))}
	c.post = func(way payment.Provider, m payment.Message) { c.mail = append(c.mail, marked(posted{way, m})) }
	accounts, err := bank.New(bank.Options{Accounts: "KES|Zabuni Ltd|KCB Bank|Moi Avenue|118 023 4567|KCBLKENX"})
	p.must(err)
	c.store = t.TempDir()
	store, err := document.OpenFolder(c.store)
	p.must(err)
	p.gateways[payment.Bank] = accounts
	log := &journalOf{}
	p.svc = paymentsvc.New(p.db, p.gateways, p.origin, log.logger()).With(paymentsvc.Desk{Documents: documentsvc.New(p.db, store)})
	c.clerk = p.clerks(1)[0]
	fees := map[payment.Provider]uuid.UUID{payment.Mpesa: p.category("500", "KES"), payment.Bank: p.category("700", "KES")}
	for _, way := range allPages {
		fees[way] = p.category(fee(way, "20.50"))
	}
	ways := append(slices.Clone(allPages), payment.Mpesa, payment.Bank)
	for i := 0; i < chaosOrders; {
		for range 5 {
			c.begins(ways[i%len(ways)], fees)
			i++
		}
		c.round()
	}
	for range 40 { // until nobody does anything any more
		c.round()
	}
	for c.live() > 0 && c.now < 8*24*time.Hour {
		if c.now < 5*time.Hour {
			c.jumps(10 * time.Minute)
		} else { // only transfers are waited for so long
			c.jumps(6 * time.Hour)
		}
	}
	if n := c.live(); n != 0 {
		t.Errorf("%d orders are stuck", n)
	}
	p.audit()
	c.judge()
	c.sweep(log)
	t.Logf("%d messages dropped, %d doubled, %d late", c.dropped, c.doubled, c.delayed)
	heard := map[payment.Provider]int{}
	for _, s := range c.sales {
		if s.heard > 0 {
			heard[s.way]++
		}
	}
	for _, way := range ways {
		if heard[way] < 5 {
			t.Errorf("%s was heard of %d orders: the test proves little of it", way, heard[way])
		}
	}
	if c.dropped < 50 || c.doubled < 5 || c.delayed < 5 {
		t.Error("too little went wrong: the test proves little")
	}
}

// begins has another supplier pay by a way.
func (c *chaos) begins(way payment.Provider, fees map[payment.Provider]uuid.UUID) {
	c.t.Helper()
	c.actor = c.supplier()
	c.actor.Email = fmt.Sprintf("payer%d@supplier.test", len(c.sales))
	c.exec(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, phone, status, created_at)
		VALUES ($1, $2, 'supplier', $3, 'Peter', 'Otieno', '254701234567', 'active', now())`, c.actor.User, c.actor.Org, c.actor.Email)
	s := &sale{order: c.ordered(c.ctx, fees[way]), way: way, begun: c.now, does: c.choice()}
	c.exec(`DELETE FROM rate_limit`)
	switch way {
	case payment.Mpesa:
		_, err := c.pay(c.ctx, s.order.ID)
		c.must(err)
		s.charge = c.mpesa.last(c.t.(*testing.T))
	case payment.Bank:
		_, err := c.svc.PayByBank(c.ctx, c.actor, paymentsvc.Pay{Order: s.order.ID, Key: uuid.NewString()})
		c.must(err)
	default:
		c.begin(c.ctx, way, s.order.ID)
		s.page = c.sim.Sales()[0].ID
	}
	c.sales = append(c.sales, s)
}

// choice is what a payer will do.
func (c *chaos) choice() string {
	switch n := c.r.IntN(100); {
	case n < 75:
		return "pay"
	case n < 83:
		return "decline"
	case n < 88:
		return "less"
	case n < 92:
		return "currency"
	}
	return "leave"
}

// acts lets a payer do what it was to do.
func (c *chaos) acts(s *sale) {
	c.t.Helper()
	s.done = c.now
	switch {
	case s.does == "leave":
	case s.way == payment.Mpesa:
		said, units := yes, int64(500)
		if s.does == "decline" {
			said, units = cancelled, -1
		} else {
			s.does = "pay"
		}
		c.mpesa.says(ref(s.charge), said)
		token := s.charge.CallbackURL[strings.LastIndexByte(s.charge.CallbackURL, '/')+1:]
		c.mail = append(c.mail, posted{payment.Mpesa, message(token, callback(ref(s.charge), "R"+s.charge.Attempt.String()[24:], units))})
	case s.way == payment.Bank:
		sum := 700
		switch s.does {
		case "decline":
			s.does = "leave"
			return
		case "less":
			sum = 699
		default:
			s.does = "pay"
		}
		s.heard = c.now
		c.lines = append(c.lines, fmt.Sprintf("%d F%d|%s", sum, len(c.lines)+1000*c.taken, s.order.Number))
	default:
		c.must(c.sim.Press(s.page, s.does))
	}
}

// round lets payers act, the post carry what it does not lose, and the platform ask.
func (c *chaos) round() {
	c.t.Helper()
	arriving := c.late // what was late comes with this round, before or after what is new
	c.late = nil
	for _, s := range c.sales {
		if s.done == 0 && c.now > s.begun && c.r.IntN(3) == 0 {
			c.acts(s)
			arriving = append(arriving, c.carries(s)...)
		}
	}
	c.r.Shuffle(len(arriving), func(i, j int) { arriving[i], arriving[j] = arriving[j], arriving[i] })
	for _, x := range arriving {
		c.must(c.svc.Hear(c.ctx, x.way, x.m, "192.0.2.7"))
	}
	c.banks()
	c.asks()
	c.passes(chaosStep)
}

// carries is the post: half is lost, a tenth comes twice, a tenth after what was sent later.
func (c *chaos) carries(s *sale) (arriving []posted) {
	for _, x := range c.mail {
		switch n := c.r.IntN(10); {
		case n < 5:
			c.dropped++
			continue
		case n < 6:
			c.doubled++
			arriving = append(arriving, x, x)
		case n < 7:
			c.delayed++
			c.late = append(c.late, x)
			continue
		default:
			arriving = append(arriving, x)
		}
		s.heard = cmp.Or(s.heard, c.now)
	}
	c.mail = nil
	return arriving
}

// banks imports what came to the account: every file twice, once with what the one before had.
func (c *chaos) banks() {
	c.t.Helper()
	if len(c.lines) == 0 {
		return
	}
	c.taken++
	for i := range 2 {
		p, err := c.svc.CheckStatement(c.ctx, c.clerk, kesAccount, paymentsvc.File{Name: "statement.sta", Bytes: mt940(c.taken, c.lines...)})
		c.must(err)
		err = pg.InTx(c.ctx, c.db, func(tx pg.Tx) error { return c.svc.ImportStatement(c.ctx, tx, c.clerk, p) })
		if i == 0 {
			c.must(err)
		} else {
			is(c.t.(*testing.T), err, payment.NothingNew)
		}
	}
	c.lines = nil
	for {
		n, err := c.svc.SettleLines(c.ctx)
		if c.must(err); n == 0 {
			return
		}
	}
}

// asks puts every question whose time has come, sees what has ended, and adds up the books.
func (c *chaos) asks() {
	c.t.Helper()
	for {
		n, err := c.svc.SettleDue(c.ctx)
		if c.must(err); n == 0 {
			break
		}
	}
	rows, err := c.owner.Query(c.ctx, `SELECT o.id FROM purchase_order o WHERE NOT EXISTS
		(SELECT FROM payment_attempt a WHERE a.order_id = o.id AND a.status IN ('created', 'pending', 'processing'))`)
	c.must(err)
	ended := map[uuid.UUID]bool{}
	var id uuid.UUID
	for rows.Next() {
		c.must(rows.Scan(&id))
		ended[id] = true
	}
	c.must(rows.Err())
	for _, s := range c.sales {
		if s.ended == 0 && ended[s.order.ID] {
			s.ended = c.now + 1
		}
	}
	if n := c.count(`SELECT count(*) FROM (SELECT FROM ledger_entry GROUP BY currency HAVING sum(amount) <> 0) x`); n != 0 {
		c.t.Fatalf("after %s the books of %d currencies do not sum to nothing", c.now, n)
	}
}

func (c *chaos) passes(d time.Duration) {
	c.now += d
	c.advance(d)
}

// jumps lets time pass in which nobody does anything.
func (c *chaos) jumps(d time.Duration) {
	c.passes(d)
	c.asks()
}

func (c *chaos) live() (n int) {
	for _, s := range c.sales {
		if s.ended == 0 {
			n++
		}
	}
	return n
}

// judge holds each end against what its payer did, and how long it took.
func (c *chaos) judge() {
	c.t.Helper()
	for _, s := range c.sales {
		var order, attempt payment.State
		c.must(c.owner.QueryRow(c.ctx, `SELECT o.status, a.status FROM purchase_order o JOIN payment_attempt a ON a.order_id = o.id WHERE o.id = $1`, s.order.ID).Scan(&order, &attempt))
		want := map[string]payment.State{"pay": payment.Completed, "less": payment.Review, "currency": payment.Review, "decline": payment.Failed, "leave": payment.Expired}[s.does]
		if s.way == payment.Tingg && s.does == "decline" { // a request is open until it ends
			want = payment.Failed
		}
		if attempt != want || (order == payment.Completed) != (s.does == "pay") {
			c.t.Errorf("%s by %s: %s, its order %s", s.does, s.way, attempt, order)
		}
		if took := s.ended - max(s.done, s.heard); attempt == payment.Completed && took > settledWithin {
			c.t.Errorf("%s: settled %s after the first that knew", s.way, took)
		}
	}
	if n := c.count(`SELECT count(*) FROM ledger_entry WHERE movement = 'capture' AND account LIKE 'provider:%'`); n != c.count(`SELECT count(*) FROM purchase_order WHERE status = 'completed'`) {
		c.t.Errorf("%d captures", n)
	}
}
