package paymentsvc

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/journal"
)

// Codes are not guessed: there are more of them than anybody can try. These bounds keep
// whoever tries from keeping us busy.
var (
	perVisitor = journal.Limit{Burst: 30, Per: 4 * time.Second}
	perCode    = journal.Limit{Burst: 10, Per: 30 * time.Second}
)

// A Bill is what whoever has the code of an order is told of it: no name of who owes it,
// and not what for.
type Bill struct {
	Payee     string
	Amount    money.Amount
	Status    payment.State
	Review    bool               // money came that a person looks at
	Provider  payment.Provider   // of the try that counts
	Next      *payment.Next      // while it is live, by a way that is open to all
	Providers []payment.Provider // that are open to all, and take the amount
}

// Bill returns what there is to pay for the code of an order.
func (s *Service) Bill(ctx context.Context, code, network string) (Bill, error) {
	if err := journal.Take(ctx, s.db, "bill-from:"+network, perVisitor); err != nil {
		return Bill{}, err
	}
	r, err := q.OrderByCode(ctx, s.db, code)
	if err != nil {
		return Bill{}, notFound(err, payment.OrderNotFound)
	}
	return s.bill(ctx, r)
}

func (s *Service) bill(ctx context.Context, r paymentdb.OrderByCodeRow) (Bill, error) {
	o := Order{ID: r.ID, Supplier: r.SupplierID, Amount: amount(r.Amount, r.Currency), Status: payment.State(r.Status)}
	if err := s.fill(ctx, s.db, access.Actor{Org: r.SupplierID}, &o); err != nil {
		return Bill{}, err
	}
	open := func(p payment.Provider) bool {
		terms, _ := payment.TermsOf(p)
		return terms.Public
	}
	b := Bill{Payee: r.Payee, Amount: o.Amount, Status: o.Status}
	b.Providers = slices.DeleteFunc(slices.Clone(o.Providers), func(p payment.Provider) bool { return !open(p) })
	if t := o.Attempt; t != nil && open(t.Provider) {
		b.Provider, b.Next = t.Provider, o.Next
	}
	b.Review = o.Attempt != nil && o.Attempt.Status == payment.Review
	return b, nil
}

// A Visitor pays an order by its code, without an account.
type Visitor struct {
	Code, Network string
	Phone         string // international; some providers insist on one
	Key           string // Idempotency-Key
}

// PayBill begins a payment at a provider's page for whoever has the code of an order.
func (s *Service) PayBill(ctx context.Context, way payment.Provider, in Visitor) (Bill, error) {
	if terms, ok := payment.TermsOf(way); !ok || !terms.Public {
		return Bill{}, payment.ProviderAbsent.New("%s is not open to all", way)
	}
	if err := journal.Take(ctx, s.db, "bill-from:"+in.Network, perVisitor); err != nil {
		return Bill{}, err
	}
	r, err := q.OrderByCode(ctx, s.db, in.Code)
	if err != nil {
		return Bill{}, notFound(err, payment.OrderNotFound)
	}
	if err := journal.Take(ctx, s.db, "bill:"+r.ID.String(), perCode); err != nil {
		return Bill{}, err
	}
	phone, err := phoneOf(in.Phone, money.Currency(r.Currency))
	if err != nil {
		return Bill{}, err
	}
	a := access.System
	a.Org = r.SupplierID
	if _, err := s.pay(ctx, a, way, Pay{Order: r.ID, Key: in.Key, visitor: in.Code, person: payment.Person{Phone: phone}}); err != nil {
		return Bill{}, err
	}
	if r, err = q.OrderByCode(ctx, s.db, in.Code); err != nil {
		return Bill{}, err
	}
	return s.bill(ctx, r)
}

// phoneOf reads a visitor's phone as people write it where a currency is paid in, or
// anywhere with its country's code; none is none.
func phoneOf(typed string, c money.Currency) (string, error) {
	if typed == "" {
		return "", nil
	}
	for _, home := range []bool{true, false} {
		for _, country := range geo.Countries {
			n, ok := country.Phone(typed)
			if ok && (home && country.Currency == string(c) || !home && strings.Contains(phoneNoise.ReplaceAllString(typed, ""), n)) {
				return n, nil
			}
		}
	}
	example := geo.Countries[0].PhoneExample
	for _, country := range geo.Countries {
		if country.Currency == string(c) {
			example = country.PhoneExample
		}
	}
	var f fault.Fields
	f.Add("/phone", fault.BadFormat, "expected", example)
	return "", f.Err()
}

var phoneNoise = regexp.MustCompile(`[^0-9]`)
