package sourcingsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// Jobs and categories as a search finds them.
type (
	FoundJob      = sourcingdb.FindJobsRow
	FoundCategory = sourcingdb.FindCategoriesRow
)

// reach is whose work a search looks at: that of the actor's company, or for the
// operator's people, who see the work of buyers, that of all (nil).
func (s *Service) reach(ctx context.Context, a access.Actor) (owner *uuid.UUID, off []string, err error) {
	if a.Type == access.Operator {
		return nil, []string{}, a.See(access.Work)
	}
	if err := a.Serve(a.Org, ""); err != nil {
		return nil, nil, err
	}
	off, err = partysvc.ActivitiesOff(ctx, s.db, a.Org)
	return &a.Org, off, err
}

// FindJobs returns jobs by title, reference and code, newest first.
func (s *Service) FindJobs(ctx context.Context, a access.Actor, words string, limit int) ([]FoundJob, error) {
	owner, off, err := s.reach(ctx, a)
	if err != nil {
		return nil, err
	}
	return q.FindJobs(ctx, s.db, owner, off, pg.Like(words), int32(limit))
}

// FindCategories returns categories by name and reference, newest first, without
// those that are closed to the actor.
func (s *Service) FindCategories(ctx context.Context, a access.Actor, words string, limit int) ([]FoundCategory, error) {
	owner, off, err := s.reach(ctx, a)
	if err != nil {
		return nil, err
	}
	return q.FindCategories(ctx, s.db, sourcingdb.FindCategoriesParams{
		BuyerID:   owner,
		AccountID: a.User,
		Off:       off,
		Search:    pg.Like(words),
		MaxRows:   int32(limit),
	})
}
