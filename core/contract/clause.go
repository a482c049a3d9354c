package contract

import (
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/letters"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/rich"
)

// Faults of the library of clauses, templates and categories.
var (
	SectionNotFound  = fault.Declare(fault.KindNotFound, "contract.section_not_found", "That clause could not be found")
	TemplateNotFound = fault.Declare(fault.KindNotFound, "contract.template_not_found", "That contract template could not be found")
	CategoryNotFound = fault.Declare(fault.KindNotFound, "contract.category_not_found", "That contract category could not be found")
	OutOfUse         = fault.Declare(fault.KindConflict, "contract.out_of_use", "It is out of use: put it back first")
	Overtaken        = fault.Declare(fault.KindConflict, "contract.overtaken", "Somebody changed it meanwhile. Your text is kept: compare the two and save again.")
)

// Codes of field errors of the library.
const (
	NoParts = "contract.no_parts" // a template of nothing
)

// Topic is what a clause is about.
type Topic string

// Topics.
const (
	TopicParties         Topic = "parties"
	TopicScope           Topic = "scope"
	TopicPrice           Topic = "price"
	TopicPayment         Topic = "payment"
	TopicDelivery        Topic = "delivery"
	TopicWarranty        Topic = "warranty"
	TopicSecurities      Topic = "securities"
	TopicLiability       Topic = "liability"
	TopicTermination     Topic = "termination"
	TopicConfidentiality Topic = "confidentiality"
	TopicDisputes        Topic = "disputes"
	TopicForce           Topic = "force_majeure"
	TopicGeneral         Topic = "general"
)

// Topics lists them in the order in which contracts usually have them.
var Topics = []Topic{TopicParties, TopicScope, TopicPrice, TopicPayment, TopicDelivery, TopicWarranty, TopicSecurities,
	TopicLiability, TopicTermination, TopicConfidentiality, TopicDisputes, TopicForce, TopicGeneral}

// Values lists them.
func (Topic) Values() []string { return closed.Values(Topics...) }

// Risk is how much a buyer gives away where a clause is changed.
type Risk string

// Risks.
const (
	LowRisk    Risk = "low"
	MediumRisk Risk = "medium"
	HighRisk   Risk = "high"
)

// Values lists them.
func (Risk) Values() []string { return closed.Values(LowRisk, MediumRisk, HighRisk) }

// Shelf is whose library something stands in.
type Shelf string

// Shelves.
const (
	Ours      Shelf = "ours"
	Platforms Shelf = "platform"
)

// Values lists them.
func (Shelf) Values() []string { return closed.Values(Ours, Platforms) }

// A Section is a clause as its author writes it. The same clause in another language has the
// same code.
type Section struct {
	Code      string
	Language  locale.Language
	Title     string
	Topic     Topic
	Mandatory bool
	Risk      Risk
	Body      rich.Node
	Fallback  string // what may stand instead of it in a negotiation
	Guidance  string // for authors; no contract shows it
}

var code = regexp.MustCompile(`^[A-Z0-9]+([-.][A-Z0-9]+)*$`)

// Check normalises a clause and adds to f what is wrong with it.
func (s Section) Check(f *fault.Fields) Section {
	s.Code = strings.ToUpper(f.Line("/code", s.Code, 30))
	if s.Code != "" && len(s.Code) <= 30 && !code.MatchString(s.Code) {
		f.Add("/code", fault.BadFormat, "expected", "PAY-01")
	}
	f.OneOf("/language", string(s.Language), locale.Language("").Values()...)
	s.Title = f.Line("/title", s.Title, 200)
	letters.Check(f, "/title", s.Title)
	f.OneOf("/topic", string(s.Topic), Topic("").Values()...)
	f.OneOf("/risk", string(s.Risk), Risk("").Values()...)
	if s.Body.Kind == rich.Doc && s.Body.Empty() {
		f.Add("/body", fault.Required)
	}
	s.Fallback = f.May("/fallback", s.Fallback, 10_000)
	letters.Check(f, "/fallback", s.Fallback)
	s.Guidance = f.May("/guidance", s.Guidance, 5000)
	return s
}

// A Part of a template is a version of a clause, or text of the template's own.
type Part struct {
	Section uuid.UUID
	Version int
	Title   string
	Body    rich.Node
}

// Own reports whether a part is text of the template itself.
func (p Part) Own() bool { return p.Section == uuid.Nil }

// MaxParts is how many parts a template may have.
const MaxParts = 80

// A Template is a contract before anybody is named in it.
type Template struct {
	Name        string
	Description string
	Language    locale.Language
	Parts       []Part
}

// Check normalises a template and adds to f what is wrong with it; at is the pointer of a part.
func (t Template) Check(f *fault.Fields, at func(i int) string) Template {
	t.Name = f.Line("/name", t.Name, 200)
	letters.Check(f, "/name", t.Name)
	t.Description = f.May("/description", t.Description, 2000)
	f.OneOf("/language", string(t.Language), locale.Language("").Values()...)
	if len(t.Parts) == 0 {
		f.Add("/parts", NoParts)
	}
	f.AtMost("/parts", len(t.Parts), MaxParts)
	t.Parts = slices.Clone(t.Parts)
	seen := map[uuid.UUID]bool{}
	for i, p := range t.Parts {
		if p.Own() {
			p.Title = f.Line(at(i)+"/title", p.Title, 200)
			letters.Check(f, at(i)+"/title", p.Title)
			if p.Body.Kind == rich.Doc && p.Body.Empty() {
				f.Add(at(i)+"/body", fault.Required)
			}
		} else if seen[p.Section] {
			f.Add(at(i)+"/section_id", fault.Taken)
		}
		seen[p.Section] = !p.Own()
		t.Parts[i] = p
	}
	return t
}

// A Category of contracts is what they are alike in: where they begin, how long they are kept
// and how early their end is told. It has nothing to do with categories of a job.
type Category struct {
	Name           string
	Template       *uuid.UUID
	RetentionYears int
	ReminderDays   []int // before the end of a contract
}

// Bounds of a category. Procurement law has contracts kept for seven years and more.
const (
	MinRetention  = 7
	MaxRetention  = 50
	MaxReminder   = 365
	maxReminders  = 6
	maxInCategory = 100
)

// Check normalises a category and adds to f what is wrong with it.
func (c Category) Check(f *fault.Fields) Category {
	c.Name = f.Line("/name", c.Name, maxInCategory)
	letters.Check(f, "/name", c.Name)
	if c.RetentionYears < MinRetention || c.RetentionYears > MaxRetention {
		f.Add("/retention_years", fault.OutOfRange, "min", MinRetention, "max", MaxRetention)
	}
	c.ReminderDays = slices.Clone(c.ReminderDays)
	slices.Sort(c.ReminderDays)
	slices.Reverse(c.ReminderDays)
	c.ReminderDays = slices.Compact(c.ReminderDays)
	f.AtMost("/reminder_days", len(c.ReminderDays), maxReminders)
	for _, d := range c.ReminderDays {
		if d < 0 || d > MaxReminder {
			f.Add("/reminder_days", fault.OutOfRange, "min", 0, "max", MaxReminder)
			break
		}
	}
	return c
}
