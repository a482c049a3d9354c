// Package bidding is the rules of taking part: what an answer may be and
// what is still missing. Who may take part, and until when, is entry's.
package bidding

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// Faults of taking part.
var (
	BidNotFound  = fault.Declare(fault.KindNotFound, "bidding.not_found", "That category could not be found")
	Incomplete   = fault.Declare(fault.KindInvalid, "bidding.incomplete", "Mandatory questions in all listed sections must be answered before submit")
	Withdrawn    = fault.Declare(fault.KindConflict, "bidding.withdrawn", "This bid has been withdrawn")
	NoSubmission = fault.Declare(fault.KindConflict, "bidding.no_submission", "There is no submission to withdraw")
	NoFinancial  = fault.Declare(fault.KindNotFound, "bidding.no_financial", "Sorry there is no financial evaluation for this tender.")
	FileMissing  = fault.Declare(fault.KindNotFound, "bidding.file_missing", "File doesn't exist")
	NotCounted   = fault.Declare(fault.KindInternal, "bidding.closing_differs", "The submissions are not those that the closing has signed")
	ZeroTotal    = fault.Declare(fault.KindInvalid, "bidding.zero_total", "The total of a bid must be above zero")
	AddendumNew  = fault.Declare(fault.KindConflict, "bidding.addendum_unread", "Read the latest addendum first, and say so") // params: number
	EarlierGone  = fault.Declare(fault.KindConflict, "bidding.earlier_gone", "What you took over was changed or taken away meanwhile: look at it again")
	PaperGone    = fault.Declare(fault.KindConflict, "bidding.paper_gone", "Another version of this paper stands on your profile by now: look at it again")
	PaperOver    = fault.Declare(fault.KindInvalid, "bidding.paper_over", "This paper has expired: put a new version on your profile first")
	TooMuch      = fault.Declare(fault.KindTooLarge, "bidding.too_much", "The files of this bid are larger than is allowed")
)

// Response types of the specification.
const (
	Text       = "text"
	Textbox    = "textbox"
	Selection  = "selection"
	Checkboxes = "checkboxes"
	Boolean    = "boolean"
	TrueFalse  = "true_false"
	YesNo      = "yes_no"
	FileUpload = "file_upload"
	Number     = "number"
)

// Limits of one bid (rulings 29).
const (
	MaxFile      = 50 << 20
	MaxFiles     = 500 << 20
	MaxPart      = 8 << 20
	MaxText      = 500
	MaxTextbox   = 20_000
	MaxRemarks   = 2000
	ContactHours = 48 // support calls whoever withdraws within
)

// A Question is what the rules need of one.
type Question struct {
	ID, Section uuid.UUID
	Type        string
	MustAnswer  bool
	Options     []uuid.UUID
}

// Check normalises an answer and reports whether it is one: an empty value takes
// the answer back. The field error is added at pointer.
func (q Question) Check(f *fault.Fields, pointer, value string) (string, bool) {
	value = strings.TrimSpace(value)
	if value == "" {
		return "", false
	}
	switch q.Type {
	case Text:
		value = f.May(pointer, value, MaxText)
	case Textbox:
		value = f.May(pointer, value, MaxTextbox)
	case Selection:
		id, err := uuid.Parse(value)
		if err != nil || !slices.Contains(q.Options, id) {
			f.Add(pointer, fault.NotAllowed)
			return value, true
		}
		value = id.String() // ids are written in several ways: everybody who reads it compares one
	case Checkboxes:
		var chosen []uuid.UUID
		if err := json.Unmarshal([]byte(value), &chosen); err != nil {
			f.Add(pointer, fault.BadFormat, "expected", "[]")
			return value, false
		}
		for _, id := range chosen {
			if !slices.Contains(q.Options, id) {
				f.Add(pointer, fault.NotAllowed)
				return value, len(chosen) > 0
			}
		}
		raw, err := json.Marshal(chosen)
		if err != nil {
			f.Add(pointer, fault.BadFormat, "expected", "[]")
		}
		return string(raw), len(chosen) > 0
	case Boolean, TrueFalse:
		f.OneOf(pointer, value, "true", "false")
	case YesNo:
		f.OneOf(pointer, value, "yes", "no")
	case Number:
		n, err := money.ParseQuantity(value)
		if err != nil {
			f.Add(pointer, fault.BadFormat, "expected", "1234.56")
			return value, false
		}
		value = n.Short()
	default: // files answer for themselves
		f.Add(pointer, fault.NotAllowed)
	}
	return value, true
}

// A Gap is one thing that keeps a bid from being complete.
type Gap struct {
	Section, Question uuid.UUID
	Item              uuid.UUID
}

// State is a bid as the checks see it: what is answered, never how.
type State struct {
	Questions []Question
	Items     []uuid.UUID        // that can have a price
	AnyLine   bool               // one price is enough
	Done      map[uuid.UUID]bool // questions with an answer or a file, items with a price
}

// Progress is how far a bid is.
type Progress struct {
	Done, Total int // mandatory questions and items
	Percent     int // rounded down: 100 means complete
	Gaps        []Gap
}

// Progress tells how much of what must be there is there, and what is not.
func (s State) Progress() Progress {
	var p Progress
	for _, q := range s.Questions {
		if !q.MustAnswer {
			continue
		}
		p.Total++
		if s.Done[q.ID] {
			p.Done++
		} else {
			p.Gaps = append(p.Gaps, Gap{Section: q.Section, Question: q.ID})
		}
	}
	priced := 0
	var unpriced []Gap
	for _, id := range s.Items {
		if s.Done[id] {
			priced++
		} else {
			unpriced = append(unpriced, Gap{Item: id})
		}
	}
	switch {
	case !s.AnyLine:
		p.Total, p.Done, p.Gaps = p.Total+len(s.Items), p.Done+priced, append(p.Gaps, unpriced...)
	case priced > 0:
		p.Total, p.Done = p.Total+1, p.Done+1
	case len(s.Items) > 0:
		p.Total, p.Gaps = p.Total+1, append(p.Gaps, unpriced[0])
	}
	p.Percent = Percent(p.Done, p.Total)
	return p
}

// Percent rounds down, so that only a complete bid is at 100; a bid of which
// nothing is asked is complete.
func Percent(done, total int) int {
	if total == 0 {
		return 100
	}
	return done * 100 / total
}
