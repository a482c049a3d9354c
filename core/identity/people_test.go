package identity_test

import (
	"errors"
	"testing"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
)

func TestTheLastAdministratorStays(t *testing.T) {
	for _, c := range []struct {
		t      access.UserType
		active int64
		lost   bool
	}{
		{access.Supplier, 0, true}, {access.Supplier, 1, false}, {access.Buyer, 0, true}, {access.Buyer, 2, false},
		{access.Operator, 0, true}, {access.Operator, 1, false},
		{access.Temp, 0, false}, // their buyer's administrator looks after them
	} {
		if got := errors.Is(identity.KeepsAdministrator(c.t, c.active), identity.LastAdministrator); got != c.lost {
			t.Errorf("%s with %d: lost %v", c.t, c.active, got)
		}
	}
}

func TestLifeOfAnAccount(t *testing.T) {
	for _, c := range []struct {
		act      identity.Act
		from     string
		password bool
		to       string
	}{
		{identity.Invite, "invited", false, "invited"}, {identity.Invite, "active", true, ""}, {identity.Invite, "deleted", false, ""},
		{identity.Deactivate, "active", true, "deactivated"}, {identity.Deactivate, "deactivated", true, ""},
		{identity.Reactivate, "deactivated", true, "active"}, {identity.Reactivate, "deactivated", false, "invited"}, {identity.Reactivate, "deleted", false, ""},
		{identity.Delete, "active", true, "deleted"}, {identity.Delete, "deactivated", true, "deleted"}, {identity.Delete, "deleted", false, ""},
	} {
		to, err := identity.Do(c.act, c.from, c.password)
		if (c.to == "") != errors.Is(err, identity.WrongState) || c.to != "" && to != c.to {
			t.Errorf("%s while %s: %s %v, want %q", c.act, c.from, to, err, c.to)
		}
	}
}
