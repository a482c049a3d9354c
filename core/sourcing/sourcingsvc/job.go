package sourcingsvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// JobFilter narrows a list of jobs; the zero value narrows nothing.
type JobFilter struct {
	Activities      []sourcing.Activity
	Statuses        []sourcing.JobStatus
	Departments     []uuid.UUID
	Created, Closes day.Span
	Search          string // in title, code and reference
}

// A JobRow is a row of a list of jobs.
type JobRow struct {
	ID                     uuid.UUID
	Activity               sourcing.Activity
	Reference, Code, Title string
	Status                 sourcing.JobStatus
	OwnerName              string
	Categories             int
	ClosesAt               *time.Time // latest closing of its categories
	CreatedAt              time.Time
	PublishedAt            *time.Time
}

// Jobs is one page of a company's jobs, newest first.
func (s *Service) Jobs(ctx context.Context, a access.Actor, owner uuid.UUID, f JobFilter, after string, limit int) (List[JobRow], error) {
	var out List[JobRow]
	if err := a.Serve(owner, ""); err != nil {
		return out, err
	}
	off := []string{}
	var err error
	for _, one := range f.Activities {
		if err := partysvc.NeedModule(ctx, s.db, owner, string(one)); err != nil {
			return out, err
		}
	}
	if len(f.Activities) == 0 {
		if off, err = partysvc.ActivitiesOff(ctx, s.db, owner); err != nil {
			return out, err
		}
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	counted := sourcingdb.CountJobsParams{
		BuyerID:     owner,
		Activity:    pg.Alone(f.Activities),
		Activities:  closed.Values(f.Activities...),
		Off:         off,
		CreatedFrom: f.Created.First,
		CreatedTo:   f.Created.Last,
		Zone:        f.Created.Zone,
		ClosesFrom:  f.Closes.First,
		ClosesTo:    f.Closes.Last,
		Statuses:    closed.Values(f.Statuses...),
		Departments: append([]uuid.UUID{}, f.Departments...),
		Search:      pg.Sought(f.Search),
	}
	rows, err := q.ListJobs(ctx, s.db, sourcingdb.ListJobsParams{
		BuyerID:     owner,
		AfterAt:     c.At,
		AfterID:     c.ID,
		Activity:    counted.Activity,
		Activities:  counted.Activities,
		Off:         off,
		CreatedFrom: counted.CreatedFrom,
		CreatedTo:   counted.CreatedTo,
		Zone:        counted.Zone,
		ClosesFrom:  counted.ClosesFrom,
		ClosesTo:    counted.ClosesTo,
		Statuses:    counted.Statuses,
		Departments: counted.Departments,
		Search:      counted.Search,
		MaxRows:     int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	n, err := q.CountJobs(ctx, s.db, counted)
	cut := page.Cut(rows, limit, func(r sourcingdb.ListJobsRow) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} })
	out.Next = cut.Next
	for _, r := range cut.Items {
		row := JobRow{ID: r.ID, Activity: sourcing.Activity(r.Activity), Reference: r.Reference, Code: r.Code, Title: r.Title,
			Status: sourcing.JobStatus(r.Status), OwnerName: r.OwnerName, Categories: int(r.Categories), CreatedAt: r.CreatedAt, PublishedAt: r.PublishedAt}
		if r.ClosesAt.Unix() != 0 {
			row.ClosesAt = &r.ClosesAt
		}
		out.Items = append(out.Items, row)
	}
	return out.counted(n), err
}

// JobDetails is a job with its categories and where it was imported from.
type JobDetails struct {
	sourcing.Job
	OwnerName  string
	Department string // its name; empty: of none
	PlanItem   string // number and title of what it is of in a plan; empty: of none
	Public     bool   // everybody reads something of it
	Categories []sourcing.Category
	Import     *ImportNote
	Documents  []Document
}

// An ImportNote says where a job was imported from and what of the source found no place.
type ImportNote struct {
	Format, OCID, FileName string
	SHA256                 []byte
	At                     time.Time
	Unmapped               []Unmapped
}

// Unmapped is a part of an imported file that found no place.
type Unmapped struct{ Pointer, Reason string }

// A Document is the metadata of a job's document.
type Document struct {
	ID               uuid.UUID
	Title, Kind, URL string
	AddedAt          time.Time
}

// documents are those of a job.
func (s *Service) documents(ctx context.Context, job, owner uuid.UUID) ([]Document, error) {
	rows, err := q.Documents(ctx, s.db, job, owner)
	out := make([]Document, len(rows))
	for i, d := range rows {
		out[i] = Document{d.ID, d.Title, d.Kind, d.Url, d.AddedAt}
	}
	return out, err
}

// Job returns a job with its categories.
func (s *Service) Job(ctx context.Context, a access.Actor, owner, id uuid.UUID) (JobDetails, error) {
	var out JobDetails
	if err := a.Serve(owner, ""); err != nil {
		return out, err
	}
	row, err := readJob(ctx, s.db, id, owner)
	if err != nil {
		return out, err
	}
	out.Job, out.OwnerName, out.Department, out.PlanItem, out.Public = row.Job.Domain(), row.OwnerName, row.Department, row.PlanItem, row.Public
	categories, err := q.JobCategories(ctx, s.db, id, owner)
	if err != nil {
		return out, err
	}
	closed, err := q.ClosedTo(ctx, s.db, id, owner, a.User)
	if err != nil {
		return out, err
	}
	for _, c := range categories {
		if slices.Contains(closed, c.ID) {
			continue
		}
		out.Categories = append(out.Categories, c.Domain())
	}
	if out.Documents, err = s.documents(ctx, id, owner); err != nil {
		return out, err
	}
	note, err := q.JobImport(ctx, s.db, id, owner)
	if pg.NoRows(err) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	out.Import = &ImportNote{Format: note.Format, OCID: note.Ocid, FileName: note.FileName, SHA256: note.Sha256, At: note.At}
	unmapped, err := q.Unmapped(ctx, s.db, id, owner)
	for _, u := range unmapped {
		out.Import.Unmapped = append(out.Import.Unmapped, Unmapped{u.Pointer, u.Reason})
	}
	return out, err
}

// CreateJob drafts a job for a buyer company.
func (s *Service) CreateJob(ctx context.Context, a access.Actor, owner uuid.UUID, form sourcing.JobForm) (uuid.UUID, error) {
	var id uuid.UUID
	if err := a.Serve(owner, ""); err != nil {
		return id, err
	}
	form, err := form.Check()
	if err == nil {
		err = sourcing.Job{Activity: form.Activity}.Policy().May(a, sourcing.ToConduct)
	}
	if err != nil {
		return id, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		id, err = s.createJob(ctx, tx, a, owner, form)
		return err
	})
	return id, err
}

func (s *Service) createJob(ctx context.Context, tx pg.Tx, a access.Actor, owner uuid.UUID, form sourcing.JobForm) (uuid.UUID, error) {
	buyer, err := s.party.Company(ctx, tx, owner)
	if err != nil {
		return uuid.Nil, err
	}
	if buyer.Kind != "buyer" {
		return uuid.Nil, fault.Invalid.New("not a buyer").At("/buyer_id", fault.Unknown)
	}
	if err := partysvc.NeedModule(ctx, tx, owner, string(form.Activity)); err != nil {
		return uuid.Nil, err
	}
	country, _ := geo.Find(buyer.Country)
	zone := country.Timezone
	if zone == "" {
		zone = "UTC"
	}
	id, err := uuid.NewV7()
	if err != nil {
		return id, err
	}
	private := form.Private != nil && *form.Private
	if form, err = planned(ctx, tx, sourcing.Job{Buyer: owner}, form); err != nil {
		return uuid.Nil, err
	}
	if err := coded(ctx, tx, form); err != nil {
		return uuid.Nil, err
	}
	if err := departmentOf(ctx, tx, owner, form.Department, nil); err != nil {
		return uuid.Nil, err
	}
	n, err := q.NextNumber(ctx, tx, owner, string(form.Activity), int32(tx.Now.Year()))
	if err != nil {
		return id, err
	}
	policy := sourcing.Job{Activity: form.Activity}.Policy()
	reference := policy.Reference(tx.Now.Year(), int(n))
	err = q.InsertJob(ctx, tx, sourcingdb.InsertJobParams{ID: id, BuyerID: owner, Activity: string(form.Activity), Reference: reference,
		Code: form.Code, Title: form.Title, Description: form.Description, Regime: form.Regime, Timezone: zone, OwnerID: a.User, DepartmentID: form.Department,
		PlanItemID: form.PlanItem, Classification: form.Classification, Private: private, CreatedAt: tx.Now})
	if err != nil {
		return id, sourcingdb.Fault(err)
	}
	return id, noted(ctx, tx, a, "job.created", "job", id, owner, map[string]any{"reference": reference, "activity": form.Activity, "title": form.Title, "department": form.Department,
		"plan_item": form.PlanItem, "classification": form.Classification, "private": private})
}

// UpdateJob changes a job that nobody else changed since version. The activity
// stays what it is; so does the regime once something is published.
func (s *Service) UpdateJob(ctx context.Context, a access.Actor, owner, id uuid.UUID, version int, form sourcing.JobForm) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		job, err := lockJob(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		return updateJob(ctx, tx, a, job, version, form)
	})
}

// ArchiveJob moves a job into the archive, for whoever keeps that: what it says of the
// job is recorded there.
func ArchiveJob(ctx context.Context, tx pg.Tx, owner, id uuid.UUID) error {
	job, err := lockJob(ctx, tx, id, owner)
	if err != nil {
		return err
	}
	status, err := job.Do(sourcing.ArchiveJob)
	if err != nil {
		return err
	}
	return q.ArchiveJob(ctx, tx, string(status), id, owner)
}

func updateJob(ctx context.Context, tx pg.Tx, a access.Actor, job sourcing.Job, version int, form sourcing.JobForm) error {
	if err := job.Policy().May(a, sourcing.ToConduct); err != nil {
		return err
	}
	form.Activity = job.Activity
	form, err := form.Check()
	if err != nil {
		return err
	}
	if err := job.Editable(); err != nil {
		return err
	}
	if job.Status != sourcing.JobDraft && form.Regime != job.Regime {
		return sourcing.Published.New("the regime").At("/regime", fault.NotAllowed)
	}
	if err := staysPlanned(job, form); err != nil {
		return err
	}
	private, err := keptOut(ctx, tx, job, form.Private)
	if err != nil {
		return err
	}
	form.Known = append(form.Known, job.Classification)
	if form, err = planned(ctx, tx, job, form); err != nil {
		return err
	}
	if err := coded(ctx, tx, form); err != nil {
		return err
	}
	if err := departmentOf(ctx, tx, job.Buyer, form.Department, job.DepartmentID); err != nil {
		return err
	}
	n, err := q.UpdateJob(ctx, tx, sourcingdb.UpdateJobParams{ID: job.ID, BuyerID: job.Buyer, Version: int32(version), Code: form.Code,
		Title: form.Title, Description: form.Description, Regime: form.Regime, DepartmentID: form.Department, PlanItemID: form.PlanItem, Classification: form.Classification, Private: private})
	if err := found(n, err, sourcing.Changed); err != nil {
		return sourcingdb.Fault(err)
	}
	return noted(ctx, tx, a, "job.updated", "job", job.ID, job.Buyer, map[string]any{"code": form.Code, "title": form.Title, "regime": form.Regime, "department": form.Department,
		"plan_item": form.PlanItem, "classification": form.Classification, "private": private})
}

// keptOut is whether a job stands on no public list, where its author says so, or says nothing. Whoever publishes waits for the
// lock of the job that is held here, so that nothing comes to light meanwhile.
func keptOut(ctx context.Context, tx pg.Tx, job sourcing.Job, say *bool) (bool, error) {
	if say == nil || *say == job.Private {
		return job.Private, nil
	}
	if *say {
		shown, err := q.JobIsPublic(ctx, tx, job.ID, job.Buyer)
		if err != nil {
			return false, err
		}
		if shown {
			return false, sourcing.Published.New("what is public stays so").At("/private", fault.NotAllowed)
		}
	}
	return *say, nil
}

// CancelJob ends a job and all its categories that nobody was notified of yet.
func (s *Service) CancelJob(ctx context.Context, a access.Actor, owner, id uuid.UUID, reason string) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	reason, err := checkReason(reason)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		job, err := lockJob(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		if err := job.Policy().May(a, sourcing.ToConduct); err != nil {
			return err
		}
		status, err := job.Do(sourcing.CancelJob)
		if err != nil {
			return err
		}
		categories, err := q.LockJobCategories(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		for _, row := range categories {
			c := row.Domain()
			if c.Status == sourcing.Cancelled || c.Status == sourcing.Withdrawn || c.Parent != nil {
				continue // a round ends with its category
			}
			if err := s.cancelCategory(ctx, tx, a, c, reason); err != nil {
				return err // one whose letters are out keeps its job
			}
		}
		err = q.MoveJob(ctx, tx, sourcingdb.MoveJobParams{ID: id, BuyerID: owner, Status: string(status), CancelledAt: &tx.Now, CancelReason: reason})
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, "job.cancelled", "job", id, owner, map[string]any{"reason": reason})
	})
}

func checkReason(reason string) (string, error) {
	var f fault.Fields
	reason = f.Need("/reason", reason, 1000)
	return reason, f.Err()
}
