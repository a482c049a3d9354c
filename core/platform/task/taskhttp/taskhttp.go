// Package taskhttp is the operations of background tasks, the same on every BFF.
package taskhttp

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
)

type (
	// Task is a background task.
	Task struct {
		ID          uuid.UUID        `json:"id" format:"uuid"`
		Kind        task.Kind        `json:"kind" doc:"Names its translated sentence"`
		Title       string           `json:"title" doc:"What it is about"`
		Status      task.State       `json:"status"`
		Done        int64            `json:"done"`
		Total       int64            `json:"total" doc:"0 while it is not known"`
		Percent     int              `json:"percent"`
		Message     task.Message     `json:"message,omitempty" doc:"Code of what is being done"`
		Path        string           `json:"path" doc:"Of its progress screen"`
		Back        string           `json:"back" doc:"Of the screen that it was started from"`
		Error       string           `json:"error,omitempty" doc:"Fault code of the end, or of the attempt before"`
		ErrorParams map[string]any   `json:"error_params,omitempty"`
		HasFile     bool             `json:"has_file"`
		FileUntil   *time.Time       `json:"file_until,omitempty" doc:"Until when its file can be had; absent: it stays, or there is none"`
		Counts      map[string]int64 `json:"counts,omitempty" doc:"What came of it in figures, where its kind has some"`
		Attempt     int              `json:"attempt"`
		CreatedAt   time.Time        `json:"created_at"`
		StartedAt   *time.Time       `json:"started_at,omitempty"`
		FinishedAt  *time.Time       `json:"finished_at,omitempty"`
	}
	// TaskList is one page of tasks.
	TaskList struct {
		Items []Task `json:"items"`
		Next  string `json:"next,omitempty"`
	}
	// TaskPath names a task.
	TaskPath struct {
		TaskID uuid.UUID `path:"task_id" format:"uuid"`
	}
	// TaskStarted names the task that does what was asked for.
	TaskStarted struct {
		TaskID uuid.UUID `json:"task_id" format:"uuid"`
	}
	// Ticket is good for one download.
	Ticket struct {
		Ticket string `json:"ticket"`
	}
	listInput struct {
		After string `query:"after" maxLength:"200"`
		Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	ticketPath struct {
		Ticket string `path:"ticket" maxLength:"100"`
	}
)

// Mount registers the operations.
func Mount(b *httpkit.BFF, s *tasksvc.Service) {
	httpkit.Route(b, access.SignedIn, httpkit.Operation{ID: "tasks", Method: http.MethodGet, Path: "/tasks", Tag: "task", Summary: "My background tasks"},
		func(ctx context.Context, in *listInput) (*httpkit.Body[TaskList], error) {
			got, err := s.Mine(ctx, httpkit.Actor(ctx), in.After, in.Limit)
			out := TaskList{Items: make([]Task, len(got.Items)), Next: got.Next}
			for i, t := range got.Items {
				out.Items[i] = taskOf(t)
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, access.SignedIn, httpkit.Operation{ID: "task", Method: http.MethodGet, Path: "/tasks/{task_id}", Tag: "task", Summary: "One background task"},
		func(ctx context.Context, in *TaskPath) (*httpkit.Body[Task], error) {
			t, err := s.Get(ctx, httpkit.Actor(ctx), in.TaskID)
			return httpkit.JSON(taskOf(t), err)
		})
	httpkit.Route(b, access.SignedIn, httpkit.Operation{ID: "cancelTask", Method: http.MethodPost, Path: "/tasks/{task_id}/cancel", Tag: "task", Summary: "End a task that is not over"},
		func(ctx context.Context, in *TaskPath) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, s.Cancel(ctx, httpkit.Actor(ctx), in.TaskID)
		})
	httpkit.Route(b, access.SignedIn, httpkit.Operation{ID: "retryTask", Method: http.MethodPost, Path: "/tasks/{task_id}/retry", Tag: "task", Summary: "Run a failed or cancelled task again"},
		func(ctx context.Context, in *TaskPath) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, s.Restart(ctx, httpkit.Actor(ctx), in.TaskID)
		})
	httpkit.Route(b, access.SignedIn, httpkit.Operation{ID: "taskTicket", Method: http.MethodPost, Path: "/tasks/{task_id}/ticket", Tag: "task", Summary: "A ticket for the file of a task, good once and for a minute"},
		func(ctx context.Context, in *TaskPath) (*httpkit.Body[Ticket], error) {
			ticket, err := s.Ticket(ctx, httpkit.Actor(ctx), in.TaskID)
			return httpkit.JSON(Ticket{ticket}, err)
		})
	httpkit.Route(b, access.Anyone, httpkit.Operation{ID: "download", Method: http.MethodGet, Path: "/downloads/{ticket}", Tag: "task", Summary: "The file of a ticket"},
		func(ctx context.Context, in *ticketPath) (*httpkit.Download, error) {
			d, err := s.Download(ctx, in.Ticket, httpkit.From(ctx).Secret)
			if err != nil {
				return nil, err
			}
			if d.Pour != nil {
				return httpkit.Pour(d.Name, d.MediaType, d.Pour), nil
			}
			return httpkit.Attach(d.Name, d.MediaType, d.Bytes), nil
		})
}

func taskOf(t tasksvc.Task) Task {
	out := Task{ID: t.ID, Kind: task.Kind(t.Kind), Title: t.Title, Status: t.State, Done: t.Done, Total: t.Total, Message: task.Message(t.Message), Path: t.Path, Back: t.Back,
		Error: t.Error, ErrorParams: t.ErrorParams, HasFile: t.HasFile, FileUntil: t.FileUntil, Attempt: t.Attempt, CreatedAt: t.CreatedAt.UTC(), StartedAt: t.StartedAt, FinishedAt: t.FinishedAt}
	var counts map[string]int64
	if json.Unmarshal(t.Result, &counts) == nil {
		out.Counts = counts
	}
	switch {
	case t.State == "completed":
		out.Percent = 100
	case t.Total > 0:
		out.Percent = int(min(99, 100*t.Done/t.Total))
	}
	return out
}
