package sourcing

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/platform/sheet"
)

var yesNo = []string{"yes", "no"}

// QuestionSheet is the table of questions: of one category, or of a job, whose rows
// say of which category they are; no category is all that may still be written.
func QuestionSheet(job bool) sheet.Form {
	form := sheet.Form{Sheet: "QUESTIONS", Strict: true, Columns: []sheet.Column{{Key: "id", Width: 10, Hidden: true}}}
	if job {
		form.Columns = append(form.Columns, sheet.Column{Key: "category", Width: 14})
	}
	form.Columns = append(form.Columns, []sheet.Column{
		{Key: "section", Width: 28},
		{Key: "subsection", Width: 24},
		{Key: "question", Width: 60},
		{Key: "help", Width: 36},
		{Key: "response", Width: 16, Choices: ResponseType("").Values()},
		{Key: "options", Width: 36},
		{Key: "must_answer", Width: 14, Choices: yesNo},
		{Key: "goes_qa", Width: 14, Choices: yesNo},
		{Key: "goes_dd", Width: 14, Choices: yesNo},
		{Key: "scored", Width: 12, Choices: yesNo},
		{Key: "max_score", Width: 12},
		{Key: "min_score", Width: 12},
	}...)
	return form
}

// An Asking is what a row does to the criteria of one category.
type Asking struct {
	Act      sheet.Act
	Section  *Section  // a row without a question says a section
	Question *Question // with its section
}

// QuestionRows are the criteria of a category as the table has them, a row for each
// section before those of its questions.
func QuestionRows(c Content, number string) []sheet.Row {
	var out []sheet.Row
	say := func(top, sub string, s Section) {
		cells := map[string]string{"id": s.ID.String(), "category": number, "section": top, "subsection": sub}
		out = append(out, sheet.Row{Cells: cells})
		for _, x := range c.Questions {
			if x.Section == s.ID {
				cells := questionCells(x, top, sub)
				cells["category"] = number
				out = append(out, sheet.Row{Cells: cells})
			}
		}
	}
	for _, s := range c.Sections {
		if s.Parent != nil {
			continue
		}
		say(s.Name, "", s)
		for _, sub := range c.Sections {
			if sub.Parent != nil && *sub.Parent == s.ID {
				say(s.Name, sub.Name, sub)
			}
		}
	}
	return out
}

func questionCells(x Question, top, sub string) map[string]string {
	return map[string]string{
		"id": x.ID.String(), "section": top, "subsection": sub, "question": x.Prompt, "help": x.Help, "response": string(x.Response),
		"options": sayOptions(x.Options), "must_answer": sheet.Says(x.MustAnswer), "goes_qa": sheet.Says(x.QA), "goes_dd": sheet.Says(x.DD),
		"scored": sheet.Says(x.Scored), "max_score": short(x.MaxScore), "min_score": short(x.MinScore),
	}
}

// asker decides row by row what becomes of the criteria of one category.
type asker struct {
	Content
	names    map[[2]string]uuid.UUID // section and subsection, in lower case
	sections map[uuid.UUID]*Section
	seen     map[string]int // what a row was about, and its number
	last     map[uuid.UUID]int
}

// PlanQuestions tells what rows do to the criteria of a category, and notes in them
// what is wrong. A row is known by its hidden id, else by its words in its section;
// what no row says stays.
func PlanQuestions(c Content, lines []*sheet.Line) []Asking {
	p := asker{Content: c, names: map[[2]string]uuid.UUID{}, sections: map[uuid.UUID]*Section{}, seen: map[string]int{}, last: map[uuid.UUID]int{}}
	for i := range c.Sections {
		s := c.Sections[i]
		p.sections[s.ID] = &s
	}
	for _, s := range slices.Backward(c.Sections) { // of two with one name the first is meant
		p.names[p.key(s)] = s.ID
	}
	for _, x := range c.Questions {
		p.last[x.Section] = max(p.last[x.Section], x.Position)
	}
	out := make([]Asking, len(lines))
	for _, sub := range []bool{false, true} { // a subsection needs its section
		for i, l := range lines {
			if p.isSection(l) && (l.Cells["subsection"] != "") == sub {
				out[i] = p.section(l)
			}
		}
	}
	for i, l := range lines {
		if !p.isSection(l) {
			out[i] = p.question(l)
		}
	}
	for i, l := range lines {
		if len(l.Faults) > 0 {
			out[i] = Asking{Act: sheet.Refuse}
		}
		l.Act = out[i].Act
	}
	return out
}

func (p asker) key(s Section) [2]string {
	if s.Parent == nil {
		return nameKey(s.Name, "")
	}
	if top := p.sections[*s.Parent]; top != nil {
		return nameKey(top.Name, s.Name)
	}
	return nameKey("", s.Name)
}

func nameKey(top, sub string) [2]string {
	return [2]string{strings.ToLower(sheet.Clean(top)), strings.ToLower(sheet.Clean(sub))}
}

func (p asker) isSection(l *sheet.Line) bool {
	if l.Cells["question"] != "" {
		return false
	}
	id, err := uuid.Parse(l.Cells["id"])
	if err == nil && p.sections[id] != nil {
		return true
	}
	for _, c := range []string{"help", "response", "options", "max_score", "min_score"} {
		if l.Cells[c] != "" {
			return false
		}
	}
	return err != nil || id == uuid.Nil
}

// once refuses what an earlier row is about already.
func (p asker) once(l *sheet.Line, what string) {
	if row, ok := p.seen[what]; ok {
		l.Add("", sheet.RowTwice, map[string]any{"row": row})
		return
	}
	p.seen[what] = l.Number
}

func (p asker) section(l *sheet.Line) Asking {
	top, sub := l.Cells["section"], l.Cells["subsection"]
	l.Name = strings.Trim(top+" › "+sub, " ›")
	if top == "" {
		l.Add("section", "field.required", nil)
		return Asking{}
	}
	id := rowID(&l.Row)
	s := Section{Name: top}
	if sub != "" {
		parent, ok := p.names[nameKey(top, "")]
		if !ok {
			l.Add("section", SectionUnknown, map[string]any{"name": top})
			return Asking{}
		}
		s.Name, s.Parent = sub, &parent
	}
	if id == uuid.Nil {
		id = p.names[nameKey(top, sub)]
	}
	old := p.sections[id]
	if old != nil {
		if (old.Parent == nil) != (s.Parent == nil) || old.Parent != nil && *old.Parent != *s.Parent {
			l.Add("section", "field.not_allowed", nil)
			return Asking{}
		}
		name := s.Name
		s = *old
		s.Name = name
	}
	checked, err := s.Check()
	if err != nil {
		l.Take(err, func(string) string {
			if sub != "" {
				return "subsection"
			}
			return "section"
		})
	}
	if len(l.Faults) > 0 {
		return Asking{}
	}
	if old == nil {
		checked.ID = newID()
		for _, other := range p.sections {
			if (other.Parent == nil) == (s.Parent == nil) && (s.Parent == nil || *other.Parent == *s.Parent) {
				checked.Position = max(checked.Position, other.Position)
			}
		}
		checked.Position++
	}
	if p.once(l, checked.ID.String()); len(l.Faults) > 0 {
		return Asking{}
	}
	act := sheet.Create
	if old != nil {
		act = sheet.Same
		if checked.Name != old.Name {
			act = sheet.Change
			p.rename(*old, checked)
		}
	}
	p.sections[checked.ID] = &checked
	p.names[nameKey(top, sub)] = checked.ID
	return Asking{Act: act, Section: &checked}
}

// rename lets the rows that follow name a section by its new name alone.
func (p asker) rename(old, now Section) {
	was := p.key(old)
	if p.names[was] == old.ID {
		delete(p.names, was)
	}
	if old.Parent != nil {
		return
	}
	for k, id := range p.names {
		if s := p.sections[id]; s != nil && s.Parent != nil && *s.Parent == old.ID {
			delete(p.names, k)
			p.names[nameKey(now.Name, s.Name)] = id
		}
	}
}

func (p asker) question(l *sheet.Line) Asking {
	l.Name = l.Cells["question"]
	id := rowID(&l.Row)
	if len(l.Faults) == 0 && id != uuid.Nil && !slices.ContainsFunc(p.Questions, func(x Question) bool { return x.ID == id }) {
		l.Add("", OtherIDs, nil)
	}
	if len(l.Faults) > 0 {
		return Asking{}
	}
	section, ok := p.place(l)
	if !ok {
		return Asking{}
	}
	old := p.find(l, id, section)
	x := p.read(l, old)
	x.Section = section
	checked, err := x.Check()
	if err != nil {
		l.Take(err, questionColumn)
	}
	key := section.String() + strings.ToLower(checked.Prompt)
	p.once(l, key)
	if old != nil && len(l.Faults) == 0 {
		p.once(l, old.ID.String())
	}
	if len(l.Faults) > 0 {
		return Asking{}
	}
	form, now := QuestionSheet(false), questionCells(checked, "", "")
	act := sheet.Create
	switch {
	case old == nil:
		checked.ID = newID()
		p.last[section]++
		checked.Position = p.last[section]
	case old.Section == section && same(form, questionCells(*old, "", ""), now):
		act = sheet.Same
	default:
		act = sheet.Change
	}
	return Asking{Act: act, Question: &checked}
}

// place finds the section of a question.
func (p asker) place(l *sheet.Line) (uuid.UUID, bool) {
	top, sub := l.Cells["section"], l.Cells["subsection"]
	if top == "" {
		l.Add("section", "field.required", nil)
		return uuid.Nil, false
	}
	// Of two sections with one name a question that stands in one of them stays there.
	if id, err := uuid.Parse(l.Cells["id"]); err == nil {
		for _, x := range p.Questions {
			if x.ID == id && p.sections[x.Section] != nil && p.key(*p.sections[x.Section]) == nameKey(top, sub) {
				return x.Section, true
			}
		}
	}
	id, ok := p.names[nameKey(top, sub)]
	if !ok {
		column, name := "section", top
		if _, there := p.names[nameKey(top, "")]; there {
			column, name = "subsection", sub
		}
		l.Add(column, SectionUnknown, map[string]any{"name": name})
	}
	return id, ok
}

// find returns the question that a row is about, nil for a new one.
func (p asker) find(l *sheet.Line, id, section uuid.UUID) *Question {
	for i, x := range p.Questions {
		if x.ID == id || id == uuid.Nil && x.Section == section && strings.EqualFold(sheet.Clean(x.Prompt), l.Cells["question"]) {
			return &p.Questions[i]
		}
	}
	return nil
}

// read is the question of a row. What the table does not say stays as it was.
func (p asker) read(l *sheet.Line, old *Question) Question {
	var x Question
	if old != nil {
		x = *old
	}
	if sheet.Clean(x.Prompt) != l.Cells["question"] {
		x.Prompt = l.Cells["question"]
	}
	if sheet.Clean(x.Help) != l.Cells["help"] {
		x.Help = l.Cells["help"]
	}
	response := ResponseType(strings.ToLower(l.Cells["response"]))
	if response == "" {
		response = Text
	}
	if response != x.Response {
		x.Bands = nil
	}
	x.Response = response
	x.MustAnswer, x.QA, x.DD, x.Scored = l.YesNo("must_answer"), l.YesNo("goes_qa"), l.YesNo("goes_dd"), l.YesNo("scored")
	x.MaxScore, x.MinScore = l.Quantity("max_score"), l.Quantity("min_score")
	if l.Cells["options"] != sheet.Clean(sayOptions(x.Options)) {
		x.Options = ReadOptions(&l.Row, "options")
	}
	p.rules(l, x)
	return x
}

// rules tells in words of their own what the screens do not let happen.
func (p asker) rules(l *sheet.Line, x Question) {
	rule, ok := RuleOf(x.Response)
	if !ok {
		l.Add("response", TypeUnknown, map[string]any{"value": string(x.Response)})
		return
	}
	if len(x.Options) > 0 && !rule.Options && rule.Fixed == nil {
		l.Add("options", OptionsHere, nil)
	}
	if rule.Options && len(x.Options) == 0 {
		l.Add("options", OptionsLacking, nil)
	}
	if !x.Scored {
		if x.MaxScore != nil {
			l.Add("max_score", UnscoredScore, nil)
		}
		if x.MinScore != nil {
			l.Add("min_score", UnscoredScore, nil)
		}
		for _, o := range x.Options {
			if o.Score != nil {
				l.Add("options", UnscoredScore, nil)
				return
			}
		}
		return
	}
	if x.MaxScore == nil {
		return
	}
	if x.MinScore != nil && x.MaxScore.Less(*x.MinScore) {
		l.Add("min_score", MinOverMax, nil)
	}
	for _, o := range x.Options {
		if o.Score != nil && x.MaxScore.Less(*o.Score) {
			l.Add("options", ScoreOverMax, map[string]any{"max": x.MaxScore.Short()})
			return
		}
	}
}

func questionColumn(pointer string) string {
	key, _, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	switch key {
	case "prompt":
		return "question"
	case "response_type":
		return "response"
	}
	return key
}
