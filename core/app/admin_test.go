package app_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/catalog"
	"zabuni.org/core/catalog/catalogsvc"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/sourcing"
)

func (w *world) staff() access.Actor { return w.person("operator", access.Operator, uuid.Nil) }

// blacklists carries a case of a desk against a supplier to its end, and returns it.
func (w *world) blacklists(by, supplier access.Actor) uuid.UUID {
	w.Helper()
	id, err := w.Party.GiveNotice(w.ctx, by, supplier.Org, party.Notice{Ground: "fraud", Reason: "Forged papers", ReplyDays: party.MinReplyDays})
	w.must(err)
	w.must(w.Party.Answer(w.ctx, supplier, id, party.Reply, "They are not"))
	until := noon.AddDate(1, 0, 0)
	w.must(w.Party.DecideCase(w.ctx, by, id, party.Decision{Blacklist: true, Reason: "They are", Expires: &until}))
	return id
}

func TestTheBlacklistedNeitherStartNorSubmit(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3)
	staff := w.staff()
	late := w.bidders[0]
	bid := w.draft(late, w.ten, "all", "1000")
	w.blacklists(w.officer, late)
	_, err := w.Bidding.Submit(w.ctx, late, bid, "key-blacklisted-1")
	w.is(err, party.Blacklisted)
	w.blacklists(w.officer, w.bidders[1])
	_, err = w.Bidding.Start(w.ctx, w.bidders[1], w.category)
	w.is(err, party.Blacklisted)
	whole := w.blacklists(staff, w.bidders[2])
	_, err = w.Bidding.Start(w.ctx, w.bidders[2], w.category)
	w.is(err, party.Blacklisted)
	w.must(w.Party.Whitelist(w.ctx, staff, whole, "Appeal upheld"))
	_, err = w.Bidding.Start(w.ctx, w.bidders[2], w.category)
	w.must(err)
	// Another buyer's case keeps nobody out here, and is nobody else's to end.
	other := w.person("buyer", access.Buyer, uuid.Nil)
	foreign := w.blacklists(other, w.bidders[2])
	_, err = w.Bidding.Submit(w.ctx, w.bidders[2], w.draft(w.bidders[2], w.ten, "all", "1000"), "key-free-again-1")
	w.must(err)
	for _, a := range []access.Actor{w.officer, staff} {
		w.is(w.Party.Whitelist(w.ctx, a, foreign, "mine"), party.CaseNotFound)
	}
	w.is(w.Party.Answer(w.ctx, late, foreign, party.Appeal, "mine"), party.CaseNotFound)
}

func TestTheBlacklistedGetNoAward(t *testing.T) {
	t.Parallel()
	w := evaluated(t).ranked()
	owner := w.officer.Org
	first := w.standing().Results[0]
	w.must(w.Awards.Recommend(w.ctx, w.officer, owner, w.category, &first.Submission, ""))
	w.blacklists(w.officer, w.bidder(first.Supplier))
	_, err := w.Awards.Award(w.ctx, w.second, owner, w.category, "en", "key-blacklisted-award")
	w.is(err, party.Blacklisted)
	w.is(w.Awards.Recommend(w.ctx, w.officer, owner, w.category, &first.Submission, ""), party.Blacklisted)
	if n := w.count("SELECT count(*) FROM award") + w.count("SELECT count(*) FROM letter"); n != 0 {
		t.Fatal("a refused award left something")
	}
}

func TestAModuleThatIsOffRefusesItsWork(t *testing.T) {
	t.Parallel()
	w := evaluated(t).ranked()
	owner, staff := w.officer.Org, w.staff()
	manager := w.officer
	manager.Type, manager.Privileges = access.Temp, access.Titles[access.Temp]
	evaluates := func() error { _, err := w.Evaluation.Desk(w.ctx, w.officer, owner, w.category); return err }
	awards := func() error { _, err := w.Awards.Standing(w.ctx, w.officer, owner, w.category); return err }
	contracts := func() error {
		_, err := w.Contracts.Contracts(w.ctx, manager, contractsvc.Filter{}, "", 10)
		return err
	}
	first := w.standing().Results[0]
	w.must(w.Party.SetModule(w.ctx, staff, owner, "tender", false))
	w.is(evaluates(), party.ModuleOff)
	w.is(w.Evaluation.CompleteFinancial(w.ctx, w.officer, owner, w.category), party.ModuleOff)
	w.is(awards(), party.ModuleOff)
	w.is(w.Awards.Recommend(w.ctx, w.officer, owner, w.category, &first.Submission, ""), party.ModuleOff)
	_, err := w.Awards.Award(w.ctx, w.second, owner, w.category, "en", "key-module-off-1")
	w.is(err, party.ModuleOff)
	_, err = w.Awards.Send(w.ctx, w.officer, owner, w.category, award.DD, []uuid.UUID{first.Supplier}, "en")
	w.is(err, party.ModuleOff)
	w.must(contracts())
	w.must(w.Party.SetModule(w.ctx, staff, owner, party.Contracts, false))
	w.is(contracts(), party.ModuleOff)
	w.must(w.Party.SetModule(w.ctx, staff, owner, "tender", true))
	w.must(evaluates())
	w.must(awards())
	w.is(w.Party.SetModule(w.ctx, w.officer, owner, party.Contracts, true), fault.Forbidden)
}

// Each list of a buyer is closed to the ids of another.
func TestForeignIDsOfABuyersListsAreNotFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	mine, other := w.officer, w.person("buyer", access.Buyer, uuid.Nil)
	branch, err := w.Party.SaveBranch(w.ctx, mine, uuid.Nil, party.Branch{Name: "Nakuru", Code: "NKU"})
	w.must(err)
	department, err := w.Party.SaveDepartment(w.ctx, mine, uuid.Nil, branch, party.Named{Name: "Works"})
	w.must(err)
	group, err := w.Party.SaveSpecialGroup(w.ctx, mine, uuid.Nil, party.GroupForm{Named: party.Named{Name: "Our own"}})
	w.must(err)
	template, err := w.Catalog.CreateTemplate(w.ctx, mine, catalog.Template{Name: "Terms", Category: "contract"}, catalogsvc.File{Name: "terms.pdf", Bytes: pdf})
	w.must(err)

	_, err = w.Party.SaveBranch(w.ctx, other, branch, party.Branch{Name: "Taken", Code: "TKN", Active: true})
	w.is(err, party.BranchNotFound)
	theirs, err := w.Party.SaveBranch(w.ctx, other, uuid.Nil, party.Branch{Name: "Nakuru", Code: "NKU"})
	w.must(err)
	_, err = w.Party.SaveDepartment(w.ctx, other, department, theirs, party.Named{Name: "Taken", Active: true})
	w.is(err, party.DepartmentNotFound)
	_, err = w.Party.SaveDepartment(w.ctx, other, uuid.Nil, branch, party.Named{Name: "Below another's"})
	w.is(err, fault.Invalid)
	for _, a := range []access.Actor{other, w.staff()} {
		_, err = w.Party.SaveSpecialGroup(w.ctx, a, group, party.GroupForm{Named: party.Named{Name: "Taken", Active: true}})
		w.is(err, party.GroupNotFound)
	}
	_, err = w.Catalog.Versions(w.ctx, other, template)
	w.is(err, catalog.TemplateNotFound)
	_, err = w.Catalog.TemplateFile(w.ctx, other, template, 1)
	w.is(err, catalog.TemplateNotFound)
	w.is(w.Catalog.AddVersion(w.ctx, other, template, catalogsvc.File{Name: "terms.pdf", Bytes: pdf}, ""), catalog.TemplateNotFound)
	w.is(w.Catalog.UpdateTemplate(w.ctx, other, template, catalog.Template{Name: "Taken", Category: "contract"}), catalog.TemplateNotFound)
	w.is(w.Catalog.Archive(w.ctx, other, template, true), catalog.TemplateNotFound)

	branches, err := w.Party.Branches(w.ctx, other, "")
	w.must(err)
	departments, err := w.Party.Departments(w.ctx, other)
	w.must(err)
	templates, err := w.Catalog.Templates(w.ctx, other, catalogsvc.TemplateFilter{Archived: true})
	w.must(err)
	if len(branches) != 1 || branches[0].ID != theirs || len(departments) != 0 || len(templates) != 0 {
		t.Fatal(branches, departments, templates)
	}
	groups, err := w.Party.SpecialGroups(w.ctx, other, "")
	w.must(err)
	for _, g := range groups {
		if g.ID == group {
			t.Fatal("another buyer's group")
		}
	}
	for sql, want := range map[string]int{"SELECT count(*) FROM branch WHERE name = 'Nakuru' AND active": 2, "SELECT count(*) FROM department WHERE name = 'Works' AND active": 1,
		"SELECT count(*) FROM special_group WHERE name = 'Our own' AND active": 1, "SELECT count(*) FROM document_template WHERE name = 'Terms' AND archived_at IS NULL": 1} {
		if got := w.count(sql); got != want {
			t.Errorf("%s: %d, want %d", sql, got, want)
		}
	}
}

// The operator's desk takes buyers only, and nobody else stands at it.
func TestForeignIDsOfTheOperatorsDesk(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	staff, supplier := w.staff(), w.bidders[0].Org
	form := partysvc.BuyerForm{Profile: party.Profile{CompanyType: "limited", Name: "Taken", Country: "KE", PhysicalAddress: "x", Phone: "0712345678", TaxID: "P059999999A"}, Email: "a@example.org", Active: true}
	for _, id := range []uuid.UUID{supplier, uuid.New()} {
		_, err := w.Party.Buyer(w.ctx, staff, id)
		w.is(err, party.NotFound)
		w.is(w.Party.UpdateBuyer(w.ctx, staff, id, form), party.NotFound)
		w.is(w.Party.SetServices(w.ctx, staff, id, nil), party.NotFound)
		w.is(w.Party.SetBuyerTypes(w.ctx, staff, id, nil), party.NotFound)
		w.is(w.Party.SetModule(w.ctx, staff, id, "tender", false), party.NotFound)
	}
	_, err := w.Party.Buyer(w.ctx, w.officer, w.officer.Org)
	w.is(err, fault.Forbidden)

	one, err := w.Catalog.SaveType(w.ctx, staff, uuid.Nil, catalog.Type{Code: "one", Name: "One"})
	w.must(err)
	two, err := w.Catalog.SaveType(w.ctx, staff, uuid.Nil, catalog.Type{Code: "two", Name: "Two"})
	w.must(err)
	c := catalog.Criterion{Name: "Experience", Questions: []sourcing.Question{{Prompt: "How long", Response: sourcing.Text}}}
	criterion, err := w.Catalog.SaveCriterion(w.ctx, staff, one, c)
	w.must(err)
	_, err = w.Catalog.Criterion(w.ctx, staff, two, criterion)
	w.is(err, catalog.CriterionNotFound)
	c.ID, c.Version = criterion, 1
	_, err = w.Catalog.SaveCriterion(w.ctx, staff, two, c)
	w.is(err, catalog.CriterionNotFound)
	w.is(w.Catalog.DeleteCriterion(w.ctx, staff, two, criterion), catalog.CriterionNotFound)
	// Criteria go into a draft of the own company only, and only those of the named type.
	other := w.person("buyer", access.Buyer, uuid.Nil)
	job, err := w.Sourcing.CreateJob(w.ctx, w.officer, w.officer.Org, sourcing.JobForm{Activity: sourcing.Tender, Code: "T2", Title: "Pipes"})
	w.must(err)
	draft, err := w.Sourcing.CreateCategory(w.ctx, w.officer, w.officer.Org, job, sourcing.CategoryForm{Name: "Pipes", Currency: "KES", OpensAt: noon, ClosesAt: noon.Add(48 * time.Hour),
		PassMark: money.NewQuantity(50, 0), TechnicalWeight: money.NewQuantity(70, 0), FinancialWeight: money.NewQuantity(30, 0)})
	w.must(err)
	w.is(w.Catalog.InsertInto(w.ctx, other, other.Org, draft, one, []uuid.UUID{criterion}), sourcing.CategoryNotFound)
	w.is(w.Catalog.InsertInto(w.ctx, w.officer, w.officer.Org, draft, two, []uuid.UUID{criterion}), fault.Invalid)
	w.must(w.Catalog.InsertInto(w.ctx, w.officer, w.officer.Org, draft, one, []uuid.UUID{criterion}))
	if n := w.count("SELECT count(*) FROM section WHERE category_id = $1 AND name = 'Experience'", draft); n != 1 {
		t.Fatalf("%d sections", n)
	}
}

// A group of the platform that asks for a share is only for who holds it.
func TestAGroupAsksForTheShareThatItsKeeperSays(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	staff := w.staff()
	form := party.GroupForm{Named: party.Named{Name: "Owned by women", Active: true}, Segment: "women", MinShare: money.NewQuantity(51, 0)}
	id, err := w.Party.SaveSpecialGroup(w.ctx, staff, uuid.Nil, form)
	w.must(err)
	const asks = "SELECT count(*) FROM special_group WHERE id = $1 AND segment = 'women' AND min_share = $2"
	if w.count(asks, id, 51) != 1 {
		t.Fatal("not stored")
	}
	form.MinShare = money.NewQuantity(60, 0)
	_, err = w.Party.SaveSpecialGroup(w.ctx, staff, id, form)
	w.must(err)
	if w.count(asks, id, 60) != 1 {
		t.Fatal("not changed")
	}
	for name, bad := range map[string]party.GroupForm{
		"no share":   {Named: form.Named, Segment: "women"},
		"over 100":   {Named: form.Named, Segment: "women", MinShare: money.NewQuantity(101, 0)},
		"no segment": {Named: form.Named, MinShare: money.NewQuantity(10, 0)},
		"not one":    {Named: form.Named, Segment: "men", MinShare: money.NewQuantity(10, 0)},
		"of no name": {Segment: "women", MinShare: money.NewQuantity(10, 0)},
	} {
		if _, err := w.Party.SaveSpecialGroup(w.ctx, staff, id, bad); fault.As(err).Kind != fault.KindInvalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	form.Name = "Of a buyer"
	_, err = w.Party.SaveSpecialGroup(w.ctx, w.officer, uuid.Nil, form)
	w.is(err, fault.Invalid)
}
