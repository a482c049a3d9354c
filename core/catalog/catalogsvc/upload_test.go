package catalogsvc_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/catalog"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/sourcing"
)

// An upload of category types in what each row does and what it leaves.
func TestCategoryTypesOfAnUpload(t *testing.T) {
	t.Parallel()
	w := newTeller(t, 0)
	ctx, svc := w.Context(), w.Catalog
	gone, err := svc.SaveType(ctx, w.staff, uuid.Nil, catalog.Type{Code: "GONE", Name: "Gone", Description: "Old"})
	w.Must(err)
	_, err = svc.SaveType(ctx, w.staff, gone, catalog.Type{Code: "GONE", Name: "Gone", Description: "Old"}) // no longer active
	w.Must(err)
	kept, err := svc.SaveType(ctx, w.staff, uuid.Nil, catalog.Type{Code: "KEPT", Name: "Kept", Description: "Stays"})
	w.Must(err)
	for _, name := range []string{"Works", "Plant"} {
		_, err = svc.SaveCriterion(ctx, w.staff, kept, catalog.Criterion{Name: name, Description: "Told", Questions: []sourcing.Question{
			{Prompt: "How many", Help: "H", Response: sourcing.Number, QA: true, Scored: true, MaxScore: points(5), Bands: []sourcing.Band{{Score: *points(5)}}}}})
		w.Must(err)
	}
	w.Skip()
	w.Name(gone, "gone")
	w.Name(kept, "kept")
	row := func(code, name, section, question, response, score string) map[string]string {
		return map[string]string{"code": code, "name": name, "section": section, "question": question, "response": response, "max_score": score}
	}
	upload := func(what string, rows ...map[string]string) {
		t.Helper()
		w.Head("%s", what)
		in := make([]sheet.Row, len(rows))
		for i, r := range rows {
			in[i].Cells = r
		}
		data, err := sheet.Write(catalog.TypeSheet, "en", in)
		w.Must(err)
		id, lines, err := svc.CheckTypes(ctx, w.staff, "types.xlsx", data)
		w.Must(err)
		var size int
		w.Must(w.DB.QueryRow(ctx, "SELECT (detail ->> 'size')::int FROM audit_entry WHERE action = 'catalog.sheet.uploaded' AND object = 'category_type_upload' AND object_id = $1 AND company_id = $2",
			id, w.staff.Org).Scan(&size))
		if size != len(data) {
			t.Errorf("%d bytes, want %d", size, len(data))
		}
		w.Skip()
		told := func(lines []sheet.Line) (out []string) {
			for _, l := range lines {
				s := l.Name + " " + string(l.Act)
				for _, f := range l.Faults {
					s += " " + f.Column + "=" + f.Code
				}
				out = append(out, s)
			}
			return out
		}
		w.Tell("would do", told(lines), nil)
		read, err := svc.ReadTypes(ctx, w.staff, id)
		w.Must(err)
		if read.Name != "types.xlsx" || !slices.Equal(told(read.Lines), told(lines)) {
			t.Errorf("%s: %q, %q", what, read.Name, told(read.Lines))
		}
		var progress []int
		w.Must(pg.InTx(ctx, w.DB, func(tx pg.Tx) error {
			return svc.ImportTypes(ctx, tx, w.staff, read, func(n int) error { progress = append(progress, n); return nil })
		}))
		w.Tell("progress", progress, nil)
		w.Account.Log()
	}
	upload("new and old", row("new", "New", "S", "Q", "", ""), row("kept", "Kept", "Works", "How many", "number", "5"), row("gone", "Gone", "", "", "", ""), row("bad", "", "", "", "", ""))
	upload("nothing new", row("new", "New", "S", "Q", "text", ""), row("kept", "Kept", "Works", "How many", "number", "5"), row("kept", "", "Plant", "How many", "number", "5"), row("gone", "Gone", "", "", "", ""))
	upload("changes", row("new", "New name", "S", "Q", "", ""), row("kept", "Kept", "Works", "How many", "number", "6"), row("kept", "", "More", "Q", "", ""), row("gone", "Gone", "S", "Q", "", ""))
	for _, id := range []uuid.UUID{gone, kept} {
		d, err := svc.Type(ctx, w.staff, id)
		w.Tell("type", d.CategoryType, err)
		for _, r := range d.Criteria {
			c, err := svc.Criterion(ctx, w.staff, id, r.ID)
			for i := range c.Questions {
				c.Questions[i].ID = uuid.Nil
			}
			w.Tell("  criterion", c, err)
		}
	}
	w.Golden("testdata/upload.golden", *update)

	data, err := sheet.Write(catalog.TypeSheet, "en", []sheet.Row{{Cells: row("x", "X", "S", "Q", "", "")}})
	w.Must(err)
	_, _, err = svc.CheckTypes(ctx, without(w.staff, access.ManageCriteria), "types.xlsx", data)
	w.Is(err, fault.Forbidden)
	_, _, err = svc.CheckTypes(ctx, without(w.staff, access.ManageCategory), "types.xlsx", data)
	w.Is(err, fault.Forbidden)
	bare, err := sheet.Write(catalog.TypeSheet, "en", []sheet.Row{{Cells: row("x", "X", "", "", "", "")}})
	w.Must(err)
	id, _, err := svc.CheckTypes(ctx, without(w.staff, access.ManageCriteria), "types.xlsx", bare)
	w.Must(err)
	_, err = svc.ReadTypes(ctx, without(w.staff, access.ManageCategory), id)
	w.Is(err, fault.Forbidden)
	in, err := svc.ReadTypes(ctx, w.staff, id)
	w.Must(err)
	w.Is(pg.InTx(ctx, w.DB, func(tx pg.Tx) error {
		return svc.ImportTypes(ctx, tx, without(w.staff, access.ManageCategory), in, func(int) error { return nil })
	}), fault.Forbidden)
	stop := errors.New("stop")
	if err := pg.InTx(ctx, w.DB, func(tx pg.Tx) error { return svc.ImportTypes(ctx, tx, w.staff, in, func(int) error { return stop }) }); !errors.Is(err, stop) {
		t.Error(err)
	}
}
