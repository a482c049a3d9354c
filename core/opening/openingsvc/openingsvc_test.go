package openingsvc_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// closed is a tender of one lorry whose bids so many people open.
func closed(t *testing.T, people int) (c *story.Category, committee []access.Actor) {
	t.Helper()
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	c = story.New(t, 1).Publish(p, story.Terms{
		Technical: 50,
		Financial: 50,
		Openers:   people,
		Sections: []story.Section{{
			Section:   sourcing.Section{Name: "Standing"},
			Questions: []sourcing.Question{{Prompt: "Since when?", Response: sourcing.TextBox, Scored: true, MaxScore: story.Points(1)}},
		}},
		Items: []sourcing.Item{{Number: "1", Description: "Lorry", Unit: "each", Quantity: *story.Points(1)}},
	})
	c.Bid(c.Bidders[0], map[string]string{"Since when?": "Long ago"}, map[string]string{"1": "10"})
	c.Submit(c.Bidders[0])
	c.Close()
	committee = []access.Actor{c.Officer, c.Second}
	for len(committee) < people+1 {
		committee = append(committee, c.Person("buyer", access.Buyer, c.Officer.Org))
	}
	return c, committee
}

// A word counts while whoever gave it may give it: who has left meanwhile, or may
// open no more, is replaced by another person before anything is opened.
func TestAWordOfWhoMayOpenNoMoreDoesNotCount(t *testing.T) {
	for name, leave := range map[string]string{
		"deactivated":       `UPDATE account SET status = 'deactivated' WHERE id = $1`,
		"without its roles": `DELETE FROM account_role WHERE account_id = $1`,
		"denied by another role": `WITH r AS (INSERT INTO role (id, company_id, user_type, name, created_at)
			SELECT gen_random_uuid(), company_id, user_type, 'Off duty', now() FROM account WHERE id = $1 RETURNING id),
			d AS (INSERT INTO role_privilege (role_id, title, denied) SELECT id, 'OPEN_BIDS', true FROM r)
			INSERT INTO account_role (account_id, role_id) SELECT $1, id FROM r`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, people := closed(t, 2)
			_, err := c.TryConfirm(people[0], seal.Technical)
			c.Must(err)
			_, err = pgtest.Do(t.Context(), pgtest.As(t, c.DB, ""), leave, people[0].User)
			c.Must(err)
			d, err := c.TryConfirm(people[1], seal.Technical)
			if err != nil || d.Opened || d.Missing != 1 {
				t.Fatalf("%+v %v", d, err)
			}
			if n := c.Count("SELECT count(*) FROM opened_bid"); n != 0 {
				t.Fatalf("%d bids are opened", n)
			}
			if d, err = c.TryConfirm(people[2], seal.Technical); err != nil || !d.Opened {
				t.Fatalf("%+v %v", d, err)
			}
		})
	}
}

// Minutes are locked by the last name under them, whoever's that is.
func TestMinutesAreLockedByTheLastName(t *testing.T) {
	t.Parallel()
	c, people := closed(t, 3)
	people = people[:3]
	for i, a := range people {
		d, err := c.TryConfirm(a, seal.Technical)
		if err != nil || d.Opened != (i == 2) {
			t.Fatalf("%+v %v", d, err)
		}
	}
	for _, i := range []int{2, 0, 1} {
		if got := c.Desk().Sessions[0].Status; got != "opened" {
			t.Errorf("%s before everybody has signed", got)
		}
		c.Must(c.TrySign(people[i], seal.Technical))
	}
	if got := c.Desk().Sessions[0].Status; got != "locked" {
		t.Errorf("%s once everybody has signed", got)
	}
}

// Nobody signs for an opening that has not been: not before somebody asked for it, nor
// while words are wanted.
func TestMinutesAreSignedOfWhatWasOpened(t *testing.T) {
	t.Parallel()
	c, people := closed(t, 2)
	c.Is(c.TrySign(people[0], seal.Technical), opening.NotOpened)
	_, err := c.TryConfirm(people[0], seal.Technical)
	c.Must(err)
	c.Is(c.TrySign(people[0], seal.Technical), opening.NotOpened)
	_, err = c.TryConfirm(people[1], seal.Technical)
	c.Must(err)
	c.Must(c.TrySign(people[0], seal.Technical))
	c.Is(c.TrySign(people[0], seal.Financial), opening.NotOpened)
}

// Whoever gives a word hears how long there is for the others: until the first word
// that counts lapses, which is that of who spoke first or said it again.
func TestTheFirstWordSaysHowLongThereIs(t *testing.T) {
	t.Parallel()
	c, people := closed(t, 3)
	for _, x := range []struct {
		minute, person, missing, until int
	}{{0, 0, 2, 30}, {10, 1, 1, 30}, {20, 0, 1, 40}, {45, 2, 1, 50}} {
		c.SetClock(c.Closes.Add(time.Duration(x.minute) * time.Minute))
		d, err := c.TryConfirm(people[x.person], seal.Technical)
		until := c.Closes.Add(time.Duration(x.until) * time.Minute)
		if err != nil || d.Opened || d.Missing != x.missing || !d.Expires.Equal(until) {
			t.Errorf("minute %d: %+v, %v; want %d missing until %s", x.minute, d, err, x.missing, until)
		}
	}
}

// What was changed behind the seal opens nothing: a total that the published quantities
// do not make stops all bids of the envelope.
func TestATotalThatItsLinesDoNotMakeOpensNothing(t *testing.T) {
	t.Parallel()
	c, _ := closed(t, 2)
	c.Open()
	c.Judge(story.Mark{Bidder: c.Bidders[0], Prompt: "Since when?", Value: "1"})
	owner := pgtest.As(t, c.DB, "")
	quantity := func(n int) {
		t.Helper()
		_, err := pgtest.Tamper(t.Context(), owner, "UPDATE item SET quantity = $1", n)
		c.Must(err)
	}
	quantity(2)
	_, err := c.TryConfirm(c.Officer, seal.Financial)
	c.Must(err)
	_, err = c.TryConfirm(c.Second, seal.Financial)
	c.Is(err, opening.TotalDiffers)
	if n := c.Count("SELECT count(*) FROM opened_price") + c.Count("SELECT count(*) FROM opened_bid WHERE price IS NOT NULL"); n != 0 {
		t.Errorf("%d prices are opened", n)
	}
	quantity(1)
	d, err := c.TryConfirm(c.Second, seal.Financial)
	if c.Must(err); !d.Opened {
		t.Errorf("%+v once it is as it was published", d)
	}
}

// What was sealed is opened to the last answer and the last price, however long a bid is.
func TestALongBidIsOpenedWhole(t *testing.T) {
	t.Parallel()
	const lines = 300 // more than a page has
	terms := story.Terms{
		Technical: 50,
		Financial: 50,
		Sections: []story.Section{{
			Section:   sourcing.Section{Name: "Standing"},
			Questions: []sourcing.Question{{Prompt: "Since when?", Response: sourcing.TextBox, Scored: true, MaxScore: story.Points(1)}},
		}},
	}
	answers, prices := map[string]string{"Since when?": "Long ago"}, map[string]string{}
	for i := range lines {
		n := strconv.Itoa(i + 1)
		if i > 0 {
			terms.Sections[0].Questions = append(terms.Sections[0].Questions, sourcing.Question{Prompt: n, Response: sourcing.TextBox})
			answers[n] = "answer " + n
		}
		terms.Items = append(terms.Items, sourcing.Item{Number: n, Description: "Part " + n, Unit: "each", Quantity: *story.Points(1)})
		prices[n] = n
	}
	p, _ := sourcing.PolicyOf(sourcing.Tender)
	c := story.New(t, 1).Publish(p, terms)
	c.Bid(c.Bidders[0], answers, prices)
	c.Submit(c.Bidders[0])
	c.Close()
	c.Open()
	opened := c.Count(`SELECT count(*) FROM opened_answer a JOIN question q ON q.id = a.question_id
		WHERE a.value = CASE q.prompt WHEN 'Since when?' THEN 'Long ago' ELSE 'answer ' || q.prompt END`)
	if opened != lines {
		t.Errorf("%d of %d answers are opened as they were given", opened, lines)
	}
	c.Judge(story.Mark{Bidder: c.Bidders[0], Prompt: "Since when?", Value: "1"})
	c.Open()
	opened = c.Count(`SELECT count(*) FROM opened_price p JOIN item i ON i.id = p.item_id WHERE p.unit_price = i.number::numeric`)
	if opened != lines {
		t.Errorf("%d of %d prices are opened as they were given", opened, lines)
	}
}

// A name stands under the minutes from the moment at which it was put there: who signs
// again changes nothing, and the log has no second entry of it.
func TestWhoHasSignedTheMinutesSignsNoMore(t *testing.T) {
	t.Parallel()
	c, people := closed(t, 2)
	for _, a := range people[:2] {
		_, err := c.TryConfirm(a, seal.Technical)
		c.Must(err)
	}
	sign := func() (at time.Time, entries int) {
		t.Helper()
		c.Must(c.TrySign(people[0], seal.Technical))
		c.Must(c.DB.QueryRow(t.Context(), "SELECT signed_at FROM opening_approval WHERE account_id = $1", people[0].User).Scan(&at))
		return at, c.Count("SELECT count(*) FROM audit_entry")
	}
	at, entries := sign()
	c.SetClock(c.Closes.Add(time.Hour))
	if again, more := sign(); !again.Equal(at) || more != entries {
		t.Errorf("signed at %s and again at %s, with %d more entries", at, again, more-entries)
	}
}

// The log says of each step of an opening whose it was: each word is of who gave it, and
// opened is by the last.
func TestTheLogSaysWhoOpened(t *testing.T) {
	t.Parallel()
	c, people := closed(t, 2)
	for _, a := range people[:2] {
		_, err := c.TryConfirm(a, seal.Technical)
		c.Must(err)
	}
	rows, err := c.DB.Query(t.Context(), "SELECT action || ' ' || actor_id FROM audit_entry WHERE action LIKE 'opening.%' ORDER BY id")
	c.Must(err)
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	c.Must(err)
	first, last := people[0].User.String(), people[1].User.String()
	want := []string{
		"opening.envelope.confirmed " + first,
		"opening.envelope.confirmed " + last,
		"opening.envelope.authorised " + last,
		"opening.envelope.opened " + last,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
