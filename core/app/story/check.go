package story

import (
	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/assurance/assurancesvc"
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
		if b.Parts[assurance.First].Done == len(desk.Questions) {
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

// TryDeclareChecker states a person's interests before they check.
func (c *Category) TryDeclareChecker(a access.Actor, interest string) error {
	return c.Assurance.Declare(c.Context(), a, c.Officer.Org, c.ID, interest, "")
}

// TryChecks is where the checks stand.
func (c *Category) TryChecks(a access.Actor) (assurancesvc.Desk, error) {
	return c.Assurance.Desk(c.Context(), a, c.Officer.Org, c.ID)
}

// TryCheckSheet is a company's opened bid as it is checked first.
func (c *Category) TryCheckSheet(a, bidder access.Actor) (assurancesvc.Sheet, error) {
	return c.TryTurn(a, bidder, assurance.First)
}

// TryTurn is a company's opened bid as it is checked in a turn.
func (c *Category) TryTurn(a, bidder access.Actor, t assurance.Turn) (assurancesvc.Sheet, error) {
	return c.Assurance.Sheet(c.Context(), a, c.Officer.Org, c.Submission(bidder), t)
}

// TryCheck stores what a person found of a company's answer in the first check, over
// the version that they saw.
func (c *Category) TryCheck(a, bidder access.Actor, prompt string, f assurance.Finding, seen int32) (int32, error) {
	return c.TryFind(a, bidder, assurance.First, prompt, f, seen)
}

// TryFind is TryCheck in a turn.
func (c *Category) TryFind(a, bidder access.Actor, t assurance.Turn, prompt string, f assurance.Finding, seen int32) (int32, error) {
	return c.Assurance.Check(c.Context(), a, c.Officer.Org, c.Part(bidder, t), c.Questions[prompt].ID, f, seen)
}

// TryFinishCheck says that a person has done a check of a company's bid.
func (c *Category) TryFinishCheck(a, bidder access.Actor, t assurance.Turn) error {
	return c.Assurance.Finish(c.Context(), a, c.Officer.Org, c.Part(bidder, t))
}

// TryGive gives a check of a company's bid to somebody, over the version that was seen.
func (c *Category) TryGive(a, bidder access.Actor, t assurance.Turn, whom uuid.UUID, seen int32) error {
	return c.Assurance.Give(c.Context(), a, c.Officer.Org, c.Part(bidder, t), whom, seen)
}

// TrySample says how many per cent of the bids are checked a second time, over the
// version that was seen.
func (c *Category) TrySample(a access.Actor, percent int, seen int32) error {
	return c.Assurance.SetSample(c.Context(), a, c.Officer.Org, c.ID, percent, seen)
}

// Part is a check of a company's bid.
func (c *Category) Part(bidder access.Actor, t assurance.Turn) assurance.Part {
	return assurance.Part{Submission: c.Submission(bidder), Turn: t}
}
