// Package paymentsvc is the use cases of carts, orders and payments.
package paymentsvc

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

var q = paymentdb.New()

// A Gateway speaks with one provider.
type Gateway interface {
	// Initiate asks a payer for money, once. A *payment.Refusal is a definite
	// no; after any other error nobody knows whether the payer was asked.
	Initiate(ctx context.Context, c payment.Charge) (payment.Accepted, error)
	// Query asks the provider what became of a charge. Of one with a page whose
	// initiation was cut off it asks by our own reference, or repeats what gives
	// the same page again; where neither can be, the payer saw no page, and it says so.
	Query(ctx context.Context, c payment.Charge) (payment.Result, error)
	// Read reads what came in without being asked for. It decides nothing, calls
	// nobody, and answers payment.Forged where the proof is not right.
	Read(m payment.Message) ([]payment.Hint, error)
	// Reply is what the provider wants to hear of a message.
	Reply(m payment.Message) payment.Reply
}

// A Capturer takes money that a payer agreed to: Query had answered payment.Held.
type Capturer interface {
	Capture(ctx context.Context, c payment.Charge) (payment.Result, error)
}

// An Abandoner ends the page of a charge, so that nobody pays there any more.
type Abandoner interface {
	Abandon(ctx context.Context, c payment.Charge) error
}

// A Former makes the form that the payer's browser posts to a provider's page.
type Former interface {
	Fields(c payment.Charge) []payment.Field
	Origin() string // scheme and host of the page
}

// An Acknowledger tells the provider what became of money that came: credited, or never
// to be, so that it goes back. It may be told more than once.
type Acknowledger interface {
	Acknowledge(ctx context.Context, c payment.Charge, credited bool) error
}

// A Prover asks the provider whether a message is its own, where nothing else proves it.
type Prover interface {
	Prove(ctx context.Context, m payment.Message) error
}

// Gateways are the providers that this installation speaks with.
type Gateways map[payment.Provider]Gateway

// Service runs the use cases.
type Service struct {
	db       pg.DB
	gateways Gateways
	origin   string // where providers call back
	log      *slog.Logger
	desk     Desk
	called   sync.Map // ways whose till knows from this program where to call
}

// New returns a Service. Gateways may be added to the map until work begins.
func New(db pg.DB, gateways Gateways, origin string, log *slog.Logger) *Service {
	return &Service{db: db, gateways: gateways, origin: origin, log: log}
}

// supplier is the right of everything here that a supplier does.
func supplier(a access.Actor, p ...access.Privilege) error {
	return access.Only(access.Supplier, p...).Admit(a)
}

// lock lets one transaction at a time work on a supplier's cart.
func lock(ctx context.Context, tx pg.Tx, supplier uuid.UUID) error {
	return q.Lock(ctx, tx, "payment.cart:"+supplier.String())
}

// record writes the journal entry of an order.
func record(ctx context.Context, tx pg.Tx, a access.Actor, action string, order, supplier uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: "order", ObjectID: order, Owner: supplier, Detail: detail})
	return err
}

func amount(v money.Decimal, currency string) money.Amount {
	return money.Amount{Value: v, Currency: money.Currency(currency)}
}

// gateway returns the gateway of a provider.
func (s *Service) gateway(p payment.Provider) (Gateway, error) {
	g, ok := s.gateways[p]
	if !ok {
		return nil, payment.ProviderAbsent.New("%s", p)
	}
	return g, nil
}

// Forms are the origins that browsers post forms to, by the way of paying: no page but the
// one that pays may.
func (g Gateways) Forms() map[payment.Provider]string {
	out := map[payment.Provider]string{}
	for way, gateway := range g {
		if f, ok := gateway.(Former); ok {
			out[way] = f.Origin()
		}
	}
	return out
}

// Ways are those that this installation has, beside what is free.
func (s *Service) Ways() []payment.Provider { return slices.Sorted(maps.Keys(s.gateways)) }

// Payable reports whether there is a way here of paying an amount.
func (s *Service) Payable(a money.Amount) bool {
	return a.Value.IsZero() || len(s.offers(a)) > 0
}

// Currencies are those in which more than nothing can be paid here.
func (s *Service) Currencies() []money.Currency {
	var out []money.Currency
	for _, way := range s.Ways() {
		out = append(out, s.taken(way)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// taken are those of one way: of a bank the ones that there are accounts in.
func (s *Service) taken(way payment.Provider) (out []money.Currency) {
	for _, c := range payment.Currencies(way) {
		if t, ok := s.gateways[way].(taker); !ok || t.Takes(c) {
			out = append(out, c)
		}
	}
	return out
}

// offers lists the ways of paying an amount that this installation has.
func (s *Service) offers(a money.Amount) []payment.Provider {
	out := []payment.Provider{}
	for _, p := range payment.Offers(a) {
		g, ok := s.gateways[p]
		if t, some := g.(taker); ok && (!some || t.Takes(a.Currency)) {
			out = append(out, p)
		}
	}
	return out
}

func notFound(err error, d *fault.Def) error {
	if pg.NoRows(err) {
		return d.New("")
	}
	return err
}
