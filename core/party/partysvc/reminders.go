package partysvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/access"
	"zabuni.org/core/journal"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/pg"
)

// DocumentExpiring is the event of a reminder; its detail is an Expiring.
const DocumentExpiring = "party.document.expiring"

// Expiring says which paper ends when.
type Expiring struct {
	Kind      party.DocumentKind `json:"kind"`
	Version   int32              `json:"version"`
	ExpiresOn string             `json:"expires_on"` // 2006-01-02
	Stage     int                `json:"stage"`      // days before
}

// reminders at once in one transaction.
const reminderBatch = 50

// RemindDue reminds of the papers whose next stage has come, once for each
// version and stage however many processes ask, and returns how many it told of.
func (s *Service) RemindDue(ctx context.Context) (int, error) {
	told := 0
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		told = 0
		// The first of our countries to reach a day is three hours ahead of UTC.
		rows, err := q.DueReminders(ctx, tx, party.Day(tx.Now.UTC().Add(3*time.Hour)), reminderBatch)
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
	if r.ExpiresOn == nil {
		return false, q.SetNextReminder(ctx, tx, nil, r.ID, r.CompanyID)
	}
	stage, due := party.StageOn(*r.ExpiresOn, today)
	if !due || r.RemindOn.After(today) { // a western country reaches the day a little later
		return false, nil
	}
	n, err := q.InsertReminder(ctx, tx, r.ID, r.CompanyID, int32(stage), tx.Now)
	if err != nil {
		return false, err
	}
	if err := q.SetNextReminder(ctx, tx, party.NextReminder(r.ExpiresOn, today), r.ID, r.CompanyID); err != nil || n == 0 {
		return false, err
	}
	_, err = journal.Record(ctx, tx, access.System, journal.Entry{Action: DocumentExpiring, Object: "company_document", ObjectID: r.ID, Owner: r.CompanyID,
		Detail: Expiring{party.DocumentKind(r.Kind), r.Version, r.ExpiresOn.Format(time.DateOnly), stage}})
	return err == nil, err
}

// A BrokenBid is an open bid that a paper's expiry breaks.
type BrokenBid struct {
	ID              uuid.UUID
	Reference, Name string
	ClosesAt        time.Time
}

// BrokenBids lists a company's open bids whose closing date lies after the
// last day of a paper, the next to close first.
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
