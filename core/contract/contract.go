// Package contract is the rules of contracts: their life, and what a draft may
// say. It decides; it never reads a clock, a database or a network.
package contract

import (
	"cmp"
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of this package.
var (
	NotFound    = fault.Declare(fault.KindNotFound, "contract.not_found", "That contract could not be found")
	IllegalMove = fault.Declare(fault.KindConflict, "contract.illegal_move", "This is not possible in the present state of the contract")
	NotDraft    = fault.Declare(fault.KindConflict, "contract.not_draft", "Only a draft can be changed")
	Changed     = fault.Declare(fault.KindConflict, "contract.changed_meanwhile", "Somebody changed this contract meanwhile: load it again")
	Standstill  = fault.Declare(fault.KindConflict, "contract.standstill", "No contract is signed before the standstill has ended")
	NumberTaken = fault.Declare(fault.KindConflict, "contract.number_taken", "Another contract has this number")
)

// Codes of field errors.
const (
	InStandstill = "contract.in_standstill" // params: from
	EndsBefore   = "contract.ends_before_start"
)

// Status is where a contract stands.
type Status string

// Contract statuses.
const (
	Draft       Status = "draft"
	Review      Status = "internal_review"
	Approved    Status = "approved"
	Sent        Status = "sent"
	Negotiating Status = "negotiating"
	Signing     Status = "signing"
	Active      Status = "active"
	Expired     Status = "expired"
	Terminated  Status = "terminated"
	Completed   Status = "completed"
	Archived    Status = "archived"
	Effective   Status = "effective" // an amendment that holds: its contract says it now
	Cancelled   Status = "cancelled" // given up before all have signed
)

// Statuses lists them in order.
var Statuses = []Status{Draft, Review, Approved, Sent, Negotiating, Signing, Active, Expired, Terminated, Completed, Archived, Effective, Cancelled}

// Values lists them in order.
func (Status) Values() []string { return closed.Values(Statuses...) }

// View is a part of the contracts by what happens to them next.
type View string

// Views.
const (
	ForApproval  View = "approval"
	ForSignature View = "signature"  // agreed among the buyer's people, not in force yet
	OnHold       View = "standstill" // not to be signed before a day that lies ahead
	Ending       View = "ending"     // in force, and soon no more
)

// Values lists them.
func (View) Values() []string { return closed.Values(ForApproval, ForSignature, OnHold, Ending) }

// Shared are the statuses in which the other side may read a contract.
var Shared = []Status{Sent, Negotiating, Signing, Active, Expired, Terminated, Completed, Archived, Effective}

// Redrafting are the statuses in which a contract is written anew that the other side has read before.
var Redrafting = []Status{Draft, Review, Approved}

// InForce are the statuses from the first day of a contract on.
var InForce = []Status{Active, Expired, Terminated, Completed, Archived}

// EndingDays is how far ahead an end is announced.
const EndingDays = 90

// Statuses are those of the contracts in a view; whether one is on hold or ends
// soon is a question of its dates as well.
func (v View) Statuses() []Status {
	switch v {
	case ForApproval:
		return []Status{Review}
	case ForSignature:
		return []Status{Approved, Sent, Negotiating, Signing}
	case OnHold:
		return []Status{Draft, Review, Approved, Sent, Negotiating, Signing}
	case Ending:
		return []Status{Active}
	}
	return nil
}

// Move is something that changes the status of a contract.
type Move string

// Moves.
const (
	Submit    Move = "submit" // to the first level of approval
	Refuse    Move = "refuse" // back to its author, with a reason
	Approve   Move = "approve"
	Send      Move = "send"
	Negotiate Move = "negotiate"
	Redraft   Move = "redraft" // a change that was negotiated is approved anew
	BeginSign Move = "begin_sign"
	Sign      Move = "sign"        // the last signature is there
	Decline   Move = "decline"     // somebody does not sign, with a reason
	EndSign   Move = "end_sign"    // the request was called off, or its time was over
	TakePaper Move = "take_signed" // it was signed on paper, and a second person has compared that
	Expire    Move = "expire"
	Terminate Move = "terminate"
	Complete  Move = "complete"
	Archive   Move = "archive"
	Effect    Move = "take_effect" // an amendment is signed, and its first day has come
	Cancel    Move = "cancel"      // it is given up, with a reason
	Recall    Move = "recall"      // what was approved or sent is taken back, with all that was agreed to it
)

// Moves lists them.
var Moves = []Move{Submit, Refuse, Approve, Send, Negotiate, Redraft, BeginSign, Sign, Decline, EndSign, TakePaper, Expire, Terminate, Complete, Archive, Recall, Effect, Cancel}

var edges = []struct {
	from Status
	by   Move
	to   Status
}{
	{Draft, Submit, Review},
	{Review, Refuse, Draft},
	{Review, Recall, Draft}, // by who wrote it, while nobody has approved
	{Review, Approve, Approved},
	{Approved, Send, Sent},
	{Sent, Negotiate, Negotiating},
	{Negotiating, Negotiate, Negotiating}, // somebody did not sign: nothing waits for a decision then
	{Negotiating, Recall, Draft},
	{Negotiating, Redraft, Draft},
	{Negotiating, Send, Sent},
	{Sent, BeginSign, Signing},
	{Signing, Sign, Active},
	{Signing, Decline, Negotiating},
	{Signing, EndSign, Sent},
	{Approved, TakePaper, Active},
	{Sent, TakePaper, Active},
	{Active, Expire, Expired},
	{Active, Terminate, Terminated},
	{Active, Complete, Completed},
	{Expired, Archive, Archived},
	{Terminated, Archive, Archived},
	{Completed, Archive, Archived},
	{Approved, Recall, Draft},
	{Sent, Recall, Draft},
	{Signing, Recall, Draft},
	{Approved, Effect, Effective},
	{Sent, Effect, Effective},
	{Signing, Effect, Effective},
	{Draft, Cancel, Cancelled},
	{Review, Cancel, Cancelled},
	{Approved, Cancel, Cancelled},
	{Sent, Cancel, Cancelled},
	{Negotiating, Cancel, Cancelled},
	{Signing, Cancel, Cancelled},
}

// A Contract is what the rules know of one.
type Contract struct {
	Status            Status
	NoSignatureBefore time.Time      // the end of the standstill
	Ends              *time.Time     // the last day
	Zone              *time.Location // in which that day ends; nil: UTC
}

// Do returns the status that a move leads to at now, or tells why it does not.
func (c Contract) Do(m Move, now time.Time) (Status, error) {
	for _, e := range edges {
		if e.from != c.Status || e.by != m {
			continue
		}
		if (m == BeginSign || m == Sign || m == TakePaper || m == Effect) && now.Before(c.NoSignatureBefore) {
			return c.Status, Standstill.New("until %s", c.NoSignatureBefore.Format(time.RFC3339)).With("until", c.NoSignatureBefore)
		}
		if m == Expire && !Over(c.Ends, now, cmp.Or(c.Zone, time.UTC)) {
			return c.Status, IllegalMove.New("it has not ended").With("status", string(c.Status))
		}
		return e.to, nil
	}
	return c.Status, IllegalMove.New("%s a contract that is %s", m, c.Status).With("status", string(c.Status))
}

// Terms are what an author says of a draft. Days have no time.
type Terms struct {
	Number, Title, Description string
	Date, Starts, Ends         *time.Time
}

// Check normalises the terms and adds to f all that is wrong with them. standstill
// is the first moment of signing in the zone of its readers: no contract bears
// an earlier date. Without an award there is none, and no day is too early.
func (t Terms) Check(f *fault.Fields, standstill time.Time) Terms {
	t.Number = f.Line("/number", t.Number, 80)
	t.Title = f.Line("/title", t.Title, 200)
	t.Description = f.May("/description", t.Description, 5000)
	y, m, d := standstill.Date()
	first := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	if t.Date != nil && t.Date.Before(first) {
		f.Add("/contract_date", InStandstill, "from", first.Format("02-01-2006"))
	}
	if t.Starts != nil && t.Starts.Before(first) {
		f.Add("/starts_on", InStandstill, "from", first.Format("02-01-2006"))
	}
	if t.Starts != nil && t.Ends != nil && t.Ends.Before(*t.Starts) {
		f.Add("/ends_on", EndsBefore)
	}
	return t
}
