package sourcingsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// A Department is a part of a company for whose needs a job may be.
type Department = sourcingdb.DepartmentsRow

// Departments lists the parts of a buyer company for which jobs are, or were.
func (s *Service) Departments(ctx context.Context, a access.Actor, owner uuid.UUID) ([]Department, error) {
	if err := a.Serve(owner, ""); err != nil {
		return nil, err
	}
	return q.Departments(ctx, s.db, owner)
}

// departmentOf admits a department of the same company: an active one, or the one that the job has had.
func departmentOf(ctx context.Context, tx pg.Tx, owner uuid.UUID, asked, had *uuid.UUID) error {
	if asked == nil {
		return nil
	}
	active, err := q.DepartmentActive(ctx, tx, *asked, owner)
	switch {
	case pg.NoRows(err):
		return fault.Invalid.Wrap(err, "").At("/department_id", fault.Unknown)
	case err != nil:
		return err
	case !active && (had == nil || *had != *asked):
		return fault.Invalid.New("an inactive department").At("/department_id", fault.NotAllowed)
	}
	return nil
}
