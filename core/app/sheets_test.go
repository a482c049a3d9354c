package app_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/catalog"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
)

func (w *world) workbook(form sheet.Form, rows ...map[string]string) []byte {
	w.Helper()
	in := make([]sheet.Row, len(rows))
	for i, r := range rows {
		in[i].Cells = r
	}
	data, err := sheet.Write(form, "en", in)
	w.Must(err)
	return data
}

// carriesOut runs the task of an upload to its end.
func (w *world) carriesOut(who access.Actor, kind task.Kind, upload uuid.UUID) tasksvc.Task {
	w.Helper()
	id, err := w.Tasks.Start(w.Context(), w.DB, who, tasksvc.Start{Kind: kind, Title: "a.xlsx", Input: app.SheetUpload{Upload: upload, Language: "sw"}, Path: "/p/{task_id}", Back: "/"})
	w.Must(err)
	w.Must(w.Tasks.Drain(w.Context()))
	t, err := w.Tasks.Get(w.Context(), who, id)
	w.Must(err)
	return t
}

func counts(t *testing.T, raw json.RawMessage) map[string]int64 {
	t.Helper()
	var n map[string]int64
	if err := json.Unmarshal(raw, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func acts(lines []sheet.Line) (out []sheet.Act) {
	for _, l := range lines {
		out = append(out, l.Act)
	}
	return out
}

func same[T comparable](t *testing.T, got []T, want ...T) {
	t.Helper()
	ok := len(got) == len(want)
	for i := 0; ok && i < len(got); i++ {
		ok = got[i] == want[i]
	}
	if !ok {
		t.Fatalf("%v, want %v", got, want)
	}
}

func buyerRow(name, tax, phone string) map[string]string {
	return map[string]string{"name": name, "country": "Kenya", "tax_id": tax, "phone": phone, "email": "info@example.org", "address": "Moi Avenue"}
}

func TestBuyersComeFromAWorkbookOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	staff := w.Person("operator", access.Operator, uuid.Nil)
	var code string
	w.Must(w.DB.QueryRow(w.Context(), "SELECT code FROM category_type WHERE active ORDER BY position LIMIT 1").Scan(&code))
	good := buyerRow("Rift Water", "P051234999Q", "0712000111")
	good["category_types"] = code
	unknown := buyerRow("Lake Water", "P051234998Q", "0712000112")
	unknown["category_types"] = "no-such"
	file := w.workbook(party.BuyerSheet, good, buyerRow("", "P051234997Q", "12"), buyerRow("Rift Twice", "p051234999q", "0712000113"), unknown)

	id, lines, err := w.Party.CheckBuyers(w.Context(), staff, "buyers.xlsx", file)
	w.Must(err)
	same(t, acts(lines), sheet.Create, sheet.Refuse, sheet.Refuse, sheet.Refuse)
	if n := w.Count("SELECT count(*) FROM company WHERE name = 'Rift Water'"); n != 0 {
		t.Fatal("a dry run left a company")
	}
	done := w.carriesOut(staff, app.BuyerUpload, id)
	if done.State != "completed" || !done.HasFile {
		t.Fatalf("%+v", done)
	}
	if n := counts(t, done.Result); n["create"] != 1 || n["refuse"] != 3 {
		t.Fatal(n)
	}
	const made = "SELECT count(*) FROM company c JOIN buyer_category_type b ON b.buyer_id = c.id WHERE c.name = 'Rift Water' AND c.kind = 'buyer' AND c.phone = '254712000111'"
	if n := w.Count(made); n != 1 {
		t.Fatalf("%d companies", n)
	}
	// The same file again changes nothing and writes nothing.
	audit := w.Count("SELECT count(*) FROM audit_entry WHERE action LIKE 'party.buyer.%'")
	id, lines, err = w.Party.CheckBuyers(w.Context(), staff, "buyers.xlsx", file)
	w.Must(err)
	same(t, acts(lines), sheet.Same, sheet.Refuse, sheet.Refuse, sheet.Refuse)
	w.carriesOut(staff, app.BuyerUpload, id)
	if n := w.Count(made) + w.Count("SELECT count(*) FROM audit_entry WHERE action LIKE 'party.buyer.%'") - audit; n != 1 {
		t.Fatal("the same file twice is not the same once")
	}
	good["phone"] = "0712000999"
	id, lines, err = w.Party.CheckBuyers(w.Context(), staff, "buyers.xlsx", w.workbook(party.BuyerSheet, good))
	w.Must(err)
	same(t, acts(lines), sheet.Change)
	if done := w.carriesOut(staff, app.BuyerUpload, id); done.State != "completed" || done.HasFile {
		t.Fatalf("%+v", done)
	}
	if n := w.Count("SELECT count(*) FROM company WHERE phone = '254712000999'"); n != 1 {
		t.Fatal("not changed")
	}
	id, _, err = w.Party.CheckBuyers(w.Context(), staff, "buyers.xlsx", w.workbook(party.BuyerSheet, buyerRow("", "", "")))
	w.Must(err)
	if done := w.carriesOut(staff, app.BuyerUpload, id); done.State != "failed" || done.Error != sheet.NoGoodRow.Code || !done.HasFile {
		t.Fatalf("%+v", done)
	}
	_, _, err = w.Party.CheckBuyers(w.Context(), staff, "buyers.xls", file)
	w.Is(err, sheet.Problem)
	_, _, err = w.Party.CheckBuyers(w.Context(), staff, "buyers.xlsx", w.workbook(party.BuyerSheet))
	w.Is(err, sheet.NoneFilled)
	// Nobody reads another company's upload, and only the operator uploads.
	_, err = w.Party.ReadBuyers(w.Context(), w.Person("operator", access.Operator, uuid.Nil), id)
	w.Is(err, sheet.NotFound)
	_, _, err = w.Party.CheckBuyers(w.Context(), w.Officer, "buyers.xlsx", file)
	w.Is(err, fault.Forbidden)
	staff.Privileges = nil
	_, _, err = w.Party.CheckBuyers(w.Context(), staff, "buyers.xlsx", file)
	w.Is(err, fault.Forbidden)
}

// The whole work is counted, row by row as it is written.
func TestAnUploadTellsEachRowThatIsWritten(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	staff := w.Person("operator", access.Operator, uuid.Nil)
	id, _, err := w.Party.CheckBuyers(w.Context(), staff, "buyers.xlsx", w.workbook(party.BuyerSheet, buyerRow("Rift Water", "P051234999Q", "0712000111"), buyerRow("", "", "1"), buyerRow("Lake Water", "P051234998Q", "0712000112")))
	w.Must(err)
	buyers, err := w.Party.ReadBuyers(w.Context(), staff, id)
	w.Must(err)
	id, _, err = w.Catalog.CheckTypes(w.Context(), staff, "types.xlsx", w.workbook(catalog.TypeSheet, map[string]string{"code": "solar", "name": "Solar"}, map[string]string{"code": "wind", "name": "Wind"}))
	w.Must(err)
	types, err := w.Catalog.ReadTypes(w.Context(), staff, id)
	w.Must(err)
	var told, made []int
	note := func(n int) error {
		told = append(told, n)
		return nil
	}
	w.Must(pg.InTx(w.Context(), w.DB, func(tx pg.Tx) error {
		counted := func(n int) error { // what is told of has been written
			var rows int
			err := tx.QueryRow(w.Context(), "SELECT count(*) FROM company WHERE name LIKE '% Water'").Scan(&rows)
			made = append(made, rows)
			return errors.Join(err, note(n))
		}
		return errors.Join(w.Party.ImportBuyers(w.Context(), tx, staff, buyers, counted), w.Catalog.ImportTypes(w.Context(), tx, staff, types, note))
	}))
	same(t, told, 1, 2, 3, 1, 2)
	// The same reading again, from before those were there: decided anew, it leaves the same.
	written := w.Count("SELECT count(*) FROM company") + w.Count("SELECT count(*) FROM category_type") + w.Count("SELECT count(*) FROM audit_entry")
	w.Must(pg.InTx(w.Context(), w.DB, func(tx pg.Tx) error {
		return errors.Join(w.Party.ImportBuyers(w.Context(), tx, staff, buyers, note), w.Catalog.ImportTypes(w.Context(), tx, staff, types, note))
	}))
	if n := w.Count("SELECT count(*) FROM company") + w.Count("SELECT count(*) FROM category_type") + w.Count("SELECT count(*) FROM audit_entry"); n != written {
		t.Errorf("the same reading twice writes %d rows", n-written)
	}
	same(t, made, 1, 1, 2)
}

func TestCategoryTypesComeFromAWorkbookOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	staff := w.Person("operator", access.Operator, uuid.Nil)
	row := func(code, section, question, response, score, options string) map[string]string {
		return map[string]string{"code": code, "name": "Type " + code, "section": section, "question": question, "response": response, "must_answer": "yes",
			"max_score": score, "options": options}
	}
	file := w.workbook(catalog.TypeSheet, row("solar", "Experience", "Years", "selection", "10", "Ten = 10\nFive = 5"), row("solar", "Experience", "Describe", "", "", ""),
		row("wind", "Experience", "How", "guess", "", ""), row("wind", "Plant", "Where", "text", "", ""), row("bare", "", "", "", "", ""))
	id, lines, err := w.Catalog.CheckTypes(w.Context(), staff, "types.xlsx", file)
	w.Must(err)
	same(t, acts(lines), sheet.Create, sheet.Create, sheet.Refuse, sheet.Refuse, sheet.Create)
	if f := lines[3].Faults; len(f) != 1 || f[0].Code != sheet.HeldBack {
		t.Fatalf("%+v", f)
	}
	if done := w.carriesOut(staff, app.TypeUpload, id); done.State != "completed" || !done.HasFile {
		t.Fatalf("%+v", done)
	}
	const made = `SELECT count(*) FROM category_type t JOIN criterion c ON c.category_type_id = t.id JOIN criterion_question x ON x.criterion_id = c.id
		LEFT JOIN criterion_option o ON o.question_id = x.id WHERE t.code = 'SOLAR' AND c.name = 'Experience'`
	if n := w.Count(made); n != 3 {
		t.Fatalf("%d rows", n)
	}
	if n := w.Count("SELECT count(*) FROM category_type WHERE code = 'WIND'"); n != 0 {
		t.Fatal("a type of which a row is wrong was made")
	}
	_, lines, err = w.Catalog.CheckTypes(w.Context(), staff, "types.xlsx", file)
	w.Must(err)
	same(t, acts(lines), sheet.Same, sheet.Same, sheet.Refuse, sheet.Refuse, sheet.Same)
	id, lines, err = w.Catalog.CheckTypes(w.Context(), staff, "types.xlsx", w.workbook(catalog.TypeSheet, row("solar", "Experience", "Years", "selection", "10", "Ten = 10\nFour = 4")))
	w.Must(err)
	same(t, acts(lines), sheet.Change)
	w.carriesOut(staff, app.TypeUpload, id)
	if n := w.Count(made + " AND o.label = 'Four'"); n != 1 {
		t.Fatal("not changed")
	}
	if n := w.Count("SELECT count(*) FROM criterion WHERE name = 'Experience'"); n != 1 {
		t.Fatalf("%d criteria", n)
	}
	_, err = w.Catalog.ReadTypes(w.Context(), w.Person("operator", access.Operator, uuid.Nil), id)
	w.Is(err, sheet.NotFound)
	_, _, err = w.Catalog.CheckTypes(w.Context(), w.Officer, "types.xlsx", file)
	w.Is(err, fault.Forbidden)
}
