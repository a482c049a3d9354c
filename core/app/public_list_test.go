package app_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/publication/publicationsvc"
	"zabuni.org/core/sourcing"
)

// lot drafts a second category of a job as the first is, under another name and for other days.
func lot(c *story.Category, name string, opens, closes time.Time) uuid.UUID {
	c.Helper()
	ctx, a := c.Context(), c.Officer
	id, err := c.Sourcing.Duplicate(ctx, a, a.Org, c.ID, nil)
	c.Must(err)
	read, err := c.Sourcing.Category(ctx, a, a.Org, id)
	c.Must(err)
	k := read.Content.Category
	c.Must(c.Sourcing.UpdateCategory(ctx, a, a.Org, id, k.Version, sourcing.CategoryForm{
		Name:            name,
		Number:          k.Number,
		Currency:        k.Currency,
		BidFee:          money.New(1500, 0),
		OpensAt:         opens,
		ClosesAt:        closes,
		PassMark:        money.NewQuantity(50, 0),
		TechnicalWeight: money.NewQuantity(70, 0),
		FinancialWeight: money.NewQuantity(30, 0),
		Openers:         k.Openers,
	}))
	return id
}

// foundBy is the one row that a search of the public list finds.
func foundBy(w *story.World, search string) publicationsvc.Tender {
	w.Helper()
	list, err := w.Publication.List(w.Context(), "192.0.2.1", publicationsvc.Filter{Search: search}, "", 10)
	w.Must(err)
	if len(list.Items) != 1 {
		w.Fatalf("%d are found by %q", len(list.Items), search)
	}
	return list.Items[0]
}

// A tender of several lots is one row, which follows them: it is found by the name of each, is open from the first
// opening to the last closing, and counts the bids of those that were not called off.
func TestATenderOfSeveralLotsIsListedAsTheyStand(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	ctx, officer := w.Context(), w.Officer
	terms := pumps
	terms.Opens, terms.Closes = story.Noon.Add(time.Hour), story.Noon.Add(30*24*time.Hour)
	c := w.Author(policyOf(sourcing.Tender), terms)
	later, last := terms.Opens.Add(time.Hour), terms.Closes.Add(48*time.Hour)
	second := lot(c, "Valves", later, last)
	w.Must(c.TryPublish(officer))
	w.Must(w.Sourcing.Publish(ctx, officer, officer.Org, second))
	opens := func(at time.Time) {
		t.Helper()
		w.SetClock(at)
		_, err := w.Sourcing.OpenDue(ctx)
		w.Must(err)
		w.React()
	}
	row := func(search string, lots int, closes time.Time) {
		t.Helper()
		w.React()
		if got := foundBy(w, search); got.Job != c.Job || got.Lots != lots || !got.ClosesAt.Equal(closes) {
			t.Errorf("%d lots until %s, want %d until %s", got.Lots, got.ClosesAt, lots, closes)
		}
		period := replayed(w, c.Job)["tender"].(map[string]any)["tenderPeriod"].(map[string]any)
		if got, want := fmt.Sprint(period["startDate"], " ", period["endDate"]), terms.Opens.Format(time.RFC3339)+" "+closes.Format(time.RFC3339); got != want {
			t.Errorf("it is open %s, want %s", got, want)
		}
	}
	opens(terms.Opens)
	row("pumps", 1, terms.Closes)
	opens(later)
	row("valves", 2, last)
	last = last.Add(24 * time.Hour)
	w.Must(w.Sourcing.Extend(ctx, officer, officer.Org, second, last, "A holiday"))
	row("valves", 2, last)

	for _, a := range w.Bidders {
		c.Bid(a, map[string]string{"Years in trade": "Five", "Method": "By hand", "Licence": "licence.pdf"}, map[string]string{"1": "4711"})
		c.Submit(a)
	}
	w.Must(w.Sourcing.CancelCategory(ctx, officer, officer.Org, second, "No money for it"))
	c.Close()
	judged(c, story.Mark{Bidder: w.Bidders[0], Prompt: "Method", Value: "10"}, story.Mark{Bidder: w.Bidders[1], Prompt: "Method", Value: "9"})
	c.Award()
	w.React()
	d, err := w.Publication.Details(ctx, "192.0.2.1", c.Job)
	w.Must(err)
	if d.Bidders == nil || *d.Bidders != 2 || len(d.Categories) != 2 {
		t.Fatalf("%v bid for %d lots", d.Bidders, len(d.Categories))
	}
	for _, l := range d.Categories {
		fee := "nothing"
		if l.Fee != nil {
			fee = l.Fee.Amount.String() + " " + l.Fee.Currency
		}
		if want := map[string]string{"Pumps": "nothing", "Valves": "1500.0000 KES"}[l.Title]; fee != want {
			t.Errorf("a bid for %s costs %s, want %s", l.Title, fee, want)
		}
	}
}

// The list has the newest first, whatever is said of the older ones later, and whoever turns its pages meets each once. The
// feed is as new as the last of its releases.
func TestTheListKeepsItsOrder(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	ctx := w.Context()
	var jobs []uuid.UUID
	var middle *story.Category
	for i := range 3 {
		terms := pumps
		terms.Job.Code, terms.Job.Title = fmt.Sprint("O", i), fmt.Sprint("Pumps of yard ", i)
		terms.Opens, terms.Closes = story.Noon.Add(time.Duration(i)*time.Hour), story.Noon.Add(480*time.Hour)
		w.SetClock(terms.Opens)
		c := w.Publish(policyOf(sourcing.Tender), terms)
		w.React()
		if jobs = append(jobs, c.Job); i == 1 {
			middle = c
		}
	}
	changed := story.Noon.Add(5 * time.Hour)
	w.SetClock(changed)
	w.Must(w.Sourcing.Extend(ctx, w.Officer, w.Officer.Org, middle.ID, middle.Closes.Add(24*time.Hour), "A holiday"))
	w.React()
	var seen []uuid.UUID
	for after := ""; len(seen) < 10; {
		part, err := w.Publication.List(ctx, "192.0.2.1", publicationsvc.Filter{}, after, 1)
		w.Must(err)
		for _, x := range part.Items {
			seen = append(seen, x.Job)
		}
		if after = part.Next; after == "" {
			break
		}
	}
	slices.Reverse(jobs)
	if !slices.Equal(seen, jobs) {
		t.Errorf("%v stand there, want %v", seen, jobs)
	}
	text, err := w.Publication.Feed(ctx, "192.0.2.1", 0)
	w.Must(err)
	var feed struct {
		Published time.Time `json:"publishedDate"`
		Releases  []json.RawMessage
	}
	w.Must(json.Unmarshal(text, &feed))
	if len(feed.Releases) != 4 || !feed.Published.Equal(changed) {
		t.Errorf("%d releases, the last of them of %s, want %s", len(feed.Releases), feed.Published, changed)
	}
}

// A contract that was signed on paper and by its request was signed when the last of them did.
func TestAContractIsSignedByTheLast(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	c := bought(w, 450, "100", "120")
	c.Award()
	w.React()
	var deal uuid.UUID
	w.Must(w.DB.QueryRow(w.Context(), "SELECT id FROM contract WHERE buyer_id = $1", w.Officer.Org).Scan(&deal))
	_, err := pgtest.Do(w.Context(), w.DB, "UPDATE contract SET status = 'active', starts_on = '2026-12-01', ends_on = '2027-12-01', contract_date = '2026-12-01' WHERE id = $1", deal)
	w.Must(err)
	signed(w, deal, "2026-12-03T08:00:00Z")
	_, err = pgtest.Do(w.Context(), w.DB, `INSERT INTO contract_signing (id, contract_id, buyer_id, number, sum, paper_id, paper_sum, expires_at, begun_by, begun_at, outcome, ended_at)
		SELECT gen_random_uuid(), s.contract_id, s.buyer_id, s.number, s.sum, s.paper_id, s.paper_sum, $2::timestamptz, s.begun_by, $2::timestamptz, 'signed', $2::timestamptz
		FROM contract_signing s WHERE s.contract_id = $1`, deal, "2026-12-01T08:00:00Z")
	w.Must(err)
	follow(w, "contract", deal, w.Officer.Org)
	if got := replayed(w, c.Job)["contracts"].([]any)[0].(map[string]any)["dateSigned"]; got != "2026-12-03T08:00:00Z" {
		t.Errorf("signed at %v", got)
	}
}
