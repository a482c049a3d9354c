package procurement

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/reference"
	"zabuni.org/core/sourcing"
)

// ItemSheet is the table of a plan's items.
var ItemSheet = sheet.Form{Sheet: "PROCUREMENT PLAN", Strict: true, Columns: []sheet.Column{
	{Key: "id", Width: 10, Hidden: true},
	{Key: "number", Width: 12},
	{Key: "title", Width: 60},
	{Key: "department", Width: 24},
	{Key: "classification", Width: 16},
	{Key: "activity", Width: 18, Choices: Methods()},
	{Key: "currency", Width: 10},
	{Key: "estimate", Width: 18},
	{Key: "publish_on", Width: 14, Moment: true},
	{Key: "award_on", Width: 14, Moment: true},
	{Key: "budget_line", Width: 18},
}}

// buys tells whether something is bought by an activity.
func buys(p sourcing.Policy) bool { return p.Activity != "" && p.Best == sourcing.Lowest }

// Methods are the activities by which something may be procured.
func Methods() []string {
	var out []sourcing.Activity
	for _, p := range sourcing.Policies {
		if buys(p) {
			out = append(out, p.Activity)
		}
	}
	return closed.Values(out...)
}

// Codes of what is wrong with a row.
const (
	OtherIDs          = sourcing.OtherIDs
	NotADay           = "upload.not_a_day"
	DepartmentUnknown = "upload.department_unknown" // params: value
	RowInTender       = "procurement.item_in_tender"
)

// A Book is what a workbook is read against.
type Book struct {
	Year        int
	Items       []Item
	Locked      map[uuid.UUID]bool   // of which there are jobs
	Departments map[string]uuid.UUID // by small letters; active ones
	Names       map[uuid.UUID]string // of all
	Codes       reference.Vocabulary // of what the rows say is bought
}

// Rows are the items as the table has them.
func (b Book) Rows() []sheet.Row {
	out := make([]sheet.Row, len(b.Items))
	for i, x := range b.Items {
		out[i].Cells = map[string]string{
			"id": x.ID.String(), "number": x.Number, "title": x.Title, "classification": x.Classification, "activity": string(x.Activity),
			"currency": string(x.Currency), "estimate": x.Estimate.Short(), "publish_on": x.PublishOn.Format(time.DateOnly),
			"award_on": x.AwardOn.Format(time.DateOnly), "budget_line": x.BudgetLine,
		}
		if x.DepartmentID != nil {
			out[i].Cells["department"] = b.Names[*x.DepartmentID]
		}
	}
	return out
}

// A Does is what a row does to a plan.
type Does struct {
	Act  sheet.Act
	Item Item
}

// Plan tells what rows do, and notes in them what is wrong. A row is known by its hidden id, else by its number; what no row
// says stays.
func (b Book) Plan(rows []sheet.Row) ([]sheet.Line, []Does) {
	byID, byNumber := map[uuid.UUID]Item{}, map[string]Item{}
	for _, x := range b.Items {
		byID[x.ID], byNumber[strings.ToLower(x.Number)] = x, x
	}
	lines, out := make([]sheet.Line, len(rows)), make([]Does, len(rows))
	for i, r := range rows {
		lines[i] = sheet.Line{Row: r, Name: r.Cells["title"]}
		l := &lines[i]
		x, known := byNumber[strings.ToLower(l.Cells["number"])]
		if text := l.Cells["id"]; text != "" {
			id, err := uuid.Parse(text)
			if x, known = byID[id]; err != nil || !known {
				l.Add("", OtherIDs, nil)
			}
		}
		out[i].Item = b.read(l, x)
		switch {
		case len(l.Faults) > 0:
			out[i].Act = sheet.Refuse
		case !known:
			out[i].Act, out[i].Item.ID = sheet.Create, uuid.Must(uuid.NewV7())
		case x.Same(out[i].Item):
			out[i].Act = sheet.Same
		case b.Locked[x.ID]:
			l.Add("", RowInTender, nil)
			out[i].Act = sheet.Refuse
		default:
			out[i].Act = sheet.Change
		}
	}
	b.unique(lines, out)
	for i := range lines {
		lines[i].Act = out[i].Act
	}
	return lines, out
}

// unique refuses what says an item or a number again that another row has, or an item that no row renames. Who is refused keeps
// its number, so that another may not have it: it is looked again until nobody else is.
func (b Book) unique(lines []sheet.Line, out []Does) {
	for b.twice(lines, out) {
	}
}

// twice is one look, and whether it refused anybody.
func (b Book) twice(lines []sheet.Line, out []Does) (refused bool) {
	left := MaxItems - len(b.Items)
	ids, kept := map[uuid.UUID]int{}, map[string]uuid.UUID{}
	said := map[uuid.UUID]bool{}
	for i := range out {
		if out[i].Act != sheet.Refuse {
			said[out[i].Item.ID] = true
		}
	}
	for _, x := range b.Items {
		if !said[x.ID] {
			kept[strings.ToLower(x.Number)] = x.ID
		}
	}
	numbers := map[string]int{}
	for i := range out {
		l, x := &lines[i], out[i].Item
		if out[i].Act == sheet.Refuse {
			continue
		}
		number := strings.ToLower(x.Number)
		switch row, twice := numbers[number]; {
		case ids[x.ID] > 0:
			l.Add("", sheet.RowTwice, map[string]any{"row": ids[x.ID]})
		case twice:
			l.Add("number", sheet.RowTwice, map[string]any{"row": row})
		case kept[number] != uuid.Nil:
			l.Add("number", fault.Taken, nil)
		case out[i].Act == sheet.Create && left == 0:
			l.Add("", fault.TooLong, map[string]any{"max": MaxItems})
		}
		if len(l.Faults) > 0 {
			out[i].Act, refused = sheet.Refuse, true
			continue
		}
		if out[i].Act == sheet.Create {
			left--
		}
		ids[x.ID], numbers[number] = l.Number, l.Number
	}
	return refused
}

// read is the item of a row, with what is wrong noted in it.
func (b Book) read(l *sheet.Line, was Item) Item {
	x := Item{ID: was.ID, Number: l.Cells["number"], Title: l.Cells["title"], Classification: l.Cells["classification"],
		Activity: sourcing.Activity(strings.ToLower(l.Cells["activity"])), Currency: money.Currency(strings.ToUpper(l.Cells["currency"])),
		BudgetLine: l.Cells["budget_line"], Version: was.Version}
	noted := map[string]bool{} // columns that were told what is wrong with them
	add := func(column, code string, params map[string]any) {
		noted[column] = true
		l.Add(column, code, params)
	}
	if name := l.Cells["department"]; name != "" {
		id, ok := b.Departments[strings.ToLower(name)]
		if was.DepartmentID != nil && strings.EqualFold(b.Names[*was.DepartmentID], name) {
			id, ok = *was.DepartmentID, true // the one that it has had
		}
		if !ok {
			add("department", DepartmentUnknown, map[string]any{"value": name})
		}
		x.DepartmentID = &id
	}
	if code, params := b.Codes.Wrong(l.Cells["classification"], was.Classification); code != "" {
		add("classification", code, params)
	}
	if text := l.Cells["estimate"]; text != "" {
		var err error
		if x.Estimate, err = money.ParseDecimal(text); err != nil {
			add("estimate", sheet.NoNumber, nil)
		}
	}
	for column, to := range map[string]*time.Time{"publish_on": &x.PublishOn, "award_on": &x.AwardOn} {
		text := l.Cells[column]
		if text == "" {
			continue
		}
		day, _, _ := strings.Cut(text, " ") // a program adds a time to its dates
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			add(column, NotADay, nil)
		}
		*to = at
	}
	checked, err := x.Check(b.Year)
	if err != nil {
		for _, f := range fault.As(err).Fields {
			if column := strings.TrimPrefix(f.Pointer, "/"); !noted[column] {
				l.Add(column, f.Code, f.Params)
			}
		}
	}
	return checked
}
