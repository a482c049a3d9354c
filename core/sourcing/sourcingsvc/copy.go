package sourcingsvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// CopyJob drafts a job once more, with all its categories that the actor may see and that were
// not cancelled: their sections, questions, items and files, in their order, their times moved
// together. Nobody who took part comes along, nor rounds, nor later windows of an intake, nor
// what was planned for it.
func (s *Service) CopyJob(ctx context.Context, a access.Actor, owner, id uuid.UUID, form sourcing.CopyForm) (uuid.UUID, error) {
	var made uuid.UUID
	if err := a.Serve(owner, ""); err != nil {
		return made, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := readJob(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		from := row.Job.Domain()
		for _, act := range []sourcing.Act{sourcing.ToConduct, sourcing.ToAuthor} {
			if err := from.Policy().May(a, act); err != nil {
				return err
			}
		}
		if from.Policy().Has(sourcing.Live) {
			return sourcing.IllegalMove.New("an auction is written in one act")
		}
		again, err := form.Check(from)
		if err != nil {
			return err
		}
		of, err := copied(ctx, tx, a, owner, id)
		if err != nil {
			return err
		}
		if made, err = s.createJob(ctx, tx, a, owner, again); err != nil {
			return err
		}
		into, err := lockJob(ctx, tx, made, owner)
		if err != nil {
			return err
		}
		zone, err := time.LoadLocation(into.Timezone)
		if err != nil {
			return err
		}
		for _, c := range of {
			again := c.Form()
			again.OpensAt = sourcing.Again(zone, of[0].OpensAt, form.OpensAt, c.OpensAt)
			again.ClosesAt = sourcing.Again(zone, of[0].OpensAt, form.OpensAt, c.ClosesAt)
			if err := copyCategory(ctx, tx, a, into, from, c, again); err != nil {
				return err
			}
		}
		return noted(ctx, tx, a, "job.copied", "job", made, owner, map[string]any{"from": id, "categories": len(of)})
	})
	return made, err
}

// copied are the categories of a job that are copied with it, what opened first before all.
func copied(ctx context.Context, tx pg.Tx, a access.Actor, owner, job uuid.UUID) ([]sourcing.Category, error) {
	rows, err := q.JobCategories(ctx, tx, job, owner)
	if err != nil {
		return nil, err
	}
	closed, err := q.ClosedTo(ctx, tx, job, owner, a.User)
	if err != nil {
		return nil, err
	}
	windows, err := q.JobWindows(ctx, tx, job, owner)
	var out []sourcing.Category
	for _, r := range rows {
		c := r.Domain()
		if c.Parent == nil && c.Status != sourcing.Cancelled && c.Status != sourcing.Withdrawn && !slices.Contains(closed, c.ID) && !slices.Contains(windows, c.ID) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(x, y sourcing.Category) int { return x.OpensAt.Compare(y.OpensAt) })
	return out, err
}

// left takes out of a content what was destroyed with an archived job: nobody could open it.
func left(ctx context.Context, tx pg.Tx, owner uuid.UUID, c *sourcing.Content) error {
	var documents []uuid.UUID
	for _, t := range c.Attachments {
		documents = append(documents, t.Document)
	}
	for _, i := range c.Items {
		if i.Asset != nil {
			for _, p := range i.Asset.Photos {
				documents = append(documents, p.Document)
			}
		}
	}
	gone, err := q.Destroyed(ctx, tx, documents, owner)
	if err != nil || len(gone) == 0 {
		return err
	}
	c.Attachments = slices.DeleteFunc(slices.Clone(c.Attachments), func(t sourcing.Attachment) bool { return slices.Contains(gone, t.Document) })
	for _, i := range c.Items {
		if i.Asset != nil {
			i.Asset.Photos = slices.DeleteFunc(i.Asset.Photos, func(p sourcing.AssetPhoto) bool { return slices.Contains(gone, p.Document) })
		}
	}
	return nil
}

// copyCategory drafts a category of another job in this one, as the form says it.
func copyCategory(ctx context.Context, tx pg.Tx, a access.Actor, into, from sourcing.Job, c sourcing.Category, form sourcing.CategoryForm) error {
	content, err := sourcingdb.Content(ctx, tx, q, from, c)
	if err != nil {
		return err
	}
	made, err := createCategory(ctx, tx, a, into, form, c.Reserved)
	if err != nil {
		return err
	}
	if err := left(ctx, tx, from.Buyer, &content); err != nil {
		return err
	}
	again, err := fresh(content)
	if err != nil {
		return err
	}
	return insertContent(ctx, tx, a, made, into.Buyer, again)
}
