package contract

import (
	"math/big"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Faults of amendments.
var (
	AmendmentOpen = fault.Declare(fault.KindConflict, "contract.amendment_open", "Another amendment of this contract is not done with yet")
	NotAmendable  = fault.Declare(fault.KindConflict, "contract.not_amendable", "Only a contract in force can be amended")
)

// Codes of field errors of amendments.
const (
	OverCap      = "contract.over_cap"      // params: percent, least, most, currency
	FromContract = "contract.from_contract" // what is amended has decided it
)

// AmendmentCap is by how many hundredths of its first value all amendments of a contract together
// may change it, up or down.
const AmendmentCap = 25

// ByAmendment is the origin of a contract that amends another.
const ByAmendment Origin = "amendment"

// Ground is why a contract is amended.
type Ground string

// Grounds.
const (
	ForVolume  Ground = "volume"
	ForIndex   Ground = "price_index"
	ForTerm    Ground = "term"
	ForScope   Ground = "scope"
	ForParties Ground = "parties"
	ForError   Ground = "error"
	ForLaw     Ground = "law"
)

// Values lists them.
func (Ground) Values() []string {
	return closed.Values(ForVolume, ForIndex, ForTerm, ForScope, ForParties, ForError, ForLaw)
}

// Done reports whether an amendment that stands so is no more open.
func (s Status) Done() bool { return s == Effective || s == Cancelled }

// A Change is what an amendment does to the value of a contract.
type Change struct {
	First  money.Amount  // before any amendment
	Before money.Decimal // what is amended
	Paid   money.Decimal // that payments of it take already
}

// Bounds are the least and the most that the value may come to.
func (c Change) Bounds() (least, most money.Decimal) {
	part, err := money.RoundDecimal(new(big.Rat).Mul(c.First.Value.Rat(), big.NewRat(AmendmentCap, 100)))
	if err != nil { // a quarter of what fits
		panic(err)
	}
	least, most = c.First.Value.Sub(part), c.First.Value.Add(part)
	if least.Less(c.Paid) {
		least = c.Paid
	}
	return least, most
}

// Check adds to f what is wrong with what the value becomes. A change within the bounds of one that
// stands outside of them already is none at all: an amendment of the days alone is always possible.
func (c Change) Check(f *fault.Fields, value money.Decimal) {
	least, most := c.Bounds()
	if value.Equal(c.Before) || !value.Less(least) && !most.Less(value) {
		return
	}
	f.Add("/value", OverCap, "percent", AmendmentCap, "least", least.Short(), "most", most.Short(), "currency", string(c.First.Currency))
}
