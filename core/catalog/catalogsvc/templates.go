package catalogsvc

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"zabuni.org/core/catalog"
	"zabuni.org/core/catalog/internal/catalogdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/pg"
)

// Rows of document templates.
type (
	// TemplateRow is a template with its newest version.
	TemplateRow = catalogdb.TemplatesRow
	// VersionRow is one version of a template.
	VersionRow = catalogdb.TemplateVersionsRow
)

func own(a access.Actor, p access.Privilege) (uuid.UUID, error) {
	if a.Type != access.Buyer || a.Org == uuid.Nil {
		return uuid.Nil, fault.Forbidden.New("for buyers")
	}
	if p == "" {
		return a.Org, nil
	}
	return a.Org, a.Need(p)
}

// TemplateFilter narrows the list of templates; the zero value is what is in use.
type TemplateFilter struct {
	Categories []catalog.TemplateCategory
	Updated    day.Span
	Search     string
	Archived   bool // with what is archived
}

// Templates lists the document templates of the actor's company.
func (s *Service) Templates(ctx context.Context, a access.Actor, f TemplateFilter) ([]TemplateRow, error) {
	company, err := own(a, "")
	if err != nil {
		return nil, err
	}
	return q.Templates(ctx, s.db, catalogdb.TemplatesParams{
		BuyerID:     company,
		Archived:    f.Archived,
		Categories:  closed.Values(f.Categories...),
		UpdatedFrom: f.Updated.First,
		UpdatedTo:   f.Updated.Last,
		Zone:        f.Updated.Zone,
		Search:      pg.Sought(f.Search),
	})
}

// Versions lists the versions of a template, the newest first.
func (s *Service) Versions(ctx context.Context, a access.Actor, id uuid.UUID) ([]VersionRow, error) {
	company, err := own(a, "")
	if err != nil {
		return nil, err
	}
	rows, err := q.TemplateVersions(ctx, s.db, id, company)
	if err == nil && len(rows) == 0 {
		err = catalog.TemplateNotFound.New("")
	}
	return rows, err
}

// A File is what a person uploads.
type File struct {
	Name  string
	Bytes []byte
}

// check tells the media type of the file, or what is wrong with it.
func (f *File) check(ctx context.Context, gate *document.Gate) (string, error) {
	var fields fault.Fields
	f.Name = fields.MayLine("/file", f.Name, 200)
	if len(f.Bytes) == 0 {
		fields.Add("/file", fault.Required)
	}
	if len(f.Bytes) > catalog.MaxTemplate {
		fields.Add("/file", fault.TooLong, "max", catalog.MaxTemplate)
	}
	if err := fields.Err(); err != nil {
		return "", err
	}
	name, err := document.Name(f.Name)
	if err == nil {
		f.Name = name
		var media string
		if media, err = gate.Check(ctx, name, f.Bytes); err == nil {
			return media, nil
		}
	}
	if !errors.Is(err, document.TypeRefused) {
		return "", err
	}
	return "", fault.Invalid.Wrap(err, "").At("/file", fault.As(err).Def.Code)
}

// CreateTemplate stores a template with its first version.
func (s *Service) CreateTemplate(ctx context.Context, a access.Actor, t catalog.Template, file File) (uuid.UUID, error) {
	company, err := own(a, access.ManageDocuments)
	if err != nil {
		return uuid.Nil, err
	}
	if t, err = t.Check(); err != nil {
		return uuid.Nil, err
	}
	media, err := file.check(ctx, s.Gate)
	if err != nil {
		return uuid.Nil, err
	}
	id := uuid.Must(uuid.NewV7())
	return id, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		err := q.InsertTemplate(ctx, tx, catalogdb.InsertTemplateParams{ID: id, BuyerID: company, Name: t.Name, Category: t.Category,
			Description: t.Description, CreatedAt: tx.Now})
		if err := taken(err); err != nil {
			return err
		}
		if _, err := s.version(ctx, tx, a, id, media, file, ""); err != nil {
			return err
		}
		return noted(ctx, tx, a, "template.created", "document_template", id, map[string]any{"name": t.Name, "category": t.Category, "file": file.Name})
	})
}

func (s *Service) version(ctx context.Context, tx pg.Tx, a access.Actor, id uuid.UUID, media string, file File, note string) (int32, error) {
	d, err := s.docs.Save(ctx, tx, a, a.Org, "template", file.Name, media, file.Bytes)
	if err != nil {
		return 0, err
	}
	return q.InsertTemplateVersion(ctx, tx, catalogdb.InsertTemplateVersionParams{TemplateID: id, BuyerID: a.Org, DocumentID: d.ID, Note: note,
		CreatedBy: a.User, CreatedAt: tx.Now})
}

// AddVersion stores a new version of a template that is not archived.
func (s *Service) AddVersion(ctx context.Context, a access.Actor, id uuid.UUID, file File, note string) error {
	return s.template(ctx, a, id, "template.version_added", func(tx pg.Tx, row catalogdb.DocumentTemplate) (any, error) {
		var f fault.Fields
		note = f.May("/note", note, 500)
		if err := f.Err(); err != nil {
			return nil, err
		}
		if row.ArchivedAt != nil {
			return nil, catalog.TemplateArchived.New("")
		}
		media, err := file.check(ctx, s.Gate)
		if err != nil {
			return nil, err
		}
		n, err := s.version(ctx, tx, a, id, media, file, note)
		return map[string]any{"number": n, "file": file.Name}, err
	})
}

// UpdateTemplate changes the name, category and description of a template.
func (s *Service) UpdateTemplate(ctx context.Context, a access.Actor, id uuid.UUID, t catalog.Template) error {
	return s.template(ctx, a, id, "template.updated", func(tx pg.Tx, row catalogdb.DocumentTemplate) (any, error) {
		t, err := t.Check()
		if err != nil {
			return nil, err
		}
		if row.ArchivedAt != nil {
			return nil, catalog.TemplateArchived.New("")
		}
		err = q.UpdateTemplate(ctx, tx, catalogdb.UpdateTemplateParams{ID: id, BuyerID: row.BuyerID, Name: t.Name, Category: t.Category, Description: t.Description})
		return map[string]any{"name": t.Name, "category": t.Category}, taken(err)
	})
}

func taken(err error) error {
	if pg.Constraint(err) == "document_template_name" {
		return fault.Invalid.Wrap(err, "").At("/name", fault.Taken)
	}
	return err
}

// Archive takes a template out of use, or puts it back; its versions stay.
func (s *Service) Archive(ctx context.Context, a access.Actor, id uuid.UUID, archived bool) error {
	action := "template.archived"
	if !archived {
		action = "template.restored"
	}
	return s.template(ctx, a, id, action, func(tx pg.Tx, row catalogdb.DocumentTemplate) (any, error) {
		at := &tx.Now
		if !archived {
			at = nil
		}
		return nil, taken(q.ArchiveTemplate(ctx, tx, at, id, row.BuyerID))
	})
}

// template changes a template of the actor's company under its lock.
func (s *Service) template(ctx context.Context, a access.Actor, id uuid.UUID, action string, change func(pg.Tx, catalogdb.DocumentTemplate) (any, error)) error {
	company, err := own(a, access.ManageDocuments)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := q.LockTemplate(ctx, tx, id, company)
		if pg.NoRows(err) {
			return catalog.TemplateNotFound.New("")
		}
		if err != nil {
			return err
		}
		detail, err := change(tx, row)
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, action, "document_template", id, detail)
	})
}

// TemplateFile reads one version of a template of the actor's company.
func (s *Service) TemplateFile(ctx context.Context, a access.Actor, id uuid.UUID, number int) (documentsvc.Document, error) {
	company, err := own(a, "")
	if err != nil {
		return documentsvc.Document{}, err
	}
	doc, err := q.TemplateDocument(ctx, s.db, id, int32(number), company)
	if pg.NoRows(err) {
		return documentsvc.Document{}, catalog.TemplateNotFound.New("")
	}
	if err != nil {
		return documentsvc.Document{}, err
	}
	return s.docs.Read(ctx, company, doc)
}
