package partyhttp

import (
	"strconv"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
)

type (
	// ProfileItem is a row of reference data.
	ProfileItem struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	// DocumentVersion is one version of a company's paper.
	DocumentVersion struct {
		ID        uuid.UUID          `json:"id" format:"uuid"`
		Kind      party.DocumentKind `json:"kind"`
		Version   int32              `json:"version"`
		File      uuid.UUID          `json:"file" format:"uuid"`
		Name      string             `json:"name"`
		Size      int64              `json:"size"`
		ExpiresOn string             `json:"expires_on,omitempty" format:"date"`
		State     party.ExpiryState  `json:"state"`
		Days      int                `json:"days" doc:"Left until it expires; negative once it has"`
		Author    string             `json:"author"`
		CreatedAt time.Time          `json:"created_at"`
	}
	// Paper says which paper of its company's profile a file is.
	Paper struct {
		Kind      party.DocumentKind `json:"kind"`
		ExpiresOn string             `json:"expires_on,omitempty" format:"date" doc:"Its last day; absent where it does not end"`
	}
	// Owner is a director, a shareholder or both.
	Owner struct {
		ID          *uuid.UUID      `json:"id,omitempty" format:"uuid"`
		Name        string          `json:"name" maxLength:"1000"`
		Kind        party.OwnerKind `json:"kind" doc:"person or organisation"`
		Identity    string          `json:"identity,omitempty" maxLength:"1000"`
		Nationality string          `json:"nationality" maxLength:"40" doc:"ISO 3166-1 alpha-2"`
		Director    bool            `json:"director"`
		Share       string          `json:"share,omitempty" maxLength:"40" doc:"Per cent as a decimal; absent: holds none"`
		Women       bool            `json:"women,omitempty"`
		Youth       bool            `json:"youth,omitempty"`
		Disability  bool            `json:"disability,omitempty"`
	}
	// SegmentShare is what a segment of shareholders holds.
	SegmentShare struct {
		Segment party.Segment  `json:"segment"`
		Share   money.Quantity `json:"share"`
	}
	// Membership is an application to a special group and what became of it.
	Membership struct {
		ID        uuid.UUID      `json:"id" format:"uuid"`
		GroupID   uuid.UUID      `json:"special_group_id" format:"uuid"`
		Name      string         `json:"name"`
		Proof     uuid.UUID      `json:"proof" format:"uuid"`
		ProofName string         `json:"proof_name"`
		Status    string         `json:"status" enum:"pending,validated,rejected,withdrawn,replaced,expired"`
		Reason    string         `json:"reason,omitempty"`
		Share     money.Quantity `json:"share"`
		ExpiresOn string         `json:"expires_on,omitempty" format:"date"`
		CreatedAt time.Time      `json:"created_at"`
		DecidedAt *time.Time     `json:"decided_at,omitempty"`
	}
	// MissingItem is what a profile lacks, and on which card.
	MissingItem struct {
		Key    string     `json:"key" enum:"identity,contact,logo,address,phone,categories,locations,registration,tax_compliance,trading_licence,owners"`
		Part   party.Part `json:"part"`
		Weight int        `json:"weight"`
	}
	// CompanyProfile is all that a company says of itself.
	CompanyProfile struct {
		ID              uuid.UUID            `json:"id" format:"uuid"`
		Version         int32                `json:"version"`
		CompanyType     party.CompanyType    `json:"company_type"`
		Name            string               `json:"name"`
		Initials        string               `json:"initials"`
		LogoID          *uuid.UUID           `json:"logo,omitempty" format:"uuid"`
		Country         string               `json:"country"`
		CountryName     string               `json:"country_name"`
		TaxLabel        string               `json:"tax_label"`
		Location        string               `json:"location,omitempty" doc:"Id of a location of the country"`
		LocationName    string               `json:"location_name,omitempty"`
		PhysicalAddress string               `json:"physical_address"`
		POBox           string               `json:"po_box"`
		Phone           string               `json:"phone" doc:"Country code first"`
		TaxID           string               `json:"tax_id"`
		Website         string               `json:"website"`
		ContactName     string               `json:"contact_name"`
		Status          party.Standing       `json:"status"`
		CreatedAt       time.Time            `json:"created_at"`
		UpdatedAt       *time.Time           `json:"updated_at,omitempty"`
		CategoryTypes   []ProfileItem        `json:"category_types"`
		SupplyLocations []ProfileItem        `json:"supply_locations"`
		Documents       []DocumentVersion    `json:"documents" doc:"By kind, the latest version first"`
		ShownPapers     []party.DocumentKind `json:"shown_papers" doc:"Which every buyer may open as they stand"`
		Owners          []Owner              `json:"owners"`
		Shares          []SegmentShare       `json:"shares"`
		Held            money.Quantity       `json:"held" doc:"Per cent that all owners hold together"`
		Groups          []Membership         `json:"groups"`
		Complete        int                  `json:"complete" doc:"Per cent"`
		Missing         []MissingItem        `json:"missing"`
	}
)

// Day shapes a day; none is empty.
func Day(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format(time.DateOnly)
}

// ReadDay reads a day; nothing typed is no day.
func ReadDay(f *fault.Fields, pointer, s string) *time.Time {
	if s == "" {
		return nil
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		f.Add(pointer, fault.BadFormat, "expected", "DD-MM-YYYY")
		return nil
	}
	return &t
}

func membershipOf(m partysvc.Membership) Membership {
	return Membership{
		ID:        m.ID,
		GroupID:   m.Group,
		Name:      m.Name,
		Proof:     m.Proof,
		ProofName: m.ProofName,
		Status:    m.Status,
		Reason:    m.Reason,
		Share:     m.Share,
		ExpiresOn: Day(m.ExpiresOn),
		CreatedAt: m.CreatedAt.UTC(),
		DecidedAt: m.DecidedAt,
	}
}

// OwnersOf shapes a register of owners.
func OwnersOf(list []party.Owner) []Owner {
	out := make([]Owner, len(list))
	for i, o := range list {
		out[i] = Owner{
			ID:          &o.ID,
			Name:        o.Name,
			Kind:        party.OwnerKind(o.Kind),
			Identity:    o.Identity,
			Nationality: o.Nationality,
			Director:    o.Director,
			Share:       "",
			Women:       o.Women,
			Youth:       o.Youth,
			Disability:  o.Disability,
		}
		if o.Share != nil {
			out[i].Share = o.Share.Short()
		}
	}
	return out
}

func profileOf(p partysvc.Profile) CompanyProfile {
	country, _ := geo.Find(p.Country)
	out := CompanyProfile{ID: p.ID, Version: p.Version, CompanyType: party.CompanyType(p.CompanyType), Name: p.Name, Initials: p.Initials, LogoID: p.LogoID,
		Country: p.Country, CountryName: country.Name, TaxLabel: country.TaxLabel, LocationName: p.Location, PhysicalAddress: p.PhysicalAddress,
		POBox: p.POBox, Phone: p.Phone, TaxID: p.TaxID, Website: p.Website, ContactName: p.ContactName, Status: party.Standing(p.Status), CreatedAt: p.CreatedAt.UTC(),
		UpdatedAt: p.UpdatedAt, CategoryTypes: make([]ProfileItem, len(p.Interests)), SupplyLocations: make([]ProfileItem, len(p.Supplies)),
		Documents: make([]DocumentVersion, len(p.Documents)), Owners: OwnersOf(p.Owners), Shares: make([]SegmentShare, len(party.Segments)),
		Held: p.Held, Groups: make([]Membership, len(p.Groups)), Complete: p.Percent, Missing: make([]MissingItem, len(p.Missing))}
	if p.LocationID != nil {
		out.Location = strconv.Itoa(int(*p.LocationID))
	}
	for i, c := range p.Interests {
		out.CategoryTypes[i] = ProfileItem{ID: c.ID.String(), Name: c.Name}
	}
	for i, l := range p.Supplies {
		out.SupplyLocations[i] = ProfileItem{ID: strconv.Itoa(int(l.ID)), Name: l.Name}
	}
	for i, d := range p.Documents {
		out.Documents[i] = DocumentVersion{
			ID:        d.ID,
			Kind:      d.Kind,
			Version:   d.Version,
			File:      d.File,
			Name:      d.Name,
			Size:      d.Size,
			ExpiresOn: Day(d.ExpiresOn),
			State:     d.State,
			Days:      d.Days,
			Author:    d.Author,
			CreatedAt: d.CreatedAt.UTC(),
		}
	}
	out.ShownPapers = append([]party.DocumentKind{}, p.Shown...)
	for i, s := range party.Segments {
		out.Shares[i] = SegmentShare{Segment: s, Share: p.Shares[s]}
	}
	for i, m := range p.Groups {
		out.Groups[i] = membershipOf(m)
	}
	for i, m := range p.Missing {
		out.Missing[i] = MissingItem(m)
	}
	return out
}
