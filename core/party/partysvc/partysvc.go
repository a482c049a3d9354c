// Package partysvc is the use cases of companies and their reference data.
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
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

var q = partydb.New()

// Service runs the use cases.
type Service struct {
	db        pg.DB
	Documents *documentsvc.Service // keeps the files of profiles
	Gate      *document.Gate       // decides which of them come in
}

// New returns a Service.
func New(db pg.DB) *Service { return &Service{db: db} }

// A Location is a county or region.
type Location struct {
	ID   int32
	Name string
}

// Locations lists the locations of a country.
func (s *Service) Locations(ctx context.Context, iso2 string) ([]Location, error) {
	rows, err := q.Locations(ctx, s.db, iso2)
	out := make([]Location, len(rows))
	for i, r := range rows {
		out[i] = Location{r.ID, r.Name}
	}
	return out, err
}

// A CategoryType is a kind of supply.
type CategoryType struct {
	ID         uuid.UUID
	Code, Name string
}

// SearchCategoryTypes is one page of the kinds of supply whose name holds search, and how many there are.
func (s *Service) SearchCategoryTypes(ctx context.Context, search string, number, size int) ([]CategoryType, int, error) {
	rows, err := q.SearchCategoryTypes(ctx, s.db, pg.Sought(search), int32((number-1)*size), int32(size))
	out := make([]CategoryType, len(rows))
	total := 0
	for i, r := range rows {
		out[i], total = CategoryType{r.ID, r.Code, r.Name}, int(r.Total)
	}
	return out, total, err
}

// Registration is a new supplier company.
type Registration struct {
	Profile   party.Profile
	Interests []uuid.UUID
}

// Create stores a company of a kind (supplier, buyer, operator) that was checked
// before. A tax number, location or kind of supply that cannot be is a field
// error below /company.
func Create(ctx context.Context, tx pg.Tx, a access.Actor, kind string, id uuid.UUID, r Registration) error {
	p := r.Profile
	var f fault.Fields
	if err := located(ctx, tx, &f, "/company/location", p.LocationID, p.Country); err != nil {
		return err
	}
	if err := f.Err(); err != nil {
		return err
	}
	err := pg.Savepoint(ctx, tx, func(tx pg.Tx) error {
		return q.InsertCompany(ctx, tx, partydb.InsertCompanyParams{
			ID: id, Kind: kind, Name: p.Name, Initials: party.Initials(p.Name), CompanyType: p.CompanyType, Country: p.Country,
			LocationID: p.LocationID, PhysicalAddress: p.PhysicalAddress, PoBox: p.POBox, Phone: p.Phone, TaxID: p.TaxID,
			Website: p.Website, ContactName: p.ContactName, CreatedAt: tx.Now,
		})
	})
	if pg.Constraint(err) == "company_tax_id" {
		return fault.Invalid.Wrap(err, "").At("/company/tax_id", party.TaxIDTaken)
	}
	if err != nil {
		return err
	}
	if len(r.Interests) > 0 {
		if err := q.InsertInterests(ctx, tx, id, r.Interests); err != nil {
			if pg.Constraint(err) == "company_category_type_category_type_id_fkey" {
				return fault.Invalid.Wrap(err, "").At("/company/category_types", fault.Unknown)
			}
			return err
		}
	}
	_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "party." + kind + ".registered", Object: "company", ObjectID: id, Owner: id,
		Detail: map[string]any{"name": p.Name, "country": p.Country}})
	return err
}

// A Company is one company's profile.
type Company struct {
	ID                     uuid.UUID
	Kind, Initials, Status string
	Email                  string
	CreatedAt              time.Time
	party.Profile
}

// Company returns a company by id; the caller's scope was checked before.
func (s *Service) Company(ctx context.Context, db pg.DB, id uuid.UUID) (Company, error) {
	r, err := q.Company(ctx, db, id)
	if pg.NoRows(err) {
		return Company{}, party.NotFound.New("")
	}
	return companyOf(r), err
}

// A Buyer is a row of the operator's list of buyer companies.
type Buyer struct {
	ID                    uuid.UUID
	Name, Country, Status string
	Jobs                  int64
	CreatedAt             time.Time
}

// BuyerFilter narrows the list of buyers; the zero value narrows nothing.
type BuyerFilter struct {
	Search     string
	Countries  []geo.Code
	Statuses   []party.Standing
	Registered day.Span
}

// Buyers is one page of buyer companies, newest first; for operator staff.
func (s *Service) Buyers(ctx context.Context, a access.Actor, f BuyerFilter, after string, limit int) (page.Of[Buyer], error) {
	if err := a.Be(access.Operator); err != nil {
		return page.Of[Buyer]{}, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return page.Of[Buyer]{}, err
	}
	rows, err := q.ListBuyers(ctx, s.db, partydb.ListBuyersParams{
		AfterAt:     c.At,
		AfterID:     c.ID,
		Search:      pg.Sought(f.Search),
		Countries:   closed.Values(f.Countries...),
		Statuses:    closed.Values(f.Statuses...),
		CreatedFrom: f.Registered.First,
		CreatedTo:   f.Registered.Last,
		Zone:        f.Registered.Zone,
		MaxRows:     int32(limit + 1),
	})
	if err != nil {
		return page.Of[Buyer]{}, err
	}
	out := make([]Buyer, len(rows))
	for i, r := range rows {
		out[i] = Buyer{r.ID, r.Name, r.Country, r.Status, r.Jobs, r.CreatedAt}
	}
	return page.Cut(out, limit, func(b Buyer) page.Cursor { return page.Cursor{At: b.CreatedAt, ID: b.ID} }), nil
}

// countCap is the highest count that a list tells; more is "1,000+".
const countCap = 1000

// CountBuyers counts the buyer companies of a list, up to a bound; for operator staff.
func (s *Service) CountBuyers(ctx context.Context, a access.Actor, f BuyerFilter) (total int, capped bool, err error) {
	if err := a.Be(access.Operator); err != nil {
		return 0, false, err
	}
	n, err := q.CountBuyers(ctx, s.db, partydb.CountBuyersParams{
		Search:      pg.Sought(f.Search),
		Countries:   closed.Values(f.Countries...),
		Statuses:    closed.Values(f.Statuses...),
		CreatedFrom: f.Registered.First,
		CreatedTo:   f.Registered.Last,
		Zone:        f.Registered.Zone,
	})
	return int(min(n, countCap)), n > countCap, err
}

// Counts returns how many active companies of each kind there are; for operator staff.
func (s *Service) Counts(ctx context.Context, a access.Actor) (suppliers, buyers int64, err error) {
	if err := a.Be(access.Operator); err != nil {
		return 0, 0, err
	}
	rows, err := q.CountCompanies(ctx, s.db)
	for _, r := range rows {
		switch r.Kind {
		case "supplier":
			suppliers = r.Companies
		case "buyer":
			buyers = r.Companies
		}
	}
	return suppliers, buyers, err
}
