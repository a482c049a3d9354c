package sourcing

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// InvitationSource is how a supplier came to be invited.
type InvitationSource string

// Sources of invitations.
const (
	FromDirectory InvitationSource = "directory"
	FromList      InvitationSource = "list"
	ByTurn        InvitationSource = "turn"
	ToRound       InvitationSource = "round"
)

// Values lists them.
func (InvitationSource) Values() []string {
	return closed.Values(FromDirectory, FromList, ByTurn, ToRound)
}

// NotInvitedWhy is why a supplier that was asked for is not invited.
type NotInvitedWhy string

// Why suppliers are passed over.
const (
	WhyInactive    NotInvitedWhy = "inactive"             // no active supplier, or none at all
	WhyBuyer       NotInvitedWhy = "blacklisted_buyer"    // by this buyer
	WhyPlatform    NotInvitedWhy = "blacklisted_platform" // by the platform, for every buyer
	WhySuspended   NotInvitedWhy = "suspended"            // on the list
	WhyRemoved     NotInvitedWhy = "removed"              // from the list
	WhyListExpired NotInvitedWhy = "list_expired"         // its time on the list
	WhyAlready     NotInvitedWhy = "already"              // invited before
	WhyTurn        NotInvitedWhy = "passed_over"          // it was its turn, and another was chosen
)

// Values lists them.
func (NotInvitedWhy) Values() []string {
	return closed.Values(WhyInactive, WhyBuyer, WhyPlatform, WhySuspended, WhyRemoved, WhyListExpired, WhyAlready, WhyTurn)
}

// A PassedOver is a supplier that was asked for, or whose turn it was, and why it was not
// invited. Only an active supplier has a name.
type PassedOver struct {
	Supplier uuid.UUID     `json:"supplier_id"`
	Name     string        `json:"-"` // the log names companies by their ids
	Why      NotInvitedWhy `json:"why"`
}

// A Turn is a supplier with how often, and when last, the buyer invited it to anything.
type Turn struct {
	Supplier      uuid.UUID
	Name, Country string
	Last          *time.Time // nil: never
	Times         int
}

// MostByTurn bounds how many are proposed at once.
const MostByTurn = 50

// Turns puts suppliers into the order of their turn: who waits longest since it was last invited
// comes first, who never was before all; then who was invited less often; then, that nobody chooses,
// the hash of the job and the supplier.
func Turns(job uuid.UUID, all []Turn) []Turn {
	out := slices.Clone(all)
	lot := func(t Turn) []byte {
		sum := sha256.Sum256(append(job[:], t.Supplier[:]...))
		return sum[:]
	}
	last := func(t Turn) int64 {
		if t.Last == nil {
			return -1 << 62
		}
		return t.Last.UnixMicro()
	}
	slices.SortFunc(out, func(a, b Turn) int {
		return cmp.Or(cmp.Compare(last(a), last(b)), cmp.Compare(a.Times, b.Times), bytes.Compare(lot(a), lot(b)))
	})
	return out
}

// A TurnForm invites by turn: so many as a person wants, whom that person chose, and why where
// these are not those whose turn it is.
type TurnForm struct {
	List   uuid.UUID
	Count  int
	Chosen []uuid.UUID
	Reason string
}

// Check tells all that is wrong with the form, as the turns stand now, and who was passed over.
func (t TurnForm) Check(turns []Turn) (TurnForm, []PassedOver, error) {
	var f fault.Fields
	t.Chosen = slices.Clone(t.Chosen)
	slices.SortFunc(t.Chosen, func(x, y uuid.UUID) int { return slices.Compare(x[:], y[:]) })
	t.Chosen = slices.Compact(t.Chosen)
	if t.Count < 1 || t.Count > MostByTurn {
		f.Add("/count", fault.OutOfRange, "min", 1, "max", MostByTurn)
	}
	if len(t.Chosen) == 0 {
		f.Add("/supplier_ids", fault.Required)
	}
	f.AtMost("/supplier_ids", len(t.Chosen), MostByTurn)
	for _, id := range t.Chosen {
		if !slices.ContainsFunc(turns, func(c Turn) bool { return c.Supplier == id }) {
			f.Add("/supplier_ids", fault.Unknown)
			break
		}
	}
	var passed []PassedOver
	proposed := turns[:max(0, min(t.Count, len(turns)))]
	for _, c := range proposed {
		if !slices.Contains(t.Chosen, c.Supplier) {
			passed = append(passed, PassedOver{c.Supplier, c.Name, WhyTurn})
		}
	}
	if len(passed) > 0 || len(t.Chosen) != len(proposed) {
		t.Reason = f.Need("/reason", t.Reason, 1000)
	} else {
		t.Reason = f.May("/reason", t.Reason, 1000)
	}
	return t, passed, f.Err()
}
