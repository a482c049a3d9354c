package partysvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Events of a reminder; their detail is an Expiring.
const (
	DocumentExpiring = "party.document.expiring"
	GroupExpiring    = "party.group.expiring"
)

// specialGroup is the kind of expiry that is a membership and no paper.
const specialGroup = "special_group"

// Expiring says what ends when.
type Expiring struct {
	Kind      string `json:"kind"`       // a party.DocumentKind, or special_group
	ExpiresOn string `json:"expires_on"` // 2006-01-02
	Stage     int    `json:"stage"`      // days before
}

// watch has people reminded before what they keep of a kind ends. Of one subject
// only the latest is reminded of; one without an end ends the reminders before it.
func watch(ctx context.Context, tx pg.Tx, company, id uuid.UUID, kind, subject string, expires *time.Time, today time.Time) error {
	if err := q.SettleExpiry(ctx, tx, company, kind, subject); err != nil || expires == nil {
		return err
	}
	return q.InsertExpiry(ctx, tx, partydb.InsertExpiryParams{ID: id, CompanyID: company, Kind: kind, Subject: subject, ExpiresOn: *expires,
		RemindOn: party.NextReminder(expires, today)})
}

// reminders at once in one transaction.
const reminderBatch = 50

// RemindDue reminds of the papers and memberships whose next stage has come, once
// for each and each stage however many processes ask, and returns how many it told of.
func (s *Service) RemindDue(ctx context.Context) (int, error) {
	told := 0
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		told = 0
		days, countries := party.DaysOf(tx.Now)
		rows, err := q.DueReminders(ctx, tx, days, countries, party.Day(tx.Now.UTC()), reminderBatch)
		if err != nil {
			return err
		}
		for _, r := range rows {
			sent, err := remind(ctx, tx, r)
			if err != nil {
				return err
			}
			if sent {
				told++
			}
		}
		return nil
	})
	return told, err
}

func remind(ctx context.Context, tx pg.Tx, r partydb.DueRemindersRow) (bool, error) {
	today := party.Day(tx.Now.In(party.Zone(r.Country)))
	stage, due := party.StageOn(r.ExpiresOn, today)
	if !due {
		return false, nil
	}
	n, err := q.InsertReminder(ctx, tx, r.ID, r.CompanyID, int32(stage), tx.Now)
	if err != nil {
		return false, err
	}
	if err := q.SetNextReminder(ctx, tx, party.NextReminder(&r.ExpiresOn, today), r.ID, r.CompanyID); err != nil || n == 0 {
		return false, err
	}
	action, object := DocumentExpiring, "company_document"
	if r.Kind == specialGroup {
		action, object = GroupExpiring, specialGroup
	}
	_, err = journal.Record(ctx, tx, access.System, journal.Entry{Action: action, Object: object, ObjectID: r.ID, Owner: r.CompanyID,
		Detail: Expiring{r.Kind, r.ExpiresOn.Format(time.DateOnly), stage}})
	return err == nil, err
}

// A BrokenBid is an open bid that a paper's or a membership's end breaks.
type BrokenBid struct {
	ID              uuid.UUID
	Reference, Name string
	ClosesAt        time.Time
}

// BrokenBids lists a company's open bids whose closing date lies after the
// last day of a paper or membership, the next to close first.
func (s *Service) BrokenBids(ctx context.Context, db pg.DB, company uuid.UUID, expires time.Time) ([]BrokenBid, error) {
	c, err := q.Company(ctx, db, company)
	if err != nil {
		return nil, err
	}
	y, m, d := expires.Date()
	end := time.Date(y, m, d+1, 0, 0, 0, 0, party.Zone(c.Country))
	rows, err := q.OpenBids(ctx, db, company, end)
	out := make([]BrokenBid, len(rows))
	for i, r := range rows {
		out[i] = BrokenBid(r)
	}
	return out, err
}

// SweepUploads forgets files that nobody has finished.
func (s *Service) SweepUploads(ctx context.Context) error {
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return err
	}
	return q.DeleteStaleUploads(ctx, s.db, now.Add(-uploadLife))
}
