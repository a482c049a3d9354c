// Package livehttp is the one stream of a browser, the same on every BFF.
package livehttp

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/live"
	"zabuni.org/core/platform/task/tasksvc"
)

// inbox is how a reader asks for news of its own notifications.
const inbox = "notifications"

// Platform is the topic on which operator staff hear that their figures moved. It
// says nothing of what moved, and nothing of bids.
const Platform = "platform"

// Inbox is the topic of an account's notifications.
func Inbox(account uuid.UUID) string { return inbox + "." + account.String() }

// Mount registers the stream. A nil hub answers that there is none here.
func Mount(b *httpkit.BFF, hub *live.Hub, tasks *tasksvc.Service) {
	httpkit.Stream(b, access.SignedIn, httpkit.Operation{ID: "live", Path: "/live"},
		func(ctx *fasthttp.RequestCtx, again func(context.Context) (access.Actor, error)) error {
			asked := strings.Split(string(ctx.QueryArgs().Peek("topics")), ",")
			if err := live.CheckTopics(asked); err != nil {
				return fault.Invalid.Wrap(err, "").At("/topics", fault.BadFormat)
			}
			if hub == nil {
				return fault.Unavailable.New("no streams here")
			}
			return hub.Serve(ctx, asked, func(ctx context.Context, topics []string) ([]string, error) {
				a, err := again(ctx)
				if err != nil {
					return nil, err
				}
				return allowed(ctx, a, topics, tasks), nil
			})
		})
}

// allowed keeps the topics that the caller may hear now.
func allowed(ctx context.Context, a access.Actor, topics []string, tasks *tasksvc.Service) []string {
	var out []string
	for _, t := range topics {
		name, rest, _ := strings.Cut(t, ".")
		switch name {
		case inbox:
			out = append(out, Inbox(a.User)) // whatever was asked: nobody hears of another's
		case Platform:
			if rest == "" && a.Type == access.Operator {
				out = append(out, t)
			}
		case "task":
			if id, err := uuid.Parse(rest); err == nil && tasks.MayHear(ctx, a, id) {
				out = append(out, t)
			}
		}
	}
	return out
}
