package sourcingsvc_test

import (
	"sync"
	"testing"
	"time"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

func TestClosingAtTheExactMicrosecond(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	closes := noon.Add(48*time.Hour + time.Microsecond)
	f := form()
	f.ClosesAt = closes
	job, category := w.published(f)
	due := func(want int) {
		t.Helper()
		n, err := w.svc.CloseDue(t.Context())
		w.must(err)
		if n != want {
			t.Fatalf("%d closed, want %d", n, want)
		}
	}
	pgtest.SetClock(t, w.db, closes.Add(-time.Microsecond))
	due(0)
	if list, err := w.svc.OpenCategories(t.Context(), w.supplier, sourcingsvc.OpenFilter{}, "", 5); err != nil || len(list.Items) != 1 {
		t.Fatal("not open any more in its last microsecond", err)
	}
	pgtest.SetClock(t, w.db, closes)
	if list, err := w.svc.OpenCategories(t.Context(), w.supplier, sourcingsvc.OpenFilter{}, "", 5); err != nil || len(list.Items) != 0 {
		t.Fatal("still open at the closing instant", err)
	}
	w.is(w.svc.Extend(t.Context(), w.buyer, w.buyer.Org, category, closes.Add(time.Hour), "late"), sourcing.CategoryClosed)
	due(1)
	due(0)
	if w.status("category", category) != "unsuccessful" || w.status("job", job) != "closed" {
		t.Error(w.status("category", category), w.status("job", job))
	}
	if got := w.text(`SELECT (closed_at = closes_at)::text || ' ' || length(closing_root) || ' ' || closing_count FROM category WHERE id = $1`, category); got != "true 32 0" {
		t.Error(got)
	}
	if c, err := w.verifier.Closing([]byte(w.text(`SELECT closing_note FROM category WHERE id = $1`, category))); err != nil || !c.Closed.Equal(closes) || c.Category != category {
		t.Errorf("%+v %v", c, err)
	}
	if n := w.text(`SELECT count(*)::text FROM audit_entry WHERE action = 'sourcing.category.closed' AND actor_name = 'Zabuni'`); n != "1" {
		t.Error(n, "entries")
	}
}

// Of schedulers that wake together one closes; the extension that came first wins
// over a closer that waited for the lock.
func TestOneSchedulerCloses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := form()
	_, a := w.published(f)
	_, b := w.published(f)
	pgtest.SetClock(t, w.db, f.ClosesAt)
	var mu sync.Mutex
	var wg sync.WaitGroup
	total := 0
	for range 4 {
		wg.Go(func() {
			n, err := w.svc.CloseDue(t.Context())
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			total += n
			mu.Unlock()
		})
	}
	wg.Wait()
	if total != 2 || w.status("category", a) != "unsuccessful" || w.status("category", b) != "unsuccessful" {
		t.Error(total)
	}
	if n := w.text(`SELECT count(*)::text FROM audit_entry WHERE action = 'sourcing.category.closed'`); n != "2" {
		t.Error(n, "entries")
	}
}

func TestAJobClosesWithItsLastCategory(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	job := w.job(sourcing.Tender, "T-1")
	early, late := form(), form()
	late.ClosesAt = late.ClosesAt.Add(time.Hour)
	first, _, _, _ := w.category(job, early)
	w.category(job, late)
	renews := late
	renews.ClosesAt = renews.ClosesAt.Add(24 * time.Hour)
	round, _, _, _ := w.category(job, renews)
	w.must(w.svc.PublishJob(t.Context(), w.buyer, w.buyer.Org, job))
	w.exec(`UPDATE category SET parent_id = $1, round = 1 WHERE id = $2`, first, round) // a negotiation keeps no job published
	for _, x := range []struct {
		at     time.Time
		status string
	}{{early.ClosesAt, "published"}, {late.ClosesAt, "closed"}} {
		pgtest.SetClock(t, w.db, x.at)
		n, err := w.svc.CloseDue(t.Context())
		w.must(err)
		if n != 1 || w.status("job", job) != x.status {
			t.Fatalf("%d closed, the job is %s", n, w.status("job", job))
		}
	}
	// A category that comes after it brings its job back.
	f := form()
	f.OpensAt, f.ClosesAt = late.ClosesAt, late.ClosesAt.Add(time.Hour)
	again, _, _, _ := w.category(job, f)
	w.must(w.svc.Publish(t.Context(), w.buyer, w.buyer.Org, again))
	if status := w.status("job", job); status != "published" || w.status("category", again) != "open" {
		t.Errorf("with another category open the job is %s", status)
	}
}

func TestOpeningTimes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := form()
	f.OpensAt = noon.Add(time.Hour)
	_, category := w.published(f)
	if w.status("category", category) != "approved" {
		t.Fatal(w.status("category", category))
	}
	_, err := w.svc.SupplierPreview(t.Context(), w.supplier, category)
	w.is(err, sourcing.CategoryNotFound)
	for _, x := range []struct {
		move time.Duration
		n    int
	}{{time.Hour - time.Microsecond, 0}, {time.Microsecond, 1}, {time.Hour, 0}} {
		pgtest.Advance(t, w.db, x.move)
		n, err := w.svc.OpenDue(t.Context())
		w.must(err)
		if n != x.n {
			t.Fatalf("%d opened after %s", n, x.move)
		}
	}
	_, err = w.svc.SupplierPreview(t.Context(), w.supplier, category)
	w.must(err)
}

func TestExtensionBindsTheKeysAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, a, owner := t.Context(), w.buyer, w.buyer.Org
	f := form()
	_, category := w.published(f)
	tired := a
	tired.Confirmed = noon.Add(-identity.StepUpTTL - time.Microsecond)
	w.is(w.svc.Extend(ctx, tired, owner, category, f.ClosesAt.Add(time.Hour), "Not proved"), fault.StepUp)
	before := w.text(`SELECT string_agg(encode(wrapped, 'hex') || recipient, ' ' ORDER BY envelope) FROM category_key`)
	w.field(w.svc.Extend(ctx, a, owner, category, f.ClosesAt, "Same"), "/closes_at", sourcing.NotLater)
	w.field(w.svc.Extend(ctx, a, owner, category, f.ClosesAt.Add(-time.Hour), "Earlier"), "/closes_at", sourcing.NotLater)
	pgtest.SetClock(t, w.db, f.ClosesAt.Add(-time.Microsecond))
	to := f.ClosesAt.Add(72 * time.Hour)
	w.must(w.svc.Extend(ctx, a, owner, category, to, "The portal was down"))
	if got := w.text(`SELECT bool_and(k.closes_at = c.closes_at AND a.action = 'sourcing.category.extended')::text
		FROM category_key k JOIN category c ON c.id = k.category_id JOIN audit_entry a ON a.id = k.sequence`); got != "true" {
		t.Error("a key is bound to another time or entry")
	}
	if after := w.text(`SELECT string_agg(encode(wrapped, 'hex') || recipient, ' ' ORDER BY envelope) FROM category_key`); after == before {
		t.Error("the wraps did not change")
	}
	// What is stored can be bound once more: it was bound to exactly what the row says.
	w.must(w.svc.Extend(ctx, a, owner, category, to.Add(time.Hour), "Again"))
	pgtest.SetClock(t, w.db, to)
	if n, err := w.svc.CloseDue(ctx); err != nil || n != 0 {
		t.Fatal("closed at the old time", n, err)
	}
	p, err := w.svc.SupplierPreview(ctx, w.supplier, category)
	w.must(err)
	if len(p.Changes) != 2 || p.Changes[0].Reason != "The portal was down" || !p.Changes[0].To.Equal(to) {
		t.Errorf("%+v", p.Changes)
	}
	// An edited row is noticed: the wrap is bound to another closing time.
	w.exec(`UPDATE category_key SET closes_at = closes_at - interval '1 hour'`)
	if err := w.svc.Extend(ctx, a, owner, category, to.Add(9*time.Hour), "x"); err == nil {
		t.Error("a key with an edited closing time was bound again")
	}
}
