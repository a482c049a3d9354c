package partysvc_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/sheet"
)

// A profile in saves that each change one thing: what is refused, what is written
// down, and what stands there at last.
func TestAProfileInSaves(t *testing.T) {
	t.Parallel()
	w := newTeller(t)
	w.mine.Name = "Asha"
	version := int32(1)
	var last partysvc.Profile
	save := func(what string, u partysvc.Update) {
		t.Helper()
		u.Version = version
		p, err := w.svc.Update(w.ctx, w.mine, w.mine.Org, u)
		w.Refused(what, err)
		if err == nil {
			version, last = p.Version, p
			w.Log()
		}
	}
	with := func(change func(*party.Profile)) partysvc.Update { return partysvc.Update{Profile: change} }
	kinds, _, err := w.svc.SearchCategoryTypes(w.ctx, "", 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range kinds {
		w.Name(k.ID, fmt.Sprint("kind ", i))
	}
	var here, there []int32
	for country, to := range map[string]*[]int32{"KE": &here, "UG": &there} {
		list, err := w.svc.Locations(w.ctx, country)
		if err != nil || len(list) < 2 || !slices.IsSortedFunc(list, func(a, b partysvc.Location) int { return strings.Compare(a.Name, b.Name) }) {
			t.Fatal(list, err)
		}
		*to = []int32{list[0].ID, list[1].ID}
	}
	logo, paper := w.put(t, w.mine, "logo", "Logo.PNG", "\x89PNG\r\n\x1a\n...."), w.put(t, w.mine, "document", "licence.pdf", "%PDF-1.4 licence")
	proof := w.put(t, w.mine, "proof", "proof.pdf", "%PDF-1.4 proof")
	for name, id := range map[string]uuid.UUID{"logo": logo, "licence": paper, "proof": proof} {
		w.Name(id, name)
	}
	w.Skip()
	w.Head("What a company is")
	save("nothing", partysvc.Update{})
	save("all of it", with(func(p *party.Profile) {
		*p = party.Profile{CompanyType: "ngo", Name: "Mwanzo Supplies", Country: "KE", LocationID: &here[0], PhysicalAddress: "Moi Avenue", POBox: "Box 2", Phone: "254701234567",
			TaxID: "P051234569Z", Website: "mwanzo.test", ContactName: "Baraka"}
	}))
	save("its location as it is", partysvc.Update{Profile: func(p *party.Profile) { n := *p.LocationID; p.LocationID = &n }})
	save("another location", with(func(p *party.Profile) { p.LocationID = &here[1] }))
	save("the first again", with(func(p *party.Profile) { p.LocationID = &here[0] }))
	save("no location", with(func(p *party.Profile) { p.LocationID = nil }))
	save("the first at last", with(func(p *party.Profile) { p.LocationID = &here[0] }))
	save("a location of elsewhere", with(func(p *party.Profile) { p.LocationID = &there[0] }))
	save("a country without its location", with(func(p *party.Profile) { p.Country = "UG" }))
	save("nowhere", with(func(p *party.Profile) { n := int32(9999); p.LocationID = &n }))
	save("faults of all parts", partysvc.Update{Profile: func(p *party.Profile) { p.Name = "" }, Logo: &paper, Owners: &[]party.Owner{{}},
		Documents: map[party.DocumentKind]partysvc.Attached{party.TradingLicence: {}, party.Registration: {File: &logo}}})
	w.mine.Confirmed = noon.Add(-10 * time.Minute)
	save("a phone with a proof of ten minutes", with(func(p *party.Profile) { p.Phone = "0711 000 111" }))
	w.mine.Confirmed = noon.Add(-10*time.Minute - time.Microsecond)
	save("a phone with an older one", with(func(p *party.Profile) { p.Phone = "0711 000 112" }))
	save("a logo", partysvc.Update{Logo: &logo})
	save("a logo that is none", partysvc.Update{Logo: &paper})
	save("the same logo", partysvc.Update{Logo: ptr(logo)})
	save("no logo", partysvc.Update{NoLogo: true})
	save("a logo again, after all", partysvc.Update{NoLogo: true, Logo: &logo})

	w.Head("What it supplies")
	save("kinds", partysvc.Update{Interests: &[]uuid.UUID{kinds[1].ID, kinds[0].ID, kinds[1].ID}})
	save("other kinds", partysvc.Update{Interests: &[]uuid.UUID{kinds[2].ID, kinds[0].ID}})
	save("kinds that there are not", partysvc.Update{Interests: &[]uuid.UUID{uuid.Max}})
	save("too many kinds", partysvc.Update{Interests: ptr(make([]uuid.UUID, 201))})
	save("as many as fit", partysvc.Update{Interests: ptr(slices.Repeat([]uuid.UUID{kinds[0].ID}, 200))})
	save("places", partysvc.Update{Supplies: &[]int32{here[1], there[0], here[1]}})
	save("places that there are not", partysvc.Update{Supplies: &[]int32{9999}})
	save("too many places", partysvc.Update{Supplies: ptr(make([]int32, 301))})
	save("as many places", partysvc.Update{Supplies: ptr(slices.Repeat([]int32{here[0], there[1]}, 150))})

	w.Head("Papers")
	papers := func(k party.DocumentKind, file *uuid.UUID, expires *time.Time) partysvc.Update {
		return partysvc.Update{Documents: map[party.DocumentKind]partysvc.Attached{k: {File: file, ExpiresOn: expires}}}
	}
	save("a paper without a file", papers(party.TradingLicence, nil, days(1)))
	save("a proof as a paper", papers(party.TradingLicence, &proof, days(1)))
	save("an end that has passed", papers(party.TradingLicence, &paper, days(-1)))
	save("a licence", papers(party.TradingLicence, &paper, days(0)))
	save("the same", papers(party.TradingLicence, nil, days(0)))
	save("its date alone", papers(party.TradingLicence, nil, days(300)))
	save("no date", papers(party.TradingLicence, nil, nil))
	save("what has no end, with one", papers(party.Registration, &paper, days(9)))
	save("it again without a file", papers(party.Registration, nil, nil))
	pgtest.SetClock(t, w.db, noon.Add(13*time.Hour)) // tomorrow in Nairobi
	save("an end on Nairobi's yesterday", papers(party.TaxCompliance, &paper, days(0)))
	save("an end on Nairobi's today", papers(party.TaxCompliance, &paper, days(1)))
	pgtest.SetClock(t, w.db, noon)

	w.Head("Owners")
	half, rest := money.NewQuantity(40, 0), money.NewQuantity(60, 0)
	asha := party.Owner{Name: "Asha", Kind: "person", Identity: "1", Nationality: "KE", Director: true, Share: &half, Women: true}
	firm := party.Owner{Name: "Firm", Kind: "organisation", Identity: "C1", Nationality: "UG", Share: &rest}
	young := party.Owner{Name: "Baraka", Kind: "person", Nationality: "KE", Director: true, Youth: true, Disability: true}
	save("two", partysvc.Update{Owners: &[]party.Owner{asha, firm}})
	w.Name(last.Owners[0].ID, "asha")
	w.Name(last.Owners[1].ID, "firm")
	asha.ID, firm.ID, firm.Identity = last.Owners[0].ID, last.Owners[1].ID, "C2"
	save("one changed, in another order", partysvc.Update{Owners: &[]party.Owner{young, firm, asha, asha}})
	save("one changed, in another order and once", partysvc.Update{Owners: &[]party.Owner{young, firm, asha}})
	w.Tell("owners", last.Owners, nil)
	w.Tell("shares", last.Shares, nil)
	w.Tell("held", last.Held, nil)
	w.Name(last.Owners[0].ID, "baraka")
	w.Name(last.Owners[1].ID, "firm anew")
	w.by("the register with its past", `SELECT name || ' ' || identity || ' ' || position || CASE WHEN ended_at IS NULL THEN '' ELSE ' ended' END
		FROM company_owner ORDER BY ended_at NULLS LAST, position`)
	for _, d := range last.Documents {
		w.Name(d.ID, fmt.Sprint("paper ", d.Kind, d.Version))
	}
	p, err := w.svc.Profile(w.ctx, w.mine, w.mine.Org)
	w.Tell("the profile", p.Company, err)
	w.Tell("its place", p.Location, nil)
	w.Tell("its kinds", p.Interests, nil)
	w.Tell("its places", p.Supplies, nil)
	w.Tell("its papers", p.Documents, nil)
	w.Tell("it lacks", p.Missing, nil)
	w.Tell("it is complete", p.Percent, nil)
	w.Golden("testdata/profile.golden", *update)

	if _, err := w.svc.Update(w.ctx, w.staff, w.mine.Org, partysvc.Update{Version: version}); err != nil {
		t.Error(err)
	}
	rift := w.company("buyer", "Rift", "KE")
	if _, err := w.svc.Update(w.ctx, rift, rift.Org, partysvc.Update{Version: 1}); err != nil {
		t.Error(err)
	}
	for name, a := range strangers(rift, access.EditCompanyProfile) {
		if _, err := w.svc.Update(w.ctx, a, rift.Org, partysvc.Update{Version: 1}); err == nil {
			t.Error(name)
		}
	}
	_, err = w.svc.Update(w.ctx, strangers(w.staff, access.ManageSupplier)["without the privilege"], w.mine.Org, partysvc.Update{Version: 1})
	is(t, err, fault.Forbidden)
	_, err = w.svc.Profile(w.ctx, access.Actor{Type: access.Temp, Org: rift.Org}, rift.Org)
	is(t, err, fault.Forbidden)
}

func ptr[T any](v T) *T { return &v }

// A file on its way is bounded where it is announced and where each part comes.
func TestTheBoundsOfAnUpload(t *testing.T) {
	t.Parallel()
	w := newTeller(t)
	begin := func(kind, name string, size int64) {
		t.Helper()
		u, err := w.svc.BeginUpload(w.ctx, w.mine, w.mine.Org, kind, name, size)
		if w.Refused(fmt.Sprintf("%s %.20s of %d", kind, name, size), err); err == nil {
			w.Name(u.ID, kind)
			w.Log()
		}
	}
	begin("", " ", 0)
	begin("picture", "a.png", -1)
	begin("logo", "logo.gif", 1)
	begin("logo", "logo.JPEG", partysvc.MaxLogo)
	begin("logo", "logo.png", partysvc.MaxLogo+1)
	begin("proof", "proof.pdf", document.MaxFile)
	begin("proof", "proof.pdf", document.MaxFile+1)
	begin("document", strings.Repeat("n", 197)+".pdf", 1)
	u, err := w.svc.BeginUpload(w.ctx, w.mine, w.mine.Org, "document", " tax.pdf ", partysvc.MaxPart+2)
	w.Tell("begun", u, err)
	w.Name(u.ID, "tax")
	w.Log()
	part := append([]byte("%PDF-1.4 "), make([]byte, partysvc.MaxPart)...)
	add := func(what string, offset int64, part []byte) {
		t.Helper()
		got, err := w.svc.Append(w.ctx, w.mine, w.mine.Org, u.ID, offset, part)
		if got.Done {
			w.Name(got.File, "tax.pdf")
		}
		w.Tell(what, got, err)
		w.Log()
	}
	add("nothing", 0, nil)
	add("too much", 0, part[:partysvc.MaxPart+1])
	add("as much as fits", 0, part[:partysvc.MaxPart])
	add("past the end", partysvc.MaxPart, part[:3])
	got, err := w.svc.UploadStatus(w.ctx, w.mine, w.mine.Org, u.ID)
	w.Tell("has arrived", got, err)
	add("the rest", partysvc.MaxPart, part[:2])
	_, err = w.svc.UploadStatus(w.ctx, w.mine, w.mine.Org, u.ID)
	w.Refused("no more", err)
	_, err = w.svc.UploadStatus(w.ctx, w.foreign, w.mine.Org, u.ID)
	w.Refused("another's", err)
	w.Golden("testdata/uploads.golden", *update)

	// Nobody's file waits for longer than a week, and what was begun since then stays.
	open := func() (n int) {
		if err := w.db.QueryRow(w.ctx, "SELECT count(*) FROM company_upload").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	pgtest.SetClock(t, w.db, noon.Add(7*24*time.Hour))
	if err := w.svc.SweepUploads(w.ctx); err != nil || open() != 2 {
		t.Error(open(), err)
	}
	pgtest.SetClock(t, w.db, noon.Add(7*24*time.Hour+time.Microsecond))
	if err := w.svc.SweepUploads(w.ctx); err != nil || open() != 0 {
		t.Error(open(), err)
	}
}

// The directory narrows by everything that it asks, newest first, for buyers and operators.
func TestTheDirectoryIsNarrowed(t *testing.T) {
	t.Parallel()
	w := newTeller(t)
	kinds, _, err := w.svc.SearchCategoryTypes(w.ctx, "", 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	var people []access.Actor
	for i, name := range []string{"Mwanzo", "Upepo", "Maji"} {
		pgtest.SetClock(t, w.db, noon.AddDate(0, 0, i+1))
		people = append(people, w.company("supplier", name, []string{"KE", "UG", "KE"}[i]))
	}
	buyer := w.company("buyer", "Rift", "KE")
	for i, types := range [][]uuid.UUID{{kinds[0].ID, kinds[1].ID}, {kinds[1].ID}} {
		if _, err := w.svc.Update(w.ctx, people[i], people[i].Org, partysvc.Update{Version: 1, Interests: &types}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := pgtest.Do(w.ctx, w.db, "UPDATE company SET status = 'deactivated' WHERE name = 'Upepo'"); err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]struct {
		f    partysvc.SupplierFilter
		want string
	}{
		"all":          {partysvc.SupplierFilter{}, "Maji0 Upepo1 Mwanzo2 Kazi Traders0 Kazi Traders0 "},
		"by name":      {partysvc.SupplierFilter{Search: "m"}, "Maji0 Mwanzo2 "},
		"by number":    {partysvc.SupplierFilter{Search: "p059999901z"}, "Mwanzo2 "},
		"by country":   {partysvc.SupplierFilter{Countries: []geo.Code{"UG"}}, "Upepo1 "},
		"active":       {partysvc.SupplierFilter{Statuses: []party.Standing{party.Active}, Search: "p"}, ""},
		"deactivated":  {partysvc.SupplierFilter{Statuses: []party.Standing{party.Deactivated}}, "Upepo1 "},
		"by kind":      {partysvc.SupplierFilter{CategoryType: &kinds[1].ID}, "Upepo1 Mwanzo2 "},
		"by that kind": {partysvc.SupplierFilter{CategoryType: &kinds[0].ID}, "Mwanzo2 "},
		"subscribed":   {partysvc.SupplierFilter{Subscribed: true}, "Upepo1 Mwanzo2 "},
		"since":        {partysvc.SupplierFilter{Registered: day.Between("2026-11-23", "", "UTC")}, "Maji0 Upepo1 "},
		"until":        {partysvc.SupplierFilter{Registered: day.Between("2026-11-22", "2026-11-23", "UTC")}, "Upepo1 Mwanzo2 "},
	} {
		for _, a := range []access.Actor{w.staff, buyer} {
			got, after := "", ""
			for {
				p, err := w.svc.Suppliers(w.ctx, a, x.f, after, 2)
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range p.Items {
					got += fmt.Sprint(s.Name, s.Categories, " ")
				}
				if after = p.Next; after == "" {
					break
				}
			}
			if got != x.want {
				t.Errorf("%s: %s, want %s", name, got, x.want)
			}
		}
	}
	for _, a := range []access.Actor{w.mine, {Type: access.Temp, Org: buyer.Org}} {
		_, err := w.svc.Suppliers(w.ctx, a, partysvc.SupplierFilter{}, "", 1)
		is(t, err, fault.Forbidden)
		_, err = w.svc.CategoryCounts(w.ctx, a, "")
		is(t, err, fault.Forbidden)
	}
	counts, err := w.svc.CategoryCounts(w.ctx, w.staff, kinds[1].Name)
	if err != nil || len(counts) != 1 || counts[0] != (partysvc.CategoryCount{ID: kinds[1].ID, Code: kinds[1].Code, Name: kinds[1].Name, Suppliers: 1}) {
		t.Error(counts, err)
	}
	if by, err := w.svc.CategoryCounts(w.ctx, w.staff, "wat r"); err != nil || len(by) != 0 {
		t.Error(by, err)
	}
	if by, err := w.svc.CategoryCounts(w.ctx, w.staff, "watr"); err != nil || len(by) != 1 || by[0].Code != "WATR" || by[0].Suppliers != 0 {
		t.Error(by, err)
	}
	all, total, err := w.svc.SearchCategoryTypes(w.ctx, "", 1, 1000)
	if err != nil || len(all) != total {
		t.Fatal(len(all), total, err)
	}
	if all[0].Code != "CONS" || all[1].Code != "ROAD" || all[2].Code != "WATR" {
		t.Error("not in their order:", all[:3])
	}
	for i, want := range all[:4] {
		one, n, err := w.svc.SearchCategoryTypes(w.ctx, "", i+1, 1)
		if err != nil || n != total || len(one) != 1 || one[0] != want {
			t.Error(one, n, err)
		}
	}
	if found, n, err := w.svc.SearchCategoryTypes(w.ctx, all[3].Name[2:], 1, 9); err != nil || n != 1 || found[0].ID != all[3].ID {
		t.Error(found, n, err)
	}

	log := pgtest.NewAccount(t, w.db)
	log.Name(w.staff.Org, "zabuni")
	posing := access.Actor{Type: access.Buyer, Org: buyer.Org, Privileges: access.Titles[access.Operator]}
	for name, a := range strangers(w.staff, access.ManageSupplier, posing, w.mine) {
		if _, err := w.svc.ExportSuppliers(w.ctx, a, partysvc.SupplierFilter{}, "en"); !errors.Is(err, fault.Forbidden) {
			t.Error(name, err)
		}
	}
	file, err := w.svc.ExportSuppliers(w.ctx, w.staff, partysvc.SupplierFilter{Search: "m", Countries: []geo.Code{"KE"}}, "en")
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows(f.GetSheetName(0))
	log.Tell("export", rows, err)
	log.Log()
	log.Golden("testdata/export.golden", *update)

	many := func(n int) ([]byte, error) {
		t.Helper()
		if _, err := pgtest.Tamper(w.ctx, pgtest.As(t, w.db, ""), `INSERT INTO company (id, kind, name, country, created_at, folded)
			SELECT gen_random_uuid(), 'supplier', 'Teff mill', 'ET', $2, 'teff mill' FROM generate_series(1, $1)`, n, noon); err != nil {
			t.Fatal(err)
		}
		return w.svc.ExportSuppliers(w.ctx, w.staff, partysvc.SupplierFilter{Search: "teff mill"}, "en")
	}
	if file, err = many(sheet.MostRows); err != nil {
		t.Fatal(err)
	}
	if f, err = excelize.OpenReader(bytes.NewReader(file)); err != nil {
		t.Fatal(err)
	}
	if rows, err = f.GetRows(f.GetSheetName(0)); err != nil || len(rows) != sheet.MostRows+1 {
		t.Errorf("%d rows with their heads, %v", len(rows), err)
	}
	taken := func() (n int) {
		t.Helper()
		if err := w.db.QueryRow(w.ctx, "SELECT count(*) FROM audit_entry WHERE action = 'party.suppliers.exported'").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := taken()
	if _, err = many(1); !errors.Is(err, sheet.TooMany) || taken() != before {
		t.Errorf("one more than a file holds: %v, %d entries say that it was taken", err, taken()-before)
	}
}
