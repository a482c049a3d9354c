// Package entrysvc reads the facts by which the rule of taking part decides: the
// same statement for a list, a cart, a payment and a bid.
package entrysvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/entry"
	"zabuni.org/core/entry/internal/entrydb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

var q = entrydb.New()

// Of reads what the part of the actor's company in each of some categories depends
// on, in one statement; what is no category is missing.
func Of(ctx context.Context, db pg.DB, a access.Actor, categories ...uuid.UUID) (map[uuid.UUID]entry.Facts, error) {
	out := make(map[uuid.UUID]entry.Facts, len(categories))
	if len(categories) == 0 {
		return out, nil
	}
	rows, err := q.Facts(ctx, db, a.Org, categories)
	for _, r := range rows {
		out[r.ID] = factsOf(r, a)
	}
	return out, err
}

func factsOf(r entrydb.FactsRow, a access.Actor) entry.Facts {
	without, _ := sourcing.StepsOf(r.Without)
	policy := sourcing.Category{Activity: sourcing.Activity(r.Activity), Without: without, Parent: r.ParentID}.Policy()
	return entry.Facts{
		Phase:         entry.Phase{Status: sourcing.Status(r.Status), OpensAt: r.OpensAt, ClosesAt: r.ClosesAt},
		Category:      r.ID,
		Buyer:         r.BuyerID,
		Activity:      policy.Activity,
		Now:           r.Now.UTC(),
		Published:     r.Published,
		Unasked:       len(policy.Envelopes) == 0,
		ByInvitation:  r.InvitedOnly || policy.Has(sourcing.ByInvitation),
		Invited:       r.Invited,
		WithoutModule: r.ModulesOff,
		Blacklisted:   r.Blacklisted,
		Listed:        r.Listed,
		Reserved:      r.Reserved,
		Active:        r.Active,
		Right:         policy.Activity.MayBid(a) == nil,
		Fee:           r.Costs && policy.Has(sourcing.BidFee),
		Paid:          r.Paid,
	}
}

// One is Of for one category that must be there.
func One(ctx context.Context, db pg.DB, a access.Actor, category uuid.UUID) (entry.Facts, error) {
	all, err := Of(ctx, db, a, category)
	if err != nil {
		return entry.Facts{}, err
	}
	f, ok := all[category]
	if !ok {
		return f, sourcing.CategoryNotFound.New("")
	}
	return f, nil
}

// Hold keeps categories as they are until the transaction ends: what is read of
// them after it, no closing makes untrue.
func Hold(ctx context.Context, tx pg.Tx, categories ...uuid.UUID) error {
	return q.Share(ctx, tx, categories)
}

// A Service answers those that read.
type Service struct{ db pg.DB }

// New returns a Service.
func New(db pg.DB) *Service { return &Service{db} }

// Refused tells of each category why the actor may not take part in it now: the
// code of the fault. What may be begun is missing.
func (s *Service) Refused(ctx context.Context, a access.Actor, categories ...uuid.UUID) (map[uuid.UUID]string, error) {
	if err := a.Be(access.Supplier); err != nil {
		return nil, err
	}
	all, err := Of(ctx, s.db, a, categories...)
	out := map[uuid.UUID]string{}
	for id, f := range all {
		if code := f.Code(); code != "" {
			out[id] = code
		}
	}
	return out, err
}
