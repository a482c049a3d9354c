package identity

import (
	"slices"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// Faults of users and roles.
var (
	UserNotFound      = fault.Declare(fault.KindNotFound, "identity.user_not_found", "That user could not be found")
	RoleNotFound      = fault.Declare(fault.KindNotFound, "identity.role_not_found", "That role could not be found")
	LastAdministrator = fault.Declare(fault.KindConflict, "identity.last_administrator", "The last active administrator of a company cannot be removed")
	NotYoursToGrant   = fault.Declare(fault.KindForbidden, "identity.not_yours_to_grant", "Nobody may grant a privilege without holding it")
	Outranked         = fault.Declare(fault.KindForbidden, "identity.outranked", "This person holds privileges that you do not hold")
	OwnAccount        = fault.Declare(fault.KindConflict, "identity.own_account", "You cannot do this to your own account")
	WrongState        = fault.Declare(fault.KindConflict, "identity.wrong_state", "This is not possible in the present state of the account")
	RoleHeld          = fault.Declare(fault.KindConflict, "identity.role_held", "A role that somebody holds cannot be deleted")
	RoleProtected     = fault.Declare(fault.KindConflict, "identity.role_protected", "The system keeps the Administrator role as it is")
)

// Codes of field errors of users and roles.
const (
	RoleOfOtherType   = "identity.role_of_other_type"
	AdministratorOnly = "identity.administrator_alone"
	ConfirmMismatch   = "identity.confirm_mismatch"
	ApprovesNothing   = "identity.approves_nothing"
)

// Further account statuses.
const (
	Suspended = "deactivated"
	Deleted   = "deleted"
)

// An Act is what an administrator does to an account.
type Act string

// Acts on accounts.
const (
	Invite     Act = "invite"
	Deactivate Act = "deactivate"
	Reactivate Act = "reactivate"
	Delete     Act = "delete"
)

// Values lists them.
func (Act) Values() []string { return closed.Values(Invite, Deactivate, Reactivate, Delete) }

var lives = map[Act][]string{
	Invite:     {Invited},
	Deactivate: {Active, Invited, Registered},
	Reactivate: {Suspended},
	Delete:     {Active, Invited, Registered, Suspended},
}

// Do returns the status that an act leads to. It raises WrongState. Whoever has
// never set a password waits for an invitation again.
func Do(act Act, status string, hasPassword bool) (string, error) {
	if !slices.Contains(lives[act], status) {
		return status, WrongState.New("%s while %s", act, status)
	}
	switch act {
	case Deactivate:
		return Suspended, nil
	case Delete:
		return Deleted, nil
	case Reactivate:
		if hasPassword {
			return Active, nil
		}
		return Invited, nil
	}
	return status, nil
}

// Acts lists what may be done to an account of a status, for the screens.
func Acts(status string) []Act {
	out := []Act{}
	for _, a := range []Act{Invite, Deactivate, Reactivate, Delete} {
		if slices.Contains(lives[a], status) {
			out = append(out, a)
		}
	}
	return out
}

// KeepsAdministrator raises LastAdministrator when nobody who can sign in would
// administer a company any more. Types whose people others administer need none.
func KeepsAdministrator(t access.UserType, active int64) error {
	if active > 0 || !slices.Contains(access.Titles[t], access.ManageUser) {
		return nil
	}
	return LastAdministrator.New("")
}

// MayGrant raises NotYoursToGrant, naming the first privilege that the granting
// person lacks. The operator sets up buyers' people and so grants what it never
// holds itself.
func MayGrant(a access.Actor, ownCompany bool, titles []access.Privilege) error {
	if !ownCompany {
		return nil
	}
	if beyond := access.Beyond(a.Privileges, titles); len(beyond) > 0 {
		return NotYoursToGrant.New("lacks %v", beyond).With("privilege", string(beyond[0]))
	}
	return nil
}

// Approves reports whether people of a type stand in the line of a contract's approvals.
func Approves(t access.UserType) bool { return t == access.Temp || t == access.Buyer }
