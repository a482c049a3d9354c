package sourcinghttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// maxImport bounds an imported file, in bytes.
const maxImport = 8 << 20

type (
	importInput struct {
		ForBuyer
		FileName string            `query:"file_name" maxLength:"200"`
		Activity sourcing.Activity `query:"activity" default:"tender"`
		Code     string            `query:"code" maxLength:"60" doc:"Empty: the file's own number"`
		Plan     int               `query:"plan" minimum:"0" doc:"Which of the file's processes, from zero"`
		// Bytes, not a body to check: what is wrong with the file is told by its own pointers.
		RawBody []byte `contentType:"application/octet-stream"`
	}
	// Imported is a drafted job and what of the file found no place in it.
	Imported struct {
		ID         uuid.UUID  `json:"id" format:"uuid"`
		Plans      int        `json:"plans" doc:"Processes in the file"`
		Categories int        `json:"categories"`
		Items      int        `json:"items"`
		Documents  int        `json:"documents"`
		Unmapped   []Unmapped `json:"unmapped"`
	}
)

func (m desk) imports() {
	httpkit.Route(m.b, sourcing.Guard(m.Type, sourcing.ToConduct), httpkit.Operation{ID: "importJob", Method: http.MethodPost, Path: "/jobs/import",
		Tag: "sourcing", Summary: "Draft a job from a published plan: OCDS or Prozorro", Status: http.StatusCreated, MaxBody: maxImport},
		func(ctx context.Context, in *importInput) (*httpkit.Body[Imported], error) {
			a := httpkit.Actor(ctx)
			owner, err := m.Company(a, in.BuyerID)
			if err != nil {
				return nil, err
			}
			made, err := m.svc.ImportJob(ctx, a, owner, sourcingsvc.Import{FileName: in.FileName, Data: in.RawBody,
				Activity: in.Activity, Code: in.Code, Plan: in.Plan})
			return httpkit.JSON(Imported{
				ID:         made.Job,
				Plans:      made.Plans,
				Categories: made.Categories,
				Items:      made.Items,
				Documents:  made.Documents,
				Unmapped:   httpkit.Each(made.Unmapped, func(u sourcingsvc.Unmapped) Unmapped { return Unmapped(u) }),
			}, err)
		})
}
