package projectsvc_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
)

// A calendar elsewhere reads by a secret until that ends, and of who has left nothing.
func TestACalendarReadsByItsSecretUntilThatEnds(t *testing.T) {
	t.Parallel()
	c := called(t, true)
	ctx := t.Context()
	secrets := map[string]access.Actor{}
	for _, a := range []access.Actor{c.Second, c.Bidders[0], c.Bidders[1], c.Bidders[2]} {
		s, err := c.svc.MakeFeed(ctx, a)
		c.Must(err)
		secrets[s] = a
		raw, err := c.svc.Feed(ctx, s)
		c.Must(err)
		if has := strings.Contains(string(raw), "UID:"+projectsvc.MeetingUID(c.id)); has != (a.User != c.Bidders[1].User) {
			t.Errorf("%s reads %s", a.Name, raw)
		}
		if n := c.Count("SELECT count(*) FROM calendar_feed WHERE secret = convert_to($1, 'UTF8')", s); n != 0 {
			t.Error("the secret itself is kept")
		}
	}
	old, err := c.svc.MakeFeed(ctx, c.Second)
	c.Must(err)
	for s, a := range secrets {
		_, err := c.svc.Feed(ctx, s)
		if a.User == c.Second.User {
			c.is(err, project.FeedNotFound)
		} else {
			c.Must(err)
		}
	}
	c.Must(c.svc.RevokeFeed(ctx, c.Second))
	_, err = c.svc.Feed(ctx, old)
	c.is(err, project.FeedNotFound)
	c.is(c.svc.RevokeFeed(ctx, c.Second), project.FeedNotFound)
	_, err = c.svc.Feed(ctx, "")
	c.is(err, project.FeedNotFound)
}

// Whoever has left, or whose company has, is told nothing by a link from before; others go on reading.
func TestACalendarEndsWithWhoHasLeft(t *testing.T) {
	t.Parallel()
	for name, leaves := range map[string]func(*calling){
		"a person is deactivated": func(c *calling) {
			scope, err := c.People.Scope(t.Context(), c.Officer, uuid.Nil)
			c.Must(err)
			c.Must(c.People.Do(t.Context(), c.Officer, scope, c.Second.User, identity.Deactivate, ""))
		},
		"its company is": func(c *calling) {
			_, err := pgtest.Do(t.Context(), c.DB, "UPDATE company SET status = 'deactivated' WHERE id = $1", c.Second.Org)
			c.Must(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := called(t, false)
			gone, err := c.svc.MakeFeed(t.Context(), c.Second)
			c.Must(err)
			stays, err := c.svc.MakeFeed(t.Context(), c.Bidders[2])
			c.Must(err)
			_, err = c.svc.Feed(t.Context(), gone)
			c.Must(err)
			leaves(c)
			_, err = c.svc.Feed(t.Context(), gone)
			c.is(err, project.FeedNotFound)
			_, err = c.svc.Feed(t.Context(), stays)
			c.Must(err)
		})
	}
}

// A meeting that is off stands in calendars elsewhere as cancelled, under the name by which they know it: who finds it gone could
// not tell why. It goes when it would have gone anyway.
func TestACalendarIsToldWhatIsOff(t *testing.T) {
	t.Parallel()
	c := called(t, true)
	ctx := t.Context()
	readers := map[string]string{}
	for _, a := range []access.Actor{c.Officer, c.Second, c.Bidders[0], c.Bidders[2]} {
		secret, err := c.svc.MakeFeed(ctx, a)
		c.Must(err)
		readers[a.Name] = secret
	}
	says := func(when string, want, not []string) {
		t.Helper()
		texts := map[string]string{}
		for who, secret := range readers {
			raw, err := c.svc.Feed(ctx, secret)
			c.Must(err)
			texts[who] = string(raw)
		}
		if want != nil {
			raw, err := c.svc.Invitation(ctx, c.Officer, c.Officer.Org, c.id)
			c.Must(err)
			texts["a file of it"] = string(raw)
		}
		for who, text := range texts {
			for _, s := range want {
				if strings.Count(text, s+"\r\n") != 1 {
					t.Errorf("%s, %s: no %s in\n%s", when, who, s, text)
				}
			}
			for _, s := range not {
				if strings.Contains(text, s) {
					t.Errorf("%s, %s: %s in\n%s", when, who, s, text)
				}
			}
		}
	}
	uid := "UID:" + projectsvc.MeetingUID(c.id)
	says("called", []string{uid, "STATUS:CONFIRMED", "SEQUENCE:0"}, []string{"CANCEL"})
	c.Must(c.svc.CancelMeeting(ctx, c.Officer, c.Officer.Org, c.id, "Rain", 1))
	says("called off", []string{uid, "STATUS:CANCELLED", "SEQUENCE:1"}, []string{"CONFIRMED", "METHOD:CANCEL"})
	c.SetClock(c.form.Ends.Add(90 * 24 * time.Hour))
	says("ninety days later", []string{uid, "STATUS:CANCELLED"}, nil)
	c.SetClock(c.form.Ends.Add(90*24*time.Hour + time.Second))
	says("and a second", nil, []string{uid})
}

// A calendar elsewhere has what its reader is asked to: cancelled once they are taken off it, and nothing that was said since; not before they are told that they are
// invited, and of a job to which they are invited only what all who take part are asked to.
func TestACalendarHasWhatItsReaderIsAskedTo(t *testing.T) {
	t.Parallel()
	c := called(t, true)
	ctx, org, invited := t.Context(), c.Officer.Org, c.Bidders[1]
	among := c.form
	among.Bidders, among.Title, among.Asked = false, "Among few", c.form.Asked[:2]
	few, err := c.svc.CallMeeting(ctx, c.Officer, projectsvc.NewMeeting{Context: project.General, Buyer: org, Form: among})
	c.Must(err)
	readers := map[string]string{}
	for name, a := range map[string]access.Actor{"one of the buyer": c.Second, "a supplier by name": c.Bidders[2], "who has paid": c.Bidders[0], "who is invited": invited} {
		readers[name], err = c.svc.MakeFeed(ctx, a)
		c.Must(err)
	}
	has := func(when string, all, some []string) {
		t.Helper()
		for name, secret := range readers {
			raw, err := c.svc.Feed(ctx, secret)
			c.Must(err)
			for id, who := range map[uuid.UUID][]string{c.id: all, few: some} {
				if got := strings.Contains(string(raw), "UID:"+projectsvc.MeetingUID(id)); got != slices.Contains(who, name) {
					t.Errorf("%s, %s has the meeting of %q: %v", when, name, who, got)
				}
			}
		}
	}
	named := []string{"one of the buyer", "a supplier by name"}
	takePart := append(slices.Clone(named), "who has paid")
	has("called", takePart, named)
	var category uuid.UUID
	c.Must(c.DB.QueryRow(ctx, "SELECT id FROM category WHERE job_id = $1", *c.form.Job).Scan(&category))
	_, err = c.Sourcing.Invite(ctx, c.Officer, org, category, []uuid.UUID{invited.Org})
	c.Must(err)
	has("invited and not yet told", takePart, named)
	c.React()
	takePart = append(takePart, "who is invited")
	has("told", takePart, named)
	among.Asked, among.Title, among.Place, among.Link, among.Agenda = nil, "Among ourselves", "Room of the board", "https://meet.zabuni.test/board", "Who is let go"
	c.Must(c.svc.ChangeMeeting(ctx, c.Officer, org, few, among, 1))
	has("nobody is asked any more", takePart, named)
	was := among
	among.Starts, among.Ends = among.Starts.Add(20*24*time.Hour), among.Ends.Add(20*24*time.Hour)
	c.Must(c.svc.ChangeMeeting(ctx, c.Officer, org, few, among, 2))
	for _, name := range named {
		raw, err := c.svc.Feed(ctx, readers[name])
		c.Must(err)
		_, event, _ := strings.Cut(string(raw), "UID:"+projectsvc.MeetingUID(few))
		event, _, _ = strings.Cut(event, "END:VEVENT")
		if !strings.Contains(event, "STATUS:CANCELLED\r\n") {
			t.Errorf("%s is not told that it is off for them:%s", name, event)
		}
		for _, told := range []string{"DTSTART:" + was.Starts.UTC().Format("20060102T150405Z"), "DTEND:" + was.Ends.UTC().Format("20060102T150405Z"), "SEQUENCE:1"} {
			if !strings.Contains(event, told+"\r\n") {
				t.Errorf("%s, who is asked no more, is not told %s:%s", name, told, event)
			}
		}
		for _, said := range []string{"Among", "board", "let go"} {
			if strings.Contains(event, said) {
				t.Errorf("%s, who is asked no more, reads %q:%s", name, said, event)
			}
		}
	}
	among.Asked = c.form.Asked[:2]
	c.Must(c.svc.ChangeMeeting(ctx, c.Officer, org, few, among, 3))
	for _, name := range named {
		raw, err := c.svc.Feed(ctx, readers[name])
		c.Must(err)
		if strings.Contains(string(raw), "CANCELLED") || !strings.Contains(string(raw), "SUMMARY:Among ourselves\r\n") {
			t.Errorf("%s is asked again, and is not told so:\n%s", name, raw)
		}
	}
}

// Who organised a meeting, and does so no more, is told by the calendar as whoever is taken off it; who is asked besides still is.
func TestACalendarIsToldWhoOrganisesNoMore(t *testing.T) {
	t.Parallel()
	c := called(t, false)
	ctx, org := t.Context(), c.Officer.Org
	form := c.form
	form.Asked, form.Organiser, form.Bidders = nil, c.Second.User, false
	id, err := c.svc.CallMeeting(ctx, c.Officer, projectsvc.NewMeeting{Context: project.General, Buyer: org, Form: form})
	c.Must(err)
	secret, err := c.svc.MakeFeed(ctx, c.Second)
	c.Must(err)
	status := func(when, want string) {
		t.Helper()
		raw, err := c.svc.Feed(ctx, secret)
		c.Must(err)
		_, event, _ := strings.Cut(string(raw), "UID:"+projectsvc.MeetingUID(id))
		event, _, _ = strings.Cut(event, "END:VEVENT")
		if !strings.Contains(event, "STATUS:"+want+"\r\n") {
			t.Errorf("%s: not %s:\n%s", when, want, raw)
		}
	}
	version := int32(0)
	change := func(by func(*project.MeetingForm)) {
		t.Helper()
		by(&form)
		version++
		c.Must(c.svc.ChangeMeeting(ctx, c.Officer, org, id, form, version))
	}
	status("organises", "CONFIRMED")
	change(func(f *project.MeetingForm) { f.Organiser = c.Officer.User })
	status("organises no more", "CANCELLED")
	change(func(f *project.MeetingForm) { f.Organiser = c.Second.User })
	status("organises again", "CONFIRMED")
	change(func(f *project.MeetingForm) {
		f.Organiser, f.Asked = c.Officer.User, []project.Asked{{Account: &c.Second.User}}
	})
	status("is asked instead", "CONFIRMED")
	change(func(f *project.MeetingForm) { f.Asked = nil })
	status("is asked no more", "CANCELLED")
	// Of who was taken off before it was kept what they had been told, nothing can be said.
	_, err = pgtest.Do(ctx, c.DB, "UPDATE meeting_attendee SET was_starts = NULL, was_ends = NULL, was_sequence = NULL WHERE meeting_id = $1", id)
	c.Must(err)
	raw, err := c.svc.Feed(ctx, secret)
	c.Must(err)
	if strings.Contains(string(raw), "UID:"+projectsvc.MeetingUID(id)) {
		t.Errorf("a meeting is told with times that nobody kept:\n%s", raw)
	}
}

// Of more meetings than a calendar is given, it has the nearest, whether the others lie before it or behind it.
func TestACalendarHasTheNearest(t *testing.T) {
	t.Parallel()
	for name, others := range map[string]string{"behind it": "m.starts_at + n * interval '1 day'", "before it": "zabuni.clock() - n * interval '4 hours'"} {
		c := called(t, true)
		ctx := t.Context()
		secret, err := c.svc.MakeFeed(ctx, c.Officer)
		c.Must(err)
		_, err = pgtest.Do(ctx, c.DB, `INSERT INTO meeting SELECT (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'number', m.number + n,
			'starts_at', `+others+`, 'ends_at', `+others+` + interval '1 hour'))).*
			FROM meeting m, generate_series(1, 500) n WHERE m.id = $1`, c.id)
		c.Must(err)
		raw, err := c.svc.Feed(ctx, secret)
		c.Must(err)
		if n := strings.Count(string(raw), "BEGIN:VEVENT"); n != 500 {
			t.Errorf("%s: %d of 501 meetings are told, want 500", name, n)
		}
		if !strings.Contains(string(raw), "UID:"+projectsvc.MeetingUID(c.id)) {
			t.Errorf("%s: the next of 501 meetings is not among those told", name)
		}
	}
}

// Who is taken off by name, and is asked with all bidders, is asked.
func TestACalendarHasWhatABidderIsAskedTo(t *testing.T) {
	t.Parallel()
	c := called(t, true)
	ctx, payer := t.Context(), c.Bidders[0]
	secret, err := c.svc.MakeFeed(ctx, payer)
	c.Must(err)
	form := c.form
	named := append(slices.Clone(form.Asked), project.Asked{Supplier: &payer.Org})
	for version, asked := range [][]project.Asked{named, form.Asked} {
		form.Asked = asked
		c.Must(c.svc.ChangeMeeting(ctx, c.Officer, c.Officer.Org, c.id, form, int32(version+1)))
		raw, err := c.svc.Feed(ctx, secret)
		c.Must(err)
		if strings.Contains(string(raw), "CANCELLED") || !strings.Contains(string(raw), "SUMMARY:"+form.Title+"\r\n") {
			t.Errorf("%d: who is asked as a bidder reads\n%s", version, raw)
		}
	}
}
