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
	// ShelfQuery narrows a list of a library.
	ShelfQuery struct {
		Shelf     contract.Shelf    `query:"shelf" default:"ours" doc:"Whose library"`
		Languages []locale.Language `query:"language,explode" maxItems:"10"`
		Archived  bool              `query:"archived" doc:"With what is out of use"`
		Search    string            `query:"search" maxLength:"100"`
		After     string            `query:"after" maxLength:"200"`
		Limit     int               `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	sectionsQuery struct {
		ShelfQuery
		Topics []contract.Topic `query:"topic,explode" maxItems:"20"`
	}
	// ClausePath names a clause.
	ClausePath struct {
		SectionID uuid.UUID `path:"section_id" format:"uuid"`
	}
	// VersionQuery names a version.
	VersionQuery struct {
		Version int `query:"version" minimum:"0" doc:"The newest where it is absent"`
	}
	sectionQuery struct {
		ClausePath
		VersionQuery
	}
	// PaperQuery says in which form a version is wanted.
	PaperQuery struct {
		VersionQuery
		As contract.Paper `query:"as" default:"pdf"`
	}
	sectionPaper struct {
		ClausePath
		PaperQuery
	}
	// ClauseForm is a clause as its author writes it.
	ClauseForm struct {
		Code      string          `json:"code" doc:"The same in all languages of a clause"`
		Language  locale.Language `json:"language"`
		Title     string          `json:"title"`
		Topic     contract.Topic  `json:"topic"`
		Mandatory bool            `json:"mandatory,omitempty"`
		Risk      contract.Risk   `json:"risk"`
		Body      string          `json:"body" doc:"JSON of its tree"`
		Fallback  string          `json:"fallback,omitempty" doc:"What may stand instead of it"`
		Guidance  string          `json:"guidance,omitempty" doc:"For authors; no contract shows it"`
	}
	createSection struct{ Body ClauseForm }
	updateSection struct {
		ClausePath
		Body struct {
			Version int `json:"version" doc:"That was changed"`
			ClauseForm
		}
	}
	archiveSection struct {
		ClausePath
		Body struct {
			Archived bool `json:"archived"`
		}
	}
	// ClauseRow is a clause in a list.
	ClauseRow struct {
		ID        uuid.UUID       `json:"id" format:"uuid"`
		Code      string          `json:"code"`
		Language  locale.Language `json:"language"`
		Title     string          `json:"title"`
		Topic     contract.Topic  `json:"topic"`
		Mandatory bool            `json:"mandatory"`
		Risk      contract.Risk   `json:"risk"`
		Version   int32           `json:"version"`
		Archived  bool            `json:"archived"`
		UpdatedAt time.Time       `json:"updated_at"`
	}
	// ClauseList is one page of clauses.
	ClauseList struct {
		Items       []ClauseRow `json:"items"`
		Next        string      `json:"next,omitempty"`
		Total       int         `json:"total"`
		TotalCapped bool        `json:"total_capped"`
	}
	// TextVersion is a version of a clause or a template.
	TextVersion struct {
		Number    int32     `json:"number"`
		Title     string    `json:"title"`
		By        string    `json:"by"`
		CreatedAt time.Time `json:"created_at"`
	}
	// ClauseLanguage is the same clause in another language.
	ClauseLanguage struct {
		ID       uuid.UUID       `json:"id" format:"uuid"`
		Language locale.Language `json:"language"`
	}
	// ClauseDetails is a version of a clause.
	ClauseDetails struct {
		ClauseRow
		Newest    int32            `json:"newest" doc:"Its newest version"`
		Shelf     contract.Shelf   `json:"shelf"`
		Body      string           `json:"body"`
		Fallback  string           `json:"fallback"`
		Guidance  string           `json:"guidance"`
		By        string           `json:"by"`
		Strangers []string         `json:"strangers" doc:"Places of the text that name no field"`
		Versions  []TextVersion    `json:"versions" doc:"The newest first"`
		Languages []ClauseLanguage `json:"languages"`
	}
	// ContractFields is what a text may name.
	ContractFields struct {
		Items []ContractField `json:"items"`
	}
	// ContractField is one of them.
	ContractField struct {
		Name contract.Field     `json:"name"`
		Kind contract.FieldKind `json:"kind"`
	}
)

func (f ClauseForm) domain() contractsvc.SectionForm {
	return contractsvc.SectionForm{Section: contract.Section{
		Code:      f.Code,
		Language:  f.Language,
		Title:     f.Title,
		Topic:     f.Topic,
		Mandatory: f.Mandatory,
		Risk:      f.Risk,
		Fallback:  f.Fallback,
		Guidance:  f.Guidance,
	}, Body: f.Body}
}

// library registers operations of the library for one user type.
type library struct {
	b   *httpkit.BFF
	s   *contractsvc.Service
	all access.Guard // who reads
	may access.Guard // who writes
}

func operation(method, path, id, summary string) httpkit.Operation {
	return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "contract", Summary: summary, Status: httpkit.Created(method, id)}
}

// MountLibrary registers clauses and templates on a desk: those of the company, or the
// platform's where the operator is at work.
func MountLibrary(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	m := library{b: b, s: s, all: access.Only(who), may: access.Only(who, access.ManageDocuments)}
	m.sections()
	m.templates()
	httpkit.Route(b, m.all, operation(http.MethodGet, "/contract-fields", "contractFields", "What a text may name"),
		func(context.Context, *struct{}) (*httpkit.Body[ContractFields], error) {
			return httpkit.JSON(ContractFields{httpkit.Each(contract.Fields(), func(f contract.Field) ContractField {
				return ContractField{Name: f, Kind: f.Kind()}
			})}, nil)
		})
}

func (m library) sections() {
	httpkit.Route(m.b, m.all, operation(http.MethodGet, "/contract-sections", "contractSections", "Clauses of a shelf, the newest first"),
		func(ctx context.Context, in *sectionsQuery) (*httpkit.Body[ClauseList], error) {
			got, err := m.s.Sections(ctx, httpkit.Actor(ctx), contractsvc.SectionFilter{
				Shelf:     in.Shelf,
				Topics:    in.Topics,
				Languages: in.Languages,
				Search:    in.Search,
				Archived:  in.Archived,
			}, in.After, in.Limit)
			return httpkit.JSON(ClauseList{Items: httpkit.Each(got.Items, sectionRow), Next: got.Next, Total: got.Total, TotalCapped: got.TotalCapped}, err)
		})
	httpkit.Route(m.b, m.may, operation(http.MethodPost, "/contract-sections", "createContractSection", "Add a clause"),
		func(ctx context.Context, in *createSection) (*httpkit.Body[sourcinghttp.Made], error) {
			id, err := m.s.CreateSection(ctx, httpkit.Actor(ctx), in.Body.domain())
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(m.b, m.all, operation(http.MethodGet, "/contract-sections/{section_id}", "contractSection", "A version of a clause"),
		func(ctx context.Context, in *sectionQuery) (*httpkit.Body[ClauseDetails], error) {
			d, err := m.s.Section(ctx, httpkit.Actor(ctx), in.SectionID, in.Version)
			return httpkit.JSON(sectionDetails(d), err)
		})
	httpkit.Route(m.b, m.all, operation(http.MethodGet, "/contract-sections/{section_id}/paper", "contractSectionPaper", "A version of a clause on paper"),
		func(ctx context.Context, in *sectionPaper) (*httpkit.Download, error) {
			return attached(m.s.SectionPaper(ctx, httpkit.Actor(ctx), in.SectionID, in.Version, in.As))
		})
	httpkit.Route(m.b, m.may, operation(http.MethodPut, "/contract-sections/{section_id}", "updateContractSection", "Write a new version of a clause"),
		func(ctx context.Context, in *updateSection) (*httpkit.Empty, error) {
			return httpkit.Done(m.s.UpdateSection(ctx, httpkit.Actor(ctx), in.SectionID, in.Body.Version, in.Body.domain()))
		})
	httpkit.Route(m.b, m.may, operation(http.MethodPut, "/contract-sections/{section_id}/archived", "archiveContractSection", "Take a clause out of use, or put it back"),
		func(ctx context.Context, in *archiveSection) (*httpkit.Empty, error) {
			return httpkit.Done(m.s.ArchiveSection(ctx, httpkit.Actor(ctx), in.SectionID, in.Body.Archived))
		})
}

func attached(f contractsvc.File, err error) (*httpkit.Download, error) {
	if err != nil {
		return nil, err
	}
	return httpkit.Attach(f.Name, f.MediaType, f.Bytes), nil
}

func sectionRow(r contractsvc.SectionRow) ClauseRow {
	return ClauseRow{
		ID:        r.ID,
		Code:      r.Code,
		Language:  locale.Language(r.Language),
		Title:     r.Title,
		Topic:     contract.Topic(r.Topic),
		Mandatory: r.Mandatory,
		Risk:      contract.Risk(r.Risk),
		Version:   r.Number,
		Archived:  r.ArchivedAt != nil,
		UpdatedAt: r.UpdatedAt.UTC(),
	}
}

func sectionDetails(d contractsvc.SectionDetails) ClauseDetails {
	out := ClauseDetails{
		ClauseRow: ClauseRow{
			ID:        d.ID,
			Code:      d.Code,
			Language:  locale.Language(d.SectionRow.Language),
			Title:     d.Title,
			Topic:     contract.Topic(d.Topic),
			Mandatory: d.Mandatory,
			Risk:      contract.Risk(d.Risk),
			Version:   d.Number,
			Archived:  d.ArchivedAt != nil,
			UpdatedAt: d.CreatedAt.UTC(),
		},
		Newest:    d.Newest,
		Shelf:     d.Shelf,
		Body:      d.Body,
		Fallback:  d.Fallback,
		Guidance:  d.Guidance,
		By:        d.ByName,
		Strangers: d.Strangers,
		Versions: httpkit.Each(d.Versions, func(v contractsvc.VersionRow) TextVersion {
			return TextVersion{Number: v.Number, Title: v.Title, By: v.ByName, CreatedAt: v.CreatedAt.UTC()}
		}),
	}
	for _, l := range d.Languages {
		out.Languages = append(out.Languages, ClauseLanguage{ID: l.ID, Language: locale.Language(l.Language)})
	}
	return out
}
