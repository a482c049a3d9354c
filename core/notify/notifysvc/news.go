package notifysvc

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/internal/notifydb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// News is one thing to tell: a sentence in the app, and a message where Mail names
// its kind. Each reader gets both in a language of their own.
type News struct {
	Kind     string            // names the sentence, see Kinds
	Params   map[string]string // its values; one called *_at is a moment, shown in the zone of the one called zone
	Path     string            // of the screen that it leads to
	Mail     mail.Kind
	Data     mail.Data
	Document *uuid.UUID // attached

	// Under is a category whose bids the news speaks of: until it has closed nobody
	// but the reader may know that there was such a message.
	Under *uuid.UUID
}

// Spread tells people, in one round trip.
func (s *Service) Spread(ctx context.Context, tx pg.Tx, to []identitysvc.Recipient, n News) error {
	var writes pg.Queue
	if err := s.spread(ctx, &writes, tx, to, n); err != nil {
		return err
	}
	return writes.Send(ctx, tx)
}

func (s *Service) spread(ctx context.Context, writes *pg.Queue, tx pg.Tx, to []identitysvc.Recipient, n News) error {
	for _, p := range to {
		if n.Mail != "" {
			d := n.Data
			d.Supplier = cmp.Or(d.Supplier, p.CompanyName)
			if _, err := s.queue(ctx, writes, tx, Mail{To: p, Kind: n.Mail, Data: d, Path: n.Path, Document: n.Document, under: n.Under}); err != nil {
				return err
			}
		}
		if err := s.tell(ctx, writes, tx, p.Account, n); err != nil {
			return err
		}
	}
	return nil
}

// Tell leaves a sentence in the app of one person.
func (s *Service) Tell(ctx context.Context, tx pg.Tx, account uuid.UUID, n News) error {
	var writes pg.Queue
	if err := s.tell(ctx, &writes, tx, account, n); err != nil {
		return err
	}
	return writes.Send(ctx, tx)
}

func (s *Service) tell(ctx context.Context, writes *pg.Queue, tx pg.Tx, account uuid.UUID, n News) error {
	if !slices.Contains(Kinds, n.Kind) {
		return fmt.Errorf("notify: kind %q has no sentence: add it to Kinds", n.Kind)
	}
	raw, err := json.Marshal(n.Params)
	if err != nil {
		return err
	}
	err = q.Notify(ctx, writes, notifydb.NotifyParams{
		ID:        uuid.Must(uuid.NewV7()),
		AccountID: account,
		Kind:      n.Kind,
		Params:    raw,
		Href:      n.Path,
		Now:       tx.Now,
	})
	if err != nil {
		return err
	}
	return journal.Announce(ctx, writes, journal.Event{
		Action:   "notify.inbox.told",
		Object:   "account",
		ObjectID: account,
		Actor:    access.System.User,
		Detail:   json.RawMessage("{}"),
	})
}
