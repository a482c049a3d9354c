package archivesvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/archive"
	"zabuni.org/core/archive/internal/archivedb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/platform/pg"
)

// What a supplier finds of its own bids, whatever module their buyer has.
type (
	// Company is a buyer in whose archive a supplier has bids.
	Company = archivedb.OwnCompaniesRow
	// OwnBid is one of a supplier's bids in a buyer's archive.
	OwnBid = archivedb.OwnCategoriesRow
	// OwnPaper is a document of a supplier's own bid, or a letter to it.
	OwnPaper = archivedb.OwnPapersRow
)

// Companies is one page of the buyers in whose archive the actor's company has bids.
func (s *Service) Companies(ctx context.Context, a access.Actor, search, after string, limit int) (page.Of[Company], error) {
	var out page.Of[Company]
	if err := a.Be(access.Supplier); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.OwnCompanies(ctx, s.db, archivedb.OwnCompaniesParams{
		SupplierID: a.Org,
		AfterAt:    c.At,
		AfterID:    c.ID,
		Search:     pg.Sought(search),
		MaxRows:    int32(limit + 1),
	})
	return page.Cut(rows, limit, func(r Company) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} }), err
}

// OwnBids is one page of the actor's bids with one buyer, of the archived jobs, and who
// that buyer is.
func (s *Service) OwnBids(ctx context.Context, a access.Actor, buyer uuid.UUID, search, after string, limit int) (name string, out page.Of[OwnBid], err error) {
	if err := a.Be(access.Supplier); err != nil {
		return "", out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return "", out, err
	}
	name, err = q.OwnBuyer(ctx, s.db, buyer, a.Org)
	if pg.NoRows(err) {
		err = archive.NotFound.New("")
	}
	if err != nil {
		return "", out, err
	}
	rows, err := q.OwnCategories(ctx, s.db, archivedb.OwnCategoriesParams{
		SupplierID: a.Org,
		BuyerID:    buyer,
		AfterAt:    c.At,
		AfterID:    c.ID,
		Search:     pg.Sought(search),
		MaxRows:    int32(limit + 1),
	})
	return name, page.Cut(rows, limit, func(r OwnBid) page.Cursor { return page.Cursor{At: r.ArchivedAt, ID: r.ID} }), err
}

// OwnPapers is one of the actor's bids with its documents.
type OwnPapers struct {
	archivedb.OwnCategoryRow
	Papers []OwnPaper
}

// OwnPapers returns the documents of the actor's bid for a category of an archived job.
func (s *Service) OwnPapers(ctx context.Context, a access.Actor, category uuid.UUID) (OwnPapers, error) {
	var out OwnPapers
	if err := a.Be(access.Supplier); err != nil {
		return out, err
	}
	row, err := q.OwnCategory(ctx, s.db, a.Org, category)
	if pg.NoRows(err) {
		err = archive.NotFound.New("")
	}
	if err != nil {
		return out, err
	}
	out.OwnCategoryRow = row
	out.Papers, err = q.OwnPapers(ctx, s.db, row.ParticipationID, a.Org, row.ReceivedAt, category)
	return out, err
}
