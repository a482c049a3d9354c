// Package diligence is the rules by which bidders are visited: what is asked of them
// there, what a visit has to say before anybody decides on it, and how long that
// counts. A bid whose visit failed is out.
package diligence

import (
	"slices"
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// Faults of this package.
var (
	Concluded  = fault.Declare(fault.KindConflict, "diligence.concluded", "Visits do not change once somebody is recommended")
	NotNow     = fault.Declare(fault.KindConflict, "diligence.not_now", "The visit does not stand where this can be done")
	Changed    = fault.Declare(fault.KindConflict, "diligence.changed", "Somebody else has changed this visit meanwhile: load it again")
	Unanswered = fault.Declare(fault.KindPrecondition, "diligence.unanswered", "Some questions of the visit are not answered yet")
	Withdrawn  = fault.Declare(fault.KindConflict, "diligence.withdrawn", "This bidder has taken its bid back: there is nobody to visit")
	Answered   = fault.Declare(fault.KindConflict, "diligence.answered", "This question was answered on a visit and stays")
	NotAsked   = fault.Declare(fault.KindNotFound, "diligence.not_asked", "This question is not asked on the visit")
	Sealed     = fault.Declare(fault.KindConflict, "diligence.sealed", "The prices were opened without this bid: its visit stays failed")
	Enough     = fault.Declare(fault.KindConflict, "diligence.enough", "There are as many photographs of this question as there can be")
)

// Codes of field errors.
const (
	Past         = "diligence.past"           // the date lies in the past
	BeforeOpened = "diligence.before_opened"  // the date lies before the opening of the bids
	NoConsent    = "diligence.no_consent"     // the place may not be kept
	ReasonNeeded = "diligence.reason_needed"  // of who flags or fails
	PhotoTooBig  = "diligence.photo_too_big"  // params: max_mb
	PhotoTooFine = "diligence.photo_too_fine" // params: max_points, in millions
	NoPhoto      = "diligence.no_photo"       // neither JPEG nor PNG
)

// Limits of what a visit takes.
const (
	MaxPhoto  = 10 << 20
	MaxPhotos = 20 // of one question
)

// A Status is where a visit stands.
type Status string

// Statuses. A bid of which nobody has planned anything has no visit.
const (
	Planned   Status = "planned"
	Scheduled Status = "scheduled"
	Conducted Status = "conducted"
	Found     Status = "findings" // everything is answered and summed up
	Cleared   Status = "cleared"
	Flagged   Status = "flagged" // something to know for whoever decides
	Failed    Status = "failed"  // the bid is out
)

// Statuses lists them in order.
var Statuses = []Status{Planned, Scheduled, Conducted, Found, Cleared, Flagged, Failed}

// Values lists them in order.
func (Status) Values() []string { return closed.Values(Statuses...) }

// An Outcome is what is decided on a visit.
type Outcome string

// Outcomes.
const (
	Clear Outcome = "cleared"
	Flag  Outcome = "flagged"
	Fail  Outcome = "failed"
)

// Values lists them.
func (Outcome) Values() []string { return closed.Values(Clear, Flag, Fail) }

// edges say from where a visit gets to a status; "" is no visit yet. Whoever visits
// again keeps what was found before; a failed bid is out until somebody decides otherwise.
var edges = map[Status][]Status{
	Planned:   {"", Planned},
	Scheduled: {"", Planned, Scheduled, Found, Cleared, Flagged},
	Conducted: {Scheduled, Conducted},
	Found:     {Conducted},
	Cleared:   {Found, Cleared, Flagged, Failed},
	Flagged:   {Found, Cleared, Flagged, Failed},
	Failed:    {Found, Cleared, Flagged, Failed},
}

// To returns the status that follows, or raises NotNow.
func (s Status) To(next Status) (Status, error) {
	if slices.Contains(edges[next], s) {
		return next, nil
	}
	return s, NotNow.New("%q to %q", s, next).With("status", string(s))
}

// Decided reports whether somebody has decided on the visit.
func (s Status) Decided() bool { return slices.Contains([]Status{Cleared, Flagged, Failed}, s) }

// May tells whether bidders of a category can be visited now: from the opening of
// their bids until somebody is recommended.
func May(c sourcing.Category) error {
	if err := MayAsk(c); err != nil {
		return err
	}
	at := func(s sourcing.Status) int { return slices.Index(sourcing.Statuses, s) }
	if at(c.Status) < at(sourcing.TechnicalEvaluation) {
		return opening.NotOpened.New("category is %s", c.Status)
	}
	return nil
}

// MayAsk tells whether it can be changed what is asked on visits: it may be thought of
// before the bids are opened.
func MayAsk(c sourcing.Category) error {
	if err := c.Policy().Need(sourcing.DueDiligence); err != nil {
		return err
	}
	if slices.Index(sourcing.Statuses, c.Status) > slices.Index(sourcing.Statuses, sourcing.Evaluated) {
		return Concluded.New("category is %s", c.Status)
	}
	return nil
}

// A Kind is how a question of a visit is answered.
type Kind string

// Kinds.
const (
	YesNo  Kind = "yes_no"
	Number Kind = "number"
	Text   Kind = "text"
)

// Values lists them.
func (Kind) Values() []string { return closed.Values(YesNo, Number, Text) }

// A Question is asked on visits.
type Question struct {
	Prompt, Help string
	Kind         Kind
}

// Normal returns the question as it is kept, or what is wrong with it.
func (q Question) Normal() (Question, error) {
	var f fault.Fields
	q.Prompt = f.Need("/prompt", q.Prompt, 500)
	q.Help = f.May("/help", q.Help, 1000)
	f.OneOf("/kind", string(q.Kind), Kind("").Values()...)
	return q, f.Err()
}

// A Plan is when and where a bidder is visited, and by whom. Without a date the visit
// is planned only.
type Plan struct {
	At            *time.Time
	Place, People string
}

// Normal returns the plan as it is kept, or what is wrong with it.
func (p Plan) Normal(now, opened time.Time) (Plan, error) {
	var f fault.Fields
	p.Place = f.MayLine("/place", p.Place, 300)
	p.People = f.May("/people", p.People, 500)
	if p.At != nil {
		switch {
		case p.At.Before(opened):
			f.Add("/at", BeforeOpened)
		case p.At.Before(now):
			f.Add("/at", Past)
		case p.At.After(now.AddDate(2, 0, 0)):
			f.Add("/at", fault.BadDate, "min", now.Year(), "max", now.Year()+2)
		}
		if p.Place == "" {
			f.Add("/place", fault.Required)
		}
	}
	return p, f.Err()
}

// Status is where a visit stands by the plan.
func (p Plan) Status() Status {
	if p.At == nil {
		return Planned
	}
	return Scheduled
}

// A Position is where a device was.
type Position struct{ Latitude, Longitude float64 }

// An Arrival is that somebody has come to the bidder's place.
type Arrival struct {
	At       time.Time // by the clock of the device
	Consent  bool      // to keep the position
	Position *Position
}

// Check tells what is wrong with the arrival. A device's clock may be wrong by
// minutes, not by a day.
func (a Arrival) Check(now, opened time.Time) error {
	var f fault.Fields
	switch {
	case a.At.Before(opened):
		f.Add("/arrival/at", BeforeOpened)
	case a.At.After(now.Add(24 * time.Hour)):
		f.Add("/arrival/at", fault.BadDate, "min", opened.Year(), "max", now.Year())
	}
	if p := a.Position; p != nil {
		if !a.Consent {
			f.Add("/arrival/position", NoConsent)
		}
		if p.Latitude < -90 || p.Latitude > 90 || p.Longitude < -180 || p.Longitude > 180 {
			f.Add("/arrival/position", fault.NotAllowed)
		}
	}
	return f.Err()
}

// A Decision ends a visit.
type Decision struct {
	Outcome   Outcome
	Reason    string
	ExpiresOn *time.Time // a date
}

// Normal returns the decision as it is kept, or what is wrong with it: who flags or
// fails says why, and what counts for a while counts beyond today.
func (d Decision) Normal(today time.Time) (Decision, error) {
	var f fault.Fields
	f.OneOf("/outcome", string(d.Outcome), Outcome("").Values()...)
	d.Reason = f.May("/reason", d.Reason, 2000)
	if (d.Outcome == Flag || d.Outcome == Fail) && d.Reason == "" {
		f.Add("/reason", ReasonNeeded)
	}
	if d.ExpiresOn != nil && !d.ExpiresOn.After(today) {
		f.Add("/expires_on", Past)
	}
	return d, f.Err()
}

// Counts reports whether what was decided on a visit still counts on a day.
func Counts(s Status, expires *time.Time, today time.Time) bool {
	return s.Decided() && (expires == nil || !today.After(*expires))
}
