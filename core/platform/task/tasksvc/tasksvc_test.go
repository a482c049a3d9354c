package tasksvc

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/identity"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/task"
)

type world struct {
	*testing.T
	ctx      context.Context
	db       *pgxpool.Pool
	s        *Service
	identity *identitysvc.Service
	told     chan string
	me       access.Actor
	colleage access.Actor
	stranger access.Actor
}

type in struct {
	N int `json:"n"`
}

func newWorld(t *testing.T) *world {
	t.Helper()
	db := pgtest.New(t)
	store, err := document.OpenFolder(pgtest.Dir(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	w := &world{T: t, ctx: t.Context(), db: db, told: make(chan string, 1000),
		identity: identitysvc.New(db, identity.NewTokens(ed25519.NewKeyFromSeed(make([]byte, 32)), pgtest.Clock(t, db)), identitysvc.Cheap(), identitysvc.Settings{})}
	w.s = New(db, documentsvc.New(db, store), func(topic string, _ any) { w.told <- topic }, slog.New(slog.DiscardHandler))
	company := uuid.New()
	w.me, w.colleage, w.stranger = w.person("me", company), w.person("colleague", company), w.person("stranger", uuid.New())
	return w
}

func (w *world) person(name string, company uuid.UUID) access.Actor {
	w.Helper()
	a := access.Actor{User: uuid.New(), Org: company, Type: access.Buyer, Name: name, Email: name + "@example.org", Privileges: access.Titles[access.Buyer]}
	w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
		var known bool
		if err := tx.QueryRow(w.ctx, "SELECT EXISTS (SELECT FROM company WHERE id = $1)", company).Scan(&known); err != nil {
			return err
		}
		if !known {
			r := partysvc.Registration{Profile: party.Profile{CompanyType: "limited", Name: name, Country: "KE", TaxID: uuid.NewString()[:12]}}
			if err := partysvc.Create(w.ctx, tx, access.System, "buyer", company, r); err != nil {
				return err
			}
		}
		return w.identity.CreateAdministrator(w.ctx, tx, a, "Per", name, "254701234567", "simba42")
	}))
	return a
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) is(err, want error) {
	w.Helper()
	if !errors.Is(err, want) {
		w.Fatalf("got %v, want %v", err, want)
	}
}

func (w *world) start(kind task.Kind, n int) uuid.UUID {
	w.Helper()
	id, err := w.s.Start(w.ctx, w.db, w.me, Start{Kind: kind, Title: "about", Input: in{n}, Path: "/progress/{task_id}", Back: "/back"})
	w.must(err)
	return id
}

// once does one task, if one is due, and tells whether it did.
func (w *world) once() bool {
	w.Helper()
	names := []string{}
	for n := range w.s.kinds {
		names = append(names, n)
	}
	found, err := w.s.once(w.ctx, names)
	w.must(err)
	return found
}

func (w *world) get(id uuid.UUID) Task {
	w.Helper()
	got, err := w.s.Get(w.ctx, w.me, id)
	w.must(err)
	return got
}

func (w *world) state(id uuid.UUID, want task.State) Task {
	w.Helper()
	got := w.get(id)
	if got.State != want {
		w.Fatalf("%s, want %s: %+v", got.State, want, got)
	}
	return got
}

func (w *world) effects() (n int) {
	w.Helper()
	w.must(w.db.QueryRow(w.ctx, "SELECT count(*) FROM audit_entry WHERE action = 'test.effect.written'").Scan(&n))
	return n
}

// effect is something that must happen exactly once.
func effect(a access.Actor) func(context.Context, pg.Tx) error {
	return func(ctx context.Context, tx pg.Tx) error {
		_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "test.effect.written", Object: "test", ObjectID: uuid.New(), Owner: a.Org})
		return err
	}
}

func TestATaskIsDoneAndLeavesItsFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	Register(w.s, "sheet", "", func(ctx context.Context, r *Run, in in) (Outcome, error) {
		if err := r.Progress(ctx, 1, 4, "writing"); err != nil {
			return Outcome{}, err
		}
		if got := w.state(r.ID, task.Processing); got.Done != 1 || got.Total != 4 || got.Message != "writing" || got.Attempt != 1 {
			t.Errorf("%+v", got)
		}
		if r.Actor.User != w.me.User || !r.Actor.Has(access.ManageUser) {
			t.Errorf("%+v", r.Actor)
		}
		return Outcome{Result: map[string]int{"n": in.N}, File: &File{"a.txt", "text/plain", []byte("hello")}, Effect: effect(r.Actor)}, nil
	})
	id := w.start("sheet", 7)
	if again := w.start("sheet", 7); again != id {
		t.Error("the same work asked for twice is two tasks")
	}
	if other := w.start("sheet", 8); other == id {
		t.Error("other work is the same task")
	}
	_, err := w.s.Ticket(w.ctx, w.me, id)
	w.is(err, task.NoResult)
	if !w.once() {
		t.Fatal("nothing to do")
	}
	got := w.state(id, task.Completed)
	if string(got.Result) != `{"n": 7}` || !got.HasFile || got.Path != "/progress/"+id.String() || got.Back != "/back" || w.effects() != 1 {
		t.Fatalf("%+v %d", got, w.effects())
	}
	select {
	case topic := <-w.told:
		if topic != Topic(id) {
			t.Error(topic)
		}
	default:
		t.Error("nobody was told")
	}
	w.is(w.s.Cancel(w.ctx, w.me, id), task.Over)
	w.is(w.s.Restart(w.ctx, w.me, id), task.NotFailed)
	if third := w.start("sheet", 7); third == id {
		t.Error("a finished task is not asked for again")
	}
	mine, err := w.s.Mine(w.ctx, w.me, "", 2)
	if err != nil || len(mine.Items) != 2 || mine.Next == "" {
		t.Fatal(mine, err)
	}
}

func TestForeignTasksAreNotThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	do := func(context.Context, *Run, in) (Outcome, error) { return Outcome{}, fault.Invalid.New("") }
	Register(w.s, "own", "", do)
	Register(w.s, "shared", access.ViewReport, do)
	own, shared := w.start("own", 1), w.start("shared", 1)
	unprivileged := w.colleage
	unprivileged.Privileges = nil
	for _, c := range []struct {
		who  access.Actor
		id   uuid.UUID
		sees bool
	}{{w.me, own, true}, {w.colleage, own, false}, {w.colleage, shared, true}, {unprivileged, shared, false}, {w.stranger, own, false}, {w.stranger, shared, false}} {
		_, err := w.s.Get(w.ctx, c.who, c.id)
		if (err == nil) != c.sees || w.s.MayHear(w.ctx, c.who, c.id) != c.sees {
			t.Errorf("%s: %v", c.who.Name, err)
		}
		if c.sees {
			continue
		}
		w.is(err, task.NotFound)
		w.is(w.s.Cancel(w.ctx, c.who, c.id), task.NotFound)
		w.is(w.s.Restart(w.ctx, c.who, c.id), task.NotFound)
		_, err = w.s.Ticket(w.ctx, c.who, c.id)
		w.is(err, task.NotFound)
	}
}

// A worker that dies between its work and its commit leaves nothing; another
// does the task over, once.
func TestEffectsHappenOnceWhereverAWorkerDies(t *testing.T) {
	t.Parallel()
	for _, point := range []string{"worked", "written", "committed"} {
		t.Run(point, func(t *testing.T) {
			w := newWorld(t)
			runs := 0
			Register(w.s, "effect", "", func(_ context.Context, r *Run, _ in) (Outcome, error) {
				runs++
				return Outcome{Effect: effect(r.Actor)}, nil
			})
			died := false
			w.s.die = func(at string) error {
				if at == point && !died {
					died = true
					return errDied
				}
				return nil
			}
			id := w.start("effect", 1)
			w.once()
			if !died {
				t.Fatal("nobody died")
			}
			if point != "committed" {
				w.state(id, task.Processing)
				if w.effects() != 0 {
					t.Fatal("the effect came before the end")
				}
				if w.once() {
					t.Fatal("the task was taken while its lease held")
				}
			}
			pgtest.Advance(t, w.db, leased+time.Second)
			w.once()
			w.once()
			w.state(id, task.Completed)
			want := 2
			if point == "committed" {
				want = 1
			}
			if w.effects() != 1 || runs != want {
				t.Fatalf("%d effects in %d runs", w.effects(), runs)
			}
		})
	}
}

// A worker that was only slow comes back after another has taken over: it may
// write nothing any more.
func TestALostLeaseWritesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	runs := 0
	Register(w.s, "slow", "", func(ctx context.Context, r *Run, _ in) (Outcome, error) {
		runs++
		if runs == 1 {
			pgtest.Advance(t, w.db, leased+time.Second)
			w.once() // somebody else
			if err := r.Progress(ctx, 1, 2, "late"); !errors.Is(err, errLost) {
				t.Errorf("late progress: %v", err)
			}
		}
		return Outcome{Effect: effect(r.Actor)}, nil
	})
	id := w.start("slow", 1)
	w.once()
	w.state(id, task.Completed)
	if runs != 2 || w.effects() != 1 {
		t.Fatalf("%d effects in %d runs", w.effects(), runs)
	}
}

func TestCancelWinsOverTheWork(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.s.lease = 500 * time.Millisecond // its heart beats every 50 ms
	stopped := make(chan error, 1)
	Register(w.s, "long", "", func(ctx context.Context, r *Run, in in) (Outcome, error) {
		if in.N == 1 {
			w.must(w.s.Cancel(w.ctx, w.me, r.ID))
			<-ctx.Done() // the heartbeat finds the lease gone
			stopped <- ctx.Err()
		}
		if in.N == 2 { // deaf to its context
			w.must(w.s.Cancel(w.ctx, w.me, r.ID))
		}
		return Outcome{Effect: effect(r.Actor)}, nil
	})
	for n := 1; n <= 2; n++ {
		id := w.start("long", n)
		w.once()
		w.state(id, task.Cancelled)
		if w.effects() != 0 {
			t.Fatal("a cancelled task had its effect")
		}
		w.must(w.s.Restart(w.ctx, w.me, id))
		w.state(id, task.Pending)
		w.must(w.s.Cancel(w.ctx, w.me, id))
		w.state(id, task.Cancelled)
	}
	w.is(<-stopped, context.Canceled)
	id := w.start("long", 3)
	w.must(w.s.Cancel(w.ctx, w.me, id))
	if w.once() {
		t.Error("a cancelled task was done")
	}
	w.must(w.s.Restart(w.ctx, w.me, id))
	w.once()
	w.state(id, task.Completed)
}

func TestTransientFaultsAreTriedAgainLater(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	fails := 0
	Register(w.s, "flaky", "", func(_ context.Context, r *Run, in in) (Outcome, error) {
		switch in.N {
		case 1:
			if fails++; fails < 3 {
				return Outcome{}, fault.Unavailable.New("gateway")
			}
		case 2:
			panic("a bug")
		case 3:
			return Outcome{}, &Failure{fault.Invalid.New("").With("rows", 2), File{"errors.txt", "text/plain", []byte("row 2")}}
		}
		return Outcome{Effect: effect(r.Actor)}, nil
	})
	id := w.start("flaky", 1)
	w.once()
	if got := w.state(id, task.Pending); got.Error != "unavailable" || got.Attempt != 1 {
		t.Fatalf("%+v", got)
	}
	if w.once() {
		t.Fatal("tried again at once")
	}
	for range 2 {
		pgtest.Advance(t, w.db, time.Minute)
		w.once()
	}
	if w.state(id, task.Completed); w.effects() != 1 {
		t.Fatal(w.effects())
	}
	broken := w.start("flaky", 2)
	for n := range task.MaxAttempts {
		if !w.once() {
			t.Fatalf("attempt %d did not come", n+1)
		}
		pgtest.Advance(t, w.db, 5*time.Minute)
	}
	if got := w.state(broken, task.Failed); got.Error != "internal" || w.once() {
		t.Fatalf("%+v", got)
	}
	wrong := w.start("flaky", 3)
	w.once()
	if got := w.state(wrong, task.Failed); got.Error != "invalid" || !got.HasFile || fmt.Sprint(got.ErrorParams["rows"]) != "2" {
		t.Fatalf("%+v", got)
	}
}

// A task that kills its worker every time ends, instead of killing all of them.
func TestAKillerIsGivenUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	Register(w.s, "killer", "", func(context.Context, *Run, in) (Outcome, error) { return Outcome{}, errDied })
	id := w.start("killer", 1)
	for range task.MaxAttempts + 1 {
		w.once()
		pgtest.Advance(t, w.db, leased+time.Second)
	}
	if got := w.state(id, task.Failed); got.Error != task.Abandoned.Code {
		t.Fatalf("%+v", got)
	}
}

// Work is done with the rights of now, not of when it was asked for.
func TestWhoeverMayNotAnyMoreGetsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	Register(w.s, "report", "", func(_ context.Context, r *Run, _ in) (Outcome, error) {
		return Outcome{}, r.Actor.Need(access.ViewReport)
	})
	id := w.start("report", 1)
	_, err := pgtest.Do(w.ctx, w.db, "DELETE FROM role_privilege WHERE title = 'VIEW_REPORT'")
	w.must(err)
	w.once()
	if got := w.state(id, task.Failed); got.Error != "forbidden" {
		t.Fatalf("%+v", got)
	}
	id = w.start("report", 2)
	_, err = pgtest.Do(w.ctx, w.db, "UPDATE account SET status = 'deactivated' WHERE id = $1", w.me.User)
	w.must(err)
	w.once()
	if got := w.state(id, task.Failed); got.Error != "forbidden" {
		t.Fatalf("%+v", got)
	}
}

func TestTooManyAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	Register(w.s, "many", "", func(context.Context, *Run, in) (Outcome, error) { return Outcome{}, nil })
	for n := range task.MaxActive {
		w.start("many", n)
	}
	_, err := w.s.Start(w.ctx, w.db, w.me, Start{Kind: "many", Input: in{99}})
	w.is(err, task.TooManyRun)
	_, err = w.s.Start(w.ctx, w.db, w.colleage, Start{Kind: "many", Input: in{99}})
	w.must(err)
	_, err = w.s.Start(w.ctx, w.db, w.me, Start{Kind: "nothing"})
	if err == nil {
		t.Error("a kind that nobody does was queued")
	}
}

// Workers run until they are told to stop, wake at a start, and hand back what they hold.
func TestWorkersRunAndStop(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	begun := make(chan struct{})
	Register(w.s, "wait", "", func(ctx context.Context, r *Run, in in) (Outcome, error) {
		if in.N == 2 && r.Attempt == 1 {
			close(begun)
			<-ctx.Done()
			return Outcome{}, ctx.Err()
		}
		return Outcome{}, nil
	})
	ctx, stop := context.WithCancel(w.ctx)
	done := make(chan struct{})
	go func() { defer close(done); w.s.Work(ctx, 1) }()
	first, second := w.start("wait", 1), w.start("wait", 2)
	<-begun
	stop()
	<-done
	w.state(first, task.Completed)
	w.state(second, task.Pending)
	w.once()
	w.state(second, task.Completed)
}
