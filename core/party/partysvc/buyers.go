package partysvc

import (
	"context"
	"fmt"
	"net/mail"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/platform/pg"
)

// A BuyerForm is what the operator says of a buyer company.
type BuyerForm struct {
	party.Profile
	Email  string
	Active bool
}

// check normalises the form and tells all that is wrong with it.
func (b BuyerForm) check() (BuyerForm, error) {
	var f fault.Fields
	b.Profile = b.Profile.Check(&f, "")
	b.Email = f.Line("/email", b.Email, 254)
	if _, err := mail.ParseAddress(b.Email); b.Email != "" && err != nil {
		f.Add("/email", fault.BadFormat, "expected", "name@example.org")
	}
	return b, f.Err()
}

// A BuyerCompany is a buyer's profile with what the operator counts of it.
type BuyerCompany struct {
	Company
	partydb.BuyerFactsRow
	Modules  map[string]bool
	Services []party.Purchase
}

// Buyer returns a buyer company; for operator staff.
func (s *Service) Buyer(ctx context.Context, a access.Actor, id uuid.UUID) (BuyerCompany, error) {
	var out BuyerCompany
	err := operator(a, access.ManageBuyer)
	if err != nil {
		return out, err
	}
	if out.Company, err = s.Company(ctx, s.db, id); err != nil {
		return out, err
	}
	if out.Kind != "buyer" {
		return BuyerCompany{}, party.NotFound.New("a %s", out.Kind)
	}
	if out.BuyerFactsRow, err = q.BuyerFacts(ctx, s.db, id); err != nil {
		return out, err
	}
	if out.Modules, err = s.Modules(ctx, id); err != nil {
		return out, err
	}
	rows, err := q.Services(ctx, s.db, id)
	for _, r := range rows {
		out.Services = append(out.Services, party.Purchase{Service: r.Service, Starts: r.StartsOn, Ends: r.EndsOn, Note: r.Note})
	}
	return out, err
}

// CreateBuyer registers a buyer company; for operator staff.
func (s *Service) CreateBuyer(ctx context.Context, a access.Actor, form BuyerForm) (uuid.UUID, error) {
	if err := operator(a, access.ManageBuyer); err != nil {
		return uuid.Nil, err
	}
	form, err := form.check()
	if err != nil {
		return uuid.Nil, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return id, err
	}
	return id, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := Create(ctx, tx, a, "buyer", id, Registration{Profile: form.Profile}); err != nil {
			return flat(err)
		}
		return q.SetEmail(ctx, tx, form.Email, id)
	})
}

// flat takes the prefix of the registration form from the pointers.
func flat(err error) error {
	e := fault.As(err)
	for i, f := range e.Fields {
		e.Fields[i].Pointer = strings.TrimPrefix(f.Pointer, "/company")
	}
	return e
}

// UpdateBuyer changes the profile of a buyer company; for operator staff.
func (s *Service) UpdateBuyer(ctx context.Context, a access.Actor, id uuid.UUID, form BuyerForm) error {
	if err := operator(a, access.ManageBuyer); err != nil {
		return err
	}
	form, err := form.check()
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := lockBuyer(ctx, tx, id); err != nil {
			return err
		}
		status := "active"
		if !form.Active {
			status = "deactivated"
		}
		var f fault.Fields
		p := form.Profile
		if err := located(ctx, tx, &f, "/location", p.LocationID, p.Country); err != nil {
			return err
		}
		if err := f.Err(); err != nil {
			return err
		}
		_, err := q.UpdateBuyer(ctx, tx, partydb.UpdateBuyerParams{CompanyID: id, Name: p.Name, Initials: party.Initials(p.Name), CompanyType: p.CompanyType,
			Country: p.Country, LocationID: p.LocationID, PhysicalAddress: p.PhysicalAddress, PoBox: p.POBox, Phone: p.Phone, Email: form.Email,
			TaxID: p.TaxID, Website: p.Website, ContactName: p.ContactName, Status: status})
		if pg.Constraint(err) == "company_tax_id" {
			return fault.Invalid.Wrap(err, "").At("/tax_id", party.TaxIDTaken)
		}
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, "party.buyer.updated", "company", id, id, map[string]any{"name": p.Name, "status": status})
	})
}

// SetServices replaces what a buyer company bought of the platform's services; for operator staff.
func (s *Service) SetServices(ctx context.Context, a access.Actor, buyer uuid.UUID, list []party.Purchase) error {
	if err := operator(a, access.ManageBuyer); err != nil {
		return err
	}
	var f fault.Fields
	seen := map[string]bool{}
	for i, p := range list {
		at := fmt.Sprintf("/services/%d", i)
		list[i] = p.Check(&f, at)
		if seen[p.Service] {
			f.Add(at+"/service", fault.Taken)
		}
		seen[p.Service] = true
	}
	if err := f.Err(); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := lockBuyer(ctx, tx, buyer); err != nil {
			return err
		}
		if err := q.ClearServices(ctx, tx, buyer); err != nil {
			return err
		}
		names := make([]string, len(list))
		for i, p := range list {
			names[i] = p.Service
			err := q.InsertService(ctx, tx, partydb.InsertServiceParams{BuyerID: buyer, Service: p.Service, StartsOn: p.Starts, EndsOn: p.Ends,
				Note: p.Note, ChangedBy: a.User, ChangedAt: tx.Now})
			if err != nil {
				return err
			}
		}
		return noted(ctx, tx, a, "party.services.changed", "company", buyer, buyer, map[string]any{"services": names})
	})
}

// A UsedType is a kind of supply with whether a buyer uses it.
type UsedType = partydb.BuyerCategoryTypesRow

// BuyerTypes lists the kinds of supply with whether a buyer uses each; for operator staff.
func (s *Service) BuyerTypes(ctx context.Context, a access.Actor, buyer uuid.UUID) (Company, []UsedType, error) {
	if err := operator(a, access.ManageBuyer); err != nil {
		return Company{}, nil, err
	}
	c, err := s.Company(ctx, s.db, buyer)
	if err == nil && c.Kind != "buyer" {
		err = party.NotFound.New("a %s", c.Kind)
	}
	if err != nil {
		return Company{}, nil, err
	}
	rows, err := q.BuyerCategoryTypes(ctx, s.db, buyer)
	return c, rows, err
}

// SetBuyerTypes replaces the kinds of supply that a buyer uses; for operator staff.
func (s *Service) SetBuyerTypes(ctx context.Context, a access.Actor, buyer uuid.UUID, types []uuid.UUID) error {
	if err := operator(a, access.ManageBuyer); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := lockBuyer(ctx, tx, buyer); err != nil {
			return err
		}
		if err := q.ClearBuyerCategoryTypes(ctx, tx, buyer); err != nil {
			return err
		}
		err := q.InsertBuyerCategoryTypes(ctx, tx, buyer, types)
		if pg.Constraint(err) == "buyer_category_type_category_type_id_fkey" {
			return fault.Invalid.Wrap(err, "").At("/category_types", fault.Unknown)
		}
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, "party.category_types.changed", "company", buyer, buyer, map[string]any{"category_types": types})
	})
}
