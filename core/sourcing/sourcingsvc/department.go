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

// DepartmentsOf is Departments for who has asked whether the actor may read them.
func DepartmentsOf(ctx context.Context, db pg.DB, owner uuid.UUID) ([]Department, error) {
	return q.Departments(ctx, db, owner)
}

// NoteDepartment notes a department that is not of the company, or that is no longer active and is not the one that was had.
func NoteDepartment(ctx context.Context, db pg.DB, f *fault.Fields, owner uuid.UUID, asked, had *uuid.UUID) error {
	if asked == nil {
		return nil
	}
	active, err := q.DepartmentActive(ctx, db, *asked, owner)
	switch {
	case pg.NoRows(err):
		f.Add("/department_id", fault.Unknown)
		err = nil
	case err == nil && !active && (had == nil || *had != *asked):
		f.Add("/department_id", fault.NotAllowed)
	}
	return err
}

// departmentOf raises what NoteDepartment notes of a job's.
func departmentOf(ctx context.Context, tx pg.Tx, owner uuid.UUID, asked, had *uuid.UUID) error {
	var f fault.Fields
	if err := NoteDepartment(ctx, tx, &f, owner, asked, had); err != nil {
		return err
	}
	return f.Err()
}
