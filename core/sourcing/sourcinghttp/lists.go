package sourcinghttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	listsQuery struct {
		ForBuyer
		PageQuery
		Activities []sourcing.Activity `query:"activity,explode" maxItems:"20"`
		Search     string              `query:"search" maxLength:"100"`
		JobID      uuid.UUID           `query:"job_id" format:"uuid" doc:"Those that this job made"`
	}
	// SupplierList is a category that made a list.
	SupplierList struct {
		CategoryID uuid.UUID         `json:"category_id" format:"uuid"`
		JobID      uuid.UUID         `json:"job_id" format:"uuid"`
		Activity   sourcing.Activity `json:"activity"`
		Reference  string            `json:"reference"`
		Name       string            `json:"name"`
		JobTitle   string            `json:"job_title"`
		Entries    int64             `json:"entries"`
		Active     int64             `json:"active" doc:"Who may be invited now"`
	}
	// SupplierLists is one page of them.
	SupplierLists struct {
		Items []SupplierList `json:"items"`
		Next  string         `json:"next"`
	}
	// ListEntry is a supplier on a list.
	ListEntry struct {
		SupplierID   uuid.UUID            `json:"supplier_id" format:"uuid"`
		SubmissionID uuid.UUID            `json:"submission_id" format:"uuid"`
		Name         string               `json:"name"`
		Country      string               `json:"country"`
		Status       sourcing.EntryStatus `json:"status"`
		From         time.Time            `json:"from"`
		Until        *time.Time           `json:"until,omitempty"`
		Expired      bool                 `json:"expired"`
		Reason       string               `json:"reason"`
	}
	// ListEntries is a whole list, by name.
	ListEntries struct {
		Items []ListEntry `json:"items"`
	}
	entryInput struct {
		CategoryPath
		SupplierID uuid.UUID `path:"supplier_id" format:"uuid"`
		Body       struct {
			Status sourcing.EntryStatus `json:"status"`
			Until  *time.Time           `json:"until,omitempty" doc:"Of who stands on the list: without end where it is left out. Whoever is put off keeps the end that stood"`
			Reason string               `json:"reason,omitempty"`
		}
	}
	inviteListInput struct {
		CategoryPath
		Body struct {
			ListID uuid.UUID `json:"list_id" format:"uuid" doc:"The category that made the list"`
		}
	}
)

func (m desk) lists() {
	op(m, "", http.MethodGet, "/lists", "supplierLists", "Lists that categories made of who passed, the latest first",
		func(ctx context.Context, in *listsQuery) (*httpkit.Body[SupplierLists], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			filter := sourcingsvc.ListFilter{Activities: in.Activities, Search: in.Search}
			if in.JobID != uuid.Nil {
				filter.Job = &in.JobID
			}
			page, err := m.svc.Lists(ctx, a, owner, filter, in.After, in.Limit)
			return httpkit.JSON(SupplierLists{Items: httpkit.Each(page.Items, listOf), Next: page.Next}, err)
		})
	op(m, "", http.MethodGet, "/categories/{category_id}/list", "supplierList", "Who passed a category and stands on its list",
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[ListEntries], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			list, err := m.svc.Listed(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(ListEntries{httpkit.Each(list, entryOf)}, err)
		})
	op(m, sourcing.ToAuthor, http.MethodPut, "/categories/{category_id}/list/{supplier_id}", "setListEntry", "Suspend, remove or restore a supplier on a list",
		func(ctx context.Context, in *entryInput) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			form := sourcing.EntryForm{Status: in.Body.Status, Until: in.Body.Until, Reason: in.Body.Reason}
			return httpkit.Done(m.svc.SetEntry(ctx, a, owner, in.CategoryID, in.SupplierID, form))
		})
	op(m, sourcing.ToInvite, http.MethodPost, "/categories/{category_id}/invitations/list", "inviteFromList", "Invite who stands on a list",
		func(ctx context.Context, in *inviteListInput) (*httpkit.Body[Added], error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			sent, err := m.svc.InviteFromList(ctx, a, owner, in.CategoryID, in.Body.ListID)
			return httpkit.JSON(addedOf(sent), err)
		})
}

func listOf(r sourcingsvc.ListRow) SupplierList {
	return SupplierList{
		CategoryID: r.ID,
		JobID:      r.JobID,
		Activity:   sourcing.Activity(r.Activity),
		Reference:  r.Reference,
		Name:       r.Name,
		JobTitle:   r.JobTitle,
		Entries:    r.Entries,
		Active:     r.Active,
	}
}

func entryOf(e sourcingsvc.Entry) ListEntry {
	return ListEntry{
		SupplierID:   e.Supplier,
		SubmissionID: e.Submission,
		Name:         e.Name,
		Country:      e.Country,
		Status:       e.Status,
		From:         e.From,
		Until:        e.Until,
		Expired:      e.Expired,
		Reason:       e.Reason,
	}
}
