package projectsvc

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/calendar"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/project"
)

// feedKeeps is how long a meeting that is over stands in a feed.
const feedKeeps = 90 * 24 * time.Hour

// MakeFeed gives the actor a secret by which a calendar elsewhere reads their meetings; one
// that was given before is worth nothing from then on.
func (s *Service) MakeFeed(ctx context.Context, a access.Actor) (string, error) {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw)
	secret := base64.RawURLEncoding.EncodeToString(raw)
	sum := sha256.Sum256([]byte(secret))
	return secret, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := q.PutFeed(ctx, tx, a.User, sum[:], tx.Now); err != nil {
			return err
		}
		return feedDone(ctx, tx, a, FeedMade)
	})
}

// RevokeFeed ends it.
func (s *Service) RevokeFeed(ctx context.Context, a access.Actor) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		n, err := q.DropFeed(ctx, tx, a.User)
		if err != nil {
			return err
		}
		if n == 0 {
			return project.FeedNotFound.New("")
		}
		return feedDone(ctx, tx, a, FeedRevoked)
	})
}

func feedDone(ctx context.Context, tx pg.Tx, a access.Actor, event string) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: event, Object: "account", ObjectID: a.User, Owner: a.Org})
	return err
}

// FeedSince tells since when the actor has a feed, or nil.
func (s *Service) FeedSince(ctx context.Context, a access.Actor) (*time.Time, error) {
	at, err := q.Feed(ctx, s.db, a.User)
	if pg.NoRows(err) {
		return nil, nil
	}
	return &at, err
}

// Feed is the calendar of whose secret it is. It raises FeedNotFound.
func (s *Service) Feed(ctx context.Context, secret string) ([]byte, error) {
	sum := sha256.Sum256([]byte(secret))
	who, err := q.FeedOf(ctx, s.db, sum[:])
	if pg.NoRows(err) {
		return nil, project.FeedNotFound.New("")
	}
	if err != nil {
		return nil, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return nil, err
	}
	var company *uuid.UUID
	if access.UserType(who.UserType) == access.Supplier {
		company = &who.CompanyID
	}
	rows, err := q.FeedMeetings(ctx, s.db, now.Add(-feedKeeps), now, &who.ID, company)
	if err != nil {
		return nil, err
	}
	events := make([]calendar.Event, len(rows))
	for i, r := range rows {
		events[i] = calendar.Event{
			ID:       MeetingUID(r.ID),
			Method:   shown(r.Status),
			Sequence: int(r.Sequence),
			Title:    r.Title,
			Start:    r.StartsAt,
			End:      r.EndsAt,
			Place:    r.Place,
			Link:     r.Link,
			Text:     cmp.Or(r.Agenda, r.BuyerName),
			By:       r.BuyerName,
			Changed:  r.ChangedAt,
		}
		if !r.Asked {
			// It is off for who reads it; what has been said of it since is for others.
			events[i].Method, events[i].Title = calendar.Cancel, r.BuyerName
			events[i].Place, events[i].Link, events[i].Text = "", "", ""
		}
	}
	return calendar.Feed("Zabuni", events), nil
}

// shown is how a calendar shows a meeting that somebody looks at: who finds it gone does not know whether it is off or was lost.
func shown(status string) calendar.Method {
	if status == string(project.Cancelled) {
		return calendar.Cancel
	}
	return calendar.Publish
}

// MeetingUID is what calendars know a meeting by.
func MeetingUID(id uuid.UUID) string { return id.String() + "@zabuni" }

// Event is a meeting as a calendar takes it.
func (c Call) Event(m calendar.Method) calendar.Event {
	return calendar.Event{
		ID:       MeetingUID(c.ID),
		Method:   m,
		Sequence: int(c.Sequence),
		Title:    c.Title,
		Start:    c.StartsAt,
		End:      c.EndsAt,
		Place:    c.Place,
		Link:     c.Link,
		Text:     c.Agenda,
		By:       c.BuyerName,
		Changed:  c.ChangedAt,
	}
}

// Invitation is a meeting for the calendar of the actor, who sees it: to be looked at.
func (s *Service) Invitation(ctx context.Context, a access.Actor, owner, id uuid.UUID) ([]byte, error) {
	if a.Type == access.Supplier {
		m, _, err := s.OwnMeeting(ctx, a, id)
		if err != nil {
			return nil, err
		}
		owner = m.BuyerID
	} else if _, err := s.Meeting(ctx, a, owner, id); err != nil {
		return nil, err
	}
	c, err := s.Call(ctx, s.db, owner, id)
	if err != nil {
		return nil, err
	}
	return calendar.Feed(c.Title, []calendar.Event{c.Event(shown(c.Status))}), nil
}
