package reporthttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
)

type (
	// ReservedShareForm is which part of what is awarded companies of a group are to have.
	ReservedShareForm struct {
		GroupID *uuid.UUID    `json:"group_id,omitempty" format:"uuid" doc:"Absent: all groups together"`
		Share   money.Decimal `json:"share" doc:"Per cent, with two digits at most"`
	}
	// SpecialGroupName is a special group of the platform.
	SpecialGroupName struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Name string    `json:"name"`
	}
	// ReservedShare is what companies of a group had of all that was awarded.
	ReservedShare struct {
		GroupID  *uuid.UUID        `json:"group_id,omitempty" format:"uuid" doc:"Absent: any group, each award counted once"`
		Quota    money.Decimal     `json:"quota" doc:"Per cent that they are to have; zero: none"`
		Awarded  money.Decimal     `json:"awarded"`
		Reserved money.Decimal     `json:"reserved" doc:"The part of it that was open to them alone"`
		Share    money.Decimal     `json:"share" doc:"Per cent of all, rounded down to two digits"`
		Missing  money.Decimal     `json:"missing" doc:"To the quota; zero where it is met"`
		State    report.QuotaState `json:"state"`
	}
	// ReservedFigure is how shares stand in one currency.
	ReservedFigure struct {
		Currency money.Currency  `json:"currency"`
		Quarter  int             `json:"quarter" doc:"0: the whole year"`
		Awarded  money.Decimal   `json:"awarded"`
		Groups   []ReservedShare `json:"groups"`
	}
	// ReservedShares are the shares of a financial year that are kept for special groups, and what came of them.
	ReservedShares struct {
		Year       int                 `json:"year" doc:"In which it begins"`
		FirstMonth int                 `json:"first_month" doc:"In which it begins, 1 to 12"`
		Version    int32               `json:"version" doc:"0: nobody has said anything of this year"`
		SetAt      *time.Time          `json:"set_at,omitempty" doc:"Absent: the same"`
		Years      []int32             `json:"years" doc:"Of which somebody has, the newest first"`
		Shares     []ReservedShareForm `json:"shares"`
		Groups     []SpecialGroupName  `json:"groups" doc:"Of which companies are members"`
		Figures    []ReservedFigure    `json:"figures" doc:"By currency, each followed by its quarters in which something was awarded"`
	}
	// ReservedYear names a financial year.
	ReservedYear struct {
		Year int `path:"year" minimum:"2000" maximum:"2100" doc:"In which the financial year begins"`
	}
	setQuotasInput struct {
		ReservedYear
		Body struct {
			FirstMonth int                 `json:"first_month"`
			Shares     []ReservedShareForm `json:"shares" maxItems:"60"`
			Version    int32               `json:"version" minimum:"0" doc:"The one that was seen"`
		}
	}
	exportQuotasInput struct {
		ReservedYear
		Language locale.Language `query:"language" default:"en"`
	}
)

// MountQuotas registers the shares that a buyer keeps for special groups.
func MountQuotas(b *httpkit.BFF, s *reportsvc.Service) {
	guard := access.Only(access.Buyer, access.ManageJob)
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: "/reserved-shares/{year}" + path, Tag: "procurement", Summary: summary}
	}
	httpkit.Route(b, guard, op(http.MethodGet, "", "reservedShares", "Shares of a financial year that are kept for special groups, and what came of them"),
		func(ctx context.Context, in *ReservedYear) (*httpkit.Body[ReservedShares], error) {
			a := httpkit.Actor(ctx)
			found, err := s.QuotaYear(ctx, a, a.Org, in.Year)
			return httpkit.JSON(reservedOf(found), err)
		})
	httpkit.Route(b, guard, op(http.MethodPut, "", "setReservedShares", "Say which shares of a financial year are kept for special groups, all of them"),
		func(ctx context.Context, in *setQuotasInput) (*httpkit.Empty, error) {
			a := httpkit.Actor(ctx)
			quotas := report.Quotas{Year: in.Year, FirstMonth: in.Body.FirstMonth}
			for _, x := range in.Body.Shares {
				quotas.Shares = append(quotas.Shares, report.Quota{Group: x.GroupID, Share: x.Share})
			}
			return httpkit.Done(s.SetQuotas(ctx, a, a.Org, quotas, in.Body.Version))
		})
	httpkit.Route(b, guard, op(http.MethodPost, "/export", "exportReservedShares", "The year and its quarters as a workbook; who took it is recorded"),
		func(ctx context.Context, in *exportQuotasInput) (*httpkit.Download, error) {
			a := httpkit.Actor(ctx)
			data, err := s.ExportQuotas(ctx, a, a.Org, in.Year, in.Language)
			return attached("reserved-shares.xlsx", data, err)
		})
}

func reservedOf(y reportsvc.QuotaYear) ReservedShares {
	out := ReservedShares{Year: y.Year, FirstMonth: y.FirstMonth, Version: y.Version, SetAt: y.SetAt, Years: y.Years}
	if out.Years == nil {
		out.Years = []int32{}
	}
	out.Shares = httpkit.Each(y.Shares, func(x report.Quota) ReservedShareForm { return ReservedShareForm{GroupID: x.Group, Share: x.Share} })
	out.Groups = httpkit.Each(y.Groups, func(g reportsvc.QuotaGroup) SpecialGroupName { return SpecialGroupName{ID: g.ID, Name: g.Name} })
	out.Figures = httpkit.Each(y.Figures, func(f report.QuotaFigure) ReservedFigure {
		return ReservedFigure{Currency: f.Currency, Quarter: f.Quarter, Awarded: f.Awarded, Groups: httpkit.Each(f.Groups, func(g report.GroupShare) ReservedShare {
			return ReservedShare{GroupID: g.Group, Quota: g.Quota, Awarded: g.Awarded, Reserved: g.Reserved, Share: g.Share, Missing: g.Missing, State: g.State}
		})}
	})
	return out
}
