// Package publication is the rules of what everybody may read of a job without an account: what stands on the public list and
// in the feed of open contracting, from when on, and what never does.
package publication

import (
	"cmp"
	"slices"

	"zabuni.org/core/contract"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/ocds"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// Raised to whoever reads what is public.
var (
	NotFound = fault.Declare(fault.KindNotFound, "publication.not_found", "Nothing of such a tender or plan is public")
	NoFile   = fault.Declare(fault.KindNotFound, "publication.no_file", "No such document is public")
	NoMore   = fault.Declare(fault.KindNotFound, "publication.no_more", "Nothing was published after that")
)

// A State is how the public list calls where a tender stands.
type State string

// States.
const (
	Open      State = "open"          // some of it takes bids
	Judged    State = "in_evaluation" // it takes no bids any more, and nobody has won yet
	Awarded   State = "awarded"
	Completed State = "completed" // it has led to a list, and nothing was bought
	Ended     State = "ended"     // cancelled, or without a result
)

// Values lists them.
func (State) Values() []string { return closed.Values(Open, Judged, Awarded, Completed, Ended) }

// A Lot is what decides whether a category is public.
type Lot struct {
	Status      sourcing.Status
	InvitedOnly bool
	Won         bool // somebody has won it, or did until that was set aside
	Shown       bool // it was public before
}

// Public reports whether everybody may read of a category. What only the invited may bid for is nobody else's until it is
// awarded; what was public once stays so, with how it ended.
func (l Lot) Public() bool {
	if l.Shown {
		return true
	}
	if l.Status.Public() != nil || l.Status == sourcing.Cancelled {
		return false
	}
	return !l.InvitedOnly || l.Won && Sees(l.Status, opening.FieldWinnerPrice)
}

// Sees reports whether everybody may see a field of a category that stands there.
func Sees(s sourcing.Status, field opening.Field) bool {
	return opening.Visible(opening.Settings{}, opening.RolePublic, opening.None, opening.PhaseOf(s), field) == opening.Value
}

// lotStates are the standard's words for where a category stands; it is active in between.
var lotStates = map[sourcing.Status]string{
	sourcing.Awarded:      ocds.Complete,
	sourcing.Complete:     ocds.Complete,
	sourcing.Unsuccessful: ocds.Unsuccessful,
	sourcing.Cancelled:    ocds.Cancelled,
	sourcing.Withdrawn:    ocds.Cancelled,
}

// StateOf is where a category stands in the standard's words.
func StateOf(s sourcing.Status) string { return cmp.Or(lotStates[s], ocds.Active) }

// Whole is where a tender stands whose lots stand there.
func Whole(lots []string) string {
	for _, s := range []string{ocds.Active, ocds.Complete, ocds.Unsuccessful} {
		if slices.Contains(lots, s) {
			return s
		}
	}
	return ocds.Cancelled
}

// AwardState is where an award stands: it waits for the end of its standstill, and for that of a complaint.
func AwardState(s sourcing.Status, frozen, setAside bool) string {
	switch {
	case setAside:
		return ocds.Cancelled
	case frozen || s == sourcing.Notified:
		return ocds.Pending
	}
	return ocds.Active
}

// contracts are those that everybody has signed, in the standard's words.
var contracts = map[contract.Status]string{
	contract.Active:     ocds.Active,
	contract.Expired:    ocds.Terminated,
	contract.Terminated: ocds.Terminated,
	contract.Completed:  ocds.Terminated,
	contract.Archived:   ocds.Terminated,
}

// ContractState is where a contract stands; false of one that is not public: it is negotiated, or was never signed.
func ContractState(s contract.Status) (string, bool) {
	word, ok := contracts[s]
	return word, ok
}

// duties are the standard's words for where a milestone stands.
var duties = map[contract.DutyStatus]string{
	contract.Scheduled:    "scheduled",
	contract.Submitted:    "scheduled",
	contract.Met:          "met",
	contract.PartiallyMet: "partiallyMet",
	contract.NotMet:       "notMet",
}

// DutyState is where a milestone stands; empty of one that is due no more.
func DutyState(s contract.DutyStatus) string { return duties[s] }
