package app_test

import (
	"testing"

	"zabuni.org/core/party"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/project"
)

// risksTold is who is told of reviews: the owner of a risk, once, and nobody of one that
// was looked at or closed before its owner heard.
func risksTold(t *testing.T) *chronicle {
	c := begin(t, 0)
	now, err := pg.ClockOf(t.Context(), c.DB)
	c.Must(err)
	form := project.Form{
		Title:      "The pump house is flooded",
		Likelihood: 4,
		Impact:     5,
		Response:   project.Reduce,
		Owner:      c.Officer.User,
		Due:        party.Day(now.AddDate(0, 0, 7)),
	}
	due, err := c.Project.Add(t.Context(), c.Officer, form)
	c.Must(err)
	form.Title = "It was closed before"
	shut, err := c.Project.Add(t.Context(), c.Officer, form)
	c.Must(err)
	pgtest.SetClock(t, c.DB, now.AddDate(0, 0, 7))
	c.when("the day of two reviews comes, and one of them is closed", func() {
		if n, err := c.Project.RemindDue(t.Context()); err != nil || n != 2 {
			t.Fatalf("told of %d, %v", n, err)
		}
		c.Must(c.Project.Move(t.Context(), c.Officer, shut, project.Move{To: project.Shut, Note: "Over"}, 1))
	})
	c.when("it is asked again", func() {
		if n, err := c.Project.RemindDue(t.Context()); err != nil || n != 0 {
			t.Fatalf("told of %d, %v", n, err)
		}
		c.Must(c.Project.Move(t.Context(), c.Officer, due, project.Move{To: project.Treated}, 1))
	})
	return c
}
