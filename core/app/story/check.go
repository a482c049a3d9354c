package story

import (
	"zabuni.org/core/assurance"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/opening"
)

// Check lets the second person find something of a company's answer, whatever was
// found before.
func (c *Category) Check(bidder access.Actor, prompt string, v assurance.Verdict, note string) {
	c.Helper()
	c.Must(c.TryDeclareChecker(c.Second, opening.InterestNone))
	sheet, err := c.TryCheckSheet(c.Second, bidder)
	c.Must(err)
	for _, cell := range sheet.Cells {
		if cell.ID != c.Questions[prompt].ID {
			continue
		}
		var seen int32
		if cell.Check != nil {
			seen = cell.Check.Version
		}
		_, err := c.TryCheck(c.Second, bidder, prompt, assurance.Finding{Verdict: v, Note: note}, seen)
		c.Must(err)
		return
	}
	c.Fatalf("%q does not go through quality assurance", prompt)
}

// CheckRest lets the second person find valid what nobody has checked yet.
func (c *Category) CheckRest() {
	c.Helper()
	desk, err := c.TryChecks(c.Second)
	c.Must(err)
	for _, b := range desk.Bids {
		if b.Done == len(desk.Questions) {
			continue
		}
		bidder := c.Bidder(b.Supplier)
		c.Must(c.TryDeclareChecker(c.Second, opening.InterestNone))
		sheet, err := c.TryCheckSheet(c.Second, bidder)
		c.Must(err)
		for _, cell := range sheet.Cells {
			if cell.Check == nil {
				c.Check(bidder, cell.Prompt, assurance.Valid, "")
			}
		}
	}
}
