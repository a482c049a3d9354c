package catalogsvc_test

import (
	"errors"
	"flag"
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/catalog"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

var update = flag.Bool("update", false, "write the golden files")

// A teller tells what use cases do in a world.
type teller struct {
	*story.World
	*pgtest.Account
	staff access.Actor
}

func newTeller(t *testing.T, bidders int) *teller {
	t.Helper()
	w := &teller{World: story.New(t, bidders)}
	w.staff = w.Person("operator", access.Operator, uuid.Nil)
	w.Account = pgtest.NewAccount(t, w.DB)
	w.Name(w.staff.Org, "zabuni")
	w.Name(w.Officer.Org, "the buyer")
	return w
}

// without is an actor who lacks one privilege.
func without(a access.Actor, p access.Privilege) access.Actor {
	a.Privileges = slices.DeleteFunc(slices.Clone(a.Privileges), func(q access.Privilege) bool { return p == q })
	return a
}

func points(n int64) *money.Quantity { q := money.NewQuantity(n, 0); return &q }

// The kinds of supply and their criteria: what is made, moved, changed and refused,
// what is written down of it, and what a reader then sees.
func TestTheKindsOfSupply(t *testing.T) {
	t.Parallel()
	w := newTeller(t, 1)
	ctx, svc := w.Context(), w.Catalog
	kind := func(what string, id uuid.UUID, x catalog.Type) uuid.UUID {
		t.Helper()
		got, err := svc.SaveType(ctx, w.staff, id, x)
		if err == nil && id == uuid.Nil {
			w.Name(got, what)
		}
		w.Refused("type "+what, err)
		w.Account.Log()
		return got
	}
	list := func(what, search string, standing ...party.Standing) {
		t.Helper()
		rows, err := svc.Types(ctx, w.staff, search, standing...)
		w.Tell("types "+what, rows, err)
	}
	w.Head("Types")
	before, err := svc.Types(ctx, w.staff, "")
	w.Must(err)
	solar := kind("solar", uuid.Nil, catalog.Type{Code: " zsol ", Name: " Solar power ", Description: "Panels"})
	wind := kind("wind", uuid.Nil, catalog.Type{Code: "ZWIN", Name: "Wind power"})
	kind("with its code", uuid.Nil, catalog.Type{Code: "zsol", Name: "Other"})
	kind("with its code by a change", wind, catalog.Type{Code: "zsol", Name: "Other"})
	kind("empty", uuid.Nil, catalog.Type{})
	kind("of nobody", uuid.Max, catalog.Type{Code: "X", Name: "X"})
	kind("wind changes", wind, catalog.Type{Code: "zwi2", Name: "Wind", Description: "Mills"})
	w.Must(w.Party.SetBuyerTypes(ctx, w.staff, w.Officer.Org, []uuid.UUID{solar}))
	_, err = w.Party.Update(ctx, w.Bidders[0], w.Bidders[0].Org, updateInterests(solar, wind))
	w.Must(err)
	w.Account.Log()
	list("by name", "power")
	list("by code", "zw")
	list("by the end of a code", "wi2")
	list("deactivated", "", party.Deactivated)
	list("solar, active", "Solar power", party.Active)

	w.Head("Their order")
	order := func() (out []uuid.UUID) {
		rows, err := svc.Types(ctx, w.staff, "")
		w.Must(err)
		for i, r := range rows {
			out = append(out, r.ID)
			if int(r.Position) != i+1 {
				t.Fatalf("%s is at %d, not %d", r.Name, r.Position, i+1)
			}
		}
		return out
	}
	move := func(id uuid.UUID, to, want int) {
		t.Helper()
		w.Refused("moves", svc.MoveType(ctx, w.staff, id, to))
		w.Account.Log()
		if got := slices.Index(order(), id); got != want {
			t.Errorf("moved to %d, want %d", got, want)
		}
	}
	last := len(before) + 1
	move(wind, 1, 1)
	move(wind, 0, 0)
	move(wind, -5, 0)
	move(wind, 1000, last)
	move(solar, 3, 3)
	w.Refused("moves nobody", svc.MoveType(ctx, w.staff, uuid.Max, 0))
	w.Account.Log()

	w.Head("Criteria")
	save := func(what string, of uuid.UUID, c catalog.Criterion) uuid.UUID {
		t.Helper()
		id, err := svc.SaveCriterion(ctx, w.staff, of, c)
		if err == nil && c.ID == uuid.Nil {
			w.Name(id, what)
		}
		w.Refused("criterion "+what, err)
		w.Account.Log()
		return id
	}
	works := catalog.Criterion{Name: " Works ", Description: "Past works", Weight: points(40), Questions: []sourcing.Question{
		{Prompt: "How many", Help: "In five years", Response: sourcing.Number, MustAnswer: true, QA: true, Scored: true, MaxScore: points(5), MinScore: points(1),
			Bands: []sourcing.Band{{Upper: points(3), Score: *points(1)}, {Lower: points(3), Score: *points(5)}}},
		{Prompt: "Which", Response: sourcing.Selection, DD: true, Scored: true, MaxScore: points(5),
			Options: []sourcing.Option{{Label: "Water", Score: points(5)}, {Label: "Roads", Score: points(0)}}},
		{Prompt: "Tell", Response: sourcing.Text},
	}}
	first := save("works", solar, works)
	second := save("plant", solar, catalog.Criterion{Name: "Plant", Questions: []sourcing.Question{{Prompt: "Where", Response: sourcing.Text}}})
	save("of wind", wind, catalog.Criterion{Name: "Mills", Questions: []sourcing.Question{{Prompt: "Where", Response: sourcing.Text}}})
	save("empty", solar, catalog.Criterion{})
	save("of no type", uuid.Max, catalog.Criterion{Name: "N", Questions: works.Questions[2:]})
	show := func(what string, of, id uuid.UUID) {
		t.Helper()
		c, err := svc.Criterion(ctx, w.staff, of, id)
		for i, x := range c.Questions {
			if x.ID == uuid.Nil || x.Section != id {
				t.Fatalf("%+v", x)
			}
			c.Questions[i].ID = uuid.Nil
		}
		w.Tell(what, c, err)
	}
	show("works", solar, first)
	show("works of wind", wind, first)
	changed := catalog.Criterion{ID: first, Name: "Works II", Version: 1, Questions: []sourcing.Question{works.Questions[1], works.Questions[0]}}
	save("of another type", wind, changed)
	save("of another version", solar, catalog.Criterion{ID: first, Name: "Works II", Version: 2, Questions: works.Questions})
	save("changes", solar, changed)
	save("meanwhile", solar, changed)
	show("works II", solar, first)
	d, err := svc.Type(ctx, w.staff, solar)
	w.Tell("solar", d, err)
	_, err = svc.Type(ctx, w.staff, uuid.Max)
	w.Refused("no type", err)
	w.Refused("deletes of wind", svc.DeleteCriterion(ctx, w.staff, wind, second))
	w.Refused("deletes", svc.DeleteCriterion(ctx, w.staff, solar, second))
	w.Account.Log()
	rows, err := svc.Criteria(ctx, w.Officer, solar)
	w.Tell("criteria of solar", rows, err)
	w.Golden("testdata/kinds.golden", *update)

	for name, a := range map[string]access.Actor{"supplier": w.Bidders[0], "buyer": w.Officer} {
		a.Privileges = access.Titles[access.Operator]
		_, list := svc.Types(ctx, a, "")
		_, one := svc.Type(ctx, a, solar)
		_, criterion := svc.Criterion(ctx, a, solar, first)
		_, criteria := svc.Criteria(ctx, a, solar)
		if name == "buyer" {
			criteria = fault.Forbidden.New("")
		}
		_, save := svc.SaveType(ctx, a, uuid.Nil, catalog.Type{Code: "Y", Name: "Y"})
		_, write := svc.SaveCriterion(ctx, a, solar, works)
		_, template := svc.TypeTemplate(a, "en")
		for i, err := range []error{list, one, criterion, criteria, save, write, template, svc.MoveType(ctx, a, solar, 0), svc.DeleteCriterion(ctx, a, solar, first)} {
			if !errors.Is(err, fault.Forbidden) {
				t.Error(name, i, err)
			}
		}
	}
	plain := without(w.staff, access.ManageCategory)
	_, err = svc.SaveType(ctx, plain, uuid.Nil, catalog.Type{Code: "Y", Name: "Y"})
	w.Is(err, fault.Forbidden)
	w.Is(svc.MoveType(ctx, plain, solar, 0), fault.Forbidden)
	_, err = svc.TypeTemplate(plain, "en")
	w.Is(err, fault.Forbidden)
	plain = without(w.staff, access.ManageCriteria)
	_, err = svc.SaveCriterion(ctx, plain, solar, works)
	w.Is(err, fault.Forbidden)
	w.Is(svc.DeleteCriterion(ctx, plain, solar, first), fault.Forbidden)
}

func updateInterests(types ...uuid.UUID) partysvc.Update {
	return partysvc.Update{Version: 1, Interests: &types}
}

// Criteria that are put into a category stand there whole, at its end, and go on
// living there when those of the type are gone.
func TestCriteriaGoIntoACategory(t *testing.T) {
	t.Parallel()
	w := newTeller(t, 1)
	ctx, svc := w.Context(), w.Catalog
	solar, err := svc.SaveType(ctx, w.staff, uuid.Nil, catalog.Type{Code: "SOLAR", Name: "Solar"})
	w.Must(err)
	var ids []uuid.UUID
	for _, name := range []string{"Works", "Plant", "People"} {
		id, err := svc.SaveCriterion(ctx, w.staff, solar, catalog.Criterion{Name: name, Description: "Of " + name, Weight: points(30), Questions: []sourcing.Question{
			{Prompt: name + " one", Response: sourcing.Text}, {Prompt: name + " two", Help: "H", Response: sourcing.Selection, MustAnswer: true, Scored: true, MaxScore: points(4),
				Options: []sourcing.Option{{Label: "a", Score: points(4)}}},
		}})
		w.Must(err)
		ids = append(ids, id)
	}
	tender, _ := sourcing.PolicyOf(sourcing.Tender)
	draft := w.Author(tender, story.Terms{Job: sourcing.JobForm{Activity: sourcing.Tender, Code: "T1", Title: "Pumps"}}).ID
	w.Is(svc.InsertInto(ctx, w.Bidders[0], w.Officer.Org, draft, solar, ids), fault.Forbidden)
	for what, x := range map[string]struct {
		ids  []uuid.UUID
		code string
	}{"none": {nil, fault.Required}, "one of elsewhere": {[]uuid.UUID{ids[0], uuid.Max}, fault.Unknown}, "one twice": {[]uuid.UUID{ids[0], ids[0]}, fault.Unknown}} {
		if f := fault.As(svc.InsertInto(ctx, w.Officer, w.Officer.Org, draft, solar, x.ids)).Fields; len(f) != 1 || f[0].Pointer != "/criteria" || f[0].Code != x.code {
			t.Errorf("%s: %+v", what, f)
		}
	}
	w.Must(svc.InsertInto(ctx, w.Officer, w.Officer.Org, draft, solar, []uuid.UUID{ids[2], ids[0]}))
	for _, id := range ids {
		w.Must(svc.DeleteCriterion(ctx, w.staff, solar, id))
	}
	c, err := w.Sourcing.Category(ctx, w.Officer, w.Officer.Org, draft)
	for i := range c.Sections {
		w.Name(c.Sections[i].ID, c.Sections[i].Name)
	}
	for i := range c.Questions {
		c.Questions[i].ID = uuid.Nil
		for j := range c.Questions[i].Options {
			c.Questions[i].Options[j].ID = uuid.Nil
		}
	}
	w.Tell("sections", c.Sections, err)
	w.Tell("questions", c.Questions, err)
	w.Golden("testdata/inserted.golden", *update)
}
