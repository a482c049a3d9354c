package award

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of complaints. An award is stopped as long as a contract of it is not in force.
var (
	Frozen          = fault.Declare(fault.KindConflict, "award.frozen", "A complaint about this award stops it: nothing is drafted, sent or signed on it")
	SetAside        = fault.Declare(fault.KindConflict, "award.set_aside", "A complaint about this award was upheld: nothing is signed on it")
	NotAwarded      = fault.Declare(fault.KindConflict, "award.not_awarded", "There is no award that could be frozen: nothing was awarded yet, or its contract is in force")
	NotFrozen       = fault.Declare(fault.KindConflict, "award.not_frozen", "This award is not frozen")
	EndAsked        = fault.Declare(fault.KindConflict, "award.end_asked", "Somebody has asked already to end this freeze")
	EndNotAsked     = fault.Declare(fault.KindConflict, "award.end_not_asked", "Nobody has asked to end this freeze, or somebody has asked anew since you looked")
	EndsWithAnother = fault.Declare(fault.KindForbidden, "award.ends_with_another", "Whoever asked to end a freeze cannot decide it: another person must")
)

// An End is what a complaint came to.
type End string

// Ends.
const (
	Dismissed End = "dismissed" // whoever reviews it found nothing
	Retired   End = "withdrawn" // by who complained
	Upheld    End = "upheld"    // the award is not carried out
)

var ends = []End{Dismissed, Retired, Upheld}

// In letters.
const (
	maxComplaint          = 4000
	maxComplaintReference = 100
)

// Values lists them.
func (End) Values() []string { return closed.Values(ends...) }

// A Complaint is why an award is frozen.
type Complaint struct {
	Reference string // as whoever reviews it calls it; may be empty
	Reason    string
}

// Check normalises it and names what is wrong with it.
func (c Complaint) Check() (Complaint, error) {
	var f fault.Fields
	c.Reference = f.MayLine("/reference", c.Reference, maxComplaintReference)
	c.Reason = f.Need("/reason", c.Reason, maxComplaint)
	return c, f.Err()
}

// A Freeze is how far the review of a complaint is.
type Freeze struct {
	Outcome End // asked or decided; empty: it is being reviewed
	AskedBy *uuid.UUID
	AskedAt *time.Time
	EndedAt *time.Time
}

// Ask says that it shall end so. It raises EndAsked.
func (f Freeze) Ask(outcome End, said string) (End, string, error) {
	if f.AskedAt != nil {
		return "", "", EndAsked.New("as %s", f.Outcome)
	}
	var fields fault.Fields
	if !slices.Contains(ends, outcome) {
		fields.Add("/outcome", fault.Unknown)
	}
	said = fields.Need("/said", said, maxComplaint)
	return outcome, said, fields.Err()
}

// Decide says who may end it as was asked at that moment. It raises EndNotAsked and EndsWithAnother.
func (f Freeze) Decide(by uuid.UUID, seen time.Time) error {
	if f.AskedAt == nil || !f.AskedAt.Equal(seen) {
		return EndNotAsked.New("seen %s", seen.Format(time.RFC3339Nano))
	}
	if *f.AskedBy == by {
		return EndsWithAnother.New("")
	}
	return nil
}
