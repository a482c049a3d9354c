// Package entry is the one rule of who may take part in a category now. Lists, the
// cart, the till and the bid itself ask it, each with the same facts, so that
// nobody is sold what he may not begin.
package entry

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/sourcing"
)

// Why a supplier may not take part. Who was not invited hears sourcing.NotInvited:
// that closes the category to readers as well.
var (
	NoRight     = fault.Declare(fault.KindForbidden, "entry.no_right", "You are not allowed to take part in jobs of this kind")
	Inactive    = fault.Declare(fault.KindForbidden, "entry.inactive", "Your company is deactivated")
	NotOpen     = fault.Declare(fault.KindConflict, "entry.not_open", "This category is not open for bids")
	Closed      = fault.Declare(fault.KindConflict, "entry.closed", "This category has already closed. No further actions are allowed from your end!")
	ModuleOff   = fault.Declare(fault.KindConflict, "entry.module_off", "The buyer does not run jobs of this kind at present")
	Blacklisted = fault.Declare(fault.KindConflict, "entry.blacklisted", "Your company is blacklisted by this buyer or by the platform")
	Unasked     = fault.Declare(fault.KindConflict, "entry.unasked", "This category asks for nothing before its room opens")
	Reserved    = fault.Declare(fault.KindForbidden, "entry.reserved", "This category is kept for a special group to which your company does not belong")
	Listed      = fault.Declare(fault.KindConflict, "entry.listed", "Your company stands on the list that this category adds to")
	NotPaid     = fault.Declare(fault.KindForbidden, "entry.not_paid", "The bid fee of this category has not been paid")
)

// A Phase is where a category stands in its time.
type Phase struct {
	Status   sourcing.Status
	OpensAt  time.Time
	ClosesAt time.Time
}

// Open raises NotOpen or Closed unless bids may change at now, the database's clock
// under the category's lock. The closing instant itself is late.
func (p Phase) Open(now time.Time) error {
	switch {
	case p.Status == sourcing.Open && now.Before(p.ClosesAt) && !now.Before(p.OpensAt):
		return nil
	case !now.Before(p.ClosesAt):
		return Closed.New("closed at %s", p.ClosesAt.Format(time.RFC3339Nano)).With("closed_at", p.ClosesAt)
	default:
		return NotOpen.New("category is %s", p.Status)
	}
}

// Facts are all that one supplier's part in one category depends on, read in one
// instant. A fact that is added here gets its place in conditions, and nowhere else.
type Facts struct {
	Phase
	Category      uuid.UUID
	Buyer         uuid.UUID
	Activity      sourcing.Activity
	Now           time.Time // the database's clock when the facts were read
	Published     bool      // its job is
	Unasked       bool      // nothing is answered or priced under seal: all of it happens in a room
	ByInvitation  bool      // only who is invited takes part
	Invited       bool
	WithoutModule []string // that the operator has turned off for the buyer
	Blacklisted   bool     // by the buyer or by the platform
	Listed        bool     // it stands on the list that this window would put it on
	Reserved      bool     // it is kept for a special group to which the supplier does not belong today
	Active        bool     // the supplier's company is
	Right         bool     // the person has the privilege of the activity
	Fee           bool     // it must be bought
	Paid          bool     // by a completed order
}

// conditions are what money does not mend, in the order in which they are told.
var conditions = []func(Facts) error{
	func(f Facts) error { return f.Status.Public() },
	func(f Facts) error { return unless(f.Right, NoRight) },
	func(f Facts) error { return unless(f.Active, Inactive) },
	func(f Facts) error { return f.Open(f.Now) },
	func(f Facts) error { return unless(f.Published, NotOpen) },
	func(f Facts) error { return unless(!f.Unasked, Unasked) },
	Facts.module,
	Facts.invited,
	func(f Facts) error { return unless(!f.Blacklisted, Blacklisted) },
	func(f Facts) error { return unless(!f.Reserved, Reserved) },
	func(f Facts) error { return unless(!f.Listed, Listed) },
}

func unless(met bool, otherwise *fault.Def) error {
	if met {
		return nil
	}
	return otherwise.New("")
}

func (f Facts) module() error {
	m, ok := party.ModuleOf(string(f.Activity))
	return unless(ok && !slices.Contains(f.WithoutModule, m.Name), ModuleOff)
}

func (f Facts) invited() error {
	if f.ByInvitation && !f.Invited {
		return f.Activity.NotInvited()
	}
	return nil
}

// MayPay returns nil when the supplier may take part now or only has to pay first.
func (f Facts) MayPay() error {
	for _, met := range conditions {
		if err := met(f); err != nil {
			return err
		}
	}
	return nil
}

// May returns nil when the supplier may take part now, or tells why not.
func (f Facts) May() error {
	if err := f.MayPay(); err != nil {
		return err
	}
	return unless(f.Paid || !f.Fee, NotPaid)
}

// Code is May as lists tell it: the code of the fault, empty when there is none.
func (f Facts) Code() string {
	err := f.May()
	if err == nil {
		return ""
	}
	return fault.As(err).Code
}
