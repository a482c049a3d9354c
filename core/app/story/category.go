package story

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// Terms are what an author says of a category. What its activity does not have is
// left out, so that the same terms do for every policy row.
type Terms struct {
	Job                            sourcing.JobForm // its activity is the policy's
	Name                           string
	Type                           *uuid.UUID     // kind of supply
	Currency                       money.Currency // KES by default
	Fee                            money.Decimal
	Estimate                       *money.Decimal
	Opens, Closes                  time.Time // Noon, and two days later, by default
	PassMark, Technical, Financial int64
	Openers                        int
	Without                        []sourcing.StepName // optional steps; nil: as the activity usually does
	InvitedOnly                    bool                // others may not bid
	Invited                        []access.Actor
	Sections                       []Section
	Items                          []sourcing.Item
}

// A Section is one of the terms, with what is asked in it.
type Section struct {
	sourcing.Section
	Questions []sourcing.Question
	Below     []Section
}

// Points is a quantity of so many, as scores are given.
func Points(n int64) *money.Quantity {
	v := money.NewQuantity(n, 0)
	return &v
}

// A Category is one that a world's buyer conducts.
type Category struct {
	*World
	ID, Job   uuid.UUID
	Policy    sourcing.Policy
	Closes    time.Time
	Questions map[string]sourcing.Question // by what they ask
	Items     map[string]uuid.UUID         // by number
	Bids      map[uuid.UUID]uuid.UUID      // of companies
	opened    int                          // envelopes
	submitted int
}

// has leaves of the sections what the policy row has: without scoring, questions
// are asked and nothing more.
func has(p sourcing.Policy, sections []Section) []Section {
	if !p.Has(sourcing.Criteria) {
		return nil
	}
	out := slices.Clone(sections)
	for i, s := range out {
		out[i].Below = has(p, s.Below)
		out[i].Questions = slices.Clone(s.Questions)
		for j, q := range out[i].Questions {
			out[i].Questions[j].Options = slices.Clone(q.Options) // a save takes what it does not score away
			out[i].Questions[j].Scored = q.Scored && p.Has(sourcing.Evaluation)
			out[i].Questions[j].QA = q.QA && p.Has(sourcing.QA)
		}
	}
	return out
}

// Publish takes a job from nothing to a category that is open for bids.
func (w *World) Publish(p sourcing.Policy, t Terms) *Category {
	w.Helper()
	c := w.Author(p, t)
	w.Must(c.TryPublish(w.Officer))
	return c
}

// Author drafts a job with one category.
func (w *World) Author(p sourcing.Policy, t Terms) *Category {
	w.Helper()
	c := &Category{
		World:     w,
		Policy:    p,
		Closes:    cmp.Or(t.Closes, Noon.Add(48*time.Hour)),
		Questions: map[string]sourcing.Question{},
		Items:     map[string]uuid.UUID{},
		Bids:      map[uuid.UUID]uuid.UUID{},
	}
	t.Job.Activity = p.Activity
	t.Job.Code, t.Job.Title = cmp.Or(t.Job.Code, "T1"), cmp.Or(t.Job.Title, "Water pumps")
	c.draft(t.Job, sourcing.CategoryForm{
		Name:            cmp.Or(t.Name, "Pumps"),
		Type:            t.Type,
		Currency:        cmp.Or(t.Currency, "KES"),
		BidFee:          t.Fee,
		Estimate:        t.Estimate,
		OpensAt:         cmp.Or(t.Opens, Noon),
		ClosesAt:        c.Closes,
		PassMark:        money.NewQuantity(t.PassMark, 0),
		TechnicalWeight: money.NewQuantity(t.Technical, 0),
		FinancialWeight: money.NewQuantity(t.Financial, 0),
		Openers:         t.Openers,
		Without:         t.Without,
		InvitedOnly:     t.InvitedOnly,
	})
	c.own()
	c.sections(has(c.Policy, t.Sections), nil)
	if p.Has(sourcing.Items) {
		for _, i := range t.Items {
			c.Items[i.Number] = c.addItem(i)
		}
	}
	if len(t.Invited) == 0 && c.Policy.Has(sourcing.ByInvitation) {
		t.Invited = w.Bidders
	}
	if len(t.Invited) > 0 {
		_, err := c.TryInvite(w.Officer, t.Invited...)
		w.Must(err)
	}
	c.asked()
	return c
}

// sections stores sections with all that lies below them.
func (c *Category) sections(list []Section, parent *uuid.UUID) {
	c.Helper()
	for _, s := range list {
		s.Parent = parent
		id := c.createSection(s.Section)
		for _, q := range s.Questions {
			q.Section = id
			c.saveQuestion(q)
		}
		c.sections(s.Below, &id)
	}
}

// Option is the id of a choice.
func (c *Category) Option(prompt, label string) uuid.UUID {
	c.Helper()
	for _, o := range c.Questions[prompt].Options {
		if o.Label == label {
			return o.ID
		}
	}
	c.Fatalf("%q has no choice %q", prompt, label)
	return uuid.Nil
}

// Envelopes are what is sealed here, in the order of opening.
func (c *Category) Envelopes() []seal.Envelope {
	var out []seal.Envelope
	for _, name := range c.Policy.EnvelopeNames() {
		out = append(out, seal.Envelope(name))
	}
	return out
}

// Sealed reports whether an envelope is still to be opened.
func (c *Category) Sealed() bool { return c.opened < len(c.Envelopes()) }

// committee are people of the buyer, as many as are asked for.
func (c *Category) committee(n int) []access.Actor {
	c.Helper()
	people := []access.Actor{c.Officer, c.Second}
	for len(people) < n {
		people = append(people, c.Person("buyer", access.Buyer, c.Officer.Org))
	}
	return people[:n]
}
