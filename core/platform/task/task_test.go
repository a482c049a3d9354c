package task_test

import (
	"errors"
	"testing"
	"time"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/task"
)

func TestWhatIsTriedAgain(t *testing.T) {
	for err, want := range map[error]bool{
		fault.Unavailable.New(""): true, fault.TooMany.New(""): true, fault.Internal.New(""): true, errors.New("connection reset"): true,
		fault.Invalid.New(""): false, fault.Forbidden.New(""): false, fault.NotFound.New(""): false, task.Over.New(""): false, fault.TooLarge.New(""): false,
	} {
		if task.Transient(err) != want {
			t.Errorf("%v: transient %v", err, !want)
		}
	}
}

func TestWaitsGrowAndEnd(t *testing.T) {
	last := time.Duration(0)
	for n := range 12 {
		w := task.Wait(n)
		if w < last || w < 2*time.Second || w > 3*time.Minute {
			t.Fatalf("after %d attempts %s", n, w)
		}
		last = w
	}
}

func TestStates(t *testing.T) {
	for s, want := range map[task.State][2]bool{
		task.Pending: {true, false}, task.Processing: {true, false}, task.Completed: {false, false}, task.Failed: {false, true}, task.Cancelled: {false, true},
	} {
		if s.Active() != want[0] || (s.Restart() == nil) != want[1] {
			t.Errorf("%s: active %v restart %v", s, s.Active(), s.Restart())
		}
	}
}
