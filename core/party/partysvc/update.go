package partysvc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// stepUp is how fresh a proof of the actor must be where a change could send
// calls or money elsewhere; the same as everywhere (identity).
const stepUp = 10 * time.Minute

// limits of lists on a profile.
const (
	maxInterests = 200
	maxSupplies  = 300
)

// An Attached is a new version of a paper, or, without a file, another expiry
// date for the file that stands there.
type Attached struct {
	File      *uuid.UUID
	ExpiresOn *time.Time
}

// An Update is what one save changes; nil leaves alone.
type Update struct {
	Version   int32
	Profile   func(*party.Profile) // writes what was typed over what stands there
	Logo      *uuid.UUID
	NoLogo    bool
	Interests *[]uuid.UUID
	Supplies  *[]int32
	Documents map[party.DocumentKind]Attached
	Owners    *[]party.Owner
}

// Update changes a profile that nobody else changed since its version.
func (s *Service) Update(ctx context.Context, a access.Actor, id uuid.UUID, u Update) (Profile, error) {
	var out Profile
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := change(ctx, tx, a, id)
		if err != nil {
			return err
		}
		locked, err := q.LockCompany(ctx, tx, id)
		if err != nil {
			return err
		}
		if locked.Version != u.Version {
			return party.Changed.New("version %d", locked.Version)
		}
		changed, err := s.apply(ctx, tx, a, c, u)
		if err != nil {
			return err
		}
		if c, err = q.Company(ctx, tx, id); err != nil {
			return err
		}
		if out, err = s.profile(ctx, tx, c, tx.Now); err != nil {
			return err
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: "party.profile.updated", Object: "company", ObjectID: id, Owner: id,
			Detail: map[string]any{"changed": changed, "version": out.Version, "complete": out.Percent}})
		return err
	})
	return out, err
}

// apply checks the whole save, so that all its faults are told at once, and writes it.
func (s *Service) apply(ctx context.Context, tx pg.Tx, a access.Actor, c partydb.CompanyRow, u Update) ([]string, error) {
	var f fault.Fields
	var changed []string
	before, logo := companyOf(c).Profile, c.LogoID
	after := before
	if u.Profile != nil {
		u.Profile(&after)
		after = after.Check(&f, "")
	}
	if err := located(ctx, tx, &f, "/location", after.LocationID, after.Country); err != nil {
		return nil, err
	}
	if u.NoLogo {
		logo = nil
	}
	if u.Logo != nil {
		logo = u.Logo
		if err := uploaded(ctx, tx, &f, "/logo", c.ID, *u.Logo, "logo"); err != nil {
			return nil, err
		}
	}
	if u.Interests != nil {
		f.AtMost("/category_types", len(*u.Interests), maxInterests)
		changed = append(changed, "categories")
	}
	if u.Supplies != nil {
		f.AtMost("/supply_locations", len(*u.Supplies), maxSupplies)
		changed = append(changed, "locations")
	}
	if u.Owners != nil {
		*u.Owners = party.CheckOwners(&f, "/owners", *u.Owners)
		changed = append(changed, "owners")
	}
	versions, err := newVersions(ctx, tx, &f, c, u.Documents)
	if err != nil {
		return nil, err
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	if before.Phone != after.Phone && tx.Now.Sub(a.Confirmed) > stepUp {
		return nil, fault.StepUp.New("last proof at %s", a.Confirmed)
	}
	if before.TaxID != after.TaxID {
		changed = append(changed, "tax_id")
	}
	if before.Phone != after.Phone {
		changed = append(changed, "phone")
	}
	if !before.Same(after) || !sameFile(c.LogoID, logo) {
		changed = append(changed, "profile")
	}
	if err := write(ctx, tx, c.ID, after, logo); err != nil {
		return nil, err
	}
	if err := writeLists(ctx, tx, c.ID, u); err != nil {
		return nil, err
	}
	for _, v := range versions {
		changed = append(changed, v.Kind)
		v.ID, v.CompanyID, v.Author, v.CreatedAt = uuid.Must(uuid.NewV7()), c.ID, a.Name, tx.Now
		if err := q.InsertCompanyDocument(ctx, tx, v); err != nil {
			return nil, err
		}
		if err := watch(ctx, tx, c.ID, v.ID, v.Kind, "", v.ExpiresOn, tx.Now.In(party.Zone(c.Country))); err != nil {
			return nil, err
		}
	}
	return changed, nil
}

func sameFile(a, b *uuid.UUID) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// located adds a field error for a location that is not one of the country.
func located(ctx context.Context, db pg.DB, f *fault.Fields, pointer string, id *int32, country string) error {
	if id == nil {
		return nil
	}
	l, err := q.Location(ctx, db, *id)
	if err != nil && !pg.NoRows(err) {
		return err
	}
	if err != nil || l.Country != country {
		f.Add(pointer, fault.Unknown)
	}
	return nil
}

func write(ctx context.Context, tx pg.Tx, id uuid.UUID, p party.Profile, logo *uuid.UUID) error {
	err := pg.Savepoint(ctx, tx, func(tx pg.Tx) error {
		return q.UpdateCompany(ctx, tx, partydb.UpdateCompanyParams{CompanyID: id, Name: p.Name, Initials: party.Initials(p.Name),
			CompanyType: p.CompanyType, Country: p.Country, LocationID: p.LocationID, PhysicalAddress: p.PhysicalAddress, PoBox: p.POBox, Phone: p.Phone,
			TaxID: p.TaxID, Website: p.Website, ContactName: p.ContactName, LogoID: logo, Now: tx.Now})
	})
	if pg.Constraint(err) == "company_tax_id" {
		return fault.Invalid.Wrap(err, "").At("/tax_id", party.TaxIDTaken)
	}
	return err
}

// writeLists replaces the lists that a save names.
func writeLists(ctx context.Context, tx pg.Tx, id uuid.UUID, u Update) error {
	if u.Interests != nil {
		if err := q.DeleteInterests(ctx, tx, id); err != nil {
			return err
		}
		err := pg.Savepoint(ctx, tx, func(tx pg.Tx) error { return q.InsertInterests(ctx, tx, id, *u.Interests) })
		if pg.Constraint(err) == "company_category_type_category_type_id_fkey" {
			return fault.Invalid.Wrap(err, "").At("/category_types", fault.Unknown)
		}
		if err != nil {
			return err
		}
	}
	if u.Supplies != nil {
		if err := q.DeleteSupplyLocations(ctx, tx, id); err != nil {
			return err
		}
		err := pg.Savepoint(ctx, tx, func(tx pg.Tx) error { return q.InsertSupplyLocations(ctx, tx, id, *u.Supplies) })
		if pg.Constraint(err) == "company_supply_location_location_id_fkey" {
			return fault.Invalid.Wrap(err, "").At("/supply_locations", fault.Unknown)
		}
		if err != nil {
			return err
		}
	}
	if u.Owners != nil {
		return writeOwners(ctx, tx, id, *u.Owners)
	}
	return nil
}

// writeOwners keeps entries that say the same, ends those that do not and adds
// what is new: the register of any past day stays readable.
func writeOwners(ctx context.Context, tx pg.Tx, id uuid.UUID, list []party.Owner) error {
	standing, err := owners(ctx, tx, id)
	if err != nil {
		return err
	}
	byID := map[uuid.UUID]party.Owner{}
	for _, o := range standing {
		byID[o.ID] = o
	}
	kept := []uuid.UUID{}
	for i := range list {
		if o, ok := byID[list[i].ID]; ok && o.Same(list[i]) {
			kept = append(kept, o.ID)
			delete(byID, o.ID)
		} else {
			list[i].ID = uuid.Nil
		}
	}
	if err := q.EndOwners(ctx, tx, tx.Now, id, kept); err != nil {
		return err
	}
	for i, o := range list {
		if o.ID != uuid.Nil {
			if err := q.PlaceOwner(ctx, tx, int32(i), o.ID, id); err != nil {
				return err
			}
			continue
		}
		err := q.InsertOwner(ctx, tx, partydb.InsertOwnerParams{ID: uuid.Must(uuid.NewV7()), CompanyID: id, Name: o.Name, Kind: o.Kind, Identity: o.Identity,
			Nationality: o.Nationality, Director: o.Director, Share: o.Share, Women: o.Women, Youth: o.Youth, Disability: o.Disability,
			Position: int32(i), CreatedAt: tx.Now})
		if err != nil {
			return err
		}
	}
	return nil
}

// newVersions checks what a save attaches and returns the versions to write, in
// the order of the form.
func newVersions(ctx context.Context, tx pg.Tx, f *fault.Fields, c partydb.CompanyRow, attached map[party.DocumentKind]Attached) ([]partydb.InsertCompanyDocumentParams, error) {
	if len(attached) == 0 {
		return nil, nil
	}
	standing, err := q.CompanyDocuments(ctx, tx, c.ID)
	if err != nil {
		return nil, err
	}
	latest := map[party.DocumentKind]partydb.CompanyDocumentsRow{}
	for _, r := range standing {
		if _, later := latest[party.DocumentKind(r.Kind)]; !later {
			latest[party.DocumentKind(r.Kind)] = r
		}
	}
	today := tx.Now.In(party.Zone(c.Country))
	var out []partydb.InsertCompanyDocumentParams
	for _, kind := range party.DocumentKinds {
		add, ok := attached[kind]
		if !ok {
			continue
		}
		at := fmt.Sprintf("/documents/%s", kind)
		last, stands := latest[kind]
		file := last.DocumentID
		switch {
		case add.File != nil:
			file = *add.File
			if err := uploaded(ctx, tx, f, at+"/file", c.ID, file, "document"); err != nil {
				return nil, err
			}
		case !stands:
			f.Add(at+"/file", fault.Required)
		case !kind.Expires() || add.ExpiresOn != nil && add.ExpiresOn.Equal(*last.ExpiresOn):
			continue // nothing new
		}
		expires := kind.CheckExpiry(f, at+"/expires_on", add.ExpiresOn, today)
		out = append(out, partydb.InsertCompanyDocumentParams{Kind: string(kind), Version: last.Version + 1, DocumentID: file, ExpiresOn: expires})
	}
	return out, nil
}
