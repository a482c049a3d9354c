package archivesvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/archive"
	"zabuni.org/core/archive/internal/archivedb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// Module is what a buyer has to have to look into its archive.
const Module = "archive"

// Rows of the archive.
type (
	// Job is one that a buyer has archived.
	Job = archivedb.JobsRow
	// Head is an archived job by itself.
	Head = archivedb.JobRow
	// Category is one of an archived job.
	Category = archivedb.CategoriesRow
	// Bidder is who had submitted a bid.
	Bidder = archivedb.SuppliersRow
	// Paper is a document of a bid or a letter to who made it.
	Paper = archivedb.PapersRow
	// Managed is a job on its way into the archive, or in it.
	Managed = archivedb.ManagedRow
	// Buyer is one whose jobs stand in the archive.
	Buyer = archivedb.BuyersRow
	// Held is somebody's hold on a job.
	Held = archivedb.HoldsRow
)

// reads admits a buyer's people to their own archive, while they have the module, and the
// operator's people who keep all of them.
func reads(ctx context.Context, db pg.DB, a access.Actor, owner uuid.UUID) error {
	if a.Type == access.Operator {
		return manages(a)
	}
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	return partysvc.NeedModule(ctx, db, owner, Module)
}

// opens is reads for what bids say: the operator's people need the buyer's order for it.
func opens(ctx context.Context, db pg.DB, a access.Actor, owner uuid.UUID) error {
	if err := reads(ctx, db, a, owner); err != nil {
		return err
	}
	if a.Type == access.Operator {
		return partysvc.NeedService(ctx, db, owner, party.ManagedSourcing)
	}
	return nil
}

// OwnerOfJob says whose a job is: a buyer's people know but their own.
func (s *Service) OwnerOfJob(ctx context.Context, a access.Actor, job uuid.UUID) (uuid.UUID, error) {
	return s.ownerOf(ctx, a, job, q.OwnerOf)
}

// OwnerOfCategory says whose a category is.
func (s *Service) OwnerOfCategory(ctx context.Context, a access.Actor, category uuid.UUID) (uuid.UUID, error) {
	return s.ownerOf(ctx, a, category, q.CategoryOwner)
}

func (s *Service) ownerOf(ctx context.Context, a access.Actor, id uuid.UUID, of func(context.Context, archivedb.DBTX, uuid.UUID) (uuid.UUID, error)) (uuid.UUID, error) {
	if a.Type != access.Operator {
		return a.Org, nil
	}
	owner, err := of(ctx, s.db, id)
	if pg.NoRows(err) {
		err = archive.NotFound.New("")
	}
	return owner, err
}

// Filter narrows a list of jobs; the zero value narrows nothing.
type Filter struct {
	Activities []sourcing.Activity
	States     []archive.State // of Managed alone
	Search     string
}

// Buyers is one page of the buyers whose jobs stand in the archive.
func (s *Service) Buyers(ctx context.Context, a access.Actor, search, after string, limit int) (page.Of[Buyer], error) {
	var out page.Of[Buyer]
	if err := manages(a); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.Buyers(ctx, s.db, c.At, c.ID, pg.Sought(search), int32(limit+1))
	return page.Cut(rows, limit, func(r Buyer) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), err
}

// BuyerName is whose archive it is, for who looks at that of another.
func (s *Service) BuyerName(ctx context.Context, a access.Actor, owner uuid.UUID) (string, error) {
	if err := reads(ctx, s.db, a, owner); err != nil {
		return "", err
	}
	name, err := q.BuyerName(ctx, s.db, owner)
	if pg.NoRows(err) {
		err = party.NotFound.New("")
	}
	return name, err
}

// Jobs is one page of what a buyer has archived, the last first.
func (s *Service) Jobs(ctx context.Context, a access.Actor, owner uuid.UUID, f Filter, after string, limit int) (page.Of[Job], error) {
	var out page.Of[Job]
	if err := reads(ctx, s.db, a, owner); err != nil {
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
	rows, err := q.Jobs(ctx, s.db, archivedb.JobsParams{
		BuyerID:    owner,
		AfterAt:    c.At,
		AfterID:    c.ID,
		Activities: closed.Values(f.Activities...),
		Off:        off,
		Search:     pg.Sought(f.Search),
		MaxRows:    int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r Job) page.Cursor { return page.Cursor{At: r.ArchivedAt, ID: r.ID} }), err
}

// Managed is one page of the jobs of all buyers that are closed, cancelled or archived.
func (s *Service) Managed(ctx context.Context, a access.Actor, f Filter, after string, limit int) (page.Of[Managed], error) {
	var out page.Of[Managed]
	if err := manages(a); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.Managed(ctx, s.db, archivedb.ManagedParams{
		AccountID:  a.User,
		Over:       archive.Over,
		Spent:      archive.Spent,
		AfterAt:    c.At,
		AfterID:    c.ID,
		States:     closed.Values(f.States...),
		Activities: closed.Values(f.Activities...),
		Search:     pg.Sought(f.Search),
		MaxRows:    int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r Managed) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), err
}

// StateOf is where a job stands on its way into the archive.
func StateOf(m Managed) archive.State {
	switch {
	case m.Held:
		return archive.OnHold
	case archive.Disposing(m.Disposal).Begun():
		return archive.Ended
	case m.Due:
		return archive.IsDue
	case m.ArchivedAt != nil:
		return archive.Kept
	case m.Categories+m.Contracts+m.Lists > 0:
		return archive.Waiting
	}
	return archive.Ready
}

// job reads an archived job whose activity is not switched off.
func (s *Service) job(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Head, error) {
	row, err := q.Job(ctx, s.db, id, owner)
	if pg.NoRows(err) {
		err = archive.NotFound.New("")
	}
	if err == nil && a.Type == access.Buyer {
		err = partysvc.NeedModule(ctx, s.db, owner, row.Activity)
	}
	return row, err
}

// Contents is an archived job with the categories that are open to the actor, and with
// its holds for who keeps the archive.
type Contents struct {
	Head
	Categories []Category
	Holds      []Held
}

// Contents returns an archived job with what stands in it.
func (s *Service) Contents(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Contents, error) {
	var out Contents
	err := reads(ctx, s.db, a, owner)
	if err != nil {
		return out, err
	}
	if out.Head, err = s.job(ctx, a, owner, id); err != nil {
		return out, err
	}
	if out.Categories, err = q.Categories(ctx, s.db, id, owner, a.Type == access.Operator, a.User); err != nil {
		return out, err
	}
	if a.Type == access.Operator {
		out.Holds, err = q.Holds(ctx, s.db, id, owner)
	}
	return out, err
}

// Bidders is a category of an archived job with who had submitted.
type Bidders struct {
	Job      Head
	Category archivedb.CategoryRow
	Bidders  []Bidder
}

// category reads a category of an archived job that is open to the actor.
func (s *Service) category(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Bidders, error) {
	var out Bidders
	err := opens(ctx, s.db, a, owner)
	if err != nil {
		return out, err
	}
	out.Category, err = q.Category(ctx, s.db, id, owner, a.Type == access.Operator, a.User)
	if pg.NoRows(err) {
		err = archive.NotFound.New("")
	}
	if err == nil {
		out.Job, err = s.job(ctx, a, owner, out.Category.JobID)
	}
	return out, err
}

// Bidders returns a category of an archived job with who had submitted a bid.
func (s *Service) Bidders(ctx context.Context, a access.Actor, owner, id uuid.UUID) (Bidders, error) {
	out, err := s.category(ctx, a, owner, id)
	if err == nil {
		out.Bidders, err = q.Suppliers(ctx, s.db, id, owner, nil)
	}
	return out, err
}

// Papers is what the archive keeps of one bidder.
type Papers struct {
	Job      Head
	Category archivedb.CategoryRow
	Bidder   Bidder
	Papers   []Paper
}

// Papers returns the documents of a bidder of a category of an archived job.
func (s *Service) Papers(ctx context.Context, a access.Actor, owner, category, supplier uuid.UUID) (Papers, error) {
	c, err := s.category(ctx, a, owner, category)
	out := Papers{Job: c.Job, Category: c.Category}
	if err != nil {
		return out, err
	}
	bidders, err := q.Suppliers(ctx, s.db, category, owner, &supplier)
	if err == nil && len(bidders) == 0 {
		err = archive.NotFound.New("no bid of this supplier")
	}
	if err != nil {
		return out, err
	}
	out.Bidder = bidders[0]
	out.Papers, err = q.Papers(ctx, s.db, out.Bidder.SubmissionID, owner, category, supplier)
	return out, err
}

// Kinds of papers.
const (
	Answer = "answer"
	Letter = "letter"
)

// Paper reads one document out of the archive; that it was read is written down.
func (s *Service) Paper(ctx context.Context, a access.Actor, owner, category, supplier, id uuid.UUID) (name, media string, data []byte, err error) {
	if a.Type == access.Buyer {
		if err := a.Need(access.AccessSupplierFiles); err != nil {
			return "", "", nil, err
		}
	}
	all, err := s.Papers(ctx, a, owner, category, supplier)
	if err == nil {
		err = s.untouched(ctx, s.db, owner, all.Job.ID)
	}
	if err != nil {
		return "", "", nil, err
	}
	for _, p := range all.Papers {
		if p.ID != id {
			continue
		}
		detail := map[string]any{"category_id": category, "supplier_id": supplier, "file_id": id}
		err := pg.InTx(ctx, s.db, func(tx pg.Tx) error { return noted(ctx, tx, a, FileRead, owner, all.Job.ID, detail) })
		if err != nil {
			return "", "", nil, err
		}
		if p.Kind == Letter {
			name, data, err = s.letters.Kept(ctx, owner, category, supplier, id)
			return name, p.MediaType, data, err
		}
		return s.bids.Kept(ctx, owner, category, all.Bidder.SubmissionID, id)
	}
	return "", "", nil, archive.NoPaper.New("")
}
