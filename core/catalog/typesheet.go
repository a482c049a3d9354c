package catalog

import (
	"strings"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/sourcing"
)

// TypeSheet is the table of category types that the operator uploads, with their
// criteria: one question a row, or none.
var TypeSheet = sheet.Form{Sheet: "CATEGORY TYPES", Columns: []sheet.Column{{Key: "code", Width: 12}, {Key: "name", Width: 36}, {Key: "description", Width: 40},
	{Key: "section", Width: 32}, {Key: "weight", Width: 12}, {Key: "question", Width: 60}, {Key: "response", Width: 18}, {Key: "must_answer", Width: 16},
	{Key: "max_score", Width: 14}, {Key: "min_score", Width: 14}, {Key: "options", Width: 44}}}

// A SheetType is what the rows of one category type say together.
type SheetType struct {
	Type
	Lines    []int // places of its rows in the upload
	Criteria []Criterion
	places   map[string]int // section to its place in Criteria
	begins   []int          // numbers of the rows in which Criteria begin
}

// ReadTypes reads the rows of an upload; what is wrong with a row is noted in it.
// One bad row holds back the other rows of its type: half a criterion is worse
// than none.
func ReadTypes(lines []sheet.Line) []*SheetType {
	var types []*SheetType
	at := map[string]*SheetType{}
	for i := range lines {
		l := &lines[i]
		t := Type{Code: l.Cells["code"], Name: l.Cells["name"], Description: l.Cells["description"], Active: true}
		key := strings.ToUpper(t.Code)
		known := at[key]
		switch {
		case known == nil:
			checked, err := t.Check()
			if err != nil {
				l.Take(err, column)
			}
			known = &SheetType{Type: checked, places: map[string]int{}}
			at[key] = known
			types = append(types, known)
		case t.Name != "" && t.Name != known.Name || t.Description != "" && t.Description != known.Description:
			l.Add("name", sheet.RowsDiffer, map[string]any{"row": lines[known.Lines[0]].Number})
		}
		l.Name = known.Name
		known.Lines = append(known.Lines, i)
		known.question(l)
	}
	for _, t := range types {
		t.check(lines)
	}
	return types
}

func column(pointer string) string {
	key, _, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	switch key {
	case "prompt":
		return "question"
	case "response_type":
		return "response"
	}
	for _, c := range TypeSheet.Columns {
		if c.Key == key {
			return key
		}
	}
	return ""
}

// question adds the question of a row to its section.
func (t *SheetType) question(l *sheet.Line) {
	section, prompt := l.Cells["section"], l.Cells["question"]
	if section == "" && prompt == "" {
		return
	}
	if section == "" {
		l.Add("section", "field.required", nil)
		return
	}
	if prompt == "" {
		l.Add("question", "field.required", nil)
		return
	}
	q := sourcing.Question{Prompt: prompt, Response: sourcing.ResponseType(strings.ToLower(l.Cells["response"]))}
	if q.Response == "" {
		q.Response = sourcing.Text
	}
	q.MustAnswer = l.YesNo("must_answer")
	weight := l.Quantity("weight")
	q.MaxScore, q.MinScore = l.Quantity("max_score"), l.Quantity("min_score")
	q.Scored = q.MaxScore != nil
	q.Options = sourcing.ReadOptions(&l.Row, "options")
	checked, err := q.Check()
	if err != nil {
		l.Take(err, column)
	}
	i, ok := t.places[section]
	if !ok {
		i = len(t.Criteria)
		t.places[section] = i
		t.Criteria = append(t.Criteria, Criterion{Name: section, Weight: weight})
		t.begins = append(t.begins, l.Number)
	} else if first := t.Criteria[i].Weight; weight != nil && (first == nil || !first.Equal(*weight)) {
		l.Add("weight", sheet.RowsDiffer, map[string]any{"row": t.begins[i]})
	}
	t.Criteria[i].Questions = append(t.Criteria[i].Questions, checked)
}

// check looks at the criteria as a whole, and holds back what belongs together.
func (t *SheetType) check(lines []sheet.Line) {
	bad := false
	for _, i := range t.Lines {
		bad = bad || len(lines[i].Faults) > 0
	}
	if !bad {
		for i, c := range t.Criteria {
			checked, err := c.Check()
			if t.Criteria[i] = checked; err != nil {
				lines[t.Lines[0]].Take(err, func(p string) string {
					if p == "/name" {
						return "section"
					}
					return column(p)
				})
				bad = true
			}
		}
	}
	if !bad {
		return
	}
	for _, i := range t.Lines {
		if len(lines[i].Faults) == 0 {
			lines[i].Add("", sheet.HeldBack, nil)
		}
	}
}

// Keeping is a criterion of an upload with what the table does not ask for as it
// is: the description, and of questions with the same words help, checks and bands.
func (c Criterion) Keeping(old Criterion) Criterion {
	c.ID, c.Version, c.Description = old.ID, old.Version, old.Description
	for i, q := range c.Questions {
		for _, o := range old.Questions {
			if o.Prompt != q.Prompt {
				continue
			}
			c.Questions[i].Help, c.Questions[i].QA, c.Questions[i].DD = o.Help, o.QA, o.DD
			if o.Response == q.Response && q.Scored {
				c.Questions[i].Bands = o.Bands
			}
		}
	}
	return c
}

// Same reports whether two criteria say the same.
func (c Criterion) Same(d Criterion) bool {
	if c.Name != d.Name || c.Description != d.Description || !equal(c.Weight, d.Weight) || len(c.Questions) != len(d.Questions) {
		return false
	}
	for i, q := range c.Questions {
		r := d.Questions[i]
		if q.Prompt != r.Prompt || q.Help != r.Help || q.Response != r.Response || q.MustAnswer != r.MustAnswer || q.QA != r.QA || q.DD != r.DD || q.Scored != r.Scored ||
			!equal(q.MaxScore, r.MaxScore) || !equal(q.MinScore, r.MinScore) || len(q.Options) != len(r.Options) || len(q.Bands) != len(r.Bands) {
			return false
		}
		for j, o := range q.Options {
			if o.Label != r.Options[j].Label || !equal(o.Score, r.Options[j].Score) {
				return false
			}
		}
	}
	return true
}

func equal(a, b *money.Quantity) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}
