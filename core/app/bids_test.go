package app_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/boq"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/sourcing"
)

func TestASupplierFindsItsBidsAndHowCompleteTheyAre(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	mine, other := w.Bidders[0], w.Bidders[1]
	in := func(a access.Actor) *biddingsvc.Bid {
		b, err := w.Bidding.BidIn(w.Context(), a, w.ID)
		w.Must(err)
		return b
	}
	if in(mine) != nil {
		t.Fatal("a bid before taking part")
	}
	id, err := w.TryStart(mine)
	w.Must(err)
	if b := in(mine); b == nil || b.ID != id || !b.Open {
		t.Fatalf("%+v", b)
	}
	if in(other) != nil {
		t.Fatal("another company's bid")
	}
	if b, err := w.Bidding.BidIn(w.Context(), mine, uuid.Must(uuid.NewV7())); b != nil || err != nil {
		t.Fatal(b, err)
	}
	complete := func(done, total int32) {
		t.Helper()
		page, err := w.Bidding.Bids(w.Context(), mine, biddingsvc.BidFilter{Ongoing: true}, "", 10)
		w.Must(err)
		if len(page.Items) != 1 || page.Items[0].Done != done || page.Items[0].Total != total {
			t.Fatalf("%+v, want %d of %d", page.Items, done, total)
		}
		// The list and the bid count alike.
		if p := in(mine).Progress; p.Done != int(done) || p.Total != int(total) || p.Percent != bidding.Percent(int(done), int(total)) {
			t.Fatalf("%+v", p)
		}
	}
	complete(0, 4)
	_, err = w.TrySave(mine, id, biddingsvc.Changes{Answers: []biddingsvc.Answer{{Question: w.choice, Value: w.ten.String()}}})
	w.Must(err)
	complete(1, 4)
	_, err = w.TrySave(mine, id, biddingsvc.Changes{Answers: []biddingsvc.Answer{{Question: w.choice, Version: 1}},
		Prices: []biddingsvc.Price{{Item: w.item, UnitPrice: "12"}}})
	w.Must(err)
	complete(1, 4)
	for _, f := range []biddingsvc.BidFilter{{}, {Ranked: true}, {Ongoing: true, Activities: []sourcing.Activity{sourcing.RFQ}}} {
		if page, err := w.Bidding.Bids(w.Context(), mine, f, "", 10); err != nil || len(page.Items) != 0 {
			t.Errorf("%+v: %d, %v", f, len(page.Items), err)
		}
	}
	bid := w.draft(other, w.ten, "all of it", "10")
	w.Must(w.Bidding.RemoveFile(w.Context(), other, bid, in(other).Files[0].ID))
	page, err := w.Bidding.Bids(w.Context(), other, biddingsvc.BidFilter{Ongoing: true}, "", 10)
	w.Must(err)
	if p := in(other).Progress; len(page.Items) != 1 || page.Items[0].Done != 3 || p.Done != 3 {
		t.Fatalf("a file that was taken out counts: %+v, %+v", page.Items, p)
	}
	u, err := w.TryUpload(other, bid, w.upload, "licence.pdf", len(story.PDF))
	w.Must(err)
	_, err = w.TryAppend(other, u.ID, 0, story.PDF)
	w.Must(err)
	page, err = w.Bidding.Bids(w.Context(), other, biddingsvc.BidFilter{Ongoing: true}, "", 10)
	w.Must(err)
	if len(page.Items) != 1 || page.Items[0].Done != 4 {
		t.Fatalf("%+v", page.Items)
	}
}

func TestAPriceTypedAsTextIsReadInItsLanguage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	a := w.Bidders[0]
	id, err := w.TryStart(a)
	w.Must(err)
	_, data, err := w.Bidding.Template(w.Context(), a, id, "fr")
	w.Must(err)
	book, err := excelize.OpenReader(bytes.NewReader(data))
	w.Must(err)
	rows, err := book.GetRows(boq.Sheet)
	w.Must(err)
	for i, r := range rows {
		if len(r) > 0 && r[0] == w.item.String() {
			w.Must(book.SetCellStr(boq.Sheet, fmt.Sprintf("G%d", i+1), "1,250"))
		}
	}
	var filled bytes.Buffer
	w.Must(book.Write(&filled))
	for language, price := range map[string]string{"fr": "1.2500", "en": "1250.0000"} {
		report, err := w.Bidding.ReadTemplate(w.Context(), a, id, filled.Bytes(), language)
		w.Must(err)
		if len(report.Changes) != 1 || report.Changes[0].After == nil || report.Changes[0].After.String() != price {
			t.Errorf("%s: %+v", language, report)
		}
	}
	_, saved, err := w.Bidding.TakeTemplate(w.Context(), a, id, filled.Bytes(), "fr")
	w.Must(err)
	if saved.Versions[w.item] != 1 {
		t.Errorf("%+v", saved)
	}
}

// What is cleared in a workbook is cleared in the bid: the price and the remark, and the
// item is asked for again.
func TestAPriceClearedInTheWorkbookIsGone(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	a := w.Bidders[0]
	id, err := w.TryStart(a)
	w.Must(err)
	_, err = w.TrySave(a, id, biddingsvc.Changes{Prices: []biddingsvc.Price{{Item: w.item, UnitPrice: "1250.50", Remarks: "In two weeks"}}})
	w.Must(err)
	_, data, err := w.Bidding.Template(w.Context(), a, id, "en")
	w.Must(err)
	book, err := excelize.OpenReader(bytes.NewReader(data))
	w.Must(err)
	rows, err := book.GetRows(boq.Sheet)
	w.Must(err)
	for i, r := range rows {
		if len(r) > 0 && r[0] == w.item.String() {
			w.Must(book.SetCellValue(boq.Sheet, fmt.Sprintf("G%d", i+1), nil))
			w.Must(book.SetCellValue(boq.Sheet, fmt.Sprintf("I%d", i+1), nil))
		}
	}
	var cleared bytes.Buffer
	w.Must(book.Write(&cleared))
	report, _, err := w.Bidding.TakeTemplate(w.Context(), a, id, cleared.Bytes(), "en")
	w.Must(err)
	if len(report.Changes) != 1 || report.Changes[0].Before.String() != "1250.5000" || report.Changes[0].After != nil || report.Unpriced != 1 {
		t.Errorf("%+v", report)
	}
	b, err := w.Bidding.Bid(w.Context(), a, id)
	w.Must(err)
	open := slices.ContainsFunc(b.Progress.Gaps, func(g bidding.Gap) bool { return g.Item == w.item })
	if l := b.Lines[0]; l.UnitPrice != nil || l.Amount != nil || l.Remarks != "" || !b.Total.IsZero() || !open {
		t.Errorf("%+v of %v, %+v", l, b.Total, b.Progress)
	}
}
