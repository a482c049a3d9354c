package app_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/verify"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

// A bid that an addendum set aside and nobody submitted again is none: not for who verifies the closing, in no report, and
// in no archive.
func TestWhatNobodyConfirmedIsNoBid(t *testing.T) {
	t.Parallel()
	w := story.New(t, 3)
	ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
	confirms, sleeps, withdraws := w.Bidders[0], w.Bidders[1], w.Bidders[2]
	c := w.Publish(policyOf(sourcing.Tender), pumps)
	for _, a := range w.Bidders {
		c.Bid(a, map[string]string{"Years in trade": "Ten", "Method": "By hand", "Licence": "licence.pdf"}, map[string]string{"1": "5"})
		c.Submit(a)
	}
	w.Must(c.TryWithdraw(withdraws, c.Bids[withdraws.Org], "We have too much to do"))
	d, err := w.Sourcing.Category(ctx, officer, org, c.ID)
	w.Must(err)
	form := sourcing.AddendumForm{Title: "More", Text: "Measured again.", Version: d.Content.Category.Version}
	for _, i := range d.Content.Items {
		form.Items = append(form.Items, sourcing.ItemChange{ID: i.ID, Description: i.Description, Unit: "pair", Quantity: i.Quantity})
	}
	w.Must(w.Sourcing.IssueAddendum(ctx, officer, org, c.ID, uuid.New(), form))
	w.Must(w.Bidding.Acknowledge(ctx, confirms, c.Bids[confirms.Org], 1))
	c.Submit(confirms)
	c.Close()

	for waiting := true; waiting; {
		_, err := w.Sequencer.Once(ctx)
		w.Must(err)
		w.Must(w.DB.QueryRow(ctx, "SELECT EXISTS (SELECT FROM audit_entry WHERE leaf IS NULL)").Scan(&waiting))
	}
	looked, err := verify.All(ctx, pgtest.As(t, w.DB, ""), w.Verifier, w.Files)
	w.Must(err)
	for _, differs := range looked.Differences {
		if !strings.HasPrefix(differs, "function zabuni.clock()") { // the story moves it
			t.Error(differs)
		}
	}
	if looked.Closings != 1 || looked.Submissions != 4 {
		t.Errorf("%d closings and %d submissions were looked at", looked.Closings, looked.Submissions)
	}

	c.Open()
	people, err := w.Reports.Participants(ctx, officer, c.ID)
	w.Must(err)
	submitted := map[uuid.UUID]bool{}
	for _, p := range people.People {
		submitted[p.Supplier] = p.Submitted
	}
	if len(submitted) != 3 || !submitted[confirms.Org] || submitted[sleeps.Org] || submitted[withdraws.Org] {
		t.Errorf("who submitted: %v", submitted)
	}
	book, err := w.Reports.Report(ctx, officer, reportsvc.Asked{Owner: org, Job: c.Job, Name: report.Participants, Format: report.Workbook, Language: "en"})
	w.Must(err)
	sheets, err := excelize.OpenReader(bytes.NewReader(book))
	w.Must(err)
	said := map[string]int{}
	for _, sheet := range sheets.GetSheetList() {
		rows, err := sheets.GetRows(sheet)
		w.Must(err)
		for _, row := range rows {
			said[row[len(row)-1]]++
		}
	}
	if said["yes"] != 1 || said["no"] != 2 {
		t.Errorf("the report of who took part ends its rows with %v", said)
	}

	w.Must(w.Sourcing.CancelJob(ctx, officer, org, c.Job, "The project ended"))
	one, _ := keepers(w)
	w.Must(w.Archive.Enter(ctx, one, c.Job))
	inside, err := w.Archive.Contents(ctx, officer, org, c.Job)
	w.Must(err)
	if len(inside.Categories) != 1 || inside.Categories[0].Bids != 1 {
		t.Errorf("the archive counts %+v", inside.Categories)
	}
	all, err := w.Archive.Bidders(ctx, officer, org, c.ID)
	w.Must(err)
	for _, b := range all.Bidders {
		if b.Unconfirmed != (b.ID == sleeps.Org) || (b.WithdrawnAt != nil) != (b.ID == withdraws.Org) {
			t.Errorf("the archive says of %s: unconfirmed %v, withdrawn %v", b.Name, b.Unconfirmed, b.WithdrawnAt)
		}
	}
	for _, a := range []access.Actor{confirms, sleeps} {
		_, own, err := w.Archive.OwnBids(ctx, a, org, "", "", 10)
		w.Must(err)
		if len(own.Items) != 1 || own.Items[0].Unconfirmed != (a.Org == sleeps.Org) {
			t.Errorf("its own archive says %+v", own.Items)
		}
	}
}
