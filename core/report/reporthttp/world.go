package reporthttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/report/reportsvc"
)

type (
	// WorldQuery narrows the world of suppliers. Parts of an input are exported: Huma passes others over.
	WorldQuery struct {
		Search       string              `query:"search" maxLength:"200" doc:"Name, first letters, number for tax, or somebody in its register; the closest first"`
		Countries    []geo.Code          `query:"country,explode" maxItems:"50"`
		CompanyTypes []party.CompanyType `query:"company_type,explode" maxItems:"10"`
		Location     int32               `query:"location" minimum:"0" doc:"Where it is or that it supplies; 0: anywhere"`
		CategoryType uuid.UUID           `query:"category_type" format:"uuid"`
		Group        uuid.UUID           `query:"special_group" format:"uuid" doc:"Of which it is a validated member"`
		ValidOn      day.Day             `query:"valid_on" doc:"All papers are good on the day"`
		Women        int                 `query:"women" minimum:"0" maximum:"100" doc:"Per cent that they hold at least"`
		Youth        int                 `query:"youth" minimum:"0" maximum:"100"`
		Disability   int                 `query:"disability" minimum:"0" maximum:"100"`
		Blacklisted  string              `query:"blacklisted" enum:"yes,no" doc:"By the company or by the platform"`
	}
	worldInput struct {
		PageQuery
		WorldQuery
	}
	exportWorldInput struct {
		WorldQuery
		Language locale.Language `query:"language" default:"en"`
	}
	// WorldPath names a supplier.
	WorldPath struct {
		SupplierID uuid.UUID `path:"supplier_id" format:"uuid"`
	}
	worldDetailsInput struct {
		WorldPath
		On day.Day `query:"on" doc:"The day that its register is read on; absent: today"`
	}
	worldPaperInput struct {
		WorldPath
		FileID uuid.UUID `path:"file_id" format:"uuid"`
	}
	worldOwnersInput struct {
		PageQuery
		Search string            `query:"search" maxLength:"200" doc:"A name, or a whole number"`
		Roles  []party.Role      `query:"role,explode" maxItems:"2"`
		Kinds  []party.OwnerKind `query:"kind,explode" maxItems:"2"`
	}
)

func (in WorldQuery) filter() partysvc.WorldFilter {
	f := partysvc.WorldFilter{
		Search:       in.Search,
		Countries:    in.Countries,
		CompanyTypes: in.CompanyTypes,
		CategoryType: httpkit.OrNil(in.CategoryType),
		Group:        httpkit.OrNil(in.Group),
		ValidOn:      day.Between(in.ValidOn, "", "").First,
		Women:        in.Women,
		Youth:        in.Youth,
		Disability:   in.Disability,
	}
	if in.Location > 0 {
		f.Location = &in.Location
	}
	if in.Blacklisted != "" {
		listed := in.Blacklisted == "yes"
		f.Blacklisted = &listed
	}
	return f
}

// MountWorld registers the search among all suppliers, what a buyer sees of one, and the
// search for directors and shareholders. Support looks at a customer's work, not at people.
func MountWorld(b *httpkit.BFF, s *reportsvc.Service) {
	guard := access.Only(access.Buyer)
	people := guard.ToSupport(false)
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "world", Summary: summary}
	}
	httpkit.Route(b, guard, op(http.MethodGet, "/world/suppliers", "worldSuppliers", "All suppliers: the closest to what was typed, or the newest"),
		func(ctx context.Context, in *worldInput) (*httpkit.Body[WorldSuppliers], error) {
			page, err := s.World(ctx, httpkit.Actor(ctx), in.filter(), in.After, in.Limit)
			return httpkit.JSON(WorldSuppliers{Items: httpkit.Each(page.Items, worldSupplierOf), Next: page.Next}, err)
		})
	httpkit.Route(b, access.Only(access.Buyer, access.ViewReport), op(http.MethodPost, "/world/suppliers/export", "exportWorld", "The same as a workbook; who took it is recorded"),
		func(ctx context.Context, in *exportWorldInput) (*httpkit.Download, error) {
			data, err := s.ExportWorld(ctx, httpkit.Actor(ctx), in.filter(), in.Language)
			return attached("suppliers.xlsx", data, err)
		})
	httpkit.Route(b, people, op(http.MethodGet, "/world/suppliers/{supplier_id}", "worldSupplier", "A supplier with its owners on a day and what it has to do with the company; each look is recorded"),
		func(ctx context.Context, in *worldDetailsInput) (*httpkit.Body[WorldDetails], error) {
			d, err := s.Supplier(ctx, httpkit.Actor(ctx), in.SupplierID, day.Between(in.On, "", "").First)
			return httpkit.JSON(worldDetailsOf(d), err)
		})
	httpkit.Route(b, access.Only(access.Buyer, access.AccessSupplierFiles).ToSupport(false), op(http.MethodGet, "/world/suppliers/{supplier_id}/papers/{file_id}", "worldPaper",
		"A paper of a supplier that the company has had to do with, or that it shows to every buyer; who opened it is recorded"),
		func(ctx context.Context, in *worldPaperInput) (*httpkit.Download, error) {
			f, err := s.SupplierPaper(ctx, httpkit.Actor(ctx), in.SupplierID, in.FileID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(f.Name, f.MediaType, f.Bytes), nil
		})
	httpkit.Route(b, people, op(http.MethodGet, "/world/suppliers/{supplier_id}/ties", "worldTies", "What a supplier shares with others, and who owns whom, two steps deep; each look is recorded"),
		func(ctx context.Context, in *WorldPath) (*httpkit.Body[WorldTies], error) {
			here, ties, err := s.SupplierTies(ctx, httpkit.Actor(ctx), in.SupplierID)
			return httpkit.JSON(WorldTies{Company: WorldCompany(here), Ties: httpkit.Each(ties, worldTieOf)}, err)
		})
	httpkit.Route(b, people, op(http.MethodGet, "/world/owners", "worldOwners", "Directors and shareholders by name or whole number, the closest first"),
		func(ctx context.Context, in *worldOwnersInput) (*httpkit.Body[WorldOwners], error) {
			page, err := s.Owners(ctx, httpkit.Actor(ctx), partysvc.OwnerFilter{Search: in.Search, Roles: in.Roles, Kinds: in.Kinds}, in.After, in.Limit)
			return httpkit.JSON(WorldOwners{People: httpkit.Each(page.Items, worldOwnerFoundOf), Next: page.Next}, err)
		})
}
