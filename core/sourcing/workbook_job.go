package sourcing

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/platform/sheet"
)

// An AskingPlan is what a workbook does to the criteria of several categories.
type AskingPlan struct {
	Lines []sheet.Line
	Does  []map[int]Asking // by category as they were given, by place of the row
}

// PlanAll is PlanQuestions for the categories of a job: a row says of which one it is,
// or is of all that may still be written. What is refused in one is taken over in none.
func PlanAll(all []Content, rows []sheet.Row) AskingPlan {
	p := AskingPlan{Lines: make([]sheet.Line, len(rows)), Does: make([]map[int]Asking, len(all))}
	refused := make([][]sheet.Fault, len(rows))
	for i, r := range rows {
		p.Lines[i] = sheet.Line{Row: r}
		refused[i] = slices.Clone(r.Faults)
	}
	of := whose(all, p.Lines, refused)
	for again := true; again; {
		again = false
		for i := range p.Lines {
			p.Lines[i].Act, p.Lines[i].Faults = "", refused[i]
			if len(refused[i]) > 0 {
				p.Lines[i].Act = sheet.Refuse
			}
		}
		for k, c := range all {
			var places []int
			for i := range p.Lines {
				if len(refused[i]) == 0 && slices.Contains(of[i], k) {
					places = append(places, i)
				}
			}
			p.Does[k] = p.plan(c, places)
			for _, i := range places {
				if faults := p.Lines[i].Faults; len(faults) > 0 {
					refused[i], again = slices.Clone(faults), true
				}
			}
		}
	}
	for i, l := range p.Lines {
		if l.Name == "" {
			p.Lines[i].Name = strings.TrimSpace(l.Cells["question"])
		}
	}
	return p
}

// plan plans the rows of one category and keeps the furthest act of each.
func (p AskingPlan) plan(c Content, places []int) map[int]Asking {
	lines := make([]*sheet.Line, len(places))
	for n, i := range places {
		copied := p.Lines[i]
		copied.Faults = nil
		lines[n] = &copied
	}
	does := map[int]Asking{}
	for n, a := range PlanQuestions(c, lines) {
		i := places[n]
		if a.Act != sheet.Same && a.Act != sheet.Refuse && c.Category.Editable() != nil {
			lines[n].Add("category", CategoryShut, nil)
		}
		line := &p.Lines[i]
		line.Name = lines[n].Name
		if len(lines[n].Faults) > 0 {
			line.Faults, line.Act = lines[n].Faults, sheet.Refuse
			continue
		}
		does[i] = a
		if acts := []sheet.Act{"", sheet.Same, sheet.Change, sheet.Create}; slices.Index(acts, a.Act) > slices.Index(acts, line.Act) {
			line.Act = a.Act
		}
	}
	return does
}

// whose tells of which categories each row is: those it names, that its id is of, or
// all that may be written.
func whose(all []Content, lines []sheet.Line, refused [][]sheet.Fault) [][]int {
	ids, numbers := map[string]int{}, map[string]int{}
	var open []int
	for k, c := range all {
		numbers[strings.ToLower(c.Category.Number)] = k
		if c.Category.Editable() == nil {
			open = append(open, k)
		}
		for _, s := range c.Sections {
			ids[s.ID.String()] = k
		}
		for _, x := range c.Questions {
			ids[x.ID.String()] = k
		}
	}
	out := make([][]int, len(lines))
	for i, l := range lines {
		number := l.Cells["category"]
		k, known := ids[canonical(l.Cells["id"])]
		switch {
		case number != "":
			if k, known = numbers[strings.ToLower(number)]; !known {
				refused[i] = append(refused[i], sheet.Fault{Column: "category", Code: CategoryGone, Params: map[string]any{"value": number}})
			}
			out[i] = []int{k}
		case known:
			out[i] = []int{k}
		default:
			if len(open) == 0 {
				refused[i] = append(refused[i], sheet.Fault{Code: CategoryShut})
			}
			out[i] = open
		}
	}
	return out
}

func canonical(id string) string {
	if parsed, err := uuid.Parse(id); err == nil {
		return parsed.String()
	}
	return id
}
