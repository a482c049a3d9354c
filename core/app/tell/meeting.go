package tell

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/calendar"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
)

// ofMeeting is news of a meeting. Its times are told in its own zone; a mail has it for the
// reader's calendar, but for what comes when it is over.
func ofMeeting(c projectsvc.Call, sequence int, kind string, by mail.Kind) notifysvc.News {
	at, place := c.StartsAt, c.Place
	if zone, err := time.LoadLocation(c.Timezone); err == nil {
		at = at.In(zone)
	}
	if place == "" {
		place = c.Link
	}
	n := notifysvc.News{
		Kind: kind,
		Params: map[string]string{
			"title":     c.Title,
			"company":   c.BuyerName,
			"place":     place,
			"starts_at": instant(c.StartsAt),
			"zone":      c.Timezone,
		},
		Mail: by,
		Data: mail.Data{Company: c.BuyerName, Title: c.Title, At: at, Place: place},
	}
	method := calendar.Request
	switch by {
	case mail.MeetingOff, mail.MeetingWithout:
		method = calendar.Cancel
	case mail.MeetingMinutes:
		return n
	}
	e := c.Event(method)
	e.Sequence = sequence
	n.Data.Invite = &e
	if by == mail.MeetingOff {
		n.Params["reason"], n.Data.Reason = c.Reason, c.Reason
	}
	return n
}

// tellAttendees gives news to who is asked: each is told alone, so that nobody learns who
// else is.
func (t *Teller) tellAttendees(ctx context.Context, tx pg.Tx, c projectsvc.Call, who []projectsvc.Attendee, n notifysvc.News) error {
	for _, x := range who {
		var people []identitysvc.Recipient
		var err error
		switch {
		case x.AccountID != nil:
			var one identitysvc.Recipient
			if one, err = t.Identity.Recipient(ctx, tx, *x.AccountID); err == nil && one.Status == "active" {
				people = append(people, one)
			}
		case x.SupplierID != nil:
			people, err = t.Identity.CompanyRecipients(ctx, tx, *x.SupplierID)
		default:
			err = t.writeTo(ctx, tx, c, x, n)
		}
		if err != nil {
			return err
		}
		for _, p := range people {
			one := n
			one.Path = meetingAt(p.Type, project.Context(c.Context), c.ID)
			if n.Mail == mail.MeetingWithout { // it is not theirs to see any more
				one.Path = meetingsAt(p.Type, project.Context(c.Context))
			}
			if err := t.Notify.Spread(ctx, tx, []identitysvc.Recipient{p}, one); err != nil {
				return err
			}
		}
	}
	return nil
}

// byMailAlone are the mails for who has no desk to answer or read on: they name who organises.
var byMailAlone = map[mail.Kind]mail.Kind{
	mail.MeetingCalled:  mail.MeetingAsked,
	mail.MeetingChanged: mail.MeetingAskedAgain,
	mail.MeetingMinutes: mail.MeetingMinutesOut,
}

// writeTo writes to an address, in the language of who organises.
func (t *Teller) writeTo(ctx context.Context, tx pg.Tx, c projectsvc.Call, x projectsvc.Attendee, n notifysvc.News) error {
	by, err := t.Identity.Recipient(ctx, tx, c.OrganiserID)
	if err != nil {
		return err
	}
	to := identitysvc.Recipient{Email: x.Email, FirstName: x.Name, Language: by.Language}
	kind := n.Mail
	if alone, has := byMailAlone[kind]; has {
		kind, n.Data.By = alone, fmt.Sprintf("%s (%s)", strings.TrimSpace(by.FirstName+" "+by.LastName), by.Email)
	}
	_, err = t.Notify.Queue(ctx, tx, notifysvc.Mail{To: to, Kind: kind, Data: n.Data})
	return err
}

// tellMeeting tells who is asked to a meeting, who is asked still that it is another, and
// who is no more.
func (t *Teller) tellMeeting(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d projectsvc.Summons
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	c, err := t.Project.Call(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	for _, x := range []struct {
		who  []uuid.UUID
		kind string
		by   mail.Kind
	}{
		{d.New, "meeting.called", mail.MeetingCalled},
		{d.Kept, "meeting.changed", mail.MeetingChanged},
		{d.Gone, "meeting.without", mail.MeetingWithout},
	} {
		if err := t.tellAttendees(ctx, tx, c, c.Of(x.who), ofMeeting(c, d.Sequence, x.kind, x.by)); err != nil {
			return err
		}
	}
	return nil
}

// tellMeetingOff tells all who are asked that a meeting is off, and why.
func (t *Teller) tellMeetingOff(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var d projectsvc.CalledOff
	if err := json.Unmarshal(e.Detail, &d); err != nil {
		return err
	}
	c, err := t.Project.Call(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	return t.tellAttendees(ctx, tx, c, c.There(), ofMeeting(c, d.Sequence, "meeting.off", mail.MeetingOff))
}

// tellMinutes tells all who were asked that minutes of a meeting can be read.
func (t *Teller) tellMinutes(ctx context.Context, tx pg.Tx, e journal.Event) error {
	c, err := t.Project.Call(ctx, tx, e.Owner, e.ObjectID)
	if err != nil {
		return err
	}
	return t.tellAttendees(ctx, tx, c, c.There(), ofMeeting(c, 0, "meeting.minutes", mail.MeetingMinutes))
}

// tellBidders tells the same to all who take part in the job of a meeting, where they are
// asked: until its bids have closed nobody may know to whom it went.
func (t *Teller) tellBidders(kind string, by mail.Kind) notifysvc.Round {
	return func(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID) ([]notifysvc.Tidings, error) {
		var d struct {
			Sequence int `json:"sequence"`
		}
		if err := json.Unmarshal(e.Detail, &d); err != nil {
			return nil, err
		}
		c, err := t.Project.Call(ctx, tx, e.Owner, e.ObjectID)
		if err != nil {
			return nil, err
		}
		who, under, err := t.Project.Bidders(ctx, tx, c, after, notifysvc.Batch)
		if err != nil || len(who) == 0 {
			return nil, err
		}
		n := ofMeeting(c, d.Sequence, kind, by)
		n.Path, n.Under = meetingAt(access.Supplier, project.Context(c.Context), c.ID), &under
		return toEach(who, n), nil
	}
}
