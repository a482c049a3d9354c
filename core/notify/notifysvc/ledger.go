package notifysvc

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/notify/internal/notifydb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/platform/pg"
)

// Faults of the ledger.
var (
	NoMail   = fault.Declare(fault.KindNotFound, "notify.no_mail", "There is no such message")
	NoRetry  = fault.Declare(fault.KindConflict, "notify.no_retry", "Only a message that failed can be sent again")
	statuses = []string{"queued", "sent", "failed", "suppressed", "bounced", "gathered", "summarised"}
)

// note writes what became of an attempt: a mail system that will never take the
// message bounces it, anything else is tried again.
func (s *Service) note(ctx context.Context, r notifydb.DueMailsRow, cause error) error {
	outcome, status, text := "sent", "sent", ""
	switch {
	case errors.Is(cause, mail.ErrRefused):
		outcome, status, text = "bounced", "bounced", cause.Error()
	case cause != nil && r.Attempts >= maxAttempts:
		outcome, status, text = "failed", "failed", cause.Error()
	case cause != nil:
		outcome, status, text = "failed", "queued", cause.Error()
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := q.InsertAttempt(ctx, tx, r.ID, r.Attempts, outcome, text); err != nil {
			return err
		}
		if cause == nil {
			return q.MailSent(ctx, tx, r.ID)
		}
		wait := float64(uint(5) << min(r.Attempts, 10))
		return q.MailFailed(ctx, tx, status, text, wait, r.ID)
	})
}

// unreached is what the ledger says of a message whose reader it may not go to.
var unreached = map[identitysvc.Reach]string{identitysvc.Left: "left", identitysvc.Denied: "denied"}

// withhold ends a message whose reader is gone, or may not hear of it any more: it
// may have been tried for hours since it was queued for them.
func (s *Service) withhold(ctx context.Context, r notifydb.DueMailsRow) (bool, error) {
	reach, err := s.reach(ctx, s.db, r)
	if err != nil || reach == identitysvc.Reached {
		return false, err
	}
	return true, pg.InTx(ctx, s.db, func(tx pg.Tx) error { return keepBack(ctx, tx, r, reach) })
}

// reach is whether a message may still go to its reader; what goes to an address alone may.
func (s *Service) reach(ctx context.Context, db pg.DB, r notifydb.DueMailsRow) (identitysvc.Reach, error) {
	if r.AccountID == nil {
		return identitysvc.Reached, nil
	}
	return s.identity.Reach(ctx, db, *r.AccountID, identitysvc.Holder{Privilege: access.Privilege(r.Privilege), Category: r.OfCategory})
}

func keepBack(ctx context.Context, tx pg.Tx, r notifydb.DueMailsRow, reach identitysvc.Reach) error {
	if err := q.InsertAttempt(ctx, tx, r.ID, r.Attempts, unreached[reach], ""); err != nil {
		return err
	}
	return q.MailFailed(ctx, tx, "suppressed", "", 0, r.ID)
}

// MailFilter narrows the ledger.
type MailFilter struct {
	Statuses []string
	Kinds    []mail.Kind
	Search   string
	Days     int // how far back it looks where no day is named
	Created  day.Span
}

// An Outgoing is one message of the ledger.
type Outgoing = notifydb.OutgoingRow

func since(ctx context.Context, db pg.DB, days int) (time.Time, error) {
	now, err := pg.ClockOf(ctx, db)
	return now.Add(-time.Duration(days) * 24 * time.Hour), err
}

// Mails is one page of the ledger, newest first.
func (s *Service) Mails(ctx context.Context, a access.Actor, f MailFilter, after string, limit int) (page.Of[Outgoing], error) {
	if err := a.Staff(access.ManageDocuments); err != nil {
		return page.Of[Outgoing]{}, err
	}
	return s.mails(ctx, f, after, limit)
}

func (s *Service) mails(ctx context.Context, f MailFilter, after string, limit int) (page.Of[Outgoing], error) {
	c, err := page.Parse(after)
	if err != nil {
		return page.Of[Outgoing]{}, err
	}
	var from time.Time
	if !f.Created.Some() {
		if from, err = since(ctx, s.db, f.Days); err != nil {
			return page.Of[Outgoing]{}, err
		}
	}
	rows, err := q.Outgoing(ctx, s.db, notifydb.OutgoingParams{
		AfterAt:     c.At,
		AfterID:     c.ID,
		Statuses:    pg.Some(f.Statuses),
		Kinds:       closed.Values(f.Kinds...),
		Search:      pg.Sought(f.Search),
		Since:       from,
		CreatedFrom: f.Created.First,
		CreatedTo:   f.Created.Last,
		Zone:        f.Created.Zone,
		MaxRows:     int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r Outgoing) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), err
}

// An Attempt is one try to send a message.
type Attempt = notifydb.AttemptsRow

// Mail returns one message with its attempts.
func (s *Service) Mail(ctx context.Context, a access.Actor, id uuid.UUID) (Outgoing, []Attempt, error) {
	if err := a.Staff(access.ManageDocuments); err != nil {
		return Outgoing{}, nil, err
	}
	row, err := q.OutgoingMail(ctx, s.db, id)
	if pg.NoRows(err) {
		return Outgoing{}, nil, NoMail.New("")
	}
	if err != nil {
		return Outgoing{}, nil, err
	}
	tries, err := q.Attempts(ctx, s.db, id)
	return Outgoing(row), tries, err
}

// RetryMail queues a message again that was given up.
func (s *Service) RetryMail(ctx context.Context, a access.Actor, id uuid.UUID) error {
	if err := a.Staff(access.ManageDocuments); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		n, err := q.RetryMail(ctx, tx, id)
		if err != nil {
			return err
		}
		if n == 0 {
			_, err := q.OutgoingMail(ctx, tx, id)
			switch {
			case pg.NoRows(err):
				return NoMail.New("")
			case err != nil:
				return err
			}
			return NoRetry.New("")
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "notify.mail.retried", Object: "mail", ObjectID: id})
		return err
	})
}

// A Count is how many messages there are of a kind, a day or a reason.
type Count struct {
	Key    string // kind, day (YYYY-MM-DD) or reason
	Status string // empty for reasons
	N      int64
}

// An Analysis is the ledger in figures.
type Analysis struct {
	Total   map[string]int64 // by status, all of them
	Kinds   []Count
	Days    []Count
	Reasons []Count
}

// Analysis counts the messages of so many days.
func (s *Service) Analysis(ctx context.Context, a access.Actor, days int) (Analysis, error) {
	if err := a.Staff(access.ManageDocuments); err != nil {
		return Analysis{}, err
	}
	return s.analysis(ctx, days)
}

func (s *Service) analysis(ctx context.Context, days int) (Analysis, error) {
	out := Analysis{Total: map[string]int64{}}
	for _, st := range statuses {
		out.Total[st] = 0
	}
	from, err := since(ctx, s.db, days)
	if err != nil {
		return out, err
	}
	kinds, err := q.CountByKind(ctx, s.db, from)
	if err != nil {
		return out, err
	}
	for _, r := range kinds {
		out.Total[r.Status] += r.N
		out.Kinds = append(out.Kinds, Count{r.Kind, r.Status, r.N})
	}
	byDay, err := q.CountByDay(ctx, s.db, from)
	if err != nil {
		return out, err
	}
	for _, r := range byDay {
		out.Days = append(out.Days, Count{r.Day.UTC().Format(time.DateOnly), r.Status, r.N})
	}
	reasons, err := q.CountReasons(ctx, s.db, from)
	for _, r := range reasons {
		out.Reasons = append(out.Reasons, Count{Key: r.Error, N: r.N})
	}
	return out, err
}
