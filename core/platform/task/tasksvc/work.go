package tasksvc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/internal/taskdb"
	"zabuni.org/core/platform/trace"
)

// A File is a document that a task leaves.
type File struct {
	Name, Type string
	Bytes      []byte
}

// An Outcome is what a task leaves. Effect is written in the transaction that
// completes the task, so that it happens exactly once; a handler writes nothing before.
type Outcome struct {
	Result any
	File   *File
	Effect func(ctx context.Context, tx pg.Tx) error
}

// A Failure ends a task with a file that says what to correct.
type Failure struct {
	Err  error
	File File
}

func (f *Failure) Error() string { return f.Err.Error() }

// Unwrap returns the fault.
func (f *Failure) Unwrap() error { return f.Err }

// A Run is one attempt at a task.
type Run struct {
	ID       uuid.UUID
	Actor    access.Actor // who started it, with the rights of now
	Language string
	Attempt  int

	s       *Service
	lease   uuid.UUID
	mu      sync.Mutex
	told    time.Time
	message task.Message
}

type kind struct {
	needs access.Privilege
	// admit says whether the actor may have the file now: what was right when the task
	// began may not be any more.
	admit func(ctx context.Context, a access.Actor, input []byte) error
	// pour writes the file while it is taken; nil where it lies in the store.
	pour func(ctx context.Context, a access.Actor, input []byte, to io.Writer) error
	do   func(ctx context.Context, r *Run, input []byte) (Outcome, error)
}

// gone tells whether a file that is written while it is taken is not given any more.
func (k kind) gone(finished *time.Time, now time.Time) bool {
	return k.pour != nil && finished != nil && now.Sub(*finished) >= task.PouredFor
}

// Register adds a kind of task. needs is the privilege by which colleagues of
// whoever started one may see it; without it nobody else may.
func Register[In any](s *Service, name task.Kind, needs access.Privilege, do func(ctx context.Context, r *Run, in In) (Outcome, error)) {
	RegisterGuarded(s, name, needs, func(context.Context, access.Actor, In) error { return nil }, do)
}

// RegisterGuarded adds a kind of task whose file is given to whom admit lets through
// at the moment when it is asked for.
func RegisterGuarded[In any](s *Service, name task.Kind, needs access.Privilege, admit func(ctx context.Context, a access.Actor, in In) error, do func(ctx context.Context, r *Run, in In) (Outcome, error)) {
	if _, ok := s.kinds[string(name)]; ok {
		panic("task: kind " + string(name) + " is registered twice")
	}
	read := func(raw []byte) (in In, err error) {
		if err := json.Unmarshal(raw, &in); err != nil {
			return in, fmt.Errorf("task %s: %w", name, err)
		}
		return in, nil
	}
	s.kinds[string(name)] = kind{
		needs: needs,
		admit: func(ctx context.Context, a access.Actor, raw []byte) error {
			in, err := read(raw)
			if err != nil {
				return err
			}
			return admit(ctx, a, in)
		},
		do: func(ctx context.Context, r *Run, raw []byte) (Outcome, error) {
			in, err := read(raw)
			if err != nil {
				return Outcome{}, err
			}
			return do(ctx, r, in)
		},
	}
}

// Pours says how the file of a kind is written while it is taken: what is sealed is
// not laid into the store in clear. The task leaves its name and type, and says in its
// bytes what it found. Whoever takes it is asked again with the rights of that moment, and
// after [task.PouredFor] it is to be asked for anew.
func Pours[In any](s *Service, name task.Kind, pour func(ctx context.Context, a access.Actor, in In, to io.Writer) error) {
	k := s.kinds[string(name)]
	k.pour = func(ctx context.Context, a access.Actor, raw []byte, to io.Writer) error {
		var in In
		if err := json.Unmarshal(raw, &in); err != nil {
			return fmt.Errorf("task %s: %w", name, err)
		}
		return pour(ctx, a, in, to)
	}
	s.kinds[string(name)] = k
}

// errLost says that the task is cancelled or another worker's.
var errLost = errors.New("task: the lease is lost")

const tellEvery = 200 * time.Millisecond

// Progress notes how far the work is. Message is a code that the web translates;
// calls that come close together with the same message are let go.
func (r *Run) Progress(ctx context.Context, done, total int64, message task.Message) error {
	r.mu.Lock()
	now := time.Now()
	skip := message == r.message && now.Sub(r.told) < tellEvery
	if !skip {
		r.told, r.message = now, message
	}
	r.mu.Unlock()
	if skip {
		return ctx.Err()
	}
	n, err := q.Progress(ctx, r.s.db, taskdb.ProgressParams{Done: done, Total: total, Message: string(message), ID: r.ID, LeaseID: r.lease})
	if err != nil {
		return err
	}
	if n == 0 {
		return errLost
	}
	r.s.changed(r.ID)
	return nil
}

// Work does tasks until ctx ends, so many at once.
func (s *Service) Work(ctx context.Context, parallel int) {
	names := make([]string, 0, len(s.kinds))
	for name := range s.kinds {
		names = append(names, name)
	}
	var running sync.WaitGroup
	defer running.Wait()
	for range parallel {
		running.Go(func() {
			look := time.NewTicker(time.Second)
			defer look.Stop()
			for ctx.Err() == nil {
				found, err := s.once(ctx, names)
				if err != nil && ctx.Err() == nil {
					s.log.Error("tasks", "error", err.Error())
				}
				if found && err == nil {
					continue
				}
				select {
				case <-ctx.Done():
				case <-s.wake:
				case <-look.C:
				}
			}
		})
	}
}

// once takes one task that waits, or whose worker went silent, and does it.
func (s *Service) once(ctx context.Context, names []string) (bool, error) {
	lease := uuid.New()
	c, err := q.ClaimTask(ctx, s.db, &lease, s.lease.Seconds(), names)
	if pg.NoRows(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	ctx = trace.Carried(ctx, c.Trace)
	s.changed(c.ID)
	r := &Run{ID: c.ID, Attempt: int(c.Attempt), s: s, lease: lease}
	working, cancel := context.WithCancelCause(ctx)
	var beating sync.WaitGroup
	beating.Go(func() { s.beat(working, cancel, r) })
	out, err := s.attempt(working, r, c)
	if err == nil {
		err = s.complete(working, r, c, out)
	}
	lost := context.Cause(working)
	cancel(nil)
	beating.Wait()
	if err == nil {
		s.changed(c.ID)
		return true, nil
	}
	if errors.Is(err, errDied) {
		return true, nil
	}
	if errors.Is(err, errLost) || errors.Is(lost, errLost) {
		return true, nil // cancelled, or somebody else's by now
	}
	if ctx.Err() != nil { // we stop: another worker goes on at once
		later, end := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer end()
		_, err := q.PutOff(later, s.db, nil, 0, c.ID, lease)
		return true, err
	}
	defer s.changed(c.ID)
	return true, s.fail(ctx, r, c, err)
}

var errDied = errors.New("the worker died here")

// beat keeps the lease, and ends the work when it is gone.
func (s *Service) beat(ctx context.Context, cancel context.CancelCauseFunc, r *Run) {
	tick := time.NewTicker(s.lease / 10)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			n, err := q.Beat(ctx, s.db, s.lease.Seconds(), r.ID, r.lease)
			if err == nil && n == 0 {
				cancel(errLost)
				return
			}
		}
	}
}

// attempt runs the handler with the rights that whoever started it has now.
func (s *Service) attempt(ctx context.Context, r *Run, c taskdb.ClaimTaskRow) (out Outcome, err error) {
	ctx, step := trace.Step(ctx, trace.Consumer, "task "+c.Kind)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("task %s: panic: %v", c.Kind, p)
		}
		trace.End(step, err)
	}()
	if c.Attempt > task.MaxAttempts { // its worker died every time
		return out, task.Abandoned.New("%d attempts", c.Attempt-1)
	}
	if r.Actor, r.Language, err = s.actor(ctx, c.ActorID, c.CompanyID); err != nil {
		return out, err
	}
	if out, err = s.kinds[c.Kind].do(ctx, r, c.Input); err != nil {
		return out, err
	}
	return out, s.dies("worked")
}

// actor is somebody of a company with the rights of now.
func (s *Service) actor(ctx context.Context, id, company uuid.UUID) (access.Actor, string, error) {
	a, err := q.ActorOf(ctx, s.db, id)
	if pg.NoRows(err) || err == nil && (!a.Allowed || a.CompanyID != company) {
		return access.Actor{}, "", fault.Forbidden.New("whoever started the task may not any more")
	}
	if err != nil {
		return access.Actor{}, "", err
	}
	out := access.Actor{
		User:  a.ID,
		Org:   a.CompanyID,
		Type:  access.UserType(a.UserType),
		Name:  a.FirstName + " " + a.LastName,
		Email: a.Email,
		Zone:  geo.Zone(a.Country),
	}
	for _, p := range a.Privileges {
		out.Privileges = append(out.Privileges, access.Privilege(p))
	}
	return out, a.Language, nil
}

// complete writes the effect and the end of the task in one transaction, if the
// lease still holds at its end.
func (s *Service) complete(ctx context.Context, r *Run, c taskdb.ClaimTaskRow, out Outcome) error {
	result, err := json.Marshal(out.Result)
	if err != nil {
		return err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if out.Effect != nil {
			if err := out.Effect(ctx, tx); err != nil {
				return err
			}
		}
		document, err := s.save(ctx, tx, r, c, out.File)
		if err != nil {
			return err
		}
		// Last: until here the lease is kept alive and progress is told by others' hands.
		if err := hold(ctx, tx, r); err != nil {
			return err
		}
		if err := q.CompleteTask(ctx, tx, &tx.Now, result, document, r.ID); err != nil {
			return err
		}
		if err := record(ctx, tx, r.Actor, "completed", r.ID, c.CompanyID, s.ended(c, tx.Now)); err != nil {
			return err
		}
		return s.dies("written")
	})
	if err != nil {
		return err
	}
	return s.dies("committed")
}

// hold locks the task for the one who has its lease.
func hold(ctx context.Context, tx pg.Tx, r *Run) error {
	_, err := q.LockLease(ctx, tx, r.ID, r.lease)
	if pg.NoRows(err) {
		return errLost
	}
	return err
}

func (s *Service) save(ctx context.Context, tx pg.Tx, r *Run, c taskdb.ClaimTaskRow, f *File) (*uuid.UUID, error) {
	if f == nil {
		return nil, nil
	}
	d, err := s.files.Save(ctx, tx, r.Actor, c.CompanyID, "task", f.Name, f.Type, f.Bytes)
	return &d.ID, err
}

// Events of a task's end; their detail is an Ended.
const (
	TaskCompleted = "task.task.completed"
	TaskFailed    = "task.task.failed"
)

// An Ended says of which task, and how.
type Ended struct {
	Kind    string    `json:"kind"`
	Account uuid.UUID `json:"account_id"`
	Seconds int64     `json:"seconds"` // since its first attempt began
	Code    string    `json:"code,omitempty"`
}

func (s *Service) ended(c taskdb.ClaimTaskRow, now time.Time) Ended {
	e := Ended{Kind: c.Kind, Account: c.ActorID}
	if c.StartedAt != nil {
		e.Seconds = int64(now.Sub(*c.StartedAt).Seconds())
	}
	return e
}

// fail puts a task off when another attempt may help, else ends it.
func (s *Service) fail(ctx context.Context, r *Run, c taskdb.ClaimTaskRow, cause error) error {
	f := fault.As(cause)
	if task.Transient(cause) && c.Attempt < task.MaxAttempts {
		s.log.Warn("task is tried again", "kind", c.Kind, "id", r.ID, "attempt", c.Attempt, "error", cause.Error())
		_, err := q.PutOff(ctx, s.db, &f.Code, task.Wait(int(c.Attempt)).Seconds(), r.ID, r.lease)
		return err
	}
	if f.Kind == fault.KindInternal {
		s.log.Error("task failed", "kind", c.Kind, "id", r.ID, "error", cause.Error())
	}
	if f.Params == nil {
		f.Params = map[string]any{}
	}
	params, err := json.Marshal(f.Params)
	if err != nil {
		return err
	}
	var file *File
	var withFile *Failure
	if errors.As(cause, &withFile) {
		file = &withFile.File
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := hold(ctx, tx, r); err != nil {
			return err
		}
		actor := r.Actor
		if !actor.Signed() {
			actor = access.System
		}
		document, err := s.save(ctx, tx, &Run{ID: r.ID, Actor: actor}, c, file)
		if err != nil {
			return err
		}
		err = q.FailTask(ctx, tx, taskdb.FailTaskParams{Now: &tx.Now, ErrorCode: &f.Code, ErrorParams: params, ResultID: document, ID: r.ID})
		if err != nil {
			return err
		}
		e := s.ended(c, tx.Now)
		e.Code = f.Code
		return record(ctx, tx, actor, "failed", r.ID, c.CompanyID, e)
	})
	if errors.Is(err, errLost) {
		return nil
	}
	return err
}

func (s *Service) dies(point string) error {
	if s.die == nil {
		return nil
	}
	return s.die(point)
}
