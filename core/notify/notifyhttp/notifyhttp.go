// Package notifyhttp is the operations of the inbox, the same on every BFF.
package notifyhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	// Notification is one line of the inbox; kind names its translated sentence.
	Notification struct {
		ID        uuid.UUID         `json:"id" format:"uuid"`
		Kind      notifysvc.Kind    `json:"kind"`
		Params    map[string]string `json:"params"`
		Href      string            `json:"href"`
		CreatedAt time.Time         `json:"created_at"`
		ReadAt    *time.Time        `json:"read_at,omitempty"`
	}
	// Inbox is one page of notifications.
	Inbox struct {
		Items  []Notification `json:"items"`
		Next   string         `json:"next,omitempty"`
		Unread int64          `json:"unread"`
	}
	listInput struct {
		Unread bool   `query:"unread" doc:"Only what is not read yet"`
		After  string `query:"after" maxLength:"200"`
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	unsubscribeInput struct {
		Body struct {
			Token string `json:"token" minLength:"1" maxLength:"600" doc:"From the link in a mail"`
		}
	}
	// MailChoices are what a person wants by mail beside what nobody can stop.
	MailChoices struct {
		Areas      []notifysvc.AreaChoice `json:"areas" maxItems:"20"`
		QuietFrom  *int                   `json:"quiet_from,omitempty" doc:"Hour of the day; absent: none is quiet"`
		QuietUntil *int                   `json:"quiet_until,omitempty"`
		SummaryAt  int                    `json:"summary_at" doc:"Hour of the day"`
		Stopped    bool                   `json:"stopped" doc:"No mail but those that nobody can stop"`
	}
	// MyMailChoices are one's own.
	MyMailChoices struct {
		MailChoices
		Timezone string `json:"timezone" doc:"Of the hours"`
	}
	chooseInput struct {
		Body MailChoices
	}
	readInput struct {
		Body struct {
			ID *uuid.UUID `json:"id,omitempty" format:"uuid" doc:"One notification; absent: all"`
		}
	}
)

// Mount registers the inbox.
func Mount(b *httpkit.BFF, s *notifysvc.Service) {
	httpkit.Route(b, access.SignedIn, httpkit.Operation{ID: "notifications", Method: http.MethodGet, Path: "/notifications", Tag: "notify", Summary: "My notifications"},
		func(ctx context.Context, in *listInput) (*httpkit.Body[Inbox], error) {
			got, unread, err := s.Inbox(ctx, httpkit.Actor(ctx), in.Unread, in.After, in.Limit)
			out := Inbox{Items: make([]Notification, len(got.Items)), Next: got.Next, Unread: unread}
			for i, n := range got.Items {
				out.Items[i] = Notification(n)
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, access.SignedIn, httpkit.Operation{ID: "markRead", Method: http.MethodPost, Path: "/notifications/read", Tag: "notify", Summary: "Mark notifications as read"},
		func(ctx context.Context, in *readInput) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, s.MarkRead(ctx, httpkit.Actor(ctx), in.Body.ID)
		})
	httpkit.Route(b, access.SignedIn, httpkit.Operation{ID: "mailChoices", Method: http.MethodGet, Path: "/notifications/mails", Tag: "notify", Summary: "Which mails I want, and when"},
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[MyMailChoices], error) {
			c, err := s.Choices(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(MyMailChoices{
				MailChoices: MailChoices{Areas: c.Areas, QuietFrom: c.QuietFrom, QuietUntil: c.QuietUntil, SummaryAt: c.SummaryAt, Stopped: c.Stopped},
				Timezone:    c.Zone,
			}, err)
		})
	httpkit.Route(b, access.SignedIn, httpkit.Operation{ID: "chooseMails", Method: http.MethodPut, Path: "/notifications/mails", Tag: "notify", Summary: "Choose which mails I want, and when"},
		func(ctx context.Context, in *chooseInput) (*httpkit.Empty, error) {
			c := in.Body
			return httpkit.Done(s.Choose(ctx, httpkit.Actor(ctx), notifysvc.Choices{Areas: c.Areas, QuietFrom: c.QuietFrom, QuietUntil: c.QuietUntil,
				SummaryAt: c.SummaryAt, Stopped: c.Stopped}))
		})
	httpkit.Route(b, access.Anyone, httpkit.Operation{ID: "unsubscribe", Method: http.MethodPost, Path: "/core/unsubscribe/", Tag: "notify", Summary: "No more mails but those that the law asks for"},
		func(ctx context.Context, in *unsubscribeInput) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, s.Unsubscribe(ctx, in.Body.Token)
		})
}
