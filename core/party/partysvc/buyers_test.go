package partysvc_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
)

// What the operator says of buyer companies: what is made, changed and refused, what
// is written down of it, and what a reader then sees.
func TestTheBuyersOfTheOperator(t *testing.T) {
	t.Parallel()
	w := newTeller(t)
	kinds, total, err := w.svc.SearchCategoryTypes(w.ctx, "", 1, 3)
	if err != nil || len(kinds) != 3 || total < 4 {
		t.Fatal(kinds, total, err)
	}
	for i, k := range kinds {
		w.Name(k.ID, fmt.Sprint("kind ", i))
	}
	here, abroad, nowhere := int32(44), int32(30), int32(9999)
	form := func(name, tax string) partysvc.BuyerForm {
		return partysvc.BuyerForm{Email: " info@" + tax + ".test ", Active: true, Profile: party.Profile{CompanyType: "public", Name: name, Country: "KE", LocationID: &here,
			PhysicalAddress: "Moi Avenue", POBox: "Box 1", Phone: "0701 234 567", TaxID: tax, Website: "rift.test", ContactName: "Asha"}}
	}
	create := func(what string, f partysvc.BuyerForm) uuid.UUID {
		t.Helper()
		id, err := w.svc.CreateBuyer(w.ctx, w.staff, f)
		if err == nil {
			w.Name(id, what)
		}
		w.Refused("buyer "+what, err)
		w.Log()
		return id
	}
	show := func(what string, id uuid.UUID) {
		t.Helper()
		b, err := w.svc.Buyer(w.ctx, w.staff, id)
		w.Tell(what, b, err)
	}
	w.Head("Companies")
	rift := create("Rift", form(" Rift Water ", "p051111111a"))
	create("with its number", form("Other", "P051111111A"))
	faraway := form("Other", "P051111112A")
	faraway.LocationID = &nowhere
	create("nowhere", faraway)
	faraway.LocationID = &abroad
	create("abroad", faraway)
	create("empty", partysvc.BuyerForm{})
	bad := form("Other", "P051111112A")
	bad.Email = "not an address"
	create("without an address", bad)
	lake := create("Lake", form("Lake Water", "P051111113A"))
	show("Rift", rift)
	changed := partysvc.BuyerForm{Email: "new@rift.test", Profile: party.Profile{CompanyType: "ngo", Name: "New Valley", Country: "UG",
		PhysicalAddress: "Kampala Road", POBox: "Box 2", Phone: "0772 123 456", TaxID: "1000 123 456", Website: "valley.test", ContactName: "Baraka"}}
	change := func(what string, id uuid.UUID, f partysvc.BuyerForm) {
		t.Helper()
		w.Refused("change "+what, w.svc.UpdateBuyer(w.ctx, w.staff, id, f))
		w.Log()
	}
	change("Lake", lake, changed)
	show("Lake", lake)
	show("a supplier", w.mine.Org)
	change("Rift as it is", rift, form("Rift Water", "P051111111A"))
	show("Rift", rift)
	change("with its number", rift, partysvc.BuyerForm{Email: "a@b.test", Profile: changed.Profile})
	faraway.TaxID = "P051111111A"
	change("abroad", rift, faraway)
	faraway.LocationID = &nowhere
	change("nowhere", rift, faraway)
	change("empty", rift, partysvc.BuyerForm{})
	change("a supplier", w.mine.Org, form("X", "P051111119A"))

	w.Head("Services")
	ends := party.Day(noon).AddDate(0, 0, 1)
	services := func(what string, id uuid.UUID, list ...party.Purchase) {
		t.Helper()
		w.Refused("services "+what, w.svc.SetServices(w.ctx, w.staff, id, list))
		w.Log()
	}
	managed := party.Purchase{Service: party.ManagedSourcing, Starts: party.Day(noon), Ends: &ends, Note: " With an end "}
	services("bought", rift, party.Purchase{Service: "training", Starts: ends}, managed)
	services("twice", rift, managed, managed)
	services("that there are not", rift, party.Purchase{Service: "catering", Starts: ends})
	services("of a supplier", w.mine.Org)
	services("of Lake", lake, party.Purchase{Service: "training", Starts: ends})
	show("Rift with services", rift)
	for at, want := range map[time.Duration]bool{-10 * time.Hour: false, 0: true, 38 * time.Hour: true, 39 * time.Hour: false} {
		pgtest.SetClock(t, w.db, noon.Add(at))
		err := partysvc.NeedService(w.ctx, w.db, rift, party.ManagedSourcing)
		if (err == nil) != want || err != nil && (!errors.Is(err, party.ServiceOff) || fault.As(err).Params["service"] != party.ManagedSourcing) {
			t.Errorf("%s: %v", at, err)
		}
	}
	pgtest.SetClock(t, w.db, noon.Add(50*24*time.Hour))
	w.Refused("without an end", partysvc.NeedService(w.ctx, w.db, rift, "training"))
	w.Refused("not bought", partysvc.NeedService(w.ctx, w.db, lake, "reporting"))
	pgtest.SetClock(t, w.db, noon)
	services("given up", rift, party.Purchase{Service: "reporting", Starts: ends})
	w.Refused("what Lake has of it", partysvc.NeedService(w.ctx, w.db, lake, "training"))

	w.Head("Kinds of supply")
	uses := func(what string, id uuid.UUID, types ...uuid.UUID) {
		t.Helper()
		w.Refused("uses "+what, w.svc.SetBuyerTypes(w.ctx, w.staff, id, types))
		w.Log()
	}
	uses("two", rift, kinds[0].ID, kinds[1].ID, kinds[1].ID)
	uses("one", lake, kinds[1].ID)
	uses("another", rift, kinds[2].ID, kinds[1].ID)
	uses("what there is not", rift, uuid.Max)
	uses("of a supplier", w.mine.Org)
	for _, id := range []uuid.UUID{rift, lake, w.mine.Org} {
		_, rows, err := w.svc.BuyerTypes(w.ctx, w.staff, id)
		w.Tell("used", slices.DeleteFunc(rows, func(t partysvc.UsedType) bool { return !t.Used }), err)
	}

	w.Head("Modules")
	module := func(what string, id uuid.UUID, name string, on bool) {
		t.Helper()
		w.Refused("module "+what, w.svc.SetModule(w.ctx, w.staff, id, name, on))
		w.Log()
	}
	module("off", rift, "auctions", false)
	module("off", rift, "contracts", false)
	module("by an activity", rift, "reverse_auction", false)
	module("without a name", rift, "", true)
	module("that there is not", rift, "lottery", true)
	module("of a supplier", w.mine.Org, "tender", true)
	w.Refused("an activity of it", partysvc.NeedModule(w.ctx, w.db, rift, "forward_auction"))
	w.Refused("another's", partysvc.NeedModule(w.ctx, w.db, lake, "forward_auction"))
	w.Refused("no module's", partysvc.NeedModule(w.ctx, w.db, lake, "lottery"))
	off, err := partysvc.ActivitiesOff(w.ctx, w.db, rift)
	w.Tell("off", off, err)
	module("on again", rift, "auctions", true)
	off, err = partysvc.ActivitiesOff(w.ctx, w.db, rift)
	w.Tell("off then", off, err)
	for _, a := range []access.Actor{{Type: access.Buyer, Org: rift}, {Type: access.Temp, Org: rift}, {Type: access.Supplier, Org: rift}, {Type: access.Buyer, Org: lake}} {
		on, err := w.svc.ModulesOn(w.ctx, a)
		w.Tell("a "+string(a.Type)+" has", fmt.Sprint(on), err)
	}
	show("Rift at last", rift)
	w.Golden("testdata/buyers.golden", *update)

	for name, a := range strangers(w.staff, access.ManageBuyer, w.mine, access.Actor{Type: access.Buyer, Org: rift, Privileges: access.Titles[access.Operator]}) {
		_, create := w.svc.CreateBuyer(w.ctx, a, form("X", "P051111118A"))
		_, read := w.svc.Buyer(w.ctx, a, rift)
		_, _, types := w.svc.BuyerTypes(w.ctx, a, rift)
		for i, err := range []error{create, read, types, w.svc.UpdateBuyer(w.ctx, a, rift, form("X", "P051111118A")), w.svc.SetServices(w.ctx, a, rift, nil),
			w.svc.SetBuyerTypes(w.ctx, a, rift, nil), w.svc.SetModule(w.ctx, a, rift, "auctions", false)} {
			if !errors.Is(err, fault.Forbidden) {
				t.Error(name, i, err)
			}
		}
	}
}

// The list of buyers and its count narrow alike.
func TestBuyersAreNarrowedAndCounted(t *testing.T) {
	t.Parallel()
	w := newTeller(t)
	for i, name := range []string{"Rift Water", "Lake Water", "Rift Roads"} {
		pgtest.SetClock(t, w.db, noon.AddDate(0, 0, i))
		w.company("buyer", name, []string{"KE", "UG", "KE"}[i])
	}
	if _, err := pgtest.Do(w.ctx, w.db, "UPDATE company SET status = 'deactivated' WHERE name = 'Rift Roads'"); err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]struct {
		f    partysvc.BuyerFilter
		want string
	}{
		"all":          {partysvc.BuyerFilter{}, "Rift Roads,Lake Water,Rift Water,"},
		"by name":      {partysvc.BuyerFilter{Search: "rift"}, "Rift Roads,Rift Water,"},
		"by wild card": {partysvc.BuyerFilter{Search: "R%"}, ""},
		"by country":   {partysvc.BuyerFilter{Countries: []geo.Code{"UG", "GH"}}, "Lake Water,"},
		"active":       {partysvc.BuyerFilter{Statuses: []party.Standing{party.Active}}, "Lake Water,Rift Water,"},
		"deactivated":  {partysvc.BuyerFilter{Statuses: []party.Standing{party.Deactivated}}, "Rift Roads,"},
		"since":        {partysvc.BuyerFilter{Registered: day.Between("2026-11-22", "", "UTC")}, "Rift Roads,Lake Water,"},
		"until":        {partysvc.BuyerFilter{Registered: day.Between("", "2026-11-22", "UTC")}, "Lake Water,Rift Water,"},
		"elsewhere":    {partysvc.BuyerFilter{Registered: day.Between("", "2026-11-21", "America/Los_Angeles")}, "Rift Water,"},
		"all at once":  {partysvc.BuyerFilter{Search: "w", Countries: []geo.Code{"KE"}, Statuses: []party.Standing{party.Active}}, "Rift Water,"},
	} {
		got, after := "", ""
		for {
			p, err := w.svc.Buyers(w.ctx, w.staff, x.f, after, 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range p.Items {
				got += b.Name + ","
			}
			if after = p.Next; after == "" {
				break
			}
		}
		n, capped, err := w.svc.CountBuyers(w.ctx, w.staff, x.f)
		if err != nil || got != x.want || capped || n != strings.Count(got, ",") {
			t.Errorf("%s: %s, %d, want %s (%v)", name, got, n, x.want, err)
		}
	}
	suppliers, buyers, err := w.svc.Counts(w.ctx, w.staff)
	if err != nil || suppliers != 2 || buyers != 2 {
		t.Error(suppliers, buyers, err)
	}
	for _, a := range []access.Actor{w.mine, {Type: access.Buyer, Org: uuid.Max, Privileges: access.Titles[access.Operator]}} {
		_, list := w.svc.Buyers(w.ctx, a, partysvc.BuyerFilter{}, "", 1)
		_, _, count := w.svc.CountBuyers(w.ctx, a, partysvc.BuyerFilter{})
		_, _, counts := w.svc.Counts(w.ctx, a)
		for _, err := range []error{list, count, counts} {
			is(t, err, fault.Forbidden)
		}
	}
	_, err = w.svc.Buyers(w.ctx, w.staff, partysvc.BuyerFilter{}, "?", 1)
	if fault.As(err).Kind != fault.KindInvalid {
		t.Error(err)
	}
}
