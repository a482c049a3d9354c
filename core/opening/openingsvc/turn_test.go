package openingsvc_test

import (
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// Each envelope is opened in its turn and once: at every step of a tender, what
// somebody hears who asks for one of them.
func TestEachEnvelopeInItsTurn(t *testing.T) {
	t.Parallel()
	c, people := closed(t, 2)
	hears := func(when string, want map[seal.Envelope]*fault.Def) {
		t.Helper()
		for e, fault := range want {
			if _, err := c.TryConfirm(people[2], e); err == nil {
				t.Errorf("%s: a word for the %s envelope is taken", when, e)
			} else {
				c.Is(err, fault)
			}
		}
	}
	const whole seal.Envelope = "bid"
	hears("closed", map[seal.Envelope]*fault.Def{seal.Financial: opening.JudgeFirst, whole: opening.NoEnvelope})
	if _, err := c.TryConfirm(people[0], seal.Technical); err != nil {
		t.Fatal(err)
	}
	hears("one has spoken", map[seal.Envelope]*fault.Def{seal.Financial: opening.JudgeFirst, whole: opening.NoEnvelope})
	c.Is(c.TrySign(people[0], seal.Technical), opening.NotOpened)
	c.Is(c.TrySign(people[0], seal.Financial), opening.NotOpened)
	c.Open()
	hears("opened", map[seal.Envelope]*fault.Def{seal.Technical: opening.AlreadyOpened, seal.Financial: opening.JudgeFirst, whole: opening.NoEnvelope})
	c.Judge(story.Mark{Bidder: c.Bidders[0], Prompt: "Since when?", Value: "1"})
	hears("judged", map[seal.Envelope]*fault.Def{seal.Technical: opening.AlreadyOpened, whole: opening.NoEnvelope})
	c.Open()
	hears("all opened", map[seal.Envelope]*fault.Def{seal.Technical: opening.AlreadyOpened, seal.Financial: opening.AlreadyOpened})
	if c.Status() != sourcing.FinancialOpened {
		t.Errorf("the category is %s", c.Status())
	}
	if n := c.Count("SELECT count(*) FROM opening_session WHERE status = 'locked'"); n != 2 {
		t.Errorf("%d minutes are signed by all", n)
	}
	stranger, staff := people[0], people[0]
	stranger.Org, staff.Type = c.Bidders[0].Org, access.Operator
	for _, a := range []access.Actor{stranger, staff} {
		_, err := c.TryConfirm(a, seal.Technical)
		c.Is(err, fault.Forbidden)
		c.Is(c.TrySign(a, seal.Technical), fault.Forbidden)
	}
}
