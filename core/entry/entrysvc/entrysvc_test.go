package entrysvc_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/entry"
	"zabuni.org/core/entry/entrysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// sold is a prequalification of one question that costs a fee.
func sold(t *testing.T, bidders int) *story.Category {
	t.Helper()
	p, _ := sourcing.PolicyOf(sourcing.Prequalification)
	return story.New(t, bidders).Publish(p, story.Terms{
		Fee: money.New(1000, 0),
		Sections: []story.Section{{
			Section:   sourcing.Section{Name: "Papers"},
			Questions: []sourcing.Question{{Prompt: "Licensed?", Response: sourcing.TextBox, Scored: true, MaxScore: story.Points(1)}},
		}},
	})
}

// as runs SQL as the owner of the tables: states that use cases reach by other ways.
func as(c *story.Category) func(sql string, args ...any) {
	owner := pgtest.As(c.T, c.DB, "")
	return func(sql string, args ...any) {
		c.Helper()
		_, err := pgtest.Do(c.Context(), owner, sql, args...)
		c.Must(err)
	}
}

// blacklists carries a case of a desk against a supplier to its end, and returns it.
func blacklists(c *story.Category, by, supplier access.Actor) uuid.UUID {
	c.Helper()
	id, err := c.Party.GiveNotice(c.Context(), by, supplier.Org, party.Notice{Ground: "fraud", Reason: "Forged papers", ReplyDays: party.MinReplyDays})
	c.Must(err)
	c.Must(c.Party.Answer(c.Context(), supplier, id, party.Reply, "They are not"))
	until := story.Noon.AddDate(1, 0, 0)
	c.Must(c.Party.DecideCase(c.Context(), by, id, party.Decision{Blacklist: true, Reason: "They are", Expires: &until}))
	return id
}

// doors are all at which a supplier hears that it may not take part before it bids:
// each with what leads up to it done while nothing stood in the way.
func doors(c *story.Category, a access.Actor, hinder func(access.Actor) access.Actor) map[string]error {
	c.Helper()
	out := map[string]error{}
	order := c.Order(a)
	stopped := hinder(a)
	_, out["pay"] = c.Payments.PayByMpesa(c.Context(), stopped, paymentsvc.Pay{Order: order.ID, Phone: "254712345678", Key: "key-" + uuid.NewString()})
	_, out["checkout"] = c.Payments.Checkout(c.Context(), stopped, "key-"+uuid.NewString())
	_, out["add"] = c.Payments.AddToCart(c.Context(), stopped, c.ID)
	_, out["start"] = c.TryStart(stopped)
	return out
}

func refuses(c *story.Category, got map[string]error, code string) {
	c.Helper()
	for door, err := range got {
		if err == nil || fault.As(err).Code != code {
			c.Errorf("%s: %v, want %s", door, err, code)
		}
	}
}

// Nobody is sold what he may not begin.
func TestTheBlacklistedAreSoldNothing(t *testing.T) {
	t.Parallel()
	c := sold(t, 2)
	staff := c.Person("operator", access.Operator, uuid.Nil)
	for i, by := range []access.Actor{c.Officer, staff} {
		got := doors(c, c.Bidders[i], func(a access.Actor) access.Actor {
			blacklists(c, by, a)
			return a
		})
		refuses(c, got, "entry.blacklisted")
	}
}

func TestWhoHasNoRightToTheActivityIsSoldNothing(t *testing.T) {
	t.Parallel()
	c := sold(t, 1)
	got := doors(c, c.Bidders[0], func(a access.Actor) access.Actor {
		a.Privileges = []access.Privilege{access.MakePayments}
		return a
	})
	refuses(c, got, "entry.no_right")
}

// What comes between a draft and its submission, or a fee and its bid, is told at
// every door alike.
func TestWhatComesBetweenIsToldAtEveryDoor(t *testing.T) {
	t.Parallel()
	c := sold(t, 12)
	sql := as(c)
	for i, h := range []struct{ come, pass, code string }{
		{
			`INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at) SELECT buyer_id, 'prequalification', false, id, now() FROM category WHERE id = $1`,
			`UPDATE buyer_module SET active = true WHERE buyer_id = (SELECT buyer_id FROM category WHERE id = $1)`,
			"entry.module_off",
		},
		{
			`UPDATE job SET status = 'cancelled' WHERE id = (SELECT job_id FROM category WHERE id = $1)`,
			`UPDATE job SET status = 'published' WHERE id = (SELECT job_id FROM category WHERE id = $1)`,
			"entry.not_open",
		},
		{
			`UPDATE category SET status = 'cancelled' WHERE id = $1`,
			`UPDATE category SET status = 'open' WHERE id = $1`,
			"entry.not_open",
		},
		{
			`UPDATE category SET closes_at = zabuni.clock() WHERE id = $1`,
			`UPDATE category SET closes_at = (SELECT max(k.closes_at) FROM category_key k WHERE k.category_id = category.id) WHERE id = $1`,
			"entry.closed",
		},
		{
			`UPDATE category SET invited_only = true WHERE id = $1`,
			`UPDATE category SET invited_only = false WHERE id = $1`,
			"sourcing.not_invited",
		},
		{
			`UPDATE company SET status = 'deactivated' WHERE kind = 'supplier' AND $1::uuid IS NOT NULL`,
			`UPDATE company SET status = 'active' WHERE kind = 'supplier' AND $1::uuid IS NOT NULL`,
			"entry.inactive",
		},
	} {
		sql(`DELETE FROM rate_limit`) // one phone pays for all
		begun := c.Bidders[2*i]
		c.Pay(begun)
		bid := c.Bid(begun, map[string]string{"Licensed?": "yes"}, nil)
		got := doors(c, c.Bidders[2*i+1], func(a access.Actor) access.Actor {
			sql(h.come, c.ID)
			return a
		})
		_, got["submit"] = c.TrySubmit(begun, bid, "key-"+uuid.NewString())
		told, err := c.Entry.Refused(c.Context(), begun, c.ID)
		c.Must(err)
		if told[c.ID] != h.code {
			t.Errorf("a list tells %q, want %s", told[c.ID], h.code)
		}
		refuses(c, got, h.code)
		sql(h.pass, c.ID)
		_, err = c.TrySubmit(begun, bid, "key-"+uuid.NewString())
		c.Must(err)
	}
}

// What comes between keeps nobody's bid: while the category is open its draft goes on and
// it can be taken back, though nothing more of it comes in.
func TestWhatComesBetweenKeepsNobodysBid(t *testing.T) {
	t.Parallel()
	c := sold(t, 5)
	sql := as(c)
	for i, h := range []struct {
		code string
		come func(access.Actor)
		pass string
	}{
		{
			"entry.module_off",
			func(access.Actor) {
				sql(`INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at)
					VALUES ($1, 'prequalification', false, $2, now())`, c.Officer.Org, c.Officer.User)
			},
			`UPDATE buyer_module SET active = true`,
		},
		{
			"sourcing.not_invited",
			func(access.Actor) { sql(`UPDATE category SET invited_only = true`) },
			`UPDATE category SET invited_only = false`,
		},
		{"entry.blacklisted", func(a access.Actor) { blacklists(c, c.Officer, a) }, ""},
		{"entry.inactive", func(a access.Actor) { sql(`UPDATE company SET status = 'deactivated' WHERE id = $1`, a.Org) }, ""},
		{"entry.not_paid", func(a access.Actor) {
			sql(`UPDATE purchase_order SET status = 'cancelled' WHERE supplier_id = $1`, a.Org)
		}, ""},
	} {
		a := c.Bidders[i]
		sql(`DELETE FROM rate_limit`) // one phone pays for all
		c.Pay(a)
		bid := c.Bid(a, map[string]string{"Licensed?": "yes"}, nil)
		c.Submit(a)
		h.come(a)
		_, err := c.TrySubmit(a, bid, "key-"+uuid.NewString())
		refuses(c, map[string]error{"submit": err}, h.code)
		answer := biddingsvc.Answer{Question: c.Questions["Licensed?"].ID, Value: "no", Version: 1}
		if _, err := c.TrySave(a, bid, biddingsvc.Changes{Answers: []biddingsvc.Answer{answer}}); err != nil {
			t.Errorf("%s: the draft does not go on: %v", h.code, err)
		}
		if err := c.TryWithdraw(a, bid, "We would rather not"); err != nil {
			t.Errorf("%s: the bid cannot be taken back: %v", h.code, err)
		}
		if h.pass != "" {
			sql(h.pass)
		}
	}
}

// Money that is asked back lets nobody in, and what it bought can be bought again.
func TestAnOrderThatIsAskedBackIsNotPaid(t *testing.T) {
	t.Parallel()
	c := sold(t, 1)
	a, sql := c.Bidders[0], as(c)
	c.Pay(a)
	bid := c.Bid(a, map[string]string{"Licensed?": "yes"}, nil)
	sql(`UPDATE purchase_order SET status = 'cancelled' WHERE supplier_id = $1`, a.Org)
	_, err := c.TrySubmit(a, bid, "key-refund-pending")
	c.Is(err, entry.NotPaid)
	cart, err := c.Payments.AddToCart(c.Context(), a, c.ID)
	if err != nil || len(cart.Lines) != 1 {
		t.Fatal(cart, err)
	}
}

// Lists ask for a page at once: what may be begun is not told of, what is no
// category neither, and only suppliers ask.
func TestRefusedTellsOfAPage(t *testing.T) {
	t.Parallel()
	c := sold(t, 2)
	c.Pay(c.Bidders[0])
	for i, want := range []map[uuid.UUID]string{{}, {c.ID: "entry.not_paid"}} {
		got, err := c.Entry.Refused(c.Context(), c.Bidders[i], c.ID, uuid.New())
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("%v %v, want %v", got, err, want)
		}
	}
	got, err := c.Entry.Refused(c.Context(), c.Bidders[0])
	if err != nil || len(got) != 0 {
		t.Error(got, err)
	}
	_, err = c.Entry.Refused(c.Context(), c.Officer, c.ID)
	c.Is(err, fault.Forbidden)
	_, err = entrysvc.One(c.Context(), c.DB, c.Bidders[0], uuid.New())
	c.Is(err, sourcing.CategoryNotFound)
}

// Whoever was let pay may start at the same instant, and whoever was not is told the
// same at both: over every combination of what may stand in the way.
func TestWhoeverIsLetPayMayStart(t *testing.T) {
	t.Parallel()
	c := sold(t, 0)
	sql := as(c)
	hindrances := []func(a *access.Actor){
		func(a *access.Actor) { a.Privileges = []access.Privilege{access.MakePayments} },
		func(a *access.Actor) { sql(`UPDATE company SET status = 'deactivated' WHERE id = $1`, a.Org) },
		func(*access.Actor) { sql(`UPDATE category SET invited_only = true WHERE id = $1`, c.ID) },
		func(a *access.Actor) {
			sql(`INSERT INTO invitation (category_id, buyer_id, supplier_id, invited_by, invited_at) VALUES ($1, $2, $3, $3, now())`, c.ID, c.Officer.Org, a.Org)
		},
		func(a *access.Actor) {
			sql(`INSERT INTO blacklist_case (id, supplier_id, ground, reason, status, noticed_by, noticed_at, reply_by, decided_at, expires_at)
				VALUES ($1, $1, 'fraud', 'Forged papers', 'blacklisted', $2, now(), now(), now(), zabuni.clock() + interval '1 day')`, a.Org, c.Officer.User)
		},
	}
	let := 0
	for combination := range 1 << len(hindrances) {
		a := c.Person("supplier", access.Supplier, uuid.Nil)
		for i, hinder := range hindrances {
			if combination>>i&1 == 1 {
				hinder(&a)
			}
		}
		_, paying := c.Payments.AddToCart(c.Context(), a, c.ID)
		if paying == nil {
			order, err := c.Payments.Checkout(c.Context(), a, "key-"+uuid.NewString())
			c.Must(err)
			c.Prompt(a, order)
			sql(`UPDATE purchase_order SET status = 'completed' WHERE id = $1`, order.ID)
			let++
		}
		_, starting := c.TryStart(a)
		codes := []string{"", ""}
		for i, err := range []error{paying, starting} {
			if err != nil {
				codes[i] = fault.As(err).Code
			}
		}
		if len(slices.Compact(codes)) != 1 {
			t.Errorf("combination %05b: paying %v, starting %v", combination, paying, starting)
		}
		sql(`UPDATE category SET invited_only = false WHERE id = $1`, c.ID)
	}
	if let != 3 { // nothing in the way; invited; invited to what is for the invited
		t.Errorf("%d were let pay", let)
	}
}

// Nothing that befell another stands in the way of taking part: another buyer's
// module, case and job, another supplier's deactivation and case; and what another
// has bought or was invited to opens nothing.
func TestWhatBefellAnotherIsNoReason(t *testing.T) {
	t.Parallel()
	c := sold(t, 2)
	a, other, sql := c.Bidders[0], c.Bidders[1], as(c)
	elsewhere := c.Person("buyer", access.Buyer, uuid.Nil)
	sql(`INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at) VALUES ($1, 'prequalification', false, $2, now())`,
		elsewhere.Org, elsewhere.User)
	sql(`UPDATE company SET status = 'deactivated' WHERE id = $1`, elsewhere.Org)
	blacklists(c, elsewhere, a)
	blacklists(c, c.Officer, other)
	told := func(want string) {
		t.Helper()
		got, err := c.Entry.Refused(c.Context(), a, c.ID)
		if err != nil || got[c.ID] != want {
			t.Errorf("told %q, %v, want %q", got[c.ID], err, want)
		}
	}
	told("entry.not_paid")
	sql(`UPDATE category SET invited_only = true WHERE id = $1`, c.ID)
	sql(`INSERT INTO invitation (category_id, buyer_id, supplier_id, invited_by, invited_at) VALUES ($1, $2, $3, $4, now())`,
		c.ID, c.Officer.Org, other.Org, c.Officer.User)
	told("sourcing.not_invited")
	sql(`UPDATE category SET invited_only = false WHERE id = $1`, c.ID)
	c.Pay(a)
	told("")
	sql(`UPDATE company SET status = 'deactivated' WHERE id = $1`, other.Org)
	told("")
}
