package payment

import (
	"strings"
	"time"

	"zabuni.org/core/kernel/money"
)

// A Till is where payers send money by hand, naming an order as the account.
type Till struct {
	Number   string // empty: there is none
	Currency money.Currency
}

// Key names the till in the ledger and among lines of statements, as [Account.Key] names an account.
func (t Till) Key(way Provider) string {
	return string(way) + "-" + strings.ToLower(plainText(t.Number))
}

// PaybillHook is what the addresses have in place of a way to which messages of a till come: Daraja refuses the
// name of its product in them.
const PaybillHook = "paybill"

// A Hook is what the address of a message has in the place of a way.
type Hook string

// Values lists them.
func (Hook) Values() []string { return append(Provider("").Values(), PaybillHook) }

// Way is the one that a message to the address comes by.
func (h Hook) Way() Provider {
	if h == PaybillHook {
		return Mpesa
	}
	return Provider(h)
}

// WayOf is the way of paying that the money of an account came by: a bank's, unless it is a till's.
func WayOf(account string) Provider {
	if head, _, _ := strings.Cut(account, "-"); head == string(Mpesa) {
		return Mpesa
	}
	return Bank
}

// Bill is an order's number as a payer types it on a phone.
func Bill(number string) string { return strings.ReplaceAll(number, "-", "") }

// Came is money that a payer sent to a till.
type Came struct {
	Receipt string
	Bill    string // what the payer typed as the account
	Payer   string // a name and a masked phone, as far as they are told
	Amount  money.Amount
	At      time.Time
}

// A Notice is a message about money at a till: that it came, or whether it may come.
type Notice struct {
	Came
	Asks bool // nothing was taken yet, and the answer says whether it may be
}

// A Word is the answer to whether money may come to a till.
type Word string

// Words.
const (
	MayCome      Word = "accepted"
	NobodysBill  Word = "account" // no order that is to be paid has this number
	AnotherPrice Word = "amount"  // its order costs another amount
)
