package sourcing

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/sheet"
)

// ItemSheet is the table of the items of a category, without prices.
var ItemSheet = sheet.Form{Sheet: "RFQ ITEMS", Strict: true, Columns: []sheet.Column{
	{Key: "id", Width: 10, Hidden: true},
	{Key: "number", Width: 12},
	{Key: "code", Width: 16},
	{Key: "description", Width: 60},
	{Key: "unit", Width: 14},
	{Key: "quantity", Width: 14},
	{Key: "classification", Width: 20},
}}

// A Listing is what a row does to the items of a category.
type Listing struct {
	Act  sheet.Act
	Item Item
	Was  string // its number before
}

// ItemRows are the items of a category as the table has them.
func ItemRows(c Content) []sheet.Row {
	out := make([]sheet.Row, len(c.Items))
	for i, x := range c.Items {
		out[i].Cells = itemCells(x)
	}
	return out
}

func itemCells(x Item) map[string]string {
	return map[string]string{"id": x.ID.String(), "number": x.Number, "code": x.Code, "description": x.Description, "unit": x.Unit,
		"quantity": x.Quantity.Short(), "classification": x.Classification}
}

// PlanItems tells what rows do to the items of a category, and notes in them what is
// wrong. A row is known by its hidden id, else by its number; what no row says stays.
func PlanItems(c Content, lines []*sheet.Line) []Listing {
	byID, byNumber := map[uuid.UUID]int{}, map[string]int{}
	last := 0
	named := namedBy(lines)
	for i, x := range c.Items {
		byID[x.ID] = i
		if !named[x.ID] {
			byNumber[strings.ToLower(x.Number)] = i
		}
		last = max(last, x.Position)
	}
	out := make([]Listing, len(lines))
	rows := make(map[uuid.UUID]int, len(lines)) // of the workbook
	for i, l := range lines {
		l.Name = l.Cells["description"]
		id := rowID(&l.Row)
		at, known := byID[id]
		if id != uuid.Nil && !known {
			l.Faults = nil
			l.Add("", OtherIDs, nil)
			continue
		}
		if id == uuid.Nil {
			at, known = byNumber[strings.ToLower(l.Cells["number"])]
		}
		var x Item
		if known {
			x = c.Items[at]
			out[i].Was = x.Number
			if row, twice := rows[x.ID]; twice {
				l.Add("", sheet.RowTwice, map[string]any{"row": row})
			}
			rows[x.ID] = l.Number
		}
		out[i].Item = readItem(l, x)
	}
	numberItems(c, lines, out, rows)
	left := MaxItems - len(c.Items)
	for i, l := range lines {
		x := &out[i].Item
		switch {
		case len(l.Faults) > 0:
			out[i].Act = sheet.Refuse
		case x.ID != uuid.Nil:
			out[i].Act = sheet.Change
			if same(ItemSheet, itemCells(c.Items[byID[x.ID]]), itemCells(*x)) {
				out[i].Act = sheet.Same
			}
		case left == 0:
			l.Add("", fault.TooLong, map[string]any{"max": MaxItems})
			out[i].Act = sheet.Refuse
		default:
			left--
			last++
			x.ID, x.Position, out[i].Act = newID(), last, sheet.Create
		}
		l.Act = out[i].Act
	}
	return out
}

// readItem is the item of a row; of what is there, as it becomes.
func readItem(l *sheet.Line, x Item) Item {
	for key, to := range map[string]*string{"number": &x.Number, "code": &x.Code, "description": &x.Description, "unit": &x.Unit, "classification": &x.Classification} {
		if sheet.Clean(*to) != l.Cells[key] {
			*to = l.Cells[key]
		}
	}
	if q := l.Quantity("quantity"); q != nil {
		x.Quantity = *q
	} else {
		x.Quantity = Item{}.Quantity
	}
	numberless := x.Number == ""
	if numberless {
		x.Number = "0"
	}
	var f fault.Fields
	x = x.Check(&f, "")
	if err := f.Err(); err != nil {
		l.Take(err, questionColumn)
	}
	if numberless {
		x.Number = ""
	}
	return x
}

// numberItems refuses a number that is another's, and gives rows without one the next
// that is free.
func numberItems(c Content, lines []*sheet.Line, out []Listing, rows map[uuid.UUID]int) {
	taken := map[string]int{} // number to the row that has it, 0 of what no row says
	for _, x := range c.Items {
		if _, said := rows[x.ID]; !said {
			taken[strings.ToLower(x.Number)] = 0
		}
	}
	for i, l := range lines {
		n := strings.ToLower(out[i].Item.Number)
		if n == "" || len(l.Faults) > 0 {
			continue
		}
		if row, is := taken[n]; is {
			if row == 0 {
				l.Add("number", fault.Taken, nil)
			} else {
				l.Add("number", sheet.RowTwice, map[string]any{"row": row})
			}
			continue
		}
		taken[n] = l.Number
	}
	keepNumbers(lines, out, taken)
	next := len(c.Items) + 1
	for i, l := range lines {
		if len(l.Faults) > 0 || out[i].Item.Number != "" {
			continue
		}
		for {
			n := fmt.Sprint(next)
			next++
			if _, is := taken[n]; !is {
				taken[n], out[i].Item.Number = l.Number, n
				break
			}
		}
	}
}

// keepNumbers refuses the rows that take the number of a row that is refused itself:
// its item stays as it is, and so does its number.
func keepNumbers(lines []*sheet.Line, out []Listing, taken map[string]int) {
	good := map[string]*sheet.Line{}
	var refused []int
	for i, l := range lines {
		if len(l.Faults) == 0 {
			good[strings.ToLower(out[i].Item.Number)] = l
		} else {
			refused = append(refused, i)
		}
	}
	at := map[*sheet.Line]int{}
	for i, l := range lines {
		at[l] = i
	}
	for len(refused) > 0 {
		was := strings.ToLower(out[refused[0]].Was)
		refused = refused[1:]
		if was == "" {
			continue
		}
		taken[was] = 0
		if l := good[was]; l != nil {
			l.Add("number", fault.Taken, nil)
			delete(good, was)
			refused = append(refused, at[l])
		}
	}
}
