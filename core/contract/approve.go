package contract

import (
	"encoding/hex"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Faults of approvals.
var (
	Stale    = fault.Declare(fault.KindConflict, "contract.stale", "This is not the text any more that you read: read it again")
	Own      = fault.Declare(fault.KindForbidden, "contract.own", "Whoever wrote a contract does not approve it")
	NotYours = fault.Declare(fault.KindForbidden, "contract.not_yours", "The level that decides now is not yours")
	Decided  = fault.Declare(fault.KindConflict, "contract.decided_already", "You have approved it already")
	Vacant   = fault.Declare(fault.KindConflict, "contract.vacant_level", "Nobody holds the level that has to decide")
	NoRound  = fault.Declare(fault.KindConflict, "contract.no_round", "It has to be submitted anew before anybody can approve it")
	Lapsed   = fault.Declare(fault.KindConflict, "contract.award_lapsed", "The award that it follows does not stand any more")
	OnlyHand = fault.Declare(fault.KindForbidden, "contract.only_author", "Only who wrote or submitted it takes it back before it is approved")
	Begun    = fault.Declare(fault.KindConflict, "contract.approval_begun", "Somebody has approved it already: who decides next can return it")
	RulesNew = fault.Declare(fault.KindConflict, "contract.rules_changed", "Somebody changed these levels meanwhile: load them again")
)

// Codes of field errors of approvals.
const (
	LevelsUnordered = "contract.levels_unordered" // params: level
	NoApprover      = "contract.no_approver"
	DelegateChain   = "contract.delegate_chain" // the delegate has one of their own, or is one
)

// MaxLevel is the highest level of approval; 0 approves where a company has no rule.
const MaxLevel = 20

// A Rule says from which value on a level has to approve.
type Rule struct {
	Currency string
	Level    int
	From     money.Decimal
	Everyone bool // of the level; else one of them is enough
}

// A Step is a level that a contract needs.
type Step struct {
	Level    int
	Everyone bool
}

// Needed are the levels that a value needs by a rule, in their order. In a currency of which the
// rule says nothing all of its levels decide: no amount there is known to be small. Without any
// rule, and below the least value of one, whoever may approve does.
func Needed(rules []Rule, value money.Amount) []Step {
	known := slices.ContainsFunc(rules, func(r Rule) bool { return r.Currency == string(value.Currency) })
	levels := map[int]bool{}
	for _, r := range rules {
		if known && (r.Currency != string(value.Currency) || value.Value.Cmp(r.From) < 0) {
			continue
		}
		levels[r.Level] = levels[r.Level] || r.Everyone
	}
	if len(levels) == 0 {
		return []Step{{}}
	}
	var out []Step
	for level := range MaxLevel + 1 {
		if all, ok := levels[level]; ok {
			out = append(out, Step{level, all})
		}
	}
	return out
}

// CheckRules adds to f what is wrong with the levels of a rule, each at its place below pointer.
func CheckRules(f *fault.Fields, pointer func(int) string, rules []Rule) {
	seen := map[Rule]bool{}
	for i, r := range rules {
		if _, err := money.ParseCurrency(r.Currency); err != nil {
			f.Add(pointer(i)+"/currency", fault.NotAllowed)
		}
		if r.Level < 1 || r.Level > MaxLevel {
			f.Add(pointer(i)+"/level", fault.OutOfRange, "min", 1, "max", MaxLevel)
		}
		if r.From.Sign() < 0 {
			f.Add(pointer(i)+"/from", fault.OutOfRange, "min", 0)
		}
		key := Rule{Currency: r.Currency, Level: r.Level}
		if seen[key] {
			f.Add(pointer(i)+"/level", fault.Taken)
		}
		seen[key] = true
		for _, o := range rules {
			if o.Currency == r.Currency && o.Level < r.Level && o.From.Cmp(r.From) > 0 {
				f.Add(pointer(i)+"/from", LevelsUnordered, "level", o.Level) // a level is never asked without those below it
				break
			}
		}
	}
}

// A Seat is somebody of a level, with who decides in their place for a while.
type Seat struct {
	Account  uuid.UUID
	Level    int
	Delegate uuid.UUID // uuid.Nil: nobody
}

// Decision is what somebody says of a version.
type Decision string

// Decisions.
const (
	DoApprove Decision = "approve"
	DoRefuse  Decision = "refuse"
)

// Values lists them.
func (Decision) Values() []string { return closed.Values(DoApprove, DoRefuse) }

// Outcome is how a round of approval ended.
type Outcome string

// Outcomes.
const (
	RoundApproved Outcome = "approved"
	RoundRefused  Outcome = "refused"
	RoundRecalled Outcome = "recalled"
)

// Values lists them.
func (Outcome) Values() []string { return closed.Values(RoundApproved, RoundRefused, RoundRecalled) }

// An Approval is one that was given: whose it is, and by whom.
type Approval struct {
	Seat, By uuid.UUID
	Level    int
}

// A Round is what is known of an approval that goes on.
type Round struct {
	Sum       []byte
	Steps     []Step
	Authors   []uuid.UUID // they decide on no level, nor does anybody in their place
	Seats     []Seat      // of everybody who may approve today
	Approvals []Approval
}

// of are the seats of a level that can decide on this contract.
func (r Round) of(level int) []Seat {
	var out []Seat
	for _, s := range r.Seats {
		if (level == 0 || s.Level == level) && !slices.Contains(r.Authors, s.Account) {
			out = append(out, s)
		}
	}
	return out
}

func (r Round) approved(level int, seat uuid.UUID) bool {
	return slices.ContainsFunc(r.Approvals, func(a Approval) bool { return a.Level == level && (seat == uuid.Nil || a.Seat == seat) })
}

// Passed reports whether a level has approved. One without anybody never does by itself.
func (r Round) Passed(s Step) bool {
	if !r.approved(s.Level, uuid.Nil) {
		return false
	}
	return !s.Everyone || !slices.ContainsFunc(r.of(s.Level), func(x Seat) bool { return !r.approved(s.Level, x.Account) })
}

// Next is the level that decides now; false when all of them have.
func (r Round) Next() (Step, bool) {
	for _, s := range r.Steps {
		if !r.Passed(s) {
			return s, true
		}
	}
	return Step{}, false
}

// Waits are those of the level that decides now who have not yet, with their delegates; none where
// it is vacant.
func (r Round) Waits() []Seat {
	s, ok := r.Next()
	if !ok {
		return nil
	}
	return slices.DeleteFunc(r.of(s.Level), func(x Seat) bool { return r.approved(s.Level, x.Account) })
}

// MayDecide returns the seats for which somebody decides now, or tells why there are none. Nobody
// decides on two levels of one round, whoever they stand in for.
func (r Round) MayDecide(who uuid.UUID) ([]Seat, error) {
	s, ok := r.Next()
	switch {
	case !ok:
		return nil, NoRound.New("all have approved")
	case slices.Contains(r.Authors, who):
		return nil, Own.New("")
	case slices.ContainsFunc(r.Approvals, func(a Approval) bool { return a.By == who && a.Level != s.Level }):
		return nil, Decided.New("on another level")
	}
	var out []Seat
	for _, x := range r.of(s.Level) {
		if x.Account == who || x.Delegate == who {
			out = append(out, x)
		}
	}
	if len(out) == 0 {
		if len(r.of(s.Level)) == 0 {
			return nil, Vacant.New("level %d", s.Level).With("level", s.Level)
		}
		return nil, NotYours.New("level %d decides", s.Level).With("level", s.Level)
	}
	out = slices.DeleteFunc(out, func(x Seat) bool { return r.approved(s.Level, x.Account) })
	if len(out) == 0 {
		return nil, Decided.New("")
	}
	return out, nil
}

// Held refuses a round with a level that nobody holds but who wrote it: it would wait for ever. Where no
// level is named whoever may approve does, today or later.
func (r Round) Held() error {
	for _, s := range r.Steps {
		if s.Level > 0 && len(r.of(s.Level)) == 0 {
			return Vacant.New("level %d", s.Level).With("level", s.Level)
		}
	}
	return nil
}

// Takes refuses to take back what waits for approval but to who wrote or submitted it, while nobody has
// approved it.
func (r Round) Takes(who uuid.UUID) error {
	switch {
	case !slices.Contains(r.Authors, who):
		return OnlyHand.New("")
	case len(r.Approvals) > 0:
		return Begun.New("")
	}
	return nil
}

// Reads refuses a decision on another text than the round's, named by its sum in hex.
func (r Round) Reads(sum string) error {
	if sum != hex.EncodeToString(r.Sum) {
		return Stale.New("read %q", sum).With("sum", hex.EncodeToString(r.Sum))
	}
	return nil
}
