// Package task is the rules of background work: what states a task has, what is
// tried again and when.
package task

import (
	"slices"
	"time"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
)

// A State is where a task stands.
type State string

// States.
const (
	Pending    State = "pending"
	Processing State = "processing"
	Completed  State = "completed"
	Failed     State = "failed"
	Cancelled  State = "cancelled"
)

// Values lists them.
func (State) Values() []string {
	return closed.Values(Pending, Processing, Completed, Failed, Cancelled)
}

// Faults.
var (
	NotFound   = fault.Declare(fault.KindNotFound, "task.not_found", "There is no such task")
	Over       = fault.Declare(fault.KindConflict, "task.over", "The task has ended already")
	NotFailed  = fault.Declare(fault.KindConflict, "task.not_failed", "Only a task that failed or was cancelled can run again")
	NoResult   = fault.Declare(fault.KindNotFound, "task.no_result", "The task has no file")
	TooManyRun = fault.Declare(fault.KindTooMany, "task.too_many", "Too many tasks at once, wait until one has ended")
	Abandoned  = fault.Declare(fault.KindInternal, "task.abandoned", "The task stopped again and again")
)

// Limits.
const (
	MaxActive   = 20 // of one account
	MaxAttempts = 5
	// PouredFor is how long a file can be had that is written while it is taken: what the
	// task found of it, lost or broken, says nothing of another day.
	PouredFor = 24 * time.Hour
)

// Active reports whether work on a task is still to come.
func (s State) Active() bool { return s == Pending || s == Processing }

// Restart is nil when a task in this state may run again.
func (s State) Restart() error {
	if s == Failed || s == Cancelled {
		return nil
	}
	return NotFailed.New("the task is %s", s)
}

// lasting are the kinds of fault that another attempt meets again.
var lasting = []fault.Kind{fault.KindInvalid, fault.KindUnauthenticated, fault.KindForbidden, fault.KindNotFound, fault.KindConflict,
	fault.KindPrecondition, fault.KindTooLarge, fault.KindUnsupported}

// Transient reports whether another attempt may succeed where err stopped this one.
func Transient(err error) bool { return !slices.Contains(lasting, fault.As(err).Kind) }

// Wait is the time until the next attempt, after so many.
func Wait(attempts int) time.Duration {
	return 2 * time.Second << min(max(attempts-1, 0), 6)
}

// A Kind is a kind of work; the web has a sentence for each.
type Kind string

var kinds []Kind

// Declare announces a kind of work, beside what does it.
func Declare(name string) Kind {
	kinds = append(kinds, Kind(name))
	return Kind(name)
}

// Values lists what was declared.
func (Kind) Values() []string { return slices.Sorted(slices.Values(closed.Values(kinds...))) }

// A Message says what a task does now.
type Message string

// Messages.
const (
	ReadingRows  Message = "reading_rows"
	ReadingFiles Message = "reading_files"
	WritingRows  Message = "writing_rows"
	Computing    Message = "computing"
)

// Values lists them.
func (Message) Values() []string {
	return closed.Values(ReadingRows, ReadingFiles, WritingRows, Computing)
}
