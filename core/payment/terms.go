package payment

import (
	"math/big"
	"slices"
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/money"
)

// A NextKind is how a payer comes to the provider.
type NextKind string

// Ways on.
const (
	Redirect NextKind = "redirect" // the browser goes to a page of the provider
	Form     NextKind = "form"     // the browser posts a form to a page of the provider
	Prompt   NextKind = "prompt"   // the provider asks on a phone
	Transfer NextKind = "transfer" // the payer tells a bank, with what is written here
)

// Values lists them.
func (NextKind) Values() []string { return closed.Values(Redirect, Form, Prompt, Transfer) }

// A Next is what a payer does now.
type Next struct {
	Kind   NextKind
	URL    string  // of a redirect or a form
	Fields []Field // of a form
}

// A Field is one of a form, in the order in which it is posted.
type Field struct{ Name, Value string }

// A Range is what a way takes of one currency.
type Range struct {
	Currency    money.Currency
	Least, Most money.Decimal
	Step        money.Decimal // amounts are multiples of it
	Exponent    int32         // of the provider's own minor unit, which need not be ISO's
}

// A Terms is what a way takes, how it asks for it, and how long.
type Terms struct {
	Provider Provider
	Next     NextKind
	Public   bool    // whoever has the link of an order may pay it, without an account
	Money    []Range // none: what costs nothing, in any currency
	// How long an attempt holds its order without word; then the payer may try again.
	Patience time.Duration
	// How long an attempt is asked about.
	Lifetime time.Duration
	Waits    []time.Duration // the pauses between the first questions
	Steady   time.Duration   // the pause after those, until patience ends
}

// What prompts have in common: the payer looks at a phone and answers within a minute, or not at all.
const (
	Patience = 5 * time.Minute
	Lifetime = 7 * 24 * time.Hour // of every way
)

var (
	prompted = []time.Duration{5 * time.Second, 5 * time.Second, 5 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second}
	ten      = big.NewRat(10, 1)
	paged    = slices.Repeat([]time.Duration{time.Minute}, 10)
)

func whole(c money.Currency, least, most int64, exponent int32) Range {
	return Range{c, money.New(least, 0), money.New(most, 0), money.New(1, 0), exponent}
}

// cents takes its bounds in hundredths.
func cents(c money.Currency, least, most int64) Range {
	return Range{c, money.New(least, -2), money.New(most, -2), money.New(1, -2), 2}
}

// ways is the table: a new way of paying is a row here and a gateway.
var ways = []Terms{
	{Provider: Free},
	{
		Provider: Mpesa,
		Next:     Prompt,
		Money:    []Range{whole("KES", 1, 250_000, 0)},
		Patience: Patience,
		Lifetime: Lifetime,
		Waits:    prompted,
		Steady:   time.Minute,
	},
	{
		// Stripe has no smaller unit for RWF; UGX has none either, and is yet written in hundredths.
		Provider: Stripe,
		Next:     Redirect,
		Money: []Range{
			cents("KES", 100_00, 999_999_99), cents("USD", 50, 999_999_99), cents("EUR", 50, 999_999_99), cents("GBP", 30, 999_999_99),
			whole("RWF", 1_000, 99_999_999, 0), whole("UGX", 3_000, 999_999, 2),
		},
		Patience: time.Hour,
		Lifetime: Lifetime,
		Waits:    paged,
		Steady:   5 * time.Minute,
	},
	{
		Provider: PayPal,
		Next:     Redirect,
		Money:    []Range{cents("USD", 1_00, 10_000_00), cents("EUR", 1_00, 10_000_00), cents("GBP", 1_00, 10_000_00)},
		Patience: 3 * time.Hour,
		Lifetime: Lifetime,
		Waits:    paged,
		Steady:   5 * time.Minute,
	},
	{
		Provider: Chapa,
		Next:     Redirect,
		Money:    []Range{cents("ETB", 1_00, 9_999_999_99), cents("USD", 1_00, 9_999_999_99)},
		Patience: time.Hour,
		Lifetime: Lifetime,
		Waits:    paged,
		Steady:   5 * time.Minute,
	},
	{
		Provider: Pesapal,
		Next:     Redirect,
		Money: []Range{
			cents("KES", 1_00, 1_000_000_00), cents("USD", 1_00, 10_000_00), whole("UGX", 500, 30_000_000, 2),
			whole("TZS", 500, 20_000_000, 2), whole("RWF", 100, 10_000_000, 2),
		},
		Patience: time.Hour,
		Lifetime: Lifetime,
		Waits:    paged,
		Steady:   5 * time.Minute,
	},
	{
		Provider: Tingg,
		Next:     Redirect,
		Public:   true,
		Money: []Range{
			cents("KES", 10_00, 1_000_000_00), whole("TZS", 1_000, 20_000_000, 0), whole("UGX", 1_000, 30_000_000, 0), whole("RWF", 100, 10_000_000, 0),
			cents("GHS", 1_00, 100_000_00), cents("MZN", 10_00, 5_000_000_00), cents("NGN", 100_00, 50_000_000_00), cents("MWK", 100_00, 50_000_000_00),
		},
		Patience: time.Hour,
		Lifetime: Lifetime,
		Waits:    paged,
		Steady:   5 * time.Minute,
	},
	{
		Provider: DPO,
		Next:     Redirect,
		Public:   true,
		Money: []Range{
			cents("KES", 10_00, 1_000_000_00), cents("USD", 1_00, 10_000_00), whole("TZS", 1_000, 20_000_000, 0), whole("UGX", 1_000, 30_000_000, 0),
			whole("RWF", 100, 10_000_000, 0), cents("GHS", 1_00, 100_000_00), cents("MZN", 10_00, 5_000_000_00), cents("NGN", 100_00, 50_000_000_00),
			cents("MWK", 100_00, 50_000_000_00), whole("XOF", 100, 10_000_000, 0),
		},
		Patience: 30 * time.Minute,
		Lifetime: Lifetime,
		Waits:    paged,
		Steady:   5 * time.Minute,
	},
	{
		Provider: IVeri,
		Next:     Form,
		Money:    []Range{cents("KES", 10_00, 1_000_000_00), cents("USD", 1_00, 10_000_00)},
		Patience: 30 * time.Minute,
		Lifetime: Lifetime,
		Waits:    paged,
		Steady:   5 * time.Minute,
	},
	{
		// Nobody is asked: a statement says so. The order is held as long as banks take.
		Provider: Bank,
		Next:     Transfer,
		Money:    transferable(),
		Patience: Lifetime,
		Lifetime: Lifetime,
		Steady:   24 * time.Hour,
	},
}

// Page reports whether the payer goes to a page of the provider.
func (t Terms) Page() bool { return t.Next == Redirect || t.Next == Form }

// TermsOf returns what a way takes.
func TermsOf(p Provider) (Terms, bool) {
	for _, t := range ways {
		if t.Provider == p {
			return t, true
		}
	}
	return Terms{}, false
}

// Left reports whether a payer may leave a payment that is under way, to choose another way.
func (t Terms) Left() bool { return t.Page() || t.Next == Transfer }

// Of returns what a way takes of a currency.
func (t Terms) Of(c money.Currency) (Range, bool) {
	i := slices.IndexFunc(t.Money, func(r Range) bool { return r.Currency == c })
	if i < 0 {
		return Range{}, false
	}
	return t.Money[i], true
}

// Check says why a way cannot take an amount.
func (t Terms) Check(a money.Amount) error {
	r, ok := t.Of(a.Currency)
	switch {
	case len(t.Money) == 0 && a.Value.IsZero():
		return nil
	case len(t.Money) > 0 && !ok:
		return ProviderCurrency.New("%s", a.Currency).With("currency", string(a.Currency))
	case a.Value.Less(r.Least), r.Most.Less(a.Value), !r.steps(a.Value):
		return ProviderLimit.New("%s", a).With("least", r.Least.Short()).With("most", r.Most.Short())
	}
	return nil
}

// steps reports whether a value is a multiple of the step. Steps are powers of ten.
func (r Range) steps(v money.Decimal) bool {
	for n := range int32(5) {
		if r.Step.Equal(money.New(1, -n)) {
			return v.RoundTo(n).Equal(v)
		}
	}
	return false
}

// Minor is an amount in the provider's smallest unit; false where it is none of this way's.
func (t Terms) Minor(a money.Amount) (int64, bool) {
	r, ok := t.Of(a.Currency)
	if !ok || !r.steps(a.Value) {
		return 0, false
	}
	n := a.Value.Rat()
	for range r.Exponent {
		n.Mul(n, ten)
	}
	return n.Num().Int64(), n.IsInt() && n.Num().IsInt64()
}

// Major reads an amount that is written in the provider's smallest unit.
func (t Terms) Major(units int64, c money.Currency) (money.Amount, bool) {
	r, ok := t.Of(c)
	if !ok {
		return money.Amount{Currency: c}, false
	}
	return money.Amount{Value: money.New(units, -r.Exponent), Currency: c}, true
}

// Wait is the pause after the given count of questions about an attempt of an age.
func (t Terms) Wait(asked int, age time.Duration) time.Duration {
	switch {
	case asked < len(t.Waits):
		return t.Waits[asked]
	case age < t.Patience:
		return t.Steady
	case age < max(t.Patience, time.Hour):
		return 5 * time.Minute
	case age < 24*time.Hour:
		return time.Hour
	}
	return 24 * time.Hour
}

// Offers lists the ways in which an amount can be paid.
func Offers(a money.Amount) []Provider {
	var out []Provider
	for _, t := range ways {
		if t.Check(a) == nil {
			out = append(out, t.Provider)
		}
	}
	return out
}

// Currencies are those in which one of the given ways takes more than nothing.
func Currencies(of ...Provider) []money.Currency {
	var out []money.Currency
	for _, t := range ways {
		if !slices.Contains(of, t.Provider) {
			continue
		}
		for _, r := range t.Money {
			out = append(out, r.Currency)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Lost is the pause before the first question about an initiation without an answer,
// whatever the way: the payer sees nothing meanwhile.
const Lost = 5 * time.Second
