package partysvc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
)

// do writes what no use case of the test makes.
func (w *sought) do(sql string, args ...any) {
	w.t.Helper()
	if _, err := pgtest.Do(w.ctx, w.db, sql, args...); err != nil {
		w.t.Fatal(err)
	}
}

// paper is a version of a company's paper; of nil days it is good for ever.
func (w *sought) paper(a access.Actor, kind party.DocumentKind, version int, days *int) {
	w.t.Helper()
	var expires *time.Time
	if days != nil {
		d := party.Day(noon).AddDate(0, 0, *days)
		expires = &d
	}
	document := uuid.Must(uuid.NewV7())
	w.do(`INSERT INTO document (id, company_id, kind, name, media_type, size, sha256, store_key, created_by, created_at)
		VALUES ($1, $2, 'document', 'paper.pdf', 'application/pdf', 1, '\x00', 'k', $2, $3)`, document, a.Org, noon)
	w.do("INSERT INTO company_document (id, company_id, kind, version, document_id, expires_on, author, created_at) VALUES ($1, $2, $3, $4, $5, $6, '', $7)",
		uuid.Must(uuid.NewV7()), a.Org, kind, version, document, expires, noon)
}

// papers are all that a company has to show, the last of them good for so many days.
func (w *sought) papers(a access.Actor, days int) {
	w.t.Helper()
	long := days + 300
	w.paper(a, party.Registration, 1, nil)
	w.paper(a, party.TradingLicence, 1, &long)
	w.paper(a, party.TaxCompliance, 1, &days)
}

// Each filter lets through what it names and nothing that is close to it, among the newest as among what is typed, however it is
// typed; what another buyer has decided stands in no filter, no list and no profile.
func TestTheWorldIsNarrowed(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	w.do("UPDATE company SET status = 'deactivated' WHERE id = ANY($1)", []uuid.UUID{w.mine.Org, w.foreign.Org})
	of := func(name string, owners ...party.Owner) access.Actor {
		return w.company("supplier", "Kilimanjaro "+name, nil, owners...)
	}
	holds := func(n int64, women, youth, disability bool) party.Owner {
		return party.Owner{Name: "Neema Achieng", Kind: "person", Nationality: "KE", Share: share(n), Women: women, Youth: youth, Disability: disability}
	}

	of("Women", holds(50, true, false, false))
	of("Youth", holds(50, false, true, false))
	of("Able", holds(50, false, false, true))
	of("Few", holds(49, true, true, true), party.Owner{Name: "Baraka Otieno", Kind: "person", Nationality: "KE", Share: share(51)})
	former := of("Former", holds(100, true, true, true), party.Owner{Name: "Zawadi Kamau", Kind: "person", Nationality: "KE", Director: true})
	w.register(former, holds(100, false, false, false))

	w.company("supplier", "Kilimanjaro Kampala", func(p *party.Profile) { p.Country, p.TaxID = "UG", "1009999999" })
	w.company("supplier", "Kilimanjaro Kigali", func(p *party.Profile) { p.Country, p.TaxID = "RW", "100999999" })
	w.company("supplier", "Kilimanjaro Aid", func(p *party.Profile) { p.CompanyType = "ngo" })

	places, err := w.svc.Locations(w.ctx, "KE")
	if err != nil {
		t.Fatal(err)
	}
	here, there := places[0].ID, places[1].ID
	w.do("UPDATE company SET location_id = $2 WHERE id = $1", of("Here").Org, here)
	w.do("UPDATE company SET location_id = $2 WHERE id = $1", of("There").Org, there)
	w.do("INSERT INTO company_supply_location (company_id, location_id) VALUES ($1, $2)", of("Supplies").Org, here)
	w.do("INSERT INTO company_supply_location (company_id, location_id) VALUES ($1, $2)", of("Elsewhere").Org, there)

	kinds, _, err := w.svc.SearchCategoryTypes(w.ctx, "", 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	pumps := of("Pumps")
	w.do("INSERT INTO company_category_type (company_id, category_type_id) VALUES ($1, $2)", pumps.Org, kinds[0].ID)
	w.do("INSERT INTO company_category_type (company_id, category_type_id) VALUES ($1, $2)", of("Pipes").Org, kinds[1].ID)

	group, other := uuid.MustParse("01900000-0000-7000-8000-000000001002"), uuid.MustParse("01900000-0000-7000-8000-000000001001")
	for _, m := range []struct {
		name, status string
		group        uuid.UUID
		days         *int
	}{
		{"Member", "validated", group, nil},
		{"Lasting", "validated", group, ptr(0)},
		{"Lapsed", "validated", group, ptr(-1)},
		{"Applied", "pending", group, ptr(9)},
		{"Rejected", "rejected", group, nil},
		{"Other", "validated", other, nil},
	} {
		a := of(m.name)
		w.paper(a, party.Registration, 1, nil)
		w.do(`INSERT INTO company_special_group (id, company_id, special_group_id, proof_id, status, share, expires_on, created_at)
			SELECT $1, $2, $3, document_id, $4, 100, $5::date + $6::int, $7 FROM company_document WHERE company_id = $2`,
			uuid.Must(uuid.NewV7()), a.Org, m.group, m.status, party.Day(noon), m.days, noon)
	}

	w.papers(of("Good"), 20)
	w.papers(of("Short"), 19)
	stale, renewed, lacking := of("Stale"), of("Renewed"), of("Lacking")
	w.papers(stale, 20)
	w.paper(stale, party.TaxCompliance, 2, ptr(5))
	w.papers(renewed, 5)
	w.paper(renewed, party.TaxCompliance, 2, ptr(20))
	w.paper(lacking, party.TradingLicence, 1, ptr(300))

	kept := map[string]bool{"Ours": true, "Banned": true, "Both": true, "Theirs": false, "Over": false, "Noticed": false, "Lifted": false}
	rival := w.company("buyer", "Rival", nil)
	w.names[w.buyer.Org] = "Buyer"
	w.do("INSERT INTO company (id, kind, name, country, created_at) VALUES ($1, 'buyer', 'Buyer', 'KE', $2)", w.buyer.Org, noon)
	suppliers := map[string]uuid.UUID{}
	for name := range kept {
		suppliers[name] = of(name).Org
	}
	for _, c := range []struct {
		name, status string
		by           *uuid.UUID
		until        time.Duration
	}{
		{"Ours", "blacklisted", &w.buyer.Org, time.Microsecond},
		{"Banned", "blacklisted", nil, time.Hour},
		{"Both", "blacklisted", nil, time.Hour},
		{"Both", "blacklisted", &w.buyer.Org, time.Hour},
		{"Both", "blacklisted", &rival.Org, time.Hour},
		{"Theirs", "blacklisted", &rival.Org, time.Hour},
		{"Over", "blacklisted", &w.buyer.Org, 0},
		{"Noticed", "notified", &w.buyer.Org, time.Hour},
		{"Lifted", "lifted", &w.buyer.Org, time.Hour},
	} {
		w.do(`INSERT INTO blacklist_case (id, supplier_id, buyer_id, ground, reason, status, noticed_by, noticed_at, reply_by, decided_at, expires_at)
			VALUES ($1, $2, $3, 'fraud', 'r', $4, $5, $6, $6, $6, $7)`, uuid.Must(uuid.NewV7()), suppliers[c.name], c.by, c.status, rival.User, noon, noon.Add(c.until))
	}

	var free []string
	for _, name := range w.find(partysvc.WorldFilter{}) {
		if short := strings.TrimPrefix(name, "Kilimanjaro "); !kept[short] {
			free = append(free, short)
		}
	}
	slices.Sort(free)
	day := party.Day(noon).AddDate(0, 0, 20)
	for _, x := range []struct {
		what string
		f    partysvc.WorldFilter
		want string
	}{
		{"half of women", partysvc.WorldFilter{Women: 50}, "Women"},
		{"half of the young", partysvc.WorldFilter{Youth: 50}, "Youth"},
		{"half of people with disabilities", partysvc.WorldFilter{Disability: 50}, "Able"},
		{"of one country", partysvc.WorldFilter{Countries: []geo.Code{"UG"}}, "Kampala"},
		{"of two countries", partysvc.WorldFilter{Countries: []geo.Code{"UG", "RW"}}, "Kampala Kigali"},
		{"of a kind of company", partysvc.WorldFilter{CompanyTypes: []party.CompanyType{"ngo"}}, "Aid"},
		{"there, or supplying there", partysvc.WorldFilter{Location: &here}, "Here Supplies"},
		{"of a kind of supply", partysvc.WorldFilter{CategoryType: &kinds[0].ID}, "Pumps"},
		{"of a group", partysvc.WorldFilter{Group: &group}, "Lasting Member"},
		{"with good papers", partysvc.WorldFilter{ValidOn: &day}, "Good Renewed"},
		{"kept out", partysvc.WorldFilter{Blacklisted: ptr(true)}, "Banned Both Ours"},
		{"not kept out", partysvc.WorldFilter{Blacklisted: ptr(false)}, strings.Join(free, " ")},
		{"of nobody", partysvc.WorldFilter{Women: 50, Youth: 50}, ""},
	} {
		for _, typed := range []string{"", "kilimanjaro", "kilimanjro"} {
			x.f.Search = typed
			got := []string{}
			for _, name := range w.find(x.f) {
				got = append(got, strings.TrimPrefix(name, "Kilimanjaro "))
			}
			slices.Sort(got)
			if strings.Join(got, " ") != x.want {
				t.Errorf("%s, typed %q: %q, wanted %q", x.what, typed, got, x.want)
			}
		}
	}
	for typed, want := range map[string]string{"zawadi": "", "neema": "Able Few Former Women Youth"} {
		got := []string{}
		for _, name := range w.find(partysvc.WorldFilter{Search: typed}) {
			got = append(got, strings.TrimPrefix(name, "Kilimanjaro "))
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("by an owner, typed %q: %q, wanted %q", typed, got, want)
		}
	}

	for name, out := range kept {
		seen, err := partysvc.See(w.ctx, w.db, w.buyer.Org, suppliers[name], nil)
		if err != nil {
			t.Fatal(err)
		}
		by := ""
		for _, l := range seen.Listings {
			by += map[bool]string{true: "platform ", false: "buyer "}[l.Platform]
		}
		if want := map[string]string{"Ours": "buyer ", "Banned": "platform ", "Both": "platform buyer "}[name]; by != want {
			t.Errorf("%s is kept out by %q, wanted %q", name, by, want)
		}
		rows, err := partysvc.FoundBy(w.ctx, w.db, w.buyer.Org, []uuid.UUID{suppliers[name]})
		if err != nil || len(rows) != 1 || rows[0].Blacklisted != out {
			t.Errorf("%s in a list: %+v, %v", name, rows, err)
		}
	}
	rows, err := partysvc.FoundBy(w.ctx, w.db, w.buyer.Org, []uuid.UUID{lacking.Org, stale.Org, rival.Org, pumps.Org})
	if err != nil || len(rows) != 3 || len(rows[2].Categories) != 1 || rows[0].Name != "Kilimanjaro Lacking" || rows[0].Papers != party.PapersMissing || rows[1].Papers != party.PapersExpiring {
		t.Errorf("rows: %+v, %v", rows, err)
	}
}

// A search goes on behind the last that was shown, also where that one is gone meanwhile: nobody is passed over, and nobody told twice.
func TestASearchGoesOnBehindWhoIsGone(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	var all []access.Actor
	for i := range 5 {
		all = append(all, w.company("supplier", fmt.Sprint("Mlima ", i), nil))
	}
	page := func(after string) (names []string, next string) {
		t.Helper()
		found, err := partysvc.Find(w.ctx, w.db, w.buyer.Org, partysvc.WorldFilter{Search: "mlima"}, after, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range found.Items {
			names = append(names, w.names[id])
		}
		return names, found.Next
	}
	first, next := page("")
	w.do("UPDATE company SET status = 'deactivated' WHERE id = $1", all[1].Org)
	second, _ := page(next)
	if got := fmt.Sprint(first, second); got != "[Mlima 0 Mlima 1][Mlima 2 Mlima 3]" && got != "[Mlima 0 Mlima 1] [Mlima 2 Mlima 3]" {
		t.Error(got)
	}
}
