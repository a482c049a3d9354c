package sourcing

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/sheet"
)

// CategorySheet is the table of the categories of a job: what its activity has.
func CategorySheet(p Policy) sheet.Form {
	form := sheet.Form{Sheet: "CATEGORIES", Strict: true, Columns: []sheet.Column{
		{Key: "id", Width: 10, Hidden: true},
		{Key: "number", Width: 12},
		{Key: "name", Width: 44},
		{Key: "description", Width: 50},
		{Key: "category_type", Width: 18},
		{Key: "grouping", Width: 20},
		{Key: "currency", Width: 12},
		{Key: "estimate", Width: 18},
		{Key: "opens_at", Width: 20, Moment: true},
		{Key: "closes_at", Width: 20, Moment: true},
	}}
	for _, c := range []struct {
		key string
		has bool
	}{
		{"bid_fee", p.Has(BidFee)},
		{"pass_mark", p.Has(Criteria | Evaluation)},
		{"technical_weight", p.Weighs()},
		{"financial_weight", p.Weighs()},
	} {
		if c.has {
			form.Columns = append(form.Columns, sheet.Column{Key: c.key, Width: 16})
		}
	}
	if !p.Has(ByInvitation) {
		form.Columns = append(form.Columns, sheet.Column{Key: "invited_only", Width: 16, Choices: yesNo})
	}
	return form
}

// A Drafting is what a row does to the categories of a job.
type Drafting struct {
	Act      sheet.Act
	Category Category // as it is; zero of a new one
	Form     CategoryForm
}

// A CategoryBooking is what the rows of a job's categories are read against.
type CategoryBooking struct {
	Job        Job
	Categories []Category // without rounds
	Hidden     []Category // that the reader may not see
	Types      map[string]uuid.UUID
	Planned    *Planned // the item of a plan that the job is of
}

// Rows are the categories as the table has them.
func (b CategoryBooking) Rows() []sheet.Row {
	out := make([]sheet.Row, len(b.Categories))
	for i, c := range b.Categories {
		out[i].Cells = b.cells(c.Form())
		out[i].Cells["id"] = c.ID.String()
	}
	return out
}

func (b CategoryBooking) cells(f CategoryForm) map[string]string {
	at := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.In(b.Job.Zone()).Format(sheet.Moment)
	}
	cells := map[string]string{
		"number":           f.Number,
		"name":             f.Name,
		"description":      f.Description,
		"grouping":         f.Grouping,
		"currency":         string(f.Currency),
		"opens_at":         at(f.OpensAt),
		"closes_at":        at(f.ClosesAt),
		"bid_fee":          f.BidFee.Short(),
		"pass_mark":        f.PassMark.Short(),
		"technical_weight": f.TechnicalWeight.Short(),
		"financial_weight": f.FinancialWeight.Short(),
		"invited_only":     sheet.Says(f.InvitedOnly),
	}
	if f.Estimate != nil {
		cells["estimate"] = f.Estimate.Short()
	}
	for code, id := range b.Types {
		if f.Type != nil && *f.Type == id {
			cells["category_type"] = code
		}
	}
	return cells
}

// Plan tells what rows do to the categories of a job, and notes in them what is
// wrong. A row is known by its hidden id, else by its number; what no row says stays.
func (b CategoryBooking) Plan(lines []*sheet.Line) []Drafting {
	out := make([]Drafting, len(lines))
	byID, byNumber, taken := map[uuid.UUID]Category{}, map[string]Category{}, map[string]int{}
	named := namedBy(lines)
	for _, c := range b.Categories {
		if byID[c.ID] = c; !named[c.ID] {
			byNumber[strings.ToLower(c.Number)] = c
		}
		taken[strings.ToLower(c.Number)] = 0
	}
	for _, c := range b.Hidden {
		taken[strings.ToLower(c.Number)] = 0
	}
	rows := map[uuid.UUID]int{}
	left := b.Planned
	if left != nil {
		left = &Planned{}
		*left = *b.Planned
	}
	for i, l := range lines {
		l.Name = l.Cells["name"]
		id := rowID(&l.Row)
		c, known := byID[id]
		switch {
		case id != uuid.Nil && !known:
			l.Faults = nil
			l.Add("", OtherIDs, nil)
		case id == uuid.Nil:
			c, known = byNumber[strings.ToLower(l.Cells["number"])]
		}
		if known {
			if row, twice := rows[c.ID]; twice {
				l.Add("", sheet.RowTwice, map[string]any{"row": row})
			}
			rows[c.ID] = l.Number
		}
		if len(l.Faults) == 0 {
			out[i] = b.draft(l, c, known)
		}
		if n := strings.ToLower(out[i].Form.Number); n != "" && len(l.Faults) == 0 && n != strings.ToLower(c.Number) {
			if row, is := taken[n]; is && row > 0 {
				l.Add("number", sheet.RowTwice, map[string]any{"row": row})
			} else if is {
				l.Add("number", fault.Taken, nil)
			}
			taken[n] = l.Number
		}
		if left != nil && len(l.Faults) == 0 {
			afford(left, l, out[i])
		}
		if len(l.Faults) > 0 {
			out[i] = Drafting{Act: sheet.Refuse}
		}
		l.Act = out[i].Act
	}
	return out
}

// afford holds a row against what the budget of the job's item has left by the rows above it, and takes its part.
func afford(left *Planned, l *sheet.Line, d Drafting) {
	if d.Act != sheet.Create && d.Act != sheet.Change {
		return
	}
	p := *left
	if e := d.Category.Estimate; e != nil {
		p.Committed = p.Committed.Sub(*e)
	}
	var f fault.Fields
	form := p.Afford(&f, d.Form, d.Act == sheet.Create)
	if err := f.Err(); err != nil {
		l.Take(err, categoryColumn)
		return
	}
	if form.Estimate != nil {
		p.Committed = p.Committed.Add(*form.Estimate)
	}
	*left = p
}

// draft reads the row of one category; c is the zero category for a new one.
func (b CategoryBooking) draft(l *sheet.Line, c Category, known bool) Drafting {
	out := Drafting{Act: sheet.Create, Category: c}
	policy := b.Job.Policy()
	form := c.Form()
	if !known {
		form = CategoryForm{}
		form.TechnicalWeight, form.FinancialWeight = policy.Weights()
	}
	before := b.cells(form)
	sheetForm := CategorySheet(policy)
	if known && same(sheetForm, before, l.Cells) {
		out.Act, out.Form = sheet.Same, form
		return out
	}
	for _, col := range sheetForm.Columns {
		if col.Key != "id" && l.Cells[col.Key] != sheet.Clean(before[col.Key]) {
			b.set(l, &form, col.Key)
		}
	}
	// A negotiation's rights and steps are its parent's; here stand categories alone.
	checked, err := form.Check(policy)
	if err != nil {
		l.Take(err, categoryColumn)
	}
	out.Form = checked
	if !known {
		return out
	}
	out.Act = sheet.Change
	if same(sheetForm, before, b.cells(checked)) {
		out.Act = sheet.Same
	} else if c.Editable() != nil {
		l.Add("", CategoryShut, nil)
	}
	return out
}

func (b CategoryBooking) set(l *sheet.Line, f *CategoryForm, key string) {
	text := l.Cells[key]
	switch key {
	case "number":
		f.Number = text
	case "name":
		f.Name = text
	case "description":
		f.Description = text
	case "grouping":
		f.Grouping = text
	case "currency":
		f.Currency = money.Currency(text)
	case "category_type":
		f.Type = nil
		if id, ok := b.Types[strings.ToUpper(text)]; ok {
			f.Type = &id
		} else if text != "" {
			l.Add(key, sheet.NoSuchCode, map[string]any{"value": text})
		}
	case "estimate":
		f.Estimate = nil
		if text != "" {
			amount := readAmount(l, key)
			f.Estimate = &amount
		}
	case "bid_fee":
		f.BidFee = readAmount(l, key)
	case "opens_at":
		f.OpensAt = b.readMoment(l, key)
	case "closes_at":
		f.ClosesAt = b.readMoment(l, key)
	case "invited_only":
		f.InvitedOnly = l.YesNo(key)
	default:
		var q money.Quantity
		if read := l.Quantity(key); read != nil {
			q = *read
		}
		switch key {
		case "pass_mark":
			f.PassMark = q
		case "technical_weight":
			f.TechnicalWeight = q
		case "financial_weight":
			f.FinancialWeight = q
		}
	}
}

func readAmount(l *sheet.Line, key string) money.Decimal {
	text := l.Cells[key]
	if text == "" {
		return money.Decimal{}
	}
	amount, err := money.ParseDecimal(text)
	if err != nil {
		l.Add(key, sheet.NoNumber, nil)
	}
	return amount
}

// readMoment reads a moment in the job's zone; a fault keeps the form's own from being told.
func (b CategoryBooking) readMoment(l *sheet.Line, key string) time.Time {
	text := l.Cells[key]
	if text == "" {
		return time.Time{}
	}
	for _, layout := range []string{sheet.Moment, "02-01-2006 15:04", "02/01/2006 15:04"} {
		if at, err := time.ParseInLocation(layout, text, b.Job.Zone()); err == nil {
			return at
		}
	}
	l.Add(key, NoMoment, map[string]any{"expected": "2026-12-31 17:00"})
	return time.Time{}
}

func categoryColumn(pointer string) string {
	key, _, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	switch key {
	case "category_type_id":
		return "category_type"
	case "without", "price_formula", "openers":
		return ""
	}
	return key
}
