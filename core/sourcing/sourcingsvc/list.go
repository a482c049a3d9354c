package sourcingsvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// A Listing is a supplier that comes onto a list, by the submission that passed.
type Listing struct {
	Supplier, Submission uuid.UUID
}

// PutOnList lists who was chosen in a category, in the transaction of the decision: until the first
// of the papers ends that it took from its profile into what passed.
func PutOnList(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Case, listed []Listing) error {
	put := sourcingdb.PutOnListParams{CategoryID: c.ID, BuyerID: c.Buyer, ListedAt: tx.Now}
	for _, l := range listed {
		put.Suppliers, put.Submissions = append(put.Suppliers, l.Supplier), append(put.Submissions, l.Submission)
	}
	papers, err := q.PapersEnd(ctx, tx, put.Submissions, c.Buyer)
	if err != nil {
		return err
	}
	for _, id := range put.Submissions {
		until := time.Unix(0, 0) // without end
		if i := slices.IndexFunc(papers, func(r sourcingdb.PapersEndRow) bool { return r.SubmissionID == id }); i >= 0 {
			until = sourcing.PaperEnds(papers[i].Ends, party.Zone(papers[i].Country), tx.Now)
		}
		put.Untils = append(put.Untils, until)
	}
	if err := q.PutOnList(ctx, tx, put); err != nil {
		return err
	}
	return noted(ctx, tx, a, "list.made", "category", c.ID, c.Buyer, map[string]any{"job_id": c.Job.ID, "suppliers": put.Suppliers})
}

// A ListRow is a category that made a list.
type ListRow = sourcingdb.ListsRow

// ListFilter narrows the lists of a buyer; the zero value narrows nothing.
type ListFilter struct {
	Activities []sourcing.Activity
	Search     string
	Job        *uuid.UUID // that made them
}

// Lists is one page of a buyer's lists, the latest first.
func (s *Service) Lists(ctx context.Context, a access.Actor, owner uuid.UUID, f ListFilter, after string, limit int) (page.Of[ListRow], error) {
	var out page.Of[ListRow]
	if err := a.Serve(owner, ""); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	off, err := partysvc.ActivitiesOff(ctx, s.db, owner)
	if err != nil {
		return out, err
	}
	rows, err := q.Lists(ctx, s.db, sourcingdb.ListsParams{
		BuyerID:    owner,
		AccountID:  a.User,
		Off:        off,
		AfterAt:    c.At,
		AfterID:    c.ID,
		Activities: closed.Values(f.Activities...),
		Search:     pg.Sought(f.Search),
		JobID:      f.Job,
		MaxRows:    int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r ListRow) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), err
}

// An Entry is a supplier on a list. Expired tells that its time is over.
type Entry struct {
	Supplier, Submission uuid.UUID
	Name, Country        string
	Status               sourcing.EntryStatus
	From                 time.Time
	Until                *time.Time
	Expired              bool
	Reason               string
}

// maxEntries bounds a list: it is read as a whole, by name.
const maxEntries = 2000

// Listed returns the list that a category made. It raises NoList.
func (s *Service) Listed(ctx context.Context, a access.Actor, owner, category uuid.UUID) ([]Entry, error) {
	if err := s.ownList(ctx, a, owner, category); err != nil {
		return nil, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return nil, err
	}
	rows, err := q.Listed(ctx, s.db, category, owner, maxEntries)
	out := make([]Entry, len(rows))
	for i, r := range rows {
		out[i] = Entry{
			Supplier:   r.SupplierID,
			Submission: r.SubmissionID,
			Name:       r.Name,
			Country:    r.Country,
			Status:     sourcing.EntryStatus(r.Status),
			From:       r.ListedAt.UTC(),
			Until:      r.ListedUntil,
			Expired:    r.ListedUntil != nil && !r.ListedUntil.After(now),
			Reason:     r.Reason,
		}
	}
	return out, err
}

// ownList checks that a category is there, the caller's, and makes lists, and that the
// caller may do one of the acts where there are any.
func (s *Service) ownList(ctx context.Context, a access.Actor, owner, category uuid.UUID, acts ...sourcing.Act) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	row, err := readCategory(ctx, s.db, category, owner)
	if err != nil {
		return err
	}
	if len(acts) > 0 {
		if err := row.Domain().Policy().May(a, acts...); err != nil {
			return err
		}
	}
	if !row.Domain().Policy().Has(sourcing.List) {
		return sourcing.NoList.New("%s", row.Activity)
	}
	return Admit(ctx, s.db, a, category)
}

// SetEntry suspends, removes or restores a supplier on a list, or sets until when
// who stands on it is listed. It raises NotListed.
func (s *Service) SetEntry(ctx context.Context, a access.Actor, owner, category, supplier uuid.UUID, form sourcing.EntryForm) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	if err := s.ownList(ctx, a, owner, category, sourcing.ToAuthor); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		stood, err := q.LockEntry(ctx, tx, category, supplier, owner)
		if pg.NoRows(err) {
			return sourcing.NotListed.New("")
		}
		if err != nil {
			return err
		}
		form, err := form.Check(tx.Now, stood)
		if err != nil {
			return err
		}
		err = q.SetEntry(ctx, tx, sourcingdb.SetEntryParams{
			CategoryID:  category,
			SupplierID:  supplier,
			BuyerID:     owner,
			Status:      string(form.Status),
			ListedUntil: form.Until,
			Reason:      form.Reason,
		})
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, "list.changed", "category", category, owner, map[string]any{
			"supplier_id": supplier,
			"status":      form.Status,
			"until":       form.Until,
			"reason":      form.Reason,
		})
	})
}
