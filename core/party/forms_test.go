package party_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
)

// told is what a form is refused for, a word for each field: where, which code, its parameters.
func told(fields []fault.Field) string {
	var out []string
	for _, f := range fields {
		s := f.Pointer + " " + f.Code
		for _, k := range slices.Sorted(maps.Keys(f.Params)) {
			s += fmt.Sprintf(" %s=%v", k, f.Params[k])
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func refused(err error) string {
	if err == nil {
		return ""
	}
	return told(fault.As(err).Fields)
}

func long(n int) string { return strings.Repeat("é", n) }

// Each form tells all that is wrong with it, where, and what would be right; at its
// bounds it is taken.
func TestFormsTellAllThatIsWrong(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	at := func(d time.Duration, years int) *time.Time { v := now.AddDate(years, 0, 0).Add(d); return &v }
	profile := func(p party.Profile) string {
		var f fault.Fields
		p.Check(&f, "/company")
		return told(f)
	}
	good := party.Profile{CompanyType: "limited", Name: "Kazi", Country: "KE", PhysicalAddress: "Here", Phone: "0701234567", TaxID: "P051234567Z"}
	full := good
	full.Name, full.PhysicalAddress, full.POBox, full.Website, full.ContactName = long(200), long(300), long(120), "https://"+long(189)+".ke", long(120)
	over := good
	over.Name, over.PhysicalAddress, over.POBox, over.Website, over.ContactName = long(201), long(301), long(121), long(190)+".ke", long(121)
	owners := func(list ...party.Owner) string {
		var f fault.Fields
		party.CheckOwners(&f, "/owners", list)
		return told(f)
	}
	many := func(n int) []party.Owner {
		var out []party.Owner
		for i := range n {
			out = append(out, owner(fmt.Sprint("Owner ", i), ""))
		}
		return out
	}
	abroad := func(code string) party.Owner { o := owner("A", "1"); o.Nationality = code; return o }
	called := func(name, identity string) party.Owner { o := owner(name, ""); o.Identity = identity; return o }
	papers := func(k party.DocumentKind, expires time.Time) string {
		var f fault.Fields
		k.CheckExpiry(&f, "/x", &expires, now)
		return told(f)
	}
	branch := func(b party.Branch) string { _, err := b.Check("KE"); return refused(err) }
	named := func(n party.Named) string { _, err := n.Check(); return refused(err) }
	group := func(g party.GroupForm, platform bool) string { _, err := g.Check(platform); return refused(err) }
	share := func(segment, per string) party.GroupForm {
		return party.GroupForm{Named: party.Named{Name: "Women"}, Segment: segment, MinShare: *share(per)}
	}
	purchase := func(p party.Purchase) string {
		var f fault.Fields
		p.Check(&f, "/services/2")
		return told(f)
	}
	notice := func(n party.Notice) string { _, err := n.Check(); return refused(err) }
	decision := func(d party.Decision) string { _, err := d.Check(now); return refused(err) }
	for name, x := range map[string]struct{ got, want string }{
		"an empty profile": {profile(party.Profile{}), "/company/name field.required; /company/physical_address field.required; /company/company_type field.not_allowed; " +
			"/company/country field.not_allowed"},
		"other letters": {profile(party.Profile{CompanyType: "limited", Name: "شركة", Country: "KE", PhysicalAddress: "王", POBox: "ߒ", Phone: "0701234567", TaxID: "P051234567Z"}),
			"/company/name field.letter letter=ش; /company/physical_address field.letter letter=王; /company/po_box field.letter letter=ߒ"},
		"numbers of elsewhere": {profile(party.Profile{CompanyType: "limited", Name: "K", Country: "KE", PhysicalAddress: "H", Phone: "12", TaxID: "12"}),
			"/company/phone field.format expected=254701234567; /company/tax_id field.format expected=KRA PIN"},
		"a full profile": {profile(full), ""},
		"a profile over": {profile(over), "/company/name field.too_long max=200; /company/physical_address field.too_long max=300; /company/po_box field.too_long max=120; " +
			"/company/website field.too_long max=200; /company/contact_name field.too_long max=120"},

		"as many owners as fit":      {owners(many(200)...), ""},
		"an owner too many":          {owners(many(201)...), "/owners field.too_long max=200"},
		"an owner who holds all":     {owners(owner("A", "100")), ""},
		"an owner who holds more":    {owners(owner("A", "100.000001")), "/owners/0/share field.range max=100 min=0.000001"},
		"an owner who holds nothing": {owners(owner("A", "0")), "/owners/0/share field.range max=100 min=0.000001"},
		"a director without a share": {owners(owner("A", "")), ""},
		"a shareholder alone":        {owners(party.Owner{Name: "A", Kind: "person", Nationality: "ZA", Share: owner("", "1").Share}), ""},
		"neither of them":            {owners(party.Owner{Name: "A", Kind: "organisation", Nationality: "AZ"}), "/owners/0/director party.owner_role"},
		"small letters":              {owners(abroad("ke")), "/owners/0/nationality field.not_allowed"},
		"signs below A":              {owners(abroad("K@")), "/owners/0/nationality field.not_allowed"},
		"signs above Z":              {owners(abroad("[K")), "/owners/0/nationality field.not_allowed"},
		"three letters":              {owners(abroad("KEN")), "/owners/0/nationality field.not_allowed"},
		"namesakes with papers":      {owners(called("A", "1"), called("A", "2")), ""},
		"one person twice":           {owners(called("A", "1"), called("B", "1"), called(" A ", "1 ")), "/owners/2/name party.owner_twice"},
		"nameless twice":             {owners(called("", ""), called("", "")), "/owners/0/name field.required; /owners/1/name field.required"},
		"long of an owner":           {owners(called(long(161), long(61))), "/owners/0/name field.too_long max=160; /owners/0/identity field.too_long max=60"},
		"as long as an owner may be": {owners(called(long(160), long(60))), ""},

		"a paper of half a century": {papers(party.TaxCompliance, now.AddDate(50, 1, 0)), ""},
		"a paper of the next":       {papers(party.TaxCompliance, now.AddDate(51, 0, 0)), "/x field.range"},
		"a paper without an end":    {papers(party.Registration, now.AddDate(-1, 0, 0)), ""},

		"an empty branch":  {branch(party.Branch{}), "/name field.required; /code field.required"},
		"a branch over":    {branch(party.Branch{Name: long(121), Code: long(21), Address: long(301), Phone: "12"}), "/name field.too_long max=120; /code field.too_long max=20; /address field.too_long max=300; /phone field.format expected=254701234567"},
		"a full branch":    {branch(party.Branch{Name: long(120), Code: long(20), Address: long(300), Phone: "0712 345 678"}), ""},
		"an empty name":    {named(party.Named{Description: long(1001)}), "/name field.required; /description field.too_long max=1000"},
		"a name over":      {named(party.Named{Name: long(121)}), "/name field.too_long max=120"},
		"a full name":      {named(party.Named{Name: long(120), Description: long(1000)}), ""},
		"the least share":  {group(share("women", "0.000001"), true), ""},
		"the whole":        {group(share("disability", "100"), true), ""},
		"no share":         {group(share("youth", "0"), true), "/min_share field.range max=100 min=0.000001"},
		"over the whole":   {group(share("youth", "100.000001"), true), "/min_share field.range max=100 min=0.000001"},
		"of everybody":     {group(share("general", "10"), true), "/segment field.not_allowed"},
		"of nobody":        {group(share("", "10"), true), "/segment field.required"},
		"by proof alone":   {group(share("", "0"), true), ""},
		"a buyer's asks":   {group(share("women", "10"), false), "/segment field.not_allowed"},
		"a buyer's own":    {group(share("", "0"), false), ""},
		"nameless and bad": {group(party.GroupForm{Segment: "men"}, true), "/name field.required; /segment field.not_allowed; /min_share field.range max=100 min=0.000001"},

		"an empty purchase": {purchase(party.Purchase{}), "/services/2/service field.not_allowed; /services/2/starts_on field.required"},
		"ends before":       {purchase(party.Purchase{Service: "training", Starts: now, Ends: at(-time.Second, 0), Note: long(501)}), "/services/2/ends_on party.ends_before_start; /services/2/note field.too_long max=500"},
		"ends on the day":   {purchase(party.Purchase{Service: "training", Starts: now, Ends: at(0, 0), Note: long(500)}), ""},

		"an empty notice":  {notice(party.Notice{}), "/ground field.not_allowed; /reason field.required; /reply_days field.range max=60 min=7"},
		"a hasty notice":   {notice(party.Notice{Ground: "fraud", Reason: long(4001), ReplyDays: 6}), "/reason field.too_long max=4000; /reply_days field.range max=60 min=7"},
		"a slow notice":    {notice(party.Notice{Ground: "fraud", Reason: "r", ReplyDays: 61}), "/reply_days field.range max=60 min=7"},
		"the least notice": {notice(party.Notice{Ground: "fraud", Reason: "r", ReplyDays: 7}), ""},
		"the most notice":  {notice(party.Notice{Ground: "other", Reason: long(4000), ReplyDays: 60}), ""},

		"an empty decision":   {decision(party.Decision{Blacklist: true}), "/reason field.required; /expires_at field.required"},
		"a decision too long": {decision(party.Decision{Blacklist: true, Reason: long(4001), Expires: at(time.Microsecond, 5)}), "/reason field.too_long max=4000; /expires_at field.range max=23-11-2031 min=23-11-2026"},
		"a decision over":     {decision(party.Decision{Blacklist: true, Reason: "r", Expires: at(0, 0)}), "/expires_at field.range max=23-11-2031 min=23-11-2026"},
		"the least decision":  {decision(party.Decision{Blacklist: true, Reason: "r", Expires: at(time.Microsecond, 0)}), ""},
		"the most decision":   {decision(party.Decision{Blacklist: true, Reason: long(4000), Expires: at(0, 5)}), ""},
		"a dismissal":         {decision(party.Decision{Reason: "r", Expires: at(0, -1)}), ""},
	} {
		if x.got != x.want {
			t.Errorf("%s:\n got %s\nwant %s", name, x.got, x.want)
		}
	}
}

// What is taken stands as it is kept: trimmed, with its numbers in their one form.
func TestFormsAreKeptInOneForm(t *testing.T) {
	var f fault.Fields
	ends := day("2026-12-01")
	p := party.Profile{CompanyType: "ngo", Name: " Kazi ", Country: "KE", PhysicalAddress: " Here ", POBox: " 1 ", Phone: "0701 234 567", TaxID: "p051234567z", Website: " kazi.test ", ContactName: " Asha "}
	if got, want := p.Check(&f, ""), (party.Profile{CompanyType: "ngo", Name: "Kazi", Country: "KE", PhysicalAddress: "Here", POBox: "1", Phone: "254701234567", TaxID: "P051234567Z", Website: "https://kazi.test", ContactName: "Asha"}); got != want {
		t.Errorf("%+v", got)
	}
	firm := party.Owner{Name: " Firm ", Identity: " C1 ", Kind: "organisation", Nationality: "KE", Director: true, Women: true, Youth: true, Disability: true}
	person := party.Owner{Name: "Asha", Kind: "person", Nationality: "KE", Director: true, Women: true, Youth: true, Disability: true}
	if got, want := party.CheckOwners(&f, "", []party.Owner{firm, person}), []party.Owner{{Name: "Firm", Identity: "C1", Kind: "organisation", Nationality: "KE", Director: true}, person}; !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if b, _ := (party.Branch{Name: " Nakuru ", Code: " NKU ", Address: " Moi Avenue ", Phone: "0701 234 567", Active: true}).Check("KE"); b != (party.Branch{Name: "Nakuru", Code: "NKU", Address: "Moi Avenue", Phone: "254701234567", Active: true}) {
		t.Errorf("%+v", b)
	}
	if g, _ := (party.GroupForm{Named: party.Named{Name: " Women ", Description: " d ", Active: true}}).Check(true); g.Named != (party.Named{Name: "Women", Description: "d", Active: true}) {
		t.Errorf("%+v", g)
	}
	if got := (party.Purchase{Service: "training", Starts: day("2026-11-01"), Ends: &ends, Note: " n "}).Check(&f, ""); got != (party.Purchase{Service: "training", Starts: day("2026-11-01"), Ends: &ends, Note: "n"}) {
		t.Errorf("%+v", got)
	}
	if n, _ := (party.Notice{Ground: "fraud", Reason: " r ", ReplyDays: 7}).Check(); n != (party.Notice{Ground: "fraud", Reason: "r", ReplyDays: 7}) {
		t.Errorf("%+v", n)
	}
	for _, on := range []bool{true, false} {
		d, err := party.Decision{Blacklist: on, Reason: " r ", Expires: &ends}.Check(day("2026-11-01"))
		if err != nil || d.Reason != "r" || d.Blacklist != on || (d.Expires != nil) != on {
			t.Errorf("%+v %v", d, err)
		}
	}
	if len(f) > 0 {
		t.Error(f)
	}
}

// Two entries of a register are the same when each thing that they say is.
func TestEntriesAreTheSameInEverything(t *testing.T) {
	one := party.Owner{Name: "A", Kind: "person", Identity: "1", Nationality: "KE", Director: true, Share: share("10"), Women: true}
	for name, change := range map[string]func(*party.Owner){
		"":            func(o *party.Owner) { o.ID[0]++; o.Share = share("10.0") },
		"name":        func(o *party.Owner) { o.Name = "B" },
		"kind":        func(o *party.Owner) { o.Kind = "organisation" },
		"identity":    func(o *party.Owner) { o.Identity = "2" },
		"nationality": func(o *party.Owner) { o.Nationality = "UG" },
		"director":    func(o *party.Owner) { o.Director = false },
		"share":       func(o *party.Owner) { o.Share = share("11") },
		"no share":    func(o *party.Owner) { o.Share = nil },
		"women":       func(o *party.Owner) { o.Women = false },
		"youth":       func(o *party.Owner) { o.Youth = true },
		"disability":  func(o *party.Owner) { o.Disability = true },
	} {
		other := one
		change(&other)
		if one.Same(other) != (name == "") || other.Same(one) != (name == "") {
			t.Errorf("%q: %v %v", name, one.Same(other), other.Same(one))
		}
	}
	bare := one
	bare.Share = nil
	if !bare.Same(bare) {
		t.Error("without shares")
	}
}

// Whoever belongs to a segment is counted in it, and to the rest who belongs to none.
func TestEachSegmentCountsItsOwn(t *testing.T) {
	for segment, mark := range map[party.Segment]func(*party.Owner){
		party.General:    func(*party.Owner) {},
		party.Women:      func(o *party.Owner) { o.Women = true },
		party.Youth:      func(o *party.Owner) { o.Youth = true },
		party.Disability: func(o *party.Owner) { o.Disability = true },
	} {
		o := owner("A", "40")
		mark(&o)
		director := owner("B", "")
		mark(&director)
		for s, held := range party.Shares([]party.Owner{o, director, o}) {
			if want := map[bool]string{true: "80", false: "0"}[s == segment]; !held.Equal(*share(want)) {
				t.Errorf("%s in %s: %s", segment, s, held)
			}
		}
	}
	if !party.Held([]party.Owner{owner("A", "40"), owner("B", "")}).Equal(money.NewQuantity(40, 0)) {
		t.Error("not held")
	}
}

// A profile lacks what is left out, and that alone.
func TestWhatAProfileLacks(t *testing.T) {
	whole := func() party.Facts {
		location := int32(73)
		return party.Facts{Logo: true, Categories: 1, Locations: 1, Owners: []party.Owner{owner("A", "100")},
			Profile:   party.Profile{CompanyType: "limited", Name: "Kazi", TaxID: "P", ContactName: "Asha", PhysicalAddress: "Here", LocationID: &location, Phone: "254"},
			Documents: map[party.DocumentKind]party.ExpiryState{party.Registration: party.Valid, party.TaxCompliance: party.Expiring, party.TradingLicence: party.Valid}}
	}
	for i, x := range []struct {
		lacks string
		of    func(*party.Facts)
	}{
		{"", func(*party.Facts) {}},
		{"identity", func(f *party.Facts) { f.Profile.Name = "" }},
		{"identity", func(f *party.Facts) { f.Profile.CompanyType = "" }},
		{"identity", func(f *party.Facts) { f.Profile.TaxID = "" }},
		{"contact", func(f *party.Facts) { f.Profile.ContactName = "" }},
		{"logo", func(f *party.Facts) { f.Logo = false }},
		{"address", func(f *party.Facts) { f.Profile.PhysicalAddress = "" }},
		{"address", func(f *party.Facts) { f.Profile.LocationID = nil }},
		{"phone", func(f *party.Facts) { f.Profile.Phone = "" }},
		{"categories", func(f *party.Facts) { f.Categories = 0 }},
		{"locations", func(f *party.Facts) { f.Locations = 0 }},
		{"registration", func(f *party.Facts) { delete(f.Documents, party.Registration) }},
		{"tax_compliance", func(f *party.Facts) { f.Documents[party.TaxCompliance] = party.Expired }},
		{"trading_licence", func(f *party.Facts) { f.Documents[party.TradingLicence] = party.Expired }},
		{"owners", func(f *party.Facts) { f.Owners = nil }},
		{"owners", func(f *party.Facts) { f.Owners[0].Share = share("99.999999") }},
	} {
		f, want := whole(), 100
		x.of(&f)
		percent, missing := party.Completeness(f)
		var lacks []string
		for _, m := range missing {
			lacks, want = append(lacks, m.Key), want-m.Weight
		}
		if strings.Join(lacks, ",") != x.lacks || percent != want {
			t.Errorf("%d: %s lacks %s, is %d of %d", i, x.lacks, lacks, percent, want)
		}
	}
}

// What has no end is good, and reminds of nothing; a profile's days left are whole.
func TestWhatHasNoEnd(t *testing.T) {
	if state, left := party.ExpiryOf(nil, day("2026-11-01")); state != party.Valid || left != 0 {
		t.Error(state, left)
	}
	if party.NextReminder(nil, day("2026-11-01")) != nil {
		t.Error("reminds")
	}
	expires := day("2026-12-31").Add(5 * time.Hour)
	for on, want := range map[string]int{"2026-12-30": 1, "2026-12-31": 0, "2027-01-02": -2} {
		if _, left := party.ExpiryOf(&expires, day(on).Add(23*time.Hour)); left != want {
			t.Errorf("%s: %d, want %d", on, left, want)
		}
	}
}
