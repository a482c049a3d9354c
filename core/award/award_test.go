package award_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

var update = flag.Bool("update", false, "write the golden files")

func policy(t *testing.T, a sourcing.Activity) sourcing.Policy {
	t.Helper()
	p, ok := sourcing.PolicyOf(a)
	if !ok {
		t.Fatal(a)
	}
	return p
}

func quantity(s string) money.Quantity {
	v, err := money.ParseQuantity(s)
	if err != nil {
		panic(err)
	}
	return v
}

// three bids: the best, the second, one that failed.
func three() []award.Result {
	rank := func(n int) *int { return &n }
	price := func(n int64) *money.Decimal { v := money.New(n, 0); return &v }
	q := func(s string) *money.Quantity { v := quantity(s); return &v }
	return []award.Result{
		{Submission: uuid.UUID{1}, Supplier: uuid.UUID{11}, SupplierName: "Mwanzo Supplies", Technical: quantity("90"), TechnicalPass: true, Price: price(4000), Financial: q("100"), Combined: q("93"), Rank: rank(1), Pass: true},
		{Submission: uuid.UUID{2}, Supplier: uuid.UUID{12}, SupplierName: "Upepo Works", Technical: quantity("70"), TechnicalPass: true, Price: price(4400), Financial: q("90.909091"), Combined: q("76.272727"), Rank: rank(2), Pass: true},
		{Submission: uuid.UUID{3}, Supplier: uuid.UUID{13}, SupplierName: "Bahari Ltd", Technical: quantity("35"), Pass: false},
	}
}

func TestWhoMayBeRecommended(t *testing.T) {
	bids := three()
	id := func(n byte) *uuid.UUID { v := uuid.UUID{n}; return &v }
	for _, x := range []struct {
		name     string
		activity sourcing.Activity
		bid      *uuid.UUID
		reason   string
		want     error
		field    string
	}{
		{"the best", sourcing.Tender, id(1), "", nil, ""},
		{"the second without a reason", sourcing.Tender, id(2), "  ", fault.Invalid, award.ReasonNeeded},
		{"the second with one", sourcing.Tender, id(2), "The best one withdrew its validity", nil, ""},
		{"one that failed", sourcing.Tender, id(3), "whatever", award.NotEligible, ""},
		{"one of elsewhere", sourcing.Tender, id(9), "", award.NoSuchBid, ""},
		{"nobody", sourcing.RFQ, nil, "", fault.Invalid, fault.Required},
		{"all who passed", sourcing.Prequalification, nil, "", nil, ""},
		{"one where all are chosen", sourcing.Prequalification, id(1), "", fault.Invalid, fault.NotAllowed},
	} {
		var chosen []award.Choice
		if x.bid != nil {
			chosen = []award.Choice{{Submission: *x.bid}}
		}
		_, _, err := award.Recommend(policy(t, x.activity), bids, nil, chosen, x.reason)
		if !errors.Is(err, x.want) {
			t.Errorf("%s: %v", x.name, err)
		}
		if x.field != "" && (len(fault.As(err).Fields) != 1 || fault.As(err).Fields[0].Code != x.field) {
			t.Errorf("%s: %v", x.name, err)
		}
	}
	failed, tender := bids[2:], policy(t, sourcing.Tender)
	if _, _, err := award.Recommend(tender, failed, nil, []award.Choice{{Submission: uuid.UUID{3}}}, "anyhow"); !errors.Is(err, award.NobodyPassed) {
		t.Error(err)
	}
	if _, _, err := award.Recommend(tender, failed, nil, nil, " "); !errors.Is(err, fault.Invalid) {
		t.Error("a category ends without a result and without a reason:", err)
	}
	if lines, _, err := award.Recommend(tender, failed, nil, nil, "Nobody passed"); err != nil || len(lines) != 0 {
		t.Error(lines, err)
	}
	if err := award.Decide(uuid.UUID{7}, nil, uuid.UUID{7}); !errors.Is(err, award.SamePerson) {
		t.Error(err)
	}
	if err := award.Decide(uuid.UUID{7}, []uuid.UUID{{7}, {9}}, uuid.UUID{9}); !errors.Is(err, award.EvaluatorDecides) {
		t.Error("who scored the bids decides on them:", err)
	}
	if err := award.Decide(uuid.UUID{7}, []uuid.UUID{{7}, {9}}, uuid.UUID{8}); err != nil {
		t.Error(err)
	}
}

// Item by item: the best of each without a word, another or nobody with a reason,
// nothing to two bids.
func TestItemsGoToTheirBestBids(t *testing.T) {
	bids := three()
	van, lorry := uuid.UUID{21}, uuid.UUID{22}
	offers := []award.Offer{
		{Item: van, Submission: uuid.UUID{2}, Rank: 1, Amount: money.New(900, 0)},
		{Item: van, Submission: uuid.UUID{1}, Rank: 2, Amount: money.New(100, 0)},
		{Item: lorry, Submission: uuid.UUID{1}, Rank: 1, Amount: money.New(500, 0)},
	}
	choice := func(item uuid.UUID, bid byte) award.Choice {
		return award.Choice{Submission: uuid.UUID{bid}, Item: &item}
	}
	for _, x := range []struct {
		name   string
		chosen []award.Choice
		reason string
		want   error
		field  string
		sum    string
	}{
		{"the best of each", nil, "", nil, "", "1400.0000"},
		{"the best of each, by name", []award.Choice{choice(van, 2), choice(lorry, 1)}, "", nil, "", "1400.0000"},
		{"the second of one without a reason", []award.Choice{choice(van, 1), choice(lorry, 1)}, "", fault.Invalid, award.ReasonNeeded, ""},
		{"the second of one with a reason", []award.Choice{choice(van, 1), choice(lorry, 1)}, "The first did not pay", nil, "", "600.0000"},
		{"one item for nobody without a reason", []award.Choice{choice(van, 2)}, "", fault.Invalid, award.ReasonNeeded, ""},
		{"one item twice", []award.Choice{choice(van, 2), choice(van, 1), choice(lorry, 1)}, "why", fault.Invalid, fault.Taken, ""},
		{"a bid that did not price it", []award.Choice{choice(lorry, 2)}, "why", award.NoSuchBid, "", ""},
		{"a bid as a whole", []award.Choice{{Submission: uuid.UUID{1}}}, "why", fault.Invalid, fault.Required, ""},
	} {
		lines, _, err := award.Recommend(policy(t, sourcing.AssetDisposal), bids, offers, x.chosen, x.reason)
		if !errors.Is(err, x.want) {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		if x.field != "" && (len(fault.As(err).Fields) == 0 || fault.As(err).Fields[0].Code != x.field) {
			t.Errorf("%s: %v", x.name, err)
		}
		if err != nil {
			continue
		}
		var sum money.Decimal
		for _, l := range lines {
			sum = sum.Add(*l.Amount)
		}
		if sum.String() != x.sum {
			t.Errorf("%s: %s, want %s", x.name, sum, x.sum)
		}
	}
}

func TestStandstill(t *testing.T) {
	zone, err := time.LoadLocation("Africa/Nairobi")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 23, 22, 30, 0, 0, time.UTC) // the 24th in Nairobi already
	for _, x := range []struct {
		regime string
		bids   int
		want   string
	}{
		{"private-default", 3, "2026-12-02T00:00:00+03:00"},
		{"private-default", 1, "2026-12-02T00:00:00+03:00"},
		{"ke-ppada", 3, "2026-12-09T00:00:00+03:00"},
		{"ke-ppada", 2, "2026-12-09T00:00:00+03:00"}, // whoever lost could object
		{"ke-ppada", 1, "2026-11-24T01:30:00+03:00"},
	} {
		r, ok := sourcing.RegimeOf(x.regime)
		if !ok {
			t.Fatal(x.regime)
		}
		if got := award.StandstillEnds(at, r, x.bids, zone).In(zone).Format(time.RFC3339); got != x.want {
			t.Errorf("%s with %d bids: %s, want %s", x.regime, x.bids, got, x.want)
		}
	}
}

func TestUnknownPlaceholdersAreRefusedByName(t *testing.T) {
	check := func(k award.Kind, body string, prices bool) string {
		_, err := award.Template{Kind: k, Language: "en", Subject: "S", Body: body}.Check(prices)
		var out []string
		if err != nil {
			for _, f := range fault.As(err).Fields {
				out = append(out, fmt.Sprint(f.Pointer, " ", f.Code, " ", f.Params["name"]))
			}
		}
		return strings.Join(out, ";")
	}
	all := "{" + strings.Join(award.Placeholders, "} {") + "}"
	if got := check(award.Regret, all, true); got != "" {
		t.Error(got)
	}
	for body, want := range map[string]string{"Dear {suplier}": "/body award.placeholder suplier", "{}": "/body award.placeholder ", "{ supplier }": "/body award.placeholder  supplier "} {
		if got := check(award.Award, body, true); got != want {
			t.Errorf("%q: %q, want %q", body, got, want)
		}
	}
	if got := check(award.Success, "{amount}", false); got != "/body award.placeholder amount" {
		t.Error(got)
	}
	if got := check(award.DD, "{rank}", true); got != "/body award.placeholder rank" {
		t.Error(got)
	}
	for _, lang := range award.Languages() {
		for _, k := range award.Kinds {
			for _, prices := range []bool{true, false} {
				if !prices && k == award.Award {
					continue // where there are no prices, success is the letter
				}
				if _, err := award.Default(k, lang).Check(prices); err != nil {
					t.Errorf("the words of %s in %s: %v", k, lang, err)
				}
			}
		}
	}
}

func facts(own award.Result) award.Facts {
	winner := three()[0]
	return award.Facts{Supplier: own.SupplierName, Buyer: "County of Nakuru", Job: "Water pumps", Category: "Pumps", Reference: "ZB/TN/2026/0081/1", Currency: "KES",
		Prices: true, Scores: true, Own: own, PassMark: quantity("50"), Bids: 3, Winner: winner.SupplierName, WinnerPrice: winner.Price, DebriefDays: 5,
		StandstillEnds: time.Date(2026, 12, 1, 21, 0, 0, 0, time.UTC), Zone: time.FixedZone("EAT", 3*3600)}
}

// What each reader is told, in every language, as people read it.
func TestLetters(t *testing.T) {
	for _, lang := range award.Languages() {
		var b strings.Builder
		for i, own := range three() {
			kind := award.Regret
			if i == 0 {
				kind = award.Award
			}
			f := facts(own)
			if i == 1 {
				f.Reason = ""
			}
			l, err := award.Compose(award.Default(kind, lang), f)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "=== %s: %s\n%s\n\n%s\n", own.SupplierName, kind, l.Subject, l.Body)
			for _, x := range l.Figures {
				label := award.Label(lang, x.Key)
				if label == "" || x.Value == "" {
					t.Errorf("%s: figure %s has no words", lang, x.Key)
				}
				fmt.Fprintf(&b, "  %s: %s\n", label, x.Value)
			}
			fmt.Fprintf(&b, "%s\n%s\n\n", l.Closing, l.Footer)
			if strings.ContainsAny(l.Subject+l.Body+l.Closing+l.Footer, "{}") {
				t.Errorf("%s: a placeholder is left", lang)
			}
		}
		golden(t, lang+".txt", b.String())
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile("testdata/"+name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/" + name)
	if err != nil || string(want) != got {
		t.Errorf("testdata/%s differs (%v); run with -update and read the difference", name, err)
	}
}

// A regret letter names its reader's own scores and rank and the winner's name
// and price, whatever the template says; the winner's scores and a third
// bidder's anything are in no letter of another.
func TestARegretLetterSaysWhatTheLawAsks(t *testing.T) {
	bids := three()
	l, err := award.Compose(award.Template{Kind: award.Regret, Language: "en", Subject: "No", Body: "No."}, facts(bids[1]))
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	text := l.Body + l.Closing
	for _, f := range l.Figures {
		keys = append(keys, f.Key)
		text += f.Value + "\n"
	}
	for _, k := range []string{"technical", "financial", "combined", "rank", "why", "winner", "amount", "standstill_ends"} {
		if !slices.Contains(keys, k) {
			t.Errorf("no %s", k)
		}
	}
	for _, s := range []string{"70.00 / 100", "90.91", "76.27", "2 of 3 bids", "Mwanzo Supplies", "KES\u00a04,000.00", "5 days"} {
		if !strings.Contains(text, s) {
			t.Errorf("%q is not told", s)
		}
	}
	for _, s := range []string{"93.00", "90.00", "Bahari", "35.00"} {
		if strings.Contains(text, s) {
			t.Errorf("%q of another bidder is told", s)
		}
	}
	for spoil, f := range map[string]func(*award.Facts){
		"winner": func(f *award.Facts) { f.Winner = "" }, "amount": func(f *award.Facts) { f.WinnerPrice = nil },
		"standstill_ends": func(f *award.Facts) { f.StandstillEnds = time.Time{} },
	} {
		x := facts(bids[1])
		f(&x)
		if _, err := award.Compose(award.Default(award.Regret, "en"), x); !errors.Is(err, award.LetterIncomplete) {
			t.Errorf("a letter without %s: %v", spoil, err)
		}
	}
}

// Values are text: a supplier called {amount} gets no amount.
func TestNamesAreNotPlaceholders(t *testing.T) {
	f := facts(three()[1])
	f.Supplier = "{amount} {winner}"
	l, err := award.Compose(award.Template{Kind: award.Regret, Language: "en", Subject: "{supplier}", Body: "b"}, f)
	if err != nil || l.Subject != "{amount} {winner}" {
		t.Errorf("%q %v", l.Subject, err)
	}
}
