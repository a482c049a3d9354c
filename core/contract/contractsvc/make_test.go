package contractsvc_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/docx"
	"zabuni.org/core/platform/pgtest"
)

// stores gives a world a store for files.
func (w *world) stores() {
	w.t.Helper()
	store, err := document.OpenFolder(w.t.TempDir())
	w.must(err)
	w.svc.Documents = documentsvc.New(w.db, store)
}

func (w *world) beginning(number string) contractsvc.Beginning {
	return contractsvc.Beginning{Form: contractsvc.Form{Terms: contract.Terms{Number: number, Title: "Pumps", Date: days(-400)}, Language: "en", Currency: "KES", Value: "1500.50",
		Counterparty: &contractsvc.PartyForm{Company: w.suppliers[0]}}}
}

func body(text string) *string {
	json := rich.FromPlain(text).JSON()
	return &json
}

func (w *world) count(query string, args ...any) int {
	w.t.Helper()
	var n int
	w.must(w.db.QueryRow(w.ctx, query, args...).Scan(&n))
	return n
}

// From a template: its text is filled with what is known, what is not known is named and keeps it
// from being submitted, and no version changes any more.
func TestAContractFromATemplate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mine, rival, _ := w.people()
	section, err := w.svc.CreateSection(w.ctx, mine, clause("PAY-1", "Payment", "{supplier} is paid {value} under {number} from {starts_on} by {stranger}."))
	w.must(err)
	template, err := w.svc.CreateTemplate(w.ctx, mine, contractsvc.TemplateForm{Name: "Goods", Language: "en", Parts: []contractsvc.PartForm{{Section: section}}})
	w.must(err)
	kind, err := w.svc.CreateCategory(w.ctx, mine, contract.Category{Name: "Goods", RetentionYears: 7, Template: &template})
	w.must(err)
	in := w.beginning("K/1")
	in.Template, in.Category = template, &kind
	id, err := w.svc.Create(w.ctx, mine, in)
	w.must(err)
	d, err := w.svc.Contract(w.ctx, mine, id)
	w.must(err)
	reads, err := rich.Stored(d.Reads)
	w.must(err)
	if got := reads.Plain(); got != "Payment\nMwanzo is paid KES\u00a01,500.50 under K/1 from {starts_on} by {stranger}." || fmt.Sprint(d.Missing) != "[starts_on stranger]" {
		t.Errorf("%q %v", got, d.Missing)
	}
	if d.Contract.Origin != "author" || d.AuthorName != "Asha Otieno" || d.KindName != "Goods" || d.SupplierName != "Mwanzo" || *d.Contract.SupplierID != w.suppliers[0] || len(d.Versions) != 1 {
		t.Errorf("%+v", d)
	}
	if err := w.svc.Submit(w.ctx, mine, id); !errors.Is(err, contract.Unfilled) || fault.As(err).Params["fields"] != "{starts_on}, {stranger}" {
		t.Error(err)
	}
	first := d.Sum
	change := contractsvc.Form{Terms: contract.Terms{Number: "K/1", Title: "Pumps", Starts: days(3)}, Body: body("{supplier} is paid from {starts_on}."), Reason: "Shorter"}
	w.must(w.svc.Update(w.ctx, mine, id, 1, change))
	if err := w.svc.Update(w.ctx, mine, id, 1, change); !errors.Is(err, contract.Changed) {
		t.Error(err)
	}
	if d, err = w.svc.Contract(w.ctx, mine, id); err != nil || d.Sum == first || len(d.Versions) != 2 || d.Versions[0].Reason != "Shorter" || len(d.Missing) != 0 || d.KindName != "Goods" || d.Contract.Value.String() != "1500.5000" {
		t.Errorf("%v %+v", err, d)
	}
	if n := w.count("SELECT count(*) FROM contract_version WHERE contract_id = $1 AND sum <> sha256(convert_to(content, 'UTF8'))", id); n != 0 {
		t.Error("versions are not known by the sums of their content")
	}
	w.must(w.svc.Submit(w.ctx, mine, id))
	if err := w.svc.Update(w.ctx, mine, id, 3, change); !errors.Is(err, contract.NotDraft) {
		t.Error(err)
	}
	printed := func() (all []byte) {
		for _, as := range []contract.Paper{contract.PDF, contract.Docx} {
			f, err := w.svc.ContractPaper(w.ctx, mine, id, as)
			if err != nil || len(f.Bytes) < 500 {
				t.Error(as, len(f.Bytes), err)
			}
			all = append(all, f.Bytes...)
		}
		return all
	}
	papers := printed()
	w.must(w.svc.UpdateSection(w.ctx, mine, section, 1, clause("PAY-1", "Payment", "Other words.")))
	w.must(w.svc.UpdateTemplate(w.ctx, mine, template, 1, contractsvc.TemplateForm{Name: "Goods", Language: "en", Parts: []contractsvc.PartForm{{Title: "Peace", Body: *body("Other words.")}}}))
	after, err := w.svc.Contract(w.ctx, mine, id)
	if err != nil || after.Sum != d.Sum || after.Body != d.Body {
		t.Error("a new version of a clause or a template reached a contract:", err)
	}
	if !bytes.Equal(printed(), papers) {
		t.Error("a new version of a clause or a template reached the papers of a contract")
	}
	for i, err := range []error{second(w.svc.Contract(w.ctx, rival, id)), w.svc.Update(w.ctx, rival, id, 3, change), w.svc.Accept(w.ctx, rival, id, "b"), w.svc.Submit(w.ctx, rival, id),
		second(w.svc.ContractPaper(w.ctx, rival, id, contract.PDF)), second(w.svc.ContractFile(w.ctx, rival, id))} {
		if !errors.Is(err, contract.NotFound) {
			t.Error(i, err)
		}
	}
	foreign := w.beginning("K/2")
	foreign.Template, foreign.Category = template, &kind
	if _, err := w.svc.Create(w.ctx, rival, foreign); fields(err) != "/contract_category_id field.unknown, /template_id field.unknown" {
		t.Error(fields(err))
	}
}

// All that is wrong is told at its fields at once, and nothing is made.
func TestWhatNoContractIsMadeOf(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mine, rival, staff := w.people()
	w.must(second(w.svc.Create(w.ctx, mine, w.beginning("K/1"))))
	gone := w.suppliers[1]
	_, err := pgtest.Do(w.ctx, w.db, "UPDATE company SET status = 'deactivated' WHERE id = $1", gone)
	w.must(err)
	made := w.count("SELECT count(*) FROM contract")
	for want, in := range map[string]contractsvc.Beginning{
		"/counterparty/company_id field.required, /currency field.not_allowed, /language field.required, /number field.required, /title field.required, /value field.required": {},
		"/number contract.number_taken":           w.beginning("K/1"),
		"/counterparty/company_id field.unknown":  with(w.beginning("K/2"), func(b *contractsvc.Beginning) { b.Counterparty.Company = gone }),
		"/counterparty/company_id field.unknown ": with(w.beginning("K/2"), func(b *contractsvc.Beginning) { b.Counterparty.Company = rival.Org }),
		"/body text.broken":                       with(w.beginning("K/2"), func(b *contractsvc.Beginning) { text := "{"; b.Body = &text }),
		"/body text.bad_link": with(w.beginning("K/2"), func(b *contractsvc.Beginning) {
			text := `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"x","marks":[{"type":"link","attrs":{"href":"javascript:alert(1)"}}]}]}]}`
			b.Body = &text
		}),
		"/file_id contract.file_unknown":                                     with(w.beginning("K/2"), func(b *contractsvc.Beginning) { b.File = uuid.New() }),
		"/award_id field.unknown":                                            with(w.beginning("K/2"), func(b *contractsvc.Beginning) { b.Award, b.Supplier = uuid.New(), uuid.New() }),
		"/answers/matter field.not_allowed, /answers/risk field.not_allowed": with(w.beginning("K/2"), func(b *contractsvc.Beginning) { b.Answers = &contract.Answers{} }),
		"/counterparty/country field.format": with(w.beginning("K/2"), func(b *contractsvc.Beginning) {
			b.Counterparty = &contractsvc.PartyForm{Party: contract.Party{Name: "Out"}}
		}),
		"/ends_on contract.ends_before_start": with(w.beginning("K/2"), func(b *contractsvc.Beginning) { b.Starts, b.Ends = days(2), days(1) }),
	} {
		if _, err := w.svc.Create(w.ctx, mine, in); fields(err) != strings.TrimSpace(want) {
			t.Errorf("got %q, want %q", fields(err), want)
		}
	}
	if n := w.count("SELECT count(*) FROM contract"); n != made {
		t.Error(n, "contracts")
	}
	other := w.beginning("K/3")
	other.Buyer = rival.Org
	poor := mine
	poor.Privileges = nil
	unprivileged := staff
	unprivileged.Privileges = nil
	supplier := access.Actor{User: uuid.New(), Org: w.suppliers[0], Type: access.Supplier, Privileges: access.Titles[access.Supplier]}
	for i, err := range []error{second(w.svc.Create(w.ctx, mine, other)), second(w.svc.Create(w.ctx, poor, w.beginning("K/3"))), second(w.svc.Create(w.ctx, unprivileged, other)),
		second(w.svc.Create(w.ctx, supplier, w.beginning("K/3"))), second(w.svc.Choices(w.ctx, poor, uuid.Nil)), second(w.svc.Counterparties(w.ctx, poor, "M")),
		second(w.svc.Counterparties(w.ctx, unprivileged, "M")), second(w.svc.BeginUpload(w.ctx, poor, uuid.Nil, "a.pdf", 1))} {
		if !errors.Is(err, fault.Forbidden) {
			t.Error(i, err)
		}
	}
}

func with(b contractsvc.Beginning, change func(*contractsvc.Beginning)) contractsvc.Beginning {
	change(&b)
	return b
}

// The operator's people write drafts for the buyer that they name, with an outsider or with the
// platform itself, and change them; they neither submit nor approve.
func TestTheOperatorWritesForABuyer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mine, rival, staff := w.people()
	in := w.beginning("K/1")
	if _, err := w.svc.Create(w.ctx, staff, in); fields(err) != "/buyer_id field.required" {
		t.Error(err)
	}
	in.Buyer = w.suppliers[0]
	if _, err := w.svc.Create(w.ctx, staff, in); fields(err) != "/buyer_id field.unknown" {
		t.Error(err)
	}
	in.Buyer, in.Body, in.Counterparty = mine.Org, body("{supplier}, {supplier_tax_id}"), &contractsvc.PartyForm{Party: contract.Party{Name: "Kamau) \\ {value}", Country: "CN", TaxID: "P1"}}
	id, err := w.svc.Create(w.ctx, staff, in)
	w.must(err)
	d, err := w.svc.Contract(w.ctx, mine, id)
	w.must(err)
	if d.SupplierName != "Kamau) \\ {value}" || d.Contract.SupplierID != nil || d.Company != nil || !strings.Contains(d.Reads, `Kamau) \\ {value}, P1`) || len(d.Missing) != 0 {
		t.Errorf("%+v", d)
	}
	list, err := w.svc.Contracts(w.ctx, mine, uuid.Nil, contractsvc.Filter{Search: "kamau"}, "", 10)
	if err != nil || len(list.Items) != 1 || list.Total != 1 || list.Items[0].SupplierName != "Kamau) \\ {value}" {
		t.Error(list, err)
	}
	w.must(w.svc.Update(w.ctx, staff, id, 1, contractsvc.Form{Terms: contract.Terms{Number: "K/1", Title: "Service of the platform"}, Body: body("{supplier}"), Counterparty: &contractsvc.PartyForm{Company: staff.Org}}))
	if d, err = w.svc.Contract(w.ctx, staff, id); err != nil || d.SupplierName != "Zabuni" || d.Contract.SupplierID != nil || *d.Company != staff.Org {
		t.Errorf("%+v %v", d, err)
	}
	for i, err := range []error{w.svc.Submit(w.ctx, staff, id), w.svc.Approve(w.ctx, staff, id, ""), w.svc.Refuse(w.ctx, staff, id, "", "r"), w.svc.Send(w.ctx, staff, id, ""), w.svc.Recall(w.ctx, staff, id, "r"), second(w.svc.Contracts(w.ctx, mine, rival.Org, contractsvc.Filter{}, "", 1))} {
		if !errors.Is(err, fault.Forbidden) {
			t.Error(i, err)
		}
	}
	if _, err := w.svc.Contracts(w.ctx, staff, uuid.Nil, contractsvc.Filter{}, "", 1); fields(err) != "/buyer_id field.required" {
		t.Error(err)
	}
	for of, want := range map[uuid.UUID]int{mine.Org: 1, rival.Org: 0} {
		if list, err := w.svc.Contracts(w.ctx, staff, of, contractsvc.Filter{}, "", 10); err != nil || len(list.Items) != want || list.Total != want {
			t.Error(list, err)
		}
	}
	w.must(w.svc.Submit(w.ctx, mine, id))
	w.must(second(w.svc.Contract(w.ctx, staff, id)))
	if _, err := w.svc.Contract(w.ctx, staff, uuid.New()); !errors.Is(err, contract.NotFound) {
		t.Error(err)
	}
	found, err := w.svc.Counterparties(w.ctx, rival, "mwa%")
	if err != nil || len(found) != 0 {
		t.Error("a sign of a pattern is one:", found, err)
	}
	if found, err = w.svc.Counterparties(w.ctx, rival, "mwa"); err != nil || len(found) != 1 || found[0].ID != w.suppliers[0] {
		t.Error(found, err)
	}
}

// Answers choose clauses, each with its reason; nobody submits what no person has accepted, and
// what an author takes out needs no acceptance.
func TestAContractByAnswers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mine, rival, staff := w.people()
	pay, err := w.svc.CreateSection(w.ctx, mine, clause("PAY-1", "Payment", "{supplier} is paid."))
	w.must(err)
	shared := clause("CON-1", "Secrecy", "Nobody tells.")
	shared.Topic, shared.Mandatory = contract.TopicConfidentiality, true
	w.must(second(w.svc.CreateSection(w.ctx, staff, shared)))
	foreign := clause("PAY-9", "Of a rival", "Never.")
	w.must(second(w.svc.CreateSection(w.ctx, rival, foreign)))
	in := w.beginning("K/1")
	in.Answers = &contract.Answers{Subject: contract.Goods, Risk: contract.LowRisk}
	p, err := w.svc.Propose(w.ctx, mine, uuid.Nil, "en", *in.Answers, nil)
	w.must(err)
	if len(p.Clauses) != 2 || p.Clauses[0].Section != pay || p.Clauses[1].Because != contract.BecauseMandatory || fmt.Sprint(p.Fields) != "[supplier]" || slices.Contains(p.Unanswered, contract.TopicPayment) || !slices.Contains(p.Unanswered, contract.TopicScope) {
		t.Errorf("%+v", p)
	}
	if n := w.count("SELECT count(*) FROM contract"); n != 0 {
		t.Error("a proposal was written down")
	}
	id, err := w.svc.Create(w.ctx, mine, in)
	w.must(err)
	d, err := w.svc.Contract(w.ctx, mine, id)
	w.must(err)
	if len(d.Blocks) != 2 || d.Blocks[0].Code != "PAY-1" || d.Blocks[0].Because != "subject" || !d.Blocks[0].Stands || d.Blocks[0].AcceptedAt != nil || d.Contract.Origin != "questions" {
		t.Errorf("%+v", d.Blocks)
	}
	if err := w.svc.Submit(w.ctx, mine, id); !errors.Is(err, contract.Unaccepted) || fault.As(err).Params["clauses"] != "Payment, Secrecy" {
		t.Error(err)
	}
	w.must(w.svc.Accept(w.ctx, mine, id, d.Blocks[0].BlockID))
	if err := w.svc.Accept(w.ctx, mine, id, "none"); !errors.Is(err, contract.BlockUnknown) {
		t.Error(err)
	}
	w.must(w.svc.Accept(w.ctx, mine, id, d.Blocks[0].BlockID)) // once more is no other act
	if n := w.count("SELECT count(*) FROM audit_entry WHERE action = 'contract.contract.clause_accepted'"); n != 1 {
		t.Error(n, "acceptances are written down")
	}
	var tree struct {
		Type    string            `json:"type"`
		Content []json.RawMessage `json:"content"`
	}
	w.must(json.Unmarshal([]byte(d.Body), &tree))
	tree.Content = tree.Content[:2] // the payment alone
	less, err := json.Marshal(tree)
	w.must(err)
	text := string(less)
	w.must(w.svc.Update(w.ctx, mine, id, 1, contractsvc.Form{Terms: contract.Terms{Number: "K/1", Title: "Pumps"}, Body: &text}))
	if d, err = w.svc.Contract(w.ctx, mine, id); err != nil || !d.Blocks[0].Stands || d.Blocks[1].Stands || d.Blocks[0].AcceptedBy != "Asha Otieno" {
		t.Errorf("%+v %v", d.Blocks, err)
	}
	w.must(w.svc.Submit(w.ctx, mine, id))
	if err := w.svc.Accept(w.ctx, mine, id, d.Blocks[1].BlockID); !errors.Is(err, contract.NotDraft) {
		t.Error(err)
	}
}

func send(ctx context.Context, w *world, a access.Actor, name string, content []byte, cut int) (contractsvc.Upload, error) {
	u, err := w.svc.BeginUpload(ctx, a, uuid.Nil, name, int64(len(content)))
	if err != nil {
		return u, err
	}
	for at := 0; at < len(content); at += cut {
		if u, err = w.svc.Append(ctx, a, uuid.Nil, u.ID, int64(at), content[at:min(at+cut, len(content))]); err != nil {
			return u, err
		}
	}
	return u, nil
}

// A file comes by parts through the gate and is kept as it came; tracked changes are asked about.
func TestAContractOfAFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.stores()
	mine, rival, _ := w.people()
	pdf := []byte("%PDF-1.7 signed on paper")
	u, err := send(w.ctx, w, mine, "signed.pdf", pdf, 10)
	w.must(err)
	in := w.beginning("K/1")
	in.File = u.File
	if _, err := w.svc.Create(w.ctx, rival, in); fields(err) != "/file_id contract.file_unknown" {
		t.Error(err)
	}
	id, err := w.svc.Create(w.ctx, mine, in)
	w.must(err)
	f, err := w.svc.ContractFile(w.ctx, mine, id)
	if err != nil || !bytes.Equal(f.Bytes, pdf) || f.Name != "signed.pdf" {
		t.Error(f.Name, err)
	}
	d, err := w.svc.Contract(w.ctx, mine, id)
	if err != nil || d.Contract.Origin != "upload" || d.File == nil || d.Body != "" {
		t.Errorf("%+v %v", d, err)
	}
	if _, err := w.svc.ContractPaper(w.ctx, mine, id, contract.PDF); !errors.Is(err, contract.NoText) {
		t.Error(err)
	}
	w.must(w.svc.Submit(w.ctx, mine, id))

	var b bytes.Buffer
	z := zip.NewWriter(&b)
	p, err := z.Create("word/document.xml")
	w.must(err)
	_, err = p.Write([]byte(`<w:document xmlns:w="w"><w:ins w:id="1"/><w:del w:id="2"/></w:document>`))
	w.must(err)
	w.must(z.Close())
	if u, err = send(w.ctx, w, mine, "draft.docx", b.Bytes(), 1<<20); err != nil || u.Pending != (docx.Pending{Insertions: 1, Deletions: 1}) {
		t.Fatal(u, err)
	}
	in = w.beginning("K/2")
	in.File = u.File
	if _, err := w.svc.Create(w.ctx, mine, in); fields(err) != "/file_id contract.pending_changes" || fault.As(err).Fields[0].Params["insertions"] != int32(1) {
		t.Error(err)
	}
	in.PendingTaken = true
	w.must(second(w.svc.Create(w.ctx, mine, in)))

	for name, want := range map[string]string{"macro.docm": "/name contract.only_papers", "photo.png": "/name contract.only_papers", " ": "/name field.required"} {
		if _, err := w.svc.BeginUpload(w.ctx, mine, uuid.Nil, name, 10); fields(err) != want {
			t.Error(name, err)
		}
	}
	if _, err := w.svc.BeginUpload(w.ctx, mine, uuid.Nil, "a.pdf", document.MaxFile+1); !errors.Is(err, document.TooLarge) {
		t.Error(err)
	}
	if _, err := send(w.ctx, w, mine, "no.pdf", []byte("MZ program"), 100); !errors.Is(err, document.TypeRefused) {
		t.Error(err)
	}
	if u, err = w.svc.BeginUpload(w.ctx, mine, uuid.Nil, "late.pdf", 100); err != nil {
		t.Fatal(err)
	}
	if u, err = w.svc.Append(w.ctx, mine, uuid.Nil, u.ID, 0, pdf); err != nil || u.Received != int64(len(pdf)) {
		t.Error(u, err)
	}
	if _, err := w.svc.UploadStatus(w.ctx, rival, uuid.Nil, u.ID); !errors.Is(err, document.Missing) {
		t.Error(err)
	}
	if again, err := w.svc.Append(w.ctx, mine, uuid.Nil, u.ID, 0, pdf); err != nil || again.Received != u.Received {
		t.Error(again, err)
	}
	if _, err := w.svc.Append(w.ctx, mine, uuid.Nil, u.ID, 50, pdf); fields(err) != "/offset field.range" {
		t.Error(err)
	}
	pgtest.SetClock(t, w.db, noon.Add(7*24*time.Hour+time.Microsecond))
	w.must(w.svc.SweepUploads(w.ctx))
	if n := w.count("SELECT (SELECT count(*) FROM contract_upload) + (SELECT count(*) FROM contract_upload_part)"); n != 0 {
		t.Error(n, "unfinished files are left")
	}
}
