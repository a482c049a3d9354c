package sourcinghttp

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/find"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

type (
	findInput struct {
		Search string `query:"search" required:"true" minLength:"2" maxLength:"100" doc:"Part of a name, or a reference"`
	}
	// FoundRecord is a record that a search found; what it belongs to leads to its screen.
	FoundRecord struct {
		Kind      find.Kind         `json:"kind"`
		ID        uuid.UUID         `json:"id" format:"uuid"`
		JobID     *uuid.UUID        `json:"job_id,omitempty" format:"uuid" doc:"Of a category"`
		Activity  sourcing.Activity `json:"activity,omitempty" doc:"Of what belongs to one"`
		Name      string            `json:"name"`
		Reference string            `json:"reference,omitempty"`
		Of        string            `json:"of,omitempty" doc:"Whose it is: the job, the company"`
	}
	// FoundRecords is a few of each kind.
	FoundRecords struct {
		Items []FoundRecord `json:"items"`
	}
)

// MountFind registers the search over everything that the desk's verticals offer.
func MountFind(b *httpkit.BFF, t access.UserType) {
	op := httpkit.Operation{ID: "find", Method: http.MethodGet, Path: "/find", Tag: "find",
		Summary: "Records of every kind by name and reference, a few of each"}
	httpkit.Route(b, access.Only(t), op, func(ctx context.Context, in *findInput) (*httpkit.Body[FoundRecords], error) {
		hits, err := b.Find(ctx, in.Search)
		return httpkit.JSON(FoundRecords{httpkit.Each(hits, func(h find.Hit) FoundRecord {
			return FoundRecord{
				Kind:      h.Kind,
				ID:        h.ID,
				JobID:     h.Job,
				Activity:  sourcing.Activity(h.Activity),
				Name:      h.Name,
				Reference: h.Reference,
				Of:        h.Of,
			}
		})}, err)
	})
}

// finds offers jobs and categories to the desk's search.
func (m desk) finds() {
	guard := access.Sees(m.Type, access.Work)
	m.b.Offer(find.Source{Guard: guard, Find: func(ctx context.Context, a access.Actor, words string, limit int) ([]find.Hit, error) {
		rows, err := m.svc.FindJobs(ctx, a, words, limit)
		return find.Each(rows, err, func(j sourcingsvc.FoundJob) find.Hit {
			hit := find.Hit{
				Kind:      find.Job,
				ID:        j.ID,
				Activity:  j.Activity,
				Name:      j.Title,
				Reference: j.Reference,
			}
			if m.Type == access.Operator { // a buyer's own are the buyer's
				hit.Of = j.BuyerName
			}
			return hit
		})
	}})
	m.b.Offer(find.Source{Guard: guard, Find: func(ctx context.Context, a access.Actor, words string, limit int) ([]find.Hit, error) {
		rows, err := m.svc.FindCategories(ctx, a, words, limit)
		return find.Each(rows, err, func(c sourcingsvc.FoundCategory) find.Hit {
			return find.Hit{
				Kind:      find.Category,
				ID:        c.ID,
				Job:       &c.JobID,
				Activity:  c.Activity,
				Name:      c.Name,
				Reference: c.Reference,
				Of:        c.JobTitle,
			}
		})
	}})
}
