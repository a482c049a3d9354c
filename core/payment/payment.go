// Package payment is the rules of paying bid fees: what a cart may hold, which
// provider takes which money, and what the word of a provider does to an order.
package payment

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Faults of this vertical.
var (
	CartCurrency     = fault.Declare(fault.KindConflict, "payment.cart_currency", "A cart may hold items of one currency only.")
	AlreadyPaid      = fault.Declare(fault.KindConflict, "payment.already_paid", "This category is paid already")
	CartEmpty        = fault.Declare(fault.KindConflict, "payment.cart_empty", "The cart is empty")
	CartFull         = fault.Declare(fault.KindConflict, "payment.cart_full", "The cart is full")
	NotInCart        = fault.Declare(fault.KindNotFound, "payment.not_in_cart", "This category is not in the cart")
	CategoryUnderWay = fault.Declare(fault.KindConflict, "payment.category_under_way", "This category stands in an order that is being paid")
	UnderWay         = fault.Declare(fault.KindConflict, "payment.under_way", "A payment of this order is under way")
	OrderNotFound    = fault.Declare(fault.KindNotFound, "payment.order_not_found", "That order could not be found")
	OrderDone        = fault.Declare(fault.KindConflict, "payment.order_done", "This order cannot be paid any more")
	ProviderCurrency = fault.Declare(fault.KindConflict, "payment.provider_currency", "This way of paying does not take this currency")
	ProviderLimit    = fault.Declare(fault.KindConflict, "payment.provider_limit", "This amount is outside of what this way of paying takes")
	NotInReview      = fault.Declare(fault.KindConflict, "payment.not_in_review", "This payment is not under review")
	Proposed         = fault.Declare(fault.KindConflict, "payment.proposed", "Somebody has proposed already what becomes of this payment")
	SecondPerson     = fault.Declare(fault.KindConflict, "payment.second_person", "Another person must decide what you proposed")
	Settled          = fault.Declare(fault.KindConflict, "payment.settled", "This payment is settled: there is nothing to ask")
	NoMatch          = fault.Declare(fault.KindConflict, "payment.no_match", "What was received is not what the order costs")
	ProviderAbsent   = fault.Declare(fault.KindUnavailable, "payment.provider_absent", "This way of paying is not available")
)

// MpesaPhone is the field error of a number that M-Pesa cannot ask.
const MpesaPhone = "payment.mpesa_phone"

// MaxLines is how many categories a cart holds.
const MaxLines = 100

// A Line is one category in a cart or an order.
type Line struct {
	Category uuid.UUID
	Buyer    uuid.UUID
	Name     string
	Fee      money.Amount
	ClosesAt time.Time
	Entry    entry.Facts // of its supplier
}

// Check says why a line cannot be put into a cart or paid now: it is bought
// already, or its supplier could not take part though it were.
func (l Line) Check() error {
	if l.Entry.Paid {
		return AlreadyPaid.New("").With("category", l.Name)
	}
	return l.Entry.MayPay()
}

// Join says whether l may join the lines of a cart.
func Join(cart []Line, l Line) error {
	if err := l.Check(); err != nil {
		return err
	}
	if len(cart) >= MaxLines {
		return CartFull.New("").With("max", MaxLines)
	}
	for _, other := range cart {
		if other.Fee.Currency != l.Fee.Currency {
			return CartCurrency.New("").With("currency", string(other.Fee.Currency))
		}
	}
	return nil
}

// Total is what a cart costs. Its lines have one currency.
func Total(lines []Line) (money.Amount, error) {
	if len(lines) == 0 {
		return money.Amount{}, CartEmpty.New("")
	}
	fees := make([]money.Amount, len(lines))
	for i, l := range lines {
		if l.Fee.Currency != lines[0].Fee.Currency {
			return money.Amount{}, CartCurrency.New("").With("currency", string(lines[0].Fee.Currency))
		}
		fees[i] = l.Fee
	}
	return money.Sum(lines[0].Fee.Currency, fees...)
}

// Same reports whether an order's frozen lines are what the cart holds now.
func Same(order, cart []Line) bool {
	if len(order) != len(cart) {
		return false
	}
	fees := make(map[uuid.UUID]money.Amount, len(order))
	for _, l := range order {
		fees[l.Category] = l.Fee
	}
	for _, l := range cart {
		f, ok := fees[l.Category]
		if !ok || f.Currency != l.Fee.Currency || !f.Value.Equal(l.Fee.Value) {
			return false
		}
	}
	return true
}

// numerals are Crockford's: no I, L, O, U, so that a number survives a telephone.
const numerals = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// Number makes an order's number of random bits: ZB-7K2M-9QX4. It has the twelve
// characters that providers take, and its last one checks the others.
func Number(random uint64) string {
	var body [8]byte
	sum := 0
	for i := range 7 {
		n := int(random >> (5 * i) & 31)
		body[i] = numerals[n]
		sum += (i + 1) * n
	}
	body[7] = numerals[sum%31]
	return "ZB-" + string(body[:4]) + "-" + string(body[4:])
}
