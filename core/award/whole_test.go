package award_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/bidding"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// decided are facts by what a category may have and what a decision may say.
func decided() map[string]func(*award.Facts) {
	return map[string]func(*award.Facts){
		"as it is": func(*award.Facts) {},
		"without prices": func(f *award.Facts) {
			f.Prices, f.Own.Price, f.Own.Financial, f.Winner, f.WinnerPrice = false, nil, nil, "", nil
		},
		"without scores":   func(f *award.Facts) { f.Scores = false },
		"without a mark":   func(f *award.Facts) { f.PassMark = money.Quantity{} },
		"nothing combined": func(f *award.Facts) { f.Own.Combined = nil },
		"not ranked":       func(f *award.Facts) { f.Own.Rank = nil },
		"no ranking":       func(f *award.Facts) { f.Ranked, f.Own.Rank = false, nil },
		"not passed":       func(f *award.Facts) { f.Own.Pass = false },
		"not technically":  func(f *award.Facts) { f.Own.TechnicalPass = false },
		"failed a check":   func(f *award.Facts) { f.Own.FailedCheck = "document" },
		"with a reason":    func(f *award.Facts) { f.Reason = "The best one withdrew" },
		"nobody":           func(f *award.Facts) { f.Nobody, f.Reason, f.Winner, f.WinnerPrice = true, "Over budget", "", nil },
		"nobody, no why":   func(f *award.Facts) { f.Nobody, f.Reason, f.Winner, f.WinnerPrice = true, " ", "", nil },
		"nothing known": func(f *award.Facts) {
			*f = award.Facts{Prices: true, Ranked: true, Currency: "KES", Zone: time.UTC}
		},
		"nobody's winner": func(f *award.Facts) { f.Winner, f.WinnerPrice, f.StandstillEnds = " ", nil, time.Time{} },
	}
}

// What a letter of each kind says of each decision: all of it, or what is missing.
func TestEveryLetterOfEveryDecision(t *testing.T) {
	t.Parallel()
	all := "{" + strings.Join(award.Placeholders, "} {") + "}"
	var b strings.Builder
	changes := decided()
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		for _, k := range award.Kinds {
			f := facts(three()[0])
			changes[name](&f)
			template := award.Template{Kind: k, Language: "fr", Subject: "S {reference}", Body: all, Footer: "F {buyer}", Signature: "G {job}"}
			l, err := award.Compose(template, f)
			fmt.Fprintf(&b, "=== %s, %s: ", name, k)
			if err != nil {
				fmt.Fprintf(&b, "lacks %v\n", fault.As(err).Params["missing"])
				continue
			}
			fmt.Fprintf(&b, "%s %s\n%s | %s | %s | %s\n", l.Kind, l.Language, l.Subject, l.Body, l.Footer, l.Signature)
			for _, x := range l.Figures {
				strong := map[bool]string{true: "!"}[x.Strong]
				fmt.Fprintf(&b, "%s%s %s | ", x.Key, strong, x.Value)
			}
			fmt.Fprintf(&b, "\n%s\n", l.Closing)
		}
	}
	golden(t, "decisions.txt", b.String())
}

// The words that the hash of a letter is taken of are all of it, each in its place.
func TestTheTextOfALetterIsAllOfIt(t *testing.T) {
	t.Parallel()
	l := award.Letter{
		Kind:      award.Regret,
		Language:  "sw",
		Subject:   "subject",
		Body:      "body",
		Closing:   "closing",
		Footer:    "footer",
		Signature: "signature",
		Figures:   []award.Figure{{Key: "rank", Value: "2"}, {Key: "why", Value: "rank"}},
	}
	want := "regret\x00sw\x00subject\x00body\x00closing\x00footer\x00signature\x00rank\x002\x00why\x00rank"
	if got := l.Text(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A decision names who gets what for how much; who did not pass, has no place or no
// price gets nothing by it.
func TestWhatADecisionGives(t *testing.T) {
	t.Parallel()
	bids := three()
	for i, spoil := range []func(*award.Result){
		func(r *award.Result) { r.Pass = false },
		func(r *award.Result) { r.Rank = nil },
		func(r *award.Result) { r.Price = nil },
	} {
		r := three()[1]
		spoil(&r)
		r.Submission = uuid.UUID{byte(4 + i)}
		r.Supplier = uuid.UUID{byte(14 + i)}
		bids = append(bids, r)
	}
	item := uuid.UUID{21}
	offers := []award.Offer{
		{Item: item, Submission: uuid.UUID{5}, Rank: 2, Amount: money.New(6, 0)},
		{Item: item, Submission: uuid.UUID{1}, Rank: 1, Amount: money.New(5, 0)},
		{Item: item, Submission: uuid.UUID{2}, Rank: 1, Amount: money.New(5, 0)}, // as good, and told after it
	}
	given := func(activity sourcing.Activity, chosen ...award.Choice) string {
		lines, why, err := award.Recommend(policy(t, activity), bids, offers, chosen, "")
		if err != nil {
			f := fault.As(err)
			out := f.Code
			for _, x := range f.Fields {
				out += " " + x.Pointer + " " + x.Code
			}
			return out
		}
		out := why
		for _, l := range lines {
			out += fmt.Sprintf("%d to %d", l.Submission[0], l.Supplier[0])
			if l.Item != nil {
				out += fmt.Sprintf(" of %d", l.Item[0])
			}
			if l.Amount != nil {
				out += " for " + l.Amount.Short()
			}
			out += "; "
		}
		return out
	}
	bid := func(n byte) award.Choice { return award.Choice{Submission: uuid.UUID{n}} }
	for _, x := range []struct {
		activity sourcing.Activity
		chosen   []award.Choice
		want     string
	}{
		{sourcing.Tender, []award.Choice{bid(1)}, "1 to 11 for 4000; "},
		{sourcing.Tender, []award.Choice{bid(4)}, award.NotEligible.Code},
		{sourcing.Tender, []award.Choice{bid(5)}, award.NotEligible.Code},
		{sourcing.Tender, []award.Choice{bid(6)}, award.NotEligible.Code},
		{sourcing.Tender, []award.Choice{bid(1), bid(2)}, fault.Invalid.Code + " /submission_id " + fault.Required},
		{sourcing.Tender, []award.Choice{{Submission: uuid.UUID{1}, Item: &item}}, fault.Invalid.Code + " /submission_id " + fault.Required},
		{sourcing.Prequalification, nil, "1 to 11; 2 to 12; 5 to 15; 6 to 16; "},
		{sourcing.AssetDisposal, nil, "1 to 11 of 21 for 5; "},
		{
			sourcing.AssetDisposal,
			[]award.Choice{bid(1), {Submission: uuid.UUID{2}, Item: &item}, {Submission: uuid.UUID{1}, Item: &item}},
			fault.Invalid.Code + " /lines/0/item_id " + fault.Required + " /lines/2/item_id " + fault.Taken,
		},
	} {
		if got := given(x.activity, x.chosen...); got != x.want {
			t.Errorf("%s of %v: %q, want %q", x.activity, x.chosen, got, x.want)
		}
	}
}

// Who is named in a decision wins or qualifies, who is not has lost; nobody waits where
// a regime has no days of it.
func TestWhatALetterSaysOfEachBid(t *testing.T) {
	t.Parallel()
	lines := []award.Line{{Choice: award.Choice{Submission: uuid.UUID{1}}}, {Choice: award.Choice{Submission: uuid.UUID{2}}}}
	for _, x := range []struct {
		activity sourcing.Activity
		bid      byte
		lines    []award.Line
		want     award.Kind
		outcome  bidding.Move
	}{
		{sourcing.Tender, 1, lines, award.Award, bidding.Win},
		{sourcing.Tender, 2, lines, award.Award, bidding.Win},
		{sourcing.Tender, 3, lines, award.Regret, bidding.Lose},
		{sourcing.Tender, 1, nil, award.Regret, bidding.Lose},
		{sourcing.Prequalification, 2, lines, award.Success, bidding.Qualify},
		{sourcing.Prequalification, 3, lines, award.Regret, bidding.Lose},
	} {
		k := award.KindFor(policy(t, x.activity), award.Result{Submission: uuid.UUID{x.bid}}, x.lines)
		if k != x.want || k.Outcome() != x.outcome {
			t.Errorf("%d of %s: %s, %v", x.bid, x.activity, k, k.Outcome())
		}
	}
	at := time.Date(2026, 11, 23, 22, 30, 0, 0, time.UTC)
	if got := award.StandstillEnds(at, sourcing.Regime{}, 3, time.UTC); !got.Equal(at) {
		t.Errorf("a standstill of no days ends at %s", got)
	}
}

// A template is kept as it will be printed, and all that is wrong with it is told at once.
func TestATemplateIsCheckedInAllItsParts(t *testing.T) {
	t.Parallel()
	check := func(x award.Template) string {
		t.Helper()
		got, err := x.Check(true)
		if err == nil {
			return fmt.Sprintf("%s|%s|%s|%s|%s|%s", got.Kind, got.Language, got.Subject, got.Body, got.Footer, got.Signature)
		}
		var out []string
		for _, f := range fault.As(err).Fields {
			out = append(out, f.Pointer+" "+f.Code)
		}
		return strings.Join(out, ", ")
	}
	long := func(n int) string { return strings.Repeat("x", n) }
	for _, x := range []struct {
		t    award.Template
		want string
	}{
		{
			award.Template{Kind: award.DD, Language: "pt", Subject: " S ", Body: " a\r\nb ", Footer: " F ", Signature: " c\r\nd "},
			"dd|pt|S|a\nb|F|c\nd",
		},
		{
			award.Template{Kind: "spam", Language: "xx", Subject: " ", Body: "\r\n", Footer: long(301), Signature: long(301)},
			"/kind field.not_allowed, /language field.not_allowed, /subject field.required, /body field.required, " +
				"/footer field.too_long, /signature field.too_long",
		},
		{
			award.Template{Kind: award.DD, Language: "en", Subject: "Ọlọ́ṣun ቤት", Body: "شركة", Footer: "ߒ", Signature: "ok \U0001F600"},
			"/body field.letter, /footer field.letter, /signature field.letter",
		},
		{
			award.Template{Kind: award.Regret, Language: "en", Subject: long(201), Body: long(8001)},
			"/subject field.too_long, /body field.too_long",
		},
		{
			award.Template{Kind: award.Regret, Language: "en", Subject: "{a} {b}", Body: "{c}", Footer: "{d}", Signature: "{e}"},
			"/subject award.placeholder, /body award.placeholder, /footer award.placeholder, /signature award.placeholder",
		},
		{award.Template{Kind: award.Custom, Language: "en", Subject: "S", Body: "{winner}"}, "/body award.placeholder"},
	} {
		if got := check(x.t); got != x.want {
			t.Errorf("%.60v: %q, want %q", x.t, got, x.want)
		}
	}
}
