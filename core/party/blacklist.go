package party

import (
	"slices"
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of blacklisting.
var (
	Blacklisted   = fault.Declare(fault.KindConflict, "party.blacklisted", "This supplier is blacklisted")
	CaseNotFound  = fault.Declare(fault.KindNotFound, "party.case_not_found", "That notice could not be found")
	CaseOpen      = fault.Declare(fault.KindConflict, "party.case_open", "There is already a notice or a decision in force against this supplier")
	IllegalMove   = fault.Declare(fault.KindConflict, "party.case_move", "This is not possible in the present state of the case")
	ReplyRuns     = fault.Declare(fault.KindConflict, "party.reply_runs", "The supplier may still reply: decide when the period has ended or the reply is there")
	ReplyOver     = fault.Declare(fault.KindConflict, "party.reply_over", "The period for a reply has ended")
	AppealedTwice = fault.Declare(fault.KindConflict, "party.appealed", "An appeal has been noted already")
)

// CaseStatus is where a case against a supplier stands.
type CaseStatus string

// Statuses of a case. What has expired stays CaseBlacklisted with its day in the past.
const (
	CaseNotified    CaseStatus = "notified"
	CaseReplied     CaseStatus = "replied"
	CaseBlacklisted CaseStatus = "blacklisted"
	CaseDismissed   CaseStatus = "dismissed"
	CaseLifted      CaseStatus = "lifted"
)

// CaseStatuses lists them in order.
var CaseStatuses = []CaseStatus{CaseNotified, CaseReplied, CaseBlacklisted, CaseDismissed, CaseLifted}

// Values lists them in order.
func (CaseStatus) Values() []string { return closed.Values(CaseStatuses...) }

// CaseMove is what can happen to a case.
type CaseMove string

// Moves of a case.
const (
	Reply     CaseMove = "reply"     // the supplier, within the period
	Blacklist CaseMove = "blacklist" // a decision, after the reply or the period
	Dismiss   CaseMove = "dismiss"   // the other decision
	Appeal    CaseMove = "appeal"    // the supplier, once, while it is in force
	Whitelist CaseMove = "whitelist" // before it expires
)

// CaseMoves lists them.
var CaseMoves = []CaseMove{Reply, Blacklist, Dismiss, Appeal, Whitelist}

// Grounds are what a supplier may be blacklisted for.
var Grounds = []Ground{"fraud", "corruption", "collusion", "default", "false_documents", "other"}

// A Ground is what a supplier may be blacklisted for.
type Ground string

// Values lists Grounds.
func (Ground) Values() []string { return closed.Values(Grounds...) }

// How long a supplier has for a reply, and how long a decision may hold.
const (
	MinReplyDays, MaxReplyDays = 7, 60
	MaxYears                   = 5
)

// A Case is what the rules know of one.
type Case struct {
	Status   CaseStatus
	ReplyBy  time.Time
	Expires  *time.Time
	Appealed bool
}

// InForce reports whether the supplier is kept out at now.
func (c Case) InForce(now time.Time) bool {
	return c.Status == CaseBlacklisted && c.Expires != nil && now.Before(*c.Expires)
}

// Do returns the status that a move leads to at now, or tells why it does not.
func (c Case) Do(m CaseMove, now time.Time) (CaseStatus, error) {
	refuse := func() (CaseStatus, error) { return c.Status, IllegalMove.New("%s a case that is %s", m, c.Status) }
	switch m {
	case Reply:
		if c.Status != CaseNotified {
			return refuse()
		}
		if !now.Before(c.ReplyBy) {
			return c.Status, ReplyOver.New("until %s", c.ReplyBy)
		}
		return CaseReplied, nil
	case Blacklist, Dismiss:
		if c.Status != CaseNotified && c.Status != CaseReplied {
			return refuse()
		}
		if m == Dismiss {
			return CaseDismissed, nil // nobody need wait to drop a case
		}
		if c.Status == CaseNotified && now.Before(c.ReplyBy) {
			return c.Status, ReplyRuns.New("until %s", c.ReplyBy)
		}
		return CaseBlacklisted, nil
	case Appeal, Whitelist:
		if !c.InForce(now) {
			return refuse()
		}
		if m == Whitelist {
			return CaseLifted, nil
		}
		if c.Appealed {
			return c.Status, AppealedTwice.New("")
		}
		return CaseBlacklisted, nil
	}
	return refuse()
}

// A Notice begins a case.
type Notice struct {
	Ground, Reason string
	ReplyDays      int
}

// Check normalises a notice and tells all that is wrong with it.
func (n Notice) Check() (Notice, error) {
	var f fault.Fields
	if !slices.Contains(Grounds, Ground(n.Ground)) {
		f.Add("/ground", fault.NotAllowed)
	}
	n.Reason = f.Need("/reason", n.Reason, 4000)
	if n.ReplyDays < MinReplyDays || n.ReplyDays > MaxReplyDays {
		f.Add("/reply_days", fault.OutOfRange, "min", MinReplyDays, "max", MaxReplyDays)
	}
	return n, f.Err()
}

// A Decision ends the hearing of a case.
type Decision struct {
	Blacklist bool
	Reason    string
	Expires   *time.Time // with Blacklist
}

// Check normalises a decision made at now and tells all that is wrong with it.
func (d Decision) Check(now time.Time) (Decision, error) {
	var f fault.Fields
	d.Reason = f.Need("/reason", d.Reason, 4000)
	switch {
	case !d.Blacklist:
		d.Expires = nil
	case d.Expires == nil:
		f.Add("/expires_at", fault.Required)
	case !d.Expires.After(now) || d.Expires.After(now.AddDate(MaxYears, 0, 0)):
		f.Add("/expires_at", fault.OutOfRange, "min", now.Format("02-01-2006"), "max", now.AddDate(MaxYears, 0, 0).Format("02-01-2006"))
	}
	return d, f.Err()
}
