// Package catalog is the reference data that categories are written from: kinds of
// supply with their criteria, and a buyer's document templates.
package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

// Faults of this package.
var (
	TypeNotFound      = fault.Declare(fault.KindNotFound, "catalog.type_not_found", "That category type could not be found")
	CriterionNotFound = fault.Declare(fault.KindNotFound, "catalog.criterion_not_found", "Those criteria could not be found")
	Changed           = fault.Declare(fault.KindConflict, "catalog.changed_meanwhile", "Somebody changed these criteria meanwhile: load them again")
	TemplateNotFound  = fault.Declare(fault.KindNotFound, "catalog.template_not_found", "That document template could not be found")
	TemplateArchived  = fault.Declare(fault.KindConflict, "catalog.template_archived", "An archived template does not change")
)

// A Type is a kind of supply.
type Type struct {
	Code, Name, Description string
	Active                  bool
}

// Check normalises a type and tells all that is wrong with it.
func (t Type) Check() (Type, error) {
	var f fault.Fields
	t.Code = strings.ToUpper(f.Line("/code", t.Code, 20))
	t.Name = f.Line("/name", t.Name, 120)
	t.Description = f.May("/description", t.Description, 1000)
	return t, f.Err()
}

// A Criterion is a section with its questions, ready to be put into a category
// of its type.
type Criterion struct {
	ID                uuid.UUID
	Name, Description string
	Weight            *money.Quantity
	Version           int
	Questions         []sourcing.Question
}

// MaxQuestions bounds the questions of one criterion.
const MaxQuestions = 100

// Check normalises a criterion and tells all that is wrong with it; what is wrong
// with a question is below /questions and its place.
func (c Criterion) Check() (Criterion, error) {
	var f fault.Fields
	s, err := sourcing.Section{Name: c.Name, Description: c.Description, Weight: c.Weight}.Check()
	if err != nil {
		f = append(f, fault.As(err).Fields...)
	}
	c.Name, c.Description, c.Weight = s.Name, s.Description, s.Weight
	if len(c.Questions) == 0 {
		f.Add("/questions", fault.Required)
	}
	f.AtMost("/questions", len(c.Questions), MaxQuestions)
	for i, x := range c.Questions {
		x, err := x.Check()
		c.Questions[i] = x
		if err == nil {
			continue
		}
		for _, at := range fault.As(err).Fields {
			at.Pointer = fmt.Sprintf("/questions/%d%s", i, at.Pointer)
			f = append(f, at)
		}
	}
	return c, f.Err()
}

// TemplateCategories are what document templates are for.
var TemplateCategories = []TemplateCategory{"solicitation", "instructions", "contract", "evaluation", "letter", "other"}

// A TemplateCategory is what a document template is for.
type TemplateCategory string

// Values lists TemplateCategories.
func (TemplateCategory) Values() []string { return closed.Values(TemplateCategories...) }

// MaxTemplate bounds the file of a document template, in bytes.
const MaxTemplate = 8 << 20

// A Template is a document that a buyer's jobs begin from.
type Template struct{ Name, Category, Description string }

// Check normalises a template and tells all that is wrong with it.
func (t Template) Check() (Template, error) {
	var f fault.Fields
	t.Name = f.Line("/name", t.Name, 120)
	t.Description = f.May("/description", t.Description, 1000)
	if !slices.Contains(TemplateCategories, TemplateCategory(t.Category)) {
		f.Add("/category", fault.NotAllowed)
	}
	return t, f.Err()
}
