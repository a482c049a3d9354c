package sourcing

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/letters"
	"zabuni.org/core/reference"
)

// JobStatus is where a job stands.
type JobStatus string

// Job statuses.
const (
	JobDraft     JobStatus = "draft"
	JobPublished JobStatus = "published"
	JobClosed    JobStatus = "closed"
	JobCancelled JobStatus = "cancelled"
	JobArchived  JobStatus = "archived"
)

// JobStatuses lists them in order.
var JobStatuses = []JobStatus{JobDraft, JobPublished, JobClosed, JobCancelled, JobArchived}

// Values lists them in order.
func (JobStatus) Values() []string { return closed.Values(JobStatuses...) }

// JobMove is something that changes the status of a job.
type JobMove string

// Moves of a job.
const (
	PublishJob JobMove = "publish"
	CloseJob   JobMove = "close"
	ReopenJob  JobMove = "reopen" // another category is published
	CancelJob  JobMove = "cancel"
	ArchiveJob JobMove = "archive"
)

// JobMoves lists them.
var JobMoves = []JobMove{PublishJob, CloseJob, ReopenJob, CancelJob, ArchiveJob}

var jobEdges = []struct {
	from JobStatus
	by   JobMove
	to   JobStatus
}{
	{JobDraft, PublishJob, JobPublished},
	{JobDraft, CancelJob, JobCancelled},
	{JobPublished, CloseJob, JobClosed},
	{JobPublished, CancelJob, JobCancelled},
	{JobClosed, ReopenJob, JobPublished},
	{JobClosed, CancelJob, JobCancelled},
	{JobClosed, ArchiveJob, JobArchived},
	{JobCancelled, ArchiveJob, JobArchived},
}

// A Job is what a buyer runs.
type Job struct {
	ID           uuid.UUID
	Buyer        uuid.UUID
	Activity     Activity
	Reference    string
	Code         string // the buyer's own number
	Title        string
	Description  string
	Regime       string
	Timezone     string // IANA
	Status       JobStatus
	Owner        uuid.UUID  // the person who answers for it
	DepartmentID *uuid.UUID // for whose needs; nil: nobody has said
	// PlanItemID is the item of a plan of procurement that the job is of; nil: of none.
	PlanItemID     *uuid.UUID
	Classification string // what it buys, as eight digits of CPV; empty: nobody has said
	Private        bool   // its buyer keeps it out of the public list
	CreatedAt      time.Time
	PublishedAt    *time.Time
	CancelledAt    *time.Time
	CancelReason   string
	Version        int
}

// Do returns the status that a move leads to, or IllegalMove.
func (j Job) Do(m JobMove) (JobStatus, error) {
	for _, e := range jobEdges {
		if e.from == j.Status && e.by == m {
			return e.to, nil
		}
	}
	return j.Status, IllegalMove.New("%s a job that is %s", m, j.Status).With("status", string(j.Status))
}

// Editable reports whether the job's own fields and its list of categories may change.
func (j Job) Editable() error {
	if j.Status == JobDraft || j.Status == JobPublished || j.Status == JobClosed {
		return nil
	}
	return IllegalMove.New("the job is %s", j.Status).With("status", string(j.Status))
}

// A JobForm is what an author says of a job.
type JobForm struct {
	Activity    Activity
	Code        string
	Title       string
	Description string
	Regime      string // empty: the activity's default
	Department  *uuid.UUID
	PlanItem    *uuid.UUID // of a plan of procurement
	// Classification is what it buys, as CPV has it: eight digits once the form was checked. Digit is the ninth, where it was said.
	Classification, Digit string
	Known                 []string // codes that stay, whatever a later list says: of the job, of what it is a copy of, of its item of a plan
	Private               *bool    // kept out of the public list; nil: as it is, and a new job is not
}

// Check normalises the form and tells all that is wrong with it.
func (j JobForm) Check() (JobForm, error) {
	var f fault.Fields
	j.Code = f.Line("/code", j.Code, 60)
	j.Title = f.Line("/title", j.Title, 200)
	j.Description = f.May("/description", j.Description, 5000)
	p, ok := PolicyOf(j.Activity)
	if !ok {
		f.Add("/activity", fault.NotAllowed)
	}
	if p.Has(Letters) {
		letters.Check(&f, "/title", j.Title)
	}
	if j.Classification = f.MayLine("/classification", j.Classification, 40); j.Classification != "" {
		code, digit, ok := reference.CPV(j.Classification)
		if !ok {
			f.Add("/classification", BadCPV)
		}
		if j.Classification = code; digit != "" {
			j.Digit = digit
		}
	}
	if j.Regime == "" {
		j.Regime = p.Regime
	}
	if _, ok := RegimeOf(j.Regime); !ok && p.Activity != "" {
		f.Add("/regime", fault.NotAllowed)
	}
	return j, f.Err()
}

// Policy is what the job's categories may have, before one of them does without.
func (j Job) Policy() Policy {
	p, _ := PolicyOf(j.Activity)
	return p
}

// Reference makes the reference of a buyer's n-th job of an activity in a year.
func (p Policy) Reference(year, n int) string { return fmt.Sprintf("ZB/%s/%d/%04d", p.Prefix, year, n) }
