// Package projecthttp is the operations of the register of risks: a buyer's people keep
// their own, the operator's staff see figures of them alone.
package projecthttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	// RiskPath names a risk.
	RiskPath struct {
		RiskID uuid.UUID `path:"risk_id" format:"uuid"`
	}
	risksInput struct {
		sourcinghttp.PageQuery
		Statuses   []project.Status   `query:"status,explode" maxItems:"10"`
		Levels     []project.Level    `query:"level,explode" maxItems:"10"`
		Responses  []project.Response `query:"response,explode" maxItems:"10"`
		Likelihood int                `query:"likelihood" minimum:"0" maximum:"5" doc:"0: any"`
		Impact     int                `query:"impact" minimum:"0" maximum:"5" doc:"0: any"`
		DueFrom    day.Day            `query:"due_from"`
		DueTo      day.Day            `query:"due_to"`
		Overdue    bool               `query:"overdue" doc:"Only those whose review is overdue"`
		Mine       bool               `query:"mine" doc:"Only those that the asking person owns"`
		JobID      uuid.UUID          `query:"job_id" format:"uuid"`
		SupplierID uuid.UUID          `query:"supplier_id" format:"uuid"`
		Search     string             `query:"search" maxLength:"100"`
	}
	namedInput struct {
		sourcinghttp.PageQuery
		Worst  []project.Level `query:"worst,explode" maxItems:"10"`
		Search string          `query:"search" maxLength:"100"`
	}
	searchInput struct {
		Search     string    `query:"search" maxLength:"100"`
		SupplierID uuid.UUID `query:"supplier_id" format:"uuid" doc:"This one alone"`
	}
	overviewInput struct {
		sourcinghttp.PageQuery
		Search string `query:"search" maxLength:"100"`
	}
	createRiskInput struct {
		Body RiskForm
	}
	changeRiskInput struct {
		RiskPath
		Body struct {
			RiskForm
			Version int32 `json:"version" minimum:"1" doc:"The one that was seen"`
		}
	}
	moveRiskInput struct {
		RiskPath
		Body struct {
			Status  project.Status `json:"status"`
			Note    string         `json:"note,omitempty" maxLength:"4000"`
			Version int32          `json:"version" minimum:"1" doc:"The one that was seen"`
		}
	}
)

func op(method, path, id, summary string) httpkit.Operation {
	return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "risks", Summary: summary}
}

// Mount registers the register of a buyer.
func Mount(b *httpkit.BFF, s *projectsvc.Service) {
	reads, keeps := access.Only(access.Buyer), sourcing.Guard(access.Buyer, sourcing.ToConduct)
	httpkit.Route(b, reads, op(http.MethodGet, "/risks/board", "riskBoard", "The register in figures, and what is due next"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[RiskBoard], error) {
			board, err := s.Board(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(boardOf(board), err)
		})
	httpkit.Route(b, reads, op(http.MethodGet, "/risks", "risks", "The register of risks, the worst first"),
		func(ctx context.Context, in *risksInput) (*httpkit.Body[Risks], error) {
			a := httpkit.Actor(ctx)
			f := projectsvc.Filter{
				Statuses:   in.Statuses,
				Levels:     in.Levels,
				Responses:  in.Responses,
				Likelihood: in.Likelihood,
				Impact:     in.Impact,
				Due:        httpkit.Days(ctx, in.DueFrom, in.DueTo),
				Overdue:    in.Overdue,
				Job:        httpkit.OrNil(in.JobID),
				Supplier:   httpkit.OrNil(in.SupplierID),
				Search:     in.Search,
			}
			if in.Mine {
				f.Owner = &a.User
			}
			page, err := s.Risks(ctx, a, f, in.After, in.Limit)
			return httpkit.JSON(Risks{Items: httpkit.Each(page.Items, rowOf), Next: page.Next}, err)
		})
	httpkit.Route(b, reads, op(http.MethodGet, "/risks/{risk_id}", "risk", "A risk with its history"),
		func(ctx context.Context, in *RiskPath) (*httpkit.Body[Risk], error) {
			r, err := s.Risk(ctx, httpkit.Actor(ctx), in.RiskID)
			return httpkit.JSON(riskOf(r), err)
		})
	httpkit.Route(b, reads, op(http.MethodGet, "/risk-suppliers", "riskSuppliers", "Suppliers of whom the register speaks"),
		func(ctx context.Context, in *namedInput) (*httpkit.Body[RiskSuppliers], error) {
			page, err := s.Suppliers(ctx, httpkit.Actor(ctx), in.Search, in.Worst, in.After, in.Limit)
			return httpkit.JSON(RiskSuppliers{Items: httpkit.Each(page.Items, namedOf), Next: page.Next}, err)
		})
	httpkit.Route(b, keeps, op(http.MethodGet, "/risk-owners", "riskOwners", "Who may own a risk"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[RiskChoices], error) {
			people, err := s.Owners(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(RiskChoices{httpkit.Each(people, func(o projectsvc.Owner) RiskChoice { return RiskChoice(o) })}, err)
		})
	httpkit.Route(b, keeps, op(http.MethodGet, "/risk-directory", "riskDirectory", "Suppliers of whom a risk may be, by name"),
		func(ctx context.Context, in *searchInput) (*httpkit.Body[RiskChoices], error) {
			found, err := s.Directory(ctx, httpkit.Actor(ctx), in.Search, httpkit.OrNil(in.SupplierID))
			return httpkit.JSON(RiskChoices{httpkit.Each(found, func(r projectsvc.Supplier) RiskChoice { return RiskChoice(r) })}, err)
		})
	httpkit.Route(b, keeps, op(http.MethodPost, "/risks", "createRisk", "Enter a risk into the register"),
		func(ctx context.Context, in *createRiskInput) (*httpkit.Body[sourcinghttp.Made], error) {
			form, err := in.Body.domain()
			if err != nil {
				return nil, err
			}
			id, err := s.Add(ctx, httpkit.Actor(ctx), form)
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(b, keeps, op(http.MethodPut, "/risks/{risk_id}", "changeRisk", "Say anew what a risk is"),
		func(ctx context.Context, in *changeRiskInput) (*httpkit.Empty, error) {
			form, err := in.Body.domain()
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.Change(ctx, httpkit.Actor(ctx), in.RiskID, form, in.Body.Version))
		})
	httpkit.Route(b, keeps, op(http.MethodPost, "/risks/{risk_id}/status", "moveRisk", "Bring a risk to another status"),
		func(ctx context.Context, in *moveRiskInput) (*httpkit.Empty, error) {
			m := project.Move{To: in.Body.Status, Note: in.Body.Note}
			return httpkit.Done(s.Move(ctx, httpkit.Actor(ctx), in.RiskID, m, in.Body.Version))
		})
}

// MountOverview registers the figures of all registers, for the operator.
func MountOverview(b *httpkit.BFF, s *projectsvc.Service) {
	httpkit.Route(b, access.Only(access.Operator), op(http.MethodGet, "/risks/overview", "riskOverview", "The registers of the buyers in figures"),
		func(ctx context.Context, in *overviewInput) (*httpkit.Body[RiskOverview], error) {
			o, err := s.Overview(ctx, httpkit.Actor(ctx), in.Search, in.After, in.Limit)
			return httpkit.JSON(overviewOf(o), err)
		})
}
