package contracthttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	templatesQuery struct{ ShelfQuery }
	// TemplatePath names a contract template.
	TemplatePath struct {
		TemplateID uuid.UUID `path:"template_id" format:"uuid"`
	}
	templateQuery struct {
		TemplatePath
		VersionQuery
	}
	templatePaper struct {
		TemplatePath
		PaperQuery
	}
	// ContractTemplatePart is a version of a clause, or text of the template's own.
	ContractTemplatePart struct {
		SectionID *uuid.UUID `json:"section_id,omitempty" format:"uuid"`
		Version   int        `json:"version,omitempty" doc:"Of the clause; the newest where it is absent"`
		Title     string     `json:"title,omitempty"`
		Body      string     `json:"body,omitempty" doc:"JSON of its tree"`
	}
	// ContractTemplateForm is a template as its author writes it.
	ContractTemplateForm struct {
		Name        string                 `json:"name"`
		Description string                 `json:"description,omitempty"`
		Language    locale.Language        `json:"language"`
		Parts       []ContractTemplatePart `json:"parts"`
	}
	createTemplate struct{ Body ContractTemplateForm }
	updateTemplate struct {
		TemplatePath
		Body struct {
			Version int `json:"version" doc:"That was changed"`
			ContractTemplateForm
		}
	}
	archiveTemplate struct {
		TemplatePath
		Body struct {
			Archived bool `json:"archived"`
		}
	}
	// ContractTemplateRow is a template in a list.
	ContractTemplateRow struct {
		ID          uuid.UUID       `json:"id" format:"uuid"`
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Language    locale.Language `json:"language"`
		Parts       int             `json:"part_count"`
		Version     int32           `json:"version"`
		Archived    bool            `json:"archived"`
		UpdatedAt   time.Time       `json:"updated_at"`
	}
	// ContractTemplateList is one page of templates.
	ContractTemplateList struct {
		Items       []ContractTemplateRow `json:"items"`
		Next        string                `json:"next,omitempty"`
		Total       int                   `json:"total"`
		TotalCapped bool                  `json:"total_capped"`
	}
	// ContractPart is a part of a template as it reads.
	ContractPart struct {
		SectionID *uuid.UUID `json:"section_id,omitempty" format:"uuid"`
		Version   int32      `json:"version,omitempty" doc:"Of the clause"`
		Newest    int32      `json:"newest,omitempty" doc:"Version of the clause today"`
		Code      string     `json:"code,omitempty"`
		Mandatory bool       `json:"mandatory"`
		Title     string     `json:"title"`
		Body      string     `json:"body"`
	}
	// ContractTemplateDetails is a version of a template.
	ContractTemplateDetails struct {
		ContractTemplateRow
		Newest    int32          `json:"newest" doc:"Its newest version"`
		Shelf     contract.Shelf `json:"shelf"`
		By        string         `json:"by"`
		Contents  []ContractPart `json:"parts"`
		Strangers []string       `json:"strangers" doc:"Places of the text that name no field"`
		Versions  []TextVersion  `json:"versions" doc:"The newest first"`
	}
	categoriesQuery struct {
		Search   string `query:"search" maxLength:"100"`
		Archived bool   `query:"archived" doc:"With what is out of use"`
	}
	// ContractCategoryPath names a category of contracts.
	ContractCategoryPath struct {
		CategoryID uuid.UUID `path:"contract_category_id" format:"uuid"`
	}
	// ContractCategoryForm is a category of contracts as its author writes it.
	ContractCategoryForm struct {
		Name           string     `json:"name"`
		TemplateID     *uuid.UUID `json:"template_id,omitempty" format:"uuid" doc:"That contracts of it begin with"`
		RetentionYears int        `json:"retention_years"`
		ReminderDays   []int      `json:"reminder_days,omitempty" doc:"Before the end of a contract"`
	}
	createCategory struct{ Body ContractCategoryForm }
	updateCategory struct {
		ContractCategoryPath
		Body struct {
			Version int `json:"version" doc:"That was changed"`
			ContractCategoryForm
		}
	}
	archiveCategory struct {
		ContractCategoryPath
		Body struct {
			Archived bool `json:"archived"`
		}
	}
	// ContractCategory is a category of contracts.
	ContractCategory struct {
		ID             uuid.UUID  `json:"id" format:"uuid"`
		Name           string     `json:"name"`
		TemplateID     *uuid.UUID `json:"template_id,omitempty" format:"uuid"`
		TemplateName   string     `json:"template_name,omitempty"`
		RetentionYears int32      `json:"retention_years"`
		ReminderDays   []int32    `json:"reminder_days"`
		Archived       bool       `json:"archived"`
		Version        int32      `json:"version"`
		CreatedAt      time.Time  `json:"created_at"`
	}
	// ContractCategories lists them.
	ContractCategories struct {
		Items []ContractCategory `json:"items"`
	}
)

func (f ContractTemplateForm) domain() contractsvc.TemplateForm {
	return contractsvc.TemplateForm{Name: f.Name, Description: f.Description, Language: f.Language,
		Parts: httpkit.Each(f.Parts, func(p ContractTemplatePart) contractsvc.PartForm {
			out := contractsvc.PartForm{Version: p.Version, Title: p.Title, Body: p.Body}
			if p.SectionID != nil {
				out.Section = *p.SectionID
			}
			return out
		})}
}

func (m library) templates() {
	httpkit.Route(m.b, m.all, operation(http.MethodGet, "/contract-templates", "contractTemplates", "Contract templates of a shelf, the newest first"),
		func(ctx context.Context, in *templatesQuery) (*httpkit.Body[ContractTemplateList], error) {
			got, err := m.s.Templates(ctx, httpkit.Actor(ctx), contractsvc.TemplateFilter{
				Shelf:     in.Shelf,
				Languages: in.Languages,
				Search:    in.Search,
				Archived:  in.Archived,
			}, in.After, in.Limit)
			return httpkit.JSON(ContractTemplateList{Items: httpkit.Each(got.Items, templateRow), Next: got.Next, Total: got.Total, TotalCapped: got.TotalCapped}, err)
		})
	httpkit.Route(m.b, m.may, operation(http.MethodPost, "/contract-templates", "createContractTemplate", "Add a contract template"),
		func(ctx context.Context, in *createTemplate) (*httpkit.Body[sourcinghttp.Made], error) {
			id, err := m.s.CreateTemplate(ctx, httpkit.Actor(ctx), in.Body.domain())
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(m.b, m.all, operation(http.MethodGet, "/contract-templates/{template_id}", "contractTemplate", "A version of a contract template"),
		func(ctx context.Context, in *templateQuery) (*httpkit.Body[ContractTemplateDetails], error) {
			d, err := m.s.Template(ctx, httpkit.Actor(ctx), in.TemplateID, in.Version)
			return httpkit.JSON(templateDetails(d), err)
		})
	httpkit.Route(m.b, m.all, operation(http.MethodGet, "/contract-templates/{template_id}/paper", "contractTemplatePaper", "A version of a contract template on paper"),
		func(ctx context.Context, in *templatePaper) (*httpkit.Download, error) {
			return attached(m.s.TemplatePaper(ctx, httpkit.Actor(ctx), in.TemplateID, in.Version, in.As))
		})
	httpkit.Route(m.b, m.may, operation(http.MethodPut, "/contract-templates/{template_id}", "updateContractTemplate", "Write a new version of a contract template"),
		func(ctx context.Context, in *updateTemplate) (*httpkit.Empty, error) {
			return httpkit.Done(m.s.UpdateTemplate(ctx, httpkit.Actor(ctx), in.TemplateID, in.Body.Version, in.Body.domain()))
		})
	httpkit.Route(m.b, m.may, operation(http.MethodPut, "/contract-templates/{template_id}/archived", "archiveContractTemplate", "Take a contract template out of use, or put it back"),
		func(ctx context.Context, in *archiveTemplate) (*httpkit.Empty, error) {
			return httpkit.Done(m.s.ArchiveTemplate(ctx, httpkit.Actor(ctx), in.TemplateID, in.Body.Archived))
		})
}

// MountCategories registers the categories of contracts of a buyer company.
func MountCategories(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	all, may := access.Only(who), access.Only(who, access.ManageContract)
	httpkit.Route(b, all, operation(http.MethodGet, "/contract-categories", "contractCategories", "Categories of contracts, by name"),
		func(ctx context.Context, in *categoriesQuery) (*httpkit.Body[ContractCategories], error) {
			rows, err := s.Categories(ctx, httpkit.Actor(ctx), in.Search, in.Archived)
			return httpkit.JSON(ContractCategories{httpkit.Each(rows, func(r contractsvc.CategoryRow) ContractCategory {
				return ContractCategory{
					ID:             r.ID,
					Name:           r.Name,
					TemplateID:     r.TemplateID,
					TemplateName:   r.TemplateName,
					RetentionYears: r.RetentionYears,
					ReminderDays:   r.ReminderDays,
					Archived:       r.ArchivedAt != nil,
					Version:        r.Version,
					CreatedAt:      r.CreatedAt.UTC(),
				}
			})}, err)
		})
	httpkit.Route(b, may, operation(http.MethodPost, "/contract-categories", "createContractCategory", "Add a category of contracts"),
		func(ctx context.Context, in *createCategory) (*httpkit.Body[sourcinghttp.Made], error) {
			id, err := s.CreateCategory(ctx, httpkit.Actor(ctx), in.Body.domain())
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(b, all, operation(http.MethodGet, "/contract-categories/{contract_category_id}", "contractCategory", "A category of contracts"),
		func(ctx context.Context, in *ContractCategoryPath) (*httpkit.Body[ContractCategory], error) {
			r, err := s.Category(ctx, httpkit.Actor(ctx), in.CategoryID)
			return httpkit.JSON(ContractCategory{
				ID:             r.ID,
				Name:           r.Name,
				TemplateID:     r.TemplateID,
				RetentionYears: r.RetentionYears,
				ReminderDays:   r.ReminderDays,
				Archived:       r.ArchivedAt != nil,
				Version:        r.Version,
				CreatedAt:      r.CreatedAt.UTC(),
			}, err)
		})
	httpkit.Route(b, may, operation(http.MethodPut, "/contract-categories/{contract_category_id}", "updateContractCategory", "Change a category of contracts"),
		func(ctx context.Context, in *updateCategory) (*httpkit.Empty, error) {
			return httpkit.Done(s.UpdateCategory(ctx, httpkit.Actor(ctx), in.CategoryID, in.Body.Version, in.Body.domain()))
		})
	httpkit.Route(b, may, operation(http.MethodPut, "/contract-categories/{contract_category_id}/archived", "archiveContractCategory", "Take a category of contracts out of use, or put it back"),
		func(ctx context.Context, in *archiveCategory) (*httpkit.Empty, error) {
			return httpkit.Done(s.ArchiveCategory(ctx, httpkit.Actor(ctx), in.CategoryID, in.Body.Archived))
		})
}

func (f ContractCategoryForm) domain() contract.Category {
	return contract.Category{Name: f.Name, Template: f.TemplateID, RetentionYears: f.RetentionYears, ReminderDays: f.ReminderDays}
}

func templateRow(r contractsvc.TemplateRow) ContractTemplateRow {
	return ContractTemplateRow{
		ID:          r.ID,
		Name:        r.Name,
		Description: r.Description,
		Language:    locale.Language(r.Language),
		Parts:       int(r.Parts),
		Version:     r.Number,
		Archived:    r.ArchivedAt != nil,
		UpdatedAt:   r.UpdatedAt.UTC(),
	}
}

func templateDetails(d contractsvc.TemplateDetails) ContractTemplateDetails {
	return ContractTemplateDetails{
		ContractTemplateRow: ContractTemplateRow{
			ID:          d.ID,
			Name:        d.Name,
			Description: d.Description,
			Language:    locale.Language(d.Language),
			Parts:       len(d.Parts),
			Version:     d.Number,
			Archived:    d.ArchivedAt != nil,
			UpdatedAt:   d.CreatedAt.UTC(),
		},
		Newest:    d.Newest,
		Shelf:     d.Shelf,
		By:        d.ByName,
		Strangers: d.Strangers,
		Contents:  httpkit.Each(d.Parts, partOf),
		Versions: httpkit.Each(d.Versions, func(v contractsvc.TemplateVersionRow) TextVersion {
			return TextVersion{Number: v.Number, Title: v.Name, By: v.ByName, CreatedAt: v.CreatedAt.UTC()}
		}),
	}
}

func partOf(p contractsvc.PartRow) ContractPart {
	out := ContractPart{SectionID: p.SectionID, Newest: p.Newest, Code: p.Code, Mandatory: p.Mandatory, Title: p.Title, Body: p.Body}
	if p.SectionNumber != nil {
		out.Version = *p.SectionNumber
	}
	return out
}
