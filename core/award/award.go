// Package award is the rules of decisions: who may be recommended, who may
// decide, how long the standstill lasts, and what every letter says. It decides;
// it never reads a clock, a database or a network.
package award

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// Faults of this package.
var (
	NotEvaluated     = fault.Declare(fault.KindConflict, "award.not_evaluated", "This category has not been evaluated")
	NoSuchBid        = fault.Declare(fault.KindNotFound, "award.no_such_bid", "That bid is not among the evaluated ones")
	NotEligible      = fault.Declare(fault.KindConflict, "award.not_eligible", "A bid that failed or is not ranked cannot be recommended")
	NobodyPassed     = fault.Declare(fault.KindConflict, "award.nobody_passed", "No bid passed the evaluation")
	NotRecommended   = fault.Declare(fault.KindConflict, "award.not_recommended", "Nothing has been recommended in this category")
	SamePerson       = fault.Declare(fault.KindForbidden, "award.same_person", "Whoever recommended cannot decide: another person must award")
	EvaluatorDecides = fault.Declare(fault.KindForbidden, "award.evaluator_decides", "Whoever evaluated the bids cannot decide on them: another person must award")
	NoLetters        = fault.Declare(fault.KindConflict, "award.no_letters", "This activity has no letters")
	LetterNotFound   = fault.Declare(fault.KindNotFound, "award.letter_not_found", "That letter could not be found")
	LetterIncomplete = fault.Declare(fault.KindConflict, "award.letter_incomplete", "A letter would lack what it must say")
	AlreadyIssued    = fault.Declare(fault.KindConflict, "award.already_issued", "This letter has been issued already")
	WouldWin         = fault.Declare(fault.KindConflict, "award.would_win", "This bidder would get the award letter")
	NotNotified      = fault.Declare(fault.KindNotFound, "award.not_notified", "The results of this category have not been notified")
)

// Codes of field errors.
const (
	ReasonNeeded = "award.reason_needed" // not the best-ranked bid
	Placeholder  = "award.placeholder"   // params: name
)

// A Result is one evaluated bid as the decision sees it.
type Result struct {
	Submission, Participation, Supplier uuid.UUID
	SupplierName                        string
	Technical                           money.Quantity
	TechnicalPass                       bool
	Price                               *money.Decimal // nil: never opened, or there are none
	Financial, Combined                 *money.Quantity
	Rank                                *int
	Pass                                bool
	FailedCheck                         string // the verdict by which it failed; empty where no check did
}

// Chooses reports whether an activity has one winner. Where there are no prices
// all who passed are chosen together.
func Chooses(p sourcing.Policy) bool { return p.Best != sourcing.NoPrice }

// Recommend checks a recommendation and returns its reason: the best-ranked bid
// may go without one, another not. submission is nil where an activity has no
// single winner: then all who passed are recommended.
func Recommend(p sourcing.Policy, results []Result, submission *uuid.UUID, reason string) (string, error) {
	var f fault.Fields
	reason = f.May("/reason", reason, 2000)
	if !Chooses(p) {
		if submission != nil {
			f.Add("/submission_id", fault.NotAllowed)
		}
		for _, r := range results {
			if r.Pass {
				return reason, f.Err()
			}
		}
		return reason, NobodyPassed.New("")
	}
	if submission == nil {
		f.Add("/submission_id", fault.Required)
		return reason, f.Err()
	}
	chosen, ok := Find(results, *submission)
	if !ok {
		return reason, NoSuchBid.New("")
	}
	if !chosen.Pass || chosen.Rank == nil || chosen.Price == nil {
		return reason, NotEligible.New("")
	}
	if *chosen.Rank != 1 && reason == "" {
		f.Add("/reason", ReasonNeeded)
	}
	return reason, f.Err()
}

// Find returns the result of a submission.
func Find(results []Result, submission uuid.UUID) (Result, bool) {
	for _, r := range results {
		if r.Submission == submission {
			return r, true
		}
	}
	return Result{}, false
}

// Decide returns nil when the person may award what another recommended. Who
// scored the bids does not decide on them: access.Apart keeps the two apart.
func Decide(recommendedBy uuid.UUID, evaluators []uuid.UUID, person uuid.UUID) error {
	if recommendedBy == person {
		return SamePerson.New("")
	}
	if slices.Contains(access.KeptApart(access.EvaluateBids), access.AwardJob) && slices.Contains(evaluators, person) {
		return EvaluatorDecides.New("")
	}
	return nil
}

// StandstillEnds is the first moment at which a contract may be signed: the end
// of the last local day of the regime's period. Days count from the day after
// the letters; a regime may ask for none when there was a single bid.
func StandstillEnds(notified time.Time, r sourcing.Regime, bids int, zone *time.Location) time.Time {
	if r.StandstillDays == 0 || (bids < 2 && r.NoStandstillAlone) {
		return notified.UTC()
	}
	y, m, d := notified.In(zone).Date()
	return time.Date(y, m, d+r.StandstillDays+1, 0, 0, 0, 0, zone).UTC()
}

// KindFor is the letter that a bidder gets by the decision.
func KindFor(p sourcing.Policy, r Result, winner *uuid.UUID) Kind {
	switch {
	case winner != nil && *winner == r.Submission:
		return Award
	case !Chooses(p) && r.Pass:
		return Success
	}
	return Regret
}

// Outcome of the participation that gets such a letter.
func (k Kind) Outcome() string {
	switch k {
	case Award:
		return "winner"
	case Success:
		return "qualified"
	}
	return "regret"
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
