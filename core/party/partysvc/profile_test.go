package partysvc_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

type world struct {
	ctx           context.Context
	db            *pgxpool.Pool
	svc           *partysvc.Service
	mine, foreign access.Actor
	staff         access.Actor
}

var noon = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func setup(t *testing.T) *world {
	t.Helper()
	w := &world{ctx: t.Context(), db: pgtest.New(t)}
	pgtest.SetClock(t, w.db, noon)
	store, err := document.OpenFolder(pgtest.Dir(t))
	if err != nil {
		t.Fatal(err)
	}
	w.svc = partysvc.New(w.db)
	w.svc.Documents = documentsvc.New(w.db, store)
	person := func(kind access.UserType, p access.Privilege) access.Actor {
		return access.Actor{User: uuid.Must(uuid.NewV7()), Org: uuid.Must(uuid.NewV7()), Type: kind, Name: "Asha Juma", Privileges: []access.Privilege{p}, Confirmed: noon}
	}
	w.mine, w.foreign = person(access.Supplier, access.UpdateCompanyInfo), person(access.Supplier, access.UpdateCompanyInfo)
	w.staff = person(access.Operator, access.ManageSupplier)
	err = pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
		for i, a := range []access.Actor{w.mine, w.foreign} {
			p := party.Profile{CompanyType: "limited", Name: "Kazi Traders", Country: "KE", PhysicalAddress: "Kenyatta Avenue", Phone: "254701234567",
				TaxID: []string{"P051234567Z", "P051234568Z"}[i], ContactName: "Asha"}
			if err := partysvc.Create(w.ctx, tx, a, "supplier", a.Org, partysvc.Registration{Profile: p}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func is(t *testing.T, err error, want *fault.Def) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %s", err, want.Code)
	}
}

func at(t *testing.T, err error, pointer, code string) {
	t.Helper()
	for _, f := range fault.As(err).Fields {
		if f.Pointer == pointer && f.Code == code {
			return
		}
	}
	t.Fatalf("got %v, want %s at %s", err, code, pointer)
}

// put uploads a file in parts and returns it.
func (w *world) put(t *testing.T, a access.Actor, kind, name, text string) uuid.UUID {
	t.Helper()
	content := []byte(text)
	u, err := w.svc.BeginUpload(w.ctx, a, a.Org, kind, name, int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	for half := len(content) / 2; u.Received < u.Size; {
		part := content[u.Received:]
		if u.Received == 0 {
			part = content[:half]
		}
		if u, err = w.svc.Append(w.ctx, a, a.Org, u.ID, u.Received, part); err != nil {
			t.Fatal(err)
		}
	}
	return u.File
}

func days(n int) *time.Time {
	d := party.Day(noon).AddDate(0, 0, n)
	return &d
}

func (w *world) attach(t *testing.T, version int32, file *uuid.UUID, expires *time.Time) (partysvc.Profile, error) {
	t.Helper()
	return w.svc.Update(w.ctx, w.mine, w.mine.Org, partysvc.Update{Version: version,
		Documents: map[party.DocumentKind]partysvc.Attached{party.TaxCompliance: {File: file, ExpiresOn: expires}}})
}

func TestVersionsOfADocumentStayReadable(t *testing.T) {
	t.Parallel()
	w := setup(t)
	first, second := w.put(t, w.mine, "document", "tax.pdf", "%PDF-1.4 first"), w.put(t, w.mine, "document", "tax.pdf", "%PDF-1.4 second")
	_, err := w.attach(t, 1, &first, nil)
	at(t, err, "/documents/tax_compliance/expires_on", party.TaxExpiryMissing)
	p, err := w.attach(t, 1, &first, days(90))
	if err != nil || p.Version != 2 || p.Documents[0].State != party.Valid {
		t.Fatalf("%+v %v", p.Documents, err)
	}
	_, err = w.attach(t, 1, &second, days(200))
	is(t, err, party.Changed)
	if p, err = w.attach(t, 2, &second, days(200)); err != nil {
		t.Fatal(err)
	}
	// another date alone is a version too, of the file that stands there
	if p, err = w.attach(t, 3, nil, days(210)); err != nil || len(p.Documents) != 3 || p.Documents[0].File != second || p.Documents[0].Version != 3 {
		t.Fatalf("%+v %v", p.Documents, err)
	}
	old, err := w.svc.File(w.ctx, w.staff, w.mine.Org, first)
	if err != nil || string(old.Bytes) != "%PDF-1.4 first" {
		t.Fatal(string(old.Bytes), err)
	}
	theirs := w.put(t, w.foreign, "document", "tax.pdf", "%PDF-1.4 theirs")
	_, err = w.attach(t, 4, &theirs, days(90))
	at(t, err, "/documents/tax_compliance/file", party.UploadUnknown)
	logo := w.put(t, w.mine, "logo", "logo.png", "\x89PNG\r\n\x1a\n....")
	_, err = w.attach(t, 4, &logo, days(90))
	at(t, err, "/documents/tax_compliance/file", party.UploadUnknown)
}

func TestWhatIsForeignDoesNotExist(t *testing.T) {
	t.Parallel()
	w := setup(t)
	file := w.put(t, w.foreign, "document", "a.pdf", "%PDF-1.4 secret")
	_, err := w.svc.Profile(w.ctx, w.mine, w.foreign.Org)
	is(t, err, party.NotFound)
	_, err = w.svc.Update(w.ctx, w.mine, w.foreign.Org, partysvc.Update{Version: 1})
	is(t, err, party.NotFound)
	_, err = w.svc.File(w.ctx, w.mine, w.foreign.Org, file)
	is(t, err, party.NotFound)
	_, err = w.svc.File(w.ctx, w.mine, w.mine.Org, file)
	is(t, err, party.NotFound)
	_, err = w.svc.BeginUpload(w.ctx, w.mine, w.foreign.Org, "document", "a.pdf", 10)
	is(t, err, party.NotFound)
	plain := w.mine
	plain.Privileges = nil
	_, err = w.svc.Update(w.ctx, plain, plain.Org, partysvc.Update{Version: 1})
	is(t, err, fault.Forbidden)
	_, err = w.svc.Profile(w.ctx, w.staff, w.staff.Org)
	is(t, err, party.NotFound)
}

func TestFilesAreWhatTheirNamesSay(t *testing.T) {
	t.Parallel()
	w := setup(t)
	_, err := w.svc.BeginUpload(w.ctx, w.mine, w.mine.Org, "document", "run.exe", 10)
	is(t, err, document.TypeRefused)
	_, err = w.svc.BeginUpload(w.ctx, w.mine, w.mine.Org, "logo", "logo.pdf", 10)
	is(t, err, party.LogoRefused)
	_, err = w.svc.BeginUpload(w.ctx, w.mine, w.mine.Org, "logo", "logo.png", partysvc.MaxLogo+1)
	is(t, err, party.LogoRefused)
	_, err = w.svc.BeginUpload(w.ctx, w.mine, w.mine.Org, "document", "a.pdf", document.MaxFile+1)
	is(t, err, document.TooLarge)
	u, err := w.svc.BeginUpload(w.ctx, w.mine, w.mine.Org, "document", "a.pdf", 4)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.svc.Append(w.ctx, w.mine, w.mine.Org, u.ID, 0, []byte("MZ\x90\x00"))
	is(t, err, document.TypeRefused)
	_, err = w.svc.Append(w.ctx, w.foreign, w.foreign.Org, u.ID, 0, []byte("%PDF"))
	is(t, err, document.Missing)
}

func TestAChangedPhoneAsksForAFreshProof(t *testing.T) {
	t.Parallel()
	w := setup(t)
	u := partysvc.Update{Version: 1, Profile: func(p *party.Profile) { p.Phone = "0711 000 111" }}
	stale := w.mine
	stale.Confirmed = noon.Add(-11 * time.Minute)
	_, err := w.svc.Update(w.ctx, stale, stale.Org, u)
	is(t, err, fault.StepUp)
	p, err := w.svc.Update(w.ctx, w.mine, w.mine.Org, u)
	if err != nil || p.Phone != "254711000111" {
		t.Fatal(p.Phone, err)
	}
	_, err = w.svc.Update(w.ctx, w.mine, w.mine.Org, partysvc.Update{Version: 2, Profile: func(p *party.Profile) { p.TaxID = "P051234568Z" }})
	at(t, err, "/tax_id", party.TaxIDTaken)
	uganda := int32(191)
	_, err = w.svc.Update(w.ctx, w.mine, w.mine.Org, partysvc.Update{Version: 2, Profile: func(p *party.Profile) { p.LocationID = &uganda }})
	at(t, err, "/location", fault.Unknown)
}

func (w *world) own(t *testing.T, version int32, women string) {
	t.Helper()
	q, err := money.ParseQuantity(women)
	if err != nil {
		t.Fatal(err)
	}
	list := []party.Owner{{Name: "Asha", Kind: "person", Nationality: "KE", Share: &q, Women: true}}
	if _, err := w.svc.Update(w.ctx, w.mine, w.mine.Org, partysvc.Update{Version: version, Owners: &list}); err != nil {
		t.Fatal(err)
	}
}

func TestASpecialGroupIsValidatedByItsShare(t *testing.T) {
	t.Parallel()
	w := setup(t)
	women := uuid.MustParse("01900000-0000-7000-8000-000000001002")
	proof := w.put(t, w.mine, "proof", "ids.pdf", "%PDF-1.4 ids")
	w.own(t, 1, "69.999999")
	_, err := w.svc.Apply(w.ctx, w.mine, w.mine.Org, women, proof, nil)
	is(t, err, party.GroupShareLow)
	w.own(t, 2, "70")
	id, err := w.svc.Apply(w.ctx, w.mine, w.mine.Org, women, proof, days(30))
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.svc.Apply(w.ctx, w.mine, w.mine.Org, women, proof, nil)
	is(t, err, party.GroupPending)
	is(t, w.svc.Decide(w.ctx, w.mine, id, partysvc.Decision{Validate: true}), fault.Forbidden)
	at(t, w.svc.Decide(w.ctx, w.staff, id, partysvc.Decision{}), "/reason", fault.Required)
	w.own(t, 3, "10") // sold meanwhile
	is(t, w.svc.Decide(w.ctx, w.staff, id, partysvc.Decision{Validate: true}), party.GroupShareLow)
	w.own(t, 4, "80")
	if err := w.svc.Decide(w.ctx, w.staff, id, partysvc.Decision{Validate: true}); err != nil {
		t.Fatal(err)
	}
	is(t, w.svc.Decide(w.ctx, w.staff, id, partysvc.Decision{Reason: "no"}), party.GroupDecided)
	is(t, w.svc.Withdraw(w.ctx, w.foreign, w.foreign.Org, id), party.GroupNotFound)
	p, err := w.svc.Profile(w.ctx, w.mine, w.mine.Org)
	if err != nil || p.Groups[0].Status != "validated" {
		t.Fatal(p.Groups, err)
	}
	pgtest.Advance(t, w.db, 31*24*time.Hour)
	if p, err = w.svc.Profile(w.ctx, w.mine, w.mine.Org); err != nil || p.Groups[0].Status != "expired" {
		t.Fatal(p.Groups, err)
	}
	var ended int
	if err := w.db.QueryRow(w.ctx, "SELECT count(*) FROM company_owner WHERE company_id = $1 AND ended_at IS NOT NULL", w.mine.Org).Scan(&ended); err != nil || ended != 3 {
		t.Fatal("the register's past is not kept:", ended, err)
	}
}

func TestRemindersComeOnceForEachStage(t *testing.T) {
	t.Parallel()
	w := setup(t)
	file := w.put(t, w.mine, "document", "tax.pdf", "%PDF-1.4")
	if _, err := w.attach(t, 1, &file, days(61)); err != nil {
		t.Fatal(err)
	}
	w.remindedAtEachStage(t)
}

// remindedAtEachStage lives through the 61 days before something ends.
func (w *world) remindedAtEachStage(t *testing.T) {
	t.Helper()
	told := func(want int, when string) {
		t.Helper()
		sum := 0
		for range 3 {
			n, err := w.svc.RemindDue(w.ctx)
			if err != nil {
				t.Fatal(err)
			}
			sum += n
		}
		if sum != want {
			t.Fatalf("%s: told %d times, want %d", when, sum, want)
		}
	}
	const day = 24 * time.Hour
	told(0, "61 days before")
	pgtest.Advance(t, w.db, day)
	told(1, "60 days before")
	pgtest.Advance(t, w.db, 54*day) // stood still over the stage of 30
	told(1, "6 days before")
	var stage int
	if err := w.db.QueryRow(w.ctx, "SELECT min(stage) FROM expiry_reminder").Scan(&stage); err != nil || stage != 7 {
		t.Fatal(stage, err)
	}
	pgtest.Advance(t, w.db, 6*day)
	told(1, "on the day")
	pgtest.Advance(t, w.db, 30*day)
	told(0, "afterwards")
}

// member applies to a group of the platform's that asks for no share, and is validated.
func (w *world) member(t *testing.T, group uuid.UUID, expires *time.Time) {
	t.Helper()
	proof := w.put(t, w.mine, "proof", "proof.pdf", "%PDF-1.4 proof")
	id, err := w.svc.Apply(w.ctx, w.mine, w.mine.Org, group, proof, expires)
	if err == nil {
		err = w.svc.Decide(w.ctx, w.staff, id, partysvc.Decision{Validate: true})
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) group(t *testing.T, name string) uuid.UUID {
	t.Helper()
	id, err := w.svc.SaveSpecialGroup(w.ctx, w.staff, uuid.Nil, party.GroupForm{Named: party.Named{Name: name, Active: true}})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestAMembershipIsRemindedOfAtEachStage(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.member(t, w.group(t, "Cooperatives"), days(61))
	w.remindedAtEachStage(t)
}

func TestOnlyTheMembershipThatStandsIsRemindedOf(t *testing.T) {
	t.Parallel()
	w := setup(t)
	renewed, other := w.group(t, "Cooperatives"), w.group(t, "Refugees")
	w.member(t, renewed, days(61))
	w.member(t, renewed, days(400))
	w.member(t, renewed, nil) // for good
	w.member(t, other, days(61))
	proof := w.put(t, w.mine, "proof", "proof.pdf", "%PDF-1.4 proof")
	if _, err := w.svc.Apply(w.ctx, w.mine, w.mine.Org, renewed, proof, days(61)); err != nil { // not decided: no membership
		t.Fatal(err)
	}
	pgtest.Advance(t, w.db, 24*time.Hour)
	if n, err := w.svc.RemindDue(w.ctx); err != nil || n != 1 {
		t.Fatal(n, err)
	}
}

func TestANewVersionEndsTheRemindersOfTheOld(t *testing.T) {
	t.Parallel()
	w := setup(t)
	file := w.put(t, w.mine, "document", "tax.pdf", "%PDF-1.4")
	if _, err := w.attach(t, 1, &file, days(61)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.attach(t, 2, nil, days(400)); err != nil {
		t.Fatal(err)
	}
	pgtest.Advance(t, w.db, 2*24*time.Hour)
	if n, err := w.svc.RemindDue(w.ctx); err != nil || n != 0 {
		t.Fatal(n, err)
	}
}

// On a bad line the answer gets lost and the part comes again; a gap is refused.
func TestAPartThatComesTwiceIsTakenOnce(t *testing.T) {
	t.Parallel()
	w := setup(t)
	content := []byte("%PDF-1.4 a certificate in parts")
	u, err := w.svc.BeginUpload(w.ctx, w.mine, w.mine.Org, "document", "tax.pdf", int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got, err := w.svc.Append(w.ctx, w.mine, w.mine.Org, u.ID, 0, content[:10])
		if err != nil || got.Received != 10 || got.Done {
			t.Fatal(got, err)
		}
	}
	_, err = w.svc.Append(w.ctx, w.mine, w.mine.Org, u.ID, 12, content[12:])
	at(t, err, "/offset", fault.OutOfRange)
	last, err := w.svc.Append(w.ctx, w.mine, w.mine.Org, u.ID, 10, content[10:])
	if err != nil || !last.Done {
		t.Fatal(last, err)
	}
	d, err := w.svc.Documents.Read(w.ctx, w.mine.Org, last.File)
	if err != nil || string(d.Bytes) != string(content) {
		t.Fatalf("%q %v", d.Bytes, err)
	}
}

func TestTheWorkbookIsWrittenForStaffAlone(t *testing.T) {
	t.Parallel()
	w := setup(t)
	_, err := w.svc.ExportSuppliers(w.ctx, w.mine, partysvc.SupplierFilter{}, "sw")
	is(t, err, fault.Forbidden)
	data, err := w.svc.ExportSuppliers(w.ctx, w.staff, partysvc.SupplierFilter{}, "sw")
	if err != nil {
		t.Fatal(err)
	}
	if media, err := new(document.Gate).Check(t.Context(), "a.xlsx", data); err != nil {
		t.Fatal(media, err)
	}
}
