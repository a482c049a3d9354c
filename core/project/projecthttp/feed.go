package projecthttp

import (
	"context"
	"net/http"
	"time"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
)

type (
	// CalendarFeed is whether a calendar elsewhere reads the meetings of the asking person.
	CalendarFeed struct {
		Since *time.Time `json:"since,omitempty" doc:"None where there is no feed"`
	}
	// CalendarLink is where it reads them. It is told once.
	CalendarLink struct {
		Path string `json:"path" doc:"On this origin; whoever knows it reads the meetings"`
	}
	feedInput struct {
		Key string `query:"key" maxLength:"100"`
	}
)

// feed registers a person's calendar and its secret. The secret stands in the query, which
// no log of ours has.
func (m meetingDesk) feed(of access.UserType) {
	mine, app := access.Only(of), string(of)
	if of == access.Operator {
		app = "operator"
	}
	httpkit.Route(m.b, mine, meetingOp(http.MethodGet, "/calendar-feed", "calendarFeed", "Whether there is a link by which a calendar elsewhere reads one's meetings"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[CalendarFeed], error) {
			since, err := m.svc.FeedSince(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(CalendarFeed{utc(since)}, err)
		})
	httpkit.Route(m.b, mine, meetingOp(http.MethodPost, "/calendar-feed", "makeCalendarFeed", "Make such a link; one from before ends"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[CalendarLink], error) {
			secret, err := m.svc.MakeFeed(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(CalendarLink{"/api/" + app + "/calendar.ics?key=" + secret}, err)
		})
	httpkit.Route(m.b, mine, meetingOp(http.MethodDelete, "/calendar-feed", "revokeCalendarFeed", "End such a link"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Empty, error) {
			return httpkit.Done(m.svc.RevokeFeed(ctx, httpkit.Actor(ctx)))
		})
	httpkit.Route(m.b, access.Anyone, meetingOp(http.MethodGet, "/calendar.ics", "calendar", "The meetings of whose link it is, for a calendar elsewhere"),
		func(ctx context.Context, in *feedInput) (*httpkit.Raw, error) {
			raw, err := m.svc.Feed(ctx, in.Key)
			if err != nil {
				return nil, err
			}
			return httpkit.Say("text/calendar; charset=utf-8", raw), nil
		})
}
