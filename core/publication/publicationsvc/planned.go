package publicationsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/ocds"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/procurement"
	"zabuni.org/core/publication/internal/publicationdb"
	"zabuni.org/core/reference/referencesvc"
)

// PlanReleased is the event of releases of a plan's items; its object is the plan.
const PlanReleased = "publication.plan.released"

// followPlan publishes what is new of a plan that was approved: a release for each item that is new, says something else, or
// was dropped. While a plan is written or waits for its approval, what was approved before stays public as it was.
func (s *Service) followPlan(ctx context.Context, tx pg.Tx, e journal.Event) error {
	if err := q.Lock(ctx, tx, "publication:"+e.ObjectID.String()); err != nil {
		return err
	}
	plan, err := q.Plan(ctx, tx, e.ObjectID, e.Owner)
	if err != nil || plan.Private || procurement.Status(plan.Status) != procurement.Approved {
		return err
	}
	before, err := q.LastPlanned(ctx, tx, plan.ID, e.Owner)
	if err != nil {
		return err
	}
	stands, err := planned(ctx, tx, e.Owner, plan)
	if err != nil {
		return err
	}
	last := map[uuid.UUID]publicationdb.LastPlannedRow{}
	for _, b := range before {
		last[b.ItemID] = b
	}
	var out releases
	for _, x := range stands {
		if err := out.add(tx, x.item, last[x.item], x.body); err != nil {
			return err
		}
		delete(last, x.item)
	}
	for _, b := range before {
		if _, dropped := last[b.ItemID]; !dropped {
			continue
		}
		body, err := ocds.Withdraw([]byte(b.Body))
		if err != nil {
			return err
		}
		if err := out.add(tx, b.ItemID, b, body); err != nil {
			return err
		}
	}
	if len(out.Items) == 0 {
		return nil
	}
	// A tender of what was kept out until now names it. Its lock is taken before that of the feed, as who publishes it takes them.
	jobs, err := q.TendersOf(ctx, tx, out.first, e.Owner)
	if err != nil {
		return err
	}
	for _, job := range jobs {
		if err := q.Lock(ctx, tx, "publication:"+job.String()); err != nil {
			return err
		}
		if _, err := q.Job(ctx, tx, job, e.Owner); err != nil { // who writes it is waited for here, not by all who publish
			return err
		}
	}
	if err := out.write(ctx, tx, plan.ID, e.Owner); err != nil {
		return err
	}
	for _, job := range jobs {
		if err := s.release(ctx, tx, e.Owner, job); err != nil {
			return err
		}
	}
	return nil
}

// A purchase is what is to be said of an item of a plan.
type purchase struct {
	item uuid.UUID
	body []byte
}

// planned is what is to be said of each item of a plan, in the order of their days.
func planned(ctx context.Context, tx pg.Tx, owner uuid.UUID, plan publicationdb.PlanRow) ([]purchase, error) {
	rows, err := q.PlannedItems(ctx, tx, plan.ID, owner)
	if err != nil {
		return nil, err
	}
	codes := make([]string, len(rows))
	for i, r := range rows {
		codes[i] = r.Classification
	}
	named, err := referencesvc.Names(ctx, tx, "en", codes)
	if err != nil {
		return nil, err
	}
	buyer := ocds.Party{ID: owner, Name: plan.BuyerName, Country: country(plan.BuyerCountry)}
	out := make([]purchase, len(rows))
	for i, r := range rows {
		out[i].item = r.ID
		out[i].body, err = ocds.Planned{Item: r.ID, Buyer: buyer, Plan: plan.ID, PlanTitle: plan.Title, Year: int(plan.Year), Title: r.Title, Activity: r.Activity,
			Code: r.Classification, Named: named[r.Classification], Opens: r.PublishOn, Awards: r.AwardOn}.Body()
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// releases are those of one approval, by column: a plan may have thousands of items.
type releases struct {
	publicationdb.InsertPlannedReleasesParams
	first []uuid.UUID // items of which nothing was public before
}

// add puts a release behind the others, unless it says what was said before.
func (r *releases) add(tx pg.Tx, item uuid.UUID, before publicationdb.LastPlannedRow, body []byte) error {
	tags, err := ocds.Tags([]byte(before.Body), body)
	if err != nil || len(tags) == 0 {
		return err
	}
	at, n := next(tx, before.ReleasedAt), before.Number+1
	if n == 1 {
		r.first = append(r.first, item)
	}
	text, err := ocds.Released(body, item, int(n), at, tags)
	if err != nil {
		return err
	}
	r.Items, r.Numbers, r.At = append(r.Items, item), append(r.Numbers, n), append(r.At, at)
	r.Tags, r.Bodies = append(r.Tags, string(tags[0])), append(r.Bodies, string(text)) // of what is planned there is one at a time
	return nil
}

func (r *releases) write(ctx context.Context, tx pg.Tx, plan, owner uuid.UUID) error {
	if err := q.Lock(ctx, tx, feedLock); err != nil {
		return err
	}
	if err := q.PublishPlanned(ctx, tx, publicationdb.PublishPlannedParams{PlanID: plan, BuyerID: owner, Items: r.Items, Numbers: r.Numbers, Bodies: r.Bodies}); err != nil {
		return err
	}
	r.BuyerID = owner
	if err := q.InsertPlannedReleases(ctx, tx, r.InsertPlannedReleasesParams); err != nil {
		return err
	}
	count := map[string]int{}
	for _, tag := range r.Tags {
		count[tag]++
	}
	_, err := journal.Record(ctx, tx, access.System, journal.Entry{Action: PlanReleased, Object: "procurement_plan", ObjectID: plan, Owner: owner,
		Detail: map[string]any{"tags": count}})
	return err
}

// A Purchase is a row of the list of what is planned.
type Purchase struct {
	Item                                uuid.UUID
	Plan, Title, Class, Named, Activity string // its class as CPV has it, and in the reader's language; empty: nobody knows
	Buyer, BuyerCountry                 string
	Publish, Award                      time.Time // days
	Job                                 uuid.UUID // the last tender that came of it; uuid.Nil: none is public
}

// A PlannedFilter narrows the list; the zero value narrows nothing.
type PlannedFilter struct {
	Search    string // words of what is bought, of its plan or its buyer, or the first digits of its class
	Countries []geo.Code
}

// Planned is one page of what buyers mean to buy, by the days on which they mean to publish it. What has to be awarded by now is
// planned no more.
func (s *Service) Planned(ctx context.Context, network string, f PlannedFilter, language locale.Language, after string, limit int) (page.Of[Purchase], error) {
	var out page.Of[Purchase]
	if err := s.look(ctx, network); err != nil {
		return out, err
	}
	c := page.Cursor{At: time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)}
	if after != "" {
		var err error
		if c, err = page.Parse(after); err != nil {
			return out, err
		}
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	rows, err := q.Planned(ctx, s.db, publicationdb.PlannedParams{
		Today:     now.UTC(),
		AfterOn:   c.At,
		AfterID:   c.ID,
		Search:    pg.Sought(f.Search),
		Digits:    pg.OrNil(referencesvc.Digits(f.Search)),
		Countries: closed.Values(f.Countries...),
		MaxRows:   int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	cut := page.Cut(rows, limit, func(r publicationdb.PlannedRow) page.Cursor { return page.Cursor{At: r.PublishOn, ID: r.ItemID} })
	codes := make([]string, len(cut.Items))
	for i, r := range cut.Items {
		codes[i] = r.Classification
	}
	named, err := referencesvc.Called(ctx, s.db, language, codes)
	out.Next = cut.Next
	for _, r := range cut.Items {
		out.Items = append(out.Items, Purchase{Item: r.ItemID, Plan: r.Plan, Title: r.Title, Class: r.Classification, Named: named[r.Classification], Activity: r.Activity,
			Buyer: r.BuyerName, BuyerCountry: r.BuyerCountry, Publish: r.PublishOn, Award: r.AwardOn, Job: r.JobID})
	}
	return out, err
}
