// Package procurement is the rules of plans of procurement: what a buyer means to buy in a year, by which method, when and
// for how much at most. How a job is held against an item of a plan is sourcing's affair.
package procurement

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// Faults of plans.
var (
	NotFound     = fault.Declare(fault.KindNotFound, "procurement.plan_not_found", "Plan not found")
	ItemNotFound = fault.Declare(fault.KindNotFound, "procurement.item_not_found", "Item not found")
	Changed      = fault.Declare(fault.KindConflict, "procurement.plan_changed", "Somebody else has changed this plan meanwhile: load it again")
	NotSo        = fault.Declare(fault.KindConflict, "procurement.plan_not_so", "The plan does not stand where this can be done")
	Empty        = fault.Declare(fault.KindConflict, "procurement.plan_empty", "A plan without an item is not sent for approval")
	Own          = fault.Declare(fault.KindConflict, "procurement.plan_own", "Another person approves a plan than the one who has sent it")
	InTender     = fault.Declare(fault.KindConflict, "procurement.item_in_tender", "A job is of this item: it stays as it is")
	Full         = fault.Declare(fault.KindConflict, "procurement.plan_full", "A plan has no more items than this")
)

// Bounds.
const (
	MaxItems = 20_000 // of a plan
	maxText  = 200
)

// A Status is where a plan stands.
type Status string

// Statuses.
const (
	Draft     Status = "draft"
	Submitted Status = "submitted"
	Approved  Status = "approved"
	Returned  Status = "returned"
	Revised   Status = "revised" // approved before, and written anew
)

// Values lists them.
func (Status) Values() []string { return closed.Values(Draft, Submitted, Approved, Returned, Revised) }

// Open tells whether a plan's items may be written.
func (s Status) Open() bool { return s == Draft || s == Returned || s == Revised }

// Leads tells whether a plan goes from one status to another.
func (s Status) Leads(to Status) bool {
	switch to {
	case Submitted:
		return s.Open()
	case Approved, Returned:
		return s == Submitted
	case Revised:
		return s == Approved
	}
	return false
}

// An Act is what was done with a plan.
type Act string

// Acts.
const (
	WasDrawn     Act = "drawn"
	WasSaved     Act = "saved"
	ItemSaved    Act = "item_saved"
	ItemDropped  Act = "item_dropped"
	WasImported  Act = "imported"
	WasSubmitted Act = "submitted"
	WasApproved  Act = "approved"
	WasReturned  Act = "returned"
	WasRevised   Act = "revised"
)

// Values lists them.
func (Act) Values() []string {
	return closed.Values(WasDrawn, WasSaved, ItemSaved, ItemDropped, WasImported, WasSubmitted, WasApproved, WasReturned, WasRevised)
}

// A Stage is how far an item has come.
type Stage string

// Stages.
const (
	Planned    Stage = "planned"
	InStage    Stage = "in_tender"  // a job is of it
	Contracted Stage = "contracted" // a contract came of such a job
)

// Values lists them.
func (Stage) Values() []string { return closed.Values(Planned, InStage, Contracted) }

// A Form is what somebody says of a plan.
type Form struct {
	Year       int
	Title      string
	Department *uuid.UUID // nil: of the whole company
	Regime     string
	Private    *bool // kept out of what everybody reads; nil: as it is
}

// Check normalises the form and tells all that is wrong with it.
func (p Form) Check() (Form, error) {
	var f fault.Fields
	if p.Year < 2000 || p.Year > 2100 {
		f.Add("/year", fault.OutOfRange, "min", "2000", "max", "2100")
	}
	p.Title = f.Line("/title", p.Title, maxText)
	if _, ok := sourcing.RegimeOf(p.Regime); !ok {
		f.Add("/regime", fault.NotAllowed)
	}
	return p, f.Err()
}

// An Item is one thing that is to be bought.
type Item struct {
	ID             uuid.UUID
	Number         string
	Title          string
	DepartmentID   *uuid.UUID
	Classification string // CPV, eight digits
	Activity       sourcing.Activity
	Currency       money.Currency
	Estimate       money.Decimal
	PublishOn      time.Time
	AwardOn        time.Time
	BudgetLine     string
	Version        int32
}

// Check normalises an item of a plan of a year and tells all that is wrong with it.
func (i Item) Check(year int) (Item, error) {
	var f fault.Fields
	i.Number = f.Line("/number", i.Number, 40)
	i.Title = f.Line("/title", i.Title, maxText)
	code, ok := sourcing.CPV(i.Classification)
	switch {
	case i.Classification == "":
		f.Add("/classification", fault.Required)
	case !ok:
		f.Add("/classification", sourcing.BadCPV)
	}
	i.Classification = code
	if !buys(sourcing.Job{Activity: i.Activity}.Policy()) {
		f.Add("/activity", fault.NotAllowed)
	}
	if !i.Currency.Known() {
		f.Add("/currency", fault.NotAllowed)
	}
	if i.Estimate.Cmp(money.New(1, -2)) < 0 {
		f.Add("/estimate", fault.OutOfRange, "min", "0.01")
	}
	i.days(&f, year)
	i.BudgetLine = f.MayLine("/budget_line", i.BudgetLine, 60)
	return i, f.Err()
}

// days are of the plan's year or the one behind it: a budget's year may begin in July.
func (i Item) days(f *fault.Fields, year int) {
	first, last := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(year+1, 12, 31, 0, 0, 0, 0, time.UTC)
	at := func(pointer string, d time.Time) {
		switch {
		case d.IsZero():
			f.Add(pointer, fault.Required)
		case d.Before(first) || d.After(last):
			f.Add(pointer, fault.BadDate, "min", fmt.Sprint(year), "max", fmt.Sprint(year+1))
		}
	}
	at("/publish_on", i.PublishOn)
	at("/award_on", i.AwardOn)
	if !i.PublishOn.IsZero() && !i.AwardOn.IsZero() && i.AwardOn.Before(i.PublishOn) {
		f.Add("/award_on", fault.BadPeriod)
	}
}

// Same tells whether two items say the same.
func (i Item) Same(b Item) bool {
	part := (i.DepartmentID == nil) == (b.DepartmentID == nil) && (i.DepartmentID == nil || *i.DepartmentID == *b.DepartmentID)
	return part && i.Number == b.Number && i.Title == b.Title && i.Classification == b.Classification && i.Activity == b.Activity && i.Currency == b.Currency &&
		i.Estimate.Equal(b.Estimate) && i.PublishOn.Equal(b.PublishOn) && i.AwardOn.Equal(b.AwardOn) && i.BudgetLine == b.BudgetLine
}

// Purchase is the item as splits are looked for.
func (i Item) Purchase() sourcing.Purchase {
	return sourcing.Purchase{ID: i.ID, Reference: i.Number, Activity: i.Activity, Classification: i.Classification, Department: i.DepartmentID,
		Value: money.Amount{Value: i.Estimate, Currency: i.Currency}, On: i.PublishOn}
}
