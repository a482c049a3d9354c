package party_test

import (
	"testing"
	"time"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
)

func day(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

func codes(f fault.Fields) map[string]string {
	out := map[string]string{}
	for _, x := range f {
		out[x.Pointer] = x.Code
	}
	return out
}

// Of each country: a number that is good as it is typed, its stored form, and one that is not.
func TestTaxNumbersAndPhonesOfElevenCountries(t *testing.T) {
	cases := []struct{ country, typed, stored, bad, phone, e164, badPhone string }{
		{"BF", "0001 2345a", "00012345A", "0001234A", "70 12 34 56", "22670123456", "7012345"},
		{"ET", "0012345678", "0012345678", "001234567", "0911 234 567", "251911234567", "09112345"},
		{"GH", "c0012345678", "C0012345678", "0012345678", "+233 24 123 4567", "233241234567", "24123"},
		{"KE", "p051234567z", "P051234567Z", "B051234567Z", "0701-234-567", "254701234567", "+1 701 234 567"},
		{"MW", "20123456", "20123456", "2012345", "0991 234 567", "265991234567", "99123456"},
		{"ML", "081234567t", "081234567T", "081234567", "(70) 12.34.56", "22370123456", "701234567"},
		{"MZ", "400123456", "400123456", "40012345", "82 123 4567", "258821234567", "8212"},
		{"NG", "12345678-0001", "12345678-0001", "1234567-0001", "0803 123 4567", "2348031234567", "080312345678"},
		{"RW", "101234567", "101234567", "10123456", "00250 781 234 567", "250781234567", "78123456"},
		{"TZ", "123-456-789", "123-456-789", "12-345-6789", "0712 345 678", "255712345678", "07123456"},
		{"UG", "1000 123 456", "1000123456", "100012345", "256772123456", "256772123456", "phone"},
	}
	if len(cases) != len(geo.Countries) {
		t.Fatalf("%d countries are tried, %d there are", len(cases), len(geo.Countries))
	}
	for _, c := range cases {
		p := party.Profile{CompanyType: "limited", Name: "Kazi", PhysicalAddress: "Here", Country: c.country, TaxID: c.typed, Phone: c.phone}
		var f fault.Fields
		if p = p.Check(&f, ""); len(f) > 0 || p.TaxID != c.stored || p.Phone != c.e164 {
			t.Errorf("%s: %q %q %v", c.country, p.TaxID, p.Phone, f)
		}
		p.TaxID, p.Phone = c.bad, c.badPhone
		f = nil
		p.Check(&f, "")
		if got := codes(f); got["/tax_id"] != fault.BadFormat || got["/phone"] != fault.BadFormat {
			t.Errorf("%s: %q and %q pass: %v", c.country, c.bad, c.badPhone, got)
		}
	}
}

func share(s string) *money.Quantity {
	q, err := money.ParseQuantity(s)
	if err != nil {
		panic(err)
	}
	return &q
}

func owner(name, per string) party.Owner {
	o := party.Owner{Name: name, Kind: "person", Nationality: "KE", Director: true}
	if per != "" {
		o.Share = share(per)
	}
	return o
}

func TestSharesAreExact(t *testing.T) {
	thirds := []party.Owner{owner("A", "33.333333"), owner("B", "33.333333"), owner("C", "33.333334")}
	var f fault.Fields
	if party.CheckOwners(&f, "/owners", thirds); len(f) > 0 {
		t.Fatal(f)
	}
	if !party.Held(thirds).Equal(*share("100")) {
		t.Fatal("three thirds are not the whole:", party.Held(thirds))
	}
	thirds[2].Share = share("33.333335")
	party.CheckOwners(&f, "/owners", thirds)
	if got := codes(f); got["/owners"] != party.SharesOver100 || f[0].Params["sum"] != "100.000001" {
		t.Fatal(f)
	}
	f = nil
	nobody := party.Owner{Name: "D", Kind: "ghost", Nationality: "Kenya"}
	party.CheckOwners(&f, "/owners", []party.Owner{nobody, owner("", "0"), owner("E", "101"), owner("E", "")})
	want := map[string]string{"/owners/0/kind": fault.NotAllowed, "/owners/0/nationality": fault.NotAllowed, "/owners/0/director": party.OwnerNeitherNor,
		"/owners/1/name": fault.Required, "/owners/1/share": fault.OutOfRange, "/owners/2/share": fault.OutOfRange, "/owners/3/name": party.OwnerTwice}
	got := codes(f)
	for at, code := range want {
		if got[at] != code {
			t.Errorf("%s: %q, want %q", at, got[at], code)
		}
	}
	if len(got) != len(want) {
		t.Error(got)
	}
}

func TestSegmentsAndThresholds(t *testing.T) {
	young := owner("A", "40")
	young.Women, young.Youth = true, true
	old := owner("B", "30")
	old.Women = true
	held := party.Shares([]party.Owner{young, old, owner("C", "30"), owner("D", "")})
	for segment, want := range map[party.Segment]string{party.Women: "70", party.Youth: "40", party.Disability: "0", party.General: "30"} {
		if !held[segment].Equal(*share(want)) {
			t.Errorf("%s: %s, want %s", segment, held[segment], want)
		}
	}
	for segment, enough := range map[string]bool{"women": true, "youth": false} {
		if _, ok := (party.Group{Segment: &segment, MinShare: *share("70")}).Meets(held); ok != enough {
			t.Errorf("%s: %v", segment, ok)
		}
	}
	if _, ok := (party.Group{}).Meets(held); !ok {
		t.Error("a group that asks for no share refuses")
	}
}

func TestExpiryOnEachDay(t *testing.T) {
	expires := day("2026-12-31")
	for on, want := range map[string]party.ExpiryState{"2026-11-01": party.Expiring, "2026-10-31": party.Valid, "2026-12-31": party.Expiring, "2027-01-01": party.Expired} {
		if got, _ := party.ExpiryOf(&expires, day(on)); got != want {
			t.Errorf("%s: %s, want %s", on, got, want)
		}
	}
}

func TestReminderStages(t *testing.T) {
	expires := day("2026-12-31")
	// attached on a day: the first reminder after it, and the stage that is due when its day has come
	for on, want := range map[string]string{"2026-01-01": "2026-11-01", "2026-11-01": "2026-12-01", "2026-12-23": "2026-12-24", "2026-12-24": "2026-12-31", "2026-12-31": ""} {
		got := ""
		if next := party.NextReminder(&expires, day(on)); next != nil {
			got = next.Format(time.DateOnly)
		}
		if got != want {
			t.Errorf("after %s: %q, want %q", on, got, want)
		}
	}
	for on, want := range map[string]int{"2026-11-01": 60, "2026-11-30": 60, "2026-12-01": 30, "2026-12-24": 7, "2026-12-30": 7, "2026-12-31": 0, "2027-02-01": 0} {
		if got, due := party.StageOn(expires, day(on)); !due || got != want {
			t.Errorf("on %s: %d %v, want %d", on, got, due, want)
		}
	}
	if _, due := party.StageOn(expires, day("2026-10-31")); due {
		t.Error("61 days before is a stage")
	}
}

func TestExpiryIsRequiredWhereAPaperExpires(t *testing.T) {
	today := day("2026-11-21")
	past := day("2026-11-20")
	for kind, want := range map[party.DocumentKind]string{party.TaxCompliance: party.TaxExpiryMissing, party.TradingLicence: party.LicenceExpiryMissing, party.Registration: ""} {
		var f fault.Fields
		kind.CheckExpiry(&f, "/x", nil, today)
		if got := codes(f)["/x"]; got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
	var f fault.Fields
	party.TaxCompliance.CheckExpiry(&f, "/x", &past, today)
	party.TaxCompliance.CheckExpiry(&f, "/y", &today, today)
	if got := codes(f); got["/x"] != party.ExpiryPast || got["/y"] != "" {
		t.Error(got)
	}
}

func TestCompleteness(t *testing.T) {
	sum := 0
	for _, i := range party.Items {
		sum += i.Weight
	}
	if sum != 100 {
		t.Fatalf("weights sum to %d", sum)
	}
	if percent, missing := party.Completeness(party.Facts{}); percent != 0 || len(missing) != len(party.Items) {
		t.Error(percent, missing)
	}
	location := int32(73)
	f := party.Facts{Logo: true, Categories: 1, Locations: 2, Owners: []party.Owner{owner("A", "100")},
		Profile:   party.Profile{CompanyType: "limited", Name: "Kazi", TaxID: "P", ContactName: "Asha", PhysicalAddress: "Here", LocationID: &location, Phone: "254"},
		Documents: map[party.DocumentKind]party.ExpiryState{party.Registration: party.Valid, party.TaxCompliance: party.Expiring, party.TradingLicence: party.Valid}}
	if percent, missing := party.Completeness(f); percent != 100 || len(missing) != 0 {
		t.Error(percent, missing)
	}
	f.Documents[party.TaxCompliance] = party.Expired
	f.Owners[0].Share = share("99.999999")
	if percent, missing := party.Completeness(f); percent != 75 || len(missing) != 2 || missing[0].Key != "tax_compliance" || missing[1].Part != party.PartOwnership {
		t.Error(percent, missing)
	}
}
