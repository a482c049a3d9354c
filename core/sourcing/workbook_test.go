package sourcing_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/beside"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/sourcing"
)

// A round trip of everything that a table has leaves it as it is.
func TestAWorkbookOfContentIsTheSame(t *testing.T) {
	c := large(300, 300)
	c.Questions[0].Scored, c.Questions[0].Response, c.Questions[0].MaxScore = true, sourcing.Checkboxes, points(7)
	c.Questions[0].Options = []sourcing.Option{{Label: "a = b"}, {Label: "c", Score: points(7)}}
	c.Questions[1].Prompt = "Two lines\nof one question "
	for _, each := range []struct {
		form sheet.Form
		rows []sheet.Row
		plan func([]sheet.Row) []sheet.Line
	}{
		{sourcing.QuestionSheet(true), sourcing.QuestionRows(c, c.Category.Number), func(rows []sheet.Row) []sheet.Line {
			return sourcing.PlanAll([]sourcing.Content{c}, rows).Lines
		}},
		{sourcing.ItemSheet, sourcing.ItemRows(c), func(rows []sheet.Row) []sheet.Line { return planned(c, rows) }},
	} {
		data, err := sheet.Write(each.form, "pt", each.rows)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := sheet.Read(data, each.form)
		if err != nil {
			t.Fatal(err)
		}
		if n := sheet.Count(each.plan(rows)); n["same"] != int64(len(each.rows)) {
			t.Errorf("%s: %v of %d", each.form.Sheet, n, len(each.rows))
		}
	}
}

func points(n int64) *money.Quantity { q := money.NewQuantity(n, 0); return &q }

func planned(c sourcing.Content, rows []sheet.Row) []sheet.Line {
	lines, each := make([]sheet.Line, len(rows)), make([]*sheet.Line, len(rows))
	for i, r := range rows {
		lines[i] = sheet.Line{Row: r}
		each[i] = &lines[i]
	}
	sourcing.PlanItems(c, each)
	return lines
}

// large is a category with so many questions and items.
func large(questions, items int) sourcing.Content {
	c := sourcing.Content{Category: sourcing.Category{ID: uuid.New(), Number: "1", Activity: sourcing.Tender, Status: sourcing.Draft}}
	for i := range questions {
		if i%50 == 0 {
			c.Sections = append(c.Sections, sourcing.Section{ID: uuid.New(), Name: fmt.Sprint("Section ", i/50)})
		}
		c.Questions = append(c.Questions, sourcing.Question{ID: uuid.New(), Section: c.Sections[i/50].ID, Prompt: fmt.Sprint("Question ", i), Response: sourcing.Text})
	}
	for i := range items {
		c.Items = append(c.Items, sourcing.Item{ID: uuid.New(), Number: fmt.Sprint(i + 1), Description: fmt.Sprint("Pipe ", i), Unit: "m", Quantity: *points(2)})
	}
	return c
}

// read is the floor of reading a workbook: its cells, and nothing made of them.
func read(data []byte, name string) error {
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	rows, err := f.Rows(name)
	if err != nil {
		return err
	}
	for rows.Next() {
		if _, err := rows.Columns(); err != nil {
			return err
		}
	}
	return rows.Close()
}

func BenchmarkQuestions2000(b *testing.B) {
	c := large(2000, 0)
	form := sourcing.QuestionSheet(false)
	data, err := sheet.Write(form, "en", sourcing.QuestionRows(c, "1"))
	if err != nil {
		b.Fatal(err)
	}
	beside.Floor(b, beside.Most(4), func() error {
		rows, err := sheet.Read(data, form)
		sourcing.PlanAll([]sourcing.Content{c}, rows)
		return err
	}, 1, func() error { return read(data, form.Sheet) }, 1)
}

func BenchmarkItems5000(b *testing.B) {
	c := large(0, 5000)
	data, err := sheet.Write(sourcing.ItemSheet, "en", sourcing.ItemRows(c))
	if err != nil {
		b.Fatal(err)
	}
	beside.Floor(b, beside.Most(4), func() error {
		rows, err := sheet.Read(data, sourcing.ItemSheet)
		planned(c, rows)
		return err
	}, 1, func() error { return read(data, sourcing.ItemSheet.Sheet) }, 1)
}
