package notifysvc

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/notify/internal/notifydb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// A Way is how a person wants the mails of an area.
type Way string

// Ways.
const (
	AtOnce    Way = "at_once"
	InSummary Way = "summary" // once a day, together
	Never     Way = "none"    // in the app alone
)

// Values lists them.
func (Way) Values() []string { return closed.Values(AtOnce, InSummary, Never) }

// summaryAt is the hour of a summary of who has named none.
const summaryAt = 7

// An AreaChoice is how the mails of one area come.
type AreaChoice struct {
	Area mail.Area `json:"area"`
	Way  Way       `json:"way"`
}

// Choices are what a person wants by mail. Hours are of the clock of their company.
type Choices struct {
	Areas                 []AreaChoice // every one that concerns them
	QuietFrom, QuietUntil *int         // none: no hour is quiet
	SummaryAt             int
	Stopped               bool   // they take no mail but those that nobody can stop
	Zone                  string // IANA name; of who reads, not of who writes
}

// concerns are the areas of which people of a kind of company are written to.
var concerns = map[access.UserType][]mail.Area{
	access.Supplier: {mail.Tenders, mail.Bids, mail.Agreements, mail.Plans, mail.OwnPapers},
	access.Buyer:    {mail.Bids, mail.Agreements, mail.Plans},
	access.Temp:     {mail.Agreements, mail.Plans},
	access.Operator: {mail.Bids, mail.Agreements, mail.Plans, mail.Disputes},
}

// Choices are those of the actor.
func (s *Service) Choices(ctx context.Context, a access.Actor) (Choices, error) {
	return choices(ctx, s.db, a)
}

func choices(ctx context.Context, db pg.DB, a access.Actor) (Choices, error) {
	out := Choices{SummaryAt: summaryAt}
	rows, err := q.Choices(ctx, db, a.User)
	if err != nil {
		return out, err
	}
	ways := map[mail.Area]Way{}
	for _, r := range rows {
		ways[mail.Area(r.Area)] = Way(r.Way)
	}
	for _, area := range concerns[a.Type] {
		out.Areas = append(out.Areas, AreaChoice{area, cmp.Or(ways[area], AtOnce)})
	}
	country, err := q.CountryOf(ctx, db, a.User)
	if err != nil {
		return out, err
	}
	out.Zone = geo.Zone(country)
	h, err := q.Hours(ctx, db, a.User)
	if err == nil {
		out.SummaryAt, out.QuietFrom, out.QuietUntil = int(h.SummaryAt), wide(h.QuietFrom), wide(h.QuietUntil)
	} else if !pg.NoRows(err) {
		return out, err
	}
	out.Stopped, err = q.Unsubscribed(ctx, db, a.Email)
	return out, err
}

func wide(h *int16) *int {
	if h == nil {
		return nil
	}
	n := int(*h)
	return &n
}

func narrow(h *int) *int16 {
	if h == nil {
		return nil
	}
	n := int16(*h)
	return &n
}

// check raises what is wrong with choices, field by field.
func (c Choices) check(t access.UserType) error {
	var f fault.Fields
	left := slices.Clone(concerns[t])
	for i, x := range c.Areas {
		f.OneOf(fmt.Sprintf("/areas/%d/area", i), string(x.Area), closed.Values(left...)...) // each once
		f.OneOf(fmt.Sprintf("/areas/%d/way", i), string(x.Way), x.Way.Values()...)
		left = slices.DeleteFunc(left, func(area mail.Area) bool { return area == x.Area })
	}
	if len(left) > 0 {
		f.Add("/areas", fault.Required)
	}
	hour := func(at string, h *int) {
		if h != nil && (*h < 0 || *h > 23) {
			f.Add(at, fault.NotAllowed)
		}
	}
	hour("/quiet_from", c.QuietFrom)
	hour("/quiet_until", c.QuietUntil)
	hour("/summary_at", &c.SummaryAt)
	switch {
	case c.QuietFrom == nil && c.QuietUntil != nil:
		f.Add("/quiet_from", fault.Required)
	case c.QuietFrom != nil && c.QuietUntil == nil:
		f.Add("/quiet_until", fault.Required)
	case c.QuietFrom != nil && *c.QuietFrom == *c.QuietUntil:
		f.Add("/quiet_until", QuietAllDay)
	}
	return f.Err()
}

// QuietAllDay is the code of quiet hours that begin when they end.
const QuietAllDay = "notify.quiet_all_day"

// Chosen is the detail of what is recorded of choices.
type Chosen struct {
	Areas      []AreaChoice `json:"areas"`
	QuietFrom  *int         `json:"quiet_from,omitempty"`
	QuietUntil *int         `json:"quiet_until,omitempty"`
	SummaryAt  int          `json:"summary_at"`
	Stopped    bool         `json:"stopped"`
}

// Choose takes the actor's choices over; what waits, for a summary or for the end of quiet hours, follows them.
func (s *Service) Choose(ctx context.Context, a access.Actor, c Choices) error {
	if err := c.check(a.Type); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		was, err := choices(ctx, tx, a)
		if err != nil {
			return err
		}
		if err := q.DropChoices(ctx, tx, a.User); err != nil {
			return err
		}
		for _, x := range c.Areas {
			if x.Way != AtOnce {
				if err := q.PutChoice(ctx, tx, a.User, string(x.Area), string(x.Way)); err != nil {
					return err
				}
			}
		}
		if err := q.PutHours(ctx, tx, notifydb.PutHoursParams{AccountID: a.User, Zone: was.Zone, QuietFrom: narrow(c.QuietFrom),
			QuietUntil: narrow(c.QuietUntil), SummaryAt: int16(c.SummaryAt)}); err != nil {
			return err
		}
		if c.Stopped {
			err = q.Unsubscribe(ctx, tx, a.Email, tx.Now)
		} else {
			err = q.Resubscribe(ctx, tx, a.Email)
		}
		if err != nil {
			return err
		}
		if err := waiting(ctx, tx, a, c); err != nil {
			return err
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "notify.mail.chosen", Object: "account", ObjectID: a.User, Owner: a.Org,
			Detail: Chosen{Areas: c.Areas, QuietFrom: c.QuietFrom, QuietUntil: c.QuietUntil, SummaryAt: c.SummaryAt, Stopped: c.Stopped}})
		return err
	})
}

// moved has the hours of a company's people follow it: who moves to another country is not woken by the clock of the last one.
func (s *Service) moved(ctx context.Context, tx pg.Tx, e journal.Event) error {
	country, err := q.CountryOfCompany(ctx, tx, e.ObjectID)
	if err != nil {
		return err
	}
	return q.MoveHours(ctx, tx, geo.Zone(country), e.ObjectID)
}

// waiting has what waits follow choices that stand in their rows by now: whoever says at night that nothing may wake them, and
// whoever says in the morning that nothing needs to wait, means what is on its way as well.
func waiting(ctx context.Context, tx pg.Tx, a access.Actor, c Choices) error {
	if c.Stopped {
		return q.Stop(ctx, tx, &a.User, nil, nil)
	}
	for _, x := range c.Areas {
		kinds := closed.Values(x.Area.Kinds()...)
		var err error
		if x.Way == Never {
			err = q.Stop(ctx, tx, &a.User, nil, kinds)
		} else {
			err = q.Rechoose(ctx, tx, tx.Now, a.User, kinds, string(x.Area))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
