package sourcingsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// Events of a category that others follow.
const (
	SuppliersInvited  = "sourcing.suppliers.invited" // detail: Invitees
	CategoryOpened    = "sourcing.category.opened"   // detail: Deadline
	CategoryExtended  = "sourcing.category.extended" // detail: Extension
	CategoryClosing   = "sourcing.category.closing"  // detail: Deadline
	CategoryClosed    = "sourcing.category.closed"
	CategoryFailed    = "sourcing.category.unsuccessful" // it closed without a bid
	RoundOpened       = "sourcing.category.round_opened" // of the round, which is a category
	CategoryCancelled = "sourcing.category.cancelled"    // detail: Cancellation
)

// Invitees are the suppliers that were not invited before.
type Invitees struct {
	Job       uuid.UUID                 `json:"job_id"`
	Suppliers []uuid.UUID               `json:"suppliers"`
	Source    sourcing.InvitationSource `json:"source"`
	List      *uuid.UUID                `json:"list_id,omitempty"`
	Passed    []sourcing.PassedOver     `json:"passed,omitempty"` // who was asked for, or whose turn it was, and why it was not invited
	Reason    string                    `json:"reason,omitempty"` // of who departed from the turn
	Turns     []uuid.UUID               `json:"turns,omitempty"`  // the order of them, as it stood
}

// An Extension moves a closing.
type Extension struct {
	Job    uuid.UUID `json:"job_id"`
	From   time.Time `json:"from"`
	To     time.Time `json:"to"`
	Reason string    `json:"reason"`
}

// A Cancellation ends a category.
type Cancellation struct {
	Job    uuid.UUID `json:"job_id"`
	Reason string    `json:"reason"`
}

// A Deadline is when a category closes.
type Deadline struct {
	Job      uuid.UUID `json:"job_id"`
	ClosesAt time.Time `json:"closes_at"`
}

// tell records an event of a category and returns the entry's number.
func tell(ctx context.Context, tx pg.Tx, a access.Actor, event string, c sourcing.Category, detail any) (int64, error) {
	return journal.Record(ctx, tx, a, journal.Entry{Action: event, Object: "category", ObjectID: c.ID, Owner: c.Buyer, Detail: detail})
}

// About is what people are told of a category.
type About struct {
	ID, Job, Buyer uuid.UUID
	BuyerName      string
	JobTitle       string
	Reference      string
	Name           string
	Activity       sourcing.Activity
	Status         sourcing.Status
	ClosesAt       time.Time // in the job's zone
	BestAndFinal   bool      // a round of negotiation that no other follows
	Zone           string
}

// Announcement returns what is told of a category.
func (s *Service) Announcement(ctx context.Context, db pg.DB, owner, category uuid.UUID) (About, error) {
	r, err := q.CategoryAbout(ctx, db, category, owner)
	if pg.NoRows(err) {
		err = sourcing.CategoryNotFound.New("")
	}
	if err != nil {
		return About{}, err
	}
	a := About{
		ID:           r.ID,
		Job:          r.JobID,
		Buyer:        r.BuyerID,
		BuyerName:    r.BuyerName,
		JobTitle:     r.JobTitle,
		Reference:    r.Reference,
		Name:         r.Name,
		Activity:     sourcing.Activity(r.Activity),
		Status:       sourcing.Status(r.Status),
		Zone:         r.Timezone,
		BestAndFinal: r.BestAndFinal,
	}
	a.ClosesAt = a.In(r.ClosesAt)
	return a, nil
}

// OpenedBy is the privilege of those who open its bids.
func (a About) OpenedBy() access.Privilege {
	return sourcing.Job{Activity: a.Activity}.Policy().Right(access.Buyer, sourcing.ToOpen)
}

// AwardedBy is the privilege of those who decide on it.
func (a About) AwardedBy() access.Privilege {
	return sourcing.Job{Activity: a.Activity}.Policy().Right(access.Buyer, sourcing.ToAward)
}

// AnsweredBy is the privilege of those who answer questions about it.
func (a About) AnsweredBy() access.Privilege {
	return sourcing.Job{Activity: a.Activity}.Policy().Right(access.Buyer, sourcing.ToAuthor)
}

// In is a moment as the clocks of the job show it.
func (a About) In(t time.Time) time.Time {
	zone, err := time.LoadLocation(a.Zone)
	if err != nil {
		zone = time.UTC
	}
	return t.In(zone)
}

// Newcomers takes the next invited suppliers whose people were not told yet, as
// told from now on: none before the category can be seen, none that is kept out,
// and nobody twice, whatever the order in which events come.
func (s *Service) Newcomers(ctx context.Context, tx pg.Tx, owner, category uuid.UUID, limit int) ([]uuid.UUID, error) {
	if on, err := s.seen(ctx, tx, owner, category); err != nil || !on {
		return nil, err
	}
	return q.ClaimInvited(ctx, tx, &tx.Now, category, owner, int32(limit))
}

// Fitting returns the next suppliers, after one, that may be told of an open
// category because they supply its kind: none that is kept out, and none that was
// invited, who is told of that. There is none for a category with chosen bidders.
func (s *Service) Fitting(ctx context.Context, tx pg.Tx, owner, category, after uuid.UUID, limit int) ([]uuid.UUID, error) {
	if on, err := s.seen(ctx, tx, owner, category); err != nil || !on {
		return nil, err
	}
	return q.Fitting(ctx, tx, sourcingdb.FittingParams{Now: &tx.Now, CategoryID: category, BuyerID: owner, After: after, MaxRows: int32(limit)})
}

// seen reports whether suppliers can see a category and bid for it now.
func (s *Service) seen(ctx context.Context, tx pg.Tx, owner, category uuid.UUID) (bool, error) {
	row, err := q.Category(ctx, tx, category, owner)
	if err != nil {
		return false, err
	}
	c := row.Domain()
	if !c.TakesBids(tx.Now) && !c.GoesOn() {
		return false, nil
	}
	off, err := partysvc.ActivitiesOff(ctx, tx, owner)
	for _, activity := range off {
		if activity == string(c.Activity) {
			return false, nil
		}
	}
	return err == nil, err
}
