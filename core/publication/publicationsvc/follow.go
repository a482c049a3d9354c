package publicationsvc

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/ocds"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/publication"
	"zabuni.org/core/publication/internal/publicationdb"
	"zabuni.org/core/sourcing"
)

// Released is the event of a release; its object is the job.
const Released = "publication.job.released"

// feedLock names what one transaction at a time does: whoever draws a number has committed before the next one is drawn, so
// that who reads up to a number misses nothing that comes to stand below it later.
const feedLock = "publication.feed"

// Follow publishes what an event has brought to light of its job or its plan, in tx. It looks at all that is public of it now and at
// what was published last: an event that comes twice, late or out of order publishes nothing twice.
func (s *Service) Follow(ctx context.Context, tx pg.Tx, e journal.Event) error {
	if e.Object == "procurement_plan" {
		return s.followPlan(ctx, tx, e)
	}
	job, owner, err := jobOf(ctx, tx, e)
	if err != nil || job == uuid.Nil {
		return err
	}
	// Whoever publishes its plan is waited for: one of the two has to see what the other tells. They lock in the same order.
	plan, err := q.PlanOfJob(ctx, tx, job, owner)
	if none(err) != nil {
		return err
	}
	locks := []string{"publication:" + job.String()}
	if err == nil {
		locks = append([]string{"publication:" + plan.String()}, locks...)
	}
	for _, name := range locks {
		if err := q.Lock(ctx, tx, name); err != nil {
			return err
		}
	}
	return s.release(ctx, tx, owner, job)
}

// jobOf is the job that an event is of, with its buyer; nil where it is of none. Who acts on a contract may be its other side.
func jobOf(ctx context.Context, tx pg.Tx, e journal.Event) (job, owner uuid.UUID, err error) {
	id := e.ObjectID
	switch e.Object {
	case "job":
		return id, e.Owner, nil
	case "category":
		job, err = q.JobOfCategory(ctx, tx, id, e.Owner)
		return job, e.Owner, none(err)
	case "contract_milestone":
		if id, err = q.ContractOfMilestone(ctx, tx, id); err != nil {
			return uuid.Nil, uuid.Nil, none(err)
		}
		fallthrough
	case "contract":
		row, err := q.JobOfContract(ctx, tx, id)
		return row.JobID, row.BuyerID, none(err)
	}
	return uuid.Nil, uuid.Nil, nil
}

func none(err error) error {
	if pg.NoRows(err) {
		return nil
	}
	return err
}

// last is what was published of a job before.
type last struct {
	number int
	at     time.Time
	body   []byte
	shown  map[string]bool // categories of it
}

func lastOf(ctx context.Context, tx pg.Tx, owner, job uuid.UUID) (last, error) {
	out := last{shown: map[string]bool{}}
	row, err := q.LastRelease(ctx, tx, job, owner)
	if pg.NoRows(err) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	out.number, out.at, out.body = int(row.Number), row.ReleasedAt, []byte(row.Body)
	var told body
	err = json.Unmarshal(out.body, &told)
	for _, l := range told.Tender.Lots {
		out.shown[l.ID] = true
	}
	return out, err
}

func (s *Service) release(ctx context.Context, tx pg.Tx, owner, job uuid.UUID) error {
	before, err := lastOf(ctx, tx, owner, job)
	if err != nil {
		return err
	}
	p, err := s.process(ctx, tx, owner, job, before)
	if err != nil || len(p.Categories) == 0 {
		return err
	}
	text, err := p.Body()
	if err != nil {
		return err
	}
	tags, err := ocds.Tags(before.body, text)
	if err != nil || len(tags) == 0 {
		return err
	}
	if err := q.Lock(ctx, tx, feedLock); err != nil {
		return err
	}
	at, n := next(tx, before.at), before.number+1
	text, err = ocds.Released(text, job, n, at, tags)
	if err != nil {
		return err
	}
	var cancelled *time.Time
	if p.Status == ocds.Cancelled {
		off, err := q.CalledOff(ctx, tx, job, owner)
		if err != nil {
			return err
		}
		cancelled = &off
	}
	err = q.Publish(ctx, tx, publicationdb.PublishParams{
		JobID:       job,
		BuyerID:     owner,
		Reference:   p.Reference,
		Title:       p.Title,
		Activity:    p.Activity,
		Status:      p.Status,
		Awarded:     won(p),
		ClosesAt:    p.Closes,
		Lots:        int32(len(p.Categories)),
		Words:       words(p),
		OpenUntil:   openUntil(p),
		CancelledAt: cancelled,
		Releases:    int32(n),
		At:          at,
	})
	if err != nil {
		return err
	}
	names := make([]string, len(tags))
	for i, t := range tags {
		names[i] = string(t)
	}
	err = q.InsertRelease(ctx, tx, publicationdb.InsertReleaseParams{JobID: job, BuyerID: owner, Number: int32(n), Tags: names, ReleasedAt: at, Body: string(text)})
	if err != nil {
		return err
	}
	_, err = journal.Record(ctx, tx, access.System, journal.Entry{Action: Released, Object: "job", ObjectID: job, Owner: owner,
		Detail: map[string]any{"number": n, "tags": tags}})
	return err
}

// next is the moment of a release after one of a moment: readers put the releases of a process into order by it.
func next(tx pg.Tx, before time.Time) time.Time {
	at := tx.Now.Truncate(time.Millisecond)
	if !at.After(before) {
		at = before.Add(time.Millisecond)
	}
	return at
}

// openUntil is when the last lot that takes bids still closes; nil: none does.
func openUntil(p ocds.Process) *time.Time {
	var last *time.Time
	for _, c := range p.Categories {
		if c.State == ocds.Active && (last == nil || c.Closes.After(*last)) {
			last = &c.Closes
		}
	}
	return last
}

// won reports whether somebody has won something of it.
func won(p ocds.Process) bool {
	for _, a := range p.Awards {
		if a.State != ocds.Cancelled {
			return true
		}
	}
	return false
}

// words are what a search looks at, beside the name of the buyer, which may change.
func words(p ocds.Process) string {
	out := []string{p.Reference, p.Title}
	for _, c := range p.Categories {
		out = append(out, c.Title)
	}
	return strings.Join(out, "\n")
}

// country is how the standard names one.
func country(code string) string {
	c, _ := geo.Find(code)
	return cmp.Or(c.Name, code)
}

// lots picks what of a job is public.
func lots(rows []publicationdb.CategoriesRow, before last) (out []publicationdb.CategoriesRow) {
	for _, c := range rows {
		lot := publication.Lot{Status: sourcing.Status(c.Status), InvitedOnly: c.InvitedOnly, Won: c.Won, Shown: before.shown[c.ID.String()]}
		if lot.Public() {
			out = append(out, c)
		}
	}
	return out
}
