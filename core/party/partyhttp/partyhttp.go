// Package partyhttp is the operations of companies' profiles, the same on the
// desks of suppliers, buyers and the operator.
package partyhttp

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
)

// A Desk says who reads and who changes, and under which paths.
type Desk struct {
	Read, Write access.Guard
	Own         string // path of the caller's own company; none on the operator's desk
	Patch       string // with {company_id}
}

// Desks.
var (
	SupplierDesk = Desk{
		Read:  access.Only(access.Supplier),
		Write: access.Only(access.Supplier, access.UpdateCompanyInfo),
		Own:   "/supplier/profile/company/",
		Patch: "/supplier/profile/{company_id}/",
	}
	BuyerDesk = Desk{
		Read:  access.Only(access.Buyer),
		Write: access.Only(access.Buyer, access.EditCompanyProfile),
		Own:   "/company/profile",
		Patch: "/company/profile/{company_id}",
	}
	OperatorDesk = Desk{
		Read:  access.Sees(access.Operator, access.Suppliers),
		Write: access.Only(access.Operator, access.ManageSupplier),
		Own:   "",
		Patch: "/companies/{company_id}",
	}
)

type (
	// CompanyPath names a company.
	CompanyPath struct {
		CompanyID uuid.UUID `path:"company_id" format:"uuid"`
	}
	attached struct {
		File      *uuid.UUID `json:"file,omitempty" format:"uuid" doc:"An upload; absent: the file that stands there"`
		ExpiresOn string     `json:"expires_on,omitempty" maxLength:"40"`
	}
	profileUpdateInput struct {
		CompanyPath
		Body struct {
			Version         int32              `json:"version"`
			CompanyType     *party.CompanyType `json:"company_type,omitempty"`
			Name            *string            `json:"name,omitempty"`
			Country         *string            `json:"country,omitempty"`
			Location        *string            `json:"location,omitempty"`
			PhysicalAddress *string            `json:"physical_address,omitempty"`
			POBox           *string            `json:"po_box,omitempty"`
			Phone           *string            `json:"phone,omitempty"`
			TaxID           *string            `json:"tax_id,omitempty"`
			Website         *string            `json:"website,omitempty"`
			ContactName     *string            `json:"contact_name,omitempty"`
			Logo            *uuid.UUID         `json:"logo,omitempty" format:"uuid" doc:"An upload"`
			NoLogo          bool               `json:"no_logo,omitempty" doc:"Takes the logo off"`
			CategoryTypes   *[]uuid.UUID       `json:"category_types,omitempty" maxItems:"1000"`
			SupplyLocations *[]string          `json:"supply_locations,omitempty" maxItems:"1000"`
			Documents       *struct {
				Registration   *attached `json:"registration,omitempty"`
				TaxCompliance  *attached `json:"tax_compliance,omitempty"`
				TradingLicence *attached `json:"trading_licence,omitempty"`
			} `json:"documents,omitempty"`
			Owners *[]Owner `json:"owners,omitempty" maxItems:"1000"`
		}
	}
	profileUploadInput struct {
		CompanyPath
		Body struct {
			Kind string `json:"kind" enum:"logo,document,proof"`
			Name string `json:"name" maxLength:"400"`
			Size int64  `json:"size"`
		}
	}
	// ProfileUploadPath names a file on its way.
	ProfileUploadPath struct {
		CompanyPath
		UploadID uuid.UUID `path:"upload_id" format:"uuid"`
	}
	profilePartInput struct {
		ProfileUploadPath
		Offset  int64  `query:"offset" minimum:"0"`
		RawBody []byte `contentType:"application/octet-stream"`
	}
	// ProfileUpload is a file on its way.
	ProfileUpload struct {
		ID       uuid.UUID  `json:"id" format:"uuid"`
		Received int64      `json:"received" doc:"Bytes; the next part starts here"`
		Size     int64      `json:"size"`
		Done     bool       `json:"done"`
		File     *uuid.UUID `json:"file,omitempty" format:"uuid" doc:"Once it is whole"`
	}
	filePath struct {
		CompanyPath
		FileID uuid.UUID `path:"file_id" format:"uuid"`
	}
	// SpecialGroup is a group for which buyers reserve.
	SpecialGroup struct {
		ID          uuid.UUID      `json:"id" format:"uuid"`
		Name        string         `json:"name"`
		Description string         `json:"description"`
		Segment     string         `json:"segment,omitempty" enum:"women,youth,disability" doc:"Whose shares count"`
		MinShare    money.Quantity `json:"min_share"`
	}
	// SpecialGroups is the list of them.
	SpecialGroups struct {
		Items []SpecialGroup `json:"items"`
	}
	groupApplyInput struct {
		CompanyPath
		Body struct {
			SpecialGroupID uuid.UUID `json:"special_group_id" format:"uuid"`
			Proof          uuid.UUID `json:"proof" format:"uuid" doc:"An upload"`
			ExpiresOn      string    `json:"expires_on,omitempty" maxLength:"40"`
		}
	}
	showPaperInput struct {
		CompanyPath
		Paper party.DocumentKind `path:"paper"`
		Body  struct {
			Shown bool `json:"shown"`
		}
	}
	membershipPath struct {
		CompanyPath
		MembershipID uuid.UUID `path:"membership_id" format:"uuid"`
	}
	// Applied names what was made.
	Applied struct {
		ID uuid.UUID `json:"id" format:"uuid"`
	}
)

func route[I, O any](b *httpkit.BFF, g access.Guard, method, path, id, summary string, use func(context.Context, *I) (*O, error)) {
	httpkit.Route(b, g, httpkit.Operation{ID: id, Method: method, Path: path, Tag: "party", Summary: summary}, use)
}

// Mount registers the operations of a desk.
func Mount(b *httpkit.BFF, s *partysvc.Service, d Desk) {
	if d.Own != "" {
		route(b, d.Read, http.MethodGet, d.Own, "companyProfile", "My company's profile",
			func(ctx context.Context, _ *struct{}) (*httpkit.Body[CompanyProfile], error) {
				a := httpkit.Actor(ctx)
				p, err := s.Profile(ctx, a, a.Org)
				return httpkit.JSON(profileOf(p), err)
			})
	} else {
		route(b, d.Read, http.MethodGet, d.Patch, "companyProfile", "A supplier's profile",
			func(ctx context.Context, in *CompanyPath) (*httpkit.Body[CompanyProfile], error) {
				p, err := s.Profile(ctx, httpkit.Actor(ctx), in.CompanyID)
				return httpkit.JSON(profileOf(p), err)
			})
	}
	route(b, d.Write, http.MethodPatch, d.Patch, "updateProfile", "Change a profile that nobody else changed since its version",
		func(ctx context.Context, in *profileUpdateInput) (*httpkit.Body[CompanyProfile], error) {
			u, err := updateOf(in)
			if err != nil {
				return nil, err
			}
			p, err := s.Update(ctx, httpkit.Actor(ctx), in.CompanyID, u)
			return httpkit.JSON(profileOf(p), err)
		})
	mountUploads(b, s, d)
	if d.Own == SupplierDesk.Own {
		route(b, d.Write, http.MethodPut, "/companies/{company_id}/papers/{paper}/shown", "showPaper", "Let every buyer open a paper as it stands, or no longer",
			func(ctx context.Context, in *showPaperInput) (*httpkit.Body[CompanyProfile], error) {
				p, err := s.ShowPaper(ctx, httpkit.Actor(ctx), in.CompanyID, in.Paper, in.Body.Shown)
				return httpkit.JSON(profileOf(p), err)
			})
		mountGroups(b, s, d)
	}
}

// updateOf reads a save; what cannot be read is told at its field, all at once.
func updateOf(in *profileUpdateInput) (partysvc.Update, error) {
	body := &in.Body
	var f fault.Fields
	u := partysvc.Update{Version: body.Version, Logo: body.Logo, NoLogo: body.NoLogo, Interests: body.CategoryTypes}
	var location *int32
	if body.Location != nil && *body.Location != "" {
		location = number(&f, "/location", *body.Location)
	}
	typed := []*string{(*string)(body.CompanyType), body.Name, body.Country, body.PhysicalAddress, body.POBox, body.Phone, body.TaxID, body.Website, body.ContactName}
	any := body.Location != nil
	for _, t := range typed {
		any = any || t != nil
	}
	if any {
		u.Profile = func(p *party.Profile) {
			stand := []*string{&p.CompanyType, &p.Name, &p.Country, &p.PhysicalAddress, &p.POBox, &p.Phone, &p.TaxID, &p.Website, &p.ContactName}
			for i, t := range typed {
				if t != nil {
					*stand[i] = *t
				}
			}
			if body.Location != nil {
				p.LocationID = location
			}
		}
	}
	if body.SupplyLocations != nil {
		list := make([]int32, 0, len(*body.SupplyLocations))
		for _, s := range *body.SupplyLocations {
			if n := number(&f, "/supply_locations", s); n != nil {
				list = append(list, *n)
			}
		}
		u.Supplies = &list
	}
	if d := body.Documents; d != nil {
		u.Documents = map[party.DocumentKind]partysvc.Attached{}
		for kind, a := range map[party.DocumentKind]*attached{party.Registration: d.Registration, party.TaxCompliance: d.TaxCompliance, party.TradingLicence: d.TradingLicence} {
			if a != nil {
				u.Documents[kind] = partysvc.Attached{File: a.File, ExpiresOn: ReadDay(&f, "/documents/"+string(kind)+"/expires_on", a.ExpiresOn)}
			}
		}
	}
	if body.Owners != nil {
		list := make([]party.Owner, len(*body.Owners))
		for i, o := range *body.Owners {
			list[i] = party.Owner{Name: o.Name, Kind: string(o.Kind), Identity: o.Identity, Nationality: o.Nationality, Director: o.Director,
				Women: o.Women, Youth: o.Youth, Disability: o.Disability, Share: percent(&f, fmt.Sprintf("/owners/%d/share", i), o.Share)}
			if o.ID != nil {
				list[i].ID = *o.ID
			}
		}
		u.Owners = &list
	}
	return u, f.Err()
}

// percent reads a share as it was typed; nothing typed is no share.
func percent(f *fault.Fields, pointer, s string) *money.Quantity {
	s = strings.TrimSuffix(strings.ReplaceAll(strings.TrimSpace(s), ",", "."), "%")
	if s == "" {
		return nil
	}
	n, err := money.ParseQuantity(strings.TrimSpace(s))
	if err != nil {
		f.Add(pointer, fault.BadFormat, "expected", "12.5")
		return nil
	}
	return &n
}

func number(f *fault.Fields, pointer, s string) *int32 {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		f.Add(pointer, fault.Unknown)
		return nil
	}
	id := int32(n)
	return &id
}

func uploadOf(u partysvc.Upload) ProfileUpload {
	out := ProfileUpload{ID: u.ID, Received: u.Received, Size: u.Size, Done: u.Done}
	if u.Done {
		out.File = &u.File
	}
	return out
}

func mountUploads(b *httpkit.BFF, s *partysvc.Service, d Desk) {
	route(b, d.Write, http.MethodPost, "/companies/{company_id}/uploads", "beginProfileUpload", "Announce a file of a profile",
		func(ctx context.Context, in *profileUploadInput) (*httpkit.Body[ProfileUpload], error) {
			u, err := s.BeginUpload(ctx, httpkit.Actor(ctx), in.CompanyID, in.Body.Kind, in.Body.Name, in.Body.Size)
			return httpkit.JSON(uploadOf(u), err)
		})
	route(b, d.Write, http.MethodGet, "/companies/{company_id}/uploads/{upload_id}", "profileUploadStatus", "How much of a file has arrived",
		func(ctx context.Context, in *ProfileUploadPath) (*httpkit.Body[ProfileUpload], error) {
			u, err := s.UploadStatus(ctx, httpkit.Actor(ctx), in.CompanyID, in.UploadID)
			return httpkit.JSON(uploadOf(u), err)
		})
	httpkit.Route(b, d.Write, httpkit.Operation{ID: "appendProfilePart", Method: http.MethodPatch, Path: "/companies/{company_id}/uploads/{upload_id}",
		Tag: "party", Summary: "The next part of a file, at most 8 MiB", MaxBody: partysvc.MaxPart + 1<<20},
		func(ctx context.Context, in *profilePartInput) (*httpkit.Body[ProfileUpload], error) {
			u, err := s.Append(ctx, httpkit.Actor(ctx), in.CompanyID, in.UploadID, in.Offset, in.RawBody)
			return httpkit.JSON(uploadOf(u), err)
		})
	route(b, d.Read, http.MethodGet, "/companies/{company_id}/files/{file_id}", "profileFile", "A file of a profile: logo, a version of a paper, a proof",
		func(ctx context.Context, in *filePath) (*httpkit.Download, error) {
			f, err := s.File(ctx, httpkit.Actor(ctx), in.CompanyID, in.FileID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(f.Name, f.MediaType, f.Bytes), nil
		})
	if d.Own == BuyerDesk.Own {
		return
	}
	route(b, d.Read, http.MethodGet, "/core/special_groups/", "platformGroups", "The platform's special groups",
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[SpecialGroups], error) {
			rows, err := s.Groups(ctx)
			out := SpecialGroups{Items: make([]SpecialGroup, len(rows))}
			for i, g := range rows {
				out.Items[i] = SpecialGroup{ID: g.ID, Name: g.Name, Description: g.Description, MinShare: g.MinShare}
				if g.Segment != nil {
					out.Items[i].Segment = *g.Segment
				}
			}
			return httpkit.JSON(out, err)
		})
}

func mountGroups(b *httpkit.BFF, s *partysvc.Service, d Desk) {
	route(b, d.Write, http.MethodPost, "/companies/{company_id}/special_groups", "applyToGroup", "Ask for membership of a special group",
		func(ctx context.Context, in *groupApplyInput) (*httpkit.Body[Applied], error) {
			var f fault.Fields
			expires := ReadDay(&f, "/expires_on", in.Body.ExpiresOn)
			if err := f.Err(); err != nil {
				return nil, err
			}
			id, err := s.Apply(ctx, httpkit.Actor(ctx), in.CompanyID, in.Body.SpecialGroupID, in.Body.Proof, expires)
			return httpkit.JSON(Applied{id}, err)
		})
	route(b, d.Write, http.MethodDelete, "/companies/{company_id}/special_groups/{membership_id}", "withdrawFromGroup", "Take back an application that is not decided",
		func(ctx context.Context, in *membershipPath) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, s.Withdraw(ctx, httpkit.Actor(ctx), in.CompanyID, in.MembershipID)
		})
}
