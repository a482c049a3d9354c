package projectsvc

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project"
	"zabuni.org/core/project/internal/projectdb"
	"zabuni.org/core/sourcing"
)

// Events of meetings.
const (
	MeetingCalled    = "project.meeting.called"    // detail: Summons
	MeetingChanged   = "project.meeting.changed"   // detail: Summons
	MeetingCancelled = "project.meeting.cancelled" // detail: CalledOff
	MeetingHeld      = "project.meeting.held"
	MeetingMinuted   = "project.meeting.minuted"
	MeetingPublished = "project.meeting.published"
	MeetingAnswered  = "project.meeting.answered"
	FeedMade         = "project.feed.made"
	FeedRevoked      = "project.feed.revoked"
)

// Summons is the detail of a meeting that is called or changed: who is asked now, who was
// before, and who is no more. Events come late: which invitation it was is told with it.
type Summons struct {
	Title    string      `json:"title"`
	Sequence int         `json:"sequence"`
	New      []uuid.UUID `json:"new"` // attendees, as those below
	Kept     []uuid.UUID `json:"kept"`
	Gone     []uuid.UUID `json:"gone"`
}

// A CalledOff is the detail of a meeting that is off.
type CalledOff struct {
	Reason   string `json:"reason"`
	Sequence int    `json:"sequence"`
}

// A NewMeeting is a meeting of a buyer that people are asked to.
type NewMeeting struct {
	Context project.Context
	Buyer   uuid.UUID
	Form    project.MeetingForm
	Key     string // who sends it again with the same one calls it once
}

// OwnerOfMeeting says whose a meeting is: a buyer's people know but their own.
func (s *Service) OwnerOfMeeting(ctx context.Context, a access.Actor, meeting uuid.UUID) (uuid.UUID, error) {
	if a.Type != access.Operator {
		return a.Org, nil
	}
	owner, err := q.MeetingOwner(ctx, s.db, meeting)
	if pg.NoRows(err) {
		err = project.MeetingNotFound.New("")
	}
	return owner, err
}

// CallMeeting asks people to a meeting, once for a key.
func (s *Service) CallMeeting(ctx context.Context, a access.Actor, n NewMeeting) (uuid.UUID, error) {
	var id uuid.UUID
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		var err error
		id, err = journal.Once(ctx, tx, a, "meeting.call", n.Key, n, func() (uuid.UUID, error) {
			made := uuid.Must(uuid.NewV7())
			return made, s.callMeeting(ctx, tx, a, made, n)
		})
		return err
	})
	return id, err
}

func (s *Service) callMeeting(ctx context.Context, tx pg.Tx, a access.Actor, made uuid.UUID, n NewMeeting) error {
	if err := draws(a); err != nil {
		return err
	}
	if err := sees(ctx, tx, a, n.Buyer, n.Context); err != nil {
		return err
	}
	m := projectdb.Meeting{ID: made, BuyerID: n.Buyer, Context: string(n.Context)}
	form, err := s.meetingForm(ctx, tx, a, m, n.Form, nil)
	if err != nil {
		return err
	}
	if m.Number, err = q.NextMeeting(ctx, tx, n.Buyer); err != nil {
		return err
	}
	err = q.InsertMeeting(ctx, tx, projectdb.InsertMeetingParams{
		ID:          made,
		BuyerID:     n.Buyer,
		Number:      m.Number,
		Context:     string(n.Context),
		Title:       form.Title,
		Kind:        string(form.Kind),
		JobID:       form.Job,
		Bidders:     form.Bidders,
		StartsAt:    form.Starts,
		EndsAt:      form.Ends,
		Timezone:    form.Zone,
		Place:       form.Place,
		Link:        form.Link,
		Agenda:      form.Agenda,
		OrganiserID: form.Organiser,
		Now:         tx.Now,
	})
	if err != nil {
		return err
	}
	summons, err := ask(ctx, tx, m, nil, form)
	if err != nil {
		return err
	}
	return s.kept(ctx, tx, a, m, MeetingCalled, project.WasCalled, "", summons)
}

// ChangeMeeting says anew what a meeting is and who is asked; version is the one that was
// seen. Where its time or place is another, all are asked again.
func (s *Service) ChangeMeeting(ctx context.Context, a access.Actor, owner, id uuid.UUID, form project.MeetingForm, version int32) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		m, err := s.holdMeeting(ctx, tx, a, owner, id, version)
		if err != nil {
			return err
		}
		if m.Status != string(project.Scheduled) || m.EndsAt.Before(tx.Now) {
			return project.MeetingOver.New("%s", m.Status).With("status", m.Status)
		}
		was, err := q.Attendees(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		form, err := s.meetingForm(ctx, tx, a, m, form, was)
		if err != nil {
			return err
		}
		err = q.UpdateMeeting(ctx, tx, projectdb.UpdateMeetingParams{
			ID:          id,
			BuyerID:     owner,
			Title:       form.Title,
			Kind:        string(form.Kind),
			JobID:       form.Job,
			Bidders:     form.Bidders,
			StartsAt:    form.Starts,
			EndsAt:      form.Ends,
			Timezone:    form.Zone,
			Place:       form.Place,
			Link:        form.Link,
			Agenda:      form.Agenda,
			OrganiserID: form.Organiser,
			Now:         tx.Now,
		})
		if err != nil {
			return err
		}
		if form.Moved(m.StartsAt, m.EndsAt, m.Place, m.Link) {
			if err := q.ForgetAnswers(ctx, tx, id, owner); err != nil {
				return err
			}
		}
		summons, err := ask(ctx, tx, m, was, form)
		if err != nil {
			return err
		}
		summons.Sequence = int(m.Sequence) + 1
		return s.kept(ctx, tx, a, m, MeetingChanged, project.WasChanged, "", summons)
	})
}

// CancelMeeting calls a meeting off, with a reason that all who are asked read.
func (s *Service) CancelMeeting(ctx context.Context, a access.Actor, owner, id uuid.UUID, reason string, version int32) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		m, err := s.holdMeeting(ctx, tx, a, owner, id, version)
		if err != nil {
			return err
		}
		if m.Status != string(project.Scheduled) {
			return project.MeetingOver.New("%s", m.Status).With("status", m.Status)
		}
		var f fault.Fields
		reason = f.Need("/reason", reason, 2000)
		if err := f.Err(); err != nil {
			return err
		}
		err = q.EndMeeting(ctx, tx, projectdb.EndMeetingParams{
			Status:  string(project.Cancelled),
			Reason:  reason,
			Later:   1,
			Now:     tx.Now,
			ID:      id,
			BuyerID: owner,
		})
		if err != nil {
			return err
		}
		return s.kept(ctx, tx, a, m, MeetingCancelled, project.WasCancelled, reason, CalledOff{reason, int(m.Sequence) + 1})
	})
}

// Minute writes what was said and agreed on at a meeting that has begun, which is held by
// that. Published, it goes to all who are asked, and to no other than was written.
func (s *Service) Minute(ctx context.Context, a access.Actor, owner, id uuid.UUID, in project.Minutes, version int32) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		m, err := s.holdMeeting(ctx, tx, a, owner, id, version)
		if err != nil {
			return err
		}
		if m.Status == string(project.Cancelled) {
			return project.MeetingOver.New("%s", m.Status).With("status", m.Status)
		}
		if m.StartsAt.After(tx.Now) {
			return project.MeetingNotYet.New("begins at %s", m.StartsAt)
		}
		// What has gone out is not taken back in silence: who changes it sends it again.
		in.Publish = in.Publish || m.PublishedAt != nil && in.Text != m.Minutes
		if in, err = in.Check(); err != nil {
			return err
		}
		if err := s.agreed(ctx, tx, a, m, in.Actions); err != nil {
			return err
		}
		event, act, published := MeetingMinuted, project.WasMinuted, (*time.Time)(nil)
		if m.Status == string(project.Scheduled) {
			event, act = MeetingHeld, project.WasHeld
		}
		if in.Publish {
			states, err := statusesOf(ctx, tx, m.JobID, owner)
			if err != nil {
				return err
			}
			if err := project.MayPublish(project.MeetingKind(m.Kind), states); err != nil {
				return err
			}
			event, act, published = MeetingPublished, project.WasPublished, &tx.Now
		}
		err = q.PutMinutes(ctx, tx, projectdb.PutMinutesParams{
			Minutes:     in.Text,
			PublishedAt: published,
			Now:         tx.Now,
			ID:          id,
			BuyerID:     owner,
		})
		if err != nil {
			return err
		}
		if err := putActions(ctx, tx, m, in.Actions); err != nil {
			return err
		}
		return s.kept(ctx, tx, a, m, event, act, "", map[string]any{"title": m.Title, "actions": len(in.Actions)})
	})
}

// putActions writes what was agreed on anew.
func putActions(ctx context.Context, tx pg.Tx, m projectdb.Meeting, actions []project.Action) error {
	var writes pg.Queue
	if err := q.DropActions(ctx, &writes, m.ID, m.BuyerID); err != nil {
		return err
	}
	for _, x := range actions {
		err := q.PutAction(ctx, &writes, projectdb.PutActionParams{
			MeetingID: m.ID,
			Number:    int32(x.Number),
			BuyerID:   m.BuyerID,
			What:      x.What,
			OwnerID:   x.Owner,
			DueOn:     x.Due,
			Done:      x.Done,
		})
		if err != nil {
			return err
		}
	}
	return writes.Send(ctx, tx)
}

// agreed checks that who is to do something is of either side; who was stays.
func (s *Service) agreed(ctx context.Context, tx pg.Tx, a access.Actor, m projectdb.Meeting, actions []project.Action) error {
	people, err := s.meetingPeople(ctx, tx, a, m.BuyerID)
	if err != nil {
		return err
	}
	was, err := q.Actions(ctx, tx, m.ID, m.BuyerID)
	if err != nil {
		return err
	}
	for _, x := range was {
		if x.OwnerID != nil {
			people = append(people, *x.OwnerID)
		}
	}
	var f fault.Fields
	for i, x := range actions {
		if x.Owner != nil && !slices.Contains(people, *x.Owner) {
			f.Add(fmt.Sprintf("/actions/%d/owner_id", i), project.NotInvolved)
		}
	}
	return f.Err()
}

// holdMeeting locks a meeting for who changes it.
func (s *Service) holdMeeting(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID, version int32) (projectdb.Meeting, error) {
	if err := draws(a); err != nil {
		return projectdb.Meeting{}, err
	}
	m, err := q.LockMeeting(ctx, tx, id, owner)
	if pg.NoRows(err) {
		err = project.MeetingNotFound.New("")
	}
	if err == nil {
		err = sees(ctx, tx, a, owner, project.Context(m.Context))
	}
	if err == nil && m.Version != version {
		err = project.MeetingChanged.New("version %d, seen %d", m.Version, version)
	}
	return m, err
}

// meetingForm is the check of the form, and that whom and what it names belongs there; who
// was asked before stays, though they have left since.
func (s *Service) meetingForm(ctx context.Context, tx pg.Tx, a access.Actor, m projectdb.Meeting, form project.MeetingForm, was []projectdb.AttendeesRow) (project.MeetingForm, error) {
	var before *time.Time
	if m.Version > 0 {
		before = &m.StartsAt
	}
	if form.Organiser == uuid.Nil {
		form.Organiser = a.User
	}
	form, err := form.Check(tx.Now, before)
	if err != nil {
		return form, err
	}
	people, err := s.meetingPeople(ctx, tx, a, m.BuyerID)
	if err != nil {
		return form, err
	}
	var f fault.Fields
	if form.Organiser != m.OrganiserID && !slices.Contains(people, form.Organiser) {
		f.Add("/organiser_id", project.NotInvolved)
	}
	if _, err := q.BuyerForPlan(ctx, tx, m.BuyerID); pg.NoRows(err) {
		f.Add("/buyer_id", fault.Unknown)
	} else if err != nil {
		return form, err
	}
	if m.Bidders && (!form.Bidders || form.Job == nil || *form.Job != *m.JobID) {
		f.Add("/bidders", project.Promised)
	}
	if form.Job != nil && (m.JobID == nil || *form.Job != *m.JobID) {
		job, err := q.JobForPlan(ctx, tx, *form.Job, m.BuyerID)
		switch {
		case pg.NoRows(err):
			f.Add("/job_id", project.NoSuchJob)
		case err != nil:
			return form, err
		case (job.Activity == string(sourcing.RiskManagement)) != (m.Context == string(project.OfRisk)):
			f.Add("/job_id", project.OtherDesk)
		}
	}
	for i, x := range form.Asked {
		if slices.ContainsFunc(was, func(r projectdb.AttendeesRow) bool { return r.RemovedAt == nil && askedOf(r).Same(x) }) {
			continue
		}
		switch {
		case x.Account != nil && !slices.Contains(people, *x.Account):
			f.Add(fmt.Sprintf("/attendees/%d", i), project.NotInvolved)
		case x.Supplier != nil:
			known, err := q.IsSupplier(ctx, tx, *x.Supplier)
			if err != nil {
				return form, err
			}
			if !known {
				f.Add(fmt.Sprintf("/attendees/%d", i), project.NoSupplier)
			}
		}
	}
	return form, f.Err()
}

// kept puts what was done with a meeting into its history and into the log.
func (s *Service) kept(ctx context.Context, tx pg.Tx, a access.Actor, m projectdb.Meeting, event string, act project.MeetingAct, note string, detail any) error {
	if err := q.KeepMeetingChange(ctx, tx, projectdb.KeepMeetingChangeParams{
		Act:       string(act),
		Note:      note,
		ChangedBy: a.User,
		MeetingID: m.ID,
		BuyerID:   m.BuyerID,
	}); err != nil {
		return err
	}
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: event, Object: "meeting", ObjectID: m.ID, Owner: m.BuyerID, Detail: detail})
	return err
}
