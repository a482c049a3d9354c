package contractsvc

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pg"
)

// Rows of templates.
type (
	// TemplateRow is a template in a list, as its newest version has it.
	TemplateRow = contractdb.TemplatesRow
	// TemplateVersionRow is a version of a template.
	TemplateVersionRow = contractdb.TemplateVersionsRow
	// PartRow is a part of a version of a template.
	PartRow = contractdb.TemplatePartsRow
)

// TemplateFilter narrows a list of templates; the zero value is what is in use of one's own.
type TemplateFilter struct {
	Shelf     contract.Shelf
	Languages []locale.Language
	Search    string
	Archived  bool // with what is out of use
}

// Templates is one page of the templates of a shelf, the newest first.
func (s *Service) Templates(ctx context.Context, a access.Actor, f TemplateFilter, after string, limit int) (Counted[TemplateRow], error) {
	var out Counted[TemplateRow]
	owner, err := s.shelved(ctx, a, f.Shelf)
	if err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	languages, search := closed.Values(f.Languages...), pg.Sought(f.Search)
	rows, err := q.Templates(ctx, s.db, contractdb.TemplatesParams{
		BuyerID:   owner,
		AfterAt:   c.At,
		AfterID:   c.ID,
		Archived:  f.Archived,
		Languages: languages,
		Search:    search,
		MaxRows:   int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	out.Of = page.Cut(rows, limit, func(r TemplateRow) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} })
	n, err := q.CountTemplates(ctx, s.db, owner, f.Archived, languages, search)
	out.Total, out.TotalCapped = int(min(n, countCap)), n > countCap
	return out, err
}

// TemplateDetails is one version of a template with its parts, their text and what it names.
type TemplateDetails struct {
	contractdb.TemplateRow
	Shelf     contract.Shelf
	Parts     []PartRow
	Text      rich.Node
	Strangers []string // places that name no field
	Versions  []TemplateVersionRow
}

// Template returns a version of a template of the actor's company or of the platform; 0 is the newest.
func (s *Service) Template(ctx context.Context, a access.Actor, id uuid.UUID, number int) (TemplateDetails, error) {
	row, owner, err := onShelves(ctx, s, a, contract.TemplateNotFound, func(owner *uuid.UUID) (contractdb.TemplateRow, error) {
		return q.Template(ctx, s.db, version(number), id, owner)
	})
	d := TemplateDetails{TemplateRow: row, Shelf: shelfOf(owner)}
	if err != nil {
		return d, err
	}
	if d.Parts, err = q.TemplateParts(ctx, s.db, id, row.Number, owner); err != nil {
		return d, err
	}
	parts := make([]contract.Part, len(d.Parts))
	for i, p := range d.Parts {
		parts[i].Title = p.Title
		if parts[i].Body, err = rich.Stored(p.Body); err != nil {
			return d, err
		}
	}
	d.Text = contract.Compose(parts)
	d.Strangers = contract.Strangers(d.Text)
	if d.Versions, err = q.TemplateVersions(ctx, s.db, id, owner); err == nil && nameless(a, owner) {
		d.ByName = ""
		for i := range d.Versions {
			d.Versions[i].ByName = ""
		}
	}
	return d, err
}

// PartForm is a part as a client writes it: a version of a clause, or a body in JSON.
type PartForm struct {
	Section uuid.UUID
	Version int
	Title   string
	Body    string
}

// TemplateForm is a template as a client writes it.
type TemplateForm struct {
	Name        string
	Description string
	Language    locale.Language
	Parts       []PartForm
}

func partAt(i int) string { return fmt.Sprintf("/parts/%d", i) }

// check reads a template and finds the clauses that it names on the shelves that its owner may
// take from. before are those that it named already: they stay, in use or not.
func (in TemplateForm) check(ctx context.Context, tx pg.Tx, owner *uuid.UUID, before map[uuid.UUID]bool) (contract.Template, error) {
	var f fault.Fields
	t := contract.Template{Name: in.Name, Description: in.Description, Language: in.Language, Parts: make([]contract.Part, len(in.Parts))}
	size := 0
	for i, p := range in.Parts {
		t.Parts[i] = contract.Part{Section: p.Section, Version: p.Version, Title: p.Title}
		if t.Parts[i].Own() {
			if size += len(p.Body); size > rich.MaxBytes {
				f.Add(partAt(i)+"/body", rich.TooLarge, "max", rich.MaxBytes>>10)
				break
			}
			t.Parts[i].Body = rich.Read(&f, partAt(i)+"/body", p.Body)
		}
	}
	t = t.Check(&f, partAt)
	if len(f) == 0 {
		for i, p := range t.Parts {
			if p.Own() {
				t.Parts[i].Body = p.Body.Named(blockID)
				continue
			}
			row, err := q.Section(ctx, tx, version(p.Version), p.Section, owner)
			if pg.NoRows(err) && owner != nil {
				row, err = q.Section(ctx, tx, version(p.Version), p.Section, nil)
			}
			switch {
			case pg.NoRows(err):
				f.Add(partAt(i)+"/section_id", fault.Unknown)
			case err != nil:
				return t, err
			case row.ArchivedAt != nil && !before[p.Section]:
				f.Add(partAt(i)+"/section_id", contract.OutOfUse.Code)
			}
			t.Parts[i].Version = int(row.Number)
		}
	}
	return t, f.InOrder().Err()
}

// CreateTemplate adds a template to the actor's shelf.
func (s *Service) CreateTemplate(ctx context.Context, a access.Actor, in TemplateForm) (uuid.UUID, error) {
	id := uuid.Must(uuid.NewV7())
	owner, err := s.library(ctx, a, access.ManageDocuments)
	if err != nil {
		return id, err
	}
	return id, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		t, err := in.check(ctx, tx, owner, nil)
		if err != nil {
			return err
		}
		if err := q.InsertTemplate(ctx, tx, id, owner, tx.Now); err != nil {
			return err
		}
		if err := insertTemplate(ctx, tx, a, owner, id, 1, t); err != nil {
			return err
		}
		return noted(ctx, tx, a, "template.created", "contract_template", id, map[string]any{"name": t.Name, "parts": len(t.Parts)})
	})
}

func insertTemplate(ctx context.Context, tx pg.Tx, a access.Actor, owner *uuid.UUID, id uuid.UUID, number int32, t contract.Template) error {
	err := q.InsertTemplateVersion(ctx, tx, contractdb.InsertTemplateVersionParams{
		TemplateID:  id,
		Number:      number,
		BuyerID:     owner,
		Name:        t.Name,
		Description: t.Description,
		Language:    string(t.Language),
		CreatedBy:   a.User,
		CreatedAt:   tx.Now,
	})
	if err != nil {
		return err
	}
	for i, p := range t.Parts {
		row := contractdb.InsertTemplatePartParams{TemplateID: id, Number: number, Position: int32(i), BuyerID: owner, Title: p.Title}
		if p.Own() {
			row.Body = p.Body.JSON()
		} else {
			row.SectionID, row.SectionNumber = &p.Section, version(p.Version)
		}
		if err := q.InsertTemplatePart(ctx, tx, row); err != nil {
			return err
		}
	}
	return nil
}

// UpdateTemplate writes a new version of a template that nobody else changed since number.
func (s *Service) UpdateTemplate(ctx context.Context, a access.Actor, id uuid.UUID, number int, in TemplateForm) error {
	return s.template(ctx, a, id, "template.updated", func(tx pg.Tx, owner *uuid.UUID, row contractdb.ContractTemplate) (any, error) {
		named, err := q.TemplateParts(ctx, tx, id, row.Number, owner)
		if err != nil {
			return nil, err
		}
		before := map[uuid.UUID]bool{}
		for _, p := range named {
			if p.SectionID != nil {
				before[*p.SectionID] = true
			}
		}
		t, err := in.check(ctx, tx, owner, before)
		if err != nil {
			return nil, err
		}
		switch {
		case row.ArchivedAt != nil:
			return nil, contract.OutOfUse.New("")
		case int(row.Number) != number:
			return nil, contract.Overtaken.New("version %d", row.Number).With("version", row.Number)
		}
		if err := q.UpdateTemplate(ctx, tx, row.Number+1, id, owner); err != nil {
			return nil, err
		}
		return map[string]any{"name": t.Name, "parts": len(t.Parts), "version": row.Number + 1}, insertTemplate(ctx, tx, a, owner, id, row.Number+1, t)
	})
}

// ArchiveTemplate takes a template out of use, or puts it back.
func (s *Service) ArchiveTemplate(ctx context.Context, a access.Actor, id uuid.UUID, archived bool) error {
	action := "template.archived"
	if !archived {
		action = "template.restored"
	}
	return s.template(ctx, a, id, action, func(tx pg.Tx, owner *uuid.UUID, _ contractdb.ContractTemplate) (any, error) {
		at := &tx.Now
		if !archived {
			at = nil
		}
		return nil, q.ArchiveTemplate(ctx, tx, at, id, owner)
	})
}

// template changes a template of the actor's own shelf under its lock.
func (s *Service) template(ctx context.Context, a access.Actor, id uuid.UUID, action string, change func(pg.Tx, *uuid.UUID, contractdb.ContractTemplate) (any, error)) error {
	owner, err := s.library(ctx, a, access.ManageDocuments)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := q.LockTemplate(ctx, tx, id, owner)
		if pg.NoRows(err) {
			return contract.TemplateNotFound.New("")
		}
		if err != nil {
			return err
		}
		detail, err := change(tx, owner, row)
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, action, "contract_template", id, detail)
	})
}
