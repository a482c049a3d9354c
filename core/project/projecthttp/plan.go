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

// step registers an operation that brings a plan to another status with what is said.
func step(b *httpkit.BFF, s *projectsvc.Service, guard access.Guard, path, id, summary string, to project.PlanStatus) {
	httpkit.Route(b, guard, planOp(http.MethodPost, "/plans/{plan_id}/"+path, id, summary),
		func(ctx context.Context, in *stepInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfPlan(ctx, a, in.PlanID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.Step(ctx, a, owner, in.PlanID, to, in.Body.Reason, in.Body.Version))
		})
}

// plans are the operations that both desks have.
func plans(b *httpkit.BFF, s *projectsvc.Service, reads, reports access.Guard) {
	httpkit.Route(b, reads, planOp(http.MethodGet, "/plans", "plans", "Plans of a context, the newest first"),
		func(ctx context.Context, in *plansInput) (*httpkit.Body[Plans], error) {
			f := projectsvc.PlanFilter{
				Context:  in.Context,
				Statuses: in.Statuses,
				Approved: in.Approved,
				Sent:     in.Sent,
				Search:   in.Search,
			}
			page, err := s.Plans(ctx, httpkit.Actor(ctx), f, in.After, in.Limit)
			return httpkit.JSON(Plans{Items: httpkit.Each(page.Items, planRowOf), Next: page.Next}, err)
		})
	httpkit.Route(b, reads, planOp(http.MethodGet, "/plans/{plan_id}", "plan", "A plan with its tasks, what was approved of them, and its history"),
		func(ctx context.Context, in *PlanPath) (*httpkit.Body[Plan], error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfPlan(ctx, a, in.PlanID)
			if err != nil {
				return nil, err
			}
			p, err := s.Plan(ctx, a, owner, in.PlanID)
			return httpkit.JSON(planOf(p), err)
		})
	httpkit.Route(b, reports, planOp(http.MethodPost, "/plans/{plan_id}/progress", "reportProgress", "Say how far a task is"),
		func(ctx context.Context, in *progressInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfPlan(ctx, a, in.PlanID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.Report(ctx, a, owner, in.PlanID, in.Body.Task, in.Body.Progress, in.Body.Version))
		})
}

// MountPlans registers the plans of a buyer: it reads them, and says whether they stand.
func MountPlans(b *httpkit.BFF, s *projectsvc.Service) {
	decides := access.Only(access.Buyer, access.ManageJob)
	plans(b, s, access.Only(access.Buyer), decides)
	httpkit.Route(b, decides, planOp(http.MethodPost, "/plans/{plan_id}/approve", "approvePlan", "Approve a plan: from now on it is what progress is held against"),
		func(ctx context.Context, in *approveInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			return httpkit.Done(s.Step(ctx, a, a.Org, in.PlanID, project.Approved, "", in.Body.Version))
		})
	step(b, s, decides, "return", "returnPlan", "Return a plan with a reason", project.Returned)
}

// MountDrawing registers the plans of all buyers, for the operator who draws them.
func MountDrawing(b *httpkit.BFF, s *projectsvc.Service) {
	draws := access.Only(access.Operator, access.ManageJob)
	plans(b, s, draws, draws)
	httpkit.Route(b, draws, planOp(http.MethodPost, "/plans", "createPlan", "Begin a plan of a buyer's job, or of none"),
		func(ctx context.Context, in *createPlanInput) (*httpkit.Body[sourcinghttp.Made], error) {
			id, err := s.Draw(ctx, httpkit.Actor(ctx), projectsvc.NewPlan{
				Context: in.Body.Context,
				Buyer:   in.Body.BuyerID,
				Job:     in.Body.JobID,
				Title:   in.Body.Title,
			})
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(b, draws, planOp(http.MethodPut, "/plans/{plan_id}", "savePlan", "Draw a plan anew, all of its tasks; what does not fit is moved"),
		func(ctx context.Context, in *savePlanInput) (*httpkit.Body[PlanMoves], error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfPlan(ctx, a, in.PlanID)
			if err != nil {
				return nil, err
			}
			moved, err := s.SavePlan(ctx, a, owner, in.PlanID, in.Body.domain(), in.Body.Version)
			return httpkit.JSON(movesOf(moved), err)
		})
	step(b, s, draws, "submit", "submitPlan", "Send a plan to its buyer for approval", project.Submitted)
	step(b, s, draws, "revise", "revisePlan", "Draw a plan anew that was approved", project.Revised)
	httpkit.Route(b, draws, planOp(http.MethodGet, "/plans/{plan_id}/people", "planPeople", "Who may own a task of a plan"),
		func(ctx context.Context, in *PlanPath) (*httpkit.Body[PlanPeople], error) {
			a := httpkit.Actor(ctx)
			owner, err := s.OwnerOfPlan(ctx, a, in.PlanID)
			if err != nil {
				return nil, err
			}
			people, err := s.PlanPeople(ctx, a, owner)
			return httpkit.JSON(PlanPeople{httpkit.Each(people, func(p projectsvc.Involved) PlanPerson {
				return PlanPerson{ID: p.ID, Name: p.Name, OfBuyer: p.OfBuyer}
			})}, err)
		})
}
