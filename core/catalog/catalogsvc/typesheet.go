package catalogsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/catalog"
	"zabuni.org/core/catalog/internal/catalogdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
)

const (
	typeUpload = "category_type_upload"
	xlsx       = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

func mayImport(a access.Actor) error { return operator(a, access.ManageCategory) }

// mayCarry asks for the right to write criteria where an upload has some.
func (p typePlan) mayCarry(a access.Actor) error {
	for _, t := range p.types {
		if len(t.Criteria) > 0 {
			return a.Need(access.ManageCriteria)
		}
	}
	return nil
}

// TypeTemplate is the workbook in which category types are listed; for operator staff.
func (s *Service) TypeTemplate(a access.Actor, language string) ([]byte, error) {
	if err := mayImport(a); err != nil {
		return nil, err
	}
	return sheet.Write(catalog.TypeSheet, language, nil)
}

// CheckTypes keeps an uploaded workbook and tells what it would do; nothing else
// changes. For operator staff.
func (s *Service) CheckTypes(ctx context.Context, a access.Actor, name string, data []byte) (uuid.UUID, []sheet.Line, error) {
	if err := mayImport(a); err != nil {
		return uuid.Nil, nil, err
	}
	rows, err := sheet.Read(data, catalog.TypeSheet)
	if err == nil && len(rows) == 0 {
		err = sheet.NoneFilled.New("")
	}
	if err != nil {
		return uuid.Nil, nil, err
	}
	plan, err := planTypes(ctx, s.db, rows)
	if err == nil {
		err = plan.mayCarry(a)
	}
	if err != nil {
		return uuid.Nil, nil, err
	}
	var id uuid.UUID
	if err := sheet.CheckName(name, data); err != nil {
		return id, nil, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		d, err := s.docs.Save(ctx, tx, a, a.Org, typeUpload, name, xlsx, data)
		if err != nil {
			return err
		}
		id = d.ID
		return noted(ctx, tx, a, "sheet.uploaded", typeUpload, d.ID, map[string]any{"size": len(data)})
	})
	return id, plan.lines, err
}

// A TypeImport is an upload that can be carried out.
type TypeImport struct {
	Name  string // of the file
	Lines []sheet.Line
	rows  []sheet.Row
}

// ReadTypes reads an upload of the actor's company again, for carrying it out.
func (s *Service) ReadTypes(ctx context.Context, a access.Actor, upload uuid.UUID) (TypeImport, error) {
	var out TypeImport
	if err := mayImport(a); err != nil {
		return out, err
	}
	d, err := s.docs.Read(ctx, a.Org, upload)
	if err != nil && fault.As(err).Kind == fault.KindNotFound {
		err = sheet.NotFound.Wrap(err, "")
	}
	if err != nil {
		return out, err
	}
	out.Name = d.Name
	if out.rows, err = sheet.Read(d.Bytes, catalog.TypeSheet); err != nil {
		return out, err
	}
	plan, err := planTypes(ctx, s.db, out.rows)
	out.Lines = plan.lines
	return out, err
}

// ImportTypes carries an upload out; what it says is decided anew under the
// transaction, so that the same file twice leaves the same types and criteria.
// done hears how far it is.
func (s *Service) ImportTypes(ctx context.Context, tx pg.Tx, a access.Actor, in TypeImport, done sheet.Progress) error {
	if err := mayImport(a); err != nil {
		return err
	}
	plan, err := planTypes(ctx, tx, in.rows)
	if err != nil {
		return err
	}
	rows := 0
	for _, t := range plan.types {
		if t.act == sheet.Create || t.act == sheet.Change {
			if err := s.carry(ctx, tx, a, t); err != nil {
				return err
			}
		}
		rows += len(t.Lines)
		if err := done(rows); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) carry(ctx context.Context, tx pg.Tx, a access.Actor, t plannedType) error {
	id := t.found.ID
	if t.act == sheet.Create || t.differs() {
		var err error
		if id, err = s.saveType(ctx, tx, a, id, t.Type); err != nil {
			return err
		}
	}
	for _, c := range t.Criteria {
		if old, ok := t.criteria[c.Name]; ok {
			if old.Same(c) {
				continue
			}
		}
		if _, err := s.saveCriterion(ctx, tx, a, id, c); err != nil {
			return err
		}
	}
	return nil
}

type (
	typePlan struct {
		lines []sheet.Line
		types []plannedType
	}
	plannedType struct {
		*catalog.SheetType
		act      sheet.Act
		found    catalogdb.TypesByCodeRow
		criteria map[string]catalog.Criterion // those that are there, by name
	}
)

// differs reports whether the type itself changes. An empty description says nothing.
func (t plannedType) differs() bool {
	return t.Name != t.found.Name || t.Description != t.found.Description || !t.found.Active
}

func planTypes(ctx context.Context, db pg.DB, rows []sheet.Row) (typePlan, error) {
	p := typePlan{lines: make([]sheet.Line, len(rows))}
	for i, r := range rows {
		r.Faults = nil
		p.lines[i] = sheet.Line{Row: r}
	}
	read := catalog.ReadTypes(p.lines)
	codes := make([]string, len(read))
	for i, t := range read {
		codes[i] = t.Code
	}
	found, err := q.TypesByCode(ctx, db, codes)
	if err != nil {
		return p, err
	}
	known := map[string]catalogdb.TypesByCodeRow{}
	ids := make([]uuid.UUID, len(found))
	for i, f := range found {
		known[f.Code], ids[i] = f, f.ID
	}
	criteria, err := criteriaOf(ctx, db, ids)
	if err != nil {
		return p, err
	}
	for _, t := range read {
		n := plannedType{SheetType: t, act: sheet.Same}
		var there bool
		n.found, there = known[t.Code]
		n.criteria = criteria[n.found.ID]
		if there && t.Description == "" {
			t.Description = n.found.Description
		}
		switch {
		case len(p.lines[t.Lines[0]].Faults) > 0:
			n.act = sheet.Refuse
		case !there:
			n.act = sheet.Create
		case n.differs():
			n.act = sheet.Change
		}
		for i, c := range t.Criteria {
			old, ok := n.criteria[c.Name]
			if ok {
				t.Criteria[i] = c.Keeping(old)
			}
			if n.act == sheet.Same && (!ok || !old.Same(t.Criteria[i])) {
				n.act = sheet.Change
			}
		}
		for _, i := range t.Lines {
			p.lines[i].Act = n.act
		}
		p.types = append(p.types, n)
	}
	return p, nil
}

// criteriaOf loads the criteria of types with their questions, by type and name.
func criteriaOf(ctx context.Context, db pg.DB, types []uuid.UUID) (map[uuid.UUID]map[string]catalog.Criterion, error) {
	rows, err := q.CriteriaByType(ctx, db, types)
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	all, err := questions(ctx, db, ids)
	if err != nil {
		return nil, err
	}
	out := map[uuid.UUID]map[string]catalog.Criterion{}
	for _, r := range rows {
		c := catalog.Criterion{ID: r.ID, Name: r.Name, Description: r.Description, Weight: r.Weight, Version: int(r.Version)}
		for _, x := range all {
			if x.Section == r.ID {
				c.Questions = append(c.Questions, x)
			}
		}
		if out[r.CategoryTypeID] == nil {
			out[r.CategoryTypeID] = map[string]catalog.Criterion{}
		}
		out[r.CategoryTypeID][r.Name] = c
	}
	return out, nil
}
