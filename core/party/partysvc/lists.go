package partysvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
)

// SupplierFilter narrows the directory; the zero value narrows nothing.
type SupplierFilter struct {
	Search       string
	Countries    []geo.Code
	Statuses     []party.Standing
	CategoryType *uuid.UUID
	Subscribed   bool // only those with a category of interest
	Registered   day.Span
}

// A Supplier is a row of the directory.
type Supplier struct {
	ID                                  uuid.UUID
	Name, Country, TaxID, Phone, Status string
	CreatedAt                           time.Time
	Categories                          int64
}

// Suppliers is one page of the directory, newest first. Buyers and operator staff see it.
func (s *Service) Suppliers(ctx context.Context, a access.Actor, f SupplierFilter, after string, limit int) (page.Of[Supplier], error) {
	if a.Type != access.Buyer && a.Type != access.Operator {
		return page.Of[Supplier]{}, fault.Forbidden.New("the directory is for buyers and operators")
	}
	if err := a.See(access.Suppliers); err != nil {
		return page.Of[Supplier]{}, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return page.Of[Supplier]{}, err
	}
	rows, err := s.suppliers(ctx, s.db, f, c, limit+1)
	return page.Cut(rows, limit, func(s Supplier) page.Cursor { return page.Cursor{At: s.CreatedAt, ID: s.ID} }), err
}

func (s *Service) suppliers(ctx context.Context, db pg.DB, f SupplierFilter, c page.Cursor, rows int) ([]Supplier, error) {
	found, err := q.ListSuppliers(ctx, db, partydb.ListSuppliersParams{
		AfterAt:      c.At,
		AfterID:      c.ID,
		Search:       pg.Sought(f.Search),
		Countries:    closed.Values(f.Countries...),
		CategoryType: f.CategoryType,
		Subscribed:   f.Subscribed,
		Statuses:     closed.Values(f.Statuses...),
		CreatedFrom:  f.Registered.First,
		CreatedTo:    f.Registered.Last,
		Zone:         f.Registered.Zone,
		MaxRows:      int32(rows),
	})
	out := make([]Supplier, len(found))
	for i, r := range found {
		out[i] = Supplier(r)
	}
	return out, err
}

// ExportSuppliers writes the directory as a workbook. Who took it is written down. It raises sheet.TooMany.
func (s *Service) ExportSuppliers(ctx context.Context, a access.Actor, f SupplierFilter, language string) ([]byte, error) {
	if err := a.Be(access.Operator); err != nil {
		return nil, err
	}
	if err := a.Need(access.ManageSupplier); err != nil {
		return nil, err
	}
	var rows []Supplier
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) (err error) {
		rows, err = s.suppliers(ctx, tx, f, page.First, sheet.MostRows+1)
		if err == nil {
			err = sheet.Whole(len(rows) > sheet.MostRows)
		}
		if err != nil {
			return err
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "party.suppliers.exported", Object: "company", ObjectID: a.Org,
			Detail: map[string]any{"rows": len(rows), "search": f.Search, "countries": f.Countries}})
		return err
	})
	if err != nil {
		return nil, err
	}
	lines := make([]party.Line, len(rows))
	for i, r := range rows {
		lines[i] = party.Line{Name: r.Name, Country: r.Country, TaxID: r.TaxID, Phone: r.Phone, Status: r.Status, Categories: r.Categories, Registered: r.CreatedAt}
	}
	return party.Workbook(lines, language)
}

// A CategoryCount is a kind of supply and how many suppliers take an interest in it.
type CategoryCount struct {
	ID         uuid.UUID
	Code, Name string
	Suppliers  int64
}

// CategoryCounts lists the kinds of supply with their suppliers; for operator staff.
func (s *Service) CategoryCounts(ctx context.Context, a access.Actor, search string) ([]CategoryCount, error) {
	if err := a.Be(access.Operator); err != nil {
		return nil, err
	}
	if err := a.See(access.Suppliers); err != nil {
		return nil, err
	}
	rows, err := q.CategoryTypeCounts(ctx, s.db, pg.Sought(search))
	out := make([]CategoryCount, len(rows))
	for i, r := range rows {
		out[i] = CategoryCount(r)
	}
	return out, err
}
