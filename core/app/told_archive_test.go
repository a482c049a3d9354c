package app_test

import (
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/access"
)

// archiveTold is who is told that what was kept of a job is destroyed: those of its buyer who take documents, and everybody
// whose company had bid; who only proposed, decided or held it is told nothing.
func archiveTold(t *testing.T) *chronicle {
	c := begin(t, 3)
	ctx := t.Context()
	one, two := c.Person("operator", access.Operator, uuid.Nil), c.Person("operator", access.Operator, uuid.Nil)
	w := *c.World
	w.Bidders = w.Bidders[:2]
	x := failed(&w, c.Bidders[2]) // who began a bid and never handed it in has nothing to do with it
	c.Must(c.Archive.Enter(ctx, one, x.Job))
	c.SetClock(story.Noon.AddDate(archive.Years+1, 0, 0))
	for _, a := range []*access.Actor{&one, &two} {
		a.Confirmed = story.Noon.AddDate(archive.Years+1, 0, 0)
	}
	c.heedless()
	f, err := c.Archive.Fate(ctx, one, x.Job)
	c.Must(err)
	c.when("the destruction of a job is proposed", func() {
		c.Must(c.Archive.ProposeDisposal(ctx, one, x.Job, "Seven years are over", f.Going.Sum[:]))
	})
	c.when("it is held, and released", func() {
		c.Must(c.Archive.Hold(ctx, one, x.Job, "A court asks"))
		c.Must(c.Archive.Release(ctx, two, x.Job, "It has decided"))
	})
	c.when("it is proposed again, and decided by another", func() {
		c.Must(c.Archive.ProposeDisposal(ctx, one, x.Job, "Seven years are over", f.Going.Sum[:]))
		c.Must(c.Archive.DecideDisposal(ctx, two, x.Job, archivesvc.Verdict{Destroy: true, Seen: f.Going.Sum[:]}))
	})
	c.when("it is destroyed", func() {
		n, err := c.Archive.DisposeDue(ctx)
		c.Must(err)
		if n != 1 {
			t.Errorf("%d are destroyed", n)
		}
	})
	return c
}
