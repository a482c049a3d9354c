package crew

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// crewed runs a test on a clock of its own, which moves when everybody waits.
func crewed(t *testing.T, fn func(t *testing.T, ctx context.Context, c *Crew, said *bytes.Buffer)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		ctx, stop := context.WithCancel(context.Background())
		c := &Crew{Log: slog.New(slog.NewTextHandler(&said, nil))}
		fn(t, ctx, c, &said)
		stop()
		c.Wait()
	})
}

// later lets so much time pass.
func later(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func unwell(c *Crew) []string {
	var out []string
	for _, u := range c.Unwell() {
		out = append(out, u.Name)
	}
	return out
}

// What ends by an error, by a panic or for no reason is begun again and named
// meanwhile; it is well again when it has run for a while.
func TestALoopThatEndsIsBegunAgain(t *testing.T) {
	crewed(t, func(t *testing.T, ctx context.Context, c *Crew, said *bytes.Buffer) {
		var begun atomic.Int32
		c.Keep(ctx, "loop", func(ctx context.Context) error {
			switch begun.Add(1) {
			case 1:
				return errors.New("the bus is gone")
			case 2:
				panic("no such place")
			case 3:
				return nil
			}
			<-ctx.Done()
			return ctx.Err()
		})
		c.Keep(ctx, "other", func(ctx context.Context) error { <-ctx.Done(); return nil })
		synctest.Wait()
		if u := c.Unwell(); len(u) != 1 || u[0].Name != "loop" || u[0].Failures != 1 {
			t.Fatalf("%+v", u)
		}
		later(longest)
		if n := begun.Load(); n != 4 {
			t.Fatalf("begun %d times", n)
		}
		if u := c.Unwell(); len(u) != 1 || u[0].Failures != 3 {
			t.Fatalf("well too early: %+v", u)
		}
		later(steady)
		if u := unwell(c); u != nil {
			t.Fatalf("still unwell: %v", u)
		}
		if n := c.Again(); n["loop"] != 3 || n["other"] != 0 {
			t.Errorf("begun again: %v", n)
		}
		for _, want := range []string{"the bus is gone", "panic: no such place", "crew_test.go", ErrEnded.Error()} {
			if !strings.Contains(said.String(), want) {
				t.Errorf("the log does not say %q", want)
			}
		}
	})
}

// One that never lives is tried less and less often, and the log is not filled
// with the same sentence.
func TestALoopThatKeepsEndingIsTriedLessOften(t *testing.T) {
	crewed(t, func(t *testing.T, ctx context.Context, c *Crew, said *bytes.Buffer) {
		var begun atomic.Int32
		c.Keep(ctx, "loop", func(context.Context) error { begun.Add(1); return errors.New("no") })
		later(time.Hour)
		if n := begun.Load(); n < 60 || n > 70 {
			t.Errorf("begun %d times in an hour", n)
		}
		if n := strings.Count(said.String(), "\n"); n != 1 {
			t.Errorf("the log has %d lines", n)
		}
	})
}

// A duty that takes for ever, fails or panics takes nothing from the others.
func TestDutiesDoNotHoldEachOther(t *testing.T) {
	crewed(t, func(t *testing.T, ctx context.Context, c *Crew, _ *bytes.Buffer) {
		var done, tried, heaped atomic.Int32
		c.Every(ctx, "slow", time.Second, func(ctx context.Context) (bool, error) { <-ctx.Done(); return false, ctx.Err() })
		c.Every(ctx, "panics", time.Second, func(context.Context) (bool, error) { panic("nothing here") })
		c.Every(ctx, "fails at first", time.Second, func(context.Context) (bool, error) {
			if tried.Add(1) < 5 {
				return true, errors.New("not yet")
			}
			return false, nil
		})
		c.Every(ctx, "works", time.Second, func(context.Context) (bool, error) { done.Add(1); return false, nil })
		c.Every(ctx, "has much to do", time.Hour, func(context.Context) (bool, error) { return heaped.Add(1) < 100, nil })
		later(3*time.Second + time.Millisecond)
		if u := unwell(c); !slices.Equal(u, []string{"panics", "fails at first"}) {
			t.Errorf("unwell are %q", u)
		}
		later(2 * time.Second)
		if u := c.Unwell(); len(u) != 1 || u[0].Name != "panics" || u[0].Failures != 6 {
			t.Errorf("unwell are %+v", u)
		}
		if n := done.Load(); n != 6 {
			t.Errorf("what works was done %d times", n)
		}
		if n := heaped.Load(); n != 100 {
			t.Errorf("of a hundred %d were done", n)
		}
	})
}

// A duty that neither fails nor comes back is named, until it does come back.
func TestADutyThatStandsStillIsNamed(t *testing.T) {
	crewed(t, func(t *testing.T, ctx context.Context, c *Crew, _ *bytes.Buffer) {
		held := make(chan struct{})
		c.Every(ctx, "stands still", time.Second, func(ctx context.Context) (bool, error) {
			select {
			case <-held:
			case <-ctx.Done():
			}
			return false, nil
		})
		later(stalled - time.Second)
		if u := c.Unwell(); u != nil {
			t.Fatalf("too early: %+v", u)
		}
		later(time.Second)
		if u := c.Unwell(); len(u) != 1 || !u[0].Stalled || u[0].Name != "stands still" {
			t.Fatalf("%+v", u)
		}
		close(held)
		synctest.Wait()
		if u := c.Unwell(); u != nil {
			t.Fatalf("it is back: %+v", u)
		}
	})
}
