package app_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/ocds"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/procurement"
	"zabuni.org/core/publication"
	"zabuni.org/core/publication/publicationsvc"
	"zabuni.org/core/reference"
	"zabuni.org/core/sourcing"
)

// feed is all releases that everybody reads, as processes and tags, in their order.
func feed(w *story.World) (out []string, text string) {
	w.Helper()
	data, err := w.Publication.Feed(w.Context(), "192.0.2.1", 0)
	if err != nil {
		w.Is(err, publication.NoMore)
		return nil, ""
	}
	var read struct {
		Releases []struct {
			OCID string
			Tag  []string
		}
	}
	w.Must(json.Unmarshal(data, &read))
	for _, r := range read.Releases {
		out = append(out, r.OCID+" "+strings.Join(r.Tag, "+"))
	}
	return out, string(data)
}

// change says something else of an item that is written.
func (w *planned) change(id uuid.UUID, x procurement.Item, version int32) {
	w.Helper()
	x.ID, x.Version = id, version
	w.Must(w.Procurement.ChangeItem(w.Context(), w.Officer, w.Officer.Org, w.plan, x))
}

// private says whether the plan is kept out, as one who changes it does.
func (w *planned) private(is bool) error {
	w.Helper()
	return w.Procurement.Save(w.Context(), w.Officer, w.Officer.Org, w.plan, procurement.Form{Year: story.Noon.Year(), Title: "Annual plan", Regime: "ke-ppada", Private: &is}, w.version())
}

// What is planned is public from its approval on, an item a process: new, changed, dropped; never what it may cost or from which
// line it is paid, and nothing while it is being written. A tender that comes of it says so.
func TestWhatIsPlannedIsPublic(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	ctx, a, owner := w.Context(), w.Officer, w.Officer.Org
	late := w.thing("1", sourcing.Tender, "30213000", "7654321")
	late.PublishOn, late.AwardOn, late.BudgetLine = w.publish.AddDate(0, 1, 0), w.award.AddDate(0, 1, 0), "Zqline-1"
	early := w.thing("2", sourcing.RFQ, "42122000", "7654322")
	first, second := w.adds(late), w.adds(early)
	w.React()
	want, _ := feed(w.World) // of a tender that is none of this
	said := func(more ...string) {
		t.Helper()
		w.React()
		want = append(want, more...)
		got, text := feed(w.World)
		if !slices.Equal(got, want) {
			t.Errorf("the feed is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		for _, word := range []string{"7654", "Zqline", "estimate", "budget", a.User.String(), w.second.User.String(), w.works.String(), "Zqwhy"} {
			if strings.Contains(text, word) {
				t.Errorf("%q is public", word)
			}
		}
	}
	of := func(id uuid.UUID, tag ocds.Tag) string { return ocds.ID(id) + " " + string(tag) }
	said()
	w.Must(w.step(a, procurement.Submitted, ""))
	said()
	_, err := w.Publication.Record(ctx, "192.0.2.1", first)
	w.Is(err, publication.NotFound)
	w.Must(w.step(w.second, procurement.Approved, ""))
	said(of(second, ocds.Planning), of(first, ocds.Planning))
	compiled := fmt.Sprint(replayed(w.World, first))
	for _, part := range []string{"title:Thing 1", "status:planned", "procurementMethodDetails:tender", "scheme:CPV", "id:30213000", "title:Annual plan (2026)", "documentType:procurementPlan",
		"startDate:" + late.PublishOn.Format(time.RFC3339), "endDate:" + late.AwardOn.Format(time.DateOnly) + "T23:59:59Z", company(w.World, owner)} {
		if !strings.Contains(compiled, part) {
			t.Errorf("it does not say %q: %s", part, compiled)
		}
	}
	w.Must(pg.InTx(ctx, w.DB, func(tx pg.Tx) error { // told twice
		return w.Publication.Follow(ctx, tx, journal.Event{Object: "procurement_plan", ObjectID: w.plan, Owner: owner})
	}))
	said()

	// A tender of an item names it; one of none, and one of what is not public, does not.
	w.Must(w.step(a, procurement.Revised, "Zqwhy"))
	third := w.adds(w.thing("3", sourcing.Tender, "30213000", "7654323"))
	w.change(second, w.thing("2 and more", sourcing.RFQ, "42122000", "7654329"), 1)
	said()
	w.Must(w.Procurement.DropItem(ctx, a, owner, w.plan, first, 1))
	said()
	w.approved()
	said(of(second, ocds.PlanningUpdate), of(third, ocds.Planning), of(first, ocds.PlanningUpdate))
	if text := fmt.Sprint(replayed(w.World, first)); !strings.Contains(text, "status:withdrawn") || !strings.Contains(text, "title:Thing 1") {
		t.Errorf("what was dropped is %s", text)
	}
	if text := fmt.Sprint(replayed(w.World, second)); !strings.Contains(text, "title:Thing 2 and more") || !strings.Contains(text, "status:planned") {
		t.Errorf("what was changed is %s", text)
	}
	terms := pumps
	terms.Job.Code, terms.Job.PlanItem, terms.Job.Classification = "PLANNED", &third, "30213000"
	c := w.Publish(policyOf(sourcing.Tender), terms)
	said(of(c.Job, ocds.NewTender))
	link := fmt.Sprint(replayed(w.World, c.Job)["relatedProcesses"])
	for _, part := range []string{"identifier:" + ocds.ID(third), "relationship:[planning]", "scheme:ocid", "uri:", "/ocds/records/" + third.String()} {
		if !strings.Contains(link, part) {
			t.Errorf("the tender is related to %s, without %q", link, part)
		}
	}
	terms.Job.PlanItem, terms.Job.Code = nil, "OWN"
	own := w.Publish(policyOf(sourcing.Tender), terms)
	said(of(own.Job, ocds.NewTender))
	if link, ok := replayed(w.World, own.Job)["relatedProcesses"]; ok {
		t.Errorf("a tender of no plan is related to %v", link)
	}

	// What was public may be taken out altogether: all of it is withdrawn, once.
	w.Must(w.step(a, procurement.Revised, "Zqwhy"))
	w.Must(w.Procurement.DropItem(ctx, a, owner, w.plan, second, 2))
	w.approved()
	said(of(second, ocds.PlanningUpdate))

	// Approved again with nothing new: nothing. What is public stays so.
	w.Must(w.step(a, procurement.Revised, "Zqwhy"))
	w.field(w.private(true), "/private", fault.NotAllowed)
	w.Must(w.private(false))
	w.approved()
	said()
}

// A plan that its buyer keeps out is never public, nor is that a tender came of it; once its buyer lets it, its next approval is.
func TestAPlanIsKeptOut(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	a := w.Officer
	w.React()
	before, _ := feed(w.World)
	item := w.adds(w.thing("1", sourcing.Tender, "30213000", "100000000"))
	w.Must(w.private(true))
	w.approved()
	terms := pumps
	terms.Job.Code, terms.Job.PlanItem, terms.Job.Classification = "PLANNED", &item, "30213000"
	c := w.Publish(policyOf(sourcing.Tender), terms)
	w.React()
	if got, text := feed(w.World); !slices.Equal(got, append(before, ocds.ID(c.Job)+" tender")) || strings.Contains(text, item.String()) {
		t.Errorf("%v is public, with what is planned in %s", got, text)
	}
	w.Must(w.step(a, procurement.Revised, "In the open"))
	w.Must(w.Procurement.Save(w.Context(), a, a.Org, w.plan, procurement.Form{Year: story.Noon.Year(), Title: "Annual plan", Regime: "ke-ppada"}, w.version()))
	p, err := w.Procurement.Plan(w.Context(), a, a.Org, w.plan)
	w.Must(err)
	if !p.Private || p.Public {
		t.Errorf("it is private %v, public %v, where nothing was said", p.Private, p.Public)
	}
	w.Must(w.private(false))
	w.React()
	if got := tags(w.World, item); got != "" {
		t.Errorf("%q before it is approved", got)
	}
	w.approved()
	w.React()
	if got := tags(w.World, item); got != "planning" {
		t.Errorf("%q", got)
	}
	if got, link := tags(w.World, c.Job), fmt.Sprint(replayed(w.World, c.Job)["relatedProcesses"]); got != "tender tenderUpdate" || !strings.Contains(link, ocds.ID(item)) {
		t.Errorf("the tender that came of it is %q, related to %s", got, link)
	}
	if p, err = w.Procurement.Plan(w.Context(), a, a.Org, w.plan); err != nil || p.Private || !p.Public {
		t.Errorf("it is private %v, public %v (%v)", p.Private, p.Public, err)
	}

	// One that is kept out from its first day on is written without another word.
	yes := true
	w.plan, err = w.Procurement.Draw(w.Context(), a, a.Org, procurement.Form{Year: story.Noon.Year(), Title: "In silence", Regime: "ke-ppada", Private: &yes})
	w.Must(err)
	item = w.adds(w.thing("1", sourcing.Tender, "30213000", "100000000"))
	w.approved()
	w.React()
	if got := tags(w.World, item); got != "" {
		t.Errorf("%q of what is kept out from the beginning", got)
	}
}

// The last item of what was public is taken out like any other: a plan that was never approved is not sent empty, one that was is.
func TestTheLastItemIsWithdrawn(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	item := w.adds(w.thing("1", sourcing.Tender, "30213000", "1000"))
	w.approved()
	w.React()
	w.Must(w.step(w.Officer, procurement.Revised, "No money"))
	w.Must(w.Procurement.DropItem(w.Context(), w.Officer, w.Officer.Org, w.plan, item, 1))
	w.approved()
	w.React()
	if got := tags(w.World, item); got != "planning planningUpdate" {
		t.Errorf("%q", got)
	}
	if text := fmt.Sprint(replayed(w.World, item)); !strings.Contains(text, "status:withdrawn") {
		t.Errorf("it is %s", text)
	}
	list, err := w.Publication.Planned(w.Context(), "192.0.2.1", publicationsvc.PlannedFilter{}, "en", "", 10)
	w.Must(err)
	if len(list.Items) > 0 {
		t.Errorf("%+v is listed", list.Items)
	}
}

// The list is searched by words of the item, of its plan and of its buyer, and by a code as it is written; it ends with the day by
// which something is to be awarded, and prefers a tender that was not called off.
func TestWhatIsPlannedIsFound(t *testing.T) {
	t.Parallel()
	w := newPlanned(t)
	w.takes(reference.Codes, "code,en,fr\n33192100-3,Beds,Lits\n42122000-0,Pumps\n")
	beds := w.thing("1", sourcing.Tender, "33192100", "1000")
	beds.Title = "Beds of 100% steel"
	bed := w.adds(beds)
	w.adds(w.thing("2", sourcing.RFQ, "42122000", "1000"))
	w.approved()
	w.React()
	find := func(search, language string) (out []string) {
		t.Helper()
		list, err := w.Publication.Planned(w.Context(), "192.0.2.1", publicationsvc.PlannedFilter{Search: search}, locale.Language(language), "", 10)
		w.Must(err)
		for _, p := range list.Items {
			out = append(out, strings.TrimSpace(p.Title+" "+p.Named))
		}
		return out
	}
	both := []string{"Beds of 100% steel Beds", "Thing 2 Pumps"}
	for search, want := range map[string][]string{"": both, "annual PLAN": both, "2026": both, company(w.World, w.Officer.Org): both, "3319": both[:1], "33192100-3": both[:1], "CPV 33192100": both[:1],
		"4212 20": both[1:], "100%": both[:1], "%": both[:1], "_": nil, "92100": nil, "steel": both[:1]} {
		if got := find(search, "en"); !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", search, got, want)
		}
	}
	if got := find("", "fr"); !slices.Equal(got, []string{"Beds of 100% steel Lits", "Thing 2 Pumps"}) {
		t.Errorf("in French: %q", got)
	}
	terms := pumps
	terms.Job.PlanItem, terms.Job.Classification, terms.Job.Code = &bed, "33192100", "FIRST"
	part := money.New(400, 0)
	terms.Estimate = &part
	first := w.Publish(policyOf(sourcing.Tender), terms)
	w.React()
	job := func() uuid.UUID {
		t.Helper()
		list, err := w.Publication.Planned(w.Context(), "192.0.2.1", publicationsvc.PlannedFilter{Search: "steel"}, "en", "", 10)
		w.Must(err)
		return list.Items[0].Job
	}
	if got := job(); got != first.Job {
		t.Errorf("the tender that came of it is %s", got)
	}
	terms.Job.Code = "SECOND"
	second := w.Publish(policyOf(sourcing.Tender), terms)
	w.React()
	if got := job(); got != second.Job {
		t.Errorf("the last one is %s", got)
	}
	w.Must(w.Sourcing.CancelJob(w.Context(), w.Officer, w.Officer.Org, second.Job, "Too early"))
	w.React()
	if got := job(); got != first.Job {
		t.Errorf("of two, one of them called off: %s", got)
	}
	w.Must(w.Sourcing.CancelJob(w.Context(), w.Officer, w.Officer.Org, first.Job, "Too early"))
	w.React()
	if got := job(); got != second.Job {
		t.Errorf("where both were called off: %s", got)
	}
	w.SetClock(w.award.Add(23 * time.Hour))
	if got := find("", "en"); !slices.Equal(got, both) {
		t.Errorf("on its last day: %q", got)
	}
	w.SetClock(w.award.Add(25 * time.Hour))
	if got := find("", "en"); got != nil {
		t.Errorf("a day later: %q", got)
	}
}
