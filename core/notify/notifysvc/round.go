package notifysvc

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Batch is how many companies are told in one transaction.
const Batch = 200

// Tidings are what the people of one company are told; without a kind of news they
// are passed by.
type Tidings struct {
	Company uuid.UUID
	News
}

// A Round tells many companies of an event. It returns the next of them after one,
// at most Batch, in the order of their ids; fewer end the round. What it needs to
// know it reads again for each batch: a category may have closed meanwhile.
type Round func(ctx context.Context, tx pg.Tx, e journal.Event, after uuid.UUID) ([]Tidings, error)

// batchAsked is the event by which a round goes on: each batch is a transaction
// and an event of its own, so that ten thousand suppliers hold up nobody and a
// worker that dies goes on where it was.
const batchAsked = "notify.batch.asked"

// A next is the detail of batchAsked.
type next struct {
	Round string        `json:"round"`
	Event journal.Event `json:"event"`
	After uuid.UUID     `json:"after"`
}

// OnRound has a round follow an event. Its name is the round's alone, and stays
// what it is while rounds are under way.
func (s *Service) OnRound(name, event string, r Round) {
	if _, taken := s.rounds[name]; taken {
		panic("notify: two rounds are called " + name)
	}
	s.rounds[name] = r
	s.On(event, func(ctx context.Context, tx pg.Tx, e journal.Event) error {
		return s.goOn(ctx, tx, next{Round: name, Event: e})
	})
}

// asked goes on with a round.
func (s *Service) asked(ctx context.Context, tx pg.Tx, e journal.Event) error {
	var n next
	if err := json.Unmarshal(e.Detail, &n); err != nil {
		return err
	}
	return s.goOn(ctx, tx, n)
}

func (s *Service) goOn(ctx context.Context, tx pg.Tx, n next) error {
	r, ok := s.rounds[n.Round]
	if !ok {
		return fmt.Errorf("notify: no round is called %q", n.Round)
	}
	list, err := r(ctx, tx, n.Event, n.After)
	if err != nil || len(list) == 0 {
		return err
	}
	full, last := len(list) >= Batch, list[len(list)-1].Company
	if err := s.toCompanies(ctx, tx, list); err != nil || !full {
		return err
	}
	n.After = last
	detail, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return journal.Announce(ctx, tx, journal.Event{
		Action:   batchAsked,
		Object:   n.Event.Object,
		ObjectID: n.Event.ObjectID,
		Owner:    n.Event.Owner,
		Actor:    access.System.User,
		Detail:   detail,
	})
}

// toCompanies tells the people of companies, in two round trips.
func (s *Service) toCompanies(ctx context.Context, tx pg.Tx, list []Tidings) error {
	list = slices.DeleteFunc(list, func(t Tidings) bool { return t.Kind == "" })
	companies := make([]uuid.UUID, len(list))
	for i, t := range list {
		companies[i] = t.Company
	}
	people, err := s.identity.PeopleOf(ctx, tx, companies)
	if err != nil {
		return err
	}
	of := map[uuid.UUID][]identitysvc.Recipient{}
	for _, p := range people {
		of[p.Company] = append(of[p.Company], p)
	}
	var writes pg.Queue
	for _, t := range list {
		if err := s.spread(ctx, &writes, tx, of[t.Company], t.News); err != nil {
			return err
		}
	}
	return writes.Send(ctx, tx)
}
