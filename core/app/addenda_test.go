package app_test

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/sourcing"
)

// What is published changes by addenda, in every activity that takes bids under seal: who has
// submitted confirms or is not counted, nobody submits unread, and too little time is refused.
func TestAnAddendumHasBidsConfirmed(t *testing.T) {
	t.Parallel()
	for _, p := range sourcing.Policies {
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := listen(t, 3)
			ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
			confirms, sleeps, late := w.Bidders[0], w.Bidders[1], w.Bidders[2]
			terms := pumps
			terms.Invited = []access.Actor{confirms, sleeps, late}
			c := w.Author(p, terms)
			read := func() sourcing.Content {
				t.Helper()
				d, err := w.Sourcing.Category(ctx, officer, org, c.ID)
				w.Must(err)
				return d.Content
			}
			issue := func(id uuid.UUID, change func(*sourcing.AddendumForm)) error {
				t.Helper()
				form := sourcing.AddendumForm{Title: " More pumps ", Text: "The station was measured again.", Version: read().Category.Version}
				if change != nil {
					change(&form)
				}
				return w.Sourcing.IssueAddendum(ctx, officer, org, c.ID, id, form)
			}
			instructions := "Bring the drawings."
			whole := func(f *sourcing.AddendumForm) {
				f.Instructions = &instructions
				for _, i := range read().Items {
					f.Items = append(f.Items, sourcing.ItemChange{ID: i.ID, Description: i.Description, Unit: i.Unit, Quantity: i.Quantity.Add(i.Quantity)})
				}
				if all := read().Questions; len(all) > 0 {
					f.Questions = append(f.Questions, sourcing.QuestionChange{ID: all[0].ID, Prompt: "Years in this trade", Help: all[0].Help, MustAnswer: all[0].MustAnswer})
				}
			}
			w.Is(issue(uuid.New(), whole), sourcing.NoAddendum)
			w.Must(c.TryPublish(officer))
			if p.Has(sourcing.Live) {
				w.Is(issue(uuid.New(), whole), sourcing.NoAddendum)
				return
			}
			for _, a := range []access.Actor{confirms, sleeps} {
				c.Pay(a)
				c.Bid(a, answers, map[string]string{"1": "1000"})
				c.Submit(a)
			}
			c.Pay(late)
			c.Bid(late, answers, map[string]string{"1": "900"})
			w.heedless()

			for name, bad := range map[string]struct {
				form func(*sourcing.AddendumForm)
				want *fault.Def
			}{
				"without a title":    {func(f *sourcing.AddendumForm) { f.Title = " " }, fault.Invalid},
				"without a word":     {func(f *sourcing.AddendumForm) { f.Text = "" }, fault.Invalid},
				"too long":           {func(f *sourcing.AddendumForm) { f.Text = strings.Repeat("x", 10001) }, fault.Invalid},
				"of another version": {func(f *sourcing.AddendumForm) { f.Version-- }, sourcing.Changed},
				"of a foreign item": {func(f *sourcing.AddendumForm) {
					f.Items = []sourcing.ItemChange{{ID: uuid.New(), Description: "d", Unit: "u"}}
				}, fault.Invalid},
				"of no question": {func(f *sourcing.AddendumForm) { f.Questions = []sourcing.QuestionChange{{ID: uuid.New(), Prompt: "p"}} }, fault.Invalid},
				"to an earlier end": {func(f *sourcing.AddendumForm) {
					at := c.Closes.Add(-time.Hour)
					f.ClosesAt = &at
				}, fault.Invalid},
			} {
				if err := issue(uuid.New(), bad.form); err == nil {
					t.Errorf("%s it was issued", name)
				} else {
					w.Is(err, bad.want)
				}
			}
			nobody := officer
			nobody.Privileges = nil
			form := sourcing.AddendumForm{Title: "T", Text: "T", Version: read().Category.Version}
			w.Is(w.Sourcing.IssueAddendum(ctx, nobody, org, c.ID, uuid.New(), form), fault.Forbidden)
			w.Is(w.Sourcing.IssueAddendum(ctx, confirms, org, c.ID, uuid.New(), form), fault.Forbidden)
			tired := officer
			tired.Confirmed = story.Noon.Add(-time.Hour)
			w.Is(w.Sourcing.IssueAddendum(ctx, tired, org, c.ID, uuid.New(), form), fault.StepUp)
			if got, err := w.Sourcing.SupplierAddenda(ctx, late, c.ID); err != nil || len(got) != 0 {
				t.Fatalf("%d addenda, %v", len(got), err)
			}

			id := uuid.New()
			was := read()
			w.Must(issue(id, whole))
			w.Must(issue(id, whole)) // sent again
			is := read()
			if hex.EncodeToString(is.Hash()) != hex.EncodeToString(is.Category.CriteriaHash) || slices.Equal(is.Category.CriteriaHash, was.Category.CriteriaHash) {
				t.Error("the criteria are not those that stand beside them")
			}
			got, err := w.Sourcing.SupplierAddenda(ctx, late, c.ID)
			w.Must(err)
			if len(got) != 1 || got[0].Number != 1 || got[0].Title != "More pumps" || got[0].ClosesAt != nil {
				t.Fatalf("who takes part reads %+v", got)
			}
			want := []sourcing.ChangedPart{sourcing.ChangedInstructions}
			for range is.Items {
				want = append(want, sourcing.ChangedQuantity)
			}
			if len(is.Questions) > 0 {
				want = append(want, sourcing.ChangedPrompt)
			}
			var parts []sourcing.ChangedPart
			for _, change := range got[0].Changes {
				parts = append(parts, change.Part)
				if change.Was == change.Is {
					t.Errorf("%s has not changed", change.Part)
				}
			}
			if !slices.Equal(parts, want) {
				t.Errorf("it changes %v, want %v", parts, want)
			}
			mails := func(kind, language string) string { return "mail " + kind + " " + language + " /supplier/category/:id" }
			app := func(kind string) string { return "app " + kind + " /supplier/category/:id" }
			w.hears(confirms, app("addendum.confirm"), mails("addendum_confirm", "fr"))
			w.hears(sleeps, app("addendum.confirm"), mails("addendum_confirm", "am"))
			w.hears(late, app("addendum.issued"), mails("addendum", "sw"))

			status := func(a access.Actor) bidding.Status {
				t.Helper()
				b, err := w.Bidding.BidIn(ctx, a, c.ID)
				w.Must(err)
				return bidding.Status(b.Status)
			}
			if status(confirms) != bidding.StatusConfirm || status(sleeps) != bidding.StatusConfirm || status(late) != bidding.StatusDraft {
				t.Errorf("the bids are %s, %s and %s", status(confirms), status(sleeps), status(late))
			}
			for _, a := range []access.Actor{confirms, late} {
				bid := c.Bids[a.Org]
				_, err := c.TrySubmit(a, bid, "unread-"+bid.String())
				w.Is(err, bidding.AddendumNew)
				w.Is(w.Bidding.Acknowledge(ctx, a, bid, 0), bidding.AddendumNew)
				w.Is(w.Bidding.Acknowledge(ctx, a, bid, 2), bidding.AddendumNew)
				w.Must(w.Bidding.Acknowledge(ctx, a, bid, 1))
				w.Must(w.Bidding.Acknowledge(ctx, a, bid, 1))
			}
			w.Is(w.Bidding.Acknowledge(ctx, late, c.Bids[confirms.Org], 1), bidding.BidNotFound)
			c.Submit(confirms)
			b, err := w.Bidding.BidIn(ctx, confirms, c.ID)
			w.Must(err)
			if b.Status != string(bidding.StatusSubmitted) || len(b.Submissions) != 2 || b.Submissions[0].SetAside || !b.Submissions[1].SetAside {
				t.Errorf("the bid is %s with %+v", b.Status, b.Submissions)
			}

			// What changes nothing leaves bids as they are, but is read before the next submission.
			w.heedless()
			w.Must(issue(uuid.New(), func(f *sourcing.AddendumForm) { f.Title = "A visit" }))
			if status(confirms) != bidding.StatusSubmitted {
				t.Errorf("the bid is %s", status(confirms))
			}
			w.hears(confirms, app("addendum.issued"), mails("addendum", "fr"))
			w.hears(sleeps, app("addendum.issued"), mails("addendum", "am"))

			// With less than a third of the time left, the closing moves with it.
			w.SetClock(c.Closes.Add(-time.Hour))
			w.heedless()
			_, err = w.Sourcing.RemindDue(ctx)
			w.Must(err)
			w.hears(confirms)
			w.hears(sleeps, app("category.closing"), mails("closing_soon", "am"))
			w.hears(late, app("category.closing"), mails("closing_soon", "sw"))
			more := func(f *sourcing.AddendumForm) { f.Instructions = new(string) }
			err = issue(uuid.New(), more)
			w.Is(err, fault.Invalid)
			if fields := fault.As(err).Fields; len(fields) != 1 || fields[0].Pointer != "/closes_at" || fields[0].Code != sourcing.ClosesTooSoon {
				t.Errorf("%+v", fields)
			}
			list, err := w.Sourcing.Addenda(ctx, officer, org, c.ID)
			w.Must(err)
			if list.Why != "" || len(list.Items) != 2 || list.Items[0].Number != 2 {
				t.Errorf("%+v", list)
			}
			early := list.Earliest.Add(-time.Minute)
			w.Is(issue(uuid.New(), func(f *sourcing.AddendumForm) { more(f); f.ClosesAt = &early }), fault.Invalid)
			w.Must(issue(uuid.New(), func(f *sourcing.AddendumForm) { more(f); f.ClosesAt = &list.Earliest }))
			if got := read().Category; !got.ClosesAt.Equal(list.Earliest) || got.Instructions != "" {
				t.Errorf("it closes at %s with %q", got.ClosesAt, got.Instructions)
			}
			w.Must(w.Bidding.Acknowledge(ctx, confirms, c.Bids[confirms.Org], 3))
			c.Submit(confirms)

			c.Closes = list.Earliest
			c.Close()
			w.Is(issue(uuid.New(), whole), sourcing.NoAddendum)
			if got := read().Category; got.ClosingCount == nil || *got.ClosingCount != 1 {
				t.Fatalf("the closing counts %v", got.ClosingCount)
			}
			w.heedless()
			if opening.RuleOf(sourcing.Category{Activity: p.Activity, Openers: p.Openers}).Clock {
				return
			}
			c.Open()
			var opened []uuid.UUID
			rows, err := w.DB.Query(ctx, "SELECT supplier_id FROM opened_bid WHERE category_id = $1", c.ID)
			w.Must(err)
			for rows.Next() {
				var one uuid.UUID
				w.Must(rows.Scan(&one))
				opened = append(opened, one)
			}
			w.Must(rows.Err())
			if !slices.Equal(opened, []uuid.UUID{confirms.Org}) || status(sleeps) != bidding.StatusConfirm {
				t.Errorf("opened are %v; who slept is %s", opened, status(sleeps))
			}
		})
	}
}
