package paymentsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pg"
)

// fewPayers is how many suppliers are looked through one by one, each by the index of what is theirs. The pages of more
// than so many fill soon when all rows are read in their order.
const fewPayers = 200

// A sought is what a search of an operator's list may mean.
type sought struct {
	narrowed bool
	rows     []uuid.UUID // as far as this page reaches
	named    *string     // more suppliers than a few have this in their names
}

func (s sought) empty() bool { return s.narrowed && len(s.rows) == 0 && s.named == nil }

// seek finds the rows of a page by what names them, and by the few suppliers in whose names the search is: each by its own
// index, because a list that is read in its order until a page is full reads all of it for what is in no page.
func (s *Service) seek(ctx context.Context, search string, byNumber func() ([]uuid.UUID, error), ofPayers func([]uuid.UUID) ([]uuid.UUID, error)) (sought, error) {
	typed := pg.Sought(search)
	if typed == nil {
		return sought{}, nil
	}
	out := sought{narrowed: true}
	var err error
	if out.rows, err = byNumber(); err != nil {
		return out, err
	}
	payers, err := q.SoughtPayers(ctx, s.db, *typed, fewPayers+1)
	if err != nil || len(payers) == 0 {
		return out, err
	}
	if len(payers) > fewPayers {
		out.named = typed
		return out, nil
	}
	theirs, err := ofPayers(payers)
	out.rows = append(out.rows, theirs...)
	return out, err
}

func (s *Service) seekOrders(ctx context.Context, search string, p paymentdb.AllPaymentsParams, paper string) (sought, error) {
	return s.seek(ctx, search, func() ([]uuid.UUID, error) {
		return q.SoughtOrders(ctx, s.db, pg.Plain(search), paper)
	}, func(payers []uuid.UUID) ([]uuid.UUID, error) {
		return q.NewestOrdersOf(ctx, s.db, paymentdb.NewestOrdersOfParams{Suppliers: payers, AfterAt: p.AfterAt, AfterID: p.AfterID,
			Statuses: p.Statuses, Providers: p.Providers, AtFrom: p.AtFrom, AtTo: p.AtTo, Zone: p.Zone, MaxRows: p.MaxRows})
	})
}

func (s *Service) seekAttempts(ctx context.Context, search string, p paymentdb.AttemptsParams) (sought, error) {
	return s.seek(ctx, search, func() ([]uuid.UUID, error) {
		return q.SoughtAttempts(ctx, s.db, pg.Plain(search))
	}, func(payers []uuid.UUID) ([]uuid.UUID, error) {
		return q.NewestAttemptsOf(ctx, s.db, paymentdb.NewestAttemptsOfParams{Suppliers: payers, AfterAt: p.AfterAt, AfterID: p.AfterID,
			Statuses: p.Statuses, Providers: p.Providers, CreatedFrom: p.CreatedFrom, CreatedTo: p.CreatedTo, Zone: p.Zone, MaxRows: p.MaxRows})
	})
}
