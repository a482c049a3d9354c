package bffoperator

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/find"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partyhttp"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing/sourcinghttp"
)

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

type (
	// SupplierFilter narrows the suppliers.
	SupplierFilter struct {
		Search         string           `query:"search" maxLength:"100"`
		Countries      []geo.Code       `query:"country,explode" maxItems:"50"`
		Statuses       []party.Standing `query:"status,explode" maxItems:"2"`
		CategoryType   uuid.UUID        `query:"category_type" format:"uuid"`
		Subscribed     bool             `query:"subscribed" doc:"Only those with a category of interest"`
		RegisteredFrom day.Day          `query:"registered_from"`
		RegisteredTo   day.Day          `query:"registered_to"`
	}
	suppliersInput struct {
		sourcinghttp.PageQuery
		SupplierFilter
	}
	exportInput struct {
		SupplierFilter
		Language string `header:"Accept-Language"`
	}
	// SupplierCompany is a row of the suppliers.
	SupplierCompany struct {
		ID         uuid.UUID      `json:"id" format:"uuid"`
		Name       string         `json:"name"`
		Country    string         `json:"country"`
		TaxID      string         `json:"tax_id"`
		Phone      string         `json:"phone"`
		Status     party.Standing `json:"status"`
		CreatedAt  time.Time      `json:"created_at"`
		Categories int64          `json:"categories" doc:"Of interest"`
	}
	// SupplierCompanies is one page of them.
	SupplierCompanies struct {
		Items []SupplierCompany `json:"items"`
		Next  string            `json:"next,omitempty"`
	}
	countsInput struct {
		Search string `query:"search" maxLength:"100"`
	}
	// CategoryCountRow is a kind of supply and who takes an interest in it.
	CategoryCountRow struct {
		ID        uuid.UUID `json:"id" format:"uuid"`
		Code      string    `json:"code"`
		Name      string    `json:"name"`
		Suppliers int64     `json:"suppliers"`
	}
	// CategoryCounts is the list of them.
	CategoryCounts struct {
		Items []CategoryCountRow `json:"items"`
	}
	applicationsInput struct {
		sourcinghttp.PageQuery
		Search      string    `query:"search" maxLength:"100"`
		Statuses    []string  `query:"status,explode" enum:"pending,validated,rejected,replaced" maxItems:"20"`
		Group       uuid.UUID `query:"special_group_id" format:"uuid"`
		AppliedFrom day.Day   `query:"applied_from"`
		AppliedTo   day.Day   `query:"applied_to"`
		ExpiresFrom day.Day   `query:"expires_from"`
		ExpiresTo   day.Day   `query:"expires_to"`
	}
	// ApplicationRow is a supplier's application to a special group.
	ApplicationRow struct {
		ID          uuid.UUID      `json:"id" format:"uuid"`
		CompanyID   uuid.UUID      `json:"company_id" format:"uuid"`
		CompanyName string         `json:"company_name"`
		Country     string         `json:"country"`
		GroupName   string         `json:"group_name"`
		Status      string         `json:"status" enum:"pending,validated,rejected,replaced,expired"`
		Share       money.Quantity `json:"share"`
		MinShare    money.Quantity `json:"min_share"`
		ExpiresOn   string         `json:"expires_on,omitempty" format:"date"`
		CreatedAt   time.Time      `json:"created_at"`
	}
	// Applications is one page of them.
	Applications struct {
		Items []ApplicationRow `json:"items"`
		Next  string           `json:"next,omitempty"`
	}
	// ApplicationPath names an application.
	ApplicationPath struct {
		ID uuid.UUID `path:"application_id" format:"uuid"`
	}
	// GroupApplication is an application with what its decision rests on.
	GroupApplication struct {
		ApplicationRow
		ProofID   uuid.UUID         `json:"proof" format:"uuid"`
		ProofName string            `json:"proof_name"`
		Reason    string            `json:"reason,omitempty"`
		Segment   string            `json:"segment,omitempty" enum:"women,youth,disability"`
		Held      money.Quantity    `json:"held" doc:"Per cent that the group holds today"`
		Enough    bool              `json:"enough"`
		Owners    []partyhttp.Owner `json:"owners"`
		DecidedBy string            `json:"decided_by,omitempty"`
		DecidedAt *time.Time        `json:"decided_at,omitempty"`
	}
	groupDecideInput struct {
		ApplicationPath
		Body struct {
			Validate  bool   `json:"validate"`
			Reason    string `json:"reason,omitempty" maxLength:"4000"`
			ExpiresOn string `json:"expires_on,omitempty" maxLength:"40"`
		}
	}
)

func (f SupplierFilter) read(ctx context.Context) partysvc.SupplierFilter {
	return partysvc.SupplierFilter{
		Search:       strings.TrimSpace(f.Search),
		Countries:    f.Countries,
		Statuses:     f.Statuses,
		CategoryType: httpkit.OrNil(f.CategoryType),
		Subscribed:   f.Subscribed,
		Registered:   httpkit.Days(ctx, f.RegisteredFrom, f.RegisteredTo),
	}
}

// mountSuppliers registers the operator's lists of suppliers and the validation of special groups.
func mountSuppliers(b *httpkit.BFF, s *partysvc.Service) {
	read, write := access.Sees(access.Operator, access.Suppliers), access.Only(access.Operator, access.ManageSupplier)
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "party", Summary: summary}
	}
	b.Offer(find.Source{Guard: read, Find: func(ctx context.Context, a access.Actor, words string, limit int) ([]find.Hit, error) {
		page, err := s.Suppliers(ctx, a, partysvc.SupplierFilter{Search: words}, "", limit)
		return find.Each(page.Items, err, func(r partysvc.Supplier) find.Hit {
			return find.Hit{Kind: find.Supplier, ID: r.ID, Name: r.Name, Reference: r.TaxID}
		})
	}})
	httpkit.Route(b, read, op(http.MethodGet, "/suppliers", "suppliers", "Supplier companies, newest first"),
		func(ctx context.Context, in *suppliersInput) (*httpkit.Body[SupplierCompanies], error) {
			page, err := s.Suppliers(ctx, httpkit.Actor(ctx), in.read(ctx), in.After, in.Limit)
			out := SupplierCompanies{Items: make([]SupplierCompany, len(page.Items)), Next: page.Next}
			for i, r := range page.Items {
				out.Items[i] = SupplierCompany{
					ID:         r.ID,
					Name:       r.Name,
					Country:    r.Country,
					TaxID:      r.TaxID,
					Phone:      r.Phone,
					Status:     party.Standing(r.Status),
					CreatedAt:  r.CreatedAt,
					Categories: r.Categories,
				}
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, write, op(http.MethodGet, "/suppliers/export", "exportSuppliers", "The same list as a workbook"),
		func(ctx context.Context, in *exportInput) (*httpkit.Download, error) {
			data, err := s.ExportSuppliers(ctx, httpkit.Actor(ctx), in.read(ctx), in.Language[:min(2, len(in.Language))])
			if err != nil {
				return nil, err
			}
			return httpkit.Attach("suppliers.xlsx", xlsx, data), nil
		})
	httpkit.Route(b, read, op(http.MethodGet, "/suppliers/categories", "supplierCategories", "Kinds of supply with their suppliers"),
		func(ctx context.Context, in *countsInput) (*httpkit.Body[CategoryCounts], error) {
			rows, err := s.CategoryCounts(ctx, httpkit.Actor(ctx), in.Search)
			out := CategoryCounts{Items: make([]CategoryCountRow, len(rows))}
			for i, r := range rows {
				out.Items[i] = CategoryCountRow(r)
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, read, op(http.MethodGet, "/special_group_suppliers", "groupApplications", "Suppliers of special groups, newest first"),
		func(ctx context.Context, in *applicationsInput) (*httpkit.Body[Applications], error) {
			f := partysvc.ApplicationFilter{
				Search:   strings.TrimSpace(in.Search),
				Statuses: in.Statuses,
				Group:    httpkit.OrNil(in.Group),
				Applied:  httpkit.Days(ctx, in.AppliedFrom, in.AppliedTo),
				Expires:  httpkit.Days(ctx, in.ExpiresFrom, in.ExpiresTo),
			}
			page, err := s.Applications(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			out := Applications{Items: make([]ApplicationRow, len(page.Items)), Next: page.Next}
			for i, r := range page.Items {
				out.Items[i] = ApplicationRow{
					ID:          r.ID,
					CompanyID:   r.CompanyID,
					CompanyName: r.CompanyName,
					Country:     r.Country,
					GroupName:   r.GroupName,
					Status:      r.Status,
					Share:       r.Share,
					MinShare:    r.MinShare,
					ExpiresOn:   partyhttp.Day(r.ExpiresOn),
					CreatedAt:   r.CreatedAt,
				}
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, read, op(http.MethodGet, "/special_group_suppliers/{application_id}", "groupApplication", "An application with what its decision rests on"),
		func(ctx context.Context, in *ApplicationPath) (*httpkit.Body[GroupApplication], error) {
			r, err := s.Application(ctx, httpkit.Actor(ctx), in.ID)
			if err != nil {
				return nil, err
			}
			out := GroupApplication{ApplicationRow: ApplicationRow{
				ID:          r.ID,
				CompanyID:   r.CompanyID,
				CompanyName: r.CompanyName,
				Country:     r.Country,
				GroupName:   r.Name,
				Status:      r.Status,
				Share:       r.Share,
				MinShare:    r.MinShare,
				ExpiresOn:   partyhttp.Day(r.ExpiresOn),
				CreatedAt:   r.CreatedAt,
			}, ProofID: r.ProofID, ProofName: r.ProofName, Reason: r.Reason, Held: r.Held, Enough: r.Enough,
				Owners: partyhttp.OwnersOf(r.Owners), DecidedBy: r.DecidedBy, DecidedAt: r.DecidedAt}
			if r.Segment != nil {
				out.Segment = *r.Segment
			}
			return httpkit.JSON(out, nil)
		})
	httpkit.Route(b, write, op(http.MethodPost, "/special_group_suppliers/{application_id}/decision", "decideGroup", "Validate or reject an application"),
		func(ctx context.Context, in *groupDecideInput) (*httpkit.Empty, error) {
			var f fault.Fields
			d := partysvc.Decision{Validate: in.Body.Validate, Reason: in.Body.Reason, ExpiresOn: partyhttp.ReadDay(&f, "/expires_on", in.Body.ExpiresOn)}
			if err := f.Err(); err != nil {
				return nil, err
			}
			return &httpkit.Empty{}, s.Decide(ctx, httpkit.Actor(ctx), in.ID, d)
		})
}
