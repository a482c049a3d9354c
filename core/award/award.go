// Package award is the rules of decisions: who may be recommended, who may
// decide, how long the standstill lasts, and what every letter says. It decides;
// it never reads a clock, a database or a network.
package award

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// Faults of this package.
var (
	NotEvaluated     = fault.Declare(fault.KindConflict, "award.not_evaluated", "This category has not been evaluated")
	DecidedAbove     = fault.Declare(fault.KindConflict, "award.decided_above", "A round of negotiation is decided in the category that it belongs to")
	NoSuchBid        = fault.Declare(fault.KindNotFound, "award.no_such_bid", "That bid is not among the evaluated ones")
	NotEligible      = fault.Declare(fault.KindConflict, "award.not_eligible", "A bid that failed or is not ranked cannot be recommended")
	NobodyPassed     = fault.Declare(fault.KindConflict, "award.nobody_passed", "No bid passed the evaluation")
	NotRecommended   = fault.Declare(fault.KindConflict, "award.not_recommended", "Nothing has been recommended in this category")
	Replaced         = fault.Declare(fault.KindConflict, "award.replaced", "Something else has been recommended since you looked")
	SamePerson       = fault.Declare(fault.KindForbidden, "award.same_person", "Whoever recommended cannot decide: another person must award")
	EvaluatorDecides = fault.Declare(fault.KindForbidden, "award.evaluator_decides", "Whoever evaluated the bids cannot decide on them: another person must award")
	NoLetters        = fault.Declare(fault.KindConflict, "award.no_letters", "This activity has no letters")
	LetterNotFound   = fault.Declare(fault.KindNotFound, "award.letter_not_found", "That letter could not be found")
	LetterIncomplete = fault.Declare(fault.KindConflict, "award.letter_incomplete", "A letter would lack what it must say")
	AlreadyIssued    = fault.Declare(fault.KindConflict, "award.already_issued", "This letter has been issued already")
	BelowReserve     = fault.Declare(fault.KindConflict, "award.below_reserve", "An item is not sold for less than its reserve")
	ReserveNotMet    = fault.Declare(fault.KindConflict, "award.reserve_not_met", "The bid does not reach the reserve: nothing is awarded for its price")
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
	BelowReserve                        bool   // its price does not reach that of the room: nobody gets it for that
}

// An Offer is the place of a bid for one item, where a decision chooses item by item.
type Offer struct {
	Item, Submission uuid.UUID
	Rank             int
	Amount           money.Decimal
	BelowReserve     bool // nobody gets the item for that
}

// A Choice names a bid, for one item or as a whole.
type Choice struct {
	Submission uuid.UUID
	Item       *uuid.UUID
}

// A Line is what a decision gives to one bid. Amount is nil where nothing is priced.
type Line struct {
	Choice
	Supplier uuid.UUID
	Amount   *money.Decimal
}

// Recommend checks a recommendation and returns its lines and its reason. The
// best goes without a reason, another not. Where all who passed are chosen
// nothing is named. Where nobody passed there are no lines, and the reason says
// why the category ends without a result.
func Recommend(p sourcing.Policy, results []Result, offers []Offer, chosen []Choice, reason string) ([]Line, string, error) {
	var f fault.Fields
	reason = f.May("/reason", reason, 2000)
	if !slices.ContainsFunc(results, func(r Result) bool { return r.Pass && !r.BelowReserve }) {
		switch {
		case len(chosen) == 0:
		case slices.ContainsFunc(results, func(r Result) bool { return r.BelowReserve }):
			return nil, reason, ReserveNotMet.New("")
		default:
			return nil, reason, NobodyPassed.New("")
		}
		if reason == "" {
			f.Add("/reason", ReasonNeeded)
		}
		return nil, reason, f.Err()
	}
	var lines []Line
	var best bool
	var err error
	switch p.Selects {
	case sourcing.AllPassed:
		lines, best, err = allPassed(&f, results, chosen)
	case sourcing.EachLine:
		lines, best, err = eachLine(&f, results, offers, chosen)
	default:
		lines, best, err = oneBid(&f, results, chosen)
	}
	if err != nil {
		return nil, reason, err
	}
	if !best && reason == "" {
		f.Add("/reason", ReasonNeeded)
	}
	return lines, reason, f.Err()
}

func allPassed(f *fault.Fields, results []Result, chosen []Choice) (lines []Line, best bool, err error) {
	if len(chosen) > 0 {
		f.Add("/submission_id", fault.NotAllowed)
	}
	for _, r := range results {
		if r.Pass {
			lines = append(lines, Line{Choice: Choice{Submission: r.Submission}, Supplier: r.Supplier})
		}
	}
	return lines, true, nil
}

func oneBid(f *fault.Fields, results []Result, chosen []Choice) (lines []Line, best bool, err error) {
	if len(chosen) != 1 || chosen[0].Item != nil {
		f.Add("/submission_id", fault.Required)
		return nil, true, nil
	}
	r, ok := Find(results, chosen[0].Submission)
	switch {
	case !ok:
		return nil, true, NoSuchBid.New("")
	case !r.Pass || r.Rank == nil || r.Price == nil:
		return nil, true, NotEligible.New("")
	case r.BelowReserve:
		return nil, true, ReserveNotMet.New("")
	}
	return []Line{{Choice: chosen[0], Supplier: r.Supplier, Amount: r.Price}}, *r.Rank == 1, nil
}

// eachLine takes the best offer for each item when nothing is named. An item for which
// nobody offered its reserve goes to nobody, and the reserve is the reason.
func eachLine(f *fault.Fields, results []Result, offers []Offer, chosen []Choice) (lines []Line, best bool, err error) {
	if len(chosen) == 0 {
		for _, o := range offers {
			if o.Rank == 1 && !o.BelowReserve && !slices.ContainsFunc(chosen, func(c Choice) bool { return *c.Item == o.Item }) {
				chosen = append(chosen, Choice{Submission: o.Submission, Item: &o.Item})
			}
		}
	}
	items := map[uuid.UUID]bool{}
	for _, o := range offers {
		if !o.BelowReserve {
			items[o.Item] = false
		}
	}
	best = true
	for i, c := range chosen {
		pointer := fmt.Sprintf("/lines/%d", i)
		if c.Item == nil {
			f.Add(pointer+"/item_id", fault.Required)
			continue
		}
		if items[*c.Item] {
			f.Add(pointer+"/item_id", fault.Taken)
			continue
		}
		at := slices.IndexFunc(offers, func(o Offer) bool { return o.Item == *c.Item && o.Submission == c.Submission })
		if at < 0 {
			return nil, best, NoSuchBid.New("item %s", c.Item)
		}
		if offers[at].BelowReserve {
			return nil, best, BelowReserve.New("item %s", c.Item)
		}
		items[*c.Item] = true
		best = best && offers[at].Rank == 1
		r, _ := Find(results, c.Submission)
		lines = append(lines, Line{Choice: c, Supplier: r.Supplier, Amount: &offers[at].Amount})
	}
	for _, given := range items {
		best = best && given // an item that nobody gets wants a reason too
	}
	return lines, best && len(lines) > 0, nil
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

// KindFor is the letter, or the notice, that a bidder gets by the decision.
func KindFor(p sourcing.Policy, r Result, lines []Line) Kind {
	switch {
	case !slices.ContainsFunc(lines, func(l Line) bool { return l.Submission == r.Submission }):
		return Regret
	case p.Chooses():
		return Award
	}
	return Success
}

// Outcome is what becomes of the bid that gets such a letter.
func (k Kind) Outcome() bidding.Move {
	switch k {
	case Award:
		return bidding.Win
	case Success:
		return bidding.Qualify
	}
	return bidding.Lose
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
