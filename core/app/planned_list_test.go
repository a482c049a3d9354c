package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/ocds"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/procurement"
	"zabuni.org/core/publication/publicationsvc"
	"zabuni.org/core/reference"
	"zabuni.org/core/sourcing"
)

// listed is the list of what is planned as everybody reads it, a row a page.
func (w *planned) listed(f publicationsvc.PlannedFilter) (out []publicationsvc.Purchase) {
	w.Helper()
	for after := ""; ; {
		part, err := w.Publication.Planned(w.Context(), "192.0.2.1", f, "fr", after, 1)
		w.Must(err)
		if out = append(out, part.Items...); len(out) > 9 {
			w.Fatal("the list has no end")
		}
		if after = part.Next; after == "" {
			return out
		}
	}
}

// ordered are the words behind which the titles of rows differ.
func ordered(rows []publicationsvc.Purchase) string {
	var out []string
	for _, r := range rows {
		out = append(out, strings.Fields(r.Title)[1])
	}
	return strings.Join(out, " ")
}

// The list has what may be bought still, by the days of publication, as its last release says it; what somebody types finds what it
// says and nothing else, and the tender that is named is the last one that everybody reads.
func TestWhatIsPlannedIsListed(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	owner := w.Officer.Org
	thing := func(number, more string, a sourcing.Activity, class string, publish, award int) uuid.UUID {
		t.Helper()
		x := w.thing(number, a, class, "100000")
		x.Title, x.PublishOn, x.AwardOn = "Thing "+number+" "+more, w.publish.AddDate(0, 0, publish), w.publish.AddDate(0, 0, award)
		return w.adds(x)
	}
	sure := thing("1", "100% Sure", sourcing.Tender, "30213000", 0, 60)
	thing("2", "half_done", sourcing.RFQ, "42122000", 0, 30)
	thing("3", `by\hand`, sourcing.Tender, "30213000", 10, 14)
	later := thing("4", "", sourcing.Tender, "44423200", 5, 40)
	w.approved()
	w.React()
	for what, want := range map[string]string{"": "1 2 4 3", "THING": "1 2 4 3", "%": "1", "0% s": "1", "_": "2", `\`: "3", "nual PLAN (2026": "1 2 4 3", strings.ToUpper(company(w.World, owner)): "1 2 4 3",
		"3021": "1 3", "213": "", "42122000": "2", "thing 5": ""} {
		if got := ordered(w.listed(publicationsvc.PlannedFilter{Search: what})); got != want {
			t.Errorf("%q finds %q, want %q", what, got, want)
		}
	}
	var country geo.Code
	w.Must(w.DB.QueryRow(w.Context(), "SELECT country FROM company WHERE id = $1", owner).Scan(&country))
	for want, of := range map[string][]geo.Code{"1 2 4 3": {"ZZ", country}, "": {"ZZ"}} {
		if got := ordered(w.listed(publicationsvc.PlannedFilter{Countries: of})); got != want {
			t.Errorf("%v have %q, want %q", of, got, want)
		}
	}

	// Three tenders come of an item, the last of which nobody else reads yet.
	terms, part := pumps, money.New(1000, 0)
	terms.Job.PlanItem, terms.Job.Classification, terms.Estimate = &sure, "30213000", &part
	var last uuid.UUID
	for i, code := range []string{"ONE", "TWO"} {
		w.SetClock(story.Noon.Add(time.Duration(i) * time.Minute))
		terms.Job.Code = code
		last = w.Publish(policyOf(sourcing.Tender), terms).Job
		w.React()
	}
	w.SetClock(story.Noon.Add(time.Hour))
	terms.Job.Code = "THREE"
	w.Author(policyOf(sourcing.Tender), terms)
	w.React()
	for i, r := range w.listed(publicationsvc.PlannedFilter{}) {
		if want := []uuid.UUID{last}[:max(0, 1-i)]; (len(want) == 1 && r.Job != last) || (len(want) == 0 && r.Job != uuid.Nil) {
			t.Errorf("the tender of %s is %s, want %v", r.Title, r.Job, want)
		}
	}

	// Everything of an item is changed, and its plan goes by another name.
	w.Must(w.step(w.Officer, procurement.Revised, "Less money"))
	w.takes(reference.Codes, "code,en,fr\n42122000-0,Pumps,Pompes\n")
	w.change(later, procurement.Item{Number: "4", Title: "Thing 0", Classification: "42122000", Activity: sourcing.RFQ, Currency: "KES", Estimate: w.thing("4", sourcing.RFQ, "42122000", "5").Estimate,
		PublishOn: w.publish.AddDate(0, 0, 1), AwardOn: w.publish.AddDate(0, 0, 13)}, 1)
	w.Must(w.Procurement.Save(w.Context(), w.Officer, owner, w.plan, procurement.Form{Year: story.Noon.Year(), Title: "Plan of less", Regime: "ke-ppada"}, w.version()))
	if got := ordered(w.listed(publicationsvc.PlannedFilter{})); got != "1 2 4 3" {
		t.Errorf("while it is revised there are %q", got)
	}
	w.approved()
	w.React()
	rows := w.listed(publicationsvc.PlannedFilter{})
	if got := ordered(rows); got != "1 2 0 3" {
		t.Fatalf("there are %q", got)
	}
	want := publicationsvc.Purchase{Item: later, Plan: "Plan of less (2026)", Title: "Thing 0", Class: "42122000", Named: "Pompes", Activity: "rfq", Buyer: company(w.World, owner), BuyerCountry: string(country),
		Publish: w.publish.AddDate(0, 0, 1), Award: w.publish.AddDate(0, 0, 13)}
	if got := rows[2]; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	text := fmt.Sprint(replayed(w.World, later))
	for _, part := range []string{"description:Pumps", "buyer:map[id:" + owner.String() + " ", "procuringEntity:map[id:" + owner.String() + " ", "countryName:Kenya"} {
		if !strings.Contains(text, part) {
			t.Errorf("it does not say %q: %s", part, text)
		}
	}

	// It is listed on the day by which it is to be awarded, and not on the next.
	for i, want := range []string{"1 2 0 3", "1 2 3", "1 2"} {
		w.SetClock(w.publish.AddDate(0, 0, 13+i).Add(12 * time.Hour))
		if got := ordered(w.listed(publicationsvc.PlannedFilter{})); got != want {
			t.Errorf("on day %d there are %q, want %q", 13+i, got, want)
		}
	}
}

// A plan that was taken back before anybody looked waits for its next approval. Releases of an item come one after the other, also
// where all of it is done in a moment, and each approval with something new is one event that counts them.
func TestWhatIsPlannedWaitsForItsApproval(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	item := w.adds(w.thing("1", sourcing.Tender, "30213000", "100000"))
	w.approved()
	w.Must(w.step(w.Officer, procurement.Revised, "Not yet"))
	w.React()
	if got := tags(w.World, item); got != "" {
		t.Errorf("%q of a plan that is being revised", got)
	}
	for i, title := range []string{"Thing 1", "Thing 2", "Thing 2"} {
		if i > 0 {
			w.Must(w.step(w.Officer, procurement.Revised, "Another word"))
		}
		x := w.thing("1", sourcing.Tender, "30213000", "100000")
		x.Title = title
		w.change(item, x, int32(i+1))
		w.approved()
		w.React()
	}
	if got := tags(w.World, item); got != "planning planningUpdate" {
		t.Errorf("%q", got)
	}
	if n := w.Count("SELECT count(DISTINCT released_at) FROM publication_release WHERE item_id = $1", item); n != 2 {
		t.Errorf("two releases have %d moments", n)
	}
	rows, err := w.DB.Query(w.Context(), "SELECT object || ' ' || (object_id = $1) || ' ' || detail::text FROM audit_entry WHERE action = 'publication.plan.released' ORDER BY id", w.plan)
	w.Must(err)
	var told []string
	for rows.Next() {
		var one string
		w.Must(rows.Scan(&one))
		told = append(told, one)
	}
	if want := []string{`procurement_plan true {"tags": {"planning": 1}}`, `procurement_plan true {"tags": {"planningUpdate": 1}}`}; rows.Err() != nil || !slices.Equal(told, want) {
		t.Errorf("%q, want %q (%v)", told, want, rows.Err())
	}
}

// Who publishes a plan holds it: who follows it too waits and has nothing more to say, a tender is numbered behind it, and who wants
// to keep it out comes too late.
func TestWhoKeepsAPlanOutWaitsForWhoPublishesIt(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, owner := w.Context(), w.Officer.Org
	w.React()
	before, _ := feed(w.World)
	item := w.adds(w.thing("1", sourcing.Tender, "30213000", "100000"))
	w.approved()
	terms := pumps
	terms.Job.Code, terms.Job.PlanItem, terms.Job.Classification = "OWN", nil, "30213000"
	c := w.Publish(policyOf(sourcing.Tender), terms)
	version := w.version()
	follows := func(object string, id uuid.UUID, then func()) error {
		return pg.InTx(ctx, w.DB, func(tx pg.Tx) error {
			err := w.Publication.Follow(ctx, tx, journal.Event{Object: object, ObjectID: id, Owner: owner})
			then()
			return err
		})
	}
	wrote, end := make(chan struct{}), make(chan struct{})
	first := make(chan error, 1)
	go func() { first <- follows("procurement_plan", w.plan, func() { close(wrote); <-end }) }()
	<-wrote
	others := map[string]func() error{
		"another follows it":    func() error { return follows("procurement_plan", w.plan, func() {}) },
		"a tender is published": func() error { return follows("job", c.Job, func() {}) },
		"it is kept out": func() error {
			err := w.Procurement.Step(ctx, w.Officer, owner, w.plan, procurement.Revised, "In silence", version)
			if err != nil {
				return fmt.Errorf("it is revised: %w", err)
			}
			private := true
			return w.Procurement.Save(ctx, w.Officer, owner, w.plan, procurement.Form{Year: story.Noon.Year(), Title: "Annual plan", Regime: "ke-ppada", Private: &private}, version+1)
		},
	}
	done := map[string]chan error{}
	for what, do := range others {
		done[what] = make(chan error, 1)
		go func() { done[what] <- do() }()
		for waiting := len(done); w.Count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") < waiting; {
			select {
			case err := <-done[what]:
				close(end)
				t.Fatalf("%s: it did not wait: %v", what, err)
			default:
			}
		}
	}
	close(end)
	w.Must(<-first)
	for what := range others {
		err := <-done[what]
		if what == "it is kept out" {
			w.field(err, "/private", fault.NotAllowed)
		} else if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if got, _ := feed(w.World); !slices.Equal(got, append(before, ocds.ID(item)+" planning", ocds.ID(c.Job)+" tender")) {
		t.Errorf("the feed is %v", got)
	}
	if p, err := w.Procurement.Plan(ctx, w.Officer, owner, w.plan); err != nil || p.Private || !p.Public {
		t.Errorf("it is private %v, public %v (%v)", p.Private, p.Public, err)
	}
}
