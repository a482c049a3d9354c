package reporthttp

import (
	"context"
	"net/http"

	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

type (
	exportStatementInput struct {
		AtFrom   day.Day         `query:"at_from"`
		AtTo     day.Day         `query:"at_to"`
		Search   string          `query:"search" maxLength:"100"`
		Format   report.Format   `query:"format" default:"xlsx"`
		Language locale.Language `query:"language" default:"en"`
	}
	exportFeesInput struct {
		Activities []sourcing.Activity `query:"activity,explode" maxItems:"20"`
		Search     string              `query:"search" maxLength:"100"`
		Language   locale.Language     `query:"language" default:"en"`
	}
)

// MountStatement registers the file of what came from a supplier and went back.
func MountStatement(b *httpkit.BFF, s *reportsvc.Service) {
	httpkit.Route(b, paymentsvc.ToStatement, httpkit.Operation{ID: "exportStatement", Method: http.MethodPost, Path: "/supplier/payment/statement/export/", Tag: "payment",
		Summary: "The statement as a workbook or a PDF; who took it is recorded"},
		func(ctx context.Context, in *exportStatementInput) (*httpkit.Download, error) {
			data, err := s.ExportStatement(ctx, httpkit.Actor(ctx), reportsvc.AskedStatement{
				Filter:   paymentsvc.MoneyFilter{At: httpkit.Days(ctx, in.AtFrom, in.AtTo), Search: in.Search},
				Format:   in.Format,
				Language: in.Language,
			})
			if err != nil {
				return nil, err
			}
			media := xlsx
			if in.Format == report.PDF {
				media = "application/pdf"
			}
			return httpkit.Attach("statement."+string(in.Format), media, data), nil
		})
}

// MountFees registers the file of a buyer's fees.
func MountFees(b *httpkit.BFF, s *reportsvc.Service) {
	httpkit.Route(b, paymentsvc.ToBuyer, httpkit.Operation{ID: "exportBuyerFees", Method: http.MethodPost, Path: "/payments/export", Tag: "payment",
		Summary: "The fees of my company's jobs as a workbook; who took it is recorded"},
		func(ctx context.Context, in *exportFeesInput) (*httpkit.Download, error) {
			data, err := s.ExportBuyerFees(ctx, httpkit.Actor(ctx), in.Activities, in.Search, in.Language)
			return attached("fees.xlsx", data, err)
		})
}
