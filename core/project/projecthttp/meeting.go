package projecthttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	// MeetingPath names a meeting.
	MeetingPath struct {
		MeetingID uuid.UUID `path:"meeting_id" format:"uuid"`
	}
	meetingsInput struct {
		sourcinghttp.PageQuery
		Context  project.Context         `query:"context" required:"true"`
		Statuses []project.MeetingStatus `query:"status,explode" maxItems:"10"`
		Kinds    []project.MeetingKind   `query:"kind,explode" maxItems:"10"`
		Search   string                  `query:"search" maxLength:"100"`
	}
	ownMeetingsInput struct {
		sourcinghttp.PageQuery
		Statuses []project.MeetingStatus `query:"status,explode" maxItems:"10"`
		Search   string                  `query:"search" maxLength:"100"`
	}
	callMeetingInput struct {
		sourcinghttp.ForBuyer
		Key  string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true" doc:"Made by the browser for the form, until it is answered"`
		Body NewMeeting
	}
	changeMeetingInput struct {
		MeetingPath
		Body struct {
			MeetingForm
			Version int32 `json:"version" minimum:"1" doc:"The one that was seen"`
		}
	}
	cancelMeetingInput struct {
		MeetingPath
		Body struct {
			Reason  string `json:"reason" maxLength:"4000"`
			Version int32  `json:"version" minimum:"1" doc:"The one that was seen"`
		}
	}
	minutesInput struct {
		MeetingPath
		Body struct {
			MinutesForm
			Version int32 `json:"version" minimum:"1" doc:"The one that was seen"`
		}
	}
	meetingAnswerInput struct {
		MeetingPath
		Body struct {
			Answer project.Answer `json:"answer"`
		}
	}
	meetingSearch struct {
		Search string `query:"search" maxLength:"100"`
	}
)

func meetingOp(method, path, id, summary string) httpkit.Operation {
	return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "meetings", Summary: summary}
}

// meetingDesk is one side's operations on meetings.
type meetingDesk struct {
	b   *httpkit.BFF
	svc *projectsvc.Service
}

// MountMeetings registers meetings on a desk that calls them.
func MountMeetings(b *httpkit.BFF, s *projectsvc.Service, side sourcinghttp.Desk) {
	m := meetingDesk{b: b, svc: s}
	keeps := access.Only(side.Type, access.ManageJob)
	reads := keeps
	if side.Type == access.Buyer {
		reads = access.Only(access.Buyer)
	}
	m.read(reads)
	m.keep(keeps, side)
	m.answer(reads)
	m.feed(side.Type)
}

// MountOwnMeetings registers them for suppliers, who are asked and answer.
func MountOwnMeetings(b *httpkit.BFF, s *projectsvc.Service) {
	m := meetingDesk{b: b, svc: s}
	guard := access.Only(access.Supplier)
	httpkit.Route(b, guard, meetingOp(http.MethodGet, "/meetings", "meetings", "Meetings to which the company is asked, the latest first"),
		func(ctx context.Context, in *ownMeetingsInput) (*httpkit.Body[OwnMeetings], error) {
			page, err := s.OwnMeetings(ctx, httpkit.Actor(ctx), in.Statuses, in.Search, in.After, in.Limit)
			return httpkit.JSON(OwnMeetings{Items: httpkit.Each(page.Items, ownRowOf), Next: page.Next}, err)
		})
	httpkit.Route(b, guard, meetingOp(http.MethodGet, "/meetings/{meeting_id}", "meeting", "A meeting to which the company is asked"),
		func(ctx context.Context, in *MeetingPath) (*httpkit.Body[OwnMeeting], error) {
			own, may, err := s.OwnMeeting(ctx, httpkit.Actor(ctx), in.MeetingID)
			return httpkit.JSON(ownMeetingOf(own, may), err)
		})
	m.answer(guard)
	m.feed(access.Supplier)
}

// owned is whose a meeting is; of a supplier's it is found by the company.
func (m meetingDesk) owned(ctx context.Context, id uuid.UUID) (access.Actor, uuid.UUID, error) {
	a := httpkit.Actor(ctx)
	if a.Type == access.Supplier {
		return a, uuid.Nil, nil
	}
	owner, err := m.svc.OwnerOfMeeting(ctx, a, id)
	return a, owner, err
}

func (m meetingDesk) read(guard access.Guard) {
	httpkit.Route(m.b, guard, meetingOp(http.MethodGet, "/meetings", "meetings", "Meetings of a context, the latest first"),
		func(ctx context.Context, in *meetingsInput) (*httpkit.Body[Meetings], error) {
			f := projectsvc.MeetingFilter{
				Context:  in.Context,
				Statuses: in.Statuses,
				Kinds:    in.Kinds,
				Search:   in.Search,
			}
			page, err := m.svc.Meetings(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			return httpkit.JSON(Meetings{Items: httpkit.Each(page.Items, meetingRowOf), Next: page.Next}, err)
		})
	httpkit.Route(m.b, guard, meetingOp(http.MethodGet, "/meetings/{meeting_id}", "meeting", "A meeting with who is asked, what was agreed on, and its history"),
		func(ctx context.Context, in *MeetingPath) (*httpkit.Body[Meeting], error) {
			a, owner, err := m.owned(ctx, in.MeetingID)
			if err != nil {
				return nil, err
			}
			got, err := m.svc.Meeting(ctx, a, owner, in.MeetingID)
			return httpkit.JSON(meetingOf(got), err)
		})
}

func (m meetingDesk) keep(guard access.Guard, side sourcinghttp.Desk) {
	httpkit.Route(m.b, guard, meetingOp(http.MethodPost, "/meetings", "createMeeting", "Ask people to a meeting of a buyer's job, or of none"),
		func(ctx context.Context, in *callMeetingInput) (*httpkit.Body[sourcinghttp.Made], error) {
			a := httpkit.Actor(ctx)
			owner, err := side.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			id, err := m.svc.CallMeeting(ctx, a, projectsvc.NewMeeting{
				Context: in.Body.Context,
				Buyer:   owner,
				Key:     in.Key,
				Form:    in.Body.domain(),
			})
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(m.b, guard, meetingOp(http.MethodPut, "/meetings/{meeting_id}", "changeMeeting", "Say anew what a meeting is and who is asked"),
		func(ctx context.Context, in *changeMeetingInput) (*httpkit.Empty, error) {
			a, owner, err := m.owned(ctx, in.MeetingID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.ChangeMeeting(ctx, a, owner, in.MeetingID, in.Body.domain(), in.Body.Version))
		})
	httpkit.Route(m.b, guard, meetingOp(http.MethodPost, "/meetings/{meeting_id}/cancel", "cancelMeeting", "Call a meeting off, with a reason"),
		func(ctx context.Context, in *cancelMeetingInput) (*httpkit.Empty, error) {
			a, owner, err := m.owned(ctx, in.MeetingID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.CancelMeeting(ctx, a, owner, in.MeetingID, in.Body.Reason, in.Body.Version))
		})
	httpkit.Route(m.b, guard, meetingOp(http.MethodPut, "/meetings/{meeting_id}/minutes", "minuteMeeting", "Write what was said and agreed on; publishing tells all who were asked"),
		func(ctx context.Context, in *minutesInput) (*httpkit.Empty, error) {
			a, owner, err := m.owned(ctx, in.MeetingID)
			if err != nil {
				return nil, err
			}
			minutes, err := in.Body.domain()
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.Minute(ctx, a, owner, in.MeetingID, minutes, in.Body.Version))
		})
	httpkit.Route(m.b, guard, meetingOp(http.MethodGet, "/meeting-people", "meetingPeople", "Who may be asked to a buyer's meeting by name, or organise it"),
		func(ctx context.Context, in *sourcinghttp.ForBuyer) (*httpkit.Body[PlanPeople], error) {
			a := httpkit.Actor(ctx)
			owner, err := side.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			people, err := m.svc.MeetingPeople(ctx, a, owner)
			return httpkit.JSON(PlanPeople{httpkit.Each(people, func(p projectsvc.Person) PlanPerson {
				return PlanPerson{ID: p.ID, Name: p.Name, OfBuyer: p.OfBuyer}
			})}, err)
		})
	httpkit.Route(m.b, guard, meetingOp(http.MethodGet, "/meeting-suppliers", "meetingSuppliers", "Suppliers that may be asked to a meeting, by name"),
		func(ctx context.Context, in *meetingSearch) (*httpkit.Body[RiskChoices], error) {
			found, err := m.svc.MeetingSuppliers(ctx, httpkit.Actor(ctx), in.Search)
			return httpkit.JSON(RiskChoices{httpkit.Each(found, func(c projectsvc.Supplier) RiskChoice {
				return RiskChoice{ID: c.ID, Name: c.Name}
			})}, err)
		})
}

func (m meetingDesk) answer(guard access.Guard) {
	httpkit.Route(m.b, guard, meetingOp(http.MethodPost, "/meetings/{meeting_id}/answer", "answerMeeting", "Say whether one comes"),
		func(ctx context.Context, in *meetingAnswerInput) (*httpkit.Empty, error) {
			a, owner, err := m.owned(ctx, in.MeetingID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.AnswerMeeting(ctx, a, owner, in.MeetingID, in.Body.Answer))
		})
	httpkit.Route(m.b, guard, meetingOp(http.MethodGet, "/meetings/{meeting_id}/calendar", "meetingCalendar", "A meeting as a file for a calendar"),
		func(ctx context.Context, in *MeetingPath) (*httpkit.Raw, error) {
			a, owner, err := m.owned(ctx, in.MeetingID)
			if err != nil {
				return nil, err
			}
			raw, err := m.svc.Invitation(ctx, a, owner, in.MeetingID)
			if err != nil {
				return nil, err
			}
			return httpkit.Say("text/calendar; charset=utf-8", raw), nil
		})
}
