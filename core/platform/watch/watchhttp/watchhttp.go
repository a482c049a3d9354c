// Package watchhttp is the operations of whoever looks after the platform.
package watchhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
	"zabuni.org/core/platform/watch"
	"zabuni.org/core/platform/watch/watchsvc"
)

type (
	// QueueHealth is how much waits in one place.
	QueueHealth struct {
		Queue   watch.Queue `json:"queue"`
		Waiting int64       `json:"waiting"`
		Since   *time.Time  `json:"since,omitempty" doc:"Of what waits longest"`
		Failed  int64       `json:"failed" doc:"Given up within seven days; of parked events: all"`
	}
	// DiskHealth is how much room there is on the machine that answers.
	DiskHealth struct {
		Free  uint64 `json:"free" doc:"Bytes"`
		Total uint64 `json:"total" doc:"Bytes"`
		Low   bool   `json:"low" doc:"No files are taken"`
		Full  bool   `json:"full" doc:"Nothing can be changed"`
	}
	// PlatformHealth is how the platform is now.
	PlatformHealth struct {
		Now    time.Time     `json:"now"`
		Queues []QueueHealth `json:"queues"`
		Disk   *DiskHealth   `json:"disk,omitempty" doc:"Where something is kept on this machine"`
	}
	pageInput struct {
		After string `query:"after" maxLength:"200"`
		Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	// ParkedEvent is an event on which nothing could act.
	ParkedEvent struct {
		ID       uuid.UUID  `json:"id" format:"uuid"`
		Consumer string     `json:"consumer" doc:"Which part of the program would act on it"`
		Subject  string     `json:"subject" doc:"What happened"`
		Error    string     `json:"error" doc:"What the last try said"`
		ParkedAt time.Time  `json:"parked_at"`
		AgainAt  *time.Time `json:"again_at,omitempty" doc:"Somebody drives it on"`
	}
	// ParkedEvents is one page of them.
	ParkedEvents struct {
		Items []ParkedEvent `json:"items"`
		Next  string        `json:"next,omitempty"`
	}
	eventPath struct {
		EventID uuid.UUID `path:"event_id" format:"uuid"`
	}
	asideInput struct {
		EventID uuid.UUID `path:"event_id" format:"uuid"`
		Body    struct {
			Reason string `json:"reason" minLength:"10" maxLength:"500"`
		}
	}
	// StuckTask is background work of any company that does not come to its end.
	StuckTask struct {
		ID         uuid.UUID  `json:"id" format:"uuid"`
		Kind       task.Kind  `json:"kind"`
		Title      string     `json:"title"`
		Company    string     `json:"company"`
		Status     task.State `json:"status"`
		Attempt    int32      `json:"attempt"`
		Error      string     `json:"error,omitempty" doc:"Fault code of the last try"`
		CreatedAt  time.Time  `json:"created_at"`
		FinishedAt *time.Time `json:"finished_at,omitempty"`
	}
	// StuckTasks is one page of them.
	StuckTasks struct {
		Items []StuckTask `json:"items"`
		Next  string      `json:"next,omitempty"`
	}
	taskPath struct {
		TaskID uuid.UUID `path:"task_id" format:"uuid"`
	}
)

// Mount registers the operations.
func Mount(b *httpkit.BFF, s *watchsvc.Service, tasks *tasksvc.Service) {
	guard := access.Only(access.Operator, access.ManageDocuments)
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "platform", Summary: summary}
	}
	httpkit.Route(b, guard, op(http.MethodGet, "/platform", "platformHealth", "How the platform is: what waits, since when, and the room on its disk"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[PlatformHealth], error) {
			h, err := s.Health(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(healthOf(h), err)
		})
	httpkit.Route(b, guard, op(http.MethodGet, "/platform/events", "parkedEvents", "Events on which nothing could act, newest first"),
		func(ctx context.Context, in *pageInput) (*httpkit.Body[ParkedEvents], error) {
			got, err := s.Parked(ctx, httpkit.Actor(ctx), in.After, in.Limit)
			return httpkit.JSON(ParkedEvents{Items: httpkit.Each(got.Items, eventOf), Next: got.Next}, err)
		})
	httpkit.Route(b, guard, op(http.MethodPost, "/platform/events/{event_id}/again", "driveEventOn", "Try a parked event once more"),
		func(ctx context.Context, in *eventPath) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, s.Again(ctx, httpkit.Actor(ctx), in.EventID)
		})
	httpkit.Route(b, guard, op(http.MethodPost, "/platform/events/{event_id}/aside", "setEventAside", "Give a parked event up for good"),
		func(ctx context.Context, in *asideInput) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, s.SetAside(ctx, httpkit.Actor(ctx), in.EventID, in.Body.Reason)
		})
	httpkit.Route(b, guard, op(http.MethodGet, "/platform/tasks", "stuckTasks", "Background work of any company that does not come to its end"),
		func(ctx context.Context, in *pageInput) (*httpkit.Body[StuckTasks], error) {
			got, err := tasks.Stuck(ctx, httpkit.Actor(ctx), in.After, in.Limit)
			return httpkit.JSON(StuckTasks{Items: httpkit.Each(got.Items, stuckOf), Next: got.Next}, err)
		})
	httpkit.Route(b, guard, op(http.MethodPost, "/platform/tasks/{task_id}/again", "driveTaskOn", "Run a task of any company again"),
		func(ctx context.Context, in *taskPath) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, tasks.DriveOn(ctx, httpkit.Actor(ctx), in.TaskID)
		})
}

func healthOf(h watchsvc.Health) PlatformHealth {
	out := PlatformHealth{Now: h.Now, Queues: httpkit.Each(h.Lines, func(l watchsvc.Line) QueueHealth { return QueueHealth(l) })}
	if h.Disk.Total > 0 {
		out.Disk = &DiskHealth{Free: h.Disk.Free, Total: h.Disk.Total, Low: h.Disk.Low, Full: h.Disk.Full}
	}
	return out
}

func eventOf(e watchsvc.Event) ParkedEvent {
	return ParkedEvent{
		ID:       e.ID,
		Consumer: e.Consumer,
		Subject:  e.Subject,
		Error:    e.Error,
		ParkedAt: e.ParkedAt,
		AgainAt:  e.AgainAt,
	}
}

func stuckOf(t tasksvc.StuckTask) StuckTask {
	out := StuckTask{
		ID:         t.ID,
		Kind:       task.Kind(t.Kind),
		Title:      t.Title,
		Company:    t.Company,
		Status:     task.State(t.Status),
		Attempt:    t.Attempt,
		CreatedAt:  t.CreatedAt,
		FinishedAt: t.FinishedAt,
	}
	if t.ErrorCode != nil {
		out.Error = *t.ErrorCode
	}
	return out
}
