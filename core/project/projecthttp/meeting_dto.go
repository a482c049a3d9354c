package projecthttp

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing"
)

type (
	// MeetingAsked is who is asked to a meeting: a person, a supplier or an address.
	MeetingAsked struct {
		AccountID  *uuid.UUID `json:"account_id,omitempty" format:"uuid"`
		SupplierID *uuid.UUID `json:"supplier_id,omitempty" format:"uuid"`
		Name       string     `json:"name,omitempty" maxLength:"240"`
		Email      string     `json:"email,omitempty" maxLength:"300"`
	}
	// MeetingForm is what somebody says of a meeting.
	MeetingForm struct {
		Title       string              `json:"title" maxLength:"400"`
		Kind        project.MeetingKind `json:"kind"`
		JobID       *uuid.UUID          `json:"job_id,omitempty" format:"uuid"`
		Bidders     bool                `json:"bidders,omitempty" doc:"All who take part in the job are asked"`
		StartsAt    time.Time           `json:"starts_at"`
		EndsAt      time.Time           `json:"ends_at"`
		Timezone    string              `json:"timezone" maxLength:"100" doc:"IANA, in which its times are read"`
		Place       string              `json:"place,omitempty" maxLength:"600"`
		Link        string              `json:"link,omitempty" maxLength:"1000"`
		Agenda      string              `json:"agenda,omitempty" maxLength:"8000"`
		OrganiserID *uuid.UUID          `json:"organiser_id,omitempty" format:"uuid" doc:"Who asks where none is named"`
		Attendees   []MeetingAsked      `json:"attendees" maxItems:"1000"`
	}
	// NewMeeting is a meeting that people are asked to.
	NewMeeting struct {
		Context project.Context `json:"context"`
		MeetingForm
	}
	// MeetingActionForm is what somebody is to do.
	MeetingActionForm struct {
		What    string     `json:"what" maxLength:"600"`
		OwnerID *uuid.UUID `json:"owner_id,omitempty" format:"uuid"`
		DueOn   day.Day    `json:"due_on,omitempty"`
		Done    bool       `json:"done"`
	}
	// MinutesForm is what was said and agreed on.
	MinutesForm struct {
		Minutes string              `json:"minutes" maxLength:"40000"`
		Publish bool                `json:"publish" doc:"All who were asked are told"`
		Actions []MeetingActionForm `json:"actions" maxItems:"500"`
	}
	// MeetingRow is a meeting as lists have it.
	MeetingRow struct {
		ID        uuid.UUID             `json:"id" format:"uuid"`
		Number    int32                 `json:"number"`
		Title     string                `json:"title"`
		Kind      project.MeetingKind   `json:"kind"`
		Status    project.MeetingStatus `json:"status"`
		StartsAt  time.Time             `json:"starts_at"`
		EndsAt    time.Time             `json:"ends_at"`
		Timezone  string                `json:"timezone"`
		Place     string                `json:"place"`
		Buyer     string                `json:"buyer"`
		Job       string                `json:"job"`
		Published bool                  `json:"published" doc:"Whether there are minutes for all who were asked"`
	}
	// Meetings is one page of them.
	Meetings struct {
		Items []MeetingRow `json:"items"`
		Next  string       `json:"next,omitempty"`
	}
	// MeetingAttendee is who is asked, and whether they come.
	MeetingAttendee struct {
		MeetingAsked
		ID         uuid.UUID      `json:"id" format:"uuid"`
		OfBuyer    bool           `json:"of_buyer"`
		Itself     bool           `json:"itself" doc:"A bidder, by its own answer"`
		Answer     project.Answer `json:"answer"`
		AnsweredAt *time.Time     `json:"answered_at,omitempty"`
	}
	// MeetingAction is what somebody is to do.
	MeetingAction struct {
		MeetingActionForm
		Owner string `json:"owner"`
	}
	// MeetingChange is what was done with a meeting.
	MeetingChange struct {
		Version int32              `json:"version"`
		Act     project.MeetingAct `json:"act"`
		Note    string             `json:"note"`
		By      string             `json:"by"`
		At      time.Time          `json:"at"`
	}
	// Meeting is a meeting with who is asked, what was agreed on, and its history.
	Meeting struct {
		MeetingRow
		Context     project.Context    `json:"context"`
		BuyerID     uuid.UUID          `json:"buyer_id" format:"uuid"`
		JobID       *uuid.UUID         `json:"job_id,omitempty" format:"uuid"`
		Activity    *sourcing.Activity `json:"activity,omitempty" doc:"Of the job"`
		Bidders     bool               `json:"bidders"`
		Link        string             `json:"link"`
		Agenda      string             `json:"agenda"`
		Reason      string             `json:"reason" doc:"Of its cancellation"`
		Minutes     string             `json:"minutes"`
		PublishedAt *time.Time         `json:"published_at,omitempty"`
		OrganiserID uuid.UUID          `json:"organiser_id" format:"uuid"`
		Organiser   string             `json:"organiser"`
		Version     int32              `json:"version"`
		Hidden      bool               `json:"hidden" doc:"Whether it is kept who of the bidders comes"`
		Attendees   []MeetingAttendee  `json:"attendees"`
		Actions     []MeetingAction    `json:"actions"`
		Changes     []MeetingChange    `json:"changes" doc:"The last first"`
		Answer      *project.Answer    `json:"answer,omitempty" doc:"Of the asking person, if asked"`
		MayKeep     bool               `json:"may_keep"`
		MayAnswer   bool               `json:"may_answer"`
		MayMinute   bool               `json:"may_minute"`
		MayPublish  bool               `json:"may_publish"`
	}
	// OwnMeetingRow is a meeting as a supplier's list has it.
	OwnMeetingRow struct {
		ID        uuid.UUID             `json:"id" format:"uuid"`
		Title     string                `json:"title"`
		Kind      project.MeetingKind   `json:"kind"`
		Status    project.MeetingStatus `json:"status"`
		StartsAt  time.Time             `json:"starts_at"`
		EndsAt    time.Time             `json:"ends_at"`
		Timezone  string                `json:"timezone"`
		Place     string                `json:"place"`
		Buyer     string                `json:"buyer"`
		Job       string                `json:"job"`
		Published bool                  `json:"published"`
		Answer    project.Answer        `json:"answer"`
	}
	// OwnMeetings is one page of them.
	OwnMeetings struct {
		Items []OwnMeetingRow `json:"items"`
		Next  string          `json:"next,omitempty"`
	}
	// OwnMeeting is a meeting as a supplier sees it: of others who come nothing is told.
	OwnMeeting struct {
		OwnMeetingRow
		Link      string `json:"link"`
		Agenda    string `json:"agenda"`
		Reason    string `json:"reason"`
		Minutes   string `json:"minutes" doc:"Once they are published"`
		MayAnswer bool   `json:"may_answer"`
	}
)

func (f MeetingForm) domain() project.MeetingForm {
	out := project.MeetingForm{
		Title:   f.Title,
		Kind:    f.Kind,
		Job:     f.JobID,
		Bidders: f.Bidders,
		Starts:  f.StartsAt,
		Ends:    f.EndsAt,
		Zone:    f.Timezone,
		Place:   f.Place,
		Link:    f.Link,
		Agenda:  f.Agenda,
		Asked: httpkit.Each(f.Attendees, func(x MeetingAsked) project.Asked {
			return project.Asked{Account: x.AccountID, Supplier: x.SupplierID, Name: x.Name, Email: x.Email}
		}),
	}
	if f.OrganiserID != nil {
		out.Organiser = *f.OrganiserID
	}
	return out
}

func (f MinutesForm) domain() (project.Minutes, error) {
	out := project.Minutes{Text: f.Minutes, Publish: f.Publish}
	for i, x := range f.Actions {
		action := project.Action{What: x.What, Owner: x.OwnerID, Done: x.Done}
		if x.DueOn != "" {
			due, err := time.Parse(time.DateOnly, string(x.DueOn))
			if err != nil {
				return out, fault.Invalid.New("").At(fmt.Sprintf("/actions/%d/due_on", i), fault.BadFormat)
			}
			action.Due = &due
		}
		out.Actions = append(out.Actions, action)
	}
	return out, nil
}

func meetingRowOf(r projectsvc.MeetingRow) MeetingRow {
	return MeetingRow{
		ID:        r.ID,
		Number:    r.Number,
		Title:     r.Title,
		Kind:      project.MeetingKind(r.Kind),
		Status:    project.MeetingStatus(r.Status),
		StartsAt:  r.StartsAt.UTC(),
		EndsAt:    r.EndsAt.UTC(),
		Timezone:  r.Timezone,
		Place:     r.Place,
		Buyer:     r.BuyerName,
		Job:       r.JobTitle,
		Published: r.PublishedAt != nil,
	}
}

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := t.UTC()
	return &u
}

func meetingOf(m projectsvc.Meeting) Meeting {
	out := Meeting{
		MeetingRow: MeetingRow{
			ID:        m.ID,
			Number:    m.Number,
			Title:     m.Title,
			Kind:      project.MeetingKind(m.Kind),
			Status:    project.MeetingStatus(m.Status),
			StartsAt:  m.StartsAt.UTC(),
			EndsAt:    m.EndsAt.UTC(),
			Timezone:  m.Timezone,
			Place:     m.Place,
			Buyer:     m.BuyerName,
			Job:       m.JobTitle,
			Published: m.PublishedAt != nil,
		},
		Context:     project.Context(m.Context),
		BuyerID:     m.BuyerID,
		JobID:       m.JobID,
		Activity:    activityOf(m.Activity),
		Bidders:     m.Bidders,
		Link:        m.Link,
		Agenda:      m.Agenda,
		Reason:      m.Reason,
		Minutes:     m.Minutes,
		PublishedAt: utc(m.PublishedAt),
		OrganiserID: m.OrganiserID,
		Organiser:   m.OrganiserName,
		Version:     m.Version,
		Hidden:      m.Hidden,
		Attendees:   httpkit.Each(m.Asked, attendeeOf),
		Actions:     httpkit.Each(m.Actions, actionOf),
		Changes: httpkit.Each(m.Changes, func(c projectsvc.MeetingChange) MeetingChange {
			return MeetingChange{
				Version: c.Version,
				Act:     project.MeetingAct(c.Act),
				Note:    c.Note,
				By:      c.ByName,
				At:      c.ChangedAt.UTC(),
			}
		}),
		MayKeep:    m.MayKeep,
		MayAnswer:  m.MayAnswer,
		MayMinute:  m.MayMinute,
		MayPublish: m.MayPublish,
	}
	if m.IsAsked {
		out.Answer = &m.Own
	}
	return out
}

func attendeeOf(r projectsvc.Attendee) MeetingAttendee {
	return MeetingAttendee{
		MeetingAsked: MeetingAsked{AccountID: r.AccountID, SupplierID: r.SupplierID, Name: r.Name, Email: r.Email},
		ID:           r.ID,
		OfBuyer:      r.OfBuyer,
		Itself:       r.Itself,
		Answer:       project.Answer(r.Answer),
		AnsweredAt:   utc(r.AnsweredAt),
	}
}

func actionOf(r projectsvc.ActionRow) MeetingAction {
	out := MeetingAction{MeetingActionForm: MeetingActionForm{What: r.What, OwnerID: r.OwnerID, Done: r.Done}, Owner: r.OwnerName}
	if r.DueOn != nil {
		out.DueOn = dayOf(*r.DueOn)
	}
	return out
}

func ownRowOf(r projectsvc.OwnRow) OwnMeetingRow {
	return OwnMeetingRow{
		ID:        r.ID,
		Title:     r.Title,
		Kind:      project.MeetingKind(r.Kind),
		Status:    project.MeetingStatus(r.Status),
		StartsAt:  r.StartsAt.UTC(),
		EndsAt:    r.EndsAt.UTC(),
		Timezone:  r.Timezone,
		Place:     r.Place,
		Buyer:     r.BuyerName,
		Job:       r.JobTitle,
		Published: r.PublishedAt != nil,
		Answer:    project.Answer(r.Answer),
	}
}

func ownMeetingOf(r projectsvc.OwnMeeting, mayAnswer bool) OwnMeeting {
	return OwnMeeting{
		OwnMeetingRow: OwnMeetingRow{
			ID:        r.ID,
			Title:     r.Title,
			Kind:      project.MeetingKind(r.Kind),
			Status:    project.MeetingStatus(r.Status),
			StartsAt:  r.StartsAt.UTC(),
			EndsAt:    r.EndsAt.UTC(),
			Timezone:  r.Timezone,
			Place:     r.Place,
			Buyer:     r.BuyerName,
			Job:       r.JobTitle,
			Published: r.PublishedAt != nil,
			Answer:    project.Answer(r.Answer),
		},
		Link:      r.Link,
		Agenda:    r.Agenda,
		Reason:    r.Reason,
		Minutes:   r.Minutes,
		MayAnswer: mayAnswer,
	}
}
