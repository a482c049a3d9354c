package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/award"
	"zabuni.org/core/catalog"
	"zabuni.org/core/catalog/catalogsvc"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/sourcing"
)

func (w *world) staff() access.Actor { return w.Person("operator", access.Operator, uuid.Nil) }

// blacklists carries a case of a desk against a supplier to its end, and returns it.
func (w *world) blacklists(by, supplier access.Actor) uuid.UUID {
	w.Helper()
	id, err := w.Party.GiveNotice(w.Context(), by, supplier.Org, party.Notice{Ground: "fraud", Reason: "Forged papers", ReplyDays: party.MinReplyDays})
	w.Must(err)
	w.Must(w.Party.Answer(w.Context(), supplier, id, party.Reply, "They are not"))
	until := story.Noon.AddDate(1, 0, 0)
	w.Must(w.Party.DecideCase(w.Context(), by, id, party.Decision{Blacklist: true, Reason: "They are", Expires: &until}))
	return id
}

func TestTheBlacklistedNeitherStartNorSubmit(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3)
	staff := w.staff()
	late := w.Bidders[0]
	bid := w.draft(late, w.ten, "all", "1000")
	w.blacklists(w.Officer, late)
	_, err := w.TrySubmit(late, bid, "key-blacklisted-1")
	w.Is(err, entry.Blacklisted)
	w.blacklists(w.Officer, w.Bidders[1])
	_, err = w.TryStart(w.Bidders[1])
	w.Is(err, entry.Blacklisted)
	whole := w.blacklists(staff, w.Bidders[2])
	_, err = w.TryStart(w.Bidders[2])
	w.Is(err, entry.Blacklisted)
	w.Must(w.Party.Whitelist(w.Context(), staff, whole, "Appeal upheld"))
	_, err = w.TryStart(w.Bidders[2])
	w.Must(err)
	// Another buyer's case keeps nobody out here, and is nobody else's to end.
	other := w.Person("buyer", access.Buyer, uuid.Nil)
	foreign := w.blacklists(other, w.Bidders[2])
	_, err = w.TrySubmit(w.Bidders[2], w.draft(w.Bidders[2], w.ten, "all", "1000"), "key-free-again-1")
	w.Must(err)
	for _, a := range []access.Actor{w.Officer, staff} {
		w.Is(w.Party.Whitelist(w.Context(), a, foreign, "mine"), party.CaseNotFound)
	}
	w.Is(w.Party.Answer(w.Context(), late, foreign, party.Appeal, "mine"), party.CaseNotFound)
}

// Who is refused for the blacklisted among those whom they chose hears who these are,
// and of nobody else.
func TestTheBlacklistedAreNamedToWhoChoseThem(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3)
	var want []string
	for _, a := range w.Bidders[1:] {
		w.blacklists(w.Officer, a)
		var name string
		w.Must(w.DB.QueryRow(w.Context(), "SELECT name FROM company WHERE id = $1", a.Org).Scan(&name))
		want = append(want, name)
	}
	_, err := w.TryInvite(w.Officer, w.Bidders[1:]...)
	w.Is(err, party.Blacklisted)
	got := strings.Split(fmt.Sprint(fault.As(err).Params["suppliers"]), ", ")
	if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("named are %q, want %q", got, want)
	}
}

// Who is kept out since it bid gets nothing more: no round of negotiation, be it asked
// with others or alone, and no award.
func TestTheBlacklistedGetNoAward(t *testing.T) {
	t.Parallel()
	w := evaluated(t).ranked()
	first, second := w.Standing().Results[0], w.Standing().Results[1]
	w.blacklists(w.Officer, w.Bidder(second.Supplier))
	round := sourcing.RoundForm{ClosesAt: w.Closes.AddDate(1, 0, 0)}
	for _, asked := range [][]uuid.UUID{{second.Submission}, {first.Submission, second.Submission}} {
		_, err := w.TryNegotiate(w.Officer, round, asked...)
		w.Is(err, party.Blacklisted)
	}
	w.Must(w.TryRecommend(w.Officer, &first.Submission, ""))
	w.blacklists(w.Officer, w.Bidder(first.Supplier))
	_, err := w.TryAward(w.Second, "en", "key-blacklisted-award")
	w.Is(err, party.Blacklisted)
	w.Is(w.TryRecommend(w.Officer, &first.Submission, ""), party.Blacklisted)
	if n := w.Count("SELECT count(*) FROM award") + w.Count("SELECT count(*) FROM letter"); n != 0 {
		t.Fatal("a refused award left something")
	}
}

func TestAModuleThatIsOffRefusesItsWork(t *testing.T) {
	t.Parallel()
	w := evaluated(t).ranked()
	owner, staff := w.Officer.Org, w.staff()
	manager := w.Officer
	manager.Type, manager.Privileges = access.Temp, access.Titles[access.Temp]
	evaluates := func() error { _, err := w.TryDesk(w.Officer); return err }
	awards := func() error { _, err := w.TryStanding(w.Officer); return err }
	contracts := func() error {
		_, err := w.Contracts.Contracts(w.Context(), manager, uuid.Nil, contractsvc.Filter{}, "", 10)
		return err
	}
	first := w.Standing().Results[0]
	w.Must(w.Party.SetModule(w.Context(), staff, owner, "tender", false))
	w.Is(evaluates(), party.ModuleOff)
	w.Is(w.TryComplete(w.Officer), party.ModuleOff)
	w.Is(awards(), party.ModuleOff)
	w.Is(w.TryRecommend(w.Officer, &first.Submission, ""), party.ModuleOff)
	_, err := w.TryAward(w.Second, "en", "key-module-off-1")
	w.Is(err, party.ModuleOff)
	_, err = w.TrySend(w.Officer, award.DD, []uuid.UUID{first.Supplier}, "en", "letter-0")
	w.Is(err, party.ModuleOff)
	w.Must(contracts())
	w.Must(w.Party.SetModule(w.Context(), staff, owner, party.Contracts, false))
	w.Is(contracts(), party.ModuleOff)
	w.Must(w.Party.SetModule(w.Context(), staff, owner, "tender", true))
	w.Must(evaluates())
	w.Must(awards())
	w.Is(w.Party.SetModule(w.Context(), w.Officer, owner, party.Contracts, true), fault.Forbidden)
}

// Each list of a buyer is closed to the ids of another.
func TestForeignIDsOfABuyersListsAreNotFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	mine, other := w.Officer, w.Person("buyer", access.Buyer, uuid.Nil)
	branch, err := w.Party.SaveBranch(w.Context(), mine, uuid.Nil, party.Branch{Name: "Nakuru", Code: "NKU"})
	w.Must(err)
	department, err := w.Party.SaveDepartment(w.Context(), mine, uuid.Nil, branch, party.Named{Name: "Works"})
	w.Must(err)
	group, err := w.Party.SaveSpecialGroup(w.Context(), mine, uuid.Nil, party.GroupForm{Named: party.Named{Name: "Our own"}})
	w.Must(err)
	template, err := w.Catalog.CreateTemplate(w.Context(), mine, catalog.Template{Name: "Terms", Category: "contract"}, catalogsvc.File{Name: "terms.pdf", Bytes: story.PDF})
	w.Must(err)

	_, err = w.Party.SaveBranch(w.Context(), other, branch, party.Branch{Name: "Taken", Code: "TKN", Active: true})
	w.Is(err, party.BranchNotFound)
	theirs, err := w.Party.SaveBranch(w.Context(), other, uuid.Nil, party.Branch{Name: "Nakuru", Code: "NKU"})
	w.Must(err)
	_, err = w.Party.SaveDepartment(w.Context(), other, department, theirs, party.Named{Name: "Taken", Active: true})
	w.Is(err, party.DepartmentNotFound)
	_, err = w.Party.SaveDepartment(w.Context(), other, uuid.Nil, branch, party.Named{Name: "Below another's"})
	w.Is(err, fault.Invalid)
	for _, a := range []access.Actor{other, w.staff()} {
		_, err = w.Party.SaveSpecialGroup(w.Context(), a, group, party.GroupForm{Named: party.Named{Name: "Taken", Active: true}})
		w.Is(err, party.GroupNotFound)
	}
	_, err = w.Catalog.Versions(w.Context(), other, template)
	w.Is(err, catalog.TemplateNotFound)
	_, err = w.Catalog.TemplateFile(w.Context(), other, template, 1)
	w.Is(err, catalog.TemplateNotFound)
	w.Is(w.Catalog.AddVersion(w.Context(), other, template, catalogsvc.File{Name: "terms.pdf", Bytes: story.PDF}, ""), catalog.TemplateNotFound)
	w.Is(w.Catalog.UpdateTemplate(w.Context(), other, template, catalog.Template{Name: "Taken", Category: "contract"}), catalog.TemplateNotFound)
	w.Is(w.Catalog.Archive(w.Context(), other, template, true), catalog.TemplateNotFound)

	branches, err := w.Party.Branches(w.Context(), other, "")
	w.Must(err)
	departments, err := w.Party.Departments(w.Context(), other)
	w.Must(err)
	templates, err := w.Catalog.Templates(w.Context(), other, catalogsvc.TemplateFilter{Archived: true})
	w.Must(err)
	if len(branches) != 1 || branches[0].ID != theirs || len(departments) != 0 || len(templates) != 0 {
		t.Fatal(branches, departments, templates)
	}
	groups, err := w.Party.SpecialGroups(w.Context(), other, partysvc.GroupFilter{})
	w.Must(err)
	for _, g := range groups {
		if g.ID == group {
			t.Fatal("another buyer's group")
		}
	}
	for sql, want := range map[string]int{"SELECT count(*) FROM branch WHERE name = 'Nakuru' AND active": 2, "SELECT count(*) FROM department WHERE name = 'Works' AND active": 1,
		"SELECT count(*) FROM special_group WHERE name = 'Our own' AND active": 1, "SELECT count(*) FROM document_template WHERE name = 'Terms' AND archived_at IS NULL": 1} {
		if got := w.Count(sql); got != want {
			t.Errorf("%s: %d, want %d", sql, got, want)
		}
	}
}

// The operator's desk takes buyers only, and nobody else stands at it.
func TestForeignIDsOfTheOperatorsDesk(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	staff, supplier := w.staff(), w.Bidders[0].Org
	form := partysvc.BuyerForm{Profile: party.Profile{CompanyType: "limited", Name: "Taken", Country: "KE", PhysicalAddress: "x", Phone: "0712345678", TaxID: "P059999999A"}, Email: "a@example.org", Active: true}
	for _, id := range []uuid.UUID{supplier, uuid.New()} {
		_, err := w.Party.Buyer(w.Context(), staff, id)
		w.Is(err, party.NotFound)
		w.Is(w.Party.UpdateBuyer(w.Context(), staff, id, form), party.NotFound)
		w.Is(w.Party.SetServices(w.Context(), staff, id, nil), party.NotFound)
		w.Is(w.Party.SetBuyerTypes(w.Context(), staff, id, nil), party.NotFound)
		w.Is(w.Party.SetModule(w.Context(), staff, id, "tender", false), party.NotFound)
	}
	_, err := w.Party.Buyer(w.Context(), w.Officer, w.Officer.Org)
	w.Is(err, fault.Forbidden)

	one, err := w.Catalog.SaveType(w.Context(), staff, uuid.Nil, catalog.Type{Code: "one", Name: "One"})
	w.Must(err)
	two, err := w.Catalog.SaveType(w.Context(), staff, uuid.Nil, catalog.Type{Code: "two", Name: "Two"})
	w.Must(err)
	c := catalog.Criterion{Name: "Experience", Questions: []sourcing.Question{{Prompt: "How long", Response: sourcing.Text}}}
	criterion, err := w.Catalog.SaveCriterion(w.Context(), staff, one, c)
	w.Must(err)
	_, err = w.Catalog.Criterion(w.Context(), staff, two, criterion)
	w.Is(err, catalog.CriterionNotFound)
	c.ID, c.Version = criterion, 1
	_, err = w.Catalog.SaveCriterion(w.Context(), staff, two, c)
	w.Is(err, catalog.CriterionNotFound)
	w.Is(w.Catalog.DeleteCriterion(w.Context(), staff, two, criterion), catalog.CriterionNotFound)
	// Criteria go into a draft of the own company only, and only those of the named type.
	other := w.Person("buyer", access.Buyer, uuid.Nil)
	pipes := pumps
	pipes.Job.Code, pipes.Sections = "T2", nil
	draft := w.Author(policyOf(sourcing.Tender), pipes).ID
	w.Is(w.Catalog.InsertInto(w.Context(), other, other.Org, draft, one, []uuid.UUID{criterion}), sourcing.CategoryNotFound)
	w.Is(w.Catalog.InsertInto(w.Context(), w.Officer, w.Officer.Org, draft, two, []uuid.UUID{criterion}), fault.Invalid)
	w.Must(w.Catalog.InsertInto(w.Context(), w.Officer, w.Officer.Org, draft, one, []uuid.UUID{criterion}))
	if n := w.Count("SELECT count(*) FROM section WHERE category_id = $1 AND name = 'Experience'", draft); n != 1 {
		t.Fatalf("%d sections", n)
	}
}

// A group of the platform that asks for a share is only for who holds it.
func TestAGroupAsksForTheShareThatItsKeeperSays(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	staff := w.staff()
	form := party.GroupForm{Named: party.Named{Name: "Owned by women", Active: true}, Segment: "women", MinShare: money.NewQuantity(51, 0)}
	id, err := w.Party.SaveSpecialGroup(w.Context(), staff, uuid.Nil, form)
	w.Must(err)
	const asks = "SELECT count(*) FROM special_group WHERE id = $1 AND segment = 'women' AND min_share = $2"
	if w.Count(asks, id, 51) != 1 {
		t.Fatal("not stored")
	}
	form.MinShare = money.NewQuantity(60, 0)
	_, err = w.Party.SaveSpecialGroup(w.Context(), staff, id, form)
	w.Must(err)
	if w.Count(asks, id, 60) != 1 {
		t.Fatal("not changed")
	}
	for name, bad := range map[string]party.GroupForm{
		"no share":   {Named: form.Named, Segment: "women"},
		"over 100":   {Named: form.Named, Segment: "women", MinShare: money.NewQuantity(101, 0)},
		"no segment": {Named: form.Named, MinShare: money.NewQuantity(10, 0)},
		"not one":    {Named: form.Named, Segment: "men", MinShare: money.NewQuantity(10, 0)},
		"of no name": {Segment: "women", MinShare: money.NewQuantity(10, 0)},
	} {
		if _, err := w.Party.SaveSpecialGroup(w.Context(), staff, id, bad); fault.As(err).Kind != fault.KindInvalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	form.Name = "Of a buyer"
	_, err = w.Party.SaveSpecialGroup(w.Context(), w.Officer, uuid.Nil, form)
	w.Is(err, fault.Invalid)
}
