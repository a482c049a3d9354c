package evaluation

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// An OpeningRule says how many people open an envelope together.
type OpeningRule struct {
	People int
	Within time.Duration
}

// TwoPeople is the rule for tenders: two different people within half an hour.
var TwoPeople = OpeningRule{People: 2, Within: 30 * time.Minute}

// OnePerson is the rule for what is not a tender; the opening is logged all the same.
var OnePerson = OpeningRule{People: 1, Within: 30 * time.Minute}

// A Confirmation is one person's word that the envelope shall be opened.
type Confirmation struct {
	Person   uuid.UUID
	At       time.Time // the database's clock
	Entitled bool      // holds the privilege and is a member of this opening, now
	StepUp   bool      // confirmed with password or second factor for this act
}

// An OpeningDecision says whether to open now.
type OpeningDecision struct {
	Open    bool
	By      []uuid.UUID // who counts, in the order of their word
	Missing int
	Expires time.Time // when the first word that counts lapses; zero without any
}

// Decide looks at the confirmations at the instant now of the database's clock.
// What was said before closing, in the future, twice by one person, without
// right or step-up, or more than the window ago does not count.
func (r OpeningRule) Decide(closesAt, now time.Time, said []Confirmation) OpeningDecision {
	last := map[uuid.UUID]time.Time{}
	for _, c := range said {
		if !c.Entitled || !c.StepUp || c.Person == uuid.Nil || c.At.Before(closesAt) ||
			c.At.After(now) || now.Sub(c.At) > r.Within {
			continue
		}
		if c.At.After(last[c.Person]) {
			last[c.Person] = c.At
		}
	}
	d := OpeningDecision{Missing: max(r.People, 1)}
	for person := range last {
		d.By = append(d.By, person)
	}
	slices.SortFunc(d.By, func(a, b uuid.UUID) int {
		if n := last[a].Compare(last[b]); n != 0 {
			return n
		}
		return compareText(a.String(), b.String())
	})
	if len(d.By) > 0 {
		d.Expires = last[d.By[0]].Add(r.Within)
	}
	d.Missing = max(0, d.Missing-len(d.By))
	d.Open = d.Missing == 0 && !now.Before(closesAt)
	return d
}
