// Package procurementhttp is the operations on plans of procurement, the same on the buyer's desk and on the operator's.
package procurementhttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/sheet/sheethttp"
	"zabuni.org/core/platform/task/taskhttp"
	"zabuni.org/core/procurement"
	"zabuni.org/core/procurement/procurementsvc"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
)

// Take begins to carry an uploaded workbook out, in the background, and answers the task's id.
type Take func(ctx context.Context, a access.Actor, owner, plan, upload uuid.UUID, stamp, language string) (uuid.UUID, error)

type (
	// PlanPath names a plan.
	PlanPath struct {
		PlanID uuid.UUID `path:"plan_id" format:"uuid"`
	}
	// ItemPath names an item of a plan.
	ItemPath struct {
		PlanPath
		ItemID uuid.UUID `path:"item_id" format:"uuid"`
	}
	plansInput struct {
		sourcinghttp.PageQuery
		BuyerID     uuid.UUID            `query:"buyer_id" format:"uuid" doc:"At the operator's desk: of this buyer alone"`
		Year        int                  `query:"year" minimum:"0" maximum:"2100" doc:"0: any"`
		Statuses    []procurement.Status `query:"status,explode" maxItems:"10"`
		Departments []uuid.UUID          `query:"department,explode" maxItems:"50" doc:"Of the plan, or of one of its items"`
		Search      string               `query:"search" maxLength:"100"`
	}
	createInput struct {
		sourcinghttp.ForBuyer
		Body ProcurementPlanForm
	}
	procurementChangeInput struct {
		PlanPath
		Body struct {
			ProcurementPlanForm
			Version int32 `json:"version" minimum:"1" doc:"The one that was seen"`
		}
	}
	procurementStepInput struct {
		PlanPath
		Body struct {
			Reason  string `json:"reason,omitempty" maxLength:"4000"`
			Version int32  `json:"version" minimum:"1" doc:"The one that was seen"`
		}
	}
	procurementApproveInput struct {
		PlanPath
		Body struct {
			Version int32 `json:"version" minimum:"1" doc:"The one that was seen"`
		}
	}
	itemsInput struct {
		PlanPath
		sourcinghttp.PageQuery
		Departments []uuid.UUID         `query:"department,explode" maxItems:"50"`
		Activities  []sourcing.Activity `query:"activity,explode" maxItems:"20"`
		ItemID      uuid.UUID           `query:"item_id" format:"uuid" doc:"This one alone"`
		Quarter     int                 `query:"quarter" minimum:"0" maximum:"4" doc:"In which it is published; 0: any"`
		Search      string              `query:"search" maxLength:"100"`
	}
	addItemInput struct {
		PlanPath
		Body ProcurementItemForm
	}
	procurementChangeItemInput struct {
		ItemPath
		Body struct {
			ProcurementItemForm
			Version int32 `json:"version" minimum:"1" doc:"That of the item that was seen"`
		}
	}
	dropItemInput struct {
		ItemPath
		Version int32 `query:"version" minimum:"1" doc:"That of the item that was seen"`
	}
	workbookInput struct {
		PlanPath
		sheethttp.InLanguage
	}
	checkInput struct {
		PlanPath
		sheethttp.Upload
	}
	procurementTakeInput struct {
		PlanPath
		sheethttp.UploadPath
		Body struct {
			Language locale.Language `json:"language"`
			Stamp    string          `json:"stamp" maxLength:"100" doc:"Of what was shown"`
		}
	}
	choicesInput struct {
		sourcinghttp.ForBuyer
		Activity sourcing.Activity `query:"activity" doc:"By this method alone"`
		Search   string            `query:"search" maxLength:"100"`
	}
	splitsInput struct {
		sourcinghttp.ForBuyer
		Year int `query:"year" required:"true" minimum:"2000" maximum:"2100"`
	}
)

// desk is one side's operations.
type desk struct {
	b     *httpkit.BFF
	svc   *procurementsvc.Service
	side  sourcinghttp.Desk
	guard access.Guard
}

func op(method, path, id, summary string) httpkit.Operation {
	return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "procurement", Summary: summary}
}

// Mount registers plans of procurement on a desk; who approves is of the buyer.
func Mount(b *httpkit.BFF, s *procurementsvc.Service, side sourcinghttp.Desk, take Take) {
	m := desk{b: b, svc: s, side: side, guard: access.Only(side.Type, access.ManageJob)}
	m.plans()
	m.items()
	m.workbook(take)
	m.step("submit", "submitProcurementPlan", "Send a plan for its approval by another person", procurement.Submitted)
	m.step("revise", "reviseProcurementPlan", "Write a plan anew that was approved", procurement.Revised)
	if side.Type != access.Buyer {
		return
	}
	m.step("return", "returnProcurementPlan", "Return a plan with a reason", procurement.Returned)
	httpkit.Route(b, m.guard, op(http.MethodPost, "/procurement-plans/{plan_id}/approve", "approveProcurementPlan", "Approve a plan: from now on jobs are made of its items"),
		func(ctx context.Context, in *procurementApproveInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			return httpkit.Done(s.Step(ctx, a, a.Org, in.PlanID, procurement.Approved, "", in.Body.Version))
		})
}

func (m desk) owner(ctx context.Context, plan uuid.UUID) (access.Actor, uuid.UUID, error) {
	a := httpkit.Actor(ctx)
	owner, err := m.svc.OwnerOf(ctx, a, plan)
	return a, owner, err
}

func (m desk) step(path, id, summary string, to procurement.Status) {
	httpkit.Route(m.b, m.guard, op(http.MethodPost, "/procurement-plans/{plan_id}/"+path, id, summary),
		func(ctx context.Context, in *procurementStepInput) (*httpkit.Empty, error) {
			a, owner, err := m.owner(ctx, in.PlanID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.Step(ctx, a, owner, in.PlanID, to, in.Body.Reason, in.Body.Version))
		})
}

func (m desk) plans() {
	httpkit.Route(m.b, m.guard, op(http.MethodGet, "/procurement-plans", "procurementPlans", "Plans of procurement, the newest first"),
		func(ctx context.Context, in *plansInput) (*httpkit.Body[ProcurementPlans], error) {
			page, err := m.svc.Plans(ctx, httpkit.Actor(ctx), procurementsvc.Filter{
				Buyer:       httpkit.OrNil(in.BuyerID),
				Year:        in.Year,
				Statuses:    in.Statuses,
				Departments: in.Departments,
				Search:      in.Search,
			}, in.After, in.Limit)
			return httpkit.JSON(ProcurementPlans{Items: httpkit.Each(page.Items, planRowOf), Next: page.Next}, err)
		})
	httpkit.Route(m.b, m.guard, op(http.MethodPost, "/procurement-plans", "createProcurementPlan", "Begin a plan of a year"),
		func(ctx context.Context, in *createInput) (*httpkit.Body[sourcinghttp.Made], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.side.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			id, err := m.svc.Draw(ctx, a, owner, in.Body.domain())
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(m.b, m.guard, op(http.MethodGet, "/procurement-plans/{plan_id}", "procurementPlan", "A plan with its sums, its history and what may have been split"),
		func(ctx context.Context, in *PlanPath) (*httpkit.Body[ProcurementPlan], error) {
			a, owner, err := m.owner(ctx, in.PlanID)
			if err != nil {
				return nil, err
			}
			p, err := m.svc.Plan(ctx, a, owner, in.PlanID)
			return httpkit.JSON(planOf(p), err)
		})
	httpkit.Route(m.b, m.guard, op(http.MethodPut, "/procurement-plans/{plan_id}", "changeProcurementPlan", "Say anew what a plan is"),
		func(ctx context.Context, in *procurementChangeInput) (*httpkit.Empty, error) {
			a, owner, err := m.owner(ctx, in.PlanID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.Save(ctx, a, owner, in.PlanID, in.Body.domain(), in.Body.Version))
		})
	httpkit.Route(m.b, m.guard, op(http.MethodGet, "/procurement-splits", "splitPurchases", "Purchases of a year's jobs that may have been split to stay below a ceiling"),
		func(ctx context.Context, in *splitsInput) (*httpkit.Body[SplitPurchases], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.side.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			found, err := m.svc.Splits(ctx, a, owner, in.Year)
			return httpkit.JSON(SplitPurchases{Items: httpkit.Each(found, splitOf)}, err)
		})
}

func (m desk) items() {
	httpkit.Route(m.b, m.guard, op(http.MethodGet, "/procurement-plans/{plan_id}/items", "procurementItems", "Items of a plan in the order of their days"),
		func(ctx context.Context, in *itemsInput) (*httpkit.Body[ProcurementItems], error) {
			a, owner, err := m.owner(ctx, in.PlanID)
			if err != nil {
				return nil, err
			}
			page, err := m.svc.Items(ctx, a, owner, in.PlanID, procurementsvc.ItemFilter{
				Departments: in.Departments,
				Activities:  in.Activities,
				Item:        httpkit.OrNil(in.ItemID),
				Quarter:     in.Quarter,
				Search:      in.Search,
			}, in.After, in.Limit)
			return httpkit.JSON(ProcurementItems{Items: httpkit.Each(page.Items, itemOf), Next: page.Next}, err)
		})
	httpkit.Route(m.b, m.guard, op(http.MethodPost, "/procurement-plans/{plan_id}/items", "addProcurementItem", "Put something to be bought into a plan"),
		func(ctx context.Context, in *addItemInput) (*httpkit.Body[sourcinghttp.Made], error) {
			a, owner, err := m.owner(ctx, in.PlanID)
			if err != nil {
				return nil, err
			}
			id, err := m.svc.AddItem(ctx, a, owner, in.PlanID, in.Body.domain())
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(m.b, m.guard, op(http.MethodPut, "/procurement-plans/{plan_id}/items/{item_id}", "changeProcurementItem", "Say anew what is to be bought"),
		func(ctx context.Context, in *procurementChangeItemInput) (*httpkit.Empty, error) {
			a, owner, err := m.owner(ctx, in.PlanID)
			if err != nil {
				return nil, err
			}
			x := in.Body.domain()
			x.ID, x.Version = in.ItemID, in.Body.Version
			return httpkit.Done(m.svc.ChangeItem(ctx, a, owner, in.PlanID, x))
		})
	httpkit.Route(m.b, m.guard, op(http.MethodDelete, "/procurement-plans/{plan_id}/items/{item_id}", "dropProcurementItem", "Take an item out of a plan"),
		func(ctx context.Context, in *dropItemInput) (*httpkit.Empty, error) {
			a, owner, err := m.owner(ctx, in.PlanID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.DropItem(ctx, a, owner, in.PlanID, in.ItemID, in.Version))
		})
	httpkit.Route(m.b, m.guard, op(http.MethodGet, "/planned-items", "plannedItems", "Items of approved plans of which a job may be"),
		func(ctx context.Context, in *choicesInput) (*httpkit.Body[PlannedItems], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.side.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			found, err := m.svc.Choices(ctx, a, owner, in.Activity, in.Search)
			return httpkit.JSON(PlannedItems{Items: httpkit.Each(found, choiceOf)}, err)
		})
}

func (m desk) workbook(take Take) {
	const path = "/procurement-plans/{plan_id}/workbook"
	httpkit.Route(m.b, m.guard, op(http.MethodGet, path, "procurementWorkbook", "The workbook of a plan's items, to be filled further"),
		func(ctx context.Context, in *workbookInput) (*httpkit.Download, error) {
			a, owner, err := m.owner(ctx, in.PlanID)
			if err != nil {
				return nil, err
			}
			data, err := m.svc.WorkbookOf(ctx, a, owner, in.PlanID, string(in.Language))
			if err != nil {
				return nil, err
			}
			return httpkit.Attach("procurement-plan.xlsx", sheethttp.Type, data), nil
		})
	check := op(http.MethodPost, path, "checkProcurementWorkbook", "Upload a workbook of items and see what it would do")
	check.MaxBody = sheethttp.MaxBody
	httpkit.Route(m.b, m.guard, check, func(ctx context.Context, in *checkInput) (*httpkit.Body[sheethttp.SheetCheck], error) {
		a, owner, err := m.owner(ctx, in.PlanID)
		if err != nil {
			return nil, err
		}
		id, book, err := m.svc.CheckWorkbook(ctx, a, owner, in.PlanID, in.FileName, in.RawBody)
		return httpkit.JSON(sheethttp.CheckOf(id, book.Lines, book.Stamp), err)
	})
	httpkit.Route(m.b, m.guard, op(http.MethodPost, path+"/{upload_id}/start", "takeProcurementWorkbook", "Carry an uploaded workbook out, in the background"),
		func(ctx context.Context, in *procurementTakeInput) (*httpkit.Body[taskhttp.TaskStarted], error) {
			a, owner, err := m.owner(ctx, in.PlanID)
			if err != nil {
				return nil, err
			}
			id, err := take(ctx, a, owner, in.PlanID, in.UploadID, in.Body.Stamp, string(in.Body.Language))
			return httpkit.JSON(taskhttp.TaskStarted{TaskID: id}, err)
		})
}
