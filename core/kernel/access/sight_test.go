package access_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
)

// Each privilege by itself opens the sights that it is named for and no other one;
// none opens what belonging alone opens. A buyer's company is another question.
func TestWhatEachPrivilegeSees(t *testing.T) {
	const all = "work letters suppliers"
	for _, c := range []struct {
		t    access.UserType
		only map[access.Privilege]string // what one privilege sees; others see what none does
		none string
	}{
		{access.Operator, map[access.Privilege]string{
			access.ManageJob: "work letters", access.ManageCategory: "work", access.ManageCriteria: "work", access.InviteSuppliers: "work suppliers",
			access.EvaluateBids: all, access.ManageAuction: "work", access.ManageBuyer: all, access.ViewReport: all, access.ManageSupplier: "suppliers", access.ViewPayments: "suppliers",
		}, ""},
		{access.Buyer, map[access.Privilege]string{
			access.ManageJob: all, access.OpenBids: all, access.EvaluateBids: all, access.AwardJob: all, access.ViewReport: all,
		}, "work suppliers"},
		{access.Supplier, nil, all},
		{access.Temp, nil, all},
	} {
		for _, p := range append(slices.Clone(access.Titles[c.t]), "") {
			want, named := c.only[p]
			if !named {
				want = c.none
			}
			a := access.Actor{User: uuid.New(), Org: uuid.New(), Type: c.t, Privileges: []access.Privilege{p}}
			got := ""
			for _, s := range []access.Sight{access.Work, access.Letters, access.Suppliers} {
				err := a.See(s)
				if err != nil && !errors.Is(err, fault.Forbidden) {
					t.Fatal(err)
				}
				if err == nil && got != "" {
					got += " "
				}
				if err == nil {
					got += string(s)
				}
			}
			if got != want {
				t.Errorf("%s with %q sees %q, want %q", c.t, p, got, want)
			}
		}
	}
	staff := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Privileges: []access.Privilege{access.ManageUser}}
	if err := staff.Serve(uuid.New(), ""); !errors.Is(err, fault.Forbidden) {
		t.Errorf("staff without work serves a buyer: %v", err)
	}
	staff.Privileges = []access.Privilege{access.ManageCategory}
	if err := staff.Serve(uuid.New(), ""); err != nil {
		t.Errorf("staff with work does not: %v", err)
	}
}
