package partyhttp

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
)

const dayLayout = "2006-01-02"

type (
	// BuyerPath names a buyer company.
	BuyerPath struct {
		BuyerID uuid.UUID `path:"buyer_id" format:"uuid"`
	}
	// BuyerForm is what the operator says of a buyer company.
	BuyerForm struct {
		Name            string            `json:"name"`
		CompanyType     party.CompanyType `json:"company_type"`
		Country         string            `json:"country"`
		Location        *int32            `json:"location,omitempty"`
		PhysicalAddress string            `json:"physical_address"`
		POBox           string            `json:"po_box,omitempty"`
		Phone           string            `json:"phone"`
		Email           string            `json:"email"`
		TaxID           string            `json:"tax_id"`
		Website         string            `json:"website,omitempty"`
		ContactName     string            `json:"contact_name,omitempty"`
		Active          bool              `json:"active"`
	}
	// ModuleState is a module with whether it is on.
	ModuleState struct {
		Module     party.ModuleName `json:"module"`
		Activities []string         `json:"activities"`
		Active     bool             `json:"active"`
	}
	// BuyerService is a service of the platform that a buyer bought.
	BuyerService struct {
		Service  party.ServiceName `json:"service"`
		StartsOn string            `json:"starts_on" format:"date"`
		EndsOn   string            `json:"ends_on,omitempty"`
		Note     string            `json:"note"`
	}
	// BuyerProfile is a buyer company as the operator sees it.
	BuyerProfile struct {
		BuyerForm
		ID                uuid.UUID           `json:"id" format:"uuid"`
		CreatedAt         time.Time           `json:"created_at"`
		Users             int64               `json:"users"`
		Jobs              int64               `json:"jobs"`
		Branches          int64               `json:"branches"`
		CategoryTypes     int64               `json:"category_types"`
		Modules           []ModuleState       `json:"modules"`
		Services          []BuyerService      `json:"services"`
		AvailableServices []party.ServiceName `json:"available_services"`
	}
	buyerFormInput struct{ Body BuyerForm }
	updateBuyer    struct {
		BuyerPath
		Body BuyerForm
	}
	moduleInput struct {
		BuyerPath
		Module party.ModuleName `path:"module"`
		Body   struct {
			Active bool `json:"active"`
		}
	}
	servicesInput struct {
		BuyerPath
		Body struct {
			Services []BuyerService `json:"services"`
		}
	}
	// BuyerTypeItem is a kind of supply with whether a buyer uses it.
	BuyerTypeItem struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Code string    `json:"code"`
		Name string    `json:"name"`
		Used bool      `json:"used"`
	}
	// BuyerTypes are the kinds of supply beside a buyer.
	BuyerTypes struct {
		Buyer string          `json:"buyer"`
		Items []BuyerTypeItem `json:"items"`
	}
	typesInput struct {
		BuyerPath
		Body struct {
			CategoryTypes []uuid.UUID `json:"category_types"`
		}
	}
)

func (f BuyerForm) form() partysvc.BuyerForm {
	return partysvc.BuyerForm{Profile: party.Profile{CompanyType: string(f.CompanyType), Name: f.Name, Country: f.Country, LocationID: f.Location,
		PhysicalAddress: f.PhysicalAddress, POBox: f.POBox, Phone: f.Phone, TaxID: f.TaxID, Website: f.Website, ContactName: f.ContactName},
		Email: f.Email, Active: f.Active}
}

func buyerProfileOf(c partysvc.BuyerCompany) BuyerProfile {
	out := BuyerProfile{BuyerForm: BuyerForm{Name: c.Name, CompanyType: party.CompanyType(c.CompanyType), Country: c.Country, Location: c.LocationID,
		PhysicalAddress: c.PhysicalAddress, POBox: c.POBox, Phone: c.Phone, Email: c.Email, TaxID: c.TaxID, Website: c.Website,
		ContactName: c.ContactName, Active: c.Status == "active"}, ID: c.ID, CreatedAt: c.CreatedAt.UTC(), Users: c.Users, Jobs: c.Jobs,
		Branches: c.Branches, CategoryTypes: c.CategoryTypes, AvailableServices: party.Services}
	for _, m := range party.Modules {
		out.Modules = append(out.Modules, ModuleState{
			Module:     party.ModuleName(m.Name),
			Activities: append([]string{}, m.Activities...),
			Active:     c.Modules[m.Name],
		})
	}
	out.Services = httpkit.Each(c.Services, func(p party.Purchase) BuyerService {
		s := BuyerService{Service: party.ServiceName(p.Service), StartsOn: p.Starts.Format(dayLayout), Note: p.Note}
		if p.Ends != nil {
			s.EndsOn = p.Ends.Format(dayLayout)
		}
		return s
	})
	return out
}

// purchases reads days; what is no day is told at its field.
func purchases(in []BuyerService) ([]party.Purchase, error) {
	var f fault.Fields
	out := make([]party.Purchase, len(in))
	for i, s := range in {
		at := "/services/" + strconv.Itoa(i)
		out[i] = party.Purchase{Service: string(s.Service), Note: s.Note}
		if d := dayAt(&f, at+"/starts_on", s.StartsOn); d != nil {
			out[i].Starts = *d
		}
		out[i].Ends = dayAt(&f, at+"/ends_on", s.EndsOn)
	}
	return out, f.Err()
}

func dayAt(f *fault.Fields, pointer, text string) *time.Time {
	if text == "" {
		return nil
	}
	d, err := time.Parse(dayLayout, text)
	if err != nil {
		f.Add(pointer, fault.BadFormat, "expected", dayLayout)
		return nil
	}
	return &d
}

// MountBuyers registers what the operator keeps of buyer companies.
func MountBuyers(b *httpkit.BFF, s *partysvc.Service) {
	const t, p = access.Operator, access.ManageBuyer
	op(b, t, p, http.MethodPost, "/buyers", "createBuyer", "Register a buyer company", func(ctx context.Context, in *buyerFormInput) (*httpkit.Body[MadeID], error) {
		return made(s.CreateBuyer(ctx, httpkit.Actor(ctx), in.Body.form()))
	})
	op(b, t, p, http.MethodGet, "/buyers/{buyer_id}", "buyer", "A buyer company with its modules and services", func(ctx context.Context, in *BuyerPath) (*httpkit.Body[BuyerProfile], error) {
		c, err := s.Buyer(ctx, httpkit.Actor(ctx), in.BuyerID)
		return httpkit.JSON(buyerProfileOf(c), err)
	})
	op(b, t, p, http.MethodPut, "/buyers/{buyer_id}", "updateBuyer", "Change a buyer company", func(ctx context.Context, in *updateBuyer) (*httpkit.Empty, error) {
		return httpkit.Done(s.UpdateBuyer(ctx, httpkit.Actor(ctx), in.BuyerID, in.Body.form()))
	})
	op(b, t, p, http.MethodPut, "/buyers/{buyer_id}/modules/{module}", "setModule", "Turn a module on or off", func(ctx context.Context, in *moduleInput) (*httpkit.Empty, error) {
		return httpkit.Done(s.SetModule(ctx, httpkit.Actor(ctx), in.BuyerID, string(in.Module), in.Body.Active))
	})
	op(b, t, p, http.MethodPut, "/buyers/{buyer_id}/services", "setServices", "Which services a buyer bought", func(ctx context.Context, in *servicesInput) (*httpkit.Empty, error) {
		bought, err := purchases(in.Body.Services)
		if err != nil {
			return nil, err
		}
		return httpkit.Done(s.SetServices(ctx, httpkit.Actor(ctx), in.BuyerID, bought))
	})
	op(b, t, p, http.MethodGet, "/buyers/{buyer_id}/category_types", "buyerCategoryTypes", "Which category types a buyer uses", func(ctx context.Context, in *BuyerPath) (*httpkit.Body[BuyerTypes], error) {
		c, rows, err := s.BuyerTypes(ctx, httpkit.Actor(ctx), in.BuyerID)
		return httpkit.JSON(BuyerTypes{
			Buyer: c.Name,
			Items: httpkit.Each(rows, func(r partysvc.UsedType) BuyerTypeItem { return BuyerTypeItem(r) }),
		}, err)
	})
	op(b, t, p, http.MethodPut, "/buyers/{buyer_id}/category_types", "setBuyerCategoryTypes", "Choose the category types that a buyer uses", func(ctx context.Context, in *typesInput) (*httpkit.Empty, error) {
		return httpkit.Done(s.SetBuyerTypes(ctx, httpkit.Actor(ctx), in.BuyerID, in.Body.CategoryTypes))
	})
}
