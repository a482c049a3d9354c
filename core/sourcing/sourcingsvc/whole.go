package sourcingsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// What is a job with exactly one category is written as one thing, within what else its
// author says of it.

// Draft drafts a job with its category for a buyer company.
func (s *Service) Draft(ctx context.Context, tx pg.Tx, a access.Actor, owner uuid.UUID, job sourcing.JobForm, form sourcing.CategoryForm) (sourcing.Category, error) {
	var none sourcing.Category
	if err := a.Serve(owner, ""); err != nil {
		return none, err
	}
	job, err := job.Check()
	policy := sourcing.Job{Activity: job.Activity}.Policy()
	if err == nil {
		err = policy.May(a, sourcing.ToConduct)
	}
	if err != nil {
		return none, err
	}
	id, err := s.createJob(ctx, tx, a, owner, job)
	if err != nil {
		return none, err
	}
	made, err := lockJob(ctx, tx, id, owner)
	if err != nil {
		return none, err
	}
	category, err := createCategory(ctx, tx, a, made, form, nil)
	if err != nil {
		return none, err
	}
	return lockCategory(ctx, tx, category, owner)
}

// Redraft says anew what an unpublished category and its job are, where nobody else
// changed it since version.
func (s *Service) Redraft(ctx context.Context, tx pg.Tx, a access.Actor, owner, id uuid.UUID, version int, job sourcing.JobForm, form sourcing.CategoryForm) (sourcing.Category, error) {
	if err := a.Serve(owner, ""); err != nil {
		return sourcing.Category{}, err
	}
	had, c, err := lockBoth(ctx, tx, id, owner)
	if err != nil {
		return c, err
	}
	if err := c.Policy().May(a, sourcing.ToAuthor); err != nil {
		return c, err
	}
	if err := c.Editable(); err != nil {
		return c, err
	}
	if c.Version != version {
		return c, sourcing.Changed.New("version %d, not %d", c.Version, version)
	}
	if err := updateJob(ctx, tx, a, had, had.Version, job); err != nil {
		return c, err
	}
	if form, err = form.Check(had.Policy()); err != nil {
		return c, err
	}
	if err := updateCategory(ctx, tx, had, c, form); err != nil {
		return c, err
	}
	if err := noted(ctx, tx, a, "category.updated", "category", c.ID, c.Buyer, map[string]any{"name": form.Name, "closes_at": form.ClosesAt}); err != nil {
		return c, err
	}
	return lockCategory(ctx, tx, id, owner)
}
