// Package access is who may do what: actors, privileges and guards, as data.
package access

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// UserType is the family a user belongs to.
type UserType string

// User types of the specification.
const (
	Supplier UserType = "supplier"
	Buyer    UserType = "buyer"
	Operator UserType = "qed"
	Temp     UserType = "temp" // contract management
)

// UserTypes lists the families, in the specification's order.
var UserTypes = []UserType{Supplier, Buyer, Operator, Temp}

// Values lists them.
func (UserType) Values() []string { return closed.Values(UserTypes...) }

// An Actor is the authenticated caller; every use case takes one.
type Actor struct {
	User       uuid.UUID
	Org        uuid.UUID // the company the user belongs to
	Type       UserType
	Session    uuid.UUID
	Name       string
	Email      string
	Zone       string // IANA, of the company: whose days the person counts
	Privileges []Privilege
	// Confirmed is when the actor last proved a factor, by the database's clock.
	Confirmed time.Time
	// Support is set while an operator looks at a customer's console: User is the
	// operator's, Org and Type the customer's, and nothing may be changed.
	Support bool
}

// Signed reports whether somebody is signed in.
func (a Actor) Signed() bool { return a.User != uuid.Nil }

// Has reports whether the actor holds a privilege.
func (a Actor) Has(p Privilege) bool { return slices.Contains(a.Privileges, p) }

// Need returns fault.Forbidden when the actor lacks p.
func (a Actor) Need(p Privilege) error {
	if a.Has(p) {
		return nil
	}
	return fault.Forbidden.New("needs %s", p).With("privilege", string(p))
}

// Be returns fault.Forbidden unless the actor is a user of this type; one who is
// not the platform's own belongs to a company.
func (a Actor) Be(t UserType) error {
	if a.Type != t || t != Operator && a.Org == uuid.Nil {
		return fault.Forbidden.New("user type %q", a.Type)
	}
	return nil
}

// Staff admits one of the operator's people who holds p.
func (a Actor) Staff(p Privilege) error {
	if err := a.Be(Operator); err != nil {
		return err
	}
	return a.Need(p)
}

// Serve admits a buyer's user to the own company and an operator's to any, and
// asks for p; where it is empty the operator's is asked for [Work].
func (a Actor) Serve(owner uuid.UUID, p Privilege) error {
	switch {
	case a.Type == Buyer && a.Org == owner && owner != uuid.Nil:
	case a.Type == Operator && owner != uuid.Nil:
	default:
		return fault.Forbidden.New("not of this company")
	}
	if p == "" {
		return a.See(Work)
	}
	return a.Need(p)
}

// System is the actor of the program's own work: closing, letters, reminders.
var System = Actor{User: uuid.MustParse("00000000-0000-7000-8000-000000000001"), Name: "Zabuni"}

// A Guard admits actors; the zero Guard admits nobody, so forgetting one is safe.
type Guard struct {
	Public    bool       `json:"public,omitempty"`
	Pending   bool       `json:"pending,omitempty"` // admits a login that awaits its second factor
	Types     []UserType `json:"types,omitempty"`
	Privilege Privilege  `json:"privilege,omitempty"`
	// OneOf are privileges of which one is enough here: which one is asked for by
	// what the operation works on.
	OneOf []Privilege `json:"one_of,omitempty"`
	// Closed keeps the support view out of what a guard's people may read: sealed
	// content, and reads that leave a trace in the customer's name.
	Closed bool `json:"closed,omitempty"`
}

// NotInSupport is raised for what the support view may not do.
var NotInSupport = fault.Declare(fault.KindForbidden, "support.read_only", "The support view shows and changes nothing, and nothing sealed is shown in it")

// ToSupport returns the guard with its operation closed to the support view.
func (g Guard) ToSupport(open bool) Guard {
	g.Closed = !open
	return g
}

// Anyone needs no sign-in.
var Anyone = Guard{Public: true}

// SignedIn admits every signed-in user.
var SignedIn = Guard{Types: UserTypes}

// Only admits users of a type that hold one of p; without any the type alone is enough.
func Only(t UserType, p ...Privilege) Guard {
	g := Guard{Types: []UserType{t}}
	switch len(p) {
	case 0:
	case 1:
		g.Privilege = p[0]
	default:
		g.OneOf = p
	}
	return g
}

// Admit returns nil, fault.Unauthenticated or fault.Forbidden.
func (g Guard) Admit(a Actor) error {
	switch {
	case g.Public:
		return nil
	case !a.Signed():
		return fault.Unauthenticated.New("no session")
	case a.Support && g.Closed:
		return NotInSupport.New("closed to the support view")
	case !slices.Contains(g.Types, a.Type):
		return fault.Forbidden.New("user type %q", a.Type)
	case g.Privilege != "":
		return a.Need(g.Privilege)
	case len(g.OneOf) > 0 && !slices.ContainsFunc(g.OneOf, a.Has):
		return a.Need(g.OneOf[0])
	}
	return nil
}
