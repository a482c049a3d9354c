package app_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/platform/sheet/sheettest"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// A books is a drafted job with two categories, one of which has questions and items.
type books struct {
	*world
	job, first, second, section, question, item uuid.UUID
}

func newBooks(t *testing.T) *books {
	t.Helper()
	w := &books{world: newWorld(t, 0)}
	ctx, a, s := w.Context(), w.Officer, w.Sourcing
	id := func(id uuid.UUID, err error) uuid.UUID { w.Must(err); return id }
	w.job = id(s.CreateJob(ctx, a, a.Org, sourcing.JobForm{Activity: sourcing.Tender, Code: "B1", Title: "Pumps"}))
	form := sourcing.CategoryForm{Name: "Pumps", Currency: "KES", OpensAt: story.Noon, ClosesAt: story.Noon.Add(48 * time.Hour),
		TechnicalWeight: money.NewQuantity(50, 0), FinancialWeight: money.NewQuantity(50, 0), Openers: 2}
	w.first = id(s.CreateCategory(ctx, a, a.Org, w.job, form))
	w.second = id(s.CreateCategory(ctx, a, a.Org, w.job, form))
	w.section = id(s.CreateSection(ctx, a, a.Org, w.first, sourcing.Section{Name: "Experience"}))
	w.question = id(s.SaveQuestion(ctx, a, a.Org, w.first, sourcing.Question{Section: w.section, Prompt: "Years", Response: sourcing.Selection, Scored: true, MaxScore: story.Points(10),
		Options: []sourcing.Option{{Label: "Ten = many", Score: story.Points(10)}, {Label: "None"}}}))
	w.item = id(s.AddItem(ctx, a, a.Org, w.first, sourcing.Item{Number: "1", Description: "Pump", Unit: "each", Quantity: *story.Points(4)}))
	return w
}

func (w *books) of(b sourcing.Book, category uuid.UUID) sourcingsvc.Target {
	return sourcingsvc.Target{Book: b, Job: w.job, Category: category}
}

// does uploads rows and carries them out.
func (w *books) does(of sourcingsvc.Target, data []byte) ([]sheet.Line, tasksvc.Task) {
	w.Helper()
	ctx, a := w.Context(), w.Officer
	upload, book, err := w.Sourcing.CheckWorkbook(ctx, a, a.Org, of, "a.xlsx", data)
	w.Must(err)
	id, err := w.Workbooks().Take(ctx, a, a.Org, of, upload, book.Stamp, "sw")
	w.Must(err)
	w.Must(w.Tasks.Drain(ctx))
	done, err := w.Tasks.Get(ctx, a, id)
	w.Must(err)
	return book.Lines, done
}

func TestAWorkbookOfWhatIsThereChangesNothing(t *testing.T) {
	t.Parallel()
	w := newBooks(t)
	for _, of := range []sourcingsvc.Target{w.of(sourcing.QuestionBook, w.first), w.of(sourcing.QuestionBook, uuid.Nil), w.of(sourcing.ItemBook, w.first), w.of(sourcing.CategoryBook, uuid.Nil)} {
		data, err := w.Sourcing.WorkbookOf(w.Context(), w.Officer, w.Officer.Org, of, "am")
		w.Must(err)
		_, book, err := w.Sourcing.CheckWorkbook(w.Context(), w.Officer, w.Officer.Org, of, "a.xlsx", data)
		w.Must(err)
		if n := sheet.Count(book.Lines); n["same"] == 0 || n["same"] != int64(len(book.Lines)) {
			t.Errorf("%v: %v %+v", of.Book, n, book.Lines)
		}
	}
}

func TestQuestionsComeFromAWorkbookOnce(t *testing.T) {
	t.Parallel()
	w := newBooks(t)
	of := w.of(sourcing.QuestionBook, w.first)
	form := sourcing.QuestionSheet(false)
	rows := []map[string]string{
		{"section": "Plant"},
		{"section": "Plant", "subsection": "Lorries"},
		{"section": "Plant", "subsection": "Lorries", "question": "How many", "response": "number", "must_answer": "yes"},
		{"id": w.question.String(), "section": "Experience", "question": "Years in trade", "response": "selection", "options": "Ten = 10\nFive = 5", "scored": "yes", "max_score": "10"},
	}
	data := w.workbook(form, rows...)
	lines, done := w.does(of, data)
	same(t, acts(lines), sheet.Create, sheet.Create, sheet.Create, sheet.Change)
	if done.State != "completed" || done.HasFile || done.Back != "tender/categoryDetails?category="+w.first.String()+"&job="+w.job.String() {
		t.Fatalf("%+v", done)
	}
	found, err := w.Sourcing.Category(w.Context(), w.Officer, w.Officer.Org, w.first)
	w.Must(err)
	if len(found.Sections) != 3 || len(found.Questions) != 2 || len(found.Questions[0].Options) != 2 || found.Questions[0].Options[1].Label != "Five" || found.Questions[0].ID != w.question {
		t.Fatalf("%+v", found.Content)
	}
	// The same file again, without ids, changes nothing.
	lines, done = w.does(of, data)
	same(t, acts(lines), sheet.Same, sheet.Same, sheet.Same, sheet.Same)
	if done.State != "completed" {
		t.Fatalf("%+v", done)
	}
	// Of the whole job: a row without a category is of all that may be written.
	lines, _ = w.does(w.of(sourcing.QuestionBook, uuid.Nil), w.workbook(sourcing.QuestionSheet(true), map[string]string{"section": "Law"},
		map[string]string{"section": "Law", "question": "Licence", "response": "file_upload"}, map[string]string{"category": "2", "section": "Law", "question": "Lawsuits"}))
	same(t, acts(lines), sheet.Create, sheet.Create, sheet.Create)
	if n := w.Count("SELECT count(*) FROM question x JOIN section s ON s.id = x.section_id WHERE s.name = 'Law'"); n != 3 {
		t.Fatalf("%d questions", n)
	}
}

func TestItemsAndCategoriesComeFromAWorkbook(t *testing.T) {
	t.Parallel()
	w := newBooks(t)
	lines, done := w.does(w.of(sourcing.ItemBook, w.first), w.workbook(sourcing.ItemSheet,
		map[string]string{"id": w.item.String(), "number": "2", "description": "Pump", "unit": "each", "quantity": "4"},
		map[string]string{"number": "1", "description": "Pipe", "unit": "m", "quantity": "2.5"}, map[string]string{"description": "Valve", "unit": "each", "quantity": "1"},
		map[string]string{"description": "Joint", "unit": "each", "quantity": "x"}))
	same(t, acts(lines), sheet.Change, sheet.Create, sheet.Create, sheet.Refuse)
	if done.State != "completed" || !done.HasFile {
		t.Fatalf("%+v", done)
	}
	if n := w.Count("SELECT count(*) FROM item WHERE category_id = $1 AND (number, description) IN (('2', 'Pump'), ('1', 'Pipe'), ('3', 'Valve'))", w.first); n != 3 {
		t.Fatalf("%d items", n)
	}
	row := map[string]string{"name": "Boreholes", "currency": "KES", "opens_at": "2026-11-24 09:00", "closes_at": "2026-12-24 17:00", "technical_weight": "60", "financial_weight": "40", "bid_fee": "1000"}
	changed := map[string]string{}
	for k, v := range row {
		changed[k] = v
	}
	changed["id"], changed["number"], changed["name"] = w.second.String(), "2", "Large pumps"
	lines, done = w.does(w.of(sourcing.CategoryBook, uuid.Nil), w.workbook(sourcing.CategorySheet(policyOf(sourcing.Tender)), row, changed))
	same(t, acts(lines), sheet.Create, sheet.Change)
	if done.State != "completed" {
		t.Fatalf("%+v", done)
	}
	if n := w.Count("SELECT count(*) FROM category WHERE job_id = $1 AND name IN ('Boreholes', 'Large pumps') AND bid_fee = 1000 AND closes_at = '2026-12-24 14:00Z'", w.job); n != 2 {
		t.Fatalf("%d categories", n)
	}
}

// What was shown is done, once, or not at all: not after somebody else's work, not
// after publishing, not by somebody else, not twice.
func TestAWorkbookDoesWhatWasShownOrNothing(t *testing.T) {
	t.Parallel()
	w := newBooks(t)
	ctx, a := w.Context(), w.Officer
	of := w.of(sourcing.QuestionBook, w.first)
	data := w.workbook(sourcing.QuestionSheet(false), map[string]string{"section": "Experience", "question": "Where"})
	upload, book, err := w.Sourcing.CheckWorkbook(ctx, a, a.Org, of, "a.xlsx", data)
	w.Must(err)
	take := func(stop error) error {
		return pg.InTx(ctx, w.DB, func(tx pg.Tx) error {
			return errors.Join(w.Sourcing.TakeWorkbook(ctx, tx, a, a.Org, of, upload, book.Stamp, func(int) error { return nil }), stop)
		})
	}
	const made = "SELECT count(*) FROM question WHERE prompt = 'Where'"
	w.Is(take(fault.Unavailable.New("killed")), fault.Unavailable)
	if n := w.Count(made); n != 0 {
		t.Fatal("a worker that died left something")
	}
	w.Must(take(nil))
	w.Is(take(nil), sourcing.Changed)
	if n := w.Count(made); n != 1 {
		t.Fatalf("%d questions", n)
	}
	_, err = w.Workbooks().Take(ctx, a, a.Org, of, upload, book.Stamp, "en")
	w.Is(err, sourcing.Changed)
	_, _, err = w.Sourcing.CheckWorkbook(ctx, a, a.Org, w.of(sourcing.ItemBook, uuid.Nil), "a.xlsx", data)
	w.Is(err, sourcing.BookMismatch)
	_, _, err = w.Sourcing.CheckWorkbook(ctx, a, a.Org, w.of(sourcing.QuestionBook, uuid.New()), "a.xlsx", data)
	w.Is(err, sourcing.CategoryNotFound)
	_, _, err = w.Sourcing.CheckWorkbook(ctx, w.Person("buyer", access.Buyer, uuid.Nil), a.Org, of, "a.xlsx", data)
	w.Is(err, fault.Forbidden)
	poor := a
	poor.Privileges = []access.Privilege{access.ManageCategory}
	_, _, err = w.Sourcing.CheckWorkbook(ctx, poor, a.Org, of, "a.xlsx", data)
	w.Is(err, fault.Forbidden)
	// Published between the confirmation and the worker.
	upload, book, err = w.Sourcing.CheckWorkbook(ctx, a, a.Org, of, "a.xlsx", w.workbook(sourcing.QuestionSheet(false), map[string]string{"section": "Experience", "question": "When"}))
	w.Must(err)
	id, err := w.Workbooks().Take(ctx, a, a.Org, of, upload, book.Stamp, "en")
	w.Must(err)
	w.Must(w.Sourcing.SendForApproval(ctx, a, a.Org, w.first))
	w.Must(w.Tasks.Drain(ctx))
	done, err := w.Tasks.Get(ctx, a, id)
	w.Must(err)
	if done.State != "failed" || done.Error != sourcing.IllegalMove.Code || w.Count("SELECT count(*) FROM question WHERE prompt = 'When'") != 0 {
		t.Fatalf("%+v", done)
	}
}

// Each of these is refused, in words of its own; where the rows could be read, with a workbook
// that says of each what is wrong with it.
func TestBadWorkbooks(t *testing.T) {
	t.Parallel()
	w := newBooks(t)
	asks, lists, drafts := w.of(sourcing.QuestionBook, w.first), w.of(sourcing.ItemBook, w.first), w.of(sourcing.CategoryBook, uuid.Nil)
	whole := w.of(sourcing.QuestionBook, uuid.Nil)
	form, items, cats := sourcing.QuestionSheet(false), sourcing.ItemSheet, sourcing.CategorySheet(policyOf(sourcing.Tender))
	ask := func(more ...string) []byte {
		row := map[string]string{"section": "Experience", "question": "New", "response": "text"}
		for i := 0; i+1 < len(more); i += 2 {
			row[more[i]] = more[i+1]
		}
		return w.workbook(form, row)
	}
	item := func(more ...string) map[string]string {
		row := map[string]string{"number": "9", "description": "Pipe", "unit": "m", "quantity": "1"}
		for i := 0; i+1 < len(more); i += 2 {
			row[more[i]] = more[i+1]
		}
		return row
	}
	category := func(more ...string) []byte {
		row := map[string]string{"name": "New", "currency": "KES", "opens_at": "2026-11-24 09:00", "closes_at": "2026-12-24 17:00", "technical_weight": "60", "financial_weight": "40"}
		for i := 0; i+1 < len(more); i += 2 {
			row[more[i]] = more[i+1]
		}
		return w.workbook(cats, row)
	}
	// by changes a good workbook as a program would.
	by := func(data []byte, change func(f *excelize.File) error) []byte {
		f, err := excelize.OpenReader(bytes.NewReader(data))
		w.Must(err)
		w.Must(change(f))
		out, err := f.WriteToBuffer()
		w.Must(err)
		return out.Bytes()
	}
	keys := make([]string, len(form.Columns))
	for i, c := range form.Columns {
		keys[i] = c.Key
	}
	blank := sheettest.Workbook(t, "QUESTIONS", []byte(sheettest.Rows(keys, keys)+strings.Repeat("<row/>", 1_000_000)))
	many := make([]map[string]string, sheet.MaxRows+1)
	for i := range many {
		many[i] = item("number", fmt.Sprint(i+10))
	}
	type wrong struct {
		name string
		of   sourcingsvc.Target
		data []byte
		code string
	}
	var readable []wrong
	for _, bad := range []wrong{
		{"no workbook", asks, []byte("section,question\n"), sheet.Problem.Code},
		{"nothing", asks, nil, sheet.Problem.Code},
		{"another worksheet", asks, w.workbook(items, item()), sheet.WrongSheet},
		{"another header", asks, w.workbook(sheet.Form{Sheet: "QUESTIONS", Columns: items.Columns}, item()), sheet.WrongHeader},
		{"a job's workbook for a category", asks, w.workbook(sourcing.QuestionSheet(true), map[string]string{"section": "A"}), sheet.WrongHeader},
		{"macros", asks, by(ask(), func(f *excelize.File) error {
			f.Pkg.Store("xl/vbaProject.bin", []byte("x"))
			return nil
		}), sheet.HasMacros},
		{"merged cells", asks, by(ask(), func(f *excelize.File) error { return f.MergeCell("QUESTIONS", "B3", "C4") }), sheet.HasMerged},
		{"a formula", asks, by(ask(), func(f *excelize.File) error { return f.SetCellFormula("QUESTIONS", "D3", "1+1") }), sheet.IsFormula},
		{"1-1 became a date", lists, by(w.workbook(items, item()), func(f *excelize.File) error {
			return f.SetCellValue("RFQ ITEMS", "B3", story.Noon)
		}), sheet.BecameDate},
		{"a million blank rows", asks, blank, sheet.Large.Code},
		{"too many rows", lists, w.workbook(items, many...), sheet.Large.Code},
		{"too large", lists, make([]byte, sheet.MaxBytes+1), sheet.Large.Code},
		{"a bomb", asks, sheettest.Bomb(t, "QUESTIONS"), sheet.Large.Code},
		{"nothing to ask", asks, w.workbook(form), sourcing.NoSections.Code},
		{"nothing filled in", lists, w.workbook(items), sheet.NoneFilled.Code},
		{"no section", asks, ask("section", ""), fault.Required},
		{"a section that is not there", asks, ask("section", "Elsewhere"), sourcing.SectionUnknown},
		{"a subsection that is not there", asks, ask("subsection", "Elsewhere"), sourcing.SectionUnknown},
		{"an unknown type", asks, ask("response", "guess"), sourcing.TypeUnknown},
		{"options on a free text", asks, ask("options", "A\nB"), sourcing.OptionsHere},
		{"a choice without options", asks, ask("response", "selection"), sourcing.OptionsLacking},
		{"a score over the highest", asks, ask("response", "selection", "scored", "yes", "max_score", "5", "options", "A = 6"), sourcing.ScoreOverMax},
		{"a floor over the highest", asks, ask("scored", "yes", "max_score", "5", "min_score", "6"), sourcing.MinOverMax},
		{"scored without a score", asks, ask("scored", "yes"), fault.Required},
		{"a score of what is not scored", asks, ask("max_score", "5"), sourcing.UnscoredScore},
		{"a score of an option that is not scored", asks, ask("response", "selection", "options", "A = 1"), sourcing.UnscoredScore},
		{"no number", asks, ask("scored", "yes", "max_score", "five"), sheet.NoNumber},
		{"no number of an option", asks, ask("response", "selection", "scored", "yes", "max_score", "5", "options", "A = five"), sheet.NoNumber},
		{"neither yes nor no", asks, ask("must_answer", "perhaps"), sheet.NotYesNo},
		{"a question too long", asks, ask("question", strings.Repeat("x", 2001)), fault.TooLong},
		{"another's id", asks, ask("id", uuid.NewString()), sourcing.OtherIDs},
		{"no id at all", asks, ask("id", "x"), sourcing.OtherIDs},
		{"the same question twice", asks, w.workbook(form, map[string]string{"section": "Experience", "question": "A"}, map[string]string{"section": "experience", "question": "a"}), sheet.RowTwice},
		{"an unknown category", whole, w.workbook(sourcing.QuestionSheet(true), map[string]string{"category": "77", "section": "A"}), sourcing.CategoryGone},
		{"another category's question", whole, w.workbook(sourcing.QuestionSheet(true), map[string]string{"id": w.question.String(), "category": "2", "section": "Experience", "question": "Years"}), sourcing.OtherIDs},
		{"the same number twice", lists, w.workbook(items, item(), item()), sheet.RowTwice},
		{"a number that is taken", lists, w.workbook(items, item("number", "8", "id", w.item.String()), item("number", "1", "quantity", "x")), sheet.NoNumber},
		{"a negative quantity", lists, w.workbook(items, item("quantity", "-1")), fault.OutOfRange},
		{"an item without unit", lists, w.workbook(items, item("unit", "")), fault.Required},
		{"no moment", drafts, category("closes_at", "soon"), sourcing.NoMoment},
		{"closing before opening", drafts, category("closes_at", "2026-11-20 17:00"), sourcing.BeforeOpens},
		{"an unknown currency", drafts, category("currency", "XXQ"), fault.NotAllowed},
		{"an unknown type of supply", drafts, category("category_type", "NO-SUCH"), sheet.NoSuchCode},
		{"a category without name", drafts, category("name", ""), fault.Required},
		{"another job's category", drafts, category("id", w.ID.String()), sourcing.OtherIDs},
	} {
		_, book, err := w.Sourcing.CheckWorkbook(w.Context(), w.Officer, w.Officer.Org, bad.of, "a.xlsx", bad.data)
		said := map[string]bool{}
		if err != nil {
			e := fault.As(err)
			said[e.Code] = true
			for _, f := range e.Fields {
				said[f.Code] = true
			}
		}
		for _, l := range book.Lines {
			for _, f := range l.Faults {
				said[f.Code] = true
				if sentence := l.Sentence(sheet.Say("en")); strings.Contains(sentence, "We do not know") {
					t.Errorf("%s: %q", bad.name, sentence)
				}
			}
		}
		if !said[bad.code] {
			t.Errorf("%s: %v, want %s (%v)", bad.name, said, bad.code, err)
		}
		if err == nil {
			readable = append(readable, bad)
		}
	}
	if n := w.Count("SELECT count(*) FROM question WHERE category_id = $1", w.first); n != 1 {
		t.Fatalf("a check left %d questions", n)
	}
	if len(readable) < 25 {
		t.Errorf("of only %d the rows can be read", len(readable))
	}
	for _, bad := range readable { // what is good beside what is wrong is taken
		lines, done := w.does(bad.of, bad.data)
		none := sheet.Count(lines)["refuse"] == int64(len(lines))
		if !done.HasFile || none != (done.State == task.Failed) || none != (done.Error == sheet.NoGoodRow.Code) {
			t.Errorf("%s: %+v", bad.name, done)
		}
	}
}

// The workbook of a category is written in the background and is for who may write it.
func TestTheWorkbookOfACategory(t *testing.T) {
	t.Parallel()
	w := newBooks(t)
	ctx, a := w.Context(), w.Officer
	id, err := w.Workbooks().Fill(ctx, a, a.Org, w.of(sourcing.ItemBook, w.first), "en")
	w.Must(err)
	w.Must(w.Tasks.Drain(ctx))
	done, err := w.Tasks.Get(ctx, a, id)
	w.Must(err)
	if done.State != "completed" || !done.HasFile || !strings.HasPrefix(done.Back, "tender/items?") {
		t.Fatalf("%+v", done)
	}
	_, err = w.Workbooks().Fill(ctx, w.Person("buyer", access.Buyer, uuid.Nil), a.Org, w.of(sourcing.ItemBook, w.first), "en")
	w.Is(err, fault.Forbidden)
}
