package identityhttp

import (
	"context"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/access"
	"zabuni.org/core/fault"
	"zabuni.org/core/geo"
	"zabuni.org/core/httpkit"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
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
	// Location is a county or region.
	Location struct {
		ID   int32  `json:"id"`
		Name string `json:"name"`
	}
	// Locations is the list of locations of a country.
	Locations struct {
		Items []Location `json:"items"`
	}
	// CategoryType is a kind of supply.
	CategoryType struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Name string    `json:"name"`
	}
	// CategoryTypes is one page of kinds of supply.
	CategoryTypes struct {
		Items []CategoryType `json:"items"`
		Total int            `json:"total"`
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
				CompanyType     string      `json:"company_type"`
				Name            string      `json:"name"`
				Country         string      `json:"country"`
				Location        *int32      `json:"location,omitempty"`
				PhysicalAddress string      `json:"physical_address"`
				POBox           string      `json:"po_box,omitempty"`
				Phone           string      `json:"phone"`
				TaxID           string      `json:"tax_id"`
				Website         string      `json:"website,omitempty"`
				ContactName     string      `json:"contact_name,omitempty"`
				CategoryTypes   []uuid.UUID `json:"category_types,omitempty" maxItems:"200"`
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
	route(b, access.Anyone, http.MethodGet, "/core/countries", "countries", "Countries",
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[Countries], error) {
			out := Countries{Items: make([]Country, len(geo.Countries))}
			for i, c := range geo.Countries {
				out.Items[i] = Country{c.ISO2, c.Name, c.ISO2, c.DialCode, c.PhoneExample, c.TaxLabel, c.Currency}
			}
			return &httpkit.Body[Countries]{Body: out}, nil
		})
	route(b, access.Anyone, http.MethodGet, "/core/countries/{id}/locations", "locations", "Locations of a country",
		func(ctx context.Context, in *countryPath) (*httpkit.Body[Locations], error) {
			rows, err := d.Party.Locations(ctx, strings.ToUpper(in.ID))
			if err == nil && len(rows) == 0 {
				err = fault.NotFound.New("no such country")
			}
			out := Locations{Items: make([]Location, len(rows))}
			for i, l := range rows {
				out.Items[i] = Location{l.ID, l.Name}
			}
			return httpkit.JSON(out, err)
		})
	route(b, access.Anyone, http.MethodGet, "/core/category_types", "categoryTypes", "Search kinds of supply",
		func(ctx context.Context, in *categoryTypeQuery) (*httpkit.Body[CategoryTypes], error) {
			rows, total, err := d.Party.SearchCategoryTypes(ctx, in.Query, in.Page, in.PageSize)
			out := CategoryTypes{Items: make([]CategoryType, len(rows)), Total: total}
			for i, c := range rows {
				out.Items[i] = CategoryType{c.ID, c.Name}
			}
			return httpkit.JSON(out, err)
		})
}

// MountRegister registers the supplier's registration.
func MountRegister(b *httpkit.BFF, d Deps) {
	route(b, access.Anyone, http.MethodPost, "/supplier/register", "register", "Register a supplier company and its first user",
		func(ctx context.Context, in *registerInput) (*httpkit.Body[emailBody], error) {
			c, u := in.Body.Company, in.Body.User
			language := "en"
			for _, l := range []string{"am", "fr", "pt", "sw"} {
				if strings.HasPrefix(in.Language, l) {
					language = l
				}
			}
			email, err := d.Identity.Register(ctx, identitysvc.Registration{
				Company: partysvc.Registration{Interests: c.CategoryTypes, Profile: party.Profile{
					CompanyType: c.CompanyType, Name: c.Name, Country: c.Country, LocationID: c.Location, PhysicalAddress: c.PhysicalAddress,
					POBox: c.POBox, Phone: c.Phone, TaxID: c.TaxID, Website: c.Website, ContactName: c.ContactName}},
				FirstName: u.FirstName, LastName: u.LastName, Email: u.Email, Phone: u.Phone, Password: u.Password, Confirm: u.Confirm,
				Language: language, AgreeTerms: in.Body.AgreeTerms,
			}, client(ctx))
			return httpkit.JSON(emailBody{email}, err)
		})
}
