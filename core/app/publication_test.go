package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/contract"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/publication"
	"zabuni.org/core/publication/publicationsvc"
	"zabuni.org/core/sourcing"
)

// tags are those of all releases of a process so far, a release each.
func tags(w *story.World, process uuid.UUID) string {
	w.Helper()
	rows, err := w.DB.Query(w.Context(), "SELECT array_to_string(tags, '+') FROM publication_release WHERE job_id = $1 OR item_id = $1 ORDER BY number", process)
	w.Must(err)
	var out []string
	for rows.Next() {
		var one string
		w.Must(rows.Scan(&one))
		out = append(out, one)
	}
	w.Must(rows.Err())
	return strings.Join(out, " ")
}

// follow publishes what has come of an object, as its event does.
func follow(w *story.World, object string, id, owner uuid.UUID) {
	w.Helper()
	w.Must(pg.InTx(w.Context(), w.DB, func(tx pg.Tx) error {
		return w.Publication.Follow(w.Context(), tx, journal.Event{Object: object, ObjectID: id, Owner: owner})
	}))
}

// public is everything that the public reads of a job, as one text.
func public(w *story.World, job uuid.UUID) string {
	w.Helper()
	ctx := w.Context()
	record, err := w.Publication.Record(ctx, "192.0.2.1", job)
	w.Must(err)
	feed, err := w.Publication.Feed(ctx, "192.0.2.1", 0)
	w.Must(err)
	list, err := w.Publication.List(ctx, "192.0.2.1", publicationsvc.Filter{}, "", 100)
	w.Must(err)
	details, err := w.Publication.Details(ctx, "192.0.2.1", job)
	w.Must(err)
	return fmt.Sprintf("%s %s %+v %+v", record, feed, list, details)
}

// replayed compares what all releases of a process come to with what is so now, and with what the last one says.
func replayed(w *story.World, process uuid.UUID) map[string]any {
	w.Helper()
	text, err := w.Publication.Record(w.Context(), "192.0.2.1", process)
	w.Must(err)
	var record struct {
		Records []struct {
			Releases []map[string]any
			Compiled map[string]any `json:"compiledRelease"`
		}
	}
	w.Must(json.Unmarshal(text, &record))
	r := record.Records[0]
	last := r.Releases[len(r.Releases)-1]
	for _, m := range []map[string]any{last, r.Compiled} {
		delete(m, "id")
		delete(m, "tag")
		delete(m, "date")
	}
	if want := without(last); !reflect.DeepEqual(want, any(r.Compiled)) {
		w.Errorf("the releases come to\n%v\nand the last one says\n%v", r.Compiled, want)
	}
	before := ""
	for i, one := range r.Releases[:len(r.Releases)-1] {
		if date := one["date"].(string); date <= before {
			w.Errorf("release %d is of %s, after that of %s", i+1, date, before)
		} else {
			before = date
		}
	}
	return r.Compiled
}

// without is a value without what is null.
func without(v any) any {
	switch x := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, m := range x {
			if m != nil {
				out[name] = without(m)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, m := range x {
			out = append(out, without(m))
		}
		return out
	}
	return v
}

// Every event of a tender that the standard knows leaves a release, once, and nothing that is sealed, estimated or said of
// losers is in any of them before or after.
func TestEveryEventOfATenderIsPublished(t *testing.T) {
	t.Parallel()
	w := story.New(t, 3)
	ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
	terms := pumps
	estimate := money.New(7654321, 0)
	terms.Estimate = &estimate
	terms.Opens, terms.Closes = story.Noon.Add(time.Hour), story.Noon.Add(30*24*time.Hour)
	c := w.Author(policyOf(sourcing.Tender), terms)
	paper := uuid.New()
	w.Must(w.Sourcing.AddAttachment(ctx, officer, org, c.ID, paper, "drawing.pdf", story.PDF))
	said := func(want string) {
		t.Helper()
		w.React()
		if got := tags(w, c.Job); got != want {
			t.Errorf("%q was published, want %q", got, want)
		}
	}
	hidden := func(words ...string) {
		t.Helper()
		text := public(w, c.Job)
		for _, word := range append(words, "7654321", "numberOfTenderers", "4711.13", "4712.13", "By hand", "licence-", "asked_by") {
			if strings.Contains(text, word) {
				t.Errorf("%q is public in %s", word, text)
			}
		}
	}
	said("")
	w.Must(c.TryPublish(officer))
	said("")
	if _, err := w.Publication.Details(ctx, "192.0.2.1", c.Job); !errors.Is(err, publication.NotFound) {
		t.Errorf("before it opens: %v", err)
	}
	w.SetClock(terms.Opens)
	_, err := w.Sourcing.OpenDue(ctx)
	w.Must(err)
	said("tender")
	d, err := w.Publication.Document(ctx, "192.0.2.1", c.Job, paper)
	w.Must(err)
	if d.Name != "drawing.pdf" || !slices.Equal(d.Bytes, story.PDF) {
		t.Errorf("%s of %d bytes", d.Name, len(d.Bytes))
	}
	if _, err = w.Publication.Document(ctx, "192.0.2.1", c.Job, uuid.New()); !errors.Is(err, publication.NoFile) {
		t.Errorf("another document: %v", err)
	}

	asked := uuid.New()
	w.Must(w.Sourcing.Ask(ctx, w.Bidders[0], c.ID, asked, "Zqasker wants to know whether fittings are in"))
	said("tender")
	w.Must(w.Sourcing.Reply(ctx, officer, org, c.ID, asked, sourcing.Reply{Question: "Are fittings in?", Answer: "They are.", Version: 1}))
	said("tender tenderUpdate")
	w.Must(w.Sourcing.Extend(ctx, officer, org, c.ID, c.Closes.Add(24*time.Hour), "A holiday"))
	c.Closes = c.Closes.Add(24 * time.Hour)
	said("tender tenderUpdate tenderAmendment")
	read, err := w.Sourcing.Category(ctx, officer, org, c.ID)
	w.Must(err)
	item := read.Content.Items[0]
	w.Must(w.Sourcing.IssueAddendum(ctx, officer, org, c.ID, uuid.New(), sourcing.AddendumForm{Title: "More pumps", Text: "The station grew.",
		Version: read.Content.Category.Version, Items: []sourcing.ItemChange{{ID: item.ID, Description: item.Description, Unit: item.Unit, Quantity: *story.Points(8)}}}))
	said("tender tenderUpdate tenderAmendment tenderAmendment")

	for i, a := range w.Bidders {
		c.Bid(a, map[string]string{"Years in trade": "Five", "Method": "By hand", "Licence": fmt.Sprintf("licence-%d.pdf", i)}, map[string]string{"1": fmt.Sprintf("%d.13", 4711+i)})
		w.Must(w.Bidding.Acknowledge(ctx, a, c.Bids[a.Org], 1))
		c.Submit(a)
	}
	before := tags(w, c.Job)
	said(before)
	var losers []string
	for _, a := range w.Bidders {
		losers = append(losers, a.Org.String(), company(w, a.Org))
	}
	hidden(losers...)
	c.Close()
	said(before)
	hidden(losers...)
	judged(c, story.Mark{Bidder: w.Bidders[0], Prompt: "Method", Value: "10"}, story.Mark{Bidder: w.Bidders[1], Prompt: "Method", Value: "9"},
		story.Mark{Bidder: w.Bidders[2], Prompt: "Method", Value: "9"})
	said(before)
	hidden(losers...)
	made := c.Award()
	said(before + " tenderUpdate+award")
	text := public(w, c.Job)
	for _, word := range []string{`"numberOfTenderers":3`, `"status":"pending"`, company(w, w.Bidders[0].Org), `"amount":37689.0400`} {
		if !strings.Contains(text, word) {
			t.Errorf("%s is not public after the award: %s", word, text)
		}
	}
	for _, word := range []string{"7654321", "Zqasker", company(w, w.Bidders[1].Org), company(w, w.Bidders[2].Org), "By hand", "licence-"} {
		if strings.Contains(text, word) {
			t.Errorf("%q is public after the award", word)
		}
	}
	w.SetClock(made.StandstillEnds)
	w.Conclude()
	after := before + " tenderUpdate+award tenderUpdate+awardUpdate"
	said(after)

	var deal uuid.UUID
	w.Must(w.DB.QueryRow(ctx, "SELECT id FROM contract WHERE buyer_id = $1", org).Scan(&deal))
	becomes := func(sql, want string) {
		t.Helper()
		_, err := pgtest.Do(ctx, w.DB, sql, deal)
		w.Must(err)
		follow(w, "contract", deal, w.Bidders[0].Org) // its other side may have done it
		after += want
		said(after)
		replayed(w, c.Job)
	}
	becomes("UPDATE contract SET status = 'signing' WHERE id = $1", "")
	becomes("UPDATE contract SET status = 'active', starts_on = '2026-12-01', ends_on = '2027-12-01', contract_date = '2026-11-01' WHERE id = $1", "") // nobody has signed it
	signed(w, deal, "2026-12-03T08:00:00Z")
	becomes("UPDATE contract SET status = 'active' WHERE id = $1", " contract")
	if text := public(w, c.Job); !strings.Contains(text, `"dateSigned":"2026-12-03T08:00:00Z"`) {
		t.Errorf("when it was signed is not public: %s", text)
	}
	becomes("UPDATE contract SET ends_on = '2028-01-01' WHERE id = $1", " contractUpdate")
	becomes("UPDATE contract SET status = 'terminated' WHERE id = $1", " contractTermination")
	w.ReactAgain("publication")
	said(after)
	compiled := replayed(w, c.Job)
	if got := compiled["tag"]; got != nil {
		t.Errorf("%v", got)
	}
	if n := w.Count("SELECT count(*) FROM audit_entry WHERE action = $1 AND object_id = $2", publicationsvc.Released, c.Job); n != len(strings.Fields(after)) {
		t.Errorf("%d releases stand in the log", n)
	}
}

// signed has a contract signed by all at a moment.
func signed(w *story.World, deal uuid.UUID, at string) {
	w.Helper()
	for _, sql := range []string{
		`INSERT INTO contract_version (contract_id, number, buyer_id, body, content, sum, reason, created_by, created_at)
			SELECT id, 1, buyer_id, '', '{}', '\x00', '', (SELECT id FROM account LIMIT 1), $2::timestamptz FROM contract WHERE id = $1 ON CONFLICT DO NOTHING`,
		`INSERT INTO contract_signing (id, contract_id, buyer_id, number, sum, paper_id, paper_sum, expires_at, begun_by, begun_at, outcome, ended_at)
			SELECT gen_random_uuid(), v.contract_id, v.buyer_id, v.number, v.sum, (SELECT id FROM document LIMIT 1), v.sum, $2::timestamptz, v.created_by, $2::timestamptz, 'signed', $2::timestamptz
			FROM contract_version v WHERE v.contract_id = $1 AND v.number = 1`,
	} {
		_, err := pgtest.Do(w.Context(), w.DB, sql, deal, at)
		w.Must(err)
	}
}

// company is what a company is called.
func company(w *story.World, id uuid.UUID) (name string) {
	w.Helper()
	w.Must(w.DB.QueryRow(w.Context(), "SELECT name FROM company WHERE id = $1", id).Scan(&name))
	return name
}

// What its buyer keeps out, what is sold, risks, and what only the invited may bid for before its award stand nowhere.
func TestWhatIsNotPublic(t *testing.T) {
	t.Parallel()
	for _, p := range sourcing.Policies {
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := story.New(t, 2)
			ctx := w.Context()
			nothing := func(job uuid.UUID) {
				t.Helper()
				w.React()
				if got := tags(w, job); got != "" {
					t.Errorf("%s was published", got)
				}
				_, err := w.Publication.Details(ctx, "192.0.2.1", job)
				w.Is(err, publication.NotFound)
				_, err = w.Publication.Record(ctx, "192.0.2.1", job)
				w.Is(err, publication.NotFound)
				list, err := w.Publication.List(ctx, "192.0.2.1", publicationsvc.Filter{}, "", 100)
				w.Must(err)
				if len(list.Items) > 0 {
					t.Errorf("%+v is listed", list.Items)
				}
			}
			terms := pumps
			terms.Job.Code, terms.Job.Private = "PRIVATE", new(true)
			kept := w.Publish(p, terms)
			nothing(kept.Job)
			terms.Job.Code, terms.Job.Private = "INVITED", nil
			terms.InvitedOnly, terms.Invited = true, w.Bidders
			invited := w.Publish(p, terms)
			nothing(invited.Job)
			terms.Job.Code, terms.InvitedOnly, terms.Invited = "OPEN", false, nil
			open := w.Publish(p, terms)
			w.React()
			if got := tags(w, open.Job); (got == "tender") != (p.Listed && !p.Has(sourcing.ByInvitation)) {
				t.Errorf("%q of what everybody may bid for", got)
			}
			if !p.Listed {
				nothing(open.Job)
				return
			}
			job, err := w.Sourcing.Job(ctx, w.Officer, w.Officer.Org, open.Job)
			w.Must(err)
			form := sourcing.JobForm{Code: job.Code, Title: job.Title, Regime: job.Regime, Private: new(true)}
			err = w.Sourcing.UpdateJob(ctx, w.Officer, w.Officer.Org, open.Job, job.Version, form)
			if job.Public == p.Has(sourcing.ByInvitation) {
				t.Errorf("it is public: %v", job.Public)
			}
			if !job.Public {
				w.Must(err)
			} else if w.Is(err, sourcing.Published); err != nil {
				if e := fault.As(err); len(e.Fields) != 1 || e.Fields[0].Pointer != "/private" {
					t.Errorf("it names no field: %v", err)
				}
			}
			if job, err = w.Sourcing.Job(ctx, w.Officer, w.Officer.Org, kept.Job); err != nil || !job.Private {
				t.Fatal(job.Private, err)
			}
			form = sourcing.JobForm{Code: job.Code, Title: job.Title, Regime: job.Regime, Private: new(false)}
			w.Must(w.Sourcing.UpdateJob(ctx, w.Officer, w.Officer.Org, kept.Job, job.Version, form))
			w.React()
			if got := tags(w, kept.Job); (got == "tender") != !p.Has(sourcing.ByInvitation) {
				t.Errorf("%q once its buyer lets it", got)
			}
		})
	}
}

// What was public stays so with how it ended; what was called off before it opened was never public.
func TestWhatWasCalledOffIsPublic(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	ctx := w.Context()
	c := w.Publish(policyOf(sourcing.Tender), pumps)
	terms := pumps
	terms.Job.Code, terms.Opens, terms.Closes = "LATER", story.Noon.Add(time.Hour), story.Noon.Add(30*24*time.Hour)
	later := w.Publish(policyOf(sourcing.Tender), terms)
	w.React()
	for _, job := range []uuid.UUID{c.Job, later.Job} {
		w.Must(w.Sourcing.CancelJob(ctx, w.Officer, w.Officer.Org, job, "No money"))
	}
	w.React()
	if got, want := tags(w, c.Job)+"|"+tags(w, later.Job), "tender tenderCancellation|"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	replayed(w, c.Job)
	for state, n := range map[publication.State]int{publication.Open: 0, publication.Ended: 1} {
		list, err := w.Publication.List(ctx, "192.0.2.1", publicationsvc.Filter{States: []publication.State{state}}, "", 10)
		w.Must(err)
		if len(list.Items) != n {
			t.Errorf("%d are %s", len(list.Items), state)
		}
	}
}

// Releases are numbered in the order in which they become readable: who draws a number waits until the one before can be read.
func TestAFeedMissesNothing(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	ctx := w.Context()
	var jobs []uuid.UUID
	for i := range 3 {
		terms := pumps
		terms.Job.Code, terms.Job.Title = fmt.Sprint("F", i), fmt.Sprint("Pumps of yard ", i)
		jobs = append(jobs, w.Publish(policyOf(sourcing.Tender), terms).Job)
	}
	begin := func(job uuid.UUID, written chan<- struct{}, end <-chan struct{}) chan error {
		done := make(chan error, 1)
		go func() {
			done <- pg.InTx(ctx, w.DB, func(tx pg.Tx) error {
				err := w.Publication.Follow(ctx, tx, journal.Event{Object: "job", ObjectID: job, Owner: w.Officer.Org})
				close(written)
				<-end
				return err
			})
		}()
		return done
	}
	wrote, end, open := make(chan struct{}), make(chan struct{}), make(chan struct{})
	close(open)
	first := begin(jobs[0], wrote, end)
	<-wrote
	second := begin(jobs[1], make(chan struct{}), open)
	for w.Count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'") == 0 {
		select {
		case err := <-second:
			t.Fatalf("it did not wait: %v", err)
		default:
		}
	}
	if _, err := w.Publication.Feed(ctx, "192.0.2.1", 0); !errors.Is(err, publication.NoMore) {
		t.Errorf("before either can be read: %v", err)
	}
	close(end)
	w.Must(<-first)
	w.Must(<-second)
	follow(w, "job", jobs[2], w.Officer.Org)
	follow(w, "job", jobs[2], w.Officer.Org)
	if got := w.Count("SELECT count(*) FROM publication_release r WHERE sequence = ANY('{1,2,3}') AND job_id = ($1::uuid[])[sequence::int]", jobs); got != 3 {
		t.Errorf("%d of 3 stand in their order", got)
	}
	list, err := w.Publication.List(ctx, "192.0.2.1", publicationsvc.Filter{Search: "yard 1"}, "", 10)
	w.Must(err)
	if len(list.Items) != 1 || list.Items[0].Job != jobs[1] {
		t.Errorf("%+v", list.Items)
	}
	var seen []uuid.UUID
	for after := ""; ; {
		part, err := w.Publication.List(ctx, "192.0.2.1", publicationsvc.Filter{}, after, 2)
		w.Must(err)
		for _, x := range part.Items {
			seen = append(seen, x.Job)
		}
		if after = part.Next; after == "" {
			break
		}
	}
	if len(seen) != 3 {
		t.Errorf("%d of 3 in pages", len(seen))
	}
	var limited error
	for range 400 {
		if _, limited = w.Publication.Feed(ctx, "192.0.2.9", 0); limited != nil {
			break
		}
	}
	if !errors.Is(limited, fault.TooMany) {
		t.Errorf("four hundred looks at once: %v", limited)
	}
}

// A contract's milestones are published with where they stand; one that is due no more leaves its identifier alone.
func TestMilestonesArePublished(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	c := bought(w, 450, "100", "120")
	c.Award()
	w.React()
	ctx, org := w.Context(), w.Officer.Org
	var deal uuid.UUID
	w.Must(w.DB.QueryRow(ctx, "SELECT id FROM contract WHERE buyer_id = $1", org).Scan(&deal))
	duty := uuid.New()
	for _, sql := range []string{
		"UPDATE contract SET status = 'active', starts_on = '2026-12-01', ends_on = '2027-12-01', contract_date = '2026-12-01' WHERE id = $1 AND $2::uuid IS NOT NULL",
		`INSERT INTO contract_milestone (id, contract_id, buyer_id, kind, side, title, due_on, status, created_by, created_at)
			SELECT $2, id, buyer_id, 'delivery', 'counterparty', 'Two pumps', '2027-01-01', 'scheduled', (SELECT id FROM account LIMIT 1), zabuni.clock() FROM contract WHERE id = $1`,
	} {
		_, err := pgtest.Do(ctx, w.DB, sql, deal, duty)
		w.Must(err)
	}
	signed(w, deal, "2026-12-01T08:00:00Z")
	follow(w, "contract_milestone", duty, org)
	want := tags(w, c.Job)
	if !strings.HasSuffix(want, "contract+implementation") {
		t.Errorf("%q", want)
	}
	for status, told := range map[contract.DutyStatus]string{contract.Met: `"status":"met"`, contract.Withdrawn: ""} {
		_, err := pgtest.Do(ctx, w.DB, "UPDATE contract_milestone SET status = $2 WHERE id = $1", duty, string(status))
		w.Must(err)
		follow(w, "contract_milestone", duty, org)
		want += " implementationUpdate"
		if got := tags(w, c.Job); got != want {
			t.Errorf("%s: %q, want %q", status, got, want)
		}
		text, err := json.Marshal(replayed(w, c.Job)["contracts"])
		w.Must(err)
		if !strings.Contains(string(text), duty.String()) || strings.Contains(string(text), "Two pumps") != (told != "") || !strings.Contains(string(text), told) {
			t.Errorf("%s: %s", status, text)
		}
	}
}
