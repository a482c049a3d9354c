package sourcing

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/letters"
	"zabuni.org/core/kernel/money"
)

// A Category is what suppliers bid for.
type Category struct {
	ID              uuid.UUID
	Job             uuid.UUID
	Buyer           uuid.UUID
	Activity        Activity
	Parent          *uuid.UUID // of a negotiation
	Round           int        // of its parent, from 1; 0 of what is no negotiation
	BestAndFinal    bool       // no round follows it
	Number          string
	Reference       string
	Name            string
	Description     string
	Instructions    string
	Type            *uuid.UUID // kind of supply
	Grouping        string
	Currency        money.Currency
	BidFee          money.Decimal
	Estimate        *money.Decimal
	OpensAt         time.Time
	ClosesAt        time.Time
	PassMark        money.Quantity
	TechnicalWeight money.Quantity
	FinancialWeight money.Quantity
	PriceFormula    string
	Openers         int
	InvitedOnly     bool
	Reserved        *uuid.UUID // the special group for which it is kept; nil: for nobody
	Without         Step       // that its activity has and it has not
	Status          Status
	ClosedAt        *time.Time
	ClosingRoot     []byte // Merkle root over the latest submissions at closing
	ClosingCount    *int32 // how many there were
	ClosingNote     *string
	CriteriaHash    []byte
	CancelReason    string
	CreatedAt       time.Time
	Version         int
}

// A Case is a category with its job: what every decision on it starts from.
type Case struct {
	Category
	Job Job
}

// Policy is what the category may have and do: its activity's row, less the steps
// that it does without; for a negotiation, what that keeps of them.
func (c Category) Policy() Policy {
	p, _ := PolicyOf(c.Activity)
	p = p.Less(c.Without)
	if c.Parent != nil {
		p = p.Round()
	}
	return p
}

// TakesBids reports whether bids may change at the moment now: half-open, the
// closing instant itself is late.
func (c Category) TakesBids(now time.Time) bool {
	return c.Status == Open && !now.Before(c.OpensAt) && now.Before(c.ClosesAt)
}

// GoesOn reports whether others may still come to a category whose papers are in: to what
// is live, until its prices stand still.
func (c Category) GoesOn() bool {
	switch c.Status {
	case Closed, Opening, TechnicalEvaluation:
		return !c.Policy().Over(c.Status)
	}
	return false
}

// Invites reports whether anybody may be invited at the moment now.
func (c Category) Invites(now time.Time) bool {
	p := c.Policy()
	return !p.Over(c.Status) && (p.Has(Live) || c.Status != Open || now.Before(c.ClosesAt))
}

// ReminderAhead is how long before its closing bidders are reminded of a category.
const ReminderAhead = 24 * time.Hour

// ClosesSoon reports whether bidders are reminded at the moment now.
func (c Category) ClosesSoon(now time.Time) bool {
	return c.TakesBids(now) && !now.Before(c.ClosesAt.Add(-ReminderAhead))
}

// Reminds reports whether a reminder says anything new to who was told of this
// closing at that time: within its last day it does not.
func (c Category) Reminds(told time.Time) bool {
	return told.Before(c.ClosesAt.Add(-ReminderAhead))
}

// Unpublished reports whether nobody but its authors knows the category.
func (c Category) Unpublished() bool {
	return c.Status == Draft || c.Status == Hidden || c.Status == NotApproved
}

// Editable returns nil while terms and criteria may change: not once they are
// published, nor while they wait for an approval.
func (c Category) Editable() error {
	switch {
	case c.Status == Hidden:
		return IllegalMove.New("the category waits for an approval").With("status", string(c.Status))
	case c.Unpublished():
		return nil
	}
	return Published.New("the category is %s", c.Status).With("status", string(c.Status))
}

// Extend checks a later closing time: before the present one has come, later
// only, and by a year at most, for it cannot be moved back. The reason is for all who
// may bid.
func (c Category) Extend(to time.Time, reason string, now time.Time) (string, error) {
	if c.Status != Open && c.Status != Approved {
		return "", IllegalMove.New("extend a category that is %s", c.Status).With("status", string(c.Status))
	}
	if !now.Before(c.ClosesAt) {
		return "", CategoryClosed.New("it closed at %s", c.ClosesAt.Format(time.RFC3339Nano))
	}
	var f fault.Fields
	reason = f.Need("/reason", reason, 1000)
	if !to.After(c.ClosesAt) {
		f.Add("/closes_at", NotLater)
	}
	if last := c.ClosesAt.AddDate(1, 0, 0); to.After(last) {
		f.Add("/closes_at", fault.OutOfRange, "min", c.ClosesAt.Format("02-01-2006"), "max", last.Format("02-01-2006"))
	}
	return reason, f.Err()
}

// Public raises CategoryNotFound where the outside does not know of the category, as
// if there were none.
func (s Status) Public() error {
	switch s {
	case Draft, Hidden, NotApproved, Approved, Withdrawn:
		return CategoryNotFound.New("")
	}
	return nil
}

// Visible returns nil when a supplier may read the category, invited or not: what
// may be read is more than what may be bid for.
func (c Category) Visible(invited bool) error {
	if err := c.Status.Public(); err != nil {
		return err
	}
	if c.InvitedOnly && !invited {
		return c.Activity.NotInvited()
	}
	if c.Status == Cancelled {
		return NoPreview.New("the category was cancelled")
	}
	return nil
}

// A CategoryForm is what an author says of a category.
type CategoryForm struct {
	Number          string
	Name            string
	Description     string
	Instructions    string
	Type            *uuid.UUID
	Grouping        string
	Currency        money.Currency
	BidFee          money.Decimal
	Estimate        *money.Decimal
	OpensAt         time.Time
	ClosesAt        time.Time
	PassMark        money.Quantity
	TechnicalWeight money.Quantity
	FinancialWeight money.Quantity
	PriceFormula    string
	Openers         int
	InvitedOnly     bool
	Reserved        *uuid.UUID // for a special group
	Without         []StepName // optional steps, by name; nil: as the activity usually does
}

// PriceFormulas names the formulas by which a price gets its points; what they
// are is evaluation's.
var PriceFormulas = []FormulaName{"rel", "lead_percent"}

// A FormulaName names a formula.
type FormulaName string

// Values lists PriceFormulas.
func (FormulaName) Values() []string { return closed.Values(PriceFormulas...) }

// MaxOpeners bounds how many people may be asked for at an opening.
const MaxOpeners = 5

// Check normalises the form for an activity and tells all that is wrong with
// it. What an activity does not have is not asked for and gets its own value.
func (c CategoryForm) Check(p Policy) (CategoryForm, error) {
	var f fault.Fields
	c.Without, p = without(&f, c.Without, p)
	c.Number = f.MayLine("/number", c.Number, 30)
	c.Name = f.Line("/name", c.Name, 200)
	if p.Has(Letters) {
		letters.Check(&f, "/name", c.Name)
	}
	c.Description = f.May("/description", c.Description, 5000)
	c.Instructions = f.May("/instructions", c.Instructions, 20000)
	c.Grouping = f.MayLine("/grouping", c.Grouping, 100)
	c.Currency = money.Currency(strings.ToUpper(strings.TrimSpace(string(c.Currency))))
	if !c.Currency.Known() {
		f.Add("/currency", fault.NotAllowed)
	}
	if !p.Has(BidFee) {
		c.BidFee = money.Decimal{}
	}
	if c.BidFee.Sign() < 0 {
		f.Add("/bid_fee", fault.OutOfRange, "min", "0")
	}
	if c.Estimate != nil && c.Estimate.Sign() < 0 {
		f.Add("/estimate", fault.OutOfRange, "min", "0")
	}
	if c.OpensAt.IsZero() {
		f.Add("/opens_at", fault.Required)
	}
	if c.ClosesAt.IsZero() {
		f.Add("/closes_at", fault.Required)
	} else if !c.ClosesAt.After(c.OpensAt) {
		f.Add("/closes_at", BeforeOpens)
	}
	c.OpensAt, c.ClosesAt = c.OpensAt.UTC().Truncate(time.Microsecond), c.ClosesAt.UTC().Truncate(time.Microsecond)
	if !p.Has(Criteria | Evaluation) {
		c.PassMark = money.Quantity{}
	}
	percent(&f, "/pass_mark", c.PassMark)
	if !p.Weighs() {
		c.TechnicalWeight, c.FinancialWeight = p.Weights()
	}
	percent(&f, "/technical_weight", c.TechnicalWeight)
	percent(&f, "/financial_weight", c.FinancialWeight)
	if c.PriceFormula == "" || !p.Weighs() {
		c.PriceFormula = string(PriceFormulas[0])
	}
	if !slices.Contains(PriceFormulas, FormulaName(c.PriceFormula)) {
		f.Add("/price_formula", fault.NotAllowed)
	}
	if c.Openers == 0 || p.Openers == 0 {
		c.Openers = p.Openers
	}
	if c.Openers < min(p.Openers, 1) || c.Openers > MaxOpeners { // too few are the linter's to tell
		f.Add("/openers", fault.OutOfRange, "min", 1, "max", MaxOpeners)
	}
	if p.Has(ByInvitation) {
		c.InvitedOnly = true
	}
	if !p.Reserves() {
		c.Reserved = nil
	}
	return c, f.Err()
}

// without reads the steps that a category leaves out and returns the policy that
// is left.
func without(f *fault.Fields, names []StepName, p Policy) ([]StepName, Policy) {
	if names == nil {
		names = p.Usually.Names()
	}
	steps, ok := StepsOf(names)
	if !ok || steps&^p.Optional != 0 {
		f.Add("/without", fault.NotAllowed)
		return names, p
	}
	return steps.Names(), p.Less(steps)
}

func percent(f *fault.Fields, pointer string, q money.Quantity) {
	if q.Sign() < 0 || q.Cmp(money.NewQuantity(100, 0)) > 0 {
		f.Add(pointer, fault.OutOfRange, "min", "0", "max", "100")
	}
}

// Form returns what the author said, for an edit or a copy.
func (c Category) Form() CategoryForm {
	return CategoryForm{Number: c.Number, Name: c.Name, Description: c.Description, Instructions: c.Instructions, Type: c.Type,
		Grouping: c.Grouping, Currency: c.Currency, BidFee: c.BidFee, Estimate: c.Estimate, OpensAt: c.OpensAt, ClosesAt: c.ClosesAt,
		PassMark: c.PassMark, TechnicalWeight: c.TechnicalWeight, FinancialWeight: c.FinancialWeight, PriceFormula: c.PriceFormula,
		Openers: c.Openers, InvitedOnly: c.InvitedOnly, Reserved: c.Reserved, Without: c.Without.Names()}
}
