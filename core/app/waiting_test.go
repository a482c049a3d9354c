package app_test

import (
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/app/story"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// What waits for each of a buyer's people, step by step of a tender with a round of
// negotiation: only what they themselves have still to do.
func TestWhatWaitsIsWhatOneHasStillToDo(t *testing.T) {
	t.Parallel()
	w := listen(t, 2)
	kinds := func(who access.Actor) string {
		t.Helper()
		f, err := w.Reports.Figures(w.Context(), who, 12, nil)
		w.Must(err)
		var out []string
		for _, r := range f.Waiting {
			out = append(out, r.Kind)
		}
		slices.Sort(out)
		return strings.Join(out, " ")
	}
	waits := func(step, officer, second string) {
		t.Helper()
		for _, x := range []struct {
			who  access.Actor
			want string
		}{{w.Officer, officer}, {w.Second, second}} {
			if got := kinds(x.who); got != x.want {
				t.Errorf("%s: %q waits for %s, want %q", step, got, x.who.Name, x.want)
			}
		}
	}
	c := w.Publish(tender(func(*story.Terms) {}))
	for _, a := range w.Bidders {
		c.Bid(a, answers, map[string]string{"1": "1000"})
		c.Submit(a)
	}
	waits("it is open", "", "")
	c.Close()
	waits("it has closed", "opening", "opening")
	w.confirms(c, w.Officer, seal.Technical)
	waits("one has confirmed", "", "opening")
	w.confirms(c, w.Second, seal.Technical)
	waits("it is opened", "minutes", "minutes")
	w.Must(c.TryDeclare(w.Officer, evaluationsvc.InterestNone))
	w.Must(c.TryDeclare(w.Second, evaluationsvc.InterestRecused))
	waits("one evaluates, one steps back", "evaluation minutes", "minutes")
	w.Must(c.TrySign(w.Officer, seal.Technical))
	waits("one has signed", "evaluation", "minutes")
	for _, b := range c.Desk().Bids {
		w.Must(c.TryMark(w.Officer, evaluationsvc.Mark{Submission: b.SubmissionID, Question: c.Questions["Method"].ID, Value: "8"}))
	}
	w.Must(c.TryFinish(w.Officer))
	waits("the evaluation is finished", "", "minutes")
	w.Must(c.TrySign(w.Second, seal.Technical))
	c.CheckRest()
	w.Must(c.TryComplete(w.Officer))
	w.confirms(c, w.Officer, seal.Financial)
	waits("one opens prices", "", "prices")
	w.confirms(c, w.Second, seal.Financial)
	for _, a := range []access.Actor{w.Officer, w.Second} {
		w.Must(c.TrySign(a, seal.Financial))
	}
	w.Must(c.TryComplete(w.Officer))
	waits("it is evaluated", "recommendation", "") // who stepped back decides on nothing
	r := c.Negotiate(false, w.Bidders...)
	r.Offer(w.Bidders[0], map[string]string{"1": "900"})
	r.Rank()
	for _, e := range r.Envelopes() {
		for _, a := range []access.Actor{w.Officer, w.Second} {
			w.Must(r.TrySign(a, e))
		}
	}
	waits("a round is ranked", "recommendation", "") // of the category above it alone
	c.Recommend()
	waits("one has recommended", "", "")
	third := w.Person("buyer", access.Buyer, w.Officer.Org)
	if got := kinds(third); got != "approval" {
		t.Errorf("of a recommendation %q waits for who decides", got)
	}
	_, err := c.TryAward(third, "en", "award-of-what-waited")
	w.Must(err)
	waits("it is awarded", "", "")

	for _, p := range sourcing.Policies { // what the clock opens waits for nobody
		if p.Openers > 0 || p.Has(sourcing.Live) {
			continue
		}
		w.SetClock(story.Noon)
		terms := questions
		terms.Job.Code = string(p.Activity)
		q := w.Publish(p, terms)
		q.Bid(w.Bidders[0], answers, nil)
		q.Submit(w.Bidders[0])
		q.Close()
		waits(string(p.Activity)+" has closed", "", "")
	}
}
