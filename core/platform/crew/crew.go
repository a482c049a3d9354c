// Package crew keeps what runs in the background at work: a loop that ends is
// begun again, what is due is done at its interval, each apart from the others,
// and whoever asks hears which of them is not well.
package crew

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

const (
	longest = time.Minute      // between two beginnings of a loop that keeps ending
	steady  = 2 * time.Minute  // a loop that has run for so long is well again
	stalled = 10 * time.Minute // a round of a duty that takes so long does not come back
)

// ErrEnded says that a loop came to its end though nobody had told it to.
var ErrEnded = errors.New("it ended by itself")

// A Crew is what runs in one process.
type Crew struct {
	Log *slog.Logger

	running sync.WaitGroup
	mu      sync.Mutex
	members []*member
}

// A member is one loop or one duty.
type member struct {
	name     string
	failures int       // in a row
	again    int       // failures since the process began, each followed by another beginning
	since    time.Time // of the first of them
	last     string    // what the latest said
	began    time.Time // when a loop began that runs now; zero when it waits, and for duties
	round    time.Time // when the round of a duty began that runs now; zero between rounds
}

// A Trouble is a member that is not well.
type Trouble struct {
	Name     string
	Failures int
	Since    time.Time
	Stalled  bool // it has not failed: its round does not come to an end
}

// Keep runs a loop until ctx ends. One that ends before, by an error, a panic or
// for no reason, is begun again, later every time.
func (c *Crew) Keep(ctx context.Context, name string, loop func(context.Context) error) {
	m := c.join(name)
	c.running.Go(func() {
		for ctx.Err() == nil {
			c.begins(m)
			err := guarded(ctx, loop)
			if ctx.Err() != nil {
				return
			}
			if err == nil {
				err = ErrEnded
			}
			if !wait(ctx, patience(c.failed(m, err))) {
				return
			}
		}
	})
}

// Every does a duty at once and then at each interval until ctx ends, and without
// a wait while it says that there is more. One that fails or panics is tried again
// at the next interval.
func (c *Crew) Every(ctx context.Context, name string, interval time.Duration, duty func(context.Context) (more bool, err error)) {
	m := c.join(name)
	c.running.Go(func() {
		for {
			more := false
			c.rounds(m, time.Now())
			err := guarded(ctx, func(ctx context.Context) (err error) {
				more, err = duty(ctx)
				return err
			})
			c.rounds(m, time.Time{})
			switch {
			case ctx.Err() != nil:
				return
			case err != nil:
				c.failed(m, err)
			default:
				c.recovered(m)
			}
			if err == nil && more {
				continue
			}
			if !wait(ctx, interval) {
				return
			}
		}
	})
}

// Wait returns when all have ended.
func (c *Crew) Wait() { c.running.Wait() }

// Unwell lists the members that failed the last time, the loops that have not run
// for long since they did, and the duties whose round does not end.
func (c *Crew) Unwell() []Trouble {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []Trouble
	for _, m := range c.members {
		m.settle()
		switch {
		case m.failures > 0:
			out = append(out, Trouble{Name: m.name, Failures: m.failures, Since: m.since})
		case !m.round.IsZero() && time.Since(m.round) >= stalled:
			out = append(out, Trouble{Name: m.name, Since: m.round, Stalled: true})
		}
	}
	return out
}

// Again is how often each member was begun again since the process began.
func (c *Crew) Again() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := map[string]int{}
	for _, m := range c.members {
		out[m.name] += m.again
	}
	return out
}

func (c *Crew) join(name string) *member {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := &member{name: name}
	c.members = append(c.members, m)
	return m
}

func (c *Crew) begins(m *member) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m.began = time.Now()
}

func (c *Crew) rounds(m *member, began time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m.round = began
}

// settle forgets the failures of a loop that has run long enough since.
func (m *member) settle() {
	if !m.began.IsZero() && time.Since(m.began) >= steady {
		m.failures = 0
	}
}

// failed counts a failure and returns how many there are in a row. What fails
// again in the same way is not said again.
func (c *Crew) failed(m *member, err error) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	m.settle()
	again := m.failures > 0 && m.last == err.Error()
	if m.failures == 0 {
		m.since = time.Now()
	}
	m.failures++
	m.again++
	m.last, m.began = err.Error(), time.Time{}
	if !again {
		c.Log.Error("work failed and is tried again", "work", m.name, "failures", m.failures, "error", m.last, "at", where(err))
	}
	return m.failures
}

func (c *Crew) recovered(m *member) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m.failures > 0 {
		c.Log.Warn("work succeeds again", "work", m.name, "failures", m.failures)
	}
	m.failures = 0
}

// patience grows from one second.
func patience(failures int) time.Duration {
	return min(longest, time.Second<<min(failures-1, 10))
}

// wait returns false when ctx ended first.
func wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// A Panic is what a member died of.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// guarded turns a panic into an error.
func guarded(ctx context.Context, fn func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &Panic{p, debug.Stack()}
		}
	}()
	return fn(ctx)
}

// where is the place of a panic.
func where(err error) string {
	if p := (*Panic)(nil); errors.As(err, &p) {
		return string(p.Stack)
	}
	return ""
}
