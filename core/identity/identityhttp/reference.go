package identityhttp

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	// Country is a country as the registration form needs it.
	Country struct {
		ID           string `json:"id" doc:"ISO 3166-1 alpha-2"`
		Name         string `json:"name"`
		ISO2         string `json:"iso2"`
		DialCode     string `json:"dial_code"`
		PhoneExample string `json:"phone_example"`
		TaxLabel     string `json:"tax_label"`
		Currency     string `json:"currency" doc:"ISO 4217"`
	}
	// Countries is the list of countries.
	Countries struct {
		Items []Country `json:"items"`
	}
	// Named is a row of reference data: a county, a kind of supply.
	Named struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	// NamedList is a whole list of reference data.
	NamedList struct {
		Items []Named `json:"items"`
	}
	// NamedPage is one page of reference data.
	NamedPage struct {
		Items []Named `json:"items"`
		Total int     `json:"total"`
	}
	countryPath struct {
		ID string `path:"id" minLength:"2" maxLength:"2"`
	}
	categoryTypeQuery struct {
		Query    string `query:"query" maxLength:"100"`
		Page     int    `query:"page" minimum:"1" maximum:"10000" default:"1"`
		PageSize int    `query:"page_size" minimum:"1" maximum:"100" default:"10"`
	}
	registerInput struct {
		Language string `header:"Accept-Language"`
		Body     struct {
			Company struct {
				CompanyType     party.CompanyType `json:"company_type"`
				Name            string            `json:"name"`
				Country         string            `json:"country"`
				Location        string            `json:"location,omitempty" doc:"Id of a location of the country"`
				PhysicalAddress string            `json:"physical_address"`
				POBox           string            `json:"po_box,omitempty"`
				Phone           string            `json:"phone"`
				TaxID           string            `json:"tax_id"`
				Website         string            `json:"website,omitempty"`
				ContactName     string            `json:"contact_name,omitempty"`
				CategoryTypes   []uuid.UUID       `json:"category_types,omitempty" maxItems:"200"`
			} `json:"company"`
			User struct {
				FirstName string `json:"first_name"`
				LastName  string `json:"last_name"`
				Email     string `json:"email"`
				Phone     string `json:"phone"`
				Password  string `json:"password"`
				Confirm   string `json:"confirm_password"`
			} `json:"user"`
			AgreeTerms bool `json:"agree_terms"`
		}
	}
)

func mountReference(b *httpkit.BFF, d Deps) {
	route(b, access.Anyone, http.MethodGet, "/core/countries/", "countries", "Countries",
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[Countries], error) {
			out := Countries{Items: make([]Country, len(geo.Countries))}
			for i, c := range geo.Countries {
				out.Items[i] = Country{
					ID:           c.ISO2,
					Name:         c.Name,
					ISO2:         c.ISO2,
					DialCode:     c.DialCode,
					PhoneExample: c.PhoneExample,
					TaxLabel:     c.TaxLabel,
					Currency:     c.Currency,
				}
			}
			return &httpkit.Body[Countries]{Body: out}, nil
		})
	route(b, access.Anyone, http.MethodGet, "/core/countries/{id}/locations/", "locations", "Locations of a country",
		func(ctx context.Context, in *countryPath) (*httpkit.Body[NamedList], error) {
			rows, err := d.Party.Locations(ctx, strings.ToUpper(in.ID))
			if err == nil && len(rows) == 0 {
				err = fault.NotFound.New("no such country")
			}
			out := NamedList{Items: make([]Named, len(rows))}
			for i, l := range rows {
				out.Items[i] = Named{ID: strconv.Itoa(int(l.ID)), Name: l.Name}
			}
			return httpkit.JSON(out, err)
		})
	route(b, access.Anyone, http.MethodGet, "/core/category_types/", "categoryTypes", "Search kinds of supply",
		func(ctx context.Context, in *categoryTypeQuery) (*httpkit.Body[NamedPage], error) {
			rows, total, err := d.Party.SearchCategoryTypes(ctx, in.Query, in.Page, in.PageSize)
			out := NamedPage{Items: make([]Named, len(rows)), Total: total}
			for i, c := range rows {
				out.Items[i] = Named{ID: c.ID.String(), Name: c.Name}
			}
			return httpkit.JSON(out, err)
		})
}

// MountRegister registers the supplier's registration.
func MountRegister(b *httpkit.BFF, d Deps) {
	route(b, access.Anyone, http.MethodPost, "/supplier/register/", "register", "Register a supplier company and its first user",
		func(ctx context.Context, in *registerInput) (*httpkit.Body[emailBody], error) {
			c, u := in.Body.Company, in.Body.User
			language := "en"
			for _, l := range []string{"am", "fr", "pt", "sw"} {
				if strings.HasPrefix(in.Language, l) {
					language = l
				}
			}
			var location *int32
			if c.Location != "" {
				n, err := strconv.ParseInt(c.Location, 10, 32)
				if err != nil {
					return nil, fault.Invalid.New("").At("/company/location", fault.Unknown)
				}
				id := int32(n)
				location = &id
			}
			email, err := d.Identity.Register(ctx, identitysvc.Registration{
				Company: partysvc.Registration{Interests: c.CategoryTypes, Profile: party.Profile{
					CompanyType: string(c.CompanyType), Name: c.Name, Country: c.Country, LocationID: location, PhysicalAddress: c.PhysicalAddress,
					POBox: c.POBox, Phone: c.Phone, TaxID: c.TaxID, Website: c.Website, ContactName: c.ContactName}},
				FirstName: u.FirstName, LastName: u.LastName, Email: u.Email, Phone: u.Phone, Password: u.Password, Confirm: u.Confirm,
				Language: language, AgreeTerms: in.Body.AgreeTerms,
			}, client(ctx))
			return httpkit.JSON(emailBody{email}, err)
		})
}
