package sourcing

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
)

// JudgedBy is an error at a question that an addendum cannot add or take away: bids are judged by it.
const JudgedBy = "sourcing.judged_by"

// Parts are what an addendum adds to what is asked and what it takes away.
type Parts struct {
	NewItems        []Item
	GoneItems       []uuid.UUID
	NewQuestions    []Question // without a score
	GoneQuestions   []uuid.UUID
	NewAttachments  []Attachment // kept for the addendum before
	GoneAttachments []uuid.UUID
	TakenNumbers    []string // of items: that of one that is gone is not used again
}

// judges reports whether bids are judged by a question: by its score, or where checks alone
// decide, by its check.
func (q Question) judges(p Policy) bool { return q.Scored || q.QA && p.Checked() }

// exchange adds and takes away. What the form changes besides is in named: it cannot be taken
// away in the same act.
func (c Content) exchange(f *fault.Fields, parts Parts, named map[uuid.UUID]bool, note noting) Content {
	c.Items = c.newItems(f, parts, c.leaveItems(f, parts.GoneItems, named, note), note)
	c.Questions = c.newQuestions(f, parts.NewQuestions, c.leaveQuestions(f, parts.GoneQuestions, named, note), note)
	c.Attachments = c.exchangeAttachments(f, parts, note)
	return c
}

func (c Content) leaveItems(f *fault.Fields, gone []uuid.UUID, named map[uuid.UUID]bool, note noting) []Item {
	items := slices.Clone(c.Items)
	for n, id := range gone {
		i := slices.IndexFunc(items, func(x Item) bool { return x.ID == id })
		if i < 0 || named[id] {
			f.Add(fmt.Sprintf("/gone_items/%d", n), fault.Unknown)
			continue
		}
		note(ItemRemoved, id, items[i].Number, items[i].Description, "")
		items = slices.Delete(items, i, i+1)
	}
	return items
}

func (c Content) newItems(f *fault.Fields, parts Parts, items []Item, note noting) []Item {
	f.AtMost("/new_items", len(items)+len(parts.NewItems), MaxItems)
	taken := map[string]bool{}
	last := 0
	for _, n := range parts.TakenNumbers {
		taken[strings.ToLower(n)] = true
	}
	for _, x := range c.Items {
		taken[strings.ToLower(x.Number)] = true
		last = max(last, x.Position)
	}
	for n, x := range parts.NewItems {
		prefix := fmt.Sprintf("/new_items/%d", n)
		x = x.Check(f, prefix)
		if number := strings.ToLower(x.Number); number != "" && taken[number] {
			f.Add(prefix+"/number", fault.Taken)
		} else {
			taken[number] = true
		}
		last++
		x.ID, x.Position = uuid.Must(uuid.NewV7()), last
		note(ItemAdded, x.ID, x.Number, "", x.Description)
		note(ChangedUnit, x.ID, x.Number, "", x.Unit)
		note(ChangedQuantity, x.ID, x.Number, "", x.Quantity.String())
		items = append(items, x)
	}
	return items
}

func (c Content) leaveQuestions(f *fault.Fields, gone []uuid.UUID, named map[uuid.UUID]bool, note noting) []Question {
	questions := slices.Clone(c.Questions)
	for n, id := range gone {
		pointer := fmt.Sprintf("/gone_questions/%d", n)
		i := slices.IndexFunc(questions, func(x Question) bool { return x.ID == id })
		switch {
		case i < 0 || named[id]:
			f.Add(pointer, fault.Unknown)
			continue
		case questions[i].judges(c.Category.Policy()):
			f.Add(pointer, JudgedBy)
			continue
		}
		note(QuestionRemoved, id, questions[i].Prompt, questions[i].Prompt, "")
		questions = slices.Delete(questions, i, i+1)
	}
	return questions
}

func (c Content) newQuestions(f *fault.Fields, added, questions []Question, note noting) []Question {
	last := map[uuid.UUID]int{}
	for _, x := range c.Questions {
		last[x.Section] = max(last[x.Section], x.Position)
	}
	for n, x := range added {
		prefix := fmt.Sprintf("/new_questions/%d", n)
		if x.Scored {
			f.Add(prefix+"/scored", JudgedBy)
		}
		x.Scored = false
		x, err := x.Check()
		if err != nil {
			for _, field := range fault.As(err).Fields {
				field.Pointer = prefix + field.Pointer
				*f = append(*f, field)
			}
		}
		if !slices.ContainsFunc(c.Sections, func(s Section) bool { return s.ID == x.Section }) {
			f.Add(prefix+"/section_id", fault.Unknown)
		}
		last[x.Section]++
		x.ID, x.Position = uuid.Must(uuid.NewV7()), last[x.Section]
		for i := range x.Options {
			x.Options[i].ID = uuid.Must(uuid.NewV7())
		}
		note(QuestionAdded, x.ID, x.Prompt, "", x.Prompt)
		note(ChangedHelp, x.ID, x.Prompt, "", x.Help)
		note(ChangedMust, x.ID, x.Prompt, "", strconv.FormatBool(x.MustAnswer))
		questions = append(questions, x)
	}
	return questions
}

// exchangeAttachments leaves a file where it is that is taken away and given back as it was.
func (c Content) exchangeAttachments(f *fault.Fields, parts Parts, note noting) []Attachment {
	added := slices.Clone(parts.NewAttachments)
	files := slices.Clone(c.Attachments)
	for n, id := range parts.GoneAttachments {
		i := slices.IndexFunc(files, func(x Attachment) bool { return x.ID == id })
		if i < 0 {
			f.Add(fmt.Sprintf("/gone_attachments/%d", n), fault.Unknown)
			continue
		}
		was := files[i]
		if same := slices.IndexFunc(added, func(x Attachment) bool { return x.Name == was.Name && bytes.Equal(x.SHA256, was.SHA256) }); same >= 0 {
			added = slices.Delete(added, same, same+1)
			continue
		}
		note(AttachmentRemoved, id, "", was.Name, "")
		files = slices.Delete(files, i, i+1)
	}
	for _, x := range added {
		note(AttachmentAdded, x.ID, "", "", x.Name)
		files = append(files, x)
	}
	f.AtMost("/attachments", len(files), MaxAttachments)
	return files
}
