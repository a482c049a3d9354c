package projectsvc_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing"
)

// The days of a job are those that its own clocks show: late in the evening it is still that day there, and after midnight the
// next, whatever day the server has and wherever its buyer has moved since.
func TestADayIsTheJobsOwn(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct{ opens, closes, opened, standstill string }{
		"after midnight, and opened late":   {"2026-11-24 00:30", "2026-11-27 01:00", "2026-11-27 23:30", "2026-12-08 01:00"},
		"late, and opened after midnight":   {"2026-11-23 23:30", "2026-11-26 23:30", "2026-11-28 01:00", "2026-12-07 23:30"},
		"at the first and the last instant": {"2026-11-24 00:00", "2026-11-27 00:00", "2026-11-27 23:59", "2026-12-08 00:00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nairobi := time.FixedZone("EAT", 3*60*60)
			at := func(s string) time.Time {
				v, err := time.ParseInLocation("2006-01-02 15:04", s, nairobi)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			r := open(t)
			d := &drawing{register: r, staff: r.Person("operator", access.Operator, uuid.Nil)}
			terms := boats()
			terms.Opens, terms.Closes = at(x.opens), at(x.closes)
			c := d.Publish(sourcing.Job{Activity: sourcing.Tender}.Policy(), terms)
			_, err := pgtest.Do(t.Context(), d.DB, "UPDATE company SET country = 'GH' WHERE id = $1", d.Officer.Org)
			d.Must(err)
			is := func(what string, want map[project.Source]string) {
				t.Helper()
				d.draw(d.staff, &c.Job)
				got := 0
				for _, row := range d.plan(d.staff).Rows {
					if got++; row.StartsOn.Format(time.DateOnly) != want[project.Source(*row.Source)] || !row.EndsOn.Equal(row.StartsOn) {
						t.Errorf("%s: %s is on %s, want %s", what, *row.Source, row.StartsOn.Format(time.DateOnly), want[project.Source(*row.Source)])
					}
				}
				if got != len(want) {
					t.Errorf("%s: %d days, want %d", what, got, len(want))
				}
			}
			day := func(s string) string { return s[:len(time.DateOnly)] }
			want := map[project.Source]string{project.Opens: day(x.opens), project.Closes: day(x.closes), project.Opening: day(x.closes)}
			is("before it closes", want)
			d.SetClock(at(x.opens))
			_, err = d.Sourcing.OpenDue(t.Context())
			d.Must(err)
			c.Bid(d.Bidders[0], map[string]string{"Method": "By hand"}, map[string]string{"1": "100"})
			c.Submit(d.Bidders[0])
			c.Close()
			d.SetClock(at(x.opened))
			c.Open()
			_, err = pgtest.Do(t.Context(), d.DB, `INSERT INTO award (id, category_id, job_id, buyer_id, currency, decided_by, decided_at, standstill_ends)
				VALUES ($1, $2, $3, $4, 'KES', $5, zabuni.clock(), $6)`, uuid.New(), c.ID, c.Job, d.Officer.Org, d.Officer.User, at(x.standstill))
			d.Must(err)
			want[project.Opening], want[project.Standstill] = day(x.opened), day(x.standstill)
			is("once it is decided", want)

			// A task is late once its last day is over there.
			d.Must(d.save(d.staff, project.Task{Number: 50, Kind: project.Work, Name: "Deliver", Start: on(day(x.opened)), End: on(day(x.opened))}))
			last := d.rowOf(50).EndsOn
			for clock, late := range map[time.Duration]int64{24*time.Hour - time.Minute: 0, 24 * time.Hour: 1} {
				d.SetClock(at(last.Format(time.DateOnly) + " 00:00").Add(clock))
				list, err := d.svc.Plans(t.Context(), d.staff, projectsvc.PlanFilter{Context: project.General}, "", 10)
				d.Must(err)
				if p := d.plan(d.staff); list.Items[0].Overdue != late || p.Today.Equal(last) != (late == 0) {
					t.Errorf("%s past midnight: %d late, today is %s", clock, list.Items[0].Overdue, p.Today.Format(time.DateOnly))
				}
			}
		})
	}
}

// boats are the terms of a tender for some.
func boats() story.Terms {
	return story.Terms{
		PassMark:  50,
		Technical: 70,
		Financial: 30,
		Sections: []story.Section{{
			Section:   sourcing.Section{Name: "Trade"},
			Questions: []sourcing.Question{{Prompt: "Method", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: story.Points(10)}},
		}},
		Items: []sourcing.Item{{Number: "1", Description: "Boat", Unit: "each", Quantity: *story.Points(4)}},
	}
}
