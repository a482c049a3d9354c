package partysvc_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
)

// A buyer's own lists and the platform's groups: what is made, changed and refused,
// what is written down of it, and what each reader then sees.
func TestTheListsOfACompany(t *testing.T) {
	t.Parallel()
	w := newTeller(t)
	rift, rival := w.company("buyer", "Rift", "KE"), w.company("buyer", "Rival", "UG")
	w.Skip()
	here, abroad, nowhere := int32(44), int32(30), int32(9999)

	w.Head("Branches")
	branch := func(what string, a access.Actor, id uuid.UUID, b party.Branch) uuid.UUID {
		t.Helper()
		got, err := w.svc.SaveBranch(w.ctx, a, id, b)
		if err == nil && id == uuid.Nil {
			w.Name(got, what)
		}
		w.Refused("branch "+what, err)
		w.Log()
		return got
	}
	nakuru := branch("Nakuru", rift, uuid.Nil, party.Branch{Name: " Nakuru ", Code: "NKU", LocationID: &here, Address: "Moi Avenue", Phone: "0701 234 567"})
	branch("Eldoret", rift, uuid.Nil, party.Branch{Name: "Eldoret", Code: "ELD"})
	branch("with no words", rift, uuid.Nil, party.Branch{})
	branch("with its code", rift, uuid.Nil, party.Branch{Name: "N", Code: "nku"})
	branch("with its code by a change", rift, nakuru, party.Branch{Name: "N", Code: "eld"})
	branch("nowhere", rift, uuid.Nil, party.Branch{Name: "N", Code: "X", LocationID: &nowhere})
	branch("abroad", rift, uuid.Nil, party.Branch{Name: "N", Code: "X", LocationID: &abroad})
	branch("moved nowhere", rift, nakuru, party.Branch{Name: "N", Code: "X", LocationID: &nowhere})
	branch("of nobody", rift, uuid.Max, party.Branch{Name: "N", Code: "X"})
	branch("by its phone", rival, uuid.Nil, party.Branch{Name: "N", Code: "X", Phone: "0701 234 567"})
	theirs := branch("Rival's", rival, uuid.Nil, party.Branch{Name: "Nakuru", Code: "NKU", Phone: "0772 123 456"})

	w.Head("Departments")
	department := func(what string, a access.Actor, id, of uuid.UUID, d party.Named) uuid.UUID {
		t.Helper()
		got, err := w.svc.SaveDepartment(w.ctx, a, id, of, d)
		if err == nil && id == uuid.Nil {
			w.Name(got, what)
		}
		w.Refused("department "+what, err)
		w.Log()
		return got
	}
	works := department("Works", rift, uuid.Nil, nakuru, party.Named{Name: " Works "})
	department("Roads", rift, uuid.Nil, nakuru, party.Named{Name: "Roads"})
	department("with its name", rift, uuid.Nil, nakuru, party.Named{Name: "works"})
	department("with its name by a change", rift, works, nakuru, party.Named{Name: "ROADS"})
	department("below another's", rift, works, theirs, party.Named{Name: "Works"})
	department("without a name", rift, uuid.Nil, nakuru, party.Named{})
	department("of nobody", rift, uuid.Max, nakuru, party.Named{Name: "W"})
	department("Rival's", rival, uuid.Nil, theirs, party.Named{Name: "Works"})
	list := func(what string, a access.Actor, search string, standing ...party.Standing) {
		t.Helper()
		rows, err := w.svc.Branches(w.ctx, a, search, standing...)
		w.Tell("branches "+what, rows, err)
	}
	list("of Rift", rift, "")
	branch("Nakuru closes", rift, nakuru, party.Branch{Name: "Nakuru II", Code: "NK2", Address: "Kenyatta Avenue", Phone: "0711 234 567"})
	department("Works goes", rift, works, nakuru, party.Named{Name: "Old works"})
	list("after", rift, "")
	list("active", rift, "", party.Active)
	list("deactivated", rift, "", party.Deactivated)
	list("by name", rift, "kuru")
	list("by code", rift, "ld")
	list("of Rival", rival, "")
	departments, err := w.svc.Departments(w.ctx, rift)
	w.Tell("departments of Rift", departments, err)

	w.Head("Special groups")
	group := func(what string, a access.Actor, id uuid.UUID, g party.GroupForm) uuid.UUID {
		t.Helper()
		got, err := w.svc.SaveSpecialGroup(w.ctx, a, id, g)
		if err == nil && id == uuid.Nil {
			w.Name(got, what)
		}
		w.Refused("group "+what, err)
		w.Log()
		return got
	}
	form := func(name, segment string, share int64) party.GroupForm {
		return party.GroupForm{Named: party.Named{Name: name, Description: "Of " + name, Active: true}, Segment: segment, MinShare: money.NewQuantity(share, 0)}
	}
	ours := group("Locals", rift, uuid.Nil, form(" Locals ", "", 0))
	group("Locals of Rival", rival, uuid.Nil, form("Locals", "", 0))
	group("with its name", rift, uuid.Nil, form("LOCALS", "", 0))
	group("that asks for shares", rift, uuid.Nil, form("Ladies", "women", 10))
	whole := group("Cooperatives", w.staff, uuid.Nil, form("Cooperatives", "youth", 20))
	group("Cooperatives again", w.staff, uuid.Nil, form("cooperatives", "", 0))
	group("the platform's by a buyer", rift, whole, form("Mine", "", 0))
	group("a buyer's by the platform", w.staff, ours, form("Mine", "", 0))
	group("asks for more", w.staff, whole, form("Cooperatives II", "women", 30))
	gone := form("Neighbours", "", 0)
	gone.Active = false
	group("goes", rift, ours, gone)
	groups := func(what string, a access.Actor, f partysvc.GroupFilter) {
		t.Helper()
		rows, err := w.svc.SpecialGroups(w.ctx, a, f)
		w.Tell("groups "+what, rows, err)
	}
	groups("of Rift", rift, partysvc.GroupFilter{})
	groups("of the platform", w.staff, partysvc.GroupFilter{})
	groups("by name", rift, partysvc.GroupFilter{Search: "oper"})
	groups("by segment", rift, partysvc.GroupFilter{Segments: []party.Segment{party.Women}})
	groups("that are gone", rift, partysvc.GroupFilter{Standing: []party.Standing{party.Deactivated}})
	offered, err := w.svc.Groups(w.ctx)
	w.Tell("groups that are applied to", offered, err)
	w.Golden("testdata/lists.golden", *update)

	for name, a := range strangers(rift, access.UpdateCompanyInfo, w.mine, w.staff) {
		_, branch := w.svc.SaveBranch(w.ctx, a, uuid.Nil, party.Branch{Name: "N", Code: "X"})
		_, department := w.svc.SaveDepartment(w.ctx, a, uuid.Nil, nakuru, party.Named{Name: "W"})
		_, group := w.svc.SaveSpecialGroup(w.ctx, a, uuid.Nil, form("G", "", 0))
		if a.Type == access.Operator {
			group = fault.Forbidden.New("")
		}
		_, branches := w.svc.Branches(w.ctx, a, "")
		_, departments := w.svc.Departments(w.ctx, a)
		_, groups := w.svc.SpecialGroups(w.ctx, a, partysvc.GroupFilter{})
		reads := []error{branches, departments, groups}
		if name == "without the privilege" && errors.Join(reads...) != nil {
			t.Errorf("%s: %v", name, reads)
		}
		if name == "without the privilege" || a.Type == access.Operator {
			reads = nil
		}
		for i, err := range append(reads, branch, department, group) {
			if !errors.Is(err, fault.Forbidden) {
				t.Error(fmt.Sprint(name, " ", i), err)
			}
		}
	}
	_, err = w.svc.SaveSpecialGroup(w.ctx, strangers(w.staff, access.ManageSupplier)["without the privilege"], uuid.Nil, form("G", "", 0))
	is(t, err, fault.Forbidden)
}
