package sourcing

import (
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/sheet"
)

// A Book is what authors write in a workbook instead of on screens.
type Book string

// Books.
const (
	QuestionBook Book = "questions"  // of a category, or of all categories of a job
	ItemBook     Book = "items"      // of a category
	CategoryBook Book = "categories" // of a job
)

// Values lists them.
func (Book) Values() []string { return closed.Values(QuestionBook, ItemBook, CategoryBook) }

// Act is what somebody does who takes a workbook over.
func (b Book) Act() Act {
	if b == QuestionBook {
		return ToAsk
	}
	return ToAuthor
}

// Step is what a category must have for a workbook; of a job's, each category for itself.
func (b Book) Step() Step {
	return map[Book]Step{QuestionBook: Criteria, ItemBook: Items}[b]
}

// Fits raises BookMismatch where a workbook is of a job and a category was named, or
// the other way round.
func (b Book) Fits(category bool) error {
	if b == ItemBook && !category || b == CategoryBook && category {
		return BookMismatch.New("%s", b)
	}
	return nil
}

// BookMismatch is a workbook asked for where there is none of its kind.
var BookMismatch = fault.Declare(fault.KindInvalid, "upload.book_mismatch", "There is no such workbook here")

// NoSections is a workbook without anything to ask.
var NoSections = fault.Declare(fault.KindInvalid, "upload.no_sections", "There are no sections to upload from the excel")

// Codes of what is wrong with a row of an author's workbook.
const (
	OtherIDs       = "upload.other_ids"
	SectionUnknown = "upload.section_unknown" // params: name
	OptionsHere    = "upload.options_here"
	OptionsLacking = "upload.options_lacking"
	TypeUnknown    = "upload.type_unknown"   // params: value
	ScoreOverMax   = "upload.score_over_max" // params: max
	MinOverMax     = "upload.min_over_max"
	UnscoredScore  = "upload.unscored_score"
	CategoryGone   = "upload.category_unknown" // params: value
	CategoryShut   = "upload.category_shut"
	NoMoment       = "upload.not_a_moment"
)

// rowID is the hidden id of a row; one that is none is another's.
func rowID(r *sheet.Row) uuid.UUID {
	text := r.Cells["id"]
	if text == "" {
		return uuid.Nil
	}
	id, err := uuid.Parse(text)
	if err != nil || id == uuid.Nil {
		r.Add("", OtherIDs, nil)
	}
	return id
}

// namedBy are the ids that rows name: no other row means them by their number.
func namedBy(lines []*sheet.Line) map[uuid.UUID]bool {
	out := map[uuid.UUID]bool{}
	for _, l := range lines {
		if id, err := uuid.Parse(l.Cells["id"]); err == nil {
			out[id] = true
		}
	}
	return out
}

// same reports whether two rows say the same in the columns of a form.
func same(form sheet.Form, a, b map[string]string) bool {
	for _, c := range form.Columns {
		if c.Key != "id" && sheet.Clean(a[c.Key]) != sheet.Clean(b[c.Key]) {
			return false
		}
	}
	return true
}

// ReadOptions reads one option a line, with its score behind the last equals sign.
func ReadOptions(r *sheet.Row, key string) []Option {
	var out []Option
	for _, line := range strings.Split(r.Cells[key], "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		o := Option{Label: line}
		if i := strings.LastIndex(line, "="); i >= 0 {
			o.Label = strings.TrimSpace(line[:i])
			if text := strings.TrimSpace(line[i+1:]); text != "" {
				score, err := money.ParseQuantity(text)
				if err != nil {
					r.Add(key, sheet.NoNumber, nil)
				}
				o.Score = &score
			}
		}
		out = append(out, o)
	}
	return out
}

// sayOptions writes options as ReadOptions reads them.
func sayOptions(options []Option) string {
	lines := make([]string, len(options))
	for i, o := range options {
		lines[i] = strings.Join(strings.Fields(o.Label), " ")
		switch {
		case o.Score != nil:
			lines[i] += " = " + o.Score.Short()
		case strings.Contains(o.Label, "="):
			lines[i] += " ="
		}
	}
	return strings.Join(lines, "\n")
}

func short(q *money.Quantity) string {
	if q == nil {
		return ""
	}
	return q.Short()
}

// newID is the id of what a workbook adds.
func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }
