package notifysvc

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/notify/internal/notifydb"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// inSummary is how many messages stand in one summary; more come in another.
const inSummary = 100

// SummariseDue writes the summaries of a handful of people that are due, and returns how many were written.
func (s *Service) SummariseDue(ctx context.Context) (int, error) {
	people, err := q.DueSummaries(ctx, s.db, sentAtOnce)
	if err != nil {
		return 0, err
	}
	for _, account := range people {
		if err := pg.InTx(ctx, s.db, func(tx pg.Tx) error { return s.summarise(ctx, tx, account) }); err != nil {
			return 0, err
		}
	}
	return len(people), nil
}

// summarise queues one message to a person, of those that wait for it. What they may not hear of any more is left out.
func (s *Service) summarise(ctx context.Context, tx pg.Tx, account uuid.UUID) error {
	rows, err := q.Gathered(ctx, tx, &account, inSummary)
	if err != nil {
		return err
	}
	var items []mail.Item
	var ids []uuid.UUID
	for _, r := range rows {
		due := notifydb.DueMailsRow(r)
		reach, err := s.reach(ctx, tx, due)
		if err == nil && reach != identitysvc.Reached {
			err = keepBack(ctx, tx, due, reach)
		}
		if err != nil {
			return err
		}
		if reach != identitysvc.Reached {
			continue
		}
		item, err := item(ctx, tx, due)
		if errors.Is(err, errUnwritten) { // it goes its own way, where the ledger says what is wrong with it
			if err := q.Alone(ctx, tx, tx.Now, r.ID, &account); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		items, ids = append(items, item), append(ids, r.ID)
	}
	if len(items) == 0 {
		return nil
	}
	to, err := s.identity.Recipient(ctx, tx, account)
	if err != nil {
		return err
	}
	id, err := s.Queue(ctx, tx, Mail{To: to, Kind: mail.Summary, Path: "/profile", Data: mail.Data{Count: strconv.Itoa(len(items)), Items: items}})
	if err != nil {
		return err
	}
	return q.Summarise(ctx, tx, &id, ids, &account)
}

var errUnwritten = errors.New("the message cannot be written")

// item is what a summary says of a message: its subject in the reader's language, and where it leads.
func item(ctx context.Context, db pg.DB, r notifydb.DueMailsRow) (mail.Item, error) {
	var d mail.Data
	if err := json.Unmarshal(r.Data, &d); err != nil {
		return mail.Item{}, err
	}
	own, err := wording(ctx, db, r.Kind, r.Language)
	if err != nil {
		return mail.Item{}, err
	}
	m, err := mail.Render(mail.Kind(r.Kind), r.Language, d, own)
	if err != nil {
		return mail.Item{}, errUnwritten
	}
	return mail.Item{Subject: m.Subject, Link: d.Link}, nil
}
