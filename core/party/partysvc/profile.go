package partysvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/pg"
)

// A DocumentVersion is one version of a company's paper.
type DocumentVersion struct {
	ID        uuid.UUID
	Kind      party.DocumentKind
	Version   int32
	File      uuid.UUID
	Name      string
	Size      int64
	ExpiresOn *time.Time
	State     party.ExpiryState
	Days      int
	Author    string
	CreatedAt time.Time
}

// A Supply is a location that a company supplies.
type Supply struct {
	ID            int32
	Country, Name string
}

// A Profile is all that a company says of itself, with what follows from it.
type Profile struct {
	Company
	Version   int32
	UpdatedAt *time.Time
	LogoID    *uuid.UUID
	Location  string
	Interests []CategoryType
	Supplies  []Supply
	Documents []DocumentVersion    // by kind, the latest first
	Shown     []party.DocumentKind // of which every buyer may open what stands now
	Owners    []party.Owner
	Shares    map[party.Segment]money.Quantity
	Held      money.Quantity
	Groups    []Membership
	Percent   int
	Missing   []party.Item
	Now       time.Time
}

// kindOf is the kind of company whose profile a desk shows.
var kindOf = map[access.UserType]string{access.Supplier: "supplier", access.Buyer: "buyer", access.Operator: "supplier"}

// writes is who may change what: by user type.
var writes = map[access.UserType]access.Privilege{
	access.Supplier: access.UpdateCompanyInfo, access.Buyer: access.EditCompanyProfile, access.Operator: access.ManageSupplier,
}

// reach checks that the actor may see a company: its own people do, operator
// staff see every supplier. To others it does not exist.
func reach(ctx context.Context, db pg.DB, a access.Actor, id uuid.UUID) (partydb.CompanyRow, error) {
	var none partydb.CompanyRow
	kind, ok := kindOf[a.Type]
	if !ok {
		return none, fault.Forbidden.New("user type %q", a.Type)
	}
	if a.Type != access.Operator && a.Org != id {
		return none, party.NotFound.New("")
	}
	if err := a.See(access.Suppliers); err != nil {
		return none, err
	}
	c, err := q.Company(ctx, db, id)
	if pg.NoRows(err) || err == nil && c.Kind != kind {
		return none, party.NotFound.New("")
	}
	return c, err
}

// change checks that the actor may change a company, before anything is read of it.
func change(ctx context.Context, db pg.DB, a access.Actor, id uuid.UUID) (partydb.CompanyRow, error) {
	if err := a.Need(writes[a.Type]); err != nil {
		return partydb.CompanyRow{}, err
	}
	return reach(ctx, db, a, id)
}

// Profile returns a company's profile.
func (s *Service) Profile(ctx context.Context, a access.Actor, id uuid.UUID) (Profile, error) {
	c, err := reach(ctx, s.db, a, id)
	if err != nil {
		return Profile{}, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return Profile{}, err
	}
	return s.profile(ctx, s.db, c, now)
}

func (s *Service) profile(ctx context.Context, db pg.DB, c partydb.CompanyRow, now time.Time) (Profile, error) {
	p := Profile{Company: companyOf(c), Version: c.Version, UpdatedAt: c.UpdatedAt, LogoID: c.LogoID, Now: now}
	for _, kind := range c.ShownPapers {
		p.Shown = append(p.Shown, party.DocumentKind(kind))
	}
	if c.LocationID != nil {
		l, err := q.Location(ctx, db, *c.LocationID)
		if err != nil {
			return p, err
		}
		p.Location = l.Name
	}
	interests, err := q.Interests(ctx, db, c.ID)
	if err != nil {
		return p, err
	}
	for _, r := range interests {
		p.Interests = append(p.Interests, CategoryType{ID: r.ID, Name: r.Name})
	}
	supplies, err := q.SupplyLocations(ctx, db, c.ID)
	if err != nil {
		return p, err
	}
	for _, r := range supplies {
		p.Supplies = append(p.Supplies, Supply{r.ID, r.Country, r.Name})
	}
	if p.Documents, err = documents(ctx, db, c, now); err != nil {
		return p, err
	}
	if p.Owners, err = owners(ctx, db, c.ID); err != nil {
		return p, err
	}
	p.Shares, p.Held = party.Shares(p.Owners), party.Held(p.Owners)
	if p.Groups, err = memberships(ctx, db, c, now); err != nil {
		return p, err
	}
	p.Percent, p.Missing = party.Completeness(facts(p))
	return p, nil
}

func facts(p Profile) party.Facts {
	f := party.Facts{Profile: p.Company.Profile, Logo: p.LogoID != nil, Categories: len(p.Interests), Locations: len(p.Supplies), Owners: p.Owners,
		Documents: map[party.DocumentKind]party.ExpiryState{}}
	for _, d := range p.Documents {
		if _, later := f.Documents[d.Kind]; !later {
			f.Documents[d.Kind] = d.State
		}
	}
	return f
}

func companyOf(r partydb.CompanyRow) Company {
	return Company{ID: r.ID, Kind: r.Kind, Initials: r.Initials, Status: r.Status, Email: r.Email, CreatedAt: r.CreatedAt,
		Profile: party.Profile{CompanyType: r.CompanyType, Name: r.Name, Country: r.Country, LocationID: r.LocationID,
			PhysicalAddress: r.PhysicalAddress, POBox: r.PoBox, Phone: r.Phone, TaxID: r.TaxID, Website: r.Website, ContactName: r.ContactName}}
}

func documents(ctx context.Context, db pg.DB, c partydb.CompanyRow, now time.Time) ([]DocumentVersion, error) {
	rows, err := q.CompanyDocuments(ctx, db, c.ID)
	out := make([]DocumentVersion, len(rows))
	today := now.In(party.Zone(c.Country))
	for i, r := range rows {
		state, days := party.ExpiryOf(r.ExpiresOn, today)
		out[i] = DocumentVersion{r.ID, party.DocumentKind(r.Kind), r.Version, r.DocumentID, r.Name, r.Size, r.ExpiresOn, state, days, r.Author, r.CreatedAt}
	}
	return out, err
}

func owners(ctx context.Context, db pg.DB, company uuid.UUID) ([]party.Owner, error) {
	rows, err := q.Owners(ctx, db, company)
	out := make([]party.Owner, len(rows))
	for i, r := range rows {
		out[i] = party.Owner(r)
	}
	return out, err
}

// File returns a file of a company's profile: its logo, a version of a paper or a proof.
func (s *Service) File(ctx context.Context, a access.Actor, company, id uuid.UUID) (documentsvc.Document, error) {
	if _, err := reach(ctx, s.db, a, company); err != nil {
		return documentsvc.Document{}, err
	}
	row, err := q.UploadedDocument(ctx, s.db, id, company)
	if pg.NoRows(err) || err == nil && !isUpload(row.Kind) {
		return documentsvc.Document{}, party.NotFound.New("")
	}
	if err != nil {
		return documentsvc.Document{}, err
	}
	return s.Documents.Read(ctx, company, id)
}
