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
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
)

// owners finds directors and shareholders, each as it stands in one company.
func (w *sought) owners(f partysvc.OwnerFilter) []string {
	w.t.Helper()
	found, _, err := partysvc.FindOwners(w.ctx, w.db, f, "", 100)
	if err != nil {
		w.t.Fatal(err)
	}
	out := []string{}
	for _, o := range found.Items {
		line := o.Name + " " + o.Identity + " in " + o.Company
		if o.Until != nil {
			line += " until " + o.Until.Format("2 Jan")
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

// Directors and shareholders are found by name, and by a number only as a whole; numbers are shown by their last signs
// alone. Who changed stands there once, who left with the day.
func TestOwnersAreSought(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	wanjiru := party.Owner{Name: "Wanjiru Mwangi", Kind: "person", Identity: "A 1234-5678", Nationality: "KE", Director: true, Share: share(60)}
	nameless := party.Owner{Name: "Wanjiru Mwangi", Kind: "person", Nationality: "KE", Share: share(10)}
	abebe := party.Owner{Name: "አበበ ኃይሉ", Kind: "person", Identity: "ET-77", Nationality: "ET", Director: true}
	firm := party.Owner{Name: "Mwangi Holdings", Kind: "organisation", Identity: "CPR/2009/1", Nationality: "KE", Share: share(30)}
	a := w.company("supplier", "Alpha", nil, wanjiru, firm, abebe)
	w.company("supplier", "Beta", nil, nameless)
	gone := w.company("supplier", "Gone", nil, wanjiru)
	if _, err := pgtest.Do(w.ctx, w.db, "UPDATE company SET status = 'deactivated' WHERE id = $1", gone.Org); err != nil {
		t.Fatal(err)
	}
	pgtest.Advance(t, w.db, 24*time.Hour)
	less := wanjiru
	less.Share = share(50)
	w.register(a, less, firm)
	for _, x := range []struct {
		f    partysvc.OwnerFilter
		want string
	}{
		{partysvc.OwnerFilter{Search: "wanjiru"}, "Wanjiru Mwangi  in Beta; Wanjiru Mwangi •••678 in Alpha"},
		{partysvc.OwnerFilter{Search: "a12345678"}, "Wanjiru Mwangi •••678 in Alpha"},
		{partysvc.OwnerFilter{Search: "A 1234 5678"}, "Wanjiru Mwangi •••678 in Alpha"},
		{partysvc.OwnerFilter{Search: "a1234567"}, ""},
		{partysvc.OwnerFilter{Search: "5678"}, ""},
		{partysvc.OwnerFilter{Search: "cpr 2009 1"}, "Mwangi Holdings •••9/1 in Alpha"},
		{partysvc.OwnerFilter{Search: "mwangi"}, "Mwangi Holdings •••9/1 in Alpha; Wanjiru Mwangi  in Beta; Wanjiru Mwangi •••678 in Alpha"},
		{partysvc.OwnerFilter{Search: "mwangi", Kinds: []party.OwnerKind{"organisation"}}, "Mwangi Holdings •••9/1 in Alpha"},
		{partysvc.OwnerFilter{Search: "mwangi", Roles: []party.Role{party.Director}}, "Wanjiru Mwangi •••678 in Alpha"},
		{partysvc.OwnerFilter{Search: "wanjiru", Roles: []party.Role{party.Shareholder}}, "Wanjiru Mwangi  in Beta; Wanjiru Mwangi •••678 in Alpha"},
		{partysvc.OwnerFilter{Search: "wanjiru", Roles: []party.Role{party.Shareholder, party.Director}}, "Wanjiru Mwangi  in Beta; Wanjiru Mwangi •••678 in Alpha"},
		{partysvc.OwnerFilter{Search: "አበበ ሃይሉ"}, "አበበ ኃይሉ ••• in Alpha until 22 Nov"},
		{partysvc.OwnerFilter{Search: "wanjru mwangi"}, "Wanjiru Mwangi  in Beta; Wanjiru Mwangi •••678 in Alpha"},
		{partysvc.OwnerFilter{Search: ""}, ""},
		{partysvc.OwnerFilter{Search: "%"}, ""},
		{partysvc.OwnerFilter{Search: "_______"}, ""},
	} {
		if got := strings.Join(w.owners(x.f), "; "); got != x.want {
			t.Errorf("%+v finds %q, wanted %q", x.f, got, x.want)
		}
	}
	seen, err := partysvc.See(w.ctx, w.db, w.buyer.Org, a.Org, nil)
	if err != nil {
		t.Fatal(err)
	}
	tell := func(list []party.Register) string {
		var out []string
		for _, r := range list {
			line := r.Name + " " + r.Identity + r.From.Format(" 2")
			if r.Until != nil {
				line += r.Until.Format("-2")
			}
			out = append(out, line)
		}
		return strings.Join(out, "; ")
	}
	if got := tell(seen.On) + " / " + tell(seen.Left); got != "Wanjiru Mwangi •••678 21; Mwangi Holdings •••9/1 21 / አበበ ኃይሉ ••• 21-22" || seen.Held.Short() != "80" || seen.Owners != nil {
		t.Error(got, seen.Held.Short())
	}
	before := party.Day(noon)
	if seen, err = partysvc.See(w.ctx, w.db, w.buyer.Org, a.Org, &before); err != nil {
		t.Fatal(err)
	}
	if got := tell(seen.On) + " / " + tell(seen.Left); strings.Count(got, ";") != 2 || !strings.HasSuffix(got, " / ") || seen.Held.Short() != "90" {
		t.Error(got, seen.Held.Short())
	}
	for _, other := range []uuid.UUID{gone.Org, w.company("buyer", "Buyer", nil).Org, w.company("operator", "Desk", nil).Org, uuid.Max} {
		if _, err := partysvc.See(w.ctx, w.db, w.buyer.Org, other, nil); !errors.Is(err, party.NotFound) {
			t.Errorf("%s is seen: %v", w.names[other], err)
		}
		if _, _, err := partysvc.Ties(w.ctx, w.db, other); !errors.Is(err, party.NotFound) {
			t.Errorf("%s has ties: %v", w.names[other], err)
		}
	}
}

// A ring of three companies with one owner, each owning the next, is told once a tie and ends; what is shared stands
// beside it, and who is two steps away, but nobody farther.
func TestTiesGoTwoStepsAndEnd(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	owner := party.Owner{Name: "Otieno Odhiambo", Kind: "person", Identity: "B7654321", Nationality: "KE", Director: true, Share: share(40)}
	held := func(name, tax string) party.Owner {
		return party.Owner{Name: name, Kind: "organisation", Identity: tax, Nationality: "KE", Share: share(55)}
	}
	same := func(p *party.Profile) { p.Phone, p.PhysicalAddress = "254799999999", "Moi Avenue, 1" }
	a := w.company("supplier", "Ring A", same, owner, held("Ring C Limited", "P050000003Z"))
	b := w.company("supplier", "Ring B", func(p *party.Profile) { p.PhysicalAddress = "moi avenue 1" }, owner, held("Ring A", ""))
	w.company("supplier", "Ring C", func(p *party.Profile) { p.TaxID = "P050000003Z"; p.Phone = "254799999999" }, owner, held("Ring B", ""))
	d := w.company("supplier", "Far D", nil, held("Ring C", ""))
	w.company("supplier", "Farther E", nil, held("Far D", ""))
	w.company("supplier", "Farthest F", nil, held("Farther E", ""))
	stranger := w.company("supplier", "Stranger", nil, party.Owner{Name: "Otieno Odhiambo", Kind: "person", Identity: "C1111111", Nationality: "KE", Director: true})
	tell := func(id uuid.UUID) string {
		t.Helper()
		here, ties, err := partysvc.Ties(w.ctx, w.db, id)
		if err != nil || here.Name != w.names[id] {
			t.Fatal(here, err)
		}
		var out []string
		for _, x := range ties {
			line := fmt.Sprintf("%d %s %s-%s %s", x.Step, x.Kind, x.A.Name, x.B.Name, strings.TrimSpace(x.Name+" "+x.Number))
			if !x.ByNumber {
				line += "?"
			}
			if x.Until != nil {
				line += " ended"
			}
			out = append(out, strings.TrimSpace(line))
		}
		slices.Sort(out)
		return strings.Join(out, "\n")
	}
	want := `1 address Ring A-Ring B moi avenue 1
1 owner Ring A-Ring B ?
1 owner Ring C-Ring A
1 person Ring A-Ring B Otieno Odhiambo •••321
1 person Ring A-Ring C Otieno Odhiambo •••321
1 phone Ring A-Ring C 254799999999
2 owner Ring B-Ring C ?
2 owner Ring C-Far D ?`
	if got := tell(a.Org); got != want {
		t.Errorf("of A:\n%s\nwanted:\n%s", got, want)
	}
	if got := tell(stranger.Org); got != "" {
		t.Errorf("two people of one name: %s", got)
	}
	if got := tell(d.Org); !strings.Contains(got, "2 owner Farther E-Farthest F ?") || !strings.Contains(got, "2 owner Ring B-Ring C ?") || strings.Contains(got, "Ring A-Ring B") {
		t.Errorf("of D:\n%s", got)
	}
	pgtest.Advance(t, w.db, time.Hour)
	w.register(b, held("Ring A", ""))
	if got := tell(a.Org); !strings.Contains(got, "1 person Ring A-Ring B Otieno Odhiambo •••321 ended") || !strings.Contains(got, "1 person Ring A-Ring C Otieno Odhiambo •••321\n") {
		t.Errorf("once the owner left B:\n%s", got)
	}
}

// A person without a number is the one of that name elsewhere, as far as anybody can say; an address is one of its country.
func TestANameAloneTiesWhereANumberIsMissing(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	neema := func(number string) party.Owner {
		return party.Owner{Name: "Neema Achieng", Kind: "person", Identity: number, Nationality: "KE", Director: true}
	}
	at := func(p *party.Profile) { p.PhysicalAddress = "Moi Avenue, 7" }
	nameless := w.company("supplier", "Nameless", at, neema(""))
	w.company("supplier", "Numbered", nil, neema("D7654321"))
	w.company("supplier", "Firm", nil, party.Owner{Name: "Neema Achieng", Kind: "organisation", Nationality: "KE", Share: share(10)})
	w.company("supplier", "Abroad", func(p *party.Profile) { at(p); p.Country, p.TaxID = "UG", "1009999998" })
	_, ties, err := partysvc.Ties(w.ctx, w.db, nameless.Org)
	if err != nil {
		t.Fatal(err)
	}
	if len(ties) != 1 || ties[0].Kind != party.TiePerson || ties[0].ByNumber || ties[0].Name != "Neema Achieng" || ties[0].B.Name != "Numbered" && ties[0].A.Name != "Numbered" {
		t.Errorf("%+v", ties)
	}
}

// One number for tax is one within its country, however it is written; in another country it is another's.
func TestANumberForTaxTiesInItsCountry(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	with := func(name, country, tax string) uuid.UUID {
		return w.company("supplier", name, func(p *party.Profile) { p.Country, p.TaxID = country, tax }).Org
	}
	plain, rwandan := with("Plain", "TZ", "123456789"), with("Rwandan", "RW", "123456789")
	with("Dashed", "TZ", "123-456-789")
	with("Mozambican", "MZ", "123456789")
	with("Another", "TZ", "123456780")
	w.do("UPDATE company SET status = 'deactivated', tax_id = '1-2345-6789' WHERE id = $1", with("Gone", "TZ", "123456781"))
	for of, want := range map[uuid.UUID]string{with("Empty", "TZ", ""): "", plain: "tax Plain-Dashed 123-456-789", rwandan: "", with("None", "TZ", ""): ""} {
		_, ties, err := partysvc.Ties(w.ctx, w.db, of)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, x := range ties {
			got = append(got, fmt.Sprintf("%s %s-%s %s", x.Kind, x.A.Name, x.B.Name, x.Name))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, wanted %q", w.names[of], got, want)
		}
	}
}

// A company owns another by its number in its own country; there another number of the same digits is another's.
func TestACompanyOwnsByItsNumberInItsCountry(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	for _, country := range []string{"TZ", "RW", "KE"} {
		w.company("supplier", "Owner in "+country, func(p *party.Profile) { p.Country, p.TaxID = country, "123456789" })
	}
	mother := w.company("supplier", "Mother", func(p *party.Profile) { p.Country, p.TaxID = "KE", "P051234567X" })
	child := w.company("supplier", "Child", nil, party.Owner{Name: "Mother", Kind: "organisation", Identity: "P051234567X", Nationality: "UG", Share: share(60)})
	for _, of := range []uuid.UUID{child.Org, mother.Org} {
		if got := w.tied(of); got != "owner Mother-Child" {
			t.Errorf("%s, of one name and number, and a nation that somebody mistook: %q", w.names[of], got)
		}
	}
	for country, want := range map[string]string{"TZ": "owner Owner in TZ-Held in TZ", "RW": "owner Owner in RW-Held in RW", "MZ": ""} {
		held := w.company("supplier", "Held in "+country, func(p *party.Profile) { p.Country = "UG" },
			party.Owner{Name: "Called otherwise in " + country, Kind: "organisation", Identity: "123-456-789", Nationality: country, Share: share(60)})
		if got := w.tied(held.Org); got != want {
			t.Errorf("%s: %q, wanted %q", country, got, want)
		}
	}
}

// A company owns another by its name in its own country alone, whichever of them is asked about; a person who is called like it is a
// person. What was deactivated ties nobody.
func TestACompanyOwnsByItsNameInItsCountry(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	named := func(kind, nation string) party.Owner {
		w.made++ // a number of its own, that no company has for tax: it is found by the name
		return party.Owner{Name: "Upendo Baraka", Kind: kind, Identity: fmt.Sprint("CPR/", w.made), Nationality: nation, Share: share(60)}
	}
	in := func(country, tax string) func(*party.Profile) {
		return func(p *party.Profile) { p.Name, p.Country, p.TaxID = "Upendo Baraka", country, tax }
	}
	kenyan := w.company("supplier", "Upendo in KE", in("KE", "P051111111Q"))
	ugandan := w.company("supplier", "Upendo in UG", in("UG", "1009999998"))
	held := w.company("supplier", "Held", nil, named("organisation", "KE"))
	foreign := w.company("supplier", "Held from abroad", nil, named("organisation", "MZ"))
	person := w.company("supplier", "Of a person", nil, named("person", "KE"))
	gone := w.company("supplier", "Gone", nil, named("organisation", "KE"))
	former := w.company("supplier", "Formerly Upendo in KE", in("KE", "P052222222Q"))
	w.do("UPDATE company SET status = 'deactivated' WHERE id = ANY($1)", []uuid.UUID{gone.Org, former.Org})
	for of, want := range map[uuid.UUID]string{
		kenyan.Org:  "owner Upendo Baraka-Held",
		held.Org:    "owner Upendo Baraka-Held",
		ugandan.Org: "",
		foreign.Org: "",
		person.Org:  "",
	} {
		if got := w.tied(of); got != want {
			t.Errorf("%s: %q, wanted %q", w.names[of], got, want)
		}
	}
}

// Two companies have somebody in common until the first of them has them no more, from whichever side it is asked; a company that was
// deactivated has nobody in common.
func TestATieEndsWithTheFirstWhoLeaves(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	amina := party.Owner{Name: "Amina Juma", Kind: "person", Identity: "12345678", Nationality: "KE", Director: true}
	heir := party.Owner{Name: "Somebody Else", Kind: "person", Identity: "87654321", Nationality: "KE", Director: true}
	first, second := w.company("supplier", "First", nil, amina), w.company("supplier", "Second", nil, amina)
	gone := w.company("supplier", "Gone", nil, amina)
	w.do("UPDATE company SET status = 'deactivated' WHERE id = $1", gone.Org)
	stands := func(when, want string) {
		t.Helper()
		for _, of := range []uuid.UUID{first.Org, second.Org} {
			_, ties, err := partysvc.Ties(w.ctx, w.db, of)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, x := range ties {
				until := "still"
				if x.Until != nil {
					until = x.Until.Format("2 Jan")
				}
				got = append(got, x.B.Name+" "+until)
			}
			other := map[uuid.UUID]string{first.Org: "Second ", second.Org: "First "}[of]
			if strings.Join(got, "; ") != other+want {
				t.Errorf("%s, of %s: %q, wanted until %q", when, w.names[of], got, want)
			}
		}
	}
	stands("both have her", "still")
	pgtest.Advance(t, w.db, 24*time.Hour)
	w.register(second, heir)
	stands("one has", "22 Nov")
	pgtest.Advance(t, w.db, 24*time.Hour)
	w.register(first, party.Owner{Name: "A Third", Kind: "person", Identity: "11112222", Nationality: "KE", Director: true})
	stands("none has", "22 Nov")
}

// A tie begins when both have somebody, and ends when the first has them no more; of who never had them at once, it is told from when
// the first had them. That an entry was changed meanwhile, also before the other had them or after, begins and ends nothing.
func TestATieIsFromWhenBothHaveSomebody(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	type stay struct{ from, changed, until int } // days; 0: never
	cases := []struct {
		what          string
		first, second []stay
		want          string
	}{
		{"one later", []stay{{from: 1}}, []stay{{from: 3}}, "3-"},
		{"until one leaves", []stay{{from: 1}}, []stay{{from: 3, until: 5}}, "3-5"},
		{"never at once", []stay{{from: 1, until: 2}}, []stay{{from: 4}}, "1-2"},
		{"never at once, and both gone", []stay{{from: 1, until: 2}}, []stay{{from: 4, until: 5}}, "1-2"},
		{"on the day that the other leaves", []stay{{from: 1, until: 3}}, []stay{{from: 3}}, "1-3"},
		{"changed", []stay{{from: 1, changed: 4}}, []stay{{from: 3}}, "3-"},
		{"both changed", []stay{{from: 1, changed: 5}}, []stay{{from: 3, changed: 4}}, "3-"},
		{"changed before the other had them", []stay{{from: 1, changed: 2}}, []stay{{from: 3}}, "3-"},
		{"changed after the other had left", []stay{{from: 1, changed: 5}}, []stay{{from: 2, until: 3}}, "2-3"},
		{"changed and never at once", []stay{{from: 1, changed: 2, until: 3}}, []stay{{from: 4, changed: 5}}, "1-3"},
		{"come back", []stay{{from: 1}}, []stay{{from: 2, until: 3}, {from: 5}}, "2-"},
		{"come back after the other had left", []stay{{from: 1, until: 4}}, []stay{{from: 2, until: 3}, {from: 5}}, "2-3"},
	}
	companies := make([][2]access.Actor, len(cases))
	for day := 1; day <= 5; day++ {
		pgtest.SetClock(t, w.db, noon.AddDate(0, 0, day))
		for i, x := range cases {
			for side, stays := range [][]stay{x.first, x.second} {
				if day == 1 {
					companies[i][side] = w.company("supplier", fmt.Sprintf("%s %d", x.what, side), nil)
				}
				for _, s := range stays {
					owner := party.Owner{Name: fmt.Sprintf("Amina of case %d", i), Kind: "person", Identity: fmt.Sprintf("1234500%02d", i), Nationality: "KE", Share: share(40)}
					switch day {
					case s.from:
						w.register(companies[i][side], owner)
					case s.changed:
						owner.Share = share(30)
						w.register(companies[i][side], owner)
					case s.until:
						w.register(companies[i][side])
					}
				}
			}
		}
	}
	day := func(at time.Time) string { return fmt.Sprint(int(at.Sub(noon) / (24 * time.Hour))) }
	for i, x := range cases {
		for side, of := range companies[i] {
			_, ties, err := partysvc.Ties(w.ctx, w.db, of.Org)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, tie := range ties {
				line := day(tie.From) + "-"
				if tie.Until != nil {
					line += day(*tie.Until)
				}
				got = append(got, line)
			}
			if strings.Join(got, "; ") != x.want {
				t.Errorf("%s, asked from side %d: %q, wanted %q", x.what, side, got, x.want)
			}
		}
	}
}

// Who owns a company has owned it since it did first, though the share is another one today, until it does no more.
func TestAHoldingIsToldOnceUntilItEnds(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	held := func(per int64) party.Owner {
		return party.Owner{Name: "Mother", Kind: "organisation", Identity: "P051234567X", Nationality: "KE", Share: share(per)}
	}
	mother := w.company("supplier", "Mother", func(p *party.Profile) { p.TaxID = "P051234567X" })
	child := w.company("supplier", "Child", nil, held(60))
	stands := func(when, want string) {
		t.Helper()
		for _, of := range []uuid.UUID{child.Org, mother.Org} {
			_, ties, err := partysvc.Ties(w.ctx, w.db, of)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, x := range ties {
				line := fmt.Sprintf("%s %s-%s %s from %s", x.Kind, x.A.Name, x.B.Name, x.Share.Short(), x.From.Format("2 Jan"))
				if x.Until != nil {
					line += " until " + x.Until.Format("2 Jan")
				}
				got = append(got, line)
			}
			if strings.Join(got, "; ") != want {
				t.Errorf("%s, asked of %s: %q, wanted %q", when, w.names[of], got, want)
			}
		}
	}
	stands("at first", "owner Mother-Child 60 from 21 Nov")
	pgtest.Advance(t, w.db, 24*time.Hour)
	w.register(child, held(20))
	stands("once some is sold", "owner Mother-Child 20 from 21 Nov")
	pgtest.Advance(t, w.db, 24*time.Hour)
	w.register(child)
	stands("once all is sold", "owner Mother-Child 20 from 21 Nov until 23 Nov")
}

// One number of two nations is of two people, unless they are called the same.
func TestANumberIsOfOneNation(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	of := func(company, name, nation string) uuid.UUID {
		return w.company("supplier", company, nil, party.Owner{Name: name, Kind: "person", Identity: "12345678", Nationality: nation, Director: true}).Org
	}
	first := of("First", "Amina Juma", "KE")
	of("Second", "Amina Wanjiru Juma", "KE")
	of("Third", "Joseph Okello", "UG")
	of("Fourth", "Amina Juma", "TZ")
	if got := w.tied(first); got != "person First-Fourth; person First-Second" {
		t.Error(got)
	}
}

// tied is with whom a company is tied.
func (w *sought) tied(id uuid.UUID) string {
	w.t.Helper()
	_, ties, err := partysvc.Ties(w.ctx, w.db, id)
	if err != nil {
		w.t.Fatal(err)
	}
	var out []string
	for _, x := range ties {
		out = append(out, fmt.Sprintf("%s %s-%s", x.Kind, x.A.Name, x.B.Name))
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

// Where two companies say of themselves no more than a town or a country, nothing ties them: thousands are there.
func TestATownAloneTiesNobody(t *testing.T) {
	t.Parallel()
	w := newSought(t)
	for address, tied := range map[string]bool{
		"Nakuru":                             false,
		"Dar es Salaam":                      false,
		"Dar-es-Salaam, Tanzania":            false,
		"TANZANIA; DAR ES SALAAM, DODOMA":    false,
		"Addis Ababa, Addis Ababa, Ethiopia": false,
		"Kariakoo, Dar es Salaam":            true,
		"Moi Avenue, Nakuru":                 true,
		"Plot 7":                             true,
		"Dar es Salaam 11101":                true,
		"":                                   false,
	} {
		at := func(p *party.Profile) {
			p.Country, p.TaxID, p.PhysicalAddress = "TZ", fmt.Sprintf("1%08d", w.made), address
		}
		first := w.company("supplier", "First at "+address, at)
		w.company("supplier", "Second at "+address, at)
		_, ties, err := partysvc.Ties(w.ctx, w.db, first.Org)
		if err != nil || (len(ties) == 1 && ties[0].Kind == party.TieAddress) != tied || len(ties) > 1 {
			t.Errorf("%q ties: %+v, %v", address, ties, err)
		}
	}
}
