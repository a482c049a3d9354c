package openingsvc_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// The minutes of a category are of its own openings, in their order, with the people in
// the order of the words that count.
func TestTheMinutesAreOfTheirCategory(t *testing.T) {
	t.Parallel()
	c, people := closed(t, 3)
	minute := func(n int) { c.SetClock(c.Closes.Add(time.Duration(n) * time.Minute)) }
	for i, person := range []int{0, 1, 0, 2} {
		minute(i * 10)
		_, err := c.TryConfirm(people[person], seal.Technical)
		c.Must(err)
	}
	minute(40)
	c.Must(c.TrySign(people[2], seal.Technical))

	p, _ := sourcing.PolicyOf(sourcing.Tender)
	other := c.World.Publish(p, story.Terms{
		Job:       sourcing.JobForm{Code: "T2"},
		Closes:    c.Closes.Add(24 * time.Hour),
		Technical: 50,
		Financial: 50,
		Sections: []story.Section{{
			Section:   sourcing.Section{Name: "Standing"},
			Questions: []sourcing.Question{{Prompt: "Since when?", Response: sourcing.TextBox, Scored: true, MaxScore: story.Points(1)}},
		}},
		Items: []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)}},
	})
	told := func(c *story.Category) string {
		t.Helper()
		sessions, err := openingsvc.Sessions(t.Context(), c.DB, c.Desk().Category)
		c.Must(err)
		return pgtest.Told(t, c.DB, sessions)
	}
	other.Bid(c.Bidders[0], map[string]string{"Since when?": "Long ago"}, map[string]string{"1": "10"})
	other.Submit(c.Bidders[0])
	other.Close()
	if got := told(other); got != "" {
		t.Errorf("of another: %s", got)
	}
	_, err := other.TryConfirm(people[0], seal.Technical)
	c.Must(err)
	want := `
  Envelope: technical; ID: opening_session 1; OpenedAt: 2026-11-25T12:30:00Z; ` +
		`People: AccountID: account 2; At: 2026-11-25T12:10:00Z; Entitled: true; Name: Person 2; SessionID: opening_session 1; Status: active, ` +
		`AccountID: account 1; At: 2026-11-25T12:20:00Z; Entitled: true; Name: Person 1; SessionID: opening_session 1; Status: active, ` +
		`AccountID: account 4; At: 2026-11-25T12:30:00Z; Entitled: true; Name: Person 4; SessionID: opening_session 1; SignedAt: 2026-11-25T12:40:00Z; Status: active; ` +
		`RequestedAt: 2026-11-25T12:00:00Z; Status: opened`
	if got := told(c); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
	if got := told(other); strings.Count(got, "opening_session 2") != 2 || strings.Contains(got, "opening_session 1") {
		t.Errorf("of another: %s", got)
	}
}

// What the clock opens is opened by nobody's word, at the moment of closing and not
// before; without the opening key it stays closed, and that is told.
func TestWhatTheClockOpens(t *testing.T) {
	t.Parallel()
	p, _ := sourcing.PolicyOf(sourcing.SupplierRegistration)
	c := story.New(t, 1).Publish(p, story.Terms{Sections: []story.Section{{
		Section:   sourcing.Section{Name: "Standing"},
		Questions: []sourcing.Question{{Prompt: "Since when?", Response: sourcing.TextBox, QA: true}},
	}}})
	c.Bid(c.Bidders[0], map[string]string{"Since when?": "Long ago"}, nil)
	c.Submit(c.Bidders[0])
	keyless := openingsvc.New(c.DB, openingsvc.Outside{})
	opens := func(s *openingsvc.Service, want int) {
		t.Helper()
		if n, err := s.OpenDue(t.Context()); err != nil || n != want {
			t.Errorf("%d opened, %v, want %d", n, err, want)
		}
	}
	word := func() error { _, err := c.TryConfirm(c.Officer, c.Envelopes()[0]); return err }
	opens(c.Openings, 0)
	opens(keyless, 0)
	c.Close()
	c.Is(word(), opening.ByTheClock)
	_, err := keyless.OpenDue(t.Context())
	c.Is(err, opening.NoOpener)
	_, err = keyless.Confirm(t.Context(), c.Officer, c.Officer.Org, c.ID, c.Envelopes()[0])
	c.Is(err, opening.NoOpener)
	c.Is(keyless.Open(t.Context(), openingsvc.Request{Actor: access.System, Owner: c.Officer.Org, Category: c.ID}), opening.NoOpener)
	if got := c.Status(); got != sourcing.Closed {
		t.Errorf("the category is %s", got)
	}
	opens(c.Openings, 1)
	opens(c.Openings, 0)
	opens(keyless, 0)
	if n := c.Count("SELECT count(*) FROM opened_answer WHERE value = 'Long ago'"); n != 1 {
		t.Errorf("%d bids are opened", n)
	}
}

// A bid is its buyer's: staff of the operator ask whose it is, people of a buyer are asked
// for their own.
func TestWhoseABidIs(t *testing.T) {
	t.Parallel()
	c, people := closed(t, 2)
	c.Open()
	staff := c.Person("operator", access.Operator, uuid.Nil)
	for name, x := range map[string]struct {
		asks       access.Actor
		submission uuid.UUID
		owner      uuid.UUID
		want       *fault.Def
	}{
		"staff":         {staff, c.Submission(c.Bidders[0]), c.Officer.Org, nil},
		"staff of none": {staff, uuid.New(), uuid.Nil, fault.NotFound},
		"a buyer":       {people[0], uuid.New(), c.Officer.Org, nil},
	} {
		owner, err := openingsvc.OwnerOfBid(t.Context(), c.DB, x.asks, x.submission)
		if owner != x.owner || (err == nil) != (x.want == nil) || x.want != nil && !errors.Is(err, x.want) {
			t.Errorf("%s: %s, %v", name, owner, err)
		}
	}
}
