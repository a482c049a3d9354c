package assurance

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// A Sample says how many of a category's bids are checked a second time.
type Sample struct {
	Percent int
	Version int32
}

// Of is the number of bids that a sample has of so many: a part of one counts as one.
func (s Sample) Of(bids int) int { return (bids*s.Percent + 99) / 100 }

// Lot is a bid's number in the draw: the SHA-256 sum of the 32 bytes of the root that
// was signed at closing and the 16 of the bid's identifier. The identifier was given
// before the root was known: nobody chooses a lot, and everybody can compute it.
func Lot(root []byte, bid uuid.UUID) [sha256.Size]byte {
	return sha256.Sum256(append(slices.Clone(root), bid[:]...))
}

// Draw returns the bids of a sample: those with the lowest lots. A larger sample holds
// the smaller one.
func (s Sample) Draw(root []byte, bids []uuid.UUID) []uuid.UUID {
	drawn := slices.Clone(bids)
	slices.SortFunc(drawn, func(x, y uuid.UUID) int {
		a, b := Lot(root, x), Lot(root, y)
		return bytes.Compare(a[:], b[:])
	})
	return drawn[:s.Of(len(bids))]
}

// MayDraw tells whether the sample of a category can become so many per cent: as
// people like while the bids are sealed, afterwards more and never fewer, for its lots
// are known then.
func (s Sample) MayDraw(c sourcing.Category, judged bool, percent int) error {
	if percent < 0 || percent > 100 {
		var f fault.Fields
		f.Add("/percent", fault.OutOfRange, "min", 0, "max", 100)
		return f.Err()
	}
	err := May(c, judged)
	switch {
	case errors.Is(err, opening.NotOpened):
		return nil
	case err == nil && percent < s.Percent:
		return Shrinks.New("from %d to %d", s.Percent, percent)
	}
	return err
}

// A Tally is how far the second checks of a category are, and how often they found
// what the first ones had found.
type Tally struct {
	Bids       int // opened
	Checked    int // first check finished
	Drawn      int
	Controlled int // second check finished
	Compared   int // answers that two people have checked
	Agreed     int // of these, with the same verdict
}

// Tally counts the checks of bids.
func (b Book) Tally(bids []uuid.UUID) Tally {
	out := Tally{Bids: len(bids), Drawn: len(b.Drawn)}
	for _, bid := range bids {
		if b.Finished(bid, First) {
			out.Checked++
		}
		if !b.Finished(bid, Second) {
			continue
		}
		out.Controlled++
		for _, q := range b.Questions {
			first, was := b.Checks[First][Answer{bid, q}]
			second, is := b.Checks[Second][Answer{bid, q}]
			if was && is {
				out.Compared++
			}
			if was && is && first.Verdict == second.Verdict {
				out.Agreed++
			}
		}
	}
	return out
}
