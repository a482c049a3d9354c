package auctionsvc

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Log is the signed log of a closed room for its host: it holds aliases and no names, so that it may be handed on.
func (s *Service) Log(ctx context.Context, who access.Actor, owner, id uuid.UUID) ([]byte, error) {
	if _, err := sourcingsvc.LookBought(ctx, s.db, who, owner, id, party.ManagedSourcing, sourcing.ToHost); err != nil {
		return nil, err
	}
	a, err := read(ctx, s.db, owner, id)
	if err != nil {
		return nil, err
	}
	return s.log(ctx, a)
}

// KeptLog is the log of a category's room for the archive, which has asked who takes it: nil where it has none, or none
// that was closed.
func (s *Service) KeptLog(ctx context.Context, owner, id uuid.UUID) ([]byte, error) {
	a, err := read(ctx, s.db, owner, id)
	switch {
	case errors.Is(err, auction.NotFound), err == nil && a.Status != auction.Ended:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return s.log(ctx, a)
}

func (s *Service) log(ctx context.Context, a auction.Auction) ([]byte, error) {
	owner, id := a.Buyer, a.ID
	rows, err := q.Ledger(ctx, s.db, id, owner)
	if err != nil {
		return nil, err
	}
	var ledger []auction.Event
	for _, r := range rows {
		if r.Seq <= a.Seq { // what came meanwhile is in the next one
			ledger = append(ledger, eventOf(r))
		}
	}
	names, err := q.Aliases(ctx, s.db, id, owner)
	if err != nil {
		return nil, err
	}
	aliases := make(map[uuid.UUID]int, len(names))
	for _, r := range names {
		aliases[r.SupplierID] = int(r.Alias)
	}
	return a.Log(ledger, aliases, s.Notary.SignRoom)
}
