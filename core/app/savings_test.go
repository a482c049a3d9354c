package app_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/app/story"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

// saved is what is told of an award against one baseline: baseline, saving and per cent,
// or why there is none.
func saved(c *story.Category, a access.Actor, kind evaluation.Baseline) string {
	c.Helper()
	out, err := c.Reports.Savings(c.Context(), a, c.Officer.Org, reportsvc.SavingFilter{Baseline: kind}, "", 50)
	c.Must(err)
	for _, r := range out.Items {
		if r.CategoryID != c.ID {
			continue
		}
		if r.Missing != "" {
			return r.Missing
		}
		return r.Baseline.Short() + " " + r.Saved.Short() + " " + r.Percent.Short()
	}
	return "not listed"
}

// tells compares what the officer is told of an award with what is right.
func tells(c *story.Category, want map[evaluation.Baseline]string) {
	c.Helper()
	for kind, told := range want {
		if got := saved(c, c.Officer, kind); got != told {
			c.Errorf("%s: %q, want %q", kind, got, told)
		}
	}
}

// bought is a purchase of four pumps at a price each, from two bidders, awarded and over.
func bought(w *story.World, estimate int64, prices ...string) *story.Category {
	w.Helper()
	terms := pumps
	terms.Sections, terms.PassMark, terms.Technical, terms.Financial = nil, 0, 0, 100
	terms.Items = []sourcing.Item{{Number: "1", Code: "PU-1", Description: "Pump", Unit: "each", Quantity: *story.Points(4)}}
	if estimate > 0 {
		amount := money.New(estimate, 0)
		terms.Estimate = &amount
	}
	c := w.Publish(policyOf(sourcing.RFQ), again(w, terms))
	for i, price := range prices {
		c.Offer(w.Bidders[i], map[string]string{"1": price})
	}
	c.Rank()
	return c
}

// Each baseline is stored at the award, of its own and never mixed; an award that follows
// is compared with it and changes nothing of it. None is not zero, and what was worse than
// its baseline is below zero.
func TestSavingsStandAsTheyWereAtTheAward(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	first := bought(w, 450, "100", "120")
	tells(first, map[evaluation.Baseline]string{evaluation.ByEstimate: "not listed"})
	first.Award()
	want := map[evaluation.Baseline]string{
		evaluation.ByEstimate: "450 50 11.11",
		evaluation.ByMean:     "440 40 9.09",
		evaluation.ByLastPaid: "never_paid",
		evaluation.ByBefore:   "not_negotiated",
	}
	tells(first, want)
	second := bought(w, 0, "110")
	second.Award()
	tells(second, map[evaluation.Baseline]string{
		evaluation.ByEstimate: "no_estimate",
		evaluation.ByMean:     "too_few_bids",
		evaluation.ByLastPaid: "400 -40 -10",
		evaluation.ByBefore:   "not_negotiated",
	})
	tells(first, want)

	all, err := w.Reports.Savings(t.Context(), w.Officer, w.Officer.Org, reportsvc.SavingFilter{Baseline: evaluation.ByEstimate}, "", 50)
	w.Must(err)
	if len(all.Totals) != 1 || all.Totals[0].Awards != 2 || all.Totals[0].Compared != 1 || all.Totals[0].Saved.Short() != "50" || all.Totals[0].Awarded.Short() != "400" {
		t.Errorf("what has no baseline is a part of the sums: %+v", all.Totals)
	}
	e, err := w.Reports.Evidence(t.Context(), w.Officer, w.Officer.Org, second.ID)
	w.Must(err)
	if len(e.Savings) != 4 || len(e.Sources) != 1 {
		t.Fatalf("%d baselines, %d rows behind them", len(e.Savings), len(e.Sources))
	}
	s := e.Sources[0]
	if s.UnitPrice.Short() != "100" || s.Quantity.Short() != "4" || s.PaidCategoryID == nil || *s.PaidCategoryID != first.ID || s.ItemNumber != "1" {
		t.Errorf("the last price was of something else: %+v", s)
	}
	if got := w.Count("SELECT count(*) FROM saving"); got != 8 {
		t.Errorf("%d savings of two awards, want 8", got)
	}
	_, err = pgtest.Do(t.Context(), w.DB, "UPDATE saving SET saved = 0")
	if err == nil {
		t.Error("a saving can be changed")
	}
}

// What a negotiation brought is measured from what the winner had offered before it.
func TestSavingsOfANegotiation(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	c := bought(w, 0, "100", "120")
	r := c.Negotiate(true, w.Bidders...)
	r.Offer(w.Bidders[0], map[string]string{"1": "95"})
	r.Offer(w.Bidders[1], map[string]string{"1": "90"})
	r.Rank()
	c.Award()
	tells(c, map[evaluation.Baseline]string{evaluation.ByBefore: "480 120 25", evaluation.ByMean: "370 10 2.7"})
}

// What is sold saves by a higher price, item by item; the estimate is of all items, and
// compares nothing where some were not sold.
func TestSavingsOfWhatIsSold(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		second   string
		estimate string
		mean     string
	}{
		"all sold":  {second: "30", estimate: "120 10 8.33", mean: "too_few_bids"},
		"in part":   {estimate: "in_part", mean: "90 10 11.11"},
		"both bids": {second: "30 50", estimate: "120 30 25", mean: "130 20 15.38"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := story.New(t, 2)
			amount := money.New(120, 0)
			terms := story.Terms{Estimate: &amount, Items: []sourcing.Item{
				{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)},
				{Number: "2", Description: "Desk", Unit: "each", Quantity: *story.Points(1)},
			}}
			c := w.Publish(policyOf(sourcing.AssetDisposal), terms)
			for i, prices := range []map[string]string{{"1": "100"}, {"1": "80"}} {
				if len(x.second) > 3*i {
					prices["2"] = x.second[3*i:][:2]
				}
				c.Bid(w.Bidders[i], nil, prices)
				c.Submit(w.Bidders[i])
			}
			c.Rank()
			c.Award()
			tells(c, map[evaluation.Baseline]string{evaluation.ByEstimate: x.estimate, evaluation.ByMean: x.mean})
		})
	}
}

// An auction is measured from its first bid that stands; while the standstill runs nothing
// is done, and nothing is counted.
func TestSavingsOfAnAuction(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		activity    sourcing.Activity
		bids        []string
		before, was string
	}{
		{activity: sourcing.ReverseAuction, bids: []string{"9000", "8800", "8500"}, before: "9000 500 5.56", was: "8650 150 1.73"},
		{activity: sourcing.ForwardAuction, bids: []string{"8000", "8200", "8900"}, before: "8000 900 11.25", was: "8550 350 4.09"},
	} {
		t.Run(string(x.activity), func(t *testing.T) {
			t.Parallel()
			w := story.New(t, 2)
			terms := pumps
			terms.Invited = w.Bidders
			c := w.Publish(policyOf(x.activity), terms)
			for _, a := range w.Bidders {
				c.Bid(a, answers, nil)
				c.Submit(a)
			}
			c.Close()
			c.Open()
			c.Judge(story.Mark{Bidder: w.Bidders[0], Prompt: "Method", Value: "8"}, story.Mark{Bidder: w.Bidders[1], Prompt: "Method", Value: "8"})
			var bids []story.LiveBid
			for i, price := range x.bids {
				bids = append(bids, story.LiveBid{Bidder: w.Bidders[i%2], Price: price})
			}
			c.Live(bids...)
			made := c.Award()
			tells(c, map[evaluation.Baseline]string{evaluation.ByBefore: "not listed"})
			if _, err := w.Reports.Evidence(t.Context(), w.Officer, w.Officer.Org, c.ID); !errors.Is(err, fault.NotFound) {
				t.Errorf("in its standstill: %v", err)
			}
			w.SetClock(made.StandstillEnds)
			w.Conclude()
			tells(c, map[evaluation.Baseline]string{evaluation.ByBefore: x.before, evaluation.ByMean: x.was})
		})
	}
}

// Who may not look into a category hears nothing of what it saved; what its prices came
// from is for who judges or decides; other desks have what their privileges say.
func TestSavingsAreSeenByWhoMay(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	c := bought(w, 450, "100", "120")
	c.Award()
	owner, ctx := w.Officer.Org, t.Context()
	read := func(a access.Actor) error {
		_, err := w.Reports.Savings(ctx, a, owner, reportsvc.SavingFilter{Baseline: evaluation.ByMean}, "", 50)
		return err
	}
	open := func(a access.Actor) error {
		_, err := w.Reports.Evidence(ctx, a, owner, c.ID)
		return err
	}
	plain := w.Second
	plain.Privileges = nil
	stranger := w.Person("buyer", access.Buyer, uuid.Nil)
	staff := w.Person("operator", access.Operator, uuid.Nil)
	noReports := staff
	noReports.Privileges = nil
	if got := saved(c, plain, evaluation.ByMean); got != "440 40 9.09" {
		t.Errorf("somebody of the company reads %q", got)
	}
	w.Is(open(plain), fault.Forbidden)
	w.Is(read(stranger), fault.Forbidden)
	w.Is(read(w.Bidders[0]), fault.Forbidden)
	w.Is(read(noReports), fault.Forbidden)
	w.Must(read(staff))
	_, err := w.Reports.ExportSavings(ctx, plain, owner, reportsvc.SavingFilter{Baseline: evaluation.ByMean}, "fr")
	w.Is(err, fault.Forbidden)
	book, err := w.Reports.ExportSavings(ctx, w.Officer, owner, reportsvc.SavingFilter{Baseline: evaluation.ByMean}, "fr")
	w.Must(err)
	if len(book) == 0 || w.Count("SELECT count(*) FROM audit_entry WHERE action = 'report.savings.exported'") != 1 {
		t.Error("an export that was not written down")
	}
	buyers, err := w.Reports.SavingsBuyers(ctx, staff, evaluation.ByMean, "", "", 20)
	w.Must(err)
	if len(buyers.Items) != 1 || len(buyers.Items[0].Totals) != 1 || buyers.Items[0].Totals[0].Saved.Short() != "40" {
		t.Errorf("buyers: %+v", buyers.Items)
	}
	_, err = w.Reports.SavingsBuyers(ctx, noReports, evaluation.ByMean, "", "", 20)
	w.Is(err, fault.Forbidden)

	closed := false
	w.Must(w.Sourcing.SetDoor(ctx, w.Officer, owner, w.Second.User, c.ID, &closed))
	if got := saved(c, w.Second, evaluation.ByMean); got != "not listed" {
		t.Errorf("behind a closed door somebody reads %q", got)
	}
	shut, err := w.Reports.Savings(ctx, w.Second, owner, reportsvc.SavingFilter{Baseline: evaluation.ByMean}, "", 50)
	w.Must(err)
	if len(shut.Items)+len(shut.Totals)+len(shut.Choices) != 0 {
		t.Errorf("behind a closed door somebody reads of it in %+v", shut)
	}
	w.Is(open(w.Second), sourcing.CategoryDenied)
	w.Must(open(w.Officer))
	w.Must(w.Party.SetModule(ctx, staff, owner, string(sourcing.RFQ), false))
	if got := saved(c, w.Officer, evaluation.ByMean); got != "not listed" {
		t.Errorf("of an activity that is switched off somebody reads %q", got)
	}
}

// Of an earlier award that is not open to the reader the evidence tells what was paid, and neither to whom nor for what.
func TestEvidenceNamesNobodyOfAClosedAward(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	first := bought(w, 0, "100", "120")
	first.Award()
	second := bought(w, 0, "110", "130")
	second.Award()
	var winner string
	w.Must(w.DB.QueryRow(t.Context(), "SELECT name FROM company WHERE id = $1", w.Bidders[0].Org).Scan(&winner))
	told := func(want string) {
		t.Helper()
		e, err := w.Reports.Evidence(t.Context(), w.Second, w.Officer.Org, second.ID)
		w.Must(err)
		got, bids := "", 0
		for _, s := range e.Sources {
			if s.Kind != string(evaluation.ByLastPaid) {
				if bids++; s.SupplierName == "" {
					t.Error("a bid for what is open has no name")
				}
				continue
			}
			got += s.UnitPrice.Short() + " to " + s.SupplierName + " for " + s.PaidName
			if open := s.PaidCategoryID != nil; open != (s.PaidName != "") {
				t.Errorf("it leads to the award: %v, %q", open, got)
			}
		}
		if got != want || bids != 2 {
			t.Errorf("paid was %q, want %q; %d bids", got, want, bids)
		}
	}
	told("100 to " + winner + " for Pumps")
	closed := false
	w.Must(w.Sourcing.SetDoor(t.Context(), w.Officer, w.Officer.Org, w.Second.User, first.ID, &closed))
	told("100 to  for ")
}

// Whoever takes savings as a workbook reads it in their own language: its sheets, its heads and the words in it.
func TestSavingsAreTakenInTheLanguageOfTheReader(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	bought(w, 450, "100", "120").Award()
	for language, want := range map[locale.Language]struct{ sheets, heads, words []string }{
		"en": {[]string{"Savings", "Totals"}, []string{"Supplier", "Saving", "Why there is no baseline"}, []string{"Request for quotation", "neither negotiated nor auctioned"}},
		"am": {[]string{"ቁጠባ", "ድምሮች"}, []string{"አቅራቢ", "ቁጠባ", "መነሻ የሌለበት ምክንያት"}, []string{"የዋጋ ማቅረቢያ ጥያቄ", "ድርድርም ጨረታም አልነበረም"}},
		"fr": {[]string{"Économies", "Totaux"}, []string{"Fournisseur", "Économie", "Pourquoi il n’y a pas de référence"}, []string{"Demande de cotation", "ni négociation ni enchère"}},
		"pt": {[]string{"Poupanças", "Totais"}, []string{"Fornecedor", "Poupança", "Porque não há referência"}, []string{"Pedido de cotação", "sem negociação nem leilão"}},
		"sw": {[]string{"Akiba", "Jumla"}, []string{"Msambazaji", "Akiba", "Kwa nini hakuna msingi"}, []string{"Ombi la bei", "hakukuwa na majadiliano wala mnada"}},
	} {
		data, err := w.Reports.ExportSavings(t.Context(), w.Officer, w.Officer.Org, reportsvc.SavingFilter{Baseline: evaluation.ByBefore}, language)
		w.Must(err)
		book, err := excelize.OpenReader(bytes.NewReader(data))
		w.Must(err)
		if sheets := book.GetSheetList(); !slices.Equal(sheets, want.sheets) {
			t.Errorf("%s: its sheets are %q", language, sheets)
			continue
		}
		rows, err := book.GetRows(want.sheets[0])
		w.Must(err)
		for i, words := range [][]string{want.heads, want.words} {
			for _, word := range words {
				if !slices.Contains(rows[i], word) {
					t.Errorf("%s: no %q in %q", language, word, rows[i])
				}
			}
		}
	}
}
