package contract

import "zabuni.org/core/kernel/closed"

// PackKind is a paper by which an award binds its winner.
type PackKind string

// Papers of a pack, in its order.
const (
	PackTender       PackKind = "tender"        // what the winner offered, as it was opened
	PackPrices       PackKind = "prices"        // its prices, line by line
	PackLetter       PackKind = "letter"        // of award
	PackReceipt      PackKind = "receipt"       // of its bid, signed
	PackPriceReceipt PackKind = "price_receipt" // of what it offered in the last round, where that is where its prices come from
)

// Values lists them.
func (PackKind) Values() []string {
	return closed.Values(PackTender, PackPrices, PackLetter, PackReceipt, PackPriceReceipt)
}

// A Bound is a paper of the pack, known by its SHA-256 in hex.
type Bound struct {
	Kind PackKind `json:"kind"`
	Sum  string   `json:"sum"`
}
