package sourcinghttp

import (
	"context"
	"encoding/hex"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

type (
	// Paper is a file that belongs to what is asked.
	Paper struct {
		ID     uuid.UUID `json:"id" format:"uuid"`
		Name   string    `json:"name"`
		Size   int64     `json:"size" doc:"Bytes"`
		SHA256 string    `json:"sha256" doc:"Hexadecimal"`
	}
	// PaperPath names a file of a category.
	PaperPath struct {
		CategoryPath
		PaperID uuid.UUID `path:"paper_id" format:"uuid"`
	}
	paperInput struct {
		PaperPath
		Name    string `query:"name" maxLength:"400" required:"true"`
		RawBody []byte `contentType:"application/octet-stream"`
	}
)

func toPaper(p sourcing.Paper) Paper {
	return Paper{ID: p.ID, Name: p.Name, Size: p.Size, SHA256: hex.EncodeToString(p.SHA256)}
}

// PaperFile is a file of a category as it is sent.
func PaperFile(d documentsvc.Document, err error) (*httpkit.Download, error) {
	if err != nil {
		return nil, err
	}
	return httpkit.Attach(d.Name, d.MediaType, d.Bytes), nil
}

func (m desk) papers() {
	const path = "/categories/{category_id}/papers/{paper_id}"
	add := httpkit.Operation{
		ID:      "addCategoryPaper",
		Method:  http.MethodPut,
		Path:    path,
		Tag:     "sourcing",
		Summary: "Send a file that belongs to what is asked; sent again it counts once",
		MaxBody: sourcing.MaxPaper + 1,
	}
	httpkit.Route(m.b, sourcing.Guard(m.Type, sourcing.ToAuthor), add, func(ctx context.Context, in *paperInput) (*httpkit.Empty, error) {
		a, owner, err := m.category(ctx, in.CategoryID)
		if err != nil {
			return nil, err
		}
		return httpkit.Done(m.svc.AddPaper(ctx, a, owner, in.CategoryID, in.PaperID, in.Name, in.RawBody))
	})
	op(m, "", http.MethodGet, path, "categoryPaper", "A file that belongs to what is asked",
		func(ctx context.Context, in *PaperPath) (*httpkit.Download, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return PaperFile(m.svc.Paper(ctx, a, owner, in.CategoryID, in.PaperID))
		})
	op(m, sourcing.ToAuthor, http.MethodDelete, path, "removeCategoryPaper", "Take a file away",
		func(ctx context.Context, in *PaperPath) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.RemovePaper(ctx, a, owner, in.CategoryID, in.PaperID))
		})
}
