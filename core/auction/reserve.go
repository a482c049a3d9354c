package auction

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// SaltSize is how many bytes blind the commitment of a reserve.
const SaltSize = 32

// reserve must be a price; without one there is nothing to show.
func (r Rules) reserve(f *fault.Fields, c money.Currency) Rules {
	if r.Reserve == nil {
		r.ShowMet = false
		return r
	}
	price(f, "/reserve", *r.Reserve, c)
	return r
}

// Reaches reports whether a price is as good as the reserve, where there is one.
func (a Auction) Reaches(p money.Decimal) bool {
	return a.Reserve == nil || !a.Better(*a.Reserve, p)
}

// Commit is the hash that bidders read of a reserve from publication on. Once the result is known, reserve and salt
// show that it was that one: docs/formats.md 10.
func (a Auction) Commit(salt []byte) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "zabuni/reserve/v1\n%s\n%s\n%s\n%s\n", a.ID, a.Currency, a.Reserve.Short(), hex.EncodeToString(salt)))
	return sum[:]
}
