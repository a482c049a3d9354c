package bffsupplier

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/entry/entrysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/find"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	openQuery struct {
		sourcinghttp.PageQuery
		BuyerID      uuid.UUID           `query:"buyer_id" format:"uuid"`
		Activities   []sourcing.Activity `query:"activity,explode" maxItems:"20"`
		ClosesFrom   day.Day             `query:"closes_from"`
		ClosesTo     day.Day             `query:"closes_to"`
		CategoryType uuid.UUID           `query:"category_type" format:"uuid"`
		Search       string              `query:"search" maxLength:"100"`
		Fitting      bool                `query:"fitting" doc:"Only the kinds of supply that my company has named, and invitations"`
	}
	companyJobsQuery struct {
		sourcinghttp.PageQuery
		CompanyID  uuid.UUID           `path:"company_id" format:"uuid"`
		Activities []sourcing.Activity `query:"activity,explode" maxItems:"20"`
		ClosesFrom day.Day             `query:"closes_from"`
		ClosesTo   day.Day             `query:"closes_to"`
		Search     string              `query:"search" maxLength:"100"`
	}
	// OpenCategory is a category that can be bid for now.
	OpenCategory struct {
		ID             uuid.UUID         `json:"id" format:"uuid"`
		JobID          uuid.UUID         `json:"job_id" format:"uuid"`
		BuyerID        uuid.UUID         `json:"buyer_id" format:"uuid"`
		BuyerName      string            `json:"buyer_name"`
		JobTitle       string            `json:"job_title"`
		JobReference   string            `json:"job_reference"`
		Timezone       string            `json:"timezone"`
		Activity       sourcing.Activity `json:"activity"`
		Reference      string            `json:"reference"`
		Number         string            `json:"number"`
		Name           string            `json:"name"`
		CategoryTypeID *uuid.UUID        `json:"category_type_id,omitempty" format:"uuid"`
		Currency       money.Currency    `json:"currency"`
		BidFee         money.Decimal     `json:"bid_fee"`
		OpensAt        time.Time         `json:"opens_at"`
		ClosesAt       time.Time         `json:"closes_at"`
		InvitedOnly    bool              `json:"invited_only"`
		Invited        bool              `json:"invited"`
		TakingPart     bool              `json:"taking_part" doc:"My company has a bid in it"`
		Refused        string            `json:"refused,omitempty" doc:"Code of why I cannot take part now; entry.not_paid: I can once it is paid"`
	}
	// OpenCategories is one page of them, the next to close first.
	OpenCategories struct {
		Items       []OpenCategory `json:"items"`
		Next        string         `json:"next"`
		Total       int            `json:"total"`
		TotalCapped bool           `json:"total_capped"`
	}
	companiesQuery struct {
		sourcinghttp.PageQuery
		Search string `query:"search" maxLength:"100"`
	}
	// OpenCompany is a buyer with something open.
	OpenCompany struct {
		ID          uuid.UUID `json:"id" format:"uuid"`
		Name        string    `json:"name"`
		Initials    string    `json:"initials"`
		Country     string    `json:"country"`
		Jobs        int       `json:"jobs"`
		Categories  int       `json:"categories"`
		NextClosing time.Time `json:"next_closing"`
	}
	// OpenCompanies is one page of them.
	OpenCompanies struct {
		Items []OpenCompany `json:"items"`
		Next  string        `json:"next"`
	}
	previewPath struct {
		CategoryID uuid.UUID `path:"category_id" format:"uuid"`
	}
	// CategoryPreview is a category as a supplier reads it before it takes part.
	CategoryPreview struct {
		sourcinghttp.Preview
		Refused string `json:"refused,omitempty" doc:"Code of why I cannot take part now; entry.not_paid: I can once it is paid"`
	}
)

func mountSourcing(b *httpkit.BFF, svc *sourcingsvc.Service, entry *entrysvc.Service) {
	sourcinghttp.MountActivities(b, access.Supplier)
	sourcinghttp.MountSupplierClarifications(b, svc)
	sourcinghttp.MountSupplierAddenda(b, svc)
	guard := access.Only(access.Supplier)
	op := func(path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: http.MethodGet, Path: path, Tag: "sourcing", Summary: summary}
	}
	b.Offer(find.Source{Guard: guard, Find: func(ctx context.Context, a access.Actor, words string, limit int) ([]find.Hit, error) {
		rows, err := svc.OpenCategories(ctx, a, sourcingsvc.OpenFilter{Search: words}, "", limit)
		return find.Each(rows.Items, err, func(c sourcingsvc.OpenCategory) find.Hit {
			return find.Hit{
				Kind:      find.Category,
				ID:        c.ID,
				Job:       &c.Job,
				Activity:  string(c.Activity),
				Name:      c.Name,
				Reference: c.Reference,
				Of:        c.JobTitle,
			}
		})
	}})
	b.Offer(find.Source{Guard: guard, Find: func(ctx context.Context, a access.Actor, words string, limit int) ([]find.Hit, error) {
		rows, err := svc.OpenCompanies(ctx, a, words, "", limit)
		return find.Each(rows.Items, err, func(c sourcingsvc.OpenCompany) find.Hit {
			return find.Hit{Kind: find.Buyer, ID: c.ID, Name: c.Name}
		})
	}})
	httpkit.Route(b, guard, op("/dashboard/jobs", "openCategories", "What is open, the next to close first"),
		func(ctx context.Context, in *openQuery) (*httpkit.Body[OpenCategories], error) {
			return openCategories(ctx, svc, entry, sourcingsvc.OpenFilter{
				Buyer:        httpkit.OrNil(in.BuyerID),
				CategoryType: httpkit.OrNil(in.CategoryType),
				Activities:   in.Activities,
				Closes:       httpkit.Days(ctx, in.ClosesFrom, in.ClosesTo),
				Search:       in.Search,
				Fitting:      in.Fitting,
			}, in.PageQuery)
		})
	httpkit.Route(b, guard, op("/dashboard/companies", "openCompanies", "Companies with open jobs"),
		func(ctx context.Context, in *companiesQuery) (*httpkit.Body[OpenCompanies], error) {
			page, err := svc.OpenCompanies(ctx, httpkit.Actor(ctx), in.Search, in.After, in.Limit)
			out := OpenCompanies{Items: make([]OpenCompany, len(page.Items)), Next: page.Next}
			for i, c := range page.Items {
				out.Items[i] = OpenCompany(c)
			}
			return httpkit.JSON(out, err)
		})
	httpkit.Route(b, guard, op("/dashboard/companies/{company_id}/jobs", "companyJobs", "What a company has open"),
		func(ctx context.Context, in *companyJobsQuery) (*httpkit.Body[OpenCategories], error) {
			return openCategories(ctx, svc, entry, sourcingsvc.OpenFilter{
				Buyer:      &in.CompanyID,
				Activities: in.Activities,
				Closes:     httpkit.Days(ctx, in.ClosesFrom, in.ClosesTo),
				Search:     in.Search,
			}, in.PageQuery)
		})
	httpkit.Route(b, guard, op("/categories/{category_id}/items/{item_id}/photos/{photo_id}", "itemPhoto", "A photograph of an item"),
		func(ctx context.Context, in *sourcinghttp.PhotoPath) (*httpkit.Download, error) {
			return sourcinghttp.ItemPhotoFile(svc.SupplierItemPhoto(ctx, httpkit.Actor(ctx), in.CategoryID, in.ItemID, in.PhotoID))
		})
	httpkit.Route(b, guard, op("/categories/{category_id}/attachments/{attachment_id}", "attachment", "A file that belongs to what is asked"),
		func(ctx context.Context, in *sourcinghttp.AttachmentPath) (*httpkit.Download, error) {
			return sourcinghttp.AttachmentFile(svc.SupplierAttachment(ctx, httpkit.Actor(ctx), in.CategoryID, in.AttachmentID))
		})
	httpkit.Route(b, guard, op("/categories/{category_id}/preview", "previewCategory", "What a category asks for"),
		func(ctx context.Context, in *previewPath) (*httpkit.Body[CategoryPreview], error) {
			p, err := svc.SupplierPreview(ctx, httpkit.Actor(ctx), in.CategoryID)
			if err != nil {
				return nil, err
			}
			refused, err := entry.Refused(ctx, httpkit.Actor(ctx), in.CategoryID)
			return httpkit.JSON(CategoryPreview{Preview: sourcinghttp.ToPreview(p), Refused: refused[in.CategoryID]}, err)
		})
}

func openCategories(ctx context.Context, svc *sourcingsvc.Service, entry *entrysvc.Service, f sourcingsvc.OpenFilter, p sourcinghttp.PageQuery) (*httpkit.Body[OpenCategories], error) {
	page, err := svc.OpenCategories(ctx, httpkit.Actor(ctx), f, p.After, p.Limit)
	if err != nil {
		return nil, err
	}
	refused, err := entry.Refused(ctx, httpkit.Actor(ctx), httpkit.Each(page.Items, func(c sourcingsvc.OpenCategory) uuid.UUID { return c.ID })...)
	out := OpenCategories{Items: make([]OpenCategory, len(page.Items)), Next: page.Next, Total: page.Total, TotalCapped: page.TotalCapped}
	for i, c := range page.Items {
		out.Items[i] = OpenCategory{
			ID:             c.ID,
			JobID:          c.Job,
			BuyerID:        c.Buyer,
			BuyerName:      c.BuyerName,
			JobTitle:       c.JobTitle,
			JobReference:   c.JobReference,
			Timezone:       c.Timezone,
			Activity:       sourcing.Activity(c.Activity),
			Reference:      c.Reference,
			Number:         c.Number,
			Name:           c.Name,
			CategoryTypeID: c.CategoryType,
			Currency:       c.Currency,
			BidFee:         c.BidFee,
			OpensAt:        c.OpensAt,
			ClosesAt:       c.ClosesAt,
			InvitedOnly:    c.InvitedOnly,
			Invited:        c.Invited,
			TakingPart:     c.TakingPart,
			Refused:        refused[c.ID],
		}
	}
	return httpkit.JSON(out, err)
}
