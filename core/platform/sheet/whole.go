package sheet

import "zabuni.org/core/kernel/fault"

// MostRows is how many rows of a list one file holds.
const MostRows = 20_000

// TooMany: a file would leave out rows that were asked for.
var TooMany = fault.Declare(fault.KindTooLarge, "sheet.too_many", "There are more rows than a file holds: narrow what is asked for")

// Whole refuses a file for which there are more rows than it holds: what is left out is not seen to be.
func Whole(more bool) error {
	if more {
		return TooMany.New("").With("number", MostRows)
	}
	return nil
}
