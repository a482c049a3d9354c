package cataloghttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/catalog"
	"zabuni.org/core/catalog/catalogsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing/sourcinghttp"
)

// bodyOf is how large the body of an operation may be where it carries a file.
var bodyOf = map[string]int64{"createDocumentTemplate": catalog.MaxTemplate + 1<<20, "addTemplateVersion": catalog.MaxTemplate + 1<<20}

type (
	// DocumentTemplate is a template with its newest version.
	DocumentTemplate struct {
		ID          uuid.UUID                `json:"id" format:"uuid"`
		Name        string                   `json:"name"`
		Category    catalog.TemplateCategory `json:"category"`
		Description string                   `json:"description"`
		Archived    bool                     `json:"archived"`
		Version     int32                    `json:"version"`
		FileName    string                   `json:"file_name"`
		Size        int64                    `json:"size"`
		UpdatedAt   time.Time                `json:"updated_at"`
	}
	// DocumentTemplates lists them.
	DocumentTemplates struct {
		Items []DocumentTemplate `json:"items"`
	}
	// TemplateVersion is one version of a template.
	TemplateVersion struct {
		Number    int32     `json:"number"`
		Note      string    `json:"note"`
		FileName  string    `json:"file_name"`
		Size      int64     `json:"size"`
		By        string    `json:"by"`
		CreatedAt time.Time `json:"created_at"`
	}
	// TemplateVersions lists them, the newest first.
	TemplateVersions struct {
		Items []TemplateVersion `json:"items"`
	}
	templatesQuery struct {
		SearchQuery
		Categories  []catalog.TemplateCategory `query:"category,explode" maxItems:"20"`
		UpdatedFrom day.Day                    `query:"updated_from"`
		UpdatedTo   day.Day                    `query:"updated_to"`
		Archived    bool                       `query:"archived" doc:"With what is archived"`
	}
	// TemplatePath names a template.
	TemplatePath struct {
		TemplateID uuid.UUID `path:"template_id" format:"uuid"`
	}
	newTemplate struct {
		Name        string                   `query:"name" maxLength:"400"`
		Category    catalog.TemplateCategory `query:"category"`
		Description string                   `query:"description" maxLength:"4000"`
		FileName    string                   `query:"file_name" maxLength:"400"`
		RawBody     []byte                   `contentType:"application/octet-stream"`
	}
	newVersion struct {
		TemplatePath
		FileName string `query:"file_name" maxLength:"400"`
		Note     string `query:"note" maxLength:"2000"`
		RawBody  []byte `contentType:"application/octet-stream"`
	}
	changeTemplate struct {
		TemplatePath
		Body struct {
			Name        string                   `json:"name"`
			Category    catalog.TemplateCategory `json:"category"`
			Description string                   `json:"description,omitempty"`
		}
	}
	archiveTemplate struct {
		TemplatePath
		Body struct {
			Archived bool `json:"archived"`
		}
	}
	versionPath struct {
		TemplatePath
		Number int `path:"number" minimum:"1"`
	}
)

// MountTemplates registers a buyer's document templates.
func MountTemplates(b *httpkit.BFF, s *catalogsvc.Service) {
	const t, p = access.Buyer, access.ManageDocuments
	op(b, t, "", http.MethodGet, "/document-templates", "documentTemplates", "Document templates of the company", func(ctx context.Context, in *templatesQuery) (*httpkit.Body[DocumentTemplates], error) {
		rows, err := s.Templates(ctx, httpkit.Actor(ctx), catalogsvc.TemplateFilter{
			Categories: in.Categories,
			Updated:    httpkit.Days(ctx, in.UpdatedFrom, in.UpdatedTo),
			Search:     in.Search,
			Archived:   in.Archived,
		})
		return httpkit.JSON(DocumentTemplates{httpkit.Each(rows, func(r catalogsvc.TemplateRow) DocumentTemplate {
			return DocumentTemplate{
				ID:          r.ID,
				Name:        r.Name,
				Category:    catalog.TemplateCategory(r.Category),
				Description: r.Description,
				Archived:    r.ArchivedAt != nil,
				Version:     r.Number,
				FileName:    r.FileName,
				Size:        r.Size,
				UpdatedAt:   r.CreatedAt.UTC(),
			}
		})}, err)
	})
	op(b, t, "", http.MethodGet, "/document-templates/{template_id}/versions", "templateVersions", "Versions of a template, the newest first", func(ctx context.Context, in *TemplatePath) (*httpkit.Body[TemplateVersions], error) {
		rows, err := s.Versions(ctx, httpkit.Actor(ctx), in.TemplateID)
		return httpkit.JSON(TemplateVersions{httpkit.Each(rows, func(r catalogsvc.VersionRow) TemplateVersion {
			return TemplateVersion{
				Number:    r.Number,
				Note:      r.Note,
				FileName:  r.FileName,
				Size:      r.Size,
				By:        r.ByName,
				CreatedAt: r.CreatedAt.UTC(),
			}
		})}, err)
	})
	op(b, t, "", http.MethodGet, "/document-templates/{template_id}/versions/{number}", "templateFile", "The file of one version", func(ctx context.Context, in *versionPath) (*httpkit.Download, error) {
		d, err := s.TemplateFile(ctx, httpkit.Actor(ctx), in.TemplateID, in.Number)
		if err != nil {
			return nil, err
		}
		return httpkit.Attach(d.Name, d.MediaType, d.Bytes), nil
	})
	op(b, t, p, http.MethodPost, "/document-templates", "createDocumentTemplate", "Add a template with its first version", func(ctx context.Context, in *newTemplate) (*httpkit.Body[sourcinghttp.Made], error) {
		return made(s.CreateTemplate(ctx, httpkit.Actor(ctx), catalog.Template{Name: in.Name, Category: string(in.Category), Description: in.Description},
			catalogsvc.File{Name: in.FileName, Bytes: in.RawBody}))
	})
	op(b, t, p, http.MethodPost, "/document-templates/{template_id}/versions", "addTemplateVersion", "Add a version", func(ctx context.Context, in *newVersion) (*httpkit.Empty, error) {
		return httpkit.Done(s.AddVersion(ctx, httpkit.Actor(ctx), in.TemplateID, catalogsvc.File{Name: in.FileName, Bytes: in.RawBody}, in.Note))
	})
	op(b, t, p, http.MethodPut, "/document-templates/{template_id}", "updateDocumentTemplate", "Change name, category and description", func(ctx context.Context, in *changeTemplate) (*httpkit.Empty, error) {
		return httpkit.Done(s.UpdateTemplate(ctx, httpkit.Actor(ctx), in.TemplateID, catalog.Template{Name: in.Body.Name, Category: string(in.Body.Category), Description: in.Body.Description}))
	})
	op(b, t, p, http.MethodPut, "/document-templates/{template_id}/archived", "archiveDocumentTemplate", "Take a template out of use, or put it back", func(ctx context.Context, in *archiveTemplate) (*httpkit.Empty, error) {
		return httpkit.Done(s.Archive(ctx, httpkit.Actor(ctx), in.TemplateID, in.Body.Archived))
	})
}
