package sourcingsvc

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// CategoryDetails is a category with all that is asked in it, what the linter
// says of it, and the moves of its closing.
type CategoryDetails struct {
	sourcing.Content
	TypeName string
	Findings []sourcing.Finding // while it is not published
	Changes  []ClosingChange
}

// Category returns a category with its criteria and items.
func (s *Service) Category(ctx context.Context, a access.Actor, owner, id uuid.UUID) (CategoryDetails, error) {
	var out CategoryDetails
	if err := a.Serve(owner, ""); err != nil {
		return out, err
	}
	row, err := readCategory(ctx, s.db, id, owner)
	if err != nil {
		return out, err
	}
	job, err := readJob(ctx, s.db, row.JobID, owner)
	if err != nil {
		return out, err
	}
	if out.Content, err = sourcingdb.Content(ctx, s.db, q, job.Job.Domain(), row.Domain()); err != nil {
		return out, err
	}
	if row.CategoryTypeID != nil {
		if out.TypeName, err = q.CategoryTypeName(ctx, s.db, *row.CategoryTypeID); err != nil {
			return out, err
		}
	}
	if out.Changes, err = s.closingChanges(ctx, id, owner); err != nil {
		return out, err
	}
	if out.Content.Category.Unpublished() {
		now, err := pg.ClockOf(ctx, s.db)
		if err != nil {
			return out, err
		}
		if out.Findings, err = s.findings(ctx, s.db, out.Content, now); err != nil {
			return out, err
		}
	}
	return out, nil
}

// CreateCategory drafts a category of a job.
func (s *Service) CreateCategory(ctx context.Context, a access.Actor, owner, job uuid.UUID, form sourcing.CategoryForm) (uuid.UUID, error) {
	var id uuid.UUID
	if err := a.Serve(owner, ""); err != nil {
		return id, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		j, err := lockJob(ctx, tx, job, owner)
		if err != nil {
			return err
		}
		if err := j.Policy().May(a, sourcing.ToAuthor); err != nil {
			return err
		}
		id, err = createCategory(ctx, tx, a, j, form, nil)
		return err
	})
	return id, err
}

// createCategory makes a category of a job; had is the group for which the one was kept that it is a copy of: that one goes on, though
// nobody joins it any more.
func createCategory(ctx context.Context, tx pg.Tx, a access.Actor, j sourcing.Job, form sourcing.CategoryForm, had *uuid.UUID) (uuid.UUID, error) {
	if err := j.Editable(); err != nil {
		return uuid.Nil, err
	}
	policy := j.Policy()
	form, err := form.Check(policy)
	if err != nil {
		return uuid.Nil, err
	}
	if policy.Has(sourcing.Live) {
		if has, err := q.JobCategories(ctx, tx, j.ID, j.Buyer); err != nil || len(has) > 0 {
			return uuid.Nil, cmp.Or(err, error(sourcing.OneCategory.New("the job has one")))
		}
	}
	if form, err = affordable(ctx, tx, j, uuid.Nil, form, true); err != nil {
		return uuid.Nil, err
	}
	if form.Number == "" {
		if form.Number, err = freeNumber(ctx, tx, j); err != nil {
			return uuid.Nil, err
		}
	}
	id, err := uuid.NewV7()
	if err != nil {
		return id, err
	}
	reference := j.Reference + "/" + form.Number
	if had == nil || form.Reserved == nil || *had != *form.Reserved {
		if err := groupOf(ctx, tx, form.Reserved); err != nil {
			return id, err
		}
	}
	err = q.InsertCategory(ctx, tx, sourcingdb.InsertCategoryParams{ID: id, JobID: j.ID, BuyerID: j.Buyer, Activity: string(j.Activity),
		Number: form.Number, Reference: reference, Name: form.Name, Description: form.Description, Instructions: form.Instructions,
		CategoryTypeID: form.Type, Grouping: form.Grouping, Currency: string(form.Currency), BidFee: form.BidFee, Estimate: form.Estimate,
		OpensAt: form.OpensAt, ClosesAt: form.ClosesAt, PassMark: form.PassMark, TechnicalWeight: form.TechnicalWeight,
		FinancialWeight: form.FinancialWeight, PriceFormula: form.PriceFormula, Openers: int32(form.Openers), InvitedOnly: form.InvitedOnly, ReservedFor: form.Reserved, Without: closed.Values(form.Without...),
		CreatedAt: tx.Now})
	if err != nil {
		return id, sourcingdb.Fault(err)
	}
	if err := q.OpenToMaker(ctx, tx, j.Buyer, a.User, id); err != nil {
		return id, err
	}
	return id, noted(ctx, tx, a, "category.created", "category", id, j.Buyer, map[string]any{"job_id": j.ID, "reference": reference, "name": form.Name})
}

// groupOf raises an error of its field where there is no such special group of the platform to which anybody can belong.
func groupOf(ctx context.Context, tx pg.Tx, group *uuid.UUID) error {
	if group == nil {
		return nil
	}
	active, err := q.GroupActive(ctx, tx, *group)
	if pg.NoRows(err) || err == nil && !active {
		return fault.Invalid.New("no such group").At("/reserved_for", fault.Unknown)
	}
	return err
}

// insertOf is a category that is made from another, as a row that nobody knows of yet.
func insertOf(c sourcing.Category, at time.Time) sourcingdb.InsertCategoryParams {
	return sourcingdb.InsertCategoryParams{
		ID:              c.ID,
		JobID:           c.Job,
		BuyerID:         c.Buyer,
		Activity:        string(c.Activity),
		ParentID:        c.Parent,
		Round:           int32(c.Round),
		BestAndFinal:    c.BestAndFinal,
		Number:          c.Number,
		Reference:       c.Reference,
		Name:            c.Name,
		Description:     c.Description,
		Instructions:    c.Instructions,
		CategoryTypeID:  c.Type,
		Grouping:        c.Grouping,
		Currency:        string(c.Currency),
		BidFee:          c.BidFee,
		Estimate:        c.Estimate,
		OpensAt:         c.OpensAt,
		ClosesAt:        c.ClosesAt,
		PassMark:        c.PassMark,
		TechnicalWeight: c.TechnicalWeight,
		FinancialWeight: c.FinancialWeight,
		PriceFormula:    c.PriceFormula,
		Openers:         int32(c.Openers),
		InvitedOnly:     c.InvitedOnly,
		ReservedFor:     c.Reserved,
		Without:         closed.Values(c.Without.Names()...),
		CreatedAt:       at,
	}
}

// freeNumber is the next number that no category of the job has; the job's lock holds it.
func freeNumber(ctx context.Context, tx pg.Tx, j sourcing.Job) (string, error) {
	taken, err := numbers(ctx, tx, j)
	if err != nil {
		return "", err
	}
	n := len(taken) + 1
	for taken[fmt.Sprint(n)] {
		n++
	}
	return fmt.Sprint(n), nil
}

// numbers are those of a job's categories, each but once.
func numbers(ctx context.Context, tx pg.Tx, j sourcing.Job) (map[string]bool, error) {
	rows, err := q.JobCategories(ctx, tx, j.ID, j.Buyer)
	out := map[string]bool{}
	for _, r := range rows {
		out[r.Number] = true
	}
	return out, err
}

// UpdateCategory changes an unpublished category that nobody else changed since version.
func (s *Service) UpdateCategory(ctx context.Context, a access.Actor, owner, id uuid.UUID, version int, form sourcing.CategoryForm) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, _, err := editable(ctx, tx, a, id, owner, sourcing.ToAuthor)
		if err != nil {
			return err
		}
		job, err := readJob(ctx, tx, c.Job, owner)
		if err != nil {
			return err
		}
		if form, err = form.Check(job.Job.Domain().Policy()); err != nil {
			return err
		}
		c.Version = version
		if err := updateCategory(ctx, tx, job.Job.Domain(), c, form); err != nil {
			return err
		}
		return noted(ctx, tx, a, "category.updated", "category", c.ID, c.Buyer, map[string]any{"name": form.Name, "closes_at": form.ClosesAt})
	})
}

// updateCategory writes a checked form over a category that nobody changed since its version.
func updateCategory(ctx context.Context, tx pg.Tx, job sourcing.Job, c sourcing.Category, form sourcing.CategoryForm) error {
	if form.Number == "" {
		form.Number = c.Number
	}
	form, err := affordable(ctx, tx, job, c.ID, form, false)
	if err != nil {
		return err
	}
	// A group that was closed stays where it is named (0106): nothing else of a draft waits for another.
	if kept := form.Reserved != nil && c.Reserved != nil && *form.Reserved == *c.Reserved; !kept {
		if err := groupOf(ctx, tx, form.Reserved); err != nil {
			return err
		}
	}
	n, err := q.UpdateCategory(ctx, tx, sourcingdb.UpdateCategoryParams{
		ID:              c.ID,
		BuyerID:         c.Buyer,
		Version:         int32(c.Version),
		Number:          form.Number,
		Reference:       job.Reference + "/" + form.Number,
		Name:            form.Name,
		Description:     form.Description,
		Instructions:    form.Instructions,
		CategoryTypeID:  form.Type,
		Grouping:        form.Grouping,
		Currency:        string(form.Currency),
		BidFee:          form.BidFee,
		Estimate:        form.Estimate,
		OpensAt:         form.OpensAt,
		ClosesAt:        form.ClosesAt,
		PassMark:        form.PassMark,
		TechnicalWeight: form.TechnicalWeight,
		FinancialWeight: form.FinancialWeight,
		PriceFormula:    form.PriceFormula,
		Openers:         int32(form.Openers),
		InvitedOnly:     form.InvitedOnly,
		ReservedFor:     form.Reserved,
		Without:         closed.Values(form.Without...),
	})
	return sourcingdb.Fault(found(n, err, sourcing.Changed))
}

// CancelCategory ends a category with a reason, and a round of it that runs: one
// that was never published is withdrawn, another cancelled.
func (s *Service) CancelCategory(ctx context.Context, a access.Actor, owner, id uuid.UUID, reason string) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	reason, err := checkReason(reason)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		job, c, err := lockBoth(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		if err := c.Policy().May(a, sourcing.ToAuthor); err != nil {
			return err
		}
		if err := s.cancelCategory(ctx, tx, a, c, reason); err != nil {
			return err
		}
		return closeJob(ctx, tx, a, job)
	})
}

func (s *Service) cancelCategory(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Category, reason string) error {
	move, event := sourcing.Cancel, CategoryCancelled
	if c.Unpublished() {
		move, event = sourcing.Withdraw, "sourcing.category.withdrawn"
	}
	status, err := c.Do(move, sourcing.Facts{Now: tx.Now})
	if err != nil {
		return err
	}
	err = q.CancelCategory(ctx, tx, sourcingdb.CancelCategoryParams{ID: c.ID, BuyerID: c.Buyer, Status: string(status), CancelledAt: &tx.Now, CancelReason: reason})
	if err != nil {
		return err
	}
	if _, err = tell(ctx, tx, a, event, c, Cancellation{c.Job, reason}); err != nil {
		return err
	}
	if c.Policy().Has(sourcing.Live) && s.Live != nil {
		if err := s.Live.Cancel(ctx, tx, a, c, reason); err != nil {
			return err
		}
	}
	below, err := rounds(ctx, tx, c)
	for _, r := range below {
		if err == nil && !r.Status.Ended() {
			err = s.cancelCategory(ctx, tx, a, r, reason)
		}
	}
	return err
}

// Duplicate copies a category, with its sections, questions and items, as a new
// draft of the same job or of another job of the same activity.
func (s *Service) Duplicate(ctx context.Context, a access.Actor, owner, id uuid.UUID, into *uuid.UUID) (uuid.UUID, error) {
	var made uuid.UUID
	if err := a.Serve(owner, ""); err != nil {
		return made, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := readCategory(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		if err := row.Domain().Policy().May(a, sourcing.ToAuthor); err != nil {
			return err
		}
		if row.ParentID != nil {
			return sourcing.IllegalMove.New("a round is nothing without its category")
		}
		target := row.JobID
		if into != nil {
			target = *into
		}
		job, err := lockJob(ctx, tx, target, owner)
		if err != nil {
			return err
		}
		if string(job.Activity) != row.Activity {
			return fault.Invalid.New("another activity").At("/job_id", fault.NotAllowed)
		}
		content, err := sourcingdb.Content(ctx, tx, q, job, row.Domain())
		if err != nil {
			return err
		}
		form := content.Category.Form()
		form.Number = ""
		// What the budget of a plan has not is not copied: what it has left is taken then.
		if _, err := affordable(ctx, tx, job, uuid.Nil, form, false); err != nil && fault.As(err).Kind == fault.KindInvalid {
			form.Estimate = nil
		}
		if made, err = createCategory(ctx, tx, a, job, form, content.Category.Reserved); err != nil {
			return err
		}
		copied, err := fresh(content)
		if err != nil {
			return err
		}
		return insertContent(ctx, tx, a, made, owner, copied)
	})
	return made, err
}
