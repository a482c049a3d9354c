package contractsvc_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
)

// people gives the actors of a world accounts, as authors of versions have.
func (w *world) people() (mine, rival, staff access.Actor) {
	w.t.Helper()
	staff = access.Actor{User: uuid.Must(uuid.NewV7()), Org: uuid.Must(uuid.NewV7()), Type: access.Operator, Name: "Otieno", Privileges: access.Titles[access.Operator]}
	_, err := pgtest.Do(w.ctx, w.db, `INSERT INTO company (id, kind, name, country, created_at) VALUES ($1, 'operator', 'Zabuni', 'KE', now())`, staff.Org)
	w.must(err)
	w.account(staff, 2)
	return w.mine, w.rival, staff
}

func clause(code, title, body string) contractsvc.SectionForm {
	return contractsvc.SectionForm{Section: contract.Section{Code: code, Language: "en", Title: title, Topic: contract.TopicPayment, Risk: contract.LowRisk},
		Body: rich.FromPlain(body).JSON()}
}

// fields is what an error says of fields.
func fields(err error) string {
	var out []string
	if err != nil {
		for _, f := range fault.As(err).Fields {
			out = append(out, f.Pointer+" "+f.Code)
		}
	}
	return strings.Join(out, ", ")
}

// A clause has versions: what was made of an earlier one keeps its words, two who change it at
// once are told, and nobody reads or changes another company's.
func TestClausesAndTheirVersions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mine, rival, staff := w.people()
	id, err := w.svc.CreateSection(w.ctx, mine, clause("pay-1", "Payment", "Pay {value} to {suplier}."))
	w.must(err)
	platform, err := w.svc.CreateSection(w.ctx, staff, clause("PAY-1", "Payment of the platform", "Pay."))
	w.must(err)
	if _, err := w.svc.CreateSection(w.ctx, mine, clause("PAY-1", "Again", "Pay.")); fields(err) != "/code field.taken" {
		t.Error(err)
	}
	if _, err := w.svc.CreateSection(w.ctx, mine, contractsvc.SectionForm{Body: `{"type":"doc","content":[{"type":"image"}]}`}); fields(err) !=
		"/body text.unknown, /code field.required, /language field.not_allowed, /risk field.not_allowed, /title field.required, /topic field.not_allowed" {
		t.Error(fields(err))
	}
	template, err := w.svc.CreateTemplate(w.ctx, mine, contractsvc.TemplateForm{Name: "Goods", Language: "en", Parts: []contractsvc.PartForm{
		{Section: id}, {Section: platform, Version: 1}, {Title: "Own", Body: rich.FromPlain("Ours.").JSON()}}})
	w.must(err)
	before, err := w.svc.Template(w.ctx, mine, template, 0)
	w.must(err)
	if got := before.Text.Plain(); got != "Payment\nPay {value} to {suplier}.\nPayment of the platform\nPay.\nOwn\nOurs." || fmt.Sprint(before.Strangers) != "[suplier]" {
		t.Errorf("%q %v", got, before.Strangers)
	}

	w.must(w.svc.UpdateSection(w.ctx, mine, id, 1, clause("PAY-1", "Payment", "Pay at once.")))
	if err := w.svc.UpdateSection(w.ctx, mine, id, 1, clause("PAY-1", "Payment", "Pay later.")); !errors.Is(err, contract.Overtaken) || fault.As(err).Params["version"] != int32(2) {
		t.Error(err)
	}
	w.must(w.svc.UpdateSection(w.ctx, staff, platform, 1, clause("PAY-1", "Payment of the platform", "Pay the platform.")))
	after, err := w.svc.Template(w.ctx, mine, template, 0)
	w.must(err)
	if after.Text.JSON() != before.Text.JSON() || after.Parts[0].Newest != 2 || *after.Parts[0].SectionNumber != 1 {
		t.Error("an update of a clause reached a template:", after.Text.Plain())
	}
	first, err := w.svc.Section(w.ctx, mine, id, 1)
	w.must(err)
	newest, err := w.svc.Section(w.ctx, mine, id, 0)
	w.must(err)
	sum := newest.Text.Sum()
	if first.Text.Plain() != "Pay {value} to {suplier}." || newest.Text.Plain() != "Pay at once." || len(newest.Versions) != 2 || newest.ByName != "Asha Otieno" || !bytes.Equal(newest.Sum, sum[:]) {
		t.Errorf("%+v %+v", first, newest)
	}
	if !strings.Contains(newest.Body, `"id"`) {
		t.Error("blocks have no names:", newest.Body)
	}

	theirs, err := w.svc.Section(w.ctx, rival, platform, 0)
	w.must(err)
	if theirs.Shelf != contract.Platforms || newest.Shelf != contract.Ours {
		t.Error(theirs.Shelf, newest.Shelf)
	}
	for i, err := range []error{
		second(w.svc.Section(w.ctx, rival, id, 0)), second(w.svc.Section(w.ctx, staff, id, 0)), second(w.svc.Section(w.ctx, mine, id, 3)),
		w.svc.UpdateSection(w.ctx, rival, id, 2, clause("X", "X", "X")), w.svc.UpdateSection(w.ctx, mine, platform, 2, clause("X", "X", "X")),
		w.svc.UpdateSection(w.ctx, staff, id, 2, clause("X", "X", "X")), w.svc.ArchiveSection(w.ctx, rival, id, true), w.svc.ArchiveSection(w.ctx, mine, platform, true),
		second(w.svc.SectionPaper(w.ctx, rival, id, 0, contract.PDF)),
	} {
		if !errors.Is(err, contract.SectionNotFound) {
			t.Error(i, err)
		}
	}
	if _, err := w.svc.CreateTemplate(w.ctx, rival, contractsvc.TemplateForm{Name: "N", Language: "en", Parts: []contractsvc.PartForm{{Section: platform}, {Section: id}}}); fields(err) != "/parts/1/section_id field.unknown" {
		t.Error(fields(err))
	}

	w.must(w.svc.ArchiveSection(w.ctx, mine, id, true))
	if err := w.svc.UpdateSection(w.ctx, mine, id, 2, clause("PAY-1", "P", "P")); !errors.Is(err, contract.OutOfUse) {
		t.Error(err)
	}
	if _, err := w.svc.CreateTemplate(w.ctx, mine, contractsvc.TemplateForm{Name: "N", Language: "en", Parts: []contractsvc.PartForm{{Section: id}}}); fields(err) != "/parts/0/section_id contract.out_of_use" {
		t.Error(fields(err))
	}
	w.must(w.svc.UpdateTemplate(w.ctx, mine, template, 1, contractsvc.TemplateForm{Name: "Goods", Language: "en", Parts: []contractsvc.PartForm{{Section: id, Version: 1}}}))
	for name, x := range map[string]contractsvc.SectionFilter{
		"":       {Shelf: contract.Ours},
		"PAY-1":  {Shelf: contract.Ours, Archived: true},
		"PAY-1 ": {Shelf: contract.Platforms, Search: "platform", Topics: []contract.Topic{contract.TopicPayment}},
		" ":      {Shelf: contract.Platforms, Topics: []contract.Topic{contract.TopicScope}},
		"  ":     {Shelf: contract.Ours, Archived: true, Search: "nowhere"},
		"   ":    {Shelf: contract.Platforms, Languages: nil, Search: "ours alone"},
	} {
		l, err := w.svc.Sections(w.ctx, mine, x, "", 10)
		w.must(err)
		got := ""
		for _, r := range l.Items {
			got += r.Code
		}
		if got != strings.TrimSpace(name) || l.Total != len(l.Items) {
			t.Errorf("%+v: %q of %d", x, got, l.Total)
		}
	}
	w.must(w.svc.ArchiveSection(w.ctx, mine, id, false))
	for _, as := range []contract.Paper{contract.PDF, contract.Docx} {
		one, err := w.svc.SectionPaper(w.ctx, mine, id, 1, as)
		w.must(err)
		two, err := w.svc.TemplatePaper(w.ctx, mine, template, 1, as)
		w.must(err)
		again, err := w.svc.TemplatePaper(w.ctx, mine, template, 1, as)
		w.must(err)
		if one.Name != "Payment."+string(as) || two.Name != "Goods."+string(as) || !bytes.Equal(two.Bytes, again.Bytes) {
			t.Error(one.Name, two.Name)
		}
	}
	w.Skip()
	w.must(w.svc.UpdateSection(w.ctx, mine, id, 2, clause("PAY-2", "Payment", "Pay.")))
	w.must(w.svc.ArchiveTemplate(w.ctx, mine, template, true))
	w.must(w.svc.ArchiveTemplate(w.ctx, mine, template, false))
	w.Log()
}

func second[T any](_ T, err error) error { return err }

// Who may write in the library, and who reads it, on each desk.
func TestWhoWritesInTheLibrary(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mine, _, staff := w.people()
	id, err := w.svc.CreateSection(w.ctx, mine, clause("A", "A", "A"))
	w.must(err)
	of, err := w.svc.CreateTemplate(w.ctx, mine, contractsvc.TemplateForm{Name: "N", Language: "en", Parts: []contractsvc.PartForm{{Section: id}}})
	w.must(err)
	kind, err := w.svc.CreateCategory(w.ctx, mine, contract.Category{Name: "Works", RetentionYears: 7, Template: &of})
	w.must(err)
	documents := func(a access.Actor) []error {
		return []error{
			second(w.svc.CreateSection(w.ctx, a, clause("B", "B", "B"))), w.svc.UpdateSection(w.ctx, a, id, 1, clause("A", "A", "A")), w.svc.ArchiveSection(w.ctx, a, id, true),
			second(w.svc.CreateTemplate(w.ctx, a, contractsvc.TemplateForm{})), w.svc.UpdateTemplate(w.ctx, a, of, 1, contractsvc.TemplateForm{}), w.svc.ArchiveTemplate(w.ctx, a, of, true),
		}
	}
	contracts := func(a access.Actor) []error {
		return []error{second(w.svc.CreateCategory(w.ctx, a, contract.Category{})), w.svc.UpdateCategory(w.ctx, a, kind, 1, contract.Category{}), w.svc.ArchiveCategory(w.ctx, a, kind, true)}
	}
	reads := func(a access.Actor) []error {
		return []error{second(w.svc.Sections(w.ctx, a, contractsvc.SectionFilter{}, "", 1)), second(w.svc.Section(w.ctx, a, id, 0)), second(w.svc.Templates(w.ctx, a, contractsvc.TemplateFilter{}, "", 1)),
			second(w.svc.Template(w.ctx, a, of, 0)), second(w.svc.Categories(w.ctx, a, "", false)), second(w.svc.Category(w.ctx, a, kind))}
	}
	supplier := access.Actor{Type: access.Supplier, Org: w.suppliers[0], Privileges: mine.Privileges}
	for i, err := range append(append(documents(supplier), contracts(supplier)...), reads(supplier)...) {
		if !errors.Is(err, fault.Forbidden) {
			t.Error(i, err)
		}
	}
	for p, writes := range map[access.Privilege]func(access.Actor) []error{access.ManageDocuments: documents, access.ManageContract: contracts} {
		without := mine
		without.Privileges = nil
		for _, have := range mine.Privileges {
			if have != p {
				without.Privileges = append(without.Privileges, have)
			}
		}
		for i, err := range writes(without) {
			if !errors.Is(err, fault.Forbidden) {
				t.Error(p, i, err)
			}
		}
		if err := errors.Join(reads(without)...); err != nil {
			t.Error(err)
		}
	}
	poor := staff
	poor.Privileges = nil
	for i, err := range append(documents(poor), contracts(staff)...) {
		if !errors.Is(err, fault.Forbidden) {
			t.Error(i, err)
		}
	}
	w.must(partysvc.New(w.db).SetModule(w.ctx, staff, mine.Org, party.Contracts, false))
	for i, err := range append(append(documents(mine), contracts(mine)...), reads(mine)...) {
		if !errors.Is(err, party.ModuleOff) {
			t.Error(i, err)
		}
	}
}

// A category of contracts names a template that its company may use.
func TestCategoriesOfContracts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mine, rival, _ := w.people()
	own := func(a access.Actor) uuid.UUID {
		id, err := w.svc.CreateTemplate(w.ctx, a, contractsvc.TemplateForm{Name: "N", Language: "en", Parts: []contractsvc.PartForm{{Title: "T", Body: rich.FromPlain("B").JSON()}}})
		w.must(err)
		return id
	}
	ours, theirs := own(mine), own(rival)
	id, err := w.svc.CreateCategory(w.ctx, mine, contract.Category{Name: "Works", RetentionYears: 7, ReminderDays: []int{30, 90}, Template: &ours})
	w.must(err)
	if _, err := w.svc.CreateCategory(w.ctx, mine, contract.Category{Name: "works", RetentionYears: 7}); fields(err) != "/name field.taken" {
		t.Error(err)
	}
	if _, err := w.svc.CreateCategory(w.ctx, mine, contract.Category{RetentionYears: 1, Template: &theirs}); fields(err) != "/name field.required, /retention_years field.range, /template_id field.unknown" {
		t.Error(fields(err))
	}
	w.must(w.svc.UpdateCategory(w.ctx, mine, id, 1, contract.Category{Name: "Works", RetentionYears: 10}))
	if err := w.svc.UpdateCategory(w.ctx, mine, id, 1, contract.Category{Name: "Works", RetentionYears: 10}); !errors.Is(err, contract.Overtaken) {
		t.Error(err)
	}
	for _, err := range []error{second(w.svc.Category(w.ctx, rival, id)), w.svc.UpdateCategory(w.ctx, rival, id, 2, contract.Category{Name: "X", RetentionYears: 7}), w.svc.ArchiveCategory(w.ctx, rival, id, true)} {
		if !errors.Is(err, contract.CategoryNotFound) {
			t.Error(err)
		}
	}
	w.must(w.svc.ArchiveCategory(w.ctx, mine, id, true))
	if err := w.svc.UpdateCategory(w.ctx, mine, id, 3, contract.Category{Name: "Works", RetentionYears: 10}); !errors.Is(err, contract.OutOfUse) {
		t.Error(err)
	}
	for archived, want := range map[bool]int{false: 0, true: 1} {
		l, err := w.svc.Categories(w.ctx, mine, "ork", archived)
		w.must(err)
		if len(l) != want {
			t.Error(archived, l)
		}
	}
	w.must(w.svc.ArchiveCategory(w.ctx, mine, id, false))
	if got, err := w.svc.Category(w.ctx, mine, id); err != nil || got.RetentionYears != 10 || got.TemplateID != nil || got.ArchivedAt != nil {
		t.Error(got, err)
	}
}
