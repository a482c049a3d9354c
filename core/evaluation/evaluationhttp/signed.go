package evaluationhttp

import (
	"context"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	// ReportSigner is somebody who signs the report on a result, with what they signed where they have.
	ReportSigner struct {
		Name      string     `json:"name"`
		Company   string     `json:"company"`
		You       bool       `json:"you"`
		SignedAt  *time.Time `json:"signed_at,omitempty"`
		StampedAt *time.Time `json:"stamped_at,omitempty" doc:"As the token in the signature says"`
		Sum       string     `json:"sum,omitempty" doc:"SHA-256 of the paper with this signature, in hex"`
		Entry     *int64     `json:"entry,omitempty" doc:"Of the log"`
		Gone      bool       `json:"gone" doc:"They have not signed and cannot any more"`
	}
	// EvaluationReport is the report on a result as people sign it.
	EvaluationReport struct {
		Number   int                      `json:"number"`
		Language locale.Language          `json:"language"`
		PaperSum string                   `json:"paper_sum" doc:"SHA-256 of the paper as it is now, in hex: whoever signs names it"`
		BegunBy  string                   `json:"begun_by"`
		BegunAt  time.Time                `json:"begun_at"`
		Outcome  evaluation.ReportOutcome `json:"outcome,omitempty" doc:"None: it waits for signatures"`
		EndedAt  *time.Time               `json:"ended_at,omitempty"`
		Signers  []ReportSigner           `json:"signers"`
	}
	// ReportSigning is what there is of it for its reader.
	ReportSigning struct {
		Report   *EvaluationReport `json:"report,omitempty" doc:"The newest; none where nobody has had one made"`
		Moved    bool              `json:"moved" doc:"The result is another now than the report says"`
		Members  []string          `json:"members" doc:"Who would sign a report that is made now"`
		LeftOut  []string          `json:"left_out" doc:"Who judged as well and cannot sign any more: a report that is made now does not wait for them"`
		MayBegin bool              `json:"may_begin"`
		WhyNot   string            `json:"why_not,omitempty" doc:"Code of why none is made now"`
		MaySign  bool              `json:"may_sign"`
	}
	beginReportInput struct {
		CategoryPath
		Body struct {
			Language locale.Language `json:"language"`
		}
	}
	signReportInput struct {
		CategoryPath
		Key  string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true"`
		Body struct {
			PaperSum string `json:"paper_sum" doc:"SHA-256 of the paper that was read, in hex"`
		}
	}
)

// MountSigned registers the report on a result that its judges sign.
func MountSigned(b *httpkit.BFF, s *evaluationsvc.Service, categories *sourcingsvc.Service, desk access.UserType) {
	judges := sourcing.Guard(desk, sourcing.ToJudge, sourcing.ToOpen) // where nobody judges, those sign who opened
	op := func(method, path, id, summary string) httpkit.Operation {
		return httpkit.Operation{ID: id, Method: method, Path: "/categories/{category_id}/evaluation/report" + path, Tag: "evaluation", Summary: summary}
	}
	of := func(ctx context.Context, in CategoryPath) (access.Actor, uuid.UUID, error) {
		a := httpkit.Actor(ctx)
		owner, err := categories.OwnerOfCategory(ctx, a, in.CategoryID)
		return a, owner, err
	}
	httpkit.Route(b, judges.ToSupport(false), op(http.MethodGet, "", "reportSigning", "The report on a result, and who has signed it"),
		func(ctx context.Context, in *CategoryPath) (*httpkit.Body[ReportSigning], error) {
			a, owner, err := of(ctx, *in)
			if err != nil {
				return nil, err
			}
			got, err := s.Signing(ctx, a, owner, in.CategoryID)
			return httpkit.JSON(signingOf(a, got), err)
		})
	httpkit.Route(b, judges, op(http.MethodPost, "", "beginReport", "Have the report on a result made, for its judges to sign"),
		func(ctx context.Context, in *beginReportInput) (*httpkit.Empty, error) {
			a, owner, err := of(ctx, in.CategoryPath)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.BeginReport(ctx, a, owner, in.CategoryID, in.Body.Language))
		})
	httpkit.Route(b, judges.ToSupport(false), op(http.MethodGet, "/paper", "reportPaper", "The report as a PDF, with the signatures that it has"),
		func(ctx context.Context, in *CategoryPath) (*httpkit.Download, error) {
			a, owner, err := of(ctx, *in)
			if err != nil {
				return nil, err
			}
			name, data, err := s.ReportPaper(ctx, a, owner, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(name, "application/pdf", data), nil
		})
	httpkit.Route(b, judges, op(http.MethodPost, "/sign", "signReport", "Sign the report on a result that I have read"),
		func(ctx context.Context, in *signReportInput) (*httpkit.Empty, error) {
			a, owner, err := of(ctx, in.CategoryPath)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.SignReport(ctx, a, owner, in.CategoryID, in.Body.PaperSum, in.Key))
		})
}

func signingOf(a access.Actor, s evaluationsvc.Signing) ReportSigning {
	out := ReportSigning{Moved: s.Moved, Members: []string{}, LeftOut: []string{}, MayBegin: s.MayBegin == nil, MaySign: s.MaySign == nil}
	if s.MayBegin != nil {
		out.WhyNot = fault.As(s.MayBegin).Code
	}
	for _, m := range s.Members {
		out.Members = append(out.Members, m.Name)
	}
	for _, m := range s.LeftOut {
		out.LeftOut = append(out.LeftOut, m.Name)
	}
	if r := s.Latest; r != nil {
		out.Report = &EvaluationReport{
			Number:   r.Number,
			Language: locale.Language(r.Language),
			PaperSum: hex.EncodeToString(r.Sum),
			BegunBy:  r.BegunBy,
			BegunAt:  r.BegunAt.UTC(),
			Outcome:  r.Outcome,
			EndedAt:  r.EndedAt,
			Signers: httpkit.Each(r.Signers, func(one evaluation.ReportSigner) ReportSigner {
				return ReportSigner{
					Name:      one.Name,
					Company:   one.Company,
					You:       one.Account == a.User,
					SignedAt:  one.SignedAt,
					StampedAt: one.StampedAt,
					Sum:       hex.EncodeToString(one.Sum),
					Entry:     one.Entry,
					Gone:      one.LeftOut || one.Gone,
				}
			}),
		}
	}
	return out
}
