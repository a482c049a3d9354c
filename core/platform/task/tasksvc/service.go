// Package tasksvc is the use cases of background work: start, look, cancel, run
// again, and the workers that do it.
package tasksvc

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/internal/taskdb"
	"zabuni.org/core/platform/trace"
)

var q = taskdb.New()

// Service runs the use cases. Kinds are registered before the first worker runs.
type Service struct {
	db    pg.DB
	files *documentsvc.Service
	tell  func(topic string, data any) // nil: nobody listens
	log   *slog.Logger
	kinds map[string]kind
	wake  chan struct{}

	lease time.Duration      // tests: how long a silent worker keeps its task
	die   func(string) error // tests: a death at a named point
}

const leased = 30 * time.Second

// New returns a Service without kinds.
func New(db pg.DB, files *documentsvc.Service, tell func(topic string, data any), log *slog.Logger) *Service {
	return &Service{db: db, files: files, tell: tell, log: log, kinds: map[string]kind{}, wake: make(chan struct{}, 1), lease: leased}
}

// Topic is where changes of a task are told.
func Topic(id uuid.UUID) string { return "task." + id.String() }

func (s *Service) changed(id uuid.UUID) {
	if s.tell != nil {
		s.tell(Topic(id), struct{}{})
	}
}

// A Start is what to do, for whom.
type Start struct {
	Kind  task.Kind
	Title string // what it is about: a name of the caller's own data
	Input any
	Path  string // of the progress screen; {task_id} stands for the task's id
	Back  string // of the screen that it is started from
	// At is that screen where each activity has another: it stands for Back, and the
	// task is followed on the screen that all tasks share.
	At task.Place
}

// Followed is the screen on which any task is followed.
const Followed = "/tasks/{task_id}"

// Start queues a task. The same work asked for again while it runs is the same task.
func (s *Service) Start(ctx context.Context, db pg.DB, a access.Actor, n Start) (uuid.UUID, error) {
	if _, ok := s.kinds[string(n.Kind)]; !ok {
		return uuid.Nil, fmt.Errorf("task: no kind %q", n.Kind)
	}
	input, err := json.Marshal(n.Input)
	if err != nil {
		return uuid.Nil, err
	}
	if n.At != (task.Place{}) {
		n.Path, n.Back = Followed, n.At.String()
	}
	hash := sha256.Sum256(input)
	id := uuid.Must(uuid.NewV7())
	err = pg.InTx(ctx, db, func(tx pg.Tx) error {
		active, err := q.CountActive(ctx, tx, a.Org, a.User)
		if err != nil {
			return err
		}
		if active >= task.MaxActive {
			return task.TooManyRun.New("").With("max", task.MaxActive)
		}
		made, err := q.InsertTask(ctx, tx, taskdb.InsertTaskParams{ID: id, Kind: string(n.Kind), CompanyID: a.Org, ActorID: a.User, Title: n.Title, Input: input,
			InputHash: hash[:], Path: strings.ReplaceAll(n.Path, "{task_id}", id.String()), Back: n.Back, Trace: trace.Carry(ctx), Now: tx.Now})
		if pg.NoRows(err) {
			id, err = q.ActiveTask(ctx, tx, a.Org, a.User, string(n.Kind), hash[:])
			return err
		}
		if err != nil {
			return err
		}
		id = made
		return record(ctx, tx, a, "started", id, a.Org, map[string]any{"kind": n.Kind})
	})
	s.ring()
	return id, err
}

// ring wakes a worker of this process; those of others look every second.
func (s *Service) ring() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func record(ctx context.Context, tx pg.Tx, a access.Actor, what string, id, company uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "task.task." + what, Object: "task", ObjectID: id, Owner: company, Detail: detail})
	return err
}

// A Task is a task as people see it.
type Task struct {
	ID          uuid.UUID
	Kind, Title string
	State       task.State
	Done, Total int64
	Message     string // code of what is being done
	Path, Back  string
	Error       string // code; empty unless it failed, or an attempt did
	ErrorParams map[string]any
	Result      json.RawMessage
	HasFile     bool
	FileUntil   *time.Time // when its file is not given any more; nil: it stays, or there is none
	Attempt     int
	CreatedAt   time.Time
	StartedAt   *time.Time
	FinishedAt  *time.Time
}

func taskOf(r taskdb.TaskRow) Task {
	t := Task{ID: r.ID, Kind: r.Kind, Title: r.Title, State: task.State(r.Status), Done: r.Done, Total: r.Total, Message: r.Message, Path: r.Path, Back: r.Back,
		Result: r.Result, HasFile: r.ResultID != nil, Attempt: int(r.Attempt), CreatedAt: r.CreatedAt, StartedAt: r.StartedAt, FinishedAt: r.FinishedAt}
	if r.ErrorCode != nil {
		t.Error = *r.ErrorCode
	}
	_ = json.Unmarshal(r.ErrorParams, &t.ErrorParams)
	return t
}

// find returns a task of the caller's company: the caller's own, or another's
// whose kind everybody with a certain privilege may see.
func (s *Service) find(ctx context.Context, a access.Actor, id uuid.UUID) (taskdb.TaskRow, error) {
	r, err := q.Task(ctx, s.db, id, a.Org)
	if pg.NoRows(err) {
		return r, task.NotFound.New("")
	}
	if err != nil {
		return r, err
	}
	return r, s.mayTouch(a, r.Kind, r.ActorID)
}

func (s *Service) mayTouch(a access.Actor, kind string, owner uuid.UUID) error {
	if owner == a.User {
		return nil
	}
	if needs := s.kinds[kind].needs; needs != "" && a.Has(needs) {
		return nil
	}
	return task.NotFound.New("a colleague's")
}

// Get returns one task.
func (s *Service) Get(ctx context.Context, a access.Actor, id uuid.UUID) (Task, error) {
	r, err := s.find(ctx, a, id)
	if err != nil {
		return Task{}, err
	}
	out := []Task{taskOf(r)}
	err = s.let(ctx, out)
	return out[0], err
}

// let leaves no file with tasks whose file is not given any more.
func (s *Service) let(ctx context.Context, list []Task) error {
	var now time.Time
	for i, t := range list {
		k := s.kinds[t.Kind]
		if !t.HasFile || k.pour == nil {
			continue
		}
		if now.IsZero() { // few lists have any
			var err error
			if now, err = pg.ClockOf(ctx, s.db); err != nil {
				return err
			}
		}
		list[i].HasFile = !k.gone(t.FinishedAt, now)
		if t.FinishedAt != nil {
			list[i].FileUntil = new(t.FinishedAt.Add(task.PouredFor))
		}
	}
	return nil
}

// About is what a task is called and where it is followed, for news of it.
func (s *Service) About(ctx context.Context, db pg.DB, company, id uuid.UUID) (title, path string, err error) {
	r, err := q.Task(ctx, db, id, company)
	return r.Title, r.Path, err
}

// Mine is one page of the caller's tasks, newest first.
func (s *Service) Mine(ctx context.Context, a access.Actor, after string, limit int) (page.Of[Task], error) {
	c, err := page.Parse(after)
	if err != nil {
		return page.Of[Task]{}, err
	}
	rows, err := q.Tasks(ctx, s.db, taskdb.TasksParams{CompanyID: a.Org, ActorID: a.User, AfterAt: c.At, AfterID: c.ID, MaxRows: int32(limit + 1)})
	if err != nil {
		return page.Of[Task]{}, err
	}
	out := make([]Task, len(rows))
	for i, r := range rows {
		out[i] = taskOf(taskdb.TaskRow(r))
	}
	err = s.let(ctx, out)
	return page.Cut(out, limit, func(t Task) page.Cursor { return page.Cursor{At: t.CreatedAt, ID: t.ID} }), err
}

// lock holds a task of the caller's company for a decision.
func (s *Service) lock(ctx context.Context, tx pg.Tx, a access.Actor, id uuid.UUID) (task.State, error) {
	r, err := q.LockTask(ctx, tx, id, a.Org)
	if pg.NoRows(err) {
		return "", task.NotFound.New("")
	}
	if err != nil {
		return "", err
	}
	return task.State(r.Status), s.mayTouch(a, r.Kind, r.ActorID)
}

// Cancel ends a task that is not over. Whoever works on it loses its lease, and
// with it the right to write its effects.
func (s *Service) Cancel(ctx context.Context, a access.Actor, id uuid.UUID) error {
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		state, err := s.lock(ctx, tx, a, id)
		if err != nil {
			return err
		}
		if !state.Active() {
			return task.Over.New("the task is %s", state)
		}
		if err := q.CancelTask(ctx, tx, &tx.Now, id, a.Org); err != nil {
			return err
		}
		return record(ctx, tx, a, "cancelled", id, a.Org, nil)
	})
	if err == nil {
		s.changed(id)
	}
	return err
}

// Restart runs a task again that failed or was cancelled.
func (s *Service) Restart(ctx context.Context, a access.Actor, id uuid.UUID) error {
	return s.restart(ctx, a, id, func(tx pg.Tx) (task.State, uuid.UUID, error) {
		state, err := s.lock(ctx, tx, a, id)
		return state, a.Org, err
	})
}

// restart runs a task again that lock holds, of the company that lock names.
func (s *Service) restart(ctx context.Context, a access.Actor, id uuid.UUID, lock func(pg.Tx) (task.State, uuid.UUID, error)) error {
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		state, company, err := lock(tx)
		if err != nil {
			return err
		}
		if err := state.Restart(); err != nil {
			return err
		}
		err = q.RestartTask(ctx, tx, tx.Now, id, company)
		if pg.Constraint(err) == "task_active" {
			return task.TooManyRun.New("the same work runs already").With("max", 1)
		}
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "restarted", id, company, nil)
	})
	if err == nil {
		s.ring()
		s.changed(id)
	}
	return err
}

// MayHear reports whether the caller may follow a task.
func (s *Service) MayHear(ctx context.Context, a access.Actor, id uuid.UUID) bool {
	_, err := s.find(ctx, a, id)
	return err == nil
}

const ticketFor = "task.file:"

// Ticket answers a ticket for the task's file, good once and for a minute: a
// download that the browser does by itself sends the HttpOnly half alone.
func (s *Service) Ticket(ctx context.Context, a access.Actor, id uuid.UUID) (string, error) {
	r, err := s.find(ctx, a, id)
	if err != nil {
		return "", err
	}
	if r.ResultID == nil {
		return "", task.NoResult.New("")
	}
	k := s.kinds[r.Kind]
	if err := k.admit(ctx, a, r.Input); err != nil {
		return "", err
	}
	var ticket string
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if k.gone(r.FinishedAt, tx.Now) {
			return task.NoResult.New("it was to be had for %s", task.PouredFor)
		}
		ticket, err = journal.IssueTicket(ctx, tx, a, ticketFor+id.String()+":"+a.Org.String()+":"+a.User.String(), time.Minute)
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "file_taken", id, a.Org, nil)
	})
	return ticket, err
}

// A Delivery is the file of a task as it is sent: out of the store, or written by Pour
// while it is taken.
type Delivery struct {
	documentsvc.Document
	Pour func(ctx context.Context, to io.Writer) error
}

// Download answers the file of a ticket to the browser whose session it was made in, and
// asks once more whether the one who has the ticket may have the file now.
func (s *Service) Download(ctx context.Context, ticket, half string) (Delivery, error) {
	var target string
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) (err error) {
		target, err = journal.UseTicket(ctx, tx, ticket, half)
		return err
	})
	if err != nil {
		return Delivery{}, err
	}
	rest, ok := strings.CutPrefix(target, ticketFor)
	named, err := ids(rest, 3)
	if !ok || err != nil {
		return Delivery{}, fault.NotFound.New("another kind of ticket")
	}
	id, company := named[0], named[1]
	r, err := q.Task(ctx, s.db, id, company)
	if pg.NoRows(err) || err == nil && r.ResultID == nil {
		return Delivery{}, task.NoResult.New("")
	}
	if err != nil {
		return Delivery{}, err
	}
	a, _, err := s.actor(ctx, named[2], company)
	if err != nil {
		return Delivery{}, err
	}
	k := s.kinds[r.Kind]
	if err := k.admit(ctx, a, r.Input); err != nil {
		return Delivery{}, err
	}
	d, err := s.files.Read(ctx, company, *r.ResultID)
	if err != nil || k.pour == nil {
		return Delivery{Document: d}, err
	}
	return Delivery{d, func(ctx context.Context, to io.Writer) error { return k.pour(ctx, a, r.Input, to) }}, nil
}

// ids reads so many ids with colons between them.
func ids(s string, n int) ([]uuid.UUID, error) {
	parts := strings.Split(s, ":")
	if len(parts) != n {
		return nil, fmt.Errorf("task: %d parts", len(parts))
	}
	out := make([]uuid.UUID, n)
	for i, part := range parts {
		var err error
		if out[i], err = uuid.Parse(part); err != nil {
			return nil, err
		}
	}
	return out, nil
}
