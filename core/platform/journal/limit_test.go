package journal_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pgtest"
)

func TestTriesWaitTwiceAsLongEachTime(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), pgtest.New(t)
	slow := journal.Slowdown{Free: 3, Longest: 10 * time.Second}
	var through atomic.Int32
	var wg sync.WaitGroup
	for range 40 { // at once, as an attacker sends them
		wg.Go(func() {
			if journal.Try(ctx, db, "b", slow) == nil {
				through.Add(1)
			}
		})
	}
	wg.Wait()
	if through.Load() != 3 {
		t.Fatalf("%d tries at once", through.Load())
	}
	for _, wait := range []time.Duration{1, 2, 4, 8, 10, 10} {
		pgtest.Advance(t, db, wait*time.Second)
		if err := journal.Try(ctx, db, "b", slow); err != nil {
			t.Fatalf("after %d s: %v", wait, err)
		}
		if err := journal.Try(ctx, db, "b", slow); fault.As(err).Kind != fault.KindTooMany || fault.As(err).Params["retry_after"].(int) < 1 {
			t.Fatal("two tries in one wait:", err)
		}
	}
	if err := journal.Relent(ctx, db, "b"); err != nil {
		t.Fatal(err)
	}
	if err := journal.Try(ctx, db, "b", slow); err != nil {
		t.Fatal("a success is not forgiven for:", err)
	}
}

func TestEmptyBucketsAreForgottenAndFullOnesKept(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), pgtest.New(t)
	limit := journal.Limit{Burst: 1, Per: 24 * 30 * time.Hour}
	count := func() (n int) {
		if err := db.QueryRow(ctx, "SELECT (SELECT count(*) FROM rate_limit) + (SELECT count(*) FROM slow_bucket)").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, err := range []error{
		journal.Take(ctx, db, "long", limit), journal.Take(ctx, db, "short", journal.Limit{Burst: 1, Per: time.Minute}),
		journal.Try(ctx, db, "slow", journal.Slowdown{Free: 1, Longest: time.Minute}), journal.SweepLimits(ctx, db),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if count() != 3 {
		t.Fatalf("%d buckets are kept while they count", count())
	}
	pgtest.Advance(t, db, 25*time.Hour)
	if err := journal.SweepLimits(ctx, db); err != nil || count() != 1 {
		t.Fatal(count(), err)
	}
	if full, err := journal.Full(ctx, db, "long", limit); err != nil || !full {
		t.Fatal("a full bucket is forgotten:", err)
	}
}

// Whoever is refused is told in whole seconds when to come again, and is let through then.
func TestWhoComesBackWhenToldIsLetThrough(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), pgtest.New(t)
	for _, per := range []time.Duration{10900 * time.Millisecond, 61900 * time.Millisecond} {
		limit := journal.Limit{Burst: 1, Per: per}
		if err := journal.Take(ctx, db, per.String(), limit); err != nil {
			t.Fatal(per, err)
		}
		err := journal.Take(ctx, db, per.String(), limit)
		wait, told := fault.As(err).Params["retry_after"].(int)
		if !told {
			t.Fatalf("every %s: %v after %d s", per, err, wait)
		}
		pgtest.Advance(t, db, time.Duration(wait)*time.Second)
		if err := journal.Take(ctx, db, per.String(), limit); err != nil {
			t.Errorf("every %s: came back after %d s: %v", per, wait, err)
		}
	}
}

// Looks are counted while what is over is forgotten: a row that goes between two statements of a count, and comes back by
// another's, is no fault of who is counted.
func TestLooksAreCountedWhileLimitsAreForgotten(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), pgtest.New(t)
	stop := make(chan struct{})
	var forgetting, looking sync.WaitGroup
	forgetting.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if _, err := db.Exec(ctx, "DELETE FROM rate_limit"); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for range 8 {
		looking.Go(func() {
			for range 300 {
				if err := journal.Take(ctx, db, "one", journal.Limit{Burst: 1e6, Per: time.Second}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	looking.Wait()
	close(stop)
	forgetting.Wait()
}
