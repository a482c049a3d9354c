package projecthttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	// PlanPath names a plan.
	PlanPath struct {
		PlanID uuid.UUID `path:"plan_id" format:"uuid"`
	}
	plansInput struct {
		sourcinghttp.PageQuery
		Context  project.Context      `query:"context" required:"true"`
		Statuses []project.PlanStatus `query:"status,explode" maxItems:"10"`
		Approved bool                 `query:"approved" doc:"Only those that were approved before"`
		Sent     bool                 `query:"sent" doc:"Only those that wait for the buyer or were approved before"`
		Search   string               `query:"search" maxLength:"100"`
	}
	createPlanInput struct {
		sourcinghttp.ForBuyer
		Body NewPlan
	}
	savePlanInput struct {
		PlanPath
		Body PlanForm
	}
	stepInput struct {
		PlanPath
		Body struct {
			Reason  string `json:"reason,omitempty" maxLength:"4000"`
			Version int32  `json:"version" minimum:"1" doc:"The one that was seen"`
		}
	}
	approveInput struct {
		PlanPath
		Body struct {
			Version int32 `json:"version" minimum:"1" doc:"The one that was seen"`
		}
	}
	progressInput struct {
		PlanPath
		Body struct {
			Task     int   `json:"task" doc:"Its number"`
			Progress int   `json:"progress" doc:"Per cent"`
			Version  int32 `json:"version" minimum:"1" doc:"The one that was seen"`
		}
	}
)

func planOp(method, path, id, summary string) httpkit.Operation {
	return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "plans", Summary: summary}
}

// planDesk is one side's operations on plans.
type planDesk struct {
	b   *httpkit.BFF
	svc *projectsvc.Service
}

// step registers an operation that brings a plan to another status with what is said.
func (m planDesk) step(guard access.Guard, path, id, summary string, to project.PlanStatus) {
	httpkit.Route(m.b, guard, planOp(http.MethodPost, "/plans/{plan_id}/"+path, id, summary),
		func(ctx context.Context, in *stepInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			owner, err := m.svc.OwnerOfPlan(ctx, a, in.PlanID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.Step(ctx, a, owner, in.PlanID, to, in.Body.Reason, in.Body.Version))
		})
}

// MountPlans registers plans on both desks, where they are read and drawn; the buyer says
// whether they stand.
func MountPlans(b *httpkit.BFF, s *projectsvc.Service, side sourcinghttp.Desk) {
	m := planDesk{b: b, svc: s}
	draws := access.Only(side.Type, access.ManageJob)
	reads := draws
	if side.Type == access.Buyer {
		reads = access.Only(access.Buyer)
	}
	m.read(reads)
	m.draw(draws, side)
	m.step(draws, "submit", "submitPlan", "Send a plan to its buyer for approval", project.Submitted)
	m.step(draws, "revise", "revisePlan", "Draw a plan anew that was approved", project.Revised)
	if side.Type == access.Buyer {
		m.step(draws, "return", "returnPlan", "Return a plan with a reason", project.Returned)
		m.approve(draws)
	}
}

func (m planDesk) read(guard access.Guard) {
	httpkit.Route(m.b, guard, planOp(http.MethodGet, "/plans", "plans", "Plans of a context, the newest first"),
		func(ctx context.Context, in *plansInput) (*httpkit.Body[Plans], error) {
			f := projectsvc.PlanFilter{
				Context:  in.Context,
				Statuses: in.Statuses,
				Approved: in.Approved,
				Sent:     in.Sent,
				Search:   in.Search,
			}
			page, err := m.svc.Plans(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			return httpkit.JSON(Plans{Items: httpkit.Each(page.Items, planRowOf), Next: page.Next}, err)
		})
	httpkit.Route(m.b, guard, planOp(http.MethodGet, "/plans/{plan_id}", "plan", "A plan with its tasks, what was approved of them, and its history"),
		func(ctx context.Context, in *PlanPath) (*httpkit.Body[Plan], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.svc.OwnerOfPlan(ctx, a, in.PlanID)
			if err != nil {
				return nil, err
			}
			p, err := m.svc.Plan(ctx, a, owner, in.PlanID)
			return httpkit.JSON(planOf(p), err)
		})
}

func (m planDesk) draw(guard access.Guard, side sourcinghttp.Desk) {
	httpkit.Route(m.b, guard, planOp(http.MethodPost, "/plans", "createPlan", "Begin a plan of a buyer's job, or of none"),
		func(ctx context.Context, in *createPlanInput) (*httpkit.Body[sourcinghttp.Made], error) {
			a := httpkit.Actor(ctx)
			owner, err := side.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			id, err := m.svc.Draw(ctx, a, projectsvc.NewPlan{
				Context: in.Body.Context,
				Buyer:   owner,
				Job:     in.Body.JobID,
				Title:   in.Body.Title,
			})
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(m.b, guard, planOp(http.MethodPut, "/plans/{plan_id}", "savePlan", "Draw a plan anew, all of its tasks; what does not fit is moved"),
		func(ctx context.Context, in *savePlanInput) (*httpkit.Body[PlanMoves], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.svc.OwnerOfPlan(ctx, a, in.PlanID)
			if err != nil {
				return nil, err
			}
			moved, err := m.svc.SavePlan(ctx, a, owner, in.PlanID, in.Body.domain(), in.Body.Version)
			return httpkit.JSON(movesOf(moved), err)
		})
	httpkit.Route(m.b, guard, planOp(http.MethodGet, "/plans/{plan_id}/people", "planPeople", "Who may own a task of a plan"),
		func(ctx context.Context, in *PlanPath) (*httpkit.Body[PlanPeople], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.svc.OwnerOfPlan(ctx, a, in.PlanID)
			if err != nil {
				return nil, err
			}
			people, err := m.svc.PlanPeople(ctx, a, owner, in.PlanID)
			return httpkit.JSON(PlanPeople{httpkit.Each(people, func(p projectsvc.Involved) PlanPerson {
				return PlanPerson{ID: p.ID, Name: p.Name, OfBuyer: p.OfBuyer}
			})}, err)
		})
	httpkit.Route(m.b, guard, planOp(http.MethodPost, "/plans/{plan_id}/progress", "reportProgress", "Say how far a task is"),
		func(ctx context.Context, in *progressInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			owner, err := m.svc.OwnerOfPlan(ctx, a, in.PlanID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.Report(ctx, a, owner, in.PlanID, in.Body.Task, in.Body.Progress, in.Body.Version))
		})
}

func (m planDesk) approve(guard access.Guard) {
	httpkit.Route(m.b, guard, planOp(http.MethodPost, "/plans/{plan_id}/approve", "approvePlan", "Approve a plan: from now on it is what progress is held against"),
		func(ctx context.Context, in *approveInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			return httpkit.Done(m.svc.Step(ctx, a, a.Org, in.PlanID, project.Approved, "", in.Body.Version))
		})
}
