package app_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/app/story"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/verify"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

// differences are what verify finds, but for the clock, which a story moves.
func differences(w *story.World) (out []string, r verify.Report) {
	w.Helper()
	for waiting := true; waiting; {
		_, err := w.Sequencer.Once(w.Context())
		w.Must(err)
		w.Must(w.DB.QueryRow(w.Context(), "SELECT EXISTS (SELECT FROM audit_entry WHERE leaf IS NULL)").Scan(&waiting))
	}
	r, err := verify.All(w.Context(), pgtest.As(w.T, w.DB, ""), w.Verifier, w.Files)
	w.Must(err)
	for _, differs := range r.Differences {
		if !strings.HasPrefix(differs, "function zabuni.clock()") {
			out = append(out, differs)
		}
	}
	return out, r
}

// What an auction without papers leaves is what every job leaves: letters, results that its bidders read, reports,
// savings, a bundle that proves itself. Only receipts there are none, and nothing that was promised of them breaks.
func TestAnAuctionWithoutPapersIsAsWholeAsAnyJob(t *testing.T) {
	t.Parallel()
	w := story.New(t, 3)
	terms := pumps
	terms.Without, terms.Sections, terms.Invited = []sourcing.StepName{"criteria"}, nil, w.Bidders
	c := w.Publish(policyOf(sourcing.ReverseAuction), terms)
	first, second, third := w.Bidders[0], w.Bidders[1], w.Bidders[2]
	_, err := c.TryStart(second)
	w.Is(err, entry.Unasked) // all that it can do is enter the room
	c.Close()
	c.Live(story.LiveBid{Bidder: first, Price: "5000"}, story.LiveBid{Bidder: second, Price: "4800"}, story.LiveBid{Bidder: third, Price: "4700"})
	if found, r := differences(w); len(found) > 0 || r.Submissions != 0 || r.Closings != 1 {
		t.Errorf("%q, %d submissions and %d closings", found, r.Submissions, r.Closings)
	}

	// Until it is decided nobody is told more than that the bid is there.
	own, err := w.Bidding.BidIn(w.Context(), first, c.ID)
	w.Must(err)
	if own == nil || len(own.Submissions) != 0 || own.Open || bidding.Shown(bidding.Status(own.Status), own.CategoryStatus) != bidding.StatusSubmitted {
		t.Errorf("%+v", own)
	}
	_, err = w.Awards.MyResult(w.Context(), first, own.ID)
	if err == nil {
		t.Error("a result is told before it is notified")
	}

	c.Award()
	c.React()
	for i, a := range w.Bidders {
		bid, err := w.Bidding.BidIn(w.Context(), a, c.ID)
		w.Must(err)
		r, err := w.Awards.MyResult(w.Context(), a, bid.ID)
		w.Must(err)
		if r.Rank == nil || int(*r.Rank) != 3-i || r.Price == nil || r.Winner != third.Name && r.Winner == "" {
			t.Errorf("bidder %d: %+v", i, r)
		}
		ranked, err := w.Bidding.Bids(w.Context(), a, biddingsvc.BidFilter{Ranked: true}, "", 10)
		w.Must(err)
		if len(ranked.Items) != 1 {
			t.Errorf("bidder %d has %d results in its list", i, len(ranked.Items))
		}
	}
	// Nobody has submitted or answered anything: neither reports nor lists say so.
	desk := w.Person("buyer", access.Buyer, w.Officer.Org)
	part, err := w.Reports.Participants(w.Context(), desk, c.ID)
	w.Must(err)
	for _, p := range part.People {
		if p.Submitted {
			t.Errorf("%s has submitted", p.Name)
		}
	}
	if len(part.People) != 3 {
		t.Errorf("%d take part", len(part.People))
	}
	table, err := w.Reports.Report(w.Context(), desk, reportsvc.Asked{Owner: w.Officer.Org, Job: c.Job, Name: report.Participants, Format: report.Workbook, Language: "en"})
	w.Must(err)
	book, err := excelize.OpenReader(bytes.NewReader(table))
	w.Must(err)
	told := map[string]int{}
	for _, sheet := range book.GetSheetList() {
		rows, err := book.GetRows(sheet)
		w.Must(err)
		for _, row := range rows {
			told[row[len(row)-1]]++
		}
	}
	if told["no"] != 3 || told["yes"] != 0 {
		t.Errorf("the report of participants says %v", told)
	}
	seen, err := w.Auctions.Seen(w.Context(), first, auctionsvc.Filter{Activity: sourcing.ReverseAuction}, "", 10)
	w.Must(err)
	if len(seen.Items) != 1 || seen.Items[0].Answered || !seen.Items[0].Joined {
		t.Errorf("%+v", seen.Items)
	}
	if n := w.Count("SELECT count(*) FROM letter WHERE category_id = $1", c.ID); n != 3 {
		t.Errorf("%d letters", n)
	}
	if n := w.Count("SELECT count(*) FROM saving WHERE category_id = $1", c.ID); n == 0 {
		t.Error("nothing was written of savings")
	}
	reads := w.Person("buyer", access.Buyer, w.Officer.Org)
	reads.Privileges = append(reads.Privileges, access.ViewReport)
	offered, err := w.Reports.Offered(w.Context(), reads, w.Officer.Org, c.Job)
	w.Must(err)
	written := 0
	for _, o := range offered.Offers {
		if o.Now == 0 {
			continue
		}
		_, err := w.Reports.Report(w.Context(), reads, reportsvc.Asked{Owner: w.Officer.Org, Job: c.Job, Name: o.Name, Format: o.Formats[0], Language: "en"})
		if err != nil {
			t.Errorf("%s: %v", o.Name, err)
		}
		written++
	}
	if written < 6 {
		t.Errorf("only %d reports", written)
	}

	one, _ := keepers(w)
	pgtest.Advance(w.T, w.DB, 60*24*time.Hour)
	w.Conclude()
	_, err = pgtest.Do(w.Context(), w.DB, "UPDATE contract SET status = 'completed', ends_on = '2027-05-31' WHERE buyer_id = $1", w.Officer.Org)
	w.Must(err)
	w.Must(w.Archive.Enter(w.Context(), one, c.Job))
	files := bundled(w, w.Officer, w.Officer.Org, c.Job)
	if out, ok := checked(t, w.Notary.Key(), files); !ok || !strings.Contains(out, "0 receipts, 1 closings") {
		t.Error(out)
	}
	if !strings.Contains(string(files["record.json"]), "electronicAuction") {
		t.Error("the record does not say that it was an auction")
	}
	bids, err := w.Archive.Bidders(w.Context(), w.Officer, w.Officer.Org, c.ID)
	w.Must(err)
	if len(bids.Bidders) != 3 || !bids.Bidders[0].Won || bids.Bidders[0].ID != third.Org {
		t.Errorf("%+v", bids.Bidders)
	}
	if found, _ := differences(w); len(found) > 0 {
		t.Errorf("%q", found)
	}

	// A version for which there was no room is found.
	const planted = `INSERT INTO submission (id, participation_id, category_id, buyer_id, supplier_id, version, received_at, submitted_by, receipt, receipt_nonce, log_index, from_room)
		SELECT $1, participation_id, category_id, buyer_id, supplier_id, version + 1, received_at + interval '1 hour', submitted_by, '', '', log_index, true
		FROM submission WHERE supplier_id = $2 AND from_room`
	fake := uuid.New()
	_, err = pgtest.Do(w.Context(), w.DB, planted, fake, first.Org)
	w.Must(err)
	if found, _ := differences(w); !strings.Contains(strings.Join(found, "\n"), "submission "+fake.String()+": no room has what it stands for") {
		t.Errorf("%q", found)
	}
}
