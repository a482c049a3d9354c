package app_test

import (
	"encoding/hex"
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/boq"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/sourcing"
)

// longer are the terms of it with what an addendum takes away.
func longer() story.Terms {
	t := pumps
	first := t.Sections[0]
	first.Questions = append(slices.Clone(first.Questions),
		sourcing.Question{Prompt: "Colour", Response: sourcing.Selection, Options: []sourcing.Option{{Label: "Red"}, {Label: "Blue"}}},
		sourcing.Question{Prompt: "Brochure", Response: sourcing.FileUpload})
	t.Sections = []story.Section{first}
	t.Items = append(slices.Clone(t.Items), sourcing.Item{Number: "2", Description: "Hose", Unit: "m", Quantity: *story.Points(7)})
	return t
}

// An addendum adds and takes away items and questions and exchanges files, in every activity that takes bids under seal. What
// bids are judged by stays; what a draft has of something that is gone is kept, shown as such, and not submitted.
func TestAnAddendumAddsAndTakesAway(t *testing.T) {
	t.Parallel()
	for _, p := range sourcing.Policies {
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := listen(t, 2)
			ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
			early, drafts := w.Bidders[0], w.Bidders[1]
			terms := longer()
			terms.Invited = []access.Actor{early, drafts}
			c := w.Author(p, terms)
			p := c.Policy // less what it does without
			asks, priced := p.Has(sourcing.Criteria), p.Priced()
			old, fresh, stray, issued := uuid.New(), uuid.New(), uuid.New(), uuid.New()
			w.Must(w.Sourcing.AddAttachment(ctx, officer, org, c.ID, old, "plan.pdf", story.PDF))
			keep := func(a access.Actor, addendum, id uuid.UUID, name string) error {
				return w.Sourcing.KeepForAddendum(ctx, a, org, c.ID, addendum, id, name, story.PDF)
			}
			read := func() sourcing.Content {
				t.Helper()
				d, err := w.Sourcing.Category(ctx, officer, org, c.ID)
				w.Must(err)
				return d.Content
			}
			w.Is(keep(officer, issued, fresh, "plan 2.pdf"), sourcing.NoAddendum) // a draft just changes
			w.Must(c.TryPublish(officer))
			if p.Has(sourcing.Live) {
				w.Is(keep(officer, issued, fresh, "plan 2.pdf"), sourcing.NoAddendum)
				return
			}
			typed := map[string]string{"Years in trade": "Ten", "Method": "By hand", "Licence": "licence.pdf", "Colour": "Blue", "Brochure": "brochure.pdf"}
			for _, a := range []access.Actor{early, drafts} {
				c.Pay(a)
				c.Bid(a, typed, map[string]string{"1": "1000", "2": "30"})
			}
			c.Submit(early)
			var workbook []byte
			if priced {
				var err error
				_, workbook, err = w.Bidding.Template(ctx, drafts, c.Bids[drafts.Org], "en")
				w.Must(err)
			}

			w.Must(keep(officer, issued, fresh, "plan 2.pdf"))
			w.Must(keep(officer, issued, fresh, "plan 2.pdf"))
			w.Is(keep(officer, issued, fresh, "plan 3.pdf"), journal.KeyReused)
			w.Is(keep(officer, issued, old, "plan 4.pdf"), document.Missing) // that id is another's
			w.Is(keep(officer, issued, uuid.New(), "x.exe"), document.TypeRefused)
			w.Is(keep(drafts, issued, uuid.New(), "x.pdf"), fault.Forbidden)
			nobody := officer
			nobody.Privileges = nil
			w.Is(keep(nobody, issued, uuid.New(), "x.pdf"), fault.Forbidden)
			w.Must(keep(officer, issued, stray, "never named.pdf"))
			if got := read().Attachments; len(got) != 1 || got[0].ID != old {
				t.Errorf("what waits is shown already: %+v", got)
			}
			_, err := w.Sourcing.SupplierAttachment(ctx, drafts, c.ID, fresh)
			w.Is(err, document.Missing)

			was := read()
			ask := func(prompt string) uuid.UUID { return c.Questions[prompt].ID }
			section := uuid.Nil
			if asks {
				section = was.Sections[0].ID
			}
			warranty := sourcing.Question{Section: section, Prompt: "Warranty", Response: sourcing.Text, MustAnswer: true}
			valve := sourcing.Item{Number: "3", Description: "Valve", Unit: "each", Quantity: *story.Points(2)}
			whole := func() sourcing.AddendumForm {
				form := sourcing.AddendumForm{Title: "Another plan", Text: "The pit moved.", Version: read().Category.Version}
				form.NewAttachments, form.GoneAttachments = []sourcing.Attachment{{ID: fresh}}, []uuid.UUID{old}
				if asks {
					form.NewQuestions, form.GoneQuestions = []sourcing.Question{warranty}, []uuid.UUID{ask("Colour"), ask("Brochure")}
				}
				if p.Has(sourcing.Items) {
					form.NewItems, form.GoneItems = []sourcing.Item{valve}, []uuid.UUID{c.Items["2"]}
				}
				return form
			}
			refused := func(name, pointer, code string, change func(*sourcing.AddendumForm)) {
				t.Helper()
				form := whole()
				change(&form)
				err := w.Sourcing.IssueAddendum(ctx, officer, org, c.ID, issued, form)
				if err == nil {
					t.Fatalf("%s: it was issued", name)
				}
				if fields := fault.As(err).Fields; !slices.ContainsFunc(fields, func(f fault.Field) bool { return f.Pointer == pointer && f.Code == code }) {
					t.Errorf("%s: %v %+v", name, err, fields)
				}
			}
			refused("a file that nobody kept", "/attachments/0", fault.Unknown, func(f *sourcing.AddendumForm) { f.NewAttachments[0].ID = uuid.New() })
			refused("a file that is not there", "/gone_attachments/1", fault.Unknown, func(f *sourcing.AddendumForm) { f.GoneAttachments = append(f.GoneAttachments, old) })
			if asks {
				judged := "Licence" // by a check
				if c.Questions["Years in trade"].Scored {
					judged = "Years in trade"
				}
				if c.Questions[judged].Scored || p.Checked() {
					refused("what is judged goes", "/gone_questions/2", sourcing.JudgedBy, func(f *sourcing.AddendumForm) { f.GoneQuestions = append(f.GoneQuestions, ask(judged)) })
				}
				refused("a score", "/new_questions/0/scored", sourcing.JudgedBy, func(f *sourcing.AddendumForm) {
					f.NewQuestions = []sourcing.Question{{Section: section, Prompt: "x", Response: sourcing.Text, Scored: true, MaxScore: story.Points(3)}}
				})
				refused("no words", "/new_questions/0/prompt", fault.Required, func(f *sourcing.AddendumForm) {
					f.NewQuestions = []sourcing.Question{{Section: section, Response: sourcing.Text}}
				})
				refused("nowhere", "/new_questions/0/section_id", fault.Unknown, func(f *sourcing.AddendumForm) {
					f.NewQuestions = []sourcing.Question{{Section: uuid.New(), Prompt: "x", Response: sourcing.Text}}
				})
				refused("no choices", "/new_questions/1/options", sourcing.LintOptionsMissing, func(f *sourcing.AddendumForm) {
					f.NewQuestions = append(f.NewQuestions, sourcing.Question{Section: section, Prompt: "x", Response: sourcing.Selection})
				})
				refused("twice", "/gone_questions/2", fault.Unknown, func(f *sourcing.AddendumForm) { f.GoneQuestions = append(f.GoneQuestions, ask("Colour")) })
				refused("gone and changed", "/gone_questions/0", fault.Unknown, func(f *sourcing.AddendumForm) {
					f.Questions = []sourcing.QuestionChange{{ID: ask("Colour"), Prompt: "Colours"}}
				})
			}
			if p.Has(sourcing.Items) {
				refused("a number that stands", "/new_items/0/number", fault.Taken, func(f *sourcing.AddendumForm) { f.NewItems[0].Number = "1" })
				refused("no description", "/new_items/0/description", fault.Required, func(f *sourcing.AddendumForm) { f.NewItems[0].Description = " " })
				refused("no quantity", "/new_items/0/quantity", sourcing.LintNoQuantity, func(f *sourcing.AddendumForm) { f.NewItems[0].Quantity = money.Quantity{} })
				refused("a foreign item", "/gone_items/0", fault.Unknown, func(f *sourcing.AddendumForm) { f.GoneItems = []uuid.UUID{uuid.New()} })
				if !p.Has(sourcing.Evaluation) {
					refused("nothing to price", "/gone_items/0", sourcing.LintNoItems, func(f *sourcing.AddendumForm) {
						f.NewItems, f.GoneItems = nil, []uuid.UUID{c.Items["1"], c.Items["2"]}
					})
				}
			}

			w.Must(w.Sourcing.IssueAddendum(ctx, officer, org, c.ID, issued, whole()))
			w.Must(w.Sourcing.IssueAddendum(ctx, officer, org, c.ID, issued, whole())) // sent again
			w.Is(keep(officer, issued, uuid.New(), "late.pdf"), sourcing.NoAddendum)
			is := read()
			if hex.EncodeToString(is.Hash()) != hex.EncodeToString(is.Category.CriteriaHash) || slices.Equal(is.Category.CriteriaHash, was.Category.CriteriaHash) {
				t.Error("the criteria are not those that stand beside them")
			}
			if len(is.Attachments) != 1 || is.Attachments[0].ID != fresh {
				t.Errorf("its files are %+v", is.Attachments)
			}
			for id, want := range map[uuid.UUID]bool{old: true, fresh: true, stray: false} { // what was published stays readable
				_, err := w.Sourcing.SupplierAttachment(ctx, drafts, c.ID, id)
				if want {
					w.Must(err)
				} else {
					w.Is(err, document.Missing)
				}
			}
			got, err := w.Sourcing.SupplierAddenda(ctx, drafts, c.ID)
			w.Must(err)
			var parts, want []sourcing.ChangedPart
			for _, change := range got[0].Changes {
				parts = append(parts, change.Part)
			}
			if p.Has(sourcing.Items) {
				want = append(want, sourcing.ItemRemoved, sourcing.ItemAdded, sourcing.ChangedUnit, sourcing.ChangedQuantity)
			}
			if asks {
				want = append(want, sourcing.QuestionRemoved, sourcing.QuestionRemoved, sourcing.QuestionAdded, sourcing.ChangedMust)
			}
			if want = append(want, sourcing.AttachmentRemoved, sourcing.AttachmentAdded); !slices.Equal(parts, want) {
				t.Errorf("it tells %v, want %v", parts, want)
			}

			// The draft keeps what it had, and says what of it is idle.
			bid := c.Bids[drafts.Org]
			b, err := w.Bidding.Bid(ctx, drafts, bid)
			w.Must(err)
			idle := map[string]biddingsvc.Idle{}
			for _, one := range b.Idle {
				idle[one.Label] = one
				if one.Addendum != 1 {
					t.Errorf("%s went by addendum %d", one.Label, one.Addendum)
				}
			}
			if asks && (idle["Colour"].Value != "Blue" || len(idle["Brochure"].Files) != 1 || len(b.Questions) != len(c.Questions)-1) {
				t.Errorf("of its answers are idle %+v", b.Idle)
			}
			if priced && (idle["2 · Hose"].UnitPrice == nil || idle["2 · Hose"].UnitPrice.String() != "30.0000" || len(b.Lines) != 2 || b.Lines[1].Addendum != 1) {
				t.Errorf("of its prices are idle %+v of %+v", b.Idle, b.Lines)
			}
			// A screen that was open meanwhile still saves: nothing that was typed is lost.
			var late biddingsvc.Changes
			if asks {
				late.Answers = []biddingsvc.Answer{{Question: ask("Colour"), Value: c.Option("Colour", "Red").String(), Version: 1}, {Question: ask("Method"), Value: "By crane", Version: 1}}
			}
			if priced {
				late.Prices = []biddingsvc.Price{{Item: c.Items["2"], UnitPrice: "31", Version: 1}}
			}
			saved, err := w.Bidding.Save(ctx, drafts, bid, late)
			w.Must(err)
			if len(saved.Conflicts) > 0 || len(saved.Versions) != len(late.Answers)+len(late.Prices) {
				t.Errorf("it saved %+v", saved)
			}
			if asks {
				_, err = c.TryUpload(drafts, bid, ask("Brochure"), "again.pdf", 10)
				w.Is(err, fault.Invalid)
			}
			if priced {
				report, err := w.Bidding.ReadTemplate(ctx, drafts, bid, workbook, "en")
				w.Must(err)
				var told []string
				for _, issue := range report.Issues {
					told = append(told, issue.Code)
				}
				if !report.Blocking || !slices.Contains(told, boq.LineGone) || !slices.Contains(told, boq.LineNew) {
					t.Errorf("an old workbook is told %v", told)
				}
				_, took, err := w.Bidding.TakeTemplate(ctx, drafts, bid, workbook, "en")
				w.Must(err)
				if len(took.Versions) > 0 {
					t.Error("an old workbook was taken")
				}
			}

			for _, a := range []access.Actor{early, drafts} {
				w.Must(w.Bidding.Acknowledge(ctx, a, c.Bids[a.Org], 1))
			}
			if asks || priced && p.Lines != sourcing.AnyLine {
				_, err = c.TrySubmit(drafts, bid, "gaps")
				w.Is(err, bidding.Incomplete)
			}
			var more biddingsvc.Changes
			for _, q := range b.Questions {
				if q.Prompt == "Warranty" {
					more.Answers = append(more.Answers, biddingsvc.Answer{Question: q.ID, Value: "Two years"})
				}
			}
			for _, l := range b.Lines {
				if l.Number == "3" {
					more.Prices = append(more.Prices, biddingsvc.Price{Item: l.ID, UnitPrice: "50"})
				}
			}
			_, err = w.Bidding.Save(ctx, drafts, bid, more)
			w.Must(err)
			c.Submit(drafts)

			// The number of what is gone is not used again.
			if p.Has(sourcing.Items) {
				form := sourcing.AddendumForm{Title: "T", Text: "T", Version: is.Category.Version}
				form.NewItems = []sourcing.Item{{Number: "2", Description: "Hose", Unit: "m", Quantity: *story.Points(7)}}
				err := w.Sourcing.IssueAddendum(ctx, officer, org, c.ID, uuid.New(), form)
				if fields := fault.As(err).Fields; len(fields) != 1 || fields[0].Pointer != "/new_items/0/number" || fields[0].Code != fault.Taken {
					t.Errorf("%v %+v", err, fields)
				}
			}
			c.Close()
			if opening.RuleOf(sourcing.Category{Activity: p.Activity, Openers: p.Openers}).Clock {
				return
			}
			c.Open()
			gone := []uuid.UUID{c.Items["2"]}
			if asks {
				gone = append(gone, ask("Colour"), ask("Brochure"))
			}
			var n int
			w.Must(w.DB.QueryRow(ctx, `SELECT (SELECT count(*) FROM opened_answer WHERE question_id = ANY($1)) + (SELECT count(*) FROM opened_price WHERE item_id = ANY($1))
				+ (SELECT count(*) FROM opened_file f JOIN bid_file b ON b.id = f.bid_file_id WHERE b.question_id = ANY($1))`, gone).Scan(&n))
			if n != 0 {
				t.Errorf("%d answers to what is gone were submitted", n)
			}
			w.Must(w.DB.QueryRow(ctx, "SELECT count(*) FROM opened_bid WHERE category_id = $1", c.ID).Scan(&n))
			if n != 1 {
				t.Errorf("%d bids were opened", n)
			}
		})
	}
}
