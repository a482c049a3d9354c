package partysvc

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
)

const (
	buyerUpload = "buyer_upload"
	xlsx        = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// BuyerTemplate is the workbook in which buyer companies are listed; for operator staff.
func (s *Service) BuyerTemplate(a access.Actor, language string) ([]byte, error) {
	if err := operator(a, access.ManageBuyer); err != nil {
		return nil, err
	}
	return sheet.Write(party.BuyerSheet, language, nil)
}

// keepSheet stores an uploaded workbook until it is confirmed.
func (s *Service) keepSheet(ctx context.Context, a access.Actor, name string, data []byte) (id uuid.UUID, err error) {
	if err := sheet.CheckName(name, data); err != nil {
		return id, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		d, err := s.Documents.Save(ctx, tx, a, a.Org, buyerUpload, name, xlsx, data)
		if err != nil {
			return err
		}
		id = d.ID
		return noted(ctx, tx, a, "party.sheet.uploaded", buyerUpload, d.ID, a.Org, map[string]any{"size": len(data)})
	})
	return id, err
}

// CheckBuyers keeps an uploaded workbook and tells what it would do; nothing else
// changes. For operator staff.
func (s *Service) CheckBuyers(ctx context.Context, a access.Actor, name string, data []byte) (uuid.UUID, []sheet.Line, error) {
	if err := operator(a, access.ManageBuyer); err != nil {
		return uuid.Nil, nil, err
	}
	rows, err := sheet.Read(data, party.BuyerSheet)
	if err == nil && len(rows) == 0 {
		err = sheet.NoneFilled.New("")
	}
	if err != nil {
		return uuid.Nil, nil, err
	}
	plan, err := planBuyers(ctx, s.db, rows)
	if err != nil {
		return uuid.Nil, nil, err
	}
	id, err := s.keepSheet(ctx, a, name, data)
	return id, linesOf(plan), err
}

// A BuyerImport is an upload that can be carried out.
type BuyerImport struct {
	Name  string // of the file
	Lines []sheet.Line
	rows  []sheet.Row
}

// ReadBuyers reads an upload of the actor's company again, for carrying it out.
func (s *Service) ReadBuyers(ctx context.Context, a access.Actor, upload uuid.UUID) (BuyerImport, error) {
	var out BuyerImport
	if err := operator(a, access.ManageBuyer); err != nil {
		return out, err
	}
	d, err := s.Documents.Read(ctx, a.Org, upload)
	if err != nil && fault.As(err).Kind == fault.KindNotFound {
		err = sheet.NotFound.Wrap(err, "")
	}
	if err != nil {
		return out, err
	}
	out.Name = d.Name
	if out.rows, err = sheet.Read(d.Bytes, party.BuyerSheet); err != nil {
		return out, err
	}
	plan, err := planBuyers(ctx, s.db, out.rows)
	out.Lines = linesOf(plan)
	return out, err
}

// ImportBuyers carries an upload out. What it says of rows is decided anew under
// the transaction: the same file twice leaves the same companies. done hears how
// far it is.
func (s *Service) ImportBuyers(ctx context.Context, tx pg.Tx, a access.Actor, in BuyerImport, done sheet.Progress) error {
	if err := operator(a, access.ManageBuyer); err != nil {
		return err
	}
	plan, err := planBuyers(ctx, tx, fresh(in.rows))
	if err != nil {
		return err
	}
	if refusedOf(linesOf(plan)) != refusedOf(in.Lines) {
		return fault.Unavailable.New("companies or category types changed while the upload was read")
	}
	for i, p := range plan {
		if err := p.carry(ctx, tx, a); err != nil {
			return err
		}
		if err := done(i + 1); err != nil {
			return err
		}
	}
	return nil
}

func refusedOf(lines []sheet.Line) int64 { return sheet.Count(lines)[string(sheet.Refuse)] }

// fresh are the rows as they were read, without what was found wrong with them.
func fresh(rows []sheet.Row) []sheet.Row {
	out := slices.Clone(rows)
	for i := range out {
		out[i].Faults = nil
	}
	return out
}

// A buyerLine is a row of the upload with the company that it is about.
type buyerLine struct {
	sheet.Line
	form  BuyerForm
	types []uuid.UUID
	found partydb.BuyersByTaxIDRow
}

func linesOf(plan []buyerLine) []sheet.Line {
	out := make([]sheet.Line, len(plan))
	for i, p := range plan {
		out[i] = p.Line
	}
	return out
}

// planBuyers decides what becomes of each row.
func planBuyers(ctx context.Context, db pg.DB, rows []sheet.Row) ([]buyerLine, error) {
	types, err := q.ActiveCategoryTypes(ctx, db)
	if err != nil {
		return nil, err
	}
	byCode := map[string]uuid.UUID{}
	for _, t := range types {
		byCode[strings.ToUpper(t.Code)] = t.ID
	}
	plan := make([]buyerLine, len(rows))
	first := map[string]int{}
	var ids []string
	for i, r := range rows {
		p := buyerLine{Line: sheet.Line{Row: r, Name: r.Cells["name"]}}
		p.read(byCode)
		key := p.form.Country + " " + p.form.TaxID
		if p.form.TaxID != "" {
			if row, twice := first[key]; twice {
				p.Add("tax_id", sheet.RowTwice, map[string]any{"row": row})
			} else {
				first[key] = r.Number
			}
		}
		ids = append(ids, p.form.TaxID)
		plan[i] = p
	}
	known, err := q.BuyersByTaxID(ctx, db, ids)
	if err != nil {
		return nil, err
	}
	at := map[string]partydb.BuyersByTaxIDRow{}
	for _, k := range known {
		at[k.Country+" "+k.TaxID] = k
	}
	for i := range plan {
		p := &plan[i]
		var there bool
		p.found, there = at[p.form.Country+" "+p.form.TaxID]
		p.Act = p.act(there)
	}
	return plan, nil
}

func (p *buyerLine) read(byCode map[string]uuid.UUID) {
	profile, codes := party.BuyerOf(p.Cells)
	form, err := BuyerForm{Profile: profile, Email: p.Cells["email"], Active: true}.check()
	p.form = form
	if err != nil {
		p.Take(err, party.BuyerColumn)
	}
	for _, c := range codes {
		if id, ok := byCode[c]; ok {
			p.types = append(p.types, id)
		} else {
			p.Add("category_types", sheet.NoSuchCode, map[string]any{"value": c})
		}
	}
}

func (p *buyerLine) act(there bool) sheet.Act {
	f := p.found
	switch {
	case len(p.Faults) > 0:
		return sheet.Refuse
	case !there:
		return sheet.Create
	case f.Name != p.form.Name || f.Phone != p.form.Phone || f.Email != p.form.Email || f.PhysicalAddress != p.form.PhysicalAddress:
		return sheet.Change
	}
	for _, t := range p.types {
		if !slices.Contains(f.CategoryTypes, t) {
			return sheet.Change
		}
	}
	return sheet.Same
}

// carry does what was decided. Category types are added, never taken away.
func (p *buyerLine) carry(ctx context.Context, tx pg.Tx, a access.Actor) error {
	form, id := p.form, p.found.ID
	switch p.Act {
	case sheet.Create:
		id = uuid.Must(uuid.NewV7())
		if err := Create(ctx, tx, a, "buyer", id, Registration{Profile: form.Profile}); err != nil {
			return err
		}
		if err := q.SetEmail(ctx, tx, form.Email, id); err != nil {
			return err
		}
	case sheet.Change:
		if err := lockBuyer(ctx, tx, id); err != nil {
			return err
		}
		err := q.UpdateUploadedBuyer(ctx, tx, partydb.UpdateUploadedBuyerParams{CompanyID: id, Name: form.Name, Initials: party.Initials(form.Name),
			Phone: form.Phone, Email: form.Email, PhysicalAddress: form.PhysicalAddress})
		if err != nil {
			return err
		}
		if err := noted(ctx, tx, a, "party.buyer.updated", "company", id, id, map[string]any{"name": form.Name, "upload_row": p.Number}); err != nil {
			return err
		}
	default:
		return nil
	}
	if len(p.types) == 0 {
		return nil
	}
	if err := q.InsertBuyerCategoryTypes(ctx, tx, id, p.types); err != nil {
		return err
	}
	return noted(ctx, tx, a, "party.category_types.changed", "company", id, id, map[string]any{"added": p.types})
}
