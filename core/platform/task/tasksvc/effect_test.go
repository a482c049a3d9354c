package tasksvc

import (
	"context"
	"testing"

	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/task"
)

// The bar moves while the effect is written, which is most of the work of an
// upload; and who cancels meanwhile is obeyed.
func TestTheEffectTellsHowFarItIs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	stop := false
	Register(w.s, "sheet", "", func(_ context.Context, r *Run, _ in) (Outcome, error) {
		return Outcome{Effect: func(ctx context.Context, tx pg.Tx) error {
			for i, message := range []string{"one", "two", "three"} {
				if err := r.Progress(ctx, int64(i+1), 3, task.Message(message)); err != nil {
					return err
				}
				if got := w.state(r.ID, task.Processing); got.Done != int64(i+1) || got.Message != message {
					t.Errorf("%+v", got)
				}
			}
			if stop {
				w.must(w.s.Cancel(w.ctx, w.me, r.ID))
			}
			return effect(r.Actor)(ctx, tx)
		}}, nil
	})
	id := w.start("sheet", 1)
	w.once()
	w.state(id, task.Completed)
	stop = true
	id = w.start("sheet", 2)
	w.once()
	w.state(id, task.Cancelled)
	if n := w.effects(); n != 1 {
		t.Fatalf("%d effects", n)
	}
}
