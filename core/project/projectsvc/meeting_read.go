package projectsvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project"
	"zabuni.org/core/project/internal/projectdb"
)

// Rows of meetings.
type (
	// MeetingRow is a meeting as lists have it.
	MeetingRow = projectdb.MeetingsRow
	// OwnRow is a meeting as a supplier's list has it.
	OwnRow = projectdb.OwnMeetingsRow
	// OwnMeeting is a meeting as a supplier sees it.
	OwnMeeting = projectdb.OwnMeetingRow
	// Attendee is who is asked to a meeting.
	Attendee = projectdb.AttendeesRow
	// ActionRow is what was agreed on at a meeting.
	ActionRow = projectdb.ActionsRow
	// MeetingChange is what was done with a meeting.
	MeetingChange = projectdb.MeetingChangesRow
)

// MeetingFilter narrows a list of meetings.
type MeetingFilter struct {
	Context  project.Context
	Statuses []project.MeetingStatus
	Kinds    []project.MeetingKind
	Search   string
}

// Meetings is one page of the meetings of a context, the latest first: those of the actor's
// company, or at the operator's desk those of all.
func (s *Service) Meetings(ctx context.Context, a access.Actor, f MeetingFilter, after string, limit int) (page.Of[MeetingRow], error) {
	var out page.Of[MeetingRow]
	if err := sees(ctx, s.db, a, a.Org, f.Context); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	owner := &a.Org
	if a.Type == access.Operator {
		owner = nil
	}
	rows, err := q.Meetings(ctx, s.db, projectdb.MeetingsParams{
		BuyerID:  owner,
		Context:  string(f.Context),
		AfterAt:  c.At,
		AfterID:  c.ID,
		Statuses: closed.Values(f.Statuses...),
		Kinds:    closed.Values(f.Kinds...),
		Search:   pg.Sought(f.Search),
		MaxRows:  int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r MeetingRow) page.Cursor { return page.Cursor{At: r.StartsAt, ID: r.ID} }), err
}

// Meeting is a meeting with all that the actor may know of it.
type Meeting struct {
	projectdb.MeetingRow
	Asked      []Attendee // who of bidders comes is left out while nobody may know
	Hidden     bool       // and that it is
	Actions    []ActionRow
	Changes    []MeetingChange
	Own        project.Answer // of the actor, if asked
	IsAsked    bool
	MayKeep    bool
	MayAnswer  bool
	MayMinute  bool
	MayPublish bool
}

// Meeting returns a meeting with who is asked, what was agreed on, and its history.
func (s *Service) Meeting(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Meeting, error) {
	out := Meeting{Own: project.Unanswered}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	out.MeetingRow, err = q.Meeting(ctx, s.db, id, owner)
	if pg.NoRows(err) {
		err = project.MeetingNotFound.New("")
	}
	if err != nil {
		return out, err
	}
	if err := sees(ctx, s.db, a, owner, project.Context(out.Context)); err != nil {
		return out, err
	}
	states, err := statusesOf(ctx, s.db, out.JobID, owner)
	if err != nil {
		return out, err
	}
	asked, err := q.Attendees(ctx, s.db, id, owner)
	if err != nil {
		return out, err
	}
	out.MayKeep = draws(a) == nil
	out.Hidden = !project.Names(states)
	for _, r := range asked {
		if r.RemovedAt != nil {
			continue
		}
		if r.SupplierID != nil && out.Hidden {
			if r.Itself {
				continue
			}
			r.Answer, r.AnsweredAt = string(project.Unanswered), nil
		}
		if r.AccountID != nil && *r.AccountID == a.User {
			out.IsAsked, out.Own = true, project.Answer(r.Answer)
		}
		if !out.MayKeep {
			r.Email = ""
		}
		out.Asked = append(out.Asked, r)
	}
	going := out.Status == string(project.Scheduled)
	out.MayAnswer = out.IsAsked && going && !out.EndsAt.Before(now)
	out.MayMinute = out.MayKeep && out.Status != string(project.Cancelled) && !out.StartsAt.After(now)
	out.MayPublish = out.MayMinute && project.MayPublish(project.MeetingKind(out.Kind), states) == nil
	if out.PublishedAt == nil && !out.MayKeep && !out.IsAsked {
		out.Minutes = ""
	} else if out.Actions, err = q.Actions(ctx, s.db, id, owner); err != nil {
		return out, err
	}
	out.MayKeep = out.MayKeep && going && !out.EndsAt.Before(now)
	out.Changes, err = q.MeetingChanges(ctx, s.db, id, owner)
	return out, err
}

// OwnMeetings is one page of the meetings to which a supplier is asked, the latest first.
func (s *Service) OwnMeetings(ctx context.Context, a access.Actor, statuses []project.MeetingStatus, search, after string, limit int) (page.Of[OwnRow], error) {
	var out page.Of[OwnRow]
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.OwnMeetings(ctx, s.db, projectdb.OwnMeetingsParams{
		SupplierID: &a.Org,
		AfterAt:    c.At,
		AfterID:    c.ID,
		Statuses:   closed.Values(statuses...),
		Search:     pg.Sought(search),
		MaxRows:    int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r OwnRow) page.Cursor { return page.Cursor{At: r.StartsAt, ID: r.ID} }), err
}

// OwnMeeting returns a meeting to which a supplier is asked, and whether it may answer still.
func (s *Service) OwnMeeting(ctx context.Context, a access.Actor, id uuid.UUID) (OwnMeeting, bool, error) {
	m, err := q.OwnMeeting(ctx, s.db, &a.Org, id)
	if pg.NoRows(err) {
		err = project.MeetingNotFound.New("")
	}
	if err != nil {
		return m, false, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	return m, m.Status == string(project.Scheduled) && !m.EndsAt.Before(now), err
}

// A Call is a meeting as people are told of it.
type Call struct {
	projectdb.MeetingRow
	Asked []Attendee
}

// Call returns what people are told of a meeting.
func (s *Service) Call(ctx context.Context, db pg.DB, owner, id uuid.UUID) (Call, error) {
	m, err := q.Meeting(ctx, db, id, owner)
	if err != nil {
		return Call{}, err
	}
	asked, err := q.Attendees(ctx, db, id, owner)
	return Call{m, asked}, err
}

// Of are those of them who are named.
func (c Call) Of(ids []uuid.UUID) []Attendee {
	return slices.DeleteFunc(slices.Clone(c.Asked), func(r Attendee) bool { return !slices.Contains(ids, r.ID) })
}

// There are those who are asked now.
func (c Call) There() []Attendee {
	return slices.DeleteFunc(slices.Clone(c.Asked), func(r Attendee) bool { return r.RemovedAt != nil || r.Itself })
}

// Bidders are the next of those who take part in the job of a meeting, after one, and a
// category of it under whose closing it stays hidden that they were told.
func (s *Service) Bidders(ctx context.Context, db pg.DB, m Call, after uuid.UUID, limit int) ([]uuid.UUID, uuid.UUID, error) {
	if !m.Bidders || m.JobID == nil {
		return nil, uuid.Nil, nil
	}
	who, err := q.NextBidders(ctx, db, *m.JobID, after, m.ID, int32(limit))
	if err != nil || len(who) == 0 {
		return nil, uuid.Nil, err
	}
	under, err := q.FirstCategory(ctx, db, *m.JobID)
	return who, under, err
}
