package sourcing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// A Section groups questions. A section with a parent is a subsection: its
// questions count to the section above it.
type Section struct {
	ID          uuid.UUID
	Parent      *uuid.UUID
	Name        string
	Description string
	Weight      *money.Quantity // per cent of the technical part; all or none
	Position    int
}

// A ResponseType says how a question is answered.
type ResponseType string

// Response types of the specification.
const (
	Text       ResponseType = "text"
	TextBox    ResponseType = "textbox"
	Selection  ResponseType = "selection"
	Checkboxes ResponseType = "checkboxes"
	Boolean    ResponseType = "boolean"
	TrueFalse  ResponseType = "true_false"
	YesNo      ResponseType = "yes_no"
	FileUpload ResponseType = "file_upload"
	Number     ResponseType = "number"
)

// Values lists them in the order of the rules.
func (ResponseType) Values() []string {
	out := make([]string, len(ResponseRules))
	for i, r := range ResponseRules {
		out[i] = string(r.Type)
	}
	return out
}

// A ResponseRule is what a response type can have. What has neither options nor
// bands is scored by people.
type ResponseRule struct {
	Type    ResponseType
	Options bool     // the author lists the options
	Many    bool     // several options may be chosen, their scores are added
	Fixed   []string // the options there are, when the author has no choice
	Bands   bool     // a number may be scored by the band that it falls into
}

// ResponseRules is the table, in the order in which screens offer them.
var ResponseRules = []ResponseRule{
	{Type: Text},
	{Type: TextBox},
	{Type: Selection, Options: true},
	{Type: Checkboxes, Options: true, Many: true},
	{Type: Boolean, Fixed: []string{"true", "false"}},
	{Type: TrueFalse, Fixed: []string{"true", "false"}},
	{Type: YesNo, Fixed: []string{"yes", "no"}},
	{Type: FileUpload},
	{Type: Number, Bands: true},
}

// RuleOf finds the rule of a response type.
func RuleOf(t ResponseType) (ResponseRule, bool) {
	i := slices.IndexFunc(ResponseRules, func(r ResponseRule) bool { return r.Type == t })
	if i < 0 {
		return ResponseRule{}, false
	}
	return ResponseRules[i], true
}

// An Option is one choice, with its score when the question is scored.
type Option struct {
	ID    uuid.UUID
	Label string
	Score *money.Quantity
}

// A Band scores the numbers from Lower (included) to Upper (excluded); nil is
// without end.
type Band struct {
	Lower, Upper *money.Quantity
	Score        money.Quantity
}

// Holds reports whether a number falls into the band.
func (b Band) Holds(n money.Quantity) bool {
	return (b.Lower == nil || n.Cmp(*b.Lower) >= 0) && (b.Upper == nil || n.Less(*b.Upper))
}

// A Question is one thing that a bidder answers.
type Question struct {
	ID         uuid.UUID
	Section    uuid.UUID
	Prompt     string
	Help       string
	Response   ResponseType
	MustAnswer bool
	QA         bool // goes through quality assurance
	DD         bool // goes through due diligence
	Scored     bool
	MaxScore   *money.Quantity
	MinScore   *money.Quantity // less fails the bid whatever its total
	Options    []Option
	Bands      []Band
	Position   int
}

// Limits of what an author may write.
const (
	MaxOptions = 100
	MaxBands   = 50
)

// Check normalises a section and tells all that is wrong with it.
func (s Section) Check() (Section, error) {
	var f fault.Fields
	s.Name = f.Line("/name", s.Name, 200)
	s.Description = f.May("/description", s.Description, 5000)
	if s.Weight != nil {
		percent(&f, "/weight", *s.Weight)
	}
	return s, f.Err()
}

// Check normalises a question and tells all that is wrong with its shape.
// Whether its scores make sense is the linter's to say, so that a question can
// be saved half-made.
func (q Question) Check() (Question, error) {
	var f fault.Fields
	q.Options = slices.Clone(q.Options) // whoever asks keeps theirs as it was
	q.Prompt = f.Need("/prompt", q.Prompt, 2000)
	q.Help = f.May("/help", q.Help, 2000)
	rule, ok := RuleOf(q.Response)
	if !ok {
		f.Add("/response_type", fault.NotAllowed)
		return q, f.Err()
	}
	if !q.Scored {
		q.MaxScore, q.MinScore, q.Bands = nil, nil, nil
		for i := range q.Options {
			q.Options[i].Score = nil
		}
	} else if q.MaxScore == nil {
		f.Add("/max_score", fault.Required)
	} else if q.MaxScore.Sign() <= 0 {
		f.Add("/max_score", fault.OutOfRange, "min", "0")
	}
	if q.MinScore != nil && q.MinScore.Sign() < 0 {
		f.Add("/min_score", fault.OutOfRange, "min", "0")
	}
	if len(q.Bands) > 0 && !rule.Bands {
		f.Add("/bands", fault.NotAllowed)
	}
	f.AtMost("/bands", len(q.Bands), MaxBands)
	q.Options = q.checkOptions(&f, rule)
	return q, f.Err()
}

func (q Question) checkOptions(f *fault.Fields, rule ResponseRule) []Option {
	switch {
	case rule.Options:
		f.AtMost("/options", len(q.Options), MaxOptions)
		for i := range q.Options {
			q.Options[i].Label = f.Need(fmt.Sprintf("/options/%d/label", i), q.Options[i].Label, 300)
		}
	case rule.Fixed != nil && q.Scored:
		for i, o := range q.Options {
			if !slices.Contains(rule.Fixed, o.Label) {
				f.Add(fmt.Sprintf("/options/%d/label", i), fault.NotAllowed)
			}
		}
	case len(q.Options) > 0 && rule.Fixed == nil:
		f.Add("/options", fault.NotAllowed)
	default:
		return nil
	}
	return q.Options
}

// ByPeople reports whether evaluators score the answer.
func (q Question) ByPeople() bool {
	rule, _ := RuleOf(q.Response)
	return q.Scored && !rule.Options && rule.Fixed == nil && len(q.Bands) == 0
}

// Best is the highest score that an answer can get, nil for a question without score.
func (q Question) Best() *money.Quantity {
	if !q.Scored || q.MaxScore == nil {
		return nil
	}
	if q.ByPeople() {
		return q.MaxScore
	}
	rule, _ := RuleOf(q.Response)
	var best money.Quantity
	higher := func(s money.Quantity) {
		if best.Less(s) {
			best = s
		}
	}
	for _, b := range q.Bands {
		higher(b.Score)
	}
	var sum money.Quantity
	for _, o := range q.Options {
		if o.Score == nil {
			continue
		}
		if higher(*o.Score); o.Score.Sign() > 0 {
			sum = sum.Add(*o.Score)
		}
	}
	if rule.Many {
		best = sum
		if q.MaxScore.Less(best) {
			best = *q.MaxScore
		}
	}
	return &best
}

// An Item is a line of what is priced.
type Item struct {
	ID             uuid.UUID
	Number         string
	Code           string
	Description    string
	Unit           string
	Quantity       money.Quantity // zero until it is known
	Classification string         // scheme:id
	Position       int
	Asset          *Asset // nil where nothing is said of it, and in a change that leaves it as it is
}

// MaxItems bounds the lines of one category.
const MaxItems = 5000

// Check normalises an item and adds what is wrong with it, with pointers below prefix.
func (i Item) Check(f *fault.Fields, prefix string) Item {
	i.Number = f.Line(prefix+"/number", i.Number, 30)
	i.Code = f.MayLine(prefix+"/code", i.Code, 60)
	i.Description = f.Need(prefix+"/description", i.Description, 2000)
	i.Unit = f.Line(prefix+"/unit", i.Unit, 40)
	i.Classification = f.MayLine(prefix+"/classification", i.Classification, 120)
	if i.Quantity.Sign() < 0 {
		f.Add(prefix+"/quantity", fault.OutOfRange, "min", "0")
	}
	if i.Asset != nil {
		asset := i.Asset.Check(f, prefix+"/asset")
		i.Asset = &asset
	}
	return i
}

// CheckItems checks a list of new items against the numbers taken already.
func CheckItems(items []Item, taken map[string]bool) ([]Item, error) {
	var f fault.Fields
	f.AtMost("/items", len(items)+len(taken), MaxItems)
	seen := map[string]bool{}
	for i := range items {
		p := fmt.Sprintf("/items/%d", i)
		items[i] = items[i].Check(&f, p)
		n := strings.ToLower(items[i].Number)
		if n != "" && (seen[n] || taken[n]) {
			f.Add(p+"/number", fault.Taken)
		}
		seen[n] = true
	}
	return items, f.Err()
}
